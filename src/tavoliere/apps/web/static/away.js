// Shown while the server is away: it looks again and again, and opens the page that was wanted as soon as it can.

const EVERY = 4000;

async function look() {
  const answer = await fetch("/ready", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

document.getElementById("again")?.addEventListener("click", () => location.reload());
setInterval(look, EVERY);

// Set the chosen theme before anything is drawn, so that a dark room never sees a white flash. Not a module: modules run later.
(() => {
  const wanted = matchMedia("(prefers-contrast: more)").matches ? "contrast" : null;
  const root = document.documentElement;
  try {
    const chosen = localStorage.getItem("tavoliere.theme") ?? wanted;
    if (["light", "dark", "contrast", "print"].includes(chosen ?? "")) root.dataset.theme = chosen ?? "";
    if (localStorage.getItem("tavoliere.habit.motion") === '"off"') root.dataset.motion = "off";
  } catch {
    // Without storage the system's preference holds.
    if (wanted) root.dataset.theme = wanted;
  }
})();

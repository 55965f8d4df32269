// Set the chosen theme before anything is drawn, so that a dark room never sees a white flash. Not a module: modules run later.
(() => {
  try {
    const chosen = localStorage.getItem("tavoliere.theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's preference holds.
  }
})();

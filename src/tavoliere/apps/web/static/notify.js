// "Your turn" as a notice of the system, for those who want it and whose browser allows it. Nothing is sent anywhere for it:
// a page of ours must be open, in whatever tab.

import { habit, setHabit } from "./store.js";
import { say } from "./texts.js";

/** Whether this browser can tell anything at all, and nobody has forbidden it. */
export function canNotify() {
  return typeof Notification !== "undefined" && Notification.permission !== "denied";
}

export function isNotifying() {
  return canNotify() && Notification.permission === "granted" && habit("notify", false);
}

/** Switch it, and ask the browser if it was never asked. Returns whether it is on now. */
export async function switchNotices() {
  const wanted = !isNotifying();
  if (wanted && Notification.permission === "default") await Notification.requestPermission();
  setHabit("notify", wanted && Notification.permission === "granted");
  return isNotifying();
}

/**
 * Tell somebody who looks elsewhere that it is their turn; one notice a table, however often.
 *
 * @param {string} table
 * @param {string} title
 * @param {string} body
 */
export async function tellTurn(table, title, body) {
  if (!isNotifying() || !document.hidden) return;
  const heading = say("page.notify.turn", { game: title });
  const look = {
    body,
    tag: `tavoliere-${table}`,
    icon: "/static/icon-192.png",
    data: `/game/${encodeURIComponent(table)}`,
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  // Phones tell nothing without a worker, and other browsers need none.
  if (worker?.active) await worker.showNotification(heading, look);
  else new Notification(heading, look).onclick = () => window.focus();
}

// The rules as a page of their own: only the header needs life.

import { furnish } from "./chrome.js";
import { ready } from "./texts.js";

await ready;
furnish();
/** @type {NodeListOf<HTMLElement>} */
const figures = document.querySelectorAll("figure.drawn");
for (const figure of figures) figure.inert = true;

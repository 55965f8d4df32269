// The rules as a page of their own: only the header needs life.

import { furnish } from "./chrome.js";
import { ready } from "./texts.js";

await ready;
furnish();
for (const figure of document.querySelectorAll("figure.drawn")) figure.inert = true;

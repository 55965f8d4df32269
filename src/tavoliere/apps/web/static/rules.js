// The rules as a page of their own: the header needs life, and a clause that is asked for is unfolded.

import { furnish } from "./chrome.js";
import { ready } from "./texts.js";

await ready;
furnish();

/** A clause stands in the reference, which is folded up until somebody asks for it. */
function openAsked() {
  const asked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = asked?.closest("details");
  if (folded) folded.open = true;
  if (folded) asked?.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", openAsked);
openAsked();

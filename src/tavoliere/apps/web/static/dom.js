// Elements, made without markup: text stays text, whatever somebody calls themselves.

/** An element. `on…` properties are listeners, `class` and attributes are set, false and null are left out. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replace what an element holds, but only if it differs: focus and scrolling survive. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}

/** A picture from the sprite of small signs. */
export function sign(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "sign");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `/static/signs.svg#${name}`);
  svg.append(use);
  return svg;
}

/** A button with a sign and a text, or with a sign alone and the text as its name. */
export function button(text, properties = {}, signName = "", bare = false) {
  const children = [signName ? sign(signName) : null, bare ? null : make("span", {}, text)];
  const naming = bare ? { "aria-label": text, title: text } : {};
  return make("button", { type: "button", ...naming, ...properties }, children);
}

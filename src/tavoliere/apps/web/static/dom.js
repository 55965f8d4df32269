// Elements, made without markup: text stays text, whatever somebody calls themselves.

/** @typedef {Node | string | false | null | undefined} Leaf */
/** @typedef {Leaf | Child[]} Child */
/** @typedef {{ [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => unknown }} Listeners */
/** @typedef {Listeners & Record<string, unknown>} Properties */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return present(child);
    return child === null || child === undefined || child === false ? [] : [child];
  });
}

/**
 * An element. `on…` properties are listeners, `class` and attributes are set, false and null are left out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), (event) => value(event));
    else if (name === "value" || name === "checked" || name === "selected") Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Replace what an element holds.
 *
 * @template {Element} T
 * @param {T} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/**
 * An element that a page is sure to have, of this kind.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`the page has no ${kind?.name ?? "element"} "${id}"`);
  return /** @type {T} */ (found);
}

/**
 * The part of the page that an event comes from and that this selector finds.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * A picture from the sprite of small signs.
 *
 * @param {string} name
 */
export function sign(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "sign");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/static/signs.svg#${name}`);
  svg.append(use);
  return svg;
}

/**
 * A button with a sign and a text, or with a sign alone and the text as its name.
 *
 * @param {string} text
 * @param {Properties} [properties]
 * @param {string} [signName]
 * @param {boolean} [bare]
 */
export function button(text, properties = {}, signName = "", bare = false) {
  const children = [signName ? sign(signName) : null, bare ? null : make("span", {}, text)];
  const naming = bare ? { "aria-label": text, title: text } : {};
  return make("button", { type: "button", ...naming, ...properties }, children);
}

/**
 * A player's colour with the sign that tells it from the others without colour.
 *
 * @param {string} letter
 */
export function chip(letter) {
  return make("span", { class: `chip chip-${letter}`, "aria-hidden": "true" });
}

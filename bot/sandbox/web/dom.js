// Elements made from plain values: nothing here ever parses markup.

/**
 * Make an element. `attributes` may hold `class`, `data` (an object), `on` (listeners by event),
 * `style` (an object), properties (`value`, `checked`, `disabled`) and plain attributes.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setOne(node, name, value);
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return node;
}

function setOne(node, name, value) {
  if (value == null || value === false) return;
  if (name === "class") node.className = value;
  else if (name === "data") Object.assign(node.dataset, value);
  else if (name === "on") for (const [type, heard] of Object.entries(value)) node.addEventListener(type, heard);
  else if (name === "style") for (const [key, to] of Object.entries(value)) node.style.setProperty(key, to);
  else if (name === "value" || name === "checked" || name === "disabled") node[name] = value;
  else node.setAttribute(name, value === true ? "" : String(value));
}

const SVG = "http://www.w3.org/2000/svg";

/** Make a picture out of SVG paths in a box of 24 by 24; it is hidden from screen readers. */
export function icon(...paths) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  for (const d of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

export const CLOUD = "M7 18a4.5 4.5 0 0 1-.3-9 5.7 5.7 0 0 1 10.8-.2A4.6 4.6 0 0 1 17.3 18z";
export const EYE = "M12 6C7 6 3.5 10 2.5 12 3.500 14 7 18 12 18s8.500-4 9.500-6C20.500 10 17 6 12 6zm0 9.500a3.500 3.500 0 1 1 0-7 3.500 3.500 0 0 1 0 7z";
export const CHEVRON = "M5.300 8.300 12 15l6.700-6.700 1.400 1.400L12 17.800 3.900 9.700z";

let last = 0;

/** Return an element id that no other element has. */
export function freshId(stem) {
  last += 1;
  return `${stem}-${last}`;
}

/** Tell which of two ids is younger: positive when `a` is. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Return this page's own address of something the server serves, whichever host was named. */
export function ownUrl(url) {
  const parsed = new URL(url, location.href);
  const own = parsed.pathname.startsWith(location.pathname);
  return own ? location.origin + parsed.pathname : parsed.href;
}

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
  else if (name === "on") for (
    const [type, heard] of Object.entries(value)
  ) node.addEventListener(type, heard);
  else if (name === "style") for (const [key, to] of Object.entries(value)) node.style.setProperty(key, to);
  else if (name === "value" || name === "checked" || name === "disabled") node[name] = value;
  else if (name === "href" || name === "src") setAddress(node, name, value);
  else node.setAttribute(name, value === true ? "" : String(value));
}

// The one place where an address gets into the page: what is not http(s) leads nowhere.
function setAddress(node, name, value) {
  if (webAddress(value)) node.setAttribute(name, value);
}

/** Return an address in full if it leads to the web or to a file of this page, else null. */
export function webAddress(url) {
  if (typeof url !== "string" || !URL.canParse(url, location.href)) return null;
  const { protocol, href } = new URL(url, location.href);
  return protocol === "https:" || protocol === "http:" ? href : null;
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
export const BUBBLE = "M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-9l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z";
export const SHEET = "M6 2h8l5 5v13a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm7 1.5V8h4.5z";
export const SEND = "M3 20.5 21.5 12 3 3.5v6.6l11 1.9-11 1.9z";
export const EYE = "M12 6C7 6 3.5 10 2.5 12 3.5 14 7 18 12 18s8.5-4 9.5-6C20.5 10 17 6 12 6zm0 9.5a3.5 3.5 0 1 1 0-7 3.5 3.5 0 0 1 0 7z";
export const CHEVRON = "M5.3 8.3 12 15l6.7-6.7 1.4 1.4L12 17.8 3.9 9.7z";

export const PEOPLE = "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm8 0a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM1 20c0-4 3-7 8-7s8 3 8 7zm17.5 0H23c0-3.5-2-5.5-6-5.5 1.2 1.4 1.5 3.4 1.5 5.5z";
export const SWAP = "M7 3 2.5 8H6v8h2V8h3.5zm10 18 4.5-5H18V8h-2v8h-3.5z";
export const NEW_TAB = "M13 3h8v8h-2V6.4l-8.3 8.3-1.4-1.4L17.6 5H13zM5 5h5v2H5v12h12v-5h2v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z";

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
  const address = webAddress(url);
  if (!address) return null;
  const parsed = new URL(address);
  const own = parsed.pathname.startsWith(location.pathname);
  return own ? location.origin + parsed.pathname : parsed.href;
}

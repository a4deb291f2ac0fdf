// Pictures: single, in galleries, with alternative text, and large in a window of their own.

import { SHEET, el, icon, ownUrl } from "./dom.js";

/** Return a picture `{url, width, height, description, spoiler}`; a click shows it large. */
export function picture(item, { single = false } = {}) {
  const alt = item.description ?? "";
  const image = el("img", {
    src: ownUrl(item.url),
    alt,
    width: item.width,
    height: item.height,
    decoding: "async",
    class: "loading",
    on: { load: () => image.classList.remove("loading") },
  });
  const open = el(
    "button",
    {
      class: "open-picture",
      type: "button",
      "aria-label": alt ? `Enlarge picture: ${alt}` : "Enlarge picture",
      on: { click: () => lightbox(item) },
    },
    image,
  );
  const frame = el("div", { class: `picture ${single ? "single" : ""}` }, open, alt && altBadge(alt));
  if (single && item.width && item.height) {
    frame.style.setProperty("--ratio", `${item.width / item.height}`);
    frame.style.setProperty("--natural", `${item.width}px`);
  }
  if (item.spoiler) hide(frame);
  return frame;
}

function altBadge(alt) {
  const words = el("span", { class: "alt-words" }, alt);
  const badge = el(
    "button",
    { class: "alt-badge", type: "button", "aria-expanded": "false", "aria-label": "Show the description" },
    "ALT",
  );
  badge.addEventListener("click", () => {
    badge.setAttribute("aria-expanded", String(badge.getAttribute("aria-expanded") === "false"));
  });
  return [badge, words];
}

function hide(frame) {
  const cover = el(
    "button",
    { class: "cover", type: "button", on: { click: () => cover.remove() } },
    "SPOILER",
  );
  frame.append(cover);
}

/** Return up to ten pictures, laid out as the client does. */
export function gallery(items) {
  if (items.length === 1) return el("div", { class: "gallery" }, picture(items[0], { single: true }));
  return el("div", { class: `gallery many count-${items.length}` }, items.map((item) => picture(item)));
}

function lightbox(item) {
  const dialog = el("dialog", { class: "lightbox", "aria-label": "Picture" });
  const close = el(
    "button",
    { class: "icon-button", type: "button", "aria-label": "Close", on: { click: () => dialog.close() } },
    "✕",
  );
  const original = el(
    "a",
    { href: ownUrl(item.url), target: "_blank", rel: "noopener noreferrer" },
    "Open original",
  );
  const image = el("img", { src: ownUrl(item.url), alt: item.description ?? "" });
  dialog.append(el("div", { class: "lightbox-bar" }, original, close), image);
  if (item.description) dialog.append(el("p", { class: "lightbox-alt" }, item.description));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Return an attachment that is not part of a component: a picture, or a file to download. */
export function attachment(file) {
  if (file.content_type?.startsWith("image/")) return gallery([file]);
  return fileCard(file.filename, file.size, file.url);
}

export function fileCard(name, size, url) {
  const amount = size == null ? null : el("span", { class: "muted" }, sizeWords(size));
  return el("div", { class: "file" }, icon(SHEET),
    el("div", {}, el("a", { href: ownUrl(url), download: name }, name), amount));
}

function sizeWords(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(2)} MB`;
}

/**
 * Keep the pictures that stay; new ones stand on those they replace until they have loaded, so that
 * boards do not flicker, unless they are to be `late`.
 */
export function keepPictures(before, after, late) {
  const old = before.querySelectorAll(".picture img");
  after.querySelectorAll(".picture img").forEach((image, index) => {
    const known = old[index];
    if (known?.src === image.src) {
      known.alt = image.alt;
      image.replaceWith(known);
    }
    if (late || !known?.complete || known.src === image.src) return;
    image.style.backgroundImage = `url("${known.src}")`;
    image.addEventListener("load", () => (image.style.backgroundImage = ""), { once: true });
  });
}

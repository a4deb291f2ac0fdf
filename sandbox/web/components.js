// A message's components, legacy rows and Components V2 alike.

import { el, ownUrl, webAddress } from "./dom.js";
import { button } from "./buttons.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, picture } from "./media.js";
import { select } from "./select.js";

const MAKERS = {
  1: row,
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (part, scene) => markdown(part.content, scene.app),
  11: thumbnail,
  12: (part) => gallery(part.items.map(mediaItem)),
  13: file,
  14: separator,
  17: container,
};

/** Render components; `scene` is `{app, message}`. */
export function components(parts, scene) {
  return (parts ?? []).map((part) => {
    const node = MAKERS[part.type]?.(part, scene);
    return node ?? el("p", { class: "muted" }, `This sandbox cannot show a component of type ${part.type}.`);
  });
}

function row(part, scene) {
  return [el("div", { class: "row" }, components(part.components, scene)), failure(part.components, scene)];
}

function section(part, scene) {
  const accessory = part.accessory ? [part.accessory] : [];
  return [
    el(
      "div",
      { class: "section" },
      el("div", { class: "section-text" }, components(part.components, scene)),
      components(accessory, scene),
    ),
    failure(accessory, scene),
  ];
}

// What went wrong stands below the row or the section that was pressed.
function failure(controls, scene) {
  const found = scene.app.store.failures.get(scene.message.id);
  if (!controls.some((control) => control.custom_id && control.custom_id === found?.customId)) return null;
  return el("p", { class: "failure", role: "alert" }, found.text);
}

function thumbnail(part) {
  const node = picture(mediaItem(part));
  node.classList.add("thumbnail");
  return node;
}

function mediaItem(part) {
  return { ...part.media, description: part.description, spoiler: part.spoiler };
}

function file(part) {
  const address = webAddress(part.file.url);
  const name = part.name ?? (address ? new URL(address).pathname.split("/").pop() : "file");
  return fileCard(name, part.size, ownUrl(part.file.url));
}

function separator(part) {
  const spacing = part.spacing === 2 ? "wide" : "";
  return part.divider === false ? el("div", { class: `gap ${spacing}` }) : el(
    "hr",
    { class: `separator ${spacing}` },
  );
}

function container(part, scene) {
  const box = el("div", { class: "container" }, components(part.components, scene));
  if (part.accent_color != null) {
    box.classList.add("accented");
    box.style.setProperty("--stripe", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  }
  if (!part.spoiler) return box;
  const cover = el(
    "button",
    { class: "cover", type: "button", on: { click: () => cover.remove() } },
    "SPOILER",
  );
  box.append(cover);
  return box;
}

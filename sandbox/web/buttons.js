// Buttons under messages.

import { el, webAddress } from "./dom.js";
import { customEmoji } from "./inline.js";
import { jumpTarget } from "./pills.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/** Return the picture of an emoji object, or null. */
export function emojiOf(emoji) {
  if (!emoji) return null;
  return emoji.id ? customEmoji(emoji.name, emoji.id) : el(
    "span",
    { class: "emoji-char", "aria-hidden": emoji.name ? "true" : null },
    emoji.name,
  );
}

export function button(part, scene) {
  const label = part.label ? el("span", { class: "button-label" }, part.label) : null;
  const name = part.label ? null : part.emoji?.name;
  const face = [emojiOf(part.emoji), label];
  if (part.style === 5) return linkButton(part, scene, face, name);
  const node = el(
    "button",
    {
      class: `button ${STYLES[part.style] ?? "secondary"}`,
      type: "button",
      disabled: Boolean(part.disabled) || part.style === 6 || scene.app.store.dead(scene.message),
      "aria-label": name,
      data: { customId: part.custom_id ?? "" },
    },
    face,
  );
  hold(node, part, scene);
  node.addEventListener("click", () => scene.app.useComponent(scene.message, part, []));
  return node;
}

/** Let a control wait while one of its message is being used: that one turns, the others are grey. */
export function hold(node, part, scene) {
  const used = scene.app.store.pending.get(scene.message.id);
  if (used === undefined) return;
  // Not `disabled`: that would take the focus away from whoever uses the keyboard.
  node.setAttribute("aria-disabled", "true");
  node.classList.add(used === part.custom_id ? "waiting" : "held");
  if (used === part.custom_id) node.setAttribute("aria-busy", "true");
}

function linkButton(part, scene, face, name) {
  const mark = el("span", { class: "outward", "aria-hidden": "true" }, "↗");
  if (part.disabled || !webAddress(part.url)) return el(
    "button",
    { class: "button link", type: "button", disabled: true, "aria-label": name },
    face,
    mark,
  );
  const target = jumpTarget(part.url);
  const on = target ? { click: (event) => scene.app.follow(event, target) } : {};
  return el(
    "a",
    {
      class: "button link",
      href: part.url,
      target: "_blank",
      rel: "noopener noreferrer",
      "aria-label": name,
      on,
    },
    face,
    mark,
  );
}

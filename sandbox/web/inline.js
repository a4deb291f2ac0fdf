// The inline half of Discord's markdown: text in, nodes out.

import { el, webAddress } from "./dom.js";
import { timestamp } from "./times.js";
import { channelPill, commandPill, jumpTarget, jumpPill, rolePill, userPill } from "./pills.js";

const DEEPEST = 8;

// Each rule matches at one place and makes a node; `inner` renders what is inside of it.
// No pattern has two ways to read the same characters, so none can run away.
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (found) => found[1]],
  [/(`{1,2})([\s\S]*?[^`])\1(?!`)/y, (found) => el("code", {}, found[2].trim())],
  [/<@!?(\d{1,20})>/y, (found, app) => userPill(app, found[1])],
  [/<@&(\d{1,20})>/y, (found, app) => rolePill(app, found[1])],
  [/<#(\d{1,20})>/y, (found, app) => channelPill(app, found[1])],
  [/<\/([^:\n<>]{1,100}):\d{1,20}>/y, (found, app) => commandPill(app, found[1])],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (found) => customEmoji(found[1], found[2])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (found) => timestamp(Number(found[1]), found[2])],
  [/<(https?:\/\/[^\s<>]+)>/y, (found, app) => link(app, found[1], [found[1]])],
  [
    /\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\)/y,
    (found, app, inner) => link(app, found[2], inner(found[1]), true),
  ],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;!?"'\])*_~|]/y, (found, app) => link(app, found[0], [found[0]])],
  [/@(everyone|here)(?!\w)/y, (found) => el("span", { class: "pill pill-me" }, found[0])],
  [/\|\|([\s\S]+?)\|\|/y, (found, _app, inner) => spoiler(inner(found[1]))],
  [/~~([\s\S]+?)~~/y, (found, _app, inner) => el("s", {}, inner(found[1]))],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/sy, (found, _app, inner) => el("strong", {}, inner(found[1]))],
  [/__((?:\\.|[^\\])+?)__(?!_)/sy, (found, _app, inner) => el("u", {}, inner(found[1]))],
  [/\*(?![\s*])((?:\\.|\*\*[^*]+\*\*|[^*\\])+)(?<!\s)\*(?!\*)/sy, (found, _app, inner) => el("em", {}, inner(found[1]))],
  [
    /(?<![\p{L}\p{N}_])_(?!_)((?:\\.|__[^_]+__|[^_\\])+)_(?![\p{L}\p{N}_])/suy,
    (found, _app, inner) => el("em", {}, inner(found[1])),
  ],
];

const SPECIAL = /[\\`<[@|~*_h]/g;

/** Render a run of text as nodes. */
export function inline(text, app, depth = 0) {
  const nodes = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const made = depth < DEEPEST ? ruleAt(text, at, app, depth) : null;
    if (made) {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(made.node);
      at += made.length;
      continue;
    }
    SPECIAL.lastIndex = at + 1;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function ruleAt(text, at, app, depth) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) {
      const node = make(found, app, (inside) => inline(inside, app, depth + 1));
      return { node, length: found[0].length };
    }
  }
  return null;
}

/** Return a link that opens in a new tab, or jumps when it leads to a message here; else the words alone. */
export function link(app, url, content, masked = false) {
  if (!webAddress(url)) return el("span", {}, content);
  const target = jumpTarget(url);
  if (target && !masked) return jumpPill(app, target, url);
  const attributes = { href: url, target: "_blank", rel: "noopener noreferrer", title: masked ? url : null };
  if (target) attributes.on = { click: (event) => app.follow(event, target) };
  return el("a", attributes, content);
}

export function customEmoji(name, id) {
  return el(
    "img",
    { class: "emoji", src: `cdn/emoji/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" },
  );
}

function spoiler(content) {
  const node = el(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler", "aria-expanded": "false" },
    el("span", {}, content),
  );
  const reveal = () => {
    node.classList.add("revealed");
    for (const name of ["role", "tabindex", "aria-label", "aria-expanded"]) node.removeAttribute(name);
  };
  node.addEventListener("click", reveal);
  node.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && reveal());
  return node;
}

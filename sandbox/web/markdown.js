// The block half of Discord's markdown: fences, quotes, headings, lists, subtext.

import { el } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w+#.-]*)\n)?([\s\S]*?)```/g;
const QUOTE = /^> ?(?!>)/;
const HEADING = /^ *(#{1,3}) +(\S.*?)#*\s*$/;
const SUBTEXT = /^ *-# +(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const ON = /^ +(\S.*)$/;
const DEEPEST = 11;

/** Render a message's text in a block of its own. */
export function markdown(text, app) {
  return el("div", { class: "markdown" }, blocks(text, app));
}

function blocks(text, app) {
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(FENCE)) {
    if (!found[2].trim()) continue;
    nodes.push(...lines(text.slice(at, found.index), app));
    nodes.push(el("pre", { tabindex: "0" }, el("code", {}, found[2].replace(/^\n|\n$/g, ""))));
    at = found.index + found[0].length;
    if (text[at] === "\n") at += 1;
  }
  nodes.push(...lines(text.slice(at), app));
  return nodes;
}

function lines(text, app) {
  const waiting = text.split("\n");
  const nodes = [];
  let plain = [];
  const flush = () => {
    const joined = plain.join("\n");
    if (plain.length && (joined.trim() || nodes.length)) nodes.push(el("p", {}, inline(joined, app)));
    plain = [];
  };
  while (waiting.length) {
    const block = takeBlock(waiting, app);
    if (!block) {
      plain.push(waiting.shift());
      continue;
    }
    flush();
    nodes.push(block);
  }
  if (plain.join("\n").trim()) flush();
  return nodes;
}

// Takes the lines of one block off the front, or nothing when they are plain text.
function takeBlock(waiting, app) {
  const line = waiting[0];
  if (line.startsWith(">>> ")) {
    return el("blockquote", {}, blocks(waiting.splice(0).join("\n").slice(4), app));
  }
  if (QUOTE.test(line)) return quote(waiting, app);
  if (ITEM.test(line)) return list(waiting, app);
  const heading = HEADING.exec(line);
  if (heading) {
    waiting.shift();
    return el(`h${heading[1].length + 2}`, { class: `md-h${heading[1].length}` }, inline(heading[2], app));
  }
  const small = SUBTEXT.exec(line);
  if (!small) return null;
  waiting.shift();
  return el("small", { class: "subtext" }, inline(small[1], app));
}

function quote(waiting, app) {
  const inside = [];
  while (waiting.length && QUOTE.test(waiting[0])) inside.push(waiting.shift().replace(QUOTE, ""));
  return el("blockquote", {}, blocks(inside.join("\n"), app));
}

// The first item says of what kind a list is, and its number where it begins; lines that begin with a
// space go on with the last item.
function list(waiting, app, depth = 1) {
  const [, indent, mark] = ITEM.exec(waiting[0]);
  const ordered = /\d/.test(mark);
  const node = el(ordered ? "ol" : "ul", { start: ordered ? Math.max(1, parseInt(mark, 10)) : null });
  while (waiting.length) {
    const found = ITEM.exec(waiting[0]);
    const more = found ? null : ON.exec(waiting[0]);
    if (!found && !more) break;
    if (found && found[1].length < indent.length) break;
    if (found && node.lastChild && depth < DEEPEST && found[1].length > indent.length + 1) {
      node.lastChild.append(list(waiting, app, depth + 1));
      continue;
    }
    waiting.shift();
    if (found) node.append(el("li", {}, inline(found[3], app)));
    else node.lastChild.append("\n", ...inline(more[1], app));
  }
  return node;
}

// The legacy embeds of a message.

import { el } from "./dom.js";
import { inline, link } from "./inline.js";
import { markdown } from "./markdown.js";
import { picture } from "./media.js";
import { when } from "./names.js";

export function embed(item, app) {
  const bare = item.type === "image" && item.thumbnail;
  if (bare) return picture(item.thumbnail, { single: true });
  const words = el("div", {}, head(item, app), fields(item, app));
  const node = el("article", { class: "embed" }, el("div", { class: "embed-body" }, words, thumbnail(item)));
  if (item.image) node.append(el("div", { class: "embed-image" }, picture(item.image, { single: true })));
  const foot = footer(item);
  if (foot) node.append(foot);
  if (item.color != null) node.style.setProperty("--stripe", `#${item.color.toString(16).padStart(6, "0")}`);
  return node;
}

function head(item, app) {
  const author = item.author?.name;
  const title = item.title && (
    item.url ? link(app, item.url, inline(item.title, app), true) : inline(item.title, app)
  );
  return [
    author && el(
      "div",
      { class: "embed-author" },
      item.author.url ? link(app, item.author.url, [author], true) : author,
    ),
    title && el("div", { class: "embed-title" }, title),
    item.description && markdown(item.description, app),
  ];
}

function fields(item, app) {
  if (!item.fields?.length) return null;
  return el("div", { class: "embed-fields" }, item.fields.map((field) => fieldOf(field, app)));
}

function fieldOf(field, app) {
  const name = el("div", { class: "embed-name" }, inline(field.name, app));
  const style = field.inline ? "embed-field inline" : "embed-field";
  return el("div", { class: style }, name, markdown(field.value, app));
}

function thumbnail(item) {
  return item.thumbnail ? el("div", { class: "embed-thumbnail" }, picture(item.thumbnail)) : null;
}

function footer(item) {
  const date = new Date(item.timestamp ?? NaN);
  const parts = [item.footer?.text, !Number.isNaN(date.getTime()) && when(date)].filter(Boolean);
  return parts.length ? el("div", { class: "embed-footer" }, parts.join(" • ")) : null;
}

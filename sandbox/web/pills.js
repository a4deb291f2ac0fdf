// Mentions of people, channels, commands and messages.

import { BUBBLE, el, icon } from "./dom.js";
import { channelName, nameOf } from "./names.js";

export function userPill(app, id) {
  const user = app.store.users.get(id);
  const mine = id === app.store.me.id;
  return el(
    "span",
    { class: mine ? "pill pill-me" : "pill", data: { userId: id } },
    user ? `@${nameOf(user)}` : "@unknown",
  );
}

export function rolePill(app, id) {
  const role = app.store.role(id);
  const mine = app.store.roles().includes(id);
  return el("span", { class: mine ? "pill pill-me" : "pill" }, role ? roleName(role) : "@unknown-role");
}

/** Return a role's name as it is mentioned; that of everybody begins with @ already. */
export function roleName(role) {
  return role.name.startsWith("@") ? role.name : `@${role.name}`;
}

export function channelPill(app, id) {
  const channel = app.store.channels.get(id);
  if (!channel) return el("span", { class: "pill" }, "#unknown");
  return el(
    "button",
    { class: "pill", type: "button", on: { click: () => app.select(id) } },
    channelName(app.store, channel),
  );
}

export function commandPill(app, name) {
  return el(
    "button",
    { class: "pill", type: "button", on: { click: () => app.composer.begin(name) } },
    `/${name}`,
  );
}

const JUMP = /^https?:\/\/(?:(?:\w+\.)?discord(?:app)?\.com|HOST)\/(?:.*\/)?channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** Return the channel and message an address leads to in here, or null. */
export function jumpTarget(url) {
  const found = JUMP.exec(url.replace(`//${location.host}/`, "//HOST/"));
  return found && { channel: found[2], message: found[3] ?? null };
}

export function jumpPill(app, target, url) {
  const channel = app.store.channels.get(target.channel);
  const label = `${channelName(app.store, channel)}${target.message ? ", a message" : ""}`;
  const on = { click: (event) => app.follow(event, target) };
  return el(
    "a",
    { class: "pill", href: url, target: "_blank", rel: "noopener noreferrer", "aria-label": label, on },
    channelName(app.store, channel),
    target.message && [" › ", icon(BUBBLE)],
  );
}

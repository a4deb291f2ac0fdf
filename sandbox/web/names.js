// How people and places are called, and the avatars they have.

import { CLOUD, el, icon } from "./dom.js";
import { DM, GROUP } from "./state.js";

const COLOURS = ["#3f6fb5", "#a8487a", "#2f7d5b", "#9a5b1f", "#7354b8", "#b0443c", "#2b7a8c", "#6b6f2a"];

export function nameOf(user) {
  return user?.global_name ?? user?.username ?? "unknown";
}

/** Return a round avatar: initials on a colour of one's own, or a cloud for the bot. */
export function avatar(store, user, size = "") {
  const place = store.people.findIndex((person) => person.id === user.id);
  const colour = user.bot ? "#4a63d6" : COLOURS[Math.max(place, 0) % COLOURS.length];
  const face = user.bot ? icon(CLOUD) : [...nameOf(user)][0];
  return el(
    "span",
    { class: `avatar ${size}`, "aria-hidden": "true", style: { "background-color": colour } },
    face,
  );
}

export function appBadge() {
  return el("span", { class: "app-badge" }, "APP");
}

export function channelName(store, channel) {
  if (!channel) return "unknown";
  if (channel.thread_metadata || channel.type === GROUP) return channel.name;
  return channel.type === DM ? `@${nameOf(store.bot)}` : `#${channel.name}`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });
const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

export const clock = (date) => CLOCK.format(date);
export const day = (date) => DAY.format(date);
export const fullDate = (date) => FULL.format(date);

/** Return a date as it stands beside an author: the hour alone for today. */
export function when(date) {
  return date.toDateString() === new Date().toDateString() ? clock(date) : SHORT.format(date);
}

// Timestamps that each reader sees in his own words, kept up to date.

import { el } from "./dom.js";
import { fullDate } from "./names.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** Return the node of `<t:seconds:style>`. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  const node = el("time", { class: "stamp", datetime: date.toISOString(), title: fullDate(date) });
  if (style === "R") node.dataset.relative = String(seconds);
  node.textContent = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(undefined, STYLES[style]).format(date);
  return node;
}

function relative(seconds) {
  const away = Math.round(seconds - Date.now() / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? ["second", 1];
  return RELATIVE.format(Math.round(away / length), unit);
}

/** Keep relative timestamps true. */
export function keepTime() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const now = relative(Number(node.dataset.relative));
      if (node.textContent !== now) node.textContent = now;
    }
  }, 1000);
}

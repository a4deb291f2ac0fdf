// Strips above the messages: a welcome, a lost connection, a word that passes.

import { el } from "./dom.js";
import { nameOf } from "./names.js";

const SEEN = "sandbox-welcome-seen";
// Where one switches person depends on how wide the page is, and so do the words.
const ADVICE = [
  ". Switch person ",
  ["wide", "at the bottom left"],
  ["narrow", "at the top right"],
  ["wide", ", or open another tab: each tab is one person"],
  ".",
];
const LOST =
  "Connection lost. Reconnecting… If the bot has been started anew, open the address it shows now.";
const PASSING = 5000;

export class Banners {
  constructor(app) {
    this.app = app;
    this.box = document.querySelector("#banners");
    this.lost = el("p", { class: "banner warn", role: "alert" }, LOST);
  }

  connection(connected) {
    if (connected) this.lost.remove();
    else this.box.prepend(this.lost);
  }

  welcome() {
    this.strip?.remove();
    if (recall()) return;
    const { me } = this.app.store;
    const close = el(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": "Dismiss welcome",
        on: { click: () => this.dismiss() },
      },
      "✕",
    );
    this.strip = el("div", { class: "banner", role: "note" },
      el("p", {}, "You are ", el("strong", {}, nameOf(me)), ADVICE.map(words)),
      close,
    );
    this.box.append(this.strip);
  }

  dismiss() {
    this.welcomed();
    this.app.composer.rest();
  }

  /** Take the welcome away for good, once it was dismissed or followed. */
  welcomed() {
    this.strip?.remove();
    remember();
  }

  /** Say something for a moment. */
  say(words) {
    const strip = el("p", { class: "banner warn", role: "alert" }, words);
    this.box.append(strip);
    setTimeout(() => strip.remove(), PASSING);
  }
}

function words(part) {
  return typeof part === "string" ? part : el("span", { class: part[0] }, part[1]);
}

// Browsers that keep nothing refuse even to be asked.
function recall() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(SEEN, "1");
  } catch {
    // Then the strip comes back next time.
  }
}

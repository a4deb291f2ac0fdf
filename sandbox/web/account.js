// The person one acts as, and the list of those one could be.

import { NEW_TAB, SWAP, el, icon } from "./dom.js";
import { avatar, nameOf } from "./names.js";

export class Account {
  /** It stands in the sidebar, and on a phone in the bar at the top: `place` is where. */
  constructor(app, place) {
    this.app = app;
    this.open = false;
    this.element = el("div", { class: "account-box" });
    place?.append(this.element);
    document.addEventListener("click", (event) => this.open && !event.composedPath().includes(this.element) && this.close());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.open && this.close());
    app.store.on("HELLO", () => this.draw());
  }

  close() {
    const inside = this.element.querySelector(".people")?.contains(document.activeElement);
    this.open = false;
    this.draw();
    if (inside) this.element.querySelector(".account")?.focus();
  }

  draw() {
    const { store } = this.app;
    const button = el(
      "button",
      {
        class: "account",
        type: "button",
        "aria-haspopup": "true",
        "aria-expanded": String(this.open),
        "aria-label": `You are ${nameOf(store.me)}. Switch person`,
        title: "Switch person",
        on: { click: () => this.toggle() },
      },
      avatar(store, store.me),
      el(
        "span",
        { class: "account-name" },
        el("strong", {}, nameOf(store.me)),
        el("span", { class: "muted" }, "Switch person"),
      ),
      icon(SWAP),
    );
    this.element.replaceChildren(...[this.open && this.people(), button].filter(Boolean));
  }

  toggle() {
    this.open = !this.open;
    this.draw();
    this.element.querySelector(this.open ? ".person" : ".account")?.focus();
  }

  people() {
    const rows = this.app.store.people.map((person) => this.person(person));
    return el(
      "div",
      { class: "people", role: "group", "aria-label": "People to act as" },
      el("p", { class: "muted" }, "Each tab is one person. Switch here, or open another in a new tab."),
      el("ul", {}, rows),
    );
  }

  person(person) {
    const { store } = this.app;
    const mine = person.id === store.me.id;
    const pick = el(
      "button",
      {
        class: "person",
        type: "button",
        "aria-current": mine ? "true" : null,
        "aria-label": mine ? `${nameOf(person)}, you` : `Act as ${nameOf(person)}`,
        data: { userId: person.id },
        on: { click: () => this.pick(person.id) },
      },
      avatar(store, person, "small"),
      el("span", { class: "person-name" }, nameOf(person)),
      mine && el("span", { class: "muted" }, "you"),
    );
    const tab = el(
      "a",
      {
        class: "icon-button",
        href: this.app.address(person.id),
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-label": `Open a new tab as ${nameOf(person)}`,
        title: "Open in a new tab",
      },
      icon(NEW_TAB),
    );
    return el("li", { class: "person-row" }, pick, tab);
  }

  pick(id) {
    this.open = false;
    this.draw();
    this.app.become(id);
  }
}

// A list to pick from, driven by the keyboard of whatever field or button it belongs to.

import { el, freshId } from "./dom.js";

export class Listbox {
  /** `pick(item)` is called for what is chosen. An item is `{label, detail?, note?, face?, selected?, disabled?, data?}`. */
  constructor(label, pick, { multiple = false } = {}) {
    this.pick = pick;
    this.items = [];
    this.active = -1;
    this.element = el(
      "ul",
      {
        class: "listbox",
        role: "listbox",
        id: freshId("list"),
        "aria-label": label,
        "aria-multiselectable": multiple || null,
        tabindex: "-1",
      },
    );
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Show items, with the one at `active` ready to be picked (-1 for none). */
  show(items, active = 0) {
    this.items = items;
    this.options = items.map((item, index) => this.draw(item, index));
    this.element.replaceChildren(...this.options);
    this.setActive(Math.min(active, items.length - 1));
  }

  draw(item, index) {
    const words = el(
      "span",
      { class: "option-words" },
      el("span", { class: "option-label" }, item.label),
      item.detail && el("span", { class: "option-detail" }, item.detail),
    );
    const node = el(
      "li",
      {
        class: "option",
        role: "option",
        id: `${this.element.id}-${index}`,
        "aria-selected": String(Boolean(item.selected)),
        "aria-disabled": item.disabled ? "true" : null,
        data: item.data ?? {},
      },
      item.face,
      words,
      item.note && el("span", { class: "option-note" }, item.note),
    );
    node.addEventListener("mousemove", () => this.active !== index && this.setActive(index, false));
    node.addEventListener("click", () => this.choose(index));
    return node;
  }

  setActive(index, scroll = true) {
    this.options[this.active]?.classList.remove("active");
    this.active = index;
    const node = this.options[index];
    node?.classList.add("active");
    if (scroll) node?.scrollIntoView({ block: "nearest" });
    this.onActive?.(node?.id ?? null);
  }

  choose(index) {
    const item = this.items[index];
    if (item && !item.disabled) this.pick(item);
  }

  /** Act on a key that belongs to a list; tells whether it was one. */
  key(key) {
    const count = this.items.length;
    const steps = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: Math.min(this.active + 8, count - 1),
      PageUp: Math.max(this.active - 8, 0),
    };
    if (!(key in steps) || !count) return false;
    this.setActive((steps[key] + count) % count);
    return true;
  }
}

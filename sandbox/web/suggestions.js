// The panel of suggestions above the composer; the field that owns it keeps the focus.

import { el } from "./dom.js";
import { Listbox } from "./listbox.js";

export class Suggestions {
  constructor() {
    this.owner = null;
    this.list = new Listbox("Suggestions", (item) => item.run());
    this.list.onActive = (id) => this.point(id);
    this.title = el("p", { class: "suggestions-title" });
    this.element = el("div", { class: "suggestions", hidden: true }, this.title, this.list.element);
  }

  get open() {
    return !this.element.hidden;
  }

  /** Show items `{label, run, ...}` for a field, the one at `active` ready to be picked. */
  show(owner, title, items, active = 0) {
    this.point(null);
    this.owner = owner;
    owner.setAttribute("aria-controls", this.list.element.id);
    this.title.textContent = title;
    this.list.show(items, active);
    this.reveal(items.length > 0);
  }

  hide() {
    if (this.list.items.length) this.list.show([]);
    this.reveal(false);
  }

  reveal(open) {
    this.element.hidden = !open;
    // A plain text box has no expanded state.
    if (
      this.owner?.getAttribute("role") === "combobox"
    ) this.owner.setAttribute("aria-expanded", String(open));
  }

  point(id) {
    if (id) this.owner?.setAttribute("aria-activedescendant", id);
    else this.owner?.removeAttribute("aria-activedescendant");
  }

  /** Act on a key that belongs to the suggestions; tells whether it was one. */
  key(event) {
    if (!this.open) return false;
    const picks = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
    if (picks && this.list.active >= 0) this.list.choose(this.list.active);
    else if (event.key === "Escape") this.hide();
    else if (!this.list.key(event.key)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}

// Select menus, in messages and in windows.

import { emojiOf, hold } from "./buttons.js";
import { CHEVRON, el, icon } from "./dom.js";
import { Listbox } from "./listbox.js";
import { avatar, channelName, nameOf } from "./names.js";
import { roleName } from "./pills.js";

/** Render a select of a message; choosing sends it, and it shows that till its message is edited. */
export function select(part, scene) {
  const { store } = scene.app;
  const dropdown = new Dropdown(part, scene.app, {
    commit: (values) => {
      store.choose(scene.message, part.custom_id, values);
      scene.app.useComponent(scene.message, part, values);
    },
    kept: store.chosen.get(scene.message.id)?.[part.custom_id],
  });
  if (store.dead(scene.message)) dropdown.button.disabled = true;
  hold(dropdown.button, part, scene);
  return dropdown.element;
}

/** Return what a select of any type offers, as `{value, label, description?, face?}`. */
export function offered(part, store) {
  if (part.type === 3) return part.options.map((option) => ({ ...option, face: emojiOf(option.emoji) }));
  const guild = store.channels.get(store.current)?.guild;
  const roles = (guild?.roles ?? []).map((role) => ({ value: role.id, label: roleName(role) }));
  if (part.type === 6) return roles;
  const people = [...store.people, store.bot].map(
    (user) => ({ value: user.id, label: nameOf(user), face: avatar(store, user, "small") })
  );
  if (part.type === 5) return people;
  if (part.type === 7) return [...people, ...roles];
  if (part.type !== 8) return [];
  const channels = store.channelsOf(guild);
  return channels.map((channel) => ({ value: channel.id, label: channelName(store, channel) }));
}

export class Dropdown {
  /** `commit(values)` gets what was chosen, `kept` was before; `labelledBy` names it when it has a label elsewhere. */
  constructor(part, app, { commit, kept = null, labelledBy = null }) {
    this.commit = commit;
    this.options = offered(part, app.store);
    this.least = part.min_values ?? 1;
    this.most = part.max_values ?? 1;
    this.values = kept ?? this.preset(part);
    this.placeholder = part.placeholder || "Make a selection";
    this.list = new Listbox(this.placeholder, (item) => this.toggle(item.value), { multiple: this.most > 1 });
    this.shown = el("span", { class: "select-value" });
    this.button = el(
      "button",
      {
        class: "select",
        type: "button",
        role: "combobox",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-controls": this.list.element.id,
        "aria-label": labelledBy ? null : this.placeholder,
        "aria-labelledby": labelledBy,
        disabled: Boolean(part.disabled),
        data: { customId: part.custom_id },
      },
      this.shown,
      icon(CHEVRON),
    );
    this.list.onActive = (id) => id && this.button.setAttribute("aria-activedescendant", id);
    this.element = el("div", { class: "select-box" }, this.button);
    this.listen();
    this.write();
  }

  preset(part) {
    const defaults = part.default_values?.map((item) => item.id) ?? [];
    const marked = (part.options ?? []).filter((option) => option.default).map((option) => option.value);
    return [...defaults, ...marked];
  }

  listen() {
    this.button.addEventListener(
      "click",
      () => this.button.ariaDisabled !== "true" && (this.popup ? this.close() : this.open()),
    );
    this.button.addEventListener("keydown", (event) => this.key(event));
    this.button.addEventListener("blur", () => this.popup && this.close());
  }

  key(event) {
    if (this.button.ariaDisabled === "true") return;
    if (!this.popup) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.open();
      return;
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      this.close();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.list.choose(this.list.active);
    } else if (this.list.key(event.key)) event.preventDefault();
    else if (event.key.length === 1) this.seek(event.key.toLowerCase());
  }

  // Jumps to the next option that begins with a letter.
  seek(letter) {
    const order = this.options.map((_, index) => (this.list.active + 1 + index) % this.options.length);
    const found = order.find((index) => this.options[index].label.toLowerCase().startsWith(letter));
    if (found !== undefined) this.list.setActive(found);
  }

  open() {
    this.before = [...this.values];
    this.popup = el("div", { class: "popup" }, this.list.element);
    if (this.most > 1) this.popup.append(this.foot());
    // A dialog lies above the page, and so must what opens in it.
    (this.button.closest("dialog") ?? document.body).append(this.popup);
    this.button.setAttribute("aria-expanded", "true");
    const first = this.options.findIndex((option) => this.values.includes(option.value));
    this.draw(Math.max(first, 0));
    this.place();
    this.move = () => this.place();
    window.addEventListener("scroll", this.move, true);
    window.addEventListener("resize", this.move);
  }

  foot() {
    this.hint = el("span", { class: "muted" });
    const done = el(
      "button",
      {
        class: "button primary",
        type: "button",
        on: { mousedown: (event) => event.preventDefault(), click: () => this.close() },
      },
      "Done",
    );
    return el("div", { class: "popup-foot" }, this.hint, done);
  }

  draw(active) {
    const full = this.most > 1 && this.values.length >= this.most;
    const items = this.options.map((option) => {
      const selected = this.values.includes(option.value);
      return {
        ...option,
        detail: option.description,
        selected,
        disabled: full && !selected,
        data: { value: option.value },
        note: selected ? "✓" : null,
      };
    });
    this.list.show(items, active);
    if (
      this.hint && this.most > 1
    ) this.hint.textContent = `Choose ${this.least === this.most ? this.most : `${this.least} to ${this.most}`}`;
  }

  place() {
    const box = this.button.getBoundingClientRect();
    const { style } = this.popup;
    const below = innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const upward = below < Math.min(this.popup.scrollHeight, 260) && above > below;
    style.left = `${box.left}px`;
    style.width = `${box.width}px`;
    style.top = upward ? "auto" : `${box.bottom + 4}px`;
    style.bottom = upward ? `${innerHeight - box.top + 4}px` : "auto";
    style.maxHeight = `${Math.min(upward ? above : below, 340)}px`;
  }

  toggle(value) {
    const chosen = this.values.includes(value);
    if (this.most === 1) {
      this.values = chosen && this.least === 0 ? [] : [value];
      // A finger may choose the same again, a mouse sends it once.
      this.close(matchMedia("(max-width: 760px)").matches);
      return;
    }
    this.values = chosen ? this.values.filter((item) => item !== value) : [...this.values, value];
    this.draw(this.list.active);
    this.write();
  }

  close(again = false) {
    window.removeEventListener("scroll", this.move, true);
    window.removeEventListener("resize", this.move);
    this.popup.remove();
    this.popup = null;
    this.button.setAttribute("aria-expanded", "false");
    this.button.removeAttribute("aria-activedescendant");
    this.write();
    const changed = again || this.values.length !== this.before.length || this.values.some(
      (value) => !this.before.includes(value)
    );
    const fits = this.values.length >= this.least;
    if (changed && fits) this.commit(this.values);
    if (changed && !fits) this.values = this.before;
    this.write();
    this.button.dispatchEvent(new Event("closed", { bubbles: true }));
  }

  write() {
    const chosen = this.options.filter((option) => this.values.includes(option.value));
    this.shown.replaceChildren(
      ...(
        chosen.length ? chosen.flatMap(
          (option) => [option.face?.cloneNode(true) ?? "", el("span", { class: "chosen" }, option.label)]
        ) : [this.placeholder]
      )
    );
    this.shown.classList.toggle("placeholder", !chosen.length);
  }
}

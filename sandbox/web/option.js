// One option of a command that is being written: its name, its field, its choices.

import { read } from "./command.js";
import { el } from "./dom.js";
import { avatar } from "./names.js";

export class OptionPill {
  constructor(composer, option, choices) {
    this.composer = composer;
    this.option = option;
    this.choices = choices;
    this.picked = null;
    this.input = el("input", {
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-label": option.name,
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": "composer-hint",
      inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : null,
      autocomplete: "off",
      spellcheck: "false",
      data: { option: option.name },
    });
    const drop = el(
      "button",
      {
        class: "pill-drop",
        type: "button",
        "aria-label": `Remove ${option.name}`,
        tabindex: "-1",
        on: { click: () => this.composer.remove(this) },
      },
      "✕",
    );
    this.element = el(
      "span",
      { class: "option-pill" },
      el("span", { class: "option-name", "aria-hidden": "true" }, option.name),
      this.input,
      option.required ? null : drop,
    );
    this.listen();
  }

  listen() {
    this.input.addEventListener("focus", () => this.suggest());
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("blur", () => this.flag());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("click", (event) => event.target.closest("button") || this.input.focus());
  }

  focus() {
    if (document.activeElement === this.input) this.suggest();
    this.input.focus();
  }

  read() {
    return read(this.option, this.input.value, this.picked, this.choices);
  }

  /** Mark the pill when what is in it cannot be sent. */
  flag() {
    const wrong = Boolean(this.read().problem) && document.activeElement !== this.input;
    this.element.classList.toggle("wrong", wrong);
    this.input.setAttribute("aria-invalid", String(wrong));
  }

  fit() {
    this.input.style.width = `${Math.min(Math.max([...this.input.value].length + 2, 6), 40)}ch`;
  }

  typed() {
    this.fit();
    this.element.classList.remove("wrong");
    this.suggest();
  }

  suggest() {
    this.fit();
    this.composer.say(`${this.option.name} — ${this.option.description}`);
    if (this.choices) this.offer(this.fitting());
    else this.composer.suggestions.hide();
    if (this.option.autocomplete) this.composer.complete(this);
  }

  fitting() {
    const typed = this.input.value.trim().replace(/^[@#]/, "").toLowerCase();
    const settled = this.picked?.name === this.input.value;
    return this.choices.filter((choice) => settled || choice.name.toLowerCase().includes(typed));
  }

  /** Show what can be picked: `{name, value, user?}` each. */
  offer(choices) {
    const items = choices.slice(0, 25).map((choice) => ({
      label: choice.name,
      face: choice.user && avatar(this.composer.app.store, choice.user, "small"),
      selected: this.picked?.value === choice.value,
      data: { value: String(choice.value) },
      run: () => this.pick(choice),
    }));
    const settled = this.picked?.name === this.input.value && this.input.value !== "";
    this.composer.suggestions.show(
      this.input,
      `${this.option.name} — ${this.option.description}`,
      items,
      settled ? -1 : 0,
    );
    if (!items.length) this.composer.say(
      `${this.option.name} — no options match. ${this.option.description}`
    );
  }

  pick(choice) {
    this.picked = choice;
    this.input.value = choice.name;
    this.fit();
    this.composer.suggestions.hide();
    this.composer.next(this);
  }

  key(event) {
    if (event.isComposing) return;
    if (this.composer.suggestions.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.composer.submit();
    } else if (event.key === "Escape") {
      this.composer.cancel();
      this.composer.field.focus();
    } else if (event.key === "Backspace" && !this.input.value) {
      event.preventDefault();
      this.composer.remove(this);
    } else if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      this.composer.next(this);
    }
  }
}

// The field in which people write, and run commands.

import { called, fixedChoices, matching, named, usable, wrap } from "./command.js";
import { SEND, el, icon } from "./dom.js";
import { beginning, spell } from "./mention.js";
import { avatar, channelName } from "./names.js";
import { OptionPill } from "./option.js";
import { FORUM } from "./state.js";
import { Suggestions } from "./suggestions.js";

const MOST = 2000;
const AUTOCOMPLETE_AFTER = 180;

export class Composer {
  constructor(app, form) {
    this.app = app;
    this.form = form;
    this.drafts = new Map();
    this.entry = null;
    this.pills = [];
    const described = { "aria-autocomplete": "list", "aria-describedby": "composer-hint" };
    this.field = el("textarea", { id: "composer", rows: "1", ...described });
    this.hint = el("p", { id: "composer-hint", class: "hint", role: "status" });
    this.suggestions = new Suggestions();
    this.name = el("span", { class: "command-name", hidden: true });
    this.row = el(
      "div",
      { class: "composer-row" },
      this.name,
      this.field,
      el("button", { class: "icon-button send", type: "submit", "aria-label": "Send" }, icon(SEND)),
    );
    form.append(this.suggestions.element, this.hint, this.row);
    this.listen();
  }

  listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("focus", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.form.addEventListener("focusout", (event) => {
      if (!this.form.contains(event.relatedTarget)) this.suggestions.hide();
    });
    this.row.addEventListener("click", (event) => event.target === this.row && this.field.focus());
  }

  get channel() {
    return this.app.store.channels.get(this.app.store.current);
  }

  entries() {
    return this.channel ? usable(this.app.store, this.channel) : [];
  }

  /** Turn to the channel now shown, with what was left unsent in it. */
  turn(before) {
    if (before) this.drafts.set(before, this.entry ? "" : this.field.value);
    this.cancel();
    const name = channelName(this.app.store, this.channel);
    this.field.setAttribute("aria-label", `Message ${name}`);
    const narrow = matchMedia("(max-width: 760px)").matches;
    this.idle = `Message ${name}, or ${narrow ? "/" : "type / for commands"}`;
    this.write(this.drafts.get(this.app.store.current) ?? "");
    this.suggestions.hide();
    this.settle();
  }

  /** Let nothing be written where there is nothing to write into: in a thread that is locked. */
  settle() {
    const { channel } = this;
    this.form.hidden = channel?.type === FORUM;
    const shut = Boolean(channel?.thread_metadata?.locked) && !this.app.store.owns(channel.guild);
    this.field.disabled = shut;
    this.form.classList.toggle("shut", shut);
    this.write(this.field.value);
  }

  write(text) {
    this.field.value = text;
    this.field.placeholder = this.field.disabled ? "This thread is locked." : this.entry ? (
      this.left().length ? "Add an option or send" : "Enter sends"
    ) : this.idle;
    this.grow();
  }

  grow() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 220)}px`;
  }

  typed() {
    this.grow();
    const text = this.field.value;
    if (this.entry) this.offerOptions(text.trim());
    else if (text.startsWith("/") && !text.includes("\n")) this.offerCommands(text.slice(1));
    else this.offerPeople(text);
    if (!this.entry) this.say(text.length > MOST ? `${text.length} of at most ${MOST} characters` : "", true);
  }

  /** Offer what can be used now that others are there: while a command is being typed. */
  renew() {
    const typing = document.activeElement === this.field && !this.entry;
    if (typing && this.field.value.startsWith("/")) this.typed();
  }

  offerCommands(typed) {
    const exact = named(this.entries(), typed);
    if (exact && document.activeElement === this.field) {
      this.begin(exact.name, typed.slice(exact.name.length + 1));
      return;
    }
    const items = matching(this.entries(), typed).map((entry) => ({
      label: `/${entry.name}`,
      detail: entry.description,
      note: this.app.botName,
      data: { command: entry.name },
      run: () => this.begin(entry.name),
    }));
    this.suggestions.show(this.field, "Commands", items);
  }

  // Offers people to mention while a word that begins with @ is being typed.
  offerPeople(text) {
    const { store } = this.app;
    const found = beginning(store, text);
    if (!found.people.length) return this.suggestions.hide();
    const items = found.people.map(({ name, user }) => ({
      label: name,
      face: user && avatar(store, user, "small"),
      data: { userId: user?.id ?? "" },
      run: () => this.mention(name, found.typed),
    }));
    return this.suggestions.show(this.field, "People", items);
  }

  mention(name, typed) {
    this.write(`${this.field.value.slice(0, this.field.value.length - typed.length)}${name} `);
    this.suggestions.hide();
  }

  left() {
    return this.entry.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  offerOptions(typed) {
    const items = this.left().filter((option) => option.name.includes(typed.toLowerCase())).map(
      (option) => ({
        label: option.name,
        detail: option.description,
        note: "optional",
        data: { option: option.name },
        run: () => this.add(option).focus(),
      })
    );
    this.suggestions.show(this.field, "Options", items, typed ? 0 : -1);
    this.say(this.entry.description);
  }

  say(text, bad = false) {
    this.hint.textContent = text;
    this.hint.classList.toggle("bad", bad);
  }

  /** Start a command by name ("play", "stats show"), what was typed already in its first option. */
  begin(name, rest = "") {
    const entry = called(this.entries(), name);
    if (!entry) {
      this.say(`/${name} cannot be used here.`, true);
      return;
    }
    this.cancel();
    this.entry = entry;
    this.name.textContent = `/${entry.name}`;
    this.name.hidden = false;
    this.form.dataset.command = entry.name;
    for (const option of entry.options.filter((item) => item.required)) this.add(option);
    if (!this.pills.length && rest && entry.options.length) this.add(entry.options[0]);
    this.write("");
    this.suggestions.hide();
    if (rest && this.pills[0]) this.pills[0].input.value = rest;
    (this.pills[0] ?? this).focus();
  }

  focus() {
    this.field.focus();
    this.typed();
  }

  /** Take the focus back; but on a touch screen a keyboard would come and cover what is to be seen. */
  rest() {
    if (matchMedia("(hover: hover)").matches) this.field.focus();
    else document.activeElement?.blur();
  }

  add(option) {
    const pill = new OptionPill(this, option, fixedChoices(option, this.app.store, this.channel));
    this.pills.push(pill);
    this.field.before(pill.element);
    this.write("");
    return pill;
  }

  remove(pill) {
    const place = this.pills.indexOf(pill);
    if (pill.option.required) {
      if (place === 0) this.retreat();
      else this.pills[place - 1].focus();
      return;
    }
    this.pills.splice(place, 1);
    (this.pills[place - 1] ?? this).focus();
    pill.element.remove();
    this.write("");
  }

  // Goes back from a command to its name as text.
  retreat() {
    const { name } = this.entry;
    this.cancel();
    this.write(`/${name}`);
    this.focus();
  }

  cancel() {
    for (const pill of this.pills) pill.element.remove();
    this.pills = [];
    this.entry = null;
    this.name.hidden = true;
    delete this.form.dataset.command;
    this.write("");
    this.say("");
  }

  key(event) {
    if (event.isComposing) return;
    if (this.suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape" && this.entry) this.cancel();
    else if (event.key === "Backspace" && this.entry && !this.field.value) {
      event.preventDefault();
      if (this.pills.length) this.pills.at(-1).focus();
      else this.retreat();
    }
  }

  /** Go on from an option that has been filled in: to the next that must be, or to the end. */
  next(pill) {
    const open = this.pills.slice(this.pills.indexOf(pill) + 1).find((item) => !item.input.value);
    (open ?? this).focus();
  }

  /** Return Discord's interaction data options; `focused` is the pill being typed in. */
  given(focused = null) {
    const options = [];
    for (const pill of this.pills) {
      const { name, type } = pill.option;
      const found = pill.read();
      if (pill === focused) options.push({ name, type, value: pill.input.value, focused: true });
      else if ("value" in found) options.push({ name, type, value: found.value });
    }
    return wrap(this.entry, options);
  }

  /** Ask the bot what could be typed in an option, once the typing pauses. */
  complete(pill) {
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const { entry, channel } = this;
      const text = pill.input.value;
      if (!entry || !this.pills.includes(pill)) return;
      const answer = await this.app.socket.ask(
        "autocomplete",
        { channel_id: channel.id, command_id: entry.id, options: this.given(pill) },
      );
      if (this.entry !== entry || pill.input.value !== text || document.activeElement !== pill.input) return;
      if (answer.state === "choices") pill.offer(answer.choices);
      else this.say("Loading options failed", true);
    }, AUTOCOMPLETE_AFTER);
  }

  submit() {
    if (this.entry) this.run();
    else this.speak();
  }

  async speak() {
    const text = this.field.value;
    const channelId = this.app.store.current;
    if (!text.trim() || text.length > MOST || !channelId) return;
    if (text.startsWith("/") && matching(this.entries(), text.slice(1)).length === 1) {
      this.begin(matching(this.entries(), text.slice(1))[0].name);
      return;
    }
    // What was to be a command is not said aloud.
    if (/^\/\w/.test(text) && !this.app.store.botOnline) {
      this.say(`${this.app.botName} is not here yet: starting takes up to a minute.`, true);
      return;
    }
    this.write("");
    this.say("");
    this.app.store.dividers.delete(channelId);
    const answer = await this.app.socket.ask("send", { channel_id: channelId, content: spell(this.app.store, text) });
    if (answer.state !== "ok") this.app.complain(channelId, answer.message);
  }

  run() {
    const wrong = this.pills.map((pill) => [pill, pill.read().problem]).find(([, problem]) => problem);
    const stray = this.field.value.trim();
    if (wrong || stray) {
      (wrong?.[0] ?? this).focus();
      wrong?.[0].flag();
      this.say(wrong ? `${wrong[0].option.name}: ${wrong[1]}` : `There is no option “${stray}”.`, true);
      return;
    }
    const command = { channel_id: this.channel.id, command_id: this.entry.id, options: this.given() };
    const { name } = this.entry;
    this.cancel();
    this.suggestions.hide();
    this.rest();
    this.app.useCommand(name, command);
  }
}


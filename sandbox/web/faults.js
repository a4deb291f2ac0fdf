// The panel in which things are made to go wrong.

import { el } from "./dom.js";
import { channelName, nameOf } from "./names.js";
import { isThread, threadSwitches } from "./threads.js";

// What the bot may be kept from in a channel, and what it may be allowed there beside the usual.
const TAKEN = [
  [1n << 10n, "see"],
  [1n << 11n, "send messages in"],
  [1n << 35n, "start threads in"],
  [1n << 38n, "write in the threads of"],
];
const GIVEN = [[1n << 34n, "manage the threads of"]];
const CREATE_EVENTS = 1n << 44n;
const DELAYS = [[0, "at once"], [1, "1 second late"], [2.5, "2.5 seconds late"], [5, "5 seconds late"]];
const ONCE = [
  ["The next request gets 503", (faults) => ({ requests: [...faults.requests, { status: 503, times: 1 }] })],
  [
    "The next request gets 429",
    (faults) => ({ requests: [...faults.requests, { status: 429, times: 1, retry_after: 1 }] }),
  ],
  ["The next acknowledgement gets lost", (faults) => ({ callback_losses: faults.callback_losses + 1 })],
  ["Drop the gateway", () => ({ gateway: "drop" })],
  ["Ask the bot to reconnect", () => ({ gateway: "reconnect" })],
  ["End the bot's session", () => ({ gateway: "invalidate" })],
  ["Let the gateway fall silent", () => ({ gateway: "hush" })],
];

export class Faults {
  constructor(app) {
    this.app = app;
    this.body = el("div", { class: "modal-body" });
    const close = el(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": "Close",
        on: { click: () => this.dialog.close() },
      },
      "✕",
    );
    const title = el("h2", { id: "faults-title" }, "Make things go wrong");
    const head = el("header", { class: "modal-head" }, title, close);
    const whole = el("div", { class: "modal" }, head, this.body);
    this.dialog = el("dialog", { class: "modal-dialog", "aria-labelledby": "faults-title" }, whole);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.body.append(this.dialog);
    document.querySelector("#faults").addEventListener("click", () => this.open());
    for (const event of ["FAULTS", "TURN"]) app.store.on(event, () => this.draw());
  }

  open() {
    this.draw();
    this.dialog.showModal();
  }

  patch(changes) {
    this.app.socket.say("faults", { patch: changes });
  }

  draw() {
    const { store } = this.app;
    document.querySelector("#faults").classList.toggle("on", Boolean(this.active()));
    if (!store.me || !("closed_dms" in store.faults)) return;
    const held = this.body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    // Where there is nothing to switch, as in direct messages, a part is null.
    const parts = [
      el(
        "p",
        { class: "muted" },
        "For trying what the bot does when Discord is not at its best. These switches hold for everybody.",
      ),
      this.closedDms(),
      ...this.elsewhere(),
      ...this.permissions(),
      this.toggle(
        "silent",
        "The gateway acknowledges no heartbeat",
        store.faults.gateway_silent,
        (on) => ({ gateway_silent: on }),
      ),
      this.toggle(
        "pace",
        "Requests take as long as on Discord, and no more are taken than there",
        store.faults.pace,
        (on) => ({ pace: on }),
      ),
      this.toggle(
        "lost_answers",
        "Private answers are lost with the connection, and by a jump to the present",
        store.faults.lost_answers,
        (on) => ({ lost_answers: on }),
      ),
      this.toggle(
        "late_pictures",
        "Pictures load late",
        store.faults.late_pictures,
        (on) => ({ late_pictures: on }),
      ),
      this.delay(),
      this.here(),
      el(
        "div",
        { class: "once" },
        ONCE.map(([words, changes]) => this.button(words, () => this.patch(changes(store.faults)))),
      ),
      el("p", { class: "muted", role: "status" }, this.waiting()),
    ];
    this.body.replaceChildren(...parts.filter(Boolean));
    if (held) this.body.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  }

  active() {
    const { faults } = this.app.store;
    const counts = [
      faults.elsewhere,
      faults.forum,
      faults.callback_delay,
      faults.callback_losses,
      faults.gateway_silent,
      faults.pace,
      faults.lost_answers,
      faults.late_pictures,
    ];
    const places = [faults.missing_permissions, faults.granted_permissions].map((bits) => Object.keys(bits ?? {}));
    const lists = [faults.closed_dms, faults.requests, ...places];
    return counts.some(Boolean) || lists.some((list) => list?.length);
  }

  waiting() {
    const { faults } = this.app.store;
    const parts = [
      faults.requests.length && `${faults.requests.length} request(s) still to be hit`,
      faults.callback_losses && `${faults.callback_losses} acknowledgement(s) still to be lost`,
    ];
    return parts.filter(Boolean).join(" · ");
  }

  toggle(key, words, on, changes) {
    const input = el(
      "input",
      {
        type: "checkbox",
        checked: on,
        data: { key },
        on: { change: () => this.patch(changes(input.checked)) },
      },
    );
    return el("label", { class: "choice" }, input, words);
  }

  closedDms() {
    const { me, faults } = this.app.store;
    const others = faults.closed_dms.filter((id) => id !== me.id);
    return this.toggle(
      "dms",
      "My direct messages are closed to the bot",
      faults.closed_dms.includes(me.id),
      (on) => ({ closed_dms: on ? [...others, me.id] : others }),
    );
  }

  // Places where the bot is not, and whether one has it for oneself.
  elsewhere() {
    const { me, faults, bot, channels, current, people } = this.app.store;
    const mine = faults.user_installs.includes(me.id);
    const others = faults.user_installs.filter((id) => id !== me.id);
    const guild = channels.get(current)?.guild;
    const everyone = people.map((person) => person.id);
    const name = nameOf(bot);
    return [
      this.toggle("elsewhere", `Places without ${name}: a group chat and another server`, faults.elsewhere, (on) => (
        on && !faults.user_installs.length ? { elsewhere: on, user_installs: everyone } : { elsewhere: on }
      )),
      this.toggle("forum", "A forum on this server", faults.forum, (on) => ({ forum: on })),
      faults.elsewhere && this.toggle("installed", `I have ${name} installed for myself`, mine, (on) => (
        { user_installs: on ? [...others, me.id] : others }
      )),
      guild?.foreign && this.toggle(
        "external",
        "This server does not let people use apps from elsewhere",
        faults.no_external_apps.includes(guild.id),
        (on) => ({ no_external_apps: on ? [guild.id] : [] }),
      ),
    ];
  }

  permissions() {
    const { store } = this.app;
    const shown = store.channels.get(store.current);
    // A thread has the permissions of its channel.
    const channel = store.channels.get(shown?.parent_id) ?? shown;
    if (!channel?.guild || channel.guild.foreign) return [];
    const name = channelName(store, channel);
    return [
      ...TAKEN.map(([bit, does]) => this.bit("missing_permissions", channel, bit, `The bot may not ${does} ${name}`)),
      ...GIVEN.map(([bit, does]) => this.bit("granted_permissions", channel, bit, `The bot may ${does} ${name}`)),
      this.bit("granted_permissions", channel.guild, CREATE_EVENTS, "The bot may create events on this server"),
    ];
  }

  bit(name, channel, bit, words) {
    const { [channel.id]: now = "0", ...others } = this.app.store.faults[name];
    const bits = BigInt(now);
    return this.toggle(`${name}-${bit}`, words, Boolean(bits & bit), (on) => {
      const then = on ? bits | bit : bits & ~bit;
      return { [name]: then ? { ...others, [channel.id]: String(then) } : others };
    });
  }

  // What can be done with the thread or the channel that is shown, by those who may.
  here() {
    const { store } = this.app;
    const channel = store.channels.get(store.current);
    if (!channel?.guild) return null;
    const buttons = isThread(channel) ? threadSwitches(this.app, channel) : [];
    if (store.owns(channel.guild)) {
      const words = isThread(channel) ? "Delete this thread" : `Delete ${channelName(store, channel)}`;
      buttons.push([words, () => this.app.socket.say("delete_channel", { channel_id: channel.id })]);
    }
    if (!buttons.length) return null;
    return el("div", { class: "once" }, buttons.map(([words, run]) => this.button(words, run)));
  }

  button(words, run) {
    return el(
      "button",
      { class: "button secondary", type: "button", data: { key: words }, on: { click: run } },
      words,
    );
  }

  delay() {
    const now = this.app.store.faults.callback_delay;
    const options = DELAYS.map(([seconds, words]) => {
      const option = el("option", { value: String(seconds) }, words);
      option.selected = seconds === now;
      return option;
    });
    const input = el(
      "select",
      {
        class: "text-input",
        data: { key: "delay" },
        on: { change: () => this.patch({ callback_delay: Number(input.value) }) },
      },
      options,
    );
    return el("label", { class: "field-label" }, "The bot's acknowledgements are answered", input);
  }
}

// The panel in which things are made to go wrong.

import { el } from "./dom.js";
import { channelName } from "./names.js";

const SEND_MESSAGES = 1 << 11;
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
    app.store.on("FAULTS", () => this.draw());
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
      this.noPermission(),
      this.toggle(
        "silent",
        "The gateway acknowledges no heartbeat",
        store.faults.gateway_silent,
        (on) => ({ gateway_silent: on }),
      ),
      this.delay(),
      el(
        "div",
        { class: "once" },
        ONCE.map(
          ([words, changes]) => el(
            "button",
            {
              class: "button secondary",
              type: "button",
              data: { key: words },
              on: { click: () => this.patch(changes(store.faults)) },
            },
            words,
          )
        ),
      ),
      el("p", { class: "muted", role: "status" }, this.waiting()),
    ];
    this.body.replaceChildren(...parts.filter(Boolean));
    if (held) this.body.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  }

  active() {
    const { faults } = this.app.store;
    const counts = [faults.callback_delay, faults.callback_losses, faults.gateway_silent];
    const lists = [faults.closed_dms, faults.requests, Object.keys(faults.missing_permissions ?? {})];
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

  noPermission() {
    const { store } = this.app;
    const channel = store.channels.get(store.current);
    if (!channel?.guild) return null;
    const { [channel.id]: bits, ...others } = store.faults.missing_permissions;
    return this.toggle(
      "permission",
      `The bot may not send messages in ${channelName(store, channel)}`,
      Boolean(bits),
      (on) => ({ missing_permissions: on ? { ...others, [channel.id]: String(SEND_MESSAGES) } : others }),
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

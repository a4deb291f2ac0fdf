// Channels on the left, and the person one acts as below them.

import { Account } from "./account.js";
import { BUBBLE, el, freshId, icon, PEOPLE } from "./dom.js";
import { avatar, appBadge, channelName, nameOf } from "./names.js";
import { FORUM } from "./state.js";
import { stateOf, threadIcon } from "./threads.js";

const ACTIVE = 2;

/** Tell an event in a line: when it begins, or that it goes on, and where. */
function eventLine({ name, status, description, scheduled_start_time: begins, entity_metadata: { location } }) {
  const when = new Date(begins).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" });
  const told = el("span", { class: "when" }, status === ACTIVE ? "Now" : when);
  return el("li", { title: description }, told, `${name} · ${location}`);
}

export class Sidebar {
  constructor(app) {
    this.app = app;
    this.element = document.querySelector("#sidebar");
    const { store } = app;
    for (
      const event of [
        "HELLO",
        "PLACES",
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "THREAD_DELETE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
        "READ",
        "TURN",
        "BOT_STATUS",
        "EVENTS",
      ]
    ) {
      store.on(event, () => this.draw());
    }
    this.account = new Account(app);
  }

  draw() {
    const { store } = this.app;
    if (!store.me) return;
    const held = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.element.replaceChildren(
      el("div", { class: "channels" }, store.guilds.map((guild) => this.guild(guild)), this.directMessages()),
      this.account.element,
    );
    if (held) this.element.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
    this.app.title();
  }

  guild(guild) {
    const id = freshId("guild");
    const channels = this.app.store.channelsOf(guild);
    return el("section", { "aria-labelledby": id }, el("h2", { class: "guild-name", id }, guild.name),
      guild.events.length > 0 && el("ul", { class: "events", "aria-label": "Events" }, guild.events.map(eventLine)),
      el("ul", {}, channels.map((channel) => this.withThreads(channel))));
  }

  withThreads(channel) {
    const { store } = this.app;
    const threads = store.threadsOf(channel.id);
    return el(
      "li",
      {},
      this.channel(channel.id, channel.type === FORUM ? icon(BUBBLE) : "#", channel.name),
      threads.length > 0 && el(
        "ul",
        { class: "threads", "aria-label": `Threads in ${channelName(store, channel)}` },
        threads.map((thread) => el("li", {}, this.thread(thread))),
      ),
    );
  }

  thread(thread) {
    const button = this.channel(thread.id, threadIcon(), thread.name, null, stateOf(thread));
    button.classList.add("thread");
    button.classList.toggle("asleep", thread.thread_metadata.archived);
    return button;
  }

  directMessages() {
    const { store } = this.app;
    const id = freshId("dms");
    const dm = store.dm();
    const face = avatar(store, store.bot, "small");
    const status = el(
      "span",
      { class: store.botOnline ? "dot online" : "dot", title: store.botOnline ? "Online" : "Offline" },
    );
    const button = dm ? this.channel(dm.id, face, nameOf(store.bot), appBadge()) : el(
      "button",
      { class: "channel", type: "button", data: { key: "dm" }, on: { click: () => this.app.openDm() } },
      face,
      el("span", { class: "channel-name" }, nameOf(store.bot)),
      appBadge(),
    );
    button.append(status);
    return el(
      "section",
      { "aria-labelledby": id },
      el("h2", { class: "section-name", id }, "Direct messages"),
      el("ul", {}, el("li", {}, button), store.groups().map((group) => el("li", {}, this.group(group)))),
    );
  }

  group(group) {
    const people = group.recipients.map(nameOf).join(", ");
    const button = this.channel(group.id, icon(PEOPLE), group.name);
    button.title = `${people}; ${nameOf(this.app.store.bot)} is not in it`;
    return button;
  }

  channel(id, face, name, badge = null, state = "") {
    const { store } = this.app;
    const unread = store.unread(id);
    const here = id === store.current;
    const heard = unread.calls ? `, ${unread.calls} mention${unread.calls > 1 ? "s" : ""}` : unread.any ? ", unread" : "";
    return el(
      "button",
      {
        class: `channel ${here ? "here" : ""} ${unread.any ? "unread" : ""}`,
        type: "button",
        "aria-current": here ? "page" : null,
        "aria-label": `${channelName(store, store.channels.get(id))}${state && `, ${state}`}${heard}`,
        title: state ? `${name} (${state})` : null,
        data: { channelId: id, key: id },
        on: { click: () => this.app.select(id) },
      },
      el("span", { class: "face", "aria-hidden": "true" }, face),
      el("span", { class: "channel-name" }, name),
      badge,
      unread.calls > 0 && el("span", { class: "count", "aria-hidden": "true" }, String(unread.calls)),
    );
  }
}

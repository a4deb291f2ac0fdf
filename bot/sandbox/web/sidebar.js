// Channels on the left, and the person one acts as below them.

import { el, freshId } from "./dom.js";
import { avatar, appBadge, channelName, nameOf } from "./names.js";

export class Sidebar {
  constructor(app) {
    this.app = app;
    this.element = document.querySelector("#sidebar");
    const { store } = app;
    for (
      const event of [
        "HELLO",
        "CHANNEL_CREATE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
        "READ",
        "TURN",
        "BOT_STATUS",
      ]
    ) {
      store.on(event, () => this.draw());
    }
    this.switcher = null;
    document.addEventListener("click", (event) => this.switcher && !isAccount(event) && this.close());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.switcher && this.close());
  }

  close() {
    const inside = this.element.querySelector(".people")?.contains(document.activeElement);
    this.switcher = false;
    this.draw();
    if (inside) this.element.querySelector(".account")?.focus();
  }

  draw() {
    const { store } = this.app;
    if (!store.me) return;
    const held = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.element.replaceChildren(
      el("div", { class: "channels" }, store.guilds.map((guild) => this.guild(guild)), this.directMessages()),
      this.account(),
    );
    if (held) this.element.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
    this.app.title();
  }

  guild(guild) {
    const id = freshId("guild");
    return el("section", { "aria-labelledby": id }, el("h2", { class: "guild-name", id }, guild.name),
      el("ul", {}, guild.channels.map((channel) => el("li", {}, this.channel(channel.id, "#", channel.name)))));
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
      el("ul", {}, el("li", {}, button)),
    );
  }

  channel(id, face, name, badge = null) {
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
        "aria-label": `${channelName(store, store.channels.get(id))}${heard}`,
        data: { channelId: id, key: id },
        on: { click: () => this.app.select(id) },
      },
      el("span", { class: "face", "aria-hidden": "true" }, face),
      el("span", { class: "channel-name" }, name),
      badge,
      unread.calls > 0 && el("span", { class: "count", "aria-hidden": "true" }, String(unread.calls)),
    );
  }

  account() {
    const { store } = this.app;
    const button = el(
      "button",
      {
        class: "account",
        type: "button",
        "aria-haspopup": "true",
        "aria-expanded": String(Boolean(this.switcher)),
        "aria-label": `You are ${nameOf(store.me)}. Switch person`,
        data: { key: "account" },
        on: { click: () => this.toggle() },
      },
      avatar(store, store.me),
      el(
        "span",
        { class: "account-name" },
        el("strong", {}, nameOf(store.me)),
        el("span", { class: "muted" }, "Switch person"),
      ),
      el("span", { "aria-hidden": "true" }, "⇅"),
    );
    return el(
      "div",
      { class: "account-box" },
      this.switcher && this.people(),
      button,
    );
  }

  toggle() {
    this.switcher = !this.switcher;
    this.draw();
    const target = this.switcher ? ".person" : ".account";
    this.element.querySelector(target)?.focus();
  }

  people() {
    const { store } = this.app;
    const rows = store.people.map((person) => {
      const url = this.app.address(person.id);
      const mine = person.id === store.me.id;
      return el(
        "li",
        { class: "person-row" },
        el(
          "button",
          {
            class: "person",
            type: "button",
            "aria-current": mine ? "true" : null,
            "aria-label": mine ? `${nameOf(person)}, you` : `Act as ${nameOf(person)}`,
            data: { userId: person.id, key: `person-${person.id}` },
            on: { click: () => this.pick(person.id) },
          },
          avatar(store, person, "small"),
          el("span", { class: "person-name" }, nameOf(person)),
          mine && el("span", { class: "muted" }, "you"),
        ),
        el(
          "a",
          {
            class: "icon-button",
            href: url,
            target: "_blank",
            rel: "noopener",
            "aria-label": `Open a new tab as ${nameOf(person)}`,
            title: "Open in a new tab",
          },
          "⧉",
        ),
      );
    });
    return el(
      "div",
      { class: "people", role: "group", "aria-label": "People to act as" },
      el("p", { class: "muted" }, "Each tab is one person. Switch here, or open another in a new tab."),
      el("ul", {}, rows),
    );
  }

  pick(id) {
    this.switcher = null;
    this.app.become(id);
  }
}

// Whether the list of people or the button that opens it was clicked, though it may be drawn anew by now.
function isAccount(event) {
  return event.composedPath().some((node) => node.classList?.contains("account-box"));
}

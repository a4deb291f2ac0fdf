// The page: brings its parts together, and knows where one is.

import { Account } from "./account.js";
import { Composer } from "./composer.js";
import { Faults } from "./faults.js";
import { Messages } from "./messages.js";
import { openModal } from "./modal.js";
import { appBadge, channelName, nameOf } from "./names.js";
import { Sidebar } from "./sidebar.js";
import { Socket } from "./socket.js";
import { DM, Store } from "./state.js";
import { Banners } from "./banners.js";
import { el } from "./dom.js";
import { Drawer } from "./drawer.js";
import { isThread } from "./threads.js";
import { keepTime } from "./times.js";

const UNNOTICED = 300;

class App {
  constructor() {
    this.store = new Store();
    this.socket = new Socket(
      (frame) => this.store.apply(frame),
      (connected) => this.banners.connection(connected),
    );
    this.composer = new Composer(this, document.querySelector("#bar"));
    this.messages = new Messages(this);
    this.sidebar = new Sidebar(this);
    this.account = new Account(this, document.querySelector("#me"));
    this.faults = new Faults(this);
    this.banners = new Banners(this);
    this.drawer = new Drawer();
    this.store.on("HELLO", () => this.arrive());
    this.store.on("CHANNEL_CREATE", (channel) => this.wantsDm && channel.type === DM && this.select(channel.id));
    for (const event of ["CHANNEL_DELETE", "THREAD_DELETE"]) this.store.on(event, (gone) => this.lost(gone));
    for (const event of ["CHANNEL_UPDATE", "THREAD_UPDATE"]) this.store.on(event, (channel) => this.changed(channel));
    this.store.on("PLACES", () => this.store.channels.has(this.store.current) || this.lost({ id: this.store.current }));
    for (const event of ["COMMANDS_UPDATE", "FAULTS"]) this.store.on(event, () => this.composer.renew());
    this.store.on("MODAL", (frame) => openModal(frame, this));
    this.store.on("BOT_STATUS", () => this.place());
    for (const event of ["MESSAGE_CREATE", "MESSAGE_UPDATE"]) this.store.on(event, () => this.seen());
    window.addEventListener("focus", () => this.seen());
    document.addEventListener("visibilitychange", () => this.seen());
    window.addEventListener("hashchange", () => this.select(this.asked()));
    this.socket.connect(new URLSearchParams(location.search).get("as") ?? "");
    keepTime();
  }

  get botName() {
    return nameOf(this.store.bot);
  }

  asked() {
    return location.hash.slice(1);
  }

  arrive() {
    const { store } = this;
    this.socket.person = store.me.id;
    history.replaceState(null, "", this.address(store.me.id));
    if (store.current && store.channels.has(store.current)) return this.resume();
    const wanted = [this.leaving?.type === 1 ? store.dm()?.id : null, store.current, this.asked()];
    const known = wanted.find((id) => id && store.channels.has(id)) ?? [...store.channels.keys()][0];
    this.leaving = null;
    store.current = null;
    this.select(known);
    this.banners.welcome();
    return this.faults.draw();
  }

  // After a lost connection one is where one was, with what one was writing.
  resume() {
    this.messages.draw();
    this.place();
    this.sidebar.draw();
    this.faults.draw();
    this.seen();
  }

  /** Return the address of this page for a person. */
  address(id) {
    const url = new URL(location.href);
    url.search = `?as=${id}`;
    return url.href;
  }

  /** Act as another person from now on. */
  become(id) {
    if (id === this.store.me.id) return;
    this.leaving = this.store.channels.get(this.store.current);
    this.socket.connect(id);
  }

  /** Show a channel. */
  select(id) {
    const { store } = this;
    this.drawer.close();
    this.wantsDm = false;
    if (!store.channels.has(id)) return;
    const before = store.current;
    if (before !== id) {
      if (before) store.dividers.delete(before);
      store.current = id;
      const { any, first } = store.unread(id);
      if (first) store.dividers.set(id, first);
      history.replaceState(null, "", `#${id}`);
      this.composer.turn(before);
      this.place();
      this.messages.open(any);
      store.emit("TURN", id);
      this.seen();
    }
    if (matchMedia("(hover: hover)").matches) this.composer.field.focus();
  }

  // Where one is may be deleted: then one is back where it was, or in the first channel.
  lost(gone) {
    const { store } = this;
    if (gone.id !== store.current) return;
    this.banners.say("This place is gone.");
    const first = [...store.channels.keys()][0];
    this.select(store.channels.has(gone.parent_id) ? gone.parent_id : first);
  }

  changed(channel) {
    if (channel.id !== this.store.current) return;
    this.place();
    this.composer.settle();
    this.faults.draw();
  }

  openDm() {
    this.wantsDm = true;
    this.socket.say("open_dm");
  }

  place() {
    const { store } = this;
    const channel = store.channels.get(store.current);
    const parent = isThread(channel) ? store.channels.get(channel.parent_id) : null;
    document.querySelector("#place").replaceChildren(
      parent ? el("span", { class: "parent-place" }, `${channelName(store, parent)} › `) : "",
      el("span", { class: "place-name" }, channelName(store, channel)),
      channel?.type === 1 ? appBadge() : "",
    );
    const status = document.querySelector("#status");
    status.textContent = store.botOnline ? `${this.botName} is online` : `${this.botName} is offline`;
    status.classList.toggle("online", store.botOnline);
  }

  title() {
    const { store } = this;
    const calls = [...store.channels.keys()].reduce((sum, id) => sum + store.unread(id).calls, 0);
    const place = channelName(store, store.channels.get(store.current));
    document.title = `${calls ? `(${calls}) ` : ""}${place} · ${nameOf(store.me)} · Sandbox`;
    this.drawer.mark(calls);
  }

  /** Tell whether the person looks at the newest message. */
  watching() {
    return document.visibilityState === "visible" && document.hasFocus() && this.messages.stuck;
  }

  /** Note what has been read, if someone is looking. */
  seen() {
    const { current } = this.store;
    if (!current || !this.watching()) return;
    const newest = this.messages.newest();
    if (newest && this.store.markRead(current, newest)) {
      this.socket.say("ack", { channel_id: current, message_id: newest });
    }
  }

  /** Use a button or a select of a message; while another of it is being used, nothing comes of it. */
  async useComponent(message, part, values) {
    const { store } = this;
    if (store.pending.has(message.id)) return;
    this.messages.catchUp();
    store.failures.delete(message.id);
    store.pending.set(message.id, part.custom_id);
    this.messages.redraw(message.id);
    const answer = await this.socket.ask(
      "component",
      {
        channel_id: message.channel_id,
        message_id: message.id,
        custom_id: part.custom_id,
        component_type: part.type,
        values,
      },
    );
    store.pending.delete(message.id);
    if (answer.state !== "ok") {
      const text = answer.message ?? "This interaction failed";
      store.chosen.delete(message.id);
      store.failures.set(message.id, { customId: part.custom_id, text });
    }
    this.messages.redraw(message.id);
    this.messages.follow(answer.message_id);
  }

  /** Run a command, with a line that tells how it goes while it takes its time. */
  async useCommand(name, command) {
    const { store } = this;
    const channelId = command.channel_id;
    const waiting = { pending: true, text: `Sending /${name}…` };
    this.banners.welcomed();
    this.messages.catchUp();
    const late = setTimeout(() => store.notice(channelId, waiting), UNNOTICED);
    this.messages.toBottom();
    const answer = await this.socket.ask("command", command);
    clearTimeout(late);
    store.dropNotice(channelId, waiting);
    if (answer.state === "ok") {
      this.messages.follow(answer.message_id);
      return;
    }
    this.complain(channelId, answer.message ?? "The application did not respond", name);
  }

  /** Add a line that only this page shows, until it is dismissed. */
  complain(channelId, text, command = null) {
    const line = { text, command, dismiss: () => this.store.dropNotice(channelId, line) };
    this.store.notice(channelId, line);
  }

  dismiss(message) {
    this.socket.say("dismiss", { message_id: message.id });
    this.composer.rest();
  }

  /** Follow a link that leads to a place in here. */
  follow(event, target) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.jump(target);
  }

  /** Go to a message of a channel. */
  jump({ channel, message }) {
    if (!this.store.channels.has(channel)) {
      this.banners.say("You cannot see that place as this person.");
      return;
    }
    this.select(channel);
    if (!message || this.messages.reveal(message)) return;
    this.banners.say("That message is gone, or not yours to see.");
  }
}

new App();

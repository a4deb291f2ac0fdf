// The list of messages of the channel that is shown, kept up to date and in place.

import { compareIds, el } from "./dom.js";
import { Posts } from "./forum.js";
import { keepPictures } from "./media.js";
import { messageItem, noticeItem, standsAlone } from "./message.js";
import { channelName, day, nameOf } from "./names.js";
import { DM, EPHEMERAL, FORUM, GROUP, LOADING } from "./state.js";
import { isThread, isTold } from "./threads.js";

const NEAR = 80;
const GAP = 8;
const COMMAND = 2;
// What a press or an edit brings mostly ends in controls that are wanted at once; only what is
// longer than so many views is there to be read.
const LONG = 1.5;
const SAID = 1000;
const JOINED_FOR = 7 * 60 * 1000;

export class Messages {
  constructor(app) {
    this.app = app;
    this.list = document.querySelector("#messages");
    this.scroller = document.querySelector("#scroller");
    this.fresh = document.querySelector("#fresh");
    this.present = document.querySelector("#present");
    this.nodes = new Map();
    this.stuck = true;
    this.top = 0;
    this.listen();
  }

  listen() {
    const { store } = this.app;
    store.on("MESSAGE_CREATE", (message) => this.shows(message) && this.add(message));
    store.on("MESSAGE_UPDATE", (message) => this.shows(message) && this.change(message));
    store.on("MESSAGE_DELETE", (gone) => this.shows(gone) && this.draw());
    for (const event of ["MESSAGE_CREATE", "MESSAGE_DELETE"]) {
      store.on(event, (message) => this.told(store.channels.get(message.channel_id)));
    }
    for (const event of ["THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE"]) {
      store.on(event, (thread) => this.told(thread));
    }
    store.on("THREAD_UPDATE", (thread) => this.shut(thread));
    store.on("NOTICES", (channelId) => channelId === store.current && this.drawNotices());
    this.scroller.addEventListener("scroll", () => this.scrolled());
    this.present.addEventListener("click", () => this.jump());
    this.fresh.addEventListener("click", () => this.toFresh());
    // Pictures that load late must not push the newest message out of sight.
    new ResizeObserver(() => this.stuck && this.toBottom()).observe(this.list);
    new ResizeObserver(() => this.stuck && this.toBottom()).observe(this.scroller);
  }

  // What tells of a thread in the channel that is shown has changed with it.
  told(thread) {
    const { store } = this.app;
    if (thread?.parent_id !== store.current) return;
    this.posts?.draw();
    for (const message of store.list(store.current)) {
      const target = isTold(message) ? message.message_reference?.channel_id : message.id;
      if (target === thread.id) this.redraw(message.id);
    }
  }

  // The controls in a thread die as it is locked.
  shut(thread) {
    const { locked } = thread.thread_metadata;
    if (thread.id !== this.app.store.current || locked === this.locked) return;
    this.locked = locked;
    for (const message of this.app.store.list(thread.id)) this.change(message);
  }

  shows(message) {
    return message.channel_id === this.app.store.current;
  }

  /** Draw the whole channel. */
  draw() {
    const { store } = this.app;
    const channel = store.channels.get(store.current);
    // Only what comes from now on is read out, not the channel as a whole.
    this.scroller.setAttribute("aria-live", "off");
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.scroller.setAttribute("aria-live", "polite"), SAID);
    this.locked = channel?.thread_metadata?.locked;
    this.nodes.clear();
    this.list.replaceChildren(this.beginning(channel));
    this.list.setAttribute("aria-label", `Messages in ${channelName(store, channel)}`);
    let before = null;
    for (const message of store.list(store.current)) {
      this.append(message, before);
      before = message;
    }
    this.drawNotices();
    if (this.stuck) this.toBottom();
  }

  beginning(channel) {
    if (!channel) return "";
    const words = this.about(channel);
    this.posts = channel.type === FORUM ? new Posts(channel, this.app) : null;
    return el(
      "li",
      { class: "beginning" },
      el("p", { class: "beginning-name" }, channelName(this.app.store, channel)),
      el("p", { class: "muted" }, words),
      this.posts?.element,
    );
  }

  // Says what a place is.
  about(channel) {
    const { store } = this.app;
    const bot = nameOf(store.bot);
    if (isThread(channel)) return `This is a thread in ${channelName(store, store.channels.get(channel.parent_id))}.`;
    if (channel.type === DM) return `This is where ${bot} writes to you alone.`;
    if (channel.type === GROUP) {
      return `${channel.recipients.map(nameOf).join(", ")} write to each other here. ${bot} is not in it.`;
    }
    if (channel.type === FORUM) return "This is a forum: every post in it is a thread.";
    const words = `This is the beginning of #${channel.name}.`;
    return channel.guild?.foreign ? `${words} ${bot} is not on this server.` : words;
  }

  append(message, before) {
    const { store } = this.app;
    if (!before || day(new Date(before.timestamp)) !== day(new Date(message.timestamp))) {
      this.list.append(el("li", { class: "divider" }, el("span", {}, day(new Date(message.timestamp)))));
    }
    if (store.dividers.get(store.current) === message.id) {
      this.list.append(el("li", { class: "divider fresh" }, el("span", {}, "New")));
    }
    const node = messageItem(message, this.joins(message, before), this.app);
    this.nodes.set(message.id, node);
    this.list.append(node);
    // Once it has been read out, what changes in a message is not: boards change with every move.
    setTimeout(() => node.setAttribute("aria-live", "off"), SAID);
  }

  joins(message, before) {
    if (!before || standsAlone(message) || isTold(before) || before.author.id !== message.author.id) return false;
    if ((before.flags & EPHEMERAL) !== (message.flags & EPHEMERAL)) return false;
    if (this.app.store.dividers.get(this.app.store.current) === message.id) return false;
    return Date.parse(message.timestamp) - Date.parse(before.timestamp) < JOINED_FOR;
  }

  add(message) {
    const { store } = this.app;
    const known = store.list(store.current);
    const before = known.at(-2) ?? null;
    const own = message.author.id === store.me.id;
    if (!own && !this.app.watching() && !store.dividers.has(store.current)) {
      store.dividers.set(store.current, message.id);
    }
    if (own) this.stuck = true;
    this.append(message, before);
    this.drawNotices();
    if (this.stuck) this.toEndOf(message);
  }

  change(message) {
    const node = this.nodes.get(message.id);
    if (!node) return;
    // A menu that is open stays; the message changes when it has closed.
    if (node.querySelector('[role="combobox"][aria-expanded="true"]')) {
      node.addEventListener("closed", () => this.redraw(message.id), { once: true });
      return;
    }
    this.redraw(message.id);
  }

  /** Draw one message anew, keeping the place and whatever had the focus. */
  redraw(id) {
    const { store } = this.app;
    const node = this.nodes.get(id);
    const message = store.message(store.current, id);
    if (!node?.isConnected || !message) return;
    const fresh = messageItem(message, node.classList.contains("joined"), this.app);
    keepPictures(node, fresh, store.faults.late_pictures);
    const focused = node.contains(document.activeElement) ? document.activeElement : null;
    const thought = node.querySelector(".thinking") !== null;
    // Below what was long already, or is not the last, stands what is wanted, such as one's hand.
    const stays = !thought && (this.isLong(message, node, LONG) || id !== this.newest());
    node.className = fresh.className;
    node.replaceChildren(...fresh.childNodes);
    if (focused && focused !== node) refocus(node, focused);
    if (!this.stuck) return;
    if (stays) this.toBottom();
    else this.toEndOf(message, thought ? 1 : LONG);
  }

  drawNotices() {
    const { store } = this.app;
    for (const node of this.list.querySelectorAll(".notice")) node.remove();
    this.list.append(...(store.notices.get(store.current) ?? []).map((line) => noticeItem(line, this.app)));
    if (this.stuck) this.toBottom();
  }

  /** Show the end of the channel; but an answer to what one did that is longer than `views` from its beginning. */
  toEndOf(message, views = 1) {
    this.toBottom();
    const node = this.nodes.get(message.id);
    if (!this.isLong(message, node, views)) return;
    this.stuck = false;
    this.present.hidden = false;
    this.scroller.scrollTop += node.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top - GAP;
  }

  /** Tell whether a message answers this person and is longer than so many views; of a press, than `LONG`. */
  isLong(message, node, views) {
    const origin = message.interaction_metadata;
    if (origin?.user.id !== this.app.store.me.id || message.flags & LOADING) return false;
    const most = origin.type === COMMAND ? views : LONG;
    return node.offsetHeight > this.scroller.clientHeight * most;
  }

  /** Lead to the private answer to what one did, however far up one is. */
  follow(id) {
    const message = this.app.store.message(this.app.store.current, id);
    if (message && message.flags & EPHEMERAL && !this.stuck) this.toEndOf(message);
  }

  /** Say no more that there is something new: who does something here has seen it. */
  catchUp() {
    this.fresh.hidden = true;
  }

  // Some clients lose private answers as they jump to what is newest.
  jump() {
    const { store } = this.app;
    this.stuck = true;
    if (store.faults.lost_answers) {
      store.loseAnswers(store.current);
      this.draw();
    }
    this.toBottom();
  }

  toBottom() {
    this.stuck = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.present.hidden = true;
    this.app.seen();
  }

  scrolled() {
    const top = this.scroller.scrollTop;
    const away = this.scroller.scrollHeight - top - this.scroller.clientHeight;
    // Only who scrolls up leaves the end: what grows meanwhile takes nobody away from it.
    if (top < this.top && away > 1) this.stuck &&= away < NEAR;
    else if (away < NEAR) this.stuck = true;
    this.top = top;
    this.present.hidden = this.stuck;
    if (!this.above(this.list.querySelector(".divider.fresh"))) this.fresh.hidden = true;
    if (this.stuck) this.app.seen();
  }

  /** Bring a message into sight and mark it for a moment; tells whether it is here. */
  reveal(id) {
    const node = this.nodes.get(id);
    if (!node) return false;
    this.stuck = false;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.add("revealed-message");
    setTimeout(() => node.classList.remove("revealed-message"), 2000);
    return true;
  }

  /** Show the end of the channel; a button leads to what is new, `unread` messages, if it is out of sight. */
  open(unread) {
    this.stuck = true;
    this.draw();
    this.fresh.textContent = `${unread} new message${unread === 1 ? "" : "s"}`;
    this.fresh.hidden = !this.above(this.list.querySelector(".divider.fresh"));
  }

  above(node) {
    return node != null && node.getBoundingClientRect().top < this.scroller.getBoundingClientRect().top;
  }

  toFresh() {
    this.fresh.hidden = true;
    this.list.querySelector(".divider.fresh")?.scrollIntoView({ block: "start" });
    this.scroller.focus({ preventScroll: true });
  }

  newest() {
    const known = this.app.store.list(this.app.store.current);
    return known.map((message) => message.id).sort(compareIds).at(-1);
  }
}

function refocus(node, focused) {
  const { customId } = focused.dataset;
  const same = [...node.querySelectorAll("button, a, [role=combobox]")];
  const found = same.find(
    (item) => customId && item.dataset.customId === customId
  ) ?? same.find((item) => item.textContent === focused.textContent);
  (found && !found.disabled ? found : node).focus({ preventScroll: true });
}

// Threads: how they are told of in channels, and what can be done with one.

import { el, icon } from "./dom.js";
import { nameOf } from "./names.js";

const STRAND = "M5 3h2v8a4 4 0 0 0 4 4h5.6l-2.3-2.3 1.4-1.4 4.7 4.7-4.7 4.7-1.4-1.4 2.3-2.3H11a6 6 0 0 1-6-6z";
const ADDED = 1;
const REMOVED = 2;
const RENAMED = 4;
const THREAD_CREATED = 18;
export const THREAD_STARTER = 21;
const TOLD = new Set([ADDED, REMOVED, RENAMED, THREAD_CREATED]);

export function isThread(channel) {
  return channel?.thread_metadata != null;
}

export function threadIcon() {
  return icon(STRAND);
}

/** Return what is to be known of a thread beside its name. */
export function stateOf(thread) {
  const { archived, locked } = thread.thread_metadata;
  return [archived && "archived", locked && "locked"].filter(Boolean).join(", ");
}

/** Tell whether a message is what the platform itself tells. */
export function isTold(message) {
  return TOLD.has(message.type);
}

/** Render what the platform tells: who began a thread, who was put into it, its new name. */
export function toldLine(message, app) {
  const who = el("strong", {}, nameOf(message.author));
  const whom = message.mentions.map(nameOf).join(", ");
  if (message.type === ADDED) return el("p", { class: "told" }, who, ` added ${whom} to the thread.`);
  if (message.type === REMOVED) return el("p", { class: "told" }, who, ` removed ${whom} from the thread.`);
  if (message.type === RENAMED) {
    return el("p", { class: "told" }, who, " changed the thread's name: ", el("strong", {}, message.content));
  }
  const thread = app.store.channels.get(message.message_reference.channel_id);
  return el(
    "p",
    { class: "told" },
    who,
    " started a thread: ",
    thread ? threadButton(thread, app) : el("strong", {}, message.content),
  );
}

/** Render the way into the thread that was started from a message; null when there is none. */
export function threadLink(message, app) {
  const thread = message.thread && app.store.channels.get(message.thread.id);
  return thread ? el("p", { class: "thread-link" }, threadButton(thread, app)) : null;
}

/** Render the way into a thread, with how much was said in it. */
export function threadButton(thread, app) {
  const state = stateOf(thread);
  const count = app.store.list(thread.id).filter((message) => message.type !== THREAD_STARTER).length;
  const words = [`${count} message${count === 1 ? "" : "s"}`, state].filter(Boolean).join(", ");
  return el(
    "button",
    { class: "thread-button", type: "button", on: { click: () => app.select(thread.id) } },
    threadIcon(),
    el("span", { class: "thread-name" }, thread.name),
    " ",
    el("span", { class: "muted" }, words),
  );
}

/** Render the buttons that put a thread to sleep, lock it or delete it, for those who may. */
export function threadSwitches(app, thread) {
  const { store } = app;
  const { archived, locked } = thread.thread_metadata;
  const moderates = store.owns(thread.guild);
  const own = thread.owner_id === store.me.id && !locked;
  const edit = (to) => () => app.socket.say("edit_thread", { channel_id: thread.id, ...to });
  const buttons = [];
  if (moderates || own || (archived && !locked)) {
    buttons.push([archived ? "Wake this thread" : "Archive this thread", edit({ archived: !archived })]);
  }
  if (moderates) buttons.push([locked ? "Unlock this thread" : "Lock this thread", edit({ locked: !locked })]);
  return buttons;
}

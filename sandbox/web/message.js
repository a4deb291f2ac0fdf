// One message: who, when, what, and what can be done with it.

import { components } from "./components.js";
import { EYE, el, icon } from "./dom.js";
import { embed } from "./embeds.js";
import { markdown } from "./markdown.js";
import { attachment } from "./media.js";
import { appBadge, avatar, fullDate, nameOf, when, clock } from "./names.js";
import { EPHEMERAL, LOADING } from "./state.js";
import { isTold, THREAD_STARTER, threadIcon, threadLink, toldLine } from "./threads.js";

const COMMAND = 2;

/** Render a message as a list item; `joined` when it goes on from the same author's last. */
export function messageItem(message, joined, app) {
  const { store } = app;
  if (isTold(message)) return toldItem(message, app);
  if (message.type === THREAD_STARTER) return starterItem(message, app);
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const date = new Date(message.timestamp);
  const node = el(
    "li",
    {
      class: [
        "message",
        joined && "joined",
        ephemeral && "ephemeral",
        store.calls(message) && "calls-me",
      ].filter(Boolean).join(" "),
      id: `message-${message.id}`,
      tabindex: "-1",
      data: { messageId: message.id },
    },
    above(message, app),
    joined ? el(
      "time",
      { class: "margin-time", datetime: message.timestamp, title: fullDate(date) },
      clock(date),
    ) : avatar(store, message.author),
    el(
      "div",
      { class: "content" },
      !joined && header(message, date),
      body(message, app),
      threadLink(message, app),
      ephemeral && onlyYou(() => app.dismiss(message)),
    ),
  );
  return node;
}

// What the platform tells of a channel or a thread.
function toldItem(message, app) {
  const date = new Date(message.timestamp);
  return el(
    "li",
    { class: "message told-item", id: `message-${message.id}`, tabindex: "-1", data: { messageId: message.id } },
    el("span", { class: "told-icon" }, threadIcon()),
    el(
      "div",
      { class: "content" },
      toldLine(message, app),
      el("time", { class: "time", datetime: message.timestamp, title: fullDate(date) }, when(date)),
    ),
  );
}

// The message a thread was started from, shown again at its top.
function starterItem(message, app) {
  const started = message.referenced_message;
  const known = started && (app.store.message(started.channel_id, started.id) ?? started);
  const attributes = { class: "message", id: `message-${message.id}`, tabindex: "-1", data: { messageId: message.id } };
  if (!known) {
    const gone = el("p", { class: "told" }, "The message this thread was started from was deleted.");
    return el("li", attributes, el("span", { class: "told-icon" }, threadIcon()), el("div", { class: "content" }, gone));
  }
  return el(
    "li",
    attributes,
    avatar(app.store, known.author),
    el("div", { class: "content" }, header(known, new Date(known.timestamp)), body(known, app)),
  );
}

function header(message, date) {
  return el(
    "div",
    { class: "author-line" },
    el("span", { class: "author" }, nameOf(message.author)),
    message.author.bot && appBadge(),
    el("time", { class: "time", datetime: message.timestamp, title: fullDate(date) }, when(date)),
  );
}

// The line above a message: the command it answers, or the message it replies to.
function above(message, app) {
  const origin = message.interaction_metadata;
  if (origin?.type === COMMAND) {
    const user = app.store.users.get(origin.user.id) ?? origin.user;
    return usedLine(user, origin.name, app);
  }
  if (!message.message_reference) return null;
  const answered = message.referenced_message;
  if (!answered) return el("div", { class: "above" }, "The message it answered was deleted");
  const target = { channel: answered.channel_id, message: answered.id };
  const words = el(
    "button",
    { class: "above-text", type: "button", on: { click: () => app.jump(target) } },
    wordsOf(answered).slice(0, 120) || "A message",
  );
  const name = el("span", { class: "above-name" }, nameOf(answered.author));
  return el("div", { class: "above" }, avatar(app.store, answered.author, "tiny"), name, words);
}

function usedLine(user, command, app) {
  return el(
    "div",
    { class: "above" },
    avatar(app.store, user, "tiny"),
    el("span", { class: "above-name" }, nameOf(user)),
    " used ",
    el("span", { class: "pill" }, `/${command}`),
  );
}

function dots() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

/** Tell whether a message has something of its own above it, and so cannot join another. */
export function standsAlone(message) {
  if (isTold(message) || message.type === THREAD_STARTER) return true;
  return message.interaction_metadata?.type === COMMAND || Boolean(message.message_reference);
}

function body(message, app) {
  if (message.flags & LOADING) {
    return el(
      "p",
      { class: "thinking" },
      dots(),
      `${nameOf(message.author)} is thinking…`,
    );
  }
  const scene = { app, message };
  const edited = message.edited_timestamp && el(
    "span",
    { class: "edited", title: fullDate(new Date(message.edited_timestamp)) },
    "(edited)",
  );
  const parts = [];
  if (message.content) {
    const text = markdown(message.content, app);
    if (edited) (text.lastElementChild?.matches("p") ? text.lastElementChild : text).append(" ", edited);
    parts.push(text);
  }
  parts.push(...message.attachments.map(attachment), ...message.embeds.map((item) => embed(item, app)));
  if (message.components.length) parts.push(
    el("div", { class: "components" }, components(message.components, scene))
  );
  if (edited && !message.content) parts.push(edited);
  return parts;
}

function onlyYou(dismiss) {
  const button = el("button", { class: "text-link", type: "button", on: { click: dismiss } }, "Dismiss message");
  return el("p", { class: "only-you" }, icon(EYE), "Only you can see this · ", button);
}

/** Render a line that only this page knows of: a command under way, or one that failed. */
export function noticeItem(line, app) {
  const who = avatar(app.store, app.store.bot);
  if (line.pending) {
    return el(
      "li",
      { class: "message ephemeral notice" },
      who,
      el(
        "div",
        { class: "content" },
        el(
          "p",
          { class: "thinking" },
          dots(),
          line.text,
        ),
      ),
    );
  }
  return el(
    "li",
    { class: "message ephemeral notice" },
    line.command && usedLine(app.store.me, line.command, app),
    who,
    el(
      "div",
      { class: "content" },
      el("div", { class: "author-line" }, el("span", { class: "author" }, nameOf(app.store.bot)), appBadge()),
      el("p", { class: "failure", role: "alert" }, line.text),
      onlyYou(() => line.dismiss()),
    ),
  );
}

/** Return what a message says in plain words, for those who listen. */
export function wordsOf(message) {
  const words = [message.content];
  const waiting = [...message.components];
  while (waiting.length) {
    const part = waiting.shift();
    if (part.type === 10) words.push(part.content);
    waiting.unshift(...(part.components ?? []));
  }
  for (const item of message.embeds) words.push(item.title, item.description);
  return words.filter(Boolean).join(" ").replace(/<[^<>]*>|[*_~|`#>]/g, " ").replace(/\s+/g, " ").trim();
}

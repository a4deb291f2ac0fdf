// What this person's client knows, changed by the server's frames alone.

import { compareIds } from "./dom.js";

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const COMPONENTS_V2 = 1 << 15;
export const DM = 1;
export const GROUP = 3;
export const FORUM = 15;
const PLACES = new Set(["CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"]);

export class Store {
  constructor() {
    this.listeners = new Map();
    this.botOnline = false;
    this.forget();
  }

  /** Drop all that belongs to one person. */
  forget() {
    this.me = null;
    this.users = new Map();
    this.channels = new Map();
    this.messages = new Map();
    this.read = new Map();
    this.guilds = [];
    this.people = [];
    this.commands = [];
    this.faults = {};
    this.current = null;
    this.dividers = new Map();
    // What went wrong with a press, the control that is being used, and what was chosen in which
    // select, each by message.
    this.failures = new Map();
    this.pending = new Map();
    this.chosen = new Map();
    this.notices = new Map();
  }

  on(event, heard) {
    const known = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...known, heard]);
  }

  emit(event, detail) {
    for (const heard of this.listeners.get(event) ?? []) heard(detail);
  }

  /** Apply a frame of the server, then tell whoever listens for what it changed. */
  apply({ t, d }) {
    if (t === "HELLO") this.greet(d);
    else if (t === "MESSAGE_CREATE") this.put(d);
    // One that is older than what this page was given stays out of sight.
    else if (t === "MESSAGE_UPDATE") this.message(d.channel_id, d.id) && this.put(d);
    else if (t === "MESSAGE_DELETE") this.drop(d);
    else if (PLACES.has(t)) this.addChannel(d, null);
    else if (t === "CHANNEL_DELETE" || t === "THREAD_DELETE") this.dropChannel(d.id);
    else if (t === "PLACES") this.move(d);
    else if (t === "EVENTS") this.guilds.find((guild) => guild.id === d.guild_id).events = d.events;
    else if (t === "COMMANDS_UPDATE") this.commands = d;
    else if (t === "BOT_STATUS") this.botOnline = d.online;
    else if (t === "FAULTS") this.faults = d;
    this.emit(t, d);
  }

  greet(hello) {
    const before = this.me?.id === hello.me.id ? { current: this.current, notices: this.notices } : {};
    this.forget();
    Object.assign(this, before);
    this.me = hello.me;
    this.bot = hello.bot;
    this.people = hello.people;
    for (const user of [...hello.people, hello.bot]) this.users.set(user.id, user);
    this.move(hello);
    this.read = new Map(Object.entries(hello.read));
    this.commands = hello.commands;
    this.faults = hello.faults;
  }

  /** Take the places there are for those one sees; of those known already, what was said stays. */
  move(hello) {
    const known = this.messages;
    this.guilds = hello.guilds;
    this.channels = new Map();
    for (const guild of this.guilds) {
      for (const channel of [...guild.channels, ...guild.threads]) this.addChannel(channel, guild);
    }
    for (const channel of hello.dms) this.addChannel(channel, null);
    this.messages = new Map(
      Object.entries(hello.messages).map(
        ([id, list]) => [id, known.get(id) ?? new Map(list.map((message) => [message.id, message]))]
      )
    );
  }

  addChannel(channel, guild) {
    const known = guild ?? this.guilds.find((item) => item.id === channel.guild_id) ?? null;
    this.channels.set(channel.id, { ...channel, guild: known });
  }

  dropChannel(id) {
    this.channels.delete(id);
    this.messages.delete(id);
  }

  /** Return the channels of a guild that are no threads, in their order. */
  channelsOf(guild) {
    return [...this.channels.values()].filter((channel) => channel.guild === guild && !channel.thread_metadata);
  }

  /** Return the threads of a channel: those awake first, each kind by age. */
  threadsOf(channelId) {
    const inside = [...this.channels.values()].filter((channel) => channel.parent_id === channelId);
    const asleep = (channel) => Number(channel.thread_metadata.archived);
    return inside.sort((a, b) => asleep(a) - asleep(b) || compareIds(a.id, b.id));
  }

  put(message) {
    const known = this.messages.get(message.channel_id) ?? new Map();
    known.set(message.id, message);
    this.chosen.delete(message.id);
    this.messages.set(message.channel_id, known);
    this.users.set(message.author.id, { ...message.author, ...this.users.get(message.author.id) });
  }

  /** Note what was chosen in a select: it is shown till its message is edited. */
  choose(message, customId, values) {
    this.chosen.set(message.id, { ...this.chosen.get(message.id), [customId]: values });
  }

  /** Tell whether the controls of a message are dead: nobody presses anything in a locked thread. */
  dead(message) {
    return Boolean(this.channels.get(message.channel_id)?.thread_metadata?.locked);
  }

  drop({ id, channel_id: channel }) {
    this.messages.get(channel)?.delete(id);
    // Replies to it, and the beginning of its thread, have nothing to show any more.
    for (const message of [...this.list(channel), ...this.list(id)]) {
      if (message.referenced_message?.id === id) message.referenced_message = null;
    }
    for (const known of [this.failures, this.pending, this.chosen]) known.delete(id);
  }

  /** Forget what only this person sees in a channel. */
  loseAnswers(channelId) {
    for (const message of this.list(channelId)) if (message.flags & EPHEMERAL) this.drop(message);
  }

  list(channelId) {
    return [...(this.messages.get(channelId)?.values() ?? [])];
  }

  message(channelId, id) {
    return this.messages.get(channelId)?.get(id);
  }

  dm() {
    return [...this.channels.values()].find((channel) => channel.type === DM);
  }

  /** Return the groups of people that the person is in. */
  groups() {
    return [...this.channels.values()].filter((channel) => channel.type === GROUP);
  }

  /** Return the person's permission to moderate a guild: its owner may. */
  owns(guild) {
    return guild != null && guild.owner_id === this.me.id;
  }

  /** Return the ids of the roles that the person has. */
  roles() {
    const members = this.guilds.flatMap((guild) => guild.members);
    return members.filter((member) => member.user.id === this.me.id).flatMap((member) => member.roles);
  }

  /** Return a role of any guild. */
  role(id) {
    return this.guilds.flatMap((guild) => guild.roles).find((role) => role.id === id);
  }

  /** Tell whether a message calls for this person. */
  calls(message) {
    if (message.author.id === this.me.id) return false;
    if (message.mention_roles.some((id) => this.roles().includes(id))) return true;
    return message.mention_everyone || message.mentions.some((user) => user.id === this.me.id);
  }

  /** Return how many messages of a channel are unread, and how many of them call. */
  unread(channelId) {
    const read = this.read.get(channelId);
    const fresh = this.list(channelId).filter(
      (message) => message.author.id !== this.me.id && (!read || compareIds(message.id, read) > 0),
    );
    const private_ = [DM, GROUP].includes(this.channels.get(channelId)?.type);
    return {
      any: fresh.length,
      calls: private_ ? fresh.length : fresh.filter((m) => this.calls(m)).length,
      first: fresh[0]?.id,
    };
  }

  markRead(channelId, messageId) {
    const read = this.read.get(channelId);
    if (read && compareIds(messageId, read) <= 0) return false;
    this.read.set(channelId, messageId);
    this.emit("READ", channelId);
    return true;
  }

  /** Add a line that only this page shows, as a client does when a command fails. */
  notice(channelId, line) {
    this.notices.set(channelId, [...(this.notices.get(channelId) ?? []), line]);
    this.emit("NOTICES", channelId);
  }

  dropNotice(channelId, line) {
    const known = this.notices.get(channelId) ?? [];
    this.notices.set(channelId, known.filter((item) => item !== line));
    this.emit("NOTICES", channelId);
  }
}

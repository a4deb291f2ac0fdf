// Slash commands as data: the list, what is typed into their options, and what is sent.

import { GROUP } from "./state.js";

export const KIND = {
  SUBCOMMAND: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
};
const MEMBER = 380104985664n | (1n << 50n);
const BY_GUILD = 0;
const BY_PERSON = 1;
const CHAT = 1;

/** Return the commands that can be used in a channel, each subcommand by itself, by name. */
export function usable(store, channel) {
  const entries = [];
  for (const command of store.commands) {
    if ((command.type ?? CHAT) !== CHAT || !installed(store, channel, command)) continue;
    if (command.guild_id && command.guild_id !== channel.guild_id) continue;
    if (!permitted(store, channel, command)) continue;
    spread(command, command, [], entries);
  }
  return entries.sort((a, b) => a.name.localeCompare(b.name));
}

// A command is offered where its contexts are, to those who have the bot in a way it allows: the
// guild has it, or oneself; in its direct messages, whoever shares a guild with it.
function installed(store, channel, command) {
  const context = channel.guild ? 0 : channel.type === GROUP ? 2 : 1;
  if (command.contexts && !command.contexts.includes(context)) return false;
  const kinds = command.integration_types ?? [BY_GUILD];
  const shared = store.guilds.some((guild) => !guild.foreign);
  const there = context === 0 ? !channel.guild.foreign : context === 1 && shared;
  const mine = store.faults.user_installs.includes(store.me.id);
  return (there && kinds.includes(BY_GUILD)) || (mine && kinds.includes(BY_PERSON));
}

function permitted(store, channel, command) {
  const needed = command.default_member_permissions;
  if (needed == null || !channel.guild || store.owns(channel.guild)) return true;
  const bits = BigInt(needed);
  return bits !== 0n && (bits & ~MEMBER) === 0n;
}

function spread(command, node, branch, entries) {
  const below = (node.options ?? []).filter((option) => option.type <= KIND.GROUP);
  if (!below.length) {
    const name = [command.name, ...branch.map((item) => item.name)].join(" ");
    entries.push(
      { id: command.id, name, branch, description: node.description, options: node.options ?? [] }
    );
  }
  for (const option of below) spread(command, option, [...branch, option], entries);
}

/** Return the entries that fit what was typed after the slash, the best first. */
export function matching(entries, typed) {
  const wanted = typed.trim().toLowerCase();
  const starting = entries.filter((entry) => entry.name.startsWith(wanted));
  const others = entries.filter(
    (entry) => !entry.name.startsWith(wanted) && (
      entry.name.includes(wanted) || entry.description.toLowerCase().includes(wanted)
    )
  );
  return [...starting, ...others];
}

/** Return the entry of a name, or the first subcommand of that name. */
export function called(entries, name) {
  return entries.find((entry) => entry.name === name) ?? entries.find((entry) => entry.name.startsWith(`${name} `));
}

/** Return the entry whose name, followed by a space, begins the text; the longest wins. */
export function named(entries, typed) {
  const found = entries.filter((entry) => typed.startsWith(`${entry.name} `));
  return found.sort((a, b) => b.name.length - a.name.length)[0];
}

/** Return what an option offers without asking the bot: `{name, value}` each, or null. */
export function fixedChoices(option, store, channel) {
  if (option.choices?.length) return option.choices;
  if (option.type === KIND.BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
  const people = [...store.people, store.bot].map(
    (user) => ({ name: user.global_name ?? user.username, value: user.id, user })
  );
  const roles = (channel?.guild?.roles ?? []).map((role) => ({ name: role.name, value: role.id }));
  if (option.type === KIND.USER) return people;
  if (option.type === KIND.ROLE) return roles;
  if (option.type === KIND.MENTIONABLE) return [...people, ...roles];
  if (option.type === KIND.CHANNEL) {
    return store.channelsOf(channel.guild).map((item) => ({ name: `#${item.name}`, value: item.id }));
  }
  return null;
}

/**
 * Return `{value}` or `{problem}` of what was typed into an option; `picked` is the choice it was
 * taken from, when it was; `{}` when there is nothing.
 */
export function read(option, text, picked, choices) {
  if (picked && picked.name === text) return checked(option, picked.value);
  const typed = text.trim();
  if (!typed) return option.required ? { problem: "This option is required. Specify a value." } : {};
  if (choices) {
    const bare = typed.replace(/^[@#]/, "").toLowerCase();
    const found = choices.find((choice) => choice.name.replace(/^[@#]/, "").toLowerCase() === bare);
    return found ? { value: found.value } : { problem: "Choose one of the values offered." };
  }
  if (option.type === KIND.INTEGER && !/^[-+]?\d{1,16}$/.test(typed)) return { problem: "Enter a whole number." };
  if (option.type === KIND.INTEGER) return checked(option, Number(typed));
  if (option.type === KIND.NUMBER) return Number.isFinite(Number(typed)) ? checked(option, Number(typed)) : {
    problem: "Enter a number."
  };
  return checked(option, typed);
}

function checked(option, value) {
  const text = typeof value === "string";
  const size = text ? [...value].length : value;
  const least = text ? option.min_length : option.min_value;
  const most = text ? option.max_length : option.max_value;
  if (least != null && size < least) return {
    problem: text ? `Enter at least ${least} characters.` : `Enter ${least} or more.`
  };
  if (most != null && size > most) return {
    problem: text ? `Enter at most ${most} characters.` : `Enter ${most} or less.`
  };
  return { value };
}

/** Wrap the options of a command in its subcommands, as Discord's interaction data has them. */
export function wrap(entry, options) {
  return entry.branch.toReversed().reduce(
    (inner, step) => [{ name: step.name, type: step.type, options: inner }],
    options,
  );
}

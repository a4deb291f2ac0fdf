// Mentions in plain text: people write names, messages hold ids.

import { KIND, fixedChoices } from "./command.js";

const WORD = /(?:^|\s)@([^@\n]{0,32})$/;

function everyone(store) {
  const roles = store.channels.get(store.current)?.guild?.roles ?? [];
  const callable = roles.filter((role) => role.mentionable).map(({ name, id }) => ({ name, role: id }));
  return [...fixedChoices({ type: KIND.USER }, store), ...callable];
}

/** Return the name that is being typed at the end of a text after an @, and whom it may mean. */
export function beginning(store, text) {
  const typed = WORD.exec(text)?.[1];
  if (typed == null) return { typed: "", people: [] };
  const wanted = typed.toLowerCase();
  return { typed, people: everyone(store).filter(({ name }) => name.toLowerCase().startsWith(wanted)) };
}

/** Spell the people and roles whom a text names with @ as Discord's messages do. */
export function spell(store, text) {
  const longestFirst = everyone(store).sort((a, b) => b.name.length - a.name.length);
  const mark = ({ role, user }) => (role ? `<@&${role}>` : `<@${user.id}>`);
  return longestFirst.reduce((spelt, one) => spelt.replaceAll(`@${one.name}`, mark(one)), text);
}

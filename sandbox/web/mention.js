// Mentions in plain text: people write names, messages hold ids.

import { KIND, fixedChoices } from "./command.js";

const WORD = /(?:^|\s)@([^@\n]{0,32})$/;

function everyone(store) {
  return fixedChoices({ type: KIND.USER }, store);
}

/** Return the name that is being typed at the end of a text after an @, and whom it may mean. */
export function beginning(store, text) {
  const typed = WORD.exec(text)?.[1];
  if (typed == null) return { typed: "", people: [] };
  const wanted = typed.toLowerCase();
  return { typed, people: everyone(store).filter(({ name }) => name.toLowerCase().startsWith(wanted)) };
}

/** Spell the people whom a text names with @ as Discord's messages do. */
export function spell(store, text) {
  const longestFirst = everyone(store).sort((a, b) => b.name.length - a.name.length);
  return longestFirst.reduce((spelt, { name, user }) => spelt.replaceAll(`@${name}`, `<@${user.id}>`), text);
}

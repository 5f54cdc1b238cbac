// The slash commands of a place: which there are, which fit what someone has typed, and what options may be.

import { sign } from "./icons.js";
import { face } from "./dom.js";

/** Option types (Discord's numbers). */
export const TYPE = { SUBCOMMAND: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, FILE: 11 };

/** What keeps a browser from meddling with what is typed into a field of a command. */
export const PLAIN_FIELD = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send" };

const KINDS = {
  [TYPE.STRING]: ["text", "Text"],
  [TYPE.INTEGER]: ["number", "Whole number"],
  [TYPE.BOOLEAN]: ["switch", "True or false"],
  [TYPE.USER]: ["person", "Person"],
  [TYPE.CHANNEL]: ["hash", "Channel"],
  [TYPE.ROLE]: ["role", "Role"],
  [TYPE.MENTIONABLE]: ["person", "Person or role"],
  [TYPE.NUMBER]: ["number", "Number"],
  [TYPE.FILE]: ["file", "File"],
};

/** The sign of an option's type. */
export const signOf = (option) => sign(KINDS[option.type]?.[0] ?? "text");

/** Every command and subcommand that can be run, with its whole name, in the order of the bot. */
export function runnable(commands) {
  const all = [];
  const walk = (command, path, node) => {
    const inner = (node.options ?? []).filter((option) => option.type === TYPE.SUBCOMMAND || option.type === TYPE.GROUP);
    if (inner.length) for (const option of inner) walk(command, [...path, option.name], option);
    else all.push({ command, path, description: node.description ?? "", options: node.options ?? [], name: `/${path.join(" ")}` });
  };
  for (const command of commands.filter((one) => (one.type ?? 1) === 1)) walk(command, [command.name], command);
  return all;
}

/** The commands that fit what was typed after the slash, as items of a list, those that begin with it first. */
export function commandItems(commands, typed) {
  const words = typed.toLowerCase().trim().replace(/\s+/g, " ");
  const rank = ({ path, description }) => {
    const name = path.join(" ").toLowerCase();
    if (name.startsWith(words)) return 0;
    if (path.some((part) => part.toLowerCase().startsWith(words)) || name.includes(words)) return 1;
    return words.length > 2 && description.toLowerCase().includes(words) ? 2 : 3;
  };
  const ranked = commands.map((one) => ({ one, rank: rank(one) })).filter((found) => found.rank < 3);
  ranked.sort((a, b) => a.rank - b.rank);
  // Groups stay together only while all fit alike.
  const mixed = words !== "" && new Set(ranked.map((found) => found.rank)).size > 1;
  return ranked.map(({ one }) => ({ value: one, label: one.name, more: one.description, lead: sign("slash"), group: mixed ? undefined : groupOf(one), hint: needs(one) }));
}

const groupOf = ({ command, path }) => (path.length > 1 ? command.description || command.name : "Commands");

function needs({ options }) {
  const needed = options.filter((option) => option.required).length;
  if (needed) return needed === 1 ? "1 option needed" : `${needed} options needed`;
  return options.length ? `${options.length} optional` : undefined;
}

/** What may be given, in words: "Whole number from 1 to 5". */
export function kindOf(option) {
  if (option.choices?.length) return "From a list";
  const kind = KINDS[option.type]?.[1] ?? "Text";
  const isText = option.type === TYPE.STRING;
  const least = isText ? option.min_length : option.min_value;
  const most = isText ? option.max_length : option.max_value;
  const unit = isText ? " characters" : "";
  if (least !== undefined && most !== undefined) return isText ? `${kind} of ${least} to ${most}${unit}` : `${kind} from ${least} to ${most}`;
  if (least !== undefined) return `${kind}, at least ${least}${unit}`;
  return most !== undefined ? `${kind}, at most ${most}${unit}` : kind;
}

/** The values to choose from as items of a list, or nothing for what is typed freely. */
export function valuesOf(option, lists) {
  if (option.autocomplete) return null;
  if (option.choices?.length) return option.choices.map((choice) => ({ value: choice.value, label: choice.name }));
  const people = () => lists.people().map((one) => ({ value: one.id, label: `@${one.name}`, lead: face(one.name, one.id, true) }));
  switch (option.type) {
    case TYPE.BOOLEAN:
      return [{ value: true, label: "True" }, { value: false, label: "False" }];
    case TYPE.USER:
      return people();
    case TYPE.ROLE:
      return [];
    case TYPE.MENTIONABLE:
      return people().map((one) => ({ ...one, group: "People" }));
    case TYPE.CHANNEL:
      return lists.channels(option.channel_types).map((one) => ({ value: one.id, label: one.name, lead: sign("hash") }));
    default:
      return null;
  }
}

/** What is wrong with freely typed text, in a sentence, or nothing. */
export function faultOf(option, text) {
  const isWhole = option.type === TYPE.INTEGER;
  if (isWhole || option.type === TYPE.NUMBER) {
    const number = Number(text);
    if (isWhole ? !/^[+-]?\d+$/.test(text.trim()) : text.trim() === "" || !Number.isFinite(number)) return isWhole ? "Enter a whole number." : "Enter a number.";
    if (isWhole && !Number.isSafeInteger(number)) return "That number is too large.";
    if (option.min_value !== undefined && number < option.min_value) return `The least is ${option.min_value}.`;
    if (option.max_value !== undefined && number > option.max_value) return `The most is ${option.max_value}.`;
    return null;
  }
  const length = [...text].length;
  if (length < (option.min_length ?? 0)) return `At least ${option.min_length} characters, please: there are ${length}.`;
  if (length > (option.max_length ?? 6000)) return `At most ${option.max_length ?? 6000} characters, please: there are ${length}.`;
  return null;
}

/** Freely typed text as the value of an option. */
export function typedValue(option, text) {
  return option.type === TYPE.INTEGER || option.type === TYPE.NUMBER ? Number(text) : text;
}

// What an empty place says: where one is, and the way to begin. It knows no game: it offers what the bot has registered.

import { runnable } from "./commands.js";
import { el, face } from "./dom.js";
import { sign } from "./icons.js";
import { called } from "./message.js";
import { addressOf } from "./who.js";

/** What bots call the subcommand with which something begins. */
const BEGINS = new Set(["start", "play", "new", "begin"]);

/** With what one begins: everything called so, or else the first command. */
function beginnings(all) {
  const starts = all.filter(({ path }) => path.length > 1 && BEGINS.has(path.at(-1)));
  return starts.length ? starts : all.slice(0, 1);
}

function startButton(entry, compose) {
  const words = el("span", {}, el("b", {}, entry.name), el("small", {}, [entry.command.description, entry.description].filter((text, i, both) => text && both.indexOf(text) === i).join(" · ")));
  return el("li", {}, el("button", { type: "button", class: "start", onclick: () => compose(entry.name) }, sign("play"), words));
}

function otherButton(entry, compose) {
  return el("li", {}, el("button", { type: "button", onclick: () => compose(entry.name) }, el("b", {}, entry.name), el("small", {}, entry.description)));
}

function frame(badge, title, words, ...rest) {
  return el("section", { class: "empty welcome", "aria-label": "Welcome" }, el("div", { class: "badge", "aria-hidden": "true" }, badge), el("h2", {}, title), el("p", {}, words), rest);
}

function commandList(all, skipped, compose) {
  const left = all.filter((entry) => !skipped.includes(entry));
  return left.length > 0 && [el("h3", {}, "What else there is"), el("ul", { class: "others" }, left.map((entry) => otherButton(entry, compose)))];
}

/**
 * What stands in `channel` before anything was said. `commands` is what the bot registered; `compose(name)` puts a command
 * into the composer, `go(id)` opens a channel.
 */
export function welcome(channel, store, commands, { compose, go }) {
  const all = runnable(commands);
  if (channel.type === 1) return privateWelcome(channel, store, all, { compose, go });
  const starts = beginnings(all);
  const title = channel.type === 0 ? `Welcome to #${channel.name}` : channel.name;
  const words = all.length
    ? `Nothing has happened here yet. Begin, and ${store.botName} answers:`
    : `Nothing has happened here yet, and ${store.botName} has no commands here. Is it running?`;
  const others = store.everybody().filter((user) => user.id !== store.me.id).slice(0, 4);
  return frame(
    sign(channel.type === 0 ? "hash" : "thread"),
    title,
    [channel.topic, channel.topic && el("br"), words],
    starts.length > 0 && el("ul", { class: "starts" }, starts.map((entry) => startButton(entry, compose))),
    others.length > 0 && [el("h3", {}, "More players"), el("p", {}, "Be several people at once: open a window as ", others.map((user, i) => [i > 0 && (i === others.length - 1 ? " or " : ", "), el("a", { href: addressOf(user, channel.id), target: "_blank", rel: "noopener" }, called(user))]), ".")],
    commandList(all, starts, compose),
  );
}

function privateWelcome(channel, store, all, { compose, go }) {
  const first = store.tree().text[0]?.channel;
  const back = first && el("ul", { class: "starts" }, el("li", {}, el("button", { type: "button", class: "start", onclick: () => go(first.id) }, sign("hash"), el("span", {}, el("b", {}, first.name), el("small", {}, "Begin something in a channel")))));
  return frame(
    face(store.botName, store.botId),
    store.botName,
    `Your private messages with ${store.botName}: nobody else sees what is written here.`,
    back,
    commandList(all, [], compose),
  );
}

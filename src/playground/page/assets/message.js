// One message as a person sees it: who, in answer to what, text, embeds, files, components, and the marks around them.
// It is a picture of the message only: what is pressed on it, log.js hears.

import { el, face } from "./dom.js";
import { components } from "./components.js";
import { embedNode } from "./embed.js";
import { filesOf } from "./files.js";
import { sign } from "./icons.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { hour, written } from "./times.js";

const SUPPRESS_EMBEDS = 1 << 2;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;

/** Message types (Discord's numbers). */
const PINNED = 6;
const REPLY = 19;
const COMMAND = 20;
const MENU_COMMAND = 23;

/** What a user is called. */
export const called = (user) => user?.global_name || user?.username || "someone";

/** Whether only one person sees it. */
const isPrivate = (message) => (message.flags & EPHEMERAL) !== 0;

/**
 * A message as an element. `view` has `me` (an id), `names`, and `people()`, `channels()` to pick from.
 */
export function messageNode(message, view) {
  const node = [PINNED, 18, 21].includes(message.type) ? systemNote(message, view) : article(message, view);
  const { id, timestamp: at, author } = message;
  Object.assign(node.dataset, { id, at, day: new Date(at).setHours(0, 0, 0, 0), author: author?.id ?? "" });
  return node;
}

function article(message, view) {
  const secret = isPrivate(message);
  const named = !secret && (message.mentions ?? []).some((user) => user.id === view.me);
  const above = reply(message, view);
  const classes = ["message", secret && "private", named && "named", above && "answer"].filter(Boolean).join(" ");
  const name = `by-${message.id}`;
  const foot = secret && secretFoot();
  const body = el("div", { class: "body" }, head(message, name), content(message, view), message.thread && threadLink(message.thread), foot);
  const gutter = el("div", { class: "gutter", "aria-hidden": "true" }, face(called(message.author), message.author.id), el("span", { class: "hour" }, hour(message.timestamp)));
  return el("article", { class: classes, "aria-labelledby": name, tabindex: -1 }, above, gutter, body);
}

function head(message, id) {
  return el(
    "div",
    { class: "head", id },
    el("b", {}, called(message.author)),
    message.author.bot && el("span", { class: "app" }, "APP"),
    written(message.timestamp),
    // Where there is no text, the mark stands here.
    !message.content && message.edited_timestamp && edited(),
  );
}

const edited = () => el("span", { class: "edited" }, "(edited)");

/** Everything below the name. */
function content(message, view) {
  const flags = message.flags ?? 0;
  if (flags & LOADING) {
    return el("div", { class: "thinking" }, dots(), `${called(message.author)} is thinking…`);
  }
  const { names } = view;
  const words = message.content && el("div", { class: "content" }, markdown(message.content, names), message.edited_timestamp && edited());
  const embeds = flags & SUPPRESS_EMBEDS ? [] : (message.embeds ?? []);
  return [
    (message.message_snapshots ?? []).map((snapshot) => forwarded(snapshot.message, view)),
    words,
    embeds.map((embed) => embedNode(embed, names)),
    filesOf(loose(message)),
    message.poll && el("div", { class: "aside" }, "A poll, which this page does not show."),
    components(message, view),
    message.reactions?.length > 0 && reactions(message, view),
  ];
}

/** What people and bots gave the message; pressing one gives the same, or takes one's own away. */
function reactions(message, view) {
  const chips = message.reactions.map(({ emoji, count, users }) => {
    const mine = (users ?? []).includes(view.me);
    const names = (users ?? []).map((id) => view.names.user(id)).join(", ");
    const label = `${emoji.name}, ${count}: ${names}`;
    return el("button", { type: "button", class: "reaction", title: names, "aria-label": label, "aria-pressed": String(mine), data: { react: emoji.name, key: `react ${emoji.name}` } }, emoji.name, " ", String(count));
  });
  return el("div", { class: "reactions", role: "group", "aria-label": "Reactions" }, chips);
}

/** A message that was said elsewhere, as it was then. */
const forwarded = (message, view) => el("blockquote", { class: "forwarded" }, el("small", {}, "Forwarded"), content(message, view));

/** Three dots that breathe: something is being waited for. */
export const dots = () => el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));

function secretFoot() {
  const dismiss = el("button", { type: "button", data: { dismiss: "yes" } }, "Dismiss message");
  return el("div", { class: "foot" }, sign("eye"), "Only you can see this · ", dismiss);
}

/** "Ana used /binome start", or what it replies to. */
function reply(message, view) {
  const by = message.interaction_metadata;
  const name = message.interaction?.name ?? by?.name;
  if (by && (message.type === COMMAND || message.type === MENU_COMMAND)) {
    const words = message.type === COMMAND && name
      ? el("button", { type: "button", class: "used", data: { command: name } }, `/${name}`)
      : (name ?? "a command");
    return el("div", { class: "reply" }, face(called(by.user), by.user?.id, true), el("b", {}, called(by.user)), " used ", words);
  }
  if (message.type !== REPLY) return null;
  const to = message.referenced_message;
  const target = to?.id ?? message.message_reference?.message_id;
  if (!to) return el("div", { class: "reply" }, el("button", { type: "button", class: "quote", data: { jump: target } }, "an earlier message"));
  const quote = el("button", { type: "button", class: "quote", data: { jump: target } }, summary(to, view));
  return el("div", { class: "reply" }, face(called(to.author), to.author?.id, true), el("b", {}, called(to.author)), " ", quote);
}

/** A message in a line: its first words, or what it has instead. */
function summary(message, view) {
  const first = message.content || message.embeds?.[0]?.title || message.embeds?.[0]?.description;
  // Within a button nothing else can be pressed, so it is read as text.
  if (first) return el("span", {}, plain(first.split("\n")[0].slice(0, 160), view.names));
  return message.attachments?.length ? "a file" : "a message";
}

/** Text without its marks; what is covered stays so. */
export const plain = (text, names) => el("span", {}, inline(text.replace(/\|\|[\s\S]+?(?:\|\||$)/g, "[spoiler]"), names)).textContent;

/** What a message says, in a few words, for those who only hear it. */
export function spoken(message, view) {
  const who = called(message.author);
  if (message.flags & LOADING) return `${who} is thinking.`;
  const parts = [message.content, message.embeds?.[0]?.title, message.embeds?.[0]?.description, message.embeds?.[0]?.image?.description, message.attachments?.[0]?.description];
  const words = plain(parts.filter(Boolean).join("\n").slice(0, 400), view.names).replace(/\s+/g, " ");
  return `${who}${isPrivate(message) ? ", only to you" : ""}: ${words || "a message"}`;
}

/** Notes of the place itself: a thread was opened, or grew out of a message. */
function systemNote(message, view) {
  if (message.type === 18) {
    const id = message.message_reference?.channel_id;
    const name = message.content || "a thread";
    const open = id ? el("button", { type: "button", data: { channel: id } }, name) : name;
    return el("div", { class: "system" }, sign("thread"), el("span", {}, el("b", {}, called(message.author)), " started a thread: ", open));
  }
  if (message.type === PINNED) {
    const jump = el("button", { type: "button", data: { jump: message.message_reference?.message_id } }, "a message");
    return el("div", { class: "system" }, sign("thread"), el("span", {}, el("b", {}, called(message.author)), " pinned ", jump));
  }
  const from = message.referenced_message;
  const words = from ? [el("b", {}, called(from.author)), ": ", summary(from, view)] : "an earlier message";
  return el("div", { class: "system" }, sign("thread"), el("span", {}, "This thread grew out of ", words));
}

function threadLink(thread) {
  const open = el("button", { type: "button", data: { channel: thread.id } }, el("b", {}, thread.name), " Open the thread ›");
  return el("div", { class: "threadlink" }, open);
}

/** The files that are listed; in Components V2 one that nothing shows is not seen. */
const loose = (message) => (message.flags & COMPONENTS_V2 ? [] : (message.attachments ?? []));

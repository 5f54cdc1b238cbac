// One message as a person sees it: who, in answer to what, text, embeds, files, components, and the marks around them.

import { el, face, fileUrl, safeUrl } from "./dom.js";
import { markdown, inline } from "./markdown.js";
import { components } from "./components.js";
import { written } from "./times.js";

const SUPPRESS_EMBEDS = 1 << 2;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;

/** What a user is called. */
export const called = (user) => user?.global_name || user?.username || "someone";

/** Whether only one person sees it. */
export const isPrivate = (message) => (message.flags & EPHEMERAL) !== 0;

/**
 * A message as an element. `view` has `me` (an id), `names`, and what can be done: `press(message, component)`,
 * `pick(message, component, values)`, `dismiss(message)`, `go(channelId)`, and `people()`, `channels()`, `roles()` to pick from.
 */
export function messageNode(message, view) {
  if (message.type === 18) return threadNote(message, view);
  if (message.type === 21) return threadStart(message, view);
  const flags = message.flags ?? 0;
  const secret = (flags & EPHEMERAL) !== 0;
  const named = (message.mentions ?? []).some((user) => user.id === view.me);
  const classes = ["message", secret && "private", named && !secret && "named"].filter(Boolean).join(" ");
  const body = el("div", { class: "body" }, head(message));
  if (flags & LOADING) {
    body.append(el("div", { class: "thinking" }, `${called(message.author)} is thinking`));
  } else {
    if (message.content) body.append(markdown(message.content, view.names));
    if (message.edited_timestamp) body.append(el("span", { class: "edited" }, "(edited)"));
    if (!(flags & SUPPRESS_EMBEDS)) body.append(...(message.embeds ?? []).map((embed) => embedNode(embed, message, view)));
    body.append(...loose(message).map(file));
    if (message.poll) body.append(el("div", { class: "notice" }, "A poll, which this page does not show."));
    body.append(...components(message, view, (flags & COMPONENTS_V2) !== 0));
  }
  if (message.thread) body.append(threadLink(message.thread, view));
  if (secret) body.append(secretFoot(message, view));
  const above = reply(message, view);
  return el("article", { class: classes, data: { id: message.id } }, above, face(called(message.author), message.author.id), body);
}

function head(message) {
  return el(
    "div",
    { class: "head" },
    el("b", {}, called(message.author)),
    message.author.bot && el("span", { class: "app" }, "APP"),
    written(message.timestamp),
  );
}

function secretFoot(message, view) {
  const dismiss = el("button", { type: "button", onclick: () => view.dismiss(message) }, "Dismiss message");
  return el("div", { class: "foot" }, "Only you can see this · ", dismiss);
}

/** "Ana used /binome start", or what it replies to. */
function reply(message, view) {
  const by = message.interaction_metadata;
  const name = message.interaction?.name ?? by?.name;
  if (by && (message.type === 20 || message.type === 23)) {
    const what = message.type === 20 && name ? `/${name}` : name;
    return el("div", { class: "reply" }, "↱ ", el("b", {}, called(by.user)), " used ", what ? el("code", {}, what) : "a command");
  }
  const to = message.referenced_message;
  if (message.type !== 19) return null;
  if (!to) return el("div", { class: "reply" }, "↱ an earlier message");
  const first = to.content || to.embeds?.[0]?.title || "a message";
  return el("div", { class: "reply" }, "↱ ", el("b", {}, called(to.author)), " ", inline(first.split("\n")[0].slice(0, 120), view.names));
}

function threadNote(message, view) {
  const id = message.message_reference?.channel_id;
  const open = id && el("button", { type: "button", onclick: () => view.go(id) }, message.content || "a thread");
  return el("div", { class: "system", data: { id: message.id } }, el("b", {}, called(message.author)), " started a thread: ", open ?? message.content);
}

/** The first line of a thread that grew out of a message. */
function threadStart(message, view) {
  const from = message.referenced_message;
  const words = from && [el("b", {}, called(from.author)), ": ", inline(from.content || from.embeds?.[0]?.title || "a message", view.names)];
  return el("div", { class: "system", data: { id: message.id } }, "This thread grew out of ", words || "an earlier message", ".");
}

function threadLink(thread, view) {
  return el("div", { class: "threadlink" }, "↳ ", el("button", { type: "button", onclick: () => view.go(thread.id) }, thread.name));
}

/** Files that no embed and no component shows. */
function loose(message) {
  const shown = JSON.stringify([message.embeds ?? [], (message.flags & COMPONENTS_V2) !== 0 ? message.components : []]);
  const path = (file) => String(file.url).split("?")[0];
  return (message.attachments ?? []).filter((file) => !shown.includes(path(file)) && !(message.flags & COMPONENTS_V2));
}

function isPicture(attachment) {
  return String(attachment.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename ?? "");
}

function file(attachment) {
  const url = fileUrl(attachment.url);
  if (url && isPicture(attachment)) return picture(url, attachment.description, attachment);
  const kib = Math.max(1, Math.round((attachment.size ?? 0) / 1024));
  const name = `▤ ${attachment.title ?? attachment.filename} (${kib} KiB)`;
  return url ? el("div", {}, el("a", { class: "file", href: url, target: "_blank", rel: "noopener noreferrer" }, name)) : el("div", {}, name);
}

/** A picture with its alternative text, which can also be read. */
export function picture(url, description, size = {}, kind = "") {
  const img = el("img", { src: url, alt: description ?? "", loading: "lazy", width: size.width, height: size.height });
  const link = el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, img);
  if (!description) link.setAttribute("aria-label", "Open the picture");
  const words = description && el("figcaption", {}, el("details", {}, el("summary", {}, "ALT"), el("p", {}, description)));
  return el("figure", { class: kind }, link, words);
}

/** A picture that an embed or component names: of this server as it is, from elsewhere as a link. */
export function media(item, description, files, kind) {
  const url = fileUrl(item?.proxy_url ?? item?.url ?? "");
  if (!url) return null;
  if (/^https?:/.test(url)) {
    return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, description || "A picture elsewhere");
  }
  const own = (files ?? []).find((attachment) => String(fileUrl(attachment.url)).split("?")[0] === url.split("?")[0]);
  return picture(url, description ?? own?.description, item.width ? item : own, kind);
}

function embedNode(embed, message, view) {
  const node = el("div", { class: "embed" });
  if (Number.isInteger(embed.color)) node.style.borderLeftColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  if (embed.author?.name) node.append(el("div", { class: "by" }, linked(embed.author.name, embed.author.url)));
  if (embed.title) node.append(el("div", { class: "title" }, linked(inline(embed.title, view.names), embed.url)));
  if (embed.description) node.append(markdown(embed.description, view.names));
  if (embed.fields?.length) node.append(fields(embed.fields, view));
  const picture = media(embed.image, null, message.attachments, "");
  const thumb = media(embed.thumbnail, null, message.attachments, "thumb");
  node.append(...[picture, thumb].filter(Boolean));
  const under = [embed.footer?.text, embed.timestamp && written(embed.timestamp)].filter(Boolean);
  if (under.length) node.append(el("div", { class: "under" }, under[0], under[1] && " · ", under[1]));
  return node;
}

function linked(children, address) {
  const href = address && safeUrl(address);
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children) : children;
}

/** Fields side by side, at most three to a line, as long as they are marked inline. */
function fields(list, view) {
  const node = el("div", { class: "fields" });
  let i = 0;
  while (i < list.length) {
    let run = 1;
    if (list[i].inline) while (run < 3 && list[i + run]?.inline) run += 1;
    const width = !list[i].inline || run === 1 ? "wide" : run === 2 ? "half" : "third";
    for (const field of list.slice(i, i + run)) {
      const name = el("div", { class: "name" }, inline(field.name, view.names));
      node.append(el("div", { class: width }, name, markdown(field.value, view.names)));
    }
    i += run;
  }
  return node;
}

// Components of a message: rows of buttons and selects, and the layout of Components V2. A press is heard by log.js, which
// finds the button by its custom id.

import { el, face, fileUrl, safeUrl } from "./dom.js";
import { chip, media } from "./files.js";
import { sign } from "./icons.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./select.js";

/** How many characters a label may have to stand in so many columns on a phone. */
const SHORT = { 3: 10, 4: 8, 5: 5 };

/** The components of a message, as one element or nothing. */
export function components(message, view) {
  const list = message.components ?? [];
  if (!list.length) return null;
  const node = el("div", { class: "rows" }, list.map((item) => component(item, view)));
  align(node, list);
  return node;
}

function component(item, view) {
  const below = () => (item.components ?? []).map((inner) => component(inner, view));
  switch (item.type) {
    case 1:
      return el("div", { class: "row" }, below());
    case 2:
      return button(item);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return selectMenu(item, options(item, view)).node;
    case 9:
      return el("div", { class: "section" }, el("div", { class: "words" }, below()), component(item.accessory ?? {}, view));
    case 10:
      return markdown(item.content, view.names);
    case 11:
      return media(item.media, item.description, "thumb");
    case 12:
      return el("div", { class: "gallery" }, (item.items ?? []).map((one) => media(one.media, one.description, "")));
    case 13:
      return chip(item.name ?? "file", item.size, fileUrl(item.file?.url ?? ""));
    case 14:
      return el("hr", { class: `separator${item.spacing === 2 ? " wide" : ""}${item.divider === false ? " bare" : ""}` });
    case 17:
      return container(item, below());
    default:
      return null;
  }
}

function container(item, inside) {
  const box = el("div", { class: "container" }, inside);
  if (Number.isInteger(item.accent_color)) box.style.setProperty("--edge", `#${item.accent_color.toString(16).padStart(6, "0")}`);
  return box;
}

/** A picture takes as much room as two letters. */
const wordsOf = (item) => [item.emoji && (item.emoji.id ? "□□" : item.emoji.name), item.label].filter(Boolean).join(" ");

const lettersOf = (row) => Math.max(...row.components.map((item) => [...wordsOf(item)].length));

/** Rows of several short buttons, such as the squares of a board, stand in the same columns throughout a message. */
function align(node, list) {
  const rows = list.map((row, i) => ({ row, node: node.children[i] }));
  const buttons = rows.filter(({ row }) => row.type === 1 && row.components?.length > 2 && row.components.every((item) => item.type === 2));
  const fits = (row, columns) => lettersOf(row) <= SHORT[columns];
  const columns = Math.max(0, ...buttons.filter(({ row }) => fits(row, row.components.length)).map(({ row }) => row.components.length));
  const even = buttons.filter(({ row }) => row.components.length <= columns && fits(row, columns));
  for (const one of even) one.node.classList.add("even");
  if (!even.length) return;
  node.style.setProperty("--columns", columns);
  node.style.setProperty("--letters", Math.max(...even.map(({ row }) => lettersOf(row))));
}

/** The emoji of a button or an option: a text, or a picture of the application's. The words beside a picture say what it shows. */
function emoji({ emoji, label }) {
  if (!emoji?.id) return emoji?.name ? el("span", { class: "emoji" }, emoji.name) : null;
  return el("img", { class: "emoji", src: `/emojis/${encodeURIComponent(emoji.id)}.png`, alt: label ? "" : (emoji.name ?? "emoji") });
}

/** The channel, and perhaps the message, to which an address of Discord's own leads: here they are on this page. */
function placeOf(href) {
  const [, channel, jump] = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/.exec(href) ?? [];
  return channel ? { channel, ...(jump && { jump }) } : null;
}

function button(item) {
  const words = [emoji(item), item.label && el("span", {}, item.label)];
  const look = `button s${item.style}`;
  if (item.style === 5) {
    const href = safeUrl(item.url ?? "");
    if (item.disabled || !href) return el("button", { type: "button", class: look, disabled: true }, words, sign("window"));
    const place = placeOf(href);
    if (place) return el("button", { type: "button", class: look, data: place }, words);
    return el("a", { class: look, href, target: "_blank", rel: "noopener noreferrer" }, words, sign("window"));
  }
  if (item.style === 6) return el("button", { type: "button", class: look, disabled: true }, item.label ? words : "Premium");
  return el("button", { type: "button", class: look, disabled: item.disabled, data: { custom: item.custom_id } }, words);
}

/** What a select offers: its own options, or people and channels; there are no roles here. */
export function options(item, view) {
  if (item.type === 3) return (item.options ?? []).map((option) => ({ ...option, lead: () => emoji(option) }));
  const chosen = new Set((item.default_values ?? []).map((value) => value.id));
  const offer = (list, lead) => list.map((one) => ({ label: one.name, value: one.id, default: chosen.has(one.id), lead: () => lead(one) }));
  const people = () => offer(view.people(), (one) => face(one.name, one.id, true));
  return {
    5: people,
    6: () => [],
    7: people,
    8: () => offer(view.channels(item.channel_types), () => sign("hash")),
  }[item.type]();
}

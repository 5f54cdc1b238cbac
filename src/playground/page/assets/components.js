// Components of a message: rows of buttons and selects, and the layout of Components V2.

import { el, fileUrl, safeUrl } from "./dom.js";
import { markdown } from "./markdown.js";
import { media } from "./message.js";

/** The components of a message as a list of elements. */
export function components(message, view, v2) {
  const list = message.components ?? [];
  if (!list.length) return [];
  return [el("div", { class: "rows", data: { v2: v2 ? "yes" : "no" } }, list.map((item) => component(item, message, view)))];
}

function component(item, message, view) {
  const below = () => (item.components ?? []).map((inner) => component(inner, message, view));
  switch (item.type) {
    case 1:
      return el("div", { class: "row" }, below());
    case 2:
      return button(item, message, view);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(item, options(item, view), (values) => view.pick(message, item, values));
    case 9:
      return el("div", { class: "section" }, el("div", {}, below()), component(item.accessory ?? {}, message, view));
    case 10:
      return markdown(item.content, view.names);
    case 11:
      return media(item.media, item.description, message.attachments, "thumb");
    case 12:
      return el("div", { class: "gallery" }, (item.items ?? []).map((one) => media(one.media, one.description, message.attachments, "")));
    case 13: {
      const url = fileUrl(item.file?.url ?? "");
      return url && el("a", { class: "file", href: url, target: "_blank", rel: "noopener noreferrer" }, `▤ ${item.name ?? "file"}`);
    }
    case 14:
      return el("hr", { class: `separator${item.spacing === 2 ? " wide" : ""}${item.divider === false ? " bare" : ""}` });
    case 17: {
      const box = el("div", { class: "container" }, below());
      if (Number.isInteger(item.accent_color)) box.style.borderLeftColor = `#${item.accent_color.toString(16).padStart(6, "0")}`;
      return box;
    }
    default:
      return null;
  }
}

/** An emoji as text: the page has no pictures of custom ones. */
const emoji = (item) => (item?.emoji ? (item.emoji.id ? `:${item.emoji.name ?? "emoji"}:` : item.emoji.name) : null);

function button(item, message, view) {
  const words = [emoji(item), item.label].filter(Boolean).map((word) => el("span", {}, word));
  const look = `button s${item.style}`;
  if (item.style === 5) {
    const href = safeUrl(item.url ?? "");
    if (item.disabled || !href) return el("button", { type: "button", class: look, disabled: true }, words, " ↗");
    return el("a", { class: look, href, target: "_blank", rel: "noopener noreferrer" }, words, " ↗");
  }
  if (item.style === 6) return el("button", { type: "button", class: look, disabled: true }, words.length ? words : "Premium");
  const press = () => view.press(message, item);
  return el("button", { type: "button", class: look, disabled: item.disabled, data: { custom: item.custom_id }, onclick: press }, words);
}

/** What a select offers: its own options, or people, roles and channels. */
export function options(item, view) {
  if (item.type === 3) return item.options ?? [];
  const chosen = new Set((item.default_values ?? []).map((value) => value.id));
  const all = {
    5: () => view.people(),
    6: () => view.roles(),
    7: () => [...view.people(), ...view.roles()],
    8: () => view.channels(item.channel_types),
  }[item.type]();
  return all.map((one) => ({ label: one.name, value: one.id, default: chosen.has(one.id) }));
}

const worded = (option) => {
  const words = [emoji(option), option.label].filter(Boolean).join(" ");
  return option.description ? `${words} – ${option.description}` : words;
};

/** A select: a list to pick one from, or boxes to tick and a button when there may be several. */
function select(item, list, send) {
  const least = item.min_values ?? 1;
  const most = item.max_values ?? 1;
  const name = item.placeholder || "Make a selection";
  if (most > 1 || least === 0) return several(item, list, least, most, name, send);
  const none = el("option", { value: "", disabled: true, hidden: true }, name);
  const node = el("select", { class: "pick", disabled: item.disabled, "aria-label": name, data: { custom: item.custom_id } }, none);
  for (const option of list) node.append(el("option", { value: option.value }, worded(option)));
  const at = list.findIndex((option) => option.default);
  node.selectedIndex = at + 1;
  node.addEventListener("change", () => node.value && send([node.value]));
  return node;
}

function several(item, list, least, most, name, send) {
  const boxes = list.map((option) => el("input", { type: "checkbox", value: option.value, checked: option.default }));
  const rows = list.map((option, i) => el("label", {}, boxes[i], el("span", {}, worded(option))));
  const done = el("button", { type: "button", class: "button s1", data: { custom: item.custom_id } }, "Done");
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const weigh = () => {
    const count = chosen().length;
    for (const box of boxes) box.disabled = item.disabled || (!box.checked && count >= most);
    done.disabled = item.disabled || count < least || count > most;
  };
  boxes.forEach((box) => box.addEventListener("change", weigh));
  done.addEventListener("click", () => send(chosen()));
  weigh();
  const range = least === most ? `${most}` : `${least}–${most}`;
  const body = el("fieldset", {}, el("legend", { hidden: true }, name), rows, el("div", {}, done));
  return el("details", { class: "pick" }, el("summary", {}, `${name} (${range})`), item.disabled ? null : body);
}

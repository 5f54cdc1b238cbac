// JSON that people read: indented, with keys and kinds of values in different colours.

import { el } from "./dom.js";
import { sign } from "./icons.js";

const TOKENS = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A value as text in colours. */
export function pretty(value) {
  const text = JSON.stringify(value, null, 2) ?? "nothing";
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    parts.push(text.slice(end, match.index));
    const [whole, string, colon] = match;
    if (string && colon) parts.push(el("span", { class: "key" }, string), colon);
    else parts.push(el("span", { class: string ? "string" : "value" }, whole));
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return el("pre", { class: "json", tabindex: "0" }, el("code", {}, parts));
}

/** A value under a title, with a button that copies it. */
export function shown(title, value) {
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(JSON.stringify(value, null, 2)).then(() => true, () => false);
    button.setAttribute("aria-label", done ? "Copied" : "Copying is not allowed here");
    button.classList.toggle("done", Boolean(done));
  };
  const button = el("button", { type: "button", class: "icon", "aria-label": `Copy: ${title}`, onclick: copy }, sign("copy"));
  return el("div", { class: "part" }, el("header", {}, el("h3", {}, title), button), pretty(value));
}

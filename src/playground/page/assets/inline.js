// What stands inside a line of Discord's markdown: emphasis, code, spoilers, links, mentions, times and emoji. A rule is
// tried only where its first character stands, and what no rule takes is text.

import { el, safeUrl } from "./dom.js";
import { stamp } from "./times.js";

/** Emphasis within emphasis, at most so deep; beyond, the signs are shown as they are. */
const DEEPEST = 12;

const strong = (...inside) => el("strong", {}, ...inside);
const em = (...inside) => el("em", {}, ...inside);

// By first character: a pattern that must match at the place, and what it makes of the match; `deeper(text)` reads on.
const RULES = {
  "\\": [[/^\\([^\p{L}\p{N}\s])/u, (m) => m[1]]],
  "`": [[/^(`+)(?!`)([\s\S]*?[^`])\1(?!`)/, (m) => el("code", {}, m[2].trim() || m[2])]],
  "|": [[/^\|\|([\s\S]+?)\|\|/, (m, deeper) => spoiler(deeper(m[1]))]],
  "~": [[/^~~(?=\S)([\s\S]+?)~~(?!~)/, (m, deeper) => el("s", {}, deeper(m[1]))]],
  "*": [
    [/^\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/, (m, deeper) => strong(em(deeper(m[1])))],
    [/^\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/, (m, deeper) => strong(deeper(m[1]))],
    [/^\*(?=[^\s*])((?:\*\*[^*]+\*\*|[^*])*?(?:[^\s*]|\*\*[^*]+\*\*))\*(?!\*)/, (m, deeper) => em(deeper(m[1]))],
  ],
  _: [
    [/^___(?=\S)([\s\S]+?)___(?!_)/, (m, deeper) => el("u", {}, em(deeper(m[1])))],
    [/^__(?=\S)([\s\S]+?)__(?!_)/, (m, deeper) => el("u", {}, deeper(m[1]))],
    [/^_(?=[^\s_])((?:__[^_]+__|[^_])*?(?:[^\s_]|__[^_]+__))_(?![\p{L}\p{N}_])/u, (m, deeper) => em(deeper(m[1]))],
  ],
  "<": [
    [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => stamp(Number(m[1]), m[2])],
    [/^<@!?(\d+)>/, (m, _, names, linked) => mention(`@${names.user(m[1])}`, !linked && { user: m[1] })],
    [/^<@&\d+>/, () => mention("@a role")],
    [/^<#(\d+)>/, (m, _, names, linked) => mention(`#${names.channel(m[1])}`, !linked && { channel: m[1] })],
    [/^<\/([^:>\n]{1,100}):\d+>/, (m, _, names, linked) => mention(`/${m[1]}`, !linked && { command: m[1] })],
    [/^<a?:(\w{2,32}):\d+>/, (m) => el("span", { class: "emoji" }, `:${m[1]}:`)],
    [/^<(https?:\/\/[^\s>]+)>/, (m, _, names, linked) => (linked ? m[1] : link(m[1], m[1]))],
  ],
  "@": [[/^@(?:everyone|here)\b/, (m) => mention(m[0])]],
  "[": [[/^\[((?:\[[^\]\n]*\]|[^[\]\n])+)\]\(<?(https?:\/\/(?:\([^\s()]*\)|[^\s()<>])+)>?(?:\s+"([^"\n]*)")?\)/, (m, deeper) => link(m[2], deeper(m[1], true), m[3])]],
  h: [[/^https?:\/\/[^\s<]+/, (m) => bare(m[0])]],
};

/** What stands inside a line, as a list of nodes and strings. */
export function inline(text, names, depth = 0, linked = false) {
  const found = [];
  let plain = "";
  let before = "";
  const deeper = (inner, inLink = linked) => inline(inner, names, depth + 1, inLink);
  for (let i = 0; i < text.length;) {
    const rules = depth < DEEPEST ? RULES[text[i]] : undefined;
    const made = rules && !held(text[i], before, linked) && first(rules, text.slice(i), deeper, names, linked);
    if (made) {
      if (plain) found.push(plain);
      plain = "";
      found.push(made.node);
      before = text[i + made.length - 1];
      i += made.length;
    } else {
      before = text[i];
      plain += before;
      i += 1;
    }
  }
  if (plain) found.push(plain);
  return found;
}

/** Whether a sign is only a letter where it stands: `_` and `h` inside words, links inside links. */
function held(sign, before, linked) {
  if (linked && (sign === "[" || sign === "h")) return true;
  return (sign === "_" || sign === "h") && /[\p{L}\p{N}_]/u.test(before);
}

function first(rules, rest, deeper, names, linked) {
  for (const [pattern, make] of rules) {
    const match = pattern.exec(rest);
    const made = match && make(match, deeper, names, linked);
    if (made?.length && made.node) return made;
    if (made) return { node: made, length: match[0].length };
  }
  return null;
}

/** A mention; those that lead somewhere can be pressed (see log.js and composer.js). */
function mention(words, leads) {
  return leads ? el("button", { type: "button", class: "mention", data: leads }, words) : el("span", { class: "mention" }, words);
}

function link(address, children, title) {
  const href = safeUrl(address);
  return href ? el("a", { href, title, target: "_blank", rel: "noopener noreferrer" }, children) : null;
}

/** An address in the text: stops and brackets that close the sentence are not of it. */
function bare(text) {
  let address = text.replace(/[.,:;"'!?*_~|\]]+$/, "");
  while (address.endsWith(")") && address.split(")").length > address.split("(").length) address = address.slice(0, -1);
  const node = /^https?:\/\/./.test(address) ? link(address, address) : null;
  return node && { node, length: address.length };
}

function spoiler(inside) {
  // Covered, nothing within can be reached, read out or pressed.
  const words = el("span", { inert: true }, inside);
  const node = el("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Spoiler, press to show", "aria-expanded": "false" }, words);
  const show = (event) => {
    if (node.classList.contains("open")) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.add("open");
    for (const name of ["role", "aria-label", "aria-expanded"]) node.removeAttribute(name);
    node.tabIndex = -1;
    words.inert = false;
  };
  node.addEventListener("click", show, true);
  node.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && show(event));
  return node;
}

/** Whether a text is nothing but a few emoji, which are then shown large. */
export function onlyEmoji(text) {
  const words = text.trim();
  if (!words || words.length > 120 || /[\p{L}\p{N}]/u.test(words)) return false;
  return /^(?:(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})[\u{FE0F}\u{200D}\u{1F3FB}-\u{1F3FF}]*\s*){1,27}$/u.test(words);
}

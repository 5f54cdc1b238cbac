// Discord's markdown, the part that people meet: blocks line by line, then what stands inside a line. Everything becomes
// nodes with text in them.

import { el, safeUrl } from "./dom.js";
import { stamp } from "./times.js";

/** Text as nodes. `names` tells what ids mean: `names.user(id)`, `names.channel(id)`, `names.role(id)`. */
export function markdown(text, names) {
  const root = el("div", { class: "text" });
  const pieces = String(text).split(/```(?:([a-z0-9+#.-]*)\n)?([\s\S]*?)```/i);
  for (let i = 0; i < pieces.length; i += 3) {
    blocks(root, pieces[i], names);
    if (i + 2 < pieces.length) root.append(el("pre", {}, el("code", {}, pieces[i + 2].replace(/\n$/, ""))));
  }
  return root;
}

function blocks(root, text, names) {
  const lines = text.replace(/^\n|\n$/g, "").split("\n");
  if (lines.length === 1 && lines[0] === "") return;
  let plain = [];
  const flush = () => {
    if (plain.length) root.append(el("div", {}, inline(plain.join("\n"), names)));
    plain = [];
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    const head = /^(#{1,3}) +(.+)$/.exec(line);
    const item = /^( *)(?:([-*])|(\d+)\.) +(.+)$/.exec(line);
    if (head) {
      flush();
      root.append(el(`h${head[1].length + 2}`, {}, inline(head[2], names)));
    } else if (line.startsWith("-# ")) {
      flush();
      root.append(el("div", {}, el("small", {}, inline(line.slice(3), names))));
    } else if (line.startsWith(">>> ")) {
      flush();
      const rest = el("blockquote", {});
      blocks(rest, [line.slice(4), ...lines.slice(i + 1)].join("\n"), names);
      root.append(rest);
      return;
    } else if (line.startsWith("> ")) {
      flush();
      const quoted = [];
      for (; i < lines.length && lines[i].startsWith("> "); i += 1) quoted.push(lines[i].slice(2));
      i -= 1;
      root.append(el("blockquote", {}, inline(quoted.join("\n"), names)));
    } else if (item) {
      flush();
      const tag = item[2] ? "ul" : "ol";
      const last = root.lastElementChild;
      const list = last?.localName === tag ? last : root.appendChild(el(tag, item[3] ? { start: item[3] } : {}));
      list.append(el("li", {}, inline(item[4], names)));
    } else {
      plain.push(line);
    }
  }
  flush();
}

// Each rule: a pattern that must match at the place, and what it makes of the match.
const RULES = [
  [/^\\([\\*_~|`<>[\]()#.@-])/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => el("code", {}, m[2].trim() || m[2])],
  [/^\|\|([\s\S]+?)\|\|/, (m, names) => spoiler(m[1], names)],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, names) => el("strong", {}, el("em", {}, inline(m[1], names)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, names) => el("strong", {}, inline(m[1], names))],
  [/^__([\s\S]+?)__(?!_)/, (m, names) => el("u", {}, inline(m[1], names))],
  [/^~~([\s\S]+?)~~/, (m, names) => el("s", {}, inline(m[1], names))],
  [/^\*(?=\S)([\s\S]*?\S)\*(?!\*)/, (m, names) => el("em", {}, inline(m[1], names))],
  [/^_(?=\S)([\s\S]*?\S)_(?![\p{L}\p{N}_])/u, (m, names) => el("em", {}, inline(m[1], names))],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => stamp(Number(m[1]), m[2])],
  [/^<@!?(\d+)>/, (m, names) => el("span", { class: "mention" }, `@${names.user(m[1])}`)],
  [/^<@&(\d+)>/, (m, names) => el("span", { class: "mention" }, `@${names.role(m[1])}`)],
  [/^<#(\d+)>/, (m, names) => el("span", { class: "mention" }, `#${names.channel(m[1])}`)],
  [/^<\/([^:>]+):\d+>/, (m) => el("span", { class: "mention" }, `/${m[1]}`)],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^@(everyone|here)\b/, (m) => el("span", { class: "mention" }, m[0])],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, names) => link(m[2], inline(m[1], names))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], [m[1]])],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]]/, (m) => link(m[0], [m[0]])],
];

/** What stands inside a line, as a list of nodes and strings. */
export function inline(text, names) {
  const found = [];
  let plain = "";
  let rest = text;
  let before = "";
  while (rest) {
    const word = /[\p{L}\p{N}_]$/u.test(before);
    let made = null;
    for (const [pattern, make] of RULES) {
      if (word && rest[0] === "_" && rest[1] !== "_") break;
      const match = pattern.exec(rest);
      const node = match && make(match, names);
      if (node) {
        made = [match[0].length, node];
        break;
      }
    }
    if (made) {
      if (plain) found.push(plain);
      found.push(made[1]);
      plain = "";
      before = rest.slice(0, made[0]);
      rest = rest.slice(made[0]);
    } else {
      const [first] = rest;
      plain += first;
      before = first;
      rest = rest.slice(first.length);
    }
  }
  if (plain) found.push(plain);
  return found;
}

function link(address, children) {
  const href = safeUrl(address);
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children) : null;
}

function spoiler(text, names) {
  const node = el("button", { type: "button", class: "spoiler", "aria-label": "Hidden; press to show" }, inline(text, names));
  node.addEventListener("click", () => {
    node.classList.add("open");
    node.removeAttribute("aria-label");
  });
  return node;
}

// Discord's markdown, block by block: headings, subtext, quotes, lists and fenced code; what stands inside a line is in
// inline.js. Everything becomes nodes with text in them.

import { el } from "./dom.js";
import { inline, onlyEmoji } from "./inline.js";
import { kept } from "./patch.js";

/** How deep lists may stand in one another. */
const DEEPEST = 8;

/** Text as nodes. `names` tells what ids mean: `names.user(id)`, `names.channel(id)`. */
export function markdown(text, names) {
  const words = String(text ?? "");
  const root = kept(el("div", { class: onlyEmoji(words) ? "text jumbo" : "text" }), words);
  blocks(root, words, names, false);
  return root;
}

const FENCE = /```(?:([a-z0-9_+#.-]+)\n)?\n*([^\n`][\s\S]*?)\n*```/i;

function blocks(root, text, names, inQuote) {
  let rest = text;
  for (let fence = FENCE.exec(rest); fence; fence = FENCE.exec(rest)) {
    const before = rest.slice(0, fence.index);
    const open = /(?:^|\n)>>> /.exec(before);
    if (open) break;
    lines(root, before.replace(/\n$/, ""), names, inQuote);
    root.append(codeBlock(fence[2], fence[1]));
    rest = rest.slice(fence.index + fence[0].length).replace(/^\n/, "");
  }
  lines(root, rest, names, inQuote);
}

function codeBlock(text, language) {
  const code = el("code", {}, text);
  // A block that is wider than its place is scrolled, so the keyboard must be able to get there.
  return el("pre", { tabindex: 0, role: "group", "aria-label": language ? `Code, ${language}` : "Code" }, code);
}

const ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(\S.*)$/;

/** Each reads the block that begins at line `i`, if there is one, and gives the number of lines it took. */
const BLOCKS = [heading, subtext, listed, restQuoted, quoted];
/** Quotes do not stand in quotes. */
const IN_QUOTES = [heading, subtext, listed];

function lines(root, text, names, inQuote) {
  if (text === "") return;
  const all = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) root.append(el("div", { class: "p", dir: "auto" }, inline(plain.join("\n"), names)));
    plain = [];
  };
  for (let i = 0; i < all.length;) {
    let took = 0;
    for (const read of inQuote ? IN_QUOTES : BLOCKS) {
      const block = read(all, i, names);
      if (!block) continue;
      flush();
      root.append(block.node);
      took = block.lines;
      break;
    }
    if (!took) plain.push(all[i]);
    i += took || 1;
  }
  flush();
}

function heading(all, i, names) {
  const match = /^(#{1,3}) +(\S.*)$/.exec(all[i]);
  // The page has headings of its own above these.
  return match && { node: el(`h${match[1].length + 2}`, {}, inline(match[2], names)), lines: 1 };
}

function subtext(all, i, names) {
  const match = /^-# +(\S.*)$/.exec(all[i]);
  return match && { node: el("div", { class: "sub", dir: "auto" }, inline(match[1], names)), lines: 1 };
}

function restQuoted(all, i, names) {
  if (!/^>>> \S?/.test(all[i])) return null;
  const node = el("blockquote", {});
  blocks(node, [all[i].slice(4), ...all.slice(i + 1)].join("\n"), names, true);
  return { node, lines: all.length - i };
}

function quoted(all, i, names) {
  const own = [];
  while (i + own.length < all.length && /^> /.test(all[i + own.length])) own.push(all[i + own.length].slice(2));
  if (!own.length) return null;
  const node = el("blockquote", {});
  blocks(node, own.join("\n"), names, true);
  return { node, lines: own.length };
}

/** A list and the lists within it, by how far the lines stand in. */
function listed(all, i, names, depth = 0) {
  const first = ITEM.exec(all[i]);
  if (!first) return null;
  const indent = first[1].length;
  const node = first[2] ? el("ul", {}) : el("ol", { start: Number(first[3]) });
  let at = i;
  while (at < all.length) {
    const item = ITEM.exec(all[at]);
    if (item && item[1].length > indent + 1 && node.lastElementChild && depth < DEEPEST) {
      const inner = listed(all, at, names, depth + 1);
      node.lastElementChild.append(inner.node);
      at += inner.lines;
    } else if (item && item[1].length >= indent && Boolean(item[2]) === Boolean(first[2])) {
      node.append(el("li", {}, inline(item[4], names)));
      at += 1;
    } else break;
  }
  return { node, lines: at - i };
}

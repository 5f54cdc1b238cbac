// The order of the messages on the screen made visible: a line where a day begins, one where the unread begin, and
// messages of one author that follow one another without their name.

import { el } from "./dom.js";
import { day } from "./times.js";

/** Messages of one author this close together, in milliseconds, stand under one name. */
const TOGETHER = 7 * 60 * 1000;

/**
 * Sets the lines and groups of a stream of messages anew. `complete` says that nothing older is to be fetched, `unread` is
 * the first message that has not been read.
 */
export function arrange(stream, { complete, unread }) {
  const left = new Set(stream.querySelectorAll(":scope > .divider"));
  let before = null;
  for (const node of stream.querySelectorAll(":scope > [data-id]")) {
    const newDay = before?.dataset.day !== node.dataset.day;
    const newest = node.dataset.id === unread;
    const words = newDay && (before || complete) ? day(node.dataset.at) : "";
    if (words || newest) left.delete(line(node, words, newest));
    node.classList.toggle("follows", !newDay && !newest && follows(before, node));
    before = node;
  }
  for (const gone of left) gone.remove();
}

/** The line above a message; one that stands there and says the same is left alone. */
function line(node, words, unread) {
  const there = node.previousElementSibling;
  const key = `${words}${unread ? " new" : ""}`;
  if (there?.dataset.line === key) return there;
  const name = [words, unread && "New messages"].filter(Boolean).join(". ");
  const look = { class: `divider${unread ? " unread" : ""}`, role: "separator", "aria-label": name, data: { line: key } };
  const made = el("div", look, words && el("span", {}, words), unread && el("b", {}, "New"));
  node.before(made);
  return made;
}

function follows(before, node) {
  if (!before || !node.classList.contains("message") || !before.classList.contains("message")) return false;
  if (node.classList.contains("answer") || node.dataset.author !== before.dataset.author) return false;
  if (node.classList.contains("private") !== before.classList.contains("private")) return false;
  return new Date(node.dataset.at) - new Date(before.dataset.at) < TOGETHER;
}

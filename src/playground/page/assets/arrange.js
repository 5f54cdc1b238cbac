// The order of the messages on the screen made visible: a line where a day begins, one where the unread begin, and
// messages of one author that follow one another without their name.

import { el } from "./dom.js";
import { day, sameDay } from "./times.js";

/** Messages of one author this close together, in milliseconds, stand under one name. */
const TOGETHER = 7 * 60 * 1000;

/**
 * Sets the lines and groups of a stream of messages anew. `complete` says that nothing older is to be fetched, `unread` is
 * the first message that has not been read.
 */
export function arrange(stream, { complete, unread }) {
  for (const line of stream.querySelectorAll(":scope > .divider")) line.remove();
  let before = null;
  for (const node of stream.querySelectorAll(":scope > [data-id]")) {
    const newDay = !before || !sameDay(before.dataset.at, node.dataset.at);
    const newest = node.dataset.id === unread;
    if (newDay && (before || complete)) node.before(divider(day(node.dataset.at), newest));
    else if (newest) node.before(divider(null, true));
    node.classList.toggle("follows", !newDay && !newest && follows(before, node));
    before = node;
  }
}

function divider(words, unread) {
  const name = [words, unread && "New messages"].filter(Boolean).join(". ");
  const look = { class: `divider${unread ? " unread" : ""}`, role: "separator", "aria-label": name };
  return el("div", look, words && el("span", {}, words), unread && el("b", {}, "New"));
}

function follows(before, node) {
  if (!before || !node.classList.contains("message") || !before.classList.contains("message")) return false;
  if (node.classList.contains("answer") || node.dataset.author !== before.dataset.author) return false;
  if (node.classList.contains("private") !== before.classList.contains("private")) return false;
  return new Date(node.dataset.at) - new Date(before.dataset.at) < TOGETHER;
}

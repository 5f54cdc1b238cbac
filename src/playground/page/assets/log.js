// The messages on the screen. Keeps to the end while the reader is at the end, and keeps the keyboard where it was when a
// message changes under it.

import { el, older } from "./dom.js";
import { messageNode } from "./message.js";

/** How far from the end still counts as the end, in pixels. */
const NEAR = 80;

export class Log {
  /** `more(before)` fetches what is older and resolves to how many there were. */
  constructor(root, view, more) {
    Object.assign(this, { root, view, more });
    this.notes = new Map();
    this.pressed = new Set();
    // Pictures and changes of size move the end.
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(root);
    root.addEventListener("load", () => this.atEnd && this.toEnd(), true);
    root.addEventListener("scroll", () => { this.atEnd = root.scrollHeight - root.scrollTop - root.clientHeight < NEAR; });
    this.atEnd = true;
  }

  clear() {
    this.root.replaceChildren();
    this.notes.clear();
  }

  show(messages) {
    const button = messages.length >= 50 && this.olderButton();
    const list = messages.map((message) => this.draw(message));
    this.root.replaceChildren(...[button].filter(Boolean), ...(list.length ? list : [el("p", { class: "empty" }, "Nothing here yet. Type / to see the commands.")]));
    this.toEnd();
  }

  olderButton() {
    const press = async () => {
      const first = this.root.querySelector("[data-id]")?.dataset.id;
      const count = await this.more(first);
      if (count < 50) row.remove();
    };
    const row = el("div", { class: "more" }, el("button", { type: "button", class: "plain", onclick: press }, "Show older messages"));
    return row;
  }

  prepend(messages) {
    const { root } = this;
    const left = root.scrollHeight - root.scrollTop;
    for (const message of messages) this.put(message);
    root.scrollTop = root.scrollHeight - left;
  }

  toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
    this.atEnd = true;
  }

  find(id) {
    return this.root.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  draw(message) {
    const node = messageNode(message, this.view);
    const note = this.notes.get(message.id);
    if (note) node.querySelector(".body")?.append(el("div", { class: "failed", role: "alert" }, note));
    return node;
  }

  /** A message came or changed. */
  put(message) {
    const end = this.atEnd;
    const before = this.find(message.id);
    const node = this.draw(message);
    if (before) {
      const custom = before.contains(document.activeElement) ? document.activeElement.dataset.custom : null;
      const open = [...before.querySelectorAll("figcaption details")].map((details) => details.open);
      before.replaceWith(node);
      node.querySelectorAll("figcaption details").forEach((details, i) => { details.open = open[i] ?? false; });
      if (custom) this.refocus(node, custom);
      for (const key of this.pressed) {
        const [id, name] = key.split(/ (.*)/s);
        if (id === message.id) this.mark(id, name, true);
      }
    } else {
      this.root.querySelector(":scope > .empty")?.remove();
      const next = [...this.root.querySelectorAll(":scope > [data-id]")].find((other) => older(message.id, other.dataset.id) < 0);
      if (next) next.before(node);
      else this.root.append(node);
    }
    if (end) this.toEnd();
  }

  /** The same control again, or the first that can be used in the same message. */
  refocus(node, custom) {
    const same = node.querySelector(`[data-custom="${CSS.escape(custom)}"]:not(:disabled)`);
    const next = same ?? node.querySelector("[data-custom]:not(:disabled)");
    if (next) next.focus({ preventScroll: true });
    else this.root.focus({ preventScroll: true });
  }

  remove(id) {
    this.find(id)?.remove();
    this.notes.delete(id);
  }

  mark(id, custom, busy) {
    const control = this.find(id)?.querySelector(`[data-custom="${CSS.escape(custom)}"]`);
    control?.setAttribute("aria-busy", String(busy));
  }

  /** A control waits for its answer. */
  busy(id, custom, busy) {
    const key = `${id} ${custom}`;
    if (busy) this.pressed.add(key);
    else this.pressed.delete(key);
    this.mark(id, custom, busy);
  }

  /** What went wrong with a message's controls; nothing takes the words away. */
  failed(id, words) {
    if (!words && !this.notes.has(id)) return;
    if (words) this.notes.set(id, words);
    else this.notes.delete(id);
    const body = this.find(id)?.querySelector(".body");
    body?.querySelector(".failed")?.remove();
    if (words) body?.append(el("div", { class: "failed", role: "alert" }, words));
    if (this.atEnd) this.toEnd();
  }

  /** A line of the page's own, which only this window shows. */
  notice(words, bad = false) {
    const dismiss = bad && el("button", { type: "button", class: "plain", onclick: () => node.remove() }, "Dismiss");
    const node = el("div", { class: `notice${bad ? " bad" : ""}`, role: bad ? "alert" : "status" }, words, " ", dismiss);
    this.root.append(node);
    this.toEnd();
    return node;
  }
}

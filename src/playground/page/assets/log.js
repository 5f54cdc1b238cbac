// The messages on the screen. Keeps to the end while the reader is at the end, keeps the keyboard where it was when a
// message changes under it, fetches what is older, and hears what is pressed on a message.

import { el, older } from "./dom.js";
import { sign } from "./icons.js";
import { enlarge } from "./files.js";
import { arrange } from "./arrange.js";
import { dots, messageNode, spoken } from "./message.js";
import { patch } from "./patch.js";

/** How far from the end still counts as the end, in pixels. */
const NEAR = 80;
/** How far from the beginning older messages are fetched. */
const EARLY = 400;
/** How many messages are fetched at once. */
const PAGE = 50;
/** Beyond so many, the oldest leave the page while the reader is at the end. */
const MANY = 300;
/** How long what was read out stays for those who look for it, in milliseconds. */
const HEARD = 5000;
const LOADING = 1 << 7;

export class Log {
  /** `more(before)` fetches what is older, has it put in by `prepend`, and resolves to how many there were. */
  constructor(root, view, more) {
    Object.assign(this, { root, view, more, atEnd: true, top: 0, fresh: 0, complete: true });
    this.messages = new Map();
    this.notes = new Map();
    this.pressed = new Set();
    this.awaited = new Map();
    // Edits must not be read out all over again: new messages are, by a line of their own.
    root.setAttribute("aria-live", "off");
    this.stream = el("div", { class: "stream" });
    this.voice = el("div", { class: "unseen", role: "status" });
    this.present = el("div", { class: "present", hidden: true }, el("button", { type: "button", onclick: () => this.toEnd(true) }, el("span", {}), sign("end")));
    root.replaceChildren(this.stream);
    root.after(this.present, this.voice);
    this.listen();
  }

  listen() {
    const { root } = this;
    // Pictures and changes of size move the end.
    const keep = new ResizeObserver(() => this.atEnd && !this.greeting?.isConnected && this.toEnd());
    keep.observe(root);
    keep.observe(this.stream);
    document.addEventListener("visibilitychange", () => { this.away ||= document.visibilityState === "hidden"; });
    root.addEventListener("scroll", () => this.scrolled(), { passive: true });
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => stepped(event));
    root.addEventListener("choose", ({ target, detail }) => {
      const message = this.messageOf(target);
      if (message) this.view.pick(message, { custom_id: detail.custom }, detail.values);
    });
  }

  messageOf(node) {
    return this.messages.get(node.closest("[data-id]")?.dataset.id);
  }

  clicked(event) {
    const target = event.target.closest("[data-custom], [data-channel], [data-dismiss], [data-jump], [data-enlarge], [data-react], [data-user]");
    if (!target || target.disabled || target.classList.contains("pick")) return;
    const { custom, channel, dismiss, jump } = target.dataset;
    const message = this.messageOf(target);
    if (custom !== undefined && message) this.view.press(message, { custom_id: custom });
    else if (channel !== undefined) this.goTo(channel, jump);
    else if (dismiss !== undefined && message) this.view.dismiss(message);
    else if (jump !== undefined) this.jump(jump);
    else if (target.dataset.react !== undefined && message) this.view.react(message, target.dataset.react, target.getAttribute("aria-pressed") === "true");
    else if (target.dataset.enlarge !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      enlarge(target);
    }
  }

  /** Goes to a channel, and to a message there. */
  async goTo(channel, message) {
    await this.view.go(channel);
    if (message !== undefined) this.jump(message);
  }

  /** Goes to another message, if it is on the page. */
  jump(id) {
    const node = this.find(id);
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
  }

  scrolled() {
    const { root } = this;
    const left = root.scrollHeight - root.scrollTop - root.clientHeight;
    // A picture that has just come moves the end away; only who goes up leaves it.
    if (left < NEAR) this.atEnd = true;
    else if (root.scrollTop < this.top) this.atEnd = false;
    this.top = root.scrollTop;
    if (this.atEnd) this.fresh = 0;
    this.bar(left > root.clientHeight);
    if (root.scrollTop < EARLY) this.reach();
  }

  /** The way back to the newest messages, while they are far or unseen. */
  bar(far) {
    const { present } = this;
    present.hidden = this.atEnd || (!far && !this.fresh);
    const words = this.fresh ? `${this.fresh} new ${this.fresh === 1 ? "message" : "messages"}` : "Jump to present";
    const label = present.querySelector("span");
    if (label.textContent !== words) label.textContent = words;
    present.classList.toggle("news", this.fresh > 0);
  }

  /** Fetches what is older, once at a time. */
  async reach() {
    if (this.complete || this.reaching) return;
    this.reaching = true;
    const { generation } = this;
    const wait = el("p", { class: "older", role: "status" }, dots(), "Loading older messages");
    this.stream.prepend(wait);
    const first = this.stream.querySelector("[data-id]")?.dataset.id;
    const count = await this.more(first).catch(() => 0);
    wait.remove();
    if (generation !== this.generation) return;
    this.reaching = false;
    this.complete = count < PAGE;
    this.arrange();
  }

  clear() {
    this.generation = (this.generation ?? 0) + 1;
    this.reaching = false;
    this.complete = true;
    this.fresh = 0;
    this.unread = null;
    this.greeting = null;
    this.stream.replaceChildren();
    this.messages.clear();
    this.notes.clear();
    this.present.hidden = true;
  }

  /** Shows a place from its end; `read` is the last message the person has seen there, if any. */
  show(messages, read = null) {
    if (this.messages.size) return this.renew(messages);
    this.clear();
    this.complete = messages.length < PAGE;
    this.unread = read && messages.find((message) => older(message.id, read) > 0 && message.author?.id !== this.view.me)?.id;
    for (const message of messages) this.messages.set(message.id, message);
    this.stream.replaceChildren(...messages.map((message) => this.draw(message)));
    this.arrange();
    return this.toEnd();
  }

  /** The same place once more, after a gap: what is still right stays as it stands. */
  renew(messages) {
    const there = new Set(messages.map((message) => message.id));
    const first = messages[0]?.id;
    for (const id of [...this.messages.keys()]) {
      if (!there.has(id) && (!first || older(id, first) > 0)) this.remove(id);
    }
    for (const message of messages) this.put(message);
  }

  arrange() {
    arrange(this.stream, { complete: this.complete, unread: this.unread });
    if (this.messages.size) this.greeting?.remove();
  }

  /** What stands here while nothing has been said. */
  greet(node) {
    this.greeting?.remove();
    this.greeting = node;
    if (this.messages.size) return;
    this.stream.prepend(node);
    this.root.scrollTop = 0;
  }

  prepend(messages) {
    const { root } = this;
    const left = root.scrollHeight - root.scrollTop;
    for (const message of messages) this.insert(message);
    this.arrange();
    root.scrollTop = root.scrollHeight - left;
  }

  toEnd(pressed = false) {
    this.root.scrollTop = this.root.scrollHeight;
    this.top = this.root.scrollTop;
    this.atEnd = true;
    this.fresh = 0;
    this.bar(false);
    if (pressed) this.root.focus({ preventScroll: true });
  }

  find(id) {
    return this.stream.querySelector(`:scope > [data-id="${CSS.escape(id)}"]`);
  }

  draw(message) {
    const node = messageNode(message, this.view);
    const note = this.notes.get(message.id);
    if (note) node.querySelector(".body")?.append(failure(note));
    return node;
  }

  /** A message came or changed. */
  put(message) {
    if (!message) return;
    // What one says, and what one's own press or command brings, is come to see.
    const own = [message.author?.id, message.interaction_metadata?.user?.id].includes(this.view.me);
    const end = this.atEnd || (own && !this.messages.has(message.id));
    const known = this.find(message.id);
    if (known) this.change(known, message);
    else {
      this.insert(message);
      this.came(message, end);
      if (end) this.trim();
      this.arrange();
    }
    if (end) this.toEnd();
    else this.scrolled();
  }

  insert(message) {
    if (this.messages.has(message.id) && this.find(message.id)) return;
    this.messages.set(message.id, message);
    const node = this.draw(message);
    let after = this.stream.lastElementChild;
    // Old notices stay where they were said; one that still waits goes along at the end.
    const newest = ![...this.messages.keys()].some((id) => older(id, message.id) > 0);
    if (newest) while (after?.matches(".pending")) after = after.previousElementSibling;
    else while (after && !(after.dataset.id && older(after.dataset.id, message.id) < 0)) after = after.previousElementSibling;
    if (after) after.after(node);
    else this.stream.prepend(node);
  }

  /** Tells of a new message: to those who hear the page, and to those who look elsewhere in it. */
  came(message, end) {
    if (message.author?.id === this.view.me) {
      this.unread = null;
      return;
    }
    if (!end) this.fresh += 1;
    if (document.visibilityState === "hidden" && this.away) this.unread = message.id;
    this.away = false;
    this.speak(message);
  }

  speak(message) {
    this.voice.textContent = spoken(message, this.view);
    clearTimeout(this.silence);
    this.silence = setTimeout(() => { this.voice.textContent = ""; }, HEARD);
  }

  /** Lets go of the oldest messages; they are fetched again when the reader goes there. */
  trim() {
    const ids = [...this.messages.keys()];
    if (ids.length <= MANY) return;
    for (const id of ids.sort(older).slice(0, ids.length - MANY + PAGE)) {
      this.find(id)?.remove();
      this.messages.delete(id);
    }
    this.complete = false;
  }

  change(known, message) {
    const thought = this.messages.get(message.id)?.flags & LOADING;
    if (thought && !(message.flags & LOADING)) this.speak(message);
    this.messages.set(message.id, message);
    this.told(message.id);
    const held = known.contains(document.activeElement) ? document.activeElement : null;
    const spot = held && place(known, held);
    const fresh = this.draw(message);
    fresh.classList.toggle("follows", known.classList.contains("follows"));
    const node = patch(known, fresh);
    // Another button may stand now where one waited.
    for (const control of node.querySelectorAll("[data-custom]")) {
      if (this.pressed.has(`${message.id} ${control.dataset.custom}`)) control.setAttribute("aria-busy", "true");
      else control.removeAttribute("aria-busy");
    }
    if (held) this.refocus(node, held, spot);
  }

  /** The same control still, or the one nearest to where it was, or the message. */
  refocus(node, held, spot) {
    if (held.isConnected && !held.disabled) {
      if (document.activeElement !== held) held.focus({ preventScroll: true });
      return;
    }
    const usable = controls(node).filter((control) => !control.disabled);
    const all = controls(node);
    const near = (control) => Math.abs(all.indexOf(control) - spot);
    const next = usable.sort((a, b) => near(a) - near(b))[0] ?? node;
    next.focus({ preventScroll: true });
  }

  remove(id) {
    const node = this.find(id);
    if (node?.contains(document.activeElement)) this.root.focus({ preventScroll: true });
    node?.remove();
    this.messages.delete(id);
    this.notes.delete(id);
    this.told(id);
    this.arrange();
  }

  mark(id, custom, busy) {
    const control = this.find(id)?.querySelector(`[data-custom="${CSS.escape(custom)}"]`);
    if (busy) control?.setAttribute("aria-busy", "true");
    else control?.removeAttribute("aria-busy");
  }

  /** Resolves once the message is no longer `message` as it was, or when that takes longer than `patience` milliseconds. */
  async changed(message, patience) {
    const { id } = message;
    if (this.messages.get(id) !== message) return undefined;
    return new Promise((done) => {
      const timer = setTimeout(done, patience);
      this.awaited.set(id, () => {
        clearTimeout(timer);
        done();
      });
    });
  }

  /** Tells whoever waits for a message to change. */
  told(id) {
    this.awaited.get(id)?.();
    this.awaited.delete(id);
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
    body?.querySelector(":scope > .failed")?.remove();
    if (words) body?.append(failure(words));
    if (this.atEnd) this.toEnd();
  }

  /** A line of the page's own, which only this window shows. */
  notice(words, bad = false) {
    const dismiss = el("button", { type: "button", class: "plain", onclick: () => node.remove() }, "Dismiss");
    const node = el("div", { class: `notice${bad ? " bad" : ""}`, role: bad ? "alert" : "status" }, bad && sign("warning"), el("span", {}, words), dismiss);
    return this.say(node);
  }

  /** A line that says that something is being waited for, until it is taken away. */
  pending(words) {
    return this.say(el("div", { class: "notice pending", role: "status" }, dots(), el("span", {}, words)));
  }

  say(node) {
    this.stream.append(node);
    this.arrange();
    this.toEnd();
    return node;
  }
}

const failure = (words) => el("div", { class: "failed", role: "alert", data: { key: "failed" } }, sign("warning"), el("span", {}, words));

/** What can be used in a message, in order. */
const controls = (node) => [...node.querySelectorAll(".rows button:not(.menu *), .rows a, .reactions button, .foot button")];

/** The arrows go from button to button of a message, as they lie on the screen. */
function stepped(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = event.target.closest(".rows .button");
  if (!way || !from || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  const far = (node) => {
    const [dx, dy] = [middle(node)[0] - x, middle(node)[1] - y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    return along > 4 && (way[0] === 0 || aside < 8) ? along * 3 + aside : Infinity;
  };
  const next = controls(from.closest(".rows")).filter((one) => one !== from && !one.disabled).sort((a, b) => far(a) - far(b))[0];
  if (!next || far(next) === Infinity) return;
  event.preventDefault();
  next.focus();
}

/** Where a control stands among those of its message. */
const place = (node, held) => Math.max(0, controls(node).indexOf(held));

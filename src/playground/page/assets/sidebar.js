// The list of channels, threads and direct messages at the left, with what has not been read.

import { at, el, face } from "./dom.js";
import { sign } from "./icons.js";
import { roving } from "./sheets.js";

const ENTRY = "[data-channel]";

export class Sidebar {
  /** `go(id)` opens a channel, `add()` asks for a new one. */
  constructor(store, { go, add }) {
    Object.assign(this, { store, go, root: at("channels") });
    this.order = roving(this.root, ENTRY);
    this.plus = el("button", { type: "button", class: "icon", "aria-label": "Add a channel", "aria-haspopup": "dialog", title: "Add a channel", onclick: add }, sign("plus"));
  }

  draw() {
    const { root, store } = this;
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
    const plus = document.activeElement === this.plus;
    const { text, direct } = store.tree();
    const threads = (list) => list.length > 0 && el("ul", { "aria-label": "Threads" }, list.map((thread) => el("li", {}, this.entry(thread, sign("thread")))));
    const rows = text.map((one) => el("li", {}, this.entry(one.channel, sign("hash")), threads(one.threads)));
    const talks = direct.map((channel) => el("li", {}, this.entry(channel, face(store.title(channel), store.botId ?? channel.id, true))));
    root.replaceChildren(
      el("div", { class: "heading" }, el("h2", { id: "channels-title" }, "Channels"), this.plus),
      el("ul", { "aria-labelledby": "channels-title" }, rows),
      el("div", { class: "heading" }, el("h2", { id: "direct-title" }, "Direct messages")),
      talks.length ? el("ul", { "aria-labelledby": "direct-title" }, talks) : el("p", { class: "none" }, "None yet."),
    );
    this.order();
    if (focused) root.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
    if (plus) this.plus.focus();
    this.marks();
  }

  entry(channel, image) {
    const { store } = this;
    const unread = store.unread.get(channel.id);
    const here = channel.id === store.here;
    const mark = unread?.mentions > 0 && el("span", { class: "count" }, String(unread.mentions), el("span", { class: "unseen" }, channel.type === 1 ? " unread" : " mentions"));
    return el(
      "button",
      { type: "button", class: unread && !here ? "unread" : "", "aria-current": here ? "page" : undefined, data: { channel: channel.id }, onclick: () => this.go(channel.id) },
      image,
      el("span", { class: "name" }, store.title(channel)),
      mark || (unread && el("span", { class: "unseen" }, "unread")),
    );
  }

  /** The marks outside of the list: on the button that opens it, and in the title of the window. */
  marks() {
    const { store } = this;
    const elsewhere = [...store.unread.keys()].some((id) => id !== store.here && store.channels.has(id));
    at("menu").classList.toggle("unread", elsewhere);
    at("menu").setAttribute("aria-label", elsewhere ? "Channels, something is unread" : "Channels");
    const waiting = store.waiting();
    const channel = store.channels.get(store.here);
    const place = channel ? `${channel.type === 0 ? "#" : ""}${store.title(channel)}` : "Playground";
    document.title = `${waiting ? `(${waiting}) ` : ""}${place} · ${store.names.user(store.me.id)}`;
  }
}

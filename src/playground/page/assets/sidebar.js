// The list of channels, threads and direct messages at the left, with what has not been read.

import { at, el, face } from "./dom.js";
import { sign } from "./icons.js";
import { patch } from "./patch.js";
import { roving } from "./sheets.js";

const ENTRY = "[data-channel]";

export class Sidebar {
  /** `go(id)` opens a channel, `add(guild, title)` asks for a new one in a server. */
  constructor(store, { go, add }) {
    Object.assign(this, { store, inner: el("div") });
    const root = at("channels");
    root.replaceChildren(this.inner);
    this.order = roving(root, ENTRY);
    // The list changes under the pointer all the time, so it is not its entries that listen.
    root.addEventListener("click", ({ target }) => {
      const entry = target.closest(ENTRY);
      const plus = target.closest("[data-add]");
      if (entry) go(entry.dataset.channel);
      else if (plus) add(plus.dataset.add, plus.title);
    });
  }

  draw() {
    const { store } = this;
    const { text, direct } = store.tree();
    const threads = (list) => list.length > 0 && el("ul", { "aria-label": "Threads" }, list.map((thread) => this.entry(thread, sign("thread"))));
    const row = (one) => this.entry(one.channel, sign("hash"), threads(one.threads));
    const talks = direct.map((channel) => this.entry(channel, face(store.title(channel), store.botId ?? channel.id, true)));
    const plus = (guild, title) => el("button", { type: "button", class: "icon", "aria-label": title, "aria-haspopup": "dialog", title, data: { add: guild.id } }, sign("plus"));
    const list = (guild, id, title, add, rows) => [
      el("div", { class: "heading", data: { key: id } }, el("h2", { id: `${id}-title` }, title), plus(guild, add)),
      el("ul", { "aria-labelledby": `${id}-title`, data: { key: `${id}-list` } }, rows),
    ];
    const own = store.ownGuilds();
    const lists = own.length > 1
      ? own.map((guild) => list(guild, `channels-${guild.id}`, guild.name, `Add a channel to ${guild.name}`, text.filter((one) => one.channel.guild_id === guild.id).map(row)))
      : list(store.guild(), "channels", "Channels", "Add a channel", text.map(row));
    const fresh = el(
      "div",
      {},
      lists,
      el("div", { class: "heading", data: { key: "direct" } }, el("h2", { id: "direct-title" }, "Direct messages")),
      talks.length ? el("ul", { "aria-labelledby": "direct-title", data: { key: "talks" } }, talks) : el("p", { class: "none" }, "None yet."),
    );
    patch(this.inner, fresh);
    at("guild").textContent = store.guild().name;
    this.order();
    this.marks();
  }

  entry(channel, image, below = null) {
    const { store } = this;
    const unread = store.unread.get(channel.id);
    const here = channel.id === store.here;
    const mark = unread?.mentions > 0 && el("span", { class: "count" }, String(unread.mentions), el("span", { class: "unseen" }, channel.type === 1 ? " unread" : " mentions"));
    const button = el(
      "button",
      { type: "button", class: unread && !here ? "unread" : "", "aria-current": here ? "page" : undefined, data: { channel: channel.id } },
      image,
      el("span", { class: "name" }, store.title(channel)),
      mark || (unread && el("span", { class: "unseen" }, "unread")),
    );
    return el("li", { data: { key: channel.id } }, button, below);
  }

  /** The marks outside of the list: on the button that opens it, and in the title of the window. */
  marks() {
    const { store } = this;
    const elsewhere = [...store.unread.keys()].some((id) => id !== store.here && store.channels.has(id));
    at("menu").classList.toggle("unread", elsewhere);
    at("menu").setAttribute("aria-description", elsewhere ? "Something is unread" : "");
    const waiting = store.waiting();
    const channel = store.channels.get(store.here);
    const place = channel ? `${channel.type === 0 ? "#" : ""}${store.title(channel)}` : "Playground";
    const parts = [place, store.server(channel), store.names.user(store.me.id)];
    document.title = `${waiting ? `(${waiting}) ` : ""}${parts.filter(Boolean).join(" · ")}`;
  }
}

// Tells in the window that somebody called elsewhere: a private message, a mention. It stays until one goes there or puts it away.

import { at, el } from "./dom.js";
import { sign } from "./icons.js";

export class News {
  /** `go(id)` opens a channel. */
  constructor(store, go) {
    Object.assign(this, { store, go, root: at("news"), channel: null });
  }

  /** A message arrived that calls this person. */
  arrived(channel, message) {
    const { store } = this;
    const place = store.channels.get(channel);
    if (!place || channel === store.here || message.author?.id === store.me.id || !store.calls(channel, message)) return;
    const who = store.names.user(message.author?.id);
    this.channel = channel;
    const server = store.server(place);
    const words = place.type === 1 ? `${who} wrote to you privately` : `${who} mentions you in ${place.type === 0 ? "#" : ""}${store.title(place)}${server ? ` · ${server}` : ""}`;
    const open = el("button", { type: "button", class: "open", onclick: () => this.go(channel) }, words, sign("next"));
    const away = el("button", { type: "button", class: "icon", "aria-label": "Not now", onclick: () => this.clear() }, sign("close"));
    this.root.replaceChildren(open, away);
  }

  /** Once it is read, it is no news. */
  draw() {
    if (this.channel && !this.store.unread.get(this.channel)) this.clear();
  }

  clear() {
    this.channel = null;
    this.root.replaceChildren();
  }
}

// Tells in the window that somebody called elsewhere: a private message, a mention. It goes when one goes there or puts it
// away, and by itself once it could be read, for it lies over the messages; what is unread stays marked in the list.

import { at, el } from "./dom.js";
import { sign } from "./icons.js";

/** How long it stays, and how long it fades then, in milliseconds. */
const STAYS = 8000;
const FADES = 300;

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
    this.stay();
  }

  /** It goes after a while, but not while nobody can see it, nor from under a pointer or the keyboard. */
  stay() {
    this.root.classList.remove("leaving");
    this.after(STAYS, () => {
      if (document.hidden || this.root.matches(":hover, :focus-within")) return this.stay();
      this.root.classList.add("leaving");
      return this.after(FADES, () => this.clear());
    });
  }

  after(time, then) {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, time);
  }

  /** Where one is, and once it is read, it is no news. */
  draw() {
    if (this.channel && (this.channel === this.store.here || !this.store.unread.get(this.channel))) this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.channel = null;
    this.root.replaceChildren();
  }
}

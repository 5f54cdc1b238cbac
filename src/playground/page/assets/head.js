// The head of a channel: where one is, what it is about, whether the line is open - and a word if the bot is not there.

import { at, el } from "./dom.js";
import { sign } from "./icons.js";

const SAID_FOR = 2500;

export class Head {
  /** `go(id)` opens a channel, `threads()` shows its threads, `invite()` invites the bot again. */
  constructor(store, { go, threads, invite }) {
    Object.assign(this, { store, go, invite, wasAway: false, lastBot: "" });
    at("threads-button").addEventListener("click", threads);
  }

  draw() {
    const { store } = this;
    const channel = store.channels.get(store.here);
    if (!channel) return;
    const parent = store.channels.get(channel.parent_id);
    const up = parent && [el("button", { type: "button", onclick: () => this.go(parent.id) }, parent.name), sign("next")];
    const key = JSON.stringify([channel.id, channel.name, channel.topic, parent?.name, channel.thread_metadata?.archived]);
    if (key !== this.drawn) {
      this.drawn = key;
      const image = channel.type === 1 ? null : sign(parent ? "thread" : "hash");
      at("place").replaceChildren(...[image, up, el("span", {}, store.title(channel))].flat().filter(Boolean));
      at("topic").textContent = this.topic(channel);
      at("topic").title = at("topic").textContent;
    }
    at("server").textContent = store.server(channel) ?? "";
    at("threads-button").hidden = channel.type === 1;
    this.drawBot();
  }

  topic(channel) {
    if (channel.type === 1) return `Only ${this.store.names.user(this.store.me.id)} sees this`;
    if (channel.thread_metadata?.archived) return "Archived; a message opens it again";
    return channel.topic ?? "";
  }

  /** Whether the bot can hear anything at all. */
  drawBot() {
    const { connected } = this.store.bot;
    const state = !this.store.present() ? "out" : connected ? "" : "off";
    if (state === this.lastBot) return;
    this.lastBot = state;
    const name = this.store.botName;
    const again = el("button", { type: "button", onclick: () => this.invite() }, "Invite it again");
    at("trouble").hidden = state === "";
    at("trouble").replaceChildren(...(state === "out" ? [`${name} has been thrown out of this server. `, again] : state === "off" ? [`${name} is not connected right now: it hears nothing until it is back.`] : []));
  }

  /** The state of the line, calmly. */
  line(what, tries) {
    clearTimeout(this.timer);
    const node = at("line");
    if (what === "away") {
      this.wasAway = true;
      node.dataset.state = "away";
      node.textContent = tries > 3 ? "Waiting for the playground…" : "Reconnecting…";
    } else if (this.wasAway) {
      this.wasAway = false;
      node.dataset.state = "back";
      node.textContent = "Back again";
      this.timer = setTimeout(() => { node.textContent = ""; }, SAID_FOR);
    }
  }
}

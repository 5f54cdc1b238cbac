// Who is here, at the right: the bot, then the people, with who has a window open. In private messages that is only oneself.

import { at, el, face } from "./dom.js";
import { sign } from "./icons.js";
import { called } from "./message.js";
import { patch } from "./patch.js";
import { roving } from "./sheets.js";

export class Members {
  /** `show(user)` tells more about one, `add()` asks for somebody new, `close()` puts the list away. */
  constructor(store, { show, add, close }) {
    Object.assign(this, { store, inner: el("div") });
    const shut = el("button", { type: "button", class: "icon", "aria-label": "Close the members", onclick: close }, sign("close"));
    const list = el("div", { class: "list" }, this.inner);
    at("members").replaceChildren(el("div", { class: "panelhead" }, el("h2", {}, "Members"), shut), list);
    this.order = roving(list, "[data-member]");
    list.addEventListener("click", ({ target }) => {
      const { member } = target.closest("[data-member]")?.dataset ?? {};
      if (member === "add") add();
      else if (store.people.has(member)) show(store.people.get(member));
    });
  }

  draw() {
    const { store } = this;
    const people = store.channels.get(store.here)?.type === 1 ? [store.me] : store.everybody();
    const bot = store.people.get(store.botId);
    const plus = el("button", { type: "button", class: "add", "aria-haspopup": "dialog", data: { member: "add" } }, sign("plus"), el("span", {}, "Add or be somebody"));
    const fresh = el(
      "div",
      {},
      el("h3", { id: "members-bot", data: { key: "bot" } }, "Bot"),
      el("ul", { "aria-labelledby": "members-bot", data: { key: "bots" } }, bot && this.row(bot, this.botState())),
      el("h3", { id: "members-people", data: { key: "people" } }, `People - ${people.length}`),
      el("ul", { "aria-labelledby": "members-people", data: { key: "everybody" } }, people.map((user) => this.row(user, this.state(user))), el("li", { data: { key: "add" } }, plus)),
    );
    patch(this.inner, fresh);
    this.order();
  }

  botState() {
    const { connected } = this.store.bot;
    if (!this.store.present()) return [false, "thrown out"];
    return connected ? [true, "online"] : [false, "not connected"];
  }

  state(user) {
    const { online, dms_open: open } = this.store.persons.get(user.id) ?? {};
    const own = user.id === this.store.me.id;
    const words = [own ? "you" : online ? "online" : "no window open"];
    if (open === false) words.push("no private messages");
    return [own || online, words.join(" · ")];
  }

  row(user, [on, words]) {
    const portrait = el("span", { class: "portrait" }, face(called(user), user.id, true), el("span", { class: on ? "dot on" : "dot" }));
    const name = el("span", { class: "name" }, called(user), user.bot && [" ", el("span", { class: "app" }, "APP")]);
    const button = el("button", { type: "button", "aria-haspopup": "dialog", data: { member: user.id } }, portrait, el("span", {}, name, el("small", {}, words)));
    return el("li", { data: { key: user.id } }, button);
  }
}

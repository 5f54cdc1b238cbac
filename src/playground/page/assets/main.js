// The page of one person: `?as=NAME` says who. Puts the parts together and carries out what happens.

import { Api } from "./api.js";
import { Composer } from "./composer.js";
import { Log } from "./log.js";
import { showModal } from "./modal.js";
import { called } from "./message.js";
import { Store } from "./store.js";
import { drawSidebar, setUpDrawer } from "./sidebar.js";
import { at, el, face } from "./dom.js";

/** A reason as a sentence of its own. */
const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

async function choosePerson() {
  const people = await Api.people();
  at("who").hidden = false;
  const link = (user) => el("li", {}, el("a", { href: `?as=${encodeURIComponent(called(user))}` }, face(called(user), user.id), called(user)));
  at("who-list").replaceChildren(...people.map(link));
  at("who-new").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = at("who-name").value.trim();
    const failed = await Api.join(name).then(() => null, (error) => error.message);
    if (failed) at("who-error").textContent = failed;
    else location.search = `?as=${encodeURIComponent(name)}`;
  });
}

class Page {
  constructor(api, view) {
    this.api = api;
    this.store = new Store(view.me);
    this.waiting = new Set();
    this.take(view);
    const { store } = this;
    this.view = {
      me: store.me.id,
      names: store.names,
      press: (message, item) => this.act(message, item.custom_id, () => api.press(store.here, message.id, item.custom_id)),
      pick: (message, item, values) => this.act(message, item.custom_id, () => api.pick(store.here, message.id, item.custom_id, values)),
      dismiss: (message) => this.dismiss(store.here, message.id),
      go: (id) => this.go(id),
      ...store.lists(),
    };
    this.log = new Log(at("log"), this.view, (before) => this.older(before));
    this.closeDrawer = setUpDrawer();
    this.composer = new Composer(at("composer"), {
      commands: () => api.commands(store.here),
      say: (text) => this.attempt(api.say(store.here, text)),
      typing: () => this.tellTyping(),
      run: (choice, options) => this.run(choice, options),
      suggest: (choice, options, focused) => api.suggest(store.here, choice, options, focused),
    }, store.lists());
  }

  take(view) {
    const { store } = this;
    store.botName = called(view.bot);
    store.botId = view.bot.id;
    store.putPeople([...view.people, view.bot, view.me].filter(Boolean));
    store.roles = view.roles ?? [];
    const known = new Set(view.channels.map((channel) => channel.id));
    for (const id of store.channels.keys()) if (!known.has(id)) store.dropChannel(id);
    store.putChannels(view.channels);
    store.sinceLastVisit();
    at("guild").textContent = view.guild;
    const options = view.people.map((user) => el("option", { value: called(user), selected: user.id === view.me.id }, called(user)));
    at("me").replaceChildren(...options, el("option", { value: "" }, "Someone else…"));
  }

  async start() {
    at("app").hidden = false;
    at("me").addEventListener("change", () => {
      location.href = at("me").value ? `?as=${encodeURIComponent(at("me").value)}` : location.pathname;
    });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.seen());
    window.addEventListener("hashchange", () => this.go(location.hash.slice(1)));
    const first = this.store.tree().text[0]?.channel.id ?? this.store.tree().direct[0]?.id;
    await this.go(this.store.channels.has(location.hash.slice(1)) ? location.hash.slice(1) : first);
    this.api.listen((event) => this.heard(event), (open) => this.connected(open));
  }

  connected(open) {
    at("line").textContent = open ? "" : "Connection lost. Trying again…";
    if (open && this.lost) this.resume().catch((error) => { at("line").textContent = error.message; });
    this.lost = !open;
  }

  /** After a gap in the events, everything is asked for again. */
  async resume() {
    this.take(await this.api.look());
    const { here } = this.store;
    this.store.messages.clear();
    if (here && this.store.channels.has(here)) await this.load(here);
    else this.go(this.store.tree().text[0]?.channel.id);
    this.draw();
  }

  draw() {
    drawSidebar(this.store, (id) => this.go(id));
  }

  async go(id) {
    const { store } = this;
    if (!id || !store.channels.has(id)) return this.draw();
    if (id === store.here) return this.closeDrawer();
    store.here = id;
    history.replaceState(null, "", `${location.pathname}${location.search}#${id}`);
    this.closeDrawer();
    const channel = store.channels.get(id);
    at("place").textContent = `${channel.type === 0 ? "# " : channel.type === 1 ? "" : "↳ "}${store.title(channel)}`;
    at("topic").textContent = channel.topic ?? "";
    at("typing").textContent = "";
    this.log.clear();
    this.draw();
    this.composer.moveTo(channel.type === 1 ? `@${store.title(channel)}` : `#${store.title(channel)}`);
    await this.load(id);
  }

  async load(id) {
    const list = await this.api.messages(id).catch(() => []);
    for (const message of list) this.store.put(id, message);
    if (id !== this.store.here) return;
    this.log.show(this.store.listed(id));
    this.seen();
  }

  async older(before) {
    const { here } = this.store;
    const list = await this.api.messages(here, before).catch(() => []);
    for (const message of list) this.store.put(here, message);
    if (here === this.store.here) this.log.prepend(list);
    return list.length;
  }

  seen() {
    const { store } = this;
    const last = store.listed(store.here).at(-1)?.id;
    store.read(store.here, last ?? store.channels.get(store.here)?.last_message_id);
    this.draw();
  }

  heard(event) {
    const { store } = this;
    switch (event.event) {
      case "message_create":
      case "message_update": {
        const fresh = store.put(event.channel, event.message);
        if (fresh && event.event === "message_create") store.arrived(event.channel, event.message);
        if (event.channel === store.here) this.log.put(store.messages.get(event.channel).get(event.message.id));
        if (event.channel === store.here && event.message.author?.id === this.typist) at("typing").textContent = "";
        return this.draw();
      }
      case "message_delete":
        return this.removed(event.channel, event.message);
      case "channel_create":
      case "channel_update":
        store.putChannels([event.channel]);
        return this.draw();
      case "channel_delete":
        store.dropChannel(event.channel.id ?? event.channel);
        if (store.here === (event.channel.id ?? event.channel)) {
          store.here = null;
          this.go(store.tree().text[0]?.channel.id);
        }
        return this.draw();
      case "person_join":
        store.putPeople([event.user]);
        return;
      case "bot_join":
      case "bot_leave":
      case "commands_changed":
        return this.composer.refresh();
      case "typing":
        return this.typing(event);
      case "modal":
        return this.modal(event);
      default:
        // What was asked for and failed is told by the answer to the request itself.
    }
  }

  /** What only this person sees goes away for good; if the server no longer knows it, here at least. */
  async dismiss(channel, id) {
    await this.attempt(this.api.dismiss(channel, id));
    this.removed(channel, id);
  }

  removed(channel, id) {
    this.store.drop(channel, id);
    if (channel === this.store.here) this.log.remove(id);
  }

  typing({ channel, user }) {
    const id = user?.id ?? user;
    if (channel !== this.store.here || id === this.store.me.id) return;
    at("typing").textContent = `${this.store.names.user(id)} is typing…`;
    this.typist = id;
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => { at("typing").textContent = ""; }, 10_000);
  }

  /** Others hear that someone types, now and then. */
  tellTyping() {
    const now = Date.now();
    if (now - (this.toldTyping ?? 0) < 8000) return;
    this.toldTyping = now;
    this.attempt(this.api.typing(this.store.here));
  }

  /** Resolves to what went wrong, or nothing. */
  async attempt(promise) {
    return promise.then(() => null, (error) => error.message);
  }

  /** A button or select is used: it waits, and says so if nothing comes. */
  async act(message, custom, ask) {
    const key = `${message.id} ${custom}`;
    if (this.waiting.has(key)) return;
    this.waiting.add(key);
    this.log.busy(message.id, custom, true);
    const outcome = await ask().catch((error) => ({ status: "failed", reason: error.message }));
    this.waiting.delete(key);
    this.log.busy(message.id, custom, false);
    if (outcome.status === "failed") this.log.failed(message.id, `This interaction failed: ${outcome.reason}.`);
    else this.log.failed(message.id, null);
    this.settle(outcome);
  }

  async run(choice, options) {
    const { here } = this.store;
    const pending = this.log.notice(`Sending ${choice.name}…`);
    const outcome = await this.api.run(here, choice, options).catch((error) => ({ status: "refused", reason: error.message }));
    pending.remove();
    if (outcome.status === "refused") return outcome.reason;
    if (outcome.status === "failed") this.log.notice(`${choice.name}: ${sentence(outcome.reason)}`, true);
    this.settle(outcome);
    return null;
  }

  /** Takes in what an answer brought; the events may have brought it before. */
  settle(outcome) {
    if (outcome.status === "modal") this.modal(outcome);
  }

  modal({ act, modal }) {
    if (this.shown === act) return;
    this.shown = act;
    showModal(modal, this.view, async (answers) => {
      const outcome = await this.api.submit(act, answers).catch((error) => ({ status: "failed", reason: error.message }));
      if (outcome.status === "failed") return "Something went wrong. Try again.";
      this.settle(outcome);
      return null;
    });
  }
}

async function main() {
  const name = new URLSearchParams(location.search).get("as");
  if (!name) return choosePerson();
  const api = new Api(name);
  const view = await api.look().catch((error) => error);
  if (view instanceof Error) {
    at("who-error").textContent = view.message;
    at("who-name").value = name;
    return choosePerson();
  }
  await new Page(api, view).start();
}

main().catch((error) => {
  document.body.prepend(el("p", { class: "notice bad", role: "alert" }, `The page could not start: ${error.message}`));
});

// The page of one person: `?as=NAME` says who. Puts the parts together and carries out what happens.

import { Api, Stranger } from "./api.js";
import { showHelp, showMember, showNewChannel, showSwitcher, showThreads } from "./cards.js";
import { Composer } from "./composer.js";
import { at, el, face } from "./dom.js";
import { Head } from "./head.js";
import { drawSigns } from "./icons.js";
import { Interactions } from "./interact.js";
import { setUpKeys } from "./keys.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { Members } from "./members.js";
import { called } from "./message.js";
import { News } from "./news.js";
import { closeSheet, touching } from "./sheets.js";
import { Sides } from "./sides.js";
import { Sidebar } from "./sidebar.js";
import { Store } from "./store.js";
import { Typing } from "./typing.js";
import { followViewport } from "./viewport.js";
import { welcome } from "./welcome.js";
import { choosePerson } from "./who.js";

/** How long what is read is gathered before the server hears of it, in milliseconds. */
const READ_AFTER = 300;

class Page {
  constructor(api, view) {
    this.api = api;
    this.store = new Store(view.me);
    this.held = [];
    this.fetching = 0;
    const { store } = this;
    const go = (id) => this.go(id);
    this.view = {
      me: store.me.id,
      names: store.names,
      press: (message, item) => this.interactions.press(message, item),
      pick: (message, item, values) => this.interactions.pick(message, item, values),
      dismiss: (message) => this.dismiss(store.here, message.id),
      give: (file) => this.api.give(store.here, file),
      react: (message, emoji, mine) => this.attempt(this.api.react(store.here, message.id, emoji, !mine)),
      go,
      ...store.lists(),
    };
    this.log = new Log(at("log"), this.view, (before) => this.older(before));
    this.interactions = new Interactions({ api, store, log: this.log, view: () => this.view });
    this.composer = new Composer(at("composer"), this.writing(), store.lists());
    this.typists = new Typing(at("typing"), store.names.user);
    this.sidebar = new Sidebar(store, { go, add: (guild, title) => showNewChannel(guild, title, (channel) => this.entered(channel)) });
    this.members = new Members(store, { show: (user) => showMember(store, user, this.place(), go), add: () => this.switch(), close: () => this.sides.members.close(true) });
    this.head = new Head(store, { go, threads: () => this.threads(), invite: () => this.attempt(Api.setBotPresent(true, store.guild().id)) });
    this.news = new News(store, go);
    this.sides = new Sides(store, (id) => this.go(id));
    this.take(view);
  }

  /** What the composer can do. */
  writing() {
    const { api, store } = this;
    return {
      commands: () => api.commands(store.here),
      say: (text) => this.attempt(api.say(store.here, text)),
      typing: () => this.tellTyping(),
      run: (choice, options) => this.interactions.run(choice, options),
      suggest: (choice, options, focused) => api.suggest(store.here, choice, options, focused),
      give: (file) => api.give(store.here, file),
    };
  }

  take(view) {
    const { store } = this;
    store.putEveryone(view.people, view.bot);
    const known = new Set(view.channels.map((channel) => channel.id));
    for (const id of store.channels.keys()) if (!known.has(id)) store.dropChannel(id);
    store.putChannels(view.channels);
    store.putGuilds(view.guilds);
  }

  async start() {
    at("who").hidden = true;
    at("app").hidden = false;
    drawSigns(at("app"));
    const name = called(this.store.me);
    at("me").replaceChildren(face(name, this.store.me.id, true), el("span", {}, el("span", { class: "unseen" }, "You are "), el("b", {}, name), el("small", {}, "Switch person")));
    at("me").addEventListener("click", () => this.switch());
    at("help").addEventListener("click", showHelp);
    this.sides.start();
    followViewport();
    setUpKeys({
      step: (by, unread) => this.step(by, unread),
      scenes: () => this.sides.toggleScenes(),
      help: showHelp,
      write: () => this.composer.focus(),
      end: () => this.sides.escape() || this.escape(),
    });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.seen());
    window.addEventListener("hashchange", () => this.go(location.hash.slice(1), true));
    const wanted = location.hash.slice(1);
    await this.go(this.store.channels.has(wanted) ? wanted : this.first(), true);
    this.line = new Line(this.api.events(), { probe: () => this.known(), hear: (event) => this.hear(event), state: (what, tries) => this.head.line(what, tries) });
  }

  /** The channel with which one begins. */
  first() {
    const { text, direct } = this.store.tree();
    return text[0]?.channel.id ?? direct[0]?.id;
  }

  /** The channel to stay in as somebody else; nobody can take their private messages along. */
  place() {
    const channel = this.store.channels.get(this.store.here);
    return channel && channel.type !== 1 ? channel.id : null;
  }

  switch() {
    closeSheet(false);
    showSwitcher(this.store, this.place());
  }

  /** Fetches something; events wait until then, so that what is older never overwrites what is newer. */
  async quietly(fetch) {
    this.fetching += 1;
    try {
      return await fetch();
    } finally {
      this.fetching -= 1;
      if (this.fetching === 0) for (const event of this.held.splice(0)) this.heard(event);
    }
  }

  hear(event) {
    if (event.event === "hello") this.quietly(() => this.resume()).catch((error) => this.strange(error));
    else if (this.fetching > 0) this.held.push(event);
    else this.heard(event);
  }

  /** The line is open, for the first time or again: everything is asked for, because anything may have happened. */
  async resume() {
    const { store } = this;
    const before = store.channels.get(store.here);
    const known = store.listed(store.here ?? "").map((message) => message.id);
    this.take(await this.api.look());
    this.sides.faults(await Api.faults());
    const open = store.here;
    store.messages.clear();
    store.here = null;
    const back = store.channels.has(open) ? open : before?.type === 1 ? store.tree().direct[0]?.id : this.first();
    if (back === open) await this.reload(open);
    else await this.go(back, true);
    if (known.length && !known.some((id) => store.messages.get(store.here)?.has(id))) this.restarted();
    this.composer.refresh();
    this.draw();
  }

  /** What this window showed is gone with the old server. */
  restarted() {
    const node = this.log.notice("The playground was started anew; what was said before is gone.");
    if (this.store.listed(this.store.here).length) return;
    node.parentElement.prepend(node);
    this.log.root.scrollTop = 0;
    this.log.atEnd = false;
  }

  async reload(id) {
    this.store.here = id;
    await this.load(id);
  }

  /** Whether the server answers and still knows this person: the stream itself cannot say why it does not open. */
  async known() {
    try {
      await this.api.look();
    } catch (error) {
      if (error instanceof Stranger) this.strange(error);
      throw error;
    }
  }

  /** The server knows this person no more; or something else is wrong, and then the line shows it. */
  strange(error) {
    if (!(error instanceof Stranger)) return this.line.socket?.close();
    this.line.end();
    const name = called(this.store.me);
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    history.replaceState(null, "", location.pathname);
    choosePerson(`The playground was started anew, and it does not know ${name} any more. Join again, or be somebody else.`, name);
  }

  draw() {
    this.sidebar.draw();
    this.members.draw();
    this.head.draw();
    this.news.draw();
  }

  /** Goes to a channel. `quietly` leaves the history of the window alone. */
  async go(id, quietly = false) {
    const { store } = this;
    if (!id || !store.channels.has(id)) return this.draw();
    closeSheet(false);
    if (!quietly && !touching()) this.composer.focus();
    if (id === store.here) return;
    store.here = id;
    const address = `${location.pathname}${location.search}#${id}`;
    if (quietly) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    const channel = store.channels.get(id);
    this.typists.clear();
    this.log.clear();
    this.draw();
    const moved = this.composer.moveTo(id, `${{ 0: "#", 1: "@" }[channel.type] ?? ""}${store.title(channel)}`);
    if (!quietly && !touching()) this.composer.focus();
    await this.load(id);
    await moved;
  }

  /** A channel that this window asked for; its event may come later. */
  entered(channel) {
    this.store.putChannels([channel]);
    this.go(channel.id);
  }

  async load(id) {
    await this.quietly(async () => {
      const list = await this.api.messages(id).catch(() => []);
      for (const message of list) this.store.put(id, message);
      if (id === this.store.here) this.log.show(this.store.listed(id), this.store.mark(id));
    });
    if (id !== this.store.here) return;
    await this.greet();
    this.seen();
  }

  /** An empty channel shows how to begin. */
  async greet() {
    const { store } = this;
    const { here } = store;
    if (store.listed(here).length) return;
    const commands = await this.api.commands(here).catch(() => []);
    if (here !== store.here || store.listed(here).length) return;
    const channel = store.channels.get(here);
    const node = welcome(channel, store, commands, { compose: (name) => this.compose(name), go: (id) => this.go(id) });
    this.log.greet(node);
    this.log.atEnd = false;
  }

  /** Puts a command into the composer, ready to be filled in and sent. */
  compose(name) {
    this.composer.start(name);
  }

  async older(before) {
    const { here } = this.store;
    return this.quietly(async () => {
      const list = await this.api.messages(here, before).catch(() => []);
      for (const message of list) this.store.put(here, message);
      if (here === this.store.here) this.log.prepend(list);
      return list.length;
    });
  }

  /** What stands here has been looked at, if the window is. */
  seen() {
    const { store } = this;
    if (document.visibilityState !== "visible" || !store.here) return this.draw();
    const last = store.listed(store.here).at(-1)?.id ?? store.channels.get(store.here)?.last_message_id;
    this.tellRead(store.here, last);
    return this.draw();
  }

  /** The server hears what was read, not with every single message. */
  tellRead(channel, last) {
    if (!this.store.read(channel, last)) return;
    clearTimeout(this.reading?.timer);
    if (this.reading && this.reading.channel !== channel) this.attempt(this.api.read(this.reading.channel, this.reading.last));
    const tell = () => {
      this.reading = null;
      this.attempt(this.api.read(channel, last));
    };
    this.reading = { channel, last, timer: setTimeout(tell, READ_AFTER) };
  }

  heard(event) {
    const { store } = this;
    const channel = event.channel?.id ?? event.channel;
    switch (event.event) {
      case "message_create":
      case "message_update":
        return this.message(event);
      case "message_delete":
        return this.removed(channel, event.message);
      case "channel_create":
      case "channel_update":
        store.putChannels([event.channel]);
        return this.draw();
      case "channel_delete":
        store.dropChannel(channel);
        if (store.here === channel) this.go(this.first(), true);
        return this.draw();
      case "person_join":
        store.putPerson({ user: event.user, dms_open: true, online: false }, event.guild);
        return this.members.draw();
      case "person_update":
        store.putPerson(event.person);
        return this.members.draw();
      case "presence":
        return this.presence(event);
      case "read":
        store.putUnread(channel, event.unread, event.mentions);
        if (store.channels.has(channel)) store.channels.get(channel).last_read_id = event.last_read_id;
        return this.draw();
      case "faults_changed":
        return this.sides.faults(event.faults);
      case "bot_join":
      case "bot_leave":
        for (const guild of store.guilds) if (guild.id === event.guild) guild.bot_present = event.event === "bot_join";
        this.draw();
        return this.changed();
      case "commands_changed":
        return this.changed();
      case "typing":
        return this.typing(event);
      case "modal":
        return this.interactions.modal(event);
      default:
        // What was asked for and failed is told by the answer to the request itself.
    }
  }

  message({ event, channel, message }) {
    const { store } = this;
    const fresh = store.put(channel, message);
    if (fresh && event === "message_create") {
      if (store.arrived(channel, message)) this.tellRead(channel, message.id);
      this.news.arrived(channel, message);
    }
    if (channel === store.here) {
      // The first message takes the place of the greeting, and then the end is what one wants to see.
      if (store.messages.get(channel).size === 1) this.log.atEnd = true;
      this.log.put(store.messages.get(channel).get(message.id) ?? message);
      this.typists.stopped(message.author?.id);
    }
    this.sidebar.draw();
  }

  /** Somebody opened their first window or closed their last; the bot has a gateway or has it no more. */
  presence({ user, online }) {
    const { store } = this;
    if (user === store.botId) store.bot.connected = online;
    else if (store.persons.has(user)) store.persons.get(user).online = online;
    this.members.draw();
    this.head.drawBot();
  }

  /** The bot's commands are others now. */
  changed() {
    this.composer.refresh();
    this.greet();
  }

  /** What only this person sees goes away for good; if the server no longer knows it, here at least. */
  async dismiss(channel, id) {
    await this.attempt(this.api.dismiss(channel, id));
    this.removed(channel, id);
  }

  removed(channel, id) {
    this.store.drop(channel, id);
    if (channel !== this.store.here) return;
    this.log.remove(id);
    this.greet();
  }

  typing({ channel, user }) {
    const id = user?.id ?? user;
    if (channel === this.store.here && id !== this.store.me.id) this.typists.started(id);
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

  /** One channel up or down, or to the next unread one. */
  step(by, unread) {
    const { store } = this;
    const list = store.inOrder();
    const here = list.findIndex((channel) => channel.id === store.here);
    for (let i = 1; i <= list.length; i += 1) {
      const next = list[(here + by * i + list.length * i) % list.length];
      if (!unread || store.unread.has(next.id)) return this.go(next.id);
    }
    return null;
  }

  /** Escape where nothing is open: the end of the messages, and all of them seen. */
  escape() {
    this.log.toEnd();
    this.seen();
  }

  threads() {
    const { api, store } = this;
    const channel = store.channels.get(store.here);
    const thread = channel.parent_id ? channel : null;
    const parent = thread ? store.channels.get(channel.parent_id) : channel;
    showThreads(store, parent, thread, {
      open: async (name) => {
        const made = await api.openThread(parent.id, name);
        store.putChannels([made]);
        return made;
      },
      go: (id) => this.go(id),
      archive: (one, archived) => this.attempt(Api.archive(one.id, archived)),
    });
  }
}

async function main() {
  const name = new URLSearchParams(location.search).get("as");
  if (!name) return choosePerson();
  const api = new Api(name);
  const view = await api.look().catch((error) => error);
  if (view instanceof Stranger) return choosePerson(`There is nobody called ${name} here yet. Join under that name, or be somebody else.`, name);
  if (view instanceof Error) throw view;
  return new Page(api, view).start();
}

main().catch((error) => {
  document.body.prepend(el("p", { class: "notice bad", role: "alert" }, `The page could not start: ${error.message}`));
});

// Small dialogs of the page itself: who one is, who somebody else is, a new channel, the threads of a channel, help.

import { Api } from "./api.js";
import { el, face, sentence } from "./dom.js";
import { sign } from "./icons.js";
import { called } from "./message.js";
import { addressOf } from "./who.js";

let nextId = 0;

/** Shows a dialog with a title; it is gone once it closes, and the keyboard goes back to where it was. */
export function card(title, inside, { corner = false, image = null, foot = null } = {}) {
  nextId += 1;
  const id = `card-${nextId}`;
  const close = el("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => dialog.close() }, sign("close"));
  const dialog = el(
    "dialog",
    { class: corner ? "card corner" : "card", "aria-labelledby": id },
    el("header", {}, image, el("h2", { id }, title), close),
    el("div", { class: "inside" }, inside),
    foot && el("footer", {}, foot),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector("[data-first]") ?? dialog).focus();
  return dialog;
}

/** A form with one line, after others if there are: `done(text)` resolves, or throws what went wrong. */
function oneLine({ label, button, placeholder, longest, done, required = true, before = null }) {
  nextId += 1;
  const id = `line-${nextId}`;
  const input = el("input", { id, maxlength: longest, required, placeholder });
  const error = el("p", { class: "error", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text && required) return;
    error.textContent = "";
    try {
      await done(text);
      input.value = "";
    } catch (why) {
      error.textContent = sentence(why.message);
      input.focus();
    }
  };
  const line = el("div", { class: "line" }, input, el("button", { type: "submit", class: "primary" }, button));
  return el("form", { autocomplete: "off", onsubmit: submit }, before, el("label", { for: id }, label), line, error);
}

const newWindow = (user) =>
  el("a", { class: "icon", href: addressOf(user), target: "_blank", rel: "noopener", "aria-label": `${called(user)} in a new window`, title: "In a new window" }, sign("window"));

/** Who one is, and who one could be. `place` is the channel to stay in. */
export function showSwitcher(store, place) {
  const rows = el("ul", { class: "rows", "aria-label": "People" });
  const row = (user) => {
    const own = user.id === store.me.id;
    const { online } = store.persons.get(user.id) ?? {};
    const words = el("span", { class: "name" }, called(user), own ? el("small", {}, "You, in this window") : online && el("small", {}, "Has a window open"));
    const props = { href: addressOf(user, place), "aria-current": own ? "true" : undefined, data: own ? undefined : { first: "" } };
    if (own) props.onclick = (event) => { event.preventDefault(); dialog.close(); };
    return el("li", {}, el("a", props, face(called(user), user.id, true), words), newWindow(user));
  };
  const fill = () => rows.replaceChildren(...store.anybody().map(row));
  fill();
  const add = oneLine({
    label: "Somebody new",
    button: "Add",
    placeholder: "Name",
    longest: 32,
    done: async (name) => {
      const guild = store.guild().id;
      const person = await Api.join(name, guild);
      const { user } = person;
      store.putPerson(person, guild);
      fill();
      rows.querySelector(`a[href="${CSS.escape(addressOf(user, place))}"]`)?.focus();
    },
  });
  const dialog = card("Be somebody else", [el("p", {}, "A tap on a name makes this window theirs; the sign beside it opens another one."), rows], { corner: true, foot: add });
}

/** One of those who are here. `go(id)` opens a channel. */
export function showMember(store, user, place, go) {
  const name = called(user);
  const image = face(name, user.id);
  if (user.bot) {
    const direct = store.tree().direct[0];
    const talk = () => { dialog.close(); go(direct.id); };
    const state = !store.present() ? "It has been thrown out of this server." : store.bot.connected ? "It is connected." : "It is not connected right now.";
    const list = direct && el("ul", { class: "rows" }, el("li", {}, el("button", { type: "button", onclick: talk }, sign("next"), "Private messages")));
    const dialog = card(name, [el("p", {}, "The bot of this playground. ", state, " Type / to see what it can do."), list], { image });
    return;
  }
  if (user.id === store.me.id) return showSwitcher(store, place);
  const here = el("li", {}, el("a", { href: addressOf(user, place), data: { first: "" } }, sign("next"), `Be ${name} in this window`));
  const there = el("li", {}, el("a", { href: addressOf(user, place), target: "_blank", rel: "noopener" }, sign("window"), `Open a window as ${name}`));
  const closed = store.persons.get(user.id)?.dms_open === false && el("p", {}, "Takes no private messages at the moment.");
  card(name, [closed, el("ul", { class: "rows" }, here, there)], { image });
}

/** Asks for a new channel in a server, under a title that says so; `made(channel)` hears which. */
export function showNewChannel(guild, title, made) {
  const name = el("input", { id: "new-channel", maxlength: 100, required: true, placeholder: "a-quiet-corner" });
  const form = oneLine({
    before: [el("label", { for: "new-channel" }, "Name"), el("div", { class: "line" }, name)],
    label: "What it is about, if you like",
    button: "Add",
    placeholder: "Topic",
    longest: 1024,
    required: false,
    done: async (topic) => {
      const channel = await Api.addChannel(name.value.trim(), topic, guild);
      dialog.close();
      made(channel);
    },
  });
  const dialog = card(title, [el("p", {}, "Everybody sees it, and the bot too."), form]);
  name.focus();
}

/** The threads of a channel: open ones, archived ones, and a new one. `here` is the thread one is in, if any. */
export function showThreads(store, parent, here, { open, go, archive }) {
  const all = store.threads(parent.id).reverse();
  const leave = (id) => { dialog.close(); go(id); };
  const words = (thread) => {
    const count = thread.message_count ?? 0;
    return el("span", { class: "name" }, thread.name, el("small", {}, `${count} ${count === 1 ? "message" : "messages"}`));
  };
  const row = (thread, image) => el("li", {}, el("button", { type: "button", "aria-current": thread === here ? "true" : undefined, onclick: () => leave(thread.id) }, sign(image), words(thread)));
  const section = (title, list, image) => list.length > 0 && [el("h3", {}, title), el("ul", { class: "rows", "aria-label": title }, list.map((thread) => row(thread, image)))];
  const away = (thread) => thread.thread_metadata?.archived;
  const form = oneLine({
    label: "A new thread",
    button: "Open",
    placeholder: "Name",
    longest: 100,
    done: async (name) => {
      const thread = await open(name);
      dialog.close();
      go(thread.id);
    },
  });
  const toggle = here && el("button", { type: "button", class: "plain", onclick: () => { dialog.close(); archive(here, !away(here)); } }, away(here) ? `Take “${here.name}” out of the archive` : `Archive “${here.name}”`);
  const none = all.length === 0 && el("p", {}, "No threads here yet. A thread is a place beside the channel, for one subject or one table.");
  const dialog = card(`Threads of #${parent.name}`, [
    none,
    section("Open", all.filter((thread) => !away(thread)), "thread"),
    section("Archived", all.filter(away), "archive"),
    toggle,
    form,
  ]);
}

const KEYS = [
  [["/"], "what the bot can do"],
  [["Alt", "↑"], "the channel above"],
  [["Alt", "↓"], "the channel below"],
  [["Alt", "Shift", "↓"], "the next unread channel"],
  [["Alt", "B"], "behind the scenes"],
  [["Ctrl", "/"], "this help"],
  [["Esc"], "close what is open, or go to the end"],
];

/** How everything here works, in a few lines. */
export function showHelp() {
  const rows = KEYS.flatMap(([keys, what]) => [el("dt", {}, keys.flatMap((key, i) => [i > 0 && " ", el("kbd", {}, key)])), el("dd", {}, what)]);
  card("How this works", [
    el("p", {}, "This is a playground: a bot, a few people and some channels, all on this computer. Nothing leaves it, and all is forgotten when it stops."),
    el("p", {}, "Type / and choose what the bot should do. To play as several people, open a window for each of them: the name below the channels has the list."),
    el("h3", {}, "Keys"),
    el("dl", {}, rows),
  ]);
}

// Where a person writes: plain messages with mentions, and the way into slash commands (see command.js).

import { el, face, sentence } from "./dom.js";
import { Choices, fitting } from "./choices.js";
import { CommandLine } from "./command.js";
import { commandItems, runnable } from "./commands.js";
import { sign } from "./icons.js";

/** Where there is little room, the button with the slash says enough. */
const narrow = window.matchMedia("(max-width: 44rem)");
/** At most so many characters make a message. */
const LONGEST = 2000;
/** From here on, how many are left is told. */
const CLOSE = 200;

/**
 * The composer in `root`. `act` has `commands()`, `say(text)`, `run(choice, options)`, `give(file)` and
 * `suggest(choice, options, focused)`, each a promise, and hears `typing()`; `say` and `run` resolve to what went wrong, or nothing. `lists` has `people()`, `channels()`.
 */
export class Composer {
  constructor(root, act, lists) {
    Object.assign(this, { root, act, lists, commands: [], drafts: new Map(), line: null });
    this.over = el("div", { class: "over" });
    // Whoever presses something up there goes on writing.
    this.over.addEventListener("mousedown", (event) => event.preventDefault());
    this.error = el("p", { class: "error", role: "alert" });
    this.left = el("span", { class: "left", "aria-hidden": "true" });
    this.box = el("div", { class: "box" });
    this.slash = el("button", { type: "button", class: "icon", "aria-label": "Commands", onclick: () => this.plain("/", true) }, sign("slash"));
    this.button = el("button", { type: "button", class: "icon send", "aria-label": "Send", onclick: () => this.send() }, sign("send"));
    this.build();
    root.replaceChildren(this.over, this.error, this.box);
    // Commands and people that a message names are taken up from there.
    document.addEventListener("click", (event) => this.named(event.target.closest?.("[data-command], [data-user]")));
    document.addEventListener("pointerdown", (event) => !root.contains(event.target) && this.list.hide());
    this.plain("");
  }

  build() {
    this.field = el("textarea", { rows: 1, role: "combobox", "aria-autocomplete": "list", enterkeyhint: "send" });
    this.list = new Choices(this.field, (value) => value.pick(), { name: "Commands" });
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => this.list.hide());
    this.field.addEventListener("focus", () => this.offer());
  }

  /** A new place: what was being written waits for the return. */
  async moveTo(place, name) {
    if (this.place !== undefined) this.drafts.set(this.place, this.line ? "" : this.field.value);
    Object.assign(this, { place, name });
    this.plain(this.drafts.get(place) ?? "");
    await this.refresh();
  }

  async refresh() {
    const { place } = this;
    const commands = runnable(await this.act.commands().catch(() => []));
    if (place === this.place) this.commands = commands;
  }

  focus() {
    if (this.line) this.line.begin();
    else this.field.focus();
  }

  /** Plain text to write on. */
  plain(text, focus = false) {
    this.line = null;
    const name = `Message ${this.name ?? ""}`.trim();
    this.field.setAttribute("aria-label", name);
    this.field.placeholder = narrow.matches ? name : `${name} or type /`;
    this.over.replaceChildren(this.list.node);
    this.box.classList.remove("command");
    this.box.replaceChildren(this.slash, this.field, this.left, this.button);
    this.field.value = text;
    this.list.hide();
    this.fit();
    if (!focus) return;
    this.field.focus();
    this.field.setSelectionRange(text.length, text.length);
    this.offer();
  }

  /** A command to fill in. */
  open(choice, values = []) {
    this.error.textContent = "";
    this.list.hide();
    const host = {
      lists: this.lists,
      suggest: (...ask) => this.act.suggest(...ask),
      give: (file) => this.act.give(file),
      send: (chosen, options) => this.run(chosen, options),
      leave: (text) => this.plain(text, true),
    };
    this.over.replaceChildren();
    this.line = new CommandLine(choice, host, this.over);
    this.line.fill(values);
    this.box.classList.add("command");
    this.button.classList.add("ready");
    this.box.replaceChildren(this.line.node, this.button);
    this.line.begin();
  }

  fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
    const left = LONGEST - [...this.field.value].length;
    this.left.textContent = left <= CLOSE ? String(left) : "";
    this.left.classList.toggle("wrong", left < 0);
    this.button.classList.toggle("ready", this.field.value.trim() !== "");
  }

  typed() {
    this.error.textContent = "";
    this.fit();
    if (this.field.value && !this.field.value.startsWith("/")) this.act.typing();
    if (!this.finished()) this.offer();
  }

  /** A whole command name and a space, or options behind it, open the command. */
  finished() {
    const { value } = this.field;
    if (!value.startsWith("/") || value.includes("\n")) return false;
    const fits = this.commands.filter((one) => value.toLowerCase().startsWith(`${one.name.toLowerCase()} `));
    const found = fits.sort((a, b) => b.name.length - a.name.length)[0];
    if (!found) return false;
    this.open(found, options(value.slice(found.name.length), found.options));
    return true;
  }

  /** The list that fits what stands before the caret. */
  offer() {
    const { field, list } = this;
    const text = field.value;
    if (text.startsWith("/") && !text.includes("\n")) {
      list.list.setAttribute("aria-label", "Commands");
      const items = commandItems(this.commands, text.slice(1));
      const none = this.commands.length ? "There is no such command" : "There are no commands here yet";
      list.show(items.map((item) => ({ ...item, value: { pick: () => this.open(item.value) } })), { none });
      return;
    }
    const before = text.slice(0, field.selectionStart);
    const word = /(?:^|\s)([@#])([\p{L}\p{N}_.-]*)$/u.exec(before);
    const items = word && fitting(this.namable(word[1]), word[2]).slice(0, 20);
    if (!items?.length) return list.hide();
    list.list.setAttribute("aria-label", word[1] === "@" ? "People" : "Channels");
    const start = before.length - word[2].length - 1;
    list.show(items.map((item) => ({ ...item, value: { pick: () => this.insert(item.label, start) } })));
  }

  namable(mark) {
    if (mark === "#") return this.lists.channels().map((one) => ({ label: one.name, id: one.id, lead: sign("hash") }));
    return this.lists.people().map((one) => ({ label: `@${one.name}`, id: one.id, lead: face(one.name, one.id, true) }));
  }

  /** Writes a name in place of what stands between `start` and the caret. */
  insert(label, start) {
    const { field } = this;
    const text = `${field.value.slice(0, start)}${label} `;
    field.value = text + field.value.slice(field.selectionStart);
    field.setSelectionRange(text.length, text.length);
    this.list.hide();
    this.fit();
  }

  /** Names in a text as mentions, the longest names first. */
  mentions(text) {
    const known = [...this.namable("@"), ...this.namable("#")].filter((one) => !["@everyone", "@here"].includes(one.label));
    known.sort((a, b) => b.label.length - a.label.length);
    const whole = (label) => new RegExp(`(^|\\s)${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "gu");
    return known.reduce((words, { label, id }) => words.replaceAll(whole(label), (_, gap) => `${gap}<${label[0]}${id}>`), text);
  }

  key(event) {
    if (this.list.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  async send() {
    if (this.line) return this.line.send();
    const text = this.field.value.trim();
    if (!text) return this.field.focus();
    const command = this.commands.find((one) => one.name === text.toLowerCase());
    if (command) return this.open(command);
    if (/^\/[\p{L}\p{N}_-]/u.test(text)) {
      this.error.textContent = `There is no command ${text.split(/\s/)[0]} here, or its name is not whole.`;
      return undefined;
    }
    const failed = await this.act.say(this.mentions(text));
    if (failed) this.error.textContent = sentence(failed);
    else if (this.field.value.trim() === text) {
      this.error.textContent = "";
      this.plain("", document.activeElement === this.field);
    }
    return undefined;
  }

  /** Sends a command; what is refused comes back to be mended. */
  async run(choice, given) {
    const values = this.line.written();
    const { name } = this;
    this.plain("", true);
    const failed = await this.act.run(choice, given);
    if (!failed || name !== this.name || this.line || this.field.value) return;
    this.open(choice, values);
    this.error.textContent = sentence(failed);
  }

  /** Puts a command into the composer, ready to be filled in and sent. */
  start(name) {
    const found = this.commands.find((one) => one.name === name);
    if (found) this.open(found);
    else this.plain(`${name} `, true);
  }

  /** A command or a person of a message was pressed. */
  named(target) {
    if (!target) return;
    const { command, user } = target.dataset;
    if (command !== undefined) {
      this.start(`/${command}`);
    } else if (user !== undefined && !this.line) {
      const known = this.namable("@").find((one) => one.id === user);
      if (!known) return;
      const gap = this.field.value && !/\s$/.test(this.field.value) ? " " : "";
      this.plain(`${this.field.value}${gap}${known.label} `, true);
      this.list.hide();
    }
  }
}

/** "name: value" pairs of typed text, by the names that there are. */
function options(text, known) {
  const names = known.map((option) => option.name).join("|");
  if (!names) return [];
  const parts = text.split(new RegExp(`(?:^|\\s)(${names}):\\s*`, "u"));
  return parts.slice(1).reduce((pairs, part, i) => (i % 2 ? pairs : [...pairs, [part, (parts[i + 2] ?? "").trim()]]), []);
}

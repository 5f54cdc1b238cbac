// A slash command being written: its name, its options one after another, and a last field where further options are
// named. Above it stands what the option at hand is about.

import { el } from "./dom.js";
import { Choices, fitting } from "./choices.js";
import { PLAIN_FIELD, TYPE, kindOf, signOf } from "./commands.js";
import { FilePill } from "./filepill.js";
import { Pill } from "./pill.js";

export class CommandLine {
  /**
   * `host` has `lists`, `suggest(choice, options, focused)`, `give(file)`, `send(choice, options)` and `leave(text)`; `over` is the place
   * above the composer for help and lists.
   */
  constructor(choice, host, over) {
    Object.assign(this, { choice, host, over, lists: host.lists, pills: [] });
    const listed = { role: "combobox", "aria-autocomplete": "list", "aria-label": "More options" };
    this.tail = el("input", { ...PLAIN_FIELD, class: "tail", size: 1, ...listed });
    this.offers = new Choices(this.tail, (option) => this.add(option).focus(), { name: "Options" });
    this.more = el("button", { type: "button", class: "chip", onclick: () => this.tail.focus() });
    this.name = el("span", { class: "name" }, choice.name);
    this.node = el("div", { class: "line", role: "group", "aria-label": choice.name }, this.name, this.tail, this.more);
    this.help = el("div", { class: "help", id: "command-help" });
    this.alert = el("p", { class: "fault", role: "alert" });
    this.node.addEventListener("mousedown", (event) => {
      if (event.target === this.node || event.target === this.name) {
        event.preventDefault();
        this.tail.focus();
      }
    });
    this.node.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.node.contains(relatedTarget)) this.over.replaceChildren();
    });
    this.listen();
    for (const option of choice.options.filter((one) => one.required)) this.add(option);
    this.count();
  }

  listen() {
    const { tail } = this;
    tail.setAttribute("aria-describedby", "command-help");
    tail.addEventListener("focus", () => this.look(null));
    tail.addEventListener("blur", () => this.offers.hide());
    tail.addEventListener("input", () => {
      tail.size = Math.max(1, tail.value.length);
      const named = this.left().find((option) => `${option.name}:` === tail.value.trim().toLowerCase());
      if (named) this.add(named).focus();
      else this.look(null);
    });
    tail.addEventListener("keydown", (event) => this.offers.key(event) || this.key(event, null));
  }

  /** The options that have not been added. */
  left() {
    return this.choice.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  count() {
    const left = this.left().length;
    this.more.hidden = left === 0;
    this.more.textContent = `+ ${left} ${left === 1 ? "option" : "options"}`;
  }

  add(option) {
    const pill = option.type === TYPE.FILE ? new FilePill(option, this) : new Pill(option, this);
    pill.input.setAttribute("aria-describedby", "command-help");
    this.pills.push(pill);
    this.tail.before(pill.node);
    this.tail.value = "";
    this.count();
    return pill;
  }

  removed(pill) {
    const at = this.pills.indexOf(pill);
    this.pills.splice(at, 1);
    pill.forget();
    pill.node.remove();
    this.count();
    (this.pills[at - 1] ?? this).focus();
  }

  focus() {
    this.tail.focus();
  }

  /** Whoever types "name:" of an option, as if all were one text, goes on in that option. */
  named(pill) {
    const typed = /(?:^|\s)([^\s:]+):$/.exec(pill.input.value);
    const option = typed && this.choice.options.find((one) => one.name === typed[1].toLowerCase());
    if (!option) return false;
    pill.input.value = pill.input.value.slice(0, typed.index);
    if (option === pill.option) return true;
    const next = this.pills.find((one) => one.option === option) ?? this.add(option);
    pill.match();
    next.focus();
    return true;
  }

  /** Where writing goes on: the first option that is needed and empty, else the end. */
  begin() {
    (this.pills.find((pill) => pill.empty) ?? this).focus();
  }

  chosen() {
    this.begin();
  }

  /** The reader has come to an option, or to the end of the line. */
  looked(pill) {
    this.look(pill);
  }

  look(pill) {
    this.at = pill;
    this.explain();
    const lists = pill ? pill.choices.node : this.offers.node;
    this.over.replaceChildren(this.help, lists);
    if (pill) return;
    const items = this.left().map((option) => ({
      value: option,
      label: option.name,
      more: option.description,
      hint: kindOf(option),
      lead: signOf(option),
      group: option.required ? "Needed" : "Optional",
    }));
    const typed = this.tail.value;
    if (items.length || typed) this.offers.show(fitting(items, typed), { none: items.length ? "There is no such option" : "There are no more options", at: typed ? 0 : -1 });
    else this.offers.hide();
  }

  explain() {
    const { at, choice } = this;
    const { title, words, marks, fault } = at ? at.help() : { title: choice.name, words: choice.description, marks: [], fault: null };
    const enter = !at && el("span", { class: "enter" }, el("kbd", {}, "Enter"), " sends");
    const parts = [el("b", {}, title), marks.map((mark) => el("span", { class: "mark" }, mark)), enter || [], el("span", { class: "words" }, words)];
    this.help.replaceChildren(...parts.flat());
    if (this.alert.textContent !== (fault ?? "")) this.alert.textContent = fault ?? "";
    this.help.append(this.alert);
  }

  faulted(pill) {
    if (this.at === pill) this.explain();
  }

  /** Hands a file over, to be named by its id. */
  async give(file) {
    return this.host.give(file);
  }

  suggest(pill) {
    const others = this.pills.filter((one) => one !== pill && !one.empty && !one.fault);
    const focused = { name: pill.option.name, type: pill.option.type, value: pill.input.value };
    return this.host.suggest(this.choice, [...others.map((one) => one.read()), focused], pill.option.name);
  }

  key(event, pill) {
    if (event.isComposing) return;
    const field = event.target;
    const atStart = field.selectionStart === 0 && field.selectionEnd === 0;
    const atEnd = field.selectionStart === field.value.length;
    const at = pill ? this.pills.indexOf(pill) : this.pills.length;
    const stop = () => event.preventDefault();
    if (event.key === "Enter") {
      stop();
      this.send();
    } else if (event.key === "Escape") {
      stop();
      this.host.leave("");
    } else if (event.key === "Backspace" && atStart && field.value === "") {
      stop();
      this.back(pill, at);
    } else if (event.key === "ArrowLeft" && atStart && at > 0) {
      stop();
      this.pills[at - 1].focus();
    } else if (event.key === "ArrowRight" && atEnd && pill) {
      stop();
      (this.pills[at + 1] ?? this).focus(true);
    }
  }

  /** Backspace in an empty field: the option goes; before the first one, the command becomes text again. */
  back(pill, at) {
    if (pill && !pill.option.required) this.removed(pill);
    else if (at > 0) this.pills[at - 1].focus();
    else this.host.leave(this.choice.name);
  }

  send() {
    if (this.tail.value.trim()) {
      this.look(null);
      this.tail.focus();
      return;
    }
    const wrong = this.pills.filter((pill) => pill.check())[0];
    if (wrong) {
      wrong.focus();
      this.explain();
      return;
    }
    this.host.send(this.choice, this.pills.map((pill) => pill.read()));
  }

  /** What is written, to be put back if sending fails. */
  written() {
    return this.pills.map((pill) => [pill.option.name, pill.input.value, pill.picked]);
  }

  /** Takes values in by the options' names: what was typed, and what was chosen from a list if anything was. */
  fill(values) {
    for (const [name, text, picked] of values) {
      const option = this.choice.options.find((one) => one.name === name);
      if (!option) continue;
      (this.pills.find((pill) => pill.option === option) ?? this.add(option)).fill(text, picked);
    }
  }
}

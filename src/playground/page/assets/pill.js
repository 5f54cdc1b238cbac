// One option of a command being written: its name and a field for its value, with a list of values to choose from where
// there are any. Suggestions of the bot are asked for while someone types, and only the newest answer counts.

import { el } from "./dom.js";
import { Choices, fitting } from "./choices.js";
import { sign } from "./icons.js";
import { PLAIN_FIELD, TYPE, faultOf, kindOf, typedValue, valuesOf } from "./commands.js";

/** How long typing must rest before the bot is asked for suggestions, in milliseconds. */
const REST = 200;

let nextId = 0;

export class Pill {
  /**
   * `line` has `lists`, `suggest(pill)`, and hears `chosen(pill)`, `removed(pill)`, `named(pill)`, `key(event, pill)` and `looked(pill)`.
   */
  constructor(option, line) {
    nextId += 1;
    Object.assign(this, { option, line, picked: null, asked: 0, fault: null, id: `option-${nextId}` });
    this.listed = Boolean(valuesOf(option, line.lists)) || Boolean(option.autocomplete);
    const numeric = { [TYPE.INTEGER]: "numeric", [TYPE.NUMBER]: "decimal" }[option.type];
    const signed = numeric && !(option.min_value >= 0);
    this.input = el("input", {
      ...PLAIN_FIELD, id: this.id, size: 1,
      inputmode: signed ? "text" : numeric, role: this.listed ? "combobox" : undefined, "aria-autocomplete": this.listed ? "list" : undefined,
      "aria-required": option.required ? "true" : undefined, disabled: option.type === TYPE.FILE,
    });
    this.choices = new Choices(this.input, (value, item) => this.choose(value, item), { name: `Values of ${option.name}` });
    if (!this.listed) for (const name of ["aria-haspopup", "aria-controls", "aria-expanded"]) this.input.removeAttribute(name);
    const away = { class: "remove", tabindex: -1, "aria-label": `Remove ${option.name}`, onclick: () => line.removed(this) };
    const remove = !option.required && el("button", { type: "button", ...away }, sign("close"));
    this.node = el("span", { class: "pill" }, el("label", { for: this.id }, option.name), this.input, remove);
    this.node.addEventListener("mousedown", (event) => {
      if (event.target !== this.input && !event.target.closest(".remove")) {
        event.preventDefault();
        this.input.focus();
      }
    });
    this.listen();
  }

  listen() {
    const { input, line } = this;
    input.addEventListener("input", () => {
      this.picked = null;
      this.settle(null);
      // What follows "name: " begins with a space that is not meant.
      if (/^\s/.test(input.value)) input.value = input.value.trimStart();
      const named = line.named(this);
      this.fit();
      if (!named) this.offer();
    });
    input.addEventListener("focus", () => {
      line.looked(this);
      this.offer();
    });
    input.addEventListener("blur", () => {
      this.choices.hide();
      this.forget();
      if (input.value !== "") this.check();
    });
    input.addEventListener("keydown", (event) => {
      if (this.choices.key(event)) return;
      if (this.listed && !this.choices.open && event.key === "ArrowDown") {
        event.preventDefault();
        this.offer();
      } else line.key(event, this);
    });
  }

  /** As wide as what is written. */
  fit() {
    this.input.size = Math.min(40, Math.max(2, [...this.input.value].length));
  }

  /** Shows the values that fit. Of a value that was chosen, all are shown again. */
  offer() {
    if (this.option.autocomplete) return this.ask();
    const values = valuesOf(this.option, this.line.lists);
    if (!values) return undefined;
    const items = this.picked ? values : fitting(values, this.input.value);
    const at = this.picked ? values.findIndex((item) => item.value === this.picked.value) : 0;
    return this.choices.show(items, { none: "Nothing in the list fits", at });
  }

  /** Asks the bot, once typing rests. */
  ask() {
    this.forget();
    if (this.picked) return;
    const mine = this.asked;
    if (!this.choices.open || !this.choices.items.length) this.choices.tell("Loading suggestions…");
    this.timer = setTimeout(async () => {
      const found = await this.line.suggest(this).catch(() => null);
      // A later question, or another field, has made this answer stale.
      if (mine !== this.asked || document.activeElement !== this.input) return;
      const items = (found ?? []).map((choice) => ({ value: choice.value, label: choice.name }));
      this.choices.show(items, { none: found ? "No suggestion fits" : "The suggestions did not come" });
    }, REST);
  }

  /** Whatever is still asked for is not wanted any more. */
  forget() {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  choose(value, item) {
    this.forget();
    this.picked = { value, label: item.label };
    this.input.value = item.label;
    this.settle(null);
    this.fit();
    this.choices.hide();
    this.line.chosen(this);
  }

  /** Gives the option this text, as if typed or chosen; a text that is one of the values chooses it. */
  fill(text, picked = null) {
    this.input.value = text;
    this.picked = picked;
    this.match();
    this.fit();
  }

  /** A text that is exactly one of the values stands for it. */
  match() {
    if (this.picked) return;
    const typed = this.input.value.trim().toLowerCase().replace(/^[@#]/, "");
    const same = (valuesOf(this.option, this.line.lists) ?? []).filter((item) => item.label.toLowerCase().replace(/^[@#]/, "") === typed);
    if (same.length !== 1) return;
    this.picked = same[0];
    this.input.value = same[0].label;
    this.fit();
  }

  /** Weighs what is written; gives what is wrong with it, or nothing. */
  check() {
    this.match();
    const text = this.input.value;
    let fault = null;
    if (text === "") fault = this.option.required ? "This option is needed." : "Enter a value, or take the option away.";
    else if (!this.picked) fault = valuesOf(this.option, this.line.lists) ? "Choose one of the list." : faultOf(this.option, text);
    this.settle(fault);
    return fault;
  }

  settle(fault) {
    if (fault === this.fault) return;
    this.fault = fault;
    this.node.classList.toggle("wrong", Boolean(fault));
    if (fault) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
    this.line.faulted(this);
  }

  get empty() {
    return this.input.value === "";
  }

  /** `{ name, type, value }` of what is written. */
  read() {
    const { name, type } = this.option;
    return { name, type, value: this.picked ? this.picked.value : typedValue(this.option, this.input.value) };
  }

  focus(atStart = false) {
    this.input.focus();
    const end = atStart ? 0 : this.input.value.length;
    this.input.setSelectionRange(end, end);
  }

  /** What is told of the option above the line. */
  help() {
    const { option } = this;
    return { title: option.name, words: option.description, marks: [option.required ? "Required" : "Optional", kindOf(option)], fault: this.fault };
  }
}

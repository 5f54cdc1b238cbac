// An option of a command that takes a file: a field to choose one with. The file is sent as soon as it is chosen, and the command
// names it.

import { el } from "./dom.js";
import { sign } from "./icons.js";
import { kindOf } from "./commands.js";

let nextId = 0;

/** Like `Pill`, for an option whose value is a file. */
export class FilePill {
  /** `line` has `give(file)`, and hears `removed(pill)`, `key(event, pill)`, `looked(pill)` and `faulted(pill)`. */
  constructor(option, line) {
    nextId += 1;
    Object.assign(this, { option, line, picked: null, waits: false, fault: null });
    this.choices = { node: el("div", { hidden: true }) };
    const id = `file-option-${nextId}`;
    this.input = el("input", { type: "file", id, "aria-required": option.required ? "true" : undefined });
    const away = { class: "remove", tabindex: -1, "aria-label": `Remove ${option.name}`, onclick: () => line.removed(this) };
    const remove = !option.required && el("button", { type: "button", ...away }, sign("close"));
    this.node = el("span", { class: "pill" }, el("label", { for: id }, option.name), this.input, remove);
    this.input.addEventListener("change", () => this.chose());
    this.input.addEventListener("focus", () => line.looked(this));
    // The field's own keys choose a file; Escape and Backspace are the line's.
    this.input.addEventListener("keydown", (event) => ["Escape", "Backspace"].includes(event.key) && this.key(event));
  }

  key(event) {
    event.preventDefault();
    if (event.key === "Escape") this.line.host.leave("");
    else if (!this.option.required) this.line.removed(this);
  }

  /** Sends the file that was chosen; only the last choice counts. */
  async chose() {
    const [file] = this.input.files;
    this.picked = null;
    this.settle(null);
    if (!file) return;
    this.waits = true;
    const given = await this.line.give(file).catch((error) => ({ wrong: error.message }));
    if (this.input.files[0] !== file) return;
    this.waits = false;
    if (given.wrong) this.settle(`The file was not taken: ${given.wrong}`);
    else this.picked = { value: given.id, label: file.name };
  }

  /** Nothing is asked for that could be forgotten. */
  forget() {}

  /** Puts a file back that was given before; a name alone is no file. */
  fill(_, picked = null) {
    this.picked = picked;
    if (picked) this.input.after(el("span", { class: "given" }, picked.label));
  }

  match() {}

  check() {
    let fault = this.fault;
    if (this.waits) fault = "The file is still on its way.";
    else if (!this.picked && !fault) fault = this.option.required ? "This option is needed." : "Choose a file, or take the option away.";
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
    return !this.picked && !this.waits;
  }

  read() {
    const { name, type } = this.option;
    return { name, type, value: this.picked?.value };
  }

  focus() {
    this.input.focus();
  }

  help() {
    const { option } = this;
    return { title: option.name, words: option.description, marks: [option.required ? "Required" : "Optional", kindOf(option)], fault: this.fault };
  }
}

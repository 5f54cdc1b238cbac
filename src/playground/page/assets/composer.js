// Where a person writes: plain messages, and slash commands with their options, suggestions included.

import { el } from "./dom.js";
import { choiceList } from "./choices.js";

const SUBCOMMAND = 1;
const GROUP = 2;

/** Every command and subcommand that can be run, by its whole name. */
export function runnable(commands) {
  const all = [];
  const walk = (command, path, node) => {
    const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
    if (inner.length) for (const option of inner) walk(command, [...path, option.name], option);
    else all.push({ command, path, description: node.description ?? "", options: node.options ?? [] });
  };
  for (const command of commands.filter((one) => (one.type ?? 1) === 1)) walk(command, [command.name], command);
  return all.map((one) => ({ ...one, name: `/${one.path.join(" ")}` })).sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * The composer in `root`. `act` has `commands()`, `say(text)`, `run(choice, options)` and `suggest(choice, options, focused)`,
 * each a promise, and hears `typing()`; `say` and `run` resolve to what went wrong, or nothing. `lists` has `people()`, `channels()`, `roles()`.
 */
export class Composer {
  constructor(root, act, lists) {
    Object.assign(this, { root, act, lists, commands: [] });
    this.plain("");
  }

  /** A new place: what was being written stays behind. */
  async moveTo(name) {
    this.name = name;
    this.plain("");
    await this.refresh();
  }

  async refresh() {
    this.commands = runnable(await this.act.commands().catch(() => []));
  }

  focus() {
    this.root.querySelector("textarea, input, select")?.focus();
  }

  plain(text, wrong = "") {
    const field = el("textarea", { rows: 1, "aria-label": `Message ${this.name ?? ""}`, placeholder: `Message ${this.name ?? ""} or type /`, maxlength: 2000 });
    const error = el("p", { class: "error", role: "alert" }, wrong);
    const list = choiceList(field, (choice) => this.open(choice));
    const send = async () => {
      const words = field.value.trim();
      if (!words) return;
      const failed = await this.act.say(words);
      if (failed) error.textContent = failed;
      else if (field.isConnected) {
        field.value = "";
        error.textContent = "";
        grow();
      }
    };
    const grow = () => {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight}px`;
    };
    const look = () => {
      grow();
      const typed = field.value;
      if (!typed.startsWith("/") || typed.includes("\n")) {
        if (typed) this.act.typing();
        return list.hide();
      }
      const words = typed.slice(1).toLowerCase().trimStart();
      const fits = this.commands.filter((one) => one.name.slice(1).startsWith(words) || (words && one.name.includes(words)));
      list.show(fits.slice(0, 50).map((one) => ({ value: one, label: one.name, more: one.description })), this.commands.length ? "No such command" : "No commands here yet");
    };
    field.addEventListener("input", look);
    field.addEventListener("keydown", (event) => {
      if (list.key(event)) return;
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        send();
      }
    });
    const sendButton = el("button", { type: "button", "aria-label": "Send", onclick: send }, "➤");
    this.root.replaceChildren(list.node, el("div", { class: "box" }, field, sendButton), error);
    field.value = text;
    grow();
  }

  /** The form for one command: required options first, the others on demand. */
  open(choice) {
    const chosen = new Map();
    const area = el("div", { class: "options" });
    const rest = el("div", { class: "more" });
    const error = el("p", { class: "error", role: "alert" });
    const send = el("button", { type: "submit", class: "primary" }, "Send");
    const back = () => {
      this.plain("");
      this.focus();
    };
    const cancel = el("button", { type: "button", class: "plain", onclick: back }, "Cancel");
    const head = el("header", {}, el("b", {}, choice.name), el("small", {}, choice.description));
    const form = el("form", { class: "command", novalidate: true, autocomplete: "off", "aria-label": choice.name }, head, area, rest, error, el("div", { class: "end" }, cancel, send));
    const values = (focused) => [...chosen].map(([name, field]) => field.read(name === focused)).filter(Boolean);
    const add = (option) => {
      const suggest = option.autocomplete ? () => this.act.suggest(choice, values(option.name), option.name) : null;
      const field = optionField(option, this.lists, suggest);
      chosen.set(option.name, field);
      area.append(field.node);
      return field;
    };
    const offer = () => {
      const left = choice.options.filter((option) => !chosen.has(option.name));
      const chips = left.map((option) => {
        const pick = () => {
          const field = add(option);
          offer();
          field.focus();
        };
        return el("button", { type: "button", class: "chip", title: option.description, onclick: pick }, `+ ${option.name}`);
      });
      rest.replaceChildren(...(chips.length ? [el("span", {}, "Options:"), ...chips] : []));
    };
    choice.options.filter((option) => option.required).forEach(add);
    offer();
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) back();
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wrong = [...chosen.values()].map((field) => field.check()).find(Boolean);
      error.textContent = wrong ?? "";
      if (wrong) return;
      const given = values();
      back();
      const failed = await this.act.run(choice, given);
      if (failed) this.plain("", failed);
    });
    this.root.replaceChildren(form);
    (area.querySelector("input, select") ?? send).focus();
  }
}

let nextId = 0;

/** One option's field: `{ node, focus(), check(), read() }`. */
function optionField(option, lists, suggest) {
  nextId += 1;
  const id = `option-${nextId}`;
  const input = widget(option, id, lists);
  const node = el("div", { class: "option" }, el("label", { for: id }, option.name, option.required && el("span", { class: "must" }, " *")), input, el("small", {}, option.description));
  // A suggestion shows its name and stands for its value.
  let picked = null;
  if (suggest) attachSuggestions(node, input, suggest, (choice) => { picked = choice; });
  input.addEventListener("input", () => { picked = null; });
  const raw = () => (picked && input.value === picked.name ? picked.value : input.value);
  return {
    node,
    focus: () => input.focus(),
    check: () => {
      if (input.value === "") return option.required ? `${option.name} is needed.` : null;
      return picked ? null : invalid(option, input.value);
    },
    // Half-typed values go to the bot as text, as on Discord.
    read: (focused) => {
      const { name, type } = option;
      if (focused) return { name, type, value: input.value };
      return input.value === "" ? null : { name, type, value: typed(type, raw()) };
    },
  };
}

function typed(type, value) {
  if (type === 5) return value === "true";
  if (type === 4 || type === 10) return Number.isFinite(Number(value)) && value !== "" ? Number(value) : value;
  return value;
}

function invalid(option, value) {
  if (option.type === 4 && !/^-?\d+$/.test(value)) return `${option.name} is a whole number.`;
  if (option.type === 10 && !Number.isFinite(Number(value))) return `${option.name} is a number.`;
  if ((option.type === 4 || option.type === 10) && !option.choices?.length) {
    if (option.min_value !== undefined && Number(value) < option.min_value) return `${option.name} is at least ${option.min_value}.`;
    if (option.max_value !== undefined && Number(value) > option.max_value) return `${option.name} is at most ${option.max_value}.`;
  }
  const length = [...value].length;
  if (option.type === 3 && length < (option.min_length ?? 0)) return `${option.name} has at least ${option.min_length} characters.`;
  if (option.type === 3 && length > (option.max_length ?? 6000)) return `${option.name} has at most ${option.max_length} characters.`;
  return null;
}

function widget(option, id, lists) {
  const pick = (list) => el("select", { id }, el("option", { value: "" }, "…"), list.map((one) => el("option", { value: one.id }, one.name)));
  if (option.choices?.length) return pick(option.choices.map((choice) => ({ id: choice.value, name: choice.name })));
  switch (option.type) {
    case 5:
      return pick([{ id: "true", name: "True" }, { id: "false", name: "False" }]);
    case 6:
      return pick(lists.people());
    case 7:
      return pick(lists.channels(option.channel_types));
    case 8:
      return pick(lists.roles());
    case 9:
      return pick([...lists.people(), ...lists.roles()]);
    case 11:
      return el("input", { id, disabled: true, placeholder: "Files cannot be sent from this page" });
    default:
      return el("input", { id, type: "text", inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : "text" });
  }
}

/** Asks for suggestions while someone types, the newest answer only. */
function attachSuggestions(node, input, suggest, pick) {
  let asked = 0;
  let timer = 0;
  const list = choiceList(input, (choice) => {
    input.value = choice.name;
    input.dispatchEvent(new Event("input"));
    pick(choice);
    clearTimeout(timer);
    asked += 1;
    list.hide();
  });
  const ask = async () => {
    asked += 1;
    const mine = asked;
    const choices = await suggest().catch(() => null);
    if (mine !== asked || document.activeElement !== input) return;
    const none = choices === null ? "Loading options failed" : "No options match your search";
    list.show((choices ?? []).map((choice) => ({ value: choice, label: choice.name })), none);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  };
  input.addEventListener("input", soon);
  input.addEventListener("focus", soon);
  input.addEventListener("blur", () => setTimeout(() => list.hide(), 150));
  input.addEventListener("keydown", (event) => list.key(event));
  node.append(list.node);
}

// A list to choose from, for the keyboard and the pointer. The keyboard stays in the field that owns the list
// (`aria-activedescendant` says where it is); the list itself never takes the focus.

import { el } from "./dom.js";
import { sign } from "./icons.js";

let nextId = 0;

/**
 * A list that belongs to `owner`, with `node` to put somewhere. Items are
 * `{ value, label, more?, hint?, lead?, group?, selected?, disabled? }`; `pick(value, item)` hears what was chosen.
 */
export class Choices {
  constructor(owner, pick, { name = "Choices", multiple = false } = {}) {
    nextId += 1;
    Object.assign(this, { owner, pick, multiple, id: `choices-${nextId}`, items: [], rows: [], at: -1 });
    this.list = el("div", { role: "listbox", id: this.id, "aria-label": name, "aria-multiselectable": multiple ? "true" : undefined });
    this.note = el("p", { class: "none", hidden: true });
    this.count = el("span", { class: "unseen", role: "status" });
    this.node = el("div", { class: "choices", hidden: true }, this.list, this.note, this.count);
    const attributes = { "aria-haspopup": "listbox", "aria-controls": this.id, "aria-expanded": "false" };
    for (const [key, value] of Object.entries(attributes)) owner.setAttribute(key, value);
    // Pressing a row must not take the focus from the field.
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.take(this.rows.indexOf(event.target.closest("[role=option]"))));
    this.list.addEventListener("mousemove", (event) => {
      const row = this.rows.indexOf(event.target.closest("[role=option]"));
      if (row >= 0 && row !== this.at) this.mark(row, false);
    });
  }

  get open() {
    return !this.node.hidden;
  }

  /** Shows these items, or `none` in words; `at` is the row that is marked first, -1 for no row. */
  show(items, { none = "Nothing here", at = 0 } = {}) {
    this.items = items;
    this.rows = items.map((item, i) => this.row(item, i));
    this.list.replaceChildren(...this.grouped());
    this.list.hidden = items.length === 0;
    this.note.hidden = items.length > 0;
    this.note.textContent = none;
    this.node.hidden = false;
    this.owner.setAttribute("aria-expanded", "true");
    const words = items.length ? `${items.length} ${items.length === 1 ? "choice" : "choices"}` : none;
    if (this.count.textContent !== words) this.count.textContent = words;
    this.mark(Math.min(at, items.length - 1));
  }

  /** Words in place of a list, such as that it is being fetched. */
  tell(words) {
    this.show([], { none: words });
  }

  hide() {
    if (!this.open) return;
    this.node.hidden = true;
    this.items = [];
    this.at = -1;
    this.owner.setAttribute("aria-expanded", "false");
    this.owner.removeAttribute("aria-activedescendant");
  }

  row(item, i) {
    const chosen = this.multiple || item.selected !== undefined;
    const states = { "aria-selected": String(Boolean(item.selected)), "aria-disabled": item.disabled ? "true" : undefined };
    return el(
      "div",
      { role: "option", id: `${this.id}-${i}`, class: "choice", ...states },
      item.lead && el("span", { class: "lead", "aria-hidden": "true" }, item.lead),
      el("span", { class: "words" }, el("b", {}, item.label), " ", item.more && el("small", {}, item.more)),
      item.hint && el("span", { class: "hint" }, item.hint),
      chosen && el("span", { class: this.multiple ? "box" : "tick", "aria-hidden": "true" }, item.selected && sign("check")),
    );
  }

  grouped() {
    const parts = [];
    let group = null;
    this.items.forEach((item, i) => {
      if (!item.group) return parts.push(this.rows[i]);
      if (group?.name !== item.group) {
        const id = `${this.id}-group-${i}`;
        const node = el("div", { role: "group", "aria-labelledby": id }, el("div", { class: "group", id, role: "presentation" }, item.group));
        group = { name: item.group, node };
        parts.push(node);
      }
      return group.node.append(this.rows[i]);
    });
    return parts;
  }

  mark(at, scroll = true) {
    this.rows[this.at]?.classList.remove("at");
    this.at = at;
    const row = this.rows[at];
    if (!row) return this.owner.removeAttribute("aria-activedescendant");
    row.classList.add("at");
    if (scroll) row.scrollIntoView({ block: "nearest" });
    return this.owner.setAttribute("aria-activedescendant", row.id);
  }

  take(at) {
    const item = this.items[at];
    if (!item || item.disabled) return;
    this.pick(item.value, item);
  }

  /** Moves or chooses by the keyboard; says whether the key was for the list. */
  key(event) {
    if (!this.open || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
    const count = this.items.length;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step && count) {
      const next = this.at < 0 ? (step > 0 ? 0 : count - 1) : this.at + step;
      this.mark(Math.abs(step) === 1 ? (next + count) % count : Math.max(0, Math.min(count - 1, next)));
    } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.at >= 0) {
      this.take(this.at);
    } else if (event.key === "Escape") {
      this.hide();
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}

/** The items that a typed word fits, those that begin with it first. */
export function fitting(items, typed) {
  const word = typed.trim().toLowerCase();
  if (!word) return items;
  const rank = (item) => {
    const label = item.label.toLowerCase().replace(/^[@#/]/, "");
    if (label.startsWith(word.replace(/^[@#/]/, ""))) return 0;
    return label.includes(word) || (item.more ?? "").toLowerCase().includes(word) ? 1 : 2;
  };
  const ranked = items.map((item) => [rank(item), item]);
  return [0, 1].flatMap((wanted) => ranked.filter(([found]) => found === wanted).map(([, item]) => item));
}

// A list of choices under or over a text field, for the keyboard and the pointer.

import { el } from "./dom.js";

let nextId = 0;

/** A list that belongs to `field`: `{ node, show(items, none), hide(), key(event) }`; `pick(value)` hears what was chosen. */
export function choiceList(field, pick) {
  nextId += 1;
  const id = `choices-${nextId}`;
  const node = el("ul", { class: "choices", id, role: "listbox", hidden: true });
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", id);
  field.setAttribute("aria-expanded", "false");
  let items = [];
  let at = 0;

  const mark = () => {
    [...node.children].forEach((row, i) => {
      if (row.role === "option") row.setAttribute("aria-selected", String(i === at));
    });
    const row = node.children[at];
    if (items.length && row) {
      field.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    } else field.removeAttribute("aria-activedescendant");
  };
  const hide = () => {
    node.hidden = true;
    items = [];
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const show = (list, none) => {
    items = list;
    at = 0;
    const rows = list.map((item, i) => {
      const row = el("li", { role: "option", id: `${id}-${i}` }, el("b", {}, item.label), item.more && el("small", {}, item.more));
      row.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pick(item.value);
      });
      return row;
    });
    node.replaceChildren(...(rows.length ? rows : [el("li", { class: "none" }, none)]));
    node.hidden = false;
    field.setAttribute("aria-expanded", "true");
    mark();
  };
  const key = (event) => {
    if (node.hidden || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length) {
      at = (at + step + items.length) % items.length;
      mark();
    } else if ((event.key === "Enter" || event.key === "Tab") && items.length) {
      pick(items[at].value);
    } else if (event.key === "Escape") {
      hide();
    } else return false;
    event.preventDefault();
    return true;
  };
  return { node, show, hide, key };
}

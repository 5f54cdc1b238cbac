// A modal: the form that a bot opens, over everything else. Closing it tells the bot nothing, as on Discord.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { options } from "./components.js";

/** Shows a modal. `submit(answers)` gets `[{ custom_id, type, value | values }]` and resolves to what went wrong, or nothing. */
export function showModal(modal, view, submit) {
  const asks = [];
  const parts = (modal.components ?? []).map((item) => part(item, view, asks)).filter(Boolean);
  const wrong = el("p", { class: "error", role: "alert" });
  const send = el("button", { type: "submit", class: "primary" }, "Submit");
  const cancel = el("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Cancel");
  const form = el("form", { method: "dialog" }, el("h2", { id: "modal-title" }, modal.title), parts, wrong, el("div", { class: "end" }, cancel, send));
  const dialog = el("dialog", { "aria-labelledby": "modal-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const short = asks.map((ask) => ask.check?.()).find(Boolean);
    if (short) {
      wrong.textContent = short;
      return;
    }
    send.disabled = true;
    const failed = await submit(asks.map((ask) => ask.answer()));
    send.disabled = false;
    if (failed) wrong.textContent = failed;
    else dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

let nextId = 0;

function part(item, view, asks) {
  if (item.type === 10) return markdown(item.content, view.names);
  if (item.type === 1) return (item.components ?? []).map((inner) => ask(inner.label, null, inner, view, asks));
  if (item.type === 18) return ask(item.label, item.description, item.component ?? {}, view, asks);
  return null;
}

function ask(label, description, item, view, asks) {
  nextId += 1;
  const id = `ask-${nextId}`;
  const required = item.type !== 23 && item.required !== false;
  const star = required && el("span", { class: "must", "aria-hidden": "true" }, " *");
  const small = description && el("small", { id: `${id}-more` }, description);
  const more = small ? `${id}-more` : undefined;
  if (item.type === 4) {
    const field = text(item, id, required, more);
    asks.push({ check: () => tooShort(field, item, label), answer: () => ({ custom_id: item.custom_id, type: 4, value: field.value }) });
    return el("div", { class: "ask" }, el("label", { for: id }, label, star), small, field);
  }
  if (item.type === 23) {
    const box = el("input", { type: "checkbox", id, checked: item.default });
    asks.push({ answer: () => ({ custom_id: item.custom_id, type: 23, value: box.checked }) });
    return el("div", { class: "ask" }, el("label", { for: id, class: "check" }, box, " ", label), small);
  }
  if (item.type === 19) {
    asks.push({ check: () => required && "Files cannot be uploaded from this page.", answer: () => ({ custom_id: item.custom_id, type: 19, values: [] }) });
    return el("div", { class: "ask" }, el("label", {}, label), el("small", {}, "Files cannot be uploaded from this page."));
  }
  return group(label, star, small, item, view, asks, required, id);
}

function text(item, id, required, more) {
  const common = {
    id, required, placeholder: item.placeholder, maxlength: item.max_length ?? 4000, minlength: item.min_length, "aria-describedby": more,
  };
  const field = item.style === 2 ? el("textarea", { ...common, rows: 4 }) : el("input", { ...common, type: "text", autocomplete: "off" });
  field.value = item.value ?? "";
  return field;
}

// Browsers check a least length only after typing, so it is checked here.
function tooShort(field, item, label) {
  const length = [...field.value].length;
  if (length > 0 && length < (item.min_length ?? 0)) return `${label}: at least ${item.min_length} characters.`;
  return null;
}

/** Radio buttons and boxes: for groups, and for selects of every kind. */
function group(label, star, small, item, view, asks, required, name) {
  const list = [21, 22].includes(item.type) ? (item.options ?? []) : options(item, view);
  const single = item.type === 21 || ((item.max_values ?? (item.type === 22 ? list.length : 1)) === 1 && item.type !== 22);
  const most = single ? 1 : (item.max_values ?? list.length);
  const least = required ? Math.max(1, item.min_values ?? 1) : (item.min_values ?? 0);
  const inputs = list.map((option) => el("input", { type: single ? "radio" : "checkbox", name, value: option.value, checked: option.default }));
  const rows = list.map((option, i) => {
    const words = option.description && el("small", {}, ` ${option.description}`);
    return el("label", { class: "check" }, inputs[i], " ", option.label, words);
  });
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  asks.push({
    check: () => {
      const count = chosen().length;
      if (count < least && (required || count > 0)) return `${label}: choose at least ${least}.`;
      return count > most ? `${label}: choose at most ${most}.` : null;
    },
    answer: () => {
      if (item.type === 21) return { custom_id: item.custom_id, type: 21, value: chosen()[0] ?? null };
      return { custom_id: item.custom_id, type: item.type, values: chosen() };
    },
  });
  return el("fieldset", {}, el("legend", {}, label, star), small, rows);
}

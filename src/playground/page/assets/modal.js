// A modal: the form that a bot opens, over everything else. Closing it tells the bot nothing, as on Discord. What is wrong
// with an answer stands at the answer.

import { el } from "./dom.js";
import { sign } from "./icons.js";
import { markdown } from "./markdown.js";
import { options } from "./components.js";
import { selectMenu } from "./select.js";

/** Shows a modal. `submit(answers)` gets `[{ custom_id, type, value | values }]` and resolves to what went wrong, or nothing. */
export function showModal(modal, view, submit) {
  const asks = [];
  const parts = (modal.components ?? []).flatMap((item) => part(item, view, asks)).filter(Boolean);
  const wrong = el("p", { role: "alert" });
  const send = el("button", { type: "submit", class: "primary" }, "Submit");
  const cancel = el("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Cancel");
  const close = el("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => dialog.close() }, sign("close"));
  const head = el("header", {}, el("h2", { id: "modal-title" }, modal.title), close);
  const form = el("form", { method: "dialog", novalidate: true, autocomplete: "off" }, head, el("div", { class: "asks" }, parts), el("footer", {}, wrong, cancel, send));
  const dialog = el("dialog", { class: "modal", "aria-labelledby": "modal-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const faulty = asks.filter((ask) => ask.check())[0];
    wrong.textContent = "";
    if (faulty) return faulty.focus();
    send.disabled = true;
    send.setAttribute("aria-busy", "true");
    const failed = await submit(asks.map((ask) => ask.answer()));
    send.disabled = false;
    send.removeAttribute("aria-busy");
    if (!failed) return dialog.close();
    wrong.textContent = failed;
    return send.focus();
  });
  open(dialog, asks);
}

/** Opens it, and gives the keyboard back to where it was. */
function open(dialog, asks) {
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    (before?.isConnected ? before : document.getElementById("log"))?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  asks[0]?.focus();
}

let nextId = 0;

function part(item, view, asks) {
  if (item.type === 10) return markdown(item.content, view.names);
  if (item.type === 1) return (item.components ?? []).map((inner) => ask(inner.label, null, inner, view, asks));
  if (item.type === 18) return ask(item.label, item.description, item.component ?? {}, view, asks);
  return null;
}

/** One question: label, description, what to answer with, and what is wrong. */
function ask(label, description, item, view, asks) {
  nextId += 1;
  const id = `ask-${nextId}`;
  const required = item.type !== 23 && item.required !== false;
  const star = required && el("span", { class: "must", "aria-hidden": "true" }, " *");
  const fault = el("span", { class: "wrong", id: `${id}-fault`, role: "alert" });
  const about = [description && `${id}-more`, `${id}-fault`].filter(Boolean).join(" ");
  const frame = { id, label, star, required, about, more: description && el("small", { id: `${id}-more` }, description), fault };
  const kind = { 4: words, 19: upload, 21: group, 22: group, 23: checkbox }[item.type] ?? menu;
  const made = kind(item, frame, view);
  const check = () => {
    const wrong = made.check?.() ?? null;
    fault.textContent = wrong ?? "";
    made.mark(Boolean(wrong));
    return wrong;
  };
  made.node.addEventListener("input", () => fault.textContent && check());
  made.node.addEventListener("choose", () => fault.textContent && check());
  asks.push({ check, focus: made.focus, answer: () => ({ custom_id: item.custom_id, type: item.type, ...made.answer() }) });
  return made.node;
}

const invalid = (node) => (wrong) => (wrong ? node.setAttribute("aria-invalid", "true") : node.removeAttribute("aria-invalid"));

/** A short or a long text. */
function words(item, { id, label, star, required, about, more, fault }) {
  const most = item.max_length ?? 4000;
  const common = { id, placeholder: item.placeholder, "aria-required": required ? "true" : undefined, "aria-describedby": about };
  const field = item.style === 2 ? el("textarea", { ...common, rows: 4 }) : el("input", { ...common, type: "text", autocomplete: "off" });
  field.value = item.value ?? "";
  const left = el("span", { class: "left", "aria-hidden": "true" });
  const length = () => [...field.value].length;
  const count = () => { left.textContent = item.max_length || length() > most - 200 ? `${length()} of ${most}` : ""; };
  field.addEventListener("input", count);
  count();
  const check = () => {
    if (!length()) return required ? "This is needed." : null;
    if (length() < (item.min_length ?? 0)) return `At least ${item.min_length} characters, please: there are ${length()}.`;
    return length() > most ? `At most ${most} characters, please: there are ${length()}.` : null;
  };
  const node = el("div", { class: "ask" }, el("label", { for: id }, label, star), more, field, el("div", { class: "under" }, fault, left));
  return { node, check, mark: invalid(field), focus: () => field.focus(), answer: () => ({ value: field.value }) };
}

/** A select of any kind. */
function menu(item, { label, star, required, more, fault, about }, view) {
  const least = required ? Math.max(1, item.min_values ?? 1) : (item.min_values ?? 0);
  const made = selectMenu({ ...item, min_values: required ? least : 0 }, options(item, view), label);
  made.trigger.setAttribute("aria-describedby", about);
  const check = () => {
    const count = made.values().length;
    if (count < least && (required || count > 0)) return least === 1 ? "Choose one, please." : `Choose at least ${least}, please.`;
    return null;
  };
  const node = el("div", { class: "ask" }, el("label", {}, label, star), more, made.node, el("div", { class: "under" }, fault));
  const mark = (wrong) => made.node.classList.toggle("invalid", wrong);
  return { node, check, mark, focus: () => made.trigger.focus(), answer: () => ({ values: made.values() }) };
}

/** Radio buttons, or boxes to tick. */
function group(item, { id, label, star, required, more, fault, about }) {
  const list = item.options ?? [];
  const single = item.type === 21;
  const least = required ? Math.max(1, item.min_values ?? 1) : (item.min_values ?? 0);
  const most = single ? 1 : (item.max_values ?? list.length);
  const inputs = list.map((option) => el("input", { type: single ? "radio" : "checkbox", name: id, value: option.value, checked: option.default }));
  const rows = list.map((option, i) => el("label", { class: "check" }, inputs[i], el("span", {}, option.label, option.description && el("small", {}, option.description))));
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const check = () => {
    const count = chosen().length;
    if (count < least && (required || count > 0)) return `Choose at least ${least}, please.`;
    return count > most ? `Choose at most ${most}, please.` : null;
  };
  const node = el("fieldset", { class: "ask", "aria-describedby": about }, el("legend", {}, label, star), more, el("div", { class: "checks" }, rows), el("div", { class: "under" }, fault));
  const answer = () => (single ? { value: chosen()[0] ?? null } : { values: chosen() });
  return { node, check, mark: invalid(node), focus: () => (inputs.find((input) => input.checked) ?? inputs[0])?.focus(), answer };
}

/** A single box. */
function checkbox(item, { id, label, more, about }) {
  const box = el("input", { type: "checkbox", id, checked: item.default, "aria-describedby": more ? about : undefined });
  const node = el("div", { class: "ask" }, el("label", { for: id, class: "check" }, box, el("span", {}, label)), more);
  return { node, mark: invalid(box), focus: () => box.focus(), answer: () => ({ value: box.checked }) };
}

/** Files, which are sent as soon as they are chosen. */
function upload(item, { id, label, star, required, about, more, fault }, view) {
  const least = required ? Math.max(1, item.min_values ?? 1) : 0;
  const most = item.max_values ?? 1;
  const field = el("input", { type: "file", id, multiple: most > 1, "aria-required": required ? "true" : undefined, "aria-describedby": about });
  let chosen = { ids: [], wrong: null, waits: false };
  field.addEventListener("change", async () => {
    const mine = { ids: [], wrong: null, waits: true };
    chosen = mine;
    const given = await Promise.all([...field.files].map(view.give)).catch((error) => { mine.wrong = error.message; });
    Object.assign(mine, { ids: (given ?? []).map((file) => file.id), waits: false });
  });
  const check = () => {
    if (chosen.waits) return "The files are still on their way.";
    if (chosen.wrong) return `The files were not taken: ${chosen.wrong}`;
    if (chosen.ids.length < least) return least === 1 ? "Choose a file, please." : `Choose at least ${least} files, please.`;
    return chosen.ids.length > most ? `Choose at most ${most === 1 ? "one file" : `${most} files`}, please.` : null;
  };
  const node = el("div", { class: "ask" }, el("label", { for: id }, label, star), more, field, el("div", { class: "under" }, fault));
  return { node, check, mark: invalid(field), focus: () => field.focus(), answer: () => ({ values: chosen.ids }) };
}

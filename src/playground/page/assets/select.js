// A select menu of a message or modal: a button that shows what is chosen, and a list over the page. One value is given at
// once; of several, all are given when the list is closed. Tells of it by a `choose` event, `detail` being
// `{ custom, values }`.

import { el } from "./dom.js";
import { Choices, fitting } from "./choices.js";
import { sign } from "./icons.js";
import { kept } from "./patch.js";

/** From so many options on, they can be searched. */
const MANY = 11;

/**
 * A menu of a select component; `list` is what it offers. It is called what it says while nothing is chosen, unless it has
 * a `name` of its own. Gives `{ node, values(), trigger }`.
 */
export function selectMenu(item, list, name = null) {
  const menu = new Menu(item, list, name ?? (item.placeholder || "Make a selection"));
  return { node: menu.node, values: () => menu.chosen, trigger: menu.trigger };
}

const shown = (option) => [!option.emoji?.id && option.emoji?.name, option.label].filter(Boolean).join(" ");

class Menu {
  constructor(item, list, name) {
    this.least = item.min_values ?? 1;
    this.most = item.max_values ?? 1;
    this.multiple = this.most > 1;
    Object.assign(this, { item, list, name, chosen: list.filter((option) => option.default).map((option) => option.value) });
    this.text = el("span", { class: "picked" });
    this.trigger = el(
      "button",
      { type: "button", role: "combobox", class: "trigger", disabled: item.disabled, "aria-label": name },
      this.text,
      sign("down"),
    );
    const finding = { role: "combobox", "aria-autocomplete": "list", "aria-label": `Search: ${name}`, placeholder: "Search" };
    this.search = list.length >= MANY && el("input", { type: "text", autocomplete: "off", ...finding });
    this.choices = new Choices(this.search || this.trigger, (value) => this.toggle(value), { name, multiple: this.multiple });
    if (this.search) {
      for (const [key, value] of [["haspopup", "dialog"], ["expanded", "false"], ["controls", `${this.choices.id}-popup`]]) this.trigger.setAttribute(`aria-${key}`, value);
    }
    this.done = this.multiple && el("button", { type: "button", class: "primary", onclick: () => this.close(true) }, "Done");
    const foot = this.multiple && el("div", { class: "end" }, el("small", {}, this.range()), this.done);
    this.popup = el("div", { class: "menu", popover: "manual", id: `${this.choices.id}-popup` }, this.search, this.choices.node, foot);
    this.node = el("div", { class: "pick", data: { custom: item.custom_id } }, this.trigger, this.popup);
    kept(this.node, JSON.stringify([item, list]));
    this.draw();
    this.listen();
  }

  range() {
    if (this.least === this.most) return `Choose ${this.most}`;
    return this.least === 0 ? `Choose up to ${this.most}` : `Choose ${this.least} to ${this.most}`;
  }

  get isOpen() {
    return this.popup.matches(":popover-open");
  }

  listen() {
    this.trigger.addEventListener("click", () => (this.isOpen ? this.close(true) : this.show()));
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.search?.addEventListener?.("input", () => this.offer(0));
    this.node.addEventListener("focusout", (event) => {
      if (this.isOpen && event.relatedTarget && !this.node.contains(event.relatedTarget)) this.close(true, false);
    });
    this.outside = (event) => {
      if (this.node.contains(event.target)) return;
      // The message may have lost this menu while it was open.
      if (!this.isOpen) return this.unwatch();
      this.close(true, false);
      // A finger that only closes the list must not press what lies beneath it.
      if (event.pointerType === "touch") swallow();
    };
    this.place = () => (this.isOpen ? this.settle() : this.unwatch());
  }

  show() {
    this.before = [...this.chosen];
    this.popup.showPopover();
    this.trigger.setAttribute("aria-expanded", "true");
    const at = this.list.findIndex((option) => this.chosen.includes(option.value));
    if (this.search) this.search.value = "";
    this.offer(Math.max(0, at));
    this.settle();
    if (this.search) this.search.focus({ preventScroll: true });
    this.watch();
  }

  /** What happens elsewhere on the page closes or moves an open list. */
  watch() {
    document.addEventListener("pointerdown", this.outside, true);
    window.addEventListener("scroll", this.place, true);
    window.addEventListener("resize", this.place);
  }

  unwatch() {
    document.removeEventListener("pointerdown", this.outside, true);
    window.removeEventListener("scroll", this.place, true);
    window.removeEventListener("resize", this.place);
  }

  /** Under the button, or above it where there is more room; on a phone the sheet decides. */
  settle() {
    const box = this.trigger.getBoundingClientRect();
    const { style } = this.popup;
    const below = window.innerHeight - box.bottom;
    const up = below < 260 && box.top > below;
    style.setProperty("--x", `${Math.round(box.left)}px`);
    style.setProperty("--width", `${Math.round(box.width)}px`);
    style.setProperty("--top", up ? "auto" : `${Math.round(box.bottom + 4)}px`);
    style.setProperty("--bottom", up ? `${Math.round(window.innerHeight - box.top + 4)}px` : "auto");
    style.setProperty("--room", `${Math.round((up ? box.top : below) - 20)}px`);
  }

  offer(at) {
    const full = this.chosen.length >= this.most;
    const items = this.list.map((option) => {
      const selected = this.chosen.includes(option.value);
      return { value: option.value, label: option.label, more: option.description, lead: option.lead?.(), selected, disabled: this.multiple && full && !selected };
    });
    this.choices.show(fitting(items, this.search ? this.search.value : ""), { none: "Nothing fits", at });
    if (this.done) this.done.disabled = this.chosen.length < this.least;
  }

  toggle(value) {
    const chosen = this.chosen.includes(value);
    if (this.multiple) {
      this.chosen = chosen ? this.chosen.filter((one) => one !== value) : [...this.chosen, value];
      this.draw();
      this.offer(this.choices.at);
      return;
    }
    this.chosen = chosen && this.least === 0 ? [] : [value];
    this.close(true);
  }

  key(event) {
    if (!this.isOpen) {
      if (event.target === this.trigger && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        this.show();
      }
      return;
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close(false);
    } else if (event.target !== this.done && event.key !== "Tab") {
      if (event.key === " " && event.target === this.trigger) {
        event.preventDefault();
        this.choices.take(this.choices.at);
      } else if (!this.choices.key(event) && event.target === this.trigger) this.jump(event);
    } else if (event.key === "Tab" && !this.multiple) this.close(false);
  }

  /** A letter goes to the next option that begins with it. */
  jump(event) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { items, at } = this.choices;
    const order = items.map((_, i) => (at + 1 + i) % items.length);
    const found = order.find((i) => items[i].label.toLowerCase().startsWith(event.key.toLowerCase()));
    if (found !== undefined) this.choices.mark(found);
  }

  /** Closes the list; what was chosen is given or, if it is not wanted or not enough, forgotten. */
  close(keep, focus = true) {
    if (!this.isOpen) return;
    this.unwatch();
    this.popup.hidePopover();
    this.choices.hide();
    this.trigger.setAttribute("aria-expanded", "false");
    const changed = this.chosen.length !== this.before.length || this.chosen.some((one) => !this.before.includes(one));
    const enough = this.chosen.length >= this.least && this.chosen.length <= this.most;
    if (!keep || !enough) this.chosen = this.before;
    this.draw();
    if (focus) this.trigger.focus({ preventScroll: true });
    if (keep && enough && (changed || !this.multiple)) {
      this.node.dispatchEvent(new CustomEvent("choose", { bubbles: true, detail: { custom: this.item.custom_id, values: this.chosen } }));
    }
  }

  draw() {
    const picked = this.list.filter((option) => this.chosen.includes(option.value));
    this.text.classList.toggle("vacant", picked.length === 0);
    if (!picked.length) this.text.replaceChildren(this.item.placeholder || "Make a selection");
    else if (!this.multiple) this.text.replaceChildren(shown(picked[0]));
    else this.text.replaceChildren(...picked.map((option) => el("span", { class: "tag" }, shown(option))));
  }
}

/** Lets the click go by that ends the touch going on. */
function swallow() {
  const stop = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, true), 600);
}

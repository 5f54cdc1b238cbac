// What slides over the page where it is narrow: the list at the left, members and the view behind the scenes at the right. A
// sheet holds the keyboard while it is open and gives it back to where it came from. Also how arrow keys walk along a list.

import { at } from "./dom.js";

const PARTS = ["side", "room", "members", "scenes"];
const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex='0']";

const panels = [];

/** The widths below which the list, and what stands at the right, are sheets. */
export const NARROW = window.matchMedia("(max-width: 44rem)");
export const MIDDLE = window.matchMedia("(max-width: 68rem)");

/** Whether fingers are the usual way here; then nothing takes the focus by itself that would call up a keyboard. */
export const touching = () => window.matchMedia("(pointer: coarse)").matches;

/** A part of the page that can be shown and hidden, and is a sheet where `media` says so. */
export class Panel {
  /** `show(open)` makes it visible or not; `always` keeps it visible where it is no sheet. */
  constructor({ node, opener, media, show, always = false }) {
    Object.assign(this, { node, opener, media, show, always, isOpen: false });
    panels.push(this);
    opener.addEventListener("click", () => (this.isOpen ? this.close(true) : this.open()));
    media.addEventListener("change", () => this.isOpen && media.matches && this.close());
    media.addEventListener("change", settle);
  }

  get isSheet() {
    return this.media.matches;
  }

  open(focus = true) {
    for (const other of panels) if (other !== this && other.isOpen && (other.isSheet || this.isSheet)) other.set(false);
    this.set(true);
    if (focus && this.isSheet) (this.node.querySelector("[data-first]") ?? this.node.querySelector(FOCUSABLE))?.focus();
  }

  close(giveBack = false) {
    if (!this.isOpen) return;
    const within = this.node.contains(document.activeElement);
    this.set(false);
    if (giveBack || within) this.opener.focus();
  }

  set(open) {
    this.isOpen = open;
    this.show(open);
    this.opener.setAttribute("aria-expanded", String(open));
    settle();
    this.changed?.(open);
  }
}

/** What lies under a sheet can be neither seen clearly nor reached. */
function settle() {
  const sheet = panels.find((panel) => panel.isOpen && panel.isSheet);
  at("shade").hidden = !sheet;
  for (const part of PARTS) at(part).inert = Boolean(sheet) && at(part) !== sheet.node;
}

/** Closes whatever lies over the page; says whether anything did. */
export function closeSheet(giveBack = true) {
  const sheet = panels.find((panel) => panel.isOpen && panel.isSheet);
  sheet?.close(giveBack);
  return Boolean(sheet);
}

/** A press beside a sheet closes it. */
export function setUpShade() {
  at("shade").addEventListener("click", () => closeSheet());
}

/** One stop of the tabulator for a whole list, in which the arrow keys walk. Gives what brings a redrawn list into order. */
export function roving(root, selector) {
  const items = () => [...root.querySelectorAll(selector)];
  const order = (current) => {
    const list = items();
    const stop = list.includes(current) ? current : list.find((item) => item.hasAttribute("aria-current")) ?? list[0];
    for (const item of list) item.tabIndex = item === stop ? 0 : -1;
  };
  root.addEventListener("focusin", (event) => event.target.matches(selector) && order(event.target));
  root.addEventListener("keydown", (event) => {
    if (!event.target.matches(selector) || event.altKey || event.ctrlKey || event.metaKey) return;
    const list = items();
    const here = list.indexOf(event.target);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    list[Math.max(0, Math.min(list.length - 1, to))].focus();
  });
  return () => order(root.contains(document.activeElement) ? document.activeElement : null);
}

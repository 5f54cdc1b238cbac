// What stands beside the messages: the list at the left, and at the right the members or the view behind the scenes, which is
// fetched only when somebody opens it.

import { at, el } from "./dom.js";
import { troubles } from "./faults.js";
import { MIDDLE, NARROW, Panel, setUpShade } from "./sheets.js";

const KEY = "playground-members";

function remembered() {
  try {
    return localStorage.getItem(KEY) !== "closed";
  } catch {
    return true;
  }
}

function remember(open) {
  try {
    localStorage.setItem(KEY, open ? "open" : "closed");
  } catch {
    // A window without storage begins with the members open.
  }
}

export class Sides {
  constructor(store, go) {
    Object.assign(this, { store, go, wanted: remembered() });
    const visible = (node) => (open) => { node.hidden = !open; };
    this.side = new Panel({ node: at("side"), opener: at("menu"), media: NARROW, show: (open) => at("side").classList.toggle("open", open) });
    this.members = new Panel({ node: at("members"), opener: at("members-button"), media: MIDDLE, show: visible(at("members")) });
    this.scenes = new Panel({ node: at("scenes"), opener: at("scenes-button"), media: MIDDLE, show: visible(at("scenes")) });
  }

  start() {
    setUpShade();
    at("side-close").addEventListener("click", () => this.side.close(true));
    at("members-button").addEventListener("click", () => this.chosen());
    this.members.changed = (open) => open && this.scenes.isOpen && this.scenes.set(false);
    this.scenes.changed = (open) => this.scenesChanged(open);
    MIDDLE.addEventListener("change", () => this.restore());
    this.restore();
  }

  /** Where there is room, the members stand open unless someone closed them. */
  restore() {
    if (!MIDDLE.matches && this.wanted && !this.scenes.isOpen) this.members.set(true);
  }

  chosen() {
    if (MIDDLE.matches) return;
    this.wanted = this.members.isOpen;
    remember(this.wanted);
  }

  scenesChanged(open) {
    if (open && this.members.isOpen) this.members.set(false);
    if (!open) {
      this.drawer?.stop();
      return this.restore();
    }
    return this.loadScenes();
  }

  async loadScenes() {
    if (!this.drawer) {
      const { Scenes } = await import("./scenes.js").catch(() => ({}));
      if (!Scenes) return at("scenes").replaceChildren(el("p", { class: "notice bad", role: "alert" }, "This part could not be fetched. Is the playground running?"));
      this.drawer ??= new Scenes(at("scenes"), this.store, () => this.scenes.close(true));
      if (this.scenes.isSheet) at("scenes").querySelector("button")?.focus();
    }
    return this.scenes.isOpen && this.drawer.start();
  }

  /** How things stand with the troubles; what is on shows on the button, too. */
  faults(faults) {
    this.store.faults = faults;
    this.mark(troubles(faults));
    this.drawer?.faults();
  }

  mark(count) {
    const button = at("scenes-button");
    button.classList.toggle("marked", count > 0);
    button.setAttribute("aria-description", count > 0 ? "Troubles are on" : "");
  }

  /** Escape within the view behind the scenes closes it also where it is no sheet; says whether it did. */
  escape() {
    const { activeElement: here } = document;
    if (!this.scenes.isOpen || !at("scenes").contains(here) || (here.matches("input[type=search]") && here.value)) return false;
    this.scenes.close(true);
    return true;
  }

  toggleScenes() {
    if (this.scenes.isOpen) this.scenes.close(true);
    else {
      this.scenes.open();
      at("scenes").querySelector("button")?.focus();
    }
  }
}

// Behind the scenes, for the curious: the traffic between bot and playground, and troubles to switch on. Fetched only when
// somebody opens it, because it shows everything, what is meant for others included.

import { el } from "./dom.js";
import { sign } from "./icons.js";
import { Troubles } from "./troubles.js";
import { Wire } from "./wire.js";

const KEY = "playground-behind";

export class Scenes {
  /** `close()` puts it away; `mark(count)` hears how many troubles are on. */
  constructor(root, store, { close, mark }) {
    Object.assign(this, { store, tab: "traffic", running: false });
    const shut = el("button", { type: "button", class: "icon", "aria-label": "Close behind the scenes", onclick: close }, sign("close"));
    this.panels = { traffic: this.panel("traffic"), troubles: this.panel("troubles") };
    this.tabs = { traffic: this.tabOf("traffic", "Traffic"), troubles: this.tabOf("troubles", "Troubles") };
    const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Behind the scenes" }, Object.values(this.tabs));
    root.replaceChildren(el("div", { class: "panelhead" }, el("h2", {}, "Behind the scenes"), shut), tabs, ...Object.values(this.panels));
    this.troubles = new Troubles(this.panels.troubles, store, mark);
    this.gate();
    this.turn("traffic");
  }

  panel(key) {
    return el("div", { class: "page", id: `scenes-${key}`, role: "tabpanel", "aria-labelledby": `scenes-tab-${key}`, tabindex: "-1" });
  }

  tabOf(key, name) {
    const step = (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key) || event.altKey) return;
      event.preventDefault();
      this.turn(key === "traffic" ? "troubles" : "traffic");
      this.tabs[this.tab].focus();
    };
    return el("button", { type: "button", role: "tab", id: `scenes-tab-${key}`, "aria-controls": `scenes-${key}`, onclick: () => this.turn(key), onkeydown: step }, name);
  }

  turn(key) {
    this.tab = key;
    for (const [name, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(name === key));
      tab.tabIndex = name === key ? 0 : -1;
      this.panels[name].hidden = name !== key;
    }
    if (this.running) this.start();
  }

  /** Nobody sees others' secrets by accident: the traffic comes only when it is asked for. */
  gate() {
    if (sessionStorage.getItem(KEY)) return this.letIn();
    const show = el("button", { type: "button", class: "primary", onclick: () => this.letIn(true) }, "Show the traffic");
    this.panels.traffic.replaceChildren(el("div", { class: "gate" }, el("h3", {}, "Spoilers ahead"), el("p", {}, "Here you see everything the bot and the playground say to one another: every command, answer and edit with its times."), el("p", {}, "That includes what is meant for other people's eyes only, such as their private messages and hidden choices. If you play against somebody, it is fairer not to look."), show));
  }

  letIn(asked = false) {
    try {
      sessionStorage.setItem(KEY, "seen");
    } catch {
      // Then it is asked for again the next time.
    }
    const warning = el("p", { class: "warning" }, "Everything is shown here, others' secrets included.");
    const inside = el("div", { class: "wire" });
    this.panels.traffic.replaceChildren(warning, inside);
    this.wire = new Wire(inside);
    if (asked) this.panels.traffic.focus({ preventScroll: true });
    if (this.running) this.start();
  }

  /** Only what is looked at is kept up to date. */
  start() {
    this.running = true;
    if (this.tab === "traffic") {
      this.troubles.stop();
      this.wire?.start();
    } else {
      this.wire?.stop();
      this.troubles.start();
    }
  }

  stop() {
    this.running = false;
    this.wire?.stop();
    this.troubles.stop();
  }
}

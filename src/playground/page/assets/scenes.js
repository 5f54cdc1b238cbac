// Behind the scenes, for the curious: the traffic between bot and playground, and troubles to switch on. Fetched only when
// somebody opens it. It shows what concerns this person; everything, others' secrets included, only to who asks for it.

import { el } from "./dom.js";
import { sign } from "./icons.js";
import { called } from "./message.js";
import { Troubles } from "./troubles.js";
import { Wire } from "./wire.js";

export class Scenes {
  /** `close()` puts it away. */
  constructor(root, store, close) {
    Object.assign(this, { store, running: false, everything: false });
    const shut = el("button", { type: "button", class: "icon", "aria-label": "Close behind the scenes", onclick: close }, sign("close"));
    this.panels = { traffic: this.panel("traffic"), troubles: this.panel("troubles") };
    this.tabs = { traffic: this.tabOf("traffic", "Traffic"), troubles: this.tabOf("troubles", "Troubles") };
    const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Behind the scenes" }, Object.values(this.tabs));
    root.replaceChildren(el("div", { class: "panelhead" }, el("h2", {}, "Behind the scenes"), shut), tabs, ...Object.values(this.panels));
    this.troubles = new Troubles(this.panels.troubles, store);
    this.fill();
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

  /** Where one person's traffic is, and everybody's. */
  source() {
    return `/people/${this.everything ? "-" : this.store.me.id}/traffic`;
  }

  fill() {
    const name = called(this.store.me);
    const inside = el("div", { class: "wire" });
    this.wire = new Wire(inside, this.source());
    this.words = el("p", {});
    this.whose = el("div", { class: "whose", role: "group", "aria-label": "Whose traffic" }, this.whoseButton(false, `Only ${name}'s`), this.whoseButton(true, "Everybody's"));
    this.warning = el("div", { class: "warning" });
    this.panels.traffic.replaceChildren(this.whose, this.warning, inside);
    this.inside = inside;
    this.show();
  }

  whoseButton(everything, words) {
    return el("button", { type: "button", class: "small", onclick: () => this.choose(everything) }, words);
  }

  /** Nobody sees others' secrets by accident: everything comes only to who says so twice. */
  choose(everything) {
    if (everything === this.everything && !this.asking) return;
    this.asking = everything && !this.asking && !this.everything;
    if (!this.asking) {
      this.everything = everything;
      this.wire.from(this.source());
    }
    this.show();
    if (this.asking) this.warning.querySelector("button").focus();
  }

  show() {
    const name = called(this.store.me);
    const [own, all] = this.whose.children;
    own.setAttribute("aria-pressed", String(!this.everything && !this.asking));
    all.setAttribute("aria-pressed", String(this.everything || Boolean(this.asking)));
    this.inside.hidden = Boolean(this.asking);
    this.warning.classList.toggle("gate", Boolean(this.asking));
    if (this.asking) {
      const yes = el("button", { type: "button", class: "primary", onclick: () => this.choose(true) }, "Show everything");
      this.warning.replaceChildren(
        el("h3", {}, "Spoilers ahead"),
        el("p", {}, "Everything that the bot says to anybody: other people's private messages, hidden choices, all of it. If you play against somebody, it is fairer not to look."),
        yes,
      );
    } else this.warning.replaceChildren(el("p", { class: this.everything ? "loud" : "hint" }, this.everything ? "Everything is shown here, others' secrets included." : `What ${name} does, and what happens where ${name} is. Nothing of it is secret from ${name}.`));
  }

  /** The troubles stand differently now. */
  faults() {
    if (this.running) this.troubles.show();
  }

  /** Only what is looked at is kept up to date. */
  start() {
    this.running = true;
    if (this.tab === "traffic") {
      this.troubles.stop();
      this.wire.start();
    } else {
      this.wire.stop();
      this.troubles.start();
    }
  }

  stop() {
    this.running = false;
    this.wire.stop();
    this.troubles.stop();
  }
}

// Who has a window open in this browser. Windows tell one another and nobody else; the server neither knows nor cares.

const ASK_EVERY = 30_000;
const FORGET_AFTER = 75_000;

export class Presence {
  /** `changed()` hears when someone came or went. */
  constructor(me, changed) {
    Object.assign(this, { me, changed });
    this.windows = new Map();
    this.own = crypto.randomUUID?.() ?? String(Math.random());
    if (typeof BroadcastChannel !== "function") return;
    this.channel = new BroadcastChannel("playground-windows");
    this.channel.addEventListener("message", ({ data }) => this.heard(data));
    this.tell("here");
    this.tell("who");
    window.addEventListener("pagehide", () => this.tell("gone"));
    window.addEventListener("pageshow", (event) => event.persisted && this.tell("here"));
    setInterval(() => this.refresh(), ASK_EVERY);
  }

  tell(what) {
    this.channel.postMessage({ what, window: this.own, who: this.me });
  }

  heard({ what, window: other, who }) {
    const before = this.windows.has(other);
    if (what === "who") this.tell("here");
    if (what === "gone") this.windows.delete(other);
    else this.windows.set(other, { who, at: Date.now() });
    if (before !== this.windows.has(other)) this.changed();
  }

  refresh() {
    const before = this.windows.size;
    for (const [other, { at }] of this.windows) if (Date.now() - at > FORGET_AFTER) this.windows.delete(other);
    if (before !== this.windows.size) this.changed();
    this.tell("who");
  }

  /** Whether someone has a window open, this one included. */
  has(id) {
    return id === this.me || [...this.windows.values()].some(({ who }) => who === id);
  }
}

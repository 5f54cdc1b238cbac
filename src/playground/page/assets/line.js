// The stream of what happens, kept open: when it breaks, the server is asked again and again, calmly, and at once when the
// window is looked at or the network comes back.

const FIRST = 400;
const LONGEST = 5000;

export class Line {
  /**
   * `probe()` resolves if the server answers and throws otherwise; `hear(event)` gets each event, `state(what, tries)` hears
   * "open" and "away". A line that was told to `end()` stays closed.
   */
  constructor(address, { probe, hear, state }) {
    Object.assign(this, { address, probe, hear, state, tries: 0, timer: 0, ended: false, busy: false });
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.connect();
  }

  connect() {
    this.busy = true;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.busy = false;
      this.tries = 0;
      this.state("open", 0);
    });
    socket.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    socket.addEventListener("close", () => this.again());
  }

  again() {
    this.busy = false;
    if (this.ended) return;
    this.tries += 1;
    this.state("away", this.tries);
    const wait = Math.min(LONGEST, FIRST * 2 ** (this.tries - 1));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.attempt(), wait * (0.75 + Math.random() / 2));
  }

  async attempt() {
    if (this.busy || this.ended) return;
    this.busy = true;
    try {
      await this.probe();
    } catch {
      return this.again();
    }
    if (!this.ended) this.connect();
  }

  /** Waits no longer, if it was waiting. */
  hurry() {
    if (this.tries === 0 || this.busy) return;
    clearTimeout(this.timer);
    this.attempt();
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

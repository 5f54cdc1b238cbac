// Who is typing where one looks.

const LASTS = 10_000;

export class Typing {
  /** `name(id)` is what someone is called. */
  constructor(node, name) {
    Object.assign(this, { node, name, timers: new Map() });
  }

  started(id) {
    clearTimeout(this.timers.get(id));
    this.timers.set(id, setTimeout(() => this.stopped(id), LASTS));
    this.draw();
  }

  stopped(id) {
    if (!this.timers.has(id)) return;
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.draw();
  }

  clear() {
    for (const id of [...this.timers.keys()]) this.stopped(id);
  }

  draw() {
    const names = [...this.timers.keys()].map(this.name);
    if (names.length === 0) this.node.textContent = "";
    else if (names.length === 1) this.node.textContent = `${names[0]} is typing…`;
    else if (names.length < 4) this.node.textContent = `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are typing…`;
    else this.node.textContent = "Several people are typing…";
  }
}

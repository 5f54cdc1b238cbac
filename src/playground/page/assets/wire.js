// The traffic between the bot and the playground, as a list of actions that open: the newest at the top. It is asked for only
// while it is looked at, and is one person's own unless everybody's is wanted.

import { request } from "./api.js";
import { el } from "./dom.js";
import { sign } from "./icons.js";
import { shown } from "./json.js";
import { Actions, inWords, isFailure, isHeartbeat } from "./traffic.js";

/** How far back the first look goes, in entries. */
const BACK = 400;
const MOST_GROUPS = 80;
/** How often is asked, in milliseconds, and how long is waited after a failure. An answer that waits would be simpler, but a
    browser has only a few connections to a server, and every window that looks would hold one of them. */
const EVERY = 600;
const AGAIN = 2000;

const rest = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Microseconds as people read them. */
function inMs(micros) {
  const ms = micros / 1000;
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const KINDS = [
  ["rest", "Requests", true, "What the bot asks over HTTP"],
  ["frame", "Frames", true, "What goes over the gateway"],
  ["beat", "Heartbeats", false, "Frames that only keep the line alive"],
  ["quiet", "In between", true, "What belongs to no interaction"],
  ["bad", "Failures only", false, "Only what went wrong"],
];

export class Wire {
  /** `source` is where the traffic is: one person's, or everybody's. */
  constructor(root, source) {
    Object.assign(this, { root, source, after: null, paused: false, loop: null });
    this.on = Object.fromEntries(KINDS.map(([key, , on]) => [key, on]));
    this.words = "";
    this.reset();
    this.list = el("div", { class: "actions" });
    this.count = el("p", { class: "hint", role: "status" });
    this.standing = el("p", { class: "hint standing" });
    root.replaceChildren(this.bar(), this.count, this.standing, this.list);
  }

  reset() {
    this.actions = new Actions();
    this.nodes = new Map();
  }

  bar() {
    const chip = ([key, name, , title]) => {
      const press = () => {
        this.on[key] = !this.on[key];
        node.setAttribute("aria-pressed", String(this.on[key]));
        this.filter();
      };
      const node = el("button", { type: "button", class: "chip", title, "aria-pressed": String(this.on[key]), onclick: press }, name);
      return node;
    };
    const find = el("input", { type: "search", "aria-label": "Filter the traffic", placeholder: "Filter: a name, a route, a word…" });
    find.addEventListener("input", () => {
      this.words = find.value.trim().toLowerCase();
      this.filter();
    });
    const stop = () => {
      this.paused = !this.paused;
      if (this.paused) this.stop();
      else this.start();
      pause.setAttribute("aria-pressed", String(this.paused));
      pause.replaceChildren(sign(this.paused ? "play" : "pause"), this.paused ? "Go on" : "Pause");
    };
    const pause = el("button", { type: "button", class: "small", "aria-pressed": "false", onclick: stop }, sign("pause"), "Pause");
    const clear = el("button", { type: "button", class: "small", onclick: () => this.clear() }, "Clear");
    return el("div", { class: "bar" }, el("div", { class: "line" }, find, pause, clear), el("div", { class: "chips", role: "group", "aria-label": "What is shown" }, KINDS.map(chip)));
  }

  /** What was recorded until now is not shown here any more. */
  clear() {
    this.reset();
    this.list.replaceChildren();
    this.tell();
  }

  start() {
    if (this.loop || this.paused) return;
    this.loop = new AbortController();
    this.follow(this.loop.signal);
  }

  stop() {
    this.loop?.abort();
    this.loop = null;
  }

  /** Another source: what was shown goes away with the old one. */
  from(source) {
    const running = Boolean(this.loop);
    this.stop();
    this.source = source;
    this.after = null;
    this.clear();
    if (running) this.start();
  }

  /** Asks for what comes, as long as it is wanted. */
  async follow(signal) {
    while (!signal.aborted) {
      try {
        if (document.visibilityState === "visible") await this.fetch(signal);
        await rest(EVERY);
      } catch {
        if (signal.aborted) return;
        this.count.textContent = "The playground does not answer.";
        await rest(AGAIN);
      }
    }
  }

  async fetch(signal) {
    const from = this.after === null ? `newest=${BACK}` : `after=${this.after}`;
    const { entries, next, standing } = await request("GET", `${this.source}?${from}`, undefined, signal);
    if (signal.aborted) return;
    // Numbers only go up; if they went down, it is another playground.
    if (this.after !== null && next < this.after) this.clear();
    this.after = next;
    this.take(entries);
    this.tell();
    this.stand(standing);
  }

  /** How the bot stands with Discord: how near it is to a ban, and whether it is quarantined. */
  stand({ invalid_requests: refused, private_chats: chats }) {
    const minutes = Math.round(refused.per_ms / 60_000);
    const parts = [`Refused (401, 403, 429): ${refused.count} of ${refused.limit.toLocaleString("en")} in ${minutes} minutes, which ban a bot.`];
    if (refused.banned_ms !== null) parts.push(`It is banned for ${Math.ceil(refused.banned_ms / 60_000)} more minutes: no request of it is heard.`);
    if (chats.quarantined) parts.push("It has opened private chats too fast and is quarantined: it can open no more.");
    const words = parts.join(" ");
    if (this.standing.textContent !== words) this.standing.textContent = words;
    this.standing.classList.toggle("bad", parts.length > 1);
  }

  tell() {
    const actions = this.actions.groups.filter((group) => group.action).length;
    this.count.textContent = actions === 1 ? "One action" : actions ? `${actions} actions, the newest first` : "No action yet: run a command or press a button, and see what it says.";
  }

  take(entries) {
    for (const group of this.actions.take(entries)) this.draw(group);
    for (const group of this.actions.trim(MOST_GROUPS)) {
      this.nodes.get(group)?.node.remove();
      this.nodes.delete(group);
    }
  }

  draw(group) {
    const held = this.nodes.get(group) ?? this.made(group);
    held.rows ??= new Map();
    held.head.replaceChildren(...this.summary(group));
    const rows = group.entries.map((entry) => {
      if (!held.rows.has(entry)) held.rows.set(entry, this.row(entry, group));
      return held.rows.get(entry);
    });
    // Only what is new is put in, so that nothing that is open or in focus is touched.
    rows.forEach((row, i) => held.list.children[i] !== row && held.list.insertBefore(row, held.list.children[i] ?? null));
    this.sift(group, held);
  }

  made(group) {
    const head = el("summary", {});
    const list = el("ul", {});
    const node = el("details", { class: group.action ? "action" : "action quiet" }, head, list);
    const held = { node, head, list };
    this.nodes.set(group, held);
    if (group.action) {
      // The newest action stands open; one that somebody opened or closed stays as it is.
      if (this.newest && !this.newest.touched) this.newest.node.open = false;
      node.open = true;
      this.newest = held;
      head.addEventListener("click", () => { held.touched = true; });
    }
    this.list.prepend(node);
    return held;
  }

  summary(group) {
    const { action, entries, answered, failures } = group;
    const bad = failures > 0 && el("span", { class: "bad" }, failures === 1 ? "1 failure" : `${failures} failures`);
    const size = el("span", { class: "size" }, entries.length === 1 ? "1 entry" : `${entries.length} entries`);
    if (!action) return [el("span", { class: "what" }, "In between"), bad, size].filter(Boolean);
    const time = el("span", { class: "took", title: "from the interaction to its answer" }, answered === null ? "no answer" : inMs(answered));
    return [el("span", { class: "what" }, el("b", {}, action.who), " ", action.what), bad, time, size].filter(Boolean);
  }

  row(entry, group) {
    const { arrow, what, more } = inWords(entry);
    const since = group.action ? `+${inMs(Math.max(0, entry.since_start - group.start))}` : new Date(entry.at).toLocaleTimeString();
    const status = entry.kind === "rest" && el("span", { class: isFailure(entry) ? "status bad" : "status" }, String(entry.status));
    const took = entry.kind === "rest" && el("span", { class: "took" }, inMs(entry.micros));
    const way = { "→": "to the playground", "←": "to the bot" }[arrow];
    const head = el("summary", {}, el("span", { class: "since" }, since), el("span", { class: "arrow" }, el("span", { "aria-hidden": "true" }, arrow), way && el("span", { class: "unseen" }, way)), el("span", { class: "what" }, what, more && el("i", {}, ` ${more}`)), status, took);
    const details = el("details", { class: "entry" }, head);
    details.addEventListener("toggle", () => details.open && details.children.length === 1 && details.append(this.inside(entry)));
    return el("li", {}, details);
  }

  inside(entry) {
    const parts = [];
    if (entry.frame) parts.push(shown(entry.kind === "posted" ? "Request" : "Frame", entry.kind === "posted" ? entry.frame.d : entry.frame));
    if (entry.kind === "line") parts.push(el("p", {}, entry.detail || "Nothing more is known."));
    if (entry.kind === "rest") {
      parts.push(el("p", { class: "path" }, el("code", {}, `${entry.method} ${entry.path}${entry.query ? `?${entry.query}` : ""}`)));
      if (entry.body !== null) parts.push(shown("Request", entry.body));
      if (entry.files?.length) parts.push(shown("Files", entry.files));
      if (entry.answer !== null) parts.push(shown("Answer", entry.answer));
    }
    return el("div", { class: "inside" }, parts);
  }

  filter() {
    for (const [group, held] of this.nodes) this.sift(group, held);
  }

  sift(group, held) {
    const title = group.action ? `${group.action.who} ${group.action.what}`.toLowerCase() : "";
    let any = false;
    for (const [entry, row] of held.rows ?? []) {
      row.hidden = !this.fits(entry, title);
      any ||= !row.hidden;
    }
    held.node.hidden = !any || (!group.action && !this.on.quiet);
  }

  fits(entry, title) {
    if (this.on.bad && !isFailure(entry)) return false;
    if (isHeartbeat(entry)) {
      if (!this.on.beat) return false;
    } else if (!this.on[entry.kind === "rest" ? "rest" : "frame"]) return false;
    return !this.words || title.includes(this.words) || JSON.stringify(entry).toLowerCase().includes(this.words);
  }
}

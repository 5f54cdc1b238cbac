// What went over the wire, put in order: every interaction with what came of it, and what was said in between. No element is
// made here; it only sorts.

import { called } from "./message.js";

/** So long after the last of it does other traffic still count as part of an action, in microseconds. */
const FOLLOWS = 2_500_000;

const OPS = { 1: "Heartbeat", 2: "Identify", 3: "Presence", 6: "Resume", 7: "Reconnect", 8: "Request members", 9: "Invalid session", 10: "Hello", 11: "Heartbeat heard" };
const CALLBACKS = { 1: "pong", 4: "message", 5: "thinking", 6: "update later", 7: "update", 8: "choices", 9: "modal" };
const SUBCOMMANDS = [1, 2];

/** Whether an entry only keeps the line alive. */
export function isHeartbeat(entry) {
  return entry.kind === "frame" && (entry.frame?.op === 1 || entry.frame?.op === 11);
}

/** Whether an entry tells of something that went wrong. */
export function isFailure(entry) {
  if (entry.kind === "rest") return entry.status >= 400 || entry.status === 0;
  if (entry.kind === "line") return entry.event === "closed";
  return entry.frame?.op === 9 || entry.frame?.op === 7;
}

/** An entry in a few words: `{ arrow, what, more }`; arrows point from the bot to the right. */
export function inWords(entry) {
  if (entry.kind === "rest") {
    const place = (entry.route || entry.path).replace(/\{[^}]+\}/g, "…").replaceAll("…/…", "…");
    const callback = entry.route.endsWith("/callback") ? CALLBACKS[entry.body?.type ?? entry.body?.payload_json?.type] : null;
    return { arrow: "→", what: `${entry.method} ${place}`, more: callback ?? "" };
  }
  if (entry.kind === "line") return { arrow: "·", what: `Connection ${entry.connection} ${entry.event}`, more: entry.event === "closed" ? entry.detail : "" };
  if (entry.kind === "posted") return { arrow: "←", what: "Interaction by HTTP", more: "" };
  const { op, t } = entry.frame ?? {};
  return { arrow: entry.from === "bot" ? "→" : "←", what: op === 0 ? t : (OPS[op] ?? `Op ${op}`), more: "" };
}

function commandName(data) {
  const path = [data.name];
  for (let inner = data.options?.[0]; inner && SUBCOMMANDS.includes(inner.type); inner = inner.options?.[0]) path.push(inner.name);
  return `/${path.join(" ")}`;
}

/** What a control says, if its message tells. */
function labelOf(custom, components) {
  for (const item of components ?? []) {
    if (item.custom_id === custom) return item.label ?? item.placeholder ?? item.emoji?.name ?? null;
    const found = labelOf(custom, [...(item.components ?? []), item.accessory, item.component].filter(Boolean));
    if (found) return found;
  }
  return null;
}

function titleOf(interaction) {
  const { type, data = {}, message } = interaction;
  if (type === 2) return commandName(data);
  if (type === 4) return `${commandName(data)}, suggestions`;
  if (type === 5) return "a form is sent";
  const label = labelOf(data.custom_id, message?.components);
  const values = data.values?.length ? `: ${data.values.join(", ")}` : "";
  return `${label ? `“${label}”` : data.custom_id}${values}`;
}

/** A part of the traffic that belongs together. */
class Group {
  constructor(number, start, action) {
    Object.assign(this, { number, start, action, entries: [], last: start, answered: null, failures: 0 });
  }

  add(entry) {
    const { entries } = this;
    let i = entries.length;
    while (i > 0 && entries[i - 1].since_start > entry.since_start) i -= 1;
    entries.splice(i, 0, entry);
    this.last = Math.max(this.last, entry.since_start + (entry.micros ?? 0));
    if (isFailure(entry)) this.failures += 1;
    if (this.answered === null && entry.kind === "rest" && entry.route.endsWith("/callback")) this.answered = entry.since_start + entry.micros - this.start;
  }
}

/** The traffic by action. */
export class Actions {
  constructor() {
    this.groups = [];
    this.of = new Map();
    this.next = 0;
  }

  /** Takes entries in; gives the groups that changed. */
  take(entries) {
    const changed = new Set();
    for (const entry of entries) {
      const group = this.place(entry);
      group.add(entry);
      changed.add(group);
    }
    return [...changed];
  }

  place(entry) {
    const known = this.of.get(entry.interaction);
    if (known) return this.remember(entry, known);
    if (entry.frame?.t === "INTERACTION_CREATE") return this.begin(entry, entry.frame.d);
    const touched = this.of.get(this.message(entry));
    if (touched) return this.remember(entry, touched);
    return this.remember(entry, isHeartbeat(entry) ? this.between(entry) : this.around(entry));
  }

  begin(entry, interaction) {
    const user = interaction.member?.user ?? interaction.user;
    const group = this.open(entry, { who: called(user), what: titleOf(interaction), id: interaction.id });
    this.of.set(interaction.id, group);
    return group;
  }

  open(entry, action) {
    this.next += 1;
    const group = new Group(this.next, entry.since_start, action);
    this.groups.push(group);
    return group;
  }

  /** The message that a frame tells of: it belongs to the action that touched it last. */
  message(entry) {
    return entry.kind === "frame" && /^MESSAGE_/.test(entry.frame?.t ?? "") ? `message ${entry.frame.d.id}` : null;
  }

  remember(entry, group) {
    const message = entry.kind === "rest" ? (entry.answer?.resource?.message?.id ?? (/\/messages/.test(entry.route) ? entry.answer?.id : null)) : null;
    if (message) this.of.set(`message ${message}`, group);
    return group;
  }

  /** The latest action before an entry, if it was just now. */
  around(entry) {
    const near = (group) => group.action && group.start <= entry.since_start && entry.since_start - group.last < FOLLOWS;
    return this.groups.findLast(near) ?? this.between(entry);
  }

  between(entry) {
    const last = this.groups.at(-1);
    return last && !last.action ? last : this.open(entry, null);
  }

  /** Forgets the oldest groups beyond so many; gives those. */
  trim(most) {
    const gone = this.groups.splice(0, Math.max(0, this.groups.length - most));
    const lost = new Set(gone);
    for (const [key, group] of this.of) if (lost.has(group)) this.of.delete(key);
    return gone;
  }
}

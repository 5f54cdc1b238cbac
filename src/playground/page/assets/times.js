// Times that people read: absolute ones, and relative ones that stay true while they are looked at.

import { el } from "./dom.js";

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "in 3 minutes", "2 hours ago". */
function fromNow(seconds) {
  const left = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(left) >= size) ?? ["second", 1];
  return relative.format(Math.trunc(left / size), unit);
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  dt: { dateStyle: "short", timeStyle: "short" },
};

// Making a format costs far more than using it.
const formats = new Map();

function format(date, style) {
  if (!formats.has(style)) formats.set(style, new Intl.DateTimeFormat(undefined, style));
  return formats.get(style).format(date);
}

/** A `<t:seconds:style>` as an element. */
export function stamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const full = format(date, STYLES.F);
  if (style === "R") {
    return el("time", { datetime: date.toISOString(), title: full, data: { seconds } }, fromNow(seconds));
  }
  const text = format(date, STYLES[style] ?? STYLES.f);
  return el("time", { datetime: date.toISOString(), title: full }, text);
}

/** When a message was written: the hour today, else the date too. */
export function written(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const style = today ? STYLES.t : STYLES.dt;
  return el("time", { datetime: iso, title: format(date, STYLES.F) }, format(date, style));
}

/** The hour alone, for messages that stand under another one of the same author. */
export const hour = (iso) => format(new Date(iso), STYLES.t);

/** The day of a message, as on the line above its first one. */
export const day = (iso) => format(new Date(iso), STYLES.D);

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-seconds]")) {
    const text = fromNow(Number(node.dataset.seconds));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);

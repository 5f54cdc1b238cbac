// The list of channels, threads and direct messages at the left, with their marks; on a phone it slides over the page.

import { at, el, face } from "./dom.js";

/** Draws the list. `go(id)` opens a channel. */
export function drawSidebar(store, go) {
  const root = at("channels");
  const focused = document.activeElement?.dataset?.channel;
  const { text, direct } = store.tree();
  const rows = text.map(({ channel, threads }) =>
    el("li", {}, entry(store, channel, "#", go), threads.length > 0 && el("ul", {}, threads.map((thread) => el("li", {}, entry(store, thread, "↳", go))))));
  const talks = direct.map((channel) => el("li", {}, entry(store, channel, face(store.title(channel), store.botId ?? channel.id, true), go)));
  root.replaceChildren(
    el("h2", {}, "Channels"),
    el("ul", {}, rows),
    el("h2", {}, "Direct messages"),
    talks.length ? el("ul", {}, talks) : el("p", { class: "notice" }, "None yet."),
  );
  if (focused) root.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
  const elsewhere = [...store.unread.keys()].some((id) => id !== store.here && store.channels.has(id));
  at("menu").classList.toggle("unread", elsewhere);
  const count = direct.reduce((sum, channel) => sum + (store.unread.get(channel.id) ?? 0), 0);
  const place = store.title(store.channels.get(store.here)) ?? "Playground";
  document.title = `${count ? `(${count}) ` : ""}${place} · ${store.names.user(store.me.id)}`;
}

function entry(store, channel, sign, go) {
  const unread = store.unread.has(channel.id);
  const count = store.unread.get(channel.id) ?? 0;
  const mark = unread && (channel.type === 1 || channel.type >= 11) && count > 0;
  const here = channel.id === store.here;
  return el(
    "button",
    {
      type: "button",
      class: unread ? "unread" : "",
      "aria-current": here ? "true" : undefined,
      data: { channel: channel.id },
      onclick: () => go(channel.id),
    },
    typeof sign === "string" ? el("span", { class: "sign", "aria-hidden": "true" }, sign) : sign,
    el("span", { class: "name" }, store.title(channel)),
    mark && el("span", { class: "count", "aria-label": `${count} unread` }, String(count)),
    unread && !mark && el("span", { class: "count", "aria-label": "unread" }, "•"),
  );
}

/** Lets the list slide in and out on narrow screens. */
export function setUpDrawer() {
  const [side, shade, menu] = ["side", "shade", "menu"].map(at);
  const set = (open) => {
    side.classList.toggle("open", open);
    shade.hidden = !open;
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => {
    set(!side.classList.contains("open"));
    side.querySelector("button")?.focus();
  });
  shade.addEventListener("click", () => set(false));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && side.classList.contains("open")) {
      set(false);
      menu.focus();
    }
  });
  return () => set(false);
}

// The troubles of the playground, as switches that show how things stand: requests that fail or wait, a gateway that breaks, a
// bot without rights, people who take no private messages.

import { Api, request } from "./api.js";
import { el } from "./dom.js";
import { strikes, troubles } from "./faults.js";
import { called } from "./message.js";

/** Rights of the bot in a channel that a game may need: their name, and what it means. */
const RIGHTS = [
  ["VIEW_CHANNEL", "See the channel"],
  ["SEND_MESSAGES", "Send messages"],
  ["SEND_MESSAGES_IN_THREADS", "Send messages in threads"],
  ["EMBED_LINKS", "Embed links"],
  ["ATTACH_FILES", "Attach files"],
  ["READ_MESSAGE_HISTORY", "Read the history"],
  ["MANAGE_MESSAGES", "Manage messages"],
  ["CREATE_PUBLIC_THREADS", "Open threads"],
];

/** Counts of requests that are still to be struck go down without a word, so they are asked for. */
const EVERY = 1500;

const SHARES = [["n1", "the next request"], ["n5", "the next 5"], ["n20", "the next 20"], ["s0.5", "every second one"], ["s1", "all of them"]];

const STORMS = [
  { key: "rate_limited", name: "Too many requests", more: "429: the bot is told to wait", usual: "n5", field: "retry_after", label: "to wait", offers: [["0.5", "half a second"], ["2", "2 seconds"], ["10", "10 seconds"]] },
  { key: "failing", name: "Server errors", more: "5xx: nothing can be done about it", usual: "n5", field: "status", label: "status", offers: [["500", "500"], ["502", "502"], ["503", "503"], ["504", "504"]], start: "503" },
  { key: "slow", name: "Slow answers", more: "beyond 3 s an interaction fails", usual: "s1", field: "ms", label: "time", offers: [["500", "half a second"], ["1500", "1.5 seconds"], ["4000", "4 seconds"]], start: "1500" },
];

const GATEWAY = [
  ["drop", "Drop the line", "the connection is gone without a word"],
  ["freeze", "Freeze it", "the connection stays but says nothing"],
  ["reconnect", "Ask to reconnect", "op 7, as before a restart of Discord"],
  ["invalid_session", "Invalidate the session", "op 9: the bot must begin anew"],
];

/** A switch with its words: `{ node, input }`. */
function toggle(name, more, change) {
  const input = el("input", { type: "checkbox", role: "switch", onchange: () => change(input.checked) });
  return { node: el("label", { class: "toggle" }, el("span", {}, name, more && el("small", {}, more)), input), input };
}

function choice(label, offers, value, change) {
  const node = el("select", { "aria-label": label, onchange: change }, offers.map(([key, words]) => el("option", { value: key, selected: key === value }, words)));
  return node;
}

export class Troubles {
  constructor(root, store) {
    Object.assign(this, { root, store, rows: {}, frozen: false, busy: 0 });
    this.said = el("p", { class: "hint", role: "status" });
    this.off = el("button", { type: "button", class: "small", onclick: () => this.calm() }, "All off");
    this.channelBox = el("div", {});
    this.peopleBox = el("div", {});
    this.limits = toggle("Limits as on Discord", "who asks too often must wait", (on) => this.set("PUT", "/people/-/rates", { on }));
    root.replaceChildren(
      el("div", { class: "bar line" }, this.said, this.off),
      this.section("Requests of the bot", [STORMS.map((one) => this.requestRow(one)), this.limits.node]),
      this.gatewaySection(),
      this.botSection(),
      this.channelBox,
      this.peopleBox,
    );
  }

  section(title, rows) {
    return el("section", { class: "troubles" }, el("h3", {}, title), rows);
  }

  start() {
    this.timer ??= setInterval(() => this.look(), EVERY);
    this.show();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  async look() {
    if (document.visibilityState !== "visible") return;
    this.store.faults = await Api.faults().catch(() => this.store.faults);
    this.show();
  }

  /** Does something and shows how things stand then, and no sooner: a switch must not jump back in between. */
  async set(method, path, body) {
    this.busy += 1;
    this.wrong = await request(method, path, body).then(() => null, (error) => error.message);
    this.busy -= 1;
    const { wrong } = this;
    await this.look();
    return wrong;
  }

  show() {
    const { faults } = this.store;
    if (!faults || this.busy > 0) return;
    for (const { key } of STORMS) this.showRequest(key, faults[key]);
    this.connections.textContent = faults.connected === 1 ? "One connection is open." : faults.connected ? `${faults.connected} connections are open.` : "No connection is open.";
    this.shut.input.checked = faults.shut;
    this.mute.input.checked = faults.mute;
    this.member.input.checked = !faults.absent_from.includes(this.store.guild().id);
    this.limits.input.checked = faults.rates_on;
    this.showChannel(faults);
    this.showPeople(faults);
    const count = troubles(faults) + (this.frozen ? 1 : 0);
    this.said.textContent = this.wrong ?? (count === 0 ? "No trouble is on." : count === 1 ? "One trouble is on." : `${count} troubles are on.`);
    this.wrong = null;
    this.off.disabled = count === 0;
  }

  requestRow(one) {
    const { key, name, more, usual, field, label, offers } = one;
    const send = () => this.set("PATCH", "/people/-/faults", { [key]: input.checked ? this.wanted(one, share.value, value.value, after?.checked) : null });
    const { node, input } = toggle(name, more, send);
    const again = () => input.checked && send();
    const share = choice(`${name}: which`, SHARES, usual, again);
    const value = choice(`${name}: ${label}`, offers, one.start ?? offers[0][0], again);
    const after = key === "failing" && el("input", { type: "checkbox", onchange: again });
    const state = el("small", { class: "state" });
    this.rows[key] = { input, state, field };
    return el("div", { class: "trouble" }, node, el("div", { class: "line" }, share, value), after && el("label", { class: "late" }, after, "only after it took effect"), state);
  }

  wanted({ field }, share, value, after) {
    const amount = Number(share.slice(1));
    const strike = share[0] === "n" ? { next: amount } : { share: amount };
    return { ...strike, [field]: Number(value), ...(after ? { after: true } : {}) };
  }

  /** Shows how a trouble of requests stands. */
  showRequest(key, fault) {
    const { input, state } = this.rows[key];
    const on = strikes(fault);
    input.checked = on;
    const of = fault.share >= 1 ? "all requests" : fault.share > 0 ? `${Math.round(fault.share * 100)} % of requests` : `${fault.next} more ${fault.next === 1 ? "request" : "requests"}`;
    state.textContent = on ? `Strikes ${of}.` : "";
  }

  gatewaySection() {
    this.connections = el("p", { class: "hint" });
    const act = async (what) => {
      if (await this.set("POST", "/people/-/gateway", { do: what })) return;
      this.frozen = what === "freeze" || (this.frozen && what !== "drop");
      this.show();
    };
    const rows = GATEWAY.map(([what, name, more]) => el("button", { type: "button", class: "small", title: more, onclick: () => act(what) }, name));
    this.shut = toggle("Shut", "drops all and lets nobody in", (on) => this.set("POST", "/people/-/gateway", { do: on ? "shut" : "open" }));
    this.mute = toggle("Mute", "drops all and begins no session", (on) => this.set("POST", "/people/-/gateway", { do: on ? "mute" : "open" }));
    return this.section("The gateway", [this.connections, this.shut.node, this.mute.node, el("div", { class: "buttons" }, rows)]);
  }

  botSection() {
    this.member = toggle("In this server", "off throws the bot out, on invites it again", (on) => this.set("PUT", "/people/-/bot", { present: on, guild: this.store.guild().id }));
    return this.section("The bot", [this.member.node]);
  }

  showChannel({ permissions }) {
    const { store } = this;
    const here = store.channels.get(store.here);
    const channel = store.channels.get(here?.parent_id ?? here?.id);
    const text = channel?.type === 0 ? channel : null;
    const key = text ? `${text.id} ${text.name}` : "";
    if (key !== this.shownChannel) {
      this.shownChannel = key;
      this.rights = new Map();
      const rows = text && RIGHTS.map(([name, words]) => {
        const { node, input } = toggle(words, null, () => this.permit(text.id));
        this.rights.set(name, input);
        return node;
      });
      const none = el("p", { class: "hint" }, "Private messages have no rights of their own; people open and close them below.");
      this.channelBox.replaceChildren(this.section(text ? `What the bot may do in #${text.name}` : "What the bot may do", rows || none));
    }
    const deny = permissions.find((one) => one.channel === text?.id)?.deny ?? [];
    for (const [name, input] of this.rights) input.checked = !deny.includes(name);
  }

  permit(channel) {
    const deny = [...this.rights].filter(([, input]) => !input.checked).map(([name]) => name);
    return this.set("PUT", `/people/-/channels/${channel}/permissions`, { deny, allow: [] });
  }

  showPeople({ closed_dms: closed }) {
    const people = this.store.anybody();
    const key = people.map((user) => user.id).join(" ");
    if (key !== this.shownPeople) {
      this.shownPeople = key;
      this.doors = new Map();
      const rows = people.map((user) => {
        const { node, input } = toggle(called(user), null, (on) => this.set("PATCH", `/people/${user.id}`, { dms_open: on }));
        this.doors.set(user.id, input);
        return node;
      });
      this.peopleBox.replaceChildren(this.section("Who takes private messages", rows));
    }
    for (const [id, input] of this.doors) input.checked = !closed.includes(id);
  }

  /** Everything as it was at the start. */
  async calm() {
    await this.set("DELETE", "/people/-/faults?all=true");
    // Only a new connection thaws a frozen one.
    if (this.frozen) await this.set("POST", "/people/-/gateway", { do: "drop" });
    this.frozen = false;
    this.show();
    this.root.querySelector("input")?.focus();
  }
}

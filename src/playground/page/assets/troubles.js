// The troubles of the playground, as switches that show how things stand: requests that fail or wait, a gateway that breaks, a
// bot without rights, people who take no private messages.

import { Api, request } from "./api.js";
import { el } from "./dom.js";
import { called } from "./message.js";

const EVERY = 1500;

/** Rights of the bot in a channel that a game may need: the name of the bit, the bit, and what it means. */
const RIGHTS = [
  ["VIEW_CHANNEL", 10n, "See the channel"],
  ["SEND_MESSAGES", 11n, "Send messages"],
  ["SEND_MESSAGES_IN_THREADS", 38n, "Send messages in threads"],
  ["EMBED_LINKS", 14n, "Embed links"],
  ["ATTACH_FILES", 15n, "Attach files"],
  ["READ_MESSAGE_HISTORY", 16n, "Read the history"],
  ["MANAGE_MESSAGES", 13n, "Manage messages"],
  ["CREATE_PUBLIC_THREADS", 35n, "Open threads"],
];

const SHARES = [["n1", "the next request"], ["n5", "the next 5"], ["n20", "the next 20"], ["s0.5", "every second one"], ["s1", "all of them"]];

const REQUESTS = [
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
  /** `mark(count)` hears how many troubles are on. */
  constructor(root, store, mark) {
    Object.assign(this, { root, store, mark, rows: {}, frozen: false });
    this.said = el("p", { class: "hint", role: "status" });
    this.off = el("button", { type: "button", class: "small", onclick: () => this.calm() }, "All off");
    this.channelBox = el("div", {});
    this.peopleBox = el("div", {});
    root.replaceChildren(
      el("div", { class: "bar line" }, this.said, this.off),
      this.section("Requests of the bot", REQUESTS.map((one) => this.requestRow(one))),
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
    if (this.timer) return;
    this.timer = setInterval(() => this.look(), EVERY);
    this.look();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  async look() {
    if (document.visibilityState !== "visible" || this.busy) return;
    try {
      const [everyone, faults, gateway] = await Promise.all([Api.everyone(), request("GET", "/people/-/faults"), request("GET", "/people/-/gateway")]);
      if (!this.busy) this.show(everyone, faults, gateway);
    } catch {
      this.said.textContent = "The playground does not answer.";
    }
  }

  /** Does something and looks how things stand then. */
  async set(method, path, body) {
    this.busy = true;
    const failed = await request(method, path, body).then(() => null, (error) => error.message);
    this.busy = false;
    await this.look();
    if (failed) this.said.textContent = failed;
    return failed;
  }

  show(everyone, faults, gateway) {
    this.everyone = everyone;
    const on = REQUESTS.filter(({ key }) => this.showRequest(key, faults[key])).length;
    this.connections.textContent = gateway.connected === 1 ? "One connection is open." : gateway.connected ? `${gateway.connected} connections are open.` : "No connection is open.";
    this.member.checked = everyone.bot.present;
    this.showChannel(everyone);
    this.showPeople(everyone.people);
    const closed = everyone.people.filter((person) => !person.dms_open).length;
    const denied = everyone.channels.filter((channel) => this.denied(channel) !== 0n).length;
    const count = on + closed + denied + (everyone.bot.present ? 0 : 1) + (this.frozen ? 1 : 0);
    this.said.textContent = count === 0 ? "No trouble is on." : count === 1 ? "One trouble is on." : `${count} troubles are on.`;
    this.off.disabled = count === 0;
    this.mark(count);
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
    return el("div", { class: "trouble" }, node, el("div", { class: "line" }, share, value), after && el("label", { class: "check" }, after, " only after it took effect"), state);
  }

  wanted({ field }, share, value, after) {
    const amount = Number(share.slice(1));
    const strike = share[0] === "n" ? { next: amount } : { share: amount };
    return { ...strike, [field]: Number(value), ...(after ? { after: true } : {}) };
  }

  /** Shows how a trouble of requests stands; says whether it is on. */
  showRequest(key, fault) {
    const { input, state } = this.rows[key];
    const on = fault.next > 0 || fault.share > 0;
    input.checked = on;
    const of = fault.share >= 1 ? "all requests" : fault.share > 0 ? `${Math.round(fault.share * 100)} % of requests` : `${fault.next} more ${fault.next === 1 ? "request" : "requests"}`;
    state.textContent = on ? `Strikes ${of}.` : "";
    return on;
  }

  gatewaySection() {
    this.connections = el("p", { class: "hint" });
    const act = async (what) => {
      const failed = await this.set("POST", "/people/-/gateway", { do: what });
      if (!failed) this.frozen = what === "freeze" || (this.frozen && what !== "drop");
      if (!failed) await this.look();
    };
    const rows = GATEWAY.map(([what, name, more]) => el("button", { type: "button", class: "small", title: more, onclick: () => act(what) }, name));
    return this.section("The gateway", [this.connections, el("div", { class: "buttons" }, rows)]);
  }

  botSection() {
    const { node, input } = toggle("In this server", "off throws the bot out, on invites it again", (on) => this.set("PUT", "/people/-/bot", { present: on }));
    this.member = input;
    return this.section("The bot", [node]);
  }

  /** What the bot may not do in a channel, as bits. */
  denied(channel) {
    const own = (channel.permission_overwrites ?? []).find((one) => one.id === this.store.botId);
    return BigInt(own?.deny ?? 0);
  }

  showChannel({ channels }) {
    const here = this.store.channels.get(this.store.here);
    const id = here?.parent_id ?? here?.id;
    const channel = channels.find((one) => one.id === id);
    if (id !== this.shownChannel) {
      this.shownChannel = id;
      this.rights = new Map();
      const rows = channel && RIGHTS.map(([name, bit, words]) => {
        const { node, input } = toggle(words, null, () => this.permit(id));
        this.rights.set(name, { input, bit });
        return node;
      });
      const none = el("p", { class: "hint" }, "Private messages have no rights of their own; people open and close them below.");
      this.channelBox.replaceChildren(this.section(channel ? `What the bot may do in #${channel.name}` : "What the bot may do", rows || none));
    }
    if (!channel) return;
    const denied = this.denied(channel);
    for (const { input, bit } of this.rights.values()) input.checked = (denied & (1n << bit)) === 0n;
  }

  permit(channel) {
    const deny = [...this.rights].filter(([, { input }]) => !input.checked).map(([name]) => name);
    return this.set("PUT", `/people/-/channels/${channel}/permissions`, { deny, allow: [] });
  }

  showPeople(people) {
    const key = people.map((person) => person.user.id).join(" ");
    if (key !== this.shownPeople) {
      this.shownPeople = key;
      this.doors = new Map();
      const rows = people.map(({ user }) => {
        const { node, input } = toggle(called(user), null, (on) => this.set("PATCH", `/people/${user.id}`, { dms_open: on }));
        this.doors.set(user.id, input);
        return node;
      });
      this.peopleBox.replaceChildren(this.section("Who takes private messages", rows));
    }
    for (const { user, dms_open: open } of people) this.doors.get(user.id).checked = open;
  }

  /** Everything as it should be. */
  async calm() {
    const { everyone } = this;
    const ends = [request("DELETE", "/people/-/faults")];
    for (const { user, dms_open: open } of everyone?.people ?? []) if (!open) ends.push(request("PATCH", `/people/${user.id}`, { dms_open: true }));
    for (const channel of everyone?.channels ?? []) if (this.denied(channel) !== 0n) ends.push(request("PUT", `/people/-/channels/${channel.id}/permissions`, { deny: [], allow: [] }));
    if (everyone && !everyone.bot.present) ends.push(Api.setBotPresent(true));
    // Only a new connection thaws a frozen one.
    if (this.frozen) ends.push(request("POST", "/people/-/gateway", { do: "drop" }));
    this.frozen = false;
    await Promise.allSettled(ends);
    await this.look();
    this.root.querySelector("input")?.focus();
  }
}

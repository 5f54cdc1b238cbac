// The people's routes of the playground, and the stream of what happens. The only script that knows an address.

/** A refusal of the server, in its words. */
async function failure(response) {
  const text = await response.text();
  try {
    const body = JSON.parse(text);
    return new Error(body.error ?? body.message ?? text);
  } catch {
    return new Error(text || `The server answered ${response.status}.`);
  }
}

/** There is nobody of that name here. */
export class Stranger extends Error {
  constructor(name) {
    super(`There is nobody called ${name} here.`);
    this.name = "Stranger";
  }
}

/** Asks the server; throws what it refuses with. */
export async function request(method, path, body, signal) {
  const options = { method, headers: {}, signal };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options).catch((error) => {
    throw error.name === "AbortError" ? error : new Error("the playground does not answer; it may have stopped");
  });
  if (!response.ok) throw await failure(response);
  return response.status === 204 ? null : response.json();
}

/** Sends a file as it is; throws what it is refused with. */
async function handOver(path, file) {
  const headers = { "content-type": file.type || "application/octet-stream" };
  const response = await fetch(path, { method: "POST", headers, body: file });
  if (!response.ok) throw await failure(response);
  return response.json();
}

const named = (options) => Object.fromEntries(options.map(({ name, value }) => [name, value]));

/** Everything one person can do. */
export class Api {
  constructor(name) {
    this.name = name;
    this.base = `/people/${encodeURIComponent(name)}`;
  }

  /** The guilds, the bot and everyone: `{ guilds, bot: { user, present, connected }, people: [{ user, dms_open, owner, online }], channels }`. */
  static async everyone() {
    return request("GET", "/people");
  }

  /** Lets someone new in. */
  static async join(name, guild) {
    return request("POST", "/people", { name, guild });
  }

  /** A new text channel. */
  static async addChannel(name, topic, guild) {
    return request("POST", "/people/-/channels", { name, topic, guild });
  }

  /** Puts a thread away, or takes it out again. */
  static async archive(thread, archived) {
    return request("PATCH", `/people/-/channels/${thread}`, { archived });
  }

  /** The troubles as they stand. */
  static async faults() {
    return request("GET", "/people/-/faults");
  }

  /** Throws the bot out of a guild, or invites it again. */
  static async setBotPresent(present, guild) {
    return request("PUT", "/people/-/bot", { present, guild });
  }

  /** Who one is, who else is here, and the channels one sees, direct messages with the bot among them. */
  async look() {
    const { guilds, bot, people } = await request("GET", "/people");
    const wanted = this.name.toLowerCase();
    const own = people.find((person) => person.name.toLowerCase() === wanted || person.user.id === this.name);
    if (!own) throw new Stranger(this.name);
    await request("POST", `${this.base}/dm`);
    const channels = await request("GET", `${this.base}/channels`);
    return { me: own.user, guilds, bot, people, channels };
  }

  /** Up to fifty messages, newest first. */
  async messages(channel, before) {
    return request("GET", `${this.base}/channels/${channel}/messages?limit=50${before ? `&before=${before}` : ""}`);
  }

  /** A channel has been read up to a message. */
  async read(channel, message) {
    return request("PUT", `${this.base}/channels/${channel}/read`, { message });
  }

  /** Opens a thread in a channel. */
  async openThread(channel, name) {
    return request("POST", `${this.base}/channels/${channel}/threads`, { name });
  }

  async commands(channel) {
    return request("GET", `${this.base}/commands?channel=${channel}`);
  }

  async say(channel, content) {
    return request("POST", `${this.base}/channels/${channel}/messages`, { content });
  }

  /** Hands a file over, to be named by its `id` in an option or a form. */
  async give(channel, file) {
    return handOver(`${this.base}/channels/${channel}/files?name=${encodeURIComponent(file.name)}`, file);
  }

  async typing(channel) {
    return request("POST", `${this.base}/channels/${channel}/typing`);
  }

  /** Gives a message an emoji, or takes one's own away. */
  async react(channel, message, emoji, given) {
    return request(given ? "PUT" : "DELETE", `${this.base}/channels/${channel}/messages/${message}/reactions/${encodeURIComponent(emoji)}`);
  }

  /** Takes an ephemeral message away. */
  async dismiss(channel, message) {
    return request("DELETE", `${this.base}/channels/${channel}/messages/${message}`);
  }

  /** Runs a command; like all that follow, gives the outcome: `{ act, status, … }`. */
  async run(channel, choice, options) {
    return request("POST", `${this.base}/run`, { channel, command: choice.path.join(" "), options: named(options) });
  }

  /** The bot's suggestions for an option. */
  async suggest(channel, choice, options, focused) {
    const body = { channel, command: choice.path.join(" "), options: named(options), focused };
    const outcome = await request("POST", `${this.base}/complete`, body);
    if (outcome.status !== "choices") throw new Error(outcome.reason);
    return outcome.choices;
  }

  async press(channel, message, custom) {
    return request("POST", `${this.base}/press`, { channel, message, custom_id: custom });
  }

  async pick(channel, message, custom, values) {
    return request("POST", `${this.base}/choose`, { channel, message, custom_id: custom, values });
  }

  /** Submits the modal that came with an act. */
  async submit(act, answers) {
    const fields = Object.fromEntries(answers.map((answer) => [answer.custom_id, answer.value ?? answer.values ?? ""]));
    return request("POST", `${this.base}/submit`, { act, fields });
  }

  /** Where what happens can be heard. */
  events() {
    const address = new URL(`${this.base}/events`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    return address;
  }
}

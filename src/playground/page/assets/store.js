// What this window knows: who is here, the channels with their messages, and what has not been read.

import { older } from "./dom.js";
import { called } from "./message.js";

/** How many messages of a channel are kept in the window. */
const KEPT = 300;

export class Store {
  constructor(me) {
    this.me = me;
    this.people = new Map();
    this.channels = new Map();
    this.messages = new Map();
    /** What has not been read, by channel: `{ count, mentions }`. */
    this.unread = new Map();
    /** What is known about people besides their user: `{ user, dms_open, owner, online }`. */
    this.persons = new Map();
    this.bot = { connected: true };
    /** The servers, the first one first: `{ id, name, bot_present, people }`, people being a set of ids. */
    this.guilds = [];
    this.here = null;
    this.names = {
      user: (id) => (this.people.has(id) ? called(this.people.get(id)) : "someone"),
      channel: (id) => this.title(this.channels.get(id)) ?? "a channel",
    };
  }

  title(channel) {
    if (!channel) return null;
    return channel.type === 1 ? (this.botName ?? "Direct messages") : channel.name;
  }

  putPeople(users) {
    for (const user of users) this.people.set(user.id, user);
  }

  /** Takes in everyone as the server lists them, and the bot. */
  putEveryone(persons, bot) {
    this.persons = new Map(persons.map((person) => [person.user.id, person]));
    this.bot = bot;
    this.botName = called(bot.user);
    this.botId = bot.user.id;
    this.putPeople([...persons.map((person) => person.user), bot.user]);
  }

  /** Somebody new, in a server. */
  putPerson(person, guild) {
    this.persons.set(person.user.id, person);
    this.putPeople([person.user]);
    this.guilds.find((one) => one.id === guild)?.people.add(person.user.id);
  }

  putGuilds(guilds) {
    this.guilds = guilds.map((guild) => ({ ...guild, people: new Set(guild.people) }));
  }

  /** Everyone there is but the bot, as users; names of those who are gone are kept for what they said. */
  anybody() {
    return [...this.persons.values()].map((person) => person.user);
  }

  /** Those of them who are in this server. */
  everybody() {
    const { people } = this.guild();
    return this.anybody().filter((user) => people.has(user.id));
  }

  /** The server of the open channel; their first one while none is open, or only private messages. */
  guild() {
    const id = this.channels.get(this.here)?.guild_id;
    return this.guilds.find((guild) => guild.id === id) ?? this.ownGuilds()[0] ?? this.guilds[0];
  }

  /** The servers that this person is in. */
  ownGuilds() {
    return this.guilds.filter((guild) => guild.people.has(this.me.id));
  }

  /** The name of a channel's server, for who is in several: who is in one only need not be told which it is. */
  server(channel) {
    const own = this.ownGuilds();
    return own.length > 1 ? own.find((guild) => guild.id === channel?.guild_id)?.name : undefined;
  }

  /** Whether the bot is where the open channel is; for private messages any server will do. */
  present() {
    const direct = this.channels.get(this.here)?.type === 1;
    return direct ? this.guilds.some((guild) => guild.bot_present) : this.guild().bot_present;
  }

  putChannels(channels) {
    for (const channel of channels) {
      this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
      // Only what is told to this person alone says what they have read.
      if (channel.unread !== undefined) this.putUnread(channel.id, channel.unread, channel.mentions);
    }
  }

  /** What the server counts as unread, which may have been read in another window. */
  putUnread(id, count, mentions) {
    if (count > 0) this.unread.set(id, { count, mentions });
    else this.unread.delete(id);
  }

  dropChannel(id) {
    this.channels.delete(id);
    this.messages.delete(id);
    this.unread.delete(id);
  }

  /** The messages of a channel, oldest first. */
  listed(id) {
    return [...(this.messages.get(id)?.values() ?? [])].sort((a, b) => older(a.id, b.id));
  }

  /** Takes messages in; says whether the message is new here. */
  put(channel, message) {
    if (!this.messages.has(channel)) this.messages.set(channel, new Map());
    const known = this.messages.get(channel);
    const fresh = !known.has(message.id);
    // An edit does not always repeat what the message replies to.
    known.set(message.id, { ...known.get(message.id), ...message });
    if (fresh && known.size > KEPT) {
      const [oldest] = [...known.keys()].sort(older);
      known.delete(oldest);
    }
    return fresh;
  }

  drop(channel, id) {
    this.messages.get(channel)?.delete(id);
  }

  /** Text channels with their open threads, then direct messages. */
  tree() {
    const all = [...this.channels.values()];
    const place = (one) => this.guilds.findIndex((guild) => guild.id === one.guild_id);
    const text = all.filter((one) => one.type === 0).sort((a, b) => place(a) - place(b) || (a.position ?? 0) - (b.position ?? 0) || older(a.id, b.id));
    const open = (parent) => this.threads(parent).filter((one) => !one.thread_metadata?.archived || one.id === this.here);
    return { text: text.map((channel) => ({ channel, threads: open(channel.id) })), direct: all.filter((one) => one.type === 1) };
  }

  /** All threads of a channel, archived ones too, oldest first. */
  threads(parent) {
    return [...this.channels.values()]
      .filter((one) => one.parent_id === parent && (one.type === 11 || one.type === 12))
      .sort((a, b) => older(a.id, b.id));
  }

  /** The channels in the order in which they are listed. */
  inOrder() {
    const { text, direct } = this.tree();
    return [...text.flatMap(({ channel, threads }) => [channel, ...threads]), ...direct];
  }

  /** Whether a message calls this person: by name, with everyone, or by being private. */
  calls(channel, message) {
    if (this.channels.get(channel)?.type === 1 || message.mention_everyone) return true;
    return (message.mentions ?? []).some((user) => user.id === this.me.id);
  }

  /** Counts what arrived while the person looked elsewhere; says whether it was read at once. */
  arrived(channel, message) {
    if (message.author?.id === this.me.id) return false;
    const seen = channel === this.here && document.visibilityState === "visible";
    if (!seen) this.count(channel, message);
    return seen;
  }

  /** Adds a message to what is unread. */
  count(channel, message) {
    const { count, mentions } = this.unread.get(channel) ?? { count: 0, mentions: 0 };
    this.unread.set(channel, { count: count + 1, mentions: mentions + (this.calls(channel, message) ? 1 : 0) });
  }

  /** Private messages and mentions that wait, everywhere. */
  waiting() {
    return [...this.unread].reduce((sum, [id, { mentions }]) => sum + (this.channels.has(id) ? mentions : 0), 0);
  }

  /** Up to which message a channel has been read, if any. */
  mark(channel) {
    return this.channels.get(channel)?.last_read_id ?? null;
  }

  /** Everything in the channel up to this message has been seen; says whether that is new. */
  read(channel, last) {
    const known = this.channels.get(channel);
    const unread = this.unread.delete(channel);
    if (!known || !last || (known.last_read_id && older(last, known.last_read_id) <= 0)) return unread && Boolean(last);
    known.last_read_id = last;
    return true;
  }

  /** What selects of people and channels offer: those of this server. */
  lists() {
    return {
      people: () => [...this.everybody(), this.people.get(this.botId)].filter(Boolean).map((user) => ({ id: user.id, name: called(user) })),
      channels: (types) => [...this.channels.values()]
        .filter((one) => one.guild_id === this.guild().id && (!types?.length || types.includes(one.type)))
        .map((one) => ({ id: one.id, name: `#${one.name}` })),
    };
  }
}

// The bot of the story, with oceanic.js: `node with_oceanic.js <base address> <token>`.
//
// It says a line for each thing that the story waits for; what goes wrong is a line that begins with "error".

const {
  ApplicationCommandOptionTypes, ApplicationCommandTypes, ButtonStyles, ChannelTypes, Client, ComponentTypes, DiscordRESTError,
  GatewayError, InteractionTypes, MessageFlags, TextInputStyles,
} = require('oceanic.js');

const [, , base, token] = process.argv;
const say = (...words) => console.log(...words);
const wrong = (error) => say('error', error?.stack ?? error);
const named = (error) => error instanceof DiscordRESTError ? `DiscordRESTError ${error.status} ${error.code}` : `not Discord's: ${error.stack}`;
const file = (name, text) => ({ name, contents: Buffer.from(text) });
const flags = MessageFlags.EPHEMERAL;

const client = new Client({
  auth: `Bot ${token}`,
  rest: { baseURL: `${base}/api/v10` },
  gateway: { intents: ['GUILDS', 'GUILD_MESSAGES', 'DIRECT_MESSAGES'] },
});
process.on('unhandledRejection', wrong);
// A line that is closed is told as an error, and then the library resumes.
client.on('error', (error) => error instanceof GatewayError && error.code === 4000 ? say('lost') : wrong(error));
client.on('shardReady', () => say('session'));
client.on('shardResume', () => say('resumed'));

const slash = (name, options = []) => ({ type: ApplicationCommandTypes.CHAT_INPUT, name, description: name, options });
const commands = [
  slash('play', [{ type: ApplicationCommandOptionTypes.STRING, name: 'word', description: 'word', required: true, autocomplete: true }]),
  ...['think', 'sheet', 'room', 'wrong', 'many'].map((name) => slash(name)),
  { type: ApplicationCommandTypes.USER, name: 'Look' },
];

client.once('ready', async () => {
  const guild = client.guilds.first();
  await client.application.bulkEditGlobalCommands([slash('about')]);
  await client.application.bulkEditGuildCommands(guild.id, commands);
  const guilds = await client.rest.oauth.getCurrentGuilds();
  const { approximateMemberCount: members } = await client.rest.guilds.get(guild.id, true);
  const { owner } = await client.rest.applications.getCurrent();
  say('ready', client.user.username, 'of', owner.username, 'in', guilds.length, 'guild with', guild.channels.size, 'channels and', members, 'members');
});

client.on('messageCreate', async (message) => {
  if (message.author.bot) return;
  say('heard', message.author.username, message.guildID ? 'in the guild:' : 'in private:', message.content);
  if (message.guildID) return;
  const channel = await message.author.createDM();
  await channel.createMessage({ content: `you wrote ${message.content}`, messageReference: { messageID: message.id } });
});

const controls = () => [
  { type: ComponentTypes.ACTION_ROW, components: ['update', 'later', 'form'].map((id) =>
    ({ type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, label: id, customID: id })) },
  { type: ComponentTypes.ACTION_ROW, components: [{ type: ComponentTypes.STRING_SELECT, customID: 'pick', minValues: 1, maxValues: 2,
    options: ['red', 'green', 'blue'].map((value) => ({ label: value, value })) }] },
];

const answers = {
  about: (run) => run.reply({ content: 'about', flags }),
  Look: (run) => run.reply({ content: `looked at ${run.data.target.username}`, flags }),
  async play(run) {
    await run.reply({
      content: `welcome ${run.data.options.getString('word')}`, components: controls(), files: [file('board.txt', 'board')],
      attachments: [{ id: '0', filename: 'board.txt', description: 'the board' }],
    });
    say('replied', (await run.getOriginal()).id);
  },
  async think(run) {
    await run.defer(flags);
    await run.editOriginal({ content: 'thought' });
  },
  async sheet(run) {
    const sent = await run.user.createDM().then((channel) => channel.createMessage({ content: 'your sheet' })).then(() => 'sent', named);
    await run.reply({ content: sent });
  },
  async wrong(run) {
    const sent = await client.rest.channels.createMessage(run.channelID, { content: 'x'.repeat(2001) }).then(() => 'sent', named);
    await run.reply({ content: sent });
  },
  async room(run) {
    const { channels } = client.rest;
    await run.defer();
    const first = await channels.createMessage(run.channelID, { content: 'come in' });
    const thread = await channels.startThreadFromMessage(run.channelID, first.id, { name: 'room' });
    const kept = await channels.createMessage(thread.id, { content: 'a board', files: [file('board.txt', 'board')] });
    const gone = await channels.createMessage(thread.id, { content: 'gone' });
    await channels.editMessage(thread.id, kept.id, { content: 'the board' });
    await channels.deleteMessage(thread.id, gone.id);
    await channels.addThreadMember(thread.id, run.user.id);
    const members = await channels.getThreadMembers(thread.id);
    const other = await channels.startThreadWithoutMessage(run.channelID, { name: 'cellar', type: ChannelTypes.PRIVATE_THREAD });
    await channels.edit(other.id, { archived: true });
    await run.editOriginal({ content: `${thread.id} has ${members.length}` });
  },
  async many(run) {
    await run.reply({ content: 'many' });
    await Promise.all([0, 1, 2, 3, 4, 5].map((n) => client.rest.channels.createMessage(run.channelID, { content: `number ${n}` })));
    await run.createFollowup({ content: 'done' });
  },
  update: (press) => press.editParent({ content: 'updated', components: controls() }),
  async later(press) {
    await press.deferUpdate();
    await press.editOriginal({ content: 'edited later' });
    const only = await press.createFollowup({ content: 'only you', flags });
    await press.editFollowup(only.message.id, { content: 'only you, again' });
  },
  form: (press) => press.createModal({ customID: 'said', title: 'Say a word', components: [{ type: ComponentTypes.ACTION_ROW, components: [
    { type: ComponentTypes.TEXT_INPUT, customID: 'word', label: 'Word', style: TextInputStyles.SHORT }] }] }),
  pick: (choice) => choice.reply({ content: `picked ${choice.data.values.getStrings().join(' ')}`, flags }),
  said: (modal) => modal.reply({ content: `heard ${modal.data.components.getTextInput('word')}`, flags }),
};

client.on('interactionCreate', (interaction) => interaction.type === InteractionTypes.APPLICATION_COMMAND_AUTOCOMPLETE
  ? interaction.result([{ name: 'seven', value: '7' }])
  : answers[interaction.data.name ?? interaction.data.customID](interaction));

client.connect();

// The bot of the story, with discord.js: `node with_discord_js.js <base address> <token>`.
//
// It says a line for each thing that the story waits for; what goes wrong is a line that begins with "error".

const {
  ActionRowBuilder, ApplicationCommandType, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelType, Client,
  ContextMenuCommandBuilder, DiscordAPIError, Events, GatewayIntentBits, MessageFlags, ModalBuilder, Partials,
  SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} = require('discord.js');

const [, , base, token] = process.argv;
const say = (...words) => console.log(...words);
const wrong = (error) => say('error', error.stack);
const named = (error) => error instanceof DiscordAPIError ? `DiscordAPIError ${error.status} ${error.code}` : `not Discord's: ${error.stack}`;
const file = (name, text) => new AttachmentBuilder(Buffer.from(text), { name, description: `the ${text}` });
const Ephemeral = MessageFlags.Ephemeral;

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  partials: [Partials.Channel],
  rest: { api: `${base}/api` },
});
process.on('unhandledRejection', wrong);
client.on(Events.Error, wrong);
client.on(Events.ShardReady, () => say('session'));
client.on(Events.ShardResume, () => say('resumed'));

const slash = (name) => new SlashCommandBuilder().setName(name).setDescription(name);
const commands = [
  slash('play').addStringOption((word) => word.setName('word').setDescription('word').setRequired(true).setAutocomplete(true)),
  ...['think', 'sheet', 'room', 'wrong', 'many'].map(slash),
  new ContextMenuCommandBuilder().setName('Look').setType(ApplicationCommandType.User),
];

client.once(Events.ClientReady, async () => {
  const guild = client.guilds.cache.first();
  await client.application.commands.set([slash('about')]);
  await guild.commands.set(commands);
  const guilds = await client.guilds.fetch();
  const { approximateMemberCount: members } = await client.guilds.fetch({ guild, withCounts: true, force: true });
  const { owner } = await client.application.fetch();
  say('ready', client.user.username, 'of', owner.username, 'in', guilds.size, 'guild with', guild.channels.cache.size, 'channels and', members, 'members');
});

client.on(Events.MessageCreate, async (message) => {
  if (message.author.bot) return;
  say('heard', message.author.username, message.inGuild() ? 'in the guild:' : 'in private:', message.content);
  if (!message.inGuild()) await message.reply(`you wrote ${message.content}`);
});

const controls = () => [
  new ActionRowBuilder().addComponents(['update', 'later', 'form'].map((id) =>
    new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary))),
  new ActionRowBuilder().addComponents(new StringSelectMenuBuilder().setCustomId('pick').setMinValues(1).setMaxValues(2)
    .addOptions(['red', 'green', 'blue'].map((value) => ({ label: value, value })))),
];

const answers = {
  about: (run) => run.reply({ content: 'about', flags: Ephemeral }),
  Look: (run) => run.reply({ content: `looked at ${run.targetUser.username}`, flags: Ephemeral }),
  async play(run) {
    const { resource } = await run.reply({
      content: `welcome ${run.options.getString('word')}`, components: controls(), files: [file('board.txt', 'board')], withResponse: true,
    });
    say('replied', resource.message.id);
  },
  async think(run) {
    await run.deferReply({ flags: Ephemeral });
    await run.editReply('thought');
  },
  async sheet(run) {
    const sent = await run.user.send('your sheet').then(() => 'sent', named);
    await run.reply(sent);
  },
  async wrong(run) {
    const sent = await run.channel.send('x'.repeat(2001)).then(() => 'sent', named);
    await run.reply(sent);
  },
  async room(run) {
    await run.deferReply();
    const first = await run.channel.send('come in');
    const thread = await first.startThread({ name: 'room' });
    const kept = await thread.send({ content: 'a board', files: [file('board.txt', 'board')] });
    const gone = await thread.send('gone');
    await kept.edit('the board');
    await gone.delete();
    await thread.members.add(run.user.id);
    const members = await thread.members.fetch({ withMember: true, cache: false });
    const other = await run.channel.threads.create({ name: 'cellar', type: ChannelType.PrivateThread });
    await other.setArchived(true);
    await run.editReply(`${thread.id} has ${members.size}`);
  },
  async many(run) {
    await run.reply('many');
    await Promise.all([0, 1, 2, 3, 4, 5].map((n) => run.channel.send(`number ${n}`)));
    await run.followUp('done');
  },
  update: (press) => press.update({ content: 'updated', components: controls() }),
  async later(press) {
    await press.deferUpdate();
    await press.editReply('edited later');
    const only = await press.followUp({ content: 'only you', flags: Ephemeral });
    await press.webhook.editMessage(only, 'only you, again');
  },
  form: (press) => press.showModal(new ModalBuilder().setCustomId('said').setTitle('Say a word').addComponents(
    new ActionRowBuilder().addComponents(new TextInputBuilder().setCustomId('word').setLabel('Word').setStyle(TextInputStyle.Short)))),
  pick: (choice) => choice.reply({ content: `picked ${choice.values.join(' ')}`, flags: Ephemeral }),
  said: (modal) => modal.reply({ content: `heard ${modal.fields.getTextInputValue('word')}`, flags: Ephemeral }),
};

client.on(Events.InteractionCreate, (interaction) => interaction.isAutocomplete()
  ? interaction.respond([{ name: 'seven', value: '7' }])
  : answers[interaction.commandName ?? interaction.customId](interaction));

client.login(token);

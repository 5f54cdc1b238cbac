"""The bot of the story, with hikari: `python with_hikari.py <base address> <token>`.

It says a line for each thing that the story waits for; what goes wrong is a line that begins with "error".
"""

import asyncio
import sys
import traceback

import hikari
from hikari import ButtonStyle, CommandType, MessageFlag, ResponseType

base, token = sys.argv[1:]
bot = hikari.GatewayBot(
    token,
    rest_url=f"{base}/api/v10",
    intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES | hikari.Intents.DM_MESSAGES,
    banner=None,
    logs=None,
)
rest = bot.rest
EPHEMERAL = MessageFlag.EPHEMERAL
REPLY = ResponseType.MESSAGE_CREATE
known = False


def say(*words):
    print(*words, flush=True)


def named(error):
    return f"{type(error).__name__} {int(error.status)} {error.code}"


def commands():
    word = hikari.CommandOption(
        type=hikari.OptionType.STRING, name="word", description="word", is_required=True, autocomplete=True
    )
    yield rest.slash_command_builder("play", "play").add_option(word)
    for name in ("think", "sheet", "room", "wrong", "many"):
        yield rest.slash_command_builder(name, name)
    yield rest.context_menu_command_builder(CommandType.USER, "Look")


@bot.listen()
async def on_session(_: hikari.ShardReadyEvent):
    say("session")


@bot.listen()
async def on_guild(event: hikari.GuildAvailableEvent):
    global known
    if known:
        return
    known = True
    application = await rest.fetch_application()
    await rest.set_application_commands(application, [rest.slash_command_builder("about", "about")])
    await rest.set_application_commands(application, list(commands()), event.guild)
    guilds = [listed async for listed in rest.fetch_my_guilds()]
    members = (await rest.fetch_guild(event.guild)).approximate_member_count
    say(
        f"ready {bot.get_me().username} of {application.owner.username} in {len(guilds)} guild",
        f"with {len(event.channels)} channels and {members} members",
    )


@bot.listen()
async def on_resumed(_: hikari.ShardResumedEvent):
    say("resumed")


@bot.listen()
async def on_error(event: hikari.ExceptionEvent):
    say("error", "".join(traceback.format_exception(event.exception)))


@bot.listen()
async def on_message(event: hikari.MessageCreateEvent):
    if event.is_bot:
        return
    private = isinstance(event, hikari.DMMessageCreateEvent)
    say("heard", event.author.username, "in private:" if private else "in the guild:", event.content or "")
    if private:
        await event.message.respond(f"you wrote {event.content}", reply=True)


def controls():
    buttons = rest.build_message_action_row()
    for name in ("update", "later", "form"):
        buttons.add_interactive_button(ButtonStyle.PRIMARY, name, label=name)
    select = rest.build_message_action_row()
    menu = select.add_text_menu("pick", max_values=2)
    for colour in ("red", "green", "blue"):
        menu.add_option(colour, colour)
    return [buttons, select]


async def about(run):
    await run.create_initial_response(REPLY, "about", flags=EPHEMERAL)


async def look(run):
    [user] = run.resolved.users.values()
    await run.create_initial_response(REPLY, f"looked at {user.username}", flags=EPHEMERAL)


async def play(run):
    board = hikari.Bytes(b"board", "board.txt")
    welcome = f"welcome {run.options[0].value}"
    await run.create_initial_response(REPLY, welcome, components=controls(), attachment=board)
    say("replied", (await run.fetch_initial_response()).id)


async def think(run):
    await run.create_initial_response(ResponseType.DEFERRED_MESSAGE_CREATE, flags=EPHEMERAL)
    await run.edit_initial_response("thought")


async def sheet(run):
    try:
        await run.user.send("your sheet")
        answer = "sent"
    except hikari.ClientHTTPResponseError as error:
        answer = named(error)
    await run.create_initial_response(REPLY, answer)


async def wrong(run):
    try:
        await rest.create_message(run.channel_id, "x" * 2001)
        answer = "sent"
    except hikari.ClientHTTPResponseError as error:
        answer = named(error)
    await run.create_initial_response(REPLY, answer)


async def room(run):
    await run.create_initial_response(ResponseType.DEFERRED_MESSAGE_CREATE)
    first = await rest.create_message(run.channel_id, "come in")
    thread = await rest.create_message_thread(run.channel_id, first, "room")
    kept = await thread.send("a board", attachment=hikari.Bytes(b"board", "board.txt"))
    gone = await thread.send("gone")
    await kept.edit("the board")
    await gone.delete()
    await rest.add_thread_member(thread, run.user)
    members = [member async for member in rest.fetch_thread_members(thread)]
    other = await rest.create_thread(run.channel_id, hikari.ChannelType.GUILD_PRIVATE_THREAD, "cellar")
    await other.edit(archived=True)
    await run.edit_initial_response(f"{thread.id} has {len(members)}")


async def many(run):
    await run.create_initial_response(REPLY, "many")
    await asyncio.gather(*(rest.create_message(run.channel_id, f"number {n}") for n in range(6)))
    await run.execute("done")


async def update(press):
    await press.create_initial_response(ResponseType.MESSAGE_UPDATE, "updated", components=controls())


async def later(press):
    await press.create_initial_response(ResponseType.DEFERRED_MESSAGE_UPDATE)
    await press.edit_initial_response("edited later")
    only = await press.execute("only you", flags=EPHEMERAL)
    await press.edit_message(only, "only you, again")


async def form(press):
    row = rest.build_modal_action_row().add_text_input("word", "Word")
    await press.create_modal_response("Say a word", "said", component=row)


async def pick(choice):
    await choice.create_initial_response(REPLY, f"picked {' '.join(choice.values)}", flags=EPHEMERAL)


async def said(modal):
    word = modal.components[0].components[0].value
    await modal.create_initial_response(REPLY, f"heard {word}", flags=EPHEMERAL)


answers = {answer.__name__: answer for answer in (about, play, think, sheet, wrong, room, many, update, later, form, pick, said)}
answers["Look"] = look


@bot.listen()
async def on_interaction(event: hikari.InteractionCreateEvent):
    interaction = event.interaction
    if isinstance(interaction, hikari.AutocompleteInteraction):
        await interaction.create_response([hikari.impl.AutocompleteChoiceBuilder("seven", "7")])
    elif isinstance(interaction, hikari.CommandInteraction):
        await answers[interaction.command_name](interaction)
    else:
        await answers[interaction.custom_id](interaction)


bot.run(check_for_updates=False)

"""The bot of the story, with interactions.py: `python with_interactions_py.py <base address> <token>`.

It says a line for each thing that the story waits for; what goes wrong is a line that begins with "error". Its intents and the
contexts of its commands are those that the library takes by itself.
"""

import asyncio
import io
import sys
import traceback

import interactions as ipy
from interactions.api.events import Error, MessageCreate, Ready, Resume, Startup
from interactions.client.errors import HTTPException

base, token = sys.argv[1:]
ipy.api.http.route.Route.BASE = f"{base}/api/v10"
bot = ipy.Client(sync_interactions=False, fetch_members=False)


def say(*words):
    print(*words, flush=True)


def named(error):
    return f"{type(error).__name__} {error.status} {error.code}"


def file(name, text):
    return ipy.File(io.BytesIO(text.encode()), file_name=name, description=f"the {text}")


def controls():
    buttons = [ipy.Button(style=ipy.ButtonStyle.PRIMARY, label=name, custom_id=name) for name in ("update", "later", "form")]
    menu = ipy.StringSelectMenu("red", "green", "blue", custom_id="pick", max_values=2)
    return [ipy.ActionRow(*buttons), ipy.ActionRow(menu)]


async def about(run):
    await run.send("about", ephemeral=True)


async def play(run, word):
    reply = await run.send(f"welcome {word}", components=controls(), file=file("board.txt", "board"))
    say("replied", reply.id)


async def words(typed):
    await typed.send([{"name": "seven", "value": "7"}])


async def look(run):
    await run.send(f"looked at {run.target.username}", ephemeral=True)


async def think(run):
    await run.defer(ephemeral=True)
    await run.edit(content="thought")


async def sheet(run):
    try:
        await run.author.send("your sheet")
        answer = "sent"
    except HTTPException as error:
        answer = named(error)
    await run.send(answer)


async def wrong(run):
    try:
        await run.channel.send("x" * 2001)
        answer = "sent"
    except HTTPException as error:
        answer = named(error)
    await run.send(answer)


async def room(run):
    await run.defer()
    first = await run.channel.send("come in")
    thread = await first.create_thread("room")
    kept = await thread.send("a board", file=file("board.txt", "board"))
    gone = await thread.send("gone")
    await kept.edit(content="the board")
    await gone.delete()
    await thread.add_member(run.author)
    members = await thread.fetch_members()
    other = await run.channel.create_private_thread("cellar")
    await other.archive()
    await run.edit(content=f"{thread.id} has {len(members)}")


async def many(run):
    await run.send("many")
    await asyncio.gather(*(run.channel.send(f"number {n}") for n in range(6)))
    await run.send("done")


def slash(answer, guild=None, options=None):
    scopes = [guild] if guild else [ipy.GLOBAL_SCOPE]
    return ipy.SlashCommand(name=answer.__name__, description=answer.__name__, callback=answer, scopes=scopes, options=options)


def commands(guild):
    yield slash(about)
    word = ipy.SlashCommandOption(name="word", description="word", type=ipy.OptionType.STRING, required=True, autocomplete=True)
    played = slash(play, guild, [word])
    played.autocomplete("word")(words)
    yield played
    for answer in (think, sheet, room, wrong, many):
        yield slash(answer, guild)
    yield ipy.ContextMenu(name="Look", type=ipy.CommandType.USER, callback=look, scopes=[guild])


@ipy.component_callback("update")
async def update(press):
    await press.edit_origin(content="updated", components=controls())


@ipy.component_callback("later")
async def later(press):
    await press.defer(edit_origin=True)
    await press.edit_origin(content="edited later")
    only = await press.send("only you", ephemeral=True)
    await press.edit(only, content="only you, again")


@ipy.component_callback("form")
async def form(press):
    await press.send_modal(ipy.Modal(ipy.ShortText(label="Word", custom_id="word"), title="Say a word", custom_id="said"))


@ipy.component_callback("pick")
async def pick(choice):
    await choice.send(f"picked {' '.join(choice.values)}", ephemeral=True)


@ipy.modal_callback("said")
async def said(modal, word):
    await modal.send(f"heard {word}", ephemeral=True)


@ipy.listen(Ready)
async def on_ready():
    say("session")


@ipy.listen(Startup)
async def on_startup():
    guild = bot.guilds[0]
    for command in commands(guild.id):
        bot.add_interaction(command)
    await bot.synchronise_interactions()
    guilds = await bot.http.get_user_guilds()
    members = (await bot.http.get_guild(guild.id))["approximate_member_count"]
    say(
        f"ready {bot.user.username} of {bot.owner.username} in {len(guilds)} guild",
        f"with {len(guild.channels)} channels and {members} members",
    )


@ipy.listen(Resume)
async def on_resume():
    say("resumed")


@ipy.listen(Error, disable_default_listeners=True)
async def on_error(event):
    say("error", event.source, "".join(traceback.format_exception(event.error)))


@ipy.listen(MessageCreate)
async def on_message(event):
    message = event.message
    if message.author.bot:
        return
    say("heard", message.author.username, "in the guild:" if message.guild else "in private:", message.content)
    if not message.guild:
        await message.reply(f"you wrote {message.content}")


bot.start(token)

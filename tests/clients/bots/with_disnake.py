"""The bot of the story, with disnake: `python with_disnake.py <base address> <token>`.

It says a line for each thing that the story waits for; what goes wrong is a line that begins with "error".
"""

import asyncio
import io
import sys
import traceback

import disnake

base, token = sys.argv[1:]
disnake.http.Route.BASE = f"{base}/api/v10"


def say(*words):
    print(*words, flush=True)


def named(error):
    return f"{type(error).__name__} {error.status} {error.code}"


def file(name, text):
    return disnake.File(io.BytesIO(text.encode()), name, description=f"the {text}")


class Form(disnake.ui.Modal):
    def __init__(self):
        super().__init__(title="Say a word", custom_id="said", components=[disnake.ui.TextInput(label="Word", custom_id="word")])

    async def callback(self, modal):
        await modal.response.send_message(f"heard {modal.text_values['word']}", ephemeral=True)


class Controls(disnake.ui.View):
    @disnake.ui.button(label="update", custom_id="update")
    async def update(self, _, press):
        await press.response.edit_message(content="updated", view=self)

    @disnake.ui.button(label="later", custom_id="later")
    async def later(self, _, press):
        await press.response.defer()
        await press.edit_original_response(content="edited later")
        only = await press.followup.send("only you", ephemeral=True, wait=True)
        await only.edit(content="only you, again")

    @disnake.ui.button(label="form", custom_id="form")
    async def form(self, _, press):
        await press.response.send_modal(Form())

    @disnake.ui.string_select(custom_id="pick", max_values=2, options=["red", "green", "blue"])
    async def pick(self, select, choice):
        await choice.response.send_message(f"picked {' '.join(select.values)}", ephemeral=True)


def commands():
    word = disnake.Option("word", "word", disnake.OptionType.string, required=True, autocomplete=True)
    yield disnake.SlashCommand("play", "play", options=[word])
    for name in ("think", "sheet", "room", "wrong", "many"):
        yield disnake.SlashCommand(name, name)
    yield disnake.UserCommand("Look")


class Bot(disnake.Client):
    def __init__(self):
        super().__init__(intents=disnake.Intents(guilds=True, messages=True))
        self.known = False

    async def on_ready(self):
        say("session")
        if self.known:
            return
        self.known = True
        guild = self.guilds[0]
        await self.bulk_overwrite_global_commands([disnake.SlashCommand("about", "about")])
        await self.bulk_overwrite_guild_commands(guild.id, list(commands()))
        guilds = [listed async for listed in self.fetch_guilds(limit=None)]
        members = (await self.fetch_guild(guild.id)).approximate_member_count
        owner = (await self.application_info()).owner
        say(
            f"ready {self.user.name} of {owner.name} in {len(guilds)} guild",
            f"with {len(guild.channels)} channels and {members} members",
        )

    async def on_resumed(self):
        say("resumed")

    async def on_error(self, event, *_):
        say("error", event, traceback.format_exc())

    async def on_message(self, message):
        if message.author.bot:
            return
        say("heard", message.author.name, "in the guild:" if message.guild else "in private:", message.content)
        if not message.guild:
            await message.reply(f"you wrote {message.content}")

    async def on_application_command_autocomplete(self, typed):
        await typed.response.autocomplete(choices={"seven": "7"})

    async def on_application_command(self, run):
        await ANSWERS[run.data.name](run)


async def look(run):
    await run.response.send_message(f"looked at {run.target.name}", ephemeral=True)


async def about(run):
    await run.response.send_message("about", ephemeral=True)


async def play(run):
    word = run.options["word"]
    await run.response.send_message(f"welcome {word}", view=Controls(timeout=None), file=file("board.txt", "board"))
    say("replied", (await run.original_response()).id)


async def think(run):
    await run.response.defer(ephemeral=True)
    await run.edit_original_response(content="thought")


async def sheet(run):
    try:
        await run.author.send("your sheet")
        answer = "sent"
    except disnake.HTTPException as error:
        answer = named(error)
    await run.response.send_message(answer)


async def wrong(run):
    try:
        await run.channel.send("x" * 2001)
        answer = "sent"
    except disnake.HTTPException as error:
        answer = named(error)
    await run.response.send_message(answer)


async def room(run):
    await run.response.defer()
    first = await run.channel.send("come in")
    thread = await first.create_thread(name="room")
    kept = await thread.send("a board", file=file("board.txt", "board"))
    gone = await thread.send("gone")
    await kept.edit(content="the board")
    await gone.delete()
    await thread.add_user(run.author)
    members = await thread.fetch_members()
    other = await run.channel.create_thread(name="cellar", type=disnake.ChannelType.private_thread)
    await other.edit(archived=True)
    await run.edit_original_response(content=f"{thread.id} has {len(members)}")


async def many(run):
    await run.response.send_message("many")
    await asyncio.gather(*(run.channel.send(f"number {n}") for n in range(6)))
    await run.followup.send("done")


ANSWERS = {"Look": look} | {one.__name__: one for one in (about, play, think, sheet, wrong, room, many)}
Bot().run(token)

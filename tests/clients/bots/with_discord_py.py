"""The bot of the story, with discord.py: `python with_discord_py.py <base address> <token>`.

It says a line for each thing that the story waits for; what goes wrong is a line that begins with "error".
"""

import asyncio
import io
import sys
import traceback

import discord
import yarl
from discord import app_commands

base, token = sys.argv[1:]
discord.http.Route.BASE = f"{base}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{base.replace('http', 'ws', 1)}/gateway")


def say(*words):
    print(*words, flush=True)


def named(error):
    return f"{type(error).__name__} {error.status} {error.code}"


def file(name, text):
    return discord.File(io.BytesIO(text.encode()), name, description=f"the {text}")


class Form(discord.ui.Modal, title="Say a word"):
    word = discord.ui.TextInput(label="Word", custom_id="word")

    async def on_submit(self, modal):
        await modal.response.send_message(f"heard {self.word.value}", ephemeral=True)


class Controls(discord.ui.View):
    @discord.ui.button(label="update", custom_id="update")
    async def update(self, press, _):
        await press.response.edit_message(content="updated", view=self)

    @discord.ui.button(label="later", custom_id="later")
    async def later(self, press, _):
        await press.response.defer()
        await press.edit_original_response(content="edited later")
        only = await press.followup.send("only you", ephemeral=True, wait=True)
        await only.edit(content="only you, again")

    @discord.ui.button(label="form", custom_id="form")
    async def form(self, press, _):
        await press.response.send_modal(Form())

    @discord.ui.select(custom_id="pick", max_values=2, options=[discord.SelectOption(label=c) for c in ("red", "green", "blue")])
    async def pick(self, choice, select):
        await choice.response.send_message(f"picked {' '.join(select.values)}", ephemeral=True)


class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True, messages=True))
        self.tree = app_commands.CommandTree(self)
        self.known = False

    async def on_ready(self):
        say("session")
        if self.known:
            return
        self.known = True
        guild = self.guilds[0]
        self.tree.add_command(about)
        for command in (play, think, sheet, room, wrong, many, look):
            self.tree.add_command(command, guild=guild)
        await self.tree.sync()
        await self.tree.sync(guild=guild)
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


@app_commands.command(description="about")
async def about(run: discord.Interaction):
    await run.response.send_message("about", ephemeral=True)


@app_commands.context_menu(name="Look")
async def look(run: discord.Interaction, user: discord.Member):
    await run.response.send_message(f"looked at {user.name}", ephemeral=True)


@app_commands.command(description="play")
async def play(run: discord.Interaction, word: str):
    reply = await run.response.send_message(f"welcome {word}", view=Controls(timeout=None), file=file("board.txt", "board"))
    say("replied", reply.message_id)


@play.autocomplete("word")
async def words(_run, _typed):
    return [app_commands.Choice(name="seven", value="7")]


@app_commands.command(description="think")
async def think(run: discord.Interaction):
    await run.response.defer(ephemeral=True)
    await run.edit_original_response(content="thought")


@app_commands.command(description="sheet")
async def sheet(run: discord.Interaction):
    try:
        await run.user.send("your sheet")
        answer = "sent"
    except discord.HTTPException as error:
        answer = named(error)
    await run.response.send_message(answer)


@app_commands.command(description="wrong")
async def wrong(run: discord.Interaction):
    try:
        await run.channel.send("x" * 2001)
        answer = "sent"
    except discord.HTTPException as error:
        answer = named(error)
    await run.response.send_message(answer)


@app_commands.command(description="room")
async def room(run: discord.Interaction):
    await run.response.defer()
    first = await run.channel.send("come in")
    thread = await first.create_thread(name="room")
    kept = await thread.send("a board", file=file("board.txt", "board"))
    gone = await thread.send("gone")
    await kept.edit(content="the board")
    await gone.delete()
    await thread.add_user(run.user)
    members = await thread.fetch_members()
    other = await run.channel.create_thread(name="cellar", type=discord.ChannelType.private_thread)
    await other.edit(archived=True)
    await run.edit_original_response(content=f"{thread.id} has {len(members)}")


@app_commands.command(description="many")
async def many(run: discord.Interaction):
    await run.response.send_message("many")
    await asyncio.gather(*(run.channel.send(f"number {n}") for n in range(6)))
    await run.followup.send("done")


Bot().run(token, log_handler=None)

//! The arguments of the `whistle` command, and the help texts that explain them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::bot_arguments::BotArguments;
use crate::playground::PrivilegedIntent;
use crate::referee::daily::Day;

pub(super) const SETTINGS: &str = "\
Settings, from the environment or a file called .env:
  DISCORD_TOKEN           the bot's token; with it, plain `whistle` serves Discord
  DISCORD_API_BASE        what stands in the place of https://discord.com, such as http://127.0.0.1:8080
  WHISTLE_DB              the database file [default: whistle.db]
  DATABASE_URL            a PostgreSQL server's database in its place: postgres://user:password@host/database
  WHISTLE_GUILD           register the commands in this one server only: they appear at once, good for testing
  WHISTLE_OPTIONS_<GAME>  other defaults for a game's options, as JSON: WHISTLE_OPTIONS_BINOME='{\"games\":1}'
  WHISTLE_HTTP            where to serve health and metrics, such as 127.0.0.1:9464; a port alone is on this computer
  WHISTLE_KEEP            for how long the record of a match is kept after its end, such as 90d [default: for ever]
  WHISTLE_BEACON          relays of drand, such as https://api.drand.sh: its public randomness is then in every shuffle
  WHISTLE_PUBLIC_KEY      the application's public key, to take interactions by HTTP and not by the gateway
  WHISTLE_INTERACTIONS    where to take them, such as 127.0.0.1:9465; a port alone is on this computer
  WHISTLE_LOG             what to log, such as info or whistle=debug [RUST_LOG is understood too]

Examples:
  whistle                                   try everything in the browser, no Discord account needed
  whistle playground --demo                 watch three people play by themselves
  DISCORD_TOKEN=… whistle                   referee on Discord
  whistle invite                            the link that brings the bot to a server
  whistle doctor                            is anything wrong with the settings, or around the bot?
  whistle simulate binome --games 10000     how a game goes when everybody plays at random
  whistle verify match.jsonl                is this record sound?";

const PLAYGROUND: &str = "\
Examples:
  whistle playground                 play: everybody who opens the page is who they choose to be
  whistle playground --demo          watch three people play, and play yourself in the other channel
  whistle playground --servers 2     two servers, with the bot in both
  whistle playground --port 8080     the same address each time
  whistle playground --no-bot --intents members,content
                                     for another bot, which wants to read what people write";

const BACKUP: &str = "\
What is copied is the file that WHISTLE_DB names. The copy is of one moment and whole, and nobody who plays waits for it. To
restore it, stop the bot, put the copy in the place of that file, and delete the files of the same name that end in -wal and
-shm. Tables in play then get a new secret for what is drawn from there on, and say so.

Example:
  whistle backup whistle-$(date +%F).db";

const MOVE: &str = "\
Stop the bot first: nothing is copied while one serves either database. All tables come along, those in play too. The first
database stays, and no bot serves it again: its tables would draw once more what is drawn at the new place.

Everybody on this computer can read a password in the arguments of a program. So name the server by DATABASE_URL, in the
environment or in .env, and leave its option out. PGPASSWORD and PostgreSQL's file of passwords (~/.pgpass) work as well.

Examples:
  whistle move --from whistle.db                 to the server of DATABASE_URL
  whistle move --to whistle.db                   from the server of DATABASE_URL
  whistle move --from whistle.db --to postgres://whistle@localhost/whistle
  whistle move --back whistle.db                 serve the old one again";

const SIMULATE: &str = "\
Examples:
  whistle simulate binome --seats 4 --games 100000 --threads 2
  whistle simulate binome --seats 6 --option boat=true --json
  whistle simulate binome --seats 1                            one person and the Assistant
  whistle simulate binome --games 3 --records games.jsonl && whistle verify games.jsonl";

const ARENA: &str = "\
Elo is a measure of strength: who is 120 stronger takes two points of three. The bounds hold 95 times in 100.

Examples:
  whistle arena binary --players 6,3 --games 200
  whistle arena dominoes --players 5,4,3 --games 400 --threads 2
  whistle arena bingolino --players 4,3 --seats 4
  whistle arena binary --players 3 --player 'cmd:python3 docs/player.py'
  whistle arena binary --players search:20000,search:5000 --sprt --json";

const ENGINE: &str = "\
It reads questions from its standard input and answers on its standard output, as docs/PLAYERS.md says under \"A player of your
own\". It knows what these lines tell it and nothing else. When it is asked what cannot be, it says so and ends with 1.

Examples:
  whistle engine binary --level 5
  whistle arena binary --player 'cmd:whistle engine binary --level 3' --player 3 --games 20";

const REPLAY: &str = "\
Seats count from 0, as in records.

Examples:
  whistle replay games.jsonl                    every game, as anybody at the table saw it
  whistle replay games.jsonl --game 2 --seat 0  the second game, as its first seat saw it";

const DAILY: &str = "\
A position follows from its day by the calendar of UTC, and so does its answer: docs/PLAYERS.md says how, under The position of
the day. Every machine with this version of whistle finds the same. The answer is printed for days that are over. It takes a few
seconds a game.

Examples:
  whistle daily                                  today's positions
  whistle daily --date 2026-11-26 --game binary  what was best yesterday, and by how much?";

const RATINGS: &str = "\
A rating is computed from the results in the database whenever somebody asks. docs/RULES.md says how, under Ratings. Use the
version of whistle that serves the database.

With --check no database is read. Made-up people of known strength play against each other, and the ratings are held against
what is known: how many pairs of people are in the right order after ten matches each, whether the chances told before 100,000
matches of two, of four and of sides of three are what happened, and whether the sides of lobbies can be made even. It ends with 0
when all is good enough, and with 1 when something is not.

Examples:
  whistle ratings binome --guild 1420…         who is how strong there
  whistle ratings binome --all-servers         and of those who are shown over all servers?
  whistle ratings --check                      are ratings worth anything?
  whistle ratings --check --spread 250         and among people who are much further apart?";

const VERIFY: &str = "\
Checks options, order, legality, notation, counts, facts, lapses and result of every game. The record of a match that is over
tells the secret, the words of luck and the seats that were drawn: all seeds, all draws and these seats are computed again. So
is each choice of a computer player, if this program has the same version of the players. That takes as long as choosing did: some
seconds for a game between players of the highest level (--without-players leaves it out).

A record alone can only agree with itself. So give what was noted before:
* the seal (--commitment), which the lobby and `/table verify` show. Another secret than the one that was sealed is found.
* the receipt of a word that you added (--receipt). A word that was left out, changed, moved or put in before yours is found,
  and you are told how many words came after yours. Where chance was sealed once, the receipt tells the seal, too.
A match that went on from a backup has several seals, in their order. docs/FAIRNESS.md says what can be found, and what not.

A table that was opened before there were words is an old one. Its record tells no secret: the bot does, after the match. The
seeds follow from the secret, from the table's id and from the ids of the interactions by which people joined, in that order
(--secret, --table, --joins).

Examples:
  whistle verify match.jsonl
  whistle verify match.jsonl --commitment a41b… --receipt 9c07…
  whistle verify old.jsonl --secret 5f0c… --commitment a41b… --table 42 --joins 1420…,1420…";

const DOCTOR: &str = "\
It reads the settings of the bot, the database and what the system allows, and asks Discord what it knows of the bot. It changes
nothing and sends no message, so the bot may run meanwhile. Start it where the bot is started: as the same user, in the same
folder, and with Docker as `docker exec whistle whistle doctor`. No id and no token is printed.

Each check gets a line: ok, or a warning of what may go wrong, or failed, each with the way out. It ends with 0 when nothing
failed, with 1 when something did, and with 2 when it could not run.

Example:
  DISCORD_TOKEN=… whistle doctor";

const SYSTEMD: &str = "\
The bot runs as a user of its own, and its database is /var/lib/whistle/whistle.db. docs/OPERATIONS.md has the whole way.

Example:
  useradd --system whistle
  whistle systemd > /etc/systemd/system/whistle.service
  systemctl enable --now whistle

Two units of one template take turns, and a newer version needs no gap:
  whistle systemd --renew > /etc/systemd/system/whistle@.service
  systemctl start whistle@green";

const CONFORM: &str = "\
Stop the bot before: it would answer the same presses. The server should be a private one of yours, and whoever is asked to
press should see the new channel there. The bot wants to manage channels, messages and threads in it, and to pin messages.

It ends with 0 when Discord does as docs/DISCORD.md says in all that was tried, with 1 when something differs, and with 2 when
it could not run.

Examples:
  DISCORD_TOKEN=… whistle conform --guild 1420…                  everything that takes minutes
  DISCORD_TOKEN=… whistle conform --guild 1420… --without-person  all that needs nobody's press
  whistle conform --list                                          what is tried";

/// A Discord bot that referees tabletop games. Without a command it starts the playground and the bot on this computer; with
/// DISCORD_TOKEN set it serves Discord.
#[derive(Debug, Parser)]
#[command(name = "whistle", version, after_help = SETTINGS, max_term_width = 120)]
pub struct Arguments {
    /// Let DISCORD_API_BASE point beyond this computer; it will be sent the bot's token.
    #[arg(long, global = true)]
    pub(super) allow_remote_api: bool,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

impl Arguments {
    /// Whether the command is `doctor`, which is there to find wrong settings and so starts with any.
    pub fn is_doctor(&self) -> bool {
        matches!(self.command, Some(Command::Doctor))
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Start a stand-in for Discord on this computer, with a page to play on, and the bot against it.
    #[command(after_help = PLAYGROUND)]
    Playground(PlaygroundArguments),
    /// Serve Discord. Needs DISCORD_TOKEN.
    #[command(after_help = SETTINGS)]
    Bot(BotArguments),
    /// Ask the bot on this computer whether it is ready: ends with 0 if so, otherwise with 1. Needs WHISTLE_HTTP.
    Health(HealthArguments),
    /// Print the link that invites the bot to a server, with exactly the permissions it needs.
    Invite(InviteArguments),
    /// Look for what is wrong with the settings, the database, the system and Discord's side of the bot, and change nothing.
    #[command(after_help = DOCTOR)]
    Doctor,
    /// Copy the database to a new file, while the bot goes on.
    #[command(after_help = BACKUP)]
    Backup(BackupArguments),
    /// Copy all data from a file to a PostgreSQL server's database, or back.
    #[command(after_help = MOVE)]
    Move(MoveArguments),
    /// Play a game at random many times, and say how it went.
    #[command(after_help = SIMULATE)]
    Simulate(SimulateArguments),
    /// Let computer players play against each other, and say who is stronger.
    #[command(after_help = ARENA)]
    Arena(ArenaArguments),
    /// Play a seat as a program that is asked in lines of JSON, such as `whistle arena` asks them.
    #[command(after_help = ENGINE)]
    Engine(EngineArguments),
    /// Print the ratings of a game in a server or over all servers, or check on people of known strength how good ratings are.
    #[command(after_help = RATINGS)]
    Ratings(RatingsArguments),
    /// Print the positions of a day, and the best choices of a day that is over.
    #[command(after_help = DAILY)]
    Daily(DailyArguments),
    /// Show a recorded game step by step, as the table or a seat sees it.
    #[command(after_help = REPLAY)]
    Replay(ReplayArguments),
    /// Print a unit with which systemd keeps the bot running, shut off from the rest of the machine.
    #[command(after_help = SYSTEMD)]
    Systemd(SystemdArguments),
    /// Try out in a private server whether Discord does what docs/DISCORD.md says, and tidy up.
    #[command(after_help = CONFORM)]
    Conform(ConformArguments),
    /// Check recorded games to the last letter.
    #[command(after_help = VERIFY)]
    Verify(VerifyArguments),
}

#[derive(Debug, Default, Args)]
pub(super) struct PlaygroundArguments {
    /// The port to listen on [default: any free one].
    #[arg(long)]
    pub(super) port: Option<u16>,
    /// The address to listen on [default: 127.0.0.1, this computer only]. Beyond this computer there is no password: whoever
    /// reaches it can act as anybody there.
    #[arg(long, value_name = "ADDRESS")]
    pub(super) bind: Option<IpAddr>,
    /// How many servers there are, up to eight, each with channels of its own and the same people [default: 1].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(super) servers: Option<u8>,
    /// Start the playground alone; a bot can be started against it with DISCORD_API_BASE.
    #[arg(long)]
    pub(super) no_bot: bool,
    /// Let three people play one match after the other by themselves, to have something to watch.
    #[arg(long, conflicts_with = "no_bot")]
    pub(super) demo: bool,
    /// The privileged intents that bots are granted, as on the Bot page of Discord's developer portal [default: none].
    #[arg(long, value_name = "INTENTS", value_enum, value_delimiter = ',')]
    pub(super) intents: Vec<PrivilegedIntent>,
}

impl PlaygroundArguments {
    /// Where to listen; port 0 is any free one.
    pub(super) fn address(&self) -> SocketAddr {
        let address = self.bind.unwrap_or(Ipv4Addr::LOCALHOST.into());
        SocketAddr::from((address, self.port.unwrap_or(0)))
    }
}

#[derive(Debug, Args)]
pub(super) struct HealthArguments {
    /// Ask only whether the process runs and answers, as whatever starts it again when it does not should ask.
    #[arg(long)]
    pub(super) live: bool,
}

#[derive(Debug, Args)]
pub(super) struct InviteArguments {
    /// The application's id, when there is no DISCORD_TOKEN to read it from.
    #[arg(long, value_name = "ID", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) client_id: Option<u64>,
}

#[derive(Debug, Args)]
pub(super) struct BackupArguments {
    /// The new file.
    pub(super) file: PathBuf,
}

#[derive(Args)]
pub(super) struct MoveArguments {
    /// The database whose data is copied: a file, or postgres://user@host/database [default: DATABASE_URL].
    #[arg(long, value_name = "DATABASE", required_unless_present_any = ["to", "back"])]
    pub(super) from: Option<String>,
    /// The database that gets the data: a file that is not there yet, or the address of an empty database [default:
    /// DATABASE_URL].
    #[arg(long, value_name = "DATABASE")]
    pub(super) to: Option<String>,
    /// Move nothing, and let this database be served again, whose data was moved. What happened at the new place since is
    /// not in it.
    #[arg(long, value_name = "DATABASE", conflicts_with_all = ["from", "to"])]
    pub(super) back: Option<String>,
}

/// Without the passwords.
impl fmt::Debug for MoveArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveArguments").finish_non_exhaustive()
    }
}

#[derive(Debug, Args)]
pub(super) struct SimulateArguments {
    /// The game.
    pub(super) game: String,
    /// How many sit down; 1 is solo where the game offers it [default: 2, or the fewest the game takes].
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=32))]
    pub(super) seats: Option<u8>,
    /// How many games.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// How many whole matches to play, instead of games: as many games each as their options say, or until their points are
    /// reached.
    #[arg(long, conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) matches: Option<u64>,
    /// The seed: the same seed plays the same games.
    #[arg(long, default_value_t = 0)]
    pub(super) seed: u64,
    /// An option of the game, such as `games=1`; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(super) options: Vec<String>,
    /// Write every game to this file, one record a line, with draws that can be verified. (These are other games than the
    /// same seed plays without records.)
    #[arg(long, value_name = "FILE", conflicts_with = "threads")]
    pub(super) records: Option<PathBuf>,
    /// Print one line of JSON instead of a table.
    #[arg(long)]
    pub(super) json: bool,
    /// How many threads play. The games are the same with any number.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

#[derive(Debug, Args)]
pub(super) struct SystemdArguments {
    /// The program [default: this one].
    #[arg(long, value_name = "PATH")]
    pub(super) program: Option<PathBuf>,
    /// The file with the settings.
    #[arg(long, value_name = "PATH", default_value = "/etc/whistle.env")]
    pub(super) settings: PathBuf,
    /// The user as whom the bot runs.
    #[arg(long, value_name = "NAME", default_value = "whistle")]
    pub(super) user: String,
    /// The folder below /var/lib for the database.
    #[arg(long, value_name = "NAME", default_value = "whistle")]
    pub(super) state: String,
    /// Print a template whose units take over from each other.
    #[arg(long)]
    pub(super) renew: bool,
}

#[derive(Debug, Args)]
pub(super) struct DailyArguments {
    /// The day of UTC, as in 2026-11-27 [default: today].
    #[arg(long, value_name = "DAY")]
    pub(super) date: Option<Day>,
    /// The game [default: every game that has such a position].
    #[arg(long)]
    pub(super) game: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct ArenaArguments {
    /// The game.
    pub(super) game: String,
    /// The players: random, a level from 1 to 6, greedy:WORLDS, search:POSITIONS. Every two of them play against each other.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(super) players: Vec<String>,
    /// One more player, such as `cmd:python3 my.py`: a program that is asked as docs/PLAYERS.md says; may be repeated.
    #[arg(long, value_name = "PLAYER")]
    pub(super) player: Vec<String>,
    /// How many milliseconds a program may take for a choice.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) ms: u64,
    /// How many games every two of them play. Each deal is played twice, with exchanged seats.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    pub(super) games: u64,
    /// Count whole matches as games.
    #[arg(long)]
    pub(super) matches: bool,
    /// How many seats the table has; with more than two, both players take every other seat [default: 2].
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=32))]
    pub(super) seats: Option<u8>,
    /// The seed: the same seed plays the same games.
    #[arg(long, default_value_t = 0)]
    pub(super) seed: u64,
    /// An option of the game, such as `size=6`; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(super) options: Vec<String>,
    /// Stop as soon as it is clear whether the first player is stronger by so much, in Elo, or not at all. Only where two
    /// sides play.
    #[arg(long, value_name = "ELO", num_args = 0..=1, default_missing_value = "30")]
    pub(super) sprt: Option<f64>,
    /// Print one line of JSON instead of a table.
    #[arg(long)]
    pub(super) json: bool,
    /// How many threads play. The games are the same with any number.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

#[derive(Debug, Args)]
pub(super) struct EngineArguments {
    /// The game.
    pub(super) game: String,
    /// How well it plays, from 1 (a beginner) to 6 [default: 3].
    #[arg(long)]
    pub(super) level: Option<u8>,
    /// The seed: the same seed makes the same choices when it is told the same.
    #[arg(long, default_value_t = 0)]
    pub(super) seed: u64,
}

#[derive(Debug, Args)]
pub(super) struct RatingsArguments {
    /// The game.
    #[arg(required_unless_present = "check", requires = "where")]
    pub(super) game: Option<String>,
    /// The id of the server.
    #[arg(long, group = "where", value_name = "ID", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) guild: Option<u64>,
    /// Over all servers, of those who want to be shown there.
    #[arg(long, group = "where", requires = "game")]
    pub(super) all_servers: bool,
    /// Check the ratings on made-up people of known strength.
    #[arg(long, conflicts_with_all = ["game", "where"])]
    pub(super) check: bool,
    /// The seed of the made-up people: the same seed gives the same people and matches.
    #[arg(long, default_value_t = 0, requires = "check")]
    pub(super) seed: u64,
    /// How far the strengths of the made-up people spread, in points: two of three are within as much of the middle.
    #[arg(long, value_name = "POINTS", default_value_t = 140, requires = "check")]
    pub(super) spread: u16,
    /// Check the ratings on people who play as computer players do, as `whistle arena --json` has found it, the weakest named first.
    #[arg(long, value_name = "FILE", requires = "check", conflicts_with = "spread")]
    pub(super) arena: Option<PathBuf>,
    /// Print one line of JSON instead of a table.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ReplayArguments {
    /// A file of records; `-` is the standard input.
    pub(super) file: PathBuf,
    /// See it as this seat did, counted from 0 [default: as the table saw it].
    #[arg(long)]
    pub(super) seat: Option<u8>,
    /// Only this game of the file, counted from 1 [default: all].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) game: Option<u64>,
}

#[derive(Args)]
pub(super) struct ConformArguments {
    /// The bot's token. Others on this computer may see what is typed here: DISCORD_TOKEN is better.
    #[arg(long, value_name = "TOKEN")]
    pub(super) token: Option<String>,
    /// The id of the server to try things out in.
    #[arg(long, value_name = "ID", required_unless_present = "list", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) guild: Option<u64>,
    /// The id of a channel to use [default: a new one].
    #[arg(long, value_name = "ID")]
    pub(super) channel: Option<u64>,
    /// The file for the report; it must not be there yet.
    #[arg(long, value_name = "FILE", default_value = "conform-report.md")]
    pub(super) report: PathBuf,
    /// Leave out what needs a person who presses.
    #[arg(long)]
    pub(super) without_person: bool,
    /// Try what takes a quarter of an hour, too.
    #[arg(long, conflicts_with = "without_person")]
    pub(super) slow: bool,
    /// Try these checks only.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Say what is tried, and try nothing.
    #[arg(long)]
    pub(super) list: bool,
}

/// Without the token.
impl fmt::Debug for ConformArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConformArguments").finish_non_exhaustive()
    }
}

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// A file of records; `-` is the standard input.
    pub(super) file: PathBuf,
    /// Of an old table, whose records tell none: the secret that was told after the match, 64 hexadecimal digits; several, in order, where chance was sealed anew.
    #[arg(long, value_name = "HEX", value_delimiter = ',', requires = "table")]
    pub(super) secret: Vec<String>,
    /// The seal that was shown before the match, 64 hexadecimal digits; as many as there are secrets.
    #[arg(long, value_name = "HEX", value_delimiter = ',')]
    pub(super) commitment: Vec<String>,
    /// What the bot gave you for a word of luck; more of them, parted by commas.
    #[arg(long, value_name = "RECEIPT", value_delimiter = ',')]
    pub(super) receipt: Vec<String>,
    /// The id of an old table.
    #[arg(long, value_name = "ID", requires = "secret")]
    pub(super) table: Option<String>,
    /// The ids of the join interactions of an old table, in order.
    #[arg(long, value_name = "IDS", value_delimiter = ',', requires = "secret")]
    pub(super) joins: Vec<String>,
    /// Do not compute again what computer players chose, which takes them as long as choosing.
    #[arg(long)]
    pub(super) without_players: bool,
}

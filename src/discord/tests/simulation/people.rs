//! People: they know nothing but what they see, and press what they see, sensibly or not.

use serde_json::{Value, json};

use super::discord::{APP, Asked, Asks, Message, Stage};
use super::request_content::{PanelState, spots};
use super::world::{Event, Person, State};
use crate::discord::absent::PLAYER;
use crate::discord::commands::CommandKind;
use crate::discord::custom_id::{CustomId, TYPED};
use crate::discord::moves::MOVE;
use crate::discord::opening::LEVEL;
use crate::games::CATALOGUE;
use crate::player::Level;
use crate::rules::{OptionKind, OptionSpec};

const MANAGE_MESSAGES: u64 = 1 << 13;
/// Discord's number of the permission to open threads.
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// A channel of a server.
const LANGUAGE: &str = "en-US";

/// What the form of options brings; not every game takes all of it.
const OPTIONS: [&str; 5] = [
    "clock-? 0",
    "clock-? 300",
    "flags- hints",
    "flags-hints \nclock-? 60",
    "games-? 1",
];

/// How likely a press is, beside others.
fn weight(spot: &PanelState) -> u64 {
    match &spot.press {
        CustomId::Choose { .. } | CustomId::Pick { .. } | CustomId::Start { .. } => 40,
        CustomId::Step { .. } | CustomId::Try { .. } => 15,
        CustomId::Join { .. } | CustomId::SitOn { .. } | CustomId::Return { .. } => 60,
        CustomId::NextRound { .. } => 50,
        CustomId::Resume { .. } => 20,
        CustomId::AddComputerOn { .. } | CustomId::Balance { .. } => 8,
        CustomId::Rematch { .. } | CustomId::AskAgree { .. } | CustomId::AnswerDrawOffer { .. } => 8,
        CustomId::Mine { .. } | CustomId::Thread { .. } | CustomId::Play { open: true, .. } => 6,
        CustomId::Panel { .. } | CustomId::Type { .. } | CustomId::Decline { .. } | CustomId::LetBe { .. } => 4,
        CustomId::Pause { .. }
        | CustomId::Nudge { .. }
        | CustomId::Concede { .. }
        | CustomId::OfferDraw { .. }
        | CustomId::Options { .. }
        | CustomId::Luck { .. }
        | CustomId::SetOption { .. }
        | CustomId::Show { .. } => 3,
        CustomId::AddComputer { .. }
        | CustomId::Leave { .. }
        | CustomId::LeaveSure { .. }
        | CustomId::LeaveLost { .. }
        | CustomId::LeaveLast { .. }
        | CustomId::AskResign { .. }
        | CustomId::Resign { .. }
        | CustomId::WithdrawDrawOffer { .. } => 2,
        CustomId::RemoveComputer { .. }
        | CustomId::SwapSides { .. }
        | CustomId::Cancel { .. }
        | CustomId::CancelSure { .. }
        | CustomId::CancelLost { .. }
        | CustomId::MatchBoard { .. }
        | CustomId::OpenRules { .. }
        | CustomId::Rules { .. }
        | CustomId::OpenLeaderboard { .. }
        | CustomId::Leaderboard { .. }
        | CustomId::Season { .. }
        | CustomId::Honours { .. }
        | CustomId::Ping { .. }
        | CustomId::PanelAt { .. }
        | CustomId::Boards { .. }
        | CustomId::Confirm { .. }
        | CustomId::Listed { .. }
        | CustomId::Settings { .. }
        | CustomId::Play { open: false, .. }
        | CustomId::Forget => 1,
        // Their answers are computed in a thread, which does not come out alike twice.
        CustomId::Verify { .. }
        | CustomId::Learn { .. }
        | CustomId::Daily { .. }
        | CustomId::Guess { .. }
        | CustomId::DailyMenu { .. }
        | CustomId::ShareDaily { .. }
        | CustomId::Replay { .. }
        | CustomId::Review { .. }
        | CustomId::Record { .. }
        | CustomId::History { .. }
        | CustomId::Ratings { .. }
        | CustomId::Everywhere { .. }
        | CustomId::Typed { .. }
        | CustomId::AddLuck { .. }
        | CustomId::SetOptions { .. }
        | CustomId::Blank { .. }
        | CustomId::Arrange { .. }
        | CustomId::PlayMenu { .. }
        | CustomId::SettingsMenu { .. }
        | CustomId::SeasonMenu { .. } => 0,
    }
}

impl State {
    /// Somebody does something; gives the channel in which they talk, if that is what they do.
    pub(super) fn act(&mut self) -> Option<u64> {
        // Whoever plays has more to do than who looks on.
        let plays: Vec<usize> = self.discord.chats.keys().copied().collect();
        let who = match self.social.pick(&plays).copied().filter(|_| self.social.chance(700)) {
            Some(plays) => plays,
            None => self.social.below(self.people.len() as u64) as usize,
        };
        if self.has_parted(who) {
            return None;
        }
        let roll = self.social.below(1000);
        let asked = match roll {
            _ if self.discord.asked.is_empty() => self.start(0, self.places[0]).map(|asked| (asked, None)),
            0..=870 => self.presses(who),
            871..=960 => self.commands(who),
            _ => {
                let channel = self.social.pick(&self.places).copied();
                self.tell(|| format!("{who} talks"));
                return channel;
            }
        };
        let (first, again) = asked?;
        let opens = matches!(
            &first.asks,
            Asks::CustomId {
                press: CustomId::Type { .. } | CustomId::Luck { .. } | CustomId::Options { .. },
                ..
            }
        );
        self.send(first);
        if opens {
            // What is typed into the form follows.
            again.into_iter().for_each(|form| self.send(form));
        } else if self.social.chance(self.fault_plan.hasty) {
            // The same again, or somebody else's, in the same moment.
            match again.filter(|_| self.social.chance(500)) {
                Some(again) => self.send(again),
                None => {
                    let other = self.social.below(self.people.len() as u64) as usize;
                    if let Some((asked, _)) = self.presses(other).filter(|_| !self.has_parted(other)) {
                        self.send(asked);
                    }
                }
            }
        }
        None
    }

    /// The newest messages that somebody sees, the oldest first.
    fn seen(&self, who: usize) -> Vec<(u64, &Message)> {
        /// Who would scroll further up?
        const NEWEST: usize = 6;
        let sees = |(_, message): &(&u64, &Message)| {
            let channel = self.discord.channels.get(&message.channel);
            let here = channel.is_some_and(|channel| !channel.gone && channel.person.is_none_or(|whose| whose == who));
            here && message.only.is_none_or(|only| only == who)
        };
        let newest = self.discord.messages.iter().rev().filter(sees).take(NEWEST);
        let mut seen: Vec<(u64, &Message)> = newest.map(|(number, message)| (*number, message)).collect();
        seen.reverse();
        seen
    }

    /// Something that somebody sees is pressed; gives the same twice, as two interactions.
    fn presses(&mut self, who: usize) -> Option<(Asked, Option<Asked>)> {
        let slow = self.social.chance(80);
        let mut ways: Vec<(u64, (u64, PanelState))> = Vec::new();
        for (number, message) in self.seen(who) {
            let shown = if slow { &message.before } else { &message.components };
            ways.extend(spots(shown).into_iter().map(|spot| (weight(&spot), (number, spot))));
        }
        let (number, spot) = self.social.weigh(&ways)?.clone();
        if matches!(
            spot.press,
            CustomId::Type { .. } | CustomId::Luck { .. } | CustomId::Options { .. }
        ) {
            return self.types(who, number, &spot, &ways);
        }
        let again = self.component(who, number, &spot)?;
        Some((self.component(who, number, &spot)?, Some(again)))
    }

    /// Somebody presses a button for a form, and perhaps sends what it opens.
    fn types(
        &mut self,
        who: usize,
        number: u64,
        spot: &PanelState,
        ways: &[(u64, (u64, PanelState))],
    ) -> Option<(Asked, Option<Asked>)> {
        let opened = self.component(who, number, spot)?;
        let choices: Vec<String> = match spot.press {
            CustomId::Options { .. } => OPTIONS.map(str::to_owned).into(),
            _ => ways.iter().filter_map(|(_, (_, spot))| spot.choice()).collect(),
        };
        let typed = self
            .social
            .pick(&choices)
            .cloned()
            .unwrap_or_else(|| "nonsense".to_owned());
        let press = match spot.press {
            CustomId::Type { table, step, .. } => CustomId::Typed { table, step },
            CustomId::Luck { table } => CustomId::AddLuck { table },
            CustomId::Options { table } => CustomId::SetOptions { table },
            _ => return None,
        };
        let asks = Asks::CustomId {
            press: press.clone(),
            typed: Some(typed.clone()),
        };
        let data = json!({ "custom_id": press.to_string(), "components": [
            { "type": 1, "components": [{ "type": 4, "custom_id": TYPED, "value": typed }] },
        ] });
        let channel = self.discord.messages.get(&number)?.channel;
        let form = self.interaction(who, channel, Some(number), 5, &data, asks);
        Some((opened, Some(form)))
    }

    fn component(&mut self, who: usize, number: u64, spot: &PanelState) -> Option<Asked> {
        let channel = self.discord.messages.get(&number)?.channel;
        let mut data = json!({ "custom_id": spot.custom_id, "component_type": 2 });
        if let Some(value) = &spot.value {
            (data["component_type"], data["values"]) = (json!(3), json!([value]));
        }
        let asks = Asks::CustomId {
            press: spot.press.clone(),
            typed: spot.value.clone(),
        };
        Some(self.interaction(who, channel, Some(number), 3, &data, asks))
    }

    /// A command is called.
    fn commands(&mut self, who: usize) -> Option<(Asked, Option<Asked>)> {
        let open: Vec<u64> = self
            .places
            .iter()
            .copied()
            .filter(|channel| !self.discord.channels[channel].gone)
            .collect();
        let channel = *self.social.pick(&open)?;
        let kinds: [(u64, CommandKind); 14] = [
            (20, CommandKind::Move(None)),
            (6, CommandKind::Replace),
            (30, CommandKind::Show),
            (30, CommandKind::Mine),
            (4, CommandKind::Leave),
            (2, CommandKind::Cancel),
            (10, CommandKind::Nudge),
            (4, CommandKind::Hint),
            (4, CommandKind::Resign),
            (4, CommandKind::DrawOffer),
            (5, CommandKind::Help),
            (5, CommandKind::Status),
            (10, CommandKind::Play),
            (40, CommandKind::Start(&CATALOGUE[0])),
        ];
        let kind = *self.social.weigh(&kinds)?;
        match kind {
            CommandKind::Start(_) => Some((self.start(who, channel)?, None)),
            CommandKind::Move(_) => {
                let seen = self.seen(who).into_iter();
                let spots = seen.flat_map(|(_, message)| spots(&message.components));
                let choices: Vec<String> = spots.filter_map(|spot| spot.choice()).collect();
                let what = self.social.pick(&choices).cloned();
                let option = json!({ "name": MOVE, "type": 3, "value": what.unwrap_or_else(|| "nonsense".to_owned()) });
                Some((self.command(who, channel, kind, &[option]), None))
            }
            CommandKind::Replace => {
                let absent = self.social.pick(&self.people)?.clone();
                Some((self.replace(who, channel, &absent), None))
            }
            kind => Some((self.command(who, channel, kind, &[]), None)),
        }
    }

    /// A game is to be begun.
    pub(super) fn start(&mut self, who: usize, channel: u64) -> Option<Asked> {
        let entry = self.social.pick(CATALOGUE)?;
        let clock = match entry.turn_clocks {
            [] => *self.social.pick(&[0, 0, 60, 300])?,
            // Seconds: with nobody there, a match runs away.
            clocks if self.social.chance(200) => *self.social.pick(clocks)?,
            _ => 0,
        };
        let most = i64::from(*entry.people.end()) - 1;
        let computers = match self.social.chance(300) {
            true => self.social.between(1, 2).min(most),
            false => 0,
        };
        let mut options = vec![json!({ "name": "clock", "type": 4, "value": clock })];
        if self.social.chance(250)
            && let Some(spec) = self.social.pick((entry.options)())
        {
            options.push(self.option(spec));
        }
        if computers > 0 {
            options.push(json!({ "name": "computers", "type": 4, "value": computers }));
            if let Some(level) = self
                .social
                .pick(&Level::ALL)
                .filter(|level| **level != Level::default())
            {
                options.push(json!({ "name": LEVEL, "type": 4, "value": level }));
            }
        }
        if self.social.chance(60) {
            let at = self.social.below(options.len() as u64 + 1) as usize;
            options.insert(at, self.nonsense());
        }
        Some(self.command(who, channel, CommandKind::Start(entry), &options))
    }

    /// An option that no client of Discord would send: of another kind, out of all bounds, or unknown.
    fn nonsense(&mut self) -> Value {
        let names = [
            "clock",
            "computers",
            LEVEL,
            "games",
            "players",
            "turn",
            "move",
            "rest",
            "$",
        ];
        let name = *self.social.pick(&names).unwrap_or(&"clock");
        let numbers = [i64::MIN, -1, 0, 1 << 40, (1 << 53) + 1, i64::MAX];
        let (kind, value) = match self.social.below(4) {
            0 => (4, json!(self.social.pick(&numbers))),
            1 => (5, json!(self.social.chance(500))),
            2 => (3, json!("\u{202e}x:\0;--".repeat(1 + self.social.below(600) as usize))),
            _ => (10, json!(0.1)),
        };
        json!({ "name": name, "type": kind, "value": value })
    }

    /// A game in another way than the usual one.
    fn option(&mut self, spec: &OptionSpec) -> Value {
        let (kind, value) = match spec.kind {
            OptionKind::Flag => (5, self.social.chance(500).into()),
            OptionKind::Number { min, max } => (4, self.social.between(min, max).into()),
            OptionKind::OneOf(numbers) => (4, self.social.pick(numbers).copied().into()),
            OptionKind::Word(words) => (3, self.social.pick(words).copied().into()),
        };
        let value: Value = value;
        json!({ "name": spec.name, "type": kind, "value": value })
    }

    /// The computer is asked for in the place of somebody.
    fn replace(&mut self, who: usize, channel: u64, absent: &Person) -> Asked {
        let option = json!({ "name": PLAYER, "type": 3, "value": absent.id.to_string() });
        self.command(who, channel, CommandKind::Replace, &[option])
    }

    /// A command, with its options.
    pub(super) fn command(&mut self, who: usize, channel: u64, kind: CommandKind, options: &[Value]) -> Asked {
        let name = match kind {
            CommandKind::Start(entry) | CommandKind::Move(Some(entry)) => entry.slug,
            CommandKind::Move(None) => MOVE,
            _ => "table",
        };
        let part = match kind {
            CommandKind::Show => "show",
            _ => "part",
        };
        let part = json!({ "name": part, "type": 1, "options": options });
        let data = json!({ "id": "1", "name": name, "type": 1, "options": [part] });
        self.interaction(who, channel, None, 2, &data, Asks::Command(kind))
    }

    /// What the gateway says of an interaction (docs/DISCORD.md, "Interactions"), but for its number and token.
    fn interaction(
        &mut self,
        who: usize,
        channel: u64,
        source: Option<u64>,
        kind: u64,
        data: &Value,
        asks: Asks,
    ) -> Asked {
        let person = &self.people[who];
        let user = json!({ "id": person.id.to_string(), "username": person.name, "discriminator": "0", "global_name": person.name });
        let (there, now) = (&self.discord.channels[&channel], self.now());
        let mut payload = json!({
            "application_id": APP.to_string(), "type": kind, "version": 1, "data": data,
            "channel_id": channel.to_string(), "app_permissions": there.rights().to_string(), "locale": LANGUAGE,
            "entitlements": [], "attachment_size_limit": 1 << 20, "authorizing_integration_owners": {},
        });
        if there.person.is_none() {
            let may = CREATE_PUBLIC_THREADS | if person.moderator { MANAGE_MESSAGES } else { 0 };
            payload["guild_id"] = there.guild.to_string().into();
            payload["guild_locale"] = LANGUAGE.into();
            payload["member"] = json!({
                "user": user, "roles": [], "deaf": false, "mute": false, "flags": 0, "permissions": may.to_string(),
                "joined_at": "2026-01-01T00:00:00Z",
            });
        } else {
            payload["user"] = user;
        }
        if let Some((number, message)) = source.and_then(|number| Some((number, self.discord.messages.get(&number)?))) {
            payload["message"] = json!({
                "id": number.to_string(), "channel_id": channel.to_string(), "type": 0, "content": message.content,
                "author": { "id": APP.to_string(), "username": "whistle", "discriminator": "0001", "bot": true },
                "timestamp": "2026-01-01T00:00:00Z", "tts": false, "mention_everyone": false, "mentions": [],
                "mention_roles": [], "attachments": [], "embeds": [], "pinned": false, "components": message.components,
                "flags": if message.only.is_some() { 1 << 6 } else { 0 },
            });
        }
        let mut asked = Asked::new(who, channel, source, now, asks);
        asked.payload = payload;
        asked
    }

    /// An interaction goes its way to the bot, as well or badly as the gateway takes it there.
    pub(super) fn send(&mut self, asked: Asked) {
        let what = match &asked.asks {
            Asks::CustomId { press, typed } => format!("{press} {}", typed.as_deref().unwrap_or_default()),
            Asks::Command(kind) => format!("/{kind:?}").chars().take(40).collect(),
        };
        let (who, source) = (asked.person, asked.source);
        let number = self.discord.ask(asked);
        if let Some(asked) = self.discord.asked.get_mut(&number) {
            let token = asked.token.clone();
            asked.payload["id"] = number.to_string().into();
            asked.payload["token"] = token.into();
        }
        self.tell(|| format!("{who} asks {number} at {}: {what}", source.unwrap_or(0)));
        self.count("interactions");
        if self.social.chance(self.fault_plan.dropped) {
            self.count("interactions dropped");
            return;
        }
        let late = match self.social.chance(self.fault_plan.late) {
            true => self.social.between(50, 4000),
            false => self.social.between(2, 40),
        };
        self.plan(late, Event::Deliver(number));
        if self.social.chance(self.fault_plan.again) {
            self.count("interactions doubled");
            let most = *self.social.pick(&[20, 5000]).unwrap_or(&0);
            let later = late + self.social.between(0, most);
            self.plan(later, Event::Deliver(number));
        }
    }

    /// Whether somebody was told that what they asked is done: the message that they pressed was changed or taken. Where the
    /// bot does not know that its answer came, it can say no more to it, and what the message shows then is all that is told.
    pub(super) fn acknowledged(asked: &Asked) -> bool {
        let said = matches!(asked.stage, Stage::Said(6 | 7)) && !asked.unheard;
        let done = asked.done.len() as u32;
        said && done > 0 && done + asked.lost == asked.handed
    }
}

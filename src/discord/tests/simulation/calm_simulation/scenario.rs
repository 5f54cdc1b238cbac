//! What people do in the two worlds, and when.
//!
//! Whoever's eyes count does the same in both, and finds out by that what they can. The others choose what looks alike to
//! them; what they do in private they do in each world as that world suggests, or in one of them not at all.
//!
//! In every other pair things go wrong ([`faults`](super::faults)), most of them soon after somebody has done something.

use super::super::dice::Dice;
use super::super::request_content::PanelState;
use super::divergence::alike;
use super::faults::{Fault, Line};
use super::input::Input;
use super::setup::{Setup, TABLE};
use super::world::World;
use crate::discord::commands::CommandKind;
use crate::discord::custom_id::{CustomId, Picked};
use crate::referee::TableSnapshot;
use crate::rules::{Seat, Viewer};

/// What is done in each of the two worlds.
type Inputs = [Option<Input>; 2];

/// What people do in a pair of worlds, as it goes on.
pub(super) struct Scenario {
    dice: Dice,
    viewers: Vec<Viewer>,
    /// How many people sit there; two more do not.
    sits: usize,
    /// Whose eyes count.
    eyes: Vec<usize>,
    ids: Vec<u64>,
    /// Whether things go wrong, and what goes wrong next.
    foul: bool,
    next: Option<Fault>,
}

/// How likely a press is, beside others.
fn weight(spot: &PanelState) -> u64 {
    match &spot.press {
        CustomId::Choose { .. } | CustomId::Pick { .. } => 25,
        CustomId::Step { .. } | CustomId::Try { .. } | CustomId::Type { .. } => 25,
        CustomId::Mine { .. } | CustomId::Show { .. } => 12,
        CustomId::Leave { .. }
        | CustomId::LeaveSure { .. }
        | CustomId::LeaveLost { .. }
        | CustomId::LeaveLast { .. }
        | CustomId::Resign { .. }
        | CustomId::Cancel { .. }
        | CustomId::CancelSure { .. }
        | CustomId::CancelLost { .. } => 1,
        // Their answers are computed in a thread; a form is not pressed; nobody is sent elsewhere.
        CustomId::Verify { .. } | CustomId::Replay { .. } | CustomId::Review { .. } => 0,
        CustomId::Typed { .. } | CustomId::AddLuck { .. } | CustomId::Thread { .. } => 0,
        _ => 4,
    }
}

/// Whether a press changes nothing but what its person sees.
fn is_private(spot: &PanelState) -> bool {
    match (&spot.press, &spot.value) {
        (
            CustomId::Step { .. }
            | CustomId::Try { .. }
            | CustomId::Panel { .. }
            | CustomId::Mine { .. }
            | CustomId::Type { .. },
            _,
        ) => true,
        (CustomId::OpenRules { .. } | CustomId::MatchBoard { .. }, _) => true,
        (CustomId::Pick { .. }, Some(value)) => matches!(value.parse(), Ok(Picked::Preview(_) | Picked::Step(_))),
        _ => false,
    }
}

impl Scenario {
    pub(super) fn new(seed: u64, setup: &Setup) -> Scenario {
        let sits = setup.people.len() - 2;
        let ids: Vec<u64> = setup.people.iter().map(|person| person.id).collect();
        let mut dice = Dice::new(seed, 12);
        // Whoever sits there has more to see.
        let own = setup.sitting();
        let own = own.iter().chain(&own).chain(&own).copied();
        Scenario {
            foul: dice.chance(500),
            next: None,
            eyes: own.chain([sits, sits + 1]).collect(),
            dice,
            viewers: setup.viewers.clone(),
            sits,
            ids,
        }
    }

    /// What is done next, and how long nothing is done then.
    pub(super) fn goes_on(&mut self, worlds: [&World; 2], looks: [&TableSnapshot; 2]) -> (Inputs, i64) {
        let fault = self.next.take();
        let inputs = match self.dice.below(100) {
            _ if fault.is_some() => fault.map_or([None, None], |fault| same(Input::Fails(fault))),
            0..=29 => self.presses(worlds[0]),
            30..=33 => self.forges(worlds[0], looks[0]),
            34..=48 => self.calls(worlds[0], looks[0]),
            49..=78 => self.others_choose(worlds, looks),
            79..=89 => self.others_toy(worlds, looks),
            90..=93 => self.others_call(worlds[0]),
            94..=95 => same(Input::Talk),
            96 => {
                let (who, closed) = (self.dice.below(self.sits as u64) as usize, self.dice.chance(600));
                same(Input::Closes(who, closed))
            }
            _ => [None, None],
        };
        let pause = match self.dice.below(100) {
            0..=4 => self.dice.between(14_000, 70_000),
            5..=9 => self.dice.between(70_000, 310_000),
            10..=24 => self.dice.between(1, 60),
            25..=44 => self.dice.between(60, 400),
            _ => self.dice.between(400, 3000),
        };
        (inputs, self.goes_wrong(pause))
    }

    /// Lets something go wrong after a pause, or not; gives how long that is then.
    fn goes_wrong(&mut self, pause: i64) -> i64 {
        /// Of a thousand.
        const OFTEN: u64 = 300;
        if !self.foul || !self.dice.chance(OFTEN) {
            return pause;
        }
        self.next = Some(Fault::any(&mut self.dice, &self.eyes));
        match self.dice.chance(700) {
            true => self.dice.between(0, 200),
            false => pause,
        }
    }

    fn own(&mut self) -> usize {
        self.dice.pick(&self.eyes).copied().unwrap_or(self.sits)
    }

    /// Somebody whose eyes count presses something that they see.
    fn presses(&mut self, world: &World) -> Inputs {
        let who = self.own();
        let state = world.outside.lock();
        let spots = state.spots(who).into_iter();
        let ways: Vec<(u64, (u64, PanelState))> = spots.map(|(number, spot)| (weight(&spot), (number, spot))).collect();
        let Some((number, spot)) = self.dice.weigh(&ways).cloned() else {
            return [None, None];
        };
        if let CustomId::Type { step, .. } = spot.press
            && self.dice.chance(600)
        {
            let texts: Vec<String> = ways.iter().filter_map(|(_, (_, spot))| spot.choice()).collect();
            let typed = self.text(&texts);
            return same(state.form(who, number, TABLE, step, &typed));
        }
        same(state.press(who, number, &spot))
    }

    /// Somebody whose eyes count sends what no button of theirs holds, in the name of a message that they see: a choice that
    /// others could make or have made, or a page of it. What comes of that must not tell whether it is one.
    fn forges(&mut self, world: &World, snapshot: &TableSnapshot) -> Inputs {
        /// The longest that Discord takes.
        const LONGEST: usize = 100;
        let who = self.own();
        let texts = self.texts(snapshot);
        let what = self.text(&texts);
        let whose = Seat(self.dice.below(snapshot.table.seats.len() as u64) as u8);
        let step = snapshot.table.offered(whose).unwrap_or(snapshot.table.seq);
        let state = world.outside.lock();
        let Some(number) = self.dice.pick(&state.seen(who)).copied() else {
            return [None, None];
        };
        let path: Vec<String> = what.split(' ').take(1).map(str::to_owned).collect();
        let (table, value) = (TABLE, None);
        let (press, value) = match self.dice.below(5) {
            0 | 1 => (CustomId::Choose { table, step, what }, value),
            2 => (
                CustomId::Try {
                    table,
                    step,
                    path,
                    what,
                },
                value,
            ),
            3 => (
                CustomId::Step {
                    table,
                    step,
                    path,
                    page: 0,
                },
                value,
            ),
            _ => {
                let picked = Picked::Choice(what).to_string();
                let path = Vec::new();
                (
                    CustomId::Pick {
                        table,
                        step,
                        path,
                        part: 0,
                    },
                    Some(picked),
                )
            }
        };
        let custom_id = press.to_string();
        let fits = custom_id.len() <= LONGEST && value.as_ref().is_none_or(|value: &String| value.len() <= LONGEST);
        if !fits || custom_id.parse() != Ok(press.clone()) {
            return [None, None];
        }
        same(state.press(
            who,
            number,
            &PanelState {
                custom_id,
                value,
                press,
            },
        ))
    }

    /// Something to type: one of these, nearly one, or nonsense.
    fn text(&mut self, texts: &[String]) -> String {
        let text = self.dice.pick(texts).cloned().unwrap_or_default();
        match self.dice.below(10) {
            0..=5 => text,
            6 => text.chars().take(self.dice.below(4) as usize).collect(),
            7 => format!("{text}9"),
            8 => text.chars().rev().collect(),
            _ => "pass".to_owned(),
        }
    }

    /// Somebody whose eyes count calls a command. What they type may be what others have chosen or could choose: to refuse it
    /// must not tell that.
    fn calls(&mut self, world: &World, snapshot: &TableSnapshot) -> Inputs {
        let who = self.own();
        let state = world.outside.lock();
        let chat = state.discord.chats.get(&who).copied().filter(|_| self.dice.chance(300));
        let channel = chat.unwrap_or(state.channel);
        if self.dice.chance(600) {
            let texts = self.texts(snapshot);
            let typed = self.text(&texts);
            return same(match self.dice.chance(600) {
                true => state.types(who, channel, &typed),
                false => state.typed(who, channel, &typed),
            });
        }
        let kinds = [
            CommandKind::Show,
            CommandKind::Mine,
            CommandKind::Mine,
            CommandKind::Nudge,
            CommandKind::Record,
            CommandKind::DrawOffer,
            CommandKind::Resign,
            CommandKind::Leaderboard(snapshot.table.game),
            CommandKind::Rules(snapshot.table.game),
            CommandKind::Help,
        ];
        let kind = *self.dice.pick(&kinds).unwrap_or(&CommandKind::Help);
        same(state.call(who, channel, kind, &[]))
    }

    /// Choices in notation that are, were or could be made at the table, whoever makes them.
    fn texts(&mut self, snapshot: &TableSnapshot) -> Vec<String> {
        let Some(play) = &snapshot.table.play else {
            return Vec::new();
        };
        let seat = Seat(self.dice.below(snapshot.table.seats.len() as u64) as u8);
        let events = snapshot.table.rounds.last().map(|round| &round.events);
        let made = events.into_iter().flat_map(|events| events.iter().rev().take(6));
        let mut texts: Vec<String> = made.map(|played| played.what.clone()).collect();
        let (choices, _) = play.choices(seat);
        for _ in 0..6 {
            texts.extend(self.dice.pick(&choices).cloned());
        }
        texts
    }

    /// Somebody else chooses, so that it looks alike.
    fn others_choose(&mut self, worlds: [&World; 2], looks: [&TableSnapshot; 2]) -> Inputs {
        const TRIES: u32 = 12;
        let table = &looks[0].table;
        let (Some(one), Some(two)) = (&table.play, &looks[1].table.play) else {
            return [None, None];
        };
        let others: Vec<(Seat, usize)> = table
            .present()
            .filter_map(|(seat, person)| {
                let may = one.may_choose(seat) && two.may_choose(seat) && !self.viewers.contains(&Viewer::Seat(seat));
                Some((seat, self.ids.iter().position(|id| *id == person.id)?)).filter(|_| may)
            })
            .filter(|(_, who)| !is_to_come(worlds[0], *who))
            .collect();
        // Most of the time it is whoever is awaited.
        let awaited = others
            .iter()
            .filter(|(seat, _)| table.awaited().contains(*seat))
            .copied();
        let awaited: Vec<(Seat, usize)> = awaited.collect();
        let pool = if awaited.is_empty() || self.dice.chance(200) {
            &others
        } else {
            &awaited
        };
        let Some((seat, who)) = self.dice.pick(pool).copied() else {
            return [None, None];
        };
        let (choices, _) = one.choices(seat);
        let changes_mind = !table.awaited().contains(seat);
        for _ in 0..TRIES {
            let Some(what) = self.dice.pick(&choices).cloned() else {
                break;
            };
            let alike = alike([&**one, &**two], &self.viewers, seat, &what);
            let Some(other) = self.dice.pick(&alike).cloned() else {
                continue;
            };
            let typed = self.dice.chance(150);
            // A change of mind is nobody else's business, so that it may as well be in one world only. Where things go wrong soon
            // after, the table looks again at what could not be sent, whoever has moved.
            let may = changes_mind && !self.foul && is_timeless(looks[0]) && is_heard(worlds[0]) && is_well(worlds[0]);
            let alone = may && self.dice.chance(500);
            let makes = |at: usize, what: &str| makes(worlds[at], looks[at], (seat, who), what, typed);
            return [makes(0, &what), makes(1, &other).filter(|_| !alone)];
        }
        [None, None]
    }

    /// Somebody else looks around in their own panel.
    fn others_toy(&mut self, worlds: [&World; 2], looks: [&TableSnapshot; 2]) -> Inputs {
        let heard = is_heard(worlds[0]);
        let others: Vec<usize> = (0..self.sits).filter(|who| heard && !self.eyes.contains(who)).collect();
        let Some(who) = self.dice.pick(&others).copied() else {
            return [None, None];
        };
        let (at, alone, nonsense) = (
            self.dice.below(1000) as usize,
            is_timeless(looks[0]) && self.dice.chance(400),
            self.dice.chance(200),
        );
        let toys = |world: &World, snapshot: &TableSnapshot| {
            let state = world.outside.lock();
            if nonsense {
                let mistyped = snapshot.table.seat_of(self.ids[who]).is_some();
                return mistyped.then(|| state.typed(who, state.channel, "nonsense"));
            }
            let private = state.spots(who).into_iter().filter(|(_, spot)| is_private(spot));
            let private: Vec<(u64, PanelState)> = private.collect();
            let (number, spot) = private.get(at % private.len().max(1))?;
            Some(state.press(who, *number, spot))
        };
        [toys(worlds[0], looks[0]), toys(worlds[1], looks[1]).filter(|_| !alone)]
    }

    /// Somebody else calls a command that everybody may know of.
    fn others_call(&mut self, world: &World) -> Inputs {
        let who = self.dice.below(self.sits as u64) as usize;
        let kinds = [
            CommandKind::Show,
            CommandKind::Mine,
            CommandKind::Nudge,
            CommandKind::Leave,
            CommandKind::DrawOffer,
        ];
        let kind = *self.dice.pick(&kinds).unwrap_or(&CommandKind::Mine);
        let state = world.outside.lock();
        same(state.call(who, state.channel, kind, &[]))
    }
}

/// Whether nothing happens at the table by time alone. Where something does, it happens when the clocks are looked at, or
/// when anybody asks anything of the table, whichever is first: who asks in one world only moves it by less than a look.
fn is_timeless(snapshot: &TableSnapshot) -> bool {
    let computer = |seat: Seat| snapshot.table.seats[seat.index()].automatic();
    snapshot.deadlines.iter().all(Option::is_none) && !snapshot.table.awaited().iter().any(computer)
}

/// Whether what people do reaches the bot. What does not, and comes too late, is in the log of the bot, whoever did it.
fn is_heard(world: &World) -> bool {
    world.outside.lock().faults.line == Line::Up
}

/// Whether what people do can be written down. Of what cannot nobody knows whether it was, and the table has to be read again
/// before anybody is shown it.
fn is_well(world: &World) -> bool {
    world.outside.lock().ill().is_none()
}

/// Whether something that somebody did comes later. They may choose for another turn then than for the one at which they look.
fn is_to_come(world: &World, who: usize) -> bool {
    let state = world.outside.lock();
    let mut missed = state.faults.missed().iter();
    missed.any(|number| state.discord.asked[number].person == who)
}

/// A choice is made: by a press on a panel, or typed.
fn makes(
    world: &World,
    snapshot: &TableSnapshot,
    (seat, who): (Seat, usize),
    what: &str,
    typed: bool,
) -> Option<Input> {
    let state = world.outside.lock();
    let own = state.discord.chats.get(&who);
    let seen = state.seen(who);
    let in_chat = seen
        .iter()
        .find(|number| own == Some(&state.discord.messages[*number].channel));
    let own = |number: &&u64| state.discord.messages[*number].only.is_some();
    let message = in_chat.or_else(|| seen.iter().find(own));
    let press = message.zip(snapshot.table.offered(seat)).filter(|_| !typed);
    let pressed = press.map(|(number, step)| state.choose(who, *number, TABLE, step, what));
    let fits = |input: &Input| match input {
        Input::Asks(asked) => asked.payload["data"]["custom_id"]
            .as_str()
            .is_some_and(|id| id.parse::<CustomId>().is_ok()),
        _ => false,
    };
    pressed
        .filter(fits)
        .or_else(|| Some(state.typed(who, state.channel, what)))
}

/// The same in both worlds.
fn same(input: Input) -> Inputs {
    [Some(input.clone()), Some(input)]
}

//! The components room: buttons, select menus and forms. Each press is read from its custom id, handed to the referee, and
//! answered in place.
//!
//! Nothing in memory waits for a press: everything that it needs is in its custom id and in the store, so it works after a
//! restart, too. A custom id can be forged, so the referee judges each request like any other. And a panel is only ever shown
//! in a message that its holder alone can see ([`Source`]).

mod action;
mod concede;
mod luck;
mod message;
mod options;
mod public;

use poise::serenity_prelude as serenity;

use super::answer::From;
use super::app::{App, Asker};
use super::custom_id::{CustomId, Picked, SettingsPage, TYPED, unpack};
use super::desired_messages::Setting;
use super::handler::{Done, Handler, Refusal};
use super::messages::PanelState;
use super::opening::{self, Wanted};
use super::past;
use super::payload::Modal;
use super::play::Play;
use super::pressed::Source;
use super::{boards, daily, history, private, records, review, show};
use crate::player::Level;
use crate::referee::{Action, Denied, Forgotten, Leads, Leaving, TableSnapshot};
use crate::rules::{Phrase, SeatSet};

/// Handles a press on a button, or a choice from a select menu.
pub(super) async fn component(app: &App, interaction: &serenity::ComponentInteraction) {
    let asker = Asker::from(interaction);
    let Some(mut handler) = Handler::admitted(app, asker, &interaction.token, From::Message).await else {
        return;
    };
    handler.source = Some(Source::of(interaction.channel_id, &interaction.message));
    // No value has a space.
    let value = match &interaction.data.kind {
        serenity::ComponentInteractionDataKind::StringSelect { values } => Some(values.join(" ")),
        _ => None,
    };
    handler.see_through(&interaction.data.custom_id, value.as_deref()).await;
    // The press that makes the bot forget a person must not store that person's language again.
    if interaction.data.custom_id.parse() != Ok(CustomId::Forget) {
        app.heard(&handler.asker).await;
    }
}

/// Handles a submitted form.
pub(super) async fn form(app: &App, interaction: &serenity::ModalInteraction) {
    let asker = Asker::from(interaction);
    let message = interaction.message.as_ref();
    let from = message.map_or(From::Command, |_| From::Message);
    let Some(mut handler) = Handler::admitted(app, asker, &interaction.token, from).await else {
        return;
    };
    handler.source = message.map(|message| Source::of(interaction.channel_id, message));
    let rows = interaction.data.components.iter().flat_map(|row| &row.components);
    let fields = rows.filter_map(|component| match component {
        serenity::ActionRowComponent::InputText(input) => Some((&*input.custom_id, input.value.as_deref()?)),
        _ => None,
    });
    let fields: Vec<(&str, &str)> = fields.collect();
    // A form has one line to type, or menus: each then gives a line with its id and what was chosen.
    let typed = match fields.as_slice() {
        [(TYPED, typed)] => (*typed).to_owned(),
        menus => menus.iter().map(|(id, chosen)| format!("{id} {chosen}\n")).collect(),
    };
    handler.see_through(&interaction.data.custom_id, Some(&typed)).await;
    app.heard(&handler.asker).await;
}

/// A page of a decision's menu, as a spot.
fn spot(step: u64, path: Vec<String>, page: u16) -> PanelState {
    PanelState {
        step: Some(step),
        path,
        page,
        ..PanelState::default()
    }
}

/// A choice that is shown before it is made, as a spot.
fn tried(step: u64, path: Vec<String>, what: String) -> PanelState {
    PanelState {
        tried: Some(what),
        ..spot(step, path, 0)
    }
}

/// What a press means; of a menu whose values are custom ids, what was chosen there.
fn meant(custom_id: &str, value: Option<&str>) -> Option<CustomId> {
    let press: CustomId = custom_id.parse().ok()?;
    if !matches!(
        press,
        CustomId::Arrange { .. }
            | CustomId::PlayMenu { .. }
            | CustomId::SettingsMenu { .. }
            | CustomId::SeasonMenu { .. }
            | CustomId::DailyMenu { .. }
    ) {
        return Some(press);
    }
    let chosen: CustomId = value?.parse().ok()?;
    let plays = matches!(chosen, CustomId::Play { open: false, .. });
    let arranges = matches!(
        chosen,
        CustomId::AddComputer { .. }
            | CustomId::AddComputerOn { .. }
            | CustomId::RemoveComputer { .. }
            | CustomId::SitOn { .. }
            | CustomId::Balance { .. }
            | CustomId::SwapSides { .. }
            | CustomId::Cancel { .. }
    );
    let sets = matches!(
        chosen,
        CustomId::Ping { .. } | CustomId::PanelAt { .. } | CustomId::Boards { .. } | CustomId::Confirm { .. }
    );
    let fits = match press {
        CustomId::PlayMenu { .. } => plays,
        CustomId::SettingsMenu { .. } => sets,
        CustomId::SeasonMenu { .. } => matches!(chosen, CustomId::Season { .. }),
        CustomId::DailyMenu { .. } => matches!(chosen, CustomId::Guess { .. }),
        _ => arranges && chosen.table() == press.table(),
    };
    fits.then_some(chosen)
}

/// Why a press is refused that means nothing.
fn unknown() -> Refusal {
    Phrase::new("press-unknown").into()
}

impl Handler<'_> {
    /// Handles a press, and defers if that takes long.
    async fn see_through(&self, custom_id: &str, value: Option<&str>) {
        let fault = || self.app.fault(&self.asker.locale);
        self.answer.in_time(self.handle(custom_id, value), fault).await;
    }

    async fn handle(&self, custom_id: &str, value: Option<&str>) {
        let Some(press) = meant(custom_id, value) else {
            return self.tell(Err(unknown())).await;
        };
        if let Some(table) = press.table() {
            self.app.used(&self.asker, table);
        }
        self.tell(self.press(press, value).await).await;
        if self.app.messages.people().tell_closed(self.asker.person.id) {
            self.say(&Phrase::new("panel-closed")).await;
        }
    }

    async fn press(&self, press: CustomId, value: Option<&str>) -> Done {
        match press {
            CustomId::Join { table } => self.sit(table, Action::Sit).await,
            CustomId::Leave { table } => self.action(table, Action::AskLeave).await,
            CustomId::LeaveSure { table } => self.leave_match(table, Leaving::Unranked).await,
            CustomId::LeaveLost { table } => self.leave_match(table, Leaving::Forfeits).await,
            CustomId::LeaveLast { table } => self.leave_match(table, Leaving::Closes).await,
            CustomId::AddComputer { table, level } => self.action(table, Action::AddComputer { level }).await,
            CustomId::RemoveComputer { table } => self.action(table, Action::RemoveComputer).await,
            CustomId::SitOn { table, side } => self.sit(table, Action::SitOn { side }).await,
            CustomId::AddComputerOn { table, side, level } => self.add_computer(table, side, level).await,
            CustomId::Balance { table } => self.action(table, Action::Balance { leads: Leads::NONE }).await,
            CustomId::SwapSides { table } => self.action(table, Action::SwapSides).await,
            CustomId::Pause { table } => self.action(table, Action::Pause).await,
            CustomId::Resume { table } => self.action(table, Action::Resume).await,
            CustomId::Options { table } | CustomId::SetOption { table, .. } => self.options(table).await?,
            CustomId::SetOptions { table } => self.set_options(table, value.ok_or_else(unknown)?).await?,
            CustomId::Luck { .. } | CustomId::AddLuck { .. } => self.luck(press, value).await?,
            CustomId::Start { table } => self.action(table, Action::Begin).await,
            CustomId::Cancel { table } => self.action(table, Action::AskCancel).await,
            CustomId::CancelSure { table } => self.close(table, SeatSet::EMPTY).await,
            CustomId::CancelLost { table, last } => self.close(table, SeatSet::from_number(last)).await,
            CustomId::Return { table } => self.action(table, Action::Return).await,
            CustomId::Nudge { table } => self.nudge(table).await?,
            CustomId::Concede { table } => self.concede(table).await?,
            CustomId::AskAgree { table, offer } => self.ask_agree(table, offer).await?,
            CustomId::AskResign { table, .. } => self.ask_resign(table).await?,
            CustomId::Resign { table, round } => self.by_word(table, Action::Resign { round }).await,
            CustomId::OfferDraw { table, round } => self.by_word(table, Action::OfferDraw { round }).await,
            CustomId::AnswerDrawOffer { .. } | CustomId::WithdrawDrawOffer { .. } => self.about_offer(press).await,
            CustomId::LetBe { .. } => self.let_be().await,
            CustomId::Decline { table, offer } => self.decline(table, offer).await,
            CustomId::NextRound { table, after } => self.action(table, Action::NextRound { after }).await,
            CustomId::Choose { table, step, what } => self.choose(table, step, what).await,
            CustomId::Typed { table, step } => self.typed(table, step, value.ok_or_else(unknown)?).await,
            CustomId::Pick { table, step, path, .. } => self.pick(table, step, path, value).await?,
            CustomId::Step { .. } | CustomId::Try { .. } | CustomId::Panel { .. } => self.turn_to(press).await?,
            CustomId::Mine { table } => self.mine(table).await?,
            CustomId::Type { table, step, typed } => self.form(table, step, &typed).await?,
            CustomId::Show { table } => self.show(table).await?,
            CustomId::Rematch { table } => self.rematch(table).await?,
            CustomId::Replay { .. } | CustomId::Record { .. } | CustomId::Review { .. } | CustomId::Verify { .. } => {
                Box::pin(self.of_past(press)).await?
            }
            CustomId::MatchBoard { table } => self.whisper(&private::match_board(self, table).await?).await,
            CustomId::History { .. } | CustomId::Everywhere { .. } => Box::pin(self.to_page(press)).await?,
            CustomId::Play { .. } | CustomId::Thread { .. } => self.open(press).await?,
            CustomId::Ping { .. } | CustomId::PanelAt { .. } | CustomId::Boards { .. } | CustomId::Confirm { .. } => {
                self.set(press).await?
            }
            CustomId::Forget => self.forget().await?,
            CustomId::Blank { .. }
            | CustomId::Arrange { .. }
            | CustomId::PlayMenu { .. }
            | CustomId::SettingsMenu { .. }
            | CustomId::SeasonMenu { .. }
            | CustomId::DailyMenu { .. } => self.answer.take().await,
            CustomId::OpenRules { table } => self.whisper(&private::rules_at(self, table).await?).await,
            CustomId::Learn { game, step, taken } => Box::pin(private::learn(self, &game, step, taken)).await?,
            CustomId::Daily { .. } | CustomId::Guess { .. } | CustomId::ShareDaily { .. } => self.of_day(press).await?,
            CustomId::OpenLeaderboard { game } => self.whisper(&boards::leaderboard(self, &game, 0).await?).await,
            CustomId::Leaderboard { .. }
            | CustomId::Ratings { .. }
            | CustomId::Season { .. }
            | CustomId::Honours { .. }
            | CustomId::Rules { .. } => Box::pin(self.to_page(press)).await?,
            CustomId::Settings { .. } | CustomId::Listed { .. } => Box::pin(self.to_page(press)).await?,
        }
        Ok(())
    }

    /// Asks for somebody's word of luck, or takes it.
    async fn luck(&self, press: CustomId, value: Option<&str>) -> Done {
        match press {
            CustomId::Luck { table } => self.luck_form(table).await,
            CustomId::AddLuck { table } => self.add_luck(table, value.unwrap_or_default()).await,
            _ => Ok(()),
        }
    }

    /// Answers or withdraws an offer of a draw.
    async fn about_offer(&self, press: CustomId) {
        match press {
            CustomId::AnswerDrawOffer { table, offer, agree } => {
                self.by_word(table, Action::AnswerDrawOffer { offer, agree }).await;
            }
            CustomId::WithdrawDrawOffer { table, offer } => {
                self.by_word(table, Action::WithdrawDrawOffer { offer }).await;
            }
            _ => {}
        }
    }

    async fn choose(&self, table: u64, step: u64, what: String) {
        self.action(table, Action::Choose { step: Some(step), what }).await;
    }

    async fn add_computer(&self, table: u64, side: u8, level: Option<Level>) {
        self.action(table, Action::AddComputerOn { side, level }).await;
    }

    async fn decline(&self, table: u64, offer: u64) {
        let agree = false;
        self.action(table, Action::AnswerDrawOffer { offer, agree }).await;
    }

    /// Does what was picked from a select menu of a panel.
    async fn pick(&self, table: u64, step: u64, mut path: Vec<String>, value: Option<&str>) -> Done {
        match value.map(str::parse) {
            Some(Ok(Picked::Choice(what))) => self.choose(table, step, what).await,
            Some(Ok(Picked::Preview(what))) => self.turn(table, tried(step, path, what)).await?,
            Some(Ok(Picked::Step(next))) => {
                path.push(next);
                self.turn(table, spot(step, path, 0)).await?;
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// Handles presses that set something for the asker.
    async fn set(&self, press: CustomId) -> Done {
        match press {
            CustomId::Ping { how } => self.prefer(how).await,
            CustomId::PanelAt { at } => self.prefer(at).await,
            CustomId::Boards { how } => self.prefer(how).await,
            CustomId::Confirm { how } => self.prefer(how).await,
            _ => Err(unknown()),
        }
    }

    /// Handles presses that show a page of a board, of the rules, of matches or of the settings.
    async fn to_page(&self, press: CustomId) -> Done {
        let page = match press {
            CustomId::Leaderboard { game, page } => boards::leaderboard(self, &game, page).await,
            CustomId::Ratings { game, page } => boards::ratings(self, &game, page, false).await,
            CustomId::Everywhere { game, page } => boards::ratings(self, &game, page, true).await,
            CustomId::Season { game, season, page } => boards::season(self, &game, season, page).await,
            CustomId::Honours { game, page } => boards::honours(self, &game, page).await,
            CustomId::Rules { game, table, page } => Ok(private::rules(self, &game, table, page).await),
            CustomId::History { person, page } => return history::history(self, person, page).await,
            CustomId::Settings { page } => Ok(private::settings(self, page).await),
            CustomId::Listed { how } => Ok(private::listed(self, how).await?),
            _ => return Err(unknown()),
        };
        // In the menu as well, where a page is turned: why there is no board.
        self.in_menu(&page.unwrap_or_else(|why| self.notice(&why))).await;
        Ok(())
    }

    /// Handles presses that open something of a match.
    async fn of_past(&self, press: CustomId) -> Done {
        match press {
            CustomId::Replay { table } => private::replay(self, table).await?,
            CustomId::Record { table } => records::of_match(self, table).await?,
            CustomId::Review { table } => review::begin(self, table).await?,
            CustomId::Verify { table } => private::verify(self, table).await?,
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// Handles presses about a position of the day.
    async fn of_day(&self, press: CustomId) -> Done {
        match press {
            CustomId::Daily { game } => Box::pin(daily::open(self, Some(&game))).await,
            CustomId::Guess { sure, game, day, what } => Box::pin(daily::choose(self, &game, day, what, sure)).await,
            CustomId::ShareDaily { game, day } => Box::pin(daily::share(self, &game, day)).await,
            _ => Err(unknown()),
        }
    }

    /// Handles presses that change what the pressed panel shows.
    async fn turn_to(&self, press: CustomId) -> Done {
        let (table, state) = match press {
            CustomId::Step {
                table,
                step,
                path,
                page,
            } => (table, spot(step, path, page)),
            CustomId::Try {
                table,
                step,
                path,
                what,
            } => (table, tried(step, path, what)),
            CustomId::Panel { table } => (table, PanelState::default()),
            _ => return Err(unknown()),
        };
        self.turn(table, state).await
    }

    /// Handles presses of private messages that open a new table, or choose what to open.
    async fn open(&self, press: CustomId) -> Done {
        match press {
            CustomId::Play {
                open,
                game,
                against,
                length,
                clock,
                level,
            } => {
                let play = Play::read(&game, against, length, (clock, level)).ok_or_else(unknown)?;
                self.play(play, open).await
            }
            CustomId::Thread {
                game,
                clock,
                rest,
                computers,
                level,
                options,
                invited,
            } => {
                let wanted = unpack(&options)
                    .and_then(|options| Wanted::of_press(self.app, &game, (clock, rest), (computers, level), options));
                let wanted = wanted.ok_or_else(unknown)?;
                self.thread(&wanted.inviting(invited)).await
            }
            _ => Err(unknown()),
        }
    }

    /// Opens the form into which a choice is typed; `typed` stands in the form already.
    async fn form(&self, table: u64, step: u64, typed: &str) -> Done {
        let (snapshot, seat) = self.seated(table).await?;
        if snapshot.table.offered(seat) != Some(step) {
            return Err(Refusal::Denied(table, Denied::Stale));
        }
        self.ask(&show::typing(
            &self.app.words,
            &self.asker.locale,
            &snapshot,
            seat,
            typed,
        ))
        .await
    }

    /// Opens a form.
    async fn ask(&self, modal: &Modal) -> Done {
        match self.answer.ask(modal).await {
            true => Ok(()),
            false => Err(Phrase::new("press-again").into()),
        }
    }

    /// Opens a table with what was chosen in the message of `/play`, or shows the choices there. Once the table is open, that
    /// message has nothing more to press.
    async fn play(&self, play: Play, open: bool) -> Done {
        if open {
            if opening::beside(self, &Wanted::of_play(self.app, &play)).await? {
                self.in_menu(&self.notice(&Phrase::new("play-opened"))).await;
            }
            return Ok(());
        }
        self.in_menu(&private::play(self, &play)).await;
        Ok(())
    }

    /// Opens a new table like the one that is over, or sits down at the rematch.
    async fn rematch(&self, table: u64) -> Done {
        let snapshot = self.snapshot(table).await?;
        let again = Wanted::again(&snapshot);
        let wanted = match snapshot.table.channel == self.asker.channel {
            true => again,
            false if self.replaces(&snapshot).await => again.elsewhere(&self.asker),
            // The press comes from a panel in a private chat, but the rematch belongs into the old table's channel.
            false => return Err(self.where_it_is(&snapshot).await.into()),
        };
        opening::here(self, &wanted).await
    }

    /// Whether a rematch may move to the asker's channel: the old match was one of theirs, its channel is gone, and both
    /// channels belong to the same server.
    async fn replaces(&self, snapshot: &TableSnapshot) -> bool {
        let guild = self.asker.guild.is_some() && self.asker.guild == snapshot.table.guild;
        guild && past::is_of(&self.asker, snapshot) && self.app.api.is_gone(snapshot.table.channel).await
    }

    /// Opens a thread, and says so in the message that offered it. A message that others see never offers a thread, so it is
    /// not edited.
    async fn thread(&self, wanted: &Wanted) -> Done {
        let source = self.source.filter(|source| source.ephemeral).ok_or_else(unknown)?;
        let thread = opening::in_thread(self, wanted, source.at.message).await?;
        let opened = Phrase::new("thread-opened").with("channel", thread.to_string());
        self.answer.update(&self.notice(&opened)).await;
        Ok(())
    }

    /// Stores a preference of the asker, and brings the settings that hold the button up to date.
    async fn prefer(&self, chosen: impl Setting) -> Done {
        private::prefer(self, chosen).await?;
        self.in_menu(&private::settings(self, SettingsPage::All).await).await;
        Ok(())
    }

    /// Forgets the asker.
    async fn forget(&self) -> Done {
        // Boxed, because all presses would have to make room for it.
        let forgotten = Box::pin(self.app.referee.forget(self.asker.person.id)).await;
        private::reopen(self).await;
        let said = match forgotten? {
            Forgotten::Everywhere => "forget-done",
            Forgotten::Later => "forget-later",
        };
        self.in_menu(&self.notice(&Phrase::new(said))).await;
        Ok(())
    }
}

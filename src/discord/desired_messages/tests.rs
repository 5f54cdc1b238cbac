//! The desired messages, at a table of the first game of the catalogue.

use std::sync::atomic::{AtomicI64, Ordering};

use tempfile::TempDir;

use super::super::custom_id::CustomId;
use super::super::messages::{Location, Message, StandingMessage, Token};
use super::super::payload::Row;
use super::*;
use crate::games::testing::sealed_choice_game::{FIRST, SECOND};
use crate::games::testing::test_catalogue;
use crate::games::{CATALOGUE, Options};
use crate::player::Level;
use crate::referee::{Action, ActionRequest, Arrangement, Clock, Opening, Person, Settings};
use crate::rules::SeatSet;
use crate::store::Store;

const ANA: u64 = 10;
const BEN: u64 = 11;
const TABLE: u64 = 100;

struct Guild {
    desired: DesiredMessages,
    referee: Referee,
    clock: Arc<AtomicI64>,
    next: u64,
    folder: TempDir,
}

fn person(id: u64) -> Person {
    Person {
        id,
        name: format!("p{id}"),
    }
}

impl Guild {
    async fn open() -> Guild {
        Guild::open_game(CATALOGUE[0].slug).await
    }

    /// The file in this folder, as a bot has it that has just begun.
    async fn serve(folder: &TempDir, clock: &Arc<AtomicI64>) -> (Referee, DesiredMessages) {
        let store = Store::open(&folder.path().join("whistle.db")).await.expect("a store");
        let time = Arc::clone(clock);
        let now: Now = Arc::new(move || time.load(Ordering::SeqCst));
        let settings = Settings {
            now: Arc::clone(&now),
            thinks: false,
            ..Settings::default()
        };
        let (referee, _) = Referee::new(store, settings);
        let words = Arc::new(Words::embedded().expect("the words are sound"));
        let desired = DesiredMessages::new(referee.clone(), words, now, Duration::from_secs(8), Probe::default());
        (referee, desired)
    }

    async fn restart(&mut self) {
        (self.referee, self.desired) = Guild::serve(&self.folder, &self.clock).await;
    }

    async fn open_game(game: &str) -> Guild {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Arc::new(AtomicI64::new(1_000_000));
        let (referee, desired) = Guild::serve(&folder, &clock).await;
        let opening = Opening {
            interaction: TABLE,
            channel: 1,
            guild: Some(2),
            host: person(ANA),
            game: game.to_owned(),
            options: Options::new(),
            clock: Some(Clock { seconds: 60 }),
            computers: 0,
            level: Level::default(),
            arrangement: Arrangement::default(),
        };
        referee.open(opening).await.expect("a table");
        Guild {
            desired,
            referee,
            clock,
            next: TABLE,
            folder,
        }
    }

    async fn does(&mut self, who: u64, action: Action) -> TableSnapshot {
        self.next += 1;
        let request = ActionRequest {
            interaction: self.next,
            who: person(who),
            from: None,
            action,
        };
        self.referee.act(TABLE, request).await.expect("it is done")
    }

    /// The first choice that somebody can make.
    async fn chooses(&mut self, who: u64) {
        let snapshot = self.referee.snapshot(TABLE).await.expect("a look").expect("a table");
        let seat = snapshot.table.seat_of(who).expect("a seat");
        let (choices, _) = snapshot.table.play.as_ref().expect("a game").choices(seat);
        let action = Action::Choose {
            step: snapshot.table.asked(seat),
            what: choices[0].clone(),
        };
        self.does(who, action).await;
    }

    async fn begun() -> Guild {
        let mut guild = Guild::open().await;
        guild.does(BEN, Action::Sit).await;
        guild.does(ANA, Action::Begin).await;
        guild
    }

    fn later(&self, seconds: i64) {
        self.clock.fetch_add(seconds * 1000, Ordering::SeqCst);
    }

    async fn desired(&self, slot: Slot, closed: bool) -> Desired {
        self.desired_beside(slot, closed, "", None).await
    }

    /// With a message of this matter in this channel.
    async fn desired_beside(&self, slot: Slot, closed: bool, once: &str, stands: Option<u64>) -> Desired {
        let mut record = Record::default();
        if let Some(channel) = stands {
            let at = Location { channel, message: 1 };
            record.message = Message::Standing(Box::new(StandingMessage::unknown(at, once)));
        }
        self.desired_with(slot, closed, &record, None).await
    }

    async fn desired_with(
        &self,
        slot: Slot,
        closed: bool,
        record: &Record,
        linked: Option<&StandingMessage>,
    ) -> Desired {
        let known = KnownSlot {
            record,
            closed,
            plain: false,
            linked,
        };
        self.desired.desired(TABLE, slot, known).await.expect("a wish")
    }

    async fn shows(&self, slot: Slot, closed: bool) -> Show {
        match self.desired(slot, closed).await {
            Desired::Show(show) => *show,
            other => panic!("{other:?}"),
        }
    }

    fn panel(&self, snapshot: &TableSnapshot, spot: &PanelState) -> Payload {
        self.desired
            .panel(snapshot, Seat(0), spot, DEFAULT_LOCALE, PanelStyle::default(), None)
    }

    async fn planned(&self, slot: Slot) -> Planned {
        let slots = self.desired.slots(TABLE).await.expect("the slots");
        slots
            .into_iter()
            .find(|planned| planned.slot == slot)
            .expect("the slot")
    }

    async fn prefers(&self, who: u64, name: &str, value: &str) {
        let store = self.referee.store();
        store.set_preference(who, name, value).await.expect("the store");
    }
}

#[tokio::test]
async fn a_lobby_is_public_and_has_no_panels() {
    let guild = Guild::open().await;
    assert_eq!(guild.shows(Slot::Table, false).await.to, Address::Channel(1));
    assert!(matches!(guild.desired(Slot::Seat(0), false).await, Desired::Gone));
    assert!(!guild.planned(Slot::Seat(0)).await.wanted);
}

#[tokio::test]
async fn everybody_gets_a_panel_where_they_want_it() {
    let guild = Guild::begun().await;
    let seat = guild.referee.snapshot(TABLE).await.expect("a look").expect("a table");
    let seat = seat.table.seat_of(BEN).expect("Ben sits");
    let panel = guild.shows(Slot::Seat(seat.0), false).await;
    assert_eq!((panel.to, panel.create), (Address::Person(BEN), true));
    assert!(matches!(guild.desired(Slot::Seat(seat.0), true).await, Desired::Leave));
    assert_eq!(guild.shows(Slot::Here(seat.0), true).await.payload, panel.payload);
    guild.prefers(BEN, PanelAt::NAME, "here").await;
    assert!(!guild.shows(Slot::Seat(seat.0), false).await.create);
}

#[tokio::test]
async fn a_ping_waits_for_its_time_and_goes_where_it_is_wanted() {
    let mut guild = Guild::begun().await;
    let ping = Slot::Ping(0);
    let planned = guild.planned(ping).await;
    assert_eq!((planned.wanted, planned.again), (false, Some(Duration::from_secs(8))));
    assert!(matches!(guild.desired(ping, false).await, Desired::Gone));
    guild.later(8);
    assert!(guild.planned(ping).await.wanted);
    let first = guild.shows(ping, false).await;
    assert_eq!(
        (first.to, first.payload.mention.as_slice()),
        (Address::Person(ANA), &[ANA][..])
    );
    assert_eq!(guild.shows(ping, true).await.to, Address::Channel(1), "a closed chat");
    guild.prefers(ANA, Ping::NAME, "channel").await;
    assert_eq!(guild.shows(ping, false).await.to, Address::Channel(1));
    guild.does(BEN, Action::Nudge).await;
    assert_ne!(
        guild.shows(ping, false).await.about,
        first.about,
        "a nudge is a ping of its own"
    );
    guild.prefers(ANA, Ping::NAME, "none").await;
    assert!(matches!(guild.desired(ping, false).await, Desired::Gone));
}

#[tokio::test]
async fn whom_a_new_panel_has_called_to_a_decision_no_reminder_calls_to_it_once_more() {
    let mut guild = Guild::begun().await;
    let (slot, ping) = (Slot::Seat(0), Slot::Ping(0));
    let called = guild.shows(slot, false).await;
    assert!(called.payload.notification.starts_with("Your turn"));
    let at = Location {
        channel: 77,
        message: 1,
    };
    let panel = StandingMessage::unknown(at, &called.about);
    let record = Record {
        message: Message::Standing(Box::new(panel.clone())),
        ..Record::default()
    };
    guild.later(8);
    let none = Record::default();
    let reminds = async |guild: &Guild, panel: &StandingMessage| {
        let desired = guild.desired_with(ping, false, &none, Some(panel)).await;
        matches!(desired, Desired::Show(_))
    };
    assert!(!reminds(&guild, &panel).await, "the panel has called her");
    let earlier = StandingMessage::unknown(at, "");
    assert!(
        reminds(&guild, &earlier).await,
        "a panel of before called her to nothing"
    );
    guild.prefers(ANA, Ping::NAME, "channel").await;
    assert!(reminds(&guild, &panel).await, "others see that she is called");
    guild.prefers(ANA, Ping::NAME, "dm").await;
    guild.chooses(ANA).await;
    guild.chooses(BEN).await;
    guild.later(8);
    let Desired::Show(kept) = guild.desired_with(slot, false, &record, None).await else {
        panic!("a panel");
    };
    assert_eq!(kept.about, called.about, "the same message says what is asked now");
    assert!(reminds(&guild, &panel).await, "an edit calls nobody");
    let next = StandingMessage::unknown(at, &guild.shows(slot, false).await.about);
    assert!(!reminds(&guild, &next).await, "a panel that comes now calls her");
    guild.does(BEN, Action::Nudge).await;
    assert!(reminds(&guild, &next).await, "a nudge calls her all the same");
}

#[tokio::test]
async fn a_ping_stays_where_it_stands_and_the_next_one_goes_where_it_is_wanted() {
    /// The private chat with Ana.
    const CHAT: u64 = 77;
    let mut guild = Guild::begun().await;
    guild.later(8);
    let ping = Slot::Ping(0);
    let first = guild.shows(ping, false).await.about;
    for (wanted, stands, stays) in [
        ("dm", 1, Address::Channel(1)),
        ("channel", 1, Address::Channel(1)),
        ("dm", CHAT, Address::Person(ANA)),
        ("channel", CHAT, Address::Person(ANA)),
    ] {
        guild.prefers(ANA, Ping::NAME, wanted).await;
        let Desired::Show(show) = guild.desired_beside(ping, false, &first, Some(stands)).await else {
            panic!("{wanted}, in {stands}: it goes");
        };
        assert_eq!(show.to, stays, "{wanted}, in {stands}");
    }
    guild.does(BEN, Action::Nudge).await;
    let Desired::Show(show) = guild.desired_beside(ping, false, &first, Some(CHAT)).await else {
        panic!("a nudge is not passed on");
    };
    assert_eq!(show.to, Address::Channel(1), "another matter");
    guild.prefers(ANA, Ping::NAME, "none").await;
    let desired = guild.desired_beside(ping, false, &show.about, Some(1)).await;
    assert!(matches!(desired, Desired::Gone));
}

#[tokio::test]
async fn a_warning_replaces_the_ping_and_an_answer_ends_it() {
    let mut guild = Guild::begun().await;
    let ping = Slot::Ping(0);
    guild.later(8);
    let first = guild.shows(ping, false).await;
    guild.later(50);
    guild.referee.tick(TABLE).await.expect("the clock");
    let warning = guild.shows(ping, false).await;
    assert_ne!(warning.about, first.about);
    assert_ne!(warning.payload, first.payload);
    guild.chooses(ANA).await;
    let stands = guild.desired_beside(ping, false, &warning.about, Some(77)).await;
    assert!(matches!(stands, Desired::Gone));
}

#[tokio::test]
async fn a_ping_stays_when_its_holder_chooses_and_is_asked_at_once_again_and_goes_when_they_let_it_lapse() {
    /// The private chat with Ben.
    const CHAT: u64 = 77;
    let mut guild = Guild::begun().await;
    guild.later(8);
    let (of_ana, ping) = (Slot::Ping(0), Slot::Ping(1));
    let [first_of_ana, first] =
        [guild.shows(of_ana, false).await, guild.shows(ping, false).await].map(|show| show.about);
    guild.chooses(ANA).await;
    let before = guild.desired_beside(of_ana, false, &first_of_ana, Some(CHAT)).await;
    assert!(matches!(before, Desired::Gone), "nobody waits for her");
    guild.chooses(BEN).await;
    for seconds in [0, 8] {
        guild.later(seconds);
        match guild.desired_beside(ping, false, &first, Some(CHAT)).await {
            Desired::Show(show) => assert_eq!(show.about, first, "he has seen what is asked now"),
            other => panic!("{other:?}"),
        }
    }
    assert_ne!(
        guild.shows(of_ana, false).await.about,
        first_of_ana,
        "Ben has called her"
    );
    guild.later(60);
    guild.referee.tick(TABLE).await.expect("the clock");
    let lapsed = guild.desired_beside(ping, false, &first, Some(CHAT)).await;
    assert!(matches!(lapsed, Desired::Gone), "he has not seen what is asked now");
    guild.later(8);
    assert_ne!(guild.shows(ping, false).await.about, first);
}

#[tokio::test]
async fn a_panel_stays_at_its_spot_for_the_same_decision_only() {
    let guild = Guild::begun().await;
    let snapshot = guild.referee.snapshot(TABLE).await.expect("a look").expect("a table");
    let asked = snapshot.table.asked(Seat(0));
    let spot = |step| PanelState {
        step,
        path: vec!["nowhere".to_owned()],
        page: 1,
        tried: Some("nothing".to_owned()),
        ..PanelState::default()
    };
    let first = guild.panel(&snapshot, &PanelState::default());
    let stale = guild.panel(&snapshot, &spot(asked.map(|step| step + 1)));
    assert_eq!(stale, first);
}

#[tokio::test]
async fn a_panel_says_of_a_late_press_that_it_did_nothing_until_there_is_something_new() {
    const NOTHING: &str = "nothing was done.";
    let mut guild = Guild::begun().await;
    let mut snapshot = guild.referee.snapshot(TABLE).await.expect("a look").expect("a table");
    let spot = PanelState {
        stale: Some(version(&snapshot.table, Slot::Here(0))),
        ..PanelState::default()
    };
    let (usual, said) = (
        guild.panel(&snapshot, &PanelState::default()),
        guild.panel(&snapshot, &spot),
    );
    let lines = |text: &str| {
        text.lines()
            .filter(|line| !line.contains(NOTHING))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert!(said.text().contains(NOTHING), "{}", said.text());
    assert_eq!(lines(&said.text()), lines(&usual.text()), "nothing else changes");
    assert_eq!(
        (said.rows, said.picture),
        (usual.rows, usual.picture),
        "it asks for the same"
    );
    for action in [Action::Nudge, Action::Cancel { last: SeatSet::EMPTY }] {
        guild.later(60);
        snapshot = guild.does(ANA, action).await;
        assert_eq!(
            guild.panel(&snapshot, &spot),
            guild.panel(&snapshot, &PanelState::default()),
            "there is something new"
        );
    }
    // Also where there is nothing to choose any more.
    let spot = PanelState {
        stale: Some(version(&snapshot.table, Slot::Here(0))),
        ..PanelState::default()
    };
    let said = guild.panel(&snapshot, &spot);
    assert!(
        snapshot.table.is_over() && said.text().contains(NOTHING),
        "{}",
        said.text()
    );
}

/// A table of a game whose rules are mended later, with a move on it that the mended rules count otherwise.
async fn to_be_mended() -> Guild {
    test_catalogue::put(&[&FIRST]);
    let mut guild = Guild::open_game(FIRST.slug).await;
    guild.does(BEN, Action::Sit).await;
    guild.does(ANA, Action::Begin).await;
    for who in [ANA, BEN] {
        let what = "bid 2".to_owned();
        guild.does(who, Action::Choose { step: None, what }).await;
    }
    guild
}

/// What the buttons of a message do; of a link, where it leads.
fn buttons(payload: &Payload) -> Vec<String> {
    let rows = payload.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        _ => &[],
    });
    rows.map(|button| button.target.clone()).collect()
}

#[tokio::test]
async fn a_table_that_mended_rules_have_ended_says_so_and_asks_nobody() {
    let mut guild = to_be_mended().await;
    let panel = guild.shows(Slot::Seat(0), false).await.payload;
    assert!(buttons(&panel).len() > 1, "there is something to choose");
    test_catalogue::put(&[&SECOND]);
    guild.restart().await;
    let table = guild.shows(Slot::Table, false).await;
    let told = &table.payload.text();
    assert!(told.contains("does not count"), "{told}");
    assert!(table.last);
    assert_eq!(
        buttons(&table.payload),
        [
            CustomId::Rematch { table: TABLE }.to_string(),
            CustomId::Verify { table: TABLE }.to_string()
        ]
    );
    for seat in [0, 1] {
        let panel = guild.shows(Slot::Seat(seat), false).await;
        assert!(panel.last && panel.payload.picture.is_none());
        assert_eq!(
            buttons(&panel.payload),
            ["https://discord.com/channels/2/1"],
            "the way back"
        );
        assert!(matches!(guild.desired(Slot::Ping(seat), false).await, Desired::Gone));
    }
    let snapshot = guild.referee.snapshot(TABLE).await.expect("a look").expect("a table");
    let verdict = show::verdict(&Words::embedded().expect("words"), DEFAULT_LOCALE, &snapshot);
    let said = &verdict.text();
    assert!(said.contains("earlier rules") && !said.contains("NO."), "{said}");
}

#[tokio::test]
async fn a_table_that_waits_for_a_newer_version_stays_as_it_was_shown() {
    test_catalogue::put(&[&SECOND]);
    let mut newer = Guild::open_game(SECOND.slug).await;
    newer.does(BEN, Action::Sit).await;
    newer.does(ANA, Action::Begin).await;
    let before = newer.shows(Slot::Table, false).await;
    test_catalogue::put(&[&FIRST]);
    newer.restart().await;
    for slot in [Slot::Table, Slot::Seat(0), Slot::Ping(0)] {
        assert!(matches!(newer.desired(slot, false).await, Desired::Leave));
    }
    assert!(newer.desired.slots(TABLE).await.expect("the slots").is_empty());
    let denied = newer.referee.snapshot(TABLE).await.expect_err("it cannot be followed");
    let words = Words::embedded().expect("words");
    let says = show::denied(&words, DEFAULT_LOCALE, &denied, None).text();
    assert!(
        says.contains("newer version") && says.contains("Nothing is lost"),
        "{says}"
    );
    test_catalogue::put(&[&SECOND]);
    newer.restart().await;
    assert_eq!(newer.shows(Slot::Table, false).await.payload, before.payload);
}

#[tokio::test]
async fn a_message_that_only_another_sees_never_gets_the_panel_of_a_seat() {
    let guild = Guild::begun().await;
    let snapshot = guild.referee.snapshot(TABLE).await.expect("a look").expect("a table");
    let seat = snapshot.table.seat_of(BEN).expect("Ben sits");
    for (to, shown) in [(BEN, true), (ANA, false), (0, false)] {
        let at = Location { channel: 1, message: 0 };
        let token = Token {
            text: "a token".to_owned(),
            until: i64::MAX,
            interaction: 0,
            to,
        };
        let mut record = Record {
            message: Message::Standing(Box::new(StandingMessage::unknown(at, ""))),
            ..Record::default()
        };
        record.pressed(at, token);
        let desired = guild.desired_with(Slot::Here(seat.0), false, &record, None).await;
        assert_eq!(matches!(desired, Desired::Show(_)), shown, "{to}");
        assert_eq!(matches!(desired, Desired::Gone), !shown, "{to}");
    }
}

#[tokio::test]
async fn a_table_whose_server_the_bot_was_removed_from_is_told_of_in_private_alone_and_only_where_a_message_stands() {
    let guild = Guild::begun().await;
    assert_eq!(guild.referee.close_where(|gone| gone == 2).await, 1);
    for slot in [Slot::Table, Slot::Here(0), Slot::Seat(0), Slot::Ping(0)] {
        assert!(matches!(guild.desired(slot, false).await, Desired::Forget), "{slot}");
    }
    for (slot, channel) in [(Slot::Table, 1), (Slot::Here(0), 1), (Slot::Ping(0), 1)] {
        let desired = guild.desired_beside(slot, false, "", Some(channel)).await;
        assert!(matches!(desired, Desired::Forget), "{slot} in the channel");
    }
    let ping = guild.desired_beside(Slot::Ping(0), false, "", Some(77)).await;
    assert!(matches!(ping, Desired::Gone), "a reminder in a private chat goes");
    match guild.desired_beside(Slot::Seat(0), false, "", Some(77)).await {
        Desired::Show(show) => {
            assert!(show.last && show.to == Address::Person(ANA), "{show:?}");
            assert!(show.payload.text().contains("The bot was removed from the server"));
        }
        other => panic!("{other:?}"),
    }
}

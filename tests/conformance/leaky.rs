//! A game that gives one bit of its secrets away: proof that the secrecy test can fail.

use whistle::games::{Applied, DynGame, Evaluation, Options, Suggestion, World};
use whistle::rules::{
    Awaits, By, Ended, Listing, MatchLength, Menu, Outcome, Phrase, Refusal, Scene, Seat, Sketch, Source, Strategy,
    Viewer, Visibility,
};

/// Where the bit comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leak {
    View,
    Scene,
    Sketch,
    Weighed,
    Menu,
    Choices,
    Candidates,
    Forced,
    Refusal,
    Visibility,
    Reading,
    Suggestions,
    Near,
}

impl Leak {
    pub(crate) const ALL: [Leak; 13] = [
        Leak::View,
        Leak::Scene,
        Leak::Sketch,
        Leak::Weighed,
        Leak::Menu,
        Leak::Choices,
        Leak::Candidates,
        Leak::Forced,
        Leak::Refusal,
        Leak::Visibility,
        Leak::Reading,
        Leak::Suggestions,
        Leak::Near,
    ];
}

/// Any game, with a leak.
pub(crate) struct Leaky {
    game: Box<dyn DynGame>,
    leak: Leak,
}

impl Leaky {
    pub(crate) fn plant(game: Box<dyn DynGame>, leak: Leak) -> Box<dyn DynGame> {
        Box::new(Leaky { game, leak })
    }

    /// One bit of the whole state, when it comes out here.
    fn bit(&self, leak: Leak) -> bool {
        let mixed = |sum: u32, byte: u8| sum.wrapping_mul(31).wrapping_add(u32::from(byte));
        self.leak == leak && self.game.state().bytes().fold(0, mixed).count_ones() % 2 == 1
    }
}

impl DynGame for Leaky {
    fn slug(&self) -> &'static str {
        self.game.slug()
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn options(&self) -> Options {
        self.game.options()
    }

    fn match_length(&self) -> MatchLength {
        self.game.match_length()
    }

    fn awaits(&self) -> Awaits {
        self.game.awaits()
    }

    fn levels(&self) -> [Strategy; 6] {
        self.game.levels()
    }

    fn may_concede(&self) -> bool {
        self.game.may_concede()
    }

    fn may_choose(&self, seat: Seat) -> bool {
        self.game.may_choose(seat)
    }

    fn draw(&self, source: &mut dyn Source) -> String {
        self.game.draw(source)
    }

    fn choices(&self, seat: Seat) -> (Vec<String>, Listing) {
        let (mut choices, listing) = self.game.choices(seat);
        if self.bit(Leak::Choices) {
            choices.reverse();
        }
        (choices, listing)
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<String> {
        self.game.random_choice(seat, source)
    }

    fn timeout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<String> {
        self.game.timeout_choice(seat, source)
    }

    fn forced(&self) -> Option<(Seat, String)> {
        match self.bit(Leak::Forced) {
            true => Some((Seat(0), "a hint".to_owned())),
            false => self.game.forced(),
        }
    }

    fn candidates(&self, seat: Seat) -> Vec<String> {
        let mut candidates = self.game.candidates(seat);
        if self.bit(Leak::Candidates) {
            candidates.reverse();
        }
        candidates
    }

    fn try_out(&self, seat: Seat, what: &str, source: &mut dyn Source) -> Option<Evaluation> {
        self.game.try_out(seat, what, source)
    }

    fn read(&self, seat: Seat, text: &str) -> Result<String, Refusal> {
        if self.bit(Leak::Reading) {
            return Err(Refusal::because("refused-notation"));
        }
        self.game.read(seat, text)
    }

    fn suggest(&self, seat: Seat, text: &str, most: usize) -> Vec<Suggestion> {
        let mut offered = self.game.suggest(seat, text, most);
        if self.bit(Leak::Suggestions) {
            offered.pop();
        }
        offered
    }

    fn near(&self, seat: Seat, text: &str, most: usize) -> Vec<String> {
        let mut near = self.game.near(seat, text, most);
        if self.bit(Leak::Near) {
            near.reverse();
        }
        near
    }

    fn apply(&mut self, by: By, what: &str) -> Result<Applied, Refusal> {
        let hint = self.bit(Leak::Refusal);
        self.game.apply(by, what).map_err(|refusal| match hint {
            true => Phrase::new("refused-notation").with("hint", 1_u8).into(),
            false => refusal,
        })
    }

    fn visibility(&self, viewer: Viewer, by: By, what: &str) -> Visibility {
        match self.bit(Leak::Visibility) {
            true => Visibility::Part("a hint".to_owned()),
            false => self.game.visibility(viewer, by, what),
        }
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = self.game.scene(viewer);
        if self.bit(Leak::Scene) {
            scene.recent.clear();
            scene.summary.push(Phrase::new("refused-notation"));
        }
        scene
    }

    fn sketch(&self, viewer: Viewer, path: &[&str], tried: Option<&str>) -> Option<Sketch> {
        if self.bit(Leak::Sketch) {
            return Some(Sketch {
                size: (1, 1),
                ..Sketch::default()
            });
        }
        self.game.sketch(viewer, path, tried)
    }

    fn sketch_ended(&self, viewer: Viewer, ended: Ended) -> Option<Sketch> {
        self.game.sketch_ended(viewer, ended)
    }

    fn menu(&self, seat: Seat, path: &[&str]) -> Option<Menu> {
        let mut menu = self.game.menu(seat, path)?;
        if self.bit(Leak::Menu) {
            menu.entries.reverse();
        }
        Some(menu)
    }

    fn choice_phrase(&self, what: &str) -> Option<Phrase> {
        self.game.choice_phrase(what)
    }

    fn question(&self, seat: Seat, what: &str) -> Option<Phrase> {
        match self.bit(Leak::Weighed) {
            true => None,
            false => self.game.question(seat, what),
        }
    }

    fn consequences(&self, seat: Seat, what: &str) -> Vec<Phrase> {
        let mut consequences = self.game.consequences(seat, what);
        if self.bit(Leak::Weighed) {
            consequences.push(Phrase::new("refused-notation"));
        }
        consequences
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        match self.bit(Leak::View) {
            true => serde_json::json!([self.game.view(viewer), 1]),
            false => self.game.view(viewer),
        }
    }

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Box<dyn DynGame> {
        Leaky::plant(self.game.imagine(viewer, source), self.leak)
    }

    fn world(self: Box<Self>) -> Box<dyn World> {
        self.game.world()
    }

    fn team(&self, seat: Seat) -> u8 {
        self.game.team(seat)
    }

    fn state(&self) -> String {
        self.game.state()
    }

    fn copy(&self) -> Box<dyn DynGame> {
        Leaky::plant(self.game.copy(), self.leak)
    }

    fn play_out(&mut self, source: &mut dyn Source) -> (u64, Option<Outcome>) {
        self.game.play_out(source)
    }
}

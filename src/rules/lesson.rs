//! A guided first game: which rules are read when, and what is asked then.

/// A step of a guided first game, in which somebody reads one or two paragraphs of the rules.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// What the keys of the paragraphs end in, after `-rules-`.
    pub reads: &'static [&'static str],
    /// How far the game has come.
    pub moment: LessonMoment,
}

/// How far a guided first game has come at a step.
#[derive(Clone, Copy, Debug)]
pub enum LessonMoment {
    /// As far as at the step before; nothing is asked.
    Still,
    /// The learner has a choice.
    Asked {
        /// How many choices are made for the learner before.
        later: u8,
        /// Whether the step is about a choice, in notation: one of those that the learner has must be so.
        about: fn(&str) -> bool,
    },
    /// The game is over.
    Over,
}

impl LessonStep {
    /// A step in which nothing is asked.
    pub const fn read(reads: &'static [&'static str]) -> LessonStep {
        let moment = LessonMoment::Still;
        LessonStep { reads, moment }
    }

    /// A step that asks for the next choice of the learner.
    pub const fn ask(reads: &'static [&'static str]) -> LessonStep {
        LessonStep::ask_later(reads, 0)
    }

    /// A step that asks for a choice of the learner, after so many that are made for the learner.
    pub const fn ask_later(reads: &'static [&'static str], later: u8) -> LessonStep {
        let about = |_: &str| true;
        let moment = LessonMoment::Asked { later, about };
        LessonStep { reads, moment }
    }

    /// A step that asks for the next choice of this kind.
    pub const fn ask_about(reads: &'static [&'static str], about: fn(&str) -> bool) -> LessonStep {
        let moment = LessonMoment::Asked { later: 0, about };
        LessonStep { reads, moment }
    }

    /// The step at the end of the game.
    pub const fn end(reads: &'static [&'static str]) -> LessonStep {
        let moment = LessonMoment::Over;
        LessonStep { reads, moment }
    }
}

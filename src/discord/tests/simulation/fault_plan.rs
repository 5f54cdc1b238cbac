//! What goes wrong in a schedule, and how often. Rates are in thousandths.

use super::dice::Dice;

/// The faults of a schedule. By default nothing goes wrong.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultPlan {
    /// The disk is busy for too long.
    pub(super) busy: u64,
    /// The disk is full, or fails, before anything is written.
    pub(super) full: u64,
    /// A commit fails; what it leaves is anybody's guess.
    pub(super) failing: u64,
    /// The disk takes its time.
    pub(super) slow_disk: u64,
    /// A read fails.
    pub(super) unreadable: u64,
    /// Discord asks to wait.
    pub(super) limits: u64,
    /// Discord is in trouble (5xx), before it has done anything or after.
    pub(super) broken: u64,
    /// A request is lost on its way.
    pub(super) lost: u64,
    /// Its answer is.
    pub(super) deaf: u64,
    /// A request takes so long that nobody waits for it.
    pub(super) slow: u64,
    /// An interaction is delivered once more.
    pub(super) again: u64,
    /// It never comes.
    pub(super) dropped: u64,
    /// It comes late, and others overtake it.
    pub(super) late: u64,
    /// People press twice, or two at once.
    pub(super) hasty: u64,
    /// Crashes, and how many of them hit a certain moment.
    pub(super) crashes: u64,
    /// Connections of the gateway that break, and how many of those sessions are lost.
    pub(super) breaks: u64,
    pub(super) invalid: u64,
    /// Connections that die silently.
    pub(super) silences: u64,
    /// Messages that somebody deletes.
    pub(super) deletions: u64,
    /// Channels that are deleted.
    pub(super) closures: u64,
    /// Channels that are barred for a while, or take no files.
    pub(super) bars: u64,
    /// People who close their private chat for a while.
    pub(super) shy: u64,
    /// People who deauthorise the bot, and are to be forgotten.
    pub(super) partings: u64,
}

impl FaultPlan {
    /// The plan of a schedule: every kind of fault in some, and in some none.
    pub(super) fn of(dice: &mut Dice) -> FaultPlan {
        if dice.chance(80) {
            return FaultPlan::default();
        }
        let rate = |dice: &mut Dice, most: u64| match dice.chance(450) {
            true => 1 + dice.below(most),
            false => 0,
        };
        let count = |dice: &mut Dice, most: u64| match dice.chance(400) {
            true => 1 + dice.below(most),
            false => 0,
        };
        FaultPlan {
            busy: rate(dice, 60),
            full: rate(dice, 60),
            failing: rate(dice, 60),
            slow_disk: rate(dice, 80),
            unreadable: rate(dice, 40),
            limits: rate(dice, 150),
            broken: rate(dice, 150),
            lost: rate(dice, 100),
            deaf: rate(dice, 100),
            slow: rate(dice, 40),
            again: rate(dice, 250),
            dropped: rate(dice, 120),
            late: rate(dice, 200),
            hasty: rate(dice, 300),
            crashes: count(dice, 3),
            breaks: count(dice, 3),
            invalid: rate(dice, 900),
            silences: count(dice, 1),
            deletions: count(dice, 3),
            closures: u64::from(dice.chance(50)),
            bars: count(dice, 2),
            shy: count(dice, 2),
            partings: u64::from(dice.chance(200)),
        }
    }
}

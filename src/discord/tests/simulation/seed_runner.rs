//! SeedRunner seeds, on all processors: what came of them together, and how one that went wrong is run again.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What came of a seed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// What happened, line by line.
    pub(super) story: Vec<String>,
    /// What ought not to be.
    pub(super) wrong: Vec<String>,
    /// How often what happened.
    pub(super) tally: Tally,
}

/// How often what happened.
pub(super) type Tally = BTreeMap<Cow<'static, str>, u64>;

impl Outcome {
    /// Something has happened so many times more.
    pub(super) fn count(&mut self, what: impl Into<Cow<'static, str>>, many: u64) {
        *self.tally.entry(what.into()).or_default() += many;
    }

    /// Something has happened so many times.
    pub(super) fn set(&mut self, what: &'static str, many: u64) {
        self.tally.insert(what.into(), many);
    }
}

/// A kind of thing of which any number can be run, each by its seed.
pub(super) struct SeedRunner {
    /// What they are called.
    pub(super) name: &'static str,
    /// The environment's variable that says how many are run, and with `_SEED` behind it with which is begun.
    pub(super) variable: &'static str,
    /// By which words `cargo test` finds them.
    pub(super) test: &'static str,
    /// How many are run where nothing else is said.
    pub(super) usual: u64,
}

/// How many that went wrong are shown.
const SHOWN: usize = 10;
/// How much is shown of what went wrong.
const LETTERS: usize = 6000;
/// After how many it is said how far it has come.
const STAGE: u64 = 5000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

impl SeedRunner {
    /// Runs as many as are wanted. Gives how many that were, and what happened in all of them together.
    ///
    /// # Panics
    /// Where anything went wrong, once all have been run. Every such seed is named as soon as it is known.
    pub(super) fn run(&self, one: impl Fn(u64) -> Outcome + Sync) -> (u64, Tally) {
        let count = number(self.variable).unwrap_or(self.usual);
        let first = number(&format!("{}_SEED", self.variable)).unwrap_or(0);
        let (next, done, failed) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(Vec::new()));
        let tally = Mutex::new(Tally::new());
        let begun = Instant::now();
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= count {
                    break;
                }
                let seed = first + at;
                let outcome = catch_unwind(AssertUnwindSafe(|| one(seed))).unwrap_or_else(|panic| panicked(&*panic));
                if count == 1 {
                    outcome.story.iter().for_each(|line| println!("{line}"));
                }
                for (what, many) in outcome.tally {
                    *tally.lock().expect("nobody panics").entry(what).or_default() += many;
                }
                if !outcome.wrong.is_empty() {
                    let mut failed = failed.lock().expect("nobody panics");
                    failed.push(seed);
                    self.tell(seed, &outcome.wrong, failed.len());
                }
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                if done.is_multiple_of(STAGE) {
                    println!("{done} {} in {:.0?}", self.name, begun.elapsed());
                }
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        let tally = tally.into_inner().expect("nobody panics");
        println!("{count} {} in {:?}: {tally:?}", self.name, begun.elapsed());
        let failed = failed.into_inner().expect("nobody panics");
        assert!(
            failed.is_empty(),
            "{} of {count} {} went wrong: {failed:?}",
            failed.len(),
            self.name
        );
        (count, tally)
    }

    /// Says what went wrong with a seed, and how it is run again.
    fn tell(&self, seed: u64, wrong: &[String], nth: usize) {
        if nth > SHOWN {
            return;
        }
        let SeedRunner { variable, test, .. } = self;
        println!("{variable}=1 {variable}_SEED={seed} cargo test --lib {test}");
        for wrong in wrong.iter().take(5) {
            println!("    {}", wrong.chars().take(LETTERS).collect::<String>());
        }
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Outcome {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
    Outcome {
        wrong: vec![format!("it panicked: {}", said.unwrap_or("without a word"))],
        ..Outcome::default()
    }
}

#[test]
fn a_seed_that_goes_wrong_or_panics_is_found() {
    const RUNNER: SeedRunner = SeedRunner {
        name: "seeds",
        variable: "WHISTLE_NO_SUCH_VARIABLE",
        test: "seeds",
        usual: 9,
    };
    let all = |bad: u64| {
        move |seed| {
            let mut outcome = Outcome::default();
            outcome.count("seeds", 1);
            assert!(seed != bad || bad == 3, "a panic");
            if seed == bad {
                outcome.wrong.push("it went wrong".to_owned());
            }
            outcome
        }
    };
    assert_eq!(RUNNER.run(all(100)), (9, Tally::from([("seeds".into(), 9)])));
    for bad in [3, 4] {
        let said = catch_unwind(|| RUNNER.run(all(bad))).expect_err("it is found");
        let said = said.downcast_ref::<String>().expect("a word");
        assert_eq!(*said, format!("1 of 9 seeds went wrong: [{bad}]"));
    }
}

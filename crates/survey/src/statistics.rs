//! The numbers that are kept of each deal. Each is declared here and nowhere else: a row of
//! [`STATISTICS`] is a column of the file, a spread in the summary and a line of the report.

use std::time::Duration;

use gehtauf_rules::{AnyPosition, Move, RuleSet, deals_before_first_run, redeals, spaces_filled};

use crate::decision::Decision;

/// A number that is kept of each deal, or of some deals only.
#[derive(Debug, Clone, Copy)]
pub struct Statistic {
    /// The name of its column and in JSON.
    pub name: &'static str,
    /// The name in reports.
    pub title: fn(RuleSet) -> &'static str,
    /// The histogram that summaries have of it.
    pub bins: Option<Bins>,
    /// For which games and verdicts there is such a number; elsewhere the column is empty.
    is_kept: fn(RuleSet, Decision) -> bool,
    /// The number of a deal and its answer.
    of: fn(&Found<'_>) -> u64,
}

/// How a histogram is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bins {
    /// At 1, 2, 5, 10, 20, ...
    ByRatio,
    /// In even steps.
    Even,
}

/// All of them, in the order of their columns.
pub const STATISTICS: [Statistic; 7] = [
    // States visited; for a player, how often it was asked for a plan.
    Statistic {
        name: "states",
        title: |_| "states",
        bins: Some(Bins::ByRatio),
        is_kept: |_, _| true,
        of: |found| found.states,
    },
    // Microseconds of all work on the deal by the clock; the one number that differs from run to run.
    Statistic {
        name: "micros",
        title: |_| "microseconds",
        bins: Some(Bins::ByRatio),
        is_kept: |_, _| true,
        of: |found| found.time.as_micros() as u64,
    },
    // How many moves the win has.
    Statistic {
        name: "moves",
        title: |_| "moves of a win",
        bins: Some(Bins::Even),
        is_kept: of_wins,
        of: |found| found.win.len() as u64,
    },
    // How many of them are `redeal` or, in Eklige Elfer, `deal`.
    Statistic {
        name: "redeals",
        title: |game| match game {
            RuleSet::EkligeElfer => "deals of a win",
            _ => "redeals of a win",
        },
        bins: Some(Bins::Even),
        is_kept: of_wins,
        of: |found| redeals(found.win).into(),
    },
    // Eklige Elfer: how many deals of the talon the win makes before the first run is out.
    Statistic {
        name: "deals_before_run",
        title: |_| "  before a run",
        bins: None,
        is_kept: of_wins_of_eklige_elfer,
        of: |found| match found.deal {
            AnyPosition::EkligeElfer(deal) => deals_before_first_run(deal, found.win).into(),
            _ => unreachable!("kept of Eklige Elfer only"),
        },
    },
    // Eklige Elfer: how many moves of the win fill an empty column.
    Statistic {
        name: "spaces",
        title: |_| "spaces filled",
        bins: None,
        is_kept: of_wins_of_eklige_elfer,
        of: |found| match found.deal {
            AnyPosition::EkligeElfer(deal) => spaces_filled(deal, found.win).into(),
            _ => unreachable!("kept of Eklige Elfer only"),
        },
    },
    // How many of a player's several games on the deal were won. The last one: see `WINS`.
    Statistic {
        name: "wins",
        title: |_| "wins of a deal",
        bins: None,
        is_kept: |_, verdict| matches!(verdict, Decision::Won | Decision::Lost),
        of: |found| found.wins.expect("there were several games"),
    },
];

/// The place of the one statistic that only surveys with several games on a deal keep.
pub(crate) const WINS: usize = STATISTICS.len() - 1;
const _: () = assert!(matches!(STATISTICS[WINS].name.as_bytes(), b"wins"));

/// The numbers of a record, in the order of [`STATISTICS`].
pub type Numbers = [Option<u64>; STATISTICS.len()];

/// The place of a statistic in [`STATISTICS`].
///
/// # Panics
/// There is none of this name.
pub(crate) fn place(name: &str) -> usize {
    let place = STATISTICS.iter().position(|statistic| statistic.name == name);
    place.unwrap_or_else(|| panic!("{name} is no statistic"))
}

/// What the numbers of a deal are taken from.
pub(crate) struct Found<'a> {
    pub deal: &'a AnyPosition,
    /// The moves of the win, if there is one.
    pub win: &'a [Move],
    pub states: u64,
    pub time: Duration,
    /// How many of several games were won.
    pub wins: Option<u64>,
}

/// The numbers of a deal.
pub(crate) fn numbers(game: RuleSet, verdict: Decision, found: &Found<'_>) -> Numbers {
    std::array::from_fn(|i| {
        let is_kept = (STATISTICS[i].is_kept)(game, verdict) && (i != WINS || found.wins.is_some());
        is_kept.then(|| (STATISTICS[i].of)(found))
    })
}

impl Statistic {
    /// Whether there is such a number of a deal of this game with this verdict.
    pub fn is_kept(&self, game: RuleSet, verdict: Decision) -> bool {
        (self.is_kept)(game, verdict)
    }
}

fn of_wins(_: RuleSet, verdict: Decision) -> bool {
    verdict == Decision::Won
}

fn of_wins_of_eklige_elfer(game: RuleSet, verdict: Decision) -> bool {
    game == RuleSet::EkligeElfer && verdict == Decision::Won
}

//! Which searches a position gets, in which order, with which share of the budget.

use gehtauf_cards::Card;
use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_search::{
    Budget, Outcome, RunSearch, Stage, Stop, Verdict, depth_first, run_portfolio,
};

use super::beams::{BeamSettings, Beams};
use super::prunings::Prunings;
use super::sat;
use super::space::DeferredSpace;
use super::state::{Deal, State, Step};
use super::translate::translate;
use crate::plain;

/// A search with its settings.
#[derive(Debug, Clone, Copy)]
pub enum Search {
    /// The proof that a host lies under heads that come too fast.
    HostArrivals,
    /// Beams with these settings one after another, all of them so many times; `salt` changes the seed of
    /// their random numbers.
    Beams { salt: u128, repeats: u32, settings: &'static [BeamSettings] },
    /// An order in which the heads leave.
    Sat,
    /// Depth-first over the deferred space of the free game.
    DepthFirst,
    /// Depth-first over the rules, under `take-out=forced`.
    Plain,
}

/// The names of proofs that give more of a reason than that all states were searched.
pub(super) const HOST_ARRIVALS: &str = "host arrivals";
pub(super) const SATISFIABILITY: &str = "satisfiability";

/// Most positions: few states of the exhaustive search pay before all beams have failed.
const PORTFOLIO: [Stage<Search>; 12] = portfolio([0, 1_000, u64::MAX]);

/// The same where no more than [`SMALL`] cards are left, so that there may be few states.
const SMALL_PORTFOLIO: [Stage<Search>; 12] = portfolio([5_000, 1_000_000, u64::MAX]);
const SMALL: usize = 60;

/// Short beams win most deals. The hard deals want many narrow beams: beams of 60 and more win fewer of
/// them in the same number of states. They want other costs, too: with each drawn between nothing and its
/// double several are won that no beam with costs nearer to the usual wins. (All set by hand.)
const BEAMS: [Search; 4] = [
    Search::Beams {
        salt: 0,
        repeats: 1,
        settings: &[
            BeamSettings { row_width: 1, width: 1, tie_breaking: 200, spread: 101, restarts: 20 },
            BeamSettings { row_width: 2, width: 2, tie_breaking: 450, spread: 101, restarts: 40 },
        ],
    },
    Search::Beams {
        salt: 1,
        repeats: 1,
        settings: &[BeamSettings {
            row_width: 2,
            width: 3,
            tie_breaking: 600,
            spread: 101,
            restarts: 100,
        }],
    },
    Search::Beams { salt: 2, repeats: 100, settings: LONG_SETTINGS },
    Search::Beams { salt: 3, repeats: 100, settings: LONG_SETTINGS },
];

const LONG_SETTINGS: &[BeamSettings] = &[
    BeamSettings { row_width: 3, width: 4, tie_breaking: 1200, spread: 256, restarts: 120 },
    BeamSettings { row_width: 6, width: 8, tie_breaking: 1200, spread: 256, restarts: 60 },
];

/// Satisfiability decides most of the deals that so many states of beams leave open, in some seconds each; sooner it would spend
/// them on deals that the beams win.
const BEFORE_SAT: u64 = 2_500_000;
const SAT_STATES: u64 = 30_000_000;

/// Beams and exhaustive searches in turn; these may visit so many states.
const fn portfolio(states: [u64; 3]) -> [Stage<Search>; 12] {
    const fn beams(i: usize) -> Stage<Search> {
        Stage::unlimited("restarted beams", BEAMS[i])
    }
    const fn exhaustive(max_states: u64) -> Stage<Search> {
        Stage { method: "depth-first", search: Search::DepthFirst, max_states }
    }
    const fn plain(max_states: u64) -> Stage<Search> {
        Stage { method: "plain", search: Search::Plain, max_states }
    }
    [
        Stage::unlimited(HOST_ARRIVALS, Search::HostArrivals),
        beams(0),
        exhaustive(states[0]),
        plain(states[0]),
        beams(1),
        exhaustive(states[1]),
        plain(states[1]),
        Stage { max_states: BEFORE_SAT, ..beams(2) },
        Stage { method: SATISFIABILITY, search: Search::Sat, max_states: SAT_STATES },
        beams(3),
        exhaustive(states[2]),
        plain(states[2]),
    ]
}

/// Solves a position with some of the prunings.
pub fn solve_with(
    position: &EkligeElfer,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let variant = position.variant();
    let cards = position.columns().iter().map(|column| column.cards.len()).sum::<usize>()
        + position.talon().len();
    let stages = if cards <= SMALL { SMALL_PORTFOLIO } else { PORTFOLIO };
    let is_on = |stage: &Stage<Search>| match stage.search {
        Search::Plain => variant.take_out_forced,
        Search::Sat | Search::HostArrivals | Search::Beams { .. } | Search::DepthFirst => true,
    };
    run(position, prunings, stages.into_iter().filter(is_on), budget)
}

/// Runs some of the searches on a position.
pub(super) fn run(
    position: &EkligeElfer,
    prunings: Prunings,
    stages: impl IntoIterator<Item = Stage<Search>>,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let (deal, start) = Deal::new(position);
    let free = deal.free();
    let prunings = prunings.supported(&position.variant());
    let mut runner = Runner { position, prunings, deal: &deal, free: &free, start: &start };
    run_portfolio(&mut runner, stages, budget)
}

/// What the searches of one position share.
struct Runner<'p> {
    position: &'p EkligeElfer,
    prunings: Prunings,
    deal: &'p Deal,
    /// The same deal with `take-out=free`.
    free: &'p Deal,
    start: &'p State,
}

impl Runner<'_> {
    /// The moves of a win; open if it cannot be played out under `take-out=forced`.
    fn to_moves(&self, outcome: Outcome<Step>) -> Outcome<Move> {
        match outcome {
            Outcome::Won(steps) => translate(self.position, self.deal, self.start, &steps)
                .map_or(Outcome::Open, Outcome::Won),
            Outcome::Unwinnable => Outcome::Unwinnable,
            Outcome::Open => Outcome::Open,
        }
    }
}

impl RunSearch for Runner<'_> {
    type Search = Search;
    type Move = Move;

    fn run(&mut self, search: &Search, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        match *search {
            Search::HostArrivals => {
                budget.visit()?;
                let is_lost =
                    self.prunings.host_arrivals && self.free.hosts_arrive_too_late(self.start);
                Ok(if is_lost { Outcome::Unwinnable } else { Outcome::Open })
            }
            Search::Beams { salt, repeats, settings } => {
                let seed = seed(self.position).wrapping_add(salt);
                let mut beams = Beams::new(self.deal, self.prunings, seed, budget.memory());
                for settings in (0..repeats).flat_map(|_| settings) {
                    for _ in 0..settings.restarts {
                        let found = beams.search(self.start, settings, budget)?;
                        match self.to_moves(found) {
                            Outcome::Open => {}
                            answer => return Ok(answer),
                        }
                    }
                }
                Ok(Outcome::Open)
            }
            Search::Sat if !self.prunings.sat => Ok(Outcome::Open),
            Search::Sat => sat::solve(self.position, self.deal, self.start, self.prunings, budget),
            Search::DepthFirst => {
                let space = DeferredSpace { deal: self.free, prunings: self.prunings };
                Ok(self.to_moves(depth_first(&space, self.start, budget)?))
            }
            Search::Plain => plain::search(self.position, budget),
        }
    }
}

/// A number that hangs on nothing but the position.
fn seed(position: &EkligeElfer) -> u128 {
    let columns = position.columns().iter().flat_map(|column| &column.cards);
    columns.chain(position.talon()).fold(0, |seed: u128, card: &Card| {
        seed.wrapping_mul(0x0123_4567_89ab_cdef_1357_9bdf_0246_8acf)
            .wrapping_add(card.index() as u128 + 1)
    })
}

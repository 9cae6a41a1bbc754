//! Which searches a position gets, in which order, with which share of the budget.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Budget, Outcome, RunSearch, Space, Stage, Stop, Verdict, run_portfolio};

use super::abstractions::belief_sets::levels::Levels;
use super::prunings::Prunings;
use super::roll_outs::RollOuts;
use super::rounds::{Caps, Rounds};
use super::sat;
use super::space::StateSpace;
use super::state::{State, VariantTables};

/// A search with its settings.
#[derive(Debug, Clone, Copy)]
pub enum Search {
    /// So many random plays to the end.
    RollOuts { restarts: u32 },
    /// So many random plays into a last round; each new last round is searched best-first, so many states
    /// of it.
    LastRounds { restarts: u32, max_states: u64, numbers: RandomNumbers },
    /// All plays, round by round.
    Rounds(Caps),
    /// Levels of belief sets are added before the win until one has more nodes than this.
    Retrograde { max_nodes: usize },
    /// So many beams over levels of belief sets, each with other random tie-breaking, that keep the best
    /// `width` nodes of each level.
    Beams { width: usize, restarts: u64 },
    /// All plays of the game without redeals, by satisfiability.
    Sat,
}

/// The random numbers of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RandomNumbers {
    /// From their beginning.
    Fresh,
    /// From where the last search of this kind left off.
    Continued,
}

/// Without redeals: narrow beams differ, for what one misses another often wins. The last one keeps
/// all that the states left allow; what is left after it others spend. The numbers are nodes of a level;
/// they were set by hand on the deals 0..300.
const NO_REDEALS: [Stage<Search>; 7] = [
    retrograde(1_000),
    beams("belief-set beam 100", 100, 4),
    retrograde(4_000),
    Stage::unlimited(SATISFIABILITY, Search::Sat),
    beams("belief-set beam 800", 800, 4),
    retrograde(16_000),
    beams("complete belief-set beam", usize::MAX, u64::MAX),
];

pub(super) const SATISFIABILITY: &str = "satisfiability";

/// With redeals: roll-outs win most deals in some hundred states. Then roll-outs into last rounds
/// and the whole game take turns, each time with about ten times the budget, so that none spends
/// all on the first round it comes to. The last stage leaves nothing out.
const REDEALS: [Stage<Search>; 11] = [
    ROLL_OUTS,
    FIRST_LAST_ROUNDS,
    last_rounds(100, 2_000),
    rounds(500, Some(2_000)),
    last_rounds(1_000, 5_000),
    rounds(5_000, Some(5_000)),
    last_rounds(10_000, 20_000),
    rounds(50_000, Some(20_000)),
    last_rounds(100_000, 100_000),
    rounds(u64::MAX, Some(100_000)),
    rounds(u64::MAX, None),
];

/// The same where a redeal comes only when no card can move: few roll-outs come to one, and the rounds are soon
/// searched.
const BLOCKED: [Stage<Search>; 9] = [
    ROLL_OUTS,
    FIRST_LAST_ROUNDS,
    rounds(500, Some(2_000)),
    last_rounds(100, 5_000),
    rounds(5_000, Some(5_000)),
    last_rounds(500, 5_000),
    rounds(50_000, Some(20_000)),
    rounds(u64::MAX, Some(100_000)),
    rounds(u64::MAX, None),
];

const ROLL_OUTS: Stage<Search> = Stage::unlimited("roll-outs", Search::RollOuts { restarts: 100 });

const FIRST_LAST_ROUNDS: Stage<Search> = Stage::unlimited(
    "best-first last rounds",
    Search::LastRounds { restarts: 50, max_states: 5_000, numbers: RandomNumbers::Fresh },
);

const fn last_rounds(restarts: u32, max_states: u64) -> Stage<Search> {
    let search = Search::LastRounds { restarts, max_states, numbers: RandomNumbers::Continued };
    Stage::unlimited("best-first last rounds", search)
}

const fn rounds(round: u64, last_round: Option<u64>) -> Stage<Search> {
    Stage::unlimited("depth-first rounds", Search::Rounds(Caps { round, last_round }))
}

const fn retrograde(max_nodes: usize) -> Stage<Search> {
    Stage::unlimited("retrograde analysis", Search::Retrograde { max_nodes })
}

const fn beams(method: &'static str, width: usize, restarts: u64) -> Stage<Search> {
    Stage::unlimited(method, Search::Beams { width, restarts })
}

/// Solves a position with some of the prunings.
pub fn solve_with(
    position: &Hochzeitszug,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let variant = position.variant();
    let tables = VariantTables::new(variant);
    let start = State::new(&tables, position);
    let prunings = prunings.supported(&variant);
    let stages = if prunings.belief_sets && Levels::cover(&start) {
        NO_REDEALS.as_slice()
    } else if variant.redeal_blocked {
        BLOCKED.as_slice()
    } else {
        REDEALS.as_slice()
    };
    let stages = stages.iter().copied().filter(|stage| is_on(prunings, stage.search));
    run(position, prunings, stages, budget)
}

/// Whether the search is on.
fn is_on(prunings: Prunings, search: Search) -> bool {
    match search {
        Search::RollOuts { .. } => prunings.roll_outs,
        Search::LastRounds { .. } => prunings.last_rounds,
        Search::Retrograde { .. } => prunings.retrograde,
        Search::Sat => prunings.sat,
        Search::Beams { .. } | Search::Rounds(_) => true,
    }
}

/// Runs some of the searches on a position, whether or not their switches are on.
pub(super) fn run(
    position: &Hochzeitszug,
    prunings: Prunings,
    stages: impl IntoIterator<Item = Stage<Search>>,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let variant = position.variant();
    let tables = VariantTables::new(variant);
    let start = State::new(&tables, position);
    let mut runner = Runner::new(position, &tables, &start, prunings.supported(&variant));
    run_portfolio(&mut runner, stages, budget)
}

/// Whether the levels of belief sets are the whole game from a position.
pub(super) fn has_belief_sets(position: &Hochzeitszug) -> bool {
    Levels::cover(&State::new(&VariantTables::new(position.variant()), position))
}

/// What the searches of one position share.
struct Runner<'p> {
    position: &'p Hochzeitszug,
    tables: &'p VariantTables,
    start: &'p State,
    prunings: Prunings,
    space: StateSpace<'p>,
    /// Of the roll-outs; part of the state's key, so that equal states have equal ones.
    seed: u64,
    /// Of the searches that continue one another.
    roll_outs: RollOuts<'p>,
    rounds: Option<Rounds<'p>>,
    levels: Option<Levels>,
}

impl<'p> Runner<'p> {
    fn new(
        position: &'p Hochzeitszug,
        tables: &'p VariantTables,
        start: &'p State,
        prunings: Prunings,
    ) -> Runner<'p> {
        let space = StateSpace::new(tables, prunings);
        let seed = space.key(start) as u64;
        let roll_outs = RollOuts::new(tables, !seed);
        Runner {
            position,
            tables,
            start,
            prunings,
            space,
            seed,
            roll_outs,
            rounds: None,
            levels: None,
        }
    }

    fn levels(&mut self, budget: &mut Budget<'_>) -> Result<&mut Levels, Stop> {
        let levels = match self.levels.take() {
            Some(levels) => levels,
            None => Levels::new(self.tables, self.start, self.prunings, budget)?,
        };
        Ok(self.levels.insert(levels))
    }
}

impl RunSearch for Runner<'_> {
    type Search = Search;
    type Move = Move;

    fn run(&mut self, search: &Search, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        let Runner { tables, start, prunings, space, .. } = *self;
        match *search {
            Search::RollOuts { restarts } => {
                RollOuts::new(tables, self.seed).play_to_the_end(start, restarts, budget)
            }
            Search::LastRounds { restarts, max_states, numbers } => {
                let mut fresh;
                let roll_outs = match numbers {
                    RandomNumbers::Continued => &mut self.roll_outs,
                    RandomNumbers::Fresh => {
                        fresh = RollOuts::new(tables, self.seed);
                        &mut fresh
                    }
                };
                roll_outs.play_into_last_rounds(&space, start, restarts, max_states, budget)
            }
            Search::Rounds(caps) => {
                let rounds = self.rounds.get_or_insert_with(|| Rounds::new(space, budget));
                rounds.search(start, caps, budget)
            }
            Search::Retrograde { max_nodes } => {
                self.levels(budget)?.add_before_the_win(max_nodes, budget)
            }
            Search::Beams { width, restarts } => {
                self.levels(budget)?.beams(width, restarts, budget)
            }
            Search::Sat => sat::search(self.position, prunings, budget),
        }
    }
}

//! Which searches a position gets, in which order, with which share of the budget.
//!
//! All numbers are states, set by hand on the deals 0..2000 of the options that they serve.

use gehtauf_rules::Move;
use gehtauf_rules::domino::{Domino, Variant};
use gehtauf_search::{
    Budget, Outcome, RunSearch, Stage, Stop, Verdict, depth_first, run_portfolio,
};

use super::complete_beam::{Aim, CompleteBeam};
use super::evaluation::rounds::Weights;
use super::last_round::{self, LastRound, by_one_blocked_redeal, last_round};
use super::moves::Step;
use super::partial_order::PersistentSetSearch;
use super::partial_order::with_redeals::AllRounds;
use super::prunings::Prunings;
use super::rounds::{RoundSettings, Rounds};
use super::space::StateSpace;
use super::state::{State, VariantTables};
use super::translate::{Start, starts};

/// A search with its settings.
#[derive(Debug, Clone, Copy)]
enum Search {
    /// Short best-first searches, one for each round.
    Rounds(RoundSettings),
    /// The last round under `fill=both`, ahead and back from the win. It goes on where the one before left
    /// off, unless there are several orders of Aces.
    LastRound(LastRound),
    /// The same for a win that leaves the redeals alone; it proves nothing.
    WithoutRedeal(LastRound),
    /// A beam of so many states to positions in which no card can move, then the last round from the best.
    OneBlockedRedeal(Aim, u64, LastRound),
    /// `fill=left` within one round, or with a redeal only when blocked: all orders of Aces in one search.
    PersistentSets,
    /// The same search under `fill=both`, for a win that is one under `fill=left` too; it proves nothing.
    OnlyLeft,
    /// `fill=left` with redeals at any time: all plays, round by round.
    AllRounds,
    /// `fill=both`: all plays.
    DepthFirst,
}

/// `fill=both redeals=0`. What is hard to win is often lost, and the proof needs many positions from the
/// win backwards.
const LAST_ROUND: [Stage<Search>; 10] = [
    last(1_000, 0),
    last(5_000, 20_000),
    last(20_000, 100_000),
    last(100_000, 300_000),
    only_left(10_000),
    last(300_000, 1_000_000),
    last(800_000, 2_000_000),
    last(1_000_000, 1_000_000),
    last(2_000_000, u64::MAX),
    DEPTH_FIRST,
];

/// The same where there are several orders of Aces. Some order wins soon nearly always, but which one
/// does not show before, so each has its turn until that is long for all of them.
const LAST_ROUND_OF_SEVERAL: [Stage<Search>; 9] = [
    last(1_000, 0),
    last(5_000, 20_000),
    last(20_000, 100_000),
    last(100_000, 300_000),
    only_left(100_000),
    last(400_000, 800_000),
    last(1_000_000, 2_000_000),
    last(1_000_000, u64::MAX),
    DEPTH_FIRST,
];

/// `fill=left redeals=0`.
const LAST_ROUND_LEFT: [Stage<Search>; 1] = [PERSISTENT_SETS];

/// `fill=both` with redeals at any time.
const REDEALS: [Stage<Search>; 7] = [
    rounds(200, 2, None),
    rounds(500, 3, None),
    rounds(2_000, 4, None),
    rounds(20_000, 40, Some(states(2_000, 20_000))),
    rounds(20_000, 40, Some(states(10_000, 100_000))),
    rounds(100_000, 60, Some(states(20_000, 200_000))),
    DEPTH_FIRST,
];

/// `fill=left` with redeals at any time: the search of all plays takes no longer than more rounds would.
const REDEALS_LEFT: [Stage<Search>; 5] =
    [REDEALS[0], REDEALS[1], REDEALS[2], REDEALS[3], ALL_ROUNDS];

/// `fill=both` with one redeal at any time. A redeal from many a state, with few states each, wins sooner than many
/// from few. Three of 100,000 deals that this leaves are won without the redeal.
const ONE_REDEAL: [Stage<Search>; 8] = [
    weighed_rounds(Weights::BEFORE_ONLY_REDEAL, 600, 80, None),
    weighed_rounds(Weights::BEFORE_ONLY_REDEAL, 2_000, 100, None),
    REDEALS[3],
    without_redeal(20_000, 100_000),
    REDEALS[4],
    without_redeal(100_000, 1_000_000),
    REDEALS[5],
    DEPTH_FIRST,
];

/// `fill=left` with one redeal at any time.
const ONE_REDEAL_LEFT: [Stage<Search>; 3] =
    [rounds(500, 30, Some(states(0, 100))), rounds(2_000, 40, Some(states(0, 1_000))), ALL_ROUNDS];

/// `fill=both redeal=blocked`: few plays come to a redeal. A beam that aims at a win meets good positions
/// to redeal from soon or hardly any.
const BLOCKED: [Stage<Search>; 15] = [
    REDEALS[0],
    without_redeal(1_000, 2_000),
    one_redeal(Aim::Win, 10_000, states(2_000, 5_000)),
    REDEALS[1],
    without_redeal(10_000, 20_000),
    one_redeal(Aim::Blocked, 50_000, states(5_000, 20_000)),
    REDEALS[2],
    without_redeal(20_000, 100_000),
    one_redeal(Aim::Blocked, 200_000, states(20_000, 100_000)),
    REDEALS[3],
    without_redeal(20_000, 300_000),
    REDEALS[4],
    without_redeal(20_000, 1_000_000),
    REDEALS[5],
    DEPTH_FIRST,
];

/// `fill=left redeal=blocked`.
const BLOCKED_LEFT: [Stage<Search>; 12] = [
    REDEALS[0],
    BLOCKED[1],
    REDEALS[1],
    BLOCKED[4],
    REDEALS[2],
    BLOCKED[7],
    REDEALS[3],
    BLOCKED[10],
    REDEALS[4],
    BLOCKED[12],
    REDEALS[5],
    PERSISTENT_SETS,
];

const DEPTH_FIRST: Stage<Search> = Stage::unlimited("depth-first search", Search::DepthFirst);

const ALL_ROUNDS: Stage<Search> =
    Stage::unlimited("best-first search of all rounds", Search::AllRounds);

const fn only_left(max_states: u64) -> Stage<Search> {
    Stage { method: "persistent-set search to the left", search: Search::OnlyLeft, max_states }
}

const PERSISTENT_SETS: Stage<Search> =
    Stage::unlimited("persistent-set search", Search::PersistentSets);

const fn states(back: u64, ahead: u64) -> LastRound {
    LastRound { back, ahead }
}

const fn last(back: u64, ahead: u64) -> Stage<Search> {
    Stage::unlimited("bidirectional search", Search::LastRound(states(back, ahead)))
}

const fn rounds(states: u32, branches: usize, last_round: Option<LastRound>) -> Stage<Search> {
    weighed_rounds(Weights::BEFORE_REDEAL, states, branches, last_round)
}

const fn weighed_rounds(
    weights: Weights,
    states: u32,
    branches: usize,
    last_round: Option<LastRound>,
) -> Stage<Search> {
    let settings = RoundSettings { states, branches, weights, last_round };
    Stage::unlimited("best-first rounds", Search::Rounds(settings))
}

const fn without_redeal(back: u64, ahead: u64) -> Stage<Search> {
    let search = Search::WithoutRedeal(states(back, ahead));
    Stage::unlimited("bidirectional search without redeal", search)
}

const fn one_redeal(aim: Aim, beam: u64, last_round: LastRound) -> Stage<Search> {
    let search = Search::OneBlockedRedeal(aim, beam, last_round);
    Stage::unlimited("beam to one redeal", search)
}

/// Solves a position with some of the prunings.
pub fn solve_with(
    position: &Domino,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let variant = position.variant();
    let tables = VariantTables::new(variant);
    let starts = starts(position);
    let redeals = starts[0].state.redeals_left();
    let stages: &[Stage<Search>] = match (redeals, variant.fill_left, variant.redeal_blocked) {
        (0, true, _) => &LAST_ROUND_LEFT,
        (0, false, _) if starts.len() == 1 => &LAST_ROUND,
        (0, false, _) => &LAST_ROUND_OF_SEVERAL,
        (_, true, true) => &BLOCKED_LEFT,
        (_, false, true) => &BLOCKED,
        (1, true, false) => &ONE_REDEAL_LEFT,
        (1, false, false) => &ONE_REDEAL,
        (_, true, false) => &REDEALS_LEFT,
        (_, false, false) => &REDEALS,
    };
    let to_the_left = prunings.supported(&Variant { fill_left: true, ..variant });
    let prunings = prunings.supported(&variant);
    let mut runner = Runner { tables: &tables, prunings, to_the_left, starts, beam: None };
    let stages: Vec<_> = stages.iter().copied().filter(|s| runner.has(s.search)).collect();
    run_portfolio(&mut runner, stages, budget)
}

/// What the searches of one position share.
struct Runner<'t> {
    tables: &'t VariantTables,
    prunings: Prunings,
    /// Those for `fill=left`.
    to_the_left: Prunings,
    starts: Vec<Start>,
    /// That of the only start, from one search of the last round to the next.
    beam: Option<CompleteBeam<'t>>,
}

impl<'t> Runner<'t> {
    /// Whether the search is on.
    fn has(&self, search: Search) -> bool {
        match search {
            Search::LastRound(_) => self.prunings.retrograde,
            Search::Rounds(_)
            | Search::WithoutRedeal(_)
            | Search::OneBlockedRedeal(..)
            | Search::OnlyLeft => self.prunings.rounds,
            Search::PersistentSets | Search::AllRounds | Search::DepthFirst => true,
        }
    }

    /// Decides the positions after all choices of Aces in one search under `fill=left`.
    fn persistent_sets(&self, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        let states: Vec<State> = self.starts.iter().map(|start| start.state).collect();
        let tables = VariantTables { fill_left: true, ..*self.tables };
        let mut search = PersistentSetSearch::new(&tables, self.to_the_left, budget.memory());
        Ok(match search.search(&states, budget)? {
            Some((start, steps)) => Outcome::Won(self.starts[start].moves(steps)),
            None => Outcome::Unwinnable,
        })
    }

    fn run_from(
        &mut self,
        state: &State,
        search: &Search,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        let (tables, prunings) = (self.tables, self.prunings);
        match *search {
            Search::Rounds(settings) => {
                Rounds::new(tables, prunings, budget.memory()).search(state, settings, budget)
            }
            Search::LastRound(states) => self.last_round(state, states, budget),
            Search::WithoutRedeal(states) => {
                let state = State::from_cells(tables, *state.cells(), 0);
                Ok(last_round(tables, prunings, &state, states, budget)?.win_only())
            }
            Search::OneBlockedRedeal(aim, beam, last) => {
                by_one_blocked_redeal(tables, prunings, state, (aim, beam, last), budget)
            }
            Search::AllRounds => {
                let win =
                    AllRounds::new(tables, prunings, budget.memory()).search(state, budget)?;
                Ok(win.map_or(Outcome::Unwinnable, Outcome::Won))
            }
            Search::DepthFirst => {
                depth_first(&StateSpace::new(tables, self.prunings), state, budget)
            }
            Search::PersistentSets | Search::OnlyLeft => unreachable!("one search for all starts"),
        }
    }

    fn last_round(
        &mut self,
        state: &State,
        states: LastRound,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        if self.starts.len() > 1 {
            return last_round(self.tables, self.prunings, state, states, budget);
        }
        let beam = match self.beam.take() {
            Some(beam) => beam,
            None => {
                CompleteBeam::new(self.tables, state, Aim::Win, self.prunings, budget.memory())?
            }
        };
        last_round::go_on(self.beam.insert(beam), states, budget)
    }
}

impl RunSearch for Runner<'_> {
    type Search = Search;
    type Move = Move;

    /// The first win from one of the starts; a proof that there is none if each start has one.
    fn run(&mut self, search: &Search, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        match search {
            Search::PersistentSets => return self.persistent_sets(budget),
            Search::OnlyLeft => return Ok(self.persistent_sets(budget)?.win_only()),
            _ => {}
        }
        let mut answer = Outcome::Unwinnable;
        for i in 0..self.starts.len() {
            if self.starts[i].is_lost {
                continue;
            }
            let state = self.starts[i].state;
            match self.run_from(&state, search, budget)? {
                Outcome::Won(steps) => return Ok(Outcome::Won(self.starts[i].moves(steps))),
                Outcome::Unwinnable => self.starts[i].is_lost = true,
                Outcome::Open => answer = Outcome::Open,
            }
        }
        Ok(answer)
    }
}

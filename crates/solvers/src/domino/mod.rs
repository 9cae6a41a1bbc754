//! Domino.
//!
//! The packed state of 160 bytes is drawn in `state.rs`, with what searches keep of many. States are
//! copied, not taken back: each search keeps them anyway.
//!
//! - While redeals are left: short best-first phases joined by redeals (`phases.rs`). They find wins and
//!   prove nothing. Harder deals end in a stronger last phase; under `redeal=blocked` sweeps look for a
//!   win without a redeal, and others, with a value of their own, for positions in which no card can move.
//! - The last phase (`last_phase.rs`) under `fill=both`: backward from the win (`backward.rs`) over the
//!   positions that the diagonals of the start and their order in the rows allow (`diagonals.rs`), and by
//!   turns ahead by sweeps through the levels of links (`sweeps.rs`), which drop only dead positions and
//!   so are exhaustive in the end.
//! - The last phase under `fill=left`: exhaustive over persistent sets of moves, with sleeping gaps
//!   (`left.rs`). A relaxed game (`relaxed.rs`) finds the sets and tells dead positions too.
//! - At last the exhaustive search over all states, redeals included: plain under `fill=both`
//!   (`exhaustive.rs`), under `fill=left` with the search of the last phase just named (`redeals.rs`).
//!
//! Every "unwinnable" rests on these claims, each beside its code: keys (`state.rs`), diagonals and
//! the backward search (`diagonals.rs`, `backward.rs`), persistent sets and sleeping gaps (`left.rs`),
//! the relaxed game (`relaxed.rs`).
//! `tests/domino.rs` compares each with brute force, on and off, under every option.
//!
//! What does not work, each with a deal in the tests that it would lose: forcing a card home, never
//! taking one out of an ordered prefix, no redeal while a card can go home, a redeal only when nothing
//! can move. What gained nothing: the backward search under `fill=left`, persistent sets chosen by
//! anything but their size, a relaxed game that minds which card must leave before another comes or
//! that no gap is left once all lie behind Kings, one search under `aces=free` that chooses an Ace only
//! when its 2 comes (`fill=left`), a bonus for the orders of Aces that promise more among those
//! searched by turns, a look at both turns of two gaps before one is chosen (`fill=left`), turns and
//! sets chosen by the links that moves break (`fill=left`: three states of a hundred fewer), one child
//! of a point at a time (`fill=left`), what gaps spread to kept from point to point (`fill=left`: as
//! many instructions, more wrong guesses of branches), sharing among the orders of Aces what is lost
//! (`fill=left`: only about a fifth of a large deal's positions are met under more than one), a relaxed
//! game of pairs of places and cards (`fill=left`: less than half the states, but a test goes eight
//! times over 500 moves), other weights and more turns for the starts that promise most (`fill=left`: a
//! fifth fewer states on the deals they were tuned on, none fewer on others), the relaxed game played
//! for all parts of the gaps at once (`fill=left`: the same states in six times the time), runs of gaps
//! in it looked at only where they are new, not all of their row (`fill=left`: no faster), all sets of
//! sleeping gaps of a state under one key (`fill=left`: no faster), a search of all plays of the other
//! gaps that says for certain whether they disturb one (`fill=left`: a third fewer states in three
//! times the time), a position reached again played on only from the gaps that slept before
//! (`fill=left`: three nodes of a hundred are such), a value that counts the places that may become
//! gaps (`fill=left`: no fewer states), a search that takes the best states of all orders of Aces
//! (`fill=both`), orders of Aces chosen by what the first sweeps found, sweeps that prefer states of
//! diagonals or of ancestors that few have, sweeps of constant width, sweeps that set out anew with
//! other weights (they win as many other deals as they no longer win), positions from the win backwards
//! only where a complete level ahead has their diagonals in use (`fill=both`: nearly all have one).
//!
//! # What each part gains
//!
//! Seeds from 0, at most 1 million states a deal (5 million under `fill=left redeals=0`):
//! `cargo run --release -p gehtauf-solvers --example gains_domino`
//!
//! | options and means | deals | won | lost | unknown | states a deal | decided by |
//! |---|---|---|---|---|---|---|
//! | default | 1000 | 1000 | 0 | 0 | 616 | phases 1000 |
//! | pickup=lifo | 500 | 500 | 0 | 0 | 2950 | phases 500 |
//! | redeals=1 | 200 | 200 | 0 | 0 | 14249 | phases 200 |
//! | redeal=blocked | 50 | 50 | 0 | 0 | 66377 | one redeal 26, without redeal 14, phases 10 |
//! | fill=left redeals=1 | 200 | 200 | 0 | 0 | 15551 | phases 198, exhaustive 2 |
//! | redeals=0 | 50 | 43 | 7 | 0 | 77892 | last phase 50 |
//! | redeals=0, without diagonals in use | 50 | 28 | 7 | 15 | 407363 | last phase 35 |
//! | redeals=0, without the order of rows | 50 | 37 | 6 | 7 | 216036 | last phase 43 |
//! | redeals=0, exhaustive only | 50 | 22 | 0 | 28 | 627760 | exhaustive 22 |
//! | fill=left redeals=0 | 50 | 17 | 33 | 0 | 2150 | exhaustive 50 |
//! | fill=left redeals=0, without persistent sets | 50 | 17 | 33 | 0 | 17318 | exhaustive 50 |
//! | fill=left redeals=0, without sleeping gaps | 50 | 17 | 33 | 0 | 7914 | exhaustive 50 |
//! | fill=left redeals=0, without the relaxed game's dead positions | 50 | 17 | 33 | 0 | 3857 | exhaustive 50 |

mod backward;
mod counts;
mod diagonals;
mod exhaustive;
mod last_phase;
mod left;
mod phases;
mod point;
mod redeals;
mod relaxed;
mod state;
mod sweeps;

use std::cell::Cell;

use gehtauf_cards::Suit;
use gehtauf_rules::domino::{Domino, Variant};
use gehtauf_rules::{AceOrder, Move, Position};
use gehtauf_search::{Budget, Outcome, Rung, Stop, Verdict, climb, depth_first};

pub use counts::{fewest_redeals, moves_left};

use crate::{FewestRedeals, GameSolver};
use exhaustive::Exhaustive;
use last_phase::{last_phase, one_blocked_redeal};
use left::Left;
use phases::Phases;
use redeals::Redeals;
use state::{Rules, State, Step};
use sweeps::Aim;

/// What the solver makes use of; everything by default. Only tests and measurements switch
/// anything off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// The short phases, which find most wins but prove nothing.
    pub phases: bool,
    /// Persistent sets of moves (`fill=left`, where no redeal may come in between).
    pub persistent: bool,
    /// Sleeping gaps (as above).
    pub sleeping: bool,
    /// The relaxed game tells dead positions of the last phase (`fill=left`).
    pub relaxed: bool,
    /// The backward search of the last phase (`fill=both`).
    pub backward: bool,
    /// Diagonals in use tell dead positions of the last phase (`fill=both`).
    pub diagonals: bool,
    /// The backward search minds in which order diagonals cross a row.
    pub row_order: bool,
}

impl Default for Prunings {
    fn default() -> Prunings {
        Prunings {
            phases: true,
            persistent: true,
            sleeping: true,
            relaxed: true,
            backward: true,
            diagonals: true,
            row_order: true,
        }
    }
}

/// The tries with redeals, cheapest first. (Four of them under `fill=left` where a redeal may come at any
/// time: the exhaustive search takes no longer than the others then.)
const WITH_REDEALS: &[phases::Effort] = &[
    phases::Effort { states: 200, branches: 2, last_phase: None },
    phases::Effort { states: 500, branches: 3, last_phase: None },
    phases::Effort { states: 2_000, branches: 4, last_phase: None },
    phases::Effort { states: 20_000, branches: 40, last_phase: effort(2_000, 20_000) },
    phases::Effort { states: 20_000, branches: 40, last_phase: effort(10_000, 100_000) },
    phases::Effort { states: 100_000, branches: 60, last_phase: effort(20_000, 200_000) },
];

/// The tries at the last phase under `fill=both`. What is hard to win is often lost, and the proof needs many
/// positions from the win backwards.
const LAST_PHASE_BOTH: &[last_phase::Effort] = &[
    last_phase::Effort { back: 1_000, ahead: 0 },
    last_phase::Effort { back: 5_000, ahead: 20_000 },
    last_phase::Effort { back: 20_000, ahead: 100_000 },
    last_phase::Effort { back: 100_000, ahead: 300_000 },
    last_phase::Effort { back: 300_000, ahead: 1_000_000 },
    last_phase::Effort { back: 800_000, ahead: 2_000_000 },
    last_phase::Effort { back: 1_000_000, ahead: 1_000_000 },
    last_phase::Effort { back: 2_000_000, ahead: u64::MAX },
];

/// The same where there are several orders of Aces. Some order wins soon nearly always, but which one
/// does not show before, so each has its turn until that is long for all of them.
const LAST_PHASE_BOTH_OF_SEVERAL: &[last_phase::Effort] = &[
    last_phase::Effort { back: 1_000, ahead: 0 },
    last_phase::Effort { back: 5_000, ahead: 20_000 },
    last_phase::Effort { back: 20_000, ahead: 100_000 },
    last_phase::Effort { back: 100_000, ahead: 300_000 },
    last_phase::Effort { back: 400_000, ahead: 800_000 },
    last_phase::Effort { back: 1_000_000, ahead: 2_000_000 },
    last_phase::Effort { back: 1_000_000, ahead: u64::MAX },
];

/// Tries at a win without a redeal where redeals are allowed only when nothing moves, each between
/// two of [`WITH_REDEALS`].
const WITHOUT_REDEAL: &[last_phase::Effort] = &[
    last_phase::Effort { back: 1_000, ahead: 2_000 },
    last_phase::Effort { back: 10_000, ahead: 20_000 },
    last_phase::Effort { back: 20_000, ahead: 100_000 },
    last_phase::Effort { back: 20_000, ahead: 300_000 },
    last_phase::Effort { back: 20_000, ahead: 1_000_000 },
];

/// Tries at a win by one redeal under the same rule: at what the sweeps to a position without moves aim,
/// how many states they may find, and the last phase after it. Sweeps that aim at a win meet good ones
/// soon or hardly any.
const ONE_BLOCKED_REDEAL: &[(Aim, u64, last_phase::Effort)] = &[
    (Aim::Win, 10_000, last_phase::Effort { back: 2_000, ahead: 5_000 }),
    (Aim::Blocked, 50_000, last_phase::Effort { back: 5_000, ahead: 20_000 }),
    (Aim::Blocked, 200_000, last_phase::Effort { back: 20_000, ahead: 100_000 }),
];

const fn effort(back: u64, ahead: u64) -> Option<last_phase::Effort> {
    Some(last_phase::Effort { back, ahead })
}

/// The solver of Domino.
pub struct Solver;

impl GameSolver for Solver {
    type Position = Domino;

    /// All: under `fill=left` the proofs of `left.rs` and `relaxed.rs` serve, under `fill=both` those of
    /// `diagonals.rs` and `backward.rs`, each for searches without a redeal in between; Aces are chosen
    /// before any search, and `pickup` changes nothing but what a redeal lays where.
    fn supports(position: &Domino) -> bool {
        let Variant {
            pack: _,
            fill_left: _,
            aces_free: _,
            redeals: _,
            redeal_blocked: _,
            pickup_lifo: _,
        } = position.variant();
        true
    }

    fn solve(position: &Domino, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        solve(position, budget)
    }

    fn lower_bound(position: &Domino) -> u32 {
        moves_left(position)
    }

    fn fewest_redeals(position: &Domino, budget: &mut Budget<'_>) -> Option<FewestRedeals> {
        Some(fewest_redeals(position, budget))
    }
}

/// Solves a position.
pub fn solve(position: &Domino, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    solve_with(position, Prunings::default(), budget)
}

/// Solves a position with some of the means only.
pub fn solve_with(
    position: &Domino,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let rules = &Rules::new(position.variant());
    let starts = &starts(position);
    let mut rungs: Vec<Rung<'_, Move>> = Vec::new();
    if starts[0].state.redeals_left() == 0 {
        // Of several starts each has its tries before the next effort; a single one keeps what it has.
        let efforts: Vec<&[_]> = match starts.len() {
            _ if rules.fill_left || !prunings.backward => Vec::new(),
            1 => vec![LAST_PHASE_BOTH],
            _ => LAST_PHASE_BOTH_OF_SEVERAL.chunks(1).collect(),
        };
        rungs.extend(efforts.into_iter().map(|efforts| {
            rung("last phase", starts, move |state, budget| {
                last_phase(rules, prunings, state, efforts, budget)
            })
        }));
    } else if prunings.phases {
        let efforts = match rules.fill_left && !rules.redeal_blocked {
            true => &WITH_REDEALS[..4],
            false => WITH_REDEALS,
        };
        for (i, &effort) in efforts.iter().enumerate() {
            rungs.push(rung("phases", starts, move |state, budget| {
                Phases::new(rules, budget.memory()).search(state, effort, budget)
            }));
            if rules.redeal_blocked
                && let Some(&effort) = WITHOUT_REDEAL.get(i)
            {
                rungs.push(rung("without redeal", starts, move |state, budget| {
                    without_redeal(rules, prunings, state, effort, budget)
                }));
            }
            if rules.redeal_blocked
                && !rules.fill_left
                && let Some(&effort) = ONE_BLOCKED_REDEAL.get(i)
            {
                rungs.push(rung("one redeal", starts, move |state, budget| {
                    one_blocked_redeal(rules, prunings, state, effort, budget)
                }));
            }
        }
    }
    if rules.fill_left && (starts[0].state.redeals_left() == 0 || rules.redeal_blocked) {
        let run = |budget: &mut Budget<'_>| left_exhaustive(rules, prunings, starts, budget);
        rungs.push(Rung { name: "exhaustive", max_states: u64::MAX, run: Box::new(run) });
    } else if rules.fill_left {
        rungs.push(rung("exhaustive", starts, |state, budget| {
            let win = Redeals::new(rules, prunings, budget.memory()).search(state, budget)?;
            Ok(win.map_or(Outcome::Unwinnable, Outcome::Won))
        }));
    } else {
        rungs.push(rung("exhaustive", starts, |state, budget| {
            depth_first(&Exhaustive::new(rules), state, budget)
        }));
    }
    climb(budget, rungs)
}

fn rung<'r>(
    name: &'static str,
    starts: &'r [Start],
    search: impl Fn(&State, &mut Budget<'_>) -> Result<Outcome<Step>, Stop> + 'r,
) -> Rung<'r, Move> {
    let run = move |budget: &mut Budget<'_>| first_win(starts, |state| search(state, budget));
    Rung { name, max_states: u64::MAX, run: Box::new(run) }
}

/// Looks for a win that leaves the redeals alone.
fn without_redeal(
    rules: &Rules,
    prunings: Prunings,
    state: &State,
    effort: last_phase::Effort,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Step>, Stop> {
    let state = State::from_cells(rules, *state.cells(), 0);
    Ok(match last_phase(rules, prunings, &state, &[effort], budget)? {
        Outcome::Won(steps) => Outcome::Won(steps),
        _ => Outcome::Open,
    })
}

/// Decides the positions after all choices of Aces in one search.
fn left_exhaustive(
    rules: &Rules,
    prunings: Prunings,
    starts: &[Start],
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let states: Vec<State> = starts.iter().map(|start| start.state).collect();
    let win = Left::new(rules, prunings, budget.memory()).search(&states, budget)?;
    Ok(match win {
        Some((start, steps)) => Outcome::Won(starts[start].moves(steps)),
        None => Outcome::Unwinnable,
    })
}

/// A state to set out from, after the choice of Aces if there is one.
struct Start {
    aces: Option<Move>,
    state: State,
    /// Whether there is a proof that it cannot be won.
    is_lost: Cell<bool>,
}

impl Start {
    /// The choice of Aces and steps from then on.
    fn moves(&self, steps: Vec<Step>) -> Vec<Move> {
        self.aces.into_iter().chain(steps.into_iter().map(Step::to_move)).collect()
    }
}

/// The position, or under `aces=free` before the choice each position after it.
fn starts(position: &Domino) -> Vec<Start> {
    let variant = position.variant();
    if position.aces_chosen() {
        let aces: Vec<Suit> = (0..variant.rows())
            .filter_map(|row| position.card(row, 0))
            .map(|ace| ace.suit)
            .collect();
        let state = State::new(position, aces.into_iter());
        return vec![Start { aces: None, state, is_lost: Cell::new(false) }];
    }
    let start = |m| {
        let Move::Aces(order) = m else { panic!("{m} before the Aces are chosen") };
        let state = State::new(position, AceOrder::suits(order));
        Start { aces: Some(m), state, is_lost: Cell::new(false) }
    };
    position.legal_moves().into_iter().map(start).collect()
}

/// The first win from one of the starts; a proof that there is none if each start has one.
fn first_win(
    starts: &[Start],
    mut search: impl FnMut(&State) -> Result<Outcome<Step>, Stop>,
) -> Result<Outcome<Move>, Stop> {
    let mut answer = Outcome::Unwinnable;
    for start in starts.iter().filter(|start| !start.is_lost.get()) {
        match search(&start.state)? {
            Outcome::Won(steps) => return Ok(Outcome::Won(start.moves(steps))),
            Outcome::Unwinnable => start.is_lost.set(true),
            Outcome::Open => answer = Outcome::Open,
        }
    }
    Ok(answer)
}

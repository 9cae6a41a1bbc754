//! Acht mal Acht and 8x8: one search space and one ladder serve both games and all their options.
//!
//! The packed state is drawn in `packed.rs`; `steps.rs` says which moves there are. The ladder:
//! 1. two proofs: `buried.rs`, that no column can ever be emptied, by the order of the cards in columns
//!    and talon, which the exhaustive search asks of every state, too, and `afloat.rs`, by where the
//!    cards that leave their places can lie;
//! 2. beams from narrow to wide (`finder.rs`), many with different noise, at most one state per layer
//!    of each signature, by the value of `value.rs`: the features of `features.rs` with the weights of
//!    `weights.rs` for the rules at hand;
//! 3. after the narrowest a small exhaustive search (`space.rs`), for positions that are as good as
//!    decided;
//! 4. beams of 500 and more, by a finer and a coarser signature, in turn with the exhaustive search;
//!    they also try some steps that seldom lead on, and in 8x8 turn cards before they need them.
//!
//! With one or two passes of Acht mal Acht sweeps (`sweep.rs`) stand in for the exhaustive search, from
//! narrow to wide as the beams are: over states that leave out how loose cards lie (`loose.rs`), without
//! those that `stuck.rs` says are lost. They find wins and prove that there is none; only the first two wide
//! beams remain (of 200 deals these win two, further ones none). `refinement.rs` proves that there is no
//! win by coarser games (`coarser/`), with 2,000 states after the first sweep and then after each wide one
//! with about as many as that took. With more passes it has 30,000 before the wide beams and 150,000 after
//! them, which prove 2 and 2 of 21 open deals lost (seeds 100000 to 101999), and a sweep comes last with
//! 100,000: of 31 others it exhausts two.
//!
//! What holds under which rules, each with claim, proof and a comparison with brute force:
//!
//! | | free talon play | forced talon play | foundations=four | foundation-return |
//! |---|---|---|---|---|
//! | proofs (`buried.rs`, `afloat.rs`) | holds | holds | holds | holds |
//! | columns without dealt cards change places (`space.rs`) | holds | holds | holds | not used |
//! | the talon as one step (`steps.rs`) | holds | no | holds | not used |
//! | safe foundation moves (`steps.rs`) | holds | no | not used | not used |
//! | how loose cards lie (`loose.rs`, `stuck.rs`, `sweep.rs`, `coarser/`) | holds in Acht mal Acht | no | not used | not used |
//!
//! Under forced talon play turning a card early, while no column takes it, is a way to be rid of it,
//! so turning cannot be put off; and a card left on a column may keep a turned card from being forced
//! onto the card below, so no foundation move is safe. The beams use both all the same: they find wins,
//! which the rules then replay, and prove nothing. With `foundation-return` they never take a card
//! back, and the exhaustive search is the one over the rules themselves.
//!
//! What each rung decides of the seeds 0 to 199, with the default limits
//! (`cargo run --release -p gehtauf-solvers --example gains_acht_mal_acht`), and the states that the
//! exhaustive search needs for the unwinnable ones of 200 small deals:
//!
//! | rung | Acht mal Acht | states a deal | 8x8 | states a deal |
//! |---|---|---|---|---|
//! | buried: unwinnable | 1 | 1 | 1 | 1 |
//! | afloat: unwinnable | 2 | 298 | 2 | 298 |
//! | exhaustive: unwinnable | 0 | | 2 | 54,162 |
//! | beams of 5: won | 154 | 11,417 | 98 | 6,010 |
//! | beams of 20: won | 28 | 60,868 | 44 | 27,269 |
//! | beams of 60: won | 6 | 127,211 | 18 | 78,274 |
//! | beams of 200: won | 5 | 315,920 | 5 | 198,786 |
//! | wide beams: won | 0 | | 10 | 832,123 |
//! | refinement: unwinnable | 2 | 3,065,493 | not used | |
//! | none: unknown | 2 | 5,859,601 | 20 | 2,399,837 |
//!
//! Of 2,000 deals of Acht mal Acht (`gehtauf survey acht-mal-acht --seeds 100000..102000`) 17 stay open.
//! None of them is exhausted.
//!
//! | prunings | none | symmetric columns | lazy talon | safe foundation moves | afloat | buried |
//! |---|---|---|---|---|---|---|
//! | states | 128,276 | 124,059 | 29,408 | 32,263 | 18,925 | 50,696 |
//!
//! | prunings | loose | loose, safe foundation moves | loose, stuck | refinement | all |
//! |---|---|---|---|---|---|
//! | states | 18,201 | 6,112 | 8,084 | 1,032 | 775 |
//!
//! The fewer passes, the more `buried.rs` proves at once: of the seeds 50000 to 51999 of Acht mal Acht
//! 4.0 % with one pass, 0.45 % with two or three. What is proven with more passes holds with fewer, not
//! the other way round. Not worth its code: the same test of the states that beams keep (5 to 10 %
//! fewer states for a win, but as much more time a state).
//!
//! With one or two passes many beams run dry: with one state for each set of dealt cards left and number
//! of stock cards they end within a million states. Of 37 hard deals with one pass a beam of 2,000 wins
//! 12 if the place in the talon counts in the signature too, 8 if not. What then stays open hardly ever
//! empties a column, and most of it is lost. Of the 40 deals of the seeds 60000 to 60199 with one pass that
//! stayed open at 3 million states before there were sweeps, sweeps of 250, 1,000 and 4,000 win 7 and prove
//! 5 lost. `refinement.rs` proves many lost deals with fewer states than a sweep of all: seeds 60118, 60109,
//! 60074 and 60092 with 2,308, 1,605, 17,570 and 6,368 instead of 268,649, 36,369, 55,843 and 8,699; but
//! 60061, where nearly all cards become heavy, with 743,977 instead of 237,360. That it does not search again
//! what was lost in coarser games before halves the states that it needs for ten lost deals of these seeds,
//! from 3.8 to 1.9 million. Not worth its code there: to refine the game only from some position on, where
//! what becomes heavy is still in its place (more states: 60092 7,515, 60074 97,152); to go on in a coarser
//! game after its first win, to know more that is lost (a tenth fewer states, but more time); to lay up cards
//! only where that helps the next step (no fewer states), to leave out what comes later in the talon than an
//! equal state (none), to sweep with at most four states of the same roots and number of stock cards (a third
//! of the states, but at 1,000 wide 38 of 60 deals decided, without that 48) or with a bounded share of states
//! of the same place in the talon (no more wins), and features of the waste as of a column (a tenth more wins
//! at 250 wide, hardly more at 1,000).

pub mod abstractions;
mod afloat;
mod bound;
mod buried;
mod coarser;
mod features;
mod finder;
mod light;
mod loose;
mod packed;
mod refinement;
mod space;
mod steps;
mod stuck;
mod sweep;
pub mod training;
mod value;
mod weights;

use std::cell::RefCell;

use gehtauf_rules::Move;
use gehtauf_rules::eights::{Rules, Table};
use gehtauf_search::{Budget, Outcome, Rung, Stop, Verdict, climb, depth_first};
use rand_pcg::Pcg64;

use crate::plain::{self, PlainSpace};
use finder::{Finder, Signature};
use loose::LooseSpace;
use packed::{Deal, State, Step};
use refinement::Refinement;
use space::EightsSpace;
use sweep::Sweep;
use value::Valuer;

pub use bound::moves_left;

/// What the exhaustive search leaves out; each can be switched off for tests.
#[derive(Debug, Clone, Copy)]
pub struct Prunings {
    /// Columns without a dealt card may change places.
    pub symmetric_columns: bool,
    /// Cards are turned over only for a card that is then played, and with unlimited passes the place
    /// in the talon does not count.
    pub lazy_talon: bool,
    /// A foundation move that never hurts is the only one looked at.
    pub safe_home: bool,
    /// A deal that `afloat.rs` says cannot come out is not searched.
    pub afloat: bool,
    /// A position of which no column can ever be emptied by `buried.rs` is not searched.
    pub buried: bool,
    /// How loose cards lie does not count, as `loose.rs` says.
    pub loose: bool,
    /// With `loose`: a state that `stuck.rs` says is lost is not searched.
    pub stuck: bool,
    /// A deal that `refinement.rs` says is lost is not searched.
    pub refinement: bool,
}

impl Prunings {
    /// All; those that the rules at hand break are left out anyway.
    pub const ALL: Prunings = Prunings {
        symmetric_columns: true,
        lazy_talon: true,
        safe_home: true,
        afloat: true,
        buried: true,
        loose: true,
        stuck: true,
        refinement: true,
    };
    /// None.
    pub const NONE: Prunings = Prunings {
        symmetric_columns: false,
        lazy_talon: false,
        safe_home: false,
        afloat: false,
        buried: false,
        loose: false,
        stuck: false,
        refinement: false,
    };
}

/// The first beams, cheapest first: how often, name and width, and the width of the sweep that comes
/// after them with one or two passes; after them two beams of 500 and, if there are no such sweeps, two of
/// 1,000, and so on.
const BEAMS: [(usize, &str, usize, usize); 4] = [
    (8, "beams of 5", 5, 16),
    (5, "beams of 20", 20, 64),
    (4, "beams of 60", 60, 250),
    (4, "beams of 200", 200, 1_000),
];

/// The width of the first beam that counts as wide.
const WIDE: usize = 500;

/// Solves a position of either game.
pub fn solve(table: &Table, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    let Some((deal, start)) = Deal::new(table) else { return plain::solve(table, budget) };
    let valuer = Valuer::new(&deal, weights::weights(&table.rules));
    let finder = RefCell::new(Finder::new(&deal, valuer));
    let rng = RefCell::new(Pcg64::new(deal.seed().into(), 1));
    let (deal, start, finder, rng) = (&deal, &start, &finder, &rng);
    let beam = |name, width, signature| Rung {
        name,
        max_states: u64::MAX,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let mut finder = finder.borrow_mut();
            let mut rng = rng.borrow_mut();
            let outcome = finder.beam(start, width, signature, width >= WIDE, &mut rng, budget)?;
            Ok(in_moves(outcome, |steps| finder.write(*start, steps)))
        }),
    };
    let few_passes = matches!(table.rules.passes, Some(1 | 2));
    let has_loose = LooseSpace::new(deal, Prunings::ALL).is_some();
    let loose = few_passes && has_loose;
    let every_position = |max_states: u64| Rung {
        name: "exhaustive",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let prunings = Prunings { loose: false, ..Prunings::ALL };
            search_every_position(table, deal, start, prunings, budget)
        }),
    };
    let sweep = |max_states: u64, width: usize| Rung {
        name: "sweeps",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| {
            sweep_loose(deal, start, Prunings::ALL, width, budget)
        }),
    };
    let refinement = RefCell::new(Refinement::new(deal, start));
    let refined = |max_states: u64| refined(&refinement, max_states);
    // Small games are decided if the limits allow it. Of large ones the exhaustive search decides only
    // those with few positions, and wider and wider beams find less and less: six doublings, four of
    // 8x8, take 1 to 10 million states; twice the limit is worth one more. With few passes more deals
    // are lost, and sweeps find more and in the end take all states that are left; with more passes a
    // sweep comes last, for deals in which hardly anything can be done.
    let small = table.rules.pack.len() <= 60;
    let more = (budget.states_left() / 10_000_000).max(1).ilog2();
    let fewest = match table.rules {
        Rules { face_down: true, .. } => 4,
        _ if few_passes => 5,
        _ => 6,
    };
    let doublings = if small && !loose { 32 } else { fewest + more };
    let first = BEAMS.into_iter().enumerate().flat_map(|(i, (tries, name, width, sweep_width))| {
        let search = match i {
            _ if loose => Some(sweep(u64::MAX, sweep_width)),
            0 => Some(every_position(1_000)),
            _ => None,
        };
        let proof = (loose && i == 0).then(|| refined(2_000));
        let beams = (0..tries).map(move |_| beam(name, width, Signature::Coarse));
        beams.chain(search).chain(proof)
    });
    let wider = (0..doublings).flat_map(move |doublings| {
        let wide = |signature| beam("wide beams", WIDE << doublings, signature);
        let fine = if few_passes { Signature::Time } else { Signature::Fine };
        let most = if small { 500_000 } else { 10_000 };
        let search = if loose {
            sweep(u64::MAX, 2_000 << (2 * doublings))
        } else {
            every_position(most << doublings)
        };
        let proof = (loose && !small).then(|| refined(250_000 << (2 * doublings)));
        // (Where there are sweeps wider beams find hardly anything.)
        let beams = [wide(fine), wide(Signature::Coarse)];
        let beams = beams.into_iter().filter(move |_| !loose || doublings == 0);
        beams.chain([search]).chain(proof)
    });
    let proofs = [buried(deal, start), afloat(deal, start)];
    let late_proof = |max_states| (has_loose && !loose).then(|| refined(max_states));
    let last = has_loose.then(|| sweep(if few_passes { u64::MAX } else { 100_000 }, usize::MAX));
    let first = proofs.into_iter().chain(first).chain(late_proof(30_000));
    climb(budget, first.chain(wider).chain(late_proof(150_000)).chain(last))
}

fn buried<'r>(deal: &'r Deal, start: &'r State) -> Rung<'r, Move> {
    Rung {
        name: "buried",
        max_states: 1,
        run: Box::new(move |budget: &mut Budget<'_>| {
            budget.visit()?;
            let proven = buried::no_column_empties(deal, start);
            Ok(if proven { Outcome::Unwinnable } else { Outcome::Open })
        }),
    }
}

fn afloat<'r>(deal: &'r Deal, start: &'r State) -> Rung<'r, Move> {
    Rung {
        name: "afloat",
        max_states: 10_000,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let proven = afloat::no_win(deal, start, budget)?;
            Ok(if proven { Outcome::Unwinnable } else { Outcome::Open })
        }),
    }
}

/// Goes on with the proof.
fn refined<'r>(refinement: &'r RefCell<Refinement<'r>>, max_states: u64) -> Rung<'r, Move> {
    Rung {
        name: "refinement",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let proven = refinement.borrow_mut().is_lost(budget)?;
            Ok(if proven { Outcome::Unwinnable } else { Outcome::Open })
        }),
    }
}

/// Searches every position, with these prunings: the proofs of [`solve`], on their own for tests.
pub fn exhaust_with(
    table: &Table,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let Some((deal, start)) = Deal::new(table) else { return plain::solve(table, budget) };
    let run =
        |budget: &mut Budget<'_>| search_every_position(table, &deal, &start, prunings, budget);
    let every_position = Rung { name: "exhaustive", max_states: u64::MAX, run: Box::new(run) };
    let afloat = prunings.afloat.then(|| afloat(&deal, &start));
    let buried = prunings.buried.then(|| buried(&deal, &start));
    let refinement = RefCell::new(Refinement::new(&deal, &start));
    let has_loose = LooseSpace::new(&deal, prunings).is_some();
    let refined = (has_loose && prunings.refinement).then(|| refined(&refinement, 10_000));
    climb(budget, buried.into_iter().chain(afloat).chain(refined).chain([every_position]))
}

fn search_every_position(
    table: &Table,
    deal: &Deal,
    start: &State,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    if table.rules.foundation_return {
        return depth_first(&PlainSpace::new(), table, budget);
    }
    if prunings.loose && LooseSpace::new(deal, prunings).is_some() {
        return sweep_loose(deal, start, prunings, usize::MAX, budget);
    }
    let outcome = depth_first(&EightsSpace::new(deal, prunings), start, budget)?;
    Ok(in_moves(outcome, |steps| write(deal, *start, steps)))
}

fn sweep_loose(
    deal: &Deal,
    start: &State,
    prunings: Prunings,
    width: usize,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let Some(space) = LooseSpace::new(deal, prunings) else { return Ok(Outcome::Open) };
    let mut sweep = Sweep::new(&space, &weights::LOOSE);
    let outcome = sweep.search(&space.start(start), width, budget)?;
    Ok(in_moves(outcome, |steps| write(deal, *start, &space.write(start, steps))))
}

fn in_moves<S>(outcome: Outcome<S>, write: impl Fn(&[S]) -> Vec<Move>) -> Outcome<Move> {
    match outcome {
        Outcome::Won(steps) => Outcome::Won(write(&steps)),
        Outcome::Unwinnable => Outcome::Unwinnable,
        Outcome::Open => Outcome::Open,
    }
}

/// The moves of the rules that make up the steps.
fn write(deal: &Deal, mut state: State, steps: &[Step]) -> Vec<Move> {
    let mut moves = Vec::new();
    for &step in steps {
        deal.write(&state, step, &mut moves);
        deal.play(&mut state, step);
    }
    moves
}

/// Deals of a small game of Acht mal Acht, given its passes, ranks, suits, decks, columns and rows.
#[cfg(test)]
fn small_deals(size: [&str; 6], seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Table)> {
    use gehtauf_rules::{AnyPosition, Game, RuleSet};

    let names = ["passes", "ranks", "suits", "decks", "columns", "rows"];
    let sets: Vec<_> = names.into_iter().zip(size).collect();
    let game = Game::new(RuleSet::AchtMalAcht, &sets).unwrap();
    seeds.map(move |seed| {
        let position = game.deal(&gehtauf_cards::seeded_deck(seed, game.pack())).unwrap();
        let AnyPosition::AchtMalAcht(position) = position else { unreachable!() };
        (seed, position.table().clone())
    })
}

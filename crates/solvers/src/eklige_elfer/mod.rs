//! Eklige Elfer.
//!
//! # The algebra of runs
//!
//! Of a suit only the colour matters. Call (rank + colour) mod 2 the *phase* of a card: a card goes
//! onto another exactly if both have the same phase and its rank is one lower. So a run keeps one
//! phase, and cards of different phases never meet in a run. Cut each column into its maximal runs.
//! The first card of a run is its *head*, the last one its *low*; a covered run is *hidden*, the run
//! at a column's end is *open*.
//!
//! ```text
//! c1: ... 9S 8H 7S     head 9, low 7
//! c2: ... TH 9C 8D     head 10, low 8      all of one phase (odd black, even red)
//! c3: ... 7C           head 7, low 7
//! ```
//!
//! *Tails change places freely.* `c1>c2` takes the 7S to c2: now c1 ends in 8 and c2 in 7. The lows 7
//! and 8 have changed places, and `c2>c1` brings it back. The low 8 cannot go to c3, whose head is 7:
//! a head carries the lows up to itself and no others. Any way of giving each head a low that it can
//! carry can be reached from any other by such exchanges, each of which is one move (`translate.rs`,
//! `Player::arrange`). So between two deals it is enough to know the heads and the multiset of open
//! lows; that they go together is Hall's condition (`ranks.rs`): at no rank more lows than heads at or
//! above it.
//!
//! *All else is for good.* A whole run *pops* onto an open low one higher than its head, as `c3>c2`
//! does with the 7C: the head 7 and the low 8 are gone for ever, the low 7 of the run stays, and the
//! run under it comes to light. A King's run goes to an empty column; a King and a 2 that can go
//! together go out; or the next row is dealt.
//!
//! *A deal hides lows, but not which.* The open lows become the *pool* of that deal. Which column hides
//! which low is left open until a run comes to light; then any low of the pool is chosen that its head
//! can carry and that leaves the other hidden heads a pairing. The play before the deal is arranged
//! accordingly afterwards. If the low under a dealt head is one higher than the head, the head has
//! *joined* the run: no move, one head less. A column that a deal gave an Ace or no card was not
//! covered; a *veil* marks that its low is in the pool all the same, and lifting it is no move.
//!
//! *Bare columns*, empty or a King's run alone, may change places as long as one of them is empty: they
//! are *loose*, and the deal says in which order they lie.
//!
//! # The state
//!
//! ```text
//! slots  11 x u16   bit per column: runs at the start of the search, then a card of each deal;
//!                   set while that card is a head (or a veil)
//! kings  11 x u8    the King at the bottom: none, phase 0, phase 1
//! loose  u16        the columns that may change places
//! dealt, out  u8    deals made, runs out
//! open   2 x u64    lows, 5 bits a rank, of each phase
//! pools  10 x 2 x u64
//! ```
//!
//! Claim: a position can be won exactly if its state can. Proof: a win of the state is played out move
//! by move (`translate.rs`), and the rules replay it. The other way round, follow the moves of a win:
//! exchanges change nothing in the state, every other move is a step of it, and the lows chosen are
//! those that lie there, which keeps the invariant that the real position is one of those that the
//! state leaves open. A head that a deal laid on a fitting low joins it at once. Test:
//! `crates/solvers/tests/eklige_elfer.rs`, against brute force.
//!
//! Under `take-out=forced` a run goes out as soon as it is complete. In the tries no King has a 2 but
//! in the move that takes his run out: that some pairing of lows and heads keeps to it is a condition
//! like Hall's (`steps.rs`, `Table::fit`), and exchanges that keep to it reach them all (`translate.rs`,
//! `Player::arrange`). A pop may leave a 2 too many; then it completes a run. Some wins are lost by this:
//! a dealt 2 may not complete a run, and a head that joins a King's run later counts as a head of its
//! own until then, so about one win in a hundred cannot be played out. What the tries do not win is
//! asked of the free game, whose losses are losses here too, and then of the rules themselves.
//!
//! # The ladder
//!
//! Short beams from deal to deal with random costs (`value.rs`, `finder.rs`), most of which follow the
//! play of an earlier one that got far up to a random deal; then the exhaustive search of the lazy
//! space; again and again with more of each. The hard deals want many narrow tries: beams of 60 and
//! more win fewer of them in the same number of states. They want other costs, too: with each drawn
//! between nothing and its double several are won that no try with costs nearer to the usual wins.
//!
//! Two proofs of loss (`bounds.rs`): the *relaxation*, which cuts the tries and the exhaustive search,
//! and the *consumption* of hosts, which cuts the latter. What they gain, by
//! `cargo run --release -p gehtauf-solvers --example gains_eklige_elfer` (full deals of seeds
//! 100000..100200; reduced: `ranks=4 columns=3`, seeds 0..400; 100,000 states a deal):
//!
//! ```text
//! prunings        | game    | won | unwinnable | unknown | states a deal: median, mean
//! ----------------|---------|-----|------------|---------|----------------------------
//! both            | full    | 198 |          0 |       2 |   1086,   4279
//! both            | reduced | 270 |        117 |      13 |    906,  13411
//! no relaxation   | full    | 196 |          0 |       4 |   1597,   6103
//! no relaxation   | reduced | 270 |        109 |      21 |    989,  16993
//! no consumption  | full    | 198 |          0 |       2 |   1086,   4279
//! no consumption  | reduced | 270 |        115 |      15 |    906,  14631
//! none            | full    | 196 |          0 |       4 |   1597,   6103
//! none            | reduced | 270 |        102 |      28 |    989,  19438
//! ```
//!
//! The consumption is no part of the costs that the tries go by: with one for each type whose hosts come
//! to light nearly too late (three weights), 12 to 14 instead of 11 of the deals 80000..86000 stayed open
//! in 300,000 states, 11 to 15 instead of 12 under `take-out=forced`, in more time.
//!
//! No deal of full size is proven lost yet. How far the exhaustive search alone gets on seed 100024,
//! which stays unknown at the default limits: in 10 million states (26 s) it meets 1, 54, 18,374,
//! 170,273, 4,898,627 and 4,912,671 states after 0 to 5 deals and none later. The consumption refutes
//! all those after the fifth deal and none of those after the fourth, of which the relaxation refutes
//! 36; whether the deal is lost stays open.

mod bounds;
mod counts;
mod finder;
mod fingerprint;
mod ranks;
mod space;
mod state;
mod steps;
mod translate;
mod types;
mod value;

use gehtauf_cards::Card;
use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::{EkligeElfer, Variant};
use gehtauf_search::{Budget, Outcome, Rung, Verdict, climb, depth_first};

use crate::{GameSolver, plain};
use finder::{Effort, Finder};
use space::Lazy;
use state::Table;
use translate::translate;

pub use counts::moves_left;
pub use space::Prunings;

/// Tries, all of them again and again.
struct Tries {
    rounds: u32,
    efforts: &'static [Effort],
}

/// The tries before the first exhaustive search, those before the second, and those before the last.
const TRIES: [Tries; 3] = [
    Tries {
        rounds: 1,
        efforts: &[
            Effort { layers: 1, steps: 1, noise: 200, spread: 101, tries: 20 },
            Effort { layers: 2, steps: 2, noise: 450, spread: 101, tries: 40 },
        ],
    },
    Tries {
        rounds: 1,
        efforts: &[Effort { layers: 2, steps: 3, noise: 600, spread: 101, tries: 100 }],
    },
    Tries {
        rounds: 100,
        efforts: &[
            Effort { layers: 3, steps: 4, noise: 1200, spread: 256, tries: 120 },
            Effort { layers: 6, steps: 8, noise: 1200, spread: 256, tries: 60 },
        ],
    },
];

/// How many states the exhaustive searches may visit.
const EXHAUSTIVE: [u64; 3] = [0, 1_000, u64::MAX];

/// The same where no more than this many cards are left, so that there may be few states.
const EXHAUSTIVE_SMALL: [u64; 3] = [5_000, 1_000_000, u64::MAX];
const SMALL: usize = 60;

/// The solver of Eklige Elfer.
pub struct Solver;

impl GameSolver for Solver {
    type Position = EkligeElfer;

    /// All. Under `take-out=forced` the lazy space only finds wins, and its losses are those of the free
    /// game, which are losses here too; what it leaves open goes to the plain rules in the end.
    fn supports(position: &EkligeElfer) -> bool {
        let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
            position.variant();
        true
    }

    fn solve(position: &EkligeElfer, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        solve(position, budget)
    }

    fn lower_bound(position: &EkligeElfer) -> u32 {
        moves_left(position)
    }
}

/// Solves a position.
pub fn solve(position: &EkligeElfer, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    solve_with(position, Prunings::default(), budget)
}

/// Solves a position with some of the prunings only.
pub fn solve_with(
    position: &EkligeElfer,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let Some((table, start)) = Table::new(position) else { return plain::solve(position, budget) };
    let (table, start, free) = (&table, &start, &table.free());
    let forced = position.variant().take_out_forced;
    let to_moves = move |table: &Table, outcome| match outcome {
        Outcome::Won(steps) => {
            translate(position, table, start, &steps).map_or(Outcome::Open, Outcome::Won)
        }
        Outcome::Unwinnable => Outcome::Unwinnable,
        Outcome::Open => Outcome::Open,
    };
    let tries = |(salt, tries): (u128, Tries)| Rung {
        name: "tries",
        max_states: u64::MAX,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let seed = seed(position).wrapping_add(salt);
            let mut finder = Finder::new(table, prunings, seed, budget.memory());
            for _ in 0..tries.rounds {
                for effort in tries.efforts {
                    for _ in 0..effort.tries {
                        let found = to_moves(table, finder.search(start, effort, budget)?);
                        if found != Outcome::Open {
                            return Ok(found);
                        }
                    }
                }
            }
            Ok(Outcome::Open)
        }),
    };
    let exhaustive = |max_states| Rung {
        name: "exhaustive",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| {
            let space = Lazy { table: free, prunings };
            Ok(to_moves(table, depth_first(&space, start, budget)?))
        }),
    };
    let plain = |max_states| Rung {
        name: "plain",
        max_states,
        run: Box::new(move |budget: &mut Budget<'_>| plain::search(position, budget)),
    };
    let cards = position.columns().iter().map(|column| column.cards.len()).sum::<usize>()
        + position.talon().len();
    let states = if cards <= SMALL { EXHAUSTIVE_SMALL } else { EXHAUSTIVE };
    let ladder = (0..).zip(TRIES).zip(states).flat_map(|(rung, states)| {
        [tries(rung), exhaustive(states)].into_iter().chain(forced.then(|| plain(states)))
    });
    climb(budget, ladder)
}

/// A number that hangs on nothing but the position.
fn seed(position: &EkligeElfer) -> u128 {
    let columns = position.columns().iter().flat_map(|column| &column.cards);
    columns.chain(position.talon()).fold(0, |seed: u128, card: &Card| {
        seed.wrapping_mul(0x0123_4567_89ab_cdef_1357_9bdf_0246_8acf)
            .wrapping_add(card.index() as u128 + 1)
    })
}

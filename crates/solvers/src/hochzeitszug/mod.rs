//! Hochzeitszug.
//!
//! Three searches share the packed state that is drawn in `state.rs`:
//! - roll-outs (`rollout.rs`): random plays, which find most wins in microseconds;
//! - best-first search of a last deal (`best_first.rs`) into which a random play has led;
//! - the exhaustive search deal by deal (`deals.rs`, with the prunings of `exhaustive.rs`).
//!
//! Without redeals the game is another one: no empty stack can ever be used. Then `layers.rs` searches
//! over sets of packings (`suits/mod.rs`), in which where to pack a card, and which of two equal ones, is no
//! choice any more; a node takes 32 bytes. The last layers are known first (`endings.rs`,
//! `suit_endings.rs`): they are small, looking back from the end, and in some deals there are none.
//! Where a redeal has to wait until nothing else is left, the layers look for a win of the first deal
//! as well. In later deals empty stacks can be used, and the layers do not hold.
//!
//! # Measured
//! Seeds from 0 (`redeals=0`: at most 6 million states a deal; the others at the default limits);
//! CPU time of one thread on a busy machine of two cores, dealing and replay included. The
//! counts depend on the seeds and limits alone.
//!
//! | options | deals | won | unwinnable | unknown | CPU a deal |
//! |---|---|---|---|---|---|
//! | default | 1,000,000 | 999,998 | 2 | 0 | 0.13 ms |
//! | layout=layers | 10,000 | 10,000 | 0 | 0 | 0.11 ms |
//! | moves=run | 10,000 | 10,000 | 0 | 0 | 0.14 ms |
//! | packing=stalled | 10,000 | 10,000 | 0 | 0 | 0.13 ms |
//! | redeals=1 | 10,000 | 9,973 | 27 | 0 | 1.3 ms |
//! | redeal=blocked | 2,000 | 1,683 | 317 | 0 | 29 ms |
//! | redeals=0 | 300 | 72 | 221 | 7 | 151 ms |
//!
//! A look at lone suits (`suits/lone.rs`) halves the nodes of a whole layer search. Tried without gain: to
//! look for piles that can never be dug, each suit with its own packings and the others as soon as they
//! can leave (a quarter fewer nodes, several times the work for each); to let a card leave at once if its
//! suit can make up for it in every order (few cards are so, for the orders of a lone suit are too many).
//! Tried without gain as well: a score that also counts the cards that could
//! leave each pile one after another and the ranks that each suit can take. With other weights in late
//! layers it tells the nodes that lead to a win better from others, but it wins as many deals.
//!
//! # What each means gains
//! At most 300,000 states a deal, seeds from 0:
//! `cargo run --release -p gehtauf-solvers --example gains_hochzeitszug`
//!
//! | options and means | deals | won | lost | unknown | states a deal | decided by |
//! |---|---|---|---|---|---|---|
//! | default | 1000 | 1000 | 0 | 0 | 911 | last deals 45, roll-outs 955 |
//! | default, without last deals | 1000 | 1000 | 0 | 0 | 1138 | deals 45, roll-outs 955 |
//! | default, without roll-outs | 1000 | 1000 | 0 | 0 | 1000 | last deals 1000 |
//! | redeals=1 | 100 | 98 | 2 | 0 | 3248 | deals 2, last deals 50, roll-outs 48 |
//! | redeals=1, without last deals | 100 | 98 | 2 | 0 | 6210 | deals 52, roll-outs 48 |
//! | redeals=1, without safe cards | 100 | 98 | 2 | 0 | 3866 | deals 2, last deals 50, roll-outs 48 |
//! | redeals=1, without equal stacks | 100 | 94 | 2 | 4 | 24093 | deals 5, last deals 43, roll-outs 48 |
//! | redeal=blocked | 100 | 88 | 10 | 2 | 27492 | deals 29, last deals 15, roll-outs 54 |
//! | redeal=blocked, without safe cards | 100 | 87 | 10 | 3 | 31502 | deals 28, last deals 15, roll-outs 54 |
//! | redeal=blocked, without layers | 100 | 88 | 10 | 2 | 15369 | deals 29, last deals 15, roll-outs 54 |
//! | redeal=blocked, without last deals | 100 | 85 | 11 | 4 | 39029 | deals 42, roll-outs 54 |
//! | redeals=0 | 100 | 20 | 61 | 19 | 107299 | layers 81 |
//! | redeals=0, without safe cards | 100 | 16 | 53 | 31 | 157968 | layers 69 |
//! | redeals=0, without subsets | 100 | 19 | 61 | 20 | 110493 | layers 80 |
//! | redeals=0, without lone suits | 100 | 20 | 62 | 18 | 98022 | layers 82 |
//! | redeals=0, without endings | 100 | 18 | 64 | 18 | 91014 | layers 82 |
//! | redeals=0, without layers | 100 | 7 | 62 | 31 | 107684 | deals 67, last deals 2 |
//!
//! Lone suits and endings cost states at first; lone suits pay with more. At most 6 million states for
//! each of the deals 0..300 leave 7 open with all means.
//!
//! The layers of `redeal=blocked` also pay with more: with 4.9 million states they win seed 512.
//!
//! # Fewest redeals
//! `gehtauf survey hochzeitszug --seeds 0..200 --fewest-redeals`: 45 deals are won without a redeal,
//! 142 with one and 2 with two, which is proven to be the least; 11 more are won with one, and whether
//! one is needed is open.

mod best_first;
mod counts;
mod deals;
mod endings;
mod exhaustive;
mod layers;
mod piles;
mod rollout;
mod state;
mod suit_endings;
mod suits;
mod unroll;

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Budget, Outcome, Rung, Space, Stop, Verdict, climb};

pub use counts::{fewest_redeals, moves_left};

use deals::{Caps, Deals};
use exhaustive::Exhaustive;
use layers::Layers;
use rollout::Roller;
use state::{Rules, State};

/// Which means are on. No verdict but "unknown" depends on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// In the last deal the stacks have no places.
    pub equal_stacks: bool,
    /// In the last deal some cards go to the foundations at once.
    pub safe_cards: bool,
    /// Without redeals sets of packings take the place of the packings; under `redeal=blocked` they
    /// look for a win without redeals.
    pub layers: bool,
    /// Without redeals a node that has less choice than another goes.
    pub subsets: bool,
    /// Without redeals a node goes from which one of its suits could not go out even alone.
    pub lone_suits: bool,
    /// Without redeals the last layers are known first, looking back from the end.
    pub endings: bool,
    /// Roll-outs come first.
    pub roll_outs: bool,
    /// Last deals into which roll-outs lead are searched before the whole game is; under
    /// `redeal=blocked` each later deal first as if it were the last.
    pub last_deals: bool,
}

impl Prunings {
    /// All on.
    pub const ALL: Prunings = Prunings {
        equal_stacks: true,
        safe_cards: true,
        layers: true,
        subsets: true,
        lone_suits: true,
        endings: true,
        roll_outs: true,
        last_deals: true,
    };
    /// All off.
    pub const NONE: Prunings = Prunings {
        equal_stacks: false,
        safe_cards: false,
        layers: false,
        subsets: false,
        lone_suits: false,
        endings: false,
        roll_outs: false,
        last_deals: false,
    };
}

/// A pass over the layers.
#[derive(Debug, Clone, Copy)]
struct Pass {
    /// How many nodes of each layer it keeps.
    width: usize,
    /// Layers before the end are added first until one has more nodes than this.
    endings: usize,
    /// In how many variations it is made.
    variations: u64,
}

/// Narrow passes vary, for what one misses another often wins. The last one keeps all that the states
/// left allow; with what is left after it others follow.
const PASSES: [Pass; 3] = [
    Pass { width: 100, endings: 1_000, variations: 4 },
    Pass { width: 800, endings: 4_000, variations: 4 },
    Pass { width: usize::MAX, endings: 16_000, variations: u64::MAX },
];

/// The rounds of the last rung: so many roll-outs into last deals, then a pass over the whole game.
/// The last pass leaves nothing out.
const ROUNDS: [(u32, Caps); 5] = [
    (100, Caps { deal: 500, last_deal: Some(2_000) }),
    (1_000, Caps { deal: 5_000, last_deal: Some(5_000) }),
    (10_000, Caps { deal: 50_000, last_deal: Some(20_000) }),
    (100_000, Caps { deal: u64::MAX, last_deal: Some(100_000) }),
    (0, Caps { deal: u64::MAX, last_deal: None }),
];

/// Under `redeal=blocked` the layers look for a win without redeals in each round, in so many states
/// for each state of a last deal.
const LAYERS: u64 = 20;

/// Solves a position.
pub fn solve(position: &Hochzeitszug, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    solve_with(position, Prunings::ALL, budget)
}

/// Solves a position with some of the prunings.
pub fn solve_with(
    position: &Hochzeitszug,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let rules = Rules::new(position.variant());
    let start = State::new(&rules, position);
    if prunings.layers && Layers::cover(&rules, &start) {
        return climb(
            budget,
            [rung("layers", |budget| by_layers(&rules, &start, prunings, budget))],
        );
    }
    let without_redeals = start.without_redeals();
    let space = Exhaustive { rules: &rules, prunings };
    let seed = space.key(&start) as u64;
    let roll_outs =
        rung("roll-outs", |budget| Roller::new(&rules, seed).try_from(&start, 100, budget));
    let last_deals = rung("last deals", |budget| {
        Roller::new(&rules, seed).try_last_deals(&space, &start, 50, 5_000, budget)
    });
    let deals = rung("deals", |budget| {
        let mut roller = Roller::new(&rules, !seed);
        let mut deals = Deals::new(space, budget);
        first_answer(ROUNDS, |(tries, caps)| {
            let tries = if prunings.last_deals { tries } else { 0 };
            let cap = caps.last_deal.unwrap_or(u64::MAX);
            match roller.try_last_deals(&space, &start, tries, cap, budget)? {
                Outcome::Open => {}
                answer => return Ok(answer),
            }
            if prunings.layers
                && rules.variant.redeal_blocked
                && caps.last_deal.is_some()
                && Layers::cover(&rules, &without_redeals)
            {
                // A win without redeals is one; that there is none says nothing, and in so few states
                // the look at lone suits does not pay.
                let prunings = Prunings { lone_suits: false, ..prunings };
                let layers =
                    |budget: &mut Budget<'_>| by_layers(&rules, &without_redeals, prunings, budget);
                match budget.stage(LAYERS * cap, layers) {
                    Ok(Outcome::Won(moves)) => return Ok(Outcome::Won(moves)),
                    Err(Stop::Limit(limit)) => return Err(Stop::Limit(limit)),
                    Ok(_) | Err(Stop::Stage) => {}
                }
            }
            deals.pass(&start, caps, budget)
        })
    });
    let rungs = [
        prunings.roll_outs.then_some(roll_outs),
        prunings.last_deals.then_some(last_deals),
        Some(deals),
    ];
    climb(budget, rungs.into_iter().flatten())
}

fn by_layers(
    rules: &Rules,
    start: &State,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let mut layers = Layers::new(rules, start, prunings, budget)?;
    first_answer(PASSES, |pass| {
        if prunings.endings && !layers.grow_endings(pass.endings, budget)? {
            return Ok(Outcome::Unwinnable);
        }
        first_answer(0..pass.variations, |variation| layers.pass(pass.width, variation, budget))
    })
}

/// A rung without a limit of its own.
fn rung<'r>(
    name: &'static str,
    run: impl FnOnce(&mut Budget<'_>) -> Result<Outcome<Move>, Stop> + 'r,
) -> Rung<'r, Move> {
    Rung { name, max_states: u64::MAX, run: Box::new(run) }
}

/// Passes that go further and further, until one answers.
fn first_answer<T>(
    passes: impl IntoIterator<Item = T>,
    mut pass: impl FnMut(T) -> Result<Outcome<Move>, Stop>,
) -> Result<Outcome<Move>, Stop> {
    for effort in passes {
        match pass(effort)? {
            Outcome::Open => {}
            answer => return Ok(answer),
        }
    }
    Ok(Outcome::Open)
}

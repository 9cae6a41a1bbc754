//! Positions along wins of whole deals: each proof alone is asked, and none may say "unwinnable".
//!
//! The bound on the moves left is asked as well: it must not exceed the moves that the win still has.

use gehtauf_rules::{AnyPosition, Move, Position};
use gehtauf_search::Budget;
use gehtauf_solvers::shorten;

use crate::case::Case;
use crate::draw::{below, one_of, play, whole};
use crate::judge::{ask, contradicts_a_win, find_win, limits};
use crate::shrink::shrink;
use crate::{Refutation, Soak};

const BOUND: &str = "bound on the moves left";

/// States for the wins of deals, for shortening them, and for wins of positions after side steps.
const STATES_FOR_A_WIN: u64 = 100_000;
const STATES_FOR_SHORTENING: u64 = 10_000;
const STATES_FOR_A_WIN_BACK: u64 = 10_000;

/// Of the positions of a win about so many are looked at.
const POSITIONS: usize = 150;

/// What takes ten to a hundred times as long as other proofs is asked at one in so many of them.
const DEAR: [(&str, usize); 2] = [("satisfiability", 20), ("tracked cards", 5)];

pub fn run(soak: &mut Soak<'_>) -> Result<(), Refutation> {
    let deal = whole(soak.rule_set, &mut soak.rng);
    let position = deal.position();
    let max_states = one_of(&mut soak.rng, &[30, 30, 300, 300, 3_000]);
    let Some(win) = find_win(&position, STATES_FOR_A_WIN) else { return Ok(()) };
    along(soak, &deal, &win, max_states)?;
    let budget = Budget::new(limits(STATES_FOR_SHORTENING), None);
    along(soak, &deal, &shorten(&position, &win, &budget).moves, max_states)?;
    for _ in 0..3 {
        let mut aside = deal.clone();
        aside.moves = win[..below(&mut soak.rng, win.len())].to_vec();
        let steps = 1 + below(&mut soak.rng, 4);
        play(&mut aside, steps, &mut soak.rng);
        if let Some(win) = find_win(&aside.position(), STATES_FOR_A_WIN_BACK) {
            along(soak, &aside, &win, max_states)?;
        }
    }
    Ok(())
}

/// Asks at positions of a win, some of them.
fn along(
    soak: &mut Soak<'_>,
    start: &Case,
    win: &[Move],
    max_states: u64,
) -> Result<(), Refutation> {
    let mut case = start.clone();
    let mut position = start.position();
    for (i, &m) in win.iter().enumerate() {
        if below(&mut soak.rng, win.len()) < POSITIONS {
            look_at(soak, &case, &position, win.len() - i, max_states)?;
        }
        position.play(m);
        case.moves.push(m);
    }
    Ok(())
}

fn look_at(
    soak: &mut Soak<'_>,
    case: &Case,
    position: &AnyPosition,
    moves_left: usize,
    max_states: u64,
) -> Result<(), Refutation> {
    soak.counts.add(soak.rule_set, BOUND);
    let bound = (soak.claims.lower_bound)(position) as usize;
    if bound > moves_left {
        let claim = format!("{BOUND} is {bound}, and there is a win of {moves_left}");
        return Err(Refutation { claim, case: case.clone() });
    }
    for proof in (soak.claims.proofs)(position) {
        let one_in = DEAR.iter().find(|(name, _)| *name == proof.name).map_or(1, |&(_, n)| n);
        if below(&mut soak.rng, one_in) > 0 {
            continue;
        }
        let verdict = ask(&proof, max_states);
        if let Some(problem) = contradicts_a_win(position, &verdict) {
            let claim = format!("{}: {problem}", proof.name);
            let proofs = soak.claims.proofs;
            let fails = |case: &Case| {
                let position = case.position();
                proofs(&position).iter().any(|other| {
                    other.name == proof.name
                        && contradicts_a_win(&position, &ask(other, max_states)).is_some()
                }) && find_win(&position, STATES_FOR_A_WIN).is_some()
            };
            return Err(Refutation { claim, case: shrink(case, fails) });
        }
        soak.counts.add_verdict(soak.rule_set, proof.name, &verdict);
    }
    Ok(())
}

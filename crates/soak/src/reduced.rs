//! Reduced games under options drawn at random, from the start and from the middle, against brute force.

use gehtauf_rules::{AnyPosition, BruteForce, Move, brute_force, replay};
use gehtauf_search::Verdict;
use gehtauf_solvers::{Proof, solve};

use crate::case::Case;
use crate::counts::Counts;
use crate::draw::{below, play, reduced};
use crate::judge::{ask, limits};
use crate::shrink::shrink;
use crate::{Claims, Refutation, Soak};

/// How many positions brute force may look at.
const MAX_POSITIONS: usize = 5_000;
const MAX_STATES: u64 = 20_000;

pub fn run(soak: &mut Soak<'_>) -> Result<(), Refutation> {
    let mut case = reduced(soak.rule_set, &mut soak.rng);
    let steps = if below(&mut soak.rng, 2) == 0 { 0 } else { below(&mut soak.rng, 16) };
    play(&mut case, steps, &mut soak.rng);
    let Some(claim) = contradiction(&case, soak.claims, soak.counts) else { return Ok(()) };
    let name = |claim: &str| claim.split(':').next().map(str::to_string);
    let fails = |smaller: &Case| {
        contradiction(smaller, soak.claims, &mut Counts::default())
            .is_some_and(|other| name(&other) == name(&claim))
    };
    Err(Refutation { case: shrink(&case, fails), claim })
}

/// What brute force does not share.
fn contradiction(case: &Case, claims: Claims, counts: &mut Counts) -> Option<String> {
    let position = &case.position();
    let truth = brute_force(position, MAX_POSITIONS);
    let fewest_moves = match &truth {
        BruteForce::TooBig => return None,
        BruteForce::Won(moves) => Some(moves.len()),
        BruteForce::Unwinnable => None,
    };
    if let Some(fewest) = fewest_moves {
        let bound = (claims.lower_bound)(position) as usize;
        if bound > fewest {
            return Some(format!("bound on the moves left: {bound} of a win of {fewest}"));
        }
    }
    let whole = Proof::new("all together", |budget| solve_whole(position, budget.states_left()));
    for proof in std::iter::once(whole).chain((claims.proofs)(position)) {
        let verdict = ask(&proof, MAX_STATES);
        if let Some(problem) = problem(position, fewest_moves.is_some(), &verdict) {
            return Some(format!("{}: {problem}", proof.name));
        }
        counts.add_verdict(case.rule_set, proof.name, &verdict);
    }
    None
}

fn solve_whole(position: &AnyPosition, max_states: u64) -> Verdict<Move> {
    let solution = solve(position, limits(max_states), None);
    // A win that does not replay is refused there; the caller replays it again.
    solution.map_or_else(|_| Verdict::Won(Vec::new()), |solution| solution.verdict)
}

fn problem(position: &AnyPosition, is_winnable: bool, verdict: &Verdict<Move>) -> Option<String> {
    match verdict {
        Verdict::Unwinnable if is_winnable => Some("unwinnable, but brute force wins".to_string()),
        Verdict::Won(moves) => {
            replay(position, moves).err().map(|error| format!("won, but {error}"))
        }
        _ => None,
    }
}

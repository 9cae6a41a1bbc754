//! Unwinnable whole deals, searched again in other ways: each pruning off, each proof alone, the plain rules.
//!
//! A win that any of them finds refutes the verdict. The counts say how often each confirmed it, and how often it
//! came to no end within its limits.

use gehtauf_rules::{AnyPosition, Move, replay};
use gehtauf_search::Verdict;
use gehtauf_solvers::{Proof, domino, eights, eklige_elfer, hochzeitszug, plain, solve};

use crate::draw::whole;
use crate::judge::{ask, limits};
use crate::{Refutation, Soak};

const STATES_FOR_A_LOSS: u64 = 100_000;
const STATES: u64 = 200_000;

pub fn run(soak: &mut Soak<'_>) -> Result<(), Refutation> {
    let case = whole(soak.rule_set, &mut soak.rng);
    let position = case.position();
    let solution = match solve(&position, limits(STATES_FOR_A_LOSS), None) {
        Ok(solution) => solution,
        Err(error) => return Err(Refutation { claim: error.to_string(), case }),
    };
    if solution.verdict != Verdict::Unwinnable {
        return Ok(());
    }
    let opinions = with_prunings_off(&position).into_iter().chain((soak.claims.proofs)(&position));
    for opinion in opinions {
        let verdict = ask(&opinion, STATES);
        if let Verdict::Won(moves) = &verdict {
            let claim = match replay(&position, moves) {
                Ok(()) => {
                    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                    format!("{}: unwinnable, but {}", solution.method, moves.join(" "))
                }
                Err(error) => format!("{}: won, but {error}", opinion.name),
            };
            return Err(Refutation { claim, case });
        }
        soak.counts.add_verdict(soak.rule_set, opinion.name, &verdict);
    }
    Ok(())
}

/// A game's searches with each of its switches off in turn, and with all off.
macro_rules! each_off {
    ($module:ident, $solve:path, $position:expr) => {{
        use $module::Prunings;
        let all =
            [("all prunings off", Prunings::NONE)].into_iter().chain(Prunings::ALL.each_off());
        let p = $position;
        let opinion =
            |(name, prunings)| Proof::new(name, move |budget| $solve(p, prunings, budget).0);
        all.map(opinion).collect()
    }};
}

/// The solver's searches with each pruning off in turn, and with all of them off.
fn with_prunings_off(position: &AnyPosition) -> Vec<Proof<'_>> {
    let mut opinions: Vec<Proof<'_>> = match position {
        AnyPosition::AchtMalAcht(p) => each_off!(eights, eights::exhaust_with, p.table()),
        AnyPosition::EightByEight(p) => each_off!(eights, eights::exhaust_with, p.table()),
        AnyPosition::EkligeElfer(p) => each_off!(eklige_elfer, eklige_elfer::solve_with, p),
        AnyPosition::Domino(p) => each_off!(domino, domino::solve_with, p),
        AnyPosition::Hochzeitszug(p) => each_off!(hochzeitszug, hochzeitszug::solve_with, p),
    };
    opinions.push(Proof::new("plain rules", |budget| plain::solve(position, budget).0));
    opinions
}

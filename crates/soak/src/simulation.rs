//! Plays of whole deals, move by move: each move must have its answer in every abstraction, as its proof says.
//!
//! A play is drawn at random, or is a win, or a play that goes aside from a win. The abstractions go along from a
//! quarter of it on, so that they see positions from the middle, too. A quarter of Domino's and
//! Hochzeitszug's plays are of small deals of a last round, Domino's with `fill=both`: only a win there can refute the
//! levels before the win. (Bounds on the moves left: `along_wins.rs`.)

use gehtauf_rules::{AnyPosition, Move, Position, RuleSet};
use gehtauf_solvers::Followed;
use rand_pcg::Pcg64;

use crate::case::Case;
use crate::draw::{below, one_of, reduced, whole, with_options};
use crate::judge::find_win;
use crate::shrink::shrink;
use crate::{Refutation, SimulationsOf, Soak};

const MOVES: usize = 400;
const STATES_FOR_A_WIN: u64 = 20_000;

pub fn run(soak: &mut Soak<'_>) -> Result<(), Refutation> {
    let of_last_round: &[(&str, &str)] = match soak.rule_set {
        RuleSet::Domino => &[("redeals", "0"), ("fill", "both")],
        RuleSet::Hochzeitszug => &[("redeals", "0")],
        _ => &[],
    };
    let is_last_round = !of_last_round.is_empty() && below(&mut soak.rng, 4) == 0;
    let is_whole = !is_last_round && below(&mut soak.rng, 4) > 0;
    let deal = if is_whole { whole } else { reduced };
    let mut case = deal(soak.rule_set, &mut soak.rng);
    if is_last_round {
        let last_round: Vec<_> =
            of_last_round.iter().map(|&(name, value)| (name, value.to_string())).collect();
        case = with_options(&case, &last_round).expect("they go with all others");
    }
    if (is_last_round || below(&mut soak.rng, 2) == 0)
        && let Some(win) = find_win(&case.position(), STATES_FOR_A_WIN)
    {
        let aside = below(&mut soak.rng, win.len() + 1);
        let most = one_of(&mut soak.rng, &[win.len(), aside]);
        case.moves = win[..most].to_vec();
    }
    play_on(&mut case, &mut soak.rng);
    let simulations = soak.claims.simulations;
    let mut answered = Vec::new();
    if let Err(claim) = follow(&case, simulations, |name| answered.push(name)) {
        let fails = |case: &Case| {
            follow(case, simulations, |_| {}).is_err_and(|other| name_of(&other) == name_of(&claim))
        };
        return Err(Refutation { case: shrink(&case, fails), claim });
    }
    answered.into_iter().for_each(|name| soak.counts.add(soak.rule_set, name));
    Ok(())
}

fn name_of(claim: &str) -> &str {
    claim.split(':').next().unwrap_or_default()
}

/// Random moves; those that change the talon alone come less often, and cards go up more often, the one or the other.
fn play_on(case: &mut Case, rng: &mut Pcg64) {
    let mut position = case.position();
    let (turns, ups) = (one_of(rng, &[1, 3, 10]), one_of(rng, &[1, 1, 4]));
    while case.moves.len() < MOVES && !position.is_won() {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mut m = one_of(rng, &moves);
        for _ in 1..turns {
            if matches!(m, Move::Turn | Move::Redeal | Move::Deal) {
                m = one_of(rng, &moves);
            }
        }
        for _ in 1..ups {
            if !goes_up(m) {
                m = one_of(rng, &moves);
            }
        }
        position.play(m);
        case.moves.push(m);
    }
}

fn goes_up(m: Move) -> bool {
    matches!(
        m,
        Move::ColumnToFoundation { .. } | Move::WasteToFoundation | Move::StackToFoundation { .. }
    )
}

/// Goes along with the later part of a play. Tells each answer.
fn follow(
    case: &Case,
    simulations: SimulationsOf,
    mut tell: impl FnMut(&'static str),
) -> Result<(), String> {
    let (before, play) = case.moves.split_at(case.moves.len() / 4);
    let mut position: AnyPosition = Case { moves: before.to_vec(), ..case.clone() }.position();
    let mut simulations = simulations(&position);
    for &m in play {
        position.play(m);
        let mut wrong = None;
        simulations.retain_mut(|simulation| match simulation.follow(m, &position) {
            Ok(Followed::Answered) => {
                tell(simulation.name);
                true
            }
            Ok(Followed::Unasked) => true,
            Ok(Followed::Ended) => false,
            Err(problem) => {
                wrong = wrong.take().or(Some(format!("{}: {problem}: {m}", simulation.name)));
                false
            }
        });
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
    }
    Ok(())
}

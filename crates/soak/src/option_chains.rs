//! Chains of options from strict to loose: no deal may be won under the stricter rules and "unwinnable" under
//! the looser ones.
//!
//! Which rules are looser `gehtauf_survey::is_relaxation` says, with the proof; and Acht mal Acht allows all that 8x8
//! does: each move of 8x8 is one there, and what 8x8 forces is a choice there. A single pile per suit
//! takes no card that one of two piles does not.
//!
//! A position of the strict win is one of the looser game too, and as winnable there. So each proof of the
//! looser game is asked all along the win.

use gehtauf_cards::Deck;
use gehtauf_rules::{AnyPosition, Game, Layout, Move, Position, RuleSet};
use gehtauf_survey::is_relaxation;

use crate::case::{Case, Sets};
use crate::draw::{any_value, below, one_of, whole, with_options};
use crate::judge::{ask, contradicts_a_win, find_win};
use crate::shrink::shrink;
use crate::{ProofsOf, Refutation, Soak};

const STATES_FOR_A_WIN: u64 = 100_000;
const STATES_FOR_A_LOSS: u64 = 20_000;

/// Of the positions of a win about so many are looked at.
const POSITIONS: usize = 12;

pub fn run(soak: &mut Soak<'_>) -> Result<(), Refutation> {
    let strict = whole(soak.rule_set, &mut soak.rng);
    let Some(win) = find_win(&strict.position(), STATES_FOR_A_WIN) else { return Ok(()) };
    for _ in 0..4 {
        let Some(looser) = loosen(soak, &strict) else { continue };
        soak.counts.add(soak.rule_set, "pairs of rules");
        along(soak, &strict, &win, &looser)?;
    }
    Ok(())
}

/// A looser game.
struct Looser {
    rule_set: RuleSet,
    changes: Sets,
}

impl Looser {
    fn game(&self, strict: &Case) -> Option<Game> {
        if self.rule_set == strict.rule_set {
            return with_options(strict, &self.changes).map(|case| case.game());
        }
        let known = |name: &str| self.rule_set.option_specs().iter().any(|spec| spec.name == name);
        let sets: Sets = strict.sets.iter().filter(|(name, _)| known(name)).cloned().collect();
        Case::game_of(self.rule_set, &[sets, self.changes.clone()].concat())
    }
}

/// Other values of some options that make the rules looser; nothing if none were drawn.
fn loosen(soak: &mut Soak<'_>, strict: &Case) -> Option<Looser> {
    let rng = &mut soak.rng;
    if soak.rule_set == RuleSet::EightByEight && below(rng, 2) == 0 {
        return Some(Looser { rule_set: RuleSet::AchtMalAcht, changes: Sets::new() });
    }
    let specs: Vec<_> =
        soak.rule_set.option_specs().iter().filter(|spec| !spec.is_reduced).collect();
    for _ in 0..50 {
        let count = 1 + below(rng, 3);
        let mut changes = Sets::new();
        for _ in 0..count {
            let spec = one_of(rng, &specs);
            changes.push((spec.name, any_value(spec, rng)));
        }
        let looser = Looser { rule_set: soak.rule_set, changes };
        let (loose, strict) = (looser.game(strict)?, strict.game());
        if loose != strict && is_relaxation(&loose, &strict) {
            return Some(looser);
        }
    }
    None
}

fn along(
    soak: &mut Soak<'_>,
    strict: &Case,
    win: &[Move],
    looser: &Looser,
) -> Result<(), Refutation> {
    let mut case = strict.clone();
    for (i, &m) in win.iter().enumerate() {
        if i == 0 || below(&mut soak.rng, win.len()) < POSITIONS {
            let Some(position) = read_as(&case, looser) else { break };
            for proof in (soak.claims.proofs)(&position) {
                let max_states = if i == 0 { STATES_FOR_A_LOSS } else { STATES_FOR_A_LOSS / 100 };
                let verdict = ask(&proof, max_states);
                if let Some(problem) = contradicts_a_win(&position, &verdict) {
                    let loose = looser.game(&case).map(|game| game.to_string()).unwrap_or_default();
                    let claim = format!("{} under {loose}: {problem}", proof.name);
                    let case = smallest(&case, looser, soak.claims.proofs, proof.name, max_states);
                    return Err(Refutation { claim, case });
                }
                soak.counts.add_verdict(soak.rule_set, proof.name, &verdict);
            }
        }
        case.moves.push(m);
    }
    Ok(())
}

fn smallest(case: &Case, looser: &Looser, proofs: ProofsOf, name: &str, max_states: u64) -> Case {
    let fails = |case: &Case| {
        let Some(position) = read_as(case, looser) else { return false };
        let is_refuted = proofs(&position).iter().any(|proof| {
            proof.name == name && contradicts_a_win(&position, &ask(proof, max_states)).is_some()
        });
        is_refuted && find_win(&case.position(), STATES_FOR_A_WIN).is_some()
    };
    shrink(case, fails)
}

/// The position of the strict game as one of the looser game.
fn read_as(case: &Case, looser: &Looser) -> Option<AnyPosition> {
    let game = looser.game(case)?;
    if case.moves.is_empty() {
        return game.deal(&Deck::new(case.deck.clone(), game.pack()).ok()?).ok();
    }
    let text = case.position().layout().to_string();
    let foundations = case.game().options().named("foundations");
    if game.rule_set() == RuleSet::AchtMalAcht && foundations.as_deref() == Some("four") {
        return None; // Its piles are written in another way.
    }
    // What the looser game does not know: a force, cards face down, the number of a pass that does not count.
    let unforced = text.replace("must-play: 0\n", "").replace("must-play: 1\n", "");
    let face_up = unforced.replace(['[', ']'], "");
    let first_pass = |text: &str| -> String {
        let line = |line| if str::starts_with(line, "pass:") { "pass: 1" } else { line };
        text.lines().map(|text| line(text).to_string() + "\n").collect()
    };
    let later = [&text, &unforced, &face_up].map(|text| first_pass(text));
    let texts = [&[text, unforced, face_up][..], &later].concat();
    texts.iter().find_map(|text| game.read(&Layout::parse(text).ok()?).ok())
}

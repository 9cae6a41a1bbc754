//! Why a position is unwinnable: cards that cannot all go up, whatever the others do.
//!
//! *Setup.* As in [`encoding`](super::sat::encoding). Some cards are *named*. In the *simpler game* each of the others may be laid
//! aside as soon as it lies open, and counts as if it lay wherever it is missed: on its foundation, and as a card on
//! which any number can be packed. The named ones move as in the game. It is won when they are all up.
//!
//! *Claim.* If the clauses of the order, of the refills, and those of `foundations.rs` and
//! `hosts.rs` that are about named cards only have no solution, the simpler game cannot be won, and so neither
//! can ours.
//!
//! *Invariant.* A win of ours is one of the simpler game: each other card is laid aside when it leaves its place,
//! and no named card misses it.
//!
//! *Conclusion.* A win of the simpler game fulfils those clauses, by the proofs of their files: what these say of a card
//! needs no more than the cards that the clause is about. Where one of the foundations' cards is not named it counts
//! as up, and there is no clause; where a host is not named there is none either, for that host takes all.
//!
//! *Needs.* `supports` of the search and no redeal before. The named cards are left out one by one as long as the clauses
//! have no solution then; that none of the last ones can be left out holds of these clauses, without nogoods.
//!
//! Oracle: brute force over the simpler game in `tests/reasons.rs`.

use std::sync::atomic::AtomicBool;

use gehtauf_certificates::clauses::{Formula, Lit};
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_search::{Budget, Limits, Stop};

use super::portfolio::SATISFIABILITY;
use super::prunings::Prunings;
use super::sat::dealt::{CardId, Dealt};
use super::sat::encoding::Encoding;
use super::sat::supports;
use crate::sat::solver::Solver;
use crate::{CardPlace, Reason};

/// Why this method calls a position unwinnable.
pub fn reason(
    position: &Hochzeitszug,
    method: &str,
    limits: Limits,
    interrupt: Option<&AtomicBool>,
) -> Reason {
    let is_by_clauses = method == SATISFIABILITY;
    // What other methods find in milliseconds is not worth more of the clauses' time.
    let most = if is_by_clauses { u64::MAX } else { 300_000 };
    let limits = Limits { max_states: limits.max_states.min(most), ..limits };
    match cards_to_blame(position, &mut Budget::new(limits, interrupt)) {
        Ok(Some(cards)) => Reason::Contradiction(cards),
        _ if is_by_clauses => Reason::Contradiction(Vec::new()),
        _ => Reason::AllStates,
    }
}

/// Cards that cannot all go up, in the order of their piles; nothing if the clauses do not show that there are some.
/// When the budget ends there may be more of them than need be.
///
/// # Errors
/// The budget is spent before there are any.
fn cards_to_blame(
    position: &Hochzeitszug,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<CardPlace>>, Stop> {
    let is_first_round = position.redeals_used() == 0 && position.redeals_left() == 0;
    if !is_first_round || !supports(&position.variant()) {
        return Ok(None);
    }
    let dealt = Dealt::new(position);
    let encoding = Encoding::with_selectors(&dealt, Prunings::ALL, Formula::new_variable);
    let mut solver = Solver::new(&encoding.formula, &encoding.events.order, budget)?;
    let Some(mut named) = solver.core(&encoding.events.selectors)? else { return Ok(None) };
    for lit in named.clone() {
        let fewer: Vec<Lit> = named.iter().copied().filter(|&other| other != lit).collect();
        if fewer.len() == named.len() {
            continue;
        }
        match solver.core(&fewer) {
            Ok(Some(core)) => named = core,
            Ok(None) => {}
            Err(_) => break,
        }
    }
    let is_named = |&card: &CardId| named.contains(&encoding.events.selectors[card]);
    let depth = position.variant().depth;
    Ok(Some(
        dealt
            .in_piles()
            .filter(|(card, ..)| is_named(card))
            .map(|(_, pile, place)| match dealt.stacks.get(pile) {
                Some(&stack) => CardPlace::Stack { stack: stack.into(), place },
                None => CardPlace::Stock((pile - dealt.stacks.len()) * usize::from(depth) + place),
            })
            .collect(),
    ))
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use gehtauf_search::Verdict;

    use super::*;
    use crate::solve;

    fn named_cards(position: &Hochzeitszug) -> Option<Vec<CardPlace>> {
        cards_to_blame(position, &mut Budget::new(Limits::default(), None)).unwrap()
    }

    /// Whether the clauses about these cards have no solution, asked of them alone.
    fn suffice(position: &Hochzeitszug, named: &[CardId]) -> bool {
        let dealt = Dealt::new(position);
        let encoding = Encoding::with_selectors(&dealt, Prunings::ALL, Formula::new_variable);
        let mut budget = Budget::new(Limits::default(), None);
        let mut solver =
            Solver::new(&encoding.formula, &encoding.events.order, &mut budget).unwrap();
        let selectors: Vec<Lit> =
            named.iter().map(|&card| encoding.events.selectors[card]).collect();
        solver.core(&selectors).unwrap().is_some()
    }

    #[test]
    fn no_card_can_be_left_out_and_won_deals_have_none() {
        let (mut lost, mut won) = (0, 0);
        let sizes = [("ranks", "6"), ("suits", "CD"), ("upper", "3"), ("lower", "3")];
        let game = Game::new(RuleSet::Hochzeitszug, &[&sizes[..], &[("redeals", "0")]].concat());
        let game = game.unwrap();
        for seed in 0..24 {
            let any = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Hochzeitszug(position) = &any else { unreachable!() };
            let named = named_cards(position);
            if let Verdict::Won(_) = solve(&any, Limits::default(), None).unwrap().verdict {
                assert_eq!(named, None, "seed {seed}");
                won += 1;
                continue;
            }
            let Some(named) = named else { continue };
            lost += 1;
            let dealt = Dealt::new(position);
            let place = |&(_, pile, place): &(CardId, usize, usize)| match dealt.stacks.get(pile) {
                Some(&stack) => CardPlace::Stack { stack: stack.into(), place },
                None => CardPlace::Stock((pile - dealt.stacks.len()) * 4 + place),
            };
            let cards: Vec<_> =
                dealt.in_piles().filter(|card| named.contains(&place(card))).collect();
            let ids: Vec<CardId> = cards.iter().map(|&(card, ..)| card).collect();
            assert_eq!(ids.len(), named.len());
            assert!(suffice(position, &ids), "seed {seed}");
            for &card in &ids {
                let fewer: Vec<_> = ids.iter().copied().filter(|&other| other != card).collect();
                assert!(!suffice(position, &fewer), "seed {seed}: without {card}");
            }
        }
        assert!(lost > 5 && won > 5, "{lost} {won}");
    }
}

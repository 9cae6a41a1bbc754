//! Why a position is unwinnable, by the method that said so.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, Limits};

use super::abstractions::chain_counting;
use super::abstractions::tracked_cards::Refinement;
use super::portfolio::names;
use super::prunings::dead_ends;
use super::state::Deal;
use crate::{Blocking, CardPlace, Reason};

/// Why a stage of this name says "unwinnable".
pub fn reason(
    table: &Table,
    method: &str,
    limits: Limits,
    interrupt: Option<&AtomicBool>,
) -> Reason {
    let Some((deal, start)) = Deal::new(table) else { return Reason::AllStates };
    let at = |(column, place)| CardPlace::Column { column, place };
    match method {
        names::DEAD_ENDS => {
            let blocking = |(column, card): (usize, dead_ends::Blocking)| Blocking {
                card: at((column, card.place)),
                missing: card.missing,
            };
            let cards = dead_ends::blocking_cards(&deal, &start).unwrap_or_default();
            Reason::NoColumnEmpties(cards.into_iter().enumerate().map(blocking).collect())
        }
        names::CHAIN_COUNTING => {
            let cards = chain_counting::cards_without_place(&deal, &start, limits, interrupt);
            Reason::NoPlaces(cards.into_iter().map(at).collect())
        }
        names::REFINEMENT => {
            let mut refinement = Refinement::new(&deal, &start);
            let is_lost = refinement.is_lost(&mut Budget::new(limits, interrupt));
            let (dealt, stock) = refinement.tracked_cards();
            let cards = dealt.map(at).chain(stock.map(CardPlace::Stock));
            Reason::SimplerGame(if is_lost == Ok(true) { cards.collect() } else { Vec::new() })
        }
        names::SATISFIABILITY => Reason::Contradiction(Vec::new()),
        names::WITHOUT_HEADS => Reason::SimplerGame(Vec::new()),
        _ => Reason::AllStates,
    }
}

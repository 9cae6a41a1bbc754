//! Clauses that leave out plays which need a run to go to a space.
//!
//! *Setup.* A face is *full* at an event if it has no fewer children than parents. The *child face* of a face is that
//! of the cards that lie on it.
//!
//! *Claim.* With these clauses the events of a solution can be played, as [`heads`](super::heads) does, where a space takes one
//! card only. That there is none proves nothing: a card that goes to a space in good time, or two spaces, might help.
//! *Proof.* Let no more heads be in cleared columns than are needed: each that can goes down again. Then a card of a
//! face is open if and only if the face is not full.
//! - A card goes up from a column. If its face is not full, it can be laid open. Otherwise its child face is not: a
//!   child of the card, laid open, goes to a space, of which there is one ([`places`](super::places)).
//! - A base leaves. If the face that it lies on is not full, that takes it with all that lies on it. Otherwise its own
//!   is not: laid open it goes to a space.
//! - A stock card that no column takes goes to a space alone.
//!
//! Oracle: `what_a_solution_says_can_be_played` in `tests.rs`.

use gehtauf_certificates::clauses::counts::at_least_as_many;
use gehtauf_certificates::clauses::{Lit, TRUE};

use super::encoding::Encoding;
use super::events::{CardEvents, Event, Source};
use crate::eights::state::{FACES, landing};

/// Adds the clauses.
pub fn add(encoding: &mut Encoding) {
    let cards: Vec<CardEvents> = encoding.events.placed().cloned().collect();
    for (own, card) in cards.iter().enumerate() {
        let (face, at_once) = (card.card.face(), card.at_once);
        let child_face = (0..FACES).find(|&child| landing(child) == face);
        let child_face = child_face.expect("no Ace");
        let mut goes_up = |event: Event, otherwise: Lit| {
            let [own_is_not, child_is_not] =
                [not_full(encoding, event, face, own), not_full(encoding, event, child_face, own)];
            encoding.formula.add(&[otherwise, own_is_not, child_is_not]);
            own_is_not
        };
        goes_up(card.goes_up, at_once);
        if let (Some(Source::Column(_)), leaves) = (card.source, card.frees) {
            let own_is_not = goes_up(leaves, -at_once);
            let on_is_not = not_full(encoding, leaves, landing(face), own);
            encoding.formula.add(&[at_once, on_is_not, own_is_not]);
        }
    }
}

/// A literal that implies that a face is not full at an event of a card, which is a parent and no child.
fn not_full(encoding: &mut Encoding, event: Event, face: usize, own: usize) -> Lit {
    let Encoding { formula, events, conditions, .. } = encoding;
    let conditions = conditions.at(event.expect("a check"));
    let (mut children, mut parents) = (Vec::new(), Vec::new());
    for (i, card) in events.placed().enumerate() {
        if landing(card.card.face()) == face && i != own {
            children.push(conditions[i].child);
        }
        if card.card.face() == face {
            parents.push(if i == own { TRUE } else { conditions[i].parent });
        }
    }
    let not_full = formula.new_variable();
    at_least_as_many(formula, not_full, &parents, &children, 1);
    not_full
}

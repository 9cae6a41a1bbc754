//! The clauses of talon cards that must be played when they are turned.
//!
//! *Setup.* Each turn is an event: of each pass and each stock card, when the pass comes to its place, whether or not it is
//! still there. They come in the order of the stock, each pass between two redeals.
//!
//! *Claim.* A stock card leaves after it is turned, and after a redeal after it is turned again. When it leaves, all that have been
//! turned on it since the last redeal have left. *Proof.* It leaves from the top of the waste. These clauses are all that
//! the stock asks, those of [`encoding`](super::encoding) among them: at a turn the card is turned if it is there.
//!
//! *Claim.* A card that is there when it is turned leaves before anything else happens, or there are at least as many children
//! of the face that it lies on as parents. *Proof.* If it does neither, no column takes it: on each of these parents lies a
//! card. That came there by a move, or lies in a run from the start: it has been freed and is not up, so it is one of
//! these children. (Conversely they may all carry one: [`free_cards`](crate::eights::abstractions::free_cards).)
//!
//! *Needs.* That no Ace stays on a column ([`supports`]): it would be a child that is not counted.
//!
//! Oracles: those of the module with `talon-play=forced`.

use gehtauf_certificates::clauses::TRUE;
use gehtauf_certificates::clauses::counts::at_least_as_many;
use gehtauf_rules::eights::Rules;

use super::encoding::Encoding;
use super::events::{CardEvents, Event};
use crate::eights::state::landing;

/// Whether turns are events: where turned cards must be played, and the claim holds. There is an end of them with so
/// many passes only.
pub fn supports(rules: &Rules) -> bool {
    let &Rules {
        pack: _,
        columns: _,
        rows: _,
        passes,
        foundation_return: _,
        runs_to_spaces: _,
        forced_talon_play,
        one_pile_per_suit,
        face_down: _,
        forced_aces,
    } = rules;
    let no_ace_stays = forced_aces && !one_pile_per_suit;
    forced_talon_play && no_ace_stays && passes.is_some()
}

/// Adds the clauses.
pub fn add(encoding: &mut Encoding) {
    let stock: Vec<(u8, CardEvents)> =
        encoding.events.stock().map(|(place, card)| (place, card.clone())).collect();
    for pass in 0..encoding.events.turns.len() {
        let turns = encoding.events.turns[pass].clone();
        let turn_of = |place: u8| turns.iter().find(|turn| turn.0 == place).map(|turn| turn.1);
        let redeal = |pass: usize| encoding.events.redeals.get(pass).copied();
        let (last, next) = (pass.checked_sub(1).and_then(redeal), redeal(pass));
        for (i, (place, card)) in stock.iter().enumerate() {
            let Encoding { formula, events, .. } = encoding;
            let gone_on = next.map_or(-TRUE, |next| events.before(Some(next), card.frees));
            for (over_place, over) in &stock[i + 1..] {
                // What lies on the waste at the start has been turned before all events.
                let turned = events.before(turn_of(*over_place), card.frees);
                formula.imply(&[turned], &[events.before(over.frees, card.frees), gone_on]);
            }
            if let Some(turn) = turn_of(*place) {
                let is_later = last.map_or(TRUE, |last| events.before(Some(last), card.frees));
                formula.imply(&[is_later], &[events.before(Some(turn), card.frees)]);
                add_turn(encoding, card, Some(turn));
            }
        }
    }
}

/// What must be if the card is there at a turn.
fn add_turn(encoding: &mut Encoding, card: &CardEvents, turn: Event) {
    let Encoding { formula, events, .. } = encoding;
    let [at_once, stays] = [formula.new_variable(), formula.new_variable()];
    formula.add(&[events.before(card.frees, turn), at_once, stays]);
    for other in (0..events.order.events()).map(Some) {
        if other != card.frees && other != turn {
            let later = [at_once, events.before(turn, other)];
            formula.imply(&later, &[events.before(card.frees, other)]);
        }
    }
    let face = landing(card.card.face());
    let (mut children, mut parents) = (Vec::new(), Vec::new());
    for other in events.placed() {
        let mut is_there = |since: Event| {
            formula.both([events.before(since, turn), events.before(turn, other.goes_up)])
        };
        if landing(other.card.face()) == face {
            children.push(is_there(other.frees));
        }
        if other.card.face() == face {
            parents.push(is_there(other.opens));
        }
    }
    at_least_as_many(formula, stays, &children, &parents, 0);
}

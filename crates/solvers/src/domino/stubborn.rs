//! Which moves of a state are enough under `fill=left`.

use super::state::{CardId, Rules, State, Step, rank};

/// A part of the moves of a state under `fill=left` that is enough to reach each position in which
/// no card can move.
///
/// Every card has one move, T(x): to the right of x - 1, possible while the place there is empty.
/// The part is a stubborn set (Valmari 1989): with each T(x) that is possible it has T(x - 1) and
/// T(x + 1); with each that is not, T(x - 1) and the move of the card in the place where x would go
/// (T(x - 1) alone if that is x or if x - 1 lies at the row's end).
///
/// Claim: a position without moves that can be reached can be reached by a move of the part.
///
/// Proof: two moves T(x) and T(y) of cards that are not neighbours in suit do not touch each other:
/// neither takes away the empty place or the card at its left that the other needs, and both orders
/// give the same position. A T(x) that is not possible becomes so only when x - 1 or the card in its
/// place has moved. So in a play that begins outside the part, the first T(x) of the part to come is
/// possible now, and may as well come first. Some move of the part does come: one that is
/// possible now stays possible until it or a neighbour in suit, which is in the part too, is
/// played, so as long as none is played the position is not without moves. The cards of an ordered
/// prefix never move under `fill=left` and may be left out of the part.
///
/// A won position has no moves; a redeal under `redeal=blocked` is played in one without moves.
pub(super) fn stubborn_steps(rules: &Rules, state: &State, mut visit: impl FnMut(Step)) {
    let mut steps = [Step::REDEAL; 4];
    let mut count = 0;
    state.for_each_card_step(rules, |step| {
        steps[count] = step;
        count += 1;
    });
    let steps = &steps[..count];
    let possible = steps.iter().fold(0, |cards, step| cards | bit(step.card));
    let mut chosen = possible;
    if count > 1 {
        let fixed = fixed_cards(rules, state);
        for step in steps {
            let fewer_than = chosen.count_ones();
            if let Some(part) = closure(rules, state, step.card, possible, fixed, fewer_than) {
                chosen = part & possible;
            }
        }
    }
    for &step in steps {
        if chosen & bit(step.card) != 0 {
            visit(step);
        }
    }
}

const fn bit(card: CardId) -> u64 {
    1 << card
}

/// The cards of the ordered prefixes, a bit each.
fn fixed_cards(rules: &Rules, state: &State) -> u64 {
    (0..rules.rows)
        .fold(0, |cards, row| cards | ((1 << state.prefix(row)) - 1) << state.card(16 * row))
}

/// The smallest stubborn set with this card's move, if fewer than so many of its moves are possible.
fn closure(
    rules: &Rules,
    state: &State,
    card: CardId,
    possible: u64,
    fixed: u64,
    fewer_than: u32,
) -> Option<u64> {
    let mut part = bit(card);
    let mut open = part;
    while open != 0 {
        if (part & possible).count_ones() >= fewer_than {
            return None;
        }
        let x = open.trailing_zeros() as CardId;
        open &= open - 1;
        let mut needed = bit(x - 1);
        if possible & bit(x) != 0 {
            if rank(x) < rules.top {
                needed |= bit(x + 1);
            }
        } else {
            let left = state.spot(x - 1);
            let in_place = state.card(left + 1);
            if in_place != x && left & 15 < rules.top {
                needed |= bit(in_place);
            }
        }
        let new = needed & !fixed & !part;
        open |= new;
        part |= new;
    }
    ((part & possible).count_ones() < fewer_than).then_some(part)
}

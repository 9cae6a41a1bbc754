//! Spaces with steps: each move of a play is one of their steps, or leaves the state as it is.
//!
//! Where the talon is gone through by macro moves a step answers a play of the waste's top card, and turns are put
//! off: the space's state is at a place of the talon that is not further on.

use gehtauf_rules::eights::Table;
use gehtauf_search::Space;

use super::table::Places;
use crate::eights::abstractions::chain_counting;
use crate::eights::abstractions::free_cards::{self, FreeCardKey, FreeCardSpace, FreeCardState};
use crate::eights::abstractions::free_cards_with_heads::relaxation::Relaxation;
use crate::eights::abstractions::free_cards_with_heads::space::HeadsSpace;
use crate::eights::abstractions::free_cards_with_heads::state::{self as heads, Talon};
use crate::eights::abstractions::free_cards_with_heads::{self as with_heads, Switches};
use crate::eights::prunings::{Prunings, talon_macro_moves};
use crate::eights::state::{COLUMNS, Deal};
use crate::{Followed, MoveAnswer, Simulation};

pub fn all(start: &Table) -> Vec<Simulation<Table>> {
    let mut all = Vec::new();
    all.extend(chain_counting(start));
    all.extend(free_cards(start));
    if with_heads::supports(&start.rules) {
        let is_free = talon_macro_moves::supports(&start.rules);
        for talon in [Talon::CardByCard, Talon::MacroMoves] {
            if talon == Talon::CardByCard || is_free {
                all.extend(heads(start, talon));
                all.extend(without_heads(start, talon));
            }
        }
    }
    all
}

/// Goes on from a state by at most so many steps to one that is there; says whether there is a way.
pub fn goes_on<S: Clone>(
    children: impl Fn(&S) -> Vec<S>,
    state: &mut S,
    most: usize,
    is_there: impl Fn(&S) -> bool,
) -> bool {
    let mut reached = vec![state.clone()];
    for step in 0..=most {
        if let Some(there) = reached.iter().find(|state| is_there(state)) {
            *state = there.clone();
            return true;
        }
        if step < most {
            reached = reached.iter().flat_map(&children).collect();
        }
    }
    false
}

/// The states after each step of a space.
fn children<S: Space>(space: &S) -> impl Fn(&S::State) -> Vec<S::State> {
    |state| {
        let mut moves = Vec::new();
        space.moves(state, &mut moves);
        let after = |m| {
            let mut after = state.clone();
            space.play(&mut after, m);
            after
        };
        moves.into_iter().map(after).collect()
    }
}

pub fn answer(is_answered: bool) -> MoveAnswer {
    match is_answered {
        true => Ok(Followed::Answered),
        false => Err("no step answers the move".to_string()),
    }
}

/// As many as two decks have.
const ACES: usize = 8;

/// The dealt cards that have left their columns: a step, and one for each Ace that goes up after it.
fn chain_counting(start: &Table) -> Option<Simulation<Table>> {
    let (deal, packed) = Deal::new(start)?;
    let mut places = Places::new(start);
    let mut left = places.dealt;
    Some(Simulation::new("chain-counting relaxation", move |m, after| {
        places.play(m, after);
        let space = chain_counting::Relaxation::new(&deal, &packed);
        let most = if deal.aces_go_up { 1 + ACES } else { 1 };
        let is_on_the_way = |left: &[u8; COLUMNS]| {
            left.iter().zip(places.dealt).all(|(&left, there)| left >= there)
        };
        let children = |left: &[u8; COLUMNS]| {
            let mut after = children(&space)(left);
            after.retain(is_on_the_way);
            after
        };
        answer(goes_on(children, &mut left, most, |left| *left == places.dealt))
    }))
}

fn free_cards(start: &Table) -> Option<Simulation<Table>> {
    if !free_cards::supports(&start.rules) {
        return None;
    }
    let (deal, packed) = Deal::new(start)?;
    let mut places = Places::new(start);
    let mut state = FreeCardState::new(&deal, &packed);
    Some(Simulation::new("free cards", move |m, after| {
        places.play(m, after);
        let key = free_card_key(&deal, &places, after);
        let is_there = |state: &FreeCardState| {
            let FreeCardKey { turned, pass, .. } = state.key;
            FreeCardKey { turned: key.turned, pass: key.pass, ..state.key } == key
                && is_no_further_on(after, (pass, turned), (key.pass, key.turned))
        };
        let space = FreeCardSpace::new(&deal, Prunings::NONE).expect("supported");
        answer(goes_on(children(&space), &mut state, 1, is_there))
    }))
}

/// What the free-card space makes of a position.
pub fn free_card_key(deal: &Deal, places: &Places, after: &Table) -> FreeCardKey {
    let mut bases = [0; COLUMNS];
    for (column, base) in bases.iter_mut().enumerate().take(deal.width) {
        *base = deal.base(column, places.dealt[column].into());
    }
    FreeCardKey {
        stock: places.stock(),
        foundations: after.foundations.as_flattened().try_into().expect("four suits of two"),
        bases,
        turned: places.turned(after),
        pass: after.pass,
    }
}

pub fn is_no_further_on(after: &Table, state: (u8, u8), play: (u8, u8)) -> bool {
    after.rules.passes.is_none() || state <= play
}

fn is_there(
    deal: &heads::Deal,
    after: &Table,
    target: &heads::State,
) -> impl Fn(&heads::State) -> bool {
    let is_macro = deal.talon == Talon::MacroMoves;
    let is_in_time = |state: &heads::State| {
        is_no_further_on(after, (state.pass, state.turned), (target.pass, target.turned))
    };
    move |state: &heads::State| {
        let mut there = *state;
        if is_macro {
            (there.turned, there.pass) = (target.turned, target.pass);
            there.fingerprint = target.fingerprint;
        }
        there == *target
            && deal.fingerprint(state) == state.fingerprint
            && (!is_macro || is_in_time(state))
    }
}

/// A position's own state, in the places of the start.
fn in_places(
    deal: &heads::Deal,
    places: &Places,
    after: &Table,
    mut state: heads::State,
) -> heads::State {
    (state.stock, state.turned) = (places.stock(), places.turned(after));
    state.fingerprint = deal.fingerprint(&state);
    state
}

const NOT_PACKED: &str = "the position has no state";

fn heads(start: &Table, talon: Talon) -> Option<Simulation<Table>> {
    let (deal, mut state) = heads::Deal::new(start, talon, false)?;
    let space = HeadsSpace::new(deal, Switches::NONE);
    let mut places = Places::new(start);
    let name = match talon {
        Talon::CardByCard => "free cards with heads",
        Talon::MacroMoves => "free cards with heads, macro moves",
    };
    Some(Simulation::new(name, move |m, after| {
        places.play(m, after);
        if after.must_play {
            return Ok(Followed::Answered); // One step with the play of the card.
        }
        let (_, own) = heads::Deal::new(after, talon, false).ok_or(NOT_PACKED)?;
        let target = in_places(&space.deal, &places, after, own);
        answer(goes_on(children(&space), &mut state, 1, is_there(&space.deal, after, &target)))
    }))
}

/// A forced card may do there what an unforced one may do: a turn, and then the card.
fn without_heads(start: &Table, talon: Talon) -> Option<Simulation<Table>> {
    let relaxed = move |table: &Table| {
        let (deal, state) = heads::Deal::new(table, talon, false)?;
        Some(Relaxation::new(deal, &state, None, Switches::NONE))
    };
    let (space, mut state) = relaxed(start)?;
    let mut places = Places::new(start);
    let (name, most) = match talon {
        Talon::CardByCard => ("without heads", 2),
        Talon::MacroMoves => ("without heads, macro moves", 1),
    };
    Some(Simulation::new(name, move |m, after| {
        places.play(m, after);
        if after.must_play {
            return Ok(Followed::Answered);
        }
        let (_, own) = relaxed(after).ok_or(NOT_PACKED)?;
        let target = in_places(space.deal(), &places, after, own);
        answer(goes_on(children(&space), &mut state, most, is_there(space.deal(), after, &target)))
    }))
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::Deck;
    use gehtauf_rules::{Game, Move, Position, RuleSet};

    #[test]
    fn a_card_and_four_aces_under_it_leave_their_places_with_one_move() {
        let options = [("ranks", "3"), ("suits", "CH"), ("columns", "2"), ("rows", "6")];
        let game = Game::new(RuleSet::EightByEight, &options).unwrap();
        let deck = Deck::parse("3H 2H AC 2H AC 3C AH 3C AH 2C 2C 3H", game.pack()).unwrap();
        let mut position = game.deal(&deck).unwrap();
        let mut simulations = crate::simulations(&position);
        let m = Move::ColumnToColumn { from: 0, to: 1, count: 1 };
        position.play(m);
        for simulation in &mut simulations {
            assert!(simulation.follow(m, &position).is_ok(), "{}", simulation.name);
        }
        assert!(simulations.iter().any(|it| it.name == "chain-counting relaxation"));
    }
}

//! The states of free cards and of tracked cards as the checker of certificates has them, and its dead ends.

use gehtauf_certificates::free_cards::tracked_cards::{
    Abstraction, TrackedCard, TrackedCards, TrackedState,
};
use gehtauf_certificates::free_cards::{Deal, State};
use gehtauf_rules::eights::Table;
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::emptied::{cleared_columns, turned_up, watched};
use super::steps::{answer, goes_on, is_no_further_on};
use super::table::Places;
use crate::eights::state as packed;
use crate::{Followed, Simulation};

pub fn all(start: &Table) -> Vec<Simulation<Table>> {
    let progress = if start.rules.face_down { turned_up } else { cleared_columns };
    let dead_ends = watched(start, "certificates, dead ends", is_dead, progress);
    let without_heads = |deal: &Deal| Some(deal.start().clone());
    let free_cards = [
        states(start, "certificates, free cards", without_heads),
        states(start, "certificates, free cards with heads", Deal::start_with_heads),
    ];
    free_cards.into_iter().flatten().chain([dead_ends]).chain(tracked_cards(start)).collect()
}

/// A state that is like the play's position at the start, and one after each move, as the invariant says.
fn tracked_cards(start: &Table) -> Option<Simulation<Table>> {
    let deal = Deal::of_table(start)?;
    let (packed, _) = packed::Deal::new(start)?;
    let tracked = some_cards(start, packed.seed());
    let abstraction = Abstraction::new(Deal::of_table(start)?, &tracked)?;
    let mut places = Places::new(start);
    let mut state = abstraction.start();
    Some(Simulation::new("certificates, tracked cards", move |m, after| {
        places.play(m, after);
        let position = bytes(&packed, &places, after);
        let position = deal.unpack(&position).ok_or("the position has no state")?;
        let is_there =
            |state: &TrackedState| abstraction.is_like(state, &position, places.turned_over);
        let children = |state: &TrackedState| abstraction.children(state);
        // A move of 8x8 may turn up Aces, each of which goes up.
        let most = if after.rules.forced_aces { 4 } else { 1 };
        answer(goes_on(children, &mut state, most, is_there))
    }))
}

/// One card in four, say, and some card types.
fn some_cards(start: &Table, seed: u64) -> TrackedCards {
    let mut rng = Pcg64::new(seed.into(), 8);
    let odds = 1 + rng.next_u64() % 8;
    let stock_is_given = rng.next_u64().is_multiple_of(4);
    let stock = if stock_is_given { 0 } else { start.stock.len() };
    let mut cards: Vec<TrackedCard> = (0..stock).map(TrackedCard::Stock).collect();
    for (column, dealt) in start.columns.iter().enumerate() {
        let places = if start.rules.face_down { dealt.face_down + 1 } else { dealt.cards.len() };
        cards.extend((0..places).map(|place| TrackedCard::Dealt(column, place)));
    }
    cards.retain(|_| rng.next_u64().is_multiple_of(odds));
    if !stock_is_given && !start.rules.foundation_return {
        let foundations = start.rules.pack.card_types().map(TrackedCard::Foundation);
        cards.extend(foundations.filter(|_| rng.next_u64().is_multiple_of(8 * odds)));
    }
    TrackedCards { cards, stock_is_given, states: u64::MAX }
}

fn states(
    start: &Table,
    name: &'static str,
    first: impl Fn(&Deal) -> Option<State>,
) -> Option<Simulation<Table>> {
    let deal = Deal::of_table(start).filter(Deal::has_steps)?;
    let mut state = first(&deal)?;
    let has_heads = state != *deal.start();
    let (packed, _) = packed::Deal::new(start)?;
    let is_put_off = !start.rules.forced_talon_play;
    let mut places = Places::new(start);
    Some(Simulation::new(name, move |m, after| {
        places.play(m, after);
        if after.must_play {
            return Ok(Followed::Answered); // One step with the play of the card, or two.
        }
        let mut target = bytes(&packed, &places, after);
        if has_heads {
            target.extend(heads(after));
        }
        let time = packed.width + 8;
        let is_there = |state: &State| {
            let own = deal.pack(state);
            let times = [&own[..], &target[..]].map(|bytes| (bytes[time], bytes[time + 1]));
            own[..time] == target[..time]
                && own[time + 2..] == target[time + 2..]
                && if is_put_off {
                    is_no_further_on(after, times[0], times[1])
                } else {
                    times[0] == times[1]
                }
        };
        let most = if is_put_off { 1 } else { 2 };
        let children = |state: &State| {
            deal.steps(state).into_iter().map(|step| deal.after(state, step)).collect()
        };
        answer(goes_on(children, &mut state, most, is_there))
    }))
}

/// A position's own state as the checker packs it, in the places of the start.
fn bytes(deal: &packed::Deal, places: &Places, after: &Table) -> Vec<u8> {
    let base = |i: usize| match after.rules.face_down {
        true if after.columns[i].face_down == 0 => 0,
        true => after.columns[i].face_down as u8 + 1,
        false => deal.base(i, places.dealt[i].into()),
    };
    let mut bytes: Vec<u8> = (0..deal.width).map(base).collect();
    bytes.extend(after.foundations.as_flattened());
    bytes.extend([after.pass, places.turned(after)]);
    bytes.extend(&places.stock().to_le_bytes()[..deal.stock.len().div_ceil(8)]);
    bytes
}

/// The first cards of cleared columns, after their number.
fn heads(after: &Table) -> Vec<u8> {
    let cleared = after.columns.iter().filter(|column| column.face_down == 0);
    let first = cleared.filter_map(|column| column.cards.first());
    let mut heads: Vec<u8> = first.map(|card| card.index() as u8).collect();
    heads.sort_unstable();
    [vec![heads.len() as u8], heads].concat()
}

fn is_dead(table: &Table) -> bool {
    Deal::of_table(table).is_some_and(|deal| deal.is_dead(deal.start()))
}

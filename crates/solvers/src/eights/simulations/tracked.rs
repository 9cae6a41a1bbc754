//! Tracked cards, drawn at random: a state of the abstraction that simulates the play's, as the invariant says.
//! No foundations are tracked.

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;
use gehtauf_search::bits;
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::steps::free_card_key;
use super::table::Places;
use crate::eights::abstractions::free_cards::{FreeCardKey, FreeCardState};
use crate::eights::abstractions::tracked_cards;
use crate::eights::abstractions::tracked_cards::abstraction::AbstractMove::{
    self, Redeal, Take, Uncover,
};
use crate::eights::abstractions::tracked_cards::abstraction::{AbstractState, Abstraction};
use crate::eights::abstractions::tracked_cards::tracked::Tracked;
use crate::eights::state::{Deal, below};
use crate::{Followed, Simulation};

pub fn all(start: &Table) -> Option<Simulation<Table>> {
    if !tracked_cards::supports(&start.rules) {
        return None;
    }
    let (deal, packed) = Deal::new(start)?;
    let first = FreeCardState::new(&deal, &packed);
    let tracked = some_cards(&deal);
    let mut places = Places::new(start);
    let mut state = AbstractState::new(&deal, &first);
    Some(Simulation::new("tracked cards", move |m, after| {
        places.play(m, after);
        let key = free_card_key(&deal, &places, after);
        let abstraction = Abstraction::new(&deal, first, tracked);
        if m == Move::Redeal {
            abstraction.play(&mut state, Redeal);
        }
        follow(&abstraction, &mut state, &key)?;
        simulates(&tracked, &state, &key, places.turned_over)?;
        Ok(Followed::Answered)
    }))
}

/// One card in four, say.
fn some_cards(deal: &Deal) -> Tracked {
    let mut rng = Pcg64::new(deal.seed().into(), 7);
    let odds = 1 + rng.next_u64() % 8;
    let mut is_tracked = || rng.next_u64().is_multiple_of(odds);
    let mut places =
        |cards: usize| (0..cards).fold(0, |places, i| places | u64::from(is_tracked()) << i);
    Tracked {
        columns: std::array::from_fn(|i| places(deal.dealt[i].len()) as u32),
        stock: places(deal.stock.len()),
        foundations: [0; 4],
    }
}

/// Takes and uncovers what the play has taken and uncovered, if that is not done.
fn follow(
    abstraction: &Abstraction<'_>,
    state: &mut AbstractState,
    play: &FreeCardKey,
) -> Result<(), String> {
    loop {
        let relaxed = abstraction.closed(state, |_| {});
        let uncovered = (0..abstraction.deal.width).find(|&i| state.bases[i] > play.bases[i]);
        let taken = bits(state.stock & !play.stock).next();
        let m: AbstractMove = match (taken, uncovered) {
            (Some(place), _) => Take { place, to_foundation: false },
            (None, Some(column)) => Uncover { column: column as u8, to_foundation: false },
            (None, None) => return Ok(()),
        };
        let is_offered = taken.is_none_or(|place| {
            relaxed.top() == Some(place) || state.stock & !below(state.turned) & 1 << place != 0
        });
        if !is_offered || !abstraction.can_be(&relaxed, m) {
            return Err(format!("no move answers it: {m:?}"));
        }
        abstraction.play(state, m);
    }
}

/// (a) to (d) of the invariant.
fn simulates(
    tracked: &Tracked,
    state: &AbstractState,
    play: &FreeCardKey,
    turned_over: u8,
) -> Result<(), String> {
    let uncovered_more = |i: usize| {
        let places = below(play.bases[i]) & !below(state.bases[i]);
        tracked.columns[i] & places as u32 != 0
    };
    let columns = 0..play.bases.len();
    let wrong = if columns.clone().any(|i| state.bases[i] > play.bases[i])
        || state.stock & !play.stock != 0
    {
        "something is not uncovered or taken"
    } else if columns.clone().any(uncovered_more) || play.stock & !state.stock & tracked.stock != 0
    {
        "more is uncovered or taken that is tracked"
    } else if state.pass != play.pass {
        "another pass"
    } else if state.turned > turned_over {
        "more is turned over"
    } else {
        return Ok(());
    };
    Err(wrong.to_string())
}

//! The states of free cards as the checker of certificates has them, and its dead ends.

use gehtauf_certificates::free_cards::{Deal, State};
use gehtauf_rules::eights::Table;

use super::emptied::{cleared_columns, turned_up, watched};
use super::steps::{answer, goes_on, is_no_further_on};
use super::table::Places;
use crate::eights::state as packed;
use crate::{Followed, Simulation};

pub fn all(start: &Table) -> Vec<Simulation<Table>> {
    let progress = if start.rules.face_down { turned_up } else { cleared_columns };
    let dead_ends = watched(start, "certificates, dead ends", is_dead, progress);
    states(start).into_iter().chain([dead_ends]).collect()
}

fn states(start: &Table) -> Option<Simulation<Table>> {
    let deal = Deal::of_table(start)?;
    let (packed, _) = packed::Deal::new(start)?;
    let is_put_off = !start.rules.forced_talon_play;
    let mut places = Places::new(start);
    let mut state = deal.start().clone();
    Some(Simulation::new("certificates, free cards", move |m, after| {
        places.play(m, after);
        if after.must_play {
            return Ok(Followed::Answered); // One step with the play of the card, or two.
        }
        let target = bytes(&packed, &places, after);
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

fn is_dead(table: &Table) -> bool {
    Deal::of_table(table).is_some_and(|deal| deal.is_dead(deal.start()))
}

//! Certificates by buried hosts, for Eklige Elfer: cards under which others can lie come to light too late.
//!
//! *Setup.* A face is named, a rank from 3 on and a colour. Its cards are *hosts*, those that build on it *heads*. A
//! head is *placed* as long as it lies on a host that lies face up. What was placed at the start, and the hosts below,
//! are left out of account. Interval j begins when the row j has been dealt, the first with none. For each interval
//! count
//! - the hosts that can lie open in it or before, each with a k: 0 if it is the last card of its column or of a row
//!   that has been dealt; else how many heads lie over it, those dealt to its column up to the interval in which it
//!   may come to light included;
//! - P, how many heads can be placed by its end: the largest number so that for each i below it more than i of these
//!   hosts have a k of at most i, but no more than there are without the rows to come.
//!
//! A host may come to light in the first interval whose P is not smaller than its k.
//!
//! *Claim.* If P of the last interval is smaller than the number of heads, the start is lost.
//!
//! *Proof.* Follow any play. A head that is placed stays so: only what is headed by a King goes to an empty column, so a
//! head that leaves a host goes to another, and a run that is taken out takes both. What lies over a host has left its
//! column when the host comes to light, and the heads among it have been placed, on other hosts: those at the beginning
//! of what is moved are by the move, those that came to lie on a host by the row were already. Let the number of placed
//! heads rise from i to i + 1. Then as many other hosts carry heads as were below heads at the start, and i + 1 more; so
//! more than i hosts that count have come to light, each when no more than i heads were placed, so its k is at most i.
//! By induction over the intervals no more than P heads are placed by the end of each, and no host comes to light before
//! it may. In a win all heads are placed: each is in a run that has been taken out.
//!
//! *Needs.* The rank of the hosts to be one of the pack: without them the heads have the King's part in a reduced pack,
//! and go to empty columns themselves. `take-out=forced` takes plays away only. Aces neither carry anything nor lie on
//! anything for long.

use gehtauf_cards::Card;
use gehtauf_rules::AnyPosition;
use gehtauf_rules::eklige_elfer::{EkligeElfer, Variant};

use crate::answers::{Checked, Refusal};

/// A host with something on it.
struct Covered {
    column: usize,
    /// Heads over it in its column at the start.
    heads: usize,
    /// Once it may have come to light.
    k: Option<usize>,
}

/// Checks that the cards of this face come to light too late.
pub(crate) fn check(start: &AnyPosition, host: Card) -> Result<Checked, Refusal> {
    let AnyPosition::EkligeElfer(start) = start else { return Err(Refusal::NoHosts) };
    let variant = start.variant();
    if !supports(&variant) || host.rank.number() < 3 || host.rank > variant.pack.top {
        return Err(Refusal::NoHosts);
    }
    match count(start, host) {
        (heads, placed) if placed < heads => Ok(Checked::BuriedHosts { heads, placed }),
        _ => Err(Refusal::HostsSuffice),
    }
}

/// A card of a face whose cards come to light too late, if there is one: the position is lost.
pub fn find(position: &EkligeElfer) -> Option<Card> {
    let variant = position.variant();
    let mut hosts = variant.pack.cards().filter(|card| card.rank.number() >= 3);
    hosts.find(|&host| {
        let (heads, placed) = count(position, host);
        supports(&variant) && placed < heads
    })
}

/// For which values the proof holds.
fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        variant;
    true
}

/// How many heads are to be placed, and how many can be.
fn count(start: &EkligeElfer, face: Card) -> (u64, u64) {
    let is_host = |card: Card| card.rank == face.rank && card.colour() == face.colour();
    let is_head = |card: Card| card.rank.up() == Some(face.rank) && card.colour() != face.colour();
    let mut open = 0;
    let mut heads = 0;
    let mut covered = Vec::new();
    for (column, at) in start.columns().iter().enumerate() {
        let is_placed = |place: usize| {
            is_head(at.cards[place]) && place > at.face_down && is_host(at.cards[place - 1])
        };
        // From the open card down: the heads so far.
        let mut over = 0;
        for (place, &card) in at.cards.iter().enumerate().rev() {
            let on_it = place + 1;
            if is_head(card) && !is_placed(place) {
                over += 1;
            } else if is_host(card) && on_it == at.cards.len() {
                open += 1;
            } else if is_host(card) && !is_placed(on_it) {
                covered.push(Covered { column, heads: over, k: None });
            }
        }
        heads += over;
    }
    let rows: Vec<&[Card]> = start.talon().chunks(start.columns().len()).collect();
    let in_rows =
        |rows: &[&[Card]]| rows.iter().flat_map(|row| *row).filter(|c| is_head(**c)).count();
    heads += in_rows(&rows);
    let mut placed = 0;
    for dealt in 0..=rows.len() {
        let (lie, to_come) = rows.split_at(dealt);
        if let Some(row) = lie.last() {
            open += row.iter().filter(|card| is_host(**card)).count();
        }
        for host in covered.iter_mut().filter(|host| host.k.is_none_or(|k| k > placed)) {
            let in_column = lie.iter().filter_map(|row| row.get(host.column));
            host.k = Some(host.heads + in_column.filter(|card| is_head(**card)).count());
        }
        let with_at_most = |i: usize| open + covered.iter().filter(|h| h.k <= Some(i)).count();
        let there = heads - in_rows(to_come);
        placed = (0..there).find(|&i| with_at_most(i) <= i).unwrap_or(there);
    }
    (heads as u64, placed as u64)
}

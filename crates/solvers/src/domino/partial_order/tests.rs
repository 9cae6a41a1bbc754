//! Plays of whole deals stay within the delete relaxation.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::domino::abstractions::delete_relaxation::{DeleteRelaxation, Reached, neighbours};

/// The delete relaxation played card by card: its gaps, and the cards that have left their places.
fn relaxed_by_the_letter(tables: &VariantTables, state: &State) -> (u64, u64) {
    let mut gaps = state.gaps(tables).iter().fold(0_u64, |gaps, &gap| gaps | 1 << gap);
    let mut called = 0;
    let mut lies = [0_u64; 64];
    for cell in 0..64 {
        lies[usize::from(state.card(cell))] |= 1 << cell;
    }
    loop {
        let before = (gaps, lies);
        for card in bits(tables.movable).map(usize::from) {
            let filled = lies[card - 1] << 1 & gaps;
            if filled != 0 {
                called |= 1 << card;
                gaps |= lies[card];
                lies[card] |= filled;
            }
        }
        if (gaps, lies) == before {
            return (gaps, called);
        }
    }
}

/// How often what the test is about came up.
#[derive(Default)]
struct Tally {
    undisturbed: u32,
    propagate_on: u32,
    filled_on: u32,
    woken: u32,
    dead: u32,
}

/// Fills an undisturbed gap as long as `others` have not reached what it calls for, and compares what they reach
/// step by step with what they reach from there.
fn play_beside(
    tables: &VariantTables,
    relaxed: &DeleteRelaxation,
    point: Point,
    (gap, asleep): (u8, Gaps),
    others: &mut Reached,
    tally: &mut Tally,
) {
    let mut after = point;
    let all = &mut Reached::default();
    after.asleep = asleep;
    loop {
        let before = others.gaps;
        let still_asleep = after.asleep & !relaxed.disturbed_by(after.call(gap));
        let step = after.fill(gap);
        assert_eq!(after.asleep, still_asleep);
        relaxed.propagate_after(&after, others, step, |_, _| false);
        let anew = DeleteRelaxation::new(tables, &after, after.calls());
        *all = Reached::default();
        anew.propagate(&after, !(1 << gap), after.asleep, |_, _| false, all);
        assert_eq!(all.gaps & !others.gaps, 0);
        assert_eq!(all.called & !others.called, 0);
        assert_eq!(all.asleep & others.asleep, others.asleep);
        tally.propagate_on += u32::from(others.gaps != before);
        let card = after.state.after_left(tables, after.state.gap(gap));
        if card == 0 || others.called & neighbours(tables, card) != 0 {
            break;
        }
        tally.filled_on += 1;
    }
    tally.woken += u32::from(after.asleep != asleep);
}

#[test]
fn plays_stay_within_the_relaxation_and_within_what_others_reach() {
    let game = Game::new(RuleSet::Domino, &[("fill", "left"), ("redeals", "0")]).unwrap();
    let mut tally = Tally::default();
    for seed in 0..300 {
        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let AnyPosition::Domino(domino) = &position else { unreachable!() };
        let tables = VariantTables::new(domino.variant());
        let left = PersistentSetSearch::new(&tables, Prunings::ALL, &Memory::new(usize::MAX));
        let state = State::new(domino, domino.variant().row_suits());
        let mut point = Point::new(&tables, state);
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut may_be_gaps = u64::MAX;
        let mut was_dead = false;
        let all = &mut Reached::default();
        let others = &mut Reached::default();
        loop {
            let relaxed = DeleteRelaxation::new(&tables, &point, point.calls());
            *all = Reached::default();
            relaxed.propagate(&point, !0, 0, |_, _| false, all);
            assert_eq!((all.gaps, all.called), relaxed_by_the_letter(&tables, &point.state));
            may_be_gaps &= all.gaps;
            for &gap in point.state.gaps(&tables) {
                assert!(may_be_gaps >> gap & 1 == 1);
            }
            let is_dead = left.is_dead(&relaxed, &point, all);
            assert!(!was_dead || is_dead);
            was_dead = is_dead;
            tally.dead += u32::from(was_dead);
            let live = left.live(point.calls());
            for gap in bits(live) {
                let asleep = rng.next_u32() as Gaps & live & !(1 << gap);
                if !relaxed.is_undisturbed(&point, 1 << gap, asleep, others) {
                    continue;
                }
                tally.undisturbed += 1;
                play_beside(&tables, &relaxed, point, (gap, asleep), others, &mut tally);
            }
            let moves: Vec<u8> = bits(live).collect();
            if moves.is_empty() {
                break;
            }
            point.fill(moves[rng.next_u32() as usize % moves.len()]);
        }
    }
    assert!(tally.undisturbed > 1_000 && tally.propagate_on > 100 && tally.filled_on > 1_000);
    assert!(tally.woken > 10 && tally.dead > 1_000);
}

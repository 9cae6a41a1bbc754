//! Persistent sets, reversible packings and interchangeable stacks against all plays of a round.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
use gehtauf_search::Space;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::hochzeitszug::Prunings;
use crate::hochzeitszug::prunings::reversible_packings::reversible;
use crate::hochzeitszug::space::StateSpace;
use crate::thorough::as_thorough;

/// How many positions rounds have, how many are left with each of [`SWITCHES`], and how many ends.
#[derive(Debug, Default)]
struct Counts {
    all: usize,
    kept: [usize; SWITCHES.len()],
    ends: usize,
}

/// Whether persistent sets and reversible packings are on, and one order of the stacks stands for all.
const SWITCHES: [[bool; 3]; 6] = [
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [true, true, false],
    [true, false, true],
    [true, true, true],
];
/// The first of them.
const PERSISTENT_SETS: usize = 0;
/// The last but those with stacks in any order.
const IN_ORDER: usize = 3;

/// The number of positions of a round and those without moves; nothing if they are too many.
fn round(space: &StateSpace<'_>, start: &State) -> Option<(usize, Vec<State>)> {
    let mut start = start.clone();
    space.make_canonical(&mut start, |_| ());
    let (mut seen, mut ends) = (HashSet::from([space.key(&start)]), Vec::new());
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if seen.len() > 30_000 {
            return None;
        }
        let mut macro_moves = Vec::new();
        if space.macro_moves(&state, &mut macro_moves) {
            ends.push(state.clone());
        }
        for macro_move in macro_moves {
            let mut child = state.clone();
            macro_move.moves().for_each(|m| space.play(&mut child, m));
            space.make_canonical(&mut child, |_| ());
            if seen.insert(space.key(&child)) {
                open.push(child);
            }
        }
    }
    Some((seen.len(), ends))
}

/// Compares the rest of a round with what is left of it, if it is small enough.
fn compare(position: &Hochzeitszug, counts: &mut Counts) {
    let tables = VariantTables::new(position.variant());
    let start = State::new(&tables, position);
    let none = Prunings::NONE;
    let Some((all, ends)) = round(&StateSpace::new(&tables, none), &start) else {
        return;
    };
    counts.all += all;
    counts.ends += ends.len();
    for (kept, switches) in counts.kept.iter_mut().zip(SWITCHES) {
        let [persistent_sets, reversible_packings, symmetric_stacks] = switches;
        let prunings = Prunings { persistent_sets, reversible_packings, symmetric_stacks, ..none };
        let space = StateSpace::new(&tables, prunings);
        let space = space.in_any_order().unwrap_or(space);
        let (count, found) = round(&space, &start).expect("no more");
        let keys =
            |ends: &[State]| -> BTreeSet<u128> { ends.iter().map(|end| space.key(end)).collect() };
        assert_eq!(keys(&ends), keys(&found), "{switches:?} {:?}", position.layout());
        *kept += count;
    }
}

/// Looks at every fifth position of drawn plays, in the first round and in the one after it.
fn along(
    size: &[(&str, &str)],
    seeds: Range<u64>,
    mut look: impl FnMut(&Hochzeitszug, &mut Pcg64),
) {
    let redeals = [("redeal", "blocked"), ("redeals", "2")];
    let game = Game::new(RuleSet::Hochzeitszug, &[size, &redeals].concat()).unwrap();
    for seed in seeds {
        let mut rng = Pcg64::seed_from_u64(seed);
        let AnyPosition::Hochzeitszug(mut position) =
            game.deal(&seeded_deck(seed, game.pack())).unwrap()
        else {
            unreachable!()
        };
        for number in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.redeals_used() > 1 {
                break;
            }
            if number % 5 == 0 {
                look(&position, &mut rng);
            }
            position.play(moves[rng.next_u32() as usize % moves.len()]);
        }
    }
}

fn compare_along(size: &[(&str, &str)], seeds: Range<u64>) -> [Counts; 2] {
    let mut counts = <[Counts; 2]>::default();
    along(size, seeds, |position, _| {
        compare(position, &mut counts[usize::from(position.redeals_used())]);
    });
    counts
}

/// Plays moves of other stacks than those of parts that are said to be undisturbed. After each of them all macro moves of
/// the part must be possible and come to the same position as before it. How many moves were played.
fn play_beside_parts(size: &[(&str, &str)], seeds: Range<u64>) -> usize {
    let mut played = 0;
    along(size, seeds, |position, rng| {
        let tables = VariantTables::new(position.variant());
        let prunings =
            Prunings { reversible_packings: true, symmetric_stacks: true, ..Prunings::NONE };
        let in_order = StateSpace::new(&tables, prunings);
        let mut start = State::new(&tables, position);
        if !start.first_round && start.empty_stacks(&tables).next().is_some() {
            return;
        }
        in_order.make_canonical(&mut start, |_| ());
        let mut macro_moves = Vec::new();
        in_order.macro_moves(&start, &mut macro_moves);
        for (space, any_order) in [(in_order, false), (in_order.in_any_order().unwrap(), true)] {
            let (state, reversible) = (&start, reversible(&start));
            let here = super::Position { tables: &tables, state, reversible, any_order };
            for stack in (0..tables.stacks).filter(|&stack| start.top(stack) != NONE) {
                if let Some(part) = here.undisturbed(group(&start, 1 << stack), |_| true) {
                    played += play_beside(&space, &start, part, &macro_moves, rng);
                }
            }
        }
    });
    played
}

/// Plays up to 60 moves of other stacks than those of a part.
fn play_beside(
    space: &StateSpace<'_>,
    start: &State,
    part: Part,
    macro_moves: &[MacroMove],
    rng: &mut Pcg64,
) -> usize {
    let moves_of = |state: &State, are_of_part: bool| {
        let mut moves = Vec::new();
        state.card_moves(space.tables, &mut moves);
        moves.retain(|&m| (part >> source(m) & 1 == 1) == are_of_part);
        moves
    };
    let after = |state: &State, moves: &[Move]| {
        let mut after = state.clone();
        for &m in moves {
            let mut legal = Vec::new();
            after.card_moves(space.tables, &mut legal);
            assert!(legal.contains(&m), "{m} in {start:?}");
            after.play(space.tables, m);
        }
        after
    };
    let of_part = macro_moves.iter().filter(|m| part >> source(m.last) & 1 == 1);
    let of_part: Vec<Vec<Move>> = of_part.map(|m| m.moves().collect()).collect();
    let mut state = start.clone();
    for played in 0..60 {
        let others = moves_of(&state, false);
        if others.is_empty() {
            return played;
        }
        let m = others[rng.next_u32() as usize % others.len()];
        let next = after(&state, &[m]);
        for macro_move in &of_part {
            let first = after(&after(&state, macro_move), &[m]);
            let last = after(&next, macro_move);
            assert_eq!(space.key(&first), space.key(&last), "{macro_move:?}, {m} in {start:?}");
        }
        assert_eq!(moves_of(&state, true), moves_of(&next, true), "{m} in {start:?}");
        state = next;
    }
    60
}

const SIZES: [&[(&str, &str)]; 5] = [
    &[("ranks", "6"), ("suits", "C"), ("upper", "2"), ("lower", "1"), ("depth", "2")],
    &[("ranks", "7"), ("suits", "CH"), ("upper", "3"), ("lower", "3"), ("depth", "2")],
    &[("ranks", "5"), ("suits", "CHS"), ("upper", "3"), ("lower", "2"), ("depth", "3")],
    &[("ranks", "13"), ("suits", "S"), ("upper", "3"), ("lower", "2"), ("decks", "1")],
    &[("ranks", "6"), ("suits", "CDHS"), ("upper", "5"), ("lower", "4")],
];

#[test]
fn no_position_without_moves_is_missed() {
    for size in SIZES {
        let [first, second] = compare_along(size, 0..8);
        assert!(first.ends > 10 && first.kept[IN_ORDER] < first.all, "{size:?}: {first:?}");
        assert!(second.ends > 5 && second.kept[5] < second.all, "{size:?}: {second:?}");
    }
}

#[test]
fn no_move_disturbs_an_undisturbed_part() {
    for size in SIZES {
        let played = play_beside_parts(size, 0..40);
        assert!(played > 100, "{size:?}: {played}");
    }
    let played = play_beside_parts(&[], 0..20);
    assert!(played > 100_000, "{played}");
}

#[test]
#[ignore = "thorough: run in release"]
fn no_position_without_moves_is_missed_in_many_deals() {
    for size in SIZES {
        let [first, second] = compare_along(size, 1_000..1_000 + as_thorough(4));
        assert!(first.ends > 5 && first.kept[IN_ORDER] < first.all, "{size:?}: {first:?}");
        assert!(second.ends > 5, "{size:?}: {second:?}");
    }
    let [first, second] = compare_along(&[], 0..as_thorough(10));
    assert!(
        first.all > 5 * first.kept[PERSISTENT_SETS] && second.kept[IN_ORDER] < second.all,
        "{first:?} {second:?}"
    );
}

//! The axioms of the orders of Hochzeitszug are true of wins, and what does not follow is refused.

use std::collections::{HashMap, HashSet};

use crate::order::{SIZES, deal, game};
use crate::thorough::as_thorough;
use gehtauf_certificates::clauses::{Axioms, Lit};
use gehtauf_certificates::hochzeitszug_orders::{Axiom, Events, Half, Moves, Takes};
use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Move, Position, RuleSet, brute_force};

fn of(position: &AnyPosition) -> &Hochzeitszug {
    let AnyPosition::Hochzeitszug(position) = position else { panic!("not Hochzeitszug") };
    position
}

/// A win that packs no Ace and no 2, if there is one among so many positions.
fn win(start: &AnyPosition, max_positions: usize) -> Option<Vec<Move>> {
    let mut seen = HashSet::from([start.clone()]);
    let mut stack = vec![(start.clone(), Vec::new())];
    while let Some((position, moves)) = stack.pop() {
        if position.is_won() {
            return Some(moves);
        }
        for m in position.legal_moves() {
            let low = position.cards_moved(m)[0].rank.number() <= 2;
            if low && matches!(m, Move::StackToStack { .. }) {
                continue;
            }
            let mut next = position.clone();
            next.play(m);
            if seen.len() < max_positions && seen.insert(next.clone()) {
                stack.push((next, [moves.as_slice(), &[m]].concat()));
            }
        }
    }
    None
}

/// The time of each event in a win, and the cards that leave and go up in one move. Events that there are not come first.
fn times(position: &Hochzeitszug, events: &Events, moves: &[Move]) -> (Vec<usize>, Vec<usize>) {
    let stacks = position.variant().stacks();
    let mut number = 0;
    let mut pile = |len: usize| {
        number += len;
        (number - len..number).collect::<Vec<_>>()
    };
    let mut piles: Vec<Vec<usize>> = (0..stacks).map(|s| pile(position.stack(s).len())).collect();
    let talon: Vec<_> = position.talon().collect();
    let blocks: Vec<_> =
        talon.chunks(position.variant().depth.into()).map(|block| pile(block.len())).collect();
    let mut blocks = blocks.into_iter().enumerate();
    let mut in_place = vec![true; events.cards()];
    let (mut times, mut direct, mut now) = (vec![0; events.count()], Vec::new(), 1);
    let mut happens = |event: usize| {
        times[event] = now;
        now += 1;
    };
    for &m in moves {
        let (from, to) = match m {
            Move::StackToFoundation { from } => (usize::from(from), None),
            Move::StackToStack { from, to, .. } => (usize::from(from), Some(usize::from(to))),
            _ => panic!("{m}"),
        };
        let card = piles[from].pop().unwrap();
        let leaves = std::mem::replace(&mut in_place[card], false);
        if leaves {
            happens(card);
        }
        match to {
            Some(to) => piles[to].push(card),
            None if events.goes_up(card) != card => {
                happens(events.goes_up(card));
                if leaves {
                    direct.push(card);
                }
            }
            None => {}
        }
        if piles[from].is_empty()
            && let Some((block, cards)) = blocks.next()
        {
            happens(events.laid_out(block));
            piles[from] = cards;
        }
    }
    (times, direct)
}

/// What each literal says of a win.
fn truths(position: &Hochzeitszug, events: &Events, moves: &[Move]) -> HashMap<Lit, bool> {
    let (times, direct) = times(position, events, moves);
    let mut truths = HashMap::new();
    let mut says = |lit: Lit, truth: bool| {
        truths.insert(lit.abs(), truth == (lit > 0));
    };
    for a in 0..events.count() {
        for b in a + 1..events.count() {
            says(events.before(a, b), (times[a], a) < (times[b], b));
        }
    }
    for card in 0..events.cards() {
        says(events.direct(card), direct.contains(&card));
    }
    for block in 0..events.blocks() {
        let lowest: Vec<_> = events.lowest_before(block).collect();
        for of in 0..=lowest.len() {
            let left = |&&card: &&usize| times[card] < times[events.laid_out(block)];
            let count = lowest[..of].iter().filter(left).count();
            for least in 1..=of.min(block + 1) {
                says(events.at_least(block, of, least), count >= least);
            }
        }
    }
    truths
}

/// Calls `look` with every axiom whose numbers are not too great.
fn all_axioms(events: &Events, mut look: impl FnMut(Axiom)) {
    let numbers = 0..=events.count();
    const TAKES: [Takes; 2] = [Takes::Open, Takes::Stays];
    for a in numbers.clone() {
        let mut axioms = vec![Axiom::Enough(a), Axiom::Last(a), Axiom::First(a)];
        for one in TAKES {
            axioms.extend(TAKES.map(|other| Axiom::Onto(a, one, other)));
        }
        for b in numbers.clone() {
            axioms.extend([Axiom::Known(a, b), Axiom::Direct(a, b)]);
            axioms.extend(TAKES.map(|takes| Axiom::Twin(a, b, takes)));
            for moves in [Moves::Leaves, Moves::Up] {
                axioms.push(Axiom::Both(a, b, moves));
                axioms.extend(TAKES.map(|takes| Axiom::Host(a, b, moves, takes)));
            }
            for c in numbers.clone() {
                axioms.push(Axiom::Circle(a, b, c));
                axioms.extend([Half::In, Half::Out].map(|half| Axiom::Count(a, b, c, half)));
            }
        }
        axioms.into_iter().for_each(&mut look);
    }
}

/// Along each win a position is looked at, too, that is not the start.
fn axioms_hold(seeds: std::ops::Range<u64>) {
    let (mut wins, mut looked_at) = (0, 0_u64);
    for (sets, seed) in SIZES.iter().flat_map(|sets| seeds.clone().map(move |seed| (sets, seed))) {
        let mut position = deal(&game(sets), seed);
        let moves = match brute_force(&position, 20_000) {
            BruteForce::TooBig => continue,
            BruteForce::Unwinnable => {
                assert_eq!(win(&position, 20_000), None);
                continue;
            }
            BruteForce::Won(_) => win(&position, 20_000).expect("no Ace or 2 need be packed"),
        };
        wins += 1;
        let middle = seed as usize % moves.len();
        for played in [0, middle] {
            moves[..played].iter().for_each(|&m| position.play(m));
            let events = Events::new(of(&position)).unwrap();
            let truths = truths(of(&position), &events, &moves[played..]);
            all_axioms(&events, |axiom| {
                if let Some(clause) = events.clause(&axiom) {
                    looked_at += 1;
                    let is_true = |lit: &Lit| truths[&lit.abs()] == (*lit > 0);
                    assert!(clause.iter().any(is_true), "{sets:?} seed {seed}: {axiom}");
                    assert_eq!(axiom.to_string().parse(), Ok(axiom));
                }
            });
        }
    }
    println!("{wins} wins, {looked_at} axioms");
    assert!(wins > 10);
}

#[test]
fn axioms_are_true_of_wins() {
    axioms_hold(0..12);
}

#[test]
#[ignore = "thorough: run in release"]
fn axioms_are_true_of_many_wins() {
    axioms_hold(0..as_thorough(100));
}

#[test]
fn other_games_have_no_axioms() {
    for (sets, has_axioms) in [
        ([("redeals", "0"), ("redeal", "any-time")], true),
        ([("redeals", "0"), ("layout", "layers")], true),
        ([("redeals", "1"), ("redeal", "any-time")], false),
        ([("redeals", "0"), ("moves", "run")], false),
        ([("redeals", "0"), ("packing", "stalled")], false),
    ] {
        let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
        let position = deal(&game, 7);
        assert_eq!(Events::new(of(&position)).is_some(), has_axioms, "{sets:?}");
    }
    // Nor has a position after the last redeal: its talon is laid out otherwise.
    let game = Game::new(RuleSet::Hochzeitszug, &[("redeals", "1")]).unwrap();
    let mut position = deal(&game, 7);
    position.play(Move::Redeal);
    assert_eq!(of(&position).redeals_left(), 0);
    assert!(Events::new(of(&position)).is_none());
}

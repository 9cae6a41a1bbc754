//! Positions of Acht mal Acht and 8x8 that need not come of any deal: every proof by itself against brute force.

use std::ops::Range;

use gehtauf_cards::{Card, Rank, Suit, seeded_deck, seeded_generator};
use gehtauf_rules::{
    AnyPosition, BruteForce, Game, Layout, Position, RuleSet, brute_force, builds, replay,
};
use gehtauf_search::{Budget, Limits, Verdict, tie_break};
use gehtauf_solvers::{proofs, solve};
use rand_core::Rng;
use rayon::prelude::*;

use crate::common::Tally;

const RANKS: u8 = 5;
const COLUMNS: usize = 3;

/// Two packs of three suits on foundations, in three columns, on the waste and in the talon. Under four piles every second
/// position has an Ace that comes to fit when an open King goes up, which chance alone seldom brings: the first suit's King is
/// the next card and lies on the waste, an Ace of it over one of the second suit, the other one of which lies elsewhere. Columns
/// of 8x8 end in runs. The pass is drawn, and whether the top waste card must be played, where the rules have such a position;
/// nothing where they have neither.
fn draw(game: &Game, piles: u8, seed: u64) -> Option<AnyPosition> {
    let mut rng = seeded_generator(seed);
    let mut left = seeded_deck(rng.next_u64(), game.pack()).cards().to_vec();
    let mut take = |rank: u8, suit: Suit| {
        let card = Card::new(Rank::new(rank)?, suit);
        Some(left.remove(left.iter().position(|&other| other == card)?))
    };
    let mut below = |bound: usize| tie_break(&mut rng, bound as u32) as usize;
    let is_aimed = piles == 1 && below(2) == 0;
    let mut foundations = Vec::new();
    let suits: Vec<Suit> = game.pack().suits.iter().collect();
    for (i, &suit) in suits.iter().enumerate() {
        for _ in 0..piles {
            let height = match i {
                0 if is_aimed => RANKS - 1,
                1 if is_aimed => 0,
                _ => below(1 + usize::from(RANKS * 2 / piles)) as u8,
            };
            let cards: Option<Vec<Card>> =
                (0..height).map(|below| take(below % RANKS + 1, suit)).collect();
            foundations.extend(cards?.last());
        }
    }
    let (mut waste_top, mut ends) = (None, [Vec::new(), Vec::new()]);
    if is_aimed {
        waste_top = Some(take(RANKS, suits[0])?);
        ends = [vec![take(1, suits[1])?, take(1, suits[0])?], vec![take(1, suits[1])?]];
        ends[1].push(left.pop()?);
    }
    let mut parts = [const { Vec::new() }; COLUMNS + 2];
    for card in left {
        parts[below(COLUMNS + 2)].push(card);
    }
    for (part, end) in parts.iter_mut().zip(ends) {
        part.extend(end);
    }
    parts[COLUMNS].extend(waste_top);
    let mut face_up = [1; COLUMNS];
    for (part, face_up) in parts.iter_mut().zip(&mut face_up) {
        while below(4) > 0
            && let Some(next) = part.iter().rposition(|&card| builds(card, part[part.len() - 1]))
        {
            let next = part.remove(next);
            part.push(next);
            *face_up += 1;
        }
    }
    let cards = |cards: &[Card]| cards.iter().map(|card| format!(" {card}")).collect::<String>();
    let is_8x8 = game.rule_set() == RuleSet::EightByEight;
    let mut text = String::new();
    for (i, part) in parts[..COLUMNS].iter().enumerate() {
        text += &format!("c{}:", i + 1);
        for (place, card) in part.iter().enumerate() {
            let is_face_down = is_8x8 && place + face_up[i] < part.len();
            text += &if is_face_down { format!(" [{card}]") } else { format!(" {card}") };
        }
        text += "\n";
    }
    text += &format!("foundations:{}\n", cards(&foundations));
    text += &format!("waste:{}\ntalon:{}\n", cards(&parts[COLUMNS]), cards(&parts[COLUMNS + 1]));
    let drawn = [1 + below(3), below(2)];
    [drawn, [1, drawn[1]], [drawn[0], 0], [1, 0]].into_iter().find_map(|[pass, must_play]| {
        let must_play = if is_8x8 { format!("must-play: {must_play}\n") } else { String::new() };
        let layout = Layout::parse(&format!("{text}pass: {pass}\n{must_play}"));
        game.read(&layout.ok()?).ok()
    })
}

/// Asks each proof of a position by itself, and all searches together.
pub fn compare(position: &AnyPosition, most: usize, name: &str) -> Tally {
    let is_winnable = match brute_force(position, most) {
        BruteForce::Won(_) => true,
        BruteForce::Unwinnable => false,
        BruteForce::TooBig => return Tally { too_big: 1, ..Tally::default() },
    };
    let limits = Limits { max_states: 20_000, ..Limits::default() };
    let solution = solve(position, limits, None).unwrap();
    let alone =
        proofs(position).into_iter().map(|p| (p.name, p.ask(&mut Budget::new(limits, None))));
    for (method, verdict) in alone.chain([(solution.method, solution.verdict)]) {
        match verdict {
            Verdict::Won(moves) => assert_eq!(replay(position, &moves), Ok(()), "{method}, {name}"),
            Verdict::Unwinnable => assert!(!is_winnable, "{method}: unwinnable, {name}"),
            Verdict::Unknown(_) => {}
        }
    }
    Tally { won: is_winnable.into(), unwinnable: (!is_winnable).into(), too_big: 0 }
}

/// Compares positions under all rules, most of those of 8x8 under force and four piles.
pub fn compare_drawn(rule_set: RuleSet, seeds: Range<u64>, most: usize) -> Tally {
    let compare_seed = |seed: u64| {
        let value = |of: &[&'static str], at: u64| of[at as usize % of.len()];
        let mut sets = vec![
            ("ranks", "5"),
            ("suits", "CDH"),
            ("columns", "3"),
            ("rows", "9"),
            ("passes", value(&["1", "2", "3", "unlimited"], seed / 4)),
            ("foundation-return", value(&["no", "no", "no", "no", "yes"], seed)),
        ];
        let mut piles = 2;
        if rule_set == RuleSet::EightByEight {
            piles = if seed.is_multiple_of(4) { 2 } else { 1 };
            sets.push(("foundations", if piles == 2 { "eight" } else { "four" }));
            sets.push(("spaces", value(&["one-card", "any-run"], seed / 16)));
            sets.push(("talon-play", value(&["forced", "forced", "forced", "free"], seed / 32)));
        }
        let game = Game::new(rule_set, &sets).unwrap();
        let Some(position) = draw(&game, piles, seed) else { return Tally::default() };
        compare(&position, most, &format!("seed {seed}, {sets:?}:\n{}", position.layout()))
    };
    seeds.into_par_iter().map(compare_seed).reduce(Tally::default, |a, b| a + b)
}

//! Orders of events against the moves of free cards.

use gehtauf_certificates::free_cards as certified;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, BruteForce, Game, Layout, Position, RuleSet, brute_force};
use gehtauf_search::{Budget, Limits, Space, Verdict};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;

use super::encoding::Encoding;
use super::*;
use crate::eights::abstractions::free_cards::FreeCardSpace;
use crate::eights::abstractions::free_cards_with_heads::moves_of;
use crate::eights::prunings::Prunings;
use crate::eights::{certificate, portfolio, small_deals, small_deals_of};
use crate::thorough::{as_thorough, if_thorough};

impl Solution {
    fn place(&self, event: Event) -> Option<usize> {
        event.map(|event| self.in_order.iter().position(|&other| other == event).unwrap())
    }

    /// Whether each move is legal by the space of free cards.
    fn is_legal(&self, space: &FreeCardSpace<'_>, start: &State) -> bool {
        let mut state = space.start(start);
        self.moves().into_iter().all(|m| {
            let mut legal = Vec::new();
            space.moves(&state, &mut legal);
            let is_legal = legal.contains(&m);
            if is_legal {
                space.play_move(&mut state, m);
            }
            is_legal
        })
    }

    /// Whether no other event comes between leaving and going up at once, and copies are named as the clauses say.
    fn is_named_well(&self) -> bool {
        self.cards().filter(|(_, at_once)| *at_once).all(|(card, _)| {
            let (leaves, goes_up) = (self.place(card.frees), self.place(card.goes_up));
            leaves == goes_up || leaves.map(|place| place + 1) == goes_up
        }) && self.cards().enumerate().all(|(i, (first, _))| {
            let mut later = self.cards().skip(i + 1);
            let second = later.find(|(second, _)| second.card == first.card);
            let Some((second, at_once)) = second.filter(|_| first.card.rank() > 1) else {
                return true;
            };
            let second_up = self.place(second.goes_up);
            at_once || self.place(first.goes_up) < second_up || second_up < self.place(first.frees)
        })
    }

    /// Whether the clauses and places allow just this order.
    fn is_allowed(&self, encoding: &Encoding) -> bool {
        let mut encoding = encoding.clone();
        for (i, &a) in self.in_order.iter().enumerate() {
            for &b in &self.in_order[i + 1..] {
                encoding.formula.add(&[self.events.order.before(a, b)]);
            }
        }
        for (card, at_once) in self.cards() {
            let lit = card.at_once;
            encoding.formula.add(&[if at_once { lit } else { -lit }]);
        }
        Solution::of(&encoding, &mut Budget::new(Limits::default(), None)).unwrap().is_some()
    }
}

/// Walks from order to order by exchanging events next to each other, and asks whether each is a play. With redeals
/// an order may be a play although it has them elsewhere; with any number of passes it has none. How many were
/// plays, how many not.
fn walk(size: [&'static str; 6], seeds: std::ops::Range<u64>, steps: usize) -> [usize; 2] {
    let mut tally = [0; 2];
    for (seed, table) in small_deals(size, seeds) {
        let (deal, start) = Deal::new(&table).unwrap();
        let space = FreeCardSpace::new(&deal, Prunings::NONE).unwrap();
        let encoding = Encoding::new(&deal, &start, Plays::All);
        let mut budget = Budget::new(Limits::default(), None);
        let Ok(Some(mut play)) = Solution::of(&encoding, &mut budget) else { continue };
        assert!(play.is_legal(&space, &start), "seed {seed}");
        let mut random = Pcg64::seed_from_u64(seed);
        for _ in 0..steps {
            let mut next = play.clone();
            let i = random.next_u32() as usize % (play.in_order.len() - 1);
            next.in_order.swap(i, i + 1);
            let is_known =
                encoding.events.order.before(play.in_order[i], play.in_order[i + 1]) == TRUE;
            if is_known || !next.is_named_well() {
                continue;
            }
            let is_legal = next.is_legal(&space, &start);
            let is_allowed = next.is_allowed(&encoding);
            let has_redeals = !encoding.events.redeals.is_empty();
            assert!(is_legal || !is_allowed, "seed {seed}: {:?}", next.in_order);
            assert!(has_redeals || is_allowed || !is_legal, "seed {seed}: {:?}", next.in_order);
            tally[usize::from(!is_allowed)] += 1;
            if is_allowed {
                play = next;
            }
        }
    }
    tally
}

#[test]
fn places_suffice_in_solutions_and_only_there() {
    let sizes =
        [["unlimited", "5", "CDHS", "1", "4", "3"], ["unlimited", "4", "CH", "2", "3", "4"]];
    let more = [["1", "5", "CDHS", "1", "4", "3"], ["2", "4", "CH", "2", "3", "4"]];
    for size in sizes.into_iter().chain(more) {
        let [plays, others] = walk(size, 0..40, 100);
        assert!(plays > 200 && others > 200, "{size:?}: {plays} {others}");
    }
}

#[test]
#[ignore = "thorough: run in release"]
fn places_suffice_in_solutions_and_only_there_on_whole_packs() {
    for passes in ["1", "3"] {
        let [plays, others] =
            walk([passes, "13", "CDHS", "2", "8", "8"], 100_000..100_000 + as_thorough(1), 60);
        assert!(plays > 10 && others > 10, "{passes}: {plays} {others}");
    }
}

/// Each 25th position of the wins of whole deals of these seeds.
fn along_wins(seeds: std::ops::Range<u64>) -> Vec<(String, Table)> {
    let mut positions = Vec::new();
    let eight: [&[(&str, &str)]; 3] =
        [&[], &[("spaces", "any-run"), ("talon-play", "free")], &[("foundations", "four")]];
    let eights = eight.map(|options| (RuleSet::EightByEight, "3", options));
    let of_passes = |passes| (RuleSet::AchtMalAcht, passes, eight[0]);
    let games = ["unlimited", "1", "3"].map(of_passes).into_iter().chain(eights);
    for (rule_set, passes, options) in games {
        let size = [passes, "13", "CDHS", "2", "8", "8"];
        for (seed, mut table) in small_deals_of(rule_set, size, options, seeds.clone()) {
            let limits = Limits { max_states: 200_000, ..Limits::default() };
            let (verdict, _) = portfolio::solve(&table, &mut Budget::new(limits, None));
            let Verdict::Won(win) = verdict else { continue };
            for (i, m) in win.into_iter().enumerate() {
                if i % 25 == 0 {
                    positions.push((format!("{options:?} {passes} {seed} {i}"), table.clone()));
                }
                table.play(m);
            }
        }
    }
    positions
}

/// Of these positions, how many so many conflicts decide: the clauses, and the axioms of certificates.
fn wins_are_not_refuted(seeds: std::ops::Range<u64>, max_conflicts: u64) -> [usize; 2] {
    let limits = Limits { max_states: 100 * max_conflicts, ..Limits::default() };
    let decide = |(place, table): &(String, Table)| {
        let (deal, start) = Deal::new(table).unwrap();
        let solution = solve(&deal, &start, Plays::All, &mut Budget::new(limits, None));
        assert!(!matches!(solution, Ok(None)), "{place}");
        let mut budget = Budget::new(limits, None);
        let refutation = certified::Deal::of_table(table)
            .map(|deal| certificate::refutation(&deal, &mut budget));
        assert!(!matches!(refutation, Some(Ok(Some(_)))), "{place}");
        [usize::from(solution.is_ok()), usize::from(matches!(refutation, Some(Ok(None))))]
    };
    let positions = along_wins(seeds);
    let decided = positions.par_iter().map(decide);
    decided.reduce(|| [0; 2], |[a, b], [c, d]| [a + c, b + d])
}

#[test]
fn wins_of_whole_deals_are_not_refuted() {
    let [won, certified] = wins_are_not_refuted(100_000..100_001, 50);
    assert!(won > 5 && certified > 5, "{won} {certified}");
}

#[test]
#[ignore = "thorough: run in release"]
fn many_wins_of_whole_deals_are_not_refuted() {
    let max_conflicts = if_thorough(120, 300);
    let [won, certified] = wins_are_not_refuted(100_000..100_000 + as_thorough(1), max_conflicts);
    println!("won {won}, certified {certified}");
    assert!(won > 15 && certified > 15, "{won} {certified}");
}

/// Of small deals of 8x8: how many have a solution and are won, and how many have none.
fn eight_by_eight(plays: Plays, options: &[(&str, &str)]) -> [usize; 2] {
    let mut tally = [0; 2];
    let sizes = [
        ["3", "4", "CH", "2", "2", "5"],
        ["2", "5", "CDHS", "1", "3", "5"],
        ["3", "6", "SD", "1", "3", "3"],
        ["1", "4", "SD", "2", "3", "4"],
    ];
    for size in sizes {
        for (seed, table) in small_deals_of(RuleSet::EightByEight, size, options, 0..60) {
            let (deal, start) = Deal::new(&table).unwrap();
            let mut budget = Budget::new(Limits::default(), None);
            let solution = solve(&deal, &start, plays, &mut budget).unwrap();
            let moves = solution.as_ref().map(|solution| moves_of(&table, solution));
            tally[usize::from(solution.is_none())] += 1;
            let Some(moves) = moves else { continue };
            let moves = moves.unwrap_or_else(|| panic!("{size:?} {options:?} {seed}"));
            let mut table = table;
            for m in moves {
                assert!(table.is_legal(m), "{size:?} {options:?} {seed}: {m:?}");
                table.play(m);
            }
            assert!(table.is_won(), "{size:?} {options:?} {seed}");
        }
    }
    tally
}

#[test]
fn what_a_solution_says_can_be_played() {
    let talon_plays = ["forced", "free"].map(|play| ("talon-play", play));
    for talon_play in talon_plays {
        for (plays, spaces) in [(Plays::All, "any-run"), (Plays::OfSingleCards, "one-card")] {
            let [won, others] = eight_by_eight(plays, &[talon_play, ("spaces", spaces)]);
            assert!(won > 40 && others > 40, "{talon_play:?} {spaces}: {won} {others}");
        }
    }
}

/// The clauses of the search and the axioms of certificates, which are made apart from each other, refute the same positions.
#[test]
fn axioms_refute_what_clauses_do() {
    let sizes = [
        ["3", "4", "CH", "2", "2", "5"],
        ["2", "5", "CDHS", "1", "3", "5"],
        ["1", "4", "SD", "2", "3", "4"],
        ["unlimited", "5", "CH", "2", "3", "4"],
    ];
    let of_8x8: [&[(&str, &str)]; 3] = [&[], &[("talon-play", "free")], &[("foundations", "four")]];
    let games = of_8x8.map(|options| (RuleSet::EightByEight, options));
    for (rule_set, options) in games.into_iter().chain([(RuleSet::AchtMalAcht, of_8x8[0])]) {
        let mut tally = [0; 2];
        for (size, seed) in sizes.into_iter().flat_map(|size| (0..40).map(move |s| (size, s))) {
            for (_, mut table) in small_deals_of(rule_set, size, options, seed..seed + 1) {
                let mut random = Pcg64::seed_from_u64(seed);
                for _ in 0..seed % 12 {
                    let moves = table.legal_moves();
                    let Some(&m) = moves.get(random.next_u32() as usize % moves.len().max(1))
                    else {
                        break;
                    };
                    table.play(m);
                }
                let Some(checked) = certified::Deal::of_table(&table) else { continue };
                let (deal, start) = Deal::new(&table).unwrap();
                let mut budget = Budget::new(Limits::default(), None);
                let is_lost = solve(&deal, &start, Plays::All, &mut budget).unwrap().is_none();
                let refutation = certificate::refutation(&checked, &mut budget).unwrap();
                assert_eq!(refutation.is_some(), is_lost, "{rule_set} {options:?} {size:?} {seed}");
                tally[usize::from(is_lost)] += 1;
            }
        }
        println!("{rule_set} {options:?}: {tally:?}");
        assert!(tally[0] > 20 && tally[1] > 20, "{rule_set} {options:?}: {tally:?}");
    }
}

/// The second copy of a card goes up as it leaves, while the first lies free and carries what cannot go up yet: the one
/// order in which a copy may go up before another that is free.
#[test]
fn a_copy_may_go_up_as_it_leaves_before_one_that_lies_free() {
    let sets = [("ranks", "5"), ("suits", "CH"), ("columns", "3"), ("rows", "5"), ("passes", "1")];
    let game = Game::new(RuleSet::AchtMalAcht, &sets).unwrap();
    let texts = [
        "c1: 3H 2C AH 2H 5C
         c2: 3C 5C 4H AC
         c3: 5H AH 4H 5H 4C 3H
         foundations:
         waste: 2H
         talon: AC 2C 4C 3C
         pass: 1",
        "c1: 2C 5C 2H 5C 4H 3C
         c2: 4H 2H 4C 3H 2C
         c3: AC AH AC 5H
         foundations: AH
         waste: 4C 5H
         talon: 3H 3C
         pass: 1",
    ];
    for text in texts {
        let start = game.read(&Layout::parse(text).unwrap()).unwrap();
        assert!(matches!(brute_force(&start, 50_000), BruteForce::Won(_)), "{text}");
        let AnyPosition::AchtMalAcht(position) = start else { unreachable!() };
        let (deal, start) = Deal::new(position.table()).unwrap();
        let mut budget = Budget::new(Limits::default(), None);
        assert!(solve(&deal, &start, Plays::All, &mut budget).unwrap().is_some(), "{text}");
        let checked = certified::Deal::of_table(position.table()).unwrap();
        let refutation = certificate::refutation(&checked, &mut budget).unwrap();
        assert_eq!(refutation, None, "{text}");
    }
}

#[test]
fn more_turns_than_ten_passes_have_are_too_many() {
    for (passes, is_too_big) in [("10", false), ("11", true), ("99", true), ("unlimited", false)] {
        let size = [passes, "13", "CDHS", "2", "8", "8"];
        let (_, table) = small_deals_of(RuleSet::EightByEight, size, &[], 0..1).next().unwrap();
        let (deal, start) = Deal::new(&table).unwrap();
        assert_eq!(super::is_too_big(&deal, &start), is_too_big, "{passes}");
        let (_, table) = small_deals_of(RuleSet::AchtMalAcht, size, &[], 0..1).next().unwrap();
        let (deal, start) = Deal::new(&table).unwrap();
        assert!(!super::is_too_big(&deal, &start), "{passes}");
    }
}

//! Losses of Eklige Elfer as steps from the checker's axioms: only lost deals have them, and what is spoilt proves nothing of a
//! deal that can be won.

use crate::common::aside;
use crate::refutations::{self, Deals, check_file, spoilt};
use crate::thorough::as_thorough;
use gehtauf_cards::seeded_deck;
use gehtauf_certificates::clauses::{OrderAxiom, Refutation};
use gehtauf_certificates::{Evidence, Refusal};
use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
use gehtauf_search::{Budget, Limits};
use gehtauf_solvers::{certify, eklige_elfer};
use rand_pcg::Pcg64;

const SIZES: &[&[(&str, &str)]] = &[
    &[("ranks", "4"), ("suits", "CH"), ("columns", "3")],
    &[("ranks", "5"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "4"), ("columns", "3")],
    &[("ranks", "6"), ("suits", "CH"), ("columns", "4")],
    &[("ranks", "3"), ("columns", "4"), ("face-down-rows", "3")],
    &[("ranks", "6"), ("suits", "CH"), ("decks", "1"), ("columns", "3"), ("face-up-rows", "2")],
    &[("ranks", "4"), ("suits", "CDH"), ("columns", "4"), ("face-down-rows", "0")],
];

fn refute(start: &AnyPosition) -> Option<Refutation<OrderAxiom>> {
    let AnyPosition::EkligeElfer(start) = start else { panic!("another game") };
    eklige_elfer::refutation(start, &mut Budget::new(Limits::default(), None)).unwrap()
}

fn check(game: &Game, start: &AnyPosition, refutation: &Refutation<OrderAxiom>) -> bool {
    refutations::check(game, start, Evidence::HeadOrders(refutation.clone())).is_ok()
}

/// An axiom with a number exchanged, or a count, of which there is none.
fn other_axiom(axiom: &OrderAxiom, number: usize) -> OrderAxiom {
    match axiom {
        OrderAxiom::Clause(clause) => OrderAxiom::Clause(clause + number),
        &OrderAxiom::Circle([a, b, _]) if number > 0 => OrderAxiom::Circle([a, b, number]),
        _ => OrderAxiom::Count(0, vec![0]),
    }
}

/// Deals as dealt and after up to seven moves.
fn compare(seeds: std::ops::Range<u64>, mutations: usize) {
    let mut rng = Pcg64::new(29, 7);
    let (mut won, mut lost, mut certified, mut refused, mut tried) = (0, 0, 0, 0, 0);
    for (size, forced) in SIZES.iter().flat_map(|size| ["free", "forced"].map(|f| (size, f))) {
        let game =
            Game::new(RuleSet::EkligeElfer, &[*size, &[("take-out", forced)]].concat()).unwrap();
        let (mut some_won, mut of_lost) = (None, Vec::new());
        for seed in seeds.clone() {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let start = aside(start, 8, &mut rng);
            match brute_force(&start, 20_000) {
                BruteForce::TooBig => {}
                BruteForce::Won(_) => {
                    won += 1;
                    assert_eq!(refute(&start), None, "{}", start.layout());
                    some_won = Some(start);
                }
                BruteForce::Unwinnable => {
                    lost += 1;
                    let Some(refutation) = refute(&start) else { continue };
                    certified += 1;
                    check_file(&game, &start, Evidence::HeadOrders(refutation.clone()));
                    of_lost.push((start, refutation));
                }
            }
        }
        let Some(won) = some_won else { continue };
        let deals = Deals { game, won, lost: of_lost };
        tried += if deals.lost.is_empty() { 0 } else { mutations };
        refused += deals.refuse(Evidence::HeadOrders, other_axiom, mutations, &mut rng);
    }
    println!("won {won}, lost {lost}, certified {certified}; {refused} of {tried} refused");
    assert!(won > 20 && certified * 2 > lost, "{won} {lost} {certified}");
    assert!(refused * 2 > tried, "{refused} {tried}");
}

#[test]
fn lost_deals_are_certified_and_spoilt_certificates_refused() {
    compare(0..6, 10);
}

#[test]
#[ignore = "thorough: run in release"]
fn many_lost_deals_are_certified_and_spoilt_certificates_refused() {
    compare(0..as_thorough(10), 150);
}

/// A whole deal that satisfiability proves lost: its steps say nothing about another.
#[test]
fn a_whole_deal_is_certified_and_another_is_not() {
    let game = Game::new(RuleSet::EkligeElfer, &[]).unwrap();
    let deal = |seed| game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let (lost, won) = (deal(162_198), deal(0));
    let found = certify(&game, &lost, &mut Budget::new(Limits::default(), None)).unwrap().unwrap();
    let Evidence::HeadOrders(refutation) = found.evidence() else { panic!("another kind") };
    assert!(check(&game, &lost, refutation));
    assert!(!check(&game, &won, refutation));
    let mut rng = Pcg64::new(0, 31);
    for _ in 0..200 {
        assert!(!check(&game, &won, &spoilt(refutation, other_axiom, &mut rng)));
    }
    // With so few columns there are too many rows.
    let narrow = Game::new(RuleSet::EkligeElfer, &[("columns", "5")]).unwrap();
    let start = narrow.deal(&seeded_deck(0, narrow.pack())).unwrap();
    let checked = refutations::check(&narrow, &start, found.evidence().clone());
    assert_eq!(checked, Err(Refusal::TooManyRows));
}

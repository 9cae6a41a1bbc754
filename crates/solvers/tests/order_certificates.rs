//! Losses of Hochzeitszug without redeals as steps from the checker's axioms: only lost deals have them, and what is
//! spoilt proves nothing of a deal that can be won.

use crate::order::{SIZES, Sets, deal, game};
use crate::refutations::{self, Deals, check_file};
use crate::thorough::as_thorough;
use gehtauf_certificates::clauses::Refutation;
use gehtauf_certificates::hochzeitszug_orders::Axiom;
use gehtauf_certificates::{Evidence, Refusal};
use gehtauf_rules::{AnyPosition, BruteForce, Game, RuleSet, brute_force};
use gehtauf_search::{Budget, Limits};
use gehtauf_solvers::hochzeitszug::refutation;
use rand_pcg::Pcg64;

fn refute(start: &AnyPosition) -> Option<Refutation<Axiom>> {
    let AnyPosition::Hochzeitszug(position) = start else { panic!("not Hochzeitszug") };
    refutation(position, &mut Budget::new(Limits::default(), None)).unwrap()
}

fn check(game: &Game, start: &AnyPosition, refutation: &Refutation<Axiom>) -> bool {
    refutations::check(game, start, Evidence::HochzeitszugOrders(refutation.clone())).is_ok()
}

/// Certifies the deals of these seeds, and compares with brute force.
fn certify(
    sets: Sets,
    seeds: std::ops::Range<u64>,
    tally: &mut [usize; 3],
) -> Option<Deals<Axiom>> {
    let game = game(sets);
    let (mut some_won, mut lost) = (None, Vec::new());
    for seed in seeds {
        let start = deal(&game, seed);
        let refutation = match brute_force(&start, 20_000) {
            BruteForce::TooBig => continue,
            BruteForce::Won(_) => {
                tally[0] += 1;
                assert_eq!(refute(&start), None, "{sets:?} seed {seed}");
                some_won = Some(start);
                continue;
            }
            BruteForce::Unwinnable => refute(&start),
        };
        tally[1] += 1;
        if let Some(refutation) = refutation {
            tally[2] += 1;
            check_file(&game, &start, Evidence::HochzeitszugOrders(refutation.clone()));
            lost.push((start, refutation));
        }
    }
    Some(Deals { game, won: some_won?, lost })
}

/// An axiom with a number exchanged.
fn other_axiom(axiom: &Axiom, number: usize) -> Axiom {
    match *axiom {
        Axiom::Circle(a, b, _) => Axiom::Circle(a, b, number),
        Axiom::Known(a, _) => Axiom::Known(a, number),
        Axiom::Count(block, of, _, half) => Axiom::Count(block, of, number % 8, half),
        Axiom::Enough(_) => Axiom::Enough(number % 8),
        Axiom::Last(_) => Axiom::First(number),
        Axiom::First(_) => Axiom::Last(number),
        Axiom::Direct(card, _) => Axiom::Direct(card, number),
        Axiom::Onto(_, one, other) => Axiom::Onto(number, other, one),
        Axiom::Twin(_, host, takes) => Axiom::Twin(number, host, takes),
        Axiom::Host(_, host, moves, takes) => Axiom::Host(number, host, moves, takes),
        Axiom::Both(_, host, moves) => Axiom::Both(number, host, moves),
    }
}

fn compare(seeds: std::ops::Range<u64>, mutations: usize) {
    let (mut tally, mut refused, mut games) = ([0; 3], 0, 0);
    let mut rng = Pcg64::new(29, 0);
    for sets in SIZES {
        let Some(deals) = certify(sets, seeds.clone(), &mut tally) else { continue };
        if deals.lost.is_empty() {
            continue;
        }
        games += 1;
        refused += deals.refuse(Evidence::HochzeitszugOrders, other_axiom, mutations, &mut rng);
    }
    let [won, lost, certified] = tally;
    println!(
        "won {won}, lost {lost}, certified {certified}; {refused} of {} refused",
        mutations * games
    );
    assert!(won > 10 && certified > 10 && 2 * certified > lost);
    assert!(2 * refused > mutations * games);
}

#[test]
fn lost_deals_are_certified_and_spoilt_certificates_refused() {
    compare(0..12, 300);
}

#[test]
#[ignore = "thorough: run in release"]
fn many_lost_deals_are_certified_and_spoilt_certificates_refused() {
    compare(0..as_thorough(60), 5_000);
}

/// A whole deal: steps for seed 0 say nothing about seed 4, which can be won.
#[test]
#[ignore = "slow in debug: run in release"]
fn a_whole_deal_is_certified_and_another_is_not() {
    let game = game(&[]);
    let (lost, won) = (deal(&game, 0), deal(&game, 4));
    let refutation = refute(&lost).unwrap();
    assert!(check(&game, &lost, &refutation));
    assert!(!check(&game, &won, &refutation));
    let looser = Game::new(RuleSet::Hochzeitszug, &[("redeals", "1")]).unwrap();
    let evidence = Evidence::HochzeitszugOrders(refutation.clone());
    let checked = refutations::check(&looser, &deal(&looser, 0), evidence);
    assert_eq!(checked, Err(Refusal::NoEvents));
    let deals = Deals { game, won, lost: vec![(lost, refutation)] };
    let mut rng = Pcg64::new(0, 29);
    assert!(deals.refuse(Evidence::HochzeitszugOrders, other_axiom, 2_000, &mut rng) > 1_900);
}

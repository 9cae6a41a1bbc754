//! Losses of Eklige Elfer by buried hosts: no deal that can be won has such a certificate.

use std::sync::atomic::AtomicBool;

use crate::common::aside;
use gehtauf_cards::{Card, seeded_deck};
use gehtauf_certificates::buried_hosts::find;
use gehtauf_certificates::{Certificate, Checked, Evidence, Refusal};
use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
use gehtauf_search::{Budget, Limits};
use gehtauf_solvers::certify;
use rand_pcg::Pcg64;

const SIZES: [&[(&str, &str)]; 5] = [
    &[("ranks", "4"), ("columns", "3")],
    &[("ranks", "5"), ("columns", "4")],
    &[("ranks", "4"), ("suits", "CH"), ("columns", "2")],
    &[("ranks", "6"), ("suits", "CH"), ("columns", "3"), ("face-down-rows", "2")],
    &[("ranks", "5"), ("suits", "CH"), ("columns", "2"), ("take-out", "forced")],
];

fn check(certificate: &Certificate) -> Result<Checked, Refusal> {
    certificate.check(&AtomicBool::new(false))
}

#[test]
fn what_can_be_won_has_no_buried_hosts() {
    let mut rng = Pcg64::new(29, 6);
    let (mut won, mut lost, mut buried) = (0, 0, 0);
    for (size, seed) in SIZES.into_iter().flat_map(|size| (0..100).map(move |s| (size, s))) {
        let game = Game::new(RuleSet::EkligeElfer, size).unwrap();
        let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let start = aside(start, 6, &mut rng);
        let AnyPosition::EkligeElfer(position) = &start else { unreachable!() };
        let host = find(position);
        match brute_force(&start, 10_000) {
            BruteForce::TooBig => {}
            BruteForce::Won(_) => {
                assert_eq!(host, None, "{size:?} seed {seed}: {}", start.layout());
                for card in (0..Card::TYPES).filter_map(Card::from_index) {
                    let evidence = Evidence::BuriedHosts(card);
                    let forged = Certificate::new(game.clone(), start.clone(), evidence);
                    assert!(check(&forged).is_err(), "{card}: {size:?} seed {seed}");
                }
                won += 1;
            }
            BruteForce::Unwinnable => {
                lost += 1;
                buried += usize::from(host.is_some());
            }
        }
    }
    println!("won {won}, lost {lost}, with buried hosts {buried}");
    assert!(won > 25 && buried > 25);
}

#[test]
fn a_whole_deal_is_certified_and_another_card_or_game_refused() {
    let game = Game::new(RuleSet::EkligeElfer, &[]).unwrap();
    let deal = |seed| game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let start = deal(100_024);
    let mut budget = Budget::new(Limits::default(), None);
    let certificate = certify(&game, &start, &mut budget).unwrap().unwrap();
    let file = certificate.encode(usize::MAX).unwrap().unwrap();
    assert_eq!(Certificate::read(file.as_slice()).unwrap(), certificate);
    assert_eq!(check(&certificate), Ok(Checked::BuriedHosts { heads: 4, placed: 3 }));
    let of = |game: &Game, start: AnyPosition, host: &str| {
        let host: Card = host.parse().unwrap();
        check(&Certificate::new(game.clone(), start, Evidence::BuriedHosts(host))).unwrap_err()
    };
    assert_eq!(of(&game, start.clone(), "5C"), Refusal::HostsSuffice);
    assert_eq!(of(&game, start, "2D"), Refusal::NoHosts);
    assert_eq!(of(&game, deal(100_025), "5D"), Refusal::HostsSuffice);
    let domino = Game::new(RuleSet::Domino, &[]).unwrap();
    let other = domino.deal(&seeded_deck(7, domino.pack())).unwrap();
    assert_eq!(of(&domino, other, "5D"), Refusal::NoHosts);
}

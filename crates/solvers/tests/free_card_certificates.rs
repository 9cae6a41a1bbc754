//! Losses of the eights as states of free cards: only lost deals have them, and what is spoilt proves nothing of a deal
//! that can be won.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use crate::common::aside;
use crate::small_eights::{OPTIONS, SIZES};
use crate::thorough::{as_thorough, if_thorough};
use gehtauf_cards::seeded_deck;
use gehtauf_certificates::free_cards::{Deal, State};
use gehtauf_certificates::{Certificate, Checked, Evidence, Packings, Refusal};
use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
use gehtauf_search::{Budget, Limits};
use gehtauf_solvers::certify;
use rand_core::Rng;
use rand_pcg::Pcg64;

fn budget() -> Budget<'static> {
    Budget::new(Limits { max_states: 200_000, ..Limits::default() }, None)
}

fn check(game: &Game, start: &AnyPosition, set: &Packings) -> bool {
    let evidence = Evidence::FreeCards(set.clone());
    let certificate = Certificate::new(game.clone(), start.clone(), evidence);
    certificate.check(&AtomicBool::new(false)).is_ok()
}

/// The states that can be reached and are no dead ends, written, read and checked; nothing if one is won, which alone
/// refuses them.
fn states_of(game: &Game, start: &AnyPosition, deal: &Deal, first: State) -> Option<Packings> {
    let mut waiting = vec![first];
    let (mut states, mut is_won) = (HashSet::new(), false);
    while let Some(state) = waiting.pop() {
        if state.is_won() {
            is_won = true;
            states.insert(deal.pack(&state));
        } else if !deal.is_dead(&state) && states.insert(deal.pack(&state)) {
            waiting.extend(deal.steps(&state).into_iter().map(|step| deal.after(&state, step)));
        }
    }
    let set = Packings::new(states);
    let evidence = Evidence::FreeCards(set.clone());
    let certificate = Certificate::new(game.clone(), start.clone(), evidence);
    if is_won {
        let checked = certificate.check(&AtomicBool::new(false));
        assert!(
            matches!(checked, Err(Refusal::StateWon { .. })),
            "{checked:?}: {}",
            start.layout()
        );
        return None;
    }
    let file = certificate.encode(usize::MAX).unwrap().unwrap();
    let read = Certificate::read(file.as_slice()).unwrap();
    assert_eq!(read, certificate);
    assert!(matches!(read.check(&AtomicBool::new(false)), Ok(Checked::FreeCards { .. })));
    assert!(certify(game, start, &mut budget()).unwrap().is_some());
    Some(set)
}

/// Does one thing to a set.
fn spoil(set: &Packings, rng: &mut Pcg64) -> Packings {
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    let mut states: Vec<Box<[u8]>> = set.iter().map(Box::from).collect();
    let place = below(states.len());
    match below(4) {
        0 => drop(states.swap_remove(place)),
        1 => states.truncate(place),
        what => {
            let byte = below(states[place].len());
            states[place][byte] = match what {
                2 => states[place][byte] ^ 1 << below(8),
                _ => below(12) as u8,
            };
        }
    }
    Packings::new(states)
}

fn compare(seeds: std::ops::Range<u64>, mutations: usize) {
    let mut rng = Pcg64::new(29, 3);
    let (mut won, mut lost, mut certified, mut refused, mut tried) = (0, 0, 0, 0, 0);
    let (mut only_with_heads, mut of_one_card) = (0, 0);
    for ((rule_set, options), size) in OPTIONS.iter().flat_map(|o| SIZES.map(move |s| (o, s))) {
        let game = Game::new(*rule_set, &[size, options].concat()).unwrap();
        let (mut some_won, mut sets) = (None, Vec::new());
        for seed in seeds.clone() {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let start = aside(start, 8, &mut rng);
            match brute_force(&start, 20_000) {
                BruteForce::TooBig => {}
                BruteForce::Won(_) => {
                    won += 1;
                    assert_eq!(
                        certify(&game, &start, &mut budget()),
                        Ok(None),
                        "{}",
                        start.layout()
                    );
                    if let Some(deal) = Deal::new(&start) {
                        for first in [Some(deal.start().clone()), deal.start_with_heads()] {
                            let set = first.map(|first| states_of(&game, &start, &deal, first));
                            assert_eq!(set.flatten(), None, "{}", start.layout());
                        }
                    }
                    some_won = Some(start);
                }
                BruteForce::Unwinnable => {
                    lost += 1;
                    let Some(deal) = Deal::new(&start) else { continue };
                    let set = states_of(&game, &start, &deal, deal.start().clone());
                    certified += usize::from(set.is_some());
                    if let Some(with_heads) = deal.start_with_heads() {
                        // They tell all that matters.
                        let with_heads = states_of(&game, &start, &deal, with_heads);
                        let with_heads = with_heads.expect("each lost deal has them");
                        of_one_card += 1;
                        only_with_heads += usize::from(set.is_none());
                        sets.push((start.clone(), with_heads));
                    }
                    sets.extend(set.map(|set| (start, set)));
                }
            }
        }
        let Some(some_won) = some_won else { continue };
        for number in 0..if sets.is_empty() { 0 } else { mutations } {
            let (start, set) = &sets[number % sets.len()];
            if set.is_empty() {
                assert!(!check(&game, &some_won, set));
                continue;
            }
            let spoilt = spoil(set, &mut rng);
            tried += 1;
            assert!(!check(&game, &some_won, &spoilt));
            refused += usize::from(!check(&game, start, &spoilt));
        }
    }
    println!(
        "won {won}, lost {lost}, certified {certified}; all {of_one_card} of one card to a space with heads, \
         {only_with_heads} only so; {refused} of {tried} refused"
    );
    assert!(won > 20 && certified * 10 > lost * 8 && refused * 2 > tried);
    assert!(only_with_heads > 0);
}

#[test]
fn lost_deals_are_certified_and_spoilt_certificates_refused() {
    compare(0..5, 20);
}

#[test]
#[ignore = "thorough: run in release"]
fn many_lost_deals_are_certified_and_spoilt_certificates_refused() {
    compare(0..as_thorough(8), if_thorough(150, 200));
}

#[test]
fn other_games_and_options_have_no_states_of_free_cards() {
    for (rule_set, sets, is_one) in [
        (RuleSet::AchtMalAcht, &[][..], true),
        (RuleSet::EightByEight, &[], true),
        (RuleSet::AchtMalAcht, &[("foundation-return", "yes")], false),
        (RuleSet::EightByEight, &[("foundation-return", "yes")], false),
        (RuleSet::Domino, &[], false),
    ] {
        let game = Game::new(rule_set, sets).unwrap();
        let start = game.deal(&seeded_deck(7, game.pack())).unwrap();
        let deal = Deal::new(&start);
        assert_eq!(deal.as_ref().is_some_and(Deal::has_steps), is_one, "{rule_set} {sets:?}");
        let set =
            deal.map_or_else(Packings::default, |deal| Packings::new([deal.pack(deal.start())]));
        let certificate = Certificate::new(game, start, Evidence::FreeCards(set));
        let refused = certificate.check(&AtomicBool::new(false)).unwrap_err();
        assert_eq!(refused == Refusal::NoFreeCards, !is_one, "{rule_set} {sets:?}: {refused}");
    }
}

/// Dead ends need no states; they hold where cards come back from foundations too.
#[test]
fn no_winnable_position_is_a_dead_end_where_cards_come_back() {
    let mut rng = Pcg64::new(29, 5);
    let (mut won, mut dead) = (0, 0);
    for rule_set in [RuleSet::AchtMalAcht, RuleSet::EightByEight] {
        for (size, seed) in SIZES.into_iter().flat_map(|size| (0..20).map(move |s| (size, s))) {
            let game = Game::new(rule_set, &[size, &[("foundation-return", "yes")]].concat());
            let game = game.unwrap();
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let start = aside(start, 8, &mut rng);
            let is_dead = check(&game, &start, &Packings::default());
            match brute_force(&start, 10_000) {
                BruteForce::TooBig => {}
                BruteForce::Won(_) => {
                    assert!(!is_dead, "{}", start.layout());
                    won += 1;
                }
                BruteForce::Unwinnable => dead += usize::from(is_dead),
            }
        }
    }
    assert!(won > 10 && dead > 3, "won {won}, dead {dead}");
}

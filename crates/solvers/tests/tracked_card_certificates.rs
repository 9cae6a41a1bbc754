//! Losses of the eights by tracked cards: whatever is tracked, no deal that can be won has a certificate.

use std::sync::atomic::AtomicBool;

use crate::common::aside;
use crate::eights::table;
use crate::thorough::as_thorough;
use gehtauf_cards::seeded_deck;
use gehtauf_certificates::free_cards::tracked_cards::{TrackedCard, TrackedCards};
use gehtauf_certificates::{Certificate, Checked, Evidence, Refusal};
use gehtauf_rules::{AnyPosition, BruteForce, Game, RuleSet, brute_force};
use gehtauf_search::{Budget, Limits};
use gehtauf_solvers::certify;
use rand_core::Rng;
use rand_pcg::Pcg64;

/// Passes, ranks, suits, decks, columns, rows.
const SIZES: [[&str; 6]; 8] = [
    ["1", "4", "CH", "2", "2", "5"],
    ["1", "4", "SD", "2", "3", "4"],
    ["2", "4", "SD", "2", "3", "4"],
    ["1", "5", "CH", "2", "3", "4"],
    ["2", "6", "SD", "1", "3", "3"],
    ["unlimited", "4", "CH", "2", "2", "5"],
    ["1", "5", "CDHS", "1", "3", "5"],
    ["3", "3", "CH", "2", "3", "3"],
];

/// A rule set with one of its options.
type Rules = (RuleSet, [(&'static str, &'static str); 1]);

const RULES: [Rules; 6] = [
    (RuleSet::AchtMalAcht, [("foundation-return", "no")]),
    (RuleSet::AchtMalAcht, [("foundation-return", "yes")]),
    (RuleSet::EightByEight, [("talon-play", "forced")]),
    (RuleSet::EightByEight, [("talon-play", "free")]),
    (RuleSet::EightByEight, [("foundations", "four")]),
    (RuleSet::EightByEight, [("foundation-return", "yes")]),
];

fn game(size: [&str; 6], (rule_set, option): Rules) -> Game {
    let names = ["passes", "ranks", "suits", "decks", "columns", "rows"];
    let sets: Vec<_> = names.into_iter().zip(size).chain(option).collect();
    Game::new(rule_set, &sets).unwrap()
}

/// A deal, or a position a few random moves on.
fn start(game: &Game, seed: u64, rng: &mut Pcg64) -> AnyPosition {
    let deal = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    if seed.is_multiple_of(2) { deal } else { aside(deal, 8, rng) }
}

fn check(game: &Game, start: &AnyPosition, tracked: TrackedCards) -> Result<Checked, Refusal> {
    let evidence = Evidence::TrackedCards(tracked);
    Certificate::new(game.clone(), start.clone(), evidence).check(&AtomicBool::new(false))
}

/// Some cards of the deal, more or less of them.
fn some_cards(start: &AnyPosition, rng: &mut Pcg64) -> Vec<TrackedCard> {
    let table = table(start);
    let odds = rng.next_u64() % 4 + 1;
    let mut cards: Vec<TrackedCard> = (0..table.stock.len()).map(TrackedCard::Stock).collect();
    for (column, dealt) in table.columns.iter().enumerate() {
        let places = if table.rules.face_down { dealt.face_down + 1 } else { dealt.cards.len() };
        let places = places.min(dealt.cards.len());
        cards.extend((0..places).map(|place| TrackedCard::Dealt(column, place)));
    }
    cards.retain(|_| rng.next_u64().is_multiple_of(odds));
    if !table.rules.foundation_return {
        let foundations = table.rules.pack.card_types().map(TrackedCard::Foundation);
        cards.extend(foundations.filter(|_| rng.next_u64().is_multiple_of(4 * odds)));
    }
    cards
}

/// The certificate as it is written and read, which holds.
fn certified(game: &Game, start: &AnyPosition) -> Option<Evidence> {
    let limits = Limits { max_states: 200_000, ..Limits::default() };
    let certificate = certify(game, start, &mut Budget::new(limits, None)).unwrap()?;
    let file = certificate.encode(usize::MAX).unwrap().unwrap();
    let read = Certificate::read(file.as_slice()).unwrap();
    assert_eq!(read, certificate);
    let checked = read.check(&AtomicBool::new(false)).unwrap();
    if let Evidence::TrackedCards(tracked) = certificate.evidence() {
        assert!(
            matches!(checked, Checked::TrackedCards { states, .. } if states == tracked.states)
        );
    }
    Some(certificate.evidence().clone())
}

#[derive(Default)]
struct Found {
    won: usize,
    lost: usize,
    /// By tracked cards; of the others the start is a dead end, mostly.
    certified: usize,
    /// Sets of cards at random.
    tried: usize,
    /// Those that prove a lost deal lost.
    believed: usize,
    /// Certificates that do not hold with a card less or a state less.
    refused: usize,
}

fn compare(seeds: std::ops::Range<u64>, rules: Rules) -> Found {
    let mut rng = Pcg64::new(29, 4);
    let mut found = Found::default();
    for (size, seed) in SIZES.iter().flat_map(|&size| seeds.clone().map(move |seed| (size, seed))) {
        let game = game(size, rules);
        let start = start(&game, seed, &mut rng);
        let answer = brute_force(&start, 50_000);
        let is_won = match answer {
            BruteForce::TooBig => continue,
            BruteForce::Won(_) => true,
            BruteForce::Unwinnable => false,
        };
        for _ in 0..6 {
            let mut cards = some_cards(&start, &mut rng);
            let stock_is_given = rng.next_u64().is_multiple_of(4);
            if stock_is_given {
                cards.retain(|card| matches!(card, TrackedCard::Dealt(..)));
            }
            let tracked = TrackedCards { cards, stock_is_given, states: u64::MAX };
            let checked = check(&game, &start, tracked.clone());
            assert!(!(is_won && checked.is_ok()), "{size:?} seed {seed}: {tracked:?}");
            found.tried += 1;
            found.believed += usize::from(checked.is_ok());
        }
        let evidence = certified(&game, &start);
        if is_won {
            found.won += 1;
            assert_eq!(evidence, None, "{size:?} seed {seed}");
            continue;
        }
        found.lost += 1;
        let Some(Evidence::TrackedCards(tracked)) = evidence else { continue };
        found.certified += 1;
        let TrackedCards { cards, states, .. } = tracked.clone();
        let fewer = TrackedCards { states: states - 1, ..tracked.clone() };
        assert_eq!(check(&game, &start, fewer), Err(Refusal::MoreStates { states: states - 1 }));
        if !cards.is_empty() {
            let less = TrackedCards { cards: cards[1..].to_vec(), ..tracked };
            found.refused += usize::from(check(&game, &start, less).is_err());
        }
    }
    found
}

#[test]
fn no_cards_that_are_tracked_prove_a_winnable_deal_lost() {
    for rules in RULES {
        let found = compare(0..6, rules);
        assert!(found.won > 5 && found.lost > 5, "{rules:?} {} {}", found.won, found.lost);
        assert!(found.certified > 0 && found.believed > 20, "{rules:?}");
    }
}

#[test]
#[ignore = "thorough: run in release"]
fn no_cards_that_are_tracked_prove_one_of_many_winnable_deals_lost() {
    for rules in RULES {
        let Found { won, lost, certified, tried, believed, refused } =
            compare(6..6 + as_thorough(12), rules);
        println!(
            "{rules:?}: won {won}, lost {lost}, certified {certified}; \
             {believed} of {tried} sets, {refused} refused"
        );
        assert!(certified > 5 && refused > 0 && believed > 50, "{rules:?}");
    }
}

#[test]
fn other_games_and_cards_that_are_not_there_are_refused() {
    let with = |rule_set, sets: &[_], cards| {
        let game = Game::new(rule_set, sets).unwrap();
        let start = game.deal(&seeded_deck(7, game.pack())).unwrap();
        check(&game, &start, TrackedCards { cards, stock_is_given: true, states: 10 }).unwrap_err()
    };
    let of = |rule_set, cards| with(rule_set, &[], cards);
    assert_eq!(of(RuleSet::AchtMalAcht, vec![TrackedCard::Dealt(8, 0)]), Refusal::NoTracked);
    assert_eq!(of(RuleSet::AchtMalAcht, vec![TrackedCard::Dealt(0, 8)]), Refusal::NoTracked);
    assert_eq!(of(RuleSet::AchtMalAcht, vec![TrackedCard::Stock(40)]), Refusal::NoTracked);
    assert_eq!(of(RuleSet::EightByEight, vec![TrackedCard::Dealt(0, 8)]), Refusal::NoTracked);
    assert_eq!(of(RuleSet::Domino, vec![]), Refusal::NoFreeCards);
    let given_back = [("foundation-return", "yes")];
    let two = vec![TrackedCard::Foundation("2H".parse().unwrap())];
    assert_eq!(with(RuleSet::AchtMalAcht, &given_back, two), Refusal::NoTracked);
}

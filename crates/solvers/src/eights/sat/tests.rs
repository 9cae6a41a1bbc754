//! Orders of events against the moves of free cards.

use gehtauf_rules::Position;
use gehtauf_search::{Budget, Limits, Space, Verdict};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::encoding::Encoding;
use super::events::Events;
use super::places::Places;
use super::*;
use crate::eights::abstractions::free_cards::FreeCardSpace;
use crate::eights::portfolio;
use crate::eights::prunings::Prunings;
use crate::eights::small_deals;
use crate::sat::solver::Conclusions;

/// An order of all events, and which cards go up at once, by number.
#[derive(Clone)]
struct Play {
    in_order: Vec<usize>,
    at_once: Vec<bool>,
}

impl Play {
    fn of_win(encoding: &Encoding) -> Option<Play> {
        let Encoding { formula, events } = encoding;
        let mut budget = Budget::new(Limits::default(), None);
        let places = Places::new(events, formula.variables());
        let mut solver = Solver::with(formula, &events.order, places, &mut budget).unwrap();
        if solver.solve() != Ok(true) {
            return None;
        }
        let is_true = |lit: Lit| lit == TRUE || lit != -TRUE && solver.is_true(lit);
        let order = &events.order;
        let mut in_order: Vec<usize> = (0..order.events()).collect();
        in_order.sort_by_cached_key(|&b| {
            (0..order.events()).filter(|&a| is_true(order.before(a, b))).count()
        });
        let at_once = events.cards.iter().map(|card| is_true(card.goes_up_at_once));
        Some(Play { in_order, at_once: at_once.collect() })
    }

    fn place(&self, event: Event) -> Option<usize> {
        event.map(|event| self.in_order.iter().position(|&other| other == event).unwrap())
    }

    /// Whether each move is legal by the space of free cards.
    fn is_legal(&self, space: &FreeCardSpace<'_>, start: &State, events: &Events) -> bool {
        let mut at_once = vec![TRUE];
        for (card, &at_once_here) in events.cards.iter().zip(&self.at_once) {
            if at_once_here {
                at_once.push(card.goes_up_at_once);
            }
        }
        let mut state = space.start(start);
        moves(events, &self.in_order, |lit| at_once.contains(&lit)).into_iter().all(|m| {
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
    fn is_named_well(&self, events: &Events) -> bool {
        let cards = events.cards.iter().zip(&self.at_once);
        let numbered = cards.clone().enumerate();
        cards.clone().filter(|(_, at_once)| **at_once).all(|(card, _)| {
            let (leaves, goes_up) = (self.place(card.frees), self.place(card.goes_up));
            leaves == goes_up || leaves.map(|place| place + 1) == goes_up
        }) && numbered.into_iter().all(|(i, (first, _))| {
            let mut later = cards.clone().skip(i + 1);
            let second = later.find(|(second, _)| second.card == first.card);
            let Some((second, at_once)) = second.filter(|_| first.card.rank() > 1) else {
                return true;
            };
            let second_up = self.place(second.goes_up);
            *at_once || self.place(first.goes_up) < second_up || second_up < self.place(first.frees)
        })
    }

    /// Whether the clauses and places allow just this order.
    fn is_allowed(&self, encoding: &Encoding) -> bool {
        let Encoding { formula, events } = encoding;
        let mut formula = formula.clone();
        for (i, &a) in self.in_order.iter().enumerate() {
            for &b in &self.in_order[i + 1..] {
                formula.add(&[events.order.before(a, b)]);
            }
        }
        for (card, &at_once) in events.cards.iter().zip(&self.at_once) {
            formula.add(&[if at_once { card.goes_up_at_once } else { -card.goes_up_at_once }]);
        }
        let mut budget = Budget::new(Limits::default(), None);
        let places = Places::new(events, formula.variables());
        let solver = Solver::with(&formula, &events.order, places, &mut budget);
        solver.unwrap().solve().unwrap()
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
        let encoding = Encoding::new(&deal, &start);
        let Some(mut play) = Play::of_win(&encoding) else { continue };
        assert!(play.is_legal(&space, &start, &encoding.events), "seed {seed}");
        let mut random = Pcg64::seed_from_u64(seed);
        for _ in 0..steps {
            let mut next = play.clone();
            let i = random.next_u32() as usize % (play.in_order.len() - 1);
            next.in_order.swap(i, i + 1);
            let is_known =
                encoding.events.order.before(play.in_order[i], play.in_order[i + 1]) == TRUE;
            if is_known || !next.is_named_well(&encoding.events) {
                continue;
            }
            let is_legal = next.is_legal(&space, &start, &encoding.events);
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
        let [plays, others] = walk(size, 0..20, 100);
        assert!(plays > 200 && others > 200, "{size:?}: {plays} {others}");
    }
}

#[test]
#[ignore = "thorough: run in release"]
fn places_suffice_in_solutions_and_only_there_on_whole_packs() {
    for passes in ["unlimited", "1", "3"] {
        let [plays, others] = walk([passes, "13", "CDHS", "2", "8", "8"], 100_000..100_004, 60);
        assert!(plays > 30 && others > 30, "{passes}: {plays} {others}");
    }
}

/// Of positions along wins of whole deals, some of which a thousand conflicts decide.
fn wins_are_not_refuted(seeds: std::ops::Range<u64>, max_conflicts: u64) -> usize {
    let mut won = 0;
    for (passes, seed) in
        ["unlimited", "1", "3"].into_iter().flat_map(|p| seeds.clone().map(move |s| (p, s)))
    {
        let size = [passes, "13", "CDHS", "2", "8", "8"];
        let (_, mut table) = small_deals(size, seed..seed + 1).next().unwrap();
        let limits = Limits { max_states: 200_000, ..Limits::default() };
        let (verdict, _) = portfolio::solve(&table, &mut Budget::new(limits, None));
        let Verdict::Won(win) = verdict else { continue };
        for (i, m) in win.into_iter().enumerate() {
            if i % 25 == 0 {
                let (deal, start) = Deal::new(&table).unwrap();
                let max_states = max_conflicts * Places::STATES_A_CONFLICT;
                let limits = Limits { max_states, ..Limits::default() };
                let outcome = search(&deal, &start, &mut Budget::new(limits, None));
                assert_ne!(outcome, Ok(Outcome::Unwinnable), "{passes} {seed} {i}");
                won += usize::from(outcome.is_ok());
            }
            table.play(m);
        }
    }
    won
}

#[test]
fn wins_of_whole_deals_are_not_refuted() {
    let won = wins_are_not_refuted(100_000..100_002, 300);
    assert!(won > 10, "{won}");
}

#[test]
#[ignore = "thorough: run in release"]
fn many_wins_of_whole_deals_are_not_refuted() {
    let won = wins_are_not_refuted(100_000..100_008, 3_000);
    assert!(won > 60, "{won}");
}

//! Counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu and Veith 2000): a proof that a state is
//! lost by abstractions that track more and more. At first nothing is tracked; where an abstraction has a win,
//! `flaws.rs` says what is tracked next. What was lost in the abstractions before is not searched again.

use gehtauf_certificates::free_cards::tracked_cards::TrackedCard;
use gehtauf_search::{Budget, Stop, bits};

use super::abstraction::{AbstractMove, Abstraction};
use super::nogoods::NogoodTable;
use super::search::Search;
use super::tracked::{Tracked, card_types};
use crate::eights::abstractions::chain_counting::DealtPlace;
use crate::eights::abstractions::free_cards::FreeCardState;
use crate::eights::state::{Deal, State};

/// What is lost after fewer states is found again as soon as looked up.
const LEAST_EXPANDED: usize = 100;

/// What one more abstraction shows.
pub enum Step {
    /// That the start is lost.
    Lost,
    /// A win of the abstraction, with what is untracked put off as long as can be. The next one is finer.
    Win(Vec<AbstractMove>),
    /// Nothing: the last one had a win though all is tracked.
    Failed,
}

/// A proof under way, which may be broken off and gone on with.
pub struct Refinement<'d> {
    deal: &'d Deal,
    start: FreeCardState,
    tracked: Tracked,
    /// What was lost in the abstractions before, each finer than the one before it.
    nogoods: Vec<NogoodTable<'d>>,
    /// That of the present abstraction, if it was broken off.
    search: Option<Box<Search<'d>>>,
    /// Whether the abstraction is won though all is tracked.
    has_failed: bool,
}

impl<'d> Refinement<'d> {
    /// From a position of a deal that the free-card space supports.
    pub fn new(deal: &'d Deal, start: &State) -> Refinement<'d> {
        Refinement::from_state(deal, FreeCardState::new(deal, start))
    }

    fn from_state(deal: &'d Deal, start: FreeCardState) -> Refinement<'d> {
        let tracked = Tracked::default();
        Refinement { deal, start, tracked, nogoods: Vec::new(), search: None, has_failed: false }
    }

    /// Says whether it is certain that the start is lost. "No" means nothing.
    ///
    /// # Errors
    /// The budget is spent, or the states have outgrown its bytes.
    pub fn is_lost(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        loop {
            match self.step(budget)? {
                Step::Lost => return Ok(true),
                Step::Win(_) => {}
                Step::Failed => return Ok(false),
            }
        }
    }

    /// Searches one abstraction, and refines it if it has a win.
    ///
    /// # Errors
    /// The budget is spent, or the states have outgrown its bytes.
    pub fn step(&mut self, budget: &mut Budget<'_>) -> Result<Step, Stop> {
        if self.has_failed {
            return Ok(Step::Failed);
        }
        let mut search = self.search.take().unwrap_or_else(|| {
            let abstraction = Abstraction::new(self.deal, self.start, self.tracked);
            Box::new(Search::new(abstraction, budget.memory()))
        });
        let mut moves = match search.win(&self.nogoods, budget) {
            Ok(Some(moves)) => moves,
            Ok(None) => return Ok(Step::Lost),
            Err(stop) => {
                self.search = Some(search);
                return Err(stop);
            }
        };
        let (abstraction, lost) = search.lost();
        abstraction.postpone_untracked(&mut moves);
        let refined = abstraction.refined(&moves, budget);
        if lost.count >= LEAST_EXPANDED {
            self.nogoods.push(NogoodTable::new(abstraction, lost)?);
        }
        match refined? {
            Some(tracked) => self.tracked = tracked,
            None => self.has_failed = true,
        }
        Ok(Step::Win(moves))
    }

    /// What the last abstraction tracks: of dealt cards the column and how many cards lie below, and places of the
    /// stock.
    pub fn tracked_cards(&self) -> (impl Iterator<Item = DealtPlace>, impl Iterator<Item = usize>) {
        let Tracked { columns, stock, .. } = self.tracked;
        let of_column = |(column, places)| {
            bits(u64::from(places)).map(move |place| (column, usize::from(place)))
        };
        (columns.into_iter().enumerate().flat_map(of_column), bits(stock).map(usize::from))
    }

    /// All that the last abstraction tracks, as a certificate has it.
    pub fn certified(&self) -> Vec<TrackedCard> {
        let (dealt, stock) = self.tracked_cards();
        let card_types = card_types().filter(|&card| self.tracked.has_tracked_foundation(card));
        let dealt = dealt.map(|(column, place)| TrackedCard::Dealt(column, place));
        let stock = stock.map(TrackedCard::Stock);
        dealt
            .chain(stock)
            .chain(card_types.map(|card| TrackedCard::Foundation(card.card())))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gehtauf_rules::eights::Table;
    use gehtauf_rules::{Position, RuleSet};
    use gehtauf_search::{Limits, Verdict};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::nogoods::Expanded;
    use super::super::tracked::Trackable;
    use super::*;
    use crate::eights::abstractions::chain_counting;
    use crate::eights::abstractions::delete_relaxation::tests::{SIZES, is_winnable};
    use crate::eights::abstractions::free_cards::FreeCardSpace;
    use crate::eights::prunings::Prunings;
    use crate::eights::state::CardType;
    use crate::eights::{exhaust_with, small_deals, small_deals_of};
    use crate::thorough::as_thorough;

    /// Whether an abstraction is won, unless that takes too long, how many states were visited, and what is
    /// lost.
    fn look(
        abstraction: Abstraction<'_>,
        coarser: &[NogoodTable<'_>],
    ) -> (Result<bool, Stop>, u64, Expanded) {
        // What is passed over dominates no other state, so that now and then more are expanded.
        let max_states = if coarser.is_empty() { 5_000 } else { 50_000 };
        let limits = Limits { max_states, ..Limits::default() };
        let mut budget = Budget::new(limits, None);
        let mut search = Search::new(abstraction, budget.memory());
        let win = search.win(coarser, &mut budget);
        (win.map(|win| win.is_some()), budget.states_visited(), search.lost().1)
    }

    fn nogoods(abstraction: Abstraction<'_>) -> NogoodTable<'_> {
        let &Abstraction { deal, start, tracked, .. } = &abstraction;
        let (_, _, lost) = look(Abstraction::new(deal, start, tracked), &[]);
        NogoodTable::new(abstraction, lost).unwrap()
    }

    /// Cards and foundations to track, more or less of them.
    fn random_items(deal: &Deal, state: &FreeCardState, rng: &mut Pcg64) -> Vec<Trackable> {
        let odds = rng.next_u32() % 4 + 2;
        let mut items: Vec<Trackable> = card_types().map(Trackable::Foundation).collect();
        items.retain(|_| rng.next_u32().is_multiple_of(3 * odds));
        let mut cards: Vec<Trackable> = bits(state.key.stock).map(Trackable::Stock).collect();
        for (column, dealt) in deal.dealt.iter().enumerate() {
            cards.extend((0..dealt.len()).map(|place| Trackable::Dealt { column, place }));
        }
        cards.retain(|_| rng.next_u32().is_multiple_of(odds));
        items.append(&mut cards);
        items
    }

    #[test]
    fn no_state_that_can_be_won_is_lost_whatever_is_tracked() {
        let mut rng = Pcg64::seed_from_u64(1);
        let (mut lost, mut proven, mut without_win, mut tracked_foundations) = (0, 0, 0, 0);
        let mut passed_over = 0_u64;
        for size in SIZES {
            for (seed, table) in small_deals(size, 0..60) {
                let (deal, start) = Deal::new(&table).unwrap();
                let space = FreeCardSpace::new(&deal, Prunings::NONE).unwrap();
                let mut known = HashMap::new();
                is_winnable(&space, space.start(&start), &mut known);
                let mut states: Vec<_> = known.into_values().collect();
                states.sort_unstable_by_key(|(state, _)| {
                    let key = &state.key;
                    (key.stock, key.foundations, key.bases, key.turned, key.pass)
                });
                for _ in 0..10 {
                    let (state, winnable) = states[rng.next_u32() as usize % states.len()];
                    let mut budget = Budget::new(Limits::default(), None);
                    let mut refinement = Refinement::from_state(&deal, state);
                    let is_lost = refinement.is_lost(&mut budget).unwrap();
                    assert!(!(is_lost && winnable), "{size:?} seed {seed}: {state:?}");
                    lost += u32::from(!winnable);
                    proven += u32::from(is_lost);
                    tracked_foundations += u32::from(refinement.tracked.foundations != [0; 4]);

                    let mut items = random_items(&deal, &state, &mut rng);
                    let tracked = Tracked::default().with(&deal, &items);
                    let (is_won, expanded, _) = look(Abstraction::new(&deal, state, tracked), &[]);
                    let is_won = is_won.unwrap();
                    assert!(is_won || !winnable, "{size:?} seed {seed}: {state:?} {tracked:?}");

                    items.retain(|_| rng.next_u32() % 2 == 0);
                    let coarser = Tracked::default().with(&deal, &items);
                    let coarser = nogoods(Abstraction::new(&deal, state, coarser));
                    let finer = look(Abstraction::new(&deal, state, tracked), &[coarser]);
                    assert_eq!(finer.0, Ok(is_won), "{size:?} seed {seed}: {state:?} {items:?}");
                    passed_over += expanded - finer.1;
                    without_win += u32::from(!is_won);
                }
            }
        }
        assert!(lost > 1_000 && 100 * proven > 95 * lost, "{proven} of {lost}");
        assert!(
            100 * without_win > 75 * lost && tracked_foundations > 10,
            "{without_win} of {lost}, {tracked_foundations}"
        );
        assert!(passed_over > 0, "{passed_over}");
    }

    /// Makes some moves, any of them.
    fn play_some(table: &mut Table, rng: &mut Pcg64) {
        for _ in 0..rng.next_u32() % 24 {
            let moves = table.legal_moves();
            if !moves.is_empty() {
                table.play(moves[rng.next_u32() as usize % moves.len()]);
            }
        }
    }

    /// Whether a position can be won, by all states, and whether its refinement says that it is lost.
    fn truth_and_proof(table: &Table, refinement: &mut Refinement<'_>) -> (bool, bool) {
        let mut budget = Budget::new(Limits::default(), None);
        let (truth, _) = exhaust_with(table, Prunings::NONE, &mut budget);
        (matches!(truth, Verdict::Won(_)), refinement.is_lost(&mut budget).unwrap())
    }

    #[test]
    fn no_position_of_8x8_that_can_be_won_is_lost_whatever_is_tracked() {
        let mut rng = Pcg64::seed_from_u64(4);
        let (mut lost, mut proven, mut without_win) = (0, 0, 0);
        let options: [&[(&str, &str)]; 5] = [
            &[],
            &[("talon-play", "free")],
            &[("talon-play", "free"), ("spaces", "any-run")],
            &[("foundations", "four")],
            &[("talon-play", "free"), ("foundations", "four")],
        ];
        for (size, more) in SIZES.into_iter().flat_map(|size| options.map(|more| (size, more))) {
            for (seed, mut table) in small_deals_of(RuleSet::EightByEight, size, more, 0..60) {
                play_some(&mut table, &mut rng);
                let (deal, start) = Deal::new(&table).unwrap();
                let mut refinement = Refinement::new(&deal, &start);
                let (winnable, is_lost) = truth_and_proof(&table, &mut refinement);
                assert!(!(is_lost && winnable), "{size:?} {more:?} seed {seed}\n{table:?}");
                lost += u32::from(!winnable);
                proven += u32::from(is_lost);

                let items = random_items(&deal, &refinement.start, &mut rng);
                let tracked = Tracked::default().with(&deal, &items);
                let abstraction = Abstraction::new(&deal, refinement.start, tracked);
                let is_won = look(abstraction, &[]).0.unwrap();
                assert!(is_won || !winnable, "{size:?} {more:?} seed {seed}: {items:?}\n{table:?}");
                without_win += u32::from(!is_won);
            }
        }
        assert!(proven > 300 && without_win > 200, "{proven}, {without_win} of {lost}");
    }

    #[test]
    fn no_position_that_can_be_won_is_lost_where_cards_come_back_from_foundations() {
        let mut rng = Pcg64::seed_from_u64(3);
        let (mut lost, mut proven, mut without_win, mut with_foundations) = (0, 0, 0, 0);
        for size in SIZES {
            for (seed, mut table) in small_deals(size, 0..300) {
                table.rules.foundation_return = true;
                play_some(&mut table, &mut rng);
                let (deal, start) = Deal::new(&table).unwrap();
                let mut refinement = Refinement::new(&deal, &start);
                let (winnable, is_lost) = truth_and_proof(&table, &mut refinement);
                assert!(!(is_lost && winnable), "{size:?} seed {seed}\n{table:?}");
                assert_eq!(refinement.tracked.foundations, [0; 4]);
                lost += u32::from(!winnable);
                proven += u32::from(is_lost);
                with_foundations += u32::from(is_lost && start.foundations != [0; 8]);

                let mut items = random_items(&deal, &refinement.start, &mut rng);
                items.retain(|item| !matches!(item, Trackable::Foundation(_)));
                let tracked = Tracked::default().with(&deal, &items);
                let abstraction = Abstraction::new(&deal, refinement.start, tracked);
                let is_won = look(abstraction, &[]).0.unwrap();
                assert!(is_won || !winnable, "{size:?} seed {seed}: {items:?}\n{table:?}");
                without_win += u32::from(!is_won);
            }
        }
        assert!(100 * proven > 90 * lost && with_foundations > 20, "{proven} of {lost}");
        assert!(without_win > 50, "{without_win} of {lost}");
    }

    #[test]
    #[ignore = "thorough: run in release"]
    fn what_is_lost_in_a_coarser_abstraction_of_a_whole_deal_is_lost_in_a_finer_one() {
        let limits = Limits { max_states: 5_000, ..Limits::default() };
        let mut rng = Pcg64::seed_from_u64(2);
        let (mut won, mut without_win, mut passed_over) = (0, 0, 0);
        for passes in ["1", "2"] {
            for (seed, table) in
                small_deals([passes, "13", "CDHS", "2", "8", "8"], 0..as_thorough(75))
            {
                let (deal, start) = Deal::new(&table).unwrap();
                let mut refinement = Refinement::new(&deal, &start);
                let _ = refinement.is_lost(&mut Budget::new(limits, None));
                let (start, Tracked { columns, stock, .. }) =
                    (refinement.start, refinement.tracked);
                let mut cards: Vec<Trackable> = bits(stock).map(Trackable::Stock).collect();
                for (column, places) in columns.into_iter().enumerate() {
                    let places = bits(places).map(usize::from);
                    cards.extend(places.map(|place| Trackable::Dealt { column, place }));
                }
                let has_tracked_foundation =
                    |card: &CardType| refinement.tracked.has_tracked_foundation(*card);
                cards
                    .extend(card_types().filter(has_tracked_foundation).map(Trackable::Foundation));
                let tracked = Tracked::default().with(&deal, &cards);
                cards.retain(|_| rng.next_u32() % 3 > 0);
                let coarser = Tracked::default().with(&deal, &cards);
                let tracking = |tracked| Abstraction::new(&deal, start, tracked);
                let (plain, expanded, _) = look(tracking(tracked), &[]);
                let (with, again, _) = look(tracking(tracked), &[nogoods(tracking(coarser))]);
                if plain.is_ok() {
                    assert_eq!(with, plain, "seed {seed}: {tracked:?}, {cards:?}");
                    won += u32::from(plain == Ok(true));
                    without_win += u32::from(plain == Ok(false));
                    passed_over += expanded.saturating_sub(again);
                }
            }
        }
        let counts = (won, without_win, passed_over);
        assert!(won > 10 && without_win > 10 && passed_over > 1_000, "{counts:?}");
    }

    #[test]
    fn a_search_that_is_broken_off_goes_on_where_it_was() {
        let mut broken_off = 0;
        for (seed, mut table) in small_deals(["2", "5", "CDHS", "2", "4", "6"], 0..60) {
            // No foundations are tracked: to find out which ones is begun anew.
            table.rules.foundation_return = true;
            let (deal, start) = Deal::new(&table).unwrap();
            let limits = |max_states| Limits { max_states, ..Limits::default() };
            let mut whole = Budget::new(limits(20_000), None);
            let at_once = Refinement::new(&deal, &start).is_lost(&mut whole);
            let mut in_parts = Refinement::new(&deal, &start);
            for part in 1.. {
                match in_parts.is_lost(&mut Budget::new(limits(100), None)) {
                    Err(_) if 100 * part < 2 * whole.states_visited() => broken_off += 1,
                    is_lost => {
                        assert_eq!(is_lost, at_once, "seed {seed}");
                        break;
                    }
                }
            }
        }
        assert!(broken_off > 100, "{broken_off}");
    }

    #[test]
    fn it_proves_more_than_chains_alone_and_nothing_wrong() {
        let limits = Limits { max_states: 50_000, ..Limits::default() };
        let mut proven = [0; 2];
        for size in [
            ["1", "5", "CH", "2", "3", "3"],
            ["2", "5", "CDHS", "2", "4", "6"],
            ["1", "4", "CDHS", "2", "4", "4"],
            ["2", "6", "CDHS", "2", "5", "4"],
            ["1", "7", "CDH", "2", "4", "5"],
        ] {
            for (seed, table) in small_deals(size, 0..100) {
                let (deal, start) = Deal::new(&table).unwrap();
                let budget = || Budget::new(limits, None);
                let by_chains = chain_counting::is_lost(&deal, &start, &mut budget()) == Ok(true);
                let is_lost = Refinement::new(&deal, &start).is_lost(&mut budget()) == Ok(true);
                proven[0] += usize::from(by_chains);
                proven[1] += usize::from(is_lost);
                if by_chains || is_lost {
                    let (truth, _) = exhaust_with(&table, Prunings::NONE, &mut budget());
                    assert!(!matches!(truth, Verdict::Won(_)), "{size:?} seed {seed}");
                }
            }
        }
        assert!(proven[1] >= proven[0] + 10, "{proven:?}");
    }

    #[test]
    fn the_cards_that_are_named_make_the_loss() {
        let (mut lost, mut named) = (0, 0);
        for (seed, table) in small_deals(["2", "5", "CDHS", "2", "4", "6"], 0..60) {
            let (deal, start) = Deal::new(&table).unwrap();
            let limits = Limits { max_states: 5_000, ..Limits::default() };
            let mut refinement = Refinement::new(&deal, &start);
            let is_lost = refinement.is_lost(&mut Budget::new(limits, None));
            if is_lost != Ok(true) || refinement.tracked.foundations != [0; 4] {
                continue;
            }
            lost += 1;
            let (dealt, stock) = refinement.tracked_cards();
            let dealt = dealt.map(|(column, place)| Trackable::Dealt { column, place });
            let stock = stock.map(|place| Trackable::Stock(place as u8));
            let items: Vec<Trackable> = dealt.chain(stock).collect();
            let is_won = |items: &[Trackable]| {
                let tracked = Tracked::default().with(&deal, items);
                look(Abstraction::new(&deal, refinement.start, tracked), &[]).0
            };
            assert_eq!(is_won(&items), Ok(false), "{seed}: {items:?}");
            if !items.is_empty() {
                named += 1;
                assert_eq!(is_won(&[]), Ok(true), "{seed}: {items:?} is needless");
            }
        }
        assert!(lost >= 4 && named >= 2, "{lost} {named}");
    }
}

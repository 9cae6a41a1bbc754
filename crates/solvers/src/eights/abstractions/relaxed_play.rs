//! The play of the delete relaxation (`delete_relaxation.rs`): nothing that is done takes anything away.
//!
//! It asks what `relaxed_state.rs` asks if no foundation is tracked and nothing that is done from the start on. As it asks
//! that a hundred times, it keeps the sums of which the questions are made, and asks again only after a move.
//!
//! *Claim.* If all that needs a place has one with one cleared column to spare, all cards of the talon can be taken, and
//! with a redeal left all of the stock.
//! *Proof.* The next card of the talon needs one place more, and can lie first in the column to spare. What is done later
//! makes more places and needs none.
//!
//! Oracle: `it_comes_as_far_as_one_that_asks_each_time_anew`.

use gehtauf_search::bits;

use super::card_counts::{Cards, Lines, digit};
use super::chain_counting::{chains_hold, not_on_piles, piles};
use super::relaxed_state::{RelaxedState, top_of_waste};
use crate::eights::state::{COLUMNS, CardType, Deal, below, next_of_talon};

/// Where a relaxed play is to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// To one more cleared column, or to the end if there are no bases.
    ClearedColumn,
    /// To the end.
    End,
}

/// What has been uncovered of a column, as in [`super::relaxed_state::Uncovered`].
#[derive(Clone, Copy)]
struct Column {
    /// The place of the base, from 1; 0 if it is cleared.
    base: u8,
    /// What needs a place or a foundation when the base is uncovered, beside the base.
    counted: Counted,
    /// Of what has been uncovered here what may be a base.
    perhaps_bases: Lines,
    /// The bases that may be there.
    bases: Lines,
    /// 1 if it may be cleared.
    cleared: u32,
    /// After how many moves the base could not be uncovered.
    covered: Option<u32>,
}

/// Cards that are asked for a place or a foundation beside a card that leaves its place.
#[derive(Clone, Copy)]
struct Counted {
    cards: Cards,
    /// Of them, but for the card's suit, what is on no foundation, and after how many changes of the piles that was so.
    needed: Lines,
    at: Option<u32>,
}

impl Counted {
    fn new(cards: Cards) -> Counted {
        Counted { cards, needed: Lines::default(), at: None }
    }

    fn add(&mut self, card: CardType) {
        self.cards.0[card.suit()] += digit(card);
        self.at = None;
    }

    /// What needs a place when a card leaves its own, which needs one too.
    fn needed_with(&mut self, card: CardType, foundations: &Foundations) -> Lines {
        let suit = card.suit();
        if self.at != Some(foundations.changes) {
            let others = (0..4).filter(|&other| other != suit);
            let needed = others.map(|other| foundations.without(other, self.cards.0[other]));
            self.needed = needed.fold(Lines::default(), Lines::and);
            self.at = Some(foundations.changes);
        }
        self.needed.and(foundations.without_with(card, self.cards.0[suit]))
    }
}

/// What foundations may hold.
struct Foundations {
    released: Cards,
    /// Of each suit.
    piles: [[u64; 2]; 4],
    /// How often they have changed.
    changes: u32,
}

impl Foundations {
    fn new(released: Cards) -> Foundations {
        Foundations { released, piles: released.0.map(piles), changes: 0 }
    }

    /// Releases a card; says whether its suit's foundations may hold more for it.
    fn release(&mut self, card: CardType) -> bool {
        let suit = card.suit();
        self.released.0[suit] += digit(card);
        let before = std::mem::replace(&mut self.piles[suit], piles(self.released.0[suit]));
        let changes = self.piles[suit] != before;
        self.changes += u32::from(changes);
        changes
    }

    /// What of some cards of a suit is on no foundation.
    fn without(&self, suit: usize, cards: u64) -> Lines {
        Lines::of_suit(suit, not_on_piles(cards, self.piles[suit]))
    }

    /// What of some cards of a card's suit and the card is on no foundation if the card is released.
    fn without_with(&self, card: CardType, cards: u64) -> Lines {
        let (suit, card) = (card.suit(), digit(card));
        Lines::of_suit(suit, not_on_piles(cards + card, piles(self.released.0[suit] + card)))
    }
}

/// A relaxed play under way.
pub struct RelaxedPlay<'d> {
    deal: &'d Deal,
    columns: [Column; COLUMNS],
    stock: u64,
    turned: u8,
    redeals: u8,
    /// The places of the stock's untracked cards.
    untracked: u64,
    foundations: Foundations,
    /// The tracked cards and what the foundations held at the start.
    tracked: Cards,
    /// Of the tracked cards all that is on no foundation, and so needs a place, of each suit and in all.
    needed_of: [Lines; 4],
    needed: Lines,
    /// The same with the untracked cards that lay on the place of the waste below this one.
    on_waste: Counted,
    waste: u8,
    /// What chains may be made of.
    in_chains: Lines,
    /// Bases and cleared columns of all columns.
    bases: Lines,
    cleared: u32,
    /// How many cards were uncovered and taken.
    moves: u32,
}

impl<'d> RelaxedPlay<'d> {
    /// From a state on. Of the types with tracked foundations there as many cards are on foundations as may be.
    pub fn new(state: &RelaxedState<'d>) -> RelaxedPlay<'d> {
        let deal = state.deal;
        let uncovered = state.tracked.and(state.all.tracked);
        let on_foundations = state.foundations.minus(state.first_foundations);
        let mut in_chains =
            uncovered.minus(on_foundations).and(state.all.never_base).and(state.taken);
        if deal.rules.foundation_return {
            in_chains = in_chains.and(state.first_foundations);
        }
        let tracked = uncovered.and(state.first_foundations);
        let mut play = RelaxedPlay {
            deal,
            columns: std::array::from_fn(|column| {
                let of_it = &state.columns[column];
                Column {
                    base: state.bases[column],
                    counted: Counted::new(tracked.and(of_it.untracked)),
                    perhaps_bases: of_it.untracked.minus(of_it.never_base).lines(),
                    bases: of_it.bases.lines(),
                    cleared: of_it.cleared,
                    covered: None,
                }
            }),
            stock: state.stock,
            turned: state.turned,
            redeals: deal.rules.passes.map_or(u8::MAX, |passes| passes - state.pass),
            untracked: state.untracked | state.stock,
            foundations: Foundations::new(tracked.and(state.all.untracked).and(state.taken)),
            tracked,
            needed_of: [Lines::default(); 4],
            needed: Lines::default(),
            on_waste: Counted::new(tracked),
            waste: state.turned,
            in_chains: in_chains.lines(),
            bases: state.all.bases.lines(),
            cleared: state.all.cleared,
            moves: 0,
        };
        (0..4).for_each(|suit| play.count_needed(suit));
        play
    }

    /// Whether it comes to a goal.
    pub fn reaches(mut self, goal: Goal) -> bool {
        let mut turned_over = 0;
        let mut is_closed = false;
        loop {
            if !is_closed && self.close(goal) {
                return true;
            }
            if let Some(place) = self.next() {
                // What could not be taken in the talon cannot be on the waste, after the same moves.
                self.turn_to(place + 1);
            } else if self.stock == 0 && self.columns.iter().all(|column| column.base == 0) {
                return true;
            } else if self.stock == turned_over || self.redeals == 0 {
                return false;
            } else {
                self.redeals -= 1;
                turned_over = self.stock;
                self.turn_to(0);
            }
            let next = self.next().filter(|&place| self.can_take(place));
            is_closed = next.is_none();
            next.into_iter().for_each(|place| self.take(place));
        }
    }

    /// Does all that can be done before more of the talon is turned, up to the first column that it clears if that is the
    /// goal; says whether it has come there.
    fn close(&mut self, goal: Goal) -> bool {
        loop {
            self.close_stock();
            let moves = self.moves;
            for column in 0..self.deal.width {
                while self.columns[column].base > 0 && self.can_uncover(column) {
                    self.uncover(column);
                    if self.columns[column].base == 0 && goal == Goal::ClearedColumn {
                        return true;
                    }
                }
            }
            if self.moves == moves {
                return false;
            }
        }
    }

    /// Takes what can be taken of the stock.
    fn close_stock(&mut self) {
        if self.cleared > 0
            && chains_hold(self.needed, self.in_chains, self.bases, self.cleared - 1)
        {
            let places =
                if self.redeals > 0 { self.stock } else { self.stock & !below(self.turned) };
            bits(places).for_each(|place| self.take(place));
        }
        let offered =
            |play: &Self| top_of_waste(play.stock, play.turned).into_iter().chain(play.next());
        while let Some(place) = offered(self).find(|&place| self.can_take(place)) {
            self.take(place);
        }
    }

    fn next(&self) -> Option<u8> {
        next_of_talon(self.stock, self.turned)
    }

    fn turn_to(&mut self, turned: u8) {
        (self.turned, self.waste) = (turned, turned);
        self.on_waste = Counted::new(self.tracked);
    }

    fn can_take(&mut self, place: u8) -> bool {
        let card = self.deal.stock[usize::from(place)];
        let needed = if place < self.turned {
            for place in bits(self.untracked & below(self.waste) & !below(place + 1)) {
                self.on_waste.add(self.deal.stock[usize::from(place)]);
            }
            self.waste = place + 1;
            self.on_waste.needed_with(card, &self.foundations)
        } else {
            let others = self.needed.minus(self.needed_of[card.suit()]);
            others.and(self.foundations.without_with(card, self.tracked.0[card.suit()]))
        };
        chains_hold(needed, self.in_chains.with(card), self.bases, self.cleared)
    }

    fn take(&mut self, place: u8) {
        let card = self.deal.stock[usize::from(place)];
        self.stock &= !(1 << place);
        self.in_chains = self.in_chains.with(card);
        self.release(card);
        self.moves += 1;
    }

    fn can_uncover(&mut self, column: usize) -> bool {
        let of_it = &mut self.columns[column];
        if of_it.covered == Some(self.moves) {
            return false;
        }
        let card = self.deal.dealt[column][usize::from(of_it.base) - 1];
        let needed = of_it.counted.needed_with(card, &self.foundations);
        let in_chains = self.in_chains.and(of_it.perhaps_bases).with(card);
        let (bases, cleared) = (self.bases.minus(of_it.bases), self.cleared - of_it.cleared);
        let can_be = chains_hold(needed, in_chains, bases, cleared);
        if !can_be {
            of_it.covered = Some(self.moves);
        }
        can_be
    }

    fn uncover(&mut self, column: usize) {
        let of_it = &mut self.columns[column];
        let dealt = &self.deal.dealt[column];
        let base = usize::from(of_it.base);
        let (next, card) = (self.deal.base(column, base - 1), dealt[base - 1]);
        of_it.base = next;
        of_it.perhaps_bases = of_it.perhaps_bases.with(card);
        if next > 0 {
            let base = dealt[usize::from(next) - 1];
            (of_it.bases, self.bases) = (of_it.bases.with(base), self.bases.with(base));
        } else {
            (of_it.cleared, self.cleared) = (of_it.cleared + 1, self.cleared + 1);
        }
        let run = &dealt[usize::from(next)..base - 1];
        for &card in run {
            self.in_chains = self.in_chains.with(card);
        }
        for &card in &dealt[usize::from(next)..base] {
            self.columns[column].counted.add(card);
            self.release(card);
        }
        self.moves += 1;
    }

    fn release(&mut self, card: CardType) {
        if self.foundations.release(card) {
            self.count_needed(card.suit());
        }
    }

    fn count_needed(&mut self, suit: usize) {
        let needed = self.foundations.without(suit, self.tracked.0[suit]);
        self.needed = self.needed.minus(self.needed_of[suit]).and(needed);
        self.needed_of[suit] = needed;
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::eights::abstractions::free_cards::FreeCardState;
    use crate::eights::abstractions::relaxed_state::{Uncovered, uncover_to};
    use crate::eights::small_deals;

    /// The same without sums and without what is spared.
    fn reaches(mut state: RelaxedState<'_>, goal: Goal) -> bool {
        state.untracked |= state.stock;
        state.tracked_foundations = [0; 4];
        let mut redeals = state.deal.rules.passes.map_or(u8::MAX, |passes| passes - state.pass);
        let mut turned_over = 0;
        loop {
            let mut moved = true;
            while std::mem::replace(&mut moved, false) {
                while let Some(place) = state.offered().find(|&place| state.can_take(place, false))
                {
                    state.take(place);
                    moved = true;
                }
                for column in 0..state.deal.width {
                    while state.bases[column] > 0 && state.can_uncover(column, false) {
                        state.uncover(column);
                        if state.bases[column] == 0 && goal == Goal::ClearedColumn {
                            return true;
                        }
                        moved = true;
                    }
                }
            }
            if let Some(place) = state.next() {
                state.turned = place + 1;
            } else if state.stock == 0 && state.bases == [0; COLUMNS] {
                return true;
            } else if state.stock == turned_over || redeals == 0 {
                return false;
            } else {
                redeals -= 1;
                turned_over = state.stock;
                state.turned = 0;
            }
        }
    }

    /// Uncovers and takes what may not be possible, and tracks some of it.
    fn change(state: &mut RelaxedState<'_>, rng: &mut Pcg64) {
        let mut below = |end: usize| rng.next_u32() as usize % end;
        let (most, tracked) = (below(100) + 1, below(4));
        for _ in 0..below(most) {
            state.turned = below(state.deal.stock.len() + 1) as u8;
            let column = below(state.deal.width);
            match state.top() {
                Some(place) if below(2) == 0 => {
                    state.take(place);
                    if below(4) < tracked {
                        let card = Cards::default().add(state.deal.stock[usize::from(place)]);
                        state.untracked &= !(1 << place);
                        (state.taken, state.tracked) =
                            (state.taken.minus(card), state.tracked.and(card));
                        if below(3) == 0 {
                            state.foundations = state.foundations.and(card);
                        }
                    }
                }
                _ if state.bases[column] > 0 => {
                    state.uncover(column);
                    if below(4) < tracked {
                        let of_it = &mut state.columns[column];
                        let tracked = of_it.tracked.and(of_it.untracked);
                        *of_it = Uncovered { tracked, ..Uncovered::default() };
                        uncover_to(state.deal, column, state.bases[column], of_it);
                    }
                }
                _ => {}
            }
        }
        state.all = state.columns.into_iter().fold(Uncovered::default(), Uncovered::and);
    }

    #[test]
    fn it_comes_as_far_as_one_that_asks_each_time_anew() {
        let mut rng = Pcg64::seed_from_u64(5);
        let mut counts = [[0; 2]; 2];
        for passes in ["1", "2", "unlimited"] {
            for [ranks, suits, columns, rows] in [["13", "CDHS", "8", "8"], ["6", "CDHS", "4", "6"]]
            {
                let size = [passes, ranks, suits, "2", columns, rows];
                for (seed, mut table) in small_deals(size, 0..100) {
                    table.rules.foundation_return = seed % 4 == 0;
                    let (deal, start) = Deal::new(&table).unwrap();
                    let start = FreeCardState::new(&deal, &start);
                    for _ in 0..200 {
                        let mut state = RelaxedState::new(&deal, &start);
                        change(&mut state, &mut rng);
                        for (i, goal) in [Goal::ClearedColumn, Goal::End].into_iter().enumerate() {
                            let does = RelaxedPlay::new(&state).reaches(goal);
                            assert_eq!(
                                does,
                                reaches(state, goal),
                                "{size:?} seed {seed}: {goal:?}"
                            );
                            counts[i][usize::from(does)] += 1;
                        }
                    }
                }
            }
        }
        assert!(counts.iter().flatten().all(|&count| count > 1_000), "{counts:?}");
    }
}

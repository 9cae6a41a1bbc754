//! The piles and the configurations that a play of the rules shows.

use gehtauf_cards::{Card, Rank, Suit};
use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::Hochzeitszug;

use crate::hochzeitszug::abstractions::belief_sets::configuration::{
    Configuration, Shape, Unit, copies, rank,
};
use crate::hochzeitszug::abstractions::belief_sets::piles::{Left, Step};
use crate::hochzeitszug::abstractions::belief_sets::translate::DealtPiles;
use crate::hochzeitszug::state::{State, VariantTables};

/// The shape and the configuration of each suit.
pub type Configurations = [(Shape, Configuration); 4];

/// The piles of a play, read off the stacks of the rules.
pub struct Along {
    dealt: DealtPiles,
    left: Left,
    /// By stack, the pile that lies there.
    pile_of: Vec<Option<usize>>,
    heights: Vec<usize>,
}

impl Along {
    pub fn new(start: &Hochzeitszug) -> Along {
        let tables = VariantTables::new(start.variant());
        let dealt = DealtPiles::new(&tables, &State::new(&tables, start));
        let heights: Vec<usize> =
            (0..tables.stacks).map(|stack| start.stack(stack).len()).collect();
        let mut piles = 0..;
        let mut pile_of = |&height: &usize| if height > 0 { piles.next() } else { None };
        let pile_of = heights.iter().map(&mut pile_of).collect();
        Along { left: dealt.piles.full(), dealt, pile_of, heights }
    }

    /// The pile and the step that a move in the first round makes, if it makes one.
    ///
    /// # Errors
    /// No card lies where one moves.
    pub fn follow(
        &mut self,
        m: Move,
        after: &Hochzeitszug,
    ) -> Result<Option<(usize, Step)>, String> {
        let (from, count) = match m {
            Move::StackToFoundation { from } => (usize::from(from), 1),
            Move::StackToStack { from, count, .. } => (usize::from(from), usize::from(count)),
            _ => return Ok(None),
        };
        let pile = self.pile_of[from].ok_or("no pile lies there")?;
        let is_step = self.heights[from].checked_sub(count).ok_or("no card lies there")?
            == self.under_head(pile);
        for (stack, height) in self.heights.iter_mut().enumerate() {
            *height = after.stack(stack).len();
        }
        Ok(is_step.then(|| {
            let piles = &self.dealt.piles;
            let opened = piles.opened(|pile| piles.left_in(self.left, pile));
            let step = piles.step(self.left, pile, opened);
            self.left = step.left_after;
            if piles.left_in(self.left, pile) == 0 {
                self.pile_of[from] = (opened < piles.len()).then_some(opened);
            }
            (pile, step)
        }))
    }

    /// How many cards lie under the head of a pile's top unit.
    fn under_head(&self, pile: usize) -> usize {
        let left = self.dealt.piles.left_in(self.left, pile);
        let under = &self.dealt.piles.units(pile)[..left - 1];
        under.iter().map(|(_, unit)| 1 + usize::from(unit.run)).sum()
    }

    /// What the position of the rules is; nothing if its stacks and foundations are not those of the piles.
    pub fn configurations(&self, position: &Hochzeitszug) -> Option<Configurations> {
        let mut all = self.dealt.cards.map(|gone| (Shape { gone, heads: 0 }, 0));
        for pile in 0..self.dealt.piles.len() {
            let left = self.dealt.piles.left_in(self.left, pile);
            for &(suit, unit) in &self.dealt.piles.units(pile)[..left] {
                all[suit].0.gone &= !(unit.cards | 1 << unit.head);
            }
        }
        for (stack, pile) in self.pile_of.iter().enumerate() {
            let cards = position.stack(stack);
            let Some(pile) = *pile else {
                if cards.is_empty() {
                    continue;
                }
                return None;
            };
            let (suit, unit) = self.dealt.piles.top(self.left, pile)?;
            let packed = packed_on(suit, unit, cards.get(self.under_head(pile)..)?)?;
            let (shape, configuration) = &mut all[suit];
            *shape = shape.opened(unit);
            *configuration |= u128::from(packed) << (4 * unit.head);
        }
        let fits = |card: Card| {
            let (shape, configuration) = all[card.suit.index()];
            let founded = shape.on_foundations(configuration);
            copies(founded, card.rank.number()) == position.copies_on_foundations(card)
        };
        position.variant().pack.card_types().all(fits).then_some(all)
    }
}

/// How many cards lie on a unit's head, if these are the head and cards packed on it.
fn packed_on(suit: usize, unit: Unit, cards: &[Card]) -> Option<u8> {
    let fits = |(i, card): (u8, &Card)| {
        let rank = rank(unit.head).checked_sub(i).and_then(Rank::new);
        card.suit == Suit::ALL[suit] && rank == Some(card.rank)
    };
    (0..).zip(cards).all(fits).then(|| cards.len().checked_sub(1)).flatten().map(|on| on as u8)
}

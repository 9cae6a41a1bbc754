//! Reading a position, and what of it is hidden.

use gehtauf_cards::{Card, Rank};

use super::position::Hochzeitszug;
use super::variant::Variant;
use crate::hides::Hides;
use crate::layout::{LayoutError, wrong};
use crate::{Layout, Move};

impl Hochzeitszug {
    pub(crate) fn from_layout(
        variant: Variant,
        layout: &Layout,
    ) -> Result<Hochzeitszug, LayoutError> {
        let mut labels: Vec<String> =
            (1..=variant.stacks()).map(|stack| format!("s{stack}")).collect();
        let stacks: Vec<Vec<Card>> =
            labels.iter().map(|label| layout.up_cards(label)).collect::<Result<_, _>>()?;
        let mut talon = layout.up_cards("talon")?;
        let (foundations, covered) = read_foundations(variant, layout)?;
        let redeals_used = layout.counter("redeals-used", 0..=u32::from(variant.redeals))? as u8;
        if let Some(empty) = stacks.iter().position(Vec::is_empty)
            && redeals_used == 0
            && !talon.is_empty()
        {
            let problem = "before the first redeal an empty stack is filled from the talon";
            return Err(wrong(&labels[empty], problem));
        }
        labels.extend(["talon", "foundations", "redeals-used"].map(String::from));
        layout.check(&labels, &covered, variant.pack)?;
        talon.reverse();
        Ok(Hochzeitszug { variant, stacks, talon, foundations, redeals_used })
    }
}

/// The cards that the layout does not name.
pub(crate) fn missing(variant: Variant, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
    layout.missing(&read_foundations(variant, layout)?.1, variant.pack)
}

/// The talon is hidden until its cards are laid out. A redeal puts cards that have been seen behind
/// those that have not.
impl Hides for Hochzeitszug {
    fn unseen_talon(&self, said: usize) -> usize {
        if self.redeals_used == 0 {
            return self.talon.len();
        }
        // The deal and each redeal have shown so many, of those that nobody had seen first.
        let variant = &self.variant;
        let dealt = usize::from(variant.upper + variant.lower) * usize::from(variant.depth);
        let shown = dealt * (usize::from(self.redeals_used) + 1);
        said.min(self.talon.len()).min(variant.pack.len().saturating_sub(shown))
    }

    fn still_unseen(&self, m: Move, before: usize) -> usize {
        match m {
            Move::Redeal => before.saturating_sub(self.stacks.iter().map(Vec::len).sum()),
            Move::Fill { stack } => before.saturating_sub(self.stacks[usize::from(stack)].len()),
            _ => before.min(self.talon.len()),
        }
    }

    fn hidden_cards(&mut self, unseen_talon: usize) -> Vec<&mut Card> {
        self.talon.iter_mut().rev().take(unseen_talon).collect()
    }

    fn hidden_count(&self, unseen_talon: usize) -> usize {
        unseen_talon.min(self.talon.len())
    }
}

/// The foundations whose top cards the line `foundations` shows, and the cards that those cover.
fn read_foundations(
    variant: Variant,
    layout: &Layout,
) -> Result<([u8; Card::TYPES], Vec<Card>), LayoutError> {
    let mut foundations = [0; Card::TYPES];
    let mut covered = Vec::new();
    for top in layout.up_cards("foundations")? {
        let mut rank = top.rank;
        foundations[top.index()] += 1;
        while let Some(below) = rank.number().checked_sub(2).and_then(Rank::new) {
            rank = below;
            covered.push(Card::new(rank, top.suit));
            foundations[Card::new(rank, top.suit).index()] += 1;
        }
        if foundations[Card::new(rank, top.suit).index()] > variant.pack.decks {
            return Err(wrong("foundations", format!("there is no pile for {top}")));
        }
    }
    Ok((foundations, covered))
}

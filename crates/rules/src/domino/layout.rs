//! Reading a position, and what of it is hidden.

use gehtauf_cards::{Card, Rank};

use super::position::Domino;
use super::variant::Variant;
use crate::hides::Hides;
use crate::layout::{LayoutError, Slot, unnamed, wrong};
use crate::{Layout, Move};

impl Domino {
    pub(crate) fn from_layout(variant: Variant, layout: &Layout) -> Result<Domino, LayoutError> {
        let mut position = Domino::empty(variant);
        let mut labels: Vec<String> = (1..=variant.rows()).map(|row| format!("r{row}")).collect();
        for (row, label) in labels.iter().enumerate() {
            let slots = layout.pile(label)?;
            if slots.len() != variant.places() {
                let problem = format!("expected {} places, not {}", variant.places(), slots.len());
                return Err(wrong(label, problem));
            }
            for (place, slot) in slots.iter().enumerate() {
                match *slot {
                    Slot::Up(card) => position.put(row, place, card),
                    Slot::Gap => {}
                    Slot::Unseen { .. } => return Err(unnamed(label, slot)),
                    Slot::Down(card) => {
                        return Err(wrong(label, format!("{card} cannot lie face down here")));
                    }
                }
            }
        }
        let chosen = position.rows[0][0].is_some() || !variant.aces_free;
        for ((row, label), suit) in position.rows.iter().zip(&labels).zip(variant.row_suits()) {
            let ace = Card::new(Rank::ACE, suit);
            let fits = match row[0] {
                Some(card) if variant.aces_free => chosen && card.rank == Rank::ACE,
                first => first == chosen.then_some(ace),
            };
            if !fits {
                let is_ace = row[0].is_some_and(|card| card.rank == Rank::ACE);
                let problem = match (variant.aces_free, chosen) {
                    (false, _) if is_ace => format!(
                        "the first place is for {ace}, since the rows lie in the order of suits \
                         C S H D but with aces=free"
                    ),
                    (false, _) => format!("the first place is for {ace}"),
                    (true, true) => "the first place is for an Ace".to_string(),
                    (true, false) => {
                        "the first place is empty until the Aces are chosen".to_string()
                    }
                };
                return Err(wrong(label, problem));
            }
        }
        labels.push("redeals-used".to_string());
        let most = if chosen { variant.redeals } else { 0 };
        position.redeals_used = layout.counter("redeals-used", 0..=u32::from(most))? as u8;
        if !chosen {
            labels.push("aces".to_string());
            let aces = layout.up_cards("aces")?;
            if let Some(card) = aces.iter().find(|card| card.rank != Rank::ACE) {
                return Err(wrong("aces", format!("{card} is no Ace")));
            }
            if aces.len() != variant.rows() {
                let problem = format!("expected all {} Aces, not {}", variant.rows(), aces.len());
                return Err(wrong("aces", problem));
            }
        }
        layout.check(&labels, &[], variant.pack)?;
        Ok(position)
    }
}

/// The cards that the layout does not name.
pub(crate) fn missing(variant: Variant, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
    layout.missing(&[], variant.pack)
}

/// Every card lies in sight.
impl Hides for Domino {
    fn unseen_talon(&self, _: usize) -> usize {
        0
    }

    fn still_unseen(&self, _: Move, _: usize) -> usize {
        0
    }

    fn hidden_cards(&mut self, _: usize) -> Vec<&mut Card> {
        Vec::new()
    }

    fn hidden_count(&self, _: usize) -> usize {
        0
    }
}

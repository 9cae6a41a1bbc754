//! The bases of a column, and what follows when one leaves it.

use crate::eights::card_types::{CardTypes, bit};
use crate::eights::state::CardType;

/// A base, and what follows when it leaves its column.
#[derive(Debug, Clone, Copy, Default)]
pub struct Base {
    /// Its card type.
    pub card: CardTypes,
    /// How many dealt cards are bases or lie under one then.
    pub left: u8,
    /// The card that is turned up and stays, a head if none is left; nothing if the column becomes empty.
    pub turned_up: CardTypes,
    /// The Aces that go up by themselves.
    pub aces: CardTypes,
}

/// The bases of a column by how many dealt cards are left; none where fewer than two are.
pub fn bases(dealt: &[CardType], aces_go_up: bool) -> Vec<Base> {
    let base = |from: usize| {
        let is_ace = |card: &CardType| aces_go_up && card.rank() == 1;
        let left = dealt[..from].iter().rposition(|card| !is_ace(card)).map_or(0, |i| i + 1);
        Base {
            card: bit(dealt[from]),
            left: if left > 1 { left as u8 } else { 0 },
            turned_up: if left > 0 { bit(dealt[left - 1]) } else { 0 },
            aces: dealt[left..from].iter().fold(0, |aces, &ace| aces | bit(ace)),
        }
    };
    let none = [Base::default(); 2].into_iter().take(dealt.len() + 1);
    none.chain((1..dealt.len()).map(base)).collect()
}

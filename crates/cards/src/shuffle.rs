//! Seed to deck, the same on every platform for ever.

use rand_core::Rng;
use rand_pcg::Pcg64;

use crate::{Deck, Pack};

/// The deck of a seed.
///
/// The recipe, fixed for ever and pinned by a test:
/// 1. Two words `a` and `b` are the first two outputs of SplitMix64 started at `seed`, so that
///    neighbouring seeds start far apart.
/// 2. The generator is PCG XSL RR 128/64 ([`Pcg64::new`]) with state `a * 2^64 + b` and stream 0.
/// 3. The cards start unshuffled ([`Pack::cards`]: suits C D H S, A up to the top rank, once per
///    deck) and are then [shuffled](shuffle).
///
/// ```
/// use gehtauf_cards::{seeded_deck, Pack};
/// let deck = seeded_deck(0, Pack::SINGLE);
/// assert!(deck.to_string().starts_with("3H KH 5C"));
/// ```
pub fn seeded_deck(seed: u64, pack: Pack) -> Deck {
    let mut cards: Vec<_> = pack.cards().collect();
    shuffle(&mut cards, &mut seeded_generator(seed));
    Deck::new(cards, pack).expect("a shuffled pack holds the cards of the pack")
}

/// The generator that [`seeded_deck`] shuffles with, steps 1 and 2 of its recipe.
pub fn seeded_generator(seed: u64) -> Pcg64 {
    let mut split_mix = seed;
    let mut next_word = || {
        split_mix = split_mix.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = split_mix;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let (high, low) = (next_word(), next_word());
    Pcg64::new(u128::from(high) << 64 | u128::from(low), 0)
}

/// Shuffles cards or anything else (Fisher-Yates): for `i` from the last place down to 1, `j =
/// (next_u64 * (i + 1)) >> 64`, and the items at `i` and `j` change places. The bias of `j` is below
/// 2^-57.
pub fn shuffle<T>(items: &mut [T], generator: &mut impl Rng) {
    for i in (1..items.len()).rev() {
        let product = u128::from(generator.next_u64()) * (i as u128 + 1);
        items.swap(i, (product >> 64) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_decks_never_change() {
        assert_eq!(
            seeded_deck(0, Pack::SINGLE).to_string(),
            "3H KH 5C QC AC 6C 6D 2C QS 3S 8C 8S 4S 2D 9S QD 7D JS 6S TS 2H 8H QH 4C 9H 7S 5H AS \
             JD 3D 6H TC 9C 7H 8D AD KC KS 3C JH JC 5S AH 9D TD 7C 5D TH KD 4H 4D 2S"
        );
        assert_eq!(
            seeded_deck(u64::MAX, Pack::DOUBLE).to_string(),
            "9D 9S 9S 7D KH JH 8D QC 7S TC 2S 5S 6C 8D TS KD 8H 5H KD 8H AS QD 6S 4H 4D 7C \
             3D 4C TS 5D 3C 7D 4S 2C AH 3H 3S JC 7H 8S 3D 9C 8S TH 7C QH 3H 5H 9C QD 6H KC \
             KC 5C 4C JS AH TD QC AS 6S QH 4D JH TC 4H 7H 4S JD AC QS 5S 2D 9H 8C 2S 6D QS \
             AC AD 2H TD 2D 9D KH 5D 5C TH KS 8C 6D 2H JD 6C 3S 9H JS KS 2C AD JC 7S 3C 6H"
        );
    }

    #[test]
    fn each_place_gets_each_card_about_equally_often() {
        let mut counts = [[0_u32; 52]; 52];
        for seed in 0..52_000 {
            for (place, card) in seeded_deck(seed, Pack::SINGLE).cards().iter().enumerate() {
                counts[place][card.index()] += 1;
            }
        }
        let chi_squared: f64 =
            counts.iter().flatten().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        // 51 x 51 degrees of freedom: mean 2601, standard deviation 72.
        assert!((2601.0 - 360.0..2601.0 + 360.0).contains(&chi_squared), "{chi_squared}");
    }
}

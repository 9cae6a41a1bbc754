//! The weights of the features: a text file for each set, with a row for each feature or group of features in
//! each band, and who trained it on which seeds. `8x8.txt` and `acht-mal-acht.txt` are what the command in their heads makes.
//! The others come from earlier states of the trainer and of the beams: `scripts/train.sh GAME` makes weights of the same
//! kind from the same seeds, not the same numbers.

use std::sync::LazyLock;

use gehtauf_rules::eights::Rules;

use super::features::{BANDS, ROWS, Row, Weights};
use super::free_cards::{FREE_CARD_ROWS, FreeCardWeights};
use super::free_cards_with_heads::{HEADS_ROWS, HeadsWeights};

/// The weights of beams under these rules.
pub fn weights(rules: &Rules) -> &'static Weights {
    match rules {
        Rules { one_pile_per_suit: true, .. } => &EIGHT_BY_EIGHT_ONE_PILE,
        Rules { face_down: true, .. } => &EIGHT_BY_EIGHT,
        Rules { passes: Some(1), .. } => &ACHT_MAL_ACHT_ONE_PASS,
        Rules { passes: Some(2), .. } => &ACHT_MAL_ACHT_TWO_PASSES,
        _ => &ACHT_MAL_ACHT,
    }
}

static ACHT_MAL_ACHT: LazyLock<Weights> =
    LazyLock::new(|| read(include_str!("acht-mal-acht.txt"), &[&ROWS]));
static ACHT_MAL_ACHT_ONE_PASS: LazyLock<Weights> =
    LazyLock::new(|| read(include_str!("acht-mal-acht-one-pass.txt"), &[&ROWS]));
static ACHT_MAL_ACHT_TWO_PASSES: LazyLock<Weights> =
    LazyLock::new(|| read(include_str!("acht-mal-acht-two-passes.txt"), &[&ROWS]));
static EIGHT_BY_EIGHT: LazyLock<Weights> =
    LazyLock::new(|| read(include_str!("8x8.txt"), &[&ROWS]));
static EIGHT_BY_EIGHT_ONE_PILE: LazyLock<Weights> =
    LazyLock::new(|| read(include_str!("8x8-one-pile.txt"), &[&ROWS]));

/// The weights of level-wise beams over free-card states.
pub static FREE_CARDS: LazyLock<FreeCardWeights> =
    LazyLock::new(|| read(include_str!("free-cards.txt"), &[&ROWS, &FREE_CARD_ROWS]));

/// The weights of level-wise beams over free cards with heads.
pub fn with_heads(rules: &Rules) -> &'static HeadsWeights {
    if rules.forced_talon_play { &WITH_HEADS } else { &WITH_HEADS_FREE_TALON }
}

static WITH_HEADS: LazyLock<HeadsWeights> =
    LazyLock::new(|| read(include_str!("free-cards-with-heads.txt"), &[&HEADS_ROWS]));
static WITH_HEADS_FREE_TALON: LazyLock<HeadsWeights> =
    LazyLock::new(|| read(include_str!("free-cards-with-heads-free-talon.txt"), &[&HEADS_ROWS]));

/// What training begins with.
#[cfg(any(test, feature = "training"))]
pub static FIRST_GUESS: LazyLock<Weights> =
    LazyLock::new(|| read(include_str!("first-guess.txt"), &[&ROWS]));

/// Reads weights by rows.
///
/// # Panics
/// If the text has other rows.
pub fn read<const N: usize>(text: &str, rows: &[&[Row]]) -> [[i32; N]; BANDS] {
    let mut words =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let mut weights = [[0; N]; BANDS];
    for (i, band) in weights.iter_mut().enumerate() {
        assert_eq!((words.next(), words.next()), (Some("band"), Some(i.to_string().as_str())));
        let mut places = band.iter_mut();
        for &(name, count) in rows.iter().copied().flatten() {
            assert_eq!(words.next(), Some(name));
            for weight in places.by_ref().take(count) {
                *weight = words.next().expect(name).parse().expect(name);
            }
        }
        assert!(places.next().is_none(), "rows for all features");
    }
    assert_eq!(words.next(), None);
    weights
}

/// Writes weights by rows, as [`read`] reads them.
#[cfg(any(test, feature = "training"))]
pub fn write<const N: usize>(weights: &[[i32; N]; BANDS], rows: &[&[Row]]) -> String {
    let mut text = String::new();
    for (i, band) in weights.iter().enumerate() {
        text += &format!("band {i}\n");
        let mut numbers = band.iter();
        for &(name, count) in rows.iter().copied().flatten() {
            let row: Vec<String> = numbers.by_ref().take(count).map(i32::to_string).collect();
            text += &format!("{name:15} {}\n", row.join(" "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::features::FEATURES;
    use super::super::free_cards::FREE_CARD_FEATURES;
    use super::super::free_cards_with_heads::HEADS_FEATURES;
    use super::*;

    #[test]
    fn all_weights_are_read_as_they_are_written() {
        let all: [&Weights; 6] = [
            &FIRST_GUESS,
            &ACHT_MAL_ACHT,
            &ACHT_MAL_ACHT_ONE_PASS,
            &ACHT_MAL_ACHT_TWO_PASSES,
            &EIGHT_BY_EIGHT,
            &EIGHT_BY_EIGHT_ONE_PILE,
        ];
        for weights in all {
            assert_eq!(read::<FEATURES>(&write(weights, &[&ROWS]), &[&ROWS]), *weights);
        }
        let rows: [&[Row]; 2] = [&ROWS, &FREE_CARD_ROWS];
        assert_eq!(read::<FREE_CARD_FEATURES>(&write(&FREE_CARDS, &rows), &rows), *FREE_CARDS);
        for heads in [&*WITH_HEADS, &*WITH_HEADS_FREE_TALON] {
            let rows = [&HEADS_ROWS[..]];
            assert_eq!(read::<HEADS_FEATURES>(&write(heads, &rows), &rows), *heads);
        }
    }
}

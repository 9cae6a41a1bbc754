//! What learning the weights needs; see `examples/train_eights.rs`.

use std::collections::HashMap;

use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, Limits, Outcome, Space};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::features::{band, features};
use super::free_cards::{FreeCardEvaluator, band as free_card_band};
use super::free_cards_with_heads::HeadsEvaluator;
use super::tables::Evaluator;
use crate::eights::abstractions::free_cards::{FreeCardSpace, FreeCardState};
use crate::eights::abstractions::free_cards_with_heads as heads;
use crate::eights::beam::{Beam, Beams};
use crate::eights::fingerprint::DiversityKey;
use crate::eights::level_wise::{LevelWise, Leveled};
use crate::eights::prunings::Prunings;
use crate::eights::state::{Deal, State};

pub use super::features::{BANDS, FEATURES, ROWS, Weights};
pub use super::free_cards::{FREE_CARD_FEATURES, FREE_CARD_ROWS, FreeCardWeights};
pub use super::free_cards_with_heads::{
    HEADS_FEATURES, HEADS_ROWS, HeadsWeights, heads_first_guess,
};
pub use super::weights::{FIRST_GUESS, FREE_CARDS, Row, read, weights, with_heads, write};

/// The features of one state less those of another, by `band * FEATURES + feature`, without zeros.
pub type Difference = Vec<(usize, i32)>;

/// Each state of a win against some others that the beam kept in the same level: what the state of
/// the win has more. Nothing if no beam of the widths wins, or if one of an `easy` width does.
pub fn pairs(
    table: &Table,
    weights: &Weights,
    easy: &[usize],
    widths: &[usize],
    rivals: usize,
) -> Vec<Difference> {
    let mut pairs = Vec::new();
    let Some((deal, start)) = Deal::new(table) else { return pairs };
    let mut budget = Budget::new(Limits::default(), None);
    let rng = Pcg64::new(deal.seed().into(), 2);
    let mut beams = Beams::new(&deal, Evaluator::new(&deal, weights), rng, budget.memory());
    let mut win = |width| {
        let beam = Beam { width, diversity: DiversityKey::Dealt, is_wide: false };
        let outcome = beams.search(&start, beam, &mut budget);
        if let Ok(Outcome::Won(moves)) = outcome { Some(moves) } else { None }
    };
    if easy.iter().any(|&width| win(width).is_some()) {
        return pairs;
    }
    let Some(moves) = widths.iter().find_map(|&width| win(width)) else { return pairs };
    let mut rng = Pcg64::new(deal.seed().into(), 3);
    let levels = beams.levels(&start);
    let mut state = start;
    let mut next = deal.begin_closed(&mut state, |_, _| {});
    for (&m, level) in moves.iter().zip(&levels) {
        next = deal.play_closed(&mut state, &next, m, |_, _| {});
        for _ in 0..rivals.min(level.len()) {
            let rival = &level[rng.next_u32() as usize % level.len()];
            if *rival != state {
                pairs.push(difference(&deal, &state, rival));
            }
        }
    }
    pairs
}

fn difference(deal: &Deal, state: &State, rival: &State) -> Difference {
    let mut all = [[0; FEATURES]; BANDS];
    let (band, rival_band) = (band(deal, state), band(deal, rival));
    features(deal, state, |feature, n| all[band][feature] += n);
    features(deal, rival, |feature, n| all[rival_band][feature] -= n);
    without_zeros(all.as_flattened())
}

fn without_zeros(all: &[i32]) -> Difference {
    all.iter().copied().enumerate().filter(|&(_, n)| n != 0).collect()
}

/// The same for level-wise beams over free-card states, by `band * FREE_CARD_FEATURES + feature`: against others that
/// the beam expanded on the same level.
pub fn free_card_pairs(
    table: &Table,
    weights: &FreeCardWeights,
    easy: &[usize],
    widths: &[usize],
    rivals: usize,
) -> Vec<Difference> {
    let mut pairs = Vec::new();
    let Some((deal, start)) = Deal::new(table) else { return pairs };
    let Some(space) = FreeCardSpace::new(&deal, Prunings::ALL) else { return pairs };
    let mut state = space.start(&start);
    let evaluator = FreeCardEvaluator::new(&space, weights);
    let mut budget = Budget::new(Limits::default(), None);
    let mut beam = LevelWise::new(&space, &evaluator, budget.memory());
    let mut search = |width| {
        let mut rng = Pcg64::new(deal.seed().into(), width as u128);
        beam.search(&state, width, &mut rng, &mut budget)
    };
    if easy.iter().any(|&width| search(width) != Ok(Outcome::Open)) {
        return pairs;
    }
    let outcome = widths.iter().map(|&width| search(width)).find(|o| *o != Ok(Outcome::Open));
    let Some(Ok(Outcome::Won(moves))) = outcome else { return pairs };
    let mut levels = HashMap::<u32, Vec<FreeCardState>>::new();
    for state in beam.states(&state) {
        levels.entry(evaluator.level(&state)).or_default().push(state);
    }
    let mut rng = Pcg64::new(deal.seed().into(), 2);
    for m in moves {
        space.play(&mut state, m);
        let others = levels.get(&evaluator.level(&state)).map_or(&[][..], Vec::as_slice);
        for _ in 0..rivals.min(others.len()) {
            let rival = &others[rng.next_u32() as usize % others.len()];
            let mut all = [[0; FREE_CARD_FEATURES]; BANDS];
            for (state, sign) in [(&state, 1), (rival, -1)] {
                let of_band = &mut all[free_card_band(&space, state)];
                evaluator.features(state, |feature, n| of_band[feature] += sign * n);
            }
            pairs.push(without_zeros(all.as_flattened()));
        }
    }
    pairs.retain(|difference| !difference.is_empty());
    pairs
}

/// The same for level-wise beams over free cards with heads, by `band * HEADS_FEATURES + feature`.
pub fn heads_pairs(
    table: &Table,
    weights: &HeadsWeights,
    easy: &[usize],
    widths: &[usize],
    rivals: usize,
) -> Vec<Difference> {
    let mut pairs = Vec::new();
    let Some((deal, start)) = heads::state::Deal::new(table, heads::state::Talon::Macro, true)
    else {
        return pairs;
    };
    let mut budget = Budget::new(Limits::default(), None);
    let memory = budget.memory().clone();
    let mut beam = heads::level_wise::LevelWise::new(&deal, weights, &memory);
    let mut rng = Pcg64::new(1, 2);
    let mut search = |width| beam.search(&start, width, &mut rng, &mut budget);
    if easy.iter().any(|&width| search(width) != Ok(Outcome::Open)) {
        return pairs;
    }
    let outcome = widths.iter().map(|&width| search(width)).find(|o| *o != Ok(Outcome::Open));
    let Some(Ok(Outcome::Won(steps))) = outcome else { return pairs };
    let mut levels = HashMap::<u32, Vec<heads::state::State>>::new();
    for state in beam.states(&start) {
        levels.entry(deal.level(&state)).or_default().push(state);
    }
    let evaluator = HeadsEvaluator::new(&deal, weights);
    let mut state = start;
    for step in steps {
        deal.play(&mut state, step);
        let others = levels.get(&deal.level(&state)).map_or(&[][..], Vec::as_slice);
        for _ in 0..rivals.min(others.len()) {
            let rival = &others[rng.next_u32() as usize % others.len()];
            let mut all = [[0; HEADS_FEATURES]; BANDS];
            for (state, sign) in [(&state, 1), (rival, -1)] {
                let of_band = &mut all[evaluator.band(state)];
                evaluator.features(state, |feature, n| of_band[feature] += sign * n);
            }
            pairs.push(without_zeros(all.as_flattened()));
        }
    }
    pairs.retain(|difference| !difference.is_empty());
    pairs
}

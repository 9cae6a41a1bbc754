//! What learning the weights needs; see `examples/train_eights.rs`.

use std::collections::HashMap;

use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, Limits, Outcome, Space};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::Prunings;
use super::features::{features, phase};
use super::finder::{Finder, Signature};
use super::loose::{LooseSpace, LooseState};
use super::packed::{Deal, State};
use super::sweep::{self, Sweep};
use super::value::Valuer;
use super::weights;

pub use super::features::{FEATURES, PHASES, Weights, first_guess};
pub use super::sweep::{LOOSE_FEATURES, LooseWeights};
pub use super::weights::LOOSE as LOOSE_WEIGHTS;

/// The weights in use for the rules of a table.
pub fn weights(table: &Table) -> &'static Weights {
    weights::weights(&table.rules)
}

/// The features of one state less those of another, by `phase * FEATURES + feature`, without zeros.
pub type Difference = Vec<(usize, i32)>;

/// Each state of a win against some others that the beam kept in the same layer: what the state of
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
    let mut finder = Finder::new(&deal, Valuer::new(&deal, weights));
    let mut rng = Pcg64::new(deal.seed().into(), 2);
    let mut budget = Budget::new(Limits::default(), None);
    let mut win = |finder: &mut Finder<'_>, rng: &mut Pcg64, width| {
        let outcome = finder.beam(&start, width, Signature::Coarse, false, rng, &mut budget);
        if let Ok(Outcome::Won(steps)) = outcome { Some(steps) } else { None }
    };
    if easy.iter().any(|&width| win(&mut finder, &mut rng, width).is_some()) {
        return pairs;
    }
    let Some(steps) = widths.iter().find_map(|&width| win(&mut finder, &mut rng, width)) else {
        return pairs;
    };
    let layers = finder.layers(&start);
    let mut state = start;
    let mut next = finder.begin(&mut state, |_, _| {});
    for (&step, layer) in steps.iter().zip(&layers) {
        next = finder.play(&mut state, &next, step, |_, _| {});
        for _ in 0..rivals.min(layer.len()) {
            let rival = &layer[rng.next_u32() as usize % layer.len()];
            if *rival != state {
                pairs.push(difference(&deal, &state, rival));
            }
        }
    }
    pairs
}

fn difference(deal: &Deal, state: &State, rival: &State) -> Difference {
    let mut all = [[0; FEATURES]; PHASES];
    let (phase, rival_phase) = (phase(deal, state), phase(deal, rival));
    features(deal, state, |feature, n| all[phase][feature] += n);
    features(deal, rival, |feature, n| all[rival_phase][feature] -= n);
    without_zeros(all.as_flattened())
}

fn without_zeros(all: &[i32]) -> Difference {
    all.iter().copied().enumerate().filter(|&(_, n)| n != 0).collect()
}

/// The same for the sweeps over loose states, by `phase * LOOSE_FEATURES + feature`: against others that
/// the sweep looked at on the same level.
pub fn loose_pairs(
    table: &Table,
    weights: &LooseWeights,
    easy: &[usize],
    widths: &[usize],
    rivals: usize,
) -> Vec<Difference> {
    let mut pairs = Vec::new();
    let Some((deal, start)) = Deal::new(table) else { return pairs };
    let Some(space) = LooseSpace::new(&deal, Prunings::ALL) else { return pairs };
    let mut state = space.start(&start);
    let mut sweep = Sweep::new(&space, weights);
    let mut budget = Budget::new(Limits::default(), None);
    let mut search = |width| sweep.search(&state, width, &mut budget);
    if easy.iter().any(|&width| search(width) != Ok(Outcome::Open)) {
        return pairs;
    }
    let outcome = widths.iter().map(|&width| search(width)).find(|o| *o != Ok(Outcome::Open));
    let Some(Ok(Outcome::Won(steps))) = outcome else { return pairs };
    let mut levels = HashMap::<u32, Vec<LooseState>>::new();
    for state in sweep.states(&state) {
        levels.entry(sweep::level(&state)).or_default().push(state);
    }
    let mut rng = Pcg64::new(deal.seed().into(), 2);
    for step in steps {
        space.play(&mut state, step);
        let level = levels.get(&sweep::level(&state)).map_or(&[][..], Vec::as_slice);
        for _ in 0..rivals.min(level.len()) {
            let rival = &level[rng.next_u32() as usize % level.len()];
            let mut all = [[0; LOOSE_FEATURES]; PHASES];
            for (state, sign) in [(&state, 1), (rival, -1)] {
                let of_phase = &mut all[sweep::phase(&space, state)];
                sweep.features(state, |feature, n| of_phase[feature] += sign * n);
            }
            pairs.push(without_zeros(all.as_flattened()));
        }
    }
    pairs.retain(|difference| !difference.is_empty());
    pairs
}

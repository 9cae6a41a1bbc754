//! What learning the weights needs; see `examples/train_eights.rs`.

use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, Limits, Outcome};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::features::{features, phase};
use super::finder::{Finder, Signature};
use super::packed::{Deal, State};
use super::value::Valuer;
use super::weights;

pub use super::features::{FEATURES, PHASES, Weights, first_guess};

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
    all.as_flattened().iter().copied().enumerate().filter(|&(_, n)| n != 0).collect()
}

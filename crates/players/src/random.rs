//! A player who does not look.

use gehtauf_rules::{Move, View};
use rand_core::Rng;

use crate::{Player, Seed};

/// Plays any legal move.
#[derive(Debug)]
pub struct Random;

impl Player for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn description(&self) -> &'static str {
        "Plays any legal move, each as likely as the others. It looks at no card."
    }

    fn uses_chance(&self) -> bool {
        true
    }

    fn plan(&self, view: &View, seed: &Seed) -> Vec<Move> {
        let moves = view.legal_moves();
        if moves.is_empty() {
            return moves;
        }
        vec![moves[pick(moves.len(), &mut seed.generator(self.name(), view))]]
    }
}

/// A number below `count`, each as likely.
pub(crate) fn pick(count: usize, generator: &mut impl Rng) -> usize {
    ((u128::from(generator.next_u64()) * count as u128) >> 64) as usize
}

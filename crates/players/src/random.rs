//! A player who does not look.

use gehtauf_rules::{Move, View};
use rand_core::Rng;

use crate::follow::follow;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Plays a card to a foundation or takes a run out where it can, and else any legal move.
#[derive(Debug)]
pub(crate) struct Random;

const ABOUT: About = About {
    name: "random",
    en: "Plays cards to foundations and takes runs out, where the game has such moves and one is legal, and else any \
         legal move. Each is as likely as the others.",
    de: "Legt Karten auf Ablagestapel und nimmt fertige Familien heraus, wo es das im Spiel gibt und geht, und macht sonst \
         irgendeinen erlaubten Zug. Jeder ist gleich wahrscheinlich.",
};

impl Player for Random {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn uses_chance(&self) -> bool {
        true
    }

    fn plan(&self, view: &View, seed: &Seed) -> Vec<Move> {
        let mut generator = seed.generator(self.name(), view);
        follow(view, |view| {
            let moves = view.legal_moves();
            if let Some(&m) = moves.iter().find(|&&m| brings_closer(m)) {
                return Some(m);
            }
            (!moves.is_empty()).then(|| moves[pick(moves.len(), &mut generator)])
        })
    }
}

/// Whether a move brings cards to where they have to go in the end.
fn brings_closer(m: Move) -> bool {
    matches!(
        m,
        Move::ColumnToFoundation { .. }
            | Move::WasteToFoundation
            | Move::StackToFoundation { .. }
            | Move::ColumnOut { .. }
    )
}

/// A number below `count`, each as likely.
fn pick(count: usize, generator: &mut impl Rng) -> usize {
    ((u128::from(generator.next_u64()) * count as u128) >> 64) as usize
}

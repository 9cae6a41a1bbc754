//! What a player can do.

use std::fmt::Debug;

use gehtauf_rules::{Move, View};

use crate::seed::Seed;

/// What is said of a player.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The name on the command line and in records: letters, digits and `-.+_`, of which the first is a letter or a
    /// digit; not `weakest`.
    pub name: &'static str,
    /// How it plays, in two sentences.
    pub en: &'static str,
    /// The same in German.
    pub de: &'static str,
}

/// Someone who plays a patience without seeing the hidden cards.
pub trait Player: Send + Sync + Debug {
    /// Its name and how it plays.
    fn about(&self) -> &About;

    /// The name on the command line and in records.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// Whether it draws random numbers from the seed. Without them it plays every deal in one way, and
    /// comes no further where it sees what it has seen before.
    fn uses_chance(&self) -> bool {
        false
    }

    /// Whether hints may let it play, which do so some 200 times after each legal move: a game takes it milliseconds, and
    /// under a tenth of a second at the very most where packs, columns and passes are those of the sheet. (A table of 26
    /// columns has taken a second and a half.)
    fn is_cheap(&self) -> bool {
        true
    }

    /// Moves to play one after another, until one of them turns up cards: then the rest is dropped and
    /// the player asked again. No moves at all give the game up, as does a view of a game that the player does not know.
    fn plan(&self, view: &View, seed: &Seed) -> Vec<Move>;
}

//! Players who plan everything up to the next card that is turned up: that of 8x8, and one for the last pass of Acht mal Acht.
//!
//! The talon is turned only when no plan makes the table worth more, as its cards must be built where they can be,
//! which buries others.

use gehtauf_rules::{Move, View};

use super::evaluation::{TaperedWeights, weights_at};
use super::plan::Planning;
use super::seen::Seen;
use super::weights::{EIGHT_BY_EIGHT, LAST_PASS};
use crate::player::{About, Player};
use crate::seed::Seed;

/// Plans up to the next card that is turned up.
#[derive(Debug)]
pub struct Planner {
    /// What tables are judged by.
    pub weights: TaperedWeights,
    /// How many tables the beam keeps after each move.
    pub width: usize,
    /// How many moves it looks ahead.
    pub depth: usize,
}

/// The one of 8x8.
pub(super) const PLANNER: Planner = Planner { weights: EIGHT_BY_EIGHT, width: 24, depth: 12 };

/// What the scouts of Acht mal Acht play like where there is no second pass.
pub(super) const LAST_PASS_PLANNER: Planner = Planner { weights: LAST_PASS, width: 60, depth: 20 };

const ABOUT: About = About {
    name: "planner",
    en: "Plans moves of the columns, the waste and the foundations together up to the next face-down card that is \
         turned up, judging what is reached by weights that were learnt from games. It turns the next card of the talon only \
         when no such plan makes the table worth more.",
    de: "Plant die Züge der Spalten, des Haufens und der Ablagestapel zusammen, bis eine verdeckte Karte aufgedeckt \
         wird, und beurteilt, was dabei herauskommt, nach an Spielen gelernten Gewichten. Die nächste Karte des Talons \
         deckt er nur auf, wenn kein solcher Plan den Tisch verbessert.",
};

impl Player for Planner {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        let Some(seen) = Seen::new(view) else { return Vec::new() };
        let goes_on = |m: &Move| matches!(m, Move::Turn | Move::Redeal);
        let on = view.legal_moves().into_iter().find(goes_on);
        let weights = weights_at(&self.weights, &seen);
        let planning = Planning { weights: &weights, width: self.width, depth: self.depth };
        let moves = planning.moves(&seen, on.is_some());
        if moves.is_empty() { on.into_iter().collect() } else { moves }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{Game, RuleSet};

    use super::super::evaluation::TURNED_TALON;
    use super::*;
    use crate::play::{End, play_game};

    /// Where all is better than to turn the talon, moves there and back are too.
    #[test]
    fn a_planner_who_shuns_the_talon_does_not_go_round() {
        let mut planner = Planner { weights: EIGHT_BY_EIGHT, width: 8, depth: 6 };
        planner.weights[TURNED_TALON] = [-1_000_000, 0, 0];
        let game = Game::new(RuleSet::EightByEight, &[]).unwrap();
        for seed in 0..10 {
            let deal = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let end = play_game(&deal, &planner, 0).unwrap().end;
            assert!(matches!(end, End::Won | End::GivenUp), "seed {seed}: {end:?}");
        }
    }
}

//! A player who plans everything up to the next card that is turned up or dealt.

use gehtauf_rules::{Move, View};

use super::evaluation::WEIGHTS;
use super::layer::Layer;
use super::plan::{Planning, moves};
use super::seen::Seen;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Plans all moves between two deals together.
#[derive(Debug)]
pub(crate) struct Planner;

const PLANNING: Planning<'_> = Planning { weights: &WEIGHTS, width: 24 };

const ABOUT: About = About {
    name: "planner",
    en: "Plans all moves up to the next deal together, as all but the face-down cards is open between two \
         deals, and plans again when a card is turned up. What it leaves for the deal is judged by the depth of \
         the columns, the runs still to be joined and the unseen cards that would fit.",
    de: "Plant alle Züge bis zum nächsten Anlegen vom Talon zusammen, da bis dahin alles außer \
         den verdeckten Karten offen liegt, und plant neu, wenn eine Karte aufgedeckt wird. Was \
         er dafür liegen lässt, beurteilt er nach der Tiefe der Spalten, den noch zu \
         verbindenden Leitern und den ungesehenen Karten, die passen würden.",
};

impl Player for Planner {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        let Some(seen) = Seen::new(view) else { return without_plan(view) };
        moves(&seen, &PLANNING.steps(&seen, &mut Layer::new()))
    }
}

/// On a table too large to plan on: takes runs out and deals.
pub(crate) fn without_plan(view: &View) -> Vec<Move> {
    let legal = view.legal_moves();
    let out = legal.iter().find(|m| matches!(m, Move::ColumnOut { .. }));
    out.or(legal.iter().find(|m| matches!(m, Move::Deal))).copied().into_iter().collect()
}

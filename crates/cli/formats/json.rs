//! What every JSON line about a deal begins with. docs/schema.json has all forms.

use gehtauf::rules::Game;
use gehtauf::survey::options_by_name;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::deals::Deal;

/// The version of the forms; goes up when a field changes its meaning.
pub const SCHEMA: u32 = 1;

/// The game and the deal.
#[derive(Debug, Serialize)]
pub struct Head<'a> {
    schema: u32,
    game: &'static str,
    options: Map<String, Value>,
    source: &'a str,
    deck: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl<'a> Head<'a> {
    /// The head of a line about this deal.
    pub fn new(game: &Game, deal: &'a Deal) -> Head<'a> {
        Head {
            schema: SCHEMA,
            game: game.rule_set().name(),
            options: options_by_name(game),
            source: &deal.source,
            deck: deal.deck(),
            position: deal.layout(),
        }
    }

    /// The same with what lies on the table.
    pub fn with_position(self, layout: String) -> Head<'a> {
        Head { position: Some(layout), ..self }
    }

    /// The same without the cards in the order in which they are dealt.
    pub fn without_deck(self) -> Head<'a> {
        Head { deck: None, ..self }
    }
}

//! What every JSON line about a deal begins with. docs/schema.json has all forms.

use gehtauf::rules::{Game, Move};
use gehtauf::survey::options_by_name;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::deals::Deal;
use crate::lang::Prospect;

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

/// A move and the verdict on the game after it.
#[derive(Debug, Serialize)]
pub struct Judged {
    #[serde(rename = "move")]
    word: String,
    verdict: &'static str,
}

impl Judged {
    /// A move that leads to this.
    pub fn new(m: Move, prospect: Prospect) -> Judged {
        Judged { word: m.to_string(), verdict: verdict(prospect) }
    }
}

/// The verdict in records and JSON.
pub const fn verdict(prospect: Prospect) -> &'static str {
    match prospect {
        Prospect::Won => "won",
        Prospect::Lost => "unwinnable",
        Prospect::Unknown => "unknown",
    }
}

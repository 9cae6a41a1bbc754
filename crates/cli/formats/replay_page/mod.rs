//! A played game or a solution as one HTML page that needs no network.
//!
//! The rules are played here; the page gets the table at the start and what each move changes.

use gehtauf::cards::{Card, Pack};
use gehtauf::rules::{Game, Move, Position, Referee, Slot};
use serde_json::{Map, Value, json};

use crate::formats::board;
use crate::formats::heading;
use crate::formats::json::verdict;
use crate::formats::listing::describe;
use crate::formats::svg::{self, SIGNS, escape};
use crate::lang::{Prospect, Texts};
use crate::scene::Scene;
use crate::style::Style;
use crate::table::{Marks, Table};

/// What a page shows.
pub struct Page<'a> {
    /// The game.
    pub game: &'a Game,
    /// Before the first move.
    pub start: &'a Referee,
    /// The moves.
    pub moves: &'a [Move],
    /// Which deal it is and what comes of it.
    pub title: &'a str,
    /// The language.
    pub texts: &'static dyn Texts,
    /// Whether cards are hidden until they are turned up.
    pub as_seen: bool,
    /// Of a game that was analysed.
    pub time_line: Option<TimeLine>,
    /// Cards marked at the start.
    pub marks: Marks,
    /// Lines below the moves.
    pub remarks: Vec<String>,
}

/// What a game was worth all along.
pub struct TimeLine {
    /// Before each move and after the last.
    pub prospects: Vec<Prospect>,
    /// What is said of the move of this number.
    pub remark: Option<(usize, String)>,
}

impl Page<'_> {
    /// The page that replays the moves from the start.
    pub fn html(&self) -> String {
        let Page { game, texts, .. } = *self;
        let style = Style { texts, ascii: false, colour: false };
        let (tables, steps) = self.tables_and_steps(&style);
        let scene = Scene::new(&tables);
        let mut data = data(game, &tables, &scene, &steps, &style);
        if let Some(time_line) = &self.time_line {
            data["line"] = time_line.data(texts);
        }
        let start = tables[0].clone().with_marks(&self.marks);
        let piles = start.piles().map(|pile| {
            let marked = start.marks.iter().filter(|(label, _)| *label == pile.label);
            marked.map(|(_, place)| *place).collect::<Vec<_>>()
        });
        data["remarks"] = self.remarks.clone().into();
        data["marks"] = piles.collect::<Vec<_>>().into();
        let kinds: Vec<Card> = game.pack().card_types().collect();
        let faces: String = kinds.iter().map(|&card| svg::face(card, texts)).collect();
        let (words, title) = (texts.page(), game.rule_set().title());
        let fields = [
            ("code", texts.code().to_string()),
            ("title", escape(&format!("{title}, {}", self.title))),
            ("game", escape(title)),
            ("subtitle", escape(self.title)),
            ("rules", escape(&heading::rules(game))),
            ("first", escape(words.first)),
            ("back", escape(words.back)),
            ("play", escape(words.play)),
            ("step", escape(words.step)),
            ("last", escape(words.last)),
            ("speed", escape(words.speed)),
            ("position", escape(words.position)),
            ("moves", escape(words.moves)),
            ("keys", escape(words.keys)),
            ("no_script", escape(words.no_script)),
            ("style", include_str!("page.css").to_string()),
            ("faces", format!("{SIGNS}{faces}")),
            // No end tag of the script may stand in the data.
            ("data", data.to_string().replace('<', "\\u003c")),
            ("script", include_str!("page.js").to_string()),
        ];
        fill(include_str!("page.html"), &fields)
    }

    /// What lies on the table before each move and at the end, and what the page says of each move.
    fn tables_and_steps(&self, style: &Style) -> (Vec<Table>, Vec<Value>) {
        let mut referee = self.start.clone();
        let table = |referee: &Referee| match self.as_seen {
            true => Table::as_seen(self.game, referee.view()),
            false => Table::new(self.game, &referee.position().layout()),
        };
        let mut tables = vec![table(&referee)];
        let mut steps = Vec::new();
        for &m in self.moves {
            let rule_set = self.game.rule_set();
            let text = describe(rule_set, referee.position(), m, style, board::WIDTH);
            referee.play(m);
            let table = table(&referee);
            let changes = changes(&tables[tables.len() - 1], &table).join(" ");
            steps.push(json!([text, board::counts(&table, style), changes]));
            tables.push(table);
        }
        (tables, steps)
    }
}

impl TimeLine {
    /// The names of the prospects, what each position is worth, and the remark.
    fn data(&self, texts: &dyn Texts) -> Value {
        let names = [Prospect::Won, Prospect::Lost, Prospect::Unknown];
        let names: Map<String, Value> = names
            .map(|prospect| (verdict(prospect).to_string(), texts.prospect(prospect).into()))
            .into_iter()
            .collect();
        let verdicts: Vec<&str> =
            self.prospects.iter().map(|&prospect| verdict(prospect)).collect();
        json!({ "names": names, "verdicts": verdicts, "remark": self.remark })
    }
}

/// What the page's script is given: where piles lie, what lies there at the start, and what each move changes.
fn data(game: &Game, tables: &[Table], scene: &Scene, steps: &[Value], style: &Style) -> Value {
    let texts = style.texts;
    let places: Vec<Value> = scene
        .places
        .iter()
        .map(|place| {
            json!({
                "name": texts.pile(&place.label), "x": place.x, "y": place.y, "dx": place.step_x,
                "dy": place.step_y, "dyDown": place.step_y_down, "crosswise": place.crosswise,
                "room": place.room,
            })
        })
        .collect();
    let labels = scene.labels.iter().map(|label| json!([label.text, label.x, label.y]));
    let labels: Vec<Value> = labels.collect();
    let words = texts.page();
    json!({
        "size": [scene.width, scene.height],
        "places": places,
        "labels": labels,
        "start": tables[0].piles().map(|pile| code(&pile.slots)).collect::<Vec<_>>(),
        "counts": board::counts(&tables[0], style),
        "moves": steps,
        "names": names(game.pack(), texts),
        "words": {
            "start": words.start, "of": words.of, "play": words.play, "pause": words.pause,
            "empty": words.empty, "face_down": words.face_down, "marked": words.marked,
        },
    })
}

/// The template with its fields `{name}` replaced, none of what was put in looked at again.
fn fill(template: &str, fields: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut parts = template.split('{');
    page += parts.next().unwrap_or_default();
    for part in parts {
        let (name, rest) = part.split_once('}').expect("a field of the template ends");
        let field = fields.iter().find(|(field, _)| *field == name);
        page += &field.expect("the template has only these fields").1;
        page += rest;
    }
    page
}

/// `PILE,KEPT,CARDS` for each pile that changed: so many of its cards stay, then come these.
fn changes(before: &Table, after: &Table) -> Vec<String> {
    let mut changes = Vec::new();
    for (i, (old, new)) in before.piles().zip(after.piles()).enumerate() {
        let same = old.slots.iter().zip(&new.slots).take_while(|(a, b)| a == b).count();
        if same < old.slots.len().max(new.slots.len()) {
            changes.push(format!("{i},{same},{}", code(&new.slots[same..])));
        }
    }
    changes
}

/// Two letters per card, small ones if it lies face down, `??` if nobody has seen it.
fn code(slots: &[Slot]) -> String {
    let code = |slot: &Slot| match slot {
        Slot::Up(card) => card.to_string(),
        Slot::Down(card) => card.to_string().to_lowercase(),
        Slot::Unseen { .. } => "??".to_string(),
        Slot::Gap => "--".to_string(),
    };
    slots.iter().map(code).collect()
}

/// The spoken name of each card.
fn names(pack: Pack, texts: &dyn Texts) -> Map<String, Value> {
    let name = |card: Card| (card.to_string(), Value::String(texts.card_name(card)));
    pack.card_types().map(name).collect()
}

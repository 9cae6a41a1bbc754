//! Eklige Elfer.
//!
//! Source: RULES.md, section "Eklige Elfer".

use gehtauf_cards::{Card, Colour, Deck, Pack, Rank};

use crate::column::{Column, builds};
use crate::layout::{LayoutError, wrong};
use crate::options::{DECKS, OptionError, OptionSpec, Options, RANKS, SUITS, Values};
use crate::view::Hides;
use crate::{Layout, Move, Position};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "take-out",
        values: Values::Words(&["free", "forced"]),
        effect: "forced: a complete run at a column's end goes out at once, without a move",
        effect_de: "forced: eine ganze Leiter am Ende einer Spalte kommt sofort heraus",
        is_reduced: false,
    },
    RANKS,
    SUITS,
    DECKS,
    OptionSpec {
        name: "columns",
        values: Values::Count { least: 1, most: 26, default: 11, unlimited: false },
        effect: "how many columns there are, and how many cards a deal gives",
        effect_de: "Anzahl der Spalten und der Karten je Auslage",
        is_reduced: true,
    },
    OptionSpec {
        name: "face-down-rows",
        values: Values::Count { least: 0, most: 26, default: 1, unlimited: false },
        effect: "how many face-down cards each column is dealt",
        effect_de: "Anzahl der verdeckten Karten je Spalte",
        is_reduced: true,
    },
    OptionSpec {
        name: "face-up-rows",
        values: Values::Count { least: 0, most: 26, default: 1, unlimited: false },
        effect: "how many face-up cards each column is dealt on them",
        effect_de: "Anzahl der offenen Karten je Spalte darauf",
        is_reduced: true,
    },
];

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The cards of the game.
    pub pack: Pack,
    /// `take-out=forced`: a complete run at a column's end goes out at once.
    pub take_out_forced: bool,
    /// How many columns there are.
    pub columns: u8,
    /// How many face-down cards each column is dealt.
    pub face_down_rows: u8,
    /// How many face-up cards each column is dealt on them.
    pub face_up_rows: u8,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        let variant = Variant {
            pack: options.pack(),
            take_out_forced: options.is("take-out", "forced"),
            columns: options.count("columns"),
            face_down_rows: options.count("face-down-rows"),
            face_up_rows: options.count("face-up-rows"),
        };
        let (tableau, cards) = (variant.tableau_len(), variant.pack.len());
        if tableau > cards {
            let reason = format!(
                "{} face-down and {} face-up rows take {tableau} cards, but the pack has {cards}",
                variant.face_down_rows, variant.face_up_rows
            );
            return Err(options.conflict("columns", reason));
        }
        Ok(variant)
    }

    /// How many cards are dealt before the first move.
    fn tableau_len(&self) -> usize {
        usize::from(self.columns)
            * (usize::from(self.face_down_rows) + usize::from(self.face_up_rows))
    }

    /// How many cards a complete run has: the top rank down to 2.
    pub fn run_len(&self) -> usize {
        usize::from(self.pack.top.number()) - 1
    }

    /// How many runs must be out for a win.
    pub fn runs(&self) -> usize {
        usize::from(self.pack.decks) * self.pack.suits.len()
    }
}

/// A position of Eklige Elfer. The cards that are in no column and not in the talon are the Aces laid
/// aside and the runs taken out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EkligeElfer {
    variant: Variant,
    columns: Vec<Column>,
    /// The next card first.
    talon: Vec<Card>,
    runs_out: u8,
}

impl EkligeElfer {
    pub(crate) fn deal(variant: Variant, deck: &Deck) -> EkligeElfer {
        let (tableau, talon) = deck.cards().split_at(variant.tableau_len());
        let width = usize::from(variant.columns);
        let columns = Column::deal(tableau, width, usize::from(variant.face_down_rows));
        let mut position = EkligeElfer { variant, columns, talon: talon.to_vec(), runs_out: 0 };
        position.settle();
        position
    }

    pub(crate) fn from_layout(
        variant: Variant,
        layout: &Layout,
    ) -> Result<EkligeElfer, LayoutError> {
        let mut labels: Vec<String> =
            (0..usize::from(variant.columns)).map(Column::label).collect();
        let columns = labels
            .iter()
            .map(|label| read_column(variant, layout, label))
            .collect::<Result<_, _>>()?;
        labels.extend(["talon", "aces", "out"].map(str::to_string));
        let talon = layout.up_cards("talon")?;
        let first = variant.pack.len() - variant.tableau_len();
        let dealt = first.checked_sub(talon.len());
        let whole_deals = dealt.is_some_and(|n| n.is_multiple_of(usize::from(variant.columns)));
        if !whole_deals && !talon.is_empty() {
            let problem = format!(
                "{} cards cannot be left of {first} when {} are dealt at a time",
                talon.len(),
                variant.columns
            );
            return Err(wrong("talon", problem));
        }
        let aces = layout.up_cards("aces")?;
        if let Some(card) = aces.iter().find(|card| card.rank != Rank::ACE) {
            return Err(wrong("aces", format!("{card} is no Ace")));
        }
        let out = layout.up_cards("out")?;
        for run in out.chunks(variant.run_len()) {
            let complete = run.len() == variant.run_len()
                && run[0].rank == variant.pack.top
                && run.windows(2).all(|pair| builds(pair[1], pair[0]));
            if !complete {
                let run: Vec<String> = run.iter().map(Card::to_string).collect();
                let problem = format!("{} is not a complete run", run.join(" "));
                return Err(wrong("out", problem));
            }
        }
        layout.check(&labels, &[], variant.pack)?;
        let runs_out = (out.len() / variant.run_len()) as u8;
        Ok(EkligeElfer { variant, columns, talon, runs_out })
    }

    /// The options of the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The columns, left to right.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The talon, the next card first.
    pub fn talon(&self) -> &[Card] {
        &self.talon
    }

    /// How many runs have been taken out.
    pub fn runs_out(&self) -> usize {
        usize::from(self.runs_out)
    }

    /// Lays the open Aces aside and, if that is forced, takes the complete runs out, until neither is
    /// left.
    fn settle(&mut self) {
        let run_len = self.variant.run_len();
        for column in &mut self.columns {
            loop {
                if ends_in_ace(column) {
                    column.take(1);
                } else if self.variant.take_out_forced && ends_in_complete_run(column, run_len) {
                    column.take(run_len);
                    self.runs_out += 1;
                } else {
                    break;
                }
            }
        }
    }

    /// How many cards of `from` go onto `to`, which is another column, if any do. There is at most
    /// one number: the ranks of a run are all different.
    fn fitting_count(&self, from: &Column, to: &Column) -> Option<usize> {
        (1..=from.run_len()).find(|&count| {
            let card = from.end(count)[0];
            match to.cards.last() {
                Some(&open) => builds(card, open),
                None => card.rank == self.variant.pack.top,
            }
        })
    }

    /// The cards in no column and not in the talon, in the order of the pack.
    fn cards_gone(&self) -> Vec<Card> {
        let mut counts = [0_u8; Card::KINDS];
        for card in self.columns.iter().flat_map(|column| &column.cards).chain(&self.talon) {
            counts[card.index()] += 1;
        }
        let missing = |card: Card| usize::from(self.variant.pack.decks - counts[card.index()]);
        let kinds = self.variant.pack.kinds();
        kinds.flat_map(|card| std::iter::repeat_n(card, missing(card))).collect()
    }

    /// The cards of the runs out, sorted into complete runs: which suits went together is not kept.
    fn runs_of(&self, mut cards: Vec<Card>) -> Vec<Card> {
        let mut runs = Vec::new();
        for top_colour in [Colour::Black, Colour::Red] {
            let fits = |card: &Card, rank: Rank| {
                let steps = self.variant.pack.top.number() - rank.number();
                card.rank == rank && (card.colour() == top_colour) == steps.is_multiple_of(2)
            };
            while cards.iter().any(|card| fits(card, self.variant.pack.top)) {
                let ranks = (2..=self.variant.pack.top.number()).rev().filter_map(Rank::new);
                runs.extend(ranks.filter_map(|rank| {
                    let place = cards.iter().position(|card| fits(card, rank))?;
                    Some(cards.remove(place))
                }));
            }
        }
        runs
    }
}

/// Reads a column and checks that it could lie there.
fn read_column(variant: Variant, layout: &Layout, label: &str) -> Result<Column, LayoutError> {
    let column = Column::read(layout, label, usize::from(variant.face_down_rows))?;
    if ends_in_ace(&column) {
        return Err(wrong(label, "an open Ace is laid aside"));
    }
    if variant.take_out_forced && ends_in_complete_run(&column, variant.run_len()) {
        return Err(wrong(label, "a complete run goes out at once"));
    }
    Ok(column)
}

/// The cards that the layout does not name.
pub(crate) fn missing(variant: Variant, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
    layout.missing(&[], variant.pack)
}

/// The face-down cards and the whole talon are hidden; nothing comes back to it.
impl Hides for EkligeElfer {
    fn unseen_talon(&self, _: usize) -> usize {
        self.talon.len()
    }

    fn still_unseen(&self, _: Move, _: usize) -> usize {
        self.talon.len()
    }

    fn hidden_cards(&mut self, _: usize) -> Vec<&mut Card> {
        let face_down = self.columns.iter_mut().flat_map(Column::face_down_mut);
        face_down.chain(&mut self.talon).collect()
    }

    fn hidden_count(&self, _: usize) -> usize {
        self.columns.iter().map(|column| column.face_down).sum::<usize>() + self.talon.len()
    }
}

fn ends_in_ace(column: &Column) -> bool {
    column.cards.last().is_some_and(|card| card.rank == Rank::ACE)
}

/// Whether the column ends in a run of `run_len` cards down to the 2.
fn ends_in_complete_run(column: &Column, run_len: usize) -> bool {
    column.run_len() >= run_len && column.cards.last().is_some_and(|card| card.rank.number() == 2)
}

impl Position for EkligeElfer {
    fn legal_moves(&self) -> Vec<Move> {
        if self.is_won() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (i, from) in self.columns.iter().enumerate() {
            if ends_in_complete_run(from, self.variant.run_len()) {
                moves.push(Move::ColumnOut { from: i as u8 });
            }
            for (j, to) in self.columns.iter().enumerate().filter(|&(j, _)| j != i) {
                moves.extend(self.fitting_count(from, to).map(|count| Move::ColumnToColumn {
                    from: i as u8,
                    to: j as u8,
                    count: count as u8,
                }));
            }
        }
        if !self.talon.is_empty() {
            moves.push(Move::Deal);
        }
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        let column = |column: u8| self.columns.get(usize::from(column));
        let is_there = match m {
            Move::ColumnToColumn { from, to, count } => match (column(from), column(to)) {
                (Some(source), Some(target)) => {
                    from != to && self.fitting_count(source, target) == Some(usize::from(count))
                }
                _ => false,
            },
            Move::ColumnOut { from } => {
                column(from).is_some_and(|from| ends_in_complete_run(from, self.variant.run_len()))
            }
            Move::Deal => !self.talon.is_empty(),
            _ => false,
        };
        is_there && !self.is_won()
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::ColumnToColumn { from, to, count } => {
                let cards = self.columns[usize::from(from)].take(usize::from(count));
                self.columns[usize::from(to)].cards.extend(cards);
            }
            Move::ColumnOut { from } => {
                self.columns[usize::from(from)].take(self.variant.run_len());
                self.runs_out += 1;
            }
            Move::Deal => {
                let count = self.columns.len().min(self.talon.len());
                for (column, card) in self.columns.iter_mut().zip(self.talon.drain(..count)) {
                    column.cards.push(card);
                }
            }
            _ => panic!("{m} is no move of Eklige Elfer"),
        }
        self.settle();
    }

    fn is_won(&self) -> bool {
        self.runs_out() == self.variant.runs()
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (i, column) in self.columns.iter().enumerate() {
            layout.push_slots(Column::label(i), column.slots());
        }
        layout.push_up("talon", &self.talon);
        let (aces, out) = self.cards_gone().into_iter().partition(|card| card.rank == Rank::ACE);
        layout.push_up("aces", &Vec::from_iter::<Vec<Card>>(aces));
        layout.push_up("out", &self.runs_of(out));
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::ColumnToColumn { from, count, .. } => {
                self.columns[usize::from(from)].end(usize::from(count)).to_vec()
            }
            Move::ColumnOut { from } => {
                self.columns[usize::from(from)].end(self.variant.run_len()).to_vec()
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyPosition, Game, RuleSet};

    const SMALL: &[(&str, &str)] = &[("ranks", "4"), ("suits", "CH"), ("columns", "3")];

    fn game(sets: &[(&str, &str)]) -> Game {
        Game::new(RuleSet::EkligeElfer, sets).unwrap()
    }

    fn read(sets: &[(&str, &str)], text: &str) -> AnyPosition {
        game(sets).read(&Layout::parse(text).unwrap()).unwrap()
    }

    fn read_error(sets: &[(&str, &str)], text: &str) -> String {
        game(sets).read(&Layout::parse(text).unwrap()).unwrap_err().to_string()
    }

    fn words(position: &AnyPosition) -> String {
        position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    fn play(position: &mut AnyPosition, words: &str) {
        for word in words.split_whitespace() {
            let m = word.parse().unwrap();
            assert!(position.legal_moves().contains(&m), "{word}");
            position.play(m);
        }
    }

    fn deal(sets: &[(&str, &str)], deck: &str) -> AnyPosition {
        let game = game(sets);
        game.deal(&Deck::parse(deck, game.pack()).unwrap()).unwrap()
    }

    #[test]
    fn ace_turned_up_by_an_ace_goes_too() {
        let mut position = deal(SMALL, "AC AH 4C AH 4H 3C AC 2C 3H 3C 4C 2H 4H 2C 3H 2H");
        assert_eq!(
            position.layout().to_string(),
            "c1:\nc2: [AH] 4H\nc3: [4C] 3C\ntalon: AC 2C 3H 3C 4C 2H 4H 2C 3H 2H\naces: AC AH\nout:\n"
        );
        assert_eq!(words(&position), "c2>c1 c3>c2 deal");
        position.play("c2>c1".parse().unwrap());
        assert!(position.layout().to_string().starts_with("c1: 4H\nc2:\nc3: [4C] 3C\n"));
    }

    #[test]
    fn deal_gives_a_card_to_each_column_and_the_last_one_what_is_left() {
        let mut position = deal(SMALL, "4C AH 4H 2C 3C AC 3H 2H AH 3C 4H 2C AC 3H 2H 4C");
        position.play(Move::Deal);
        let text = position.layout().to_string();
        assert!(text.starts_with("c1: [4C] 2C 3H\nc2: [AH] 3C 2H\nc3: 4H\ntalon: 3C 4H"), "{text}");
        position.play(Move::Deal);
        position.play(Move::Deal);
        let text = position.layout().to_string();
        assert!(text.contains("c1: [4C] 2C 3H 3C\nc2: [AH] 3C 2H 4H 3H\n"), "{text}");
        assert!(text.contains("c3: 4H 2C 2H\ntalon: 4C\n"), "{text}");
        position.play(Move::Deal);
        let text = position.layout().to_string();
        assert!(text.contains("c1: [4C] 2C 3H 3C 4C\nc2: [AH] 3C 2H 4H 3H\n"), "{text}");
        assert!(!words(&position).contains("deal"));
    }

    #[test]
    fn empty_column_takes_kings_and_their_runs_only() {
        let text =
            "c1: [2C] 4C 3H\nc2:\nc3: 3C\ntalon: 2C 3H 3C 4C 2H 4H 4H 2H\naces: AC AC AH AH\nout:";
        assert_eq!(read_error(SMALL, text).split(':').next(), Some("talon"));
        let text =
            "c1: [2C] 4C 3H\nc2:\nc3: 3C 2H 4H\ntalon: 2C 3H 3C 4C AC 2H 4H\naces: AC AH AH\nout:";
        let mut position = read(SMALL, text);
        assert_eq!(words(&position), "c1>c2:2 c3>c2 deal");
        play(&mut position, "c1>c2:2");
        assert!(position.layout().to_string().starts_with("c1: 2C\nc2: 4C 3H\nc3: 3C 2H 4H\n"));
        play(&mut position, "c1>c2 c2>c1:3 c1>out");
        let text = position.layout().to_string();
        assert!(text.starts_with("c1:\nc2:\nc3: 3C 2H 4H\n"), "{text}");
        assert!(text.ends_with("out: 4C 3H 2C\n"), "{text}");
    }

    #[test]
    fn part_of_a_run_moves_and_turns_up_the_card_below() {
        let text =
            "c1: [AC] 4C 3H 2C\nc2: [4H] 4C\nc3: 3C 2H\ntalon: 3H 3C 4H 2H\naces: AC AH AH\nout:\n";
        assert_eq!(
            read_error(SMALL, text),
            "the cards are not the whole pack: 15 cards where the pack has 16; 2C occurs once"
        );
        let text = "c1: [AC] 4C 3H 2C\nc2: [4H] 4C\nc3: 3C 2H\ntalon: 3H 3C 4H 2H\naces: AC AH AH\nout:\nextra: 2C\n";
        assert!(read_error(SMALL, text).starts_with("extra: no such line here"));
        let text =
            "c1: [AC] 4C 3H 2C\nc2: [4H] 4C\nc3: 3C 2H\ntalon: 3H 3C 4H 2H\naces: AC AH AH\nout:\n";
        let text = text.replace("c3: 3C 2H", "c3: 3C 2H 2C");
        let mut position = read(SMALL, &text);
        assert_eq!(words(&position), "c1>out c1>c2:2 deal");
        play(&mut position, "c1>c2:2 c2>c1:2 c1>out");
        assert!(position.layout().to_string().starts_with("c1:\nc2: [4H] 4C\n"));
    }

    #[test]
    fn moves_that_are_not_listed_are_not_legal() {
        let single = [SMALL, &[("decks", "1"), ("face-down-rows", "0"), ("columns", "4")]].concat();
        let mut position = deal(&single, "4C 3H 2C 4H 3C 2H AC AH");
        for played in ["", "c2>c1", "c3>c1", "c1>out", "deal", "c1>c4", "c2>c4 c4>out"] {
            play(&mut position, played);
            let legal = position.legal_moves();
            let moves = |from: u8| {
                let to_columns = (0..6).flat_map(move |to| {
                    (0..5).map(move |count| Move::ColumnToColumn { from, to, count })
                });
                to_columns.chain([Move::ColumnOut { from }, Move::Deal, Move::Turn])
            };
            for m in (0..6).flat_map(moves) {
                assert_eq!(position.is_legal(m), legal.contains(&m), "{m} after {played}");
            }
        }
    }

    #[test]
    fn complete_run_goes_at_once_if_that_is_forced() {
        let forced = [SMALL, &[("take-out", "forced")]].concat();
        let text = "c1: [4H] 4C 3H\nc2: [3H] 2C\nc3: 3C 2H 2C\ntalon: 4C 3C 4H 2H\naces: AC AC AH AH\nout:\n";
        let mut position = read(&forced, text);
        play(&mut position, "c2>c1");
        assert_eq!(
            position.layout().to_string(),
            "c1: 4H\nc2: 3H\nc3: 3C 2H 2C\ntalon: 4C 3C 4H 2H\naces: AC AC AH AH\nout: 4C 3H 2C\n"
        );
        let held = text.replace("4C 3H\nc2: [3H] 2C", "4C 3H 2C\nc2: 3H");
        assert_eq!(read_error(&forced, &held), "c1: a complete run goes out at once");
        assert_eq!(words(&read(SMALL, &held)), "c1>out c1>c2 c3>c2 deal");
    }

    #[test]
    fn win_needs_all_runs_but_not_the_aces() {
        let single = [SMALL, &[("decks", "1"), ("face-down-rows", "0"), ("columns", "4")]].concat();
        let mut position = deal(&single, "4C 3H 2C 4H 3C 2H AC AH");
        play(&mut position, "c2>c1 c3>c1 c1>out deal");
        assert!(!position.is_won());
        play(&mut position, "c1>c4");
        play(&mut position, "c2>c4 c4>out");
        assert!(position.is_won());
        assert_eq!(words(&position), "");
    }

    #[test]
    fn layouts_are_checked() {
        let text = "c1: [4H] 4C 3H\nc2: [3H] 2C\nc3: 3C 2H 2C\ntalon: 4C 3C 4H 2H\naces: AC AC AH AH\nout:\n";
        let with = |from: &str, to: &str| text.replace(from, to);
        for (text, error) in [
            (with("[4H] 4C", "4C [4H]"), "c1: 4H lies face down on a face-up card"),
            (with("[4H] 4C", "[4H] [4C]"), "c1: no more than 1 cards lie face down"),
            (with("c2: [3H] 2C", "c2: [3H]"), "c2: the open card lies face up"),
            (with("c2: [3H] 2C", "c2: [3H] AC"), "c2: an open Ace is laid aside"),
            (with("c2: [3H] 2C", "c2: -- 2C"), "c2: there are no gaps here"),
            (with("aces: AC", "aces: 2C"), "aces: 2C is no Ace"),
            (with("out:", "out: 4C 3C 2H"), "out: 4C 3C 2H is not a complete run"),
            (with("out:", "out: 4C 3H"), "out: 4C 3H is not a complete run"),
            (
                with("4C 3C 4H 2H", "4C 3C 4H"),
                "talon: 3 cards cannot be left of 10 when 3 are dealt at a time",
            ),
        ] {
            assert_eq!(read_error(SMALL, &text), error);
        }
    }

    #[test]
    fn options_that_do_not_go_together_are_refused() {
        let sets = [SMALL, &[("face-down-rows", "5")]].concat();
        assert_eq!(
            Game::new(RuleSet::EkligeElfer, &sets).unwrap_err().to_string(),
            "columns=3 is not possible: 5 face-down and 1 face-up rows take 18 cards, but the pack has 16"
        );
    }
}

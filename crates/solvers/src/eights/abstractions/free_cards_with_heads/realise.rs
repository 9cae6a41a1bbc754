//! The moves of the rules that steps stand for.

use gehtauf_cards::Card;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{Move, Position};

use super::steps::Step;
use crate::eights::state::{CardType, landing};

/// The moves of a chain of steps from a position: for each step one, after one that puts a run elsewhere
/// at most.
pub fn moves(start: &Table, steps: &[Step]) -> Vec<Move> {
    let places = (0..start.stock.len() as u8).collect();
    let mut realised = Realised { table: start.clone(), places, moves: Vec::new() };
    steps.iter().for_each(|&step| realised.step(step));
    realised.moves
}

/// A column and the place of a card in it, from 0.
type Place = (usize, usize);

/// A position of the rules in which steps are played.
struct Realised {
    table: Table,
    /// The places that the stock cards had at the start.
    places: Vec<u8>,
    moves: Vec<Move>,
}

impl Realised {
    fn play(&mut self, m: Move) {
        self.table.play(m);
        self.moves.push(m);
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Uncover { column } => self.down(self.base(column)),
            Step::BaseToFoundation { column } => self.up(self.base(column)),
            Step::BaseToSpace { column } => self.put_in_space(self.base(column)),
            Step::HeadDown { card } => self.down(self.head(card)),
            Step::HeadToFoundation { card } => self.up(self.head(card)),
            Step::FollowerToFoundation { card } => self.up(self.follower(card)),
            Step::FollowerToSpace { card } => self.put_in_space(self.follower(card)),
            Step::StockDown { place } => {
                let card = self.turn_to(place);
                let to = self.open(landing(CardType::new(card).face()));
                self.play(Move::WasteToColumn { to });
            }
            Step::StockToFoundation { place } => {
                self.turn_to(place);
                self.play(Move::WasteToFoundation);
            }
            Step::StockToSpace { place } => {
                self.turn_to(place);
                let to = self.space();
                self.play(Move::WasteToColumn { to });
            }
            Step::Turn => self.play(Move::Turn),
            Step::Redeal => self.play(Move::Redeal),
            Step::TurnTo { turned, redeals } => {
                (0..redeals).for_each(|_| self.turn_over());
                while self.places[..self.table.turned].last().map_or(0, |place| place + 1) < turned
                {
                    self.play(Move::Turn);
                }
            }
        }
    }

    /// Turns all cards that are left in the talon, and the waste over.
    fn turn_over(&mut self) {
        while self.table.turned < self.table.stock.len() {
            self.play(Move::Turn);
        }
        self.play(Move::Redeal);
    }

    /// Turns until the card that had this place is the top of the waste, and takes note that it leaves.
    fn turn_to(&mut self, place: u8) -> Card {
        let is_it = |other: &u8| *other == place;
        let i = self.places.iter().position(is_it).expect("the card is in the stock");
        while self.table.turned != i + 1 {
            let is_over = self.table.turned == self.table.stock.len();
            self.play(if is_over { Move::Redeal } else { Move::Turn });
        }
        self.places.remove(i);
        self.table.stock[i]
    }

    /// A card with all that lies on it onto an open card.
    fn down(&mut self, place: Place) {
        let to = self.open(landing(self.card(place).face()));
        self.run(place, to);
    }

    /// A card to its foundation.
    fn up(&mut self, place: Place) {
        self.lay_open(place);
        self.play(Move::ColumnToFoundation { from: place.0 as u8 });
    }

    /// A card into a space, with all that lies on it if the rules allow that.
    fn put_in_space(&mut self, place: Place) {
        if !self.table.rules.runs_to_spaces {
            self.lay_open(place);
        }
        self.run(place, self.space());
    }

    /// Puts what lies on a card onto another of its face.
    fn lay_open(&mut self, (column, i): Place) {
        if i + 1 < self.cards(column).len() {
            self.run((column, i + 1), self.open(self.card((column, i)).face()));
        }
    }

    fn run(&mut self, (from, i): Place, to: u8) {
        let count = (self.cards(from).len() - i) as u8;
        self.play(Move::ColumnToColumn { from: from as u8, to, count });
    }

    fn cards(&self, column: usize) -> &[Card] {
        &self.table.columns[column].cards
    }

    fn card(&self, (column, i): Place) -> CardType {
        CardType::new(self.cards(column)[i])
    }

    /// A column whose open card is of the face.
    fn open(&self, face: usize) -> u8 {
        let is_of_face = |card: &Card| CardType::new(*card).face() == face;
        self.column(|column| self.cards(column).last().is_some_and(is_of_face))
    }

    fn space(&self) -> u8 {
        self.column(|column| self.cards(column).is_empty())
    }

    fn column(&self, is_asked: impl Fn(usize) -> bool) -> u8 {
        let column = (0..self.table.columns.len()).find(|&column| is_asked(column));
        column.expect("a column that the step needs") as u8
    }

    fn base(&self, column: u8) -> Place {
        let column = usize::from(column);
        (column, self.table.columns[column].face_down)
    }

    fn head(&self, card: CardType) -> Place {
        let is_head = |&column: &usize| {
            self.table.columns[column].face_down == 0
                && self.cards(column).first().is_some_and(|&first| CardType::new(first) == card)
        };
        ((0..self.table.columns.len()).find(is_head).expect("a head of the card type"), 0)
    }

    /// A follower of the card type, an open one if there is one.
    fn follower(&self, card: CardType) -> Place {
        let columns = self.table.columns.iter().enumerate();
        let places = columns.flat_map(|(column, cards)| {
            (cards.face_down + 1..cards.cards.len()).map(move |i| (column, i))
        });
        let followers = places.filter(|&place| self.card(place) == card);
        let cards_on_it = |&(column, i): &Place| self.cards(column).len() - i;
        followers.min_by_key(cards_on_it).expect("a follower of the card type")
    }
}

//! What Acht mal Acht and 8x8 have in common: the table, its moves and its text form.

use gehtauf_cards::{Card, Deck, Pack, Rank, Suit};

use crate::column::{Column, builds};
use crate::layout::{LayoutError, wrong};
use crate::options::{OptionError, OptionSpec, Options, Values};
use crate::view::Hides;
use crate::{Layout, Move, Position};

pub(crate) const PASSES: OptionSpec = OptionSpec {
    name: "passes",
    values: Values::Count { least: 1, most: 99, default: 3, unlimited: true },
    effect: "how often the talon may be gone through",
    effect_de: "wie oft der Talon durchgespielt werden darf",
    is_reduced: false,
};

pub(crate) const FOUNDATION_RETURN: OptionSpec = OptionSpec {
    name: "foundation-return",
    values: Values::Words(&["no", "yes"]),
    effect: "yes: a foundation's top card may go back to a column",
    effect_de: "yes: die oberste Karte eines Ablagestapels darf ins Kartenbild zurück",
    is_reduced: false,
};

pub(crate) const COLUMNS: OptionSpec = OptionSpec {
    name: "columns",
    values: Values::Count { least: 1, most: 26, default: 8, unlimited: false },
    effect: "how many columns there are",
    effect_de: "Anzahl der Spalten",
    is_reduced: true,
};

pub(crate) const ROWS: OptionSpec = OptionSpec {
    name: "rows",
    values: Values::Count { least: 1, most: 26, default: 8, unlimited: false },
    effect: "how many cards each column is dealt",
    effect_de: "Anzahl der Karten je Spalte",
    is_reduced: true,
};

/// The options of both games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The cards of the game.
    pub pack: Pack,
    /// How many columns there are.
    pub columns: u8,
    /// How many cards each column is dealt.
    pub rows: u8,
    /// How often the talon may be gone through; nothing for any number.
    pub passes: Option<u8>,
    /// Whether a foundation's top card may go back to a column.
    pub foundation_return: bool,
    /// Whether an empty column takes a run, not only a single card.
    pub runs_to_spaces: bool,
    /// Whether a turned card that can be built onto a column must be played.
    pub forced_talon_play: bool,
    /// Whether there is one pile per suit, A to the top rank over and over, not one per copy.
    pub one_pile_per_suit: bool,
    /// Whether the cards above each column's open card are dealt face down.
    pub face_down: bool,
    /// Whether an open Ace of a column goes to its foundation at once.
    pub forced_aces: bool,
}

impl Rules {
    /// Acht mal Acht under the options that both games have.
    pub(crate) fn new(options: &Options) -> Result<Rules, OptionError> {
        let rules = Rules {
            pack: options.pack(),
            columns: options.count("columns"),
            rows: options.count("rows"),
            passes: options.limit("passes"),
            foundation_return: options.is("foundation-return", "yes"),
            runs_to_spaces: true,
            forced_talon_play: false,
            one_pile_per_suit: false,
            face_down: false,
            forced_aces: false,
        };
        let cards = rules.pack.len();
        if usize::from(rules.columns) * usize::from(rules.rows) > cards {
            let reason =
                format!("with {} columns the pack of {cards} cards is too small", rules.columns);
            return Err(options.conflict("rows", reason));
        }
        Ok(rules)
    }

    fn face_down_rows(&self) -> usize {
        if self.face_down { usize::from(self.rows) - 1 } else { 0 }
    }
}

/// Everything that lies on the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Table {
    /// The rules that are played by.
    pub rules: Rules,
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The waste, bottom first, and after it the talon, the next card first: turning the waste over
    /// keeps the order.
    pub stock: Vec<Card>,
    /// How many cards of the stock are the waste.
    pub turned: usize,
    /// The pass, 1 at first; it stays 1 if any number is allowed.
    pub pass: u8,
    /// How many cards lie on the piles of each suit, the higher pile first. With one pile per suit
    /// that pile goes through the ranks again and again, and the second number stays 0.
    pub foundations: [[u8; 2]; 4],
    /// Whether the top waste card was just turned and must be played.
    pub must_play: bool,
}

impl Table {
    pub(crate) fn deal(rules: Rules, deck: &Deck) -> Table {
        let (width, rows) = (usize::from(rules.columns), usize::from(rules.rows));
        let (dealt, talon) = deck.cards().split_at(width * rows);
        let mut table = Table {
            rules,
            columns: Column::deal(dealt, width, rules.face_down_rows()),
            stock: talon.to_vec(),
            turned: 0,
            pass: 1,
            foundations: [[0; 2]; 4],
            must_play: false,
        };
        table.lay_up_aces();
        table
    }

    /// The top waste card.
    pub fn waste_top(&self) -> Option<Card> {
        Some(self.stock[self.turned.checked_sub(1)?])
    }

    /// Which of the suit's piles takes the card.
    fn pile_for(&self, card: Card) -> Option<usize> {
        let piles = self.foundations[card.suit.index()];
        let top = self.rules.pack.top.number();
        let below = card.rank.number() - 1;
        if self.rules.one_pile_per_suit {
            return (piles[0] % top == below && piles[0] < top * self.rules.pack.decks)
                .then_some(0);
        }
        (0..usize::from(self.rules.pack.decks)).find(|&i| piles[i] == below)
    }

    /// The top card of a suit's pile.
    fn pile_top(&self, suit: Suit, pile: usize) -> Option<Card> {
        let count = self.foundations[suit.index()][pile].checked_sub(1)?;
        Some(Card::new(Rank::new(count % self.rules.pack.top.number() + 1)?, suit))
    }

    /// The different top cards of the foundations.
    fn foundation_tops(&self) -> Vec<Card> {
        let mut tops: Vec<Card> = Suit::ALL
            .iter()
            .flat_map(|&suit| [self.pile_top(suit, 0), self.pile_top(suit, 1)])
            .flatten()
            .collect();
        tops.dedup();
        tops
    }

    /// Whether the column's open card is an Ace that must go to its foundation.
    fn has_forced_ace(&self, column: &Column) -> bool {
        self.rules.forced_aces
            && column
                .cards
                .last()
                .is_some_and(|&card| card.rank == Rank::ACE && self.pile_for(card).is_some())
    }

    fn column_moves(&self, moves: &mut Vec<Move>) {
        for (i, column) in self.columns.iter().enumerate() {
            let from = i as u8;
            let Some(&open) = column.cards.last() else { continue };
            if self.pile_for(open).is_some() {
                moves.push(Move::ColumnToFoundation { from });
            }
            for count in 1..=column.run_len() {
                let head = column.end(count)[0];
                for (j, target) in self.columns.iter().enumerate() {
                    let takes = match target.cards.last() {
                        Some(&open) => builds(head, open),
                        None => i != j && (count == 1 || self.rules.runs_to_spaces),
                    };
                    if takes {
                        let (to, count) = (j as u8, count as u8);
                        moves.push(Move::ColumnToColumn { from, to, count });
                    }
                }
            }
        }
    }

    /// An Ace may come back too, even where it goes up again at once and nothing has changed.
    fn return_moves(&self, moves: &mut Vec<Move>) {
        if !self.rules.foundation_return {
            return;
        }
        for card in self.foundation_tops() {
            for (j, column) in self.columns.iter().enumerate() {
                if column.cards.last().is_none_or(|&open| builds(card, open)) {
                    moves.push(Move::FoundationToColumn { card, to: j as u8 });
                }
            }
        }
    }

    /// Whether a forced Ace leaves no choice and is no move of its own.
    fn aces_go_up_by_themselves(&self) -> bool {
        self.rules.forced_aces && !self.rules.one_pile_per_suit
    }

    fn can_build(&self, card: Card) -> bool {
        self.columns.iter().filter_map(|c| c.cards.last()).any(|&open| builds(card, open))
    }

    fn take_waste_top(&mut self) -> Card {
        self.must_play = false;
        self.turned -= 1;
        self.stock.remove(self.turned)
    }

    fn lay_up(&mut self, card: Card) {
        let pile = self.pile_for(card).expect("a foundation takes the card");
        let piles = &mut self.foundations[card.suit.index()];
        piles[pile] += 1;
        piles.sort_by(|a, b| b.cmp(a));
    }

    fn lay_up_aces(&mut self) {
        if !self.aces_go_up_by_themselves() {
            return;
        }
        while let Some(i) = self.columns.iter().position(|column| self.has_forced_ace(column)) {
            let card = self.columns[i].take(1)[0];
            self.lay_up(card);
        }
    }

    pub(crate) fn from_layout(rules: Rules, layout: &Layout) -> Result<Table, LayoutError> {
        let columns: Vec<Column> = (0..usize::from(rules.columns))
            .map(|i| Column::read(layout, &Column::label(i), rules.face_down_rows()))
            .collect::<Result<_, _>>()?;
        let mut stock = layout.up_cards("waste")?;
        let turned = stock.len();
        stock.extend(layout.up_cards("talon")?);
        let pass = layout.counter("pass", 1..=rules.passes.unwrap_or(1).into())? as u8;
        let must_play = rules.forced_talon_play && layout.counter("must-play", 0..=1)? == 1;

        let elsewhere: Vec<Card> =
            columns.iter().flat_map(|column| &column.cards).chain(&stock).copied().collect();
        let (foundations, covered) = read_foundations(rules, layout, |top| {
            // All cards of the suit that lie nowhere else are in its one pile.
            let rest = elsewhere.iter().filter(|card| card.suit == top.suit).count();
            let one_round = rules.pack.top.number() * (rules.pack.decks - 1);
            rest + usize::from(top.rank.number()) <= usize::from(one_round)
        })?;
        let mut known: Vec<String> = (0..columns.len()).map(Column::label).collect();
        known.extend(["foundations", "waste", "talon", "pass"].map(String::from));
        if rules.forced_talon_play {
            known.push("must-play".to_string());
        }
        layout.check(&known, &covered, rules.pack)?;

        let table = Table { rules, columns, stock, turned, pass, foundations, must_play };
        if (must_play || table.aces_go_up_by_themselves())
            && let Some(i) = table.columns.iter().position(|column| table.has_forced_ace(column))
        {
            let problem = "an open Ace goes to its foundation before anything else";
            return Err(wrong(&Column::label(i), problem));
        }
        if must_play && !table.waste_top().is_some_and(|card| table.can_build(card)) {
            let problem = "the top waste card cannot be built onto a column, so nothing forces it";
            return Err(wrong("must-play", problem));
        }
        Ok(table)
    }
}

impl Position for Table {
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.is_won() {
            return moves;
        }
        for (i, column) in self.columns.iter().enumerate() {
            if self.has_forced_ace(column) {
                moves.push(Move::ColumnToFoundation { from: i as u8 });
            }
        }
        if !moves.is_empty() {
            return moves;
        }
        if !self.must_play {
            if self.turned < self.stock.len() {
                moves.push(Move::Turn);
            } else if !self.stock.is_empty()
                && self.rules.passes.is_none_or(|passes| self.pass < passes)
            {
                moves.push(Move::Redeal);
            }
        }
        if let Some(card) = self.waste_top() {
            if self.pile_for(card).is_some() {
                moves.push(Move::WasteToFoundation);
            }
            for (i, column) in self.columns.iter().enumerate() {
                let takes = match column.cards.last() {
                    Some(&open) => builds(card, open),
                    None => !self.must_play,
                };
                if takes {
                    moves.push(Move::WasteToColumn { to: i as u8 });
                }
            }
        }
        if !self.must_play {
            self.column_moves(&mut moves);
            self.return_moves(&mut moves);
        }
        moves
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::Turn => {
                self.turned += 1;
                self.must_play = self.rules.forced_talon_play
                    && self.waste_top().is_some_and(|card| self.can_build(card));
            }
            Move::Redeal => {
                self.turned = 0;
                if self.rules.passes.is_some() {
                    self.pass += 1;
                }
            }
            Move::WasteToFoundation => {
                let card = self.take_waste_top();
                self.lay_up(card);
            }
            Move::WasteToColumn { to } => {
                let card = self.take_waste_top();
                self.columns[usize::from(to)].cards.push(card);
            }
            Move::ColumnToFoundation { from } => {
                let card = self.columns[usize::from(from)].take(1)[0];
                self.lay_up(card);
            }
            Move::ColumnToColumn { from, to, count } => {
                let cards = self.columns[usize::from(from)].take(usize::from(count));
                self.columns[usize::from(to)].cards.extend(cards);
            }
            Move::FoundationToColumn { card, to } => {
                let suit = card.suit;
                let pile = (0..2).find(|&i| self.pile_top(suit, i) == Some(card));
                let piles = &mut self.foundations[suit.index()];
                piles[pile.expect("the card is a foundation's top card")] -= 1;
                piles.sort_by(|a, b| b.cmp(a));
                self.columns[usize::from(to)].cards.push(card);
            }
            _ => panic!("{m} is no move of this game"),
        }
        self.lay_up_aces();
    }

    fn is_won(&self) -> bool {
        self.stock.is_empty() && self.columns.iter().all(|column| column.cards.is_empty())
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (i, column) in self.columns.iter().enumerate() {
            layout.push_slots(Column::label(i), column.slots());
        }
        let piles = Suit::ALL.iter().flat_map(|&suit| [(suit, 0), (suit, 1)]);
        let tops: Vec<Card> = piles.filter_map(|(suit, pile)| self.pile_top(suit, pile)).collect();
        layout.push_up("foundations", &tops);
        let (waste, talon) = self.stock.split_at(self.turned);
        layout.push_up("waste", waste);
        layout.push_up("talon", talon);
        layout.push_counter("pass", self.pass.into());
        if self.rules.forced_talon_play {
            layout.push_counter("must-play", self.must_play.into());
        }
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::Turn => vec![self.stock[self.turned]],
            Move::WasteToFoundation | Move::WasteToColumn { .. } => {
                self.waste_top().into_iter().collect()
            }
            Move::ColumnToFoundation { from } => {
                self.columns[usize::from(from)].cards.last().copied().into_iter().collect()
            }
            Move::ColumnToColumn { from, count, .. } => {
                self.columns[usize::from(from)].end(usize::from(count)).to_vec()
            }
            Move::FoundationToColumn { card, .. } => vec![card],
            _ => Vec::new(),
        }
    }
}

/// The cards that the layout does not name.
pub(crate) fn missing(rules: Rules, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
    let missing = |rounds: u8| {
        let is_second = |top: Card| rounds >> top.suit.index() & 1 == 1;
        layout.missing(&read_foundations(rules, layout, is_second)?.1, rules.pack)
    };
    if !rules.one_pile_per_suit || rules.pack.decks == 1 {
        return missing(0);
    }
    // With one pile per suit the top card does not tell the round; the number of cards may.
    let mut fitting: Vec<Vec<Card>> = (0..16)
        .filter_map(|rounds| missing(rounds).ok())
        .filter(|cards| cards.len() == layout.unseen())
        .collect();
    fitting.sort_unstable();
    fitting.dedup();
    match fitting.len() {
        0 => missing(0),
        1 => Ok(fitting.remove(0)),
        _ => Err(wrong("foundations", "the cards named do not tell which round each pile is in")),
    }
}

/// The unturned talon is hidden in the first pass, and the face-down cards.
impl Hides for Table {
    fn unseen_talon(&self, said: usize) -> usize {
        let talon = self.stock.len() - self.turned;
        match self.rules.passes {
            Some(_) if self.pass > 1 => 0,
            Some(_) => talon,
            None if said > 0 => talon,
            None => 0,
        }
    }

    fn still_unseen(&self, _: Move, before: usize) -> usize {
        before.min(self.stock.len() - self.turned)
    }

    fn hidden_cards(&mut self, unseen_talon: usize) -> Vec<&mut Card> {
        let face_down = self.columns.iter_mut().flat_map(Column::face_down_mut);
        let first = self.stock.len() - unseen_talon;
        face_down.chain(&mut self.stock[first..]).collect()
    }

    fn hidden_count(&self, unseen_talon: usize) -> usize {
        self.columns.iter().map(|column| column.face_down).sum::<usize>() + unseen_talon
    }
}

/// The piles under the top cards of the line `foundations`, and the cards those top cards cover. With
/// one pile per suit, whether that of a top card has been filled once before.
fn read_foundations(
    rules: Rules,
    layout: &Layout,
    is_second_round: impl Fn(Card) -> bool,
) -> Result<([[u8; 2]; 4], Vec<Card>), LayoutError> {
    let mut foundations = [[0; 2]; 4];
    let mut covered = Vec::new();
    let top_rank = rules.pack.top.number();
    let most = if rules.one_pile_per_suit { 1 } else { rules.pack.decks };
    let mut piles_of_suit = [0; 4];
    for top in layout.up_cards("foundations")? {
        let suit = top.suit.index();
        if piles_of_suit[suit] == most || !rules.pack.contains(top) {
            return Err(wrong("foundations", format!("there is no pile for {top}")));
        }
        let mut count = top.rank.number();
        if rules.one_pile_per_suit && is_second_round(top) {
            count += top_rank;
        }
        foundations[suit][usize::from(piles_of_suit[suit])] = count;
        piles_of_suit[suit] += 1;
        let ranks = (0..count - 1).filter_map(|i| Rank::new(i % top_rank + 1));
        covered.extend(ranks.map(|rank| Card::new(rank, top.suit)));
    }
    for piles in &mut foundations {
        piles.sort_by(|a, b| b.cmp(a));
    }
    Ok((foundations, covered))
}

/// Implements `Position` and the constructors of a game whose position is a table.
macro_rules! position_is_a_table {
    ($position:ident) => {
        impl $position {
            pub(crate) fn deal(variant: Variant, deck: &Deck) -> $position {
                $position { table: Table::deal(variant.rules, deck) }
            }

            pub(crate) fn from_layout(
                variant: Variant,
                layout: &Layout,
            ) -> Result<$position, LayoutError> {
                Ok($position { table: Table::from_layout(variant.rules, layout)? })
            }

            /// What lies on the table, with the rules that are played by.
            pub fn table(&self) -> &Table {
                &self.table
            }
        }

        /// The cards that the layout does not name.
        pub(crate) fn missing(variant: Variant, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
            eights::missing(variant.rules, layout)
        }

        impl crate::view::Hides for $position {
            fn unseen_talon(&self, said: usize) -> usize {
                self.table.unseen_talon(said)
            }

            fn still_unseen(&self, m: Move, before: usize) -> usize {
                self.table.still_unseen(m, before)
            }

            fn hidden_cards(&mut self, unseen_talon: usize) -> Vec<&mut Card> {
                self.table.hidden_cards(unseen_talon)
            }

            fn hidden_count(&self, unseen_talon: usize) -> usize {
                self.table.hidden_count(unseen_talon)
            }
        }

        impl Position for $position {
            fn legal_moves(&self) -> Vec<Move> {
                self.table.legal_moves()
            }

            fn play(&mut self, m: Move) {
                self.table.play(m);
            }

            fn is_won(&self) -> bool {
                self.table.is_won()
            }

            fn layout(&self) -> Layout {
                self.table.layout()
            }

            fn cards_moved(&self, m: Move) -> Vec<Card> {
                self.table.cards_moved(m)
            }
        }
    };
}
pub(crate) use position_is_a_table;

//! From the table of the rules to packed states, and from macro moves back to moves of the rules.

use gehtauf_cards::{Card, Suit};
use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;

use super::state::{
    CARD_TYPES, COLUMNS, CardType, Column, DEALT, Deal, FACES, MacroMove, State, below, landing,
    suit_bit,
};

impl Deal {
    /// Packs a position; nothing if it is too large.
    pub fn new(table: &Table) -> Option<(Deal, State)> {
        let width = table.columns.len();
        if width > COLUMNS
            || table.stock.len() > 64
            || table.columns.iter().any(|column| column.cards.len() > DEALT)
        {
            return None;
        }
        let card_types =
            |cards: &[Card]| cards.iter().copied().map(CardType::new).collect::<Vec<_>>();
        let mut deal = Deal {
            rules: table.rules,
            width,
            dealt: std::array::from_fn(|i| {
                table.columns.get(i).map_or(Vec::new(), |column| card_types(&column.cards))
            }),
            dealt_only: [[Column::EMPTY; DEALT + 1]; COLUMNS],
            stock: card_types(&table.stock),
            places_of_face: [0; FACES],
            builders: [0; FACES],
            places_of_type: [0; CARD_TYPES],
            aces_go_up: table.rules.forced_aces && !table.rules.one_pile_per_suit,
            no_such_suit: Suit::ALL.map(|s| 100 * u8::from(!table.rules.pack.suits.contains(s))),
        };
        let mut columns = [Column::EMPTY; COLUMNS];
        for (i, column) in table.columns.iter().enumerate() {
            let cards = &deal.dealt[i];
            for dealt in 1..=cards.len() {
                let first_up = column.face_down.min(dealt - 1);
                deal.dealt_only[i][dealt] = dealt_column(&cards[first_up..dealt], dealt as u32);
            }
            columns[i] = deal.dealt_only[i][cards.len()];
        }
        for (place, &card) in deal.stock.iter().enumerate() {
            deal.places_of_face[card.face()] |= 1 << place;
            deal.builders[landing(card.face())] |= 1 << place;
            deal.places_of_type[card.index()] |= 1 << place;
        }
        let foundations = table.foundations.as_flattened().try_into().expect("four suits of two");
        let state = State {
            columns,
            stock: below(table.stock.len() as u8),
            foundations,
            turned: table.turned as u8,
            pass: table.pass,
            must_play: table.must_play,
        };
        Some((deal, state))
    }

    /// Appends the moves of the rules that a macro move stands for in a state.
    pub fn write(&self, state: &State, m: MacroMove, moves: &mut Vec<Move>) {
        let turns = |places: u64| std::iter::repeat_n(Move::Turn, places.count_ones() as usize);
        if let MacroMove::StockToColumn { place, .. } | MacroMove::StockToFoundation { place } = m {
            let (talon, up_to_it) = (state.stock & !below(state.turned), below(place + 1));
            if place >= state.turned {
                moves.extend(turns(talon & up_to_it));
            } else if place + 1 < state.turned {
                moves.extend(turns(talon));
                moves.push(Move::Redeal);
                moves.extend(turns(state.stock & up_to_it));
            }
        }
        moves.push(match m {
            MacroMove::ColumnToColumn { from, to, count } => {
                Move::ColumnToColumn { from, to, count }
            }
            MacroMove::ColumnToFoundation { from } => Move::ColumnToFoundation { from },
            MacroMove::StockToColumn { to, .. } => Move::WasteToColumn { to },
            MacroMove::StockToFoundation { .. } => Move::WasteToFoundation,
            MacroMove::Turn => Move::Turn,
            MacroMove::Redeal => Move::Redeal,
        });
    }

    /// The moves of the rules that make up a path.
    pub fn write_path(&self, mut state: State, path: &[MacroMove]) -> Vec<Move> {
        let mut moves = Vec::new();
        for &m in path {
            self.write(&state, m, &mut moves);
            self.play(&mut state, m);
        }
        moves
    }
}

/// A column with these dealt cards face up, of `dealt` in all.
fn dealt_column(up: &[CardType], dealt: u32) -> Column {
    let open = *up.last().expect("a column with cards has an open one");
    let mut suits = 0;
    let mut run = 0;
    let mut face = open.face();
    for &card in up.iter().rev() {
        if card.face() != face {
            break;
        }
        suits |= suit_bit(card, run);
        run += 1;
        face = landing(face);
    }
    Column::pack(suits, run, open.face(), dealt, 0)
}

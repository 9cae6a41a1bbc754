//! What Acht mal Acht and 8x8 have in common: the table, its moves and its text form.

mod layout;
mod table;
mod variant;

pub(crate) use layout::missing;
pub use table::Table;
pub use variant::Rules;
pub(crate) use variant::{COLUMNS, FOUNDATION_RETURN, PASSES, ROWS};

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

        impl crate::hides::Hides for $position {
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

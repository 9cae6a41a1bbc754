//! Reading a position, and what of it is hidden.

use gehtauf_cards::{Card, Rank};

use super::position::{EkligeElfer, ends_in_ace, ends_in_complete_run};
use super::variant::Variant;
use crate::column::{Column, builds};
use crate::hides::Hides;
use crate::layout::{LayoutError, wrong};
use crate::{Layout, Move};

impl EkligeElfer {
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
                "{} of {first} cannot be left when {} are dealt at a time",
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

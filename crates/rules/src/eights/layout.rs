//! Reading a table, and what of it is hidden.

use gehtauf_cards::{Card, Rank};

use super::table::Table;
use super::variant::Rules;
use crate::column::Column;
use crate::hides::Hides;
use crate::layout::{LayoutError, wrong};
use crate::{Layout, Move};

impl Table {
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

/// The cards that the layout does not name.
pub(crate) fn missing(rules: Rules, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
    let missing = |fillings: u8| {
        let is_second = |top: Card| fillings >> top.suit.index() & 1 == 1;
        layout.missing(&read_foundations(rules, layout, is_second)?.1, rules.pack)
    };
    if !rules.one_pile_per_suit || rules.pack.decks == 1 {
        return missing(0);
    }
    // With one pile per suit the top card does not tell whether the pile is filled again; the number of cards may.
    let mut fitting: Vec<Vec<Card>> = (0..16)
        .filter_map(|fillings| missing(fillings).ok())
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

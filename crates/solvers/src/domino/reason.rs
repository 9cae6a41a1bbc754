//! Why a position is unwinnable: cards that never leave their places.
//!
//! *Setup.* The last round. In the relaxation nothing is taken away: a card put into a gap lies there as well as where
//! it lay, and each place that a card leaves is a gap for ever. Some cards are *freed*: their places are gaps from the
//! start, though they lie there as well. Before the Aces are chosen, each lies before all rows.
//!
//! *Claim.* A card that is not freed and that the relaxation never puts anywhere stays where it lies in every play. So if
//! one that stays lies wrong, there is no win. Before the Aces are chosen, that is one whose rank does not fit its place.
//!
//! *Each move keeps it.* By induction along the play: its gaps are gaps of the relaxation, and each card lies where the
//! relaxation has it, so that each move of the play is one of the relaxation.
//!
//! *Conclusion.* With other cards freed, those that stay do so whatever becomes of the freed ones. As many are freed as
//! can be without all that stay lying right; then none of those that stay can be left out.
//!
//! *Needs.* No redeal left, for a redeal moves all cards.
//!
//! Oracle: `tests/reasons.rs`.

use gehtauf_cards::{Card, Rank};
use gehtauf_rules::domino::Domino;
use gehtauf_search::bits;

use crate::{CardPlace, Reason};

/// So many bits has a row in a set of cells. A row has fewer places, so no cell has a neighbour in another row.
const ROW: usize = 16;

/// Why an unwinnable position is so.
pub fn reason(position: &Domino) -> Reason {
    match staying_cards(position) {
        Some(cards) => Reason::CardsStay(cards),
        None => Reason::AllStates,
    }
}

/// Cards that never leave their places and do not all lie right, none of which can be left out; nothing if this
/// argument does not show that the position is lost.
fn staying_cards(position: &Domino) -> Option<Vec<CardPlace>> {
    if position.redeals_left() > 0 {
        return None;
    }
    let cells = Cells::new(position);
    let lies_wrong = |staying: u64| staying & cells.wrong != 0;
    let mut staying = cells.staying(0);
    if !lies_wrong(staying) {
        return None;
    }
    for cell in bits(staying) {
        let freed = cells.cards & !staying | 1 << cell;
        let fewer = cells.staying(freed);
        if lies_wrong(fewer) {
            staying = fewer;
        }
    }
    let place =
        |cell: u8| CardPlace::Row { row: usize::from(cell) / ROW, place: usize::from(cell) % ROW };
    Some(bits(staying).map(place).collect())
}

/// What lies where, a bit for each cell.
struct Cells {
    fill_left: bool,
    /// By [`Card::index`]: where the card lies.
    at: [u64; Card::TYPES],
    gaps: u64,
    /// Where cards lie that can move: all but the Aces.
    cards: u64,
    /// Those of them where another card belongs.
    wrong: u64,
    /// Those that can move.
    movable: Vec<Card>,
}

impl Cells {
    fn new(position: &Domino) -> Cells {
        let variant = position.variant();
        let mut cells = Cells {
            fill_left: variant.fill_left,
            at: [0; Card::TYPES],
            gaps: 0,
            cards: 0,
            wrong: 0,
            movable: variant.pack.card_types().filter(|card| card.rank != Rank::ACE).collect(),
        };
        for row in 0..variant.rows() {
            let suit = position.card(row, 0).map(|ace| ace.suit);
            let first = 1 << (ROW * row);
            let aces = variant.row_suits().filter(|&of| suit.is_none_or(|suit| suit == of));
            for suit in aces {
                cells.at[Card::new(Rank::ACE, suit).index()] |= first;
            }
            for place in 1..variant.places() {
                let cell = first << place;
                let Some(card) = position.card(row, place) else {
                    cells.gaps |= cell;
                    continue;
                };
                cells.at[card.index()] = cell;
                cells.cards |= cell;
                let is_right = suit.is_none_or(|suit| suit == card.suit)
                    && usize::from(card.rank.number()) == place + 1;
                cells.wrong |= if is_right { 0 } else { cell };
            }
        }
        cells
    }

    /// Where cards lie that stay when the cards of some cells are freed.
    fn staying(&self, freed: u64) -> u64 {
        let mut lies = self.at;
        let (mut gaps, mut moved) = (self.gaps | freed, freed);
        loop {
            let before = (lies, gaps);
            for &card in &self.movable {
                let next_to = |step: fn(Rank) -> Option<Rank>| {
                    step(card.rank).map_or(0, |rank| lies[Card { rank, ..card }.index()])
                };
                let after = next_to(Rank::down) << 1;
                let ahead = if self.fill_left { 0 } else { next_to(Rank::up) >> 1 };
                let called = (after | ahead) & gaps;
                if called != 0 {
                    lies[card.index()] |= called;
                    gaps |= self.at[card.index()];
                    moved |= self.at[card.index()];
                }
            }
            if (lies, gaps) == before {
                return self.cards & !moved;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
    use gehtauf_search::{Limits, Verdict};

    use super::*;
    use crate::solve;

    fn whole_deals(number: u64) -> impl Iterator<Item = AnyPosition> {
        let game = Game::new(RuleSet::Domino, &[("fill", "left"), ("redeals", "0")]).unwrap();
        (0..number).map(move |seed| game.deal(&seeded_deck(seed, game.pack())).unwrap())
    }

    #[test]
    fn none_of_the_cards_that_stay_can_be_left_out() {
        let mut deals = 0;
        for any in whole_deals(300) {
            let AnyPosition::Domino(position) = &any else { unreachable!() };
            let Some(cards) = staying_cards(position) else { continue };
            let solution = solve(&any, Limits::default(), None).unwrap();
            assert_eq!(solution.verdict, Verdict::Unwinnable);
            deals += 1;
            let cells = Cells::new(position);
            let cell = |card: &CardPlace| match *card {
                CardPlace::Row { row, place } => 1_u64 << (ROW * row + place),
                _ => panic!("not in a row"),
            };
            let staying = cards.iter().map(cell).sum::<u64>();
            assert_eq!(cells.staying(cells.cards & !staying), staying);
            for card in &cards {
                let without = cells.staying(cells.cards & !staying | cell(card));
                assert_eq!(without & cells.wrong, 0, "{card:?} of {position:?}");
            }
        }
        assert!(deals > 5, "{deals}");
    }

    #[test]
    fn no_position_on_the_way_to_a_win_has_cards_that_must_stay() {
        let mut wins = 0;
        for any in whole_deals(60) {
            let solution = solve(&any, Limits::default(), None).unwrap();
            let Verdict::Won(moves) = solution.verdict else { continue };
            let AnyPosition::Domino(mut position) = any else { unreachable!() };
            wins += 1;
            for m in moves {
                assert_eq!(staying_cards(&position), None, "{position:?}");
                position.play(m);
            }
        }
        assert!(wins > 5, "{wins}");
    }
}

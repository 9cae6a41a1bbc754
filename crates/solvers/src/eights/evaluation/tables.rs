//! The evaluation of a packed state: its features weighed, most of them in tables filled once per deal.

use gehtauf_search::bits;

use super::features::{
    BANDS, BUILT, ByBand, Counts, FEATURES, FIRST_BUILT, FOUNDATION, LOWER_PILE, LOWEST_PILE,
    LastRun, MOVABLE, MOVABLE_SOON, NEXT_COVERED, OPEN, OPEN_FACES, Offer, RANKS, STOCK, Weights,
    dealt_features, table_features, time_features,
};
use crate::eights::prunings::safe_foundation_moves::NextCards;
use crate::eights::state::{COLUMNS, Column, DEALT, Deal, FACES, State};

/// What is kept of a state to evaluate the states after it.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    /// What columns and stock add to the evaluation.
    cards: ByBand,
    /// What the foundations add to the evaluation.
    foundations: ByBand,
    /// What the time that is left adds to the evaluation.
    time: ByBand,
    /// The bits of [`Offer::faces`] but those for faces that no stock card has.
    faces_in_stock: u64,
    /// The cards that the foundations take next.
    pub next: NextCards,
}

/// The features of a deal's states, weighed.
#[derive(Debug, Clone)]
pub struct Evaluator {
    weights: Weights,
    bands: [BandTables; BANDS],
    /// By face of an open card.
    offers: [Offer; FACES],
}

/// Sums of weights in one band.
#[derive(Debug, Clone)]
struct BandTables {
    /// The dealt cards of each column, by how many are left.
    dealt: [[Dealt; DEALT + 1]; COLUMNS],
    /// Whether the column has dealt cards, and the highest rank that is built: what that adds.
    built: [[i32; 32]; 2],
    /// Whether the column has dealt cards, and the open card's rank: what that adds.
    open: [[i32; 16]; 2],
    /// Each card of the stock.
    stock: [i32; 64],
    /// A pile of a height.
    foundation: [i32; 2 * RANKS],
}

/// What is known of a column's dealt cards.
#[derive(Debug, Clone, Copy)]
struct Dealt {
    /// What they add, but for what follows.
    value: i32,
    /// What the last run adds by the bits of [`Offer::faces`] of the face that it builds on.
    mobility: [i32; 4],
    last_run: LastRun,
}

impl BandTables {
    fn new(deal: &Deal, weights: &[i32; FEATURES]) -> BandTables {
        let mut tables = BandTables {
            dealt: std::array::from_fn(|i| {
                std::array::from_fn(|left| Dealt::new(deal, i, left, weights))
            }),
            built: [[0; 32]; 2],
            open: [[0; 16]; 2],
            stock: [0; 64],
            foundation: [0; 2 * RANKS],
        };
        let mut up_to = 0;
        for rank in 0..RANKS {
            tables.open[0][rank] = -up_to;
            tables.open[1][rank] = weights[OPEN + rank] - up_to;
            up_to += weights[BUILT + rank];
            tables.built[0][rank + 1] = up_to + weights[FIRST_BUILT + rank];
            tables.built[1][rank + 1] = up_to;
        }
        tables.built[0][0] = weights[FIRST_BUILT];
        for (place, card) in deal.stock.iter().enumerate() {
            tables.stock[place] = weights[STOCK + usize::from(card.rank())];
        }
        let top = usize::from(deal.rules.pack.top.number());
        for count in 1..2 * RANKS {
            tables.foundation[count] =
                tables.foundation[count - 1] + weights[FOUNDATION + 1 + (count - 1) % top];
        }
        tables
    }

    #[inline]
    fn column(&self, index: usize, column: Column) -> i32 {
        let (rank, dealt) = (usize::from(column.rank()), column.dealt() as usize);
        let has_dealt = usize::from(dealt != 0);
        let up_to = rank + column.built() as usize;
        self.dealt[index][dealt].value + self.built[has_dealt][up_to] + self.open[has_dealt][rank]
    }
}

impl Dealt {
    fn new(deal: &Deal, index: usize, left: usize, weights: &[i32; FEATURES]) -> Dealt {
        let last_run = LastRun::new(deal, index, left);
        let mut value = 0;
        if let Some(cards) = deal.dealt[index].get(..left) {
            dealt_features(cards, |feature, n| value += weights[feature] * n);
        }
        let runs = usize::from(last_run.runs);
        let (now, soon) = (weights[MOVABLE + runs], weights[MOVABLE_SOON + runs]);
        Dealt { value, mobility: [0, soon, now, now], last_run }
    }
}

impl Evaluator {
    /// Fills the tables of a deal.
    pub fn new(deal: &Deal, weights: &Weights) -> Evaluator {
        Evaluator {
            weights: *weights,
            bands: std::array::from_fn(|band| BandTables::new(deal, &weights[band])),
            offers: std::array::from_fn(|face| Offer::of_face(deal, face)),
        }
    }

    /// The parts of a state's evaluation.
    pub fn parts(&self, deal: &Deal, state: &State) -> Parts {
        let cards = std::array::from_fn(|band| {
            let tables = &self.bands[band];
            let columns = state.columns.iter().enumerate().map(|(i, &c)| tables.column(i, c));
            let stock = bits(state.stock).map(|place| tables.stock[usize::from(place)]);
            columns.sum::<i32>() + stock.sum::<i32>()
        });
        Parts {
            cards,
            foundations: std::array::from_fn(|band| self.foundations(band, &state.foundations)),
            time: std::array::from_fn(|band| self.time(deal, band, state)),
            faces_in_stock: (0..FACES).fold(u64::MAX, |faces, face| {
                let is_there = deal.places_of_face[face] & state.stock != 0;
                faces & !(u64::from(!is_there) << (2 * face))
            }),
            next: deal.next_cards(&state.foundations),
        }
    }

    /// The same for a state that comes after one of which they are known; `next` are the state's next
    /// cards.
    pub fn parts_after(
        &self,
        deal: &Deal,
        before: &State,
        known: &Parts,
        state: &State,
        next: NextCards,
    ) -> Parts {
        let mut parts = *known;
        let changed = changed_columns(before, state);
        for band in 0..BANDS {
            parts.cards[band] += self.cards_change(band, before, state, changed);
        }
        if before.foundations != state.foundations {
            parts.foundations =
                std::array::from_fn(|band| self.foundations(band, &state.foundations));
            parts.next = next;
        }
        if !same_time(before, state) {
            parts.time = std::array::from_fn(|band| self.time(deal, band, state));
            parts.faces_in_stock = faces_in_stock_after(deal, before, known, state);
        }
        parts
    }

    /// The evaluation of a state that comes after one of which the parts are known; `changed` are the
    /// [`changed_columns`], `next` the state's next cards.
    #[inline]
    pub fn evaluation_after(
        &self,
        deal: &Deal,
        before: &State,
        known: &Parts,
        state: &State,
        next: &NextCards,
        changed: u32,
    ) -> i32 {
        let counts = Counts::new(deal, state);
        let band = counts.band();
        let foundations = if before.foundations == state.foundations {
            known.foundations[band]
        } else {
            self.foundations(band, &state.foundations)
        };
        let (time, faces_in_stock) = if same_time(before, state) {
            (known.time[band], known.faces_in_stock)
        } else {
            let faces_in_stock = faces_in_stock_after(deal, before, known, state);
            (self.time(deal, band, state), faces_in_stock)
        };
        let cards = known.cards[band] + self.cards_change(band, before, state, changed);
        cards + foundations + time + self.table(band, state, counts, next, faces_in_stock)
    }

    #[inline]
    fn cards_change(&self, band: usize, before: &State, state: &State, changed: u32) -> i32 {
        let tables = &self.bands[band];
        let mut sum = 0;
        for i in columns_of(changed) {
            sum += tables.column(i, state.columns[i]) - tables.column(i, before.columns[i]);
        }
        for place in bits(before.stock & !state.stock) {
            sum -= tables.stock[usize::from(place)];
        }
        sum
    }

    #[inline]
    fn foundations(&self, band: usize, foundations: &[u8; 8]) -> i32 {
        let (weights, of_pile) = (&self.weights[band], &self.bands[band].foundation);
        let mut lowest = u8::MAX;
        let mut sum = 0;
        for &[high, low] in foundations.as_chunks().0 {
            sum += of_pile[usize::from(high)] + of_pile[usize::from(low)];
            sum += weights[LOWER_PILE] * i32::from(high.min(low));
            lowest = lowest.min(high.min(low));
        }
        sum + weights[LOWEST_PILE] * i32::from(lowest)
    }

    #[inline]
    fn time(&self, deal: &Deal, band: usize, state: &State) -> i32 {
        let (weights, mut value) = (&self.weights[band], 0);
        time_features(deal, state, |feature, n| value += weights[feature] * n);
        value
    }

    /// What neither columns, stock cards, foundations nor time add alone.
    #[inline]
    fn table(
        &self,
        band: usize,
        state: &State,
        counts: Counts,
        next: &NextCards,
        faces_in_stock: u64,
    ) -> i32 {
        let (weights, tables) = (&self.weights[band], &self.bands[band]);
        let (mut faces, mut buildable) = (0, 0);
        for column in state.columns {
            let offer = &self.offers[column.face()];
            faces |= offer.faces;
            buildable |= offer.buildable;
        }
        faces &= faces_in_stock;
        let (mut value, mut covered) = (0, 0);
        for (column, dealt) in state.columns.iter().zip(&tables.dealt) {
            let Dealt { mobility, last_run, .. } = &dealt[column.dealt() as usize];
            value += mobility[(faces >> (2 * last_run.onto) & 3) as usize];
            covered |= last_run.below;
        }
        value += weights[NEXT_COVERED] * (next.all & covered).count_ones() as i32;
        let targets = (faces & OPEN_FACES).count_ones();
        let add = |feature, n| value += weights[feature] * n;
        table_features(state, targets, buildable & state.stock, counts, add);
        value
    }
}

/// [`Parts::faces_in_stock`] of a state that comes after one of which the parts are known.
#[inline]
fn faces_in_stock_after(deal: &Deal, before: &State, known: &Parts, state: &State) -> u64 {
    let taken = bits(before.stock & !state.stock).map(|place| deal.stock[usize::from(place)]);
    taken.fold(known.faces_in_stock, |faces, card| {
        let is_last = deal.places_of_face[card.face()] & state.stock == 0;
        faces & !(u64::from(is_last) << (2 * card.face()))
    })
}

/// Whether the stock, what of it is waste and the pass are the same.
#[inline]
fn same_time(before: &State, state: &State) -> bool {
    before.stock == state.stock && before.turned == state.turned && before.pass == state.pass
}

/// The columns of which the bits are set.
#[inline]
pub fn columns_of(mask: u32) -> impl Iterator<Item = usize> {
    bits(mask).map(|i| usize::from(i) % COLUMNS)
}

/// One bit for each column in which two states differ.
#[inline]
pub fn changed_columns(before: &State, after: &State) -> u32 {
    let columns = before.columns.iter().zip(&after.columns).enumerate();
    columns.fold(0, |changed, (i, (old, new))| changed | u32::from(old != new) << i)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{Game, RuleSet};

    use super::*;
    use crate::GameSolver;
    use crate::eights::Solver;
    use crate::eights::evaluation::features::{band, features};
    use crate::eights::evaluation::weights::weights;
    use crate::eights::moves::Choice;
    use crate::eights::prunings::talon_macro_moves::Talon;

    #[test]
    fn value_after_a_step_is_the_weighted_sum_of_the_features() {
        for rule_set in [RuleSet::AchtMalAcht, RuleSet::EightByEight] {
            for seed in 0..20 {
                let game = Game::new(rule_set, &[]).unwrap();
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let table = Solver::of(&position).unwrap();
                let (deal, mut state) = Deal::new(table).unwrap();
                let weights = weights(&table.rules);
                let evaluator = Evaluator::new(&deal, weights);
                let mut parts = evaluator.parts(&deal, &state);
                let choice =
                    Choice { talon: Talon::MacroMoves, to_uncover: u64::MAX, symmetric: false };
                for n in 0..200 {
                    let mut moves = Vec::new();
                    let next = deal.next_cards(&state.foundations);
                    deal.moves(&state, &next, choice, &mut moves);
                    let Some(&m) = moves.get(n * 7 % moves.len().max(1)) else { break };
                    let before = state;
                    deal.play(&mut state, m);
                    let changed = changed_columns(&before, &state);
                    let next = deal.next_cards(&state.foundations);
                    let value =
                        evaluator.evaluation_after(&deal, &before, &parts, &state, &next, changed);
                    let weights = &weights[band(&deal, &state)];
                    let mut sum = 0;
                    features(&deal, &state, |feature, n| sum += weights[feature] * n);
                    assert_eq!(value, sum, "{rule_set} seed {seed} {state:?}");
                    parts = evaluator.parts_after(&deal, &before, &parts, &state, next);
                }
            }
        }
    }
}

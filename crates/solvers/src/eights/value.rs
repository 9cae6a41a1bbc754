//! How promising a state is: its features weighed, most of them in tables filled once per deal.

use super::features::{
    BUILT, Counts, FEATURES, HOME, LOWER_PILE, LOWEST_PILE, LastRun, MOVABLE, MOVABLE_SOON,
    NEXT_BURIED, OPEN, OPEN_FACES, Offer, PHASES, Phased, RANKS, ROOT, STOCK, Weights,
    dealt_features, table_features, time_features,
};
use super::packed::{COLUMNS, Column, DEALT, Deal, FACES, State};
use super::steps::{NextKinds, bits};

/// What is kept of a state to compute the value of the states after it.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    /// What columns and stock add to the value.
    cards: Phased,
    /// What the foundations add to the value.
    foundations: Phased,
    /// What the time that is left adds to the value.
    time: Phased,
    /// The bits of [`Offer::faces`] but those for faces that no stock card has.
    faces_in_stock: u64,
    /// The kinds that the foundations take next.
    pub next: NextKinds,
}

/// The features of a deal's states, weighed.
#[derive(Debug, Clone)]
pub struct Valuer {
    weights: Weights,
    phases: [PhaseTables; PHASES],
    /// By face of an open card.
    offers: [Offer; FACES],
}

/// Sums of weights in one phase.
#[derive(Debug, Clone)]
struct PhaseTables {
    /// The dealt cards of each column, by how many are left.
    dealt: [[Dealt; DEALT + 1]; COLUMNS],
    /// Whether the column has dealt cards, and the highest rank that is built: what that adds.
    built: [[i32; 32]; 2],
    /// Whether the column has dealt cards, and the open card's rank: what that adds.
    open: [[i32; 16]; 2],
    /// Each card of the stock.
    stock: [i32; 64],
    /// A pile of a height.
    home: [i32; 2 * RANKS],
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

impl PhaseTables {
    fn new(deal: &Deal, weights: &[i32; FEATURES]) -> PhaseTables {
        let mut tables = PhaseTables {
            dealt: std::array::from_fn(|i| {
                std::array::from_fn(|left| Dealt::new(deal, i, left, weights))
            }),
            built: [[0; 32]; 2],
            open: [[0; 16]; 2],
            stock: [0; 64],
            home: [0; 2 * RANKS],
        };
        let mut up_to = 0;
        for rank in 0..RANKS {
            tables.open[0][rank] = -up_to;
            tables.open[1][rank] = weights[OPEN + rank] - up_to;
            up_to += weights[BUILT + rank];
            tables.built[0][rank + 1] = up_to + weights[ROOT + rank];
            tables.built[1][rank + 1] = up_to;
        }
        tables.built[0][0] = weights[ROOT];
        for (place, kind) in deal.stock.iter().enumerate() {
            tables.stock[place] = weights[STOCK + usize::from(kind.rank())];
        }
        let top = usize::from(deal.rules.pack.top.number());
        for count in 1..2 * RANKS {
            tables.home[count] = tables.home[count - 1] + weights[HOME + 1 + (count - 1) % top];
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

impl Valuer {
    /// Fills the tables of a deal.
    pub fn new(deal: &Deal, weights: &Weights) -> Valuer {
        Valuer {
            weights: *weights,
            phases: std::array::from_fn(|phase| PhaseTables::new(deal, &weights[phase])),
            offers: std::array::from_fn(|face| Offer::of_face(deal, face)),
        }
    }

    /// The parts of a state's value.
    pub fn parts(&self, deal: &Deal, state: &State) -> Parts {
        let cards = std::array::from_fn(|phase| {
            let tables = &self.phases[phase];
            let columns = state.columns.iter().enumerate().map(|(i, &c)| tables.column(i, c));
            let stock = bits(state.stock).map(|place| tables.stock[usize::from(place)]);
            columns.sum::<i32>() + stock.sum::<i32>()
        });
        Parts {
            cards,
            foundations: std::array::from_fn(|phase| self.foundations(phase, &state.foundations)),
            time: std::array::from_fn(|phase| self.time(deal, phase, state)),
            faces_in_stock: (0..FACES).fold(u64::MAX, |faces, face| {
                let is_there = deal.places_of_face[face] & state.stock != 0;
                faces & !(u64::from(!is_there) << (2 * face))
            }),
            next: deal.next_kinds(&state.foundations),
        }
    }

    /// The same for a state that comes after one of which they are known; `next` are the state's next
    /// kinds.
    pub fn parts_after(
        &self,
        deal: &Deal,
        before: &State,
        known: &Parts,
        state: &State,
        next: NextKinds,
    ) -> Parts {
        let mut parts = *known;
        let changed = changed_columns(before, state);
        for phase in 0..PHASES {
            parts.cards[phase] += self.cards_change(phase, before, state, changed);
        }
        if before.foundations != state.foundations {
            parts.foundations =
                std::array::from_fn(|phase| self.foundations(phase, &state.foundations));
            parts.next = next;
        }
        if !same_time(before, state) {
            parts.time = std::array::from_fn(|phase| self.time(deal, phase, state));
            parts.faces_in_stock = faces_in_stock_after(deal, before, known, state);
        }
        parts
    }

    /// The value of a state that comes after one of which the parts are known; `changed` are the
    /// [`changed_columns`], `next` the state's next kinds.
    #[inline]
    pub fn value_after(
        &self,
        deal: &Deal,
        before: &State,
        known: &Parts,
        state: &State,
        next: &NextKinds,
        changed: u32,
    ) -> i32 {
        let counts = Counts::new(deal, state);
        let phase = counts.phase();
        let foundations = if before.foundations == state.foundations {
            known.foundations[phase]
        } else {
            self.foundations(phase, &state.foundations)
        };
        let (time, faces_in_stock) = if same_time(before, state) {
            (known.time[phase], known.faces_in_stock)
        } else {
            let faces_in_stock = faces_in_stock_after(deal, before, known, state);
            (self.time(deal, phase, state), faces_in_stock)
        };
        let cards = known.cards[phase] + self.cards_change(phase, before, state, changed);
        cards + foundations + time + self.table(phase, state, counts, next, faces_in_stock)
    }

    #[inline]
    fn cards_change(&self, phase: usize, before: &State, state: &State, changed: u32) -> i32 {
        let tables = &self.phases[phase];
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
    fn foundations(&self, phase: usize, foundations: &[u8; 8]) -> i32 {
        let (weights, home) = (&self.weights[phase], &self.phases[phase].home);
        let mut lowest = u8::MAX;
        let mut sum = 0;
        for &[high, low] in foundations.as_chunks().0 {
            sum += home[usize::from(high)] + home[usize::from(low)];
            sum += weights[LOWER_PILE] * i32::from(high.min(low));
            lowest = lowest.min(high.min(low));
        }
        sum + weights[LOWEST_PILE] * i32::from(lowest)
    }

    #[inline]
    fn time(&self, deal: &Deal, phase: usize, state: &State) -> i32 {
        let (weights, mut value) = (&self.weights[phase], 0);
        time_features(deal, state, |feature, n| value += weights[feature] * n);
        value
    }

    /// What neither columns, stock cards, foundations nor time add alone.
    #[inline]
    fn table(
        &self,
        phase: usize,
        state: &State,
        counts: Counts,
        next: &NextKinds,
        faces_in_stock: u64,
    ) -> i32 {
        let (weights, tables) = (&self.weights[phase], &self.phases[phase]);
        let (mut faces, mut buildable) = (0, 0);
        for column in state.columns {
            let offer = &self.offers[column.face()];
            faces |= offer.faces;
            buildable |= offer.buildable;
        }
        faces &= faces_in_stock;
        let (mut value, mut buried) = (0, 0);
        for (column, dealt) in state.columns.iter().zip(&tables.dealt) {
            let Dealt { mobility, last_run, .. } = &dealt[column.dealt() as usize];
            value += mobility[(faces >> (2 * last_run.onto) & 3) as usize];
            buried |= last_run.below;
        }
        value += weights[NEXT_BURIED] * (next.all & buried).count_ones() as i32;
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
    taken.fold(known.faces_in_stock, |faces, kind| {
        let is_last = deal.places_of_face[kind.face()] & state.stock == 0;
        faces & !(u64::from(is_last) << (2 * kind.face()))
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
    bits(mask.into()).map(|i| usize::from(i) % COLUMNS)
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
    use gehtauf_rules::{AnyPosition, Game, RuleSet};

    use super::super::features::{features, phase};
    use super::super::steps::Talon;
    use super::super::training::weights;
    use super::*;

    #[test]
    fn value_after_a_step_is_the_weighted_sum_of_the_features() {
        for rule_set in [RuleSet::AchtMalAcht, RuleSet::EightByEight] {
            for seed in 0..20 {
                let game = Game::new(rule_set, &[]).unwrap();
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let table = match &position {
                    AnyPosition::AchtMalAcht(position) => position.table(),
                    AnyPosition::EightByEight(position) => position.table(),
                    _ => unreachable!(),
                };
                let (deal, mut state) = Deal::new(table).unwrap();
                let weights = weights(table);
                let valuer = Valuer::new(&deal, weights);
                let mut parts = valuer.parts(&deal, &state);
                for n in 0..200 {
                    let mut steps = Vec::new();
                    let next = deal.next_kinds(&state.foundations);
                    deal.steps(&state, &next, Talon::Lazy, u64::MAX, &mut steps);
                    let Some(&step) = steps.get(n * 7 % steps.len().max(1)) else { break };
                    let before = state;
                    deal.play(&mut state, step);
                    let changed = changed_columns(&before, &state);
                    let next = deal.next_kinds(&state.foundations);
                    let value = valuer.value_after(&deal, &before, &parts, &state, &next, changed);
                    let weights = &weights[phase(&deal, &state)];
                    let mut sum = 0;
                    features(&deal, &state, |feature, n| sum += weights[feature] * n);
                    assert_eq!(value, sum, "{rule_set} seed {seed} {state:?}");
                    parts = valuer.parts_after(&deal, &before, &parts, &state, next);
                }
            }
        }
    }
}

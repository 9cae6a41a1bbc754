//! The rows of Domino, quick to play on.

use gehtauf_cards::{Card, Rank, Suit};
use gehtauf_rules::Move;
use gehtauf_rules::domino::{Domino, MAX_PLACES, MAX_ROWS};

/// A card as its suit, counted from 1, times 16 plus its rank; 0 is a gap, so that no card follows it.
type Code = u8;

/// The cards in the rows.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    /// The rows one after another, [`MAX_PLACES`] each, and a gap at the end.
    cells: [Code; MAX_ROWS * MAX_PLACES + 1],
    /// Where each card lies.
    spots: [u8; 80],
    gaps: [u8; MAX_ROWS],
    row_count: usize,
    places: usize,
    top_rank: u8,
    fill_left: bool,
    /// How many cards lie just behind the one that they follow.
    links: i32,
    /// How many cards of each row, the Ace included, lie in order from its left end on.
    ordered: [u8; MAX_ROWS],
}

/// A card on its way into a gap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    card: Code,
    /// Which of the gaps.
    gap: usize,
}

/// A step played, and what was counted before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Played {
    step: Step,
    from: u8,
    to: u8,
    links: i32,
    ordered: [u8; MAX_ROWS],
}

/// Room for the steps from one position: each gap calls for at most two cards.
pub(crate) type Steps = ([Option<Step>; 2 * MAX_ROWS], usize);

fn rank(card: Code) -> u8 {
    card & 15
}

impl Step {
    /// Whether both move the same card.
    pub fn has_card_of(self, other: Step) -> bool {
        self.card == other.card
    }
}

impl Rows {
    /// The rows of a position in which the Aces lie.
    pub fn new(position: &Domino) -> Rows {
        let variant = position.variant();
        let mut rows = Rows {
            cells: [0; MAX_ROWS * MAX_PLACES + 1],
            spots: [0; 80],
            gaps: [0; MAX_ROWS],
            row_count: variant.rows(),
            places: variant.places(),
            top_rank: variant.pack.top.number(),
            fill_left: variant.fill_left,
            links: 0,
            ordered: [1; MAX_ROWS],
        };
        let mut gap_count = 0;
        for row in 0..rows.row_count {
            for place in 0..rows.places {
                let cell = MAX_PLACES * row + place;
                match position.card(row, place) {
                    Some(card) => {
                        rows.cells[cell] = (card.suit.index() as u8 + 1) << 4 | card.rank.number();
                        rows.spots[usize::from(rows.cells[cell])] = cell as u8;
                    }
                    None => {
                        rows.gaps[gap_count] = cell as u8;
                        gap_count += 1;
                    }
                }
            }
        }
        rows.links = (1..rows.cells.len()).map(|cell| i32::from(rows.is_link(cell))).sum();
        for row in 0..rows.row_count {
            rows.extend_ordered(row);
        }
        rows
    }

    /// Whether the card of a cell follows the one to its left.
    fn is_link(&self, cell: usize) -> bool {
        self.cells[cell] == self.cells[cell - 1] + 1
    }

    /// All cards that gaps call for.
    pub fn steps(&self) -> Steps {
        let (mut steps, mut count) = ([None; 2 * MAX_ROWS], 0);
        for (gap, &cell) in self.gaps[..self.row_count].iter().enumerate() {
            let cell = usize::from(cell);
            let left = self.cells[cell - 1];
            let mut after = 0;
            if left != 0 && rank(left) < self.top_rank {
                after = left + 1;
                steps[count] = Some(Step { card: after, gap });
                count += 1;
            }
            if self.fill_left || cell % MAX_PLACES + 1 == self.places {
                continue;
            }
            let right = self.cells[cell + 1];
            if rank(right) > 2 && right - 1 != after {
                steps[count] = Some(Step { card: right - 1, gap });
                count += 1;
            }
        }
        (steps, count)
    }

    /// Plays a step. Gives what takes it back.
    pub fn play(&mut self, step: Step) -> Played {
        let to = self.gaps[step.gap];
        let from = self.spots[usize::from(step.card)];
        let played = Played { step, from, to, links: self.links, ordered: self.ordered };
        self.links -= self.links_at(from.into());
        self.move_card(step, from, to);
        self.links += self.links_at(to.into());
        let [row_left, row] = [from, to].map(|cell| usize::from(cell) / MAX_PLACES);
        let place_left = from % MAX_PLACES as u8;
        self.ordered[row_left] = self.ordered[row_left].min(place_left);
        self.extend_ordered(row);
        played
    }

    /// Takes back the step played last.
    pub fn take_back(&mut self, played: Played) {
        let Played { step, from, to, links, ordered } = played;
        self.move_card(step, to, from);
        (self.links, self.ordered) = (links, ordered);
    }

    /// Moves the card of a step from a cell into the gap, which is another one.
    fn move_card(&mut self, step: Step, from: u8, to: u8) {
        self.cells[usize::from(from)] = 0;
        self.cells[usize::from(to)] = step.card;
        self.spots[usize::from(step.card)] = to;
        self.gaps[step.gap] = from;
    }

    /// Counts the cards in order in a row from those on that have been counted.
    fn extend_ordered(&mut self, row: usize) {
        while self.is_link(MAX_PLACES * row + usize::from(self.ordered[row])) {
            self.ordered[row] += 1;
        }
    }

    /// The links on both sides of a cell.
    fn links_at(&self, cell: usize) -> i32 {
        i32::from(self.is_link(cell)) + i32::from(self.is_link(cell + 1))
    }

    /// How many cards, Aces included, lie in order from the left end of the rows on.
    pub fn ordered(&self) -> i32 {
        self.ordered[..self.row_count].iter().map(|&count| i32::from(count)).sum()
    }

    /// How many cards lie just behind the one that they follow.
    pub fn links(&self) -> i32 {
        self.links
    }

    /// Whether all cards lie in order.
    pub fn is_won(&self) -> bool {
        self.ordered() == (self.row_count * (self.places - 1)) as i32
    }

    /// A step as a move.
    pub fn to_move(&self, step: Step) -> Move {
        let cell = self.gaps[step.gap];
        let suit = Suit::ALL[usize::from(step.card >> 4) - 1];
        let rank = Rank::new(rank(step.card)).expect("a card has a rank");
        let (row, place) = (cell / MAX_PLACES as u8, cell % MAX_PLACES as u8);
        Move::CardToGap { card: Card::new(rank, suit), row, place }
    }

    /// Whether the card of a step lies behind the one that it follows.
    pub fn lies_well(&self, step: Step) -> bool {
        self.is_link(self.spots[usize::from(step.card)].into())
    }

    /// Whether a step puts a card behind the one that it follows.
    pub fn goes_well(&self, step: Step) -> bool {
        self.cells[usize::from(self.gaps[step.gap]) - 1] + 1 == step.card
    }
}

//! The table as its player sees it, packed: a column is a pile of runs, a face-down card is a number of
//! them, and of the unseen cards only how often each type occurs.

use gehtauf_cards::{Card, Colour, Rank};
use gehtauf_rules::{AnyPosition, Column, Move, View};

use super::tails::Tails;

/// The most columns of a packed table.
pub const COLUMNS: usize = 11;
/// The most runs of a column.
pub const RUNS: usize = 12;
/// How many types there are below this: parity times 16 plus rank, the 2 being rank 0.
pub const TYPES: usize = 32;
/// What stands for an Ace where a type is expected.
pub const ACE: u8 = u8::MAX;

/// The type of a card: building asks for no more of a card than its rank and its colour.
///
/// The parity is (rank + colour) mod 2. A card goes onto another exactly if both have one parity and its
/// rank is one lower.
pub fn type_of(card: Card) -> u8 {
    if card.rank == Rank::ACE {
        return ACE;
    }
    let red = u8::from(card.colour() == Colour::Red);
    ((card.rank.number() + red) & 1) << 4 | (card.rank.number() - 2)
}

/// The rank of a type.
pub fn rank(card: u8) -> u8 {
    card & 15
}

/// The parity of a type.
pub fn parity(card: u8) -> usize {
    usize::from(card >> 4)
}

/// A run of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Run {
    /// The first card's type.
    pub head: u8,
    /// The last card's rank.
    pub tail: u8,
}

/// A column: so many face-down cards, and the runs on them, the open one last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stack {
    /// How many face-down cards there are.
    pub down: u8,
    /// How many runs there are.
    pub len: u8,
    /// The runs, of which the first `len` count.
    pub runs: [Run; RUNS],
}

impl Stack {
    /// The open run.
    pub fn open(&self) -> Option<Run> {
        self.runs[..usize::from(self.len)].last().copied()
    }

    /// Whether it is a space.
    pub fn is_empty(&self) -> bool {
        self.len == 0 && self.down == 0
    }

    fn open_mut(&mut self) -> &mut Run {
        &mut self.runs[usize::from(self.len) - 1]
    }

    /// Takes the open run off, and leaves nothing of it, so that equal columns are equal.
    fn pop(&mut self) {
        *self.open_mut() = Run::default();
        self.len -= 1;
    }

    /// Puts a card on top: it joins the open run or begins one.
    fn push(&mut self, card: u8) {
        if let Some(open) = self.open()
            && open.head >> 4 == card >> 4
            && rank(card) + 1 == open.tail
        {
            self.open_mut().tail -= 1;
        } else {
            self.runs[usize::from(self.len)] = Run { head: card, tail: rank(card) };
            self.len += 1;
        }
    }
}

/// An irreversible move between two deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The whole open run of the column goes onto an open card of another one.
    Pop(u8),
    /// The King's run of the column, which lies on something, goes to an empty column.
    King(u8),
    /// The King's run of the column gets the 2 that it may lack and goes out.
    Out(u8),
}

impl Step {
    pub fn column(self) -> usize {
        let (Step::Pop(column) | Step::King(column) | Step::Out(column)) = self;
        usize::from(column)
    }
}

/// The table as its player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// How many columns there are.
    pub width: usize,
    /// The rank of the King.
    pub king: u8,
    /// The columns, left to right.
    pub stacks: [Stack; COLUMNS],
    /// How many cards the talon has.
    pub talon: u8,
    /// How many unseen cards there are of each type.
    pub unseen: [u8; TYPES],
    /// How many runs must still go out.
    pub runs_left: u8,
    /// `take-out=forced`.
    forced: bool,
}

impl Seen {
    /// Packs what is seen; nothing if it is another game or too large.
    pub fn new(view: &View) -> Option<Seen> {
        let AnyPosition::EkligeElfer(shown) = view.position() else { return None };
        let variant = shown.variant();
        let width = usize::from(variant.columns);
        let deals = shown.talon().len().div_ceil(width);
        let mut seen = Seen {
            width,
            king: variant.pack.top.number() - 2,
            stacks: [Stack::default(); COLUMNS],
            talon: shown.talon().len() as u8,
            unseen: [0; TYPES],
            runs_left: (variant.runs() - shown.runs_out()) as u8,
            forced: variant.take_out_forced,
        };
        if width > COLUMNS {
            return None;
        }
        for (stack, column) in seen.stacks.iter_mut().zip(shown.columns()) {
            *stack = pack(column, deals)?;
        }
        for card in view.unseen_cards() {
            if card.rank != Rank::ACE {
                seen.unseen[usize::from(type_of(card))] += 1;
            }
        }
        Some(seen)
    }

    /// How many deals are left.
    pub fn deals_left(&self) -> usize {
        usize::from(self.talon).div_ceil(self.width)
    }

    /// How many unseen cards there are, without the Aces.
    pub fn unseen_len(&self) -> u32 {
        self.unseen.iter().map(|&n| u32::from(n)).sum()
    }

    /// The tails of the open runs, of each parity.
    pub fn open_tails(&self) -> [Tails; 2] {
        let mut tails = [Tails::default(); 2];
        for run in self.stacks[..self.width].iter().filter_map(Stack::open) {
            tails[parity(run.head)].add(run.tail);
        }
        tails
    }

    /// The column of which a face-down card is open and is to be turned up.
    pub fn to_turn_up(&self) -> Option<usize> {
        self.stacks[..self.width].iter().position(|stack| stack.len == 0 && stack.down > 0)
    }

    /// Turns up the face-down card at the end of a column.
    pub fn turn_up(&mut self, column: usize, card: u8) {
        let stack = &mut self.stacks[column];
        stack.down -= 1;
        if card != ACE {
            stack.push(card);
            self.unseen[usize::from(card)] -= 1;
        }
    }

    /// Deals these cards, the next row.
    pub fn deal(&mut self, cards: &[u8]) {
        self.talon -= cards.len() as u8;
        for (column, &card) in cards.iter().enumerate().filter(|&(_, &card)| card != ACE) {
            self.unseen[usize::from(card)] -= 1;
            self.stacks[column].push(card);
            self.take_out_if_forced(column);
        }
    }

    fn take_out_if_forced(&mut self, column: usize) -> bool {
        let goes = self.forced
            && self.stacks[column].open().is_some_and(|r| rank(r.head) == self.king && r.tail == 0);
        if goes {
            self.stacks[column].pop();
            self.runs_left -= 1;
        }
        goes
    }

    /// Whether a step is possible.
    pub fn allows(&self, step: Step) -> bool {
        let column = step.column();
        let Some(Run { head, .. }) = self.stacks[column].open() else { return false };
        let is_king = rank(head) == self.king;
        let mut tails = self.open_tails()[parity(head)];
        match step {
            Step::Pop(_) => !is_king && tails.has(rank(head) + 1),
            Step::King(_) => is_king && self.stacks[..self.width].iter().any(Stack::is_empty),
            Step::Out(_) => {
                is_king && tails.has(0) && {
                    tails.remove(0);
                    let others = (0..self.width).filter(|&other| other != column);
                    let mut heads = Tails::default();
                    for run in others.filter_map(|other| self.stacks[other].open()) {
                        if parity(run.head) == parity(head) {
                            heads.add(rank(run.head));
                        }
                    }
                    heads.can_carry(tails)
                }
            }
        }
    }

    /// Plays a step that is possible, move by move; `write` is told each one. Gives `false` if a run went
    /// out unasked, so that a plan is worth nothing any more.
    pub fn play(&mut self, step: Step, write: &mut impl FnMut(Move)) -> bool {
        let from = step.column();
        match step {
            Step::Pop(_) => {
                let run = self.stacks[from].open().expect("a column with a run");
                let to = self.column_with(parity(run.head), rank(run.head) + 1);
                self.carry(from, to, rank(run.head) - run.tail + 1, write)
            }
            Step::King(_) => {
                let run = self.stacks[from].open().expect("a column with a run");
                let to = self.stacks[..self.width].iter().position(Stack::is_empty);
                self.carry(from, to.expect("a space"), rank(run.head) - run.tail + 1, write)
            }
            Step::Out(_) => {
                if !self.get_two(from, write) {
                    return false;
                }
                write(Move::ColumnOut { from: from as u8 });
                self.stacks[from].pop();
                self.runs_left -= 1;
                true
            }
        }
    }

    /// A column whose open run is of this parity and ends in this rank.
    fn column_with(&self, of: usize, tail: u8) -> usize {
        let fits = |run: Run| parity(run.head) == of && run.tail == tail;
        let found = self.stacks[..self.width].iter().position(|s| s.open().is_some_and(fits));
        found.expect("an open card to build on")
    }

    /// Moves so many cards of a column onto another. Gives `false` if a run went out.
    fn carry(&mut self, from: usize, to: usize, count: u8, write: &mut impl FnMut(Move)) -> bool {
        write(Move::ColumnToColumn { from: from as u8, to: to as u8, count });
        let run = self.stacks[from].open().expect("a column with a run");
        if rank(run.head) - run.tail + 1 == count {
            self.stacks[from].pop();
        } else {
            self.stacks[from].open_mut().tail = run.tail + count;
        }
        if self.stacks[to].is_empty() {
            self.stacks[to].runs[0] = run;
            self.stacks[to].len = 1;
        } else {
            self.stacks[to].open_mut().tail = run.tail;
        }
        !self.take_out_if_forced(to)
    }

    /// Exchanges tails until the King's run of a column ends in a 2. Gives `false` if it has gone out.
    ///
    /// Lowest head first each column gets the tail that it is to have: a higher head carries whatever a
    /// lower one carries, so that two tails change places in one move.
    fn get_two(&mut self, king: usize, write: &mut impl FnMut(Move)) -> bool {
        let Some(open) = self.stacks[king].open() else { return false };
        let of = parity(open.head);
        let mut columns: Vec<(u8, usize)> = (0..self.width)
            .filter_map(|c| Some((self.stacks[c].open()?, c)))
            .filter(|&(run, column)| parity(run.head) == of && column != king)
            .map(|(run, column)| (rank(run.head), column))
            .collect();
        columns.sort_unstable();
        let mut tails = self.open_tails()[of];
        tails.remove(0);
        let mut wanted: Vec<(usize, u8)> = Vec::with_capacity(columns.len() + 1);
        for (head, column) in columns {
            let has = self.stacks[column].open().map_or(0, |run| run.tail);
            let tail = if tails.has(has) { Some(has) } else { tails.highest_at_most(head) };
            let tail = tail.expect("the other heads carry the other tails");
            tails.remove(tail);
            wanted.push((column, tail));
        }
        wanted.push((king, 0));
        let tail_of = |seen: &Seen, c: usize| seen.stacks[c].open().map_or(0, |run| run.tail);
        for (i, &(column, tail)) in wanted.iter().enumerate() {
            let has = tail_of(self, column);
            if has == tail {
                continue;
            }
            let mut others = wanted[i + 1..].iter().map(|&(c, _)| c);
            let other = others.find(|&c| tail_of(self, c) == tail);
            let other = other.expect("a column further on has the tail");
            let (from, to, count) =
                if has > tail { (other, column, has - tail) } else { (column, other, tail - has) };
            if !self.carry(from, to, count, write) {
                return false;
            }
        }
        true
    }
}

/// A column as runs; a covered Ace goes when it comes to light and is none.
fn pack(column: &Column, deals: usize) -> Option<Stack> {
    let mut stack = Stack { down: column.face_down as u8, ..Stack::default() };
    let mut after_ace = false;
    for &card in &column.cards[column.face_down..] {
        if usize::from(stack.len) + deals >= RUNS {
            return None;
        }
        let card = type_of(card);
        if card == ACE {
            after_ace = true;
        } else if std::mem::take(&mut after_ace) {
            stack.runs[usize::from(stack.len)] = Run { head: card, tail: rank(card) };
            stack.len += 1;
        } else {
            stack.push(card);
        }
    }
    Some(stack)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{Game, Referee, RuleSet};

    use super::*;

    /// Every step that is possible, in an order that the seed gives, against the rules.
    #[test]
    fn steps_do_what_the_rules_do() {
        let mut counts = [0; 3];
        for options in [&[][..], &[("ranks", "4"), ("columns", "5")], &[("ranks", "5")]] {
            let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
            for seed in 0..60 {
                let deal = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let mut referee = Referee::new(deal);
                for turn in 0..400 {
                    let mut seen = Seen::new(referee.view()).unwrap();
                    let columns = (0..seen.width as u8).rev();
                    let steps: Vec<Step> = columns
                        .flat_map(|c| [Step::Out(c), Step::Pop(c), Step::King(c)])
                        .filter(|&step| seen.allows(step))
                        .collect();
                    let Some(&step) = steps.get(turn % steps.len().max(1)) else {
                        if seen.talon == 0 {
                            break;
                        }
                        referee.play(Move::Deal);
                        continue;
                    };
                    counts[match step {
                        Step::Pop(_) => 0,
                        Step::King(_) => 1,
                        Step::Out(_) => 2,
                    }] += 1;
                    let mut moves = Vec::new();
                    assert!(seen.play(step, &mut |m| moves.push(m)));
                    for &m in &moves {
                        assert!(referee.view().legal_moves().contains(&m), "{step:?}: {m}");
                        referee.play(m);
                    }
                    if referee.view().is_won() {
                        break;
                    }
                    if seen.to_turn_up().is_none() {
                        assert_eq!(seen, Seen::new(referee.view()).unwrap(), "{step:?}");
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}

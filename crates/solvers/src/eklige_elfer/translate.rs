//! From steps of the deferred space to moves of the game.
//!
//! The game is played along with the steps. What the steps leave open is settled here: before a deal
//! each column is given the tail with which a later step uncovers it, and the interchangeable columns are put
//! into the order that the step names.

use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{Move, Position};

use super::abstractions::card_types::CardType;
use super::abstractions::ranks::Ranks;
use super::state::{Below, COLUMNS, Deal, ROWS, SLOTS, State, Step, StepKind, bits};

/// The tail that each column is to have, where it matters.
type Wanted = [Option<u8>; COLUMNS];

/// The moves of the game that do what the steps say; nothing if a move is not legal, which only
/// `take-out=forced` can bring about.
pub fn translate(
    position: &EkligeElfer,
    deal: &Deal,
    start: &State,
    steps: &[Step],
) -> Option<Vec<Move>> {
    let mut states = vec![*start];
    let mut wanted = [[None; COLUMNS]; ROWS];
    for &step in steps {
        let mut state = states[states.len() - 1];
        let column = usize::from(step.column);
        if step.kind != StepKind::Deal
            && let (_, Below::Deferred(row, _)) = deal.below(&state, column)
        {
            wanted[row][column] = match deal.open_head(&state, column) {
                Some(head) if step.kind == StepKind::Join => Some(head.rank + 1),
                _ => Some(step.tail),
            };
        }
        deal.play_step(&mut state, step);
        states.push(state);
    }
    let mut joined = [[None; SLOTS]; COLUMNS];
    for (step, state) in steps.iter().zip(&states).rev().filter(|(s, _)| s.kind == StepKind::Join) {
        let column = usize::from(step.column);
        let (left, Below::Deferred(_, under)) = deal.below(state, column) else { continue };
        let of_under = left.checked_ilog2().and_then(|slot| joined[column][slot as usize]);
        let slot = state.slots[column].ilog2() as usize;
        joined[column][slot] = of_under.or(Some(under));
    }
    let mut player = Player { deal, joined, real: position.clone(), moves: Vec::new() };
    let mut rows = 0;
    for (i, &step) in steps.iter().enumerate() {
        let state = &states[i];
        let column = usize::from(step.column);
        match step.kind {
            StepKind::Join | StepKind::Unveil => {}
            StepKind::Pop => {
                let out = steps.get(i + 1).filter(|s| s.kind == StepKind::Out);
                let out = out.map(|s| player.alike(&states[i + 1], usize::from(s.column)));
                player.pop(state, column, out.unwrap_or_default())?;
            }
            StepKind::Out => player.take_out(state, column)?,
            StepKind::King => {
                let row = steps[i..].iter().position(|s| s.kind == StepKind::Deal).map(|d| i + d);
                let last_space =
                    row.filter(|&d| !states[i + 1..=d].iter().any(|s| deal.has_empty(s)));
                player.king_to_space(state, column, last_space.map(|d| &steps[d]))?;
            }
            StepKind::Deal => {
                player.order(state.interchangeable(), step.kings)?;
                player.arrange(state, wanted[rows])?;
                player.play(Move::Deal)?;
                rows += 1;
            }
        }
    }
    player.real.is_won().then_some(player.moves)
}

/// How many cards a run has from this rank to its open card.
fn cards(head: u8, tail: CardType) -> Option<usize> {
    Some(usize::from(head.checked_sub(tail.rank)?) + 1)
}

struct Player<'t> {
    deal: &'t Deal,
    /// By column and slot, if the head there joins the run under it: the head of the whole run.
    joined: [[Option<CardType>; SLOTS]; COLUMNS],
    real: EkligeElfer,
    moves: Vec<Move>,
}

impl Player<'_> {
    fn play(&mut self, m: Move) -> Option<()> {
        if !self.real.is_legal(m) {
            return None;
        }
        self.real.play(m);
        self.moves.push(m);
        Some(())
    }

    fn move_cards(&mut self, from: usize, to: usize, count: usize) -> Option<()> {
        self.play(Move::ColumnToColumn { from: from as u8, to: to as u8, count: count as u8 })
    }

    /// The open card of a column.
    fn tail(&self, column: usize) -> Option<CardType> {
        self.real.columns()[column].cards.last().map(|&card| CardType::of(card))
    }

    /// The King of a bare column: 0 none, else 1 + parity.
    fn king(&self, column: usize) -> u32 {
        self.tail(column).map_or(0, |tail| 1 + u32::from(tail.parity))
    }

    /// The head of the open run, those counted that lie there by a join still to come. Bare columns may
    /// have changed places.
    fn head(&self, state: &State, column: usize) -> Option<CardType> {
        if state.interchangeable() >> column & 1 == 0 {
            let joined = |slot: u32| self.joined[column][slot as usize];
            let head = self.deal.open_head(state, column)?;
            return state.slots[column].checked_ilog2().and_then(joined).or(Some(head));
        }
        let parity = self.king(column).checked_sub(1)?;
        Some(CardType { parity: parity as u8, rank: self.deal.king })
    }

    fn is_king(&self, state: &State, column: usize) -> bool {
        self.head(state, column).is_some_and(|head| head.rank == self.deal.king)
    }

    /// The columns with a King's run that a step may mean by this one.
    fn alike(&self, state: &State, column: usize) -> u16 {
        if state.interchangeable() >> column & 1 == 0 {
            return 1 << column;
        }
        let head = self.deal.open_head(state, column);
        bits(state.interchangeable())
            .filter(|&other| self.head(state, other) == head)
            .fold(0, |alike, column| alike | 1 << column)
    }

    /// Moves the open run of a column onto an open tail. Under `take-out=forced` that completes a run in
    /// one of the columns `next_out` if it can, and no other.
    fn pop(&mut self, state: &State, column: usize, next_out: u16) -> Option<()> {
        let head = self.deal.open_head(state, column)?;
        let host = CardType { rank: head.rank + 1, ..head };
        let forced = self.deal.forced;
        let carries_host = |player: &Self, to: usize| {
            let carries = |head: CardType| head.parity == host.parity && head.rank >= host.rank;
            to != column && player.head(state, to).is_some_and(carries)
        };
        let may_go = |player: &Self, to: usize, tail: u8| {
            carries_host(player, to) && !(forced && tail == 0 && player.is_king(state, to))
        };
        let has = self.tail(column)?.rank;
        let to = bits(if forced { next_out } else { 0 })
            .find(|&to| {
                carries_host(self, to)
                    && self.arrange_two(state, [(to, host.rank), (column, 0)]).is_some()
            })
            .or_else(|| {
                (0..self.deal.columns)
                    .filter(|&to| may_go(self, to, has) && self.tail(to) == Some(host))
                    .min_by_key(|&to| (next_out >> to & 1 == 0, self.is_king(state, to)))
            })
            .or_else(|| {
                (0..self.deal.columns).find(|&to| {
                    (0..=head.rank).any(|tail| {
                        may_go(self, to, tail)
                            && self.arrange_two(state, [(to, host.rank), (column, tail)]).is_some()
                    })
                })
            })?;
        self.move_cards(column, to, cards(head.rank, self.tail(column)?)?)
    }

    fn take_out(&mut self, state: &State, column: usize) -> Option<()> {
        if self.real.runs_out() > state.out() {
            return Some(());
        }
        let tail = |player: &Self, column: usize| player.tail(column).map(|tail| tail.rank);
        let alike = bits(self.alike(state, column));
        let column = alike.max_by_key(|&column| tail(self, column) == Some(0))?;
        if !self.deal.forced {
            let mut wanted = [None; COLUMNS];
            wanted[column] = Some(0);
            self.arrange(state, wanted)?;
            return self.play(Move::ColumnOut { from: column as u8 });
        }
        // The run is complete when the King's tail and the 2 of another head have changed places.
        let king = self.head(state, column)?;
        let others: Vec<(usize, u8)> = (0..self.deal.columns)
            .filter_map(|other| Some((other, self.head(state, other)?)))
            .filter(|(_, head)| head.parity == king.parity && head.rank < king.rank)
            .map(|(other, head)| (other, head.rank))
            .collect();
        let has = tail(self, column)?;
        let ready =
            others.iter().find(|&&(other, head)| head >= has && tail(self, other) == Some(0));
        let &(other, _) = ready.or_else(|| {
            others.iter().find(|&&(other, head)| {
                (1..=head)
                    .any(|tail| self.arrange_two(state, [(column, tail), (other, 0)]).is_some())
            })
        })?;
        self.exchange(column, other)
    }

    /// Exchanges the tails of two open runs of a parity: the tail below the higher of them goes to the
    /// other run.
    fn exchange(&mut self, column: usize, other: usize) -> Option<()> {
        let (tail, other_tail) = (self.tail(column)?.rank, self.tail(other)?.rank);
        if tail < other_tail {
            self.move_cards(column, other, usize::from(other_tail - tail))
        } else {
            self.move_cards(other, column, usize::from(tail - other_tail))
        }
    }

    /// Moves the King's run of a column to a space; if that is the last one before the deal, the
    /// interchangeable columns are put into the deal's order as long as there is a space to do so.
    fn king_to_space(&mut self, state: &State, column: usize, row: Option<&Step>) -> Option<()> {
        let king = self.head(state, column)?;
        let code = 1 + u32::from(king.parity);
        let is_space = |column: &usize| self.real.columns()[*column].cards.is_empty();
        let space = match row {
            None => bits(state.interchangeable()).find(is_space)?,
            Some(row) => {
                let space =
                    bits(state.interchangeable()).find(|c| row.kings >> (2 * c) & 3 == code)?;
                self.order(state.interchangeable(), row.kings & !(3 << (2 * space)))?;
                space
            }
        };
        let tail = self.tail(column)?;
        self.move_cards(column, space, cards(king.rank, tail)?)
    }

    /// Puts the interchangeable columns into the order `kings`, two bits a column.
    fn order(&mut self, interchangeable: u16, kings: u32) -> Option<()> {
        let wanted = |column: usize| kings >> (2 * column) & 3;
        let mut there: Vec<u32> = bits(interchangeable).map(|column| self.king(column)).collect();
        let mut named: Vec<u32> = bits(interchangeable).map(wanted).collect();
        there.sort_unstable();
        named.sort_unstable();
        if there != named {
            return None;
        }
        loop {
            let wrong = |column: &usize| self.king(*column) != wanted(*column);
            let Some(some_wrong) = bits(interchangeable).find(|c| wrong(c) && self.king(*c) != 0)
            else {
                return Some(());
            };
            let space =
                bits(interchangeable).filter(|&c| self.king(c) == 0).max_by_key(|&c| wanted(c))?;
            let from = bits(interchangeable)
                .find(|c| wrong(c) && wanted(space) != 0 && self.king(*c) == wanted(space))
                .unwrap_or(some_wrong);
            let tail = self.tail(from)?;
            self.move_cards(from, space, cards(self.deal.king, tail)?)?;
        }
    }

    /// [`Player::arrange`] for the tails of two columns.
    fn arrange_two(&mut self, state: &State, tails: [(usize, u8); 2]) -> Option<()> {
        let mut wanted = [None; COLUMNS];
        for (column, tail) in tails {
            wanted[column] = Some(tail);
        }
        self.arrange(state, wanted)
    }

    /// Exchanges tails between the open runs until each column has the tail wanted; nothing, and no
    /// move, if they cannot go together so.
    ///
    /// Lowest head first: a higher head carries whatever a lower one carries, so the tail that the
    /// lower one wants and the tail that it has can change places, which is one move.
    ///
    /// Under `take-out=forced` no King may get a 2 on the way. If the tail wanted lies with Kings only and
    /// the column gives a 2 for it, the tail goes to another head first that has no 2: there is one
    /// among those still to come, for these heads without the column's have to take all its 2s.
    fn arrange(&mut self, state: &State, wanted: Wanted) -> Option<()> {
        let parities = [0, 1].map(|parity| {
            let mut columns: Vec<(u8, usize)> = (0..self.deal.columns)
                .filter_map(|column| Some((self.head(state, column)?, column)))
                .filter(|(head, _)| head.parity == parity && head.rank > 0)
                .map(|(head, column)| (head.rank, column))
                .collect();
            columns.sort_unstable();
            columns
        });
        let [first, second] = parities.each_ref().map(|columns| self.unasked(columns, &wanted));
        let unasked = [first?, second?];
        for (columns, unasked) in parities.iter().zip(unasked) {
            self.arrange_parity(columns, &wanted, unasked)?;
        }
        Some(())
    }

    /// The tails of the columns that no column asks for; nothing if they cannot go with the heads that
    /// ask for none.
    fn unasked(&self, columns: &[(u8, usize)], wanted: &Wanted) -> Option<Vec<u8>> {
        let mut unasked: Vec<u8> =
            columns.iter().map(|&(_, c)| Some(self.tail(c)?.rank)).collect::<Option<_>>()?;
        let mut heads = Ranks::default();
        for &(head, column) in columns {
            match wanted[column] {
                None => heads = heads.with(head),
                Some(tail) if tail > head || self.is_complete(head, tail) => return None,
                Some(tail) => {
                    unasked.remove(unasked.iter().position(|&l| l == tail)?);
                }
            }
        }
        let tails = unasked.iter().fold(Ranks::default(), |tails, &tail| tails.with(tail));
        self.deal.fit(heads, tails).then_some(unasked)
    }

    /// Whether a run from this rank to that one goes out by itself.
    fn is_complete(&self, head: u8, tail: u8) -> bool {
        self.deal.forced && head == self.deal.king && tail == 0
    }

    fn arrange_parity(
        &mut self,
        columns: &[(u8, usize)],
        wanted: &Wanted,
        mut unasked: Vec<u8>,
    ) -> Option<()> {
        let tail_of = |player: &Self, column: usize| player.tail(column).map(|tail| tail.rank);
        // The tails that the columns that ask for another one give away.
        let given: Vec<u8> = columns
            .iter()
            .filter_map(|&(_, column)| Some((wanted[column]?, tail_of(self, column)?)))
            .filter(|(wanted, has)| wanted != has)
            .map(|(_, has)| has)
            .collect();
        for (i, &(head, column)) in columns.iter().enumerate() {
            let has = tail_of(self, column)?;
            let tail = match wanted[column] {
                Some(tail) => tail,
                None => {
                    let may_have_two = |&&(head, column): &&(u8, usize)| {
                        wanted[column].is_none() && !self.is_complete(head, 0)
                    };
                    let places = columns[i..].iter().filter(may_have_two).count();
                    let twos = unasked.iter().filter(|&&tail| tail == 0).count();
                    let fits = |tail: &u8| {
                        let is_due = self.deal.forced && places == twos && head < self.deal.king;
                        *tail <= head && !self.is_complete(head, *tail) && (!is_due || *tail == 0)
                    };
                    let chosen = unasked.iter().position(|l| *l == has && fits(l));
                    let chosen = chosen
                        .or_else(|| unasked.iter().position(|l| fits(l) && given.contains(l)))
                        .or_else(|| unasked.iter().position(fits))?;
                    unasked.swap_remove(chosen)
                }
            };
            if tail == has {
                continue;
            }
            let others = &columns[i + 1..];
            let has_it = |&&(_, other): &&(u8, usize)| tail_of(self, other) == Some(tail);
            let may_take = |&&(head, _): &&(u8, usize)| !self.is_complete(head, has);
            let other = others
                .iter()
                .filter(|other| has_it(other) && may_take(other))
                .max_by_key(|&&(_, other)| wanted[other] == Some(has));
            let other = match other {
                Some(&(_, other)) => other,
                None => {
                    let &(_, king) = others.iter().find(has_it)?;
                    let has_none = |&&(_, other): &&(u8, usize)| tail_of(self, other) != Some(0);
                    let &(_, between) = others.iter().filter(may_take).find(has_none)?;
                    self.exchange(king, between)?;
                    between
                }
            };
            self.exchange(column, other)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use gehtauf_search::{Budget, Limits, Memory, Outcome};

    use super::super::beams::{BeamSettings, Beams};
    use super::super::prunings::Prunings;
    use super::*;

    fn count_played_out(options: &[(&str, &str)], seeds: std::ops::Range<u64>) -> (u32, u32) {
        let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
        let settings =
            BeamSettings { row_width: 2, width: 2, tie_breaking: 450, spread: 101, restarts: 10 };
        let (mut wins, mut played_out) = (0, 0);
        for seed in seeds {
            let row = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::EkligeElfer(position) = row else { panic!("another game") };
            let (deal, start) = Deal::new(&position);
            let mut beams = Beams::new(&deal, Prunings::ALL, seed.into(), &Memory::new(usize::MAX));
            let mut budget = Budget::new(Limits::default(), None);
            for _ in 0..settings.restarts {
                let Ok(outcome) = beams.search(&start, &settings, &mut budget) else { break };
                if let Outcome::Won(steps) = outcome {
                    wins += 1;
                    played_out += u32::from(translate(&position, &deal, &start, &steps).is_some());
                }
            }
        }
        (wins, played_out)
    }

    #[test]
    fn wins_of_the_free_game_are_played_out() {
        let (wins, played_out) = count_played_out(&[], 0..100);
        assert!(wins > 300, "{wins}");
        assert_eq!(played_out, wins);
    }

    #[test]
    fn nearly_all_wins_are_played_out_under_forced_runs_out() {
        let (wins, played_out) = count_played_out(&[("take-out", "forced")], 0..100);
        assert!(wins > 300, "{wins}");
        assert!(100 * played_out >= 97 * wins, "{played_out} of {wins}");
    }
}

//! From steps of the lazy space to moves of the game.
//!
//! The game is played along with the steps. What the steps leave open is settled here: before a deal
//! each column is given the low with which a later step uncovers it, and the loose columns are put
//! into the order that the deal names.

use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{Move, Position};

use super::state::{Below, COLUMNS, DEALS, Kind, State, Step, Table, Type, bits};

/// The low that each column is to have, where it matters.
type Wanted = [Option<u8>; COLUMNS];

/// The moves of the game that do what the steps say; nothing if a move is not legal, which only
/// `take-out=forced` can bring about.
pub fn translate(
    position: &EkligeElfer,
    table: &Table,
    start: &State,
    steps: &[Step],
) -> Option<Vec<Move>> {
    let mut states = vec![*start];
    let mut wanted = [[None; COLUMNS]; DEALS];
    for &step in steps {
        let mut state = states[states.len() - 1];
        let column = usize::from(step.column);
        if step.kind != Kind::Deal
            && let (_, Below::Pool(deal, _)) = table.below(&state, column)
        {
            wanted[deal][column] = Some(step.low);
            if step.kind == Kind::Join
                && let Some(head) = table.open_head(&state, column)
            {
                wanted[deal][column] = Some(head.rank + 1);
                if let Some((_, (_, Below::Pool(deal, _)))) =
                    table.completed_by_join(&state, column, head)
                {
                    wanted[deal][column] = Some(step.low);
                }
            }
        }
        table.play_step(&mut state, step);
        states.push(state);
    }
    let mut player = Player { table, real: position.clone(), moves: Vec::new() };
    let mut deals = 0;
    for (i, &step) in steps.iter().enumerate() {
        let state = &states[i];
        let column = usize::from(step.column);
        match step.kind {
            Kind::Join | Kind::Unveil => {}
            Kind::Pop => {
                let out = steps.get(i + 1).filter(|s| s.kind == Kind::Out);
                player.pop(state, column, out.map(|s| usize::from(s.column)))?;
            }
            Kind::Out => player.take_out(state, column)?,
            Kind::King => {
                let deal = steps[i..].iter().position(|s| s.kind == Kind::Deal).map(|d| i + d);
                let last_space =
                    deal.filter(|&d| !states[i + 1..=d].iter().any(|s| table.has_empty(s)));
                player.king_to_space(state, column, last_space.map(|d| &steps[d]))?;
            }
            Kind::Deal => {
                player.order(state.loose(), step.kings)?;
                player.arrange(state, wanted[deals])?;
                player.play(Move::Deal)?;
                deals += 1;
            }
        }
    }
    player.real.is_won().then_some(player.moves)
}

/// How many cards a run has from this rank to its open card.
fn cards(head: u8, low: Type) -> Option<usize> {
    Some(usize::from(head.checked_sub(low.rank)?) + 1)
}

struct Player<'t> {
    table: &'t Table,
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
    fn low(&self, column: usize) -> Option<Type> {
        self.real.columns()[column].cards.last().map(|&card| Type::of(card))
    }

    /// The King of a bare column: 0 none, else 1 + phase.
    fn king(&self, column: usize) -> u32 {
        self.low(column).map_or(0, |low| 1 + u32::from(low.phase))
    }

    /// The head of the open run as the steps know it. Bare columns may have changed places.
    fn head(&self, state: &State, column: usize) -> Option<Type> {
        if state.loose() >> column & 1 == 0 {
            return self.table.open_head(state, column);
        }
        let phase = self.king(column).checked_sub(1)?;
        Some(Type { phase: phase as u8, rank: self.table.king })
    }

    /// Moves the open run of a column onto an open low. Under `take-out=forced` that may complete a
    /// run; then it must be that of the column that goes out next.
    fn pop(&mut self, state: &State, column: usize, next_out: Option<usize>) -> Option<()> {
        let head = self.table.open_head(state, column)?;
        let target = Type { rank: head.rank + 1, ..head };
        let low = self.low(column)?;
        let takes = |player: &Self, to: usize| {
            to != column
                && player.low(to) == Some(target)
                && player.head(state, to).is_some_and(|head| head.rank >= target.rank)
        };
        if self.real.variant().take_out_forced
            && low.rank == 0
            && let Some(out) = next_out.filter(|&out| out != column)
            && self.head(state, out).is_some_and(|head| head.phase == target.phase)
            && !takes(self, out)
        {
            let mut wanted = [None; COLUMNS];
            wanted[out] = Some(target.rank);
            wanted[column] = Some(0);
            // Where that cannot be, the run goes elsewhere and the lows are exchanged afterwards.
            let _ = self.arrange(state, wanted);
        }
        let completes = |player: &Self, to: usize| {
            player.head(state, to).is_some_and(|head| head.rank == player.table.king)
        };
        let to = (0..self.table.columns)
            .filter(|&to| takes(self, to))
            .min_by_key(|&to| (next_out != Some(to), completes(self, to)))?;
        let low = self.low(column)?;
        self.move_cards(column, to, cards(head.rank, low)?)
    }

    fn take_out(&mut self, state: &State, column: usize) -> Option<()> {
        if self.real.runs_out() > state.out() {
            return Some(());
        }
        let head = self.table.open_head(state, column);
        let alike = if state.loose() >> column & 1 == 1 { state.loose() } else { 1 << column };
        let is_complete = |column: usize| self.low(column).is_some_and(|low| low.rank == 0);
        let column = bits(alike)
            .filter(|&column| self.head(state, column) == head)
            .max_by_key(|&column| is_complete(column))?;
        let mut wanted = [None; COLUMNS];
        wanted[column] = Some(0);
        self.arrange(state, wanted)?;
        if self.real.variant().take_out_forced {
            return Some(());
        }
        self.play(Move::ColumnOut { from: column as u8 })
    }

    /// Moves the King's run of a column to a space; if that is the last one before the deal, the
    /// loose columns are put into the deal's order as long as there is a space to do so.
    fn king_to_space(&mut self, state: &State, column: usize, deal: Option<&Step>) -> Option<()> {
        let king = self.head(state, column)?;
        let code = 1 + u32::from(king.phase);
        let is_space = |column: &usize| self.real.columns()[*column].cards.is_empty();
        let space = match deal {
            None => bits(state.loose()).find(is_space)?,
            Some(deal) => {
                let space = bits(state.loose()).find(|c| deal.kings >> (2 * c) & 3 == code)?;
                self.order(state.loose(), deal.kings & !(3 << (2 * space)))?;
                space
            }
        };
        let low = self.low(column)?;
        self.move_cards(column, space, cards(king.rank, low)?)
    }

    /// Puts the loose columns into the order `kings`, two bits a column.
    fn order(&mut self, loose: u16, kings: u32) -> Option<()> {
        let wanted = |column: usize| kings >> (2 * column) & 3;
        let mut there: Vec<u32> = bits(loose).map(|column| self.king(column)).collect();
        let mut named: Vec<u32> = bits(loose).map(wanted).collect();
        there.sort_unstable();
        named.sort_unstable();
        if there != named {
            return None;
        }
        loop {
            let wrong = |column: &usize| self.king(*column) != wanted(*column);
            let Some(some_wrong) = bits(loose).find(|c| wrong(c) && self.king(*c) != 0) else {
                return Some(());
            };
            let space = bits(loose).filter(|&c| self.king(c) == 0).max_by_key(|&c| wanted(c))?;
            let from = bits(loose)
                .find(|c| wrong(c) && wanted(space) != 0 && self.king(*c) == wanted(space))
                .unwrap_or(some_wrong);
            let low = self.low(from)?;
            self.move_cards(from, space, cards(self.table.king, low)?)?;
        }
    }

    /// Exchanges lows between the open runs until each column has the low wanted.
    ///
    /// Lowest head first: a higher head carries whatever a lower one carries, so the low that the
    /// lower one wants and the low that it has can change places, which is one move: the tail below
    /// the higher of the two lows goes to the other run. A forced run out ends it.
    fn arrange(&mut self, state: &State, wanted: Wanted) -> Option<()> {
        let runs_out = self.real.runs_out();
        for phase in 0..2 {
            let mut columns: Vec<(u8, usize)> = (0..self.table.columns)
                .filter_map(|column| Some((self.head(state, column)?, column)))
                .filter(|(head, _)| head.phase == phase && head.rank > 0)
                .map(|(head, column)| (head.rank, column))
                .collect();
            columns.sort_unstable();
            // The lows that no column asks for.
            let mut free: Vec<u8> = Vec::new();
            for &(_, column) in &columns {
                free.push(self.low(column)?.rank);
            }
            for low in columns.iter().filter_map(|&(_, column)| wanted[column]) {
                free.remove(free.iter().position(|&l| l == low)?);
            }
            // The lows that the columns that ask for another one give away.
            let given: Vec<u8> = columns
                .iter()
                .filter_map(|&(_, column)| Some((wanted[column]?, self.low(column)?.rank)))
                .filter(|(wanted, has)| wanted != has)
                .map(|(_, has)| has)
                .collect();
            for (i, &(head, column)) in columns.iter().enumerate() {
                if self.real.runs_out() > runs_out {
                    return Some(());
                }
                let has = self.low(column)?.rank;
                let low = match wanted[column] {
                    Some(low) => low,
                    None => {
                        let chosen = free.iter().position(|&low| low == has);
                        let fits = |low: &u8| *low <= head;
                        let chosen = chosen
                            .or_else(|| free.iter().position(|l| fits(l) && given.contains(l)))
                            .or_else(|| free.iter().position(fits))?;
                        free.swap_remove(chosen)
                    }
                };
                if low == has {
                    continue;
                }
                let has_it =
                    |&&(_, other): &&(u8, usize)| self.low(other).is_some_and(|l| l.rank == low);
                let others = columns[i + 1..].iter().filter(has_it);
                let other = others.max_by_key(|&&(_, other)| wanted[other] == Some(has))?.1;
                if low < has {
                    self.move_cards(other, column, usize::from(has - low))?;
                } else {
                    self.move_cards(column, other, usize::from(low - has))?;
                }
            }
        }
        Some(())
    }
}

//! The steps of a state.

use super::ranks::Ranks;
use super::state::{Below, DEALS, Kind, Slot, State, Step, Table, Type, bits};

/// The heads over each pool, counted when they are asked for.
#[derive(Default)]
struct Heads([Option<[Ranks; 2]>; DEALS]);

impl Heads {
    fn over(&mut self, table: &Table, state: &State, deal: usize) -> [Ranks; 2] {
        *self.0[deal].get_or_insert_with(|| table.covered_heads(state, deal))
    }
}

impl Table {
    /// Appends a step for each low that the run laid open can have.
    fn push_reveals(
        &self,
        state: &State,
        heads: &mut Heads,
        step: Step,
        below: Below,
        steps: &mut Vec<Step>,
    ) {
        match below {
            Below::Nothing => steps.push(step),
            Below::Known(_, low) => steps.push(Step { low, ..step }),
            Below::Pool(deal, head) => {
                let phase = usize::from(head.phase);
                let lows = state.pools[deal][phase];
                let others = heads.over(self, state, deal)[phase].without(head.rank);
                for low in lows.iter().take_while(|&low| low <= head.rank) {
                    let is_complete = self.forced && head.rank == self.king && low == 0;
                    if !is_complete && self.fit(others, lows.without(low)) {
                        steps.push(Step { low, ..step });
                    }
                }
            }
        }
    }

    /// How many 2s more there could be before a King had to have one.
    fn room_for_twos(&self, heads: Ranks, lows: Ranks) -> i32 {
        heads.len() as i32 - heads.count(self.king) as i32 - lows.count(0) as i32
    }

    /// Whether these lows and as many heads can go together, under `take-out=forced` so that no King
    /// gets a 2.
    ///
    /// Claim: for that there must be no more 2s than other heads besides, and that is enough. Proof:
    /// Hall's condition again. Lows without a 2 have the same heads as before. Lows of which some are
    /// 2s and some are not have all heads but the Kings and, for a King carries any other low, the
    /// Kings.
    pub(super) fn fit(&self, heads: Ranks, lows: Ranks) -> bool {
        heads.can_carry(lows) && (!self.forced || self.room_for_twos(heads, lows) >= 0)
    }

    /// Under `take-out=forced`, by phase: [`Table::room_for_twos`] among the open runs. A pop takes a
    /// head away; if there was no room before, it completes a run, and that must go out next.
    fn open_room(&self, state: &State) -> Option<[i32; 2]> {
        let heads = self.forced.then(|| self.open_heads(state))?;
        Some([0, 1].map(|phase| self.room_for_twos(heads[phase], state.open[phase])))
    }

    /// Whether a run has been completed that has not gone out.
    fn is_overdue(room: Option<[i32; 2]>) -> bool {
        room.is_some_and(|room| room.iter().any(|&room| room < 0))
    }

    /// Appends the steps of a state without the deals.
    pub fn push_plays(&self, state: &State, steps: &mut Vec<Step>) {
        let mut heads = Heads::default();
        let empty = (0..self.columns).find(|&column| Self::is_empty(state, column));
        let room = self.open_room(state);
        let is_overdue = Self::is_overdue(room);
        // Loose columns with equal Kings are alike.
        let mut kings_seen = [false; 2];
        for column in 0..self.columns {
            let Some(head) = self.open_head(state, column) else { continue };
            let phase = usize::from(head.phase);
            if head.rank != self.king
                || !state.open[phase].has(0)
                || is_overdue && room.is_some_and(|room| room[phase] >= 0)
            {
                continue;
            }
            let others = self.open_heads(state)[phase].without(head.rank);
            if !self.fit(others, state.open[phase].without(0)) {
                continue;
            }
            if state.loose >> column & 1 == 1 && std::mem::replace(&mut kings_seen[phase], true) {
                continue;
            }
            let (_, below) = self.below(state, column);
            self.push_reveals(state, &mut heads, Step::new(Kind::Out, column), below, steps);
        }
        if is_overdue {
            return;
        }
        for column in 0..self.columns {
            let Some(top) = state.slots[column].checked_ilog2() else { continue };
            let (_, below) = self.below(state, column);
            let Slot::Head(head, _) = self.slot(column, top) else {
                self.push_reveals(state, &mut heads, Step::new(Kind::Unveil, column), below, steps);
                continue;
            };
            let phase = usize::from(head.phase);
            let under = below.head();
            let joins = self.joins(state, &mut heads, column, head, below);
            let completes =
                self.forced && head.rank == 0 && under.is_some_and(|u| u.rank == self.king);
            if joins && !completes {
                steps.push(Step::new(Kind::Join, column));
            }
            if head.rank == self.king {
                if empty.is_some() {
                    self.push_reveals(
                        state,
                        &mut heads,
                        Step::new(Kind::King, column),
                        below,
                        steps,
                    );
                }
            } else if state.open[phase].has(head.rank + 1)
                // What comes to light must not hide that a run has been completed, nor go out for it.
                && !(room.is_some_and(|room| room[phase] == 0)
                    && under.is_some_and(|under| under.phase == head.phase))
            {
                let before = steps.len();
                self.push_reveals(state, &mut heads, Step::new(Kind::Pop, column), below, steps);
                if joins {
                    let twin = steps[before..].iter().position(|s| s.low == head.rank + 1);
                    steps.remove(before + twin.expect("a head that joins can also pop"));
                }
            }
        }
    }

    /// Whether the head may lie on the low of the run under it.
    fn joins(
        &self,
        state: &State,
        heads: &mut Heads,
        column: usize,
        head: Type,
        below: Below,
    ) -> bool {
        let Below::Pool(deal, under) = below else { return false };
        let phase = usize::from(head.phase);
        under.phase == head.phase
            && under.rank > head.rank
            && state.slots[column] >> self.first_deal != 0
            && state.pools[deal][phase].has(head.rank + 1)
            && self.fit(
                heads.over(self, state, deal)[phase].without(under.rank),
                state.pools[deal][phase].without(head.rank + 1),
            )
    }

    /// Appends the deals of a state, one for each order of the loose columns.
    pub fn push_deals(&self, state: &State, steps: &mut Vec<Step>) {
        if state.dealt == self.deals || Self::is_overdue(self.open_room(state)) {
            return;
        }
        let mut counts = [0_u8; 3];
        for column in bits(state.loose) {
            counts[usize::from(state.kings[column])] += 1;
        }
        self.push_orders(state.loose, &mut counts, 0, steps);
    }

    fn push_orders(&self, loose: u16, counts: &mut [u8; 3], kings: u32, steps: &mut Vec<Step>) {
        let Some(column) = bits(loose).next() else {
            steps.push(Step { kings, ..Step::new(Kind::Deal, 0) });
            return;
        };
        for king in 0..3 {
            if counts[king] > 0 {
                counts[king] -= 1;
                let kings = kings | (king as u32) << (2 * column);
                self.push_orders(loose & (loose - 1), counts, kings, steps);
                counts[king] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};

    use super::*;

    /// Whether the lows can be paired with these heads, and no 2 (0) with a King (3).
    fn pairs(heads: &[u8], lows: &[u8]) -> bool {
        let Some((&head, heads)) = heads.split_first() else { return true };
        (0..lows.len()).any(|i| {
            let mut rest = lows.to_vec();
            let low = rest.swap_remove(i);
            low <= head && !(head == 3 && low == 0) && pairs(heads, &rest)
        })
    }

    #[test]
    fn pairings_without_a_complete_run_equal_trying_all() {
        let options = [("ranks", "5"), ("take-out", "forced")];
        let game = Game::new(RuleSet::EkligeElfer, &options).unwrap();
        let deal = game.deal(&seeded_deck(0, game.pack())).unwrap();
        let AnyPosition::EkligeElfer(position) = deal else { panic!("another game") };
        let (table, _) = Table::new(&position).unwrap();
        for code in 0..1 << 16 {
            let ranks: Vec<u8> = (0..8).map(|i| (code >> (2 * i) & 3) as u8).collect();
            let (heads, lows) = ranks.split_at(4);
            let multiset =
                |ranks: &[u8]| ranks.iter().fold(Ranks::default(), |set, &r| set.with(r));
            let fit = table.fit(multiset(heads), multiset(lows));
            assert_eq!(fit, pairs(heads, lows), "{heads:?} {lows:?}");
        }
    }
}

//! The moves of the rules, played on the packed state and listed.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::MAX_STACKS;
use gehtauf_search::bits;

use super::state::{NONE, State, VariantTables, card_type};

impl State {
    /// Plays a legal move of the rules.
    pub fn play(&mut self, tables: &VariantTables, m: Move) {
        match m {
            Move::StackToFoundation { from } => self.play_to_foundation(tables, from),
            Move::StackToStack { from, to, count: 1 } => self.pack(tables, from, to),
            Move::StackToStack { from, to, count } => self.pack_run(tables, from, to, count),
            Move::Fill { stack } => self.fill(tables, stack),
            Move::Redeal => self.redeal(tables),
            _ => panic!("{m} is no move of Hochzeitszug"),
        }
    }

    /// A stack's top card to the foundations.
    fn play_to_foundation(&mut self, tables: &VariantTables, from: u8) {
        let bit = 1 << card_type(self.take_top(from));
        let copy = usize::from(self.on_foundations[0] & bit != 0);
        self.on_foundations[copy] |= bit;
        self.refill(tables, from);
    }

    /// A stack's top card onto another stack.
    fn pack(&mut self, tables: &VariantTables, from: u8, to: u8) {
        let id = self.take_top(from);
        self.hide_top(to);
        self.push(id, to);
        self.show_top(to);
        self.refill(tables, from);
    }

    fn pack_run(&mut self, tables: &VariantTables, from: u8, to: u8, count: u8) {
        self.hide_top(from);
        self.hide_top(to);
        let mut ids = [NONE; 13];
        for id in &mut ids[..usize::from(count)] {
            *id = self.top[usize::from(from)];
            self.top[usize::from(from)] = self.below(*id);
        }
        for &id in ids[..usize::from(count)].iter().rev() {
            self.push(id, to);
        }
        self.show_top(from);
        self.show_top(to);
        self.refill(tables, from);
    }

    /// The next talon cards onto an empty stack.
    fn fill(&mut self, tables: &VariantTables, stack: u8) {
        for _ in 0..usize::from(tables.variant.depth).min(self.talon().len()) {
            self.deal_card(stack);
        }
        self.show_top(stack);
    }

    /// The stacks under the talon, and dealt anew.
    fn redeal(&mut self, tables: &VariantTables) {
        let left = self.talon().len();
        self.talon.copy_within(usize::from(self.talon_next)..usize::from(self.talon_end), 0);
        self.talon_next = 0;
        self.talon_end = left as u8;
        for &stack in &tables.pickup {
            let start = usize::from(self.talon_end);
            let mut id = self.top[usize::from(stack)];
            while id != NONE {
                self.talon[usize::from(self.talon_end)] = id;
                self.talon_end += 1;
                id = self.below(id);
            }
            self.talon[start..usize::from(self.talon_end)].reverse();
        }
        self.top = [NONE; MAX_STACKS];
        self.tops = [0; 2];
        for &stack in &tables.dealing[..tables.dealing.len().min(usize::from(self.talon_end))] {
            self.deal_card(stack);
        }
        for stack in 0..tables.stacks {
            self.show_top(stack as u8);
        }
        self.redeals_left -= 1;
        self.first_round = false;
    }

    /// Refills a stack that a card has left, if it is empty in the first round.
    fn refill(&mut self, tables: &VariantTables, stack: u8) {
        if self.first_round && self.top[usize::from(stack)] == NONE {
            self.fill(tables, stack);
        }
    }

    /// Appends all legal moves but the redeal.
    pub fn card_moves(&self, tables: &VariantTables, moves: &mut Vec<Move>) {
        let tops = bits(self.tops[0]);
        let wanted = self.wanted(tables);
        for from in bits(self.tops[0] & wanted).flat_map(|card_type| self.stacks_of(card_type)) {
            moves.push(Move::StackToFoundation { from });
        }
        if !tables.variant.packing_stalled || self.tops[0] & wanted == 0 {
            for card_type in tops {
                for from in self.stacks_of(card_type) {
                    let longest = if tables.variant.runs { self.run_length(from) } else { 1 };
                    for count in 1..=longest {
                        // A run ends at the King, before the next suit's bits begin.
                        let to = if self.tops[0] >> (card_type + count) & 1 == 1 {
                            card_type + count
                        } else {
                            0
                        };
                        moves.extend(self.stacks_of(to).map(|to| Move::StackToStack {
                            from,
                            to,
                            count,
                        }));
                    }
                }
            }
        }
        if !self.first_round {
            for to in self.empty_stacks(tables) {
                for from in bits(self.tops[0]).flat_map(|card_type| self.stacks_of(card_type)) {
                    moves.push(Move::StackToStack { from, to, count: 1 });
                }
                if !self.talon().is_empty() {
                    moves.push(Move::Fill { stack: to });
                }
            }
        }
    }

    /// Whether the next move may be a redeal, all other legal moves being `moves`.
    pub fn may_redeal(&self, tables: &VariantTables, moves: &[Move]) -> bool {
        self.redeals_left > 0 && (moves.is_empty() || !tables.variant.redeal_blocked)
    }
}

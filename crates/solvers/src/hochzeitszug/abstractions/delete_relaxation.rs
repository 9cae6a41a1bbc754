//! How many moves other than those to the foundations a win takes at least, by a delete relaxation of one round.
//!
//! *Setup.* A round ends with a redeal or the win. In the relaxation of a state's round a card that has left its place in a stack
//! is *free*: it is in nobody's way, and goes to a foundation as soon as one takes it. A card under no other may be
//! packed, which makes it free, if a card that may carry it is free or under no other, or, after the first round, if a stack is
//! empty; a fill needs an empty stack too. A foundation takes a copy of a card as soon as it has a copy of the card before, and no second one
//! before it has that one's second copy.
//!
//! *Claim.* If so many packings and fills are made in a round, then at least so many cards are not on the foundations at its
//! end as in the relaxation after as many of them, chosen best.
//!
//! *Invariant.* A card that has left the place where it lay at first, or where a fill or refill put it, is free; each foundation
//! of the relaxation is as high or higher, and as much of the talon or more has been dealt, by as many packings and fills or fewer.
//!
//! *Each move keeps it.* To a foundation: the cards that lay over the card are free, so that it is free or can go, for the foundation
//! has the card before. Packing: a card that has been moved before is free; for the others the relaxation packs it too, unless it is
//! free already, for the card that carries it is free or under no other. Fill, and the refill of the first round: the cards of the
//! empty stack are free; those that are dealt lie on one another as in the game.
//!
//! *Conclusion.* A redeal that leaves more cards than the stacks take leaves a talon, of which each `depth` cards take one more fill,
//! unless there is another redeal. What is not looked at takes one packing or fill more than what is.
//!
//! In whatever order the relaxation makes its choices, more is free after more of them; so a card that could be packed before another choice
//! need not be packed after it.
//!
//! *Needs.* Packing moves a single card. (With `moves=run` no packing is looked at.)
//!
//! Oracle: `bound_on_the_moves_left_holds_along_shortest_wins`.

use gehtauf_rules::hochzeitszug::{MAX_STACKS, Variant};

use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

/// Whether packings are looked at.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        layers: _,
        runs,
        packing_stalled: _,
        redeals: _,
        redeal_blocked: _,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    !runs
}

/// What stays as it is while a round is relaxed.
struct Round<'s> {
    tables: &'s VariantTables,
    state: &'s State,
    /// By card: the card under it, also of those that a fill will deal.
    below: [u8; 128],
    /// Of each card type, how many copies are on the foundations at first.
    on_foundations: [u8; 64],
}

/// A state of the relaxation.
#[derive(Clone)]
struct Relaxed {
    top: [u8; MAX_STACKS],
    /// Of each card type, how many copies are free or were on the foundations at first.
    free: [u8; 64],
    /// Of each card type, how many copies are on the foundations.
    on_foundations: [u8; 64],
    /// How many cards are not.
    left: u32,
    /// How many cards of the talon have been dealt.
    dealt: usize,
}

/// At least so many moves that are not to the foundations are in every win from here; at least `without_redeal` if there is no
/// redeal. Plays of at most `depth` packings and fills before the next redeal are looked at.
pub fn other_moves(tables: &VariantTables, state: &State, without_redeal: u32, depth: u32) -> u32 {
    let depth = if supports(&tables.variant) { depth } else { 0 };
    let round = Round::new(tables, state);
    let start = round.start();
    let mut least = u32::MAX;
    for made in 0..=depth {
        // What a win takes at least that makes so many packings and fills in this round, or more.
        let mut at_least = without_redeal.max(made);
        if state.redeals_left > 0 {
            at_least = at_least.min(made + 1);
        }
        if least <= at_least {
            return least;
        }
        round.each_after(&start, made, 0, &mut |left| {
            if left == 0 {
                least = least.min(without_redeal.max(made));
            }
            if state.redeals_left > 0 {
                least = least.min(made + 1 + round.after_redeal(left));
            }
        });
    }
    let mut deeper = without_redeal.max(depth + 1);
    if state.redeals_left > 0 {
        deeper = deeper.min(depth + 2);
    }
    least.min(deeper)
}

impl Round<'_> {
    fn new<'s>(tables: &'s VariantTables, state: &'s State) -> Round<'s> {
        let mut below = std::array::from_fn(|id| state.below(id as u8));
        for cards in state.talon().chunks(tables.variant.depth.into()) {
            let mut under = NONE;
            for &id in cards {
                below[usize::from(id)] = under;
                under = id;
            }
        }
        let [one, two] = state.on_foundations();
        let on_foundations = std::array::from_fn(|i| (one >> i & 1) as u8 + (two >> i & 1) as u8);
        Round { tables, state, below, on_foundations }
    }

    /// At least so many moves that are not to the foundations come after a redeal that leaves so many cards.
    fn after_redeal(&self, left: u32) -> u32 {
        let depth = u32::from(self.tables.variant.depth);
        let fills = left.saturating_sub(self.tables.stacks as u32 * depth).div_ceil(depth);
        if self.state.redeals_left == 1 { fills } else { fills.min(1) }
    }

    fn start(&self) -> Relaxed {
        let cards = u32::from(self.tables.variant.pack.decks) * self.tables.card_types.count_ones();
        let mut start = Relaxed {
            top: std::array::from_fn(|stack| self.state.top(stack)),
            free: self.on_foundations,
            on_foundations: self.on_foundations,
            left: cards - self.on_foundations.iter().map(|&n| u32::from(n)).sum::<u32>(),
            dealt: 0,
        };
        self.close(&mut start);
        start
    }

    /// How many copies of a card type the foundations take in all.
    fn taken(&self, relaxed: &Relaxed, card_type: usize) -> u8 {
        match card_type & 15 {
            1 | 2 => self.tables.variant.pack.decks,
            _ => relaxed.on_foundations[card_type - 2],
        }
    }

    /// Frees the top card of a stack.
    fn free_top(&self, relaxed: &mut Relaxed, stack: usize) {
        let id = relaxed.top[stack];
        relaxed.top[stack] = self.below[usize::from(id)];
        let mut here = usize::from(card_type(id));
        relaxed.free[here] += 1;
        loop {
            let up = relaxed.free[here].min(self.taken(relaxed, here));
            let more = up - relaxed.on_foundations[here];
            if more == 0 {
                return;
            }
            relaxed.on_foundations[here] = up;
            relaxed.left -= u32::from(more);
            if here & 15 > 11 {
                return;
            }
            here += 2;
        }
    }

    /// Frees all cards that can go to a foundation.
    fn close(&self, relaxed: &mut Relaxed) {
        loop {
            let mut again = false;
            for stack in 0..self.tables.stacks {
                loop {
                    if relaxed.top[stack] == NONE
                        && !(self.state.first_round && self.deal(relaxed, stack))
                    {
                        break;
                    }
                    let here = usize::from(card_type(relaxed.top[stack]));
                    if self.taken(relaxed, here) <= self.on_foundations[here] {
                        break;
                    }
                    self.free_top(relaxed, stack);
                    again = true;
                }
            }
            if !again {
                return;
            }
        }
    }

    /// Deals the next cards of the talon onto a stack; says whether there were any.
    fn deal(&self, relaxed: &mut Relaxed, stack: usize) -> bool {
        let rest = &self.state.talon()[relaxed.dealt..];
        let cards = &rest[..rest.len().min(self.tables.variant.depth.into())];
        relaxed.dealt += cards.len();
        let Some(&last) = cards.last() else { return false };
        relaxed.top[stack] = last;
        true
    }

    /// Tells how many cards are left after each choice of so many packings and fills, the cards in `left_out`, a bit each, not
    /// packed.
    fn each_after(
        &self,
        relaxed: &Relaxed,
        choices: u32,
        mut left_out: u128,
        tell: &mut impl FnMut(u32),
    ) {
        if choices == 0 {
            return tell(relaxed.left);
        }
        let stacks = &relaxed.top[..self.tables.stacks];
        let empty = stacks.iter().position(|&id| id == NONE);
        let tops = stacks.iter().filter(|&&id| id != NONE);
        let tops = tops.fold(0_u64, |tops, &id| tops | 1 << card_type(id));
        for (stack, &id) in stacks.iter().enumerate() {
            if id == NONE || left_out >> id & 1 == 1 {
                continue;
            }
            let host = usize::from(card_type(id)) + 1;
            let is_host_open =
                tops >> host & 1 == 1 || relaxed.free[host] > self.on_foundations[host];
            if is_host_open || empty.is_some() && !self.state.first_round {
                let mut next = relaxed.clone();
                self.free_top(&mut next, stack);
                self.close(&mut next);
                self.each_after(&next, choices - 1, left_out, tell);
                // The others may as well come after this one: what could be done without it can be done with it.
                left_out |= 1 << id;
            }
        }
        if let Some(stack) = empty {
            let mut next = relaxed.clone();
            if self.deal(&mut next, stack) {
                self.close(&mut next);
                self.each_after(&next, choices - 1, left_out, tell);
            }
        }
    }
}

//! Without redeals: sets of configurations take the place of where cards are packed.
//!
//! *Setup.* No redeal is left and there has been none, packing at any time. A *pile* is a dealt stack or `depth`
//! talon cards that will refill a stack together. Every card lies in its pile, or packed on a card that
//! does, or on a foundation. A *step* is that the open card of a pile leaves it, with what is packed on
//! it; a *level* is all that has happened after as many steps. The *configuration* of a suit says where
//! its cards lie that have left their piles ([`configuration`]). An order of steps and, for each suit, a
//! configuration after each step fit each other if the suit's own moves lead from one to the next.
//!
//! *Claim.* A position is winnable exactly if some order of steps empties all piles such that each suit,
//! for itself, has configurations that fit.
//!
//! *Invariant.* After each step the piles that are open and what each still holds follow from the
//! order of steps alone; the moves of a suit until the next step depend on the suit's own configuration
//! and on which of its cards are open in piles.
//!
//! *Each move keeps it.*
//! - To a foundation: it looks at the suit's own cards on the foundations.
//! - Packing: it is in suit, onto an open card in a pile or packed on one, at any time.
//! - To an empty stack: never; an empty stack is refilled at once, or stays empty to the end.
//! - A refill: the next pile opens when the last card of a pile leaves it. In which stack a pile
//!   lies matters to no move.
//!
//! *Conclusion.* A play is an order of steps and a sequence of configurations for each suit; the
//! suits can be chosen one by one. A *belief set* holds all configurations of a suit to which some
//! play with the same order of steps leads ([`sets`]), so an order of steps is possible exactly if no
//! belief set becomes empty. When the piles are empty no card is left to pack on: all are on the foundations.
//!
//! A dealt card that lies on the next higher one of its suit might as well have been packed there. A
//! run that was dealt is therefore one *unit*, and its head alone takes a step.
//!
//! *Safe heads.* A node has one child, the step of a head h, if h is safe in every configuration of its suit
//! ([`BeliefSets::safe_heads`](sets::BeliefSets::safe_heads)). *Claim.* No win is lost. *Proof.* A win through the
//! node comes through one position of it; there h lies bare, fits a foundation and is safe, so the position
//! after the move of h is winnable too
//! ([`safe_foundation_moves`](crate::hochzeitszug::prunings::safe_foundation_moves)). Other suits may take their
//! steps in another order from there, and the piles of the talon come to lie in other stacks; they open no
//! later, and nodes do not tell stacks apart. That position is one of the child. For the same reason a
//! belief set drops a configuration from which a safe card that is packed can go to its foundation, and keeps
//! the one after it.
//!
//! *Needs.* Not `packing=stalled`, under which the suits meet between the steps. No redeal, or one
//! that is not looked for: a win without redeals is a win.
//!
//! Oracles: `tests/hochzeitszug.rs` with the switch on and off; `plays_and_endings_meet_anywhere` in
//! [`levels`].

pub mod configuration;
pub mod levels;
pub mod piles;
pub mod sets;
pub mod table;
pub mod translate;
mod unroll;

use gehtauf_rules::hochzeitszug::Variant;

/// Whether the proof holds for the variant, no redeal being looked for.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        layers: _,
        runs: _,
        packing_stalled,
        redeals: _,
        redeal_blocked: _,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    !packing_stalled
}

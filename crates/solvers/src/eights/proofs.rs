//! The proofs of both games, each by itself, for those who try to refute them.

use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, Outcome};

use super::abstractions::free_cards_with_heads::{
    self as with_heads, Complete, Switches, WithoutHeads,
};
use super::portfolio::exhaust_with;
use super::prunings::Prunings;
use crate::Proof;

const NONE: Prunings = Prunings::NONE;

/// The switches of the searches over packed states and free cards.
const SWITCHES: [(&str, Prunings); 10] = [
    ("symmetric columns", Prunings { symmetric_columns: true, ..NONE }),
    ("talon macro moves", Prunings { talon_macro_moves: true, ..NONE }),
    ("safe foundation moves", Prunings { safe_foundation_moves: true, ..NONE }),
    ("dead-end detection", Prunings { dead_ends: true, ..NONE }),
    ("chain-counting relaxation", Prunings { chain_counting: true, ..NONE }),
    ("tracked cards", Prunings { tracked_cards: true, ..NONE }),
    ("satisfiability", Prunings { sat: true, ..NONE }),
    ("free cards", Prunings { free_cards: true, ..NONE }),
    (
        "free cards, safe foundation moves",
        Prunings { free_cards: true, safe_foundation_moves: true, ..NONE },
    ),
    (
        "free cards, delete relaxation",
        Prunings { free_cards: true, delete_relaxation: true, ..NONE },
    ),
];

/// Those that hold for a position.
pub fn proofs(table: &Table) -> Vec<Proof<'_>> {
    let is_supported = |prunings: &Prunings| prunings.supported(&table.rules) == *prunings;
    let by_switches = SWITCHES.into_iter().filter(|(_, prunings)| is_supported(prunings)).map(
        |(name, prunings)| Proof::new(name, move |budget| exhaust_with(table, prunings, budget).0),
    );
    let mut proofs: Vec<Proof<'_>> = by_switches.collect();
    if with_heads::supports(&table.rules) {
        let complete = |name, switches| {
            Proof::new(name, move |budget| {
                let search = Complete::new(table, switches, budget.memory());
                Proof::verdict(
                    search.map_or(Ok(Outcome::Open), |mut search| search.run(table, budget)),
                )
            })
        };
        let without = |name, switches| {
            Proof::new(name, move |budget: &mut Budget<'_>| {
                let search = WithoutHeads::new(table, switches, budget.memory());
                let is_lost = search.map_or(Ok(false), |mut search| search.is_lost(budget));
                Proof::verdict(is_lost.map(|is_lost| match is_lost {
                    true => Outcome::Unwinnable,
                    false => Outcome::Open,
                }))
            })
        };
        let none = Switches::NONE;
        let (dead_ends, persistent_sets) =
            (Switches { dead_ends: true, ..none }, Switches { persistent_sets: true, ..none });
        let (chain_counting, free_talon) =
            (Switches { chain_counting: true, ..none }, Switches { free_talon: true, ..none });
        let under_force = Switches { forced_talon_dominance: true, ..none };
        proofs.extend([
            complete("free cards with heads", none),
            complete("free cards with heads, dead ends", dead_ends),
            complete("free cards with heads, persistent sets", persistent_sets),
            complete("free cards with heads, foundation moves under force", under_force),
            complete("free cards with heads, macro and safe moves", free_talon),
            complete("free cards with heads, all", Switches::ALL),
            without("without heads", none),
            without("without heads, dead ends", dead_ends),
            without("without heads, persistent sets", persistent_sets),
            without("without heads, chain counting", chain_counting),
            without("without heads, macro moves", free_talon),
        ]);
    }
    proofs
}

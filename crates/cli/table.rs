//! A layout arranged as on the sheets: which piles lie side by side, and how they are spread.

use std::collections::BTreeSet;

use gehtauf::cards::{Card, Colour, Pack, Rank, Suit};
use gehtauf::rules::{Content, Game, Layout, Position, RuleSet, Slot, View};

use crate::lang::Count;

/// How the piles of a group lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Squared piles in a row, of which the top card is seen.
    Heaps,
    /// The same, the cards lying crosswise.
    Crosswise,
    /// Piles spread towards the player, side by side.
    Columns,
    /// Cards side by side, one pile below the other.
    Rows,
    /// Squared piles beside the rest of the table.
    Aside,
}

/// A pile with the label that names it; the last card is the open one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pile {
    /// `c3`, `talon`, `f2`, ...
    pub label: String,
    /// The cards.
    pub slots: Vec<Slot>,
}

/// Piles that lie together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// How they lie.
    pub shape: Shape,
    /// The piles, from left to right or from top to bottom.
    pub piles: Vec<Pile>,
}

/// Everything on the table, from top to bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The groups. All positions of a game have the same ones with the same piles.
    pub groups: Vec<Group>,
    /// What is counted.
    pub counts: Vec<Count>,
    /// Cards that are to be seen at once.
    pub marks: Marks,
}

/// Some cards: the labels of their piles, and how many cards lie before each.
pub type Marks = BTreeSet<(String, usize)>;

impl Table {
    /// Arranges a layout of the game.
    pub fn new(game: &Game, layout: &Layout) -> Table {
        match game.rule_set() {
            RuleSet::AchtMalAcht | RuleSet::EightByEight => eights(game, layout),
            RuleSet::EkligeElfer => elfer(game, layout),
            RuleSet::Domino => domino(game, layout),
            RuleSet::Hochzeitszug => hochzeitszug(game, layout),
        }
    }

    /// Arranges what a player sees: the cards that he has not seen are not named.
    pub fn as_seen(game: &Game, view: &View) -> Table {
        let mut table = Table::new(game, &view.position().layout());
        for pile in table.groups.iter_mut().flat_map(|group| &mut group.piles) {
            // The next card of the talon lies on top.
            let seen = match pile.label.as_str() {
                "talon" => pile.slots.len() - view.unseen_talon(),
                _ => 0,
            };
            let hidden = pile.slots[seen..].iter_mut().filter(|slot| slot.is_face_down());
            hidden.for_each(|slot| *slot = Slot::Unseen { face_down: true });
        }
        table
    }

    /// The same with these cards of the layout marked, in whose talon the next card comes first.
    pub fn with_marks(self, marks: &Marks) -> Table {
        let talon =
            self.piles().find(|pile| pile.label == "talon").map_or(0, |pile| pile.slots.len());
        let here = |(label, place): &(String, usize)| match label.as_str() {
            "talon" => (label.clone(), talon - 1 - place),
            _ => (label.clone(), *place),
        };
        Table { marks: marks.iter().map(here).collect(), ..self }
    }

    /// All piles in order.
    pub fn piles(&self) -> impl Iterator<Item = &Pile> {
        self.groups.iter().flat_map(|group| &group.piles)
    }
}

fn eights(game: &Game, layout: &Layout) -> Table {
    let pack = game.pack();
    let foundations = if has(game, "foundations", "four") {
        four_foundations(pack, layout)
    } else {
        foundations(pack, layout, 1, 1, 0)
    };
    let (talon, waste) = (pile(layout, "talon"), pile(layout, "waste"));
    let mut counts = vec![
        Count::Talon(talon.slots.len()),
        Count::Waste(waste.slots.len()),
        cards_up(&[&foundations]),
    ];
    // Without an end they are not counted.
    counts.extend(number(game, "passes").map(|all| Count::Pass(counter(layout, "pass"), all)));
    if counter(layout, "must-play") == 1 {
        counts.push(Count::MustPlay);
    }
    let groups = vec![
        Group { shape: Shape::Heaps, piles: foundations },
        Group { shape: Shape::Columns, piles: numbered(layout, 'c') },
        Group { shape: Shape::Aside, piles: vec![face_down_from_the_top(talon), waste] },
    ];
    Table { groups, counts, marks: Marks::new() }
}

fn domino(game: &Game, layout: &Layout) -> Table {
    let rows = numbered(layout, 'r');
    let in_order = |row: &Pile| {
        let ace = row.slots.first().and_then(|slot| card(*slot));
        let wanted = (1..).map_while(|rank| Some(Card::new(Rank::new(rank)?, ace?.suit)));
        wanted.zip(&row.slots).take_while(|(wanted, slot)| card(**slot) == Some(*wanted)).count()
    };
    let counts = vec![
        Count::InOrder(rows.iter().map(in_order).sum(), game.pack().len()),
        redeals(game, layout),
    ];
    let mut groups = vec![Group { shape: Shape::Rows, piles: rows }];
    if has(game, "aces", "free") {
        groups.insert(0, Group { shape: Shape::Heaps, piles: vec![pile(layout, "aces")] });
    }
    Table { groups, counts, marks: Marks::new() }
}

fn elfer(game: &Game, layout: &Layout) -> Table {
    let pack = game.pack();
    let kings = |colour| pack.suits.iter().filter(|suit| suit.colour() == colour).count();
    let runs_of_colour = |colour| kings(colour) * usize::from(pack.decks);
    let all_runs = runs_of_colour(Colour::Black) + runs_of_colour(Colour::Red);
    let mut runs: Vec<Pile> =
        (0..all_runs).map(|i| Pile { label: format!("o{}", i + 1), slots: Vec::new() }).collect();
    // Runs under a black King lie left of those under a red one, so that none moves on later.
    let mut next_place = [0, runs_of_colour(Colour::Black)];
    let out = pile(layout, "out").slots;
    let runs_out = out.chunks(usize::from(pack.top.number()) - 1);
    let counts = vec![
        Count::Talon(pile(layout, "talon").slots.len()),
        Count::Runs(runs_out.len(), all_runs),
    ];
    for run in runs_out {
        let place = &mut next_place[card(run[0]).map_or(0, |king| king.colour() as usize)];
        runs[*place].slots = run.iter().rev().copied().collect();
        *place += 1;
    }
    let talon = face_down_from_the_top(pile(layout, "talon"));
    let mut heaps = vec![talon, pile(layout, "aces")];
    heaps.extend(runs);
    let groups = vec![
        Group { shape: Shape::Heaps, piles: heaps },
        Group { shape: Shape::Columns, piles: numbered(layout, 'c') },
    ];
    Table { groups, counts, marks: Marks::new() }
}

fn hochzeitszug(game: &Game, layout: &Layout) -> Table {
    let queens = foundations(game.pack(), layout, 2, 2, 0);
    let kings = foundations(game.pack(), layout, 1, 2, queens.len());
    let talon = pile(layout, "talon");
    let counts =
        vec![Count::Talon(talon.slots.len()), cards_up(&[&queens, &kings]), redeals(game, layout)];
    let mut upper = numbered(layout, 's');
    let in_upper = number(game, "upper").expect("the game has this option");
    let lower = upper.split_off(in_upper as usize);
    let groups = vec![
        Group { shape: Shape::Columns, piles: upper },
        Group { shape: Shape::Aside, piles: vec![face_down_from_the_top(talon)] },
        Group { shape: Shape::Crosswise, piles: queens },
        Group { shape: Shape::Crosswise, piles: kings },
        Group { shape: Shape::Columns, piles: lower },
    ];
    Table { groups, counts, marks: Marks::new() }
}

/// The foundations that go up from the rank `first` by `step`, as many per suit as there are packs,
/// of which the layout names the top cards; labelled from `labels_from + 1`.
fn foundations(
    pack: Pack,
    layout: &Layout,
    first: u8,
    step: usize,
    labels_from: usize,
) -> Vec<Pile> {
    let tops: Vec<Card> = pile(layout, "foundations").slots.into_iter().filter_map(card).collect();
    let mut piles = Vec::new();
    for suit in pack.suits.iter() {
        let ranks = || (first..=pack.top.number()).step_by(step);
        let mut tops = tops
            .iter()
            .filter(|top| top.suit == suit && ranks().any(|rank| rank == top.rank.number()));
        for _ in 0..pack.decks {
            let top = tops.next().map_or(0, |top| top.rank.number());
            let label = labels_from + piles.len();
            piles.push(foundation(label, suit, ranks().take_while(|rank| *rank <= top)));
        }
    }
    piles
}

/// One foundation per suit, which goes up from the Ace as often as there are packs. It holds all
/// cards of its suit that lie nowhere else.
fn four_foundations(pack: Pack, layout: &Layout) -> Vec<Pile> {
    let elsewhere = cards_outside(layout, "foundations");
    let pile_of = |(i, suit): (usize, Suit)| {
        let others = elsewhere.iter().filter(|card| card.suit == suit).count();
        let up_to_top = 1..=pack.top.number();
        let sequence = (0..pack.decks).flat_map(|_| up_to_top.clone());
        let all = usize::from(pack.top.number() * pack.decks);
        foundation(i, suit, sequence.take(all - others))
    };
    pack.suits.iter().enumerate().map(pile_of).collect()
}

fn cards_up(foundations: &[&[Pile]]) -> Count {
    Count::Foundations(foundations.concat().iter().map(|pile| pile.slots.len()).sum())
}

fn has(game: &Game, option: &str, word: &str) -> bool {
    game.options().named(option).as_deref() == Some(word)
}

/// The value of an option; nothing for `unlimited`.
fn number(game: &Game, option: &str) -> Option<u32> {
    game.options().named(option)?.parse().ok()
}

fn redeals(game: &Game, layout: &Layout) -> Count {
    let allowed = number(game, "redeals").expect("the game has this option");
    Count::Redeals(counter(layout, "redeals-used"), allowed)
}

/// A foundation of these ranks.
fn foundation(index: usize, suit: Suit, ranks: impl Iterator<Item = u8>) -> Pile {
    let slots = ranks.filter_map(Rank::new).map(|rank| Slot::Up(Card::new(rank, suit))).collect();
    Pile { label: format!("f{}", index + 1), slots }
}

/// The talon as it lies: the card to be turned next on top, all face down.
fn face_down_from_the_top(talon: Pile) -> Pile {
    let slots = talon.slots.into_iter().rev().filter_map(card).map(Slot::Down).collect();
    Pile { slots, ..talon }
}

/// The pile of a label; empty if the layout has no such pile.
fn pile(layout: &Layout, label: &str) -> Pile {
    let slots = layout.pile(label).map(<[Slot]>::to_vec).unwrap_or_default();
    Pile { label: label.to_string(), slots }
}

/// The piles `c1`, `c2`, ... of a letter.
fn numbered(layout: &Layout, letter: char) -> Vec<Pile> {
    (1..)
        .map(|number| format!("{letter}{number}"))
        .take_while(|label| layout.pile(label).is_ok())
        .map(|label| pile(layout, &label))
        .collect()
}

fn counter(layout: &Layout, label: &str) -> u32 {
    layout.counter(label, 0..=u32::MAX).unwrap_or(0)
}

fn card(slot: Slot) -> Option<Card> {
    match slot {
        Slot::Up(card) | Slot::Down(card) => Some(card),
        Slot::Unseen { .. } | Slot::Gap => None,
    }
}

/// The cards of all piles but one.
fn cards_outside(layout: &Layout, label: &str) -> Vec<Card> {
    let piles = layout.lines.iter().filter(|(l, _)| l != label).filter_map(|(_, content)| {
        let Content::Pile(slots) = content else { return None };
        Some(slots)
    });
    piles.flatten().filter_map(|slot| card(*slot)).collect()
}

#[cfg(test)]
mod tests {
    use gehtauf::cards::seeded_deck;

    use super::*;

    /// Options under which other piles lie on the table.
    const VARIANTS: [(RuleSet, &[(&str, &str)]); 8] = [
        (RuleSet::AchtMalAcht, &[("foundation-return", "yes")]),
        (RuleSet::EightByEight, &[]),
        (RuleSet::EightByEight, &[("foundations", "four"), ("ranks", "5"), ("rows", "2")]),
        (RuleSet::EkligeElfer, &[("ranks", "4"), ("columns", "4")]),
        (RuleSet::EkligeElfer, &[]),
        (RuleSet::Domino, &[("aces", "free")]),
        (RuleSet::Hochzeitszug, &[]),
        (RuleSet::Hochzeitszug, &[("decks", "1"), ("upper", "4"), ("lower", "3")]),
    ];

    #[test]
    fn every_card_lies_on_the_table_and_the_piles_stay_the_same() {
        for (rule_set, sets) in VARIANTS {
            let game = Game::new(rule_set, sets).unwrap();
            let mut pack: Vec<Card> = game.pack().cards().collect();
            pack.sort();
            for seed in 0..5 {
                let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let labels = |table: &Table| -> Vec<_> {
                    let labels = |group: &Group| -> Vec<_> {
                        group.piles.iter().map(|pile| pile.label.clone()).collect()
                    };
                    table.groups.iter().map(|group| (group.shape, labels(group))).collect()
                };
                let first = labels(&Table::new(&game, &position.layout()));
                for step in 0..200 {
                    let table = Table::new(&game, &position.layout());
                    let slots = table.piles().flat_map(|pile| &pile.slots);
                    let mut cards: Vec<Card> = slots.filter_map(|&slot| card(slot)).collect();
                    cards.sort();
                    assert_eq!(cards, pack, "{rule_set} {sets:?}, seed {seed}, step {step}");
                    assert_eq!(labels(&table), first);
                    let moves = position.legal_moves();
                    let up = moves
                        .iter()
                        .find(|m| [">f", ">out"].iter().any(|end| m.to_string().ends_with(end)));
                    let Some(&m) = up.or(moves.get(step * 7 % moves.len().max(1))) else { break };
                    position.play(m);
                }
            }
        }
    }
}

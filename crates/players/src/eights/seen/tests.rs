use std::collections::{BTreeSet, HashMap};

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{Game, Referee, RuleSet};

use super::*;

const CASES: &[(RuleSet, &[(&str, &str)])] = &[
    (RuleSet::EightByEight, &[]),
    (RuleSet::EightByEight, &[("spaces", "any-run"), ("talon-play", "free")]),
    (RuleSet::EightByEight, &[("foundations", "four"), ("foundation-return", "yes")]),
    (RuleSet::EightByEight, &[("ranks", "5"), ("columns", "4"), ("rows", "4")]),
    (
        RuleSet::EightByEight,
        &[
            ("ranks", "6"),
            ("suits", "CH"),
            ("columns", "3"),
            ("rows", "3"),
            ("foundations", "four"),
        ],
    ),
    (RuleSet::EightByEight, &[("columns", "26"), ("rows", "3"), ("decks", "2")]),
    (
        RuleSet::EightByEight,
        &[("columns", "2"), ("rows", "26"), ("decks", "1"), ("passes", "unlimited")],
    ),
    (RuleSet::AchtMalAcht, &[("passes", "1")]),
    (RuleSet::AchtMalAcht, &[("ranks", "6"), ("columns", "4"), ("rows", "4")]),
];

/// What lies in each column, whatever the numbers of the cards are.
fn columns(seen: &Seen, state: &State) -> Vec<(u8, Vec<u8>)> {
    let column = |i: usize| {
        let first = Some(state.open[i]).filter(|&card| card != NONE);
        let below = |&card: &u8| Some(state.under[usize::from(card)]).filter(|&c| c != NONE);
        let cards = std::iter::successors(first, below).map(|card| seen.card_type(card));
        (state.down[i], cards.collect())
    };
    (0..seen.width).map(column).collect()
}

/// The legal ones of the moves that a plan is made of.
fn planned(view: &View, wanted: u64) -> BTreeSet<Move> {
    let table = table(view).unwrap();
    let space = table.columns.iter().position(|column| column.cards.is_empty());
    let is_planned = |m: &Move| match *m {
        Move::ColumnToColumn { from, to, count } => {
            let (column, count) = (&table.columns[usize::from(from)], usize::from(count));
            let under = column.cards.len().checked_sub(count + 1).map(|i| column.cards[i]);
            if table.columns[usize::from(to)].cards.is_empty() {
                Some(usize::from(to)) == space && under.is_some()
            } else {
                let goes_up = under.is_some_and(|card| wanted >> card_type_of(card) & 1 == 1);
                count == column.run_len() || goes_up
            }
        }
        Move::WasteToColumn { to } => {
            !table.columns[usize::from(to)].cards.is_empty() || Some(usize::from(to)) == space
        }
        Move::ColumnToFoundation { .. } | Move::WasteToFoundation => true,
        _ => false,
    };
    view.legal_moves().into_iter().filter(is_planned).collect()
}

#[test]
fn moves_do_what_the_rules_do() {
    let (mut unturned, mut turned) = (0, 0);
    for (rule_set, options) in CASES {
        let game = Game::new(*rule_set, options).unwrap();
        for seed in 0..12 {
            let mut referee = Referee::new(game.deal(&seeded_deck(seed, game.pack())).unwrap());
            for turn in 0..300 {
                let view = referee.view();
                let seen = Seen::new(view).unwrap();
                let mut moves = Vec::new();
                seen.start.push_moves(&seen, &mut moves);
                let distinct: BTreeSet<Move> = moves.iter().copied().collect();
                assert_eq!(distinct.len(), moves.len());
                let wanted = seen.start.wanted(&seen);
                assert_eq!(distinct, planned(view, wanted), "{}", view.layout());
                for m in moves {
                    let mut state = seen.start;
                    state.play(&seen, m);
                    let Some(after) = view.after(m) else {
                        assert!(state.turned_up.is_some(), "{m}\n{}", view.layout());
                        turned += 1;
                        continue;
                    };
                    let after = Seen::new(&after).unwrap();
                    assert_eq!(columns(&seen, &state), columns(&after, &after.start), "{m}");
                    assert_eq!(state.piles, after.start.piles);
                    assert_eq!(state.waste, after.start.waste);
                    assert_eq!(state.turned_up, None);
                    assert!(!state.must_play);
                    unturned += 1;
                }
                let legal = view.legal_moves();
                let Some(&m) = legal.get(turn * 7 % legal.len().max(1)) else { break };
                referee.play(m);
            }
        }
    }
    assert!(unturned > 10_000 && turned > 500, "{unturned} {turned}");
}

/// All that two moves lead to, in either order and there and back.
#[test]
fn tables_have_one_fingerprint_exactly_if_they_are_equal() {
    let game = Game::new(RuleSet::EightByEight, &[]).unwrap();
    let mut met: usize = 0;
    for seed in 0..20 {
        let mut referee = Referee::new(game.deal(&seeded_deck(seed, game.pack())).unwrap());
        for turn in 0..150 {
            let seen = Seen::new(referee.view()).unwrap();
            let mut states = vec![seen.start];
            let mut moves = Vec::new();
            for i in 0..30 {
                let Some(&before) = states.get(i) else { break };
                moves.clear();
                before.push_moves(&seen, &mut moves);
                for &m in moves.iter().filter(|_| before.turned_up.is_none()) {
                    let mut state = before;
                    state.play(&seen, m);
                    states.push(state);
                }
            }
            let mut by_key = HashMap::new();
            let mut all = BTreeSet::new();
            for state in &states {
                // Cards that have left the columns lie on nothing any more.
                let shown = (columns_by_number(&seen, state), state.waste);
                assert_eq!(*by_key.entry(state.key).or_insert(shown.clone()), shown);
                all.insert(shown);
            }
            assert_eq!(by_key.len(), all.len());
            met += all.len();
            let legal = referee.view().legal_moves();
            let Some(&m) = legal.get(turn * 5 % legal.len().max(1)) else { break };
            referee.play(m);
        }
    }
    assert!(met > 5_000, "{met}");
}

fn columns_by_number(seen: &Seen, state: &State) -> Vec<Vec<u8>> {
    let below = |&card: &u8| Some(state.under[usize::from(card)]).filter(|&c| c != NONE);
    let open = state.open[..seen.width].iter().map(|&card| Some(card).filter(|&c| c != NONE));
    open.map(|card| std::iter::successors(card, below).collect()).collect()
}

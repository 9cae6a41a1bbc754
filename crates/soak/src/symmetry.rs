//! Deals that differ in names only: suits exchanged and, in the eights, columns. If one comes out, the other does.
//!
//! The rules look at a card's suit in the foundations, which are alike, and where colours alternate at its colour; so
//! clubs and spades, diamonds and hearts, and the two colours may be exchanged in all games but Domino with
//! fixed Aces, whose rows are suits; in Hochzeitszug any two suits. The columns of the eights have no order.
//!
//! The win of one, its moves exchanged likewise, is played on the other, and each proof is asked along it.
//!
//! Along the win itself the moves that a search makes at once (dominance moves) are played, and each proof is asked
//! after them.

use gehtauf_cards::{Card, Suit};
use gehtauf_rules::{AceOrder, Move, Position, RuleSet, replay};
use gehtauf_search::Verdict;
use gehtauf_solvers::Dominance;

use crate::case::Case;
use crate::draw::{below, one_of, reduced, whole};
use crate::judge::{ask, contradicts_a_win, find_win};
use crate::shrink::shrink;
use crate::{Claims, Refutation, Soak};

const STATES_FOR_A_WIN: u64 = 50_000;
const STATES: u64 = 300;

/// Of the positions of a win about so many are looked at.
const POSITIONS: usize = 20;

/// Which suit and which column takes the place of which.
struct Exchange {
    suits: [Suit; 4],
    columns: Vec<u8>,
}

pub fn run(soak: &mut Soak<'_>) -> Result<(), Refutation> {
    let rng = &mut soak.rng;
    let is_whole = below(rng, 2) == 0;
    let case = if is_whole { whole(soak.rule_set, rng) } else { reduced(soak.rule_set, rng) };
    let exchange = draw(soak, &case);
    let Some(win) = find_win(&case.position(), STATES_FOR_A_WIN) else { return Ok(()) };
    if let Some(exchange) = exchange {
        exchanged(soak, &case, &exchange, &win)?;
    }
    dominated(soak, case, &win)
}

/// Asks along the win of the exchanged deal.
fn exchanged(
    soak: &mut Soak<'_>,
    case: &Case,
    exchange: &Exchange,
    win: &[Move],
) -> Result<(), Refutation> {
    let mut other = exchange.deal(case);
    let win: Vec<Move> = win.iter().map(|&m| exchange.of_move(m)).collect();
    let refuted = |claim: String, case: &Case| Refutation { claim, case: case.clone() };
    if let Err(error) = replay(&other.position(), &win) {
        return Err(refuted(format!("the rules see a difference: {error}"), &other));
    }
    for (i, &m) in win.iter().enumerate() {
        if i == 0 || below(&mut soak.rng, win.len()) < POSITIONS {
            let position = other.position();
            for proof in (soak.claims.proofs)(&position) {
                let verdict = ask(&proof, STATES);
                if let Some(problem) = contradicts_a_win(&position, &verdict) {
                    return Err(refuted(format!("{}: {problem}", proof.name), &other));
                }
                soak.counts.add_verdict(soak.rule_set, proof.name, &verdict);
            }
        }
        other.moves.push(m);
    }
    Ok(())
}

/// Plays the dominance moves of positions along the win, and asks after them.
fn dominated(soak: &mut Soak<'_>, mut case: Case, win: &[Move]) -> Result<(), Refutation> {
    for &m in win {
        if below(&mut soak.rng, win.len()) < POSITIONS {
            let mut asked = Vec::new();
            let count = |name, verdict| asked.push((name, verdict));
            if let Err((of, claim)) = ask_dominances(&case, soak.claims, count) {
                let fails = |case: &Case| {
                    ask_dominances(case, soak.claims, |_, _| {}).is_err_and(|other| other.0 == of)
                        && find_win(&case.position(), STATES_FOR_A_WIN).is_some()
                };
                return Err(Refutation { case: shrink(&case, fails), claim });
            }
            for (name, verdict) in asked {
                soak.counts.add_verdict(soak.rule_set, name, &verdict);
            }
        }
        case.moves.push(m);
    }
    Ok(())
}

/// Whether no proof says "unwinnable" after a dominance move of a won position; else which moves, and what is said.
fn ask_dominances(
    case: &Case,
    claims: Claims,
    mut answered: impl FnMut(&'static str, Verdict<Move>),
) -> Result<(), (&'static str, String)> {
    let position = case.position();
    for Dominance { name, moves } in (claims.dominances)(&position) {
        let mut after = position.clone();
        for m in moves {
            if !after.is_legal(m) {
                return Err((name, format!("{name}: {m} is not legal")));
            }
            after.play(m);
        }
        for proof in (claims.proofs)(&after) {
            let verdict = ask(&proof, STATES);
            if let Some(problem) = contradicts_a_win(&after, &verdict) {
                return Err((name, format!("{name}, then {}: {problem}", proof.name)));
            }
            answered(name, verdict);
        }
    }
    Ok(())
}

/// An exchange that the rules do not see; nothing if there is none.
fn draw(soak: &mut Soak<'_>, case: &Case) -> Option<Exchange> {
    let rng = &mut soak.rng;
    let game = case.game();
    let mut suits = Suit::ALL;
    if game.options().named("aces").as_deref() == Some("fixed") {
        return None;
    }
    // Clubs, diamonds, hearts, spades.
    let [c, d, h, s] = suits;
    let alike: &[[Suit; 4]] = match soak.rule_set {
        RuleSet::Hochzeitszug | RuleSet::Domino => &[[d, c, h, s], [c, h, d, s], [h, s, c, d]],
        _ => &[[s, d, h, c], [c, h, d, s], [d, c, s, h], [h, s, c, d]],
    };
    for _ in 0..3 {
        let exchange = one_of(rng, alike);
        suits = suits.map(|suit| exchange[suit.index()]);
    }
    if game.pack().suits.len() < 4 {
        suits = Suit::ALL; // The others may not be in the pack.
    }
    let has_columns = matches!(soak.rule_set, RuleSet::AchtMalAcht | RuleSet::EightByEight);
    let count = match has_columns {
        true => game.options().named("columns")?.parse().ok()?,
        false => 0,
    };
    let mut columns: Vec<u8> = (0..count).collect();
    for i in (1..columns.len()).rev() {
        columns.swap(i, below(rng, i + 1));
    }
    Some(Exchange { suits, columns })
}

impl Exchange {
    fn card(&self, card: Card) -> Card {
        Card::new(card.rank, self.suits[card.suit.index()])
    }

    fn column(&self, column: u8) -> u8 {
        self.columns.get(usize::from(column)).copied().unwrap_or(column)
    }

    /// The deal with the cards exchanged and the columns in their new places.
    fn deal(&self, case: &Case) -> Case {
        let mut deck: Vec<Card> = case.deck.iter().map(|&card| self.card(card)).collect();
        let width = self.columns.len();
        let rows = case.game().options().named("rows");
        let rows: usize = rows.map_or(0, |rows| rows.parse().expect("a number"));
        for row in 0..if width == 0 { 0 } else { rows } {
            for (column, &to) in self.columns.iter().enumerate() {
                deck[row * width + usize::from(to)] = self.card(case.deck[row * width + column]);
            }
        }
        Case { deck, ..case.clone() }
    }

    fn of_move(&self, m: Move) -> Move {
        match m {
            Move::ColumnToColumn { from, to, count } => {
                Move::ColumnToColumn { from: self.column(from), to: self.column(to), count }
            }
            Move::ColumnToFoundation { from } => {
                Move::ColumnToFoundation { from: self.column(from) }
            }
            Move::WasteToColumn { to } => Move::WasteToColumn { to: self.column(to) },
            Move::FoundationToColumn { card, to } => {
                Move::FoundationToColumn { card: self.card(card), to: self.column(to) }
            }
            Move::CardToGap { card, row, place } => {
                Move::CardToGap { card: self.card(card), row, place }
            }
            Move::Aces(order) => {
                let suits: Vec<Suit> = order.suits().map(|suit| self.suits[suit.index()]).collect();
                Move::Aces(AceOrder::new(&suits).expect("as many suits"))
            }
            other => other,
        }
    }
}

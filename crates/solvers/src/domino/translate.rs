//! From positions and moves of the rules to packed ones, and back.

use gehtauf_cards::{Card, Rank, Suit};
use gehtauf_rules::domino::Domino;
use gehtauf_rules::{AceOrder, Move, Position};

use super::moves::Step;
use super::state::{CardId, State, VariantTables, rank};

impl Step {
    /// The move in the rules' notation.
    pub fn to_move(self) -> Move {
        if self == Step::REDEAL {
            return Move::Redeal;
        }
        let suit = Suit::ALL[usize::from(self.card >> 4)];
        let card = Card::new(Rank::new(rank(self.card)).expect("a card has a rank"), suit);
        Move::CardToGap { card, row: self.to >> 4, place: self.to & 15 }
    }

    /// The step of a move of a card, or of a redeal.
    pub fn from_move(m: Move) -> Step {
        match m {
            Move::CardToGap { card, row, place } => Step { card: id(card), to: 16 * row + place },
            Move::Redeal => Step::REDEAL,
            _ => panic!("{m} is no step of Domino"),
        }
    }
}

fn id(card: Card) -> CardId {
    16 * card.suit.index() as u8 + card.rank.number()
}

impl State {
    /// Packs a position; `aces` are the Aces of its rows, whether or not they lie there yet.
    pub fn new(position: &Domino, aces: impl Iterator<Item = Suit>) -> State {
        let variant = position.variant();
        let mut cells = [0; 64];
        for row in 0..variant.rows() {
            for place in 1..variant.places() {
                let card = position.card(row, place);
                cells[16 * row + place] = card.map_or(0, id);
            }
        }
        for (row, suit) in aces.enumerate() {
            cells[16 * row] = 16 * suit.index() as u8 + 1;
        }
        State::from_cells(&VariantTables::new(variant), cells, position.redeals_left())
    }
}

/// A state to set out from, after the choice of Aces if there is one.
pub struct Start {
    /// The choice of Aces, if there is one.
    pub aces: Option<Move>,
    /// The state.
    pub state: State,
    /// Whether there is a proof that it cannot be won.
    pub is_lost: bool,
}

impl Start {
    /// The choice of Aces and steps from then on.
    pub fn moves(&self, steps: Vec<Step>) -> Vec<Move> {
        self.aces.into_iter().chain(steps.into_iter().map(Step::to_move)).collect()
    }
}

/// The position, or under `aces=free` before the choice each position after it.
pub fn starts(position: &Domino) -> Vec<Start> {
    let variant = position.variant();
    if position.aces_chosen() {
        let aces: Vec<Suit> = (0..variant.rows())
            .filter_map(|row| position.card(row, 0))
            .map(|ace| ace.suit)
            .collect();
        let state = State::new(position, aces.into_iter());
        return vec![Start { aces: None, state, is_lost: false }];
    }
    let start = |m| {
        let Move::Aces(order) = m else { panic!("{m} before the Aces are chosen") };
        let state = State::new(position, AceOrder::suits(order));
        Start { aces: Some(m), state, is_lost: false }
    };
    position.legal_moves().into_iter().map(start).collect()
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn domino(position: &AnyPosition) -> &Domino {
        match position {
            AnyPosition::Domino(position) => position,
            other => panic!("{other:?} is not Domino"),
        }
    }

    fn pack(position: &AnyPosition) -> State {
        State::new(domino(position), domino(position).variant().row_suits())
    }

    #[test]
    fn packed_play_follows_the_rules() {
        let option_lists: [&[(&str, &str)]; 5] = [
            &[],
            &[("fill", "left"), ("redeal", "blocked")],
            &[("pickup", "lifo"), ("ranks", "5")],
            &[("ranks", "6"), ("suits", "DS"), ("redeal", "blocked")],
            &[("ranks", "2"), ("suits", "H")],
        ];
        for options in option_lists {
            let game = Game::new(RuleSet::Domino, options).unwrap();
            for seed in 0..20 {
                let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let tables = VariantTables::new(domino(&position).variant());
                let mut state = pack(&position);
                let mut rng = Pcg64::seed_from_u64(seed);
                for _ in 0..200 {
                    let repacked = pack(&position);
                    assert_eq!(
                        (
                            state.packed.cells,
                            state.spots,
                            state.packed.links,
                            state.packed.key,
                            state.packed.prefixes,
                            state.packed.redeals_left,
                        ),
                        (
                            repacked.packed.cells,
                            repacked.spots,
                            repacked.packed.links,
                            repacked.packed.key,
                            repacked.packed.prefixes,
                            repacked.packed.redeals_left
                        ),
                    );
                    assert_eq!(state.is_won(&tables), position.is_won());
                    let mut steps = Vec::new();
                    if !state.is_won(&tables) {
                        state.for_each_card_step(&tables, |step| steps.push(step));
                        if state.may_redeal(&tables) {
                            steps.push(Step::REDEAL);
                        }
                    }
                    let mut moves: Vec<Move> = steps.iter().map(|step| step.to_move()).collect();
                    let mut legal = position.legal_moves();
                    moves.sort();
                    legal.sort();
                    assert_eq!(moves, legal);
                    if steps.is_empty() {
                        break;
                    }
                    assert!(steps.iter().all(|step| Step::from_move(step.to_move()) == *step));
                    let step = steps[rng.next_u32() as usize % steps.len()];
                    state = state.pack().unpack();
                    state.play(&tables, step);
                    position.play(step.to_move());
                }
            }
        }
    }
}

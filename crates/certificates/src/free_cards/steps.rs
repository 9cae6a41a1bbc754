//! The steps of states. That each move is one, or none, is the invariant of the module.

use std::fmt;

use gehtauf_cards::{Card, Rank};

use super::counts::{Cards, Face};
use super::state::{Counts, Deal, State, below};

/// A move that changes the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The base of a column goes onto another column.
    Uncover(usize),
    /// The base of a column goes to its foundation.
    BaseUp(usize),
    /// A free card, but for a head, goes to its foundation.
    Up(Card),
    /// The stock's card at a place goes onto a column, the talon turned on to it.
    StockDown(usize),
    /// The same to its foundation.
    StockUp(usize),
    /// The next card of the talon is turned.
    Turn,
    /// The waste is turned over.
    Redeal,
    /// A head goes onto another column.
    HeadDown(Card),
    /// A head goes to its foundation.
    HeadUp(Card),
    /// A follower goes into a space.
    ToSpace(Card),
    /// The base of a column goes into a space.
    BaseToSpace(usize),
    /// The stock's card at a place goes into a space, the talon turned on to it.
    StockToSpace(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Uncover(column) => write!(f, "base of c{} to a column", column + 1),
            Step::BaseUp(column) => write!(f, "base of c{} up", column + 1),
            Step::Up(card) => write!(f, "{card} up"),
            Step::StockDown(place) => write!(f, "stock card {} to a column", place + 1),
            Step::StockUp(place) => write!(f, "stock card {} up", place + 1),
            Step::Turn => f.write_str("turn"),
            Step::Redeal => f.write_str("redeal"),
            Step::HeadDown(card) => write!(f, "{card}, first of a column, to another"),
            Step::HeadUp(card) => write!(f, "{card}, first of a column, up"),
            Step::ToSpace(card) => write!(f, "{card} to an empty column"),
            Step::BaseToSpace(column) => write!(f, "base of c{} to an empty column", column + 1),
            Step::StockToSpace(place) => write!(f, "stock card {} to an empty column", place + 1),
        }
    }
}

impl State {
    /// Whether neither the stock nor a column with a base is left.
    pub fn is_won(&self) -> bool {
        self.stock == 0 && self.bases.iter().all(|&base| base == 0)
    }
}

impl Deal {
    /// Whether the moves are steps: nothing comes back from foundations.
    pub fn has_steps(&self) -> bool {
        !self.rules.foundation_return
    }

    /// All steps of a state that some position has; else none.
    pub fn steps(&self, state: &State) -> Vec<Step> {
        let Some(counts) = self.counts(state) else { return Vec::new() };
        let mut steps = Vec::new();
        if self.rules.forced_aces && !self.aces_go_up {
            self.steps_up(state, &counts, |card| card.rank == Rank::ACE, &mut steps);
            if !steps.is_empty() {
                return steps;
            }
        }
        for place in self.playable_of_stock(state) {
            self.steps_of_stock(state, &counts, place, &mut steps);
        }
        self.steps_up(state, &counts, |_| true, &mut steps);
        self.steps_of_heads(state, &counts, &mut steps);
        for column in 0..self.columns.len() {
            let base = self.base(state, column);
            if base.is_some_and(|base| counts.has_room(Face::of(base).parent())) {
                steps.push(Step::Uncover(column));
            }
        }
        if !self.turns_are_put_off() {
            self.steps_of_talon(state, &counts, &mut steps);
        }
        steps
    }

    /// Cards of columns to foundations.
    fn steps_up(
        &self,
        state: &State,
        counts: &Counts,
        of: impl Fn(Card) -> bool,
        steps: &mut Vec<Step>,
    ) {
        let goes_up = |card: Card| {
            of(card) && self.pile_for(state, card).is_some() && counts.has_room(Face::of(card))
        };
        let heads = state.heads.unwrap_or(Cards::NONE);
        let others = counts.free.without(&heads);
        steps.extend(others.card_types().filter(|&card| goes_up(card)).map(Step::Up));
        steps.extend(heads.card_types().filter(|&card| goes_up(card)).map(Step::HeadUp));
        let columns = 0..self.columns.len();
        let bases = columns.filter(|&column| self.base(state, column).is_some_and(goes_up));
        steps.extend(bases.map(Step::BaseUp));
    }

    /// The stock's places whose card can be played, or turned on to and played.
    pub(super) fn playable_of_stock(&self, state: &State) -> impl Iterator<Item = usize> + use<> {
        let top = state.turned.checked_sub(1).map_or(0, |top| 1 << top);
        let reach = match self.turns_are_put_off() {
            false => top,
            true if self.may_redeal(state) => state.stock,
            true => top | state.stock & !below(state.turned),
        };
        (0..64).filter(move |place| reach >> place & 1 == 1)
    }

    fn steps_of_stock(&self, state: &State, counts: &Counts, place: usize, steps: &mut Vec<Step>) {
        let card = self.stock[place];
        if self.pile_for(state, card).is_some() {
            steps.push(Step::StockUp(place));
        }
        // An Ace that goes onto a column goes up with that.
        let goes_up = self.aces_go_up && card.rank == Rank::ACE;
        if !goes_up && counts.has_room(Face::of(card).parent()) {
            steps.push(Step::StockDown(place));
        }
    }

    /// A turn, with the play of the card where that is forced for certain, or a redeal.
    fn steps_of_talon(&self, state: &State, counts: &Counts, steps: &mut Vec<Step>) {
        let talon = state.stock & !below(state.turned);
        if talon == 0 {
            if state.stock != 0 && self.may_redeal(state) {
                steps.push(Step::Redeal);
            }
            return;
        }
        let next = talon.trailing_zeros() as usize;
        if counts.is_open(Face::of(self.stock[next]).parent()) {
            self.steps_of_stock(state, counts, next, steps);
        } else {
            steps.push(Step::Turn);
        }
    }

    pub(super) fn may_redeal(&self, state: &State) -> bool {
        self.rules.passes.is_none_or(|passes| state.pass < passes)
    }

    /// The state after one of its steps.
    pub fn after(&self, state: &State, step: Step) -> State {
        let mut after = state.clone();
        match step {
            Step::Uncover(column) => self.turn_up(&mut after, column),
            Step::BaseUp(column) => {
                let base = self.base(state, column).expect("the column has a base");
                self.play_up(&mut after, base);
                self.turn_up(&mut after, column);
            }
            Step::Up(card) => self.play_up(&mut after, card),
            Step::StockDown(place) => self.take(&mut after, place),
            Step::StockUp(place) => {
                self.take(&mut after, place);
                self.play_up(&mut after, self.stock[place]);
            }
            Step::Turn => {
                let talon = state.stock & !below(state.turned);
                after.turned = talon.trailing_zeros() as u8 + 1;
            }
            Step::Redeal => {
                after.turned = 0;
                after.pass += u8::from(self.rules.passes.is_some());
            }
            Step::HeadDown(card) => after.take_head(card),
            Step::HeadUp(card) => {
                after.take_head(card);
                self.play_up(&mut after, card);
            }
            Step::ToSpace(card) => after.add_head(card),
            Step::BaseToSpace(column) => {
                after.add_head(self.base(state, column).expect("the column has a base"));
                self.turn_up(&mut after, column);
            }
            Step::StockToSpace(place) => {
                self.take(&mut after, place);
                after.add_head(self.stock[place]);
            }
        }
        self.in_time(after)
    }

    fn play_up(&self, state: &mut State, card: Card) {
        let pile = self.pile_for(state, card).expect("a foundation takes the card");
        let piles = &mut state.foundations[card.suit.index()];
        piles[pile] += 1;
        piles.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// The base of a column has left it, and Aces under it go up.
    fn turn_up(&self, state: &mut State, column: usize) {
        let mut left = usize::from(state.bases[column]) - 1;
        while self.aces_go_up && left > 0 && self.columns[column][left - 1].rank == Rank::ACE {
            left -= 1;
            self.play_up(state, self.columns[column][left]);
        }
        state.bases[column] = self.base_of(column, left);
        if left == 1 {
            state.add_head(self.columns[column][0]);
        }
    }

    /// Takes a card of the stock. One below the top of the waste is reached in the next pass.
    fn take(&self, state: &mut State, place: usize) {
        if place + 1 < state.turned.into() {
            state.pass += u8::from(self.rules.passes.is_some());
        }
        state.stock &= !(1 << place);
        state.turned = 64 - (state.stock & below(place as u8)).leading_zeros() as u8;
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_rules::{Game, Layout, RuleSet};

    use super::*;

    /// Heads are told where a space takes one card.
    fn steps(rule_set: RuleSet, more: &[(&str, &str)], text: &str) -> Vec<String> {
        let game = Game::new(rule_set, &[&[("suits", "CH")], more].concat()).unwrap();
        let position = game.read(&Layout::parse(text).unwrap()).unwrap();
        let deal = Deal::new(&position).unwrap();
        let start = deal.start_with_heads().unwrap_or(deal.start().clone());
        deal.steps(&start).iter().map(Step::to_string).collect()
    }

    #[test]
    fn a_card_goes_up_if_what_lies_on_it_has_another_place() {
        let small = [("ranks", "4"), ("decks", "1"), ("columns", "2"), ("rows", "2")];
        let of = |text: &str| steps(RuleSet::AchtMalAcht, &small, text);
        let text = "c1: 4C 3H 2C\nc2:\nfoundations: 2H\nwaste:\ntalon: 3C AC 4H\npass: 1";
        let to_columns = [1, 2, 3].map(|place| format!("stock card {place} to a column"));
        let [third, ace, fourth] = to_columns.each_ref().map(String::as_str);
        assert_eq!(of(text), [third, "stock card 2 up", ace, fourth, "3H up"]);
        let no_space = text.replace("c2:", "c2: 3C").replace("talon: 3C ", "talon: ");
        assert_eq!(of(&no_space), ["stock card 1 up"]);
    }

    #[test]
    fn what_lies_under_the_waste_comes_again_until_the_last_pass() {
        let small = [("ranks", "4"), ("decks", "1"), ("columns", "2"), ("rows", "2")];
        let text = "c1: 4C 3H 2C\nc2: 3C\nfoundations: 2H\nwaste: AC 4H\ntalon:\npass: ";
        let of = |pass: &str| steps(RuleSet::AchtMalAcht, &small, &format!("{text}{pass}"));
        assert_eq!([of("1"), of("2")], [["stock card 1 up"]; 2]);
        assert!(of("3").is_empty());
    }

    #[test]
    fn the_next_card_is_turned_unless_it_must_be_built() {
        let small = [("ranks", "3"), ("columns", "3"), ("rows", "2")];
        let any_run = [&small[..], &[("spaces", "any-run")]].concat();
        // A space takes the King 3C, but none must go there.
        let text = "c1: [3C] 3H\nc2:\nc3: 2C\nfoundations: AC AC AH AH\nwaste:\n\
                    talon: 3C 2H 2C 2H 3H\npass: 1\nmust-play: 0";
        let in_both = "base of c1 to a column";
        assert_eq!(steps(RuleSet::EightByEight, &any_run, text), ["2C up", in_both, "turn"]);
        // Each 3H takes a 2C, whatever else lies where.
        let built = text.replace("c3: 2C", "c3: 3H").replace("3C 2H 2C 2H 3H", "2C 3C 2H 2C 2H");
        let built = steps(RuleSet::EightByEight, &any_run, &built);
        let of_stock = ["stock card 1 to a column", "stock card 1 up"];
        assert!(of_stock.iter().all(|step| built.contains(&step.to_string())), "{built:?}");
        assert!(!built.contains(&"turn".to_string()), "{built:?}");
        // Two free 2C, one of them the head of its column.
        let text = text.replace("3H\nc2", "3H 2C\nc2").replace("2H 2C 2H 3H", "2H 2H 3H");
        let in_words = ["2C up", "2C, first of a column, up", "2C to an empty column", "turn"];
        assert_eq!(steps(RuleSet::EightByEight, &small, &text), in_words);
    }
}

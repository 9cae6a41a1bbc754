//! Domino.
//!
//! Source: RULES.md, section "Domino".

use gehtauf_cards::{Card, Deck, Pack, Rank, Suit};

use crate::layout::{LayoutError, Slot, unnamed, wrong};
use crate::options::{OptionError, OptionSpec, Options, RANKS, SUITS, Values};
use crate::view::Hides;
use crate::{AceOrder, Layout, Move, Position};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "fill",
        values: Values::Words(&["both", "left"]),
        effect: "which neighbours of a gap call for a card: both, or the one to its left",
        effect_de: "welche Nachbarn einer Lücke eine Karte fordern: beide oder nur der linke",
        is_reduced: false,
    },
    OptionSpec {
        name: "aces",
        values: Values::Words(&["fixed", "free"]),
        effect: "whether the player chooses at the start which Ace goes before which row",
        effect_de: "ob der Spieler am Anfang wählt, welches Ass vor welche Reihe kommt",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeals",
        values: Values::Count { least: 0, most: 3, default: 3, unlimited: false },
        effect: "how often the cards out of order may be taken up and dealt anew",
        effect_de: "wie oft ungeordnete Karten aufgenommen und neu ausgelegt werden dürfen",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeal",
        values: Values::Words(&["any-time", "blocked"]),
        effect: "when a redeal is allowed: at any time, or only when no card can move",
        effect_de: "wann neu ausgelegt wird: jederzeit oder nur, wenn keine Karte ziehen kann",
        is_reduced: false,
    },
    OptionSpec {
        name: "pickup",
        values: Values::Words(&["fifo", "lifo"]),
        effect: "whether the card taken up first is dealt first, or the one taken up last",
        effect_de: "ob die zuerst oder die zuletzt aufgenommene Karte als erste ausgelegt wird",
        is_reduced: false,
    },
    RANKS,
    SUITS,
];

/// The most places a row has: the Ace's and thirteen more.
pub const MAX_PLACES: usize = 14;

/// The most rows there are.
pub const MAX_ROWS: usize = 4;

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The cards of the game.
    pub pack: Pack,
    /// `fill=left`: only the left neighbour of a gap calls for a card.
    pub fill_left: bool,
    /// `aces=free`: the player chooses the Aces of the rows.
    pub aces_free: bool,
    /// How many redeals there are.
    pub redeals: u8,
    /// `redeal=blocked`: a redeal only when no card can move.
    pub redeal_blocked: bool,
    /// `pickup=lifo`: the card taken up last is dealt first.
    pub pickup_lifo: bool,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        Ok(Variant {
            pack: options.pack(),
            fill_left: options.is("fill", "left"),
            aces_free: options.is("aces", "free"),
            redeals: options.count("redeals"),
            redeal_blocked: options.is("redeal", "blocked"),
            pickup_lifo: options.is("pickup", "lifo"),
        })
    }

    /// How many rows there are: one per suit.
    pub fn rows(&self) -> usize {
        self.pack.suits.len()
    }

    /// How many places a row has, the Ace's counted.
    pub fn places(&self) -> usize {
        usize::from(self.pack.top.number()) + 1
    }

    /// The suits of the rows under `aces=fixed`, first row first.
    pub fn row_suits(&self) -> impl Iterator<Item = Suit> {
        [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds]
            .into_iter()
            .filter(|&suit| self.pack.suits.contains(suit))
    }
}

/// A position of Domino.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Domino {
    variant: Variant,
    /// The places of each row, 0 the Ace's; those that the reduced game does not have stay empty.
    rows: [[Option<Card>; MAX_PLACES]; MAX_ROWS],
    /// Where each card of the rows lies, by [`Card::index`], in the rows one after another. Only
    /// [`Domino::put`] changes it.
    spots: [u8; Card::KINDS],
    redeals_used: u8,
}

impl Domino {
    fn empty(variant: Variant) -> Domino {
        let rows = [[None; MAX_PLACES]; MAX_ROWS];
        Domino { variant, rows, spots: [0; Card::KINDS], redeals_used: 0 }
    }

    /// Puts a card into an empty place.
    fn put(&mut self, row: usize, place: usize, card: Card) {
        self.rows[row][place] = Some(card);
        self.spots[card.index()] = (MAX_PLACES * row + place) as u8;
    }

    pub(crate) fn deal(variant: Variant, deck: &Deck) -> Domino {
        let mut position = Domino::empty(variant);
        let length = usize::from(variant.pack.top.number());
        for (row, cards) in deck.cards().chunks(length).enumerate() {
            for (place, &card) in cards.iter().enumerate() {
                if card.rank != Rank::ACE {
                    position.put(row, place + 1, card);
                }
            }
        }
        if !variant.aces_free {
            position.put_aces(variant.row_suits());
        }
        position
    }

    pub(crate) fn from_layout(variant: Variant, layout: &Layout) -> Result<Domino, LayoutError> {
        let mut position = Domino::empty(variant);
        let mut labels: Vec<String> = (1..=variant.rows()).map(|row| format!("r{row}")).collect();
        for (row, label) in labels.iter().enumerate() {
            let slots = layout.pile(label)?;
            if slots.len() != variant.places() {
                let problem = format!("expected {} places, not {}", variant.places(), slots.len());
                return Err(wrong(label, problem));
            }
            for (place, slot) in slots.iter().enumerate() {
                match *slot {
                    Slot::Up(card) => position.put(row, place, card),
                    Slot::Gap => {}
                    Slot::Unseen { .. } => return Err(unnamed(label, slot)),
                    Slot::Down(card) => {
                        return Err(wrong(label, format!("{card} cannot lie face down here")));
                    }
                }
            }
        }
        let chosen = position.rows[0][0].is_some() || !variant.aces_free;
        for ((row, label), suit) in position.rows.iter().zip(&labels).zip(variant.row_suits()) {
            let ace = Card::new(Rank::ACE, suit);
            let fits = match row[0] {
                Some(card) if variant.aces_free => chosen && card.rank == Rank::ACE,
                first => first == chosen.then_some(ace),
            };
            if !fits {
                let is_ace = row[0].is_some_and(|card| card.rank == Rank::ACE);
                let problem = match (variant.aces_free, chosen) {
                    (false, _) if is_ace => format!(
                        "the first place is for {ace}; lay the rows in the order of suits C S H D, \
                         or play with aces=free"
                    ),
                    (false, _) => format!("the first place is for {ace}"),
                    (true, true) => "the first place is for an Ace".to_string(),
                    (true, false) => {
                        "the first place is empty until the Aces are chosen".to_string()
                    }
                };
                return Err(wrong(label, problem));
            }
        }
        labels.push("redeals-used".to_string());
        let most = if chosen { variant.redeals } else { 0 };
        position.redeals_used = layout.counter("redeals-used", 0..=u32::from(most))? as u8;
        if !chosen {
            labels.push("aces".to_string());
            if let Some(card) =
                layout.up_cards("aces")?.into_iter().find(|card| card.rank != Rank::ACE)
            {
                return Err(wrong("aces", format!("{card} is no Ace")));
            }
        }
        layout.check(&labels, &[], variant.pack)?;
        Ok(position)
    }

    /// The options of the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The card in a place of a row, both counted from 0; place 0 is the Ace's.
    pub fn card(&self, row: usize, place: usize) -> Option<Card> {
        self.rows[row][place]
    }

    /// How many redeals have been used.
    pub fn redeals_used(&self) -> u8 {
        self.redeals_used
    }

    /// How many redeals are left.
    pub fn redeals_left(&self) -> u8 {
        self.variant.redeals - self.redeals_used
    }

    /// The same position with so many redeals left.
    ///
    /// # Panics
    /// The options do not give that many.
    pub fn with_redeals_left(&self, redeals: u8) -> Domino {
        assert!(redeals <= self.variant.redeals, "{redeals} redeals left");
        Domino { redeals_used: self.variant.redeals - redeals, ..self.clone() }
    }

    /// Whether each row has its Ace; before that (`aces=free`) nothing but the choice is legal.
    pub fn aces_chosen(&self) -> bool {
        self.rows[0][0].is_some()
    }

    fn put_aces(&mut self, suits: impl Iterator<Item = Suit>) {
        for (row, suit) in suits.enumerate() {
            self.put(row, 0, Card::new(Rank::ACE, suit));
        }
    }

    /// The moves of cards into gaps.
    fn card_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(2 * MAX_ROWS + 1);
        let places = self.variant.places();
        for (row, cards) in self.rows[..self.variant.rows()].iter().enumerate() {
            for place in (1..places).filter(|&place| cards[place].is_none()) {
                let after = self.wanted_after_left(row, place);
                let before =
                    self.wanted_before_right(row, place).filter(|&card| Some(card) != after);
                moves.extend(after.into_iter().chain(before).map(|card| Move::CardToGap {
                    card,
                    row: row as u8,
                    place: place as u8,
                }));
            }
        }
        moves
    }

    /// The card that the left neighbour of a gap calls for.
    fn wanted_after_left(&self, row: usize, gap: usize) -> Option<Card> {
        self.rows[row][gap - 1].and_then(|left| self.neighbour(left, Rank::up))
    }

    /// The card that the right neighbour of a gap calls for, if the options let it.
    fn wanted_before_right(&self, row: usize, gap: usize) -> Option<Card> {
        if self.variant.fill_left || gap + 1 == self.variant.places() {
            return None;
        }
        self.rows[row][gap + 1].and_then(|right| self.neighbour(right, Rank::down))
    }

    /// The movable card of the same suit one rank up or down, if the pack has it.
    fn neighbour(&self, card: Card, step: fn(Rank) -> Option<Rank>) -> Option<Card> {
        let rank = step(card.rank)?;
        (rank != Rank::ACE && rank <= self.variant.pack.top).then_some(Card { rank, ..card })
    }

    /// How many places from the left hold the Ace and its suit in unbroken order.
    fn prefix(&self, row: usize) -> usize {
        let cards = &self.rows[row];
        let mut length = 1;
        while length < self.variant.places()
            && cards[length].is_some()
            && cards[length] == cards[length - 1].and_then(|card| self.neighbour(card, Rank::up))
        {
            length += 1;
        }
        length
    }

    fn redeal(&mut self) {
        let places = self.variant.places();
        let prefixes: Vec<usize> = (0..self.variant.rows()).map(|row| self.prefix(row)).collect();
        let mut pickup = Vec::with_capacity(52);
        for (row, &prefix) in self.rows.iter_mut().zip(&prefixes) {
            pickup.extend(row[prefix..].iter_mut().rev().filter_map(Option::take));
        }
        if self.variant.pickup_lifo {
            pickup.reverse();
        }
        let mut pickup = pickup.into_iter();
        for (row, &prefix) in prefixes.iter().enumerate() {
            for (place, card) in (prefix + 1..places).zip(&mut pickup) {
                self.put(row, place, card);
            }
        }
        self.redeals_used += 1;
    }
}

impl Position for Domino {
    fn legal_moves(&self) -> Vec<Move> {
        if self.is_won() {
            return Vec::new();
        }
        if !self.aces_chosen() {
            let mut orders = Vec::new();
            push_orders(&self.variant.row_suits().collect::<Vec<_>>(), 0, &mut orders);
            return orders;
        }
        let mut moves = self.card_moves();
        let allowed = !self.variant.redeal_blocked || moves.is_empty();
        if allowed && self.redeals_used < self.variant.redeals {
            moves.push(Move::Redeal);
        }
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        let Move::CardToGap { card, row, place } = m else {
            return self.legal_moves().contains(&m);
        };
        let (row, place) = (usize::from(row), usize::from(place));
        let inside = row < self.variant.rows() && (1..self.variant.places()).contains(&place);
        self.aces_chosen()
            && inside
            && self.rows[row][place].is_none()
            && (self.wanted_after_left(row, place) == Some(card)
                || self.wanted_before_right(row, place) == Some(card))
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::Aces(order) => self.put_aces(order.suits()),
            Move::Redeal => self.redeal(),
            Move::CardToGap { card, row, place } => {
                let from = usize::from(self.spots[card.index()]);
                self.rows.as_flattened_mut()[from] = None;
                self.put(usize::from(row), usize::from(place), card);
            }
            _ => panic!("{m} is no move of Domino"),
        }
    }

    fn is_won(&self) -> bool {
        (0..self.variant.rows())
            .all(|row| self.aces_chosen() && self.prefix(row) == self.variant.places() - 1)
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (row, cards) in self.rows[..self.variant.rows()].iter().enumerate() {
            let slots = cards[..self.variant.places()].iter();
            let slots = slots.map(|card| card.map_or(Slot::Gap, Slot::Up)).collect();
            layout.push_slots(format!("r{}", row + 1), slots);
        }
        if !self.aces_chosen() {
            let aces: Vec<Card> =
                self.variant.row_suits().map(|suit| Card::new(Rank::ACE, suit)).collect();
            layout.push_up("aces", &aces);
        }
        layout.push_counter("redeals-used", u32::from(self.redeals_used));
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::CardToGap { card, .. } => vec![card],
            _ => Vec::new(),
        }
    }
}

/// The cards that the layout does not name.
pub(crate) fn missing(variant: Variant, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
    layout.missing(&[], variant.pack)
}

/// Every card lies in sight.
impl Hides for Domino {
    fn unseen_talon(&self, _: usize) -> usize {
        0
    }

    fn still_unseen(&self, _: Move, _: usize) -> usize {
        0
    }

    fn hidden_cards(&mut self, _: usize) -> Vec<&mut Card> {
        Vec::new()
    }

    fn hidden_count(&self, _: usize) -> usize {
        0
    }
}

/// Appends the choices of Aces whose first `settled` suits are those given.
fn push_orders(suits: &[Suit], settled: usize, orders: &mut Vec<Move>) {
    if settled == suits.len() {
        orders.extend(AceOrder::new(suits).map(Move::Aces));
        return;
    }
    for next in settled..suits.len() {
        let mut suits = suits.to_vec();
        suits[settled..=next].rotate_right(1);
        push_orders(&suits, settled + 1, orders);
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;

    use super::*;
    use crate::{AnyPosition, Game, RuleSet};

    fn game(sets: &[(&str, &str)]) -> Game {
        Game::new(RuleSet::Domino, sets).unwrap()
    }

    fn read(sets: &[(&str, &str)], text: &str) -> AnyPosition {
        game(sets).read(&Layout::parse(text).unwrap()).unwrap()
    }

    fn read_error(sets: &[(&str, &str)], text: &str) -> String {
        game(sets).read(&Layout::parse(text).unwrap()).unwrap_err().to_string()
    }

    fn words(position: &AnyPosition) -> String {
        position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    const TWO_SUITS: &[(&str, &str)] = &[("ranks", "5"), ("suits", "CH")];

    #[test]
    fn aces_leave_gaps_and_go_before_their_rows() {
        let game = game(TWO_SUITS);
        let deck = Deck::parse("5H AC 3C 2C 4C 3H 5C 4H AH 2H", game.pack()).unwrap();
        let position = game.deal(&deck).unwrap();
        assert_eq!(
            position.layout().to_string(),
            "r1: AC 5H -- 3C 2C 4C\nr2: AH 3H 5C 4H -- 2H\nredeals-used: 0\n"
        );
        // Nothing follows the top rank, and a 2 calls for nothing.
        assert_eq!(words(&position), "2C>r1p2 5H>r2p4 redeal");
    }

    #[test]
    fn card_wanted_from_both_sides_is_one_move() {
        let text = "r1: AC 2C -- 4C -- 5H\nr2: AH 3H 5C 4H 2H 3C\nredeals-used: 0";
        assert_eq!(words(&read(TWO_SUITS, text)), "3C>r1p2 5C>r1p4 4H>r1p4 redeal");
        let left = [TWO_SUITS, &[("fill", "left")]].concat();
        assert_eq!(words(&read(&left, text)), "3C>r1p2 5C>r1p4 redeal");
    }

    #[test]
    fn redeal_takes_up_from_the_right_and_leaves_a_gap_behind_each_prefix() {
        let text = "r1: AC 2C -- 3C 5H 4H\nr2: AH 4C 5C -- 2H 3H\nredeals-used: 0";
        let redealt = |sets: &[(&str, &str)]| {
            let mut position = read(&[TWO_SUITS, sets].concat(), text);
            position.play(Move::Redeal);
            position.layout().to_string()
        };
        assert_eq!(redealt(&[]), "r1: AC 2C -- 4H 5H 3C\nr2: AH -- 3H 2H 5C 4C\nredeals-used: 1\n");
        assert_eq!(
            redealt(&[("pickup", "lifo")]),
            "r1: AC 2C -- 4C 5C 2H\nr2: AH -- 3H 3C 5H 4H\nredeals-used: 1\n"
        );
    }

    #[test]
    fn complete_row_gets_nothing_in_a_redeal() {
        let text = "r1: AC 2C 3C 4C 5C --\nr2: AH 3H 2H 4H -- 5H\nredeals-used: 2";
        let mut position = read(TWO_SUITS, text);
        position.play(Move::Redeal);
        assert_eq!(
            position.layout().to_string(),
            "r1: AC 2C 3C 4C 5C --\nr2: AH -- 5H 4H 2H 3H\nredeals-used: 3\n"
        );
        assert_eq!(words(&position), "2H>r2p1 4H>r2p1");
    }

    #[test]
    fn redeal_waits_until_no_card_can_move_if_the_option_says_so() {
        let blocked = [TWO_SUITS, &[("fill", "left"), ("redeal", "blocked")]].concat();
        let free = "r1: AC -- 3H 2C 5H 4H\nr2: AH 4C 5C -- 2H 3C\nredeals-used: 0";
        assert_eq!(words(&read(&blocked, free)), "2C>r1p1");
        let stuck = "r1: AC 2H 4C 5H -- 2C\nr2: AH 3C 4H 5C -- 3H\nredeals-used: 0";
        assert_eq!(words(&read(&blocked, stuck)), "redeal");
    }

    #[test]
    fn win_ends_the_game() {
        let text = "r1: AC 2C 3C 4C 5C --\nr2: AH 2H 3H 4H -- 5H\nredeals-used: 0";
        let mut position = read(TWO_SUITS, text);
        assert!(!position.is_won());
        position.play("5H>r2p4".parse().unwrap());
        assert!(position.is_won());
        assert_eq!(words(&position), "");
    }

    #[test]
    fn free_aces_are_chosen_first() {
        let free = [TWO_SUITS, &[("aces", "free")]].concat();
        let text = "r1: -- 5H -- 3C 2C 4C\nr2: -- 3H 5C 4H -- 2H\naces: AC AH\nredeals-used: 0\n";
        let mut position = read(&free, text);
        assert_eq!(position.layout().to_string(), text);
        assert_eq!(words(&position), "aces:CH aces:HC");
        assert!(!position.is_legal("2C>r1p2".parse().unwrap()), "no card moves before the choice");
        position.play("aces:HC".parse().unwrap());
        let chosen = "r1: AH 5H -- 3C 2C 4C\nr2: AC 3H 5C 4H -- 2H\nredeals-used: 0\n";
        assert_eq!(position.layout().to_string(), chosen);
        assert_eq!(read(&free, chosen), position);
    }

    #[test]
    fn free_aces_have_all_orders() {
        let game = game(&[("aces", "free")]);
        let moves = game.deal(&seeded_deck(1, game.pack())).unwrap().legal_moves();
        assert_eq!(moves.len(), 24);
        assert_eq!(moves[0].to_string(), "aces:CSHD");
    }

    #[test]
    fn moves_that_are_not_listed_are_not_legal() {
        let text = "r1: AC 2C -- 4C -- 5H\nr2: AH 3H 5C 4H 2H 3C\nredeals-used: 0";
        let position = read(TWO_SUITS, text);
        let legal = position.legal_moves();
        for row in 1..=3 {
            for place in 1..=7 {
                for card in game(TWO_SUITS).pack().kinds() {
                    let m: Move = format!("{card}>r{row}p{place}").parse().unwrap();
                    assert_eq!(position.is_legal(m), legal.contains(&m), "{m}");
                }
            }
        }
        assert!(position.is_legal(Move::Redeal) && !position.is_legal(Move::Turn));
    }

    #[test]
    fn layouts_are_checked() {
        let text = "r1: AC 5H -- 3C 2C 4C\nr2: AH 3H 5C 4H -- 2H\nredeals-used: 0\n";
        let free = [TWO_SUITS, &[("aces", "free")]].concat();
        let with = |from: &str, to: &str| text.replace(from, to);
        for (sets, text, error) in [
            (TWO_SUITS, with("5H --", "5H"), "r1: expected 6 places, not 5"),
            (
                TWO_SUITS,
                with("AC", "AH"),
                "r1: the first place is for AC; lay the rows in the order of suits C S H D, or \
                 play with aces=free",
            ),
            (TWO_SUITS, with("AC", "--"), "r1: the first place is for AC"),
            (&free, with("AH", "4H"), "r2: the first place is for an Ace"),
            (&free, with("AH", "--"), "r2: the first place is for an Ace"),
            (&free, with("AC", "--"), "r2: the first place is empty until the Aces are chosen"),
            (&free, with("AC", "--").replace("AH", "--"), "aces: this line is missing"),
            (TWO_SUITS, with("3C", "[3C]"), "r1: 3C cannot lie face down here"),
            (TWO_SUITS, with("used: 0", "used: 4"), "redeals-used: expected a number from 0 to 3"),
            (
                TWO_SUITS,
                with("3C", "--"),
                "the cards are not the whole pack: 9 cards where the pack has 10; 3C occurs never",
            ),
            (TWO_SUITS, with("3C", "3D"), "r1: 3D does not belong to this pack"),
            (
                TWO_SUITS,
                with("redeals", "aces: AC\nredeals"),
                "aces: no such line here; expected r1, r2, redeals-used",
            ),
        ] {
            assert_eq!(read_error(sets, &text), error, "{text}");
        }
    }
}

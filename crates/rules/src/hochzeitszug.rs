//! Hochzeitszug.
//!
//! Source: RULES.md, section "Hochzeitszug".

use gehtauf_cards::{Card, Deck, Pack, Rank, Suit};

use crate::layout::{LayoutError, wrong};
use crate::options::{DECKS, OptionError, OptionSpec, Options, RANKS, SUITS, Values};
use crate::view::Hides;
use crate::{Layout, Move, Position};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "layout",
        values: Values::Words(&["stacks", "layers"]),
        effect: "how a row is dealt: a stack at a time, or one card on each stack in turn",
        effect_de: "wie eine Reihe ausgelegt wird: Stapel für Stapel oder reihum je eine Karte",
        is_reduced: false,
    },
    OptionSpec {
        name: "moves",
        values: Values::Words(&["single", "run"]),
        effect: "whether only single cards move between stacks, or runs of one suit as well",
        effect_de: "ob nur einzelne Karten umgelegt werden oder auch Folgen einer Farbe",
        is_reduced: false,
    },
    OptionSpec {
        name: "packing",
        values: Values::Words(&["any-time", "stalled"]),
        effect: "packing: at any time, or only while no card can go to a foundation",
        effect_de: "Anlegen: jederzeit oder nur, solange keine Karte hochgelegt werden kann",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeals",
        values: Values::Count { least: 0, most: 2, default: 2, unlimited: false },
        effect: "how often the stacks may be put under the talon and dealt anew",
        effect_de: "wie oft die Stapel unter den Talon kommen und neu ausgelegt werden dürfen",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeal",
        values: Values::Words(&["any-time", "blocked"]),
        effect: "when a redeal is allowed: at any time, or only when no other move is left",
        effect_de: "wann neu ausgelegt wird: jederzeit oder nur, wenn sonst nichts mehr geht",
        is_reduced: false,
    },
    RANKS,
    SUITS,
    DECKS,
    OptionSpec {
        name: "upper",
        values: Values::Count { least: 0, most: 8, default: 8, unlimited: false },
        effect: "how many stacks the upper row has",
        effect_de: "wie viele Stapel die obere Reihe hat",
        is_reduced: true,
    },
    OptionSpec {
        name: "lower",
        values: Values::Count { least: 0, most: 8, default: 8, unlimited: false },
        effect: "how many stacks the lower row has",
        effect_de: "wie viele Stapel die untere Reihe hat",
        is_reduced: true,
    },
    OptionSpec {
        name: "depth",
        values: Values::Count { least: 1, most: 13, default: 4, unlimited: false },
        effect: "how many cards a stack is dealt",
        effect_de: "wie viele Karten ein Stapel bekommt",
        is_reduced: true,
    },
];

/// The most stacks there are.
pub const MAX_STACKS: usize = 16;

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The cards of the game.
    pub pack: Pack,
    /// `layout=layers`: one card on each stack of a row in turn.
    pub layers: bool,
    /// `moves=run`: runs of one suit move between stacks.
    pub runs: bool,
    /// `packing=stalled`: no packing while a card can go to a foundation.
    pub packing_stalled: bool,
    /// How many redeals there are.
    pub redeals: u8,
    /// `redeal=blocked`: a redeal only when no other move is left.
    pub redeal_blocked: bool,
    /// Stacks of the upper row.
    pub upper: u8,
    /// Stacks of the lower row.
    pub lower: u8,
    /// Cards that a stack is dealt.
    pub depth: u8,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        let variant = Variant {
            pack: options.pack(),
            layers: options.is("layout", "layers"),
            runs: options.is("moves", "run"),
            packing_stalled: options.is("packing", "stalled"),
            redeals: options.count("redeals"),
            redeal_blocked: options.is("redeal", "blocked"),
            upper: options.count("upper"),
            lower: options.count("lower"),
            depth: options.count("depth"),
        };
        if variant.stacks() == 0 {
            return Err(options.conflict("lower", "at least one of the rows has a stack".into()));
        }
        Ok(variant)
    }

    /// How many stacks there are, at most [`MAX_STACKS`].
    pub fn stacks(&self) -> usize {
        usize::from(self.upper + self.lower)
    }

    /// The stack of each card dealt, in the order in which they are dealt.
    pub fn dealing_order(&self) -> impl Iterator<Item = usize> + use<> {
        let Variant { layers, upper, lower, depth, .. } = *self;
        let [upper, lower, depth] = [upper, lower, depth].map(usize::from);
        [(0, upper), (upper, lower)].into_iter().flat_map(move |(first, stacks)| {
            (0..stacks * depth).map(move |i| first + if layers { i % stacks } else { i / depth })
        })
    }

    /// The stacks in the order in which they are put under the talon: each row from right to left.
    pub fn pickup_order(&self) -> impl Iterator<Item = usize> + use<> {
        let upper = usize::from(self.upper);
        (0..upper).rev().chain((upper..self.stacks()).rev())
    }
}

/// A position of Hochzeitszug.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hochzeitszug {
    variant: Variant,
    /// The cards of each stack, the top card last.
    stacks: Vec<Vec<Card>>,
    /// The next card last.
    talon: Vec<Card>,
    /// How many copies of each kind lie on the foundations, by [`Card::index`].
    foundations: [u8; Card::KINDS],
    redeals_used: u8,
}

impl Hochzeitszug {
    pub(crate) fn deal(variant: Variant, deck: &Deck) -> Hochzeitszug {
        let mut position = Hochzeitszug {
            variant,
            stacks: vec![Vec::new(); variant.stacks()],
            talon: deck.cards().iter().rev().copied().collect(),
            foundations: [0; Card::KINDS],
            redeals_used: 0,
        };
        position.deal_stacks();
        position
    }

    pub(crate) fn from_layout(
        variant: Variant,
        layout: &Layout,
    ) -> Result<Hochzeitszug, LayoutError> {
        let mut labels: Vec<String> =
            (1..=variant.stacks()).map(|stack| format!("s{stack}")).collect();
        let stacks: Vec<Vec<Card>> =
            labels.iter().map(|label| layout.up_cards(label)).collect::<Result<_, _>>()?;
        let mut talon = layout.up_cards("talon")?;
        let (foundations, covered) = read_foundations(variant, layout)?;
        let redeals_used = layout.counter("redeals-used", 0..=u32::from(variant.redeals))? as u8;
        if let Some(empty) = stacks.iter().position(Vec::is_empty)
            && redeals_used == 0
            && !talon.is_empty()
        {
            let problem = "before the first redeal an empty stack is filled from the talon";
            return Err(wrong(&labels[empty], problem));
        }
        labels.extend(["talon", "foundations", "redeals-used"].map(String::from));
        layout.check(&labels, &covered, variant.pack)?;
        talon.reverse();
        Ok(Hochzeitszug { variant, stacks, talon, foundations, redeals_used })
    }

    /// The options of the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The cards of a stack, counted from 0, the top card last.
    pub fn stack(&self, stack: usize) -> &[Card] {
        &self.stacks[stack]
    }

    /// The cards of the talon, the next one first.
    pub fn talon(&self) -> impl ExactSizeIterator<Item = Card> {
        self.talon.iter().rev().copied()
    }

    /// How many copies of a card lie on the foundations.
    pub fn copies_on_foundations(&self, card: Card) -> u8 {
        self.foundations[card.index()]
    }

    /// How many redeals have been used.
    pub fn redeals_used(&self) -> u8 {
        self.redeals_used
    }

    /// How many redeals are left.
    pub fn redeals_left(&self) -> u8 {
        self.variant.redeals - self.redeals_used
    }

    /// The same position in a game of so many more redeals.
    pub fn with_redeals_left(&self, redeals: u8) -> Hochzeitszug {
        let mut position = self.clone();
        position.variant.redeals = self.redeals_used + redeals;
        position
    }

    /// Deals the talon onto the empty stacks, as far as it goes.
    fn deal_stacks(&mut self) {
        for stack in self.variant.dealing_order() {
            self.stacks[stack].extend(self.talon.pop());
        }
    }

    /// Deals the next talon cards onto one empty stack.
    fn fill(&mut self, stack: usize) {
        for _ in 0..self.variant.depth {
            self.stacks[stack].extend(self.talon.pop());
        }
    }

    fn redeal(&mut self) {
        let pickup: Vec<Card> = self
            .variant
            .pickup_order()
            .flat_map(|stack| std::mem::take(&mut self.stacks[stack]))
            .collect();
        self.talon.splice(..0, pickup.into_iter().rev());
        self.deal_stacks();
        self.redeals_used += 1;
    }

    fn top(&self, stack: usize) -> Option<Card> {
        self.stacks.get(stack)?.last().copied()
    }

    fn fits_foundation(&self, card: Card) -> bool {
        let piles = match card.rank.number().checked_sub(2).and_then(Rank::new) {
            Some(below) => self.foundations[Card::new(below, card.suit).index()],
            None => self.variant.pack.decks,
        };
        self.foundations[card.index()] < piles
    }

    fn top_fits_foundation(&self, stack: usize) -> bool {
        self.top(stack).is_some_and(|card| self.fits_foundation(card))
    }

    fn packing_allowed(&self) -> bool {
        !self.variant.packing_stalled
            || !(0..self.stacks.len()).any(|stack| self.top_fits_foundation(stack))
    }

    /// How many top cards of a stack go onto another stack if packing is allowed; 0 if none.
    fn movable(&self, from: usize, to: usize) -> usize {
        let Some(top) = self.top(from).filter(|_| from != to) else { return 0 };
        let Some(open) = self.top(to) else { return usize::from(self.redeals_used > 0) };
        if open.suit != top.suit || open.rank <= top.rank {
            return 0;
        }
        let count = usize::from(open.rank.number() - top.rank.number());
        let longest = if self.variant.runs { self.run_length(from) } else { 1 };
        if count <= longest { count } else { 0 }
    }

    /// How many cards from the top of a stack that is not empty descend in one suit.
    fn run_length(&self, stack: usize) -> usize {
        let cards = self.stacks[stack].iter().rev();
        let pairs = cards.clone().zip(cards.skip(1));
        1 + pairs.take_while(|(a, b)| a.suit == b.suit && a.rank.up() == Some(b.rank)).count()
    }

    fn fills_are_moves(&self) -> bool {
        self.redeals_used > 0 && !self.talon.is_empty()
    }

    /// All legal moves but the redeal.
    fn card_moves(&self) -> Vec<Move> {
        let stacks = 0..self.stacks.len();
        let mut moves: Vec<Move> = stacks
            .clone()
            .filter(|&stack| self.top_fits_foundation(stack))
            .map(|stack| Move::StackToFoundation { from: stack as u8 })
            .collect();
        let packing_allowed = self.packing_allowed();
        for from in stacks.clone() {
            for to in stacks.clone() {
                let count = self.movable(from, to);
                if count > 0 && (packing_allowed || self.stacks[to].is_empty()) {
                    let [from, to, count] = [from, to, count].map(|n| n as u8);
                    moves.push(Move::StackToStack { from, to, count });
                }
            }
        }
        if self.fills_are_moves() {
            let empty = stacks.filter(|&stack| self.stacks[stack].is_empty());
            moves.extend(empty.map(|stack| Move::Fill { stack: stack as u8 }));
        }
        moves
    }

    /// Refills a stack that a move of the first deal has emptied.
    fn after_leaving(&mut self, stack: usize) {
        if self.redeals_used == 0 && self.stacks[stack].is_empty() {
            self.fill(stack);
        }
    }
}

/// The cards that the layout does not name.
pub(crate) fn missing(variant: Variant, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
    layout.missing(&read_foundations(variant, layout)?.1, variant.pack)
}

/// The talon is hidden until its cards are laid out. A redeal puts cards that have been seen behind
/// those that have not.
impl Hides for Hochzeitszug {
    fn unseen_talon(&self, said: usize) -> usize {
        if self.redeals_used == 0 { self.talon.len() } else { said.min(self.talon.len()) }
    }

    fn still_unseen(&self, m: Move, before: usize) -> usize {
        match m {
            Move::Redeal => before.saturating_sub(self.stacks.iter().map(Vec::len).sum()),
            Move::Fill { stack } => before.saturating_sub(self.stacks[usize::from(stack)].len()),
            _ => before.min(self.talon.len()),
        }
    }

    fn hidden_cards(&mut self, unseen_talon: usize) -> Vec<&mut Card> {
        self.talon.iter_mut().rev().take(unseen_talon).collect()
    }

    fn hidden_count(&self, unseen_talon: usize) -> usize {
        unseen_talon.min(self.talon.len())
    }
}

/// The foundations whose top cards the line `foundations` shows, and the cards that those cover.
fn read_foundations(
    variant: Variant,
    layout: &Layout,
) -> Result<([u8; Card::KINDS], Vec<Card>), LayoutError> {
    let mut foundations = [0; Card::KINDS];
    let mut covered = Vec::new();
    for top in layout.up_cards("foundations")? {
        let mut rank = top.rank;
        foundations[top.index()] += 1;
        while let Some(below) = rank.number().checked_sub(2).and_then(Rank::new) {
            rank = below;
            covered.push(Card::new(rank, top.suit));
            foundations[Card::new(rank, top.suit).index()] += 1;
        }
        if foundations[Card::new(rank, top.suit).index()] > variant.pack.decks {
            return Err(wrong("foundations", format!("there is no pile for {top}")));
        }
    }
    Ok((foundations, covered))
}

impl Position for Hochzeitszug {
    fn legal_moves(&self) -> Vec<Move> {
        if self.is_won() {
            return Vec::new();
        }
        let mut moves = self.card_moves();
        if self.redeals_used < self.variant.redeals
            && (moves.is_empty() || !self.variant.redeal_blocked)
        {
            moves.push(Move::Redeal);
        }
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::StackToFoundation { from } => self.top_fits_foundation(from.into()),
            Move::StackToStack { from, to, count } => {
                let [from, to, count] = [from, to, count].map(usize::from);
                to < self.stacks.len()
                    && count > 0
                    && self.movable(from, to) == count
                    && (self.stacks[to].is_empty() || self.packing_allowed())
            }
            Move::Fill { stack } => {
                self.fills_are_moves()
                    && self.stacks.get(usize::from(stack)).is_some_and(Vec::is_empty)
            }
            Move::Redeal => self.legal_moves().contains(&m),
            _ => false,
        }
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::StackToFoundation { from } => {
                let from = usize::from(from);
                let card = self.stacks[from].pop().expect("the stack has a card");
                self.foundations[card.index()] += 1;
                self.after_leaving(from);
            }
            Move::StackToStack { from, to, count } => {
                let [from, to, count] = [from, to, count].map(usize::from);
                let place = self.stacks[from].len() - count;
                let cards = self.stacks[from].split_off(place);
                self.stacks[to].extend(cards);
                self.after_leaving(from);
            }
            Move::Fill { stack } => self.fill(stack.into()),
            Move::Redeal => self.redeal(),
            _ => panic!("{m} is no move of Hochzeitszug"),
        }
    }

    fn is_won(&self) -> bool {
        self.talon.is_empty() && self.stacks.iter().all(Vec::is_empty)
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for (i, cards) in self.stacks.iter().enumerate() {
            layout.push_up(format!("s{}", i + 1), cards);
        }
        layout.push_up("talon", &self.talon().collect::<Vec<_>>());
        layout.push_up("foundations", &self.foundation_tops());
        layout.push_counter("redeals-used", self.redeals_used.into());
        layout
    }

    fn cards_moved(&self, m: Move) -> Vec<Card> {
        match m {
            Move::StackToFoundation { from } => self.top(from.into()).into_iter().collect(),
            Move::StackToStack { from, count, .. } => {
                let cards = &self.stacks[usize::from(from)];
                cards[cards.len() - usize::from(count)..].to_vec()
            }
            Move::Fill { .. } => self.talon().take(self.variant.depth.into()).collect(),
            _ => Vec::new(),
        }
    }
}

impl Hochzeitszug {
    /// The top cards of the foundations: the suits in order, the chain of the Ace first.
    fn foundation_tops(&self) -> Vec<Card> {
        let copies = |card: Card| self.foundations[card.index()];
        let mut tops = Vec::new();
        for suit in Suit::ALL {
            for first in [1, 2] {
                let chain = (first..=13).step_by(2).filter_map(Rank::new).rev();
                let mut covered = 0;
                for card in chain.map(|rank| Card::new(rank, suit)) {
                    tops.extend((covered..copies(card)).map(|_| card));
                    covered = copies(card);
                }
            }
        }
        tops
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;

    use super::*;
    use crate::{AnyPosition, Game, RuleSet, replay};

    fn game(options: &[(&str, &str)]) -> Game {
        let small = [("ranks", "4"), ("suits", "C"), ("upper", "1"), ("lower", "1")];
        Game::new(RuleSet::Hochzeitszug, &[&small, options].concat()).unwrap()
    }

    fn read(options: &[(&str, &str)], text: &str) -> Result<AnyPosition, String> {
        let layout = Layout::parse(text).map_err(|error| error.to_string())?;
        game(options).read(&layout).map_err(|error| error.to_string())
    }

    fn words(position: &AnyPosition) -> String {
        position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    fn played(position: &AnyPosition, moves: &str) -> AnyPosition {
        let mut position = position.clone();
        for m in moves.split(' ').map(|word| word.parse().unwrap()) {
            assert!(position.is_legal(m), "{m}");
            position.play(m);
        }
        position
    }

    #[test]
    fn a_fresh_deal_has_sixteen_stacks_of_four_and_forty_talon_cards() {
        for (layers, second) in [("stacks", 1), ("layers", 8)] {
            let game = Game::new(RuleSet::Hochzeitszug, &[("layout", layers)]).unwrap();
            let deck = seeded_deck(5, game.pack());
            let position = game.deal(&deck).unwrap();
            let AnyPosition::Hochzeitszug(position) = position else { unreachable!() };
            assert!((0..16).all(|stack| position.stack(stack).len() == 4));
            assert_eq!(position.stack(0)[1], deck.cards()[second]);
            assert_eq!(position.stack(8)[0], deck.cards()[32]);
            assert_eq!(position.talon().collect::<Vec<_>>(), deck.cards()[64..]);
        }
    }

    #[test]
    fn an_emptied_stack_is_filled_at_once_before_the_first_redeal_only() {
        let text = "s1: AC\ns2: 4C 3C\ntalon: 2C AC 4C 3C 2C\nfoundations:\nredeals-used: ";
        let first = read(&[], &format!("{text}0")).unwrap();
        assert_eq!(words(&first), "s1>f redeal");
        let shown = played(&first, "s1>f").layout().to_string();
        assert!(shown.starts_with("s1: 2C AC 4C 3C\ns2: 4C 3C\ntalon: 2C\n"), "{shown}");
        let second = played(&read(&[], &format!("{text}1")).unwrap(), "s1>f");
        assert_eq!(words(&second), "s2>f s2>s1 fill:s1 redeal");
        let shown = played(&second, "fill:s1").layout().to_string();
        assert!(shown.starts_with("s1: 2C AC 4C 3C\n"), "{shown}");
    }

    #[test]
    fn in_the_first_deal_a_stack_stays_empty_when_the_talon_is() {
        let text = "s1:\ns2: 4C 2C 4C 3C AC 2C AC 3C\ntalon:\nfoundations:\nredeals-used: ";
        assert_eq!(words(&read(&[], &format!("{text}0")).unwrap()), "redeal");
        assert_eq!(words(&read(&[], &format!("{text}1")).unwrap()), "s2>s1 redeal");
        assert_eq!(words(&read(&[], &format!("{text}2")).unwrap()), "s2>s1");
    }

    #[test]
    fn the_stacks_go_under_the_talon_row_by_row_from_right_to_left() {
        let options = [("upper", "2"), ("lower", "2"), ("depth", "1")];
        let text = "s1: AC 3C\ns2: 2C\ns3: 4C\ns4: 2C 4C\ntalon: 3C\nfoundations: AC\n\
                    redeals-used: 1";
        let position = played(&read(&options, text).unwrap(), "redeal");
        let expected = "s1: 3C\ns2: 2C\ns3: AC\ns4: 3C\ntalon: 2C 4C 4C\nfoundations: AC\n\
                        redeals-used: 2\n";
        assert_eq!(position.layout().to_string(), expected);
    }

    #[test]
    fn a_run_moves_as_one_but_into_an_empty_stack_only_its_top_card() {
        let options = [("upper", "2"), ("moves", "run")];
        let text = "s1: AC 3C 2C\ns2: 4C\ns3:\ntalon:\nfoundations: AC 2C 3C 4C\nredeals-used: 2";
        assert!(read(&options, text).is_err());
        let text = "s1: AC 3C 2C\ns2: 4C\ns3:\ntalon:\nfoundations: 3C 4C\nredeals-used: 2";
        assert_eq!(words(&read(&options, text).unwrap()), "s1>f s1>s2:2 s1>s3 s2>s3");
        assert_eq!(words(&read(&options[..1], text).unwrap()), "s1>f s1>s3 s2>s3");
    }

    #[test]
    fn stalled_packing_waits_for_the_foundations_but_empty_stacks_do_not() {
        let options = [("upper", "2"), ("packing", "stalled")];
        let text = "s1: AC 3C\ns2: 4C\ns3:\ntalon:\nfoundations: 3C 4C 2C\nredeals-used: 2";
        assert_eq!(words(&read(&options, text).unwrap()), "s2>f s1>s3 s2>s3");
        assert_eq!(words(&read(&options[..1], text).unwrap()), "s2>f s1>s2 s1>s3 s2>s3");
        let text = "s1: AC 3C\ns2: 2C 4C\ns3:\ntalon:\nfoundations: 3C 4C\nredeals-used: 2";
        assert_eq!(words(&read(&options, text).unwrap()), "s1>s2 s1>s3 s2>s3");
    }

    #[test]
    fn a_blocked_redeal_needs_that_nothing_else_moves() {
        let options = [("redeal", "blocked")];
        let text = "s1: AC 3C 2C 2C 4C\ns2: AC 3C 4C\ntalon:\nfoundations:\nredeals-used: ";
        assert_eq!(words(&read(&options, &format!("{text}0")).unwrap()), "redeal");
        let text = "s1: AC 3C 2C 2C 4C\ns2: AC 4C 3C\ntalon:\nfoundations:\nredeals-used: 0";
        let position = read(&options, text).unwrap();
        assert_eq!(words(&position), "s2>s1");
        assert!(!position.is_legal(Move::Redeal));
    }

    #[test]
    fn two_piles_climb_by_twos_from_the_ace_and_two_from_the_two() {
        let text = "s1: 4C 4C 3C 3C 2C AC 2C AC\ns2:\ntalon:\nfoundations:\nredeals-used: 2";
        let position = read(&[], text).unwrap();
        let moves: Vec<Move> = ["s1>f"; 8].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(replay(&position, &moves), Ok(()));
        let shown = played(&position, "s1>f s1>f s1>f s1>f s1>f").layout().to_string();
        assert!(shown.contains("foundations: 3C AC 2C 2C\n"), "{shown}");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let talon = "s1:\ns2: AC\ntalon: 2C\nfoundations: 3C 4C\nredeals-used: 0";
        assert!(read(&[], talon).unwrap_err().contains("s1: before the first redeal"));
        let piles = "s1:\ns2:\ntalon:\nfoundations: 3C 4C 3C 4C 2C\nredeals-used: 1";
        assert!(read(&[], piles).unwrap_err().contains("there is no pile for 2C"));
        let counter = "s1:\ns2:\ntalon:\nfoundations: 3C 4C 3C 4C\nredeals-used: 3";
        assert!(read(&[], counter).unwrap_err().starts_with("redeals-used: "));
        let label = "s1:\ns2:\ns3:\ntalon:\nfoundations: 3C 4C 3C 4C\nredeals-used: 0";
        assert!(read(&[], label).unwrap_err().starts_with("s3: "));
    }

    #[test]
    fn there_is_at_least_one_stack() {
        let sets = [("upper", "0"), ("lower", "0")];
        let error = Game::new(RuleSet::Hochzeitszug, &sets).unwrap_err();
        assert!(error.to_string().contains("at least one of the rows"));
    }
}

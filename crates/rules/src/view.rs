//! What a player with a perfect memory has seen of a position, and what may lie behind it.
//!
//! Hidden are: in Acht mal Acht the talon in pass 1, in 8x8 that and the face-down cards, in Eklige
//! Elfer the face-down cards and the talon, in Hochzeitszug the talon until its cards are laid out,
//! in Domino nothing.
//!
//! Every order of the unseen cards is equally likely, whatever has been played: a shuffled pack has
//! every order equally often, what was seen rules out the same orders whatever the unseen cards are,
//! and a player who sees only [`View`]s plays the same moves under each of those that are left. A
//! card that a forced consequence would move (an open Ace, say) lies open and has been seen.

use std::iter::repeat_n;

use gehtauf_cards::{Card, shuffle};
use rand_core::Rng;

use crate::game::{AnyPosition, Game, RuleSet};
use crate::hides::Hides;
use crate::layout::{Content, LayoutError, Slot, wrong};
use crate::{IllegalMove, Layout, Move, Position};

/// What a player has seen: a position with the unseen cards known only all together.
///
/// Two positions between which the player cannot tell have equal views.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The unseen cards in the order of the pack, whatever their true order.
    shown: AnyPosition,
    unseen_talon: usize,
}

impl Clone for View {
    fn clone(&self) -> View {
        View { shown: self.shown.clone(), ..*self }
    }

    /// Keeps the room that the position has.
    fn clone_from(&mut self, source: &View) {
        self.shown.clone_from(&source.shown);
        self.unseen_talon = source.unseen_talon;
    }
}

impl View {
    /// What is seen of a position by someone who has not seen more than the position says. (In an
    /// Acht mal Acht with any number of passes it does not say whether pass 1 is over; the talon then
    /// counts as seen. So do the talon cards of Hochzeitszug after a redeal.)
    pub fn of(position: &AnyPosition) -> View {
        View::new(position.clone(), position.unseen_talon(0))
    }

    /// What is seen of a deal before the first move.
    pub fn of_deal(deal: &AnyPosition) -> View {
        View::new(deal.clone(), deal.unseen_talon(usize::MAX))
    }

    fn new(position: AnyPosition, unseen_talon: usize) -> View {
        let mut view = View { shown: position, unseen_talon };
        view.sort_hidden();
        view
    }

    /// Puts the unseen cards into the order of the pack.
    fn sort_hidden(&mut self) {
        let hidden = self.shown.hidden_cards(self.unseen_talon);
        let mut counts = [0; Card::TYPES];
        hidden.iter().for_each(|card| counts[card.index()] += 1);
        let card_types = (0..Card::TYPES).filter_map(Card::from_index);
        let cards = card_types.flat_map(|card| repeat_n(card, counts[card.index()]));
        hidden.into_iter().zip(cards).for_each(|(place, card)| *place = card);
    }

    /// Reads a layout in which exactly the cards that the player cannot have seen are `??` or `[??]`.
    ///
    /// # Errors
    /// What is missing, not legal or not the whole pack, or a card named that cannot have been seen,
    /// or not named that has been, by label. With `foundations=four` also where the cards named leave open
    /// in which round of its pile a foundation's top card lies.
    pub fn read(game: &Game, layout: &Layout) -> Result<View, LayoutError> {
        check_places(game.rule_set(), layout)?;
        let missing = game.missing(layout)?;
        if missing.len() != layout.unseen() {
            // A line that is not there is the likelier cause.
            let any: Vec<Card> = missing.iter().copied().chain(game.pack().cards()).collect();
            let cards: Vec<Card> = any.into_iter().cycle().take(layout.unseen()).collect();
            return Err(match game.read(&layout.named(&cards)) {
                Err(error @ LayoutError::NoLine { .. }) => error,
                _ => LayoutError::Unseen { marked: layout.unseen(), missing },
            });
        }
        let position = game.read(&layout.named(&missing))?;
        let said = layout.pile("talon").unwrap_or_default().iter();
        let said = said.filter(|slot| matches!(slot, Slot::Unseen { .. })).count();
        let unseen_talon = position.unseen_talon(said);
        let view = View::new(position, unseen_talon);
        view.check_marks(layout)?;
        Ok(view)
    }

    /// Checks that a layout of the same piles marks the cards that this view hides.
    fn check_marks(&self, layout: &Layout) -> Result<(), LayoutError> {
        for (label, content) in &self.layout().lines {
            let Content::Pile(slots) = content else { continue };
            for (i, (slot, given)) in slots.iter().zip(layout.pile(label)?).enumerate() {
                let is_unseen = |slot: &Slot| matches!(slot, Slot::Unseen { .. });
                if is_unseen(slot) != is_unseen(given) {
                    let problem = if is_unseen(slot) {
                        format!("card {} cannot have been seen: {slot} instead of {given}", i + 1)
                    } else {
                        format!("card {} has been seen and must be named, not {given}", i + 1)
                    };
                    return Err(wrong(label, problem));
                }
            }
        }
        Ok(())
    }

    /// One of the positions that look like this: the unseen cards lie in the order of the pack. It
    /// is the same for all positions of equal views and says no more than this view does.
    pub fn position(&self) -> &AnyPosition {
        &self.shown
    }

    /// The unseen cards in the order of the pack.
    pub fn unseen_cards(&self) -> Vec<Card> {
        let mut shown = self.shown.clone();
        shown.hidden_cards(self.unseen_talon).into_iter().map(|card| *card).collect()
    }

    /// The position, if no two of the unseen cards differ, so that nothing is in doubt.
    pub fn certain(&self) -> Option<&AnyPosition> {
        let unseen = self.unseen_cards();
        unseen.windows(2).all(|pair| pair[0] == pair[1]).then_some(&self.shown)
    }

    /// The cards that a legal move moves, as [`Position::cards_moved`] names them: those that nobody
    /// has seen are [`Slot::Unseen`].
    ///
    /// # Panics
    /// The move is not legal, perhaps.
    pub fn cards_moved(&self, m: Move) -> Vec<Slot> {
        let unseen = match m {
            Move::Turn | Move::Fill { .. } => self.unseen_talon,
            _ => 0,
        };
        let cards = self.shown.cards_moved(m).into_iter().enumerate();
        let slot = |(i, card)| match i < unseen {
            true => Slot::Unseen { face_down: false },
            false => Slot::Up(card),
        };
        cards.map(slot).collect()
    }

    /// How many of the talon's cards have not been seen: its first ones, if not all.
    pub fn unseen_talon(&self) -> usize {
        self.unseen_talon
    }

    /// The legal moves, which unseen cards have no part in.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.shown.legal_moves()
    }

    /// Whether the patience has come out.
    pub fn is_won(&self) -> bool {
        self.shown.is_won()
    }

    /// What is seen after a legal move, or nothing if the move turns up cards, so that what is seen
    /// then depends on them.
    ///
    /// # Panics
    /// The move is not legal, perhaps.
    pub fn after(&self, m: Move) -> Option<View> {
        let mut shown = self.shown.clone();
        shown.play(m);
        let unseen_talon = shown.still_unseen(m, self.unseen_talon);
        let turns_up_none =
            shown.hidden_count(unseen_talon) == self.shown.hidden_count(self.unseen_talon);
        turns_up_none.then_some(View { shown, unseen_talon })
    }

    /// One of the positions that look like this, each equally likely.
    pub fn sample(&self, generator: &mut impl Rng) -> AnyPosition {
        let mut cards = self.unseen_cards();
        shuffle(&mut cards, generator);
        self.completed(&cards)
    }

    /// The position in which the unseen cards lie in this order, which is one of
    /// [`View::unseen_cards`]: the face-down ones of the columns first, then those of the talon.
    ///
    /// # Panics
    /// They are other cards, more or fewer.
    pub fn completed(&self, cards: &[Card]) -> AnyPosition {
        let mut position = self.shown.clone();
        let hidden = position.hidden_cards(self.unseen_talon);
        let mut counts = [0_i8; Card::TYPES];
        hidden.iter().for_each(|card| counts[card.index()] += 1);
        cards.iter().for_each(|card| counts[card.index()] -= 1);
        assert_eq!(counts, [0; Card::TYPES], "{cards:?} are not the unseen cards");
        hidden.into_iter().zip(cards).for_each(|(place, card)| *place = *card);
        position
    }

    /// What lies on the table, the unseen cards not named.
    pub fn layout(&self) -> Layout {
        let mut layout = self.shown.layout();
        for (label, content) in &mut layout.lines {
            let Content::Pile(slots) = content else { continue };
            let unseen_talon = if label == "talon" { self.unseen_talon } else { 0 };
            for (i, slot) in slots.iter_mut().enumerate() {
                let face_down = slot.is_face_down();
                if face_down || i < unseen_talon {
                    *slot = Slot::Unseen { face_down };
                }
            }
        }
        layout
    }
}

/// Checks that no card is `??` or `[??]` where the game has none that nobody has seen.
fn check_places(rule_set: RuleSet, layout: &Layout) -> Result<(), LayoutError> {
    let has_face_down = matches!(rule_set, RuleSet::EightByEight | RuleSet::EkligeElfer);
    for (label, content) in &layout.lines {
        let Content::Pile(slots) = content else { continue };
        let may_hide = has_face_down && label.starts_with('c');
        let first_up = slots.iter().position(|slot| !slot.is_face_down()).unwrap_or(slots.len());
        let first_named = slots.iter().position(|slot| !matches!(slot, Slot::Unseen { .. }));
        for (i, slot) in slots.iter().enumerate() {
            let Slot::Unseen { face_down } = *slot else { continue };
            let problem = match (face_down, label.as_str()) {
                (false, "talon") => continue,
                (true, "talon") => "of the talon is ??, not [??]",
                (false, _)
                    if may_hide
                        && i + 1 < slots.len()
                        && first_named.is_none_or(|named| i < named) =>
                {
                    "is [??] if it lies face down and named if it does not, not ??"
                }
                (false, _) => "has been seen and must be named, not ??",
                (true, _) if !may_hide => "cannot lie face down here and must be named, not [??]",
                (true, _) if i < first_up => continue,
                (true, _) => "cannot lie face down on a face-up card",
            };
            return Err(wrong(label, format!("card {} {problem}", i + 1)));
        }
    }
    Ok(())
}

/// A game played by someone who sees only a [`View`] of it.
#[derive(Debug, Clone)]
pub struct Referee {
    position: AnyPosition,
    view: View,
}

impl Referee {
    /// A deal before the first move.
    pub fn new(deal: AnyPosition) -> Referee {
        let view = View::of_deal(&deal);
        Referee { position: deal, view }
    }

    /// A position whose player has not seen more than it says, see [`View::of`].
    pub fn of(position: AnyPosition) -> Referee {
        let view = View::of(&position);
        Referee { position, view }
    }

    /// A game of which this is seen and in which the unseen cards lie in this order, see
    /// [`View::completed`].
    ///
    /// # Panics
    /// They are not the unseen cards.
    pub fn completed(view: View, cards: &[Card]) -> Referee {
        Referee { position: view.completed(cards), view }
    }

    /// The true position.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// What the player has seen.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Plays a move if it is legal. Gives whether it turned up cards.
    ///
    /// # Errors
    /// It is not; the game stays as it is.
    pub fn try_play(&mut self, m: Move) -> Result<bool, IllegalMove> {
        if self.view.shown.is_legal(m) { Ok(self.play(m)) } else { Err(IllegalMove(m)) }
    }

    /// Plays a legal move. Gives whether it turned up cards.
    ///
    /// # Panics
    /// May panic or leave nonsense behind if the move is not legal.
    pub fn play(&mut self, m: Move) -> bool {
        self.position.play(m);
        let View { shown, unseen_talon: before } = &mut self.view;
        let unseen_talon = self.position.still_unseen(m, *before);
        if self.position.hidden_count(unseen_talon) == shown.hidden_count(*before) {
            shown.play(m);
            *before = unseen_talon;
            return false;
        }
        self.view.shown.clone_from(&self.position);
        self.view.unseen_talon = unseen_talon;
        self.view.sort_hidden();
        true
    }
}

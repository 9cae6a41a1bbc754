//! English.

use gehtauf::cards::Card;
use gehtauf::rules::{Move, RuleSet};

use super::{Count, PageWords, PlayWords, Prospect, Texts};

/// The English texts.
pub struct English;

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const RANK_NAMES: [&str; 13] =
    ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
const SUIT_NAMES: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

impl Texts for English {
    fn code(&self) -> &'static str {
        "en"
    }

    fn rank(&self, card: Card) -> &'static str {
        RANKS[usize::from(card.rank.number()) - 1]
    }

    fn ascii_card(&self, card: Card) -> String {
        card.to_string()
    }

    fn ascii_card_width(&self) -> usize {
        2
    }

    fn card_name(&self, card: Card) -> String {
        let rank = RANK_NAMES[usize::from(card.rank.number()) - 1];
        format!("{rank} of {}", SUIT_NAMES[card.suit.index()])
    }

    fn pile(&self, label: &str) -> String {
        match label {
            "talon" => return "talon".to_string(),
            "waste" => return "waste".to_string(),
            "aces" => return "aces".to_string(),
            _ => {}
        }
        let (kind, number) = label.split_at(1);
        let kind = match kind {
            "c" => "column",
            "r" => "row",
            "s" => "stack",
            "o" => "run",
            _ => "foundation",
        };
        format!("{kind} {number}")
    }

    fn describe(&self, rule_set: RuleSet, m: Move, cards: &str) -> String {
        match m {
            Move::Turn => format!("{cards} from the talon to the waste"),
            Move::Redeal => match rule_set {
                RuleSet::Domino => "cards not in order taken up, dealt again",
                RuleSet::Hochzeitszug => "stacks under the talon and dealt again",
                _ => "waste turned over to be the talon",
            }
            .to_string(),
            Move::Deal => "a talon card onto each column".to_string(),
            Move::ColumnToColumn { from, to, .. } => {
                format!("{cards} from column {} to {}", from + 1, to + 1)
            }
            Move::ColumnToFoundation { from } => {
                format!("{cards} from column {} to a foundation", from + 1)
            }
            Move::ColumnOut { from } => format!("{cards} from column {} taken out", from + 1),
            Move::WasteToColumn { to } => format!("{cards} from the waste to column {}", to + 1),
            Move::WasteToFoundation => format!("{cards} from the waste to a foundation"),
            Move::FoundationToColumn { to, .. } => {
                format!("{cards} from a foundation to column {}", to + 1)
            }
            Move::CardToGap { row, place, .. } => {
                format!("{cards} to row {}, place {place}", row + 1)
            }
            Move::Aces(_) => format!("aces before the rows: {cards}"),
            Move::StackToFoundation { from } => {
                format!("{cards} from stack {} to a foundation", from + 1)
            }
            Move::StackToStack { from, to, .. } => {
                format!("{cards} from stack {} to {}", from + 1, to + 1)
            }
            Move::Fill { stack } => format!("{cards} from the talon to stack {}", stack + 1),
        }
    }

    fn first_to_last(&self, first: &str, last: &str) -> String {
        format!("{first} to {last}")
    }

    fn count(&self, count: Count) -> String {
        match count {
            Count::Talon(n) => format!("talon {n:>2}"),
            Count::Waste(n) => format!("waste {n:>2}"),
            Count::Foundations(n) => format!("up {n:>3}"),
            Count::Runs(n, all) => format!("runs out {n}/{all}"),
            Count::InOrder(n, all) => format!("in order {n:>2}/{all}"),
            Count::Pass(n) => format!("pass {n}"),
            Count::Redeals(n) => format!("redeals {n}"),
            Count::MustPlay => "must play".to_string(),
        }
    }

    fn won_in(&self, moves: usize) -> String {
        format!("won in {moves} move{}", if moves == 1 { "" } else { "s" })
    }

    fn shortest(&self, proven: bool) -> &'static str {
        if proven { "no win is shorter" } else { "a shorter win is not ruled out" }
    }

    fn fewest_redeals(&self, redeals: usize, proven: bool) -> String {
        let fewer = if proven { "no win has fewer" } else { "fewer are not ruled out" };
        format!("redeals: {redeals}, {fewer}")
    }

    fn unwinnable(&self) -> &'static str {
        "unwinnable"
    }

    fn undecided(&self, limit: &str) -> String {
        format!("unknown, limit: {limit}")
    }

    fn move_of(&self, number: usize, moves: usize) -> String {
        format!("Move {number} of {moves}")
    }

    fn at_the_end(&self) -> &'static str {
        "At the end"
    }

    fn prospect(&self, prospect: Prospect) -> &'static str {
        match prospect {
            Prospect::Won => "won",
            Prospect::Lost => "lost",
            Prospect::Unknown => "unknown",
        }
    }

    fn next_move(&self, best: Option<&str>, prospect: Prospect) -> String {
        match (best, prospect) {
            (Some(best), _) => format!("next move: {best}"),
            (None, Prospect::Lost) => "no move wins: the position is lost".to_string(),
            (None, _) => "no winning move found within the limits".to_string(),
        }
    }

    fn legal_moves(&self, count: usize) -> String {
        format!("{count} legal move{}:", if count == 1 { "" } else { "s" })
    }

    fn already_won(&self) -> &'static str {
        "the patience has come out"
    }

    fn page(&self) -> PageWords {
        PageWords {
            first: "To the start",
            back: "One move back",
            play: "Play",
            pause: "Pause",
            step: "One move on",
            last: "To the end",
            speed: "Speed",
            position: "Move",
            moves: "Moves",
            start: "Start",
            of: "of",
            keys: "Arrow keys: step · Space: play · Home, End: start, end",
            empty: "empty",
            face_down: "face down",
        }
    }

    fn play(&self) -> PlayWords {
        PlayWords {
            legal: "Legal moves",
            thinking: "still winnable? thinking ...",
            winnable: "still winnable",
            lost: "NOT winnable any more",
            unknown: "winnable? unknown within the limits",
            come_out: "It has come out!",
            stuck: "No move is left.",
            nothing_to_undo: "There is nothing to take back.",
            no_solution: "No solution is known here.",
            keys: &[
                "Up Down        choose a legal move",
                "Enter          play it",
                "u Backspace    take the last move back",
                "r              play a move taken back again",
                "h              hint: choose the move of a solution",
                "Right Space    play the next move of a solution",
                "Left           the same as u",
                "Home End       to the start, to the end of a solution",
                "PgUp PgDn      scroll the table",
                "?              these keys",
                "q Esc          quit",
            ],
            keys_in_short: "Enter play  u undo  h hint  Space solution  ? keys  q quit",
            too_small: "The terminal is too small.",
        }
    }
}

//! English.

mod methods;

use gehtauf::cards::Card;
use gehtauf::players::Player;
use gehtauf::rules::{Move, OptionSpec, RuleSet, Values};
use gehtauf::search::Limit;
use gehtauf::survey::Interval;

use super::fixed_words::{GamesWords, PageWords, PlayWords};
use super::{Count, Phrasebook, Prospect, Texts, ends};
use crate::units::{grouped, grouped_decimal};

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

    fn phrasebook(&self) -> Phrasebook {
        Phrasebook {
            help: &[],
            values: &[],
            messages: &[],
            methods: &[],
            explained: methods::EXPLAINED,
            words: &[],
        }
    }

    fn number(&self, number: u64) -> String {
        grouped(number)
    }

    fn decimal(&self, number: f64, places: usize) -> String {
        grouped_decimal(number, places)
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
                RuleSet::Hochzeitszug => "stacks under talon, dealt again",
                _ => "waste becomes the talon again",
            }
            .to_string(),
            Move::Deal => "talon cards onto the columns".to_string(),
            Move::ColumnToColumn { from, to, .. } => {
                format!("{cards} from column {} to {}", from + 1, to + 1)
            }
            Move::ColumnToFoundation { from } => {
                format!("{cards} from column {} to foundation", from + 1)
            }
            Move::ColumnOut { from } => format!("{cards} from column {} taken out", from + 1),
            Move::WasteToColumn { to } => format!("{cards} from the waste to column {}", to + 1),
            Move::WasteToFoundation => format!("{cards} from the waste to foundation"),
            Move::FoundationToColumn { to, .. } => {
                format!("{cards} from foundation to column {}", to + 1)
            }
            Move::CardToGap { row, place, .. } => {
                format!("{cards} to row {}, place {place}", row + 1)
            }
            Move::Aces(_) => format!("aces before the rows: {cards}"),
            Move::StackToFoundation { from } => {
                format!("{cards} from stack {} to foundation", from + 1)
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
            Count::Pass(n, all) => format!("pass {n}/{all}"),
            Count::Redeals(n, all) => format!("redeals {n}/{all}"),
            Count::MustPlay => "must play".to_string(),
        }
    }

    fn won_in(&self, moves: usize) -> String {
        format!("won in {moves} move{}", if moves == 1 { "" } else { "s" })
    }

    fn shortest(&self, proven: bool, at_least: u32) -> String {
        if proven { "no win is shorter".into() } else { format!("at least {at_least} needed") }
    }

    fn fewest_redeals(&self, redeals: usize, proven: bool) -> String {
        let fewer = if proven { "no win has fewer" } else { "fewer are not ruled out" };
        format!("redeals: {redeals}, {fewer}")
    }

    fn unwinnable(&self) -> &'static str {
        "unwinnable"
    }

    fn undecided(&self, limit: Limit) -> String {
        format!("unknown, {}", self.struck(limit))
    }

    fn struck(&self, limit: Limit) -> &'static str {
        match limit {
            Limit::States => "limit: states",
            Limit::Memory => "limit: memory",
            Limit::Time => "limit: time",
            Limit::Interrupted => "limit: interrupted",
        }
    }

    fn cost(&self, states: u64, millis: f64) -> String {
        let s = if states == 1 { "" } else { "s" };
        format!("{} state{s}, {} ms", grouped(states), grouped_decimal(millis, 2))
    }

    fn move_of(&self, number: usize, moves: usize) -> String {
        format!("Move {number} of {moves}")
    }

    fn at_the_end(&self) -> &'static str {
        "At the end"
    }

    fn prospect(&self, prospect: Prospect) -> &'static str {
        match prospect {
            Prospect::Won => "winnable",
            Prospect::Lost => "lost",
            Prospect::Unknown => "unknown",
        }
    }

    fn completions(&self, count: u64, unseen: usize, are_all: bool) -> String {
        let all = if are_all { "all " } else { "" };
        let s = if count == 1 { "" } else { "s" };
        format!("{all}{} completion{s} of {unseen} unseen cards", grouped(count))
    }

    fn stopped_before(&self, count: u64) -> String {
        format!("stopped before all {} were looked at", grouped(count))
    }

    fn range(&self, interval: Interval) -> String {
        match ends(interval) {
            (share, None) => format!("{share:.1} %"),
            (low, Some(high)) => format!("{low:.1} to {high:.1} %"),
        }
    }

    fn thoughtful_share(&self, range: &str, of_all: bool, some_undecided: bool) -> String {
        let how = match (of_all, some_undecided) {
            (true, false) => "exact",
            (true, true) => "unknowns counted both ways",
            (false, _) => "95 %, Wilson",
        };
        format!("can be won if all cards are known: {range} ({how})")
    }

    fn sampled_columns(&self, player: &str, are_exact: bool) -> [String; 4] {
        let marks = match are_exact {
            true => "* best by wins, the player's own move if equal; = as many wins; all exact",
            false => "* most wins, or of those not told apart (=) the player's own; 95 % intervals",
        };
        [
            format!("wins: of these, `{player}` wins, which plays on and sees no more than you"),
            "upper limit: can still be won by someone who knows all cards".to_string(),
            marks.to_string(),
            format!("{:<12}{:>7} {:<9} {:>17}", "  move", "wins", "", "upper limit"),
        ]
    }

    fn no_move_in_any(&self, unknown: u64) -> String {
        match unknown {
            0 => "no move wins in any of them".to_string(),
            _ => format!("no win found in any of them; {unknown} of them undecided"),
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
        match count {
            0 => "no move is legal".to_string(),
            1 => "1 legal move:".to_string(),
            _ => format!("{count} legal moves:"),
        }
    }

    fn already_won(&self) -> &'static str {
        "the patience has come out"
    }

    fn in_one_line(&self, rule_set: RuleSet) -> &'static str {
        match rule_set {
            RuleSet::AchtMalAcht => {
                "Acht mal Acht: two decks, eight open columns of eight, a talon"
            }
            RuleSet::EightByEight => {
                "8 x 8: its sister with face-down cards and a forced talon card"
            }
            RuleSet::EkligeElfer => "Eklige Elfer: two decks, eleven columns, eight deals",
            RuleSet::Domino => "Domino, Verschiebebahnhof: one deck in four rows with four gaps",
            RuleSet::Hochzeitszug => "Hochzeitszug: two decks, sixteen stacks of four, two redeals",
        }
    }

    fn rules_in_short(&self, rule_set: RuleSet) -> &'static str {
        match rule_set {
            RuleSet::AchtMalAcht => {
                "\
Two decks. Eight columns of eight open cards; the other 40 cards are the talon.
Runs that descend in alternating colours move as one, in whole or in part; an
empty column takes any card or run. The talon is turned card by card onto the
waste, whose top card is playable, and goes through three times. Won when all
cards lie on eight foundations, from Ace to King in suit."
            }
            RuleSet::EightByEight => {
                "\
Acht mal Acht with the first seven cards of each column face down; a face-down
card that comes to the open end is turned up. An empty column takes one card. A
turned talon card that fits onto a column must be played at once, there or onto
a foundation. An open Ace goes to its foundation by itself."
            }
            RuleSet::EkligeElfer => {
                "\
Two decks. Eleven columns of a face-down and a face-up card; the other 82 cards
are the talon, dealt one onto each column whenever the player likes, the last
five onto columns 1 to 5. Aces are laid aside. Runs that descend in alternating
colours move as one, in whole or in part; an empty column takes a King or a run
headed by one. A run from King to 2 may be taken out. Won when eight such runs
are out."
            }
            RuleSet::Domino => {
                "\
One deck in four rows of thirteen; the Aces go to the left of the rows and leave
gaps. A gap takes the card of the same suit that is one higher than its left
neighbour or one lower than its right one. Won when every row holds its suit
from Ace to King. Three times a redeal is allowed: of each row the Ace and the
cards that follow it in order stay. All others are taken up, the first row from
its right end leftwards, then each row below it likewise, and dealt again in the
order taken up, unshuffled: row by row from left to right, behind one gap after
the cards that stay. Places count from 0, the Ace's: r2p1 is the one behind it."
            }
            RuleSet::Hochzeitszug => {
                "\
Two decks. Sixteen stacks of four open cards in two rows; the other 40 cards are
the talon. Foundations go by twos in suit, eight A 3 5 ... K, eight 2 4 ... Q. A
top card may go onto a card of its suit one higher. An emptied stack takes the
next four talon cards. Won when all cards lie on the foundations. Twice a redeal
is allowed: the stacks are turned face down and put under the talon one by one,
the upper row from right to left, then the lower row from right to left, and all
stacks are dealt again, unshuffled. From then on an empty stack may take one top
card instead."
            }
        }
    }

    fn effect(&self, option: &OptionSpec) -> &'static str {
        option.effect
    }

    fn player(&self, player: &dyn Player) -> &'static str {
        player.about().en
    }

    fn values(&self, values: Values) -> String {
        values.to_string()
    }

    fn lost_by(&self, number: usize, m: &str, is_certain: bool) -> String {
        match number {
            0 => "Lost from the start".to_string(),
            _ if is_certain => format!("Lost by move {number}, {m}; b: back to before it"),
            _ => format!("Lost since move {number}, {m}, or before"),
        }
    }

    fn lost_in_all(&self, completions: u64, number: usize, m: &str) -> String {
        let since = if number == 0 {
            "from the start".to_string()
        } else {
            format!("since move {number}, {m}")
        };
        format!("Won in none of {completions} orders {since}")
    }

    fn share_winnable(&self, percent: u64) -> String {
        format!("can still be won in {percent} %")
    }

    fn shares_after(&self, player: &str, wins: u64, limit: u64, completions: u64) -> String {
        format!("{player} wins {wins} %, at most {limit} % (of {completions})")
    }

    fn to_go_on(&self, moves: usize, after: &str) -> String {
        let moves = if moves == 1 { "1 move".into() } else { format!("{moves} moves") };
        format!("{moves} played; to go on from here: {after}")
    }

    fn games(&self) -> GamesWords {
        GamesWords {
            more: "`gehtauf games GAME` has a game's rules in short and its options.",
            options: "Options (--set NAME=VALUE):",
            reduced: "Reduced games, to see a whole search space:",
        }
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
            marked: "marked",
            no_script: "This page needs JavaScript to show what lies on the table.",
        }
    }

    fn play(&self) -> PlayWords {
        PlayWords {
            legal: "Legal moves",
            thinking: "still winnable? thinking ...",
            winnable: "still winnable",
            lost: "NOT winnable any more",
            lost_from_start: "lost from the start",
            unknown: "winnable? unknown within the limits",
            come_out: "It has come out!",
            stuck: "No move is left.",
            nothing_to_undo: "There is nothing to take back.",
            no_solution: "No solution is known here.",
            no_win: "There is no solution from here.",
            not_yet: "The solution is still being looked for.",
            hidden: "Cards are hidden; h chooses the best move.",
            no_way_back: "No position of the game is known to be winnable.",
            more: "PgUp PgDn: more",
            keys: &[
                "Up Down        choose a legal move",
                "Tab            to the moves of the next pile",
                "Enter          play it",
                "u Left         take the last move back",
                "r              play a move taken back again",
                "b              back to where it could still be won",
                "Home           to the start",
                "PgUp PgDn      scroll the table",
                "Ctrl-Z         suspend until `fg` goes on",
                "? q            these keys, quit",
            ],
            keys_of_solutions: &[
                "h              hint: choose the move of a solution",
                "Right Space    play the next move of a solution",
                "End            to the end of a solution",
                "Before a move: + wins, - loses, ? unknown",
            ],
            keys_of_hidden: &[
                "h              hint: choose the best move",
                "Before a move: in how many percent of the orders of the",
                "hidden cards it can still be won",
            ],
            keys_in_short: &["Enter play", "u undo", "h hint"],
            solution_in_short: "Space solution",
            last_keys_in_short: &["? keys", "q quit"],
        }
    }
}

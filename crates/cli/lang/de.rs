//! German, in the words of the sheets.

mod files;
mod help;
mod messages;
mod methods;
#[cfg(test)]
mod tests;
mod words;

use gehtauf::cards::{Card, Suit};
use gehtauf::players::Player;
use gehtauf::rules::{Move, OptionSpec, RuleSet, Values};
use gehtauf::search::Limit;
use gehtauf::survey::Interval;

use super::fixed_words::{GamesWords, PageWords, PlayWords};
use super::{Count, Phrasebook, Prospect, Texts, ends};
use crate::units::{grouped, grouped_decimal};

/// The German texts.
pub struct German;

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "D", "K"];
const RANK_NAMES: [&str; 13] =
    ["Ass", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Bube", "Dame", "König"];

const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "Kreuz",
        Suit::Diamonds => "Karo",
        Suit::Hearts => "Herz",
        Suit::Spades => "Pik",
    }
}

impl Texts for German {
    fn code(&self) -> &'static str {
        "de"
    }

    fn phrasebook(&self) -> Phrasebook {
        Phrasebook {
            help: help::HELP,
            values: help::VALUES,
            messages: &[messages::MESSAGES, files::FILES],
            methods: methods::METHODS,
            explained: methods::EXPLAINED,
            words: words::WORDS,
        }
    }

    fn number(&self, number: u64) -> String {
        grouped(number).replace(',', ".")
    }

    fn decimal(&self, number: f64, places: usize) -> String {
        let swapped = |c| match c {
            '.' => ',',
            ',' => '.',
            c => c,
        };
        grouped_decimal(number, places).chars().map(swapped).collect()
    }

    fn rank(&self, card: Card) -> &'static str {
        RANKS[usize::from(card.rank.number()) - 1]
    }

    /// Two letters for the suit, since Kreuz and Karo begin alike: `HeD`, `Kr10`.
    fn ascii_card(&self, card: Card) -> String {
        format!("{}{}", &suit_name(card.suit)[..2], self.rank(card))
    }

    fn ascii_card_width(&self) -> usize {
        4
    }

    fn card_name(&self, card: Card) -> String {
        let rank = RANK_NAMES[usize::from(card.rank.number()) - 1];
        format!("{} {rank}", suit_name(card.suit))
    }

    fn pile(&self, label: &str) -> String {
        match label {
            "talon" => return "Talon".to_string(),
            "waste" => return "Haufen".to_string(),
            "aces" => return "Asse".to_string(),
            _ => {}
        }
        let (kind, number) = label.split_at(1);
        let kind = match kind {
            "c" => "Spalte",
            "r" => "Reihe",
            "s" => "Stapel",
            "o" => "Familie",
            _ => "Ablagestapel",
        };
        format!("{kind} {number}")
    }

    fn describe(&self, rule_set: RuleSet, m: Move, cards: &str) -> String {
        match m {
            Move::Turn => format!("{cards} vom Talon auf den Haufen"),
            Move::Redeal => match rule_set {
                RuleSet::Domino => "ungeordnete Karten neu auslegen",
                RuleSet::Hochzeitszug => "Stapel unter Talon, neu auslegen",
                _ => "Haufen wird wieder zum Talon",
            }
            .to_string(),
            Move::Deal => "Talonkarten an die Spalten".to_string(),
            Move::ColumnToColumn { from, to, .. } => {
                format!("{cards} von Spalte {} an {}", from + 1, to + 1)
            }
            Move::ColumnToFoundation { from } => {
                format!("{cards} von Spalte {} hochlegen", from + 1)
            }
            Move::ColumnOut { from } => {
                format!("{cards} von Spalte {} aus dem Spiel", from + 1)
            }
            Move::WasteToColumn { to } => format!("{cards} vom Haufen an Spalte {}", to + 1),
            Move::WasteToFoundation => format!("{cards} vom Haufen hochlegen"),
            Move::FoundationToColumn { to, .. } => format!("{cards} zurück an Spalte {}", to + 1),
            Move::CardToGap { row, place, .. } => {
                format!("{cards} in Reihe {}, Platz {place}", row + 1)
            }
            Move::Aces(_) => format!("Asse vor die Reihen: {cards}"),
            Move::StackToFoundation { from } => {
                format!("{cards} von Stapel {} hochlegen", from + 1)
            }
            Move::StackToStack { from, to, .. } => {
                format!("{cards} von Stapel {} auf {}", from + 1, to + 1)
            }
            Move::Fill { stack } => format!("{cards} vom Talon auf Stapel {}", stack + 1),
        }
    }

    fn first_to_last(&self, first: &str, last: &str) -> String {
        format!("{first} bis {last}")
    }

    fn count(&self, count: Count) -> String {
        match count {
            Count::Talon(n) => format!("Talon {n:>2}"),
            Count::Waste(n) => format!("Haufen {n:>2}"),
            Count::Foundations(n) => format!("hoch {n:>3}"),
            Count::Runs(n, all) => format!("Familien {n}/{all}"),
            Count::InOrder(n, all) => format!("geordnet {n:>2}/{all}"),
            Count::Pass(n, all) => format!("Gang {n}/{all}"),
            Count::Redeals(n, all) => format!("Auslage {}/{}", n + 1, all + 1),
            Count::MustPlay => "Legezwang".to_string(),
        }
    }

    fn won_in(&self, moves: usize) -> String {
        format!("geht auf in {moves} {}", if moves == 1 { "Zug" } else { "Zügen" })
    }

    fn shortest(&self, proven: bool, at_least: u32) -> String {
        if proven {
            "kürzer geht es nicht".into()
        } else {
            format!("mindestens {at_least} nötig")
        }
    }

    fn fewest_redeals(&self, redeals: usize, proven: bool) -> String {
        let fewer =
            if proven { "mit weniger geht es nicht" } else { "ob weniger genügen, ist offen" };
        format!("neu ausgelegt: {redeals}-mal, {fewer}")
    }

    fn unwinnable(&self) -> &'static str {
        "geht nicht auf"
    }

    fn undecided(&self, limit: Limit) -> String {
        format!("unbekannt, {}", self.struck(limit))
    }

    fn struck(&self, limit: Limit) -> &'static str {
        match limit {
            Limit::States => "Grenze: Stellungen",
            Limit::Memory => "Grenze: Speicher",
            Limit::Time => "Grenze: Zeit",
            Limit::Interrupted => "abgebrochen",
        }
    }

    fn cost(&self, states: u64, millis: f64) -> String {
        let en = if states == 1 { "" } else { "en" };
        format!("{} Stellung{en}, {} ms", self.number(states), self.decimal(millis, 2))
    }

    fn move_of(&self, number: usize, moves: usize) -> String {
        format!("Zug {number} von {moves}")
    }

    fn at_the_end(&self) -> &'static str {
        "Am Ende"
    }

    fn prospect(&self, prospect: Prospect) -> &'static str {
        match prospect {
            Prospect::Won => "geht auf",
            Prospect::Lost => "verloren",
            Prospect::Unknown => "unbekannt",
        }
    }

    fn completions(&self, count: u64, unseen: usize, are_all: bool) -> String {
        let count_in_words = self.number(count);
        let cards = format!("der {unseen} ungesehenen Karten");
        match (count, are_all) {
            (1, _) => format!("1 Anordnung {cards}"),
            (_, true) => format!("alle {count_in_words} Anordnungen {cards}"),
            (_, false) => format!("{count_in_words} Anordnungen {cards}"),
        }
    }

    fn stopped_before(&self, count: u64) -> String {
        format!("abgebrochen, bevor alle {} angesehen waren", self.number(count))
    }

    fn range(&self, interval: Interval) -> String {
        let tenths = |percent| self.decimal(percent, 1);
        match ends(interval) {
            (share, None) => format!("{} %", tenths(share)),
            (low, Some(high)) => format!("{} bis {} %", tenths(low), tenths(high)),
        }
    }

    fn thoughtful_share(&self, range: &str, of_all: bool, some_undecided: bool) -> String {
        let how = match (of_all, some_undecided) {
            (true, false) => "genau",
            (true, true) => "unentschieden: beides möglich",
            (false, _) => "95 %, Wilson",
        };
        format!("gehen auf, wenn man alle Karten kennt: {range} ({how})")
    }

    fn sampled_columns(&self, player: &str, are_exact: bool) -> [String; 4] {
        let marks = match are_exact {
            true => "* meiste Siege, bei gleich vielen der Zug des Spielers; = gleich viele; genau",
            false => "* meiste Siege; sind Züge nicht zu unterscheiden (=), der des Spielers; 95 %",
        };
        [
            format!("Siege: so oft gewinnt `{player}` beim Weiterspielen mit dem, was offen liegt"),
            "Obergrenze: geht noch auf für jemanden, der alle Karten kennt".to_string(),
            marks.to_string(),
            format!("{:<12}{:>7} {:<9} {:>17}", "  Zug", "Siege", "", "Obergrenze"),
        ]
    }

    fn no_move_in_any(&self, unknown: u64) -> String {
        match unknown {
            0 => "bei keiner davon gewinnt ein Zug".to_string(),
            _ => format!("bei keiner davon eine Lösung gefunden; {unknown} davon unbekannt"),
        }
    }

    fn next_move(&self, best: Option<&str>, prospect: Prospect) -> String {
        match (best, prospect) {
            (Some(best), _) => format!("nächster Zug: {best}"),
            (None, Prospect::Lost) => "kein Zug gewinnt: die Stellung ist verloren".to_string(),
            (None, _) => "innerhalb der Grenzen kein Zug gefunden, mit dem sie aufgeht".to_string(),
        }
    }

    fn legal_moves(&self, count: usize) -> String {
        match count {
            0 => "kein Zug ist möglich".to_string(),
            1 => "1 möglicher Zug:".to_string(),
            _ => format!("{count} mögliche Züge:"),
        }
    }

    fn already_won(&self) -> &'static str {
        "die Patience ist aufgegangen"
    }

    fn in_one_line(&self, rule_set: RuleSet) -> &'static str {
        match rule_set {
            RuleSet::AchtMalAcht => "Acht mal Acht: 104 Karten, acht offene Spalten zu acht, Talon",
            RuleSet::EightByEight => "8 x 8: Schwester von Acht mal Acht, verdeckt, mit Legezwang",
            RuleSet::EkligeElfer => {
                "Eklige Elfer: 104 Karten, elf Spalten, achtmal Anlegen vom Talon"
            }
            RuleSet::Domino => "Domino, Verschiebebahnhof: 52 Karten, vier Reihen, vier Lücken",
            RuleSet::Hochzeitszug => "Hochzeitszug: 104 Karten, 16 Stapel zu vier, drei Auslagen",
        }
    }

    fn rules_in_short(&self, rule_set: RuleSet) -> &'static str {
        match rule_set {
            RuleSet::AchtMalAcht => {
                "\
104 Karten. Acht Spalten zu acht offenen Karten; die übrigen 40 sind der Talon.
Farbwechselnd fallende Leitern werden ganz oder zum Teil umgelegt; eine leere
Spalte nimmt jede Karte oder Leiter auf. Der Talon wird Karte für Karte auf den
Haufen gelegt, dessen oberste Karte mitspielt, und dreimal durchgespielt. Die
Patience geht auf, wenn acht Familien, jede in ihrer Farbe vom Ass bis zum
König, abgelegt sind."
            }
            RuleSet::EightByEight => {
                "\
Acht mal Acht, doch die ersten sieben Karten jeder Spalte liegen verdeckt; eine
verdeckte Karte am Ende wird aufgedeckt. Eine leere Spalte nimmt eine Karte auf.
Eine Talonkarte, die im Kartenbild anlegbar ist, muss sofort gespielt werden,
dorthin oder auf einen Ablagestapel. Ein freies Ass wird von selbst hochgelegt."
            }
            RuleSet::EkligeElfer => {
                "\
104 Karten. Elf Spalten zu einer verdeckten und einer offenen Karte; die übrigen
82 sind der Talon, von dem, wann man will, an jede Spalte eine gelegt wird, die
letzten fünf an die Spalten 1 bis 5. Asse kommen beiseite. Farbwechselnd
fallende Leitern werden ganz oder zum Teil umgelegt; eine leere Spalte nimmt
einen König oder eine Leiter ab einem König auf. Eine Leiter vom König bis zur 2
darf aus dem Spiel. Die Patience geht auf, wenn acht solche Familien
herausgenommen sind."
            }
            RuleSet::Domino => {
                "\
52 Karten in vier Reihen zu dreizehn; die Asse kommen links vor die Reihen und
lassen Lücken. In eine Lücke kommt die Karte derselben Farbe, die um eins höher
ist als der linke Nachbar oder um eins niedriger als der rechte. Die Patience
geht auf, wenn jede Reihe ihre Farbe vom Ass bis zum König enthält. Dreimal darf
neu ausgelegt werden: In jeder Reihe bleiben das Ass und was ihm geordnet folgt
liegen. Alle anderen Karten werden aufgenommen, die erste Reihe von rechts nach
links, dann jede darunter ebenso, und in dieser Reihenfolge ungemischt
ausgelegt: Reihe für Reihe von links nach rechts, nach einer Lücke hinter dem,
was liegen blieb. Plätze zählen ab 0, dem des Asses: r2p1 ist der gleich
dahinter."
            }
            RuleSet::Hochzeitszug => {
                "\
104 Karten. Sechzehn Stapel zu vier offenen Karten in zwei Reihen; die übrigen
40 sind der Talon. Auf den 16 Ablagestapeln wird farbgleich springend aufgebaut:
acht A 3 5 ... K, acht 2 4 ... D. Eine oberste Karte darf auf die nächsthöhere
ihrer Farbe. Ein freies Feld bekommt die nächsten vier Talonkarten. Die Patience
geht auf, wenn alle Karten hochgelegt sind. Zweimal darf neu ausgelegt werden:
Die Stapel kommen umgedreht einzeln unter den Talon, die obere Reihe von rechts
nach links, dann die untere von rechts nach links, und alle Stapel werden
ungemischt neu gelegt. Danach darf in ein freies Feld auch eine einzelne oberste
Karte."
            }
        }
    }

    fn effect(&self, option: &OptionSpec) -> &'static str {
        option.effect_de
    }

    fn player(&self, player: &dyn Player) -> &'static str {
        player.about().de
    }

    fn values(&self, values: Values) -> String {
        match values {
            Values::Words(words) => words.join(", "),
            Values::Count { least, most, unlimited, .. } => {
                format!("{least} bis {most}{}", if unlimited { ", unlimited" } else { "" })
            }
            Values::Suits => "einige der Buchstaben CDHS, jeder einmal".to_string(),
        }
    }

    fn lost_by(&self, number: usize, m: &str, is_certain: bool) -> String {
        match number {
            0 => "Von Anfang an verloren".to_string(),
            _ if is_certain => format!("Verloren durch Zug {number}, {m}; b: davor zurück"),
            _ => format!("Verloren seit Zug {number}, {m}, oder früher"),
        }
    }

    fn lost_in_all(&self, completions: u64, number: usize, m: &str) -> String {
        let since = if number == 0 {
            "Von Anfang an".to_string()
        } else {
            format!("Seit Zug {number}, {m},")
        };
        format!("{since} geht keine von {completions} Anordnungen auf")
    }

    fn share_winnable(&self, percent: u64) -> String {
        format!("geht noch auf bei {percent} % der Anordnungen")
    }

    fn shares_after(&self, player: &str, wins: u64, limit: u64, completions: u64) -> String {
        format!("{player} gewinnt {wins} %, möglich sind {limit} % (von {completions})")
    }

    fn to_go_on(&self, moves: usize, after: &str) -> String {
        let moves = if moves == 1 { "1 Zug".into() } else { format!("{moves} Züge") };
        format!("{moves} gespielt; hier weiterspielen: {after}")
    }

    fn games(&self) -> GamesWords {
        GamesWords {
            more: "`gehtauf games PATIENCE` zeigt Regeln und Optionen.",
            options: "Optionen (--set NAME=WERT):",
            reduced: "Verkleinerte Spiele, um einen ganzen Suchraum zu sehen:",
        }
    }

    fn page(&self) -> PageWords {
        PageWords {
            first: "Zum Anfang",
            back: "Einen Zug zurück",
            play: "Abspielen",
            pause: "Anhalten",
            step: "Einen Zug weiter",
            last: "Zum Ende",
            speed: "Tempo",
            position: "Zug",
            moves: "Züge",
            start: "Anfang",
            of: "von",
            keys: "Pfeiltasten: Zug um Zug · Leertaste: abspielen · Pos1, Ende",
            empty: "leer",
            face_down: "verdeckt",
            marked: "markiert",
            no_script: "Diese Seite braucht JavaScript, um zu zeigen, was auf dem Tisch liegt.",
        }
    }

    fn play(&self) -> PlayWords {
        PlayWords {
            legal: "Mögliche Züge",
            thinking: "geht sie noch auf? rechnet ...",
            winnable: "geht noch auf",
            lost: "geht NICHT mehr auf",
            lost_from_start: "von Anfang an verloren",
            unknown: "innerhalb der Grenzen unbekannt",
            come_out: "Sie ist aufgegangen!",
            stuck: "Kein Zug ist mehr möglich.",
            nothing_to_undo: "Es gibt nichts zurückzunehmen.",
            no_win: "Von hier aus gibt es keine Lösung.",
            no_solution: "Hier ist keine Lösung bekannt.",
            not_yet: "Die Lösung wird noch gesucht.",
            hidden: "Karten sind verdeckt; h wählt den besten Zug.",
            no_way_back: "Von keiner Stellung der Partie weiß man, dass sie aufgeht.",
            more: "Bild auf, ab: mehr",
            keys: &[
                "Auf Ab         einen möglichen Zug wählen",
                "Tab            zu den Zügen des nächsten Stapels",
                "Eingabe        ihn spielen",
                "u Links        den letzten Zug zurücknehmen",
                "r              einen zurückgenommenen Zug wieder spielen",
                "b              zurück bis dahin, wo sie noch aufging",
                "Pos1           zum Anfang",
                "Bild auf, ab   den Tisch verschieben",
                "Strg-Z         unterbrechen, bis `fg` weiterspielt",
                "? q            diese Tasten, aufhören",
            ],
            keys_of_solutions: &[
                "h              Tipp: den Zug einer Lösung wählen",
                "Rechts Leer    den nächsten Zug einer Lösung spielen",
                "Ende           zum Ende einer Lösung",
                "Vor einem Zug: + gewinnt, - verliert, ? unbekannt",
            ],
            keys_of_hidden: &[
                "h              Tipp: den besten Zug wählen",
                "Vor einem Zug: bei wie viel Prozent der Anordnungen der",
                "verdeckten Karten sie noch aufgeht",
            ],
            keys_in_short: &["Eingabe spielen", "u zurück", "h Tipp"],
            solution_in_short: "Leertaste Lösung",
            last_keys_in_short: &["? Tasten", "q Ende"],
        }
    }
}

//! The words of help pages' frames, summaries, reports, comparisons and progress.

use crate::lang::phrases::Phrases;

/// English texts with holes and their German.
pub const WORDS: &Phrases = &[
    // Help.
    ("Usage", "Aufruf"),
    ("SYNOPSIS", "ÜBERSICHT"),
    ("DESCRIPTION", "BESCHREIBUNG"),
    ("NOTES", "ANMERKUNGEN"),
    ("Commands", "Befehle"),
    ("Arguments", "Argumente"),
    ("Options", "Optionen"),
    ("default", "sonst"),
    ("possible values", "möglich"),
    // Summaries.
    ("default rules", "übliche Regeln"),
    ("{} deal of {} {}", "{} Spiel, {} {}"),
    ("{} deals of {} {}", "{} Spiele, {} {}"),
    ("{} of the {} deals of {} {}", "{} von {} Spielen, {} {}"),
    ("seeds", "Nummern"),
    ("pysol", "PySolFC-Nummern"),
    ("deal", "Spiel"),
    ("deals", "Spiele"),
    ("limits for a deal: {} state", "Grenzen je Spiel: {} Stellung"),
    ("limits for a deal: {} states", "Grenzen je Spiel: {} Stellungen"),
    ("; for all searches together: {}", "; für alle Suchen zusammen: {}"),
    ("{}, seed {}", "{}, Nummer {}"),
    (
        "played by {}, seed {}, who sees only what lies open",
        "gespielt von {}, Nummer {}, der nur sieht, was offen liegt",
    ),
    (
        "; {} game more with the hidden cards dealt anew",
        "; {} Partie mehr mit neu ausgeteilten verdeckten Karten",
    ),
    (
        "; {} games more with the hidden cards dealt anew",
        "; {} Partien mehr mit neu ausgeteilten verdeckten Karten",
    ),
    (
        "played by the weakest player who wins {} game, seeds from {}",
        "gespielt vom schwächsten Spieler, der {} Partie gewinnt, Nummern ab {}",
    ),
    (
        "played by the weakest player who wins one of {} games, seeds from {}",
        "gespielt vom schwächsten Spieler, der eine von {} Partien gewinnt, Nummern ab {}",
    ),
    (
        "{} games of each look, standard errors by the jackknife",
        "{} Partien je sichtbarem Kartenbild, Standardfehler nach dem Jackknife",
    ),
    (
        "{} games of each look, as many won of each: errors are not known",
        "{} Partien je sichtbarem Kartenbild, von jedem gleich viele gewonnen: Fehler unbekannt",
    ),
    ("share won", "Anteil gewonnen"),
    ("variance between looks", "Varianz zwischen Kartenbildern"),
    ("variance within a look", "Varianz bei einem Kartenbild"),
    ("share seen before the first move", "Anteil, vor dem ersten Zug zu sehen"),
    ("wins of a deal", "Siege je Spiel"),
    ("games won", "gewonnen"),
    ("lost", "verloren"),
    ("win rate", "gewonnen"),
    ("Win rate", "Gewonnen"),
    ("win rate (95 %)", "gewonnen (95 %)"),
    ("player", "Spieler"),
    ("ended", "beendet"),
    ("weakest winner", "schwächster Sieger"),
    ("games", "Partien"),
    ("decisions", "Entscheidungen"),
    ("all cards known", "alles bekannt"),
    ("ladder of {}: share won, 95 %", "Rangliste für {}: Anteil gewonnen, 95 %"),
    ("goal", "Ziel"),
    ("won", "geht auf"),
    ("unwinnable", "geht nicht auf"),
    ("unknown", "unbekannt"),
    ("winnable", "lösbar"),
    ("Winnable", "Lösbar"),
    ("winnable (95 %)", "lösbar (95 %)"),
    ("{} % to {} %", "{} % bis {} %"),
    ("{} to {}", "{} bis {}"),
    (", unknowns counted both ways", ", unbekannte als beides gezählt"),
    ("", ""),
    ("mean", "Mittel"),
    ("median", "Median"),
    ("90 %", "90 %"),
    ("99 %", "99 %"),
    ("max", "max"),
    ("states", "Stellungen"),
    ("microseconds", "Mikrosekunden"),
    ("moves of a win", "Züge"),
    ("redeals of a win", "neue Auslagen"),
    ("deals of a win", "Anlegen vom Talon"),
    ("  before a run", "  vor der 1. Familie"),
    ("spaces filled", "belegte Freiplätze"),
    ("decided by", "entschieden durch"),
    ("share", "Anteil"),
    ("game", "Patience"),
    ("options", "Optionen"),
    ("median states", "Stellungen (Median)"),
    ("mean time", "mittlere Zeit"),
    // Progress.
    ("completions", "Anordnungen"),
    ("{}: {} won", "{}: {} gewonnen"),
    ("then, before you ask again: {}", "danach, ehe man wieder fragt: {}"),
    ("(up to {} undecided ones count in it)", "(bis zu {} unentschiedene zählen darin mit)"),
    (
        "each hint begins anew, perhaps in a circle; `solve` shows a whole win",
        "jeder Tipp beginnt neu, vielleicht im Kreis; `solve` zeigt die ganze Lösung",
    ),
    ("{} won, {} unknown", "{} lösbar, {} unbekannt"),
    (", {}/s, {} left", ", {}/s, noch {}"),
    ("{} states, {}/s; {}", "{} Stellungen, {}/s; {}"),
    ("; {} moves, at least {} needed", "; {} Züge, mindestens {} nötig"),
    // Playing.
    (
        "The terminal is too small. It takes {} columns and {} rows; q quits.",
        "Das Fenster ist zu klein. Es braucht {} Spalten und {} Zeilen; q hört auf.",
    ),
    // Comparisons.
    ("first file", "erste Datei"),
    ("second file", "zweite Datei"),
    ("won with {} less won with {}:", "aufgegangen ({}) minus aufgegangen ({}):"),
    (
        "{} points, from {} to {} (95 %, paired, Newcombe)",
        "{} Prozentpunkte, von {} bis {} (95 %, gepaart, Newcombe)",
    ),
    (
        "from {} to {} points (95 %, paired, Newcombe, unknowns both ways)",
        "von {} bis {} Prozentpunkte (95 %, Newcombe, unbekannte als beides)",
    ),
    // Games that were analysed.
    ("lost from the start", "von Anfang an verloren"),
    ("lost by move {}", "verloren durch Zug {}"),
    ("lost by one of the moves {} to {}", "verloren durch einen der Züge {} bis {}"),
    ("lost since move {}, or before", "verloren seit Zug {} oder früher"),
    ("can still be won", "kann noch aufgehen"),
    (
        "could be won before move {}; since then unknown",
        "konnte vor Zug {} noch aufgehen, seither unbekannt",
    ),
    ("Instead of it:", "Stattdessen:"),
    ("The game:", "Die Partie:"),
    ("instead of it: {}", "stattdessen: {}"),
    // Why a deal is unwinnable.
    (
        "No column can ever be emptied: of each, a card never leaves it.",
        "Keine Spalte wird je leer: aus jeder kommt eine Karte nie heraus.",
    ),
    (
        "Whatever is played, these cards stay, and not all of them lie right:",
        "Was man auch spielt, diese Karten bleiben liegen, und nicht alle liegen richtig:",
    ),
    (
        "{} never comes free: in {} the cards that need such a card to lie on come onto it faster than they can go:",
        "{} kommt nie frei: Karten, die nur auf einer solchen liegen können, kommen in {} schneller darauf, als sie fortkönnen:",
    ),
    (
        "To clear the columns {} cards would have to lie where there is too little room:",
        "Um die Spalten zu räumen, müssten {} Karten liegen, wo zu wenig Platz ist:",
    ),
    (
        "No win even in a game that allows more.",
        "Keine Lösung, nicht einmal in einem Spiel, das mehr erlaubt.",
    ),
    (
        "No win even in a game in which all but {} cards go by themselves as soon as they can:",
        "Keine Lösung, nicht einmal in einem Spiel, in dem alle bis auf {} Karten von selbst gehen, sobald sie können:",
    ),
    (
        "Even if each other card could be laid aside as soon as it lies open, and counted as lying wherever it is missed, these {} could not all go up:",
        "Selbst wenn jede andere Karte beiseite dürfte, sobald sie frei liegt, und überall, wo sie fehlt, als vorhanden gälte, kämen diese {} Karten nicht alle hoch:",
    ),
    (
        "What the moves of a win must fulfil contradicts itself.",
        "Was die Züge einer Lösung erfüllen müssten, widerspricht sich.",
    ),
    (
        "No win, and no state that matters was left out.",
        "Keine Lösung, und keine Stellung, auf die es ankommt, wurde ausgelassen.",
    ),
    (
        "{} in {} waits for an open {}, or {} on a foundation",
        "{} in {} wartet, bis {} frei liegt oder {} auf einem Ablagestapel",
    ),
    (
        "{} in {} waits for an open {} or {}, or {} on a foundation",
        "{} in {} wartet, bis {} oder {} frei liegt oder {} auf einem Ablagestapel",
    ),
    (
        "{} in {} waits for {} on a foundation",
        "{} in {} wartet, bis {} auf einem Ablagestapel liegt",
    ),
    ("* one of the cards named above", "* eine der oben genannten Karten"),
    // Counts of moves.
    ("moves", "Züge"),
    ("sequences", "Folgen"),
    ("positions", "Stellungen"),
    // Reports.
    ("How often they come out", "Wie oft sie aufgehen"),
    (
        "Every deal is judged with all its cards known, also those that lie face down. It comes out if some play wins it; the rules have replayed that play. That it cannot come out is proven. Open deals met a limit first and count both ways.",
        "Jedes Spiel wird beurteilt, als kennte man alle Karten, auch die verdeckten. Es geht auf, wenn es sich irgendwie gewinnen lässt; die Lösung wurde nach den Regeln nachgespielt. Dass es nicht aufgeht, ist bewiesen. Unbekannte Spiele haben vorher eine Grenze erreicht und zählen in beide Richtungen.",
    ),
    (
        "A player sees only what a person at the table sees; the rules have replayed each game.",
        "Ein Spieler sieht nur, was jemand am Tisch sieht; jede Partie wurde nach den Regeln nachgespielt.",
    ),
    (
        "Share of deals that come out, or that a player won",
        "Anteil der Spiele, die aufgehen oder die ein Spieler gewann",
    ),
    ("played by {}", "gespielt von {}"),
    (
        "Pale: the 95 % interval. Strong: what was found.",
        "Blass: der Vertrauensbereich (95 %). Kräftig: was gefunden wurde.",
    ),
    (
        "Each step towards an end is a tenth of what is left.",
        "Jeder Schritt zum Rand hin ist ein Zehntel dessen, was bleibt.",
    ),
    ("How long the wins are", "Wie lang die Lösungen sind"),
    ("Deals decided within so many states", "Entschieden nach so vielen Stellungen"),
    ("How long a deal takes", "Wie lange ein Spiel dauert"),
    (
        "Deals: {}, of them won {}, unwinnable {}, open {}. Estimate: {} of all deals come out; the share lies within {}.",
        "Spiele: {}; {} gehen auf, {} gehen nicht auf, {} sind unbekannt. Geschätzt gehen {} aller Spiele auf; Vertrauensbereich: {}.",
    ),
    (
        "Of {} deals the player won {} and lost {}: {}; its share lies within {}.",
        "Von {} Spielen gewann der Spieler {} und verlor {}: {}; Vertrauensbereich: {}.",
    ),
    ("Searches", "Suchen"),
    (
        "In alphabetical order. They are tried one after another, cheapest first; a deal counts for the one that decided it.",
        "Nach dem Alphabet. Sie werden nacheinander versucht, die billigste zuerst; ein Spiel zählt bei der, die es entschieden hat.",
    ),
    ("what it is", "was sie tut"),
];

//! The names of searches, which records keep in English, and what each does, in a sentence. The longer
//! name stands first where a shorter one would fit.

use crate::lang::phrases::Phrases;

/// The names of searches, which records keep in English.
pub const METHODS: &Phrases = &[
    ("not proven: {..}", "nicht bewiesen: {}"),
    ("gave up", "aufgegeben"),
    ("went round", "im Kreis gespielt"),
    ("too many moves", "zu viele Züge"),
    ("shortest", "kürzeste Lösung"),
    ("fewest-redeals", "wenigste neue Auslagen"),
    ("belief-set beam {}", "Strahlsuche über Kartenmengen {}"),
    ("complete belief-set beam", "vollständige Strahlsuche über Kartenmengen"),
    ("beam over free cards", "Strahlsuche über freie Karten"),
    ("search over free cards", "Suche über freie Karten"),
    ("beam to one redeal", "Strahlsuche bis zur Auslage"),
    ("forced-talon beam", "Strahlsuche mit Talonzwang"),
    ("wide beam", "breite Strahlsuche"),
    ("level-wise beam", "stufenweise Strahlsuche"),
    ("restarted beams", "wiederholte Strahlsuchen"),
    ("beam {}", "Strahlsuche {}"),
    ("exhaustive search", "erschöpfende Suche"),
    ("abstraction refinement", "verfeinerte Abstraktion"),
    ("dead-end detection", "Sackgassenprüfung"),
    ("host arrivals", "Ankunft der Unterlagen"),
    ("chain-counting relaxation", "Kettenzählung"),
    ("relaxation without heads", "Lockerung ohne Kopfkarten"),
    ("best-first search of all rounds", "Bestensuche über alle Auslagen"),
    ("best-first last rounds", "Bestensuche, letzte Auslage"),
    ("best-first rounds", "Bestensuche nach Auslagen"),
    ("depth-first search", "Tiefensuche"),
    ("depth-first rounds", "Tiefensuche nach Auslagen"),
    ("depth-first", "Tiefensuche"),
    ("persistent-set search to the left", "Suche ohne vertauschte Züge nach links"),
    ("persistent-set search", "Suche ohne vertauschte Züge"),
    ("bidirectional search without redeal", "beidseitige Suche ohne neue Auslage"),
    ("bidirectional search", "beidseitige Suche"),
    ("retrograde analysis", "Rückwärtsanalyse"),
    ("roll-outs", "Zufallsspiele"),
    ("satisfiability", "Erfüllbarkeit"),
    ("shortening", "Kürzen"),
    ("plain", "einfache Suche"),
    ("none", "keine"),
];

/// Names and sentences.
pub const EXPLAINED: &Phrases = &[
    ("shortest", "Eine Lösung mit den wenigsten Zügen; alle kürzeren sind ausgeschlossen."),
    ("fewest-redeals", "Eine Lösung mit den wenigsten neuen Auslagen; mit weniger geht es nicht."),
    (
        "complete belief-set beam",
        "Verfolgt alle Mengen von Karten, die der Talon noch enthalten kann, und lässt keine weg: Was sie nicht löst, ist unlösbar.",
    ),
    (
        "belief-set beam {}",
        "Verfolgt die {} besten Mengen von Karten, die der Talon noch enthalten kann.",
    ),
    (
        "satisfiability",
        "Schreibt das Spiel als logische Formel, die nur wahr sein kann, wenn es aufgeht.",
    ),
    (
        "beam over free cards",
        "Behält die besten Stellungen jeder Stufe und unterscheidet sie nur nach bewegten Karten.",
    ),
    (
        "search over free cards",
        "Durchsucht alle Stellungen und unterscheidet sie nur nach bewegten Karten.",
    ),
    ("beam to one redeal", "Behält die besten Stellungen jeder Stufe bis zu einer neuen Auslage."),
    (
        "forced-talon beam",
        "Behält die besten Stellungen jeder Stufe, als müssten aufgedeckte Karten angelegt werden, wo es geht.",
    ),
    ("wide beam", "Behält viele der besten Stellungen jeder Stufe."),
    ("level-wise beam", "Behält die besten Stellungen zu jeder Zahl hochgelegter Karten."),
    (
        "restarted beams",
        "Behalten die besten Stellungen jeder Stufe, immer wieder mit anderen Zufallszahlen.",
    ),
    ("beam {}", "Behält die {} besten Stellungen jeder Stufe."),
    ("exhaustive search", "Durchsucht jede erreichbare Stellung."),
    (
        "abstraction refinement",
        "Spielt ein einfacheres Spiel, das aufgeht, wenn unseres aufgeht, und macht es strenger, wo es zu leicht ist: Geht es nicht auf, so auch unseres nicht. Wo die Lösungen des einfacheren Spiels scheitern, suchen Strahlsuchen weiter.",
    ),
    ("dead-end detection", "Findet Karten, die nicht frei werden, was man auch zieht."),
    (
        "host arrivals",
        "Zählt, wann Karten kommen, die andere tragen könnten: Kommen sie zu spät, ist das Spiel verloren.",
    ),
    (
        "chain-counting relaxation",
        "Zählt, wie Leitern umgelegt werden können: Gibt es zu wenig Plätze, ist das Spiel verloren.",
    ),
    (
        "relaxation without heads",
        "Spielt ein Spiel, in dem die ersten Karten der Spalten gleichgültig sind: Ist es unlösbar, so auch unseres.",
    ),
    (
        "best-first search of all rounds",
        "Nimmt die aussichtsreichste Stellung zuerst, über alle Auslagen.",
    ),
    (
        "best-first last rounds",
        "Nimmt die aussichtsreichste Stellung zuerst, in der letzten Auslage.",
    ),
    ("best-first rounds", "Nimmt die aussichtsreichste Stellung zuerst, Auslage für Auslage."),
    (
        "depth-first search",
        "Verfolgt eine Partie bis zum Ende, dann die nächste, durch alle Stellungen.",
    ),
    ("depth-first rounds", "Verfolgt eine Partie einer Auslage bis zum Ende, dann die nächste."),
    ("depth-first", "Verfolgt eine Partie bis zum Ende, dann die nächste."),
    (
        "persistent-set search to the left",
        "Durchsucht alle Partien, die Lücken nur von links füllen; was so aufgeht, geht auf.",
    ),
    (
        "persistent-set search",
        "Durchsucht alle Stellungen, aber von Zügen, deren Reihenfolge gleichgültig ist, nur eine Reihenfolge.",
    ),
    (
        "bidirectional search without redeal",
        "Sucht von der Auslage und vom Ziel her, bis sich beide treffen, ohne neue Auslage.",
    ),
    ("bidirectional search", "Sucht von der Auslage und vom Ziel her, bis sich beide treffen."),
    ("retrograde analysis", "Geht vom Ziel zurück zu den Stellungen, die es erreichen."),
    ("roll-outs", "Spielt sehr oft mit Zufallszügen zu Ende."),
    ("plain", "Durchsucht jede Stellung nach den einfachen Regeln."),
    ("none", "Keine Suche wurde versucht."),
];

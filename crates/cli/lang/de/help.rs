//! The pages of `--help`: each English text and what it is in German.

use crate::lang::phrases::Phrases;

/// The texts.
pub const HELP: &Phrases = &[
    // The program.
    (
        "Geht sie auf? Solves deals of four German patiences exactly and measures how often they come out",
        "Geht sie auf? Löst Spiele von vier Patiencen genau und misst, wie oft sie aufgehen",
    ),
    (
        "\
The games: Acht mal Acht and its sister 8x8, Eklige Elfer, Domino, Hochzeitszug
Exit codes: 0 won or done, 1 unwinnable or refuted, 2 bad input, 3 unknown,
130 interrupted, 141 nobody reads the output any more
Example: gehtauf solve domino --seed 7",
        "\
Patiencen: Acht mal Acht, ihre Schwester 8x8, Eklige Elfer, Domino, Hochzeitszug
Rückgabewerte: 0 geht auf oder fertig, 1 geht nicht auf oder widerlegt,
2 falsche Eingabe, 3 unbekannt, 130 abgebrochen, 141 niemand liest mehr
Beispiel: gehtauf solve domino --seed 7",
    ),
    ("Print help", "Diese Hilfe zeigen"),
    ("Print version", "Die Version zeigen"),
    (
        "Print this message or the help of the given subcommand(s)",
        "Diese Hilfe oder die eines Befehls zeigen",
    ),
    ("Language, else by locale", "Sprache, sonst nach Locale"),
    // What many commands take.
    ("The rule set", "Die Patience"),
    (
        "An option of `gehtauf games GAME`; may be repeated",
        "Option (`gehtauf games PATIENCE`), auch mehrmals",
    ),
    ("The deal of one seed", "Das Spiel dieser Nummer"),
    (
        "The deals of many seeds, B excluded; A alone is one",
        "Spiele von A an, ohne B; A allein: nur dieses",
    ),
    (
        "Deck lines, # comments; `-` is standard input",
        "Kartenzeilen, # Bemerkungen; `-`: Standardeingabe",
    ),
    ("Deck lines, # comments", "Kartenzeilen, # Bemerkungen"),
    ("A position of `gehtauf show`", "Eine Stellung von `gehtauf show`"),
    ("One deck line", "Eine Kartenzeile"),
    ("The deals of PySolFC numbers: N, msN, or A..B", "Spiele nach PySolFC: N, msN oder A..B"),
    (
        "A position of `gehtauf show`; `-` is standard input",
        "Stellung von `gehtauf show`; `-`: Standardeingabe",
    ),
    ("States to search for a deal [default: 10M]", "Durchsuchte Stellungen je Spiel [sonst: 10M]"),
    ("Memory of all searches together", "Speicher aller Suchen zusammen"),
    (
        "Time for a deal, such as 2s; verdicts may then vary",
        "Zeit je Spiel, z. B. 2s; Urteile können schwanken",
    ),
    (
        "Win in the fewest moves, and say if it is proven",
        "Die kürzeste Lösung, und ob das bewiesen ist",
    ),
    (
        "Win with the fewest redeals (domino, hochzeitszug)",
        "Wenigste neue Auslagen (domino, hochzeitszug)",
    ),
    ("Threads; all cores when not given", "Threads; sonst alle Kerne"),
    ("Print text or json", "text oder json ausgeben"),
    ("No suit signs, no colours, only ASCII", "Keine Farbzeichen, nur ASCII"),
    ("Play these moves first", "Diese Züge zuerst spielen"),
    ("No progress", "Kein Fortschritt"),
    ("How the 95 % interval is computed", "Art des Vertrauensbereichs (95 %)"),
    // solve
    (
        "Solve deals: the verdict, then the moves of a win",
        "Spiele lösen: das Urteil, dann die Züge",
    ),
    (
        "\
Of unknown cards (??, [??]) completions are solved and counted, 1M states each.
Exit code: 0 won (all completions), 1 unwinnable (all), 3 else; several deals: 0
Example: gehtauf solve hochzeitszug --seed 7 --set redeals=1",
        "\
Bei unbekannten Karten (??, [??]) werden Anordnungen gelöst, je 1M Stellungen.
Rückgabe: 0 geht auf, 1 nicht (alle Anordnungen), 3 sonst; mehrere Spiele: 0
Beispiel: gehtauf solve hochzeitszug --seed 7 --set redeals=1",
    ),
    ("Keep the moves that the win does not need", "Auch Züge zeigen, die nicht nötig sind"),
    ("Only the moves, a line a deal, empty if not won", "Nur die Züge, eine Zeile je Spiel"),
    ("Only the verdicts, a line a deal", "Nur die Urteile, eine Zeile je Spiel"),
    ("Draw the table before every move", "Den Tisch vor jedem Zug zeichnen"),
    ("Draw the table before move K (last + 1: the end)", "Den Tisch vor Zug K (letzter + 1: Ende)"),
    (
        "Write a page that replays one win; - is stdout",
        "Seite, die die Lösung vorspielt; -: Standardausgabe",
    ),
    (
        "Draw one deal, cards to blame marked; - is stdout",
        "Bild; schuldige Karten markiert; -: Standardausgabe",
    ),
    (
        "Certify to `verify` that one deal is lost; - is stdout",
        "Beweis, dass es nicht aufgeht; -: Standardausgabe",
    ),
    (
        "Completions to try of unknown cards [default: 200]",
        "So viele Anordnungen versuchen [sonst: 200]",
    ),
    ("Hide cards until turned up wherever they are drawn", "Bilder zeigen nur aufgedeckte Karten"),
    // hint
    (
        "The next move of a win; each legal move: winnable, lost, unknown",
        "Der nächste Zug; zu jedem möglichen: gewinnt, verliert, unbekannt",
    ),
    (
        "\
Of a position with unknown cards, ?? and [??], completions are looked at, on all
--threads: in how many a player who sees no more than you wins after each move,
and in how many who knows all cards can, an upper limit. --max-states is for
each search, with unknown cards 100k by default, --time-limit for the whole
hint, which then looks at as many completions as it has time for.
Each hint is looked for anew: who asks after each move may be led in a circle.
`moves` in JSON is the whole win, to be followed until another move is played.
Exit code: 0 a move wins, or the game is won already (then no move is named, and
`won` is true in JSON), 1 the position is lost, 3 unknown
Example: gehtauf show domino --seed 7 | gehtauf hint domino --position -",
        "\
Bei unbekannten Karten, ?? und [??], werden Anordnungen angesehen, auf allen
--threads: in wie vielen nach jedem Zug jemand gewinnt, der nur sieht, was offen
liegt, und in wie vielen jemand gewinnen kann, der alle Karten kennt (eine
Obergrenze).
--max-states gilt für jede Suche, bei unbekannten Karten sonst 100k,
--time-limit für den ganzen Tipp, der dann so viele Anordnungen ansieht, wie die
Zeit reicht.
Jeder Tipp wird neu gesucht: wer nach jedem Zug fragt, kann im Kreis geführt
werden.
`moves` in JSON ist die ganze Lösung, der man folgt, bis man anders zieht.
Rückgabe: 0 ein Zug gewinnt, oder das Spiel ist schon aufgegangen (dann ist kein
Zug genannt, und `won` in JSON ist true), 1 verloren, 3 unbekannt
Beispiel: gehtauf show domino --seed 7 | gehtauf hint domino --position -",
    ),
    // play
    (
        "Play a deal in the terminal, or step through its solution",
        "Im Terminal spielen oder eine Lösung ansehen",
    ),
    (
        "\
Keys: arrows and Enter play a move, u takes back, h gives a hint, Space plays
the next move of a solution, ? lists all keys, q quits. Hidden cards stay
hidden; before each move stands in how many percent of their orders it can still
be won, and h chooses the one after which `hint`'s player wins most.
It takes 60 columns and 17 rows. A terminal that is closed ends the game, whose
moves are then lost; under tmux or screen a game outlives its connection.
Example: gehtauf play hochzeitszug --seed 7 --lang de",
        "\
Tasten: Pfeile und Eingabe spielen einen Zug, u nimmt zurück, h gibt einen Tipp,
Leertaste spielt den nächsten Zug der Lösung, ? zeigt alle Tasten, q hört auf.
Verdecktes bleibt verdeckt; vor jedem Zug steht, in wie viel Prozent der
möglichen Anordnungen das Spiel noch zu gewinnen ist, und h wählt den Zug, nach
dem der Spieler von `hint` am häufigsten gewinnt.
Es braucht 60 Spalten und 17 Zeilen. Wird das Terminal geschlossen, endet das
Spiel, und seine Züge sind verloren; unter tmux oder screen überlebt es.
Beispiel: gehtauf play hochzeitszug --seed 7",
    ),
    (
        "Play with all cards known; hints are then solutions",
        "Mit allen Karten offen spielen; Tipps sind dann Lösungen",
    ),
    // analyse
    (
        "Say of a game that was played after which move it was lost",
        "Den Zug finden, durch den eine Partie verloren ging",
    ),
    (
        "\
All cards count as known, hidden ones too. FILE has the moves: a list as --after
takes it, the line that `play` prints in the end, or what `solve` prints. The
limits are for each search, of which there are few: a position reached from a
lost one is lost. Ctrl-C prints what is known by then.
Exit code: 0 the game is won or can be, 1 it is lost, 3 unknown
Example: gehtauf analyse domino --seed 7 --moves game.txt --html game.html",
        "\
Alle Karten gelten als bekannt, auch verdeckte. DATEI enthält die Züge: eine
Liste wie für --after, die Zeile, die `play` am Ende ausgibt, oder die Ausgabe
von `solve`. Die Grenzen gelten für jede Suche; es sind wenige, denn was aus
einer verlorenen Stellung entsteht, ist verloren. Strg-C zeigt, was bis dahin
bekannt ist.
Rückgabe: 0 aufgegangen oder kann noch aufgehen, 1 verloren, 3 unbekannt
Beispiel: gehtauf analyse domino --seed 7 --moves partie.txt --html partie.html",
    ),
    ("The moves of the game; - is standard input", "Die Züge der Partie; -: Standardeingabe"),
    (
        "Write a page that replays the game; - is stdout",
        "Seite, die die Partie vorspielt; -: Standardausgabe",
    ),
    // verify
    (
        "Replay solutions, or check a certificate of loss",
        "Lösungen nachspielen, Bescheinigungen prüfen",
    ),
    (
        "\
Reads JSON objects, one after another or in a list: their fields game, options
(those left out are at their defaults), position, deck or source (seed:7,
pysol:ms24), moves (or played) and verdict. Prints a line each: `ok`, `illegal
move 17: c3>c5:2`, `not won after 88 moves`, `won, and so not unwinnable`, `won
without moves`, or `nothing to replay` for another verdict without moves. Moves
with the verdict lost, unwinnable or unknown need only be legal. A certificate
written by `solve --certificate` is checked by the rules alone: `ok: unwinnable`
or why it proves nothing.
Exit code: 0 if all hold, 1 if one does not, 2 bad input, 130 interrupted
Example: gehtauf solve domino --seeds 0..100 --format json | gehtauf verify",
        "\
Liest Objekte in JSON, nacheinander oder als Liste: ihre Felder game, options
(was fehlt, hat den üblichen Wert), position, deck oder source (seed:7,
pysol:ms24), moves (oder played) und verdict. Gibt je eine Zeile aus: `ok`,
`unerlaubter Zug 17: c3>c5:2`, `nach 88 Zügen nicht aufgegangen`, `aufgegangen,
also nicht unlösbar`, `aufgegangen, aber ohne Züge` oder `nichts nachzuspielen`
bei einem anderen Urteil ohne Züge. Mit dem Urteil lost, unwinnable oder unknown
müssen Züge nur erlaubt sein. Eine Bescheinigung von `solve --certificate` wird
allein nach den Regeln geprüft: `ok: unlösbar`, oder warum sie nichts beweist.
Rückgabe: 0 alles stimmt, 1 etwas nicht, 2 falsche Eingabe, 130 abgebrochen
Beispiel: gehtauf solve domino --seeds 0..100 --format json | gehtauf verify",
    ),
    (
        "JSON (`-` is standard input), or a certificate",
        "JSON (`-`: Standardeingabe) oder eine Bescheinigung",
    ),
    (
        "How what is found is printed; JSON repeats a solution's `id`",
        "Wie ausgegeben wird; JSON wiederholt die `id` einer Lösung",
    ),
    (
        "Go on after what is no solution; the exit code is 2 all the same",
        "Nach dem, was keine Lösung ist, weitermachen; Rückgabe trotzdem 2",
    ),
    // survey
    (
        "Solve many deals and measure how often the game comes out",
        "Viele Spiele lösen und messen, wie oft die Patience aufgeht",
    ),
    (
        "\
After a crash or Ctrl-C the same line goes on with the file of --out.
--resample deals hidden cards alike for all players and every --player-seed.
Exit code: 0 done, 130 stopped by Ctrl-C
Example: gehtauf survey domino --seeds 0..10k --out domino.csv",
        "\
Nach Absturz oder Strg-C macht dieselbe Zeile mit der Datei von --out weiter.
--resample teilt Verdecktes für alle Spieler und jede --player-seed gleich aus.
Rückgabe: 0 fertig, 130 abgebrochen mit Strg-C
Beispiel: gehtauf survey domino --seeds 0..10k --out domino.csv",
    ),
    (
        "Let a player of `gehtauf players` play, not solve",
        "Einen aus `gehtauf players` spielen lassen",
    ),
    ("Seed of the player's random numbers", "Nummer für die Zufälle des Spielers"),
    (
        "K games more a deal, its hidden cards dealt anew",
        "K Partien mehr je Spiel, Verdecktes neu ausgeteilt",
    ),
    (
        "Find the weakest player who wins, by K games each",
        "Den schwächsten Gewinner suchen, je K Partien",
    ),
    (
        "The deals of these PySolFC numbers, B excluded",
        "Die Spiele dieser Nummern von PySolFC, ohne B",
    ),
    (
        "The deals of these deck lines, from 1; # comments",
        "Die Spiele dieser Kartenzeilen, ab 1; # Bemerkungen",
    ),
    ("Leave out the moves that a win does not need", "Züge weglassen, die nicht nötig sind"),
    (
        "A CSV file, a row a deal, completed if there; or -",
        "CSV, eine Zeile je Spiel, wird fortgesetzt; oder -",
    ),
    (
        "Only the I-th of N parts; FILE.part until complete",
        "Nur Teil I von N; DATEI.part, bis er fertig ist",
    ),
    (
        "Stop at half-width 0.1% or so; looks each 1k deals",
        "Ende bei halber Breite, z. B. 0.1%; prüft alle 1k",
    ),
    ("Form of the summary, and of --only", "Form des Berichts und dessen, was --only zeigt"),
    (
        "Print the deals with this verdict, by their numbers",
        "Die Nummern der Spiele mit diesem Urteil zeigen",
    ),
    // report
    ("Print the summaries of files written by `survey`", "Über Dateien von `survey` berichten"),
    (
        "Example: gehtauf report domino.csv elfer.csv --html report.html",
        "Beispiel: gehtauf report domino.csv elfer.csv --html bericht.html",
    ),
    ("Files of records; `-` is standard input", "Ergebnisdateien; `-` ist die Standardeingabe"),
    ("How the summaries are printed", "Form der Berichte"),
    (
        "Write a page with charts instead; `-` is standard output",
        "Stattdessen eine Seite mit Bildern; `-`: Standardausgabe",
    ),
    ("Show the page in the browser", "Die Seite im Browser zeigen"),
    (
        "Compare two files deal by deal, as `compare` does",
        "Zwei Dateien Spiel für Spiel vergleichen wie `compare`",
    ),
    // compare
    (
        "Compare two sets of options on the same deals",
        "Zwei Regelvarianten an denselben Spielen vergleichen",
    ),
    (
        "\
The second rules are the first with the options of --vs on top, or the second
player, also named by --vs, plays the deals of the first.
For many deals, survey both into files and pair these: gehtauf report --paired.
The interval is Newcombe's for paired shares (1998, method 10).
Exit code: 0 done, 1 verdicts contradict each other (a bug), 130 interrupted
Example: gehtauf compare hochzeitszug --seeds 0..1k --vs redeals=1",
        "\
Die zweiten Regeln sind die ersten, geändert durch die Optionen von --vs, oder
der zweite Spieler, auch von --vs genannt, spielt die Spiele des ersten.
Bei vielen Spielen besser mit `survey` zwei Dateien schreiben und diese mit
`report --paired` vergleichen.
Der Bereich ist der von Newcombe für gepaarte Anteile (1998, Verfahren 10).
Rückgabe: 0 fertig, 1 Urteile widersprechen sich (Fehler), 130 abgebrochen
Beispiel: gehtauf compare hochzeitszug --seeds 0..1k --vs redeals=1",
    ),
    ("Seed of the players' random numbers", "Nummer für die Zufallszahlen der Spieler"),
    (
        "\
Where a position has unknown cards, --after can play no move that turns one up.
Example: gehtauf show eklige-elfer --seed 7 --as-seen",
        "\
Bei unbekannten Karten spielt --after keinen Zug, der eine davon aufdeckt.
Beispiel: gehtauf show eklige-elfer --seed 7 --as-seen",
    ),
    (
        "List the players who see only what lies open, and how they play",
        "Die Spieler, die nur Offenes sehen, und wie sie spielen",
    ),
    (
        "\
They play in `survey --player` and `compare --player`, the weakest first.
Example: gehtauf players domino",
        "\
Sie spielen in `survey --player` und `compare --player`, die schwächsten zuerst.
Beispiel: gehtauf players domino",
    ),
    ("The rule set; all when not given", "Die Patience, sonst alle"),
    (
        "An option of the second rules or the second player; may be repeated",
        "Option der zweiten Regeln oder der zweite Spieler, mehrmals möglich",
    ),
    // merge
    (
        "Put the files of a survey's parts together, as one run",
        "Die Teile einer Erhebung zusammenfügen",
    ),
    (
        "\
Parts of other surveys, incomplete ones, gaps, overlaps and missing shards are
errors, and then FILE is left as it is, and nothing is printed; only of a part
from standard input rows may have been.
Example: gehtauf merge shard-*.csv --out domino.csv",
        "\
Teile anderer Erhebungen, unvollständige, Lücken, Doppeltes und fehlende Teile
sind Fehler; dann bleibt DATEI, wie sie ist, und ausgegeben wird nichts; nur von
einem Teil aus der Standardeingabe sind vielleicht schon Zeilen da.
Beispiel: gehtauf merge teil-*.csv --out domino.csv",
    ),
    (
        "Files of records, in any order; `-` is standard input",
        "Ergebnisdateien, in beliebiger Reihenfolge; `-` ist die Standardeingabe",
    ),
    (
        "The file for the whole; standard output when not given",
        "Die Datei für das Ganze; sonst Standardausgabe",
    ),
    // show
    ("Show how deals are laid out", "Zeigen, wie Spiele ausgelegt werden"),
    (
        "Draw the table instead of naming its piles",
        "Den Tisch zeichnen, statt die Stapel zu nennen",
    ),
    ("Write a picture of one deal; - is stdout", "Ein Bild von einem Spiel; -: Standardausgabe"),
    (
        "Leave unnamed, as ?? and [??], what the player has not seen",
        "Was man nicht gesehen hat, als ?? und [??]",
    ),
    // games
    (
        "List the games, or one game's rules in short and all its options",
        "Die Patiencen, oder die Regeln und Optionen von einer",
    ),
    ("Example: gehtauf games domino", "Beispiel: gehtauf games domino"),
    // perft
    (
        "Count move sequences and distinct positions by depth",
        "Zugfolgen und Stellungen nach Tiefe zählen",
    ),
    (
        "\
Sequences are all series of so many legal moves; positions those first reached
after so many. In JSON they are the lists perft and distinct_exact.
Example: gehtauf perft domino --seed 7 --depth 4",
        "\
Folgen: alle Zugfolgen dieser Länge. Stellungen: die erst mit so vielen Zügen
erreichten. In JSON sind es die Listen perft und distinct_exact.
Beispiel: gehtauf perft domino --seed 7 --depth 4",
    ),
    ("Greatest number of moves", "Höchste Zahl von Zügen"),
    // completions, man
    ("Print the completions of a shell", "Die Vervollständigung für eine Shell ausgeben"),
    (
        "\
Example: gehtauf completions bash \\
  > ~/.local/share/bash-completion/completions/gehtauf",
        "\
Beispiel: gehtauf completions bash \\
  > ~/.local/share/bash-completion/completions/gehtauf",
    ),
    ("The shell", "Die Shell"),
    ("Print a page of the manual", "Eine Seite des Handbuchs ausgeben"),
    ("Example: gehtauf man solve | man -l -", "Beispiel: gehtauf man solve | man -l -"),
    (
        "The command whose page is wanted; without one, the program's",
        "Der Befehl, um den es geht; sonst das Programm",
    ),
];

/// What stands for values, in help and errors.
pub const VALUES: &Phrases = &[
    ("GAME", "PATIENCE"),
    ("FILE", "DATEI"),
    ("NAME=VALUE", "NAME=WERT"),
    ("NAME[=VALUE]", "NAME[=WERT]"),
    ("=VALUE", "=WERT"),
    ("CARDS", "KARTEN"),
    ("SIZE", "GRÖSSE"),
    ("DUR", "DAUER"),
    ("MOVES", "ZÜGE"),
    ("VERDICT", "URTEIL"),
    ("WIDTH", "BREITE"),
    ("LANG", "SPRACHE"),
    ("FORMAT", "FORM"),
    ("INTERVAL", "ART"),
    ("COMMAND", "BEFEHL"),
    ("SOURCE", "QUELLE"),
    ("OPTIONS", "OPTIONEN"),
];

//! `gehtauf verify`: replays solutions, ours or others'.

use std::fmt;
use std::io::{Cursor, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use gehtauf::cards::Deck;
use gehtauf::certificates::FIRST_WORDS;
use gehtauf::rules::{Layout, Move, NotAMove, ReplayError, replay};
use gehtauf::survey::Decision;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::args::{self, NO};
use crate::commands::certificate;
use crate::deals::deck_of_source;
use crate::lang;
use crate::lines::{self, LONGEST_SOLUTION, Lines};

/// Replay solutions, or check a certificate of loss
#[derive(Debug, Args)]
#[command(after_help = "\
Reads JSON objects, one after another or in a list: their fields game, options
(those left out are at their defaults), deck, position or source (seed:7,
pysol:ms24), moves and verdict. Prints a line each: `ok`, `illegal move 17:
c3>c5:2`, `not won after 88 moves`, `won, and so not unwinnable`, `won without
moves`, or `nothing to replay` for another verdict without moves. A certificate
written by `solve --certificate` is checked by the rules alone: `ok: unwinnable`
or why it proves nothing.
Exit code: 0 if all hold, 1 if one does not, 2 bad input, 130 interrupted
Example: gehtauf solve domino --seeds 0..100 --format json | gehtauf verify")]
pub struct VerifyArgs {
    /// JSON (`-` is standard input), or a certificate
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object with the fields game, deck or position, and moves")]
struct Line {
    game: String,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    deck: Option<String>,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    verdict: Option<Decision>,
    moves: Option<Vec<String>>,
}

/// What one value of JSON has: a solution, or a list of them.
struct Solutions(Vec<Line>);

impl<'de> Deserialize<'de> for Solutions {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Solutions, D::Error> {
        json.deserialize_any(OneOrMany)
    }
}

struct OneOrMany;

impl<'de> Visitor<'de> for OneOrMany {
    type Value = Solutions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the fields game, deck or position, and moves")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Solutions, A::Error> {
        Line::deserialize(MapAccessDeserializer::new(fields)).map(|line| Solutions(vec![line]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Solutions, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Solutions)
    }
}

/// Replays the lines.
pub fn run(args: &VerifyArgs) -> Result<ExitCode> {
    let name = lines::name(&args.file);
    let mut file = lines::open(&args.file)?;
    // A pipe gives what it has only once, and in pieces.
    let mut first = Vec::new();
    (&mut file)
        .take(FIRST_WORDS.len() as u64)
        .read_to_end(&mut first)
        .with_context(|| name.clone())?;
    let is_certificate = first == FIRST_WORDS.as_bytes();
    let whole = Box::new(Cursor::new(first).chain(file));
    if is_certificate {
        return certificate::verify(&name, whole);
    }
    let lines = Lines::new(&args.file, whole, LONGEST_SOLUTION);
    let all_hold = replay_lines(lines, &mut std::io::stdout().lock())?;
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

/// Replays the solutions; whether all hold.
///
/// # Errors
/// Something is no solution, or there is none.
pub fn replay_lines(mut lines: Lines, out: &mut impl Write) -> Result<bool> {
    let (mut any, mut all_hold) = (false, true);
    while lines.find_text()? {
        let Solutions(solutions) = lines.json()?;
        lines.found_one();
        for (line, number) in solutions.iter().zip(1..) {
            let replayed = check(line).with_context(|| match solutions.len() {
                1 => lines.place(),
                _ => format!("{}: solution {number}", lines.place()),
            });
            let report = report(line, replayed?);
            any = true;
            all_hold &= report.is_ok();
            let (Ok(report) | Err(report)) = report;
            writeln!(out, "{}", lang::spoken().message(&report))?;
        }
    }
    if !any {
        bail!("{}: no solution in it", lines.name());
    }
    Ok(all_hold)
}

/// What is to be said of a line of which this has been replayed, as an error if it does not hold.
fn report(line: &Line, replayed: Option<Result<(), ReplayError>>) -> Result<String, String> {
    match replayed {
        None if line.verdict == Some(Decision::Won) => Err("won without moves".to_string()),
        None => Ok("nothing to replay".to_string()),
        Some(Ok(())) if line.verdict == Some(Decision::Unwinnable) => {
            Err("won, and so not unwinnable".to_string())
        }
        Some(Ok(())) => Ok("ok".to_string()),
        Some(Err(error)) => Err(error.to_string()),
    }
}

/// Replays a line's moves; nothing if it has none beside its verdict.
fn check(line: &Line) -> Result<Option<Result<(), ReplayError>>> {
    let game = args::named_game(&line.game, &line.options)?;
    let position = match (&line.deck, &line.position) {
        (Some(deck), None) => game.deal(&Deck::parse(deck, game.pack())?)?,
        (None, Some(layout)) => game.read(&Layout::parse(layout).context("position")?)?,
        (Some(_), Some(_)) => bail!("both a deck and a position"),
        (None, None) => {
            let source = line.source.as_deref().unwrap_or_default();
            let deck = deck_of_source(source, game.pack());
            game.deal(&deck.context("expected a deck, a position, or a source such as seed:7")?)?
        }
    };
    let moves = match (&line.moves, line.verdict) {
        (None, Some(_)) => return Ok(None),
        (Some(moves), Some(verdict)) if verdict != Decision::Won && moves.is_empty() => {
            return Ok(None);
        }
        (moves, _) => moves.as_deref().unwrap_or_default(),
    };
    // The moves up to the first word that is no move; if those before it are legal, it is the
    // first illegal one.
    let legible: Vec<Move> = moves.iter().map_while(|word| word.parse().ok()).collect();
    let result = replay(&position, &legible);
    let number = legible.len() + 1;
    Ok(Some(match moves.get(legible.len()).map(|word| word.parse::<Move>()) {
        Some(Err(NotAMove(word))) if !matches!(result, Err(ReplayError::Illegal { .. })) => {
            Err(ReplayError::Illegal { number, word: word.escape_debug().collect() })
        }
        _ => result,
    }))
}

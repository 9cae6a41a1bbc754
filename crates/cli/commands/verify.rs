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
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::args::{self, BAD_INPUT, Format, NO, OK};
use crate::commands::certificate;
use crate::deals::deck_of_source;
use crate::formats::json::SCHEMA;
use crate::lang;
use crate::lines::{self, LONGEST_SOLUTION, Lines};
use crate::output;

/// Replay solutions, or check a certificate of loss
#[derive(Debug, Args)]
#[command(after_help = "\
Reads JSON objects, one after another or in a list: their fields game, options
(those left out are at their defaults), position, deck or source (seed:7,
pysol:ms24), moves (or played) and verdict. Prints a line each: `ok`, `illegal
move 17: c3>c5:2`, `not won after 88 moves`, `won, and so not unwinnable`, `won
without moves`, or `nothing to replay` for another verdict without moves. Moves
with the verdict lost, unwinnable or unknown need only be legal. A certificate
written by `solve --certificate` is checked by the rules alone: `ok: unwinnable`
or why it proves nothing.
Exit code: 0 if all hold, 1 if one does not, 2 bad input, 130 interrupted
Example: gehtauf solve domino --seeds 0..100 --format json | gehtauf verify")]
pub struct VerifyArgs {
    /// JSON (`-` is standard input), or a certificate
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// How what is found is printed; JSON repeats a solution's `id`
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Go on after what is no solution; the exit code is 2 all the same
    #[arg(long)]
    keep_going: bool,
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
    #[serde(alias = "played")]
    moves: Option<Vec<Word>>,
    #[serde(default)]
    id: Value,
}

/// A move, alone or with what `analyse` says of it.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a move")]
enum Word {
    Move(String),
    Judged {
        #[serde(rename = "move")]
        word: String,
    },
}

impl Word {
    fn text(&self) -> &str {
        let (Word::Move(word) | Word::Judged { word }) = self;
        word
    }
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
        if args.format == Format::Json {
            bail!("{name}: a certificate, and --format json is for solutions");
        }
        return certificate::verify(&name, whole);
    }
    let lines = Lines::new(&args.file, whole, LONGEST_SOLUTION);
    let replay = |out: &mut dyn Write| replay_lines(lines, args.format, args.keep_going, out);
    Ok(ExitCode::from(match args.format {
        Format::Text => replay(&mut output::texts())?,
        Format::Json => replay(&mut std::io::stdout().lock())?,
    }))
}

/// Replays the solutions. The exit code: whether all hold, and what they are.
///
/// # Errors
/// There is no solution, or something is none and `keep_going` does not say to go on.
pub fn replay_lines(
    mut lines: Lines,
    format: Format,
    keep_going: bool,
    out: &mut dyn Write,
) -> Result<u8> {
    let (mut any, mut code) = (false, OK);
    while lines.find_text()? {
        let read = lines.json();
        let at = lines.number();
        let Solutions(solutions) = match read {
            Err(error) if keep_going => {
                lines.skip_rest();
                lines.found_one();
                any = true;
                code = BAD_INPUT;
                not_read(at, None, &error, format, out)?;
                continue;
            }
            read => read?,
        };
        lines.found_one();
        for (line, number) in solutions.iter().zip(1..) {
            let replayed = check(line).with_context(|| match solutions.len() {
                1 => lines.place(),
                _ => format!("{}: solution {number}", lines.place()),
            });
            any = true;
            match replayed {
                Err(error) if keep_going => {
                    code = BAD_INPUT;
                    not_read(at, Some(line), &error, format, out)?;
                }
                replayed => {
                    let report = report(line, replayed?);
                    code = if report.holds { code } else { code.max(NO) };
                    report.write(at, Some(line), format, out)?;
                }
            }
        }
    }
    if !any {
        bail!("{}: no solution in it", lines.name());
    }
    Ok(code)
}

/// Says of what stands on a line that it is no solution.
fn not_read(
    at: usize,
    line: Option<&Line>,
    error: &anyhow::Error,
    format: Format,
    out: &mut dyn Write,
) -> Result<()> {
    output::complain(&lang::spoken().error(error));
    let said = match format {
        Format::Json => format!("{error:#}"),
        Format::Text => "no solution".to_string(),
    };
    Report { holds: false, legal: None, won: None, moves: None, said }.write(at, line, format, out)
}

/// What is to be said of a line.
#[derive(Debug, Serialize)]
struct Report {
    holds: bool,
    legal: Option<bool>,
    won: Option<bool>,
    /// How many are legal.
    moves: Option<usize>,
    #[serde(rename = "report")]
    said: String,
}

impl Report {
    fn write(
        &self,
        at: usize,
        line: Option<&Line>,
        format: Format,
        out: &mut dyn Write,
    ) -> Result<()> {
        #[derive(Serialize)]
        struct InJson<'r> {
            schema: u32,
            line: usize,
            id: Option<&'r Value>,
            #[serde(flatten)]
            report: &'r Report,
        }
        match format {
            Format::Text => writeln!(out, "{}", lang::spoken().message(&self.said))?,
            Format::Json => {
                let id = line.map(|line| &line.id);
                let report = InJson { schema: SCHEMA, line: at, id, report: self };
                writeln!(out, "{}", serde_json::to_string(&report)?)?;
            }
        }
        Ok(())
    }
}

/// What is to be said of a line of which this has been replayed.
fn report(line: &Line, replayed: Option<Result<(), ReplayError>>) -> Report {
    let (holds, said) = match (&replayed, line.verdict) {
        (None, Some(Decision::Won)) => (false, "won without moves".to_string()),
        (None, _) => (true, "nothing to replay".to_string()),
        (Some(Ok(())), Some(verdict @ (Decision::Unwinnable | Decision::Lost))) => {
            (false, format!("won, and so not {verdict}"))
        }
        (Some(Ok(())), _) => (true, "ok".to_string()),
        (Some(Err(ReplayError::NotWon(_))), Some(verdict)) if verdict != Decision::Won => {
            (true, "ok".to_string())
        }
        (Some(Err(error)), _) => (false, error.to_string()),
    };
    let (legal, moves) = match &replayed {
        None => (None, None),
        Some(Err(ReplayError::Illegal { number, .. })) => (Some(false), Some(number - 1)),
        Some(_) => (Some(true), Some(line.moves.as_ref().map_or(0, Vec::len))),
    };
    Report { holds, legal, won: replayed.map(|replayed| replayed.is_ok()), moves, said }
}

/// Replays a line's moves; nothing if it has none beside its verdict.
fn check(line: &Line) -> Result<Option<Result<(), ReplayError>>> {
    let game = args::named_game(&line.game, &line.options)?;
    let position = match (&line.deck, &line.position) {
        // `show` prints both.
        (_, Some(layout)) => game.read(&Layout::parse(layout).context("position")?)?,
        (Some(deck), None) => game.deal(&Deck::parse(deck, game.pack())?)?,
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
    let legible: Vec<Move> = moves.iter().map_while(|word| word.text().parse().ok()).collect();
    let result = replay(&position, &legible);
    let number = legible.len() + 1;
    Ok(Some(match moves.get(legible.len()).map(|word| word.text().parse::<Move>()) {
        Some(Err(NotAMove(word))) if !matches!(result, Err(ReplayError::Illegal { .. })) => {
            Err(ReplayError::Illegal { number, word: word.escape_debug().collect() })
        }
        _ => result,
    }))
}

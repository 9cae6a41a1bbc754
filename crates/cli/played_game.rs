//! The moves of a game as `play`, `solve` and people write them down.

use anyhow::{Context, Result, anyhow, bail};
use gehtauf::cards::words;
use gehtauf::rules::{Move, NotAMove};
use serde_json::Value;

use crate::lines::Lines;

/// A game that was played.
#[derive(Debug)]
pub struct PlayedGame {
    /// The file, for error messages.
    pub name: String,
    /// The moves.
    pub moves: Vec<Move>,
    /// The line on which each of them stands.
    pub lines: Vec<usize>,
    /// The lines that begin with `#`; of JSON its game and options as if they stood so.
    pub comments: String,
    /// What else JSON has.
    pub json: Value,
}

impl PlayedGame {
    /// Reads what the lines hold: moves, on one line or several, each with its number before it or
    /// without; what `play` prints in the end; what `solve` prints; or a list in JSON. Of several
    /// objects or lists in JSON it is the one that is meant.
    ///
    /// # Errors
    /// They hold something else, the numbers leave one out, or not one of several is meant.
    pub fn read(mut lines: Lines, is_meant: impl Fn(&Value) -> bool) -> Result<PlayedGame> {
        let mut played = PlayedGame {
            name: lines.name(),
            moves: Vec::new(),
            lines: Vec::new(),
            comments: String::new(),
            json: Value::Null,
        };
        let name = lines.name();
        let in_it = |problem: anyhow::Error| problem.context(name.clone());
        let mut values = Vec::new();
        let mut moves = played.read_lines(&mut lines, &mut values)?;
        let count = values.len();
        if count > 1 {
            values.retain(|(value, _)| is_meant(value));
        }
        match values.as_slice() {
            [] if count == 0 => {}
            _ if !moves.is_empty() => return Err(in_it(anyhow!("moves in JSON and others"))),
            [(value, line)] => {
                let read = played.read_json(value);
                let read = read.with_context(|| format!("{}, line {line}", played.name))?;
                moves = read.into_iter().map(|m| (m, *line)).collect();
            }
            meant => {
                let meant = meant.len();
                return Err(in_it(anyhow!("{count} games, of which {meant} can be meant")));
            }
        }
        if moves.is_empty() {
            return Err(in_it(anyhow!("no move in it")));
        }
        (played.moves, played.lines) = moves.into_iter().unzip();
        Ok(played)
    }

    /// The moves that stand there as words, and the values in JSON, each with its line.
    fn read_lines(
        &mut self,
        lines: &mut Lines,
        values: &mut Vec<(Value, usize)>,
    ) -> Result<Vec<(Move, usize)>> {
        let (mut listed, mut numbered) = (Vec::new(), Vec::new());
        let mut not_a_move = None;
        while lines.find_text()? {
            let at = lines.number();
            if lines.rest().trim_start().starts_with(['{', '[']) {
                match lines.json()? {
                    Value::Array(list) if list.iter().any(Value::is_object) => {
                        values.extend(list.into_iter().map(|value| (value, at)));
                    }
                    value => values.push((value, at)),
                }
                continue;
            }
            let Some(line) = lines.next().transpose()? else { break };
            if line.starts_with('#') {
                self.comments += &line;
            }
            let mut words = words_of(after(line.split('#').next().unwrap_or_default().trim()));
            let is_numbered = matches!(*words, [number, m, ..] if is_number(number) && is_move(m));
            // What follows a single move tells it in the words of a language.
            let is_told = |word: &&str| !is_move(word) && !is_number(word) && !word.contains('>');
            if is_numbered && words[2..].iter().take(1).all(is_told) {
                words.truncate(2);
            }
            let moves = if is_numbered { &mut numbered } else { &mut listed };
            match moves_of(&words, moves.len()) {
                Ok(read) => moves.extend(read.into_iter().map(|m| (m, at))),
                Err(error) if is_numbered => return Err(error.context(lines.place())),
                Err(error) => {
                    not_a_move.get_or_insert(error.context(lines.place()));
                }
            }
        }
        if !numbered.is_empty() && listed.is_empty() {
            // Between numbered moves stand the verdict and boards.
            return Ok(numbered);
        }
        match not_a_move {
            Some(error) => Err(error),
            None if !numbered.is_empty() => {
                Err(anyhow!("numbered moves and others").context(lines.name()))
            }
            None => Ok(listed),
        }
    }

    /// The moves of a list, or of what `solve --format json` prints.
    fn read_json(&mut self, value: &Value) -> Result<Vec<Move>> {
        if let Some(game) = value["game"].as_str() {
            let options = value["options"].as_object().into_iter().flatten();
            let options = options
                .map(|(name, value)| format!(" {name}={}", value.as_str().unwrap_or_default()));
            self.comments += &format!("# {game}{}\n", options.collect::<String>());
        }
        self.json = value.clone();
        let list = if value.is_array() { value } else { &value["moves"] };
        let list = list.as_array().context("no moves in it")?.iter().zip(1..);
        list.map(|(word, number)| parse(word.as_str().unwrap_or_default(), number)).collect()
    }
}

/// The words of a line, the number of a move apart from what follows its point.
fn words_of(line: &str) -> Vec<&str> {
    let parts = words(line).flat_map(|word| match word.find('.').map(|at| word.split_at(at + 1)) {
        Some((number, rest)) if is_number(number) => [number, rest],
        _ => [word, ""],
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// The moves that the words are, before which so many are known, each with its number before it or
/// without.
fn moves_of(words: &[&str], known: usize) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    for word in words {
        let next = known + moves.len() + 1;
        match number(word) {
            Some(number) if number == next => {}
            Some(number) => bail!("move {number} where move {next} is expected"),
            None => moves.push(parse(word, next)?),
        }
    }
    Ok(moves)
}

fn parse(word: &str, number: usize) -> Result<Move> {
    word.parse().map_err(|error: NotAMove| anyhow!("move {number}: {error}"))
}

/// The number of a move, `17` or `17.`.
fn number(word: &str) -> Option<usize> {
    word.strip_suffix('.').unwrap_or(word).parse().ok()
}

fn is_number(word: &str) -> bool {
    number(word).is_some()
}

fn is_move(word: &str) -> bool {
    word.parse::<Move>().is_ok()
}

/// What stands in the quotes behind `--after`, or the whole line.
fn after(line: &str) -> &str {
    let quoted = line.split_once("--after").map(|(_, rest)| rest.trim_start_matches([' ', '=']));
    quoted.map_or(line, |rest| rest.trim_matches(['\'', '"']))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use crate::lines::LONGEST_DEAL;

    fn read(text: &str) -> Result<String> {
        let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let played =
            PlayedGame::read(Lines::new(Path::new("FILE"), reader, LONGEST_DEAL), |value| {
                value["deck"] == "AC 2C"
            })?;
        Ok(played.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn all_ways_of_writing_moves_down_are_read() {
        for text in [
            "s14>f s1>f redeal",
            "s14>f, s1>f\n# a remark\n\nredeal",
            "3 moves played; to go on from here: gehtauf play domino --seed 7 --after 's14>f s1>f redeal'\n",
            "3 Züge gespielt; von hier an weiter: --after 's14>f s1>f redeal'\n",
            "--after s14>f,s1>f,redeal",
            "s14>f;s1>f; redeal",
            "S14>F s1>F Redeal",
            "1. s14>f\n2. s1>f\n3. redeal",
            "1. s14>f 2. s1>f 3. redeal",
            "1.s14>f 2.s1>f 3.redeal",
            "1 s14>f 2 s1>f\n3 redeal",
            "s14>f 2. s1>f redeal",
            "[\n  \"s14>f\",\n  \"s1>f\",\n  \"redeal\"\n]\n",
            "{\"deck\":\"2C AC\",\"moves\":[\"turn\"]}\n{\"deck\":\"AC 2C\",\"moves\":[\"s14>f\",\"s1>f\",\"redeal\"]}",
            "[{\"deck\":\"AC 2C\",\"moves\":[\"s14>f\",\"s1>f\",\"redeal\"]},\n{\"deck\":\"2C AC\"}]",
            r#"["s14>f","s1>f","redeal"]"#,
            r#"{"schema":1,"game":"hochzeitszug","moves":["s14>f","s1>f","redeal"]}"#,
            "# hochzeitszug layout=stacks\nwon in 3 moves (3 states, 0.1 ms, roll-outs)\n\
             \x20 1 s14>f     A♦ from stack 14 to foundation         talon 40 up   1 redeals 0/2\n\n\
             Move 2 of 3 · talon 40 up   1\n\n 1   2   3\nK♥  5♦  4♣\n\n\
             \x20 2 s1>f      2♥ from stack 1 to foundation\n  3 redeal    dealt again\n",
        ] {
            assert_eq!(read(text).unwrap(), "s14>f s1>f redeal", "{text}");
        }
    }

    #[test]
    fn what_is_no_record_of_a_game_is_refused_with_its_line() {
        let error = |text: &str| format!("{:#}", read(text).unwrap_err());
        assert_eq!(
            error("s1>f\ns2>g"),
            r#"FILE, line 2: move 2: "s2>g" is not a move such as c3>c5:2, 5H>r2p7 or s3>f"#
        );
        assert_eq!(error("1 s1>f\n3 s2>f"), "FILE, line 2: move 3 where move 2 is expected");
        assert_eq!(error("1 s1>f\ns2>f"), "FILE: numbered moves and others");
        assert_eq!(error("# nothing\n"), "FILE: no move in it");
        assert_eq!(error(r#"{"verdict":"won"}"#), "FILE, line 1: no moves in it");
        assert_eq!(error("[\"s1>f\""), "FILE, line 1, column 7: EOF while parsing a list");
        let not_a_move = "is not a move such as c3>c5:2, 5H>r2p7 or s3>f";
        for numbered in
            ["1. s1>f 2. s2>g", "1 s1>f 2 s2>g 3 redeal", "1. s1>f\n2. s2>f s2>g 4. deal"]
        {
            let error = error(numbered);
            assert!(error.ends_with(&format!("\"s2>g\" {not_a_move}")), "{error}");
        }
        assert_eq!(error("1 s1>f s2>f 2 deal"), "FILE, line 1: move 2 where move 3 is expected");
        let game = r#"{"deck":"AC 2C","moves":["s1>f"]}"#;
        let twice = format!("{game}\n{game}");
        assert_eq!(error(&twice), "FILE: 2 games, of which 2 can be meant");
        assert_eq!(error("[\"s1>f\"] [\"s2>f\"]"), "FILE: 2 games, of which 0 can be meant");
        assert_eq!(error(&format!("{game}\nredeal")), "FILE: moves in JSON and others");
        assert_eq!(
            error("[7]"),
            r#"FILE, line 1: move 1: "" is not a move such as c3>c5:2, 5H>r2p7 or s3>f"#
        );
    }
}

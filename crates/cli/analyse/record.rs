//! The moves of a game as `play`, `solve` and people write them down.

use anyhow::{Context, Result, bail};
use gehtauf::rules::Move;
use serde_json::Value;

use crate::after::{listed, moves};
use crate::deals::Lines;

/// A game that was played.
#[derive(Debug)]
pub struct Record {
    /// The file, for error messages.
    pub name: String,
    /// The moves.
    pub moves: Vec<Move>,
    /// The line on which each of them stands.
    pub lines: Vec<usize>,
    /// The lines that begin with `#`; of JSON its game and options as if they stood so.
    pub comments: String,
    /// The deck line, if JSON names it.
    pub deck: Option<String>,
}

impl Record {
    /// Reads what the lines hold: a list as `--after` takes it, on one line or several; what `play`
    /// prints in the end; the numbered moves of `solve`; or its JSON.
    ///
    /// # Errors
    /// They hold something else, or the numbers leave one out.
    pub fn read(lines: Lines) -> Result<Record> {
        let mut record = Record {
            name: lines.name(),
            moves: Vec::new(),
            lines: Vec::new(),
            comments: String::new(),
            deck: None,
        };
        let moves = record.read_moves(lines)?;
        (record.moves, record.lines) = moves.into_iter().unzip();
        Ok(record)
    }

    fn read_moves(&mut self, mut lines: Lines) -> Result<Vec<(Move, usize)>> {
        let (mut listed, mut numbered) = (Vec::new(), Vec::new());
        let mut not_a_move = None;
        while let Some(line) = lines.next() {
            let line = line?;
            if line.starts_with('#') {
                self.comments += &line;
            }
            let is_json = line.trim_start().starts_with(['{', '[']);
            let line = if is_json { &line } else { line.split('#').next().unwrap_or_default() };
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let (place, at) = (lines.place(), lines.number());
            if line.starts_with('{') {
                listed.extend(self.read_json(line).context(place)?.into_iter().map(|m| (m, at)));
            } else if let Some((number, m)) = numbered_move(line) {
                numbered.push((m, at));
                if number != numbered.len() {
                    bail!("{place}: move {number} where move {} is expected", numbered.len());
                }
            } else {
                match moves(after(line)) {
                    Ok(moves) => listed.extend(moves.all().iter().map(|&m| (m, at))),
                    Err(error) => {
                        not_a_move.get_or_insert(error.context(place));
                    }
                }
            }
        }
        if !numbered.is_empty() && listed.is_empty() {
            // Between numbered moves stand the verdict and boards.
            return Ok(numbered);
        }
        match not_a_move {
            Some(error) => Err(error),
            None if !numbered.is_empty() => bail!("{}: numbered moves and others", lines.name()),
            None if listed.is_empty() => bail!("{}: no move in it", lines.name()),
            None => Ok(listed),
        }
    }

    /// The `moves` of a line of `solve --format json`.
    fn read_json(&mut self, line: &str) -> Result<Vec<Move>> {
        let value: Value = serde_json::from_str(line).context("no JSON")?;
        if let Some(game) = value["game"].as_str() {
            let options = value["options"].as_object().into_iter().flatten();
            let options = options
                .map(|(name, value)| format!(" {name}={}", value.as_str().unwrap_or_default()));
            self.comments += &format!("# {game}{}\n", options.collect::<String>());
        }
        self.deck = value["deck"].as_str().map(String::from).or(self.deck.take());
        listed(&value["moves"])
    }
}

/// `17 s3>f ...` or `17. s3>f`: a move and its number.
fn numbered_move(line: &str) -> Option<(usize, Move)> {
    let mut words = line.split_whitespace();
    let number = words.next()?;
    Some((number.strip_suffix('.').unwrap_or(number).parse().ok()?, words.next()?.parse().ok()?))
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
    use crate::deals::LONGEST_DEAL;

    fn read(text: &str) -> Result<String> {
        let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let record = Record::read(Lines::new(Path::new("FILE"), reader, LONGEST_DEAL))?;
        Ok(record.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn all_ways_of_writing_moves_down_are_read() {
        for text in [
            "s14>f s1>f redeal",
            "s14>f, s1>f\n# a remark\n\nredeal",
            "3 moves played; to go on from here: --after 's14>f s1>f redeal'\n",
            "3 Züge gespielt; von hier an weiter: --after 's14>f s1>f redeal'\n",
            "--after s14>f,s1>f,redeal",
            "s14>f;s1>f; redeal",
            "S14>F s1>F Redeal",
            "1. s14>f\n2. s1>f\n3. redeal",
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
        let error = |text| format!("{:#}", read(text).unwrap_err());
        assert_eq!(
            error("s1>f\ns2>g"),
            r#"FILE, line 2: "s2>g" is not a move such as c3>c5:2, 5H>r2p7 or s3>f"#
        );
        assert_eq!(error("1 s1>f\n3 s2>f"), "FILE, line 2: move 3 where move 2 is expected");
        assert_eq!(error("1 s1>f\ns2>f"), "FILE: numbered moves and others");
        assert_eq!(error("# nothing\n"), "FILE: no move in it");
        assert_eq!(error(r#"{"verdict":"won"}"#), "FILE, line 1: no moves in it");
        assert!(error("[\"s1>f\"").starts_with("FILE, line 1: no JSON"));
        assert_eq!(
            error("[7]"),
            r#"FILE, line 1: "" is not a move such as c3>c5:2, 5H>r2p7 or s3>f"#
        );
    }
}

//! The file of a certificate.
//!
//! ```text
//! gehtauf certificate 1, crc32 9ba6ef41      of all that follows
//! game: hochzeitszug
//! options: layout=stacks moves=single ...
//! positions: 136
//! shape: s1 s2 ... talon foundations #redeals-used
//! start:
//! s1: AC KD 4H 2S
//! ...
//!                                            an empty line, then to the end of the file
//! zlib: for each position, in order, how many bytes it shares with the one before (a byte),
//! how many follow (a byte), and those
//! ```

use std::fmt::Write as _;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use gehtauf_rules::{AnyPosition, Game, Layout, LayoutError, OptionError, Position, RuleSet};

use crate::{Packer, Packings};

/// What the file begins with.
pub const FIRST_WORDS: &str = "gehtauf certificate ";

/// The format that this program writes and reads.
const FORMAT: &str = "1";

/// Positions may take so many bytes unpacked: 8 GiB.
const MAX_UNPACKED_BYTES: usize = 8 << 30;

/// A set of positions that is to prove a start unwinnable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    game: Game,
    start: AnyPosition,
    packer: Packer,
    set: Packings,
}

/// What is wrong with a file; see [`Certificate::read`].
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Not the first line of a certificate.
    #[error("no certificate: the first line is not \"{FIRST_WORDS}{FORMAT}, crc32 ...\"")]
    NoCertificate,
    /// The bytes are not those that were written.
    #[error("damaged: the checksum of what follows the first line is not {0:08x}")]
    Damaged(u32),
    /// A line of the head that is missing or cannot be read.
    #[error("line {line}: expected {expected}")]
    Head {
        /// Counts from 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// Options that the game does not have.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A start that is no position of the game.
    #[error("start: {0}")]
    Start(#[from] LayoutError),
    /// Packed positions that are cut short, not sorted, too many or too few, or too large.
    #[error("the packed positions: {0}")]
    Body(String),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// The head's lines with their numbers.
struct Head<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Head<'a> {
    /// What follows the label on the next line.
    fn value(&mut self, label: &'static str) -> Result<&'a str, FileError> {
        self.number += 1;
        let line = self.lines.next().and_then(|line| line.strip_prefix(label));
        line.map(str::trim).ok_or(FileError::Head { line: self.number, expected: label })
    }
}

impl Certificate {
    /// The certificate of this start by this set, packed by this packer.
    pub fn new(game: Game, start: AnyPosition, packer: Packer, set: Packings) -> Certificate {
        Certificate { game, start, packer, set }
    }

    /// The game with its options.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position that is to be unwinnable.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The set of positions, packed.
    pub fn set(&self) -> &Packings {
        &self.set
    }

    /// What unpacks them.
    pub fn packer(&self) -> &Packer {
        &self.packer
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut rest = self.head().into_bytes();
        let mut body = ZlibEncoder::new(&mut rest, Compression::best());
        let mut before: &[u8] = &[];
        for bytes in self.set.iter() {
            let shared = before.iter().zip(bytes).take_while(|(a, b)| a == b).count().min(255);
            let more = &bytes[shared..];
            let length = u8::try_from(more.len()).map_err(std::io::Error::other)?;
            body.write_all(&[shared as u8, length])?;
            body.write_all(more)?;
            before = bytes;
        }
        body.finish()?;
        writeln!(out, "{FIRST_WORDS}{FORMAT}, crc32 {:08x}", crc32fast::hash(&rest))?;
        out.write_all(&rest)
    }

    fn head(&self) -> String {
        let mut head = format!("game: {}\noptions:", self.game.rule_set());
        for (name, value) in self.game.options().iter() {
            let _ = write!(head, " {name}={value}");
        }
        let _ = writeln!(head, "\npositions: {}", self.set.len());
        for shape in self.packer.shapes() {
            head += "shape:";
            for (label, is_counter) in shape {
                let _ = write!(head, " {}{label}", if *is_counter { "#" } else { "" });
            }
            head += "\n";
        }
        let _ = write!(head, "start:\n{}\n", self.start.layout());
        head
    }

    /// Reads a file. That it can be read says nothing of what it proves; see [`Certificate::check`].
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn read(mut input: impl Read) -> Result<Certificate, FileError> {
        let mut file = Vec::new();
        input.read_to_end(&mut file)?;
        let first = file.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let checksum = std::str::from_utf8(first)
            .ok()
            .and_then(|line| line.strip_prefix(FIRST_WORDS)?.strip_prefix(FORMAT))
            .and_then(|line| line.strip_prefix(", crc32 "))
            .filter(|digits| digits.len() == 8 && !digits.contains(char::is_uppercase))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .ok_or(FileError::NoCertificate)?;
        let rest = file.get(first.len() + 1..).ok_or(FileError::NoCertificate)?;
        if crc32fast::hash(rest) != checksum {
            return Err(FileError::Damaged(checksum));
        }
        let head_len = rest.windows(2).position(|pair| pair == b"\n\n");
        let no_end = FileError::Head { line: 2, expected: "lines of text and an empty line" };
        let (head, body) = rest.split_at(head_len.ok_or(no_end)? + 1);
        let head = std::str::from_utf8(head)
            .map_err(|_| FileError::Head { line: 2, expected: "lines of text" })?;
        let (game, positions, packer, start) = read_head(head)?;
        let set = read_body(&body[1..], positions)?;
        Ok(Certificate { game, start, packer, set })
    }
}

fn read_head(text: &str) -> Result<(Game, usize, Packer, AnyPosition), FileError> {
    let mut head = Head { lines: text.lines(), number: 1 };
    let rule_set: RuleSet = head
        .value("game:")?
        .parse()
        .map_err(|_| FileError::Head { line: 2, expected: "the name of a game" })?;
    let sets: Option<Vec<(&str, &str)>> =
        head.value("options:")?.split_whitespace().map(|word| word.split_once('=')).collect();
    let sets = sets.ok_or(FileError::Head { line: 3, expected: "name=value" })?;
    let game = Game::new(rule_set, &sets)?;
    let positions = head
        .value("positions:")?
        .parse()
        .map_err(|_| FileError::Head { line: 4, expected: "a number of positions" })?;
    let mut shapes = Vec::new();
    while head.lines.clone().next().is_some_and(|line| line.starts_with("shape:")) {
        let labels = head.value("shape:")?.split_whitespace();
        shapes.push(
            labels
                .map(|label| match label.strip_prefix('#') {
                    Some(counter) => (counter.to_string(), true),
                    None => (label.to_string(), false),
                })
                .collect(),
        );
    }
    head.value("start:")?;
    let lines: Vec<&str> = head.lines.collect();
    let start = game.read(&Layout::parse(&lines.join("\n"))?)?;
    Ok((game, positions, Packer::with_shapes(shapes), start))
}

fn read_body(body: &[u8], positions: usize) -> Result<Packings, FileError> {
    let wrong = |problem: String| FileError::Body(problem);
    let mut decoder = ZlibDecoder::new(body);
    let mut next = |buffer: &mut [u8]| decoder.read_exact(buffer);
    let mut set = Packings::default();
    let (mut bytes, mut before, mut total) = (Vec::new(), Vec::new(), 0);
    for number in 1..=positions {
        let cut = |error| wrong(format!("position {number} of {positions}: {error}"));
        let mut lengths = [0; 2];
        next(&mut lengths).map_err(cut)?;
        let [shared, more] = lengths.map(usize::from);
        if shared > bytes.len() {
            return Err(wrong(format!("position {number} shares more than there is")));
        }
        std::mem::swap(&mut bytes, &mut before);
        bytes.clear();
        bytes.extend_from_slice(&before[..shared]);
        bytes.resize(shared + more, 0);
        next(&mut bytes[shared..]).map_err(cut)?;
        if number > 1 && bytes <= before {
            return Err(wrong(format!("position {number} is not in order")));
        }
        total += bytes.len();
        if total > MAX_UNPACKED_BYTES {
            return Err(wrong("more than 8 GiB".to_string()));
        }
        set.push(&bytes);
    }
    if !matches!(next(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof) {
        return Err(wrong(format!("more than {positions}")));
    }
    if decoder.total_in() != body.len() as u64 {
        return Err(wrong("something follows them".to_string()));
    }
    Ok(set)
}

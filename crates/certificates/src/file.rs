//! The file of a certificate.
//!
//! ```text
//! gehtauf certificate 1, crc32 9ba6ef41      of all that follows
//! game: hochzeitszug
//! options: layout=stacks moves=single ...
//! positions: 136                             or steps: 382, or states: 86, or tracked: 86, or buried: 5D, and no shapes
//! shape: s1 s2 ... talon foundations #redeals-used
//! start:
//! s1: AC KD 4H 2S
//! ...
//!                                            an empty line, then to the end of the file
//! zlib: for each position or state, in order, how many bytes it shares with the one before (a byte),
//! how many follow (a byte), and those; or for each step, in order, or tracked card, a line of text;
//! nothing for buried hosts
//! ```

use std::fmt::Write as _;
use std::io::{BufReader, Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use gehtauf_cards::Card;
use gehtauf_rules::{AnyPosition, Game, Layout, Position, RuleSet};

use crate::answers::{FIRST_WORDS, FORMAT, FileError, MAX_UNPACKED_BYTES};
use crate::clauses::{OrderAxiom, Refutation};
use crate::free_cards::tracked_cards::TrackedCards;
use crate::hochzeitszug_orders;
use crate::packing::{Packer, Packings};

/// A file that is written has at most so many bytes: 64 MB.
pub const MAX_FILE_BYTES: usize = 64_000_000;

/// The text of tracked cards may have so many bytes.
const MAX_TRACKED_BYTES: u64 = 1 << 16;

/// What is to prove a start unwinnable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    game: Game,
    start: AnyPosition,
    evidence: Evidence,
}

/// The proof of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// A set of positions, packed, that no move leaves.
    Positions {
        /// What unpacks them.
        packer: Packer,
        /// The set.
        set: Packings,
    },
    /// A set of states, packed, that no step leaves but to dead ends; see `free_cards`.
    FreeCards(Packings),
    /// Cards which it is enough to track, so that no states lead to a win.
    TrackedCards(TrackedCards),
    /// Steps which show that no order of events is that of a win of Hochzeitszug.
    HochzeitszugOrders(Refutation<hochzeitszug_orders::Axiom>),
    /// The same of Acht mal Acht and 8x8, of whose cards some are free.
    FreeCardOrders(Refutation<OrderAxiom>),
    /// The same of the heads of Eklige Elfer.
    HeadOrders(Refutation<OrderAxiom>),
    /// Cards of this face, which come to light too late for those that must lie on them; see [`buried_hosts`](crate::buried_hosts).
    BuriedHosts(Card),
}

/// Takes no more than so many bytes.
struct AtMost {
    bytes: Vec<u8>,
    max_bytes: usize,
}

impl Write for AtMost {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + more.len() > self.max_bytes {
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
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
    /// The certificate of this start by this evidence.
    pub fn new(game: Game, start: AnyPosition, evidence: Evidence) -> Certificate {
        Certificate { game, start, evidence }
    }

    /// The game with its options.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position that is to be unwinnable.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The proof.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The bytes of the file; nothing if they are more than `max_bytes`.
    ///
    /// # Errors
    /// What cannot be written in the format.
    pub fn encode(&self, max_bytes: usize) -> std::io::Result<Option<Vec<u8>>> {
        let mut rest = AtMost { bytes: self.head().into_bytes(), max_bytes };
        match self.write_body(&mut rest) {
            Err(error) if error.kind() == std::io::ErrorKind::FileTooLarge => return Ok(None),
            end => end?,
        }
        let rest = rest.bytes;
        let first = format!("{FIRST_WORDS}{FORMAT}, crc32 {:08x}\n", crc32fast::hash(&rest));
        let file = [first.into_bytes(), rest].concat();
        Ok((file.len() <= max_bytes).then_some(file))
    }

    fn write_body(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut body = ZlibEncoder::new(out, Compression::best());
        match &self.evidence {
            Evidence::Positions { set, .. } | Evidence::FreeCards(set) => {
                write_set(set, &mut body)?;
            }
            Evidence::TrackedCards(tracked) => tracked.write(&mut body)?,
            Evidence::HochzeitszugOrders(refutation) => refutation.write(&mut body)?,
            Evidence::FreeCardOrders(refutation) | Evidence::HeadOrders(refutation) => {
                refutation.write(&mut body)?;
            }
            Evidence::BuriedHosts(_) => {}
        }
        body.finish()?;
        Ok(())
    }

    fn head(&self) -> String {
        let game = &self.game;
        let mut head = format!("game: {}\noptions: {}", game.rule_set(), game.options());
        match &self.evidence {
            Evidence::Positions { packer, set } => {
                let _ = writeln!(head, "\npositions: {}", set.len());
                for shape in packer.shapes() {
                    head += "shape:";
                    for (label, is_counter) in shape {
                        let _ = write!(head, " {}{label}", if *is_counter { "#" } else { "" });
                    }
                    head += "\n";
                }
            }
            Evidence::FreeCards(set) => {
                let _ = writeln!(head, "\nstates: {}", set.len());
            }
            Evidence::TrackedCards(tracked) => {
                let _ = writeln!(head, "\ntracked: {}", tracked.states);
            }
            Evidence::HochzeitszugOrders(Refutation { steps }) => {
                let _ = writeln!(head, "\nsteps: {}", steps.len());
            }
            Evidence::FreeCardOrders(Refutation { steps })
            | Evidence::HeadOrders(Refutation { steps }) => {
                let _ = writeln!(head, "\nsteps: {}", steps.len());
            }
            Evidence::BuriedHosts(host) => {
                let _ = writeln!(head, "\nburied: {host}");
            }
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
        read_evidence(head, &body[1..])
    }
}

fn write_set(set: &Packings, body: &mut impl Write) -> std::io::Result<()> {
    let mut before: &[u8] = &[];
    for bytes in set.iter() {
        let shared = before.iter().zip(bytes).take_while(|(a, b)| a == b).count().min(255);
        let more = &bytes[shared..];
        let length = u8::try_from(more.len()).map_err(std::io::Error::other)?;
        body.write_all(&[shared as u8, length])?;
        body.write_all(more)?;
        before = bytes;
    }
    Ok(())
}

fn read_evidence(text: &str, body: &[u8]) -> Result<Certificate, FileError> {
    let mut head = Head { lines: text.lines(), number: 1 };
    let game = read_game(&mut head)?;
    let next = head.lines.clone().next().unwrap_or_default();
    let kinds = ["steps:", "states:", "tracked:", "buried:"];
    let kind = kinds.into_iter().find(|kind| next.starts_with(kind));
    let value = head.value(kind.unwrap_or("positions:"))?;
    let count = || value.parse().map_err(|_| FileError::Head { line: 4, expected: "a number" });
    let shapes = read_shapes(&mut head)?;
    if kind.is_some() && !shapes.is_empty() {
        return Err(FileError::Head { line: 5, expected: "start:" });
    }
    head.value("start:")?;
    let lines: Vec<&str> = head.lines.collect();
    let start = Layout::parse(&lines.join("\n")).and_then(|layout| game.read(&layout));
    let start = start.map_err(FileError::Start)?;
    let mut decoder = ZlibDecoder::new(body);
    let evidence = match kind {
        Some("buried:") => {
            expect_end(&mut decoder, 0)?;
            let host = value.parse().map_err(|_| FileError::Head { line: 4, expected: "a card" });
            Evidence::BuriedHosts(host?)
        }
        Some("steps:") => {
            let lines = BufReader::new(&mut decoder);
            match game.rule_set() {
                RuleSet::AchtMalAcht | RuleSet::EightByEight => {
                    Evidence::FreeCardOrders(Refutation::read(lines, count()?)?)
                }
                RuleSet::EkligeElfer => Evidence::HeadOrders(Refutation::read(lines, count()?)?),
                _ => Evidence::HochzeitszugOrders(Refutation::read(lines, count()?)?),
            }
        }
        Some("tracked:") => {
            let mut text = String::new();
            let read = (&mut decoder).take(MAX_TRACKED_BYTES + 1).read_to_string(&mut text);
            read.map_err(|error| FileError::Body(format!("tracked cards: {error}")))?;
            if text.len() as u64 > MAX_TRACKED_BYTES {
                return Err(FileError::Body("more cards than there are".to_string()));
            }
            Evidence::TrackedCards(TrackedCards::read(&text, count()? as u64)?)
        }
        Some(_) => Evidence::FreeCards(read_set(&mut decoder, count()?)?),
        None => {
            let set = read_set(&mut decoder, count()?)?;
            Evidence::Positions { packer: Packer::with_shapes(shapes), set }
        }
    };
    if decoder.total_in() != body.len() as u64 {
        return Err(FileError::Body("something follows them".to_string()));
    }
    Ok(Certificate { game, start, evidence })
}

/// The game and its options.
fn read_game(head: &mut Head<'_>) -> Result<Game, FileError> {
    let rule_set: RuleSet = head
        .value("game:")?
        .parse()
        .map_err(|_| FileError::Head { line: 2, expected: "the name of a game" })?;
    let sets: Option<Vec<(&str, &str)>> =
        head.value("options:")?.split_whitespace().map(|word| word.split_once('=')).collect();
    let sets = sets.ok_or(FileError::Head { line: 3, expected: "name=value" })?;
    let is_again =
        |(i, (name, _)): (usize, &(&str, &str))| sets[..i].iter().any(|(n, _)| n == name);
    if sets.iter().enumerate().any(is_again) {
        return Err(FileError::Head { line: 3, expected: "each option once" });
    }
    Ok(Game::new(rule_set, &sets)?)
}

/// The labels of each shape, and whether it is that of a counter.
fn read_shapes(head: &mut Head<'_>) -> Result<Vec<Vec<(String, bool)>>, FileError> {
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
    if shapes.len() > Packer::MAX_SHAPES {
        return Err(FileError::Head { line: 5, expected: "at most 255 shapes" });
    }
    Ok(shapes)
}

fn read_set(decoder: &mut impl Read, positions: usize) -> Result<Packings, FileError> {
    let wrong = |problem: String| FileError::Body(problem);
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
        set.push(&bytes).map_err(std::io::Error::from)?;
    }
    expect_end(decoder, positions)?;
    Ok(set)
}

/// That nothing follows after so many positions or states.
fn expect_end(decoder: &mut impl Read, positions: usize) -> Result<(), FileError> {
    match decoder.read(&mut [0]) {
        Ok(0) => Ok(()),
        Ok(_) => Err(FileError::Body(format!("more than {positions}"))),
        Err(error) => Err(FileError::Body(error.to_string())),
    }
}

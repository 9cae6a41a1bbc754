//! Good input spoilt at random.

use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

/// What a word of good input is replaced by, besides other words of it.
const NASTY: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "\u{1b}[2J",
    "é",
    "♥",
    "\u{fe0f}",
    "??",
    "[??]",
    "--",
    "[",
    "]",
    "[]",
    "[KS]",
    "KS",
    "10H",
    "1H",
    "#",
    ":",
    ",",
    ";",
    "=",
    ".",
    "..",
    "/",
    "\"",
    "\\",
    "{",
    "}",
    "[[[[",
    "null",
    "true",
    "0",
    "-0",
    "-1",
    "+1",
    "1.5",
    "1e9",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "<script>",
    "&amp;",
    "%",
    "unlimited",
    "c255>c1",
    "c256>f",
    "s1>s2:255",
    "aces:CC",
    "KS>r1p0",
    "w>w",
];

/// Nothing is repeated to more bytes than this.
const MAX_BYTES: usize = 1 << 18;

/// One thing done to the input.
#[derive(Debug, Clone)]
enum Edit {
    /// Bits of a byte are flipped.
    Flip(Index, u8),
    /// Bytes are put in.
    Insert(Index, Vec<u8>),
    /// A part is left out, said twice, or put elsewhere.
    Drop(Index, Index),
    Double(Index, Index),
    /// A part is said again and again.
    Repeat(Index, Index, usize),
    Move(Index, Index, Index),
    /// A word is replaced by a nasty one, or two words are exchanged.
    Spoil(Index, Index),
    Exchange(Index, Index),
    /// What follows is the end of another good input.
    Splice(Index, Index, Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        10 => (at(), 1..=255_u8).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        10 => (at(), prop::collection::vec(any::<u8>(), 1..4)).prop_map(|(at, b)| Edit::Insert(at, b)),
        10 => (at(), at()).prop_map(|(from, to)| Edit::Drop(from, to)),
        10 => (at(), at()).prop_map(|(from, to)| Edit::Double(from, to)),
        1 => (at(), at(), 0..17_u32).prop_map(|(from, to, log)| Edit::Repeat(from, to, 1 << log)),
        10 => (at(), at(), at()).prop_map(|(from, to, at)| Edit::Move(from, to, at)),
        30 => (at(), at()).prop_map(|(word, nasty)| Edit::Spoil(word, nasty)),
        30 => (at(), at()).prop_map(|(one, other)| Edit::Exchange(one, other)),
        10 => (at(), at(), at()).prop_map(|(at, other, from)| Edit::Splice(at, other, from)),
    ]
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>, corpus: &[Vec<u8>]) {
        let len = bytes.len();
        let part = |from: &Index, to: &Index| {
            let (from, to) = (from.index(len + 1), to.index(len + 1));
            from.min(to)..from.max(to)
        };
        match self {
            Edit::Flip(at, bits) => {
                if len > 0 {
                    bytes[at.index(len)] ^= bits;
                }
            }
            Edit::Insert(at, more) => splice(bytes, at.index(len + 1), more),
            Edit::Drop(from, to) => drop(bytes.drain(part(from, to))),
            Edit::Double(from, to) => {
                let part = part(from, to);
                let twice = bytes[part.clone()].to_vec();
                splice(bytes, part.end, &twice);
            }
            Edit::Repeat(from, to, times) => {
                let part = part(from, to);
                let times = (MAX_BYTES / part.len().max(1)).min(*times);
                let again = bytes[part.clone()].repeat(times);
                splice(bytes, part.end, &again);
            }
            Edit::Move(from, to, at) => {
                let moved: Vec<u8> = bytes.drain(part(from, to)).collect();
                splice(bytes, at.index(bytes.len() + 1), &moved);
            }
            Edit::Spoil(word, nasty) => {
                let word = words(bytes)[word.index(words(bytes).len())].clone();
                bytes.splice(word, NASTY[nasty.index(NASTY.len())].bytes());
            }
            Edit::Exchange(one, other) => {
                let words = words(bytes);
                let (one, other) = (one.index(words.len()), other.index(words.len()));
                let (first, last) = (&words[one.min(other)], &words[one.max(other)]);
                let texts = [bytes[last.clone()].to_vec(), bytes[first.clone()].to_vec()];
                bytes.splice(last.clone(), texts[1].clone());
                bytes.splice(first.clone(), texts[0].clone());
            }
            Edit::Splice(at, other, from) => {
                let other = &corpus[other.index(corpus.len())];
                bytes.truncate(at.index(len + 1));
                bytes.extend(&other[from.index(other.len() + 1)..]);
            }
        }
    }
}

fn splice(bytes: &mut Vec<u8>, at: usize, more: &[u8]) {
    bytes.splice(at..at, more.iter().copied());
}

/// Where the words are: letters and digits together, everything else by itself; and one of no letter at the start.
fn words(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut start = 0;
    let parts = bytes.chunk_by(|a, b| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
    let words = parts.map(|part| {
        start += part.len();
        start - part.len()..start
    });
    std::iter::once(0..0).chain(words).collect()
}

/// The good inputs for a target: the files of `tests/fuzz/TARGET`.
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(target);
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// Good inputs, spoilt good inputs, and noise.
pub fn inputs(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    assert!(!corpus.is_empty());
    let spoilt =
        (any::<Index>(), prop::collection::vec(edit(), 0..6)).prop_map(move |(which, edits)| {
            let mut bytes = corpus[which.index(corpus.len())].clone();
            edits.iter().for_each(|edit| edit.apply(&mut bytes, &corpus));
            bytes
        });
    prop_oneof![9 => spoilt, 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

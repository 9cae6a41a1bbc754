//! Writing results: a reader that goes away is no error, and an error is one line.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

use crate::lang;

/// Whether the error is that nobody reads our output any more (`gehtauf ... | head`).
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json =
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// Says something on standard error, in one line of the language of this run.
pub fn note(english: &str) {
    // Nobody may read it any more.
    let _ = writeln!(io::stderr(), "gehtauf: {}", one_line(&lang::spoken().message(english)));
}

/// Writes a page or a picture to a file; `-` is standard output.
pub fn write_page(path: &Path, text: &str) -> Result<()> {
    if path == Path::new("-") {
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    }
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// The text with a `?` for each character that a terminal would obey instead of showing it.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_command) { text.replace(is_command, "?").into() } else { text.into() }
}

/// Control characters, and those that turn the direction of writing.
fn is_command(c: char) -> bool {
    let turns = ['\u{61c}', '\u{200e}', '\u{200f}'].contains(&c);
    c.is_control()
        || turns
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
}

/// The text on one line, control characters made visible, shortened beyond 4,000 characters.
pub fn one_line(text: &str) -> String {
    const MOST: usize = 4000;
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line += &visible(word);
    }
    if line.chars().count() > MOST {
        line = line.chars().take(MOST).chain("...".chars()).collect();
    }
    line
}

//! Writing results: a reader that goes away is no error, and an error is one line.

use std::io;

/// Whether the error is that nobody reads our output any more (`gehtauf ... | head`).
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json =
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// The text on one line, control characters made visible, shortened beyond 4,000 characters.
pub fn one_line(text: &str) -> String {
    const MOST: usize = 4000;
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(|c| if c.is_control() { '?' } else { c }));
    }
    if line.chars().count() > MOST {
        line = line.chars().take(MOST).chain("...".chars()).collect();
    }
    line
}

//! Writing results: a reader that goes away ends the program quietly, and an error is one line.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use gehtauf::certificates::FIRST_WORDS;
use gehtauf::survey::RecordError;

use crate::lang;

/// Whether the error is that nobody reads our output any more (`gehtauf ... | head`).
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json =
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        let records = match cause.downcast_ref() {
            Some(RecordError::Io { error, .. }) => Some(error.kind()),
            _ => None,
        };
        io.or(json).or(records) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// Prints a text.
///
/// # Errors
/// The system refuses, or nobody reads.
pub fn print(text: &str) -> Result<()> {
    io::stdout().lock().write_all(text.as_bytes()).context("standard output")
}

/// Standard output for a text in the letters of this run.
pub fn texts() -> impl Write {
    Texts(io::stdout().lock())
}

struct Texts(io::StdoutLock<'static>);

impl Write for Texts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // `write!` hands over whole letters.
        match str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(lang::spelt(text).as_bytes()).map(|()| bytes.len()),
            Err(_) => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Says something on standard error, in one line of the language of this run.
pub fn note(english: &str) {
    complain(&lang::spoken().message(english));
}

/// The same of a text that is in the language already.
pub fn complain(said: &str) {
    // Nobody may read it any more.
    let _ = writeln!(io::stderr(), "gehtauf: {}", one_line(said));
}

/// Whether a file of the command line is none, but standard input or standard output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Says after how many deals Ctrl-C ended them.
pub fn tell_stop(deals: u64) {
    if deals == 1 {
        note("stopped after 1 deal");
    } else {
        let deals = lang::spoken().number(deals);
        note(&format!("stopped after {deals} deals"));
    }
}

/// What a file to be written is called; `-` is standard output.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard output".to_string() } else { path.display().to_string() }
}

/// What an option has a file written of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    Page,
    Picture,
    Certificate,
}

impl Product {
    fn option(self) -> &'static str {
        match self {
            Product::Page => "--html",
            Product::Picture => "--svg",
            Product::Certificate => "--certificate",
        }
    }

    /// What is wrong with a file that is none.
    fn is_none(self) -> &'static str {
        match self {
            Product::Page => "is there already and is no page in HTML",
            Product::Picture => "is there already and is no picture in SVG",
            Product::Certificate => "is there already and is no certificate",
        }
    }

    /// How such a file begins, in whatever case.
    fn first_words(self) -> &'static str {
        match self {
            Product::Page => "<!doctype html>",
            Product::Picture => "<svg ",
            Product::Certificate => FIRST_WORDS,
        }
    }

    /// Whether the file is none that may be replaced: it has something else in it.
    fn is_foreign(self, path: &Path) -> bool {
        // To a device or a pipe is written what is to be written.
        if !path.is_file() {
            return false;
        }
        let first = self.first_words().as_bytes();
        first_bytes(path, first.len())
            .is_ok_and(|found| !found.is_empty() && !found.eq_ignore_ascii_case(first))
    }

    /// Writes the file; `-` is standard output.
    ///
    /// # Errors
    /// The file holds something else, or the system refuses.
    pub fn write(self, path: &Path, content: &[u8]) -> Result<()> {
        if is_standard(path) {
            return io::stdout().lock().write_all(content).context("standard output");
        }
        self.check(path)?;
        fs::write(path, content).with_context(|| path.display().to_string())
    }

    fn check(self, path: &Path) -> Result<()> {
        if self.is_foreign(path) {
            let (option, path, is_none) = (self.option(), path.display(), self.is_none());
            bail!("{option}: {path} {is_none}; choose another file");
        }
        Ok(())
    }
}

/// Checks, before any work is done, that the files to be written replace neither what the command
/// reads, nor each other, nor anything but an older file of their kind.
///
/// # Errors
/// One of them would.
pub fn check<'a>(
    products: &[(Product, &Option<PathBuf>)],
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<()> {
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(|path| file_of(path)).collect();
    let mut others: Vec<(Product, PathBuf)> = Vec::new();
    for &(product, path) in products {
        let Some(path) = path.as_ref().filter(|path| !is_standard(path)) else { continue };
        let (option, name) = (product.option(), path.display());
        if let Some(file) = file_of(path) {
            if inputs.contains(&file) {
                bail!("{option}: {name} is read by this command; choose another file");
            }
            if let Some((other, _)) = others.iter().find(|(_, other)| *other == file) {
                bail!("{} and {option} both name {name}; choose another file", other.option());
            }
            others.push((product, file));
        }
        product.check(path)?;
        check_folder(path).context(option)?;
    }
    Ok(())
}

/// Checks that the file, if it is one and no folder, may be written, or else that its folder is there.
fn check_folder(path: &Path) -> Result<()> {
    let (path, tried) = if path.is_file() || path.is_dir() {
        (path, File::options().write(true).open(path).map(drop))
    } else {
        match path.parent().filter(|folder| *folder != Path::new("")) {
            Some(folder) => (folder, fs::read_dir(folder).map(drop)),
            None => return Ok(()),
        }
    };
    tried.with_context(|| path.display().to_string())
}

/// What a file begins with, so many bytes if it has them.
fn first_bytes(path: &Path, count: usize) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    File::open(path)?.take(count as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// The one name of a file, there or to come, that is no device, pipe or folder.
fn file_of(path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return path.canonicalize().ok().filter(|path| path.is_file());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
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

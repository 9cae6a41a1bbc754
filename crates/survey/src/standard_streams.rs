//! Standard input and output as files.

use std::fs::File;
use std::io::{self, Result};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle;
use std::path::Path;

/// Whether a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

pub fn stdin() -> Result<File> {
    file(io::stdin())
}

pub fn stdout() -> Result<File> {
    file(io::stdout())
}

#[cfg(unix)]
fn file(stream: impl AsFd) -> Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn file(stream: impl AsHandle) -> Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}

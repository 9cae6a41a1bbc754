//! `gehtauf merge`: the files of a survey's parts put together.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::survey::Merge;

use crate::args::check_files;
use crate::output::is_standard;

/// Put the files of a survey's parts together, as one run
#[derive(Debug, Args)]
#[command(after_help = "\
Parts of other surveys, incomplete ones, gaps, overlaps and missing shards are
errors, and then FILE is left as it is, and nothing is printed; only of a part
from standard input rows may have been.
Example: gehtauf merge shard-*.csv --out domino.csv")]
pub struct MergeArgs {
    /// Files of records, in any order; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file for the whole; standard output when not given
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Merges the files.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    check_files(&args.files)?;
    let whole = Merge::new(&args.files)?;
    match args.out.as_deref().filter(|out| !is_standard(out)) {
        None => whole.write(std::io::stdout().lock(), Path::new("standard output"))?,
        Some(path) => whole.write_file(path)?,
    }
    Ok(ExitCode::SUCCESS)
}

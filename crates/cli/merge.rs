//! `gehtauf merge`: the files of a survey's parts put together.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use gehtauf::survey::merge;

/// Put the files of a survey's parts together, as one run
#[derive(Debug, Args)]
#[command(after_help = "\
Parts of other surveys, incomplete ones, gaps and overlaps are errors.
Example: gehtauf merge shard-*.csv --out domino.csv")]
pub struct MergeArgs {
    /// Files of records, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file for the whole; standard output when not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Merges the files.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    match &args.out {
        None => {
            merge(&args.files, Path::new("standard output"), std::io::stdout().lock())?;
        }
        Some(path) => {
            let mut part = path.clone().into_os_string();
            part.push(".part");
            let file = File::create(&part).with_context(|| path.display().to_string())?;
            merge(&args.files, path, file).inspect_err(|_| drop(fs::remove_file(&part)))?;
            fs::rename(&part, path).with_context(|| path.display().to_string())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

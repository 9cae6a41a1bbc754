//! `gehtauf-soak`: tries to refute what the solvers prove.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use clap::builder::PossibleValuesParser;
use gehtauf_rules::RuleSet;
use gehtauf_soak::{Claims, Counts, Kind, Which, run_case};
use indicatif::{ProgressBar, ProgressStyle};

/// Tries to refute what the solvers prove, one kind of case after another
#[derive(Debug, Parser)]
#[command(
    name = "gehtauf-soak",
    version,
    after_help = "\
A case is a function of its kind, the seed and its number: a soak goes on with
--from at the number it printed last. Runs on one thread; start it several
times with different seeds for more. Exit code: 1 at the first refutation,
which is printed with a small case
Example: gehtauf-soak --kind along-wins --time 3600"
)]
struct Args {
    /// What to try; may be repeated; all kinds when not given
    #[arg(long = "kind", value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::name)))]
    kinds: Vec<String>,
    /// Only cases of this game, every fifth number
    #[arg(long)]
    game: Option<RuleSet>,
    /// Seconds for each kind
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Cases of each kind
    #[arg(long, value_name = "N", required_unless_present = "time")]
    cases: Option<u64>,
    /// The number of the first case
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// Another seed, other cases
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    for kind in Kind::ALL {
        let is_chosen = args.kinds.is_empty() || args.kinds.iter().any(|name| name == kind.name());
        match is_chosen.then(|| soak(kind, &args)) {
            None | Some(Ok(true)) => {}
            Some(Ok(false)) => return ExitCode::FAILURE,
            Some(Err(error)) if error.kind() == ErrorKind::BrokenPipe => {
                return ExitCode::from(UNREAD);
            }
            Some(Err(error)) => {
                eprintln!("gehtauf-soak: standard output: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Exit code: nobody reads the output any more, as that of `gehtauf`.
const UNREAD: u8 = 141;

/// Runs the cases of a kind; says whether none refuted anything.
///
/// # Errors
/// What came of it cannot be written; a refutation counts all the same.
fn soak(kind: Kind, args: &Args) -> io::Result<bool> {
    let mut counts = Counts::default();
    let mut progress = Progress::new(kind);
    let end = args.cases.map_or(u64::MAX, |cases| args.from.saturating_add(cases));
    let time = args.time.map_or(Duration::MAX, Duration::from_secs);
    let mut number = args.from;
    let mut cases = 0;
    while number < end && progress.started.elapsed() < time {
        let which = Which { kind, seed: args.seed, number };
        if args.game.is_some_and(|game| game != which.rule_set()) {
            number += 1;
            continue;
        }
        if let Err(refutation) = run_case(which, Claims::ALL, &mut counts) {
            progress.bar.finish_and_clear();
            let (name, seed) = (kind.name(), args.seed);
            let again =
                format!("gehtauf-soak --kind {name} --seed {seed} --from {number} --cases 1");
            let _ = writeln!(io::stdout(), "{refutation}\nagain: {again}");
            return Ok(false);
        }
        number += 1;
        cases += 1;
        progress.show(cases, &counts);
    }
    progress.bar.finish_and_clear();
    let seconds = progress.started.elapsed().as_secs();
    let (name, asked) = (kind.name(), counts.total().asked);
    writeln!(
        io::stdout(),
        "{name}: {cases} cases in {seconds} s, {asked} questions, 0 refuted; next: --from {number}\n{counts}"
    )?;
    Ok(true)
}

/// One line while it runs: on a terminal all the time, else now and then.
struct Progress {
    kind: Kind,
    started: Instant,
    last_line: Instant,
    bar: ProgressBar,
}

impl Progress {
    /// How often a line is printed that does not go to a terminal.
    const LINE_EVERY: Duration = Duration::from_secs(60);

    fn new(kind: Kind) -> Progress {
        let bar = match std::io::stderr().is_terminal() {
            true => ProgressBar::new_spinner(),
            false => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        bar.set_style(style.expect("the template is well-formed"));
        Progress { kind, started: Instant::now(), last_line: Instant::now(), bar }
    }

    fn show(&mut self, cases: u64, counts: &Counts) {
        let total = counts.total();
        let line = || {
            let (name, asked) = (self.kind.name(), total.asked);
            format!("{name}: {cases} cases, {asked} questions, 0 refuted")
        };
        if !self.bar.is_hidden() {
            self.bar.set_message(line());
            self.bar.tick();
        } else if self.last_line.elapsed() >= Progress::LINE_EVERY {
            eprintln!("{}", line());
            self.last_line = Instant::now();
        }
    }
}

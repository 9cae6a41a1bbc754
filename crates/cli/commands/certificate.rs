//! Certificates of loss: `solve --certificate` writes one, `verify` checks it.

use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, bail};
use gehtauf::certificates::{Certificate, Checked, Refusal};
use gehtauf::rules::{AnyPosition, Game, Position};
use gehtauf::search::{Budget, Limits, Stop};
use gehtauf::solvers::certify;

use crate::args::{INTERRUPTED, NO, OK};
use crate::formats::{board, heading};
use crate::interrupt::Interrupt;
use crate::lang;
use crate::output::{self, Product};

/// The first line of a certificate has fewer bytes.
const MAX_FIRST_LINE: u64 = 100;

/// Writes a certificate that the position is lost, of at most so many bytes, or says on stderr which limit left it
/// uncertified.
pub fn write(
    path: &Path,
    game: &Game,
    position: &AnyPosition,
    limits: Limits,
    max_bytes: usize,
    interrupt: &AtomicBool,
) -> Result<()> {
    let mut budget = Budget::new(limits, Some(interrupt));
    let certificate = match certify(game, position, &mut budget) {
        Ok(Some(certificate)) => certificate,
        Ok(None) => {
            bail!("bug: unwinnable, but the rules reach a win; please report")
        }
        Err(stop) => {
            let limit = match stop {
                Stop::Limit(limit) => lang::spoken().struck(limit),
                Stop::Stage => unreachable!("the budget has no stages"),
            };
            output::note(&format!(
                "unwinnable, not certified after {} positions ({limit}); {} is not written",
                budget.states_visited(),
                output::name(path)
            ));
            return Ok(());
        }
    };
    let describe = || path.display().to_string();
    let Some(file) = certificate.encode(max_bytes).with_context(describe)? else {
        output::note(&format!(
            "unwinnable, not certified: the certificate would take more than {} MB; {} is not \
             written",
            max_bytes / 1_000_000,
            output::name(path)
        ));
        return Ok(());
    };
    Product::Certificate.write(path, &file)
}

/// Reads a certificate.
fn read(name: &str, mut input: Box<dyn BufRead + Send>) -> Result<Certificate> {
    let name = || name.to_string();
    let mut first = Vec::new();
    (&mut input).take(MAX_FIRST_LINE).read_until(b'\n', &mut first).with_context(name)?;
    if first.ends_with(b"\r\n") {
        let problem = "its lines end in CR LF, and a certificate holds byte for byte; copy it as \
                       it was written";
        return Err(anyhow!(problem)).with_context(name);
    }
    Certificate::read(first.as_slice().chain(input)).with_context(name)
}

/// Checks a certificate, which is called so in errors, and prints what it proves.
pub fn verify(name: &str, input: Box<dyn BufRead + Send>) -> Result<ExitCode> {
    let certificate = read(name, input)?;
    // Until here a signal ends the program.
    let interrupt = Interrupt::at_once()?;
    let (code, report) = match certificate.check(&interrupt.abort) {
        Ok(checked) => (OK, format!("ok: unwinnable: {}", why(checked))),
        Err(Refusal::Interrupted) => (INTERRUPTED, Refusal::Interrupted.to_string()),
        Err(refusal) => (NO, format!("proves nothing: {refusal}")),
    };
    let mut out = output::texts();
    for line in heading::wrapped(&lang::spoken().message(&report), board::WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", heading::comments(certificate.game()))?;
    writeln!(out, "{}", lang::spoken().with_cards_of(&certificate.start().layout().to_string()))?;
    Ok(ExitCode::from(code))
}

/// What shows that the start is lost.
fn why(checked: Checked) -> String {
    let number = |count: u64| lang::spoken().number(count);
    match checked {
        Checked::Positions { positions: 0, .. } => {
            "the start is a dead end: a card never comes to its place".to_string()
        }
        Checked::FreeCards { states: 0, .. } => "the start is a dead end".to_string(),
        Checked::Positions { positions, moves, dead } => {
            let left = if dead == 0 { "do not leave" } else { "leave for dead ends only" };
            let [positions, moves] = [positions, moves].map(number);
            format!("no win in {positions} positions, which {moves} legal moves {left}")
        }
        Checked::FreeCards { states, with_heads, steps, dead } => {
            let kind = if with_heads { " with heads" } else { "" };
            let [states, steps, dead] = [states, steps, dead].map(number);
            format!(
                "no win in {states} states{kind}, which {steps} steps leave for {dead} dead ends \
                 only"
            )
        }
        Checked::TrackedCards { cards, states } => {
            format!("no win in {} states that tell {cards} cards apart", number(states))
        }
        Checked::BuriedHosts { heads, placed } => {
            format!(
                "of the {heads} cards that must come to lie on those that are named, {placed} at \
                 most can"
            )
        }
        Checked::Order { axioms, lemmas } => {
            let [axioms, lemmas] = [axioms, lemmas].map(number);
            format!("no order of events fulfils {axioms} axioms, which {lemmas} lemmas show")
        }
    }
}

#[cfg(test)]
mod tests {
    use gehtauf::cards::seeded_deck;
    use gehtauf::certificates::MAX_FILE_BYTES;
    use gehtauf::rules::RuleSet;

    use super::*;

    #[test]
    fn a_certificate_larger_than_the_limit_is_not_written() {
        let sets = [("ranks", "5"), ("suits", "CH"), ("redeals", "0")];
        let game = Game::new(RuleSet::Domino, &sets).unwrap();
        let start = game.deal(&seeded_deck(0, game.pack())).unwrap();
        let name = format!("gehtauf-certificate-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let write = |max_bytes| {
            let never = AtomicBool::new(false);
            write(&path, &game, &start, Limits::default(), max_bytes, &never).unwrap();
            std::fs::read(&path).map(|file| file.len())
        };
        assert!(write(0).is_err() && write(200).is_err());
        let length = write(MAX_FILE_BYTES).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(length > 200 && write(length - 1).is_err());
        assert_eq!(write(length).unwrap(), length);
        std::fs::remove_file(&path).unwrap();
    }
}

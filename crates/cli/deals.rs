//! The deals and positions that a source names, one after another.

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::task::Poll;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use gehtauf::cards::pysol::Number;
use gehtauf::cards::{Card, Deck, DeckError, Pack, seeded_deck};
use gehtauf::rules::{AnyPosition, Game, Layout, LayoutError, Position, Referee, RuleSet, View};
use serde_json::Value;

use crate::args::{DealsArgs, PysolNumbers, SourceArgs, note_pysol};
use crate::lang;
use crate::lines::{LONGEST_DEAL, Lines};
use crate::output::{self, visible};

/// A deck or a position and where it comes from.
#[derive(Debug)]
pub struct Deal {
    /// `seed:7`, `pysol:ms24`, `deck`, `FILE:3` (line 3) or `FILE` (a position).
    pub source: String,
    /// The cards.
    pub start: Start,
}

/// What a game begins from.
#[derive(Debug)]
pub enum Start {
    /// A pack to be dealt.
    Deck(Deck),
    /// Cards that lie on the table, and the text that says so.
    Layout(Layout, String),
}

impl Deal {
    fn of_deck(source: String, deck: Deck) -> Deal {
        Deal { source, start: Start::Deck(deck) }
    }

    /// The position to play from.
    ///
    /// # Errors
    /// The deck or the layout does not fit the game.
    pub fn position(&self, game: &Game) -> Result<AnyPosition> {
        match &self.start {
            Start::Deck(deck) => Ok(game.deal(deck)?),
            Start::Layout(layout, text) => {
                game.read(layout).map_err(|error| self.at_its_line(error, text, game))
            }
        }
    }

    /// The game in the hands of a player who has seen what lies open, and of a position no less than
    /// it says.
    ///
    /// # Errors
    /// As [`Deal::position`].
    pub fn referee(&self, game: &Game) -> Result<Referee> {
        let position = self.position(game)?;
        Ok(match self.start {
            Start::Deck(_) => Referee::new(position),
            Start::Layout(..) => Referee::of(position),
        })
    }

    /// Whether a record in JSON is of this deal or position.
    pub fn is_of(&self, record: &Value, pack: Pack) -> bool {
        let text = |name: &str| record[name].as_str().unwrap_or_default();
        match &self.start {
            Start::Deck(deck) => Deck::parse(text("deck"), pack).is_ok_and(|there| there == *deck),
            Start::Layout(layout, _) => {
                Layout::parse(text("position")).is_ok_and(|there| there == *layout)
            }
        }
    }

    /// Whether it is a position with unknown cards.
    fn has_unknown_cards(&self) -> bool {
        matches!(&self.start, Start::Layout(layout, _) if layout.unseen() > 0)
    }

    /// What is seen of a position with unknown cards; nothing if all cards are named.
    ///
    /// # Errors
    /// The layout does not fit the game, or the unknown cards are not those that nobody has seen.
    pub fn view(&self, game: &Game) -> Result<Option<View>> {
        match &self.start {
            Start::Layout(layout, text) if self.has_unknown_cards() => {
                let view = View::read(game, layout);
                view.map(Some).map_err(|error| self.at_its_line(error, text, game))
            }
            Start::Deck(_) | Start::Layout(..) => Ok(None),
        }
    }

    /// The same, and what is seen of it if cards are unknown and not all of them can be told.
    ///
    /// # Errors
    /// As [`Deal::view`].
    pub fn resolved(self, game: &Game) -> Result<(Deal, Option<View>)> {
        let view = self.view(game)?;
        match view.as_ref().and_then(View::certain) {
            Some(position) => {
                let (layout, text) = (position.layout(), String::new());
                Ok((Deal { start: Start::Layout(layout, text), ..self }, None))
            }
            None => Ok((self, view)),
        }
    }

    /// The error with the file and the lines of the text that it is about.
    fn at_its_line(&self, error: LayoutError, text: &str, game: &Game) -> anyhow::Error {
        let deal = game.deal(&seeded_deck(0, game.pack())).expect("the game's pack").layout();
        let is_unknown =
            |word: &str| !word.is_empty() && deal.lines.iter().all(|(label, _)| label != word);
        let parted = |line: &str| {
            let line = line.split('#').next().unwrap_or_default();
            let (label, words) = line.split_once(':').unwrap_or((line, ""));
            (label.trim().to_lowercase(), words.to_string())
        };
        let is_meant = |line: &str| {
            let (label, words) = parted(line);
            match &error {
                // It may stand there by another name.
                LayoutError::NoLine { .. } => is_unknown(&label),
                LayoutError::Label { label: meant, .. } => label == *meant,
                LayoutError::Unseen { .. } => words.contains("??"),
                LayoutError::Cards(DeckError::Miscounted(counts, _, pack)) => {
                    let too_many = |(_, count): &&(Card, usize)| *count > pack.decks.into();
                    let too_many: Vec<Card> =
                        counts.iter().filter(too_many).map(|(card, _)| *card).collect();
                    gehtauf::cards::words(&words)
                        .filter_map(|word| word.trim_matches(['[', ']']).parse().ok())
                        .any(|card| too_many.contains(&card))
                }
                LayoutError::Line { .. } | LayoutError::Cards(_) => false,
            }
        };
        let lines = text.lines().zip(1..).filter(|(line, _)| is_meant(line));
        let lines: Vec<String> = lines.map(|(_, number)| i32::to_string(&number)).collect();
        let place = match lines.as_slice() {
            [] => self.source.clone(),
            [one] => format!("{}, line {one}", self.source),
            several => format!("{}, lines {}", self.source, several.join(", ")),
        };
        let unknown = text.lines().map(|line| parted(line).0).find(|label| is_unknown(label));
        match unknown.filter(|_| matches!(error, LayoutError::NoLine { .. })) {
            Some(label) => anyhow!("{label}: no such line here; {error}").context(place),
            None => anyhow::Error::new(error).context(place),
        }
    }

    /// The deck line, if it is a deal.
    pub fn deck(&self) -> Option<String> {
        match &self.start {
            Start::Deck(deck) => Some(deck.to_string()),
            Start::Layout(..) => None,
        }
    }

    /// The layout's text, if it is a position.
    pub fn layout(&self) -> Option<String> {
        match &self.start {
            Start::Deck(_) => None,
            Start::Layout(layout, _) => Some(layout.to_string()),
        }
    }
}

/// The deck that a deal's source names by a number, `seed:7` or `pysol:ms24`.
pub fn deck_of_source(source: &str, pack: Pack) -> Option<Deck> {
    match source.split_once(':')? {
        ("seed", seed) => Some(seeded_deck(seed.parse().ok()?, pack)),
        ("pysol", number) => Some(number.parse::<Number>().ok()?.deck(pack)),
        _ => None,
    }
}

/// Deals in order, each read when it is asked for.
pub type Deals = Box<dyn Iterator<Item = Result<Deal>> + Send>;

/// Deals in order, of which the next one may not be there yet.
pub type AwaitedDeals = Box<dyn Iterator<Item = Poll<Result<Deal>>> + Send>;

/// The same deals, read by a thread of their own: input that does not come keeps nobody waiting.
///
/// # Errors
/// The system gives no thread.
pub fn read_apart(deals: Deals) -> Result<AwaitedDeals> {
    /// How many deals may be read ahead.
    const AHEAD: usize = 64;
    /// Who asks again for a deal that was not there waits so long.
    const PATIENCE: Duration = Duration::from_millis(20);
    let (sender, receiver) = sync_channel(AHEAD);
    // Ends when nobody receives any more, or with the program.
    std::thread::Builder::new()
        .spawn(move || deals.map(|deal| sender.send(deal)).all(|sent| sent.is_ok()))
        .context("no thread for the input")?;
    let mut patience = PATIENCE;
    Ok(Box::new(std::iter::from_fn(move || match receiver.recv_timeout(patience) {
        Ok(deal) => {
            patience = Duration::ZERO;
            Some(Poll::Ready(deal))
        }
        Err(RecvTimeoutError::Timeout) => {
            patience = PATIENCE;
            Some(Poll::Pending)
        }
        Err(RecvTimeoutError::Disconnected) => None,
    })))
}

impl SourceArgs {
    /// The one deal of a command that takes no more.
    ///
    /// # Errors
    /// There is none or there are several.
    pub fn single(&self, game: &Game) -> Result<Deal> {
        let mut deals = self.deals(game)?;
        let deal = deals.next().context("no deal in it")??;
        if deals.next().is_some() {
            let option = match self.deal {
                Some(_) => "--deal",
                None if self.seeds.is_some() => "--seeds",
                None => "--pysol",
            };
            bail!("{option}: expected one deal, not several");
        }
        Ok(deal)
    }

    /// The deals of the source. Says so if a position names other rules.
    ///
    /// # Errors
    /// The file cannot be opened, or the deck line is wrong. A wrong line of a file is an error in
    /// its place among the deals.
    pub fn deals(&self, game: &Game) -> Result<Deals> {
        let pack = game.pack();
        let of_seed =
            move |seed| Ok(Deal::of_deck(format!("seed:{seed}"), seeded_deck(seed, pack)));
        let of_number = move |n: Number| Ok(Deal::of_deck(format!("pysol:{n}"), n.deck(pack)));
        if let Some(seed) = self.seed {
            Ok(Box::new(std::iter::once(of_seed(seed))))
        } else if let Some(seeds) = self.seeds.clone() {
            Ok(Box::new(seeds.map(of_seed)))
        } else if let Some(line) = &self.deck {
            let deck = Deck::parse(line, pack).context("--deck")?;
            Ok(Box::new(std::iter::once(Ok(Deal::of_deck("deck".to_string(), deck)))))
        } else if let Some(path) = &self.deal {
            Ok(Box::new(DeckLines::new(Lines::open(path, LONGEST_DEAL)?, pack)))
        } else if let Some(path) = &self.position {
            let deal = position(Lines::open(path, LONGEST_DEAL)?)?;
            if let Start::Layout(_, text) = &deal.start
                && let Some(other) = OtherRules::find(&deal.source, text, game)
            {
                let is_read = match deal.view(game) {
                    Ok(None) => deal.position(game).is_ok(),
                    view => view.is_ok(),
                };
                if other.is_other_game && !is_read {
                    bail!("{}", other.remark);
                }
                output::note(&other.remark);
            }
            Ok(Box::new(std::iter::once(Ok(deal))))
        } else {
            note_pysol(game.rule_set());
            match self.pysol.clone().expect("clap asks for one source") {
                PysolNumbers::One(n) => Ok(Box::new(std::iter::once(of_number(n)))),
                PysolNumbers::Range(range) => {
                    Ok(Box::new(range.map(move |n| of_number(Number::plain(n.into())))))
                }
            }
        }
    }
}

/// Other rules than those of this run, which the comments of a text, as we write them, name.
pub struct OtherRules {
    /// Whether the game is another one, and not only its options.
    pub is_other_game: bool,
    /// `FILE is of domino, not of hochzeitszug`.
    pub remark: String,
}

impl OtherRules {
    /// Those that the text of this name is of, if it is of others.
    pub fn find(name: &str, text: &str, game: &Game) -> Option<OtherRules> {
        let comments = text.lines().filter_map(|line| line.strip_prefix('#'));
        let words: Vec<&str> = comments.flat_map(str::split_whitespace).collect();
        let named = RuleSet::ALL.into_iter().find(|game| words.first() == Some(&game.name()));
        let other_game = named.filter(|&there| there != game.rule_set());
        let (there, here) = match other_game {
            Some(there) => (there.name().to_string(), game.rule_set().name().to_string()),
            None => {
                let named: Vec<_> = words.iter().filter_map(|word| word.split_once('=')).collect();
                let options = game.options();
                let differ = options.iter().filter_map(|(name, here)| {
                    let (_, there) = named.iter().find(|(named, _)| *named == name)?;
                    (*there != here).then(|| (format!("{name}={there}"), format!("{name}={here}")))
                });
                let (there, here): (Vec<_>, Vec<_>) = differ.unzip();
                (there.join(" "), here.join(" "))
            }
        };
        (!here.is_empty()).then(|| OtherRules {
            is_other_game: other_game.is_some(),
            remark: format!("{name} is of {there}, not of {here}"),
        })
    }
}

/// Whether the text is what `--format json` prints.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// The position that the lines describe.
///
/// # Errors
/// They are no layout.
pub fn position(lines: Lines) -> Result<Deal> {
    let source = lines.name();
    let text: String = lines.collect::<Result<_>>()?;
    if is_json(&text) {
        bail!("{source}: this is JSON; its field `position` is the text wanted");
    }
    let layout = Layout::parse(&text).map_err(|error| match error {
        LayoutError::Line { line, problem } => anyhow!("{source}, line {line}: {problem}"),
        error => anyhow::Error::new(error).context(source.clone()),
    })?;
    if layout.lines.is_empty() {
        bail!("{source}: no position in it");
    }
    Ok(Deal { source, start: Start::Layout(layout, text) })
}

/// All decks of a file of deck lines.
///
/// # Errors
/// There is none, or a line is wrong.
pub fn decks(path: &Path, pack: Pack) -> Result<Vec<Deck>> {
    let deck = |deal: Result<Deal>| match deal?.start {
        Start::Deck(deck) => Ok(deck),
        Start::Layout(..) => unreachable!("deck lines"),
    };
    DeckLines::new(Lines::open(path, LONGEST_DEAL)?, pack).map(deck).collect()
}

impl DealsArgs {
    /// The decks of the file, if there is one. Says how many lines are of a deck that stood before.
    pub fn decks(&self, pack: Pack) -> Result<Vec<Deck>> {
        let decks = self.deal.as_ref().map_or(Ok(Vec::new()), |path| decks(path, pack))?;
        let again = decks.len() - decks.iter().collect::<HashSet<_>>().len();
        if again > 0 {
            let [again, all] = [again, decks.len()].map(|n| lang::spoken().number(n as u64));
            output::note(&format!(
                "deck lines that repeat earlier ones and count again: {again} of {all}"
            ));
        }
        Ok(decks)
    }
}

/// The deck lines of a file.
pub struct DeckLines {
    lines: Lines,
    pack: Pack,
    any: bool,
}

impl DeckLines {
    /// Those among the lines.
    pub fn new(lines: Lines, pack: Pack) -> DeckLines {
        DeckLines { lines, pack, any: false }
    }
}

impl Iterator for DeckLines {
    type Item = Result<Deal>;

    fn next(&mut self) -> Option<Result<Deal>> {
        loop {
            let line = match self.lines.next() {
                Some(Ok(line)) => line,
                Some(Err(error)) => return Some(Err(error)),
                None if self.any => return None,
                None => {
                    self.any = true;
                    return Some(Err(anyhow!("{}: no deck line in it", self.lines.name())));
                }
            };
            let cards = line.split('#').next().unwrap_or_default().trim();
            if cards.is_empty() {
                continue;
            }
            self.any = true;
            self.lines.found_one();
            if is_json(cards) {
                let place = self.lines.place();
                return Some(Err(anyhow!(
                    "{place}: this is JSON; its field `deck` is the line wanted"
                )));
            }
            let deck = Deck::parse(cards, self.pack).map_err(|error| match error {
                DeckError::Miscounted(_, found, pack) if found < pack.len() => {
                    anyhow!("{error}; a deal stands on one line")
                }
                error => error.into(),
            });
            let deck = deck.with_context(|| self.lines.place());
            let path = self.lines.path().display().to_string();
            let source = format!("{}:{}", visible(&path), self.lines.number());
            return Some(deck.map(|deck| Deal::of_deck(source, deck)));
        }
    }
}

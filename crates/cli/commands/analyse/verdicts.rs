//! After which of the moves of a played game it could still be won.

use anyhow::Result;
use gehtauf::rules::{AnyPosition, Move, Position};
use gehtauf::search::Verdict;

use crate::lang::Prospect;

/// What a search says of a position; nothing if it was broken off.
pub trait Search: FnMut(&AnyPosition) -> Result<Option<Verdict<Move>>> {}
impl<F: FnMut(&AnyPosition) -> Result<Option<Verdict<Move>>>> Search for F {}

/// What is known of a played game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdicts {
    /// Whether it could be won before each move and after the last; nothing where no search came to.
    known: Vec<Option<Prospect>>,
    /// The moves that win the last position known to be won.
    win: Vec<Move>,
}

impl Verdicts {
    /// Finds out, with as few searches as there can be: what a won position was reached from could be
    /// won, what is reached from a lost one cannot, so each search halves the doubt. Where one ends
    /// undecided, the positions around it are asked one by one.
    ///
    /// # Errors
    /// Those of the search.
    ///
    /// # Panics
    /// There is not one position more than there are moves.
    pub fn find(
        positions: &[AnyPosition],
        moves: &[Move],
        mut search: impl Search,
    ) -> Result<Verdicts> {
        assert_eq!(positions.len(), moves.len() + 1, "a position before each move and at the end");
        let mut verdicts = Verdicts { known: vec![None; positions.len()], win: Vec::new() };
        if positions.last().is_some_and(Position::is_won) {
            verdicts.known.fill(Some(Prospect::Won));
        }
        while let Some(next) = verdicts.next() {
            match search(&positions[next])? {
                Some(Verdict::Won(win)) => verdicts.enter_win(next, &win, moves),
                Some(Verdict::Unwinnable) => {
                    verdicts.known[next..].fill(Some(Prospect::Lost));
                }
                Some(Verdict::Unknown(_)) => verdicts.known[next] = Some(Prospect::Unknown),
                None => break,
            }
        }
        Ok(verdicts)
    }

    /// The position to be asked about: the last, as most games that were given up are decided there,
    /// and then the middle one of those in doubt.
    fn next(&self) -> Option<usize> {
        let from = self.last_won().map_or(0, |won| won + 1);
        let to = self.first_lost().unwrap_or(self.known.len());
        let open: Vec<usize> = (from..to).filter(|&i| self.known[i].is_none()).collect();
        let last = open.iter().rfind(|&&i| i + 1 == self.known.len());
        last.or(open.get(open.len() / 2)).copied()
    }

    /// Enters a win of a position, which the game played may have followed for a while.
    fn enter_win(&mut self, position: usize, win: &[Move], moves: &[Move]) {
        let followed = moves[position..].iter().zip(win).take_while(|(m, w)| m == w).count();
        self.known[..=position + followed].fill(Some(Prospect::Won));
        self.win = win[followed..].to_vec();
    }

    /// Whether the position before the move of this index, from 0, could be won; unknown also where no
    /// search came to.
    pub fn of(&self, index: usize) -> Prospect {
        self.known[index].unwrap_or(Prospect::Unknown)
    }

    /// Those of all positions.
    pub fn all(&self) -> impl Iterator<Item = Prospect> {
        (0..self.known.len()).map(|i| self.of(i))
    }

    /// Index of the last position that could be won.
    pub fn last_won(&self) -> Option<usize> {
        self.known.iter().rposition(|&known| known == Some(Prospect::Won))
    }

    /// Index of the first position that could not be won.
    pub fn first_lost(&self) -> Option<usize> {
        self.known.iter().position(|&known| known == Some(Prospect::Lost))
    }

    /// Index of the move that threw the win away; nothing if none did or it is not known which.
    pub fn thrown_away_by(&self) -> Option<usize> {
        let won = self.last_won()?;
        (self.first_lost() == Some(won + 1)).then_some(won)
    }

    /// What the other moves than this one, which threw the win away, would have led to; those for which
    /// no search was left out.
    ///
    /// # Errors
    /// Those of the search.
    pub fn instead(
        &self,
        position: &AnyPosition,
        thrown: Move,
        mut search: impl Search,
    ) -> Result<Vec<(Move, Prospect)>> {
        let mut others = Vec::new();
        for m in position.legal_moves().into_iter().filter(|&m| m != thrown) {
            let prospect = if self.win.first() == Some(&m) {
                Prospect::Won
            } else {
                let mut next = position.clone();
                next.play(m);
                match search(&next)? {
                    Some(verdict) => Prospect::from(&verdict),
                    None => break,
                }
            };
            others.push((m, prospect));
        }
        Ok(others)
    }
}

#[cfg(test)]
mod tests {
    use gehtauf::cards::seeded_deck;
    use gehtauf::rules::{Game, RuleSet};
    use gehtauf::search::{Limit, Limits};
    use gehtauf::solvers::solve;

    use super::*;

    /// A random play of a small deal: its moves and the positions on the way.
    fn played(game: &Game, seed: u64) -> (Vec<AnyPosition>, Vec<Move>) {
        let mut positions = vec![game.deal(&seeded_deck(seed, game.pack())).unwrap()];
        let mut moves = Vec::new();
        let mut random = seed;
        while moves.len() < 60 {
            let position = positions.last().unwrap();
            let legal = position.legal_moves();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(&m) = legal.get((random >> 33) as usize % legal.len().max(1)) else { break };
            let mut next = position.clone();
            next.play(m);
            moves.push(m);
            positions.push(next);
        }
        (positions, moves)
    }

    fn search(position: &AnyPosition) -> Result<Option<Verdict<Move>>> {
        let limits = Limits { max_states: 1_000_000, max_bytes: 1 << 26, time: None };
        Ok(Some(solve(position, limits, None)?.verdict))
    }

    fn prospect(position: &AnyPosition) -> Prospect {
        Prospect::from(&search(position).unwrap().unwrap())
    }

    fn games() -> [Game; 3] {
        let game = |rule_set, sets: &[(&str, &str)]| Game::new(rule_set, sets).unwrap();
        let few = [("ranks", "4"), ("suits", "CD")];
        [
            game(RuleSet::Domino, &[few[0], few[1], ("redeals", "1")]),
            game(RuleSet::AchtMalAcht, &[few[0], few[1], ("columns", "3"), ("rows", "2")]),
            game(RuleSet::Hochzeitszug, &[few[0], few[1], ("upper", "2"), ("lower", "1")]),
        ]
    }

    #[test]
    fn each_position_gets_its_own_verdict_in_few_searches() {
        let (mut thrown, mut won) = (0, 0);
        for game in games() {
            for seed in 0..60 {
                let (positions, moves) = played(&game, seed);
                let mut searches = 0;
                let counted = |position: &AnyPosition| {
                    searches += 1;
                    search(position)
                };
                let verdicts = Verdicts::find(&positions, &moves, counted).unwrap();
                let all: Vec<Prospect> = positions.iter().map(prospect).collect();
                assert_eq!(verdicts.all().collect::<Vec<_>>(), all, "{} {seed}", game.rule_set());
                let most = 2 + positions.len().ilog2();
                assert!(searches <= most, "{searches} searches of {} positions", positions.len());
                let by = all.windows(2).position(|w| w == [Prospect::Won, Prospect::Lost]);
                assert_eq!(verdicts.thrown_away_by(), by);
                won += usize::from(all.last() == Some(&Prospect::Won));
                let Some(by) = by else { continue };
                thrown += 1;
                let instead = verdicts.instead(&positions[by], moves[by], search).unwrap();
                assert_eq!(instead.len() + 1, positions[by].legal_moves().len());
                for (m, told) in instead {
                    let mut next = positions[by].clone();
                    next.play(m);
                    assert_eq!(told, prospect(&next), "{} {seed} {m}", game.rule_set());
                }
            }
        }
        assert!(thrown > 30 && won > 5, "{thrown} thrown away, {won} won");
    }

    #[test]
    fn what_no_search_decides_or_comes_to_is_unknown() {
        let given_up = |(positions, _): &(Vec<AnyPosition>, _)| !positions.last().unwrap().is_won();
        let mut plays = (0..).map(|seed| played(&games()[0], seed));
        let (positions, moves) = plays.find(given_up).unwrap();
        let undecided = |_: &AnyPosition| Ok(Some(Verdict::Unknown(Limit::States)));
        let verdicts = Verdicts::find(&positions, &moves, undecided).unwrap();
        assert!(verdicts.all().all(|prospect| prospect == Prospect::Unknown));
        let mut searches = 0;
        let broken_off = |position: &AnyPosition| {
            searches += 1;
            if searches == 1 { search(position) } else { Ok(None) }
        };
        let verdicts = Verdicts::find(&positions, &moves, broken_off).unwrap();
        assert_eq!(verdicts.of(moves.len()), prospect(positions.last().unwrap()));
        assert_eq!(verdicts.of(0), Prospect::Unknown);
        assert_eq!(verdicts.thrown_away_by(), None);
    }
}

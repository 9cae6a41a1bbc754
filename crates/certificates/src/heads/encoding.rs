//! The clauses of a position.
//!
//! The claims are about the plays of the rules that win: a part of a run may go onto another card of the same type at any time, which
//! is no event.

use gehtauf_rules::eklige_elfer::EkligeElfer;

use super::events::{Events, Head, Under};
use super::runs::{CardType, runs_of};
use super::totals::{at_most_as_many, equally_many};
use crate::clauses::{Formula, Lit, TRUE};

/// The clauses of a position, and what its variables mean.
pub struct Encoding {
    /// All clauses but the [`circles`](crate::clauses::Order::circles) of the order.
    pub formula: Formula,
    /// The events, and their order.
    pub events: Events,
    /// By row, from 1, and column: the type of the tail that the row covers there, or that is open where it brings no
    /// card. No true one if the column is empty.
    tails: Vec<Vec<Tail>>,
    /// The open tails of the start.
    open: Vec<CardType>,
    /// The cards of the start that are no heads.
    inner: Vec<CardType>,
    types: Vec<CardType>,
    /// By row, King (in the order of [`Events::kings`]) and column: whether he has left his column and his run lies in
    /// this one when the row is dealt.
    away: Vec<Vec<Vec<Lit>>>,
    /// By row, from 1, the columns to which it brings no card or an Ace.
    veils: Vec<Vec<usize>>,
}

/// Who goes onto tails of a type.
struct Guests {
    host: CardType,
    /// Which one of the types that is.
    of_type: usize,
    /// The heads, or the runs of Kings that go out.
    numbers: Vec<usize>,
    /// For each of them, the literals by which it is given a tail.
    given: Vec<Vec<Lit>>,
}

/// Which type a tail has.
struct Tail {
    /// In the order of the types.
    of_type: Vec<Lit>,
    none: Lit,
}

impl Encoding {
    /// Those of a position; nothing if too many rows are to be dealt.
    pub fn new(position: &EkligeElfer) -> Option<Encoding> {
        let mut formula = Formula::default();
        let events = Events::new(&mut formula, position)?;
        let runs: Vec<_> = position.columns().iter().map(runs_of).collect();
        let tail = |&(head, rank): &(CardType, u8)| CardType { rank, ..head };
        let open = runs.iter().filter_map(|runs| runs.last().map(tail)).collect();
        let inner = |&(head, tail): &(CardType, u8)| {
            (tail..head.rank).map(move |rank| CardType { rank, ..head })
        };
        let inner = runs.iter().flatten().flat_map(inner).collect();
        let types: Vec<CardType> = (0..2)
            .flat_map(|parity| (0..=events.king).map(move |rank| CardType { parity, rank }))
            .collect();
        let mut tail = || Tail {
            of_type: types.iter().map(|_| formula.new_variable()).collect(),
            none: formula.new_variable(),
        };
        let mut tails = vec![Vec::new()];
        tails.extend((0..events.rows).map(|_| (0..events.columns).map(|_| tail()).collect()));
        let veils = (0..=events.rows).map(|row| {
            let is_veiled = |&column: &usize| {
                row > 0 && events.of_column(column, row).all(|(_, head)| head.row != row)
            };
            (0..events.columns).filter(is_veiled).collect()
        });
        let mut encoding = Encoding {
            open,
            inner,
            veils: veils.collect(),
            formula,
            events,
            tails,
            types,
            away: Vec::new(),
        };
        encoding.add_columns();
        encoding.add_tails();
        encoding.add_counts();
        encoding.add_hosts();
        encoding.add_away();
        encoding.add_kings();
        encoding.add_outs();
        Some(encoding)
    }

    fn tail(&self, row: usize, column: usize, card: CardType) -> Lit {
        let of_type = self.types.iter().position(|&other| other == card).expect("a type");
        self.tails[row][column].of_type[of_type]
    }

    /// Whether all heads of a column that lie there by the end of an interval have left by then.
    fn is_cleared(&mut self, column: usize, interval: usize) -> Lit {
        let of_column = self.events.of_column(column, interval);
        of_column.fold(TRUE, |all, (head, _)| {
            self.formula.both([all, self.events.happened_by(head, interval)])
        })
    }

    /// *Claim.* A head that leaves after a row has brought another one onto its column leaves after that. *Proof.* It
    /// lies under it. (One that joins the tail that it covers has left when its own row lies: later rows ask nothing of it.)
    fn add_columns(&mut self) {
        let Encoding { formula, events, .. } = self;
        for (under, head) in events.heads.iter().enumerate() {
            for (over, other) in events.of_column(head.column, events.rows) {
                if other.row > head.row {
                    let before = events.happened_by(under, other.row - 1);
                    formula.add(&[before, events.order.before(over, under)]);
                }
            }
        }
    }

    /// *Claim.* When a row is dealt, each column is empty or has one tail at its end. It is one that the highest head of the column
    /// that has not left can carry. *Proof.* A run ends with cards of its head's parity and no higher rank. What comes to a column
    /// in a move lies on an open card of it, or is a King's run and comes to an empty column.
    fn add_tails(&mut self) {
        for row in 1..=self.events.rows {
            for column in 0..self.events.columns {
                let tail = &self.tails[row][column];
                let mut one: Vec<Lit> = tail.of_type.clone();
                one.push(tail.none);
                self.formula.add(&one);
                add_one_at_most(&mut self.formula, &one);
                let mut gone = Vec::new();
                let mut tops = Vec::new();
                for (number, head) in self.events.of_column(column, row - 1).rev() {
                    let left = self.events.happened_by(number, row - 1);
                    tops.push((gone.clone(), left, head.card));
                    gone.push(left);
                }
                for (over, left, card) in tops {
                    let carried = self.types.iter().zip(&one).filter(|(other, _)| {
                        other.parity == card.parity && other.rank <= card.rank
                    });
                    let mut conclusions: Vec<Lit> = carried.map(|(_, &lit)| lit).collect();
                    conclusions.push(left);
                    self.formula.imply(&over, &conclusions);
                }
            }
        }
    }

    /// *Claim.* In each interval as many tails of a type come to light as are covered at its end or get a card, or go out if
    /// they are 2s. *Proof.* A tail stays open until a run is put onto it, it goes out or the next row is dealt. One more
    /// is open when a run that covers it leaves, when a card is dealt, or where a row brings no card. If a part of a run
    /// moves, one tail of a type is open instead of another.
    fn add_counts(&mut self) {
        for interval in 0..=self.events.rows {
            for card in self.types.clone() {
                let (mut come, mut go) = (Vec::new(), Vec::new());
                if interval == 0 {
                    come = vec![TRUE; open_tails(&self.open, card)];
                }
                for number in 0..self.events.heads.len() {
                    let head = self.events.heads[number];
                    if head.row > interval {
                        continue;
                    }
                    if head.row == interval && interval > 0 && head.card == card {
                        come.push(TRUE);
                    }
                    let leaves = self.events.leaves_in(number, interval);
                    if let Some(lit) = self.reveals(&head, card) {
                        come.push(self.formula.both([leaves, lit]));
                    }
                    if goes_onto(head.card, card) {
                        go.push(leaves);
                    }
                }
                for &column in &self.veils[interval] {
                    come.push(self.tail(interval, column, card));
                }
                if interval < self.events.rows {
                    go.extend((0..self.events.columns).map(|c| self.tail(interval + 1, c, card)));
                }
                if card.rank == 0 {
                    for (_, out) in self.events.kings_of(card.parity) {
                        go.push(self.events.happens_in(&mut self.formula, out, interval));
                    }
                }
                equally_many(&mut self.formula, &come, &go);
            }
        }
    }

    /// Whether a tail of this type comes to light when a head leaves; none if it cannot be.
    fn reveals(&self, head: &Head, card: CardType) -> Option<Lit> {
        match head.under {
            Under::Nothing => None,
            Under::Tail(tail) => (tail == card).then_some(TRUE),
            Under::Covered => Some(self.tail(head.row, head.column, card)),
        }
    }

    /// *Claim.* To each head but the Kings another tail that it goes onto can be given that comes to light in the interval in
    /// which it leaves, before it, and to each run that goes out a 2. *Proof.* At that time such a tail is open. As many are open
    /// as have come to light in the interval, less those that have got a card or gone out: so that of these, in order, each
    /// can be given the next. A card that joins the tail that it covers leaves as it is dealt, and that tail comes to light
    /// with it.
    fn add_hosts(&mut self) {
        for (of_type, &host) in self.types.clone().iter().enumerate() {
            let heads = &self.events.heads;
            let numbers: Vec<usize> = match host.rank {
                0 => self.events.kings_of(host.parity).map(|(_, out)| out).collect(),
                _ => (0..heads.len()).filter(|&n| goes_onto(heads[n].card, host)).collect(),
            };
            let given = vec![Vec::new(); numbers.len()];
            let mut guests = Guests { host, of_type, numbers, given };
            self.add_hosts_of_heads(&mut guests);
            self.add_open_hosts(&mut guests);
            guests.given.iter().for_each(|given| self.formula.add(given));
        }
    }

    /// The tails that come to light with a head.
    fn add_hosts_of_heads(&mut self, guests: &mut Guests) {
        let Encoding { formula, events, tails, .. } = self;
        for (number, head) in events.heads.iter().enumerate() {
            let lit = match head.under {
                Under::Tail(tail) if tail == guests.host => TRUE,
                Under::Covered => tails[head.row][head.column].of_type[guests.of_type],
                _ => continue,
            };
            let mut used = Vec::new();
            for (i, &guest) in guests.numbers.iter().enumerate() {
                let uses = formula.new_variable();
                formula.add(&[-uses, lit]);
                if guest == number {
                    if head.under != Under::Covered {
                        formula.add(&[-uses]);
                    }
                    formula.add(&[-uses, events.leaves_in(guest, head.row)]);
                } else {
                    formula.add(&[-uses, events.order.before(number, guest)]);
                    for interval in 0..events.rows {
                        let [a, b] = [number, guest].map(|h| events.happened_by(h, interval));
                        formula.add(&[-uses, -a, b]);
                    }
                }
                used.push(uses);
                guests.given[i].push(uses);
            }
            add_one_at_most(formula, &used);
        }
    }

    /// The tails that are open from the beginning of an interval.
    fn add_open_hosts(&mut self, guests: &mut Guests) {
        let Encoding { formula, events, tails, veils, open, .. } = self;
        for interval in 0..=events.rows {
            let count = match interval {
                0 => open_tails(open, guests.host),
                _ => {
                    let dealt = events.heads.iter();
                    dealt.filter(|head| head.row == interval && head.card == guests.host).count()
                }
            };
            let veiled = veils[interval].iter();
            let veiled = veiled.map(|&column| tails[interval][column].of_type[guests.of_type]);
            for lit in std::iter::repeat_n(TRUE, count).chain(veiled) {
                let mut used = Vec::new();
                for (i, &guest) in guests.numbers.iter().enumerate() {
                    let leaves = events.happens_in(formula, guest, interval);
                    if leaves == -TRUE {
                        continue;
                    }
                    let uses = formula.new_variable();
                    formula.add(&[-uses, lit]);
                    formula.add(&[-uses, leaves]);
                    used.push(uses);
                    guests.given[i].push(uses);
                }
                add_one_at_most(formula, &used);
            }
        }
    }

    /// *Claim.* When a row is dealt, the run of a King who has left his column and is not out lies in one column; no other such
    /// run lies there. If it did not at the row before, all heads of the column that lie there have left. If it did, and a
    /// head of that row is still there, it has stayed. Where all heads have left, the column's tail is that of such a run, and
    /// of its parity. A head that comes onto it leaves before it goes out. *Proof.* Such a run comes only to an empty
    /// column, lies at its bottom, and moves and goes out only if nothing lies on it.
    fn add_away(&mut self) {
        let kings = self.events.kings.clone();
        let columns = self.events.columns;
        self.away = vec![Vec::new()];
        for row in 1..=self.events.rows {
            let mut away: Vec<Vec<Lit>> = Vec::new();
            for &(king, out) in &kings {
                let [left, out] = [king, out].map(|event| self.events.happened_by(event, row - 1));
                let is_away = self.formula.both([left, -out]);
                let lies: Vec<Lit> = (0..columns).map(|_| self.formula.new_variable()).collect();
                self.formula.imply(&[is_away], &lies);
                lies.iter().for_each(|&lit| self.formula.imply(&[lit], &[is_away]));
                add_one_at_most(&mut self.formula, &lies);
                away.push(lies);
            }
            for column in 0..columns {
                let here: Vec<Lit> = away.iter().map(|lies| lies[column]).collect();
                add_one_at_most(&mut self.formula, &here);
                let cleared = self.is_cleared(column, row - 1);
                let mut by_parity = [vec![-cleared], vec![-cleared]];
                for (i, &lies) in here.iter().enumerate() {
                    let (king, out) = kings[i];
                    let parity = self.events.heads[king].card.parity;
                    by_parity[usize::from(parity)].push(lies);
                    let before = match row {
                        1 => -TRUE,
                        _ => self.away[row - 1][i][column],
                    };
                    self.formula.imply(&[lies, -before], &[cleared]);
                    self.formula.imply(&[lies], &[-self.tails[row][column].none]);
                    let of_other = self.types.iter().zip(&self.tails[row][column].of_type);
                    for (_, &lit) in of_other.filter(|(card, _)| card.parity != parity) {
                        self.formula.imply(&[lies, cleared], &[-lit]);
                    }
                    for (number, head) in self.events.of_column(column, row) {
                        if head.row == row {
                            let leaves = self.events.order.before(number, out);
                            self.formula.imply(&[lies], &[leaves]);
                        } else if head.row + 1 == row && row > 1 {
                            let left = self.events.happened_by(number, row - 1);
                            self.formula.imply(&[before], &[left, lies]);
                        }
                    }
                }
                for (card, &lit) in self.types.iter().zip(&self.tails[row][column].of_type) {
                    self.formula.imply(&[lit], &by_parity[usize::from(card.parity)]);
                }
            }
            self.away.push(away);
        }
    }

    /// *Claim.* When a King leaves, his run goes out, and nothing happens between the two; or more other columns have lost
    /// all heads that lie there by then than hold runs of Kings that have left in the interval or lay in one of them at
    /// its beginning, and are not out. *Proof.* He goes out, or to an empty column: one that has lost all heads, and
    /// holds no run. Each of these runs lies in such a column.
    fn add_kings(&mut self) {
        for (king, out) in self.events.kings.clone() {
            let Head { column: own, .. } = self.events.heads[king];
            let goes_out = self.formula.new_variable();
            let mut spaces = vec![-TRUE; self.events.columns];
            for column in (0..self.events.columns).filter(|&column| column != own) {
                spaces[column] = self.formula.new_variable();
                for (number, head) in self.events.of_column(column, self.events.rows) {
                    let not_yet = match head.row {
                        0 => -TRUE,
                        row => self.events.happened_by(king, row - 1),
                    };
                    let has_left = self.events.order.before(number, king);
                    self.formula.add(&[-spaces[column], not_yet, has_left]);
                }
            }
            let mut taken = vec![TRUE];
            for (i, (other, out)) in self.events.kings.clone().into_iter().enumerate() {
                if other == king {
                    continue;
                }
                let takes = self.formula.new_variable();
                taken.push(takes);
                let [left, out] = [other, out].map(|event| self.events.order.before(event, king));
                for interval in 0..=self.events.rows {
                    let now = self.events.leaves_in(king, interval);
                    let just = self.events.leaves_in(other, interval);
                    self.formula.imply(&[now, just, left], &[out, takes]);
                    if interval > 0 {
                        for (&lies, &space) in self.away[interval][i].iter().zip(&spaces) {
                            self.formula.imply(&[now, lies, space], &[out, takes]);
                        }
                    }
                }
            }
            self.formula.unless(vec![goes_out]);
            at_most_as_many(&mut self.formula, &taken, &spaces);
            self.formula.unless(Vec::new());
            for event in
                (0..self.events.order.events()).filter(|&event| event != king && event != out)
            {
                let [left, out] = [king, out].map(|other| self.events.order.before(event, other));
                self.formula.imply(&[goes_out, out], &[left]);
            }
        }
    }

    /// *Claim.* To each King another card of each rank can be given that has left, if it was a head, before his run goes
    /// out. *Proof.* The cards of the run.
    fn add_outs(&mut self) {
        for parity in 0..2 {
            let kings: Vec<(usize, usize)> = self.events.kings_of(parity).collect();
            for rank in 0..self.events.king {
                let card = CardType { parity, rank };
                let inner = self.inner.iter().filter(|&&other| other == card).count();
                let heads = 0..self.events.heads.len();
                let of_type = heads.filter(|&number| self.events.heads[number].card == card);
                let cards: Vec<Option<usize>> =
                    of_type.map(Some).chain(std::iter::repeat_n(None, inner)).collect();
                let mut given: Vec<Vec<Lit>> = vec![Vec::new(); kings.len()];
                for head in cards {
                    let mut used = Vec::new();
                    for (given, &(_, out)) in given.iter_mut().zip(&kings) {
                        let uses = self.formula.new_variable();
                        if let Some(head) = head {
                            let left = self.events.order.before(head, out);
                            self.formula.add(&[-uses, left]);
                        }
                        used.push(uses);
                        given.push(uses);
                    }
                    add_one_at_most(&mut self.formula, &used);
                }
                given.iter().for_each(|given| self.formula.add(given));
            }
        }
    }
}

/// Whether a card goes onto a type.
fn goes_onto(card: CardType, host: CardType) -> bool {
    card.parity == host.parity && card.rank + 1 == host.rank
}

fn open_tails(open: &[CardType], card: CardType) -> usize {
    open.iter().filter(|&&tail| tail == card).count()
}

fn add_one_at_most(formula: &mut Formula, lits: &[Lit]) {
    for (i, &lit) in lits.iter().enumerate() {
        lits[..i].iter().for_each(|&other| formula.add(&[-lit, -other]));
    }
}

//! Names of axioms about an order.

use std::fmt;
use std::str::FromStr;

use super::NoAxiom;

/// The name of an axiom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OrderAxiom {
    /// A clause of the formula, by number.
    Clause(usize),
    /// That of three events not each comes before the next, and the last before the first.
    Circle([usize; 3]),
    /// A count, by number, and so many of its literals, by number, that one of them is false.
    Count(usize, Vec<usize>),
}

impl fmt::Display for OrderAxiom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderAxiom::Clause(number) => write!(f, "clause {number}"),
            OrderAxiom::Circle([a, b, c]) => write!(f, "circle {a} {b} {c}"),
            OrderAxiom::Count(number, of) => {
                write!(f, "count {number}")?;
                of.iter().try_for_each(|lit| write!(f, " {lit}"))
            }
        }
    }
}

impl FromStr for OrderAxiom {
    type Err = NoAxiom;

    fn from_str(text: &str) -> Result<OrderAxiom, NoAxiom> {
        let (kind, numbers) = text.split_once(' ').ok_or(NoAxiom)?;
        let number = |text: &str| text.parse::<u32>().map(|number| number as usize);
        let numbers: Result<Vec<usize>, _> = numbers.split(' ').map(number).collect();
        match (kind, numbers.map_err(|_| NoAxiom)?.as_slice()) {
            ("clause", &[number]) => Ok(OrderAxiom::Clause(number)),
            ("circle", &[a, b, c]) => Ok(OrderAxiom::Circle([a, b, c])),
            ("count", [number, of @ ..]) => Ok(OrderAxiom::Count(*number, of.to_vec())),
            _ => Err(NoAxiom),
        }
    }
}

//! Clauses, and the variables in them.

/// A variable, or with a minus its negation, as in the DIMACS format.
pub type Lit = i32;

/// What is true in all solutions.
pub const TRUE: Lit = 1;

/// Clauses of which all must hold: in each at least one literal is true.
#[derive(Debug, Clone)]
pub struct Formula {
    variables: usize,
    /// The literals of all clauses.
    lits: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<u32>,
    /// What is added to each new clause.
    unless: Vec<Lit>,
}

/// With the clause that [`TRUE`] is.
impl Default for Formula {
    fn default() -> Formula {
        Formula { variables: 1, lits: vec![TRUE], ends: vec![1], unless: Vec::new() }
    }
}

impl Formula {
    /// A new variable.
    pub fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        self.variables as Lit
    }

    /// Adds a clause; what is known of its literals is left out.
    pub fn add(&mut self, clause: &[Lit]) {
        if !clause.contains(&TRUE) {
            self.lits.extend(clause.iter().chain(&self.unless).filter(|&&lit| lit != -TRUE));
            self.ends.push(self.lits.len() as u32);
        }
    }

    /// Adds the clause that if all of `conditions` are true, one of `conclusions` is.
    pub fn imply(&mut self, conditions: &[Lit], conclusions: &[Lit]) {
        let negated = conditions.iter().map(|&lit| -lit);
        self.add(&negated.chain(conclusions.iter().copied()).collect::<Vec<Lit>>());
    }

    /// A literal that is true if and only if both are.
    pub fn both(&mut self, [a, b]: [Lit; 2]) -> Lit {
        match (a, b) {
            (TRUE, TRUE) => TRUE,
            _ if a == -TRUE || b == -TRUE => -TRUE,
            _ => {
                let both = self.new_variable();
                self.add(&[-both, a]);
                self.add(&[-both, b]);
                self.add(&[both, -a, -b]);
                both
            }
        }
    }

    /// The clauses added from now on need not hold if one of these literals is true.
    pub fn unless(&mut self, lits: Vec<Lit>) {
        self.unless = lits;
    }

    /// How many variables there are, numbered from 1.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The clause of a number, from 0.
    pub fn clause(&self, number: usize) -> Option<&[Lit]> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.lits[start as usize..end as usize])
    }

    /// All clauses, in the order of their numbers.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        (0..self.ends.len()).map(|number| self.clause(number).expect("below the number of clauses"))
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Lit>() * self.lits.capacity() + size_of::<u32>() * self.ends.capacity()
    }
}

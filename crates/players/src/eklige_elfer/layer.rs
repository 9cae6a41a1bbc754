//! Beam search over the steps between two deals, in which nothing is hidden but what a face-down card is.

use super::evaluation::{HEIGHTS, KINGS_AT, TURNING_AT, Values};
use super::seen::{COLUMNS, Seen, Stack, Step, parity, rank};
use super::tails::Tails;
use crate::fingerprints::Fingerprints;

/// A state between two deals: how high each column still is, a byte each, and which tails are open. The
/// heights tell the rest: a head that went onto another took a tail one higher, a King that left and is at
/// no bottom went out.
#[derive(Clone, Copy)]
struct Node {
    heights: [u8; COLUMNS],
    /// The heights' fingerprint.
    key: u64,
    open: [Tails; 2],
    /// The types of the open tails, a bit each.
    types: u32,
    value: i32,
    runs_left: u8,
    parent: u32,
    step: Step,
}

/// No type.
const NONE: u8 = u8::MAX;

/// A column without its open run: its height, the type of the tail that is then open, and the gain.
#[derive(Clone, Copy, Default)]
struct Under {
    height: u8,
    tail: u8,
    gain: i32,
}

/// The beam; what it allocates is used again and again.
pub struct Layer {
    nodes: Vec<Node>,
    children: Vec<Node>,
    seen_heights: Fingerprints,
    /// By column and height: the type of the open run's head.
    heads: [[u8; HEIGHTS]; COLUMNS],
    /// Likewise what becomes of the column when that run goes.
    under: [[Under; HEIGHTS]; COLUMNS],
    width: usize,
    king: u8,
}

/// A plan for a layer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct End {
    pub steps: Vec<Step>,
    pub value: i32,
}

impl Layer {
    /// An empty one.
    pub fn new() -> Layer {
        Layer {
            nodes: Vec::with_capacity(512),
            children: Vec::new(),
            seen_heights: Fingerprints::default(),
            heads: [[NONE; HEIGHTS]; COLUMNS],
            under: [[Under::default(); HEIGHTS]; COLUMNS],
            width: 0,
            king: 0,
        }
    }

    /// The best `count` ends of the layer, the best first: of states that a beam of this width keeps.
    pub fn ends(&mut self, seen: &Seen, values: &Values, width: usize, count: usize) -> Vec<End> {
        self.search(seen, values, width);
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|&i| {
            (self.nodes[i as usize].runs_left > 0, -self.nodes[i as usize].value)
        });
        order.truncate(count);
        order.into_iter().map(|i| self.end(i)).collect()
    }

    /// The best end.
    pub fn best(&mut self, seen: &Seen, values: &Values, width: usize) -> End {
        self.search(seen, values, width);
        let key = |i: &u32| {
            let node = &self.nodes[*i as usize];
            (node.runs_left > 0, -node.value, *i)
        };
        let best = (0..self.nodes.len() as u32).min_by_key(key);
        self.end(best.expect("there is at least the start"))
    }

    fn end(&self, node: u32) -> End {
        let value = self.nodes[node as usize].value;
        let mut steps = Vec::new();
        let mut at = node;
        while at != 0 {
            steps.push(self.nodes[at as usize].step);
            at = self.nodes[at as usize].parent;
        }
        steps.reverse();
        End { steps, value }
    }

    fn search(&mut self, seen: &Seen, values: &Values, width: usize) {
        self.begin(seen, values);
        self.seen_heights.clear(32 * width);
        let mut first = 0;
        while first < self.nodes.len() {
            self.children.clear();
            let end = self.nodes.len();
            for parent in first..end {
                self.expand(parent as u32, values);
            }
            if self.children.len() > width {
                self.children.select_nth_unstable_by_key(width, |n| (-n.value, n.heights));
                self.children.truncate(width);
            }
            self.children.sort_unstable_by_key(|n| (-n.value, n.heights));
            self.nodes.append(&mut self.children);
            first = end;
        }
    }

    fn begin(&mut self, seen: &Seen, values: &Values) {
        self.width = seen.width;
        self.king = seen.king;
        let mut heights = [0; COLUMNS];
        let (mut value, mut types) = (0, 0);
        for (column, stack) in seen.stacks[..seen.width].iter().enumerate() {
            self.begin_column(column, stack, &values.columns[column]);
            let height = self.start_height(stack);
            heights[column] = height as u8;
            value += values.columns[column][height];
        }
        let open = seen.open_tails();
        for (of, tails) in open.iter().enumerate() {
            for rank in 0..=seen.king {
                let tail = of << 4 | usize::from(rank);
                for n in 0..tails.count(rank) {
                    value += values.tails[usize::from(n > 0)][tail];
                    types |= 1 << tail;
                }
            }
        }
        self.nodes.clear();
        let (parent, step, runs_left) = (0, Step::Pop(0), seen.runs_left);
        self.nodes.push(Node { heights, key: 0, open, types, value, runs_left, parent, step });
    }

    fn begin_column(&mut self, column: usize, stack: &Stack, values: &[i32; HEIGHTS]) {
        let (heads, under) = (&mut self.heads[column], &mut self.under[column]);
        heads[KINGS_AT] = king_of(self.king, 0);
        heads[KINGS_AT + 1] = king_of(self.king, 1);
        let lowest = if stack.down > 0 { TURNING_AT } else { 0 };
        let (mut at, mut tail) = (lowest, NONE);
        for (i, run) in stack.runs[..usize::from(stack.len)].iter().enumerate() {
            heads[i + 1] = run.head;
            let gain = values[at] - values[i + 1];
            under[i + 1] = Under { height: at as u8, tail, gain };
            at = i + 1;
            if i == 0 && lowest == 0 && rank(run.head) == self.king {
                at = KINGS_AT + parity(run.head);
            }
            tail = run.head & 16 | run.tail;
        }
        for at in [KINGS_AT, KINGS_AT + 1] {
            under[at] = Under { height: 0, tail: NONE, gain: values[0] - values[at] };
        }
    }

    /// A King's run that is alone is the same wherever it lies.
    fn start_height(&self, stack: &Stack) -> usize {
        match (stack.len, stack.down) {
            (0, 1..) => TURNING_AT,
            (1, 0) if rank(stack.runs[0].head) == self.king => {
                KINGS_AT + parity(stack.runs[0].head)
            }
            (len, _) => usize::from(len),
        }
    }

    fn expand(&mut self, parent: u32, values: &Values) {
        let node = self.nodes[parent as usize];
        let mut space = None;
        let mut heads = [None; 2];
        for column in 0..self.width {
            let h = usize::from(node.heights[column]);
            let head = self.heads[column][h];
            if head == NONE {
                if h == 0 && space.is_none() {
                    space = Some(column);
                }
            } else if rank(head) < self.king {
                if node.types >> (head + 1) & 1 == 1
                    && let Some(mut next) = self.uncover(&node, parent, column, 0)
                {
                    next.step = Step::Pop(column as u8);
                    self.close(&mut next, values, head + 1);
                    self.reveal(&mut next, values, column, h);
                    self.children.push(next);
                }
            } else if node.types >> (head & 16) & 1 == 1
                && self.others_carry(&node, head, &mut heads)
                && let Some(mut next) = self.uncover(&node, parent, column, 0)
            {
                next.step = Step::Out(column as u8);
                next.runs_left -= 1;
                next.value += values.out;
                self.close(&mut next, values, head & 16);
                self.reveal(&mut next, values, column, h);
                self.children.push(next);
            }
        }
        if let Some(space) = space {
            self.expand_to_space(&node, parent, space, values);
        }
    }

    /// A King's run that lies on something goes to a space.
    fn expand_to_space(&mut self, node: &Node, parent: u32, space: usize, values: &Values) {
        for column in 0..self.width {
            let h = usize::from(node.heights[column]);
            let head = self.heads[column][h];
            if head != NONE && h < TURNING_AT && rank(head) == self.king {
                let at = KINGS_AT + parity(head);
                let key = mark(space, 0).wrapping_sub(mark(space, at));
                if let Some(mut next) = self.uncover(node, parent, column, key) {
                    next.step = Step::King(column as u8);
                    next.heights[space] = at as u8;
                    next.value += values.columns[space][at] - values.columns[space][0];
                    self.reveal(&mut next, values, column, h);
                    self.children.push(next);
                }
            }
        }
    }

    /// Takes an open tail of this type away.
    fn close(&self, node: &mut Node, values: &Values, tail: u8) {
        node.open[parity(tail)].remove(rank(tail));
        let again = node.open[parity(tail)].has(rank(tail));
        node.types &= !(u32::from(!again) << tail);
        node.value -= values.tails[usize::from(again)][usize::from(tail)];
    }

    /// A state without the open run of a column, if it is new; its open tails are still those of `node`.
    #[inline]
    fn uncover(&mut self, node: &Node, parent: u32, column: usize, key: u64) -> Option<Node> {
        let height = usize::from(node.heights[column]);
        let under = self.under[column][height];
        let left = usize::from(under.height);
        let key = node
            .key
            .wrapping_add(mark(column, height))
            .wrapping_sub(mark(column, left))
            .wrapping_add(key);
        if !self.seen_heights.insert(key) {
            return None;
        }
        let mut next = *node;
        next.key = key;
        next.parent = parent;
        next.heights[column] = under.height;
        next.value += under.gain;
        Some(next)
    }

    /// Opens the tail under the run that a column of this height lost.
    #[inline]
    fn reveal(&self, node: &mut Node, values: &Values, column: usize, height: usize) {
        let tail = self.under[column][height].tail;
        if tail != NONE {
            let again = node.types >> tail & 1;
            node.value += values.tails[again as usize][usize::from(tail)];
            node.open[parity(tail)].add(rank(tail));
            node.types |= 1 << tail;
        }
    }

    /// Whether the open heads but this King can carry the open tails but a 2. Keeps the heads of each parity
    /// once they are known.
    fn others_carry(&self, node: &Node, king: u8, heads: &mut [Option<Tails>; 2]) -> bool {
        let of = parity(king);
        let mut heads = *heads[of].get_or_insert_with(|| self.open_heads(node, of));
        heads.remove(rank(king));
        let mut tails = node.open[of];
        tails.remove(0);
        heads.can_carry(tails)
    }

    fn open_heads(&self, node: &Node, of: usize) -> Tails {
        let mut heads = Tails::default();
        for column in 0..self.width {
            let head = self.heads[column][usize::from(node.heights[column])];
            if head != NONE && parity(head) == of {
                heads.add(rank(head));
            }
        }
        heads
    }
}

impl Default for Layer {
    fn default() -> Layer {
        Layer::new()
    }
}

/// What a column of this height adds to the fingerprint.
#[inline]
fn mark(column: usize, height: usize) -> u64 {
    const MARKS: [[u64; HEIGHTS]; COLUMNS] = {
        let mut marks = [[0; HEIGHTS]; COLUMNS];
        let (mut at, mut x) = (0, 0x9e37_79b9_7f4a_7c15_u64);
        while at < COLUMNS * HEIGHTS {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            marks[at / HEIGHTS][at % HEIGHTS] = x.wrapping_mul(0x2545_f491_4f6c_dd1d);
            at += 1;
        }
        marks
    };
    MARKS[column][height]
}

fn king_of(king: u8, parity: u8) -> u8 {
    parity << 4 | king
}

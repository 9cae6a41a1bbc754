//! Where the piles of a table lie when it is drawn, in units of a card 50 wide and 70 high.

use gehtauf::rules::Slot;

use crate::table::{Group, Shape, Table};

/// Width of a card.
pub const CARD_WIDTH: u32 = 50;
/// Height of a card.
pub const CARD_HEIGHT: u32 = 70;

/// From one card of a column to the next: the upper edge with rank and suit stays visible.
const FAN: u32 = 20;
/// The same over a face-down card.
const FAN_DOWN: u32 = 7;
/// Longer columns are fanned less.
const LONGEST_FAN: u32 = 400;
/// Space around and between.
const GAP: u32 = 6;
const MARGIN: u32 = 8;
/// Height of the numbers above columns and places, width of those before rows.
const LABEL: u32 = 14;

/// Where one pile lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The pile's label.
    pub label: String,
    /// The left edge of its first card.
    pub x: u32,
    /// The upper edge of its first card.
    pub y: u32,
    /// From a card to the next one to the right.
    pub step_x: u32,
    /// From a face-up card to the next one below it.
    pub step_y: u32,
    /// From a face-down card to the next one below it.
    pub step_y_down: u32,
    /// The cards lie crosswise.
    pub crosswise: bool,
    /// How many cards side by side it has room for.
    pub room: u32,
}

impl Place {
    /// The left upper corner of each card, were it not crosswise.
    pub fn corners<'a>(&'a self, slots: &'a [Slot]) -> impl Iterator<Item = (u32, u32)> + 'a {
        let mut y = self.y;
        slots.iter().zip(0..).map(move |(slot, i)| {
            let corner = (self.x + i * self.step_x, y);
            y += if slot.is_face_down() { self.step_y_down } else { self.step_y };
            corner
        })
    }
}

/// A number of a pile or of a place, as the moves name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Its middle.
    pub x: u32,
    /// Its upper edge.
    pub y: u32,
    /// The number.
    pub text: String,
}

/// Where all piles lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The places in the order of [`Table::piles`].
    pub places: Vec<Place>,
    /// The numbers of columns, rows and places.
    pub labels: Vec<Label>,
    /// Width of everything.
    pub width: u32,
    /// Height of everything.
    pub height: u32,
}

impl Scene {
    /// Room for all these tables of one game, of which there is at least one.
    pub fn new(tables: &[Table]) -> Scene {
        let groups = &tables[0].groups;
        let crosswise = groups.iter().any(|group| group.shape == Shape::Crosswise);
        let pitch = GAP + if crosswise { CARD_HEIGHT } else { CARD_WIDTH };
        let mut scene = Scene { places: Vec::new(), labels: Vec::new(), width: 0, height: 0 };
        let mut y = MARGIN;
        // The right upper corner of the last columns, beside which other piles may lie.
        let mut corner = (MARGIN, MARGIN);
        let mut lowest = 0;
        let mut labels = Vec::new();
        for (g, group) in groups.iter().enumerate() {
            let mut add = |i: usize, x, y, steps: (u32, u32, u32), width, room| {
                let label = group.piles[i].label.clone();
                let crosswise = group.shape == Shape::Crosswise;
                let (step_x, step_y, step_y_down) = steps;
                scene.places.push(Place {
                    label,
                    x,
                    y,
                    step_x,
                    step_y,
                    step_y_down,
                    crosswise,
                    room,
                });
                scene.width = scene.width.max(x + width + MARGIN);
            };
            let piles = group.piles.len() as u32;
            match group.shape {
                Shape::Heaps => {
                    for i in 0..piles {
                        add(i as usize, MARGIN + i * pitch, y, (0, 0, 0), CARD_WIDTH, 1);
                    }
                    y += CARD_HEIGHT + GAP;
                }
                Shape::Crosswise => {
                    // A card turned about its centre reaches 10 units further to both sides.
                    let reach = (CARD_HEIGHT - CARD_WIDTH) / 2;
                    for i in 0..piles {
                        let x = MARGIN + i * pitch + reach;
                        add(i as usize, x, y - reach, (0, 0, 0), CARD_WIDTH + reach, 1);
                    }
                    y += CARD_WIDTH + GAP;
                }
                Shape::Columns => {
                    let longest = tables.iter().map(|table| fan(&table.groups[g])).max();
                    let longest = longest.unwrap_or(0);
                    let fan = if longest > LONGEST_FAN { FAN * LONGEST_FAN / longest } else { FAN };
                    let inset = (pitch - GAP - CARD_WIDTH) / 2;
                    y += LABEL;
                    for i in 0..piles {
                        let x = MARGIN + i * pitch + inset;
                        let text = group.piles[i as usize].label[1..].to_string();
                        labels.push(Label { x: x + CARD_WIDTH / 2, y: y - LABEL, text });
                        add(i as usize, x, y, (0, fan, FAN_DOWN), CARD_WIDTH + inset, 1);
                    }
                    corner = (MARGIN + piles * pitch, y);
                    y += longest.min(LONGEST_FAN) + CARD_HEIGHT + GAP;
                }
                Shape::Rows => {
                    let (left, step) = (MARGIN + LABEL, CARD_WIDTH + GAP / 2);
                    for place in 0..group.piles[0].slots.len() as u32 {
                        let x = left + place * step + CARD_WIDTH / 2;
                        labels.push(Label { x, y, text: place.to_string() });
                    }
                    y += LABEL;
                    for (i, pile) in group.piles.iter().enumerate() {
                        let room = pile.slots.len() as u32;
                        add(i, left, y, (step, 0, 0), room * step - GAP / 2, room);
                        let middle = y + (CARD_HEIGHT - LABEL) / 2;
                        let text = pile.label[1..].to_string();
                        labels.push(Label { x: MARGIN + LABEL / 2 - 2, y: middle, text });
                        y += CARD_HEIGHT + GAP;
                    }
                }
                Shape::Aside => {
                    for i in 0..piles {
                        let y = corner.1 + i * (CARD_HEIGHT + GAP);
                        add(i as usize, corner.0, y, (0, 0, 0), CARD_WIDTH, 1);
                        lowest = lowest.max(y + CARD_HEIGHT + GAP);
                    }
                }
            }
        }
        scene.labels = labels;
        scene.height = y.max(lowest) - GAP + MARGIN;
        scene
    }
}

/// How far the last card of the longest pile lies below the first.
fn fan(group: &Group) -> u32 {
    let step = |slot: &Slot| if slot.is_face_down() { FAN_DOWN } else { FAN };
    let length = |slots: &[Slot]| slots.iter().rev().skip(1).map(step).sum();
    group.piles.iter().map(|pile| length(&pile.slots)).max().unwrap_or(0)
}

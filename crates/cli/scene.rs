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
        let scene = Scene { places: Vec::new(), labels: Vec::new(), width: 0, height: 0 };
        let pitch = GAP + if crosswise { CARD_HEIGHT } else { CARD_WIDTH };
        let mut builder = Builder { scene, pitch, y: MARGIN, corner: (MARGIN, MARGIN), lowest: 0 };
        for (g, group) in groups.iter().enumerate() {
            match group.shape {
                Shape::Heaps => builder.heaps(group),
                Shape::Crosswise => builder.crosswise(group),
                Shape::Columns => {
                    let longest = tables.iter().map(|table| fan(&table.groups[g])).max();
                    builder.columns(group, longest.unwrap_or(0));
                }
                Shape::Rows => builder.rows(group),
                Shape::Aside => builder.aside(group),
            }
        }
        let Builder { mut scene, y, lowest, .. } = builder;
        scene.height = y.max(lowest) - GAP + MARGIN;
        scene
    }
}

/// A scene to which groups are added one below another.
struct Builder {
    scene: Scene,
    /// From one pile to the next.
    pitch: u32,
    /// The upper edge of the next group.
    y: u32,
    /// The right upper corner of the last columns, beside which other piles may lie.
    corner: (u32, u32),
    /// The lower edge of the lowest pile beside columns.
    lowest: u32,
}

impl Builder {
    /// Adds a pile of a group with its left upper corner, steps, width and room.
    fn add(
        &mut self,
        group: &Group,
        i: usize,
        (x, y): (u32, u32),
        (step_x, step_y, step_y_down): (u32, u32, u32),
        width: u32,
        room: u32,
    ) {
        let label = group.piles[i].label.clone();
        let crosswise = group.shape == Shape::Crosswise;
        let place = Place { label, x, y, step_x, step_y, step_y_down, crosswise, room };
        self.scene.places.push(place);
        self.scene.width = self.scene.width.max(x + width + MARGIN);
    }

    fn label(&mut self, x: u32, y: u32, text: String) {
        self.scene.labels.push(Label { x, y, text });
    }

    /// The left edge of a pile of a group.
    fn x(&self, i: usize) -> u32 {
        MARGIN + i as u32 * self.pitch
    }

    fn heaps(&mut self, group: &Group) {
        for i in 0..group.piles.len() {
            self.add(group, i, (self.x(i), self.y), (0, 0, 0), CARD_WIDTH, 1);
        }
        self.y += CARD_HEIGHT + GAP;
    }

    fn crosswise(&mut self, group: &Group) {
        // A card turned about its centre reaches 10 units further to both sides.
        let reach = (CARD_HEIGHT - CARD_WIDTH) / 2;
        for i in 0..group.piles.len() {
            let corner = (self.x(i) + reach, self.y - reach);
            self.add(group, i, corner, (0, 0, 0), CARD_WIDTH + reach, 1);
        }
        self.y += CARD_WIDTH + GAP;
    }

    /// Columns of which the longest reaches so far down, fanned out as they are.
    fn columns(&mut self, group: &Group, longest: u32) {
        let fan = if longest > LONGEST_FAN { FAN * LONGEST_FAN / longest } else { FAN };
        let inset = (self.pitch - GAP - CARD_WIDTH) / 2;
        self.y += LABEL;
        for (i, pile) in group.piles.iter().enumerate() {
            let x = self.x(i) + inset;
            self.label(x + CARD_WIDTH / 2, self.y - LABEL, pile.label[1..].to_string());
            self.add(group, i, (x, self.y), (0, fan, FAN_DOWN), CARD_WIDTH + inset, 1);
        }
        self.corner = (self.x(group.piles.len()), self.y);
        self.y += longest.min(LONGEST_FAN) + CARD_HEIGHT + GAP;
    }

    fn rows(&mut self, group: &Group) {
        let (left, step) = (MARGIN + LABEL, CARD_WIDTH + GAP / 2);
        for place in 0..group.piles[0].slots.len() as u32 {
            self.label(left + place * step + CARD_WIDTH / 2, self.y, place.to_string());
        }
        self.y += LABEL;
        for (i, pile) in group.piles.iter().enumerate() {
            let room = pile.slots.len() as u32;
            self.add(group, i, (left, self.y), (step, 0, 0), room * step - GAP / 2, room);
            let middle = self.y + (CARD_HEIGHT - LABEL) / 2;
            self.label(MARGIN + LABEL / 2 - 2, middle, pile.label[1..].to_string());
            self.y += CARD_HEIGHT + GAP;
        }
    }

    fn aside(&mut self, group: &Group) {
        for i in 0..group.piles.len() {
            let y = self.corner.1 + i as u32 * (CARD_HEIGHT + GAP);
            self.add(group, i, (self.corner.0, y), (0, 0, 0), CARD_WIDTH, 1);
            self.lowest = self.lowest.max(y + CARD_HEIGHT + GAP);
        }
    }
}

/// How far the last card of the longest pile lies below the first.
fn fan(group: &Group) -> u32 {
    let step = |slot: &Slot| if slot.is_face_down() { FAN_DOWN } else { FAN };
    let length = |slots: &[Slot]| slots.iter().rev().skip(1).map(step).sum();
    group.piles.iter().map(|pile| length(&pile.slots)).max().unwrap_or(0)
}

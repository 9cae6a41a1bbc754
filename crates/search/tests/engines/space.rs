//! The eight-puzzle as a search space.

use gehtauf_search::{Bounded, Evaluated, Space};

/// Nine places row by row; 0 is the empty one. Won when it reads 1 2 3 4 5 6 7 8 0.
pub struct EightPuzzle;

/// The tile at each place.
pub type Board = [u8; 9];

/// 31 moves from the end.
pub const FARTHEST: Board = [8, 6, 7, 2, 5, 4, 3, 0, 1];
/// Two tiles exchanged.
pub const UNSOLVABLE: Board = [2, 1, 3, 4, 5, 6, 7, 8, 0];

impl Space for EightPuzzle {
    type State = Board;
    type Move = usize;
    type Key = Board;

    fn key(&self, board: &Board) -> Board {
        *board
    }

    fn is_won(&self, board: &Board) -> bool {
        *board == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    }

    fn moves(&self, board: &Board, moves: &mut Vec<usize>) {
        let empty = board.iter().position(|&tile| tile == 0).unwrap();
        let (row, column) = (empty / 3, empty % 3);
        moves.extend((row > 0).then(|| empty - 3));
        moves.extend((row < 2).then_some(empty + 3));
        moves.extend((column > 0).then(|| empty - 1));
        moves.extend((column < 2).then_some(empty + 1));
    }

    fn play(&self, board: &mut Board, tile: usize) {
        let empty = board.iter().position(|&tile| tile == 0).unwrap();
        board.swap(empty, tile);
    }
}

impl Bounded for EightPuzzle {
    fn moves_left(&self, board: &Board) -> u32 {
        let distance = |place: usize, tile: u8| {
            let home = usize::from(tile) - 1;
            (place / 3).abs_diff(home / 3) + (place % 3).abs_diff(home % 3)
        };
        let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(|(place, &tile)| distance(place, tile) as u32).sum()
    }
}

impl Evaluated for EightPuzzle {
    fn evaluate(&self, board: &Board) -> i32 {
        -(self.moves_left(board) as i32)
    }
}

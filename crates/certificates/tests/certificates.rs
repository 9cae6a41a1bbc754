//! Certificates made by brute force over the rules, read, checked and broken.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use gehtauf_cards::seeded_deck;
use gehtauf_certificates::{Certificate, Checked, Evidence, FileError, Packer, Packings, Refusal};
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
use proptest::prelude::*;

const GAMES: &[(RuleSet, &[(&str, &str)])] = &[
    (RuleSet::AchtMalAcht, &[("ranks", "3"), ("suits", "CH"), ("columns", "2"), ("rows", "3")]),
    (RuleSet::EightByEight, &[("ranks", "3"), ("suits", "CH"), ("columns", "2"), ("rows", "3")]),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("suits", "CH"), ("columns", "2")]),
    (RuleSet::Domino, &[("ranks", "5"), ("suits", "CH"), ("redeals", "0"), ("aces", "free")]),
    (RuleSet::Hochzeitszug, &[("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "2")]),
];

/// Every position that can be reached; nothing if one of them is won.
fn reachable(start: &AnyPosition) -> Option<Vec<AnyPosition>> {
    explore(start).filter(|(_, won)| won.is_empty()).map(|(positions, _)| positions)
}

/// Every position that can be reached, those that are won apart; nothing if they are many.
fn explore(start: &AnyPosition) -> Option<(Vec<AnyPosition>, Vec<AnyPosition>)> {
    let mut seen = HashSet::from([start.clone()]);
    let (mut found, mut won) = (vec![start.clone()], Vec::new());
    let mut next = 0;
    while next < found.len() {
        for m in found[next].legal_moves() {
            let mut child = found[next].clone();
            child.play(m);
            if seen.insert(child.clone()) {
                if child.is_won() { won.push(child) } else { found.push(child) }
            }
        }
        next += 1;
        if found.len() > 2_000 {
            return None;
        }
    }
    Some((found, won))
}

fn certificate(game: &Game, start: &AnyPosition, positions: &[AnyPosition]) -> Certificate {
    let mut packer = Packer::default();
    let packed = positions.iter().map(|position| packer.learn(&position.layout()).into());
    let set = Packings::new(packed.collect::<Vec<_>>());
    Certificate::new(game.clone(), start.clone(), Evidence::Positions { packer, set })
}

type Lost = (Game, AnyPosition, Vec<AnyPosition>);

/// The first few lost deals of each game with all their positions.
fn lost_deals() -> &'static [Lost] {
    static DEALS: OnceLock<Vec<Lost>> = OnceLock::new();
    DEALS.get_or_init(find_lost_deals)
}

fn find_lost_deals() -> Vec<Lost> {
    let mut deals = Vec::new();
    for (rule_set, sets) in GAMES {
        let game = Game::new(*rule_set, sets).unwrap();
        let lost = (0..400).filter_map(|seed| {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            Some((game.clone(), start.clone(), reachable(&start)?))
        });
        let before = deals.len();
        deals.extend(lost.take(4));
        assert_eq!(deals.len() - before, 4, "{rule_set}");
    }
    deals
}

fn file(certificate: &Certificate) -> Vec<u8> {
    certificate.encode(usize::MAX).unwrap().unwrap()
}

fn check(certificate: &Certificate) -> Result<u64, Refusal> {
    certificate.check(&AtomicBool::new(false)).map(|checked| match checked {
        Checked::Positions { positions, .. } => positions,
        other => panic!("{other:?}"),
    })
}

#[test]
fn all_positions_of_a_lost_deal_are_a_certificate_that_can_be_written_and_read() {
    for (game, start, positions) in lost_deals() {
        let written = certificate(game, start, positions);
        let read = Certificate::read(file(&written).as_slice()).unwrap();
        assert_eq!(read, written);
        assert_eq!(check(&read), Ok(positions.len() as u64));
    }
}

#[test]
fn without_any_one_of_them_it_is_refused() {
    for (game, start, positions) in lost_deals() {
        for left_out in 0..positions.len().min(200) {
            let mut fewer = positions.clone();
            fewer.remove(left_out);
            let refusal = check(&certificate(game, start, &fewer)).unwrap_err();
            match refusal {
                Refusal::NoStart => assert_eq!(left_out, 0),
                Refusal::Leaves { .. } => assert_ne!(left_out, 0),
                other => panic!("{other}"),
            }
        }
    }
}

/// Nothing leads out of them, so that this alone refuses them.
#[test]
fn all_positions_of_a_deal_that_can_be_won_are_refused_for_the_won_ones() {
    // Those of Hochzeitszug that can be won have too many positions.
    let small = [("ranks", "4"), ("suits", "C"), ("upper", "1"), ("lower", "1")];
    let smaller = (RuleSet::Hochzeitszug, &small[..]);
    let games = GAMES.iter().copied().filter(|&(game, _)| game != RuleSet::Hochzeitszug);
    for (rule_set, sets) in games.chain([smaller]) {
        let game = Game::new(rule_set, sets).unwrap();
        let starts = (0..400).map(|seed| game.deal(&seeded_deck(seed, game.pack())).unwrap());
        let found = starts.filter_map(|start| {
            let (positions, won) = explore(&start)?;
            (!won.is_empty()).then(|| (start, [positions, won].concat()))
        });
        let mut refused = 0;
        for (start, positions) in found.take(4) {
            let refusal = check(&certificate(&game, &start, &positions)).unwrap_err();
            assert!(matches!(refusal, Refusal::Won { .. }), "{rule_set}: {refusal}");
            refused += 1;
        }
        assert_eq!(refused, 4, "{rule_set}");
    }
}

#[test]
fn another_deal_or_another_option_is_refused() {
    let game = |redeals| {
        let sets = [("ranks", "5"), ("suits", "CH"), ("redeals", redeals)];
        Game::new(RuleSet::Domino, &sets).unwrap()
    };
    let lost = |game: &Game| {
        (0..).find_map(|seed| {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            Some((seed, reachable(&start)?))
        })
    };
    let (seed, positions) = lost(&game("0")).unwrap();
    let other = game("0").deal(&seeded_deck(seed + 1, game("0").pack())).unwrap();
    assert_eq!(check(&certificate(&game("0"), &other, &positions)), Err(Refusal::NoStart));
    let looser = certificate(&game("1"), &positions[0], &positions);
    assert_eq!(check(&looser), Err(Refusal::OtherGame));
    let looser =
        certificate(&game("1"), &game("1").read(&positions[0].layout()).unwrap(), &positions);
    assert!(matches!(check(&looser), Err(Refusal::Leaves { .. } | Refusal::NoPosition { .. })));
    let hochzeitszug = Game::new(RuleSet::Hochzeitszug, &[]).unwrap();
    let other_game = certificate(&hochzeitszug, &positions[0], &positions);
    assert_eq!(check(&other_game), Err(Refusal::OtherGame));
}

#[test]
fn a_file_cut_short_anywhere_is_refused() {
    let (game, start, positions) = &lost_deals()[0];
    let whole = file(&certificate(game, start, positions));
    for length in 0..whole.len() {
        assert!(Certificate::read(&whole[..length]).is_err(), "{length}");
    }
    let longer = [whole.as_slice(), b"\n"].concat();
    assert!(matches!(Certificate::read(longer.as_slice()), Err(FileError::Damaged(_))));
}

/// The file with a checksum that fits again, as a forger would write it.
fn resealed(mut file: Vec<u8>) -> Vec<u8> {
    let line = file.iter().position(|&byte| byte == b'\n').unwrap();
    let checksum = format!("{:08x}", crc32fast::hash(&file[line + 1..]));
    file[line - 8..line].copy_from_slice(checksum.as_bytes());
    file
}

#[test]
fn a_start_that_is_none_is_refused_with_the_reason() {
    let (game, start, positions) = &lost_deals()[0];
    let mut forged = file(&certificate(game, start, positions));
    let place = forged.windows(7).position(|bytes| bytes == b"\nstart:").unwrap() + 8;
    forged.splice(place..place, b"c99: --\n".iter().copied());
    let error = Certificate::read(resealed(forged).as_slice()).unwrap_err().to_string();
    assert!(error.starts_with("start: c99: no such line here; expected "), "{error}");
}

/// Else a reader who takes the first of two values would see the proof of another game than was checked.
#[test]
fn an_option_named_twice_is_refused() {
    let (game, start, positions) = &lost_deals()[0];
    let mut forged = file(&certificate(game, start, positions));
    let place = forged.windows(9).position(|bytes| bytes == b"\noptions:").unwrap() + 9;
    let (name, value) = game.options().iter().next().unwrap();
    forged.splice(place..place, format!(" {name}={value}").bytes());
    let error = Certificate::read(resealed(forged).as_slice()).unwrap_err().to_string();
    assert_eq!(error, "line 3: expected each option once");
}

/// A byte says which shape a position has. The 257th would have that of the first, whose stacks could be named in
/// another order, so that other positions were checked than those of the set.
#[test]
fn more_shapes_than_a_byte_can_tell_apart_are_refused() {
    let (game, start, positions) = &lost_deals()[16];
    let whole = file(&certificate(game, start, positions));
    let place = whole.windows(7).position(|bytes| bytes == b"\nshape:").unwrap() + 1;
    let with_shapes = |count: usize| {
        let more: String = (0..count).map(|i| format!("shape: other{i}\n")).collect();
        let mut forged = whole.clone();
        forged.splice(place..place, more.bytes());
        Certificate::read(resealed(forged).as_slice())
    };
    assert!(with_shapes(1).is_ok());
    let error = with_shapes(256).unwrap_err().to_string();
    assert_eq!(error, "line 5: expected at most 255 shapes");
}

/// Of deals that can be won, all positions but those won, with a byte changed or one left out by a forger who packs them
/// as files do.
#[test]
fn forged_positions_of_winnable_deals_are_read_and_refused() {
    let (mut of_moves, mut of_form) = (0, 0);
    for (rule_set, sets) in GAMES {
        let game = Game::new(*rule_set, sets).unwrap();
        let won = (0..400).filter_map(|seed| {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            explore(&start)
                .filter(|(_, won)| !won.is_empty())
                .map(|(positions, _)| (start, positions))
        });
        for (start, positions) in won.take(4) {
            let mut packer = Packer::default();
            let packed = positions.iter().map(|position| packer.learn(&position.layout()).into());
            let packed: Vec<Box<[u8]>> = packed.collect();
            for change in 0..100_usize {
                let mut forged = packed.clone();
                let place = change * 7_919 % forged.len();
                let byte = change * 31 % forged[place].len();
                match change % 3 {
                    0 => drop(forged.swap_remove(place)),
                    1 => forged[place][byte] ^= 1 << (change % 8),
                    _ => forged[place][byte] = packed[change % packed.len()][byte.min(1)],
                }
                let set = Packings::new(forged);
                let evidence = Evidence::Positions { packer: packer.clone(), set };
                let written = Certificate::new(game.clone(), start.clone(), evidence);
                let read = Certificate::read(file(&written).as_slice()).unwrap();
                match check(&read).unwrap_err() {
                    Refusal::Leaves { .. } => of_moves += 1,
                    Refusal::NoStart | Refusal::NoLayout { .. } | Refusal::NoPosition { .. } => {
                        of_form += 1;
                    }
                    other => panic!("{other}"),
                }
            }
        }
    }
    assert!(of_moves > 500 && of_form > 100, "{of_moves} {of_form}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_flipped_bit_is_refused(deal in 0..20_usize, places in prop::collection::vec(any::<prop::sample::Index>(), 40)) {
        let (game, start, positions) = &lost_deals()[deal];
        let whole = file(&certificate(game, start, positions));
        for place in places {
            let bit = place.index(whole.len() * 8);
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(Certificate::read(flipped.as_slice()).is_err());
        }
    }

    /// With checksums that fit, bytes of the head may name another game or start, of which what is read must be inductive.
    #[test]
    fn a_forged_head_is_refused_or_holds(deal in 0..20_usize, places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 40)) {
        let (game, start, positions) = &lost_deals()[deal];
        let whole = file(&certificate(game, start, positions));
        let line = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let head = whole.windows(2).position(|pair| pair == b"\n\n").unwrap();
        for (place, byte) in places {
            let mut forged = whole.clone();
            forged[line + place.index(head - line)] = byte;
            if let Ok(read) = Certificate::read(resealed(forged).as_slice())
                && check(&read).is_ok()
            {
                prop_assert_eq!(reachable(read.start()).is_some(), true);
            }
        }
    }
}

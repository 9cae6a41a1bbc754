//! The command line: what it prints, its exit codes, and what it does with bad input.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program;

const GEHTAUF: &str = env!("CARGO_BIN_EXE_gehtauf");
pub const GAMES: [&str; 5] = ["acht-mal-acht", "8x8", "eklige-elfer", "domino", "hochzeitszug"];

#[test]
fn commands_print_what_the_pages_in_tests_cmd_show() {
    trycmd::TestCases::new().env("LC_ALL", "C").case("tests/cmd/*.md");
}

/// What the program gives, its arguments in one text.
pub fn gehtauf(words: &str, input: &[u8]) -> Output {
    program::run(&words.split_whitespace().collect::<Vec<_>>(), input)
}

/// Standard output of a run that succeeds.
pub fn stdout(words: &str) -> String {
    let output = gehtauf(words, b"");
    assert!(output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn many_deals_come_in_order_whatever_the_threads() {
    let words = "solve domino --seeds 0..40 --set ranks=5 --moves-only --threads";
    let one = stdout(&format!("{words} 1"));
    assert_eq!(one.lines().count(), 40);
    assert_eq!(one, stdout(&format!("{words} 3")));
}

#[test]
fn the_exit_code_is_the_verdict_of_a_single_deal() {
    let small = "--set ranks=5 --set suits=CD --set redeals=0 --set fill=left";
    let code = |words: &str| gehtauf(&format!("solve domino {small} {words}"), b"").status.code();
    let unknown = gehtauf("solve 8x8 --seed 0 --max-states 1", b"");
    assert_eq!(unknown.status.code(), Some(3));
    assert_eq!(code("--seed 3"), Some(0));
    assert_eq!(code("--seed 0"), Some(1));
    assert_eq!(code("--seeds 0..1"), Some(1));
    assert_eq!(code("--seeds 0..2"), Some(0));
    assert_eq!(code("--seed 0 --deck x"), Some(2));
}

#[test]
fn bad_input_is_an_error_of_one_line() {
    let noise: Vec<u8> =
        (0..10_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let letters = vec![b'x'; 10_000_000];
    let blanks = vec![b'\n'; 1_000_000];
    for words in ["solve domino --deal -", "show 8x8 --deal -", "verify -"] {
        for input in [&noise, &letters, &blanks] {
            let output = gehtauf(words, input);
            assert_eq!(output.status.code(), Some(2), "{words}");
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(error.lines().count(), 1, "{error}");
            assert!(error.len() < 200, "{error}");
        }
    }
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    for words in [
        "solve domino --seeds 0..100k --set ranks=4 --format json",
        "show hochzeitszug --seeds 0..100k",
        "survey domino --seeds 0..100k --set ranks=3 --only won",
        "survey domino --seeds 0..100k --set ranks=3 --out -",
    ] {
        let mut child = Command::new(GEHTAUF)
            .env("LC_ALL", "C")
            .args(words.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{words}: {output:?}");
        assert!(output.stderr.is_empty(), "{words}: {output:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_error_that_cannot_be_written_has_its_exit_code_all_the_same() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(GEHTAUF);
    let status = command.args(["show", "domino", "--position", "no-file"]).stderr(full).status();
    assert_eq!(status.unwrap().code(), Some(2));
}

#[test]
fn every_help_page_fits_a_screen_and_has_an_example() {
    let help = stdout("--help");
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = commands.lines().filter_map(|line| line.split_whitespace().next());
    for command in commands.filter(|&command| command != "help") {
        for (lang, example) in [("en", "Example: gehtauf"), ("de", "Beispiel: gehtauf")] {
            let page = stdout(&format!("{command} --help --lang {lang}"));
            assert!(page.lines().count() <= 40, "{page}");
            assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
            assert!(page.contains(example), "{page}");
        }
    }
}

/// What the program prints in a locale.
fn in_locale(locale: [(&str, &str); 3], words: &str) -> String {
    let output =
        Command::new(GEHTAUF).args(words.split_whitespace()).envs(locale).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn the_locale_decides_unless_an_argument_does() {
    let german = [("LC_ALL", ""), ("LC_MESSAGES", ""), ("LANG", "de_DE.UTF-8")];
    assert!(in_locale(german, "games").contains("Legezwang"));
    assert!(in_locale(german, "games --lang en").contains("face-down cards"));
    assert!(in_locale(german, "solve --help").contains("Aufruf: gehtauf solve"));
    assert!(in_locale(german, "solve").contains("es fehlt: "));
    let but_c = [("LC_ALL", "C"), ("LC_MESSAGES", "de_DE"), ("LANG", "de_DE")];
    assert!(in_locale(but_c, "games").contains("face-down cards"));
    let messages = [("LC_ALL", ""), ("LC_MESSAGES", "de"), ("LANG", "en_US.UTF-8")];
    assert!(in_locale(messages, "games dominno").contains("ähnlich ist 'domino'"));
}

#[test]
fn german_cards_are_read_as_they_are_written() {
    let shown = stdout("show hochzeitszug --seed 7 --lang de");
    assert!(shown.contains(" HeD") && !shown.contains("QH"), "{shown}");
    let again = gehtauf("show hochzeitszug --position - --lang de", shown.as_bytes());
    let again = String::from_utf8(again.stdout).unwrap();
    assert_eq!(again.split_once('\n').unwrap().1, shown.split_once('\n').unwrap().1);
    let with_signs = [("Kr", "♣"), ("Ka", "♦"), ("He", "♥"), ("Pi", "♠")].into_iter().fold(
        shown.clone(),
        |text, (name, sign)| {
            let words = text.split(' ').map(|word| match word.split_once(name) {
                Some(("", rest)) => {
                    let rank = rest.split_whitespace().next().unwrap_or_default();
                    format!("{rank}{sign}{}", &rest[rank.len()..])
                }
                _ => word.to_string(),
            });
            words.collect::<Vec<_>>().join(" ")
        },
    );
    assert!(with_signs.contains("D♥"));
    let again = gehtauf("show hochzeitszug --position -", with_signs.as_bytes());
    let english = stdout("show hochzeitszug --seed 7");
    assert_eq!(
        String::from_utf8(again.stdout).unwrap().split_once('\n').unwrap().1,
        english.split_once('\n').unwrap().1
    );
}

#[test]
fn verdicts_alone_take_a_line_a_deal() {
    let words = "solve domino --seeds 0..50 --set ranks=5 --set redeals=0";
    let verdicts = stdout(&format!("{words} --verdicts"));
    let lines: Vec<&str> = verdicts.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 50);
    // Moves that are not printed are not shortened.
    let whole = stdout(&format!("{words} --as-found"));
    let cut = |line: &str| line.split(" (").next().unwrap().to_string();
    let of_whole: Vec<String> =
        whole.lines().filter(|line| line.starts_with("seed:")).map(cut).collect();
    assert_eq!(lines.into_iter().map(cut).collect::<Vec<_>>(), of_whole);
    let json = stdout(&format!("{words} --verdicts --format json"));
    assert!(json.lines().count() == 50 && !json.contains("\"moves\""));
}

#[test]
fn no_line_of_a_game_s_page_is_wider_than_80_columns() {
    for lang in ["en", "de"] {
        for game in GAMES.into_iter().chain([""]) {
            for page in ["games", "players"] {
                for line in stdout(&format!("{page} {game} --lang {lang}")).lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                }
            }
        }
    }
}

#[test]
fn results_name_the_rules_and_what_is_allowed() {
    let rules = "fill=both aces=fixed redeals=2 redeal=any-time pickup=fifo ranks=5";
    let game = "domino --seed 3 --set ranks=5 --set redeals=2";
    let solved = stdout(&format!("solve {game}"));
    assert!(solved.starts_with(&format!("# domino {rules}\n")), "{solved}");
    assert!(solved.trim_end().ends_with("in order 20/20 redeals 1/2"), "{solved}");
    assert!(stdout(&format!("show {game}")).starts_with(&format!("# domino seed:3 {rules}\n")));
    let hint = stdout(&format!("hint {game}"));
    assert!(
        hint.starts_with(&format!("# domino {rules}\nin order  4/20 · redeals 0/2\n")),
        "{hint}"
    );
    let perft = stdout(&format!("perft {game} --depth 2"));
    assert!(perft.starts_with(&format!("# domino {rules}\nseed:3\n moves ")), "{perft}");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rules.html");
    stdout(&format!("solve {game} --html {}", file.display()));
    let html = std::fs::read_to_string(file).unwrap();
    let svg = stdout(&format!("show {game} --svg -"));
    for page in [html, svg] {
        // In a picture they stand on several lines.
        let visible = page.split("</title>").nth(1).unwrap();
        assert!(rules.split(' ').all(|rule| visible.contains(rule)), "{page}");
    }
    let passes = |set: &str| stdout(&format!("show acht-mal-acht --seed 0 --board {set}"));
    assert!(passes("").contains("pass 1/3"));
    assert!(!passes("--set passes=unlimited").contains("pass "));
}

#[test]
fn what_is_printed_for_people_is_at_most_80_columns_wide() {
    let small = "--set ranks=4 --set suits=CD";
    let free = "--set spaces=any-run --set talon-play=free --set foundation-return=yes";
    let strict = "--vs foundations=four --vs talon-play=forced --vs spaces=one-card \
                  --vs passes=unlimited --vs foundation-return=no";
    let reduced = "--set passes=unlimited --set foundations=four --set columns=7";
    for words in [
        format!("solve domino {small} --seed 3 --fewest-redeals"),
        format!("solve domino {small} --seeds 0..3 --shortest --max-states 2"),
        "solve acht-mal-acht --seed 100552".to_string(),
        "solve domino --seeds 0..4 --verdicts".to_string(),
        "solve acht-mal-acht --seed 7 --set passes=unlimited --as-found".to_string(),
        "solve 8x8 --seed 7 --set passes=unlimited --set foundations=four --as-found".to_string(),
        "show 8x8 --seed 7 --board".to_string(),
        "show hochzeitszug --seed 7 --board".to_string(),
        "survey hochzeitszug --seeds 0..3 --player digger --resample 8".to_string(),
        "survey hochzeitszug --seeds 0..3 --player greedy".to_string(),
        format!("compare domino {small} --seeds 0..40 --vs redeals=0"),
        format!("compare 8x8 {free} --seeds 0..2 {strict} --max-states 1k"),
        format!("survey 8x8 {free} {reduced} --seeds 0..2 --max-states 1k"),
    ] {
        for lang in ["en", "de", "de --ascii"] {
            let output = gehtauf(&format!("{words} --lang {lang}"), b"");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.is_empty(), "{words}");
            assert!(!lang.contains("ascii") || text.is_ascii(), "{words}: {text}");
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{words} --lang {lang}: {line}");
            }
        }
    }
}

#[test]
fn an_option_is_set_once() {
    for (words, problem) in [
        ("survey domino --seeds 5 --set redeals=1 --set redeals=2", "--set names redeals twice"),
        ("compare domino --seeds 5 --vs redeals=1 --vs redeals=2", "--vs names redeals twice"),
        ("solve domino --seed 5 --max-states 0", "expected a number from 1 on"),
        ("solve domino --seed 5 --max-memory 0", "expected a size such as 512MiB or 2GiB"),
    ] {
        let output = gehtauf(words, b"");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(problem), "{error}");
    }
    assert!(
        stdout("compare domino --seeds 5 --set redeals=1 --vs redeals=2").contains("redeals=2")
    );
}

#[test]
fn one_deal_is_no_deals() {
    let game = "domino --set ranks=3 --seeds 5";
    for (lang, word) in [("en", "\n1 deal of "), ("de", "\n1 Spiel, ")] {
        let text = stdout(&format!("compare {game} --vs redeals=0 --lang {lang}"));
        assert!(text.contains(word), "{text}");
    }
    assert!(stdout(&format!("survey {game}")).contains("\n1 deal of seeds 5..6\n"));
}

#[test]
fn a_lone_seed_and_a_name_in_capitals_are_understood() {
    let one = "solve domino --seeds 5..6 --set ranks=4 --moves-only";
    let short = "solve Domino --seeds 5 --set ranks=4 --moves-only";
    assert_eq!(stdout(one), stdout(short));
    assert!(stdout("games HOCHZEITSZUG").contains("redeals=2"));
}

/// What Bash offers after this line.
fn completed(line: &str) -> Vec<String> {
    let script = format!(
        "source <({GEHTAUF} completions bash); COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; \
         COMP_WORDBREAKS=$' =:'; _gehtauf_settings gehtauf; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let output = Command::new("bash").env("LC_ALL", "C").args(["-c", &script]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn names_and_values_of_settings_are_completed() {
    assert_eq!(completed("gehtauf solve domino --set f"), ["fill="]);
    assert_eq!(completed("gehtauf solve domino --set redeal"), ["redeal=", "redeals="]);
    assert_eq!(completed("gehtauf solve domino --set redeals="), ["0", "1", "2", "3"]);
    assert_eq!(completed("gehtauf solve hochzeitszug --set redeals="), ["0", "1", "2"]);
    assert!(completed("gehtauf survey hochzeitszug --player ").contains(&"digger".to_string()));
    assert_eq!(completed("gehtauf survey domino --player d"), [""]);
    assert!(stdout("completions bash").contains("digger greedy memory naive"));
    for shell in ["zsh", "fish"] {
        assert!(stdout(&format!("completions {shell}")).contains("fill=left"), "{shell}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_help_page_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(GEHTAUF).env("LC_ALL", "C").arg("--help").stdout(full).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = "gehtauf: No space left on device (os error 28)\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), error);
}

#[test]
fn completions_and_manual_know_every_command() {
    for words in ["completions bash", "completions zsh", "completions fish", "man"] {
        assert!(stdout(words).contains("survey"), "{words}");
    }
    assert!(stdout("man survey").contains("until"));
    assert!(!stdout("man").contains("gehtauf\\-help"));
    let german = stdout("man survey --lang de");
    let headings = german.lines().filter_map(|line| line.strip_prefix(".SH "));
    assert_eq!(
        headings.collect::<Vec<_>>(),
        ["NAME", "ÜBERSICHT", "BESCHREIBUNG", "ARGUMENTE", "OPTIONEN", "VERSION", "ANMERKUNGEN"]
    );
    assert!(stdout("man survey").contains(".TH gehtauf-survey 1  \"gehtauf "));
}

#[test]
fn a_hyphen_as_a_file_is_standard_output() {
    let page =
        stdout("solve domino --seed 2 --set ranks=2 --set suits=CD --set redeals=0 --html -");
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert!(stdout("show domino --seed 2 --svg -").starts_with("<svg"));
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn a_board_beyond_the_win_is_an_error() {
    let words = "solve domino --seed 2 --set ranks=2 --set suits=CD --set redeals=0 --board-at";
    assert!(stdout(&format!("{words} 2")).contains("At the end"));
    let output = gehtauf(&format!("{words} 3"), b"");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "gehtauf: --board-at 3: the win ends with move 1\n");
    let german = gehtauf(&format!("{words} 3 --lang de"), b"").stderr;
    let error = String::from_utf8(german).unwrap();
    assert_eq!(error, "gehtauf: --board-at 3: die Lösung endet mit Zug 1\n");
    assert!(String::from_utf8(output.stdout).unwrap().contains("won in 1 move"));
}

#[test]
fn a_hint_s_headline_and_exit_code_follow_from_its_list() {
    let mut codes = [0; 4];
    for game in ["--set ranks=4", "--set ranks=5 --set redeals=0 --set fill=left"] {
        for run in 0..7 * 8 {
            let (seed, max_states) = (run / 7, [3, 8, 18, 40, 90, 200, 400][run % 7]);
            let words = format!("hint domino {game} --seed {seed} --max-states {max_states}");
            let output = gehtauf(&words, b"");
            let text = String::from_utf8(output.stdout).unwrap();
            let mut lines = text.lines().skip_while(|line| line.starts_with('#')).skip(1);
            let headline = lines.next().unwrap();
            let words_of = |line: &str| -> Vec<String> {
                line.split_whitespace().map(str::to_string).collect()
            };
            let list: Vec<Vec<String>> = lines.skip(1).map(words_of).collect();
            let is = |prospect: &str| list.iter().any(|line| line[0] == prospect);
            let (code, start) = match (is("winnable"), is("unknown")) {
                (true, _) => (0, "next move:"),
                (false, true) => (3, "no winning move found"),
                (false, false) => (1, "no move wins"),
            };
            codes[code] += 1;
            assert_eq!(output.status.code(), Some(code as i32), "{words}: {text}");
            assert!(headline.starts_with(start), "{words}: {text}");
            if code == 0 {
                let best = &words_of(headline)[2];
                assert!(
                    list.iter().any(|line| line[0] == "winnable" && line[1] == *best),
                    "{text}"
                );
            }
        }
    }
    assert!(codes[0] > 5 && codes[1] > 5 && codes[3] > 5, "{codes:?}");
}

#[test]
fn the_readme_names_every_folder() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let (_, map) = readme.split_once("## Where to find what").unwrap();
    for folder in ["", "crates"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            let is_ours = entry.path().is_dir() && !name.starts_with('.') && name != "target";
            if is_ours && name != "crates" {
                let path = std::path::Path::new(folder).join(&name);
                assert!(map.contains(&format!("`{}`", path.display())), "{}", path.display());
            }
        }
    }
}

//! What files the program writes over, and which it leaves alone.

use std::fs;

use crate::folder::{assert_runs, folder, refused, run};

#[test]
fn pages_pictures_and_certificates_replace_only_their_like() {
    let folder = folder("replaced_output");
    let small = "domino --set ranks=3 --set redeals=0";
    assert_runs(&folder, &format!("survey {small} --seeds 0..5 --out s.csv"));
    let records = fs::read(folder.join("s.csv")).unwrap();
    fs::write(folder.join("moves.txt"), "aces:CSHD").unwrap();
    fs::write(folder.join("deck.txt"), "AC 2C").unwrap();
    let position = assert_runs(&folder, &format!("show {small} --seed 1"));
    fs::write(folder.join("position.txt"), &position).unwrap();
    let solve = format!("solve {small} --seed 1");
    for (words, problem) in [
        ("report s.csv --html s.csv", "--html: s.csv is read by this command"),
        (
            "report ./s.csv --html ../replaced_output/s.csv",
            "--html: ../replaced_output/s.csv is read",
        ),
        (&format!("{solve} --html s.csv"), "--html: s.csv is there already and is no page in HTML"),
        (&format!("{solve} --svg s.csv"), "--svg: s.csv is there already and is no picture in SVG"),
        (
            &format!("{solve} --certificate s.csv"),
            "--certificate: s.csv is there already and is no",
        ),
        (&format!("{solve} --html a --svg ./a"), "--html and --svg both name ./a"),
        (&format!("{solve} --html a --certificate a"), "--html and --certificate both name a"),
        (
            &format!("solve {small} --position position.txt --html position.txt"),
            "--html: position.txt is read by this command",
        ),
        (&format!("show {small} --deal deck.txt --svg deck.txt"), "--svg: deck.txt is read by"),
        (
            &format!("analyse {small} --seed 1 --moves moves.txt --html moves.txt"),
            "--html: moves.txt is read by this command",
        ),
    ] {
        let error = refused(&folder, words);
        assert!(error.starts_with(problem), "{words}: {error}");
    }
    assert!(!folder.join("a").exists());
    assert_eq!(fs::read(folder.join("s.csv")).unwrap(), records);
    assert_eq!(fs::read_to_string(folder.join("position.txt")).unwrap(), position);
    fs::write(folder.join("empty.svg"), "").unwrap();
    for _ in 0..2 {
        assert_runs(&folder, &format!("show {small} --seed 1 --svg empty.svg"));
        assert_runs(&folder, "report s.csv --html report.html");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("s.csv", folder.join("link.html")).unwrap();
        let error = refused(&folder, "report s.csv --html link.html");
        assert!(error.starts_with("--html: link.html is read by this command"), "{error}");
        assert_runs(&folder, "report s.csv --html /dev/null");
    }
}

#[test]
#[cfg(unix)]
fn a_folder_is_no_file_before_anything_is_solved() {
    let folder = folder("folder-as-file");
    for (option, name) in [("--html", "."), ("--svg", "/tmp"), ("--certificate", "./")] {
        let output = run(&folder, &format!("solve domino --seed 1 {option} {name}"));
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, format!("gehtauf: {option}: {name}: Is a directory (os error 21)\n"));
        assert!(output.stdout.is_empty());
    }
}

//! What `--format json` prints has the forms of docs/schema.json.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::folder::{assert_runs, folder, run};

/// Whether a value has a form. Knows the keywords that our schema uses and no others.
fn fits(value: &Value, form: &Value, schema: &Value) -> bool {
    form.as_object().unwrap().iter().all(|(keyword, says)| match keyword.as_str() {
        "$ref" => {
            let name = says.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
            fits(value, &schema["$defs"][name], schema)
        }
        "anyOf" => says.as_array().unwrap().iter().any(|form| fits(value, form, schema)),
        "const" => value == says,
        "enum" => says.as_array().unwrap().contains(value),
        "type" => match says.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "number" => value.is_number(),
            "integer" => value.is_u64() || value.is_i64(),
            "null" => value.is_null(),
            other => panic!("type {other}"),
        },
        "minimum" => value.as_f64().is_some_and(|number| number >= says.as_f64().unwrap()),
        "items" => {
            value.as_array().is_some_and(|all| all.iter().all(|one| fits(one, says, schema)))
        }
        "required" => {
            says.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some())
        }
        "properties" => says
            .as_object()
            .unwrap()
            .iter()
            .all(|(name, form)| value.get(name).is_none_or(|value| fits(value, form, schema))),
        "additionalProperties" => value.as_object().is_some_and(|object| {
            let known =
                |name: &String| form.get("properties").is_some_and(|all| all.get(name).is_some());
            object
                .iter()
                .filter(|(name, _)| !known(name))
                .all(|(_, value)| says.as_bool().unwrap_or_else(|| fits(value, says, schema)))
        }),
        "$schema" | "title" | "description" | "$defs" => true,
        other => panic!("keyword {other}"),
    })
}

/// The properties with numbers of a form, by name, that neither they nor the object explains.
fn unexplained(form: &Value) -> Vec<String> {
    let Some(form) = form.as_object() else {
        return form.as_array().into_iter().flatten().flat_map(unexplained).collect();
    };
    let is_number = |form: &Value| ["integer", "number"].map(Value::from).contains(&form["type"]);
    let properties = form.get("properties").and_then(Value::as_object).into_iter().flatten();
    let unsaid = properties
        .filter(|(_, property)| is_number(property) && property.get("description").is_none())
        .map(|(name, _)| name.clone());
    let unsaid: Vec<String> = match form.get("description") {
        Some(_) => Vec::new(),
        None => unsaid.collect(),
    };
    [unsaid, form.values().flat_map(unexplained).collect()].concat()
}

#[test]
fn every_number_is_explained() {
    let schema: Value = serde_json::from_str(include_str!("../docs/schema.json")).unwrap();
    assert_eq!(unexplained(&schema), Vec::<String>::new());
}

#[test]
fn published_results_have_the_form_of_their_kind() {
    let schema: Value = serde_json::from_str(include_str!("../docs/schema.json")).unwrap();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results");
    let mut count = 0;
    for (folder, kind) in [("", "summary"), ("players", "summary"), ("pairs", "comparison")] {
        let entries = fs::read_dir(results.join(folder)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        for path in paths.filter(|path| path.is_file()) {
            let text = fs::read_to_string(&path).unwrap();
            let value: Value = serde_json::from_str(&text).unwrap();
            let value = value.get("summary").unwrap_or(&value);
            assert!(fits(value, &schema["$defs"][kind], &schema), "{}", path.display());
            let unknown =
                |(cell, count): (&String, &Value)| cell.contains("unknown") && *count != 0;
            let is_open = value["table"].as_object().is_some_and(|table| table.iter().any(unknown));
            assert!(!is_open || value["difference"].is_null(), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 70, "{count}");
}

/// (A table of cases, hence so long.)
#[test]
fn every_json_line_has_the_form_of_its_kind() {
    let schema: Value = serde_json::from_str(include_str!("../docs/schema.json")).unwrap();
    let small = "--set ranks=4 --set redeals=0";
    let folder = folder("schema");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("whole.txt", &assert_runs(&folder, "show domino --seed 2"));
    let small_8x8 = "8x8 --set ranks=4 --set suits=CH --set columns=3 --set rows=3 --set passes=1";
    write("seen.txt", &assert_runs(&folder, &format!("show {small_8x8} --seed 2 --as-seen")));
    write("decks.txt", "2S AC AD AH AS 2C 2D 2H\n");
    write("moves.txt", "2S>r2p1 2C>r1p1 4D>r4p2");
    write(
        "games.json",
        r#"{"id":1,"game":"domino","source":"seed:7"}
{"game":"domino","source":"seed:7","verdict":"lost"}"#,
    );
    for (kind, words) in [
        ("solve", format!("solve domino --seeds 0..20 {small}")),
        ("solve", format!("solve domino --seeds 0..20 {small} --verdicts")),
        ("moves-only", format!("solve domino --seeds 0..9 {small} --moves-only")),
        ("solve", "solve domino --seed 2 --set ranks=4 --shortest".to_string()),
        ("solve", "solve 8x8 --seed 2 --max-states 5".to_string()),
        ("solve", "solve acht-mal-acht --seed 100019".to_string()),
        ("solve", "solve acht-mal-acht --seed 100129".to_string()),
        ("solve", "solve domino --position whole.txt".to_string()),
        ("hint", format!("hint domino --seed 3 {small} --set suits=CD")),
        ("hint", "hint domino --position whole.txt --max-states 2k".to_string()),
        ("analysis", format!("analyse domino --seed 3 {small} --moves moves.txt")),
        ("completions", format!("solve {small_8x8} --position seen.txt --samples 20")),
        ("sampled-hint", format!("hint {small_8x8} --position seen.txt --samples 20")),
        ("show", "show eklige-elfer --seeds 0..3".to_string()),
        ("show", "show domino --position whole.txt".to_string()),
        ("show", "show 8x8 --seed 2 --as-seen".to_string()),
        ("perft", "perft domino --seed 1 --depth 2".to_string()),
        ("game-page", "games".to_string()),
        ("player-page", "players".to_string()),
        ("player-page", "players 8x8 --lang de".to_string()),
        ("game-page", "games domino --lang de".to_string()),
        ("summary", format!("survey domino --seeds 0..50 {small}")),
        ("summary", "survey eklige-elfer --seeds 0..5 --shorten --time-limit 1s".to_string()),
        ("record", format!("survey domino --seeds 0..50 {small} --only won")),
        ("summary", format!("survey {small_8x8} --seeds 0..9 --player random --resample 3")),
        ("summary", format!("survey domino --seeds 0..9 {small} --weakest 3")),
        ("record", format!("survey domino --seeds 0..9 {small} --weakest 3 --only lost")),
        ("comparison", format!("compare domino --seeds 0..20 {small} --vs fill=left")),
        ("comparison", format!("compare domino --seeds 0..9 {small} --player random --vs naive")),
        ("comparison", "compare domino --deal decks.txt --set ranks=2 --vs redeals=0".to_string()),
        ("verification", "verify games.json".to_string()),
    ] {
        let output = run(&folder, &format!("{words} --format json"));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.is_empty(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            assert!(fits(&value, &schema["$defs"][kind], &schema), "{words}: {line}");
            assert!(fits(&value, &schema, &schema), "{words}: {line}");
        }
    }
    let wrong = r#"{"schema":1,"game":"domino","verdict":"won"}"#;
    assert!(!fits(&serde_json::from_str(wrong).unwrap(), &schema, &schema));
}

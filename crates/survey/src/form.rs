//! The text form of records: CSV that any program reads without being told more.
//!
//! The first line names the columns: `seed,verdict,limit`, the [`STATISTICS`], `method,settings,crc32`. Then
//! there is a row for each deal, in order. `settings` is a JSON object in the first row and empty in
//! all others; nothing else is ever quoted. `crc32` is the CRC-32 of zlib, in decimals, of the row's
//! text up to the comma before it, continued from the row before (and from the line of names), so that
//! it vouches for all that stands above.
//!
//! Schema 2 had the settings in a line of their own before the names, and no `crc32`.

use crate::decision::Decision;
use crate::record::{Record, limit};
use crate::settings::{SCHEMA, Settings};
use crate::statistics::{Numbers, STATISTICS, WINS};

const FIRST: [&str; 3] = ["seed", "verdict", "limit"];
const METHOD: &str = "method";
const LAST: [&str; 2] = ["settings", "crc32"];

/// Which columns a file has, and how far its checks have come: what turns records into rows, and rows
/// into records.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    schema: u32,
    /// The places of the file's statistics in [`STATISTICS`].
    statistics: Vec<usize>,
    crc: u32,
}

/// A row read.
pub(crate) struct Row {
    pub record: Record,
    /// The settings, if the row has them.
    pub settings: Option<Settings>,
}

impl Form {
    /// The form of the files of today, before their first line.
    pub fn new(settings: &Settings) -> Form {
        let most = if settings.games().is_some() { STATISTICS.len() } else { WINS };
        Form { schema: SCHEMA, statistics: (0..most).collect(), crc: 0 }
    }

    /// The form of today with the statistics of a file only.
    pub fn with_statistics_of(other: &Form) -> Form {
        Form { schema: SCHEMA, statistics: other.statistics.clone(), crc: 0 }
    }

    /// The form of a file with this line of names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_names(schema: u32, line: &str) -> Result<Form, String> {
        let named = |name: &str| STATISTICS.iter().position(|statistic| statistic.name == name);
        let statistics = line.split(',').filter_map(named).collect();
        let mut form = Form { schema, statistics, crc: 0 };
        if form.names() != format!("{line}\n") {
            let known = Form { schema, statistics: (0..STATISTICS.len()).collect(), crc: 0 };
            let known: Vec<&str> = known.columns().collect();
            if let Some(name) = line.split(',').find(|name| !known.contains(name)) {
                return Err(match name.starts_with('\u{feff}') {
                    true => "it begins with a byte order mark: another program has written it anew"
                        .to_string(),
                    false => format!("{name:?} is no column"),
                });
            }
            if let Some(name) = form.columns().find(|name| !line.split(',').any(|n| n == *name)) {
                return Err(format!("the column {name} is missing"));
            }
            let order: Vec<&str> = form.columns().collect();
            return Err(format!("the columns are not in the order {}", order.join(",")));
        }
        form.crc = crc(0, line);
        Ok(form)
    }

    /// The line of names.
    pub fn names(&self) -> String {
        self.columns().collect::<Vec<_>>().join(",") + "\n"
    }

    fn columns(&self) -> impl Iterator<Item = &'static str> {
        let statistics = self.statistics.iter().map(|&i| STATISTICS[i].name);
        let last = if self.schema == SCHEMA { &LAST[..] } else { &[] };
        FIRST.into_iter().chain(statistics).chain([METHOD]).chain(last.iter().copied())
    }

    /// Where the file's statistics stand in [`STATISTICS`].
    pub fn statistics(&self) -> &[usize] {
        &self.statistics
    }

    /// Begins a file: gives its first line.
    pub fn begin(&mut self) -> String {
        let names = self.names();
        self.crc = crc(0, names.trim_end());
        names
    }

    /// The next row, with its line end; the first one has the settings.
    pub fn write(&mut self, record: &Record, settings: Option<&Settings>) -> String {
        let mut row = self.fields(record);
        if self.schema == SCHEMA {
            row.push(',');
            if let Some(settings) = settings {
                row += &in_field(settings);
            }
            self.crc = crc(self.crc, &row);
            row += &format!(",{}", self.crc);
        }
        row.push('\n');
        row
    }

    /// The columns from `seed` to `method`.
    fn fields(&self, record: &Record) -> String {
        let limit = record.limit.map_or("", |limit| limit.name());
        let mut row = format!("{},{},{limit}", record.seed, record.verdict.name());
        for &i in &self.statistics {
            row.push(',');
            row += &record.numbers[i].map_or(String::new(), |number| number.to_string());
        }
        row.push(',');
        row += &record.method;
        row
    }

    /// Reads the next row, without its line end: accepts what [`Form::write`] writes and nothing else.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&mut self, line: &str) -> Result<Row, String> {
        if self.schema < SCHEMA {
            let record = self.read_fields(line)?;
            return match (record.verdict, record.limit) {
                (Decision::Won, Some(_)) => Err("not a record: won with a limit".to_string()),
                _ => Ok(Row { record, settings: None }),
            };
        }
        let unfit = || "damaged: its crc32 does not fit to it and the lines above".to_string();
        let (row, check) = line.rsplit_once(',').ok_or_else(unfit)?;
        let crc = crc(self.crc, row);
        if check != crc.to_string() {
            return Err(unfit());
        }
        self.crc = crc;
        let columns = FIRST.len() + self.statistics.len() + 1;
        let end = row.match_indices(',').nth(columns - 1).map(|(end, _)| end);
        let (fields, settings) = row.split_at(end.ok_or("not a record: too few columns")?);
        let settings = match settings {
            "," => None,
            quoted => Some(read_settings(quoted).ok_or("its settings are not JSON of ours")?),
        };
        Ok(Row { record: self.read_fields(fields)?, settings })
    }

    fn read_fields(&self, line: &str) -> Result<Record, String> {
        let fields: Vec<&str> = line.split(',').collect();
        let columns = FIRST.len() + self.statistics.len() + 1;
        if fields.len() != columns {
            return Err(format!("not a record: {} columns, not {columns}", fields.len()));
        }
        let wrong = |i: usize| {
            let name = self.columns().nth(i).unwrap_or_default();
            format!("not a record: {:?} is no {name}", fields[i])
        };
        let mut numbers = Numbers::default();
        for (i, &place) in (FIRST.len()..).zip(&self.statistics) {
            if !fields[i].is_empty() {
                numbers[place] = Some(number(fields[i]).ok_or_else(|| wrong(i))?);
            }
        }
        Ok(Record {
            seed: number(fields[0]).ok_or_else(|| wrong(0))?,
            verdict: fields[1].parse().map_err(|_| wrong(1))?,
            limit: limit(fields[2]).ok_or_else(|| wrong(2))?,
            numbers,
            method: fields[columns - 1].to_string(),
        })
    }
}

/// The CRC-32 of text that follows other text with the check `before`.
fn crc(before: u32, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(text.as_bytes());
    hasher.finalize()
}

/// A number in the digits that we write: no sign, no leading zeros.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

/// The settings in a field `,"{""schema"":3,...}"`.
fn read_settings(field: &str) -> Option<Settings> {
    let json = field.strip_prefix(",\"")?.strip_suffix('"')?.replace("\"\"", "\"");
    let settings: Settings = serde_json::from_str(&json).ok()?;
    (in_field(&settings) == field[1..]).then_some(settings)
}

/// The settings as a field of CSV.
fn in_field(settings: &Settings) -> String {
    let json = serde_json::to_string(settings).expect("settings are JSON");
    format!("\"{}\"", json.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::place;

    #[test]
    fn files_that_lack_a_statistic_are_read() {
        let line = "seed,verdict,limit,states,micros,moves,redeals,method,settings,crc32";
        let form = Form::read_names(SCHEMA, line).unwrap();
        assert_eq!(form.statistics(), ["states", "micros", "moves", "redeals"].map(place));
        for (line, problem) in [
            ("seed,verdict,limit,state,method,settings,crc32", "\"state\" is no column"),
            ("verdict,seed,limit,states,method,settings,crc32", "the columns are not in the order"),
            ("seed,verdict,limit,states,method,settings", "the column crc32 is missing"),
        ] {
            let error = Form::read_names(SCHEMA, line).unwrap_err();
            assert!(error.starts_with(problem), "{error}");
        }
    }
}

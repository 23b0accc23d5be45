//! Makes a folder of Parquet files from access logs in the *combined* (or *common*) format, a file
//! for each log: the table that the example `access_log` queries.
//!
//! Columns: `time`, `client`, `method`, `target`, `status`, `bytes`, `referer`, `agent`. What the log
//! has as `-` is NULL, and so are method and target of a request that is no request line.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use datafusion::arrow::array::{
    ArrayRef, Int16Builder, Int64Builder, RecordBatch, StringBuilder, TimestampSecondBuilder,
};
use datafusion::parquet::arrow::ArrowWriter;
use regex::{Captures, Regex};

const EXAMPLES: &str = "\
Examples:
  to_parquet /shared/log access.log.*
  cargo run -p percent-simd-ballista --example to_parquet -- /tmp/log ../samples/access.log";

/// Make a folder of Parquet files from access logs
///
/// Lines of another format are left out; the first of each log is named, and the exit status is 1.
/// Bytes that are not UTF-8 become U+FFFD.
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Options {
    /// Folder for the Parquet files; it is made, and must not hold files yet
    folder: PathBuf,

    /// Access logs
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
}

const ROWS: usize = 8192;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("to_parquet: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether all lines are rows now.
fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let folder = &options.folder;
    let at = |error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(at)?;
    if fs::read_dir(folder).map_err(at)?.next().is_some() {
        return Err(format!("{}: not empty; take a new folder", folder.display()).into());
    }
    let line = Regex::new(concat!(
        r#"^([^ ]+) [^ ]+ [^ ]+ \[([^\]]+)\] "#,
        r#""(?:([^" \\]+) ((?:[^" \\]|\\.)+)(?: HTTP/[0-9.]+)?|(?:[^"\\]|\\.)*)" ([0-9]{3}) ([0-9]+|-)"#,
        r#"(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?"#,
    ))?;
    let mut complete = true;
    for (number, log) in options.logs.iter().enumerate() {
        let table = folder.join(format!("{number:05}.parquet"));
        let (rows, left_out) = convert(&line, log, &table)
            .map_err(|error| format!("{} to {}: {error}", log.display(), table.display()))?;
        writeln!(io::stdout(), "{}: {rows} rows of {}", table.display(), log.display())?;
        complete &= left_out == 0;
    }
    Ok(complete)
}

/// Writes a log as a Parquet file; the numbers of rows and of lines that are none.
fn convert(line: &Regex, log: &Path, table: &Path) -> Result<(usize, usize), Box<dyn Error>> {
    let mut input = BufReader::new(File::open(log)?);
    let mut rows = Rows::default();
    let mut writer = ArrowWriter::try_new(File::create(table)?, rows.take()?.schema(), None)?;
    let (mut taken, mut left_out, mut bytes) = (0, 0, Vec::new());
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let text = String::from_utf8_lossy(&bytes);
        if rows.push(line, text.trim_end_matches(['\r', '\n'])) {
            taken += 1;
            if taken % ROWS == 0 {
                writer.write(&rows.take()?)?;
            }
        } else {
            if left_out == 0 {
                let number = taken + 1;
                eprintln!("{}:{number}: no line of the combined format", log.display());
            }
            left_out += 1;
        }
        bytes.clear();
    }
    if left_out > 0 {
        eprintln!("{}: left out {left_out} lines", log.display());
    }
    writer.write(&rows.take()?)?;
    writer.close()?;
    Ok((taken, left_out))
}

/// Rows of a batch.
#[derive(Default)]
struct Rows {
    time: TimestampSecondBuilder,
    client: StringBuilder,
    method: StringBuilder,
    target: StringBuilder,
    status: Int16Builder,
    bytes: Int64Builder,
    referer: StringBuilder,
    agent: StringBuilder,
}

impl Rows {
    /// Appends a line. `false`: it is not in the format.
    fn push(&mut self, line: &Regex, text: &str) -> bool {
        let Some(fields) = line.captures(text) else { return false };
        let Ok(time) = chrono::DateTime::parse_from_str(&fields[2], "%d/%b/%Y:%H:%M:%S %z") else {
            return false;
        };
        self.time.append_value(time.timestamp());
        self.client.append_value(&fields[1]);
        self.method.append_option(field(&fields, 3));
        self.target.append_option(field(&fields, 4));
        self.status.append_option(fields[5].parse().ok());
        self.bytes.append_option(fields[6].parse().ok());
        self.referer.append_option(field(&fields, 7));
        self.agent.append_option(field(&fields, 8));
        true
    }

    /// The batch; none of its rows stays.
    fn take(&mut self) -> datafusion::error::Result<RecordBatch> {
        let time = self.time.finish().with_timezone("UTC");
        let columns: [(&str, ArrayRef); 8] = [
            ("time", Arc::new(time)),
            ("client", Arc::new(self.client.finish())),
            ("method", Arc::new(self.method.finish())),
            ("target", Arc::new(self.target.finish())),
            ("status", Arc::new(self.status.finish())),
            ("bytes", Arc::new(self.bytes.finish())),
            ("referer", Arc::new(self.referer.finish())),
            ("agent", Arc::new(self.agent.finish())),
        ];
        let columns = columns.map(|(name, column)| (name, column, true));
        Ok(RecordBatch::try_from_iter_with_nullable(columns)?)
    }
}

fn field<'line>(fields: &Captures<'line>, number: usize) -> Option<&'line str> {
    fields.get(number).map(|field| field.as_str()).filter(|&field| field != "-")
}

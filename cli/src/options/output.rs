//! The options that say where results go.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use super::InputArgs;
use crate::input::{Compression, is_standard_input};
use crate::output::Destination;
use crate::reports::Name;

const HEADING: &str = "Output";

/// Where the result goes.
#[derive(Args, Default)]
pub(crate) struct OutputArgs {
    /// Write to FILE, not to standard output: all of it or nothing
    ///
    /// A FILE whose name ends with .gz, .zst, .xz or .bz2 is compressed. FILE appears, or is replaced, when
    /// all is written; one that is there keeps its permissions (on Linux also access control
    /// lists and user attributes). It stays as it was where an input cannot be read to its end,
    /// where --on-error fail stops, and where pct is interrupted.
    #[arg(short, long, value_name = "FILE", help_heading = HEADING)]
    output: Option<PathBuf>,

    /// Compress what is written with gzip
    #[arg(long, conflicts_with = "zstd", help_heading = HEADING)]
    gzip: bool,

    /// Compress what is written with zstd
    #[arg(long, help_heading = HEADING)]
    zstd: bool,

    /// Show how far it is, also where standard output is a pipe
    ///
    /// Where standard error is a terminal, a bar is there after half a second by itself, unless
    /// standard output is a terminal or a pipe.
    #[arg(long, overrides_with = "no_progress", help_heading = HEADING)]
    progress: bool,

    /// Do not show how far it is
    #[arg(long, help_heading = HEADING)]
    no_progress: bool,
}

impl OutputArgs {
    /// How the output is compressed: as an option says, or the name of the file.
    pub(crate) fn compression(&self) -> Option<Compression> {
        match (self.gzip, self.zstd) {
            (true, _) => Some(Compression::Gzip),
            (_, true) => Some(Compression::Zstd),
            _ => Compression::of_extension(self.output.as_ref()?.extension()?.to_str()?),
        }
    }

    /// Whether a bar does no harm: nothing else is written to a terminal. Standard output may be a
    /// pipe if a bar is asked for, though its reader may write there. A bar that is asked for and
    /// not shown is reported.
    pub(crate) fn shows_progress(&self, destination: &Destination) -> bool {
        let stdout = io::stdout();
        let is_stdout = matches!(destination, Destination::Stdout);
        let hindrance = if !io::stderr().is_terminal() {
            "standard error is no terminal"
        } else if is_stdout && stdout.is_terminal() {
            "the result goes to this terminal"
        } else {
            return !self.no_progress && (!is_stdout || self.progress || is_file(&stdout));
        };
        if self.progress {
            eprintln!("pct: --progress shows nothing: {hindrance}");
        }
        false
    }
}

/// Whether it is a file or a device.
#[cfg(unix)]
fn is_file(stdout: &io::Stdout) -> bool {
    use std::os::unix::fs::FileTypeExt;

    crate::input::metadata(stdout)
        .is_ok_and(|metadata| !metadata.file_type().is_fifo() && !metadata.file_type().is_socket())
}

#[cfg(not(unix))]
fn is_file(_: &io::Stdout) -> bool {
    false
}

/// Whether files are replaced by what becomes of them.
#[derive(Args)]
pub(crate) struct InPlaceArgs {
    /// Replace each file by what becomes of it; with SUFFIX (-i.bak) the old one is kept under
    /// that name
    ///
    /// A file is replaced as a whole, or stays as it was: where it cannot be read to its end,
    /// where --on-error fail stops, where pct is interrupted, and where nothing in it changes.
    /// Permissions stay (on Linux also access control lists and user attributes; where they
    /// cannot, the file stays as it was), and so does compression. Of a symbolic link the file
    /// that it points to is replaced; other hard links keep what was there. Files whose names
    /// end with SUFFIX already are passed over, and reported if they were named. Directly
    /// behind -i (not behind --in-place=) SUFFIX begins with a character that is no letter and
    /// no digit.
    #[arg(
        short,
        long,
        value_name = "SUFFIX",
        help_heading = HEADING,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with_all = ["output", "gzip", "zstd"]
    )]
    in_place: Option<OsString>,
}

impl InPlaceArgs {
    /// Where results go; an error is one of usage.
    pub(crate) fn destination(&self, input: &InputArgs) -> Result<Destination, String> {
        let Some(suffix) = &self.in_place else { return Ok(input.destination()) };
        if input.files.is_empty() || input.files.iter().any(|file| is_standard_input(file)) {
            return Err("-i replaces files; name them, and leave standard input out".into());
        }
        if let Some(folder) = input.files.iter().find(|file| !input.recursive && file.is_dir()) {
            return Err(format!(
                "-i: {} is a folder; -r replaces the files in it",
                Name::from(&**folder)
            ));
        }
        if suffix.as_encoded_bytes().contains(&b'/') {
            return Err("-i: SUFFIX is added to the name of a file; it holds no /".into());
        }
        Ok(Destination::InPlace(suffix.clone()))
    }
}

impl InputArgs {
    /// Where results go if files are not replaced.
    pub(crate) fn destination(&self) -> Destination {
        match &self.output.output {
            Some(file) if file.as_os_str() != "-" => Destination::File(file.clone()),
            _ => Destination::Stdout,
        }
    }
}

/// The command line with `-i.bak` written as `-i=.bak`: between a short option and a value that may
/// be missing clap wants `=`.
pub(crate) fn with_suffixes(
    args: impl IntoIterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let mut are_options = true;
    args.into_iter().map(move |arg| {
        are_options &= arg != "--";
        arg.to_str().filter(|_| are_options).and_then(with_suffix).unwrap_or(arg)
    })
}

fn with_suffix(arg: &str) -> Option<OsString> {
    let (flags, suffix) = arg.strip_prefix('-')?.split_once('i')?;
    let is_suffix = suffix.starts_with(|first: char| first != '=' && !first.is_alphanumeric());
    // The other options without a value, which may stand before it.
    (is_suffix && flags.chars().all(|flag| "r0".contains(flag)))
        .then(|| format!("-{flags}i={suffix}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes() {
        let args = [
            "pct",
            "-i",
            "-i.bak",
            "-ri~",
            "-i=.old",
            "-ir",
            "-i0",
            "-r",
            "--in-place",
            "-xi.bak",
            "--",
            "-i.bak",
        ];
        let expected = [
            "pct",
            "-i",
            "-i=.bak",
            "-ri=~",
            "-i=.old",
            "-ir",
            "-i0",
            "-r",
            "--in-place",
            "-xi.bak",
            "--",
            "-i.bak",
        ];
        assert!(with_suffixes(args.map(OsString::from)).eq(expected.map(OsString::from)));
    }
}

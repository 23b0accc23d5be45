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
    /// Write to FILE instead of standard output: the whole result or nothing
    ///
    /// The name decides the compression: .gz, .zst, .xz or .bz2. Another name needs --gzip or --zstd
    /// to be compressed. FILE appears, or is replaced, when
    /// the result is complete. An existing FILE keeps its permissions (on Linux also access control
    /// lists and user attributes). FILE stays unchanged if an input cannot be read to its end, if
    /// --on-error fail stops the run, or if pct is interrupted.
    #[arg(short, long, value_name = "FILE", help_heading = HEADING)]
    output: Option<PathBuf>,

    /// Compress the result with gzip
    #[arg(long, conflicts_with = "zstd", help_heading = HEADING)]
    gzip: bool,

    /// Compress the result with zstd
    #[arg(long, help_heading = HEADING)]
    zstd: bool,

    /// Show progress, even if standard output is a pipe
    ///
    /// Without this option a bar appears after half a second if standard error is a terminal, unless
    /// standard output is a terminal or a pipe.
    #[arg(long, overrides_with = "no_progress", help_heading = HEADING)]
    progress: bool,

    /// Show no progress
    #[arg(long, help_heading = HEADING)]
    no_progress: bool,
}

impl OutputArgs {
    /// How the output is compressed: as an option says, or the name of the file. An error is one of
    /// usage: they say different things.
    pub(crate) fn compression(&self) -> Result<Option<Compression>, String> {
        let extension = self.output.as_ref().and_then(|file| file.extension()?.to_str());
        let named = extension.and_then(Compression::of_extension);
        let asked = match (self.gzip, self.zstd) {
            (true, _) => Some(Compression::Gzip),
            (_, true) => Some(Compression::Zstd),
            _ => None,
        };
        match (named, asked, &self.output) {
            (Some(named), Some(asked), Some(file)) if named != asked => Err(format!(
                "-o {} says {}, and --{} something else; leave one of them out",
                Name::from(&**file),
                named.name(),
                asked.name()
            )),
            _ => Ok(asked.or(named)),
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
    /// Replace each file by its result; with SUFFIX (-i.bak) keep the old file under that name
    ///
    /// A file is replaced as a whole. It stays unchanged if it is no text (UTF-16, binary), if it
    /// cannot be read to its end, if --on-error fail stops the run, if pct is interrupted, or if
    /// nothing in it changes.
    /// Permissions and compression are kept (on Linux also access control lists and user
    /// attributes; if they cannot be kept, the file stays unchanged). A symbolic link is followed,
    /// and its target replaced; other hard links keep the old content. Files whose names already
    /// end with SUFFIX are skipped, and reported if they were named. Directly after -i (not after
    /// --in-place=) SUFFIX must begin with a character other than a letter or a digit.
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
            return Err("-i: SUFFIX is added to the name of a file and must not contain /".into());
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
    (is_suffix && flags.chars().all(|flag| "r0qv".contains(flag)))
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

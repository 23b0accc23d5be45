//! The option that replaces files by their results.

use std::ffi::OsString;

use clap::Args;

use super::InputArgs;
use crate::input::is_standard_input;
use crate::output::Destination;
use crate::reports::Name;

const HEADING: &str = "Output";

/// Whether files are replaced by what becomes of them.
#[derive(Args)]
pub(crate) struct InPlaceArgs {
    /// Replace each file by its result; with SUFFIX (-i.bak) keep the old file under that name
    ///
    /// A file is replaced as a whole. It stays unchanged if it is no text (UTF-16, binary), if it
    /// cannot be read to its end, if somebody writes to it meanwhile, if the old file's new name
    /// exists, if --on-error fail stops the run, if pct is interrupted, or if nothing in it changes.
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
        conflicts_with = "output"
    )]
    in_place: Option<OsString>,

    /// With -i, replace nothing, and print the names of the files that would change
    #[arg(short = 'n', long, requires = "in_place", help_heading = HEADING)]
    dry_run: bool,
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
        let suffix = suffix.clone();
        Ok(if self.dry_run { Destination::Changes(suffix) } else { Destination::InPlace(suffix) })
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
    (is_suffix && flags.chars().all(|flag| "r0qvn".contains(flag)))
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

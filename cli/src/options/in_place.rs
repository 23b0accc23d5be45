//! The options that replace files with their results.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::InputArgs;
use crate::input::is_standard_input;
use crate::output::Destination;
use crate::reports::Name;

const HEADING: &str = "Output";

/// Whether files are replaced with their results.
#[derive(Args)]
pub(crate) struct InPlaceArgs {
    /// Replace files with their results; SUFFIX (-i.bak) keeps the old files
    ///
    /// Each file is replaced as a whole, and none if a named one does not exist. A file stays
    /// unchanged if it is not text, cannot be read to its end, is modified meanwhile, has a backup
    /// already, or the run is stopped. Permissions and compression are kept. Symbolic links are
    /// followed; other hard links keep the old content. Files whose names end with SUFFIX are
    /// skipped. Directly after -i (not after --in-place=) SUFFIX begins with no letter or digit.
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

    /// With -i: replace nothing, print the names of the files that would change
    #[arg(short = 'n', long, requires = "in_place", help_heading = HEADING, hide_short_help = true)]
    dry_run: bool,
}

impl InPlaceArgs {
    /// The destination of results.
    ///
    /// # Errors
    /// Wrong usage.
    pub(crate) fn destination(&self, input: &InputArgs) -> Result<Destination, String> {
        let Some(suffix) = &self.in_place else { return Ok(input.destination()) };
        if input.files.is_empty() || input.files.iter().any(|file| is_standard_input(file)) {
            return Err(
                "-i replaces files and cannot replace standard input; name the files".into()
            );
        }
        if let Some(folder) = input.files.iter().find(|file| !input.recursive && file.is_dir()) {
            return Err(format!(
                "-i: {} is a folder; add -r to replace the files in it",
                Name::from(&**folder)
            ));
        }
        if suffix.as_encoded_bytes().contains(&b'/') {
            return Err("-i: SUFFIX is appended to file names and must not contain /".into());
        }
        let failed = |file: &PathBuf| Some((Name::from(&**file), file.metadata().err()?));
        if let Some((name, error)) = input.files.iter().find_map(failed) {
            let remedy = if name.as_str().starts_with('.') && !name.as_str().contains('/') {
                format!("to keep the old files, write -i{name} without a space")
            } else {
                "no file is replaced; check the names".into()
            };
            return Err(format!("-i: {name}: {error}; {remedy}"));
        }
        let is_kept = |file: &&PathBuf| {
            let name = file.as_os_str().as_encoded_bytes();
            !suffix.is_empty() && name.ends_with(suffix.as_encoded_bytes()) && file.is_file()
        };
        for file in input.files.iter().filter(is_kept).collect::<BTreeSet<_>>() {
            let name = Name::from(&**file);
            eprintln!(
                "pct: {name}: skipped, because its name ends with the suffix of -i; use another suffix to replace it"
            );
        }
        let suffix = suffix.clone();
        Ok(if self.dry_run { Destination::Changes(suffix) } else { Destination::InPlace(suffix) })
    }
}

/// Rewrites `-i.bak` as `-i=.bak`: clap requires `=` between a short option and an optional value.
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
    // The other options without a value, which may precede -i in one word.
    (is_suffix && flags.chars().all(|flag| "r0qvn".contains(flag)))
        .then(|| format!("-{flags}i={suffix}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let args = words("pct -i -i.bak -ri~ -i=.old -ir -i0 -r --in-place -xi.bak -- -i.bak");
        let expected =
            words("pct -i -i=.bak -ri=~ -i=.old -ir -i0 -r --in-place -xi.bak -- -i.bak");
        assert_eq!(with_suffixes(args).collect::<Vec<_>>(), expected);
    }
}

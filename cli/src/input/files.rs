//! Inputs: names, their files, and the content of those.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::chunks::CHUNK;
use super::compression::{Compression, decompressed};
use super::text::{Content, content};
use crate::control;
use crate::reports::Progress;
use crate::shown::Name;

/// The start and the end of the names of temporary files, which no input has.
pub(crate) const TEMPORARY: (&str, &str) = (".pct-", ".tmp");

#[derive(Default)]
pub(crate) struct Inputs<'a> {
    files: &'a [PathBuf],
    recursive: bool,
    in_place: Option<InPlace>,
    /// The file to replace in the end.
    replaced: Option<PathBuf>,
    /// The file that receives the output.
    output: Option<Identity>,
    pub(crate) progress: Progress,
    /// True for text: UTF-16 is converted to UTF-8, and binary input is reported.
    pub(crate) are_text: bool,
    /// A buffer for the start of each input.
    head: Vec<u8>,
}

struct InPlace {
    /// The suffix of the old files that are kept.
    suffix: OsString,
    /// The names of those that have been read, without symbolic links, too.
    read: HashSet<PathBuf>,
}

impl InPlace {
    /// The path of a file to be replaced; `None` if it has been read, or is an old one.
    fn resolve(&mut self, path: &Path) -> io::Result<Option<PathBuf>> {
        if self.is_read(path) {
            return Ok(None);
        }
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not a regular file, and cannot be replaced"));
        }
        let name = std::path::absolute(path)?;
        let path = fs::canonicalize(path)?;
        let is_new = !self.is_kept(&path) && self.read.insert(path.clone());
        self.read.extend(is_new.then_some(name));
        Ok(is_new.then_some(path))
    }

    /// True if a file of this name has been read. The file itself is not opened: it may be about to be
    /// replaced, and Windows refuses either one during the other.
    fn is_read(&self, path: &Path) -> bool {
        std::path::absolute(path).is_ok_and(|name| self.read.contains(&name))
    }

    fn is_kept(&self, path: &Path) -> bool {
        let suffix = self.suffix.as_encoded_bytes();
        !suffix.is_empty() && path.as_os_str().as_encoded_bytes().ends_with(suffix)
    }
}

/// A file that is replaced in the end.
pub(crate) struct Original {
    pub(crate) name: Name,
    /// Its path without symbolic links.
    pub(crate) path: PathBuf,
    pub(crate) compression: Option<Compression>,
}

/// A file that cannot be read, by its name, and why.
pub(crate) type Failure = (Name, io::Error);

impl<'a> Inputs<'a> {
    /// The inputs of these names, or standard input if there are none. Folders are read if
    /// `recursive`.
    pub(crate) fn new(files: &'a [PathBuf], recursive: bool) -> Self {
        Self { files, recursive, head: vec![0; CHUNK], ..Self::default() }
    }

    /// Each file is replaced; one whose name ends with this suffix is kept, unless it is empty.
    pub(crate) fn replace_in_place(&mut self, suffix: OsString) {
        self.in_place = Some(InPlace { suffix, read: HashSet::new() });
    }

    /// This file is replaced in the end, and not read where it is found in a folder.
    pub(crate) fn without(self, replaced: &Path) -> Self {
        Self { replaced: fs::canonicalize(replaced).ok(), ..self }
    }

    pub(crate) fn leave_out_standard_output(&mut self) {
        self.output = identity(&io::stdout());
    }

    /// The files in their order, and errors. Folders are read as the iterator gets there.
    pub(crate) fn names(&self) -> impl Iterator<Item = Result<PathBuf, Failure>> + use<'a> {
        let (recursive, replaced) = (self.recursive, self.replaced.clone());
        // All names are resolved before any file is read: with -i, a file that is named again may
        // be about to be replaced, which Windows refuses while it is open.
        let is_folder = |file: &PathBuf| recursive && !is_standard_input(file) && file.is_dir();
        let names: Vec<_> = self.files.iter().map(|file| (file, is_folder(file))).collect();
        let standard_input = self.files.is_empty().then(|| Ok(PathBuf::from("-")));
        let files = names.into_iter().flat_map(move |(file, is_folder)| {
            let replaced = replaced.clone();
            let is_replaced =
                move |path: &PathBuf| replaced.is_some() && fs::canonicalize(path).ok() == replaced;
            let folder = is_folder.then(|| WalkDir::new(file).sort_by_file_name());
            let inner = folder.into_iter().flatten().filter_map(regular_file);
            let inner = inner.filter(move |path| !path.as_ref().is_ok_and(&is_replaced));
            (!is_folder).then(|| Ok(file.clone())).into_iter().chain(inner)
        });
        standard_input.into_iter().chain(files)
    }

    /// The number of bytes to read, if it is known.
    pub(crate) fn total(&self) -> Option<u64> {
        // A failure is reported when the file is read.
        let files = self.names().filter_map(|name| {
            Some(fs::metadata(name.ok()?).ok().filter(Metadata::is_file).map(|file| file.len()))
        });
        if self.has_standard_input() { None } else { files.sum() }
    }

    pub(crate) fn is_typed(&self) -> bool {
        self.has_standard_input() && io::stdin().is_terminal()
    }

    fn has_standard_input(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| is_standard_input(file))
    }

    /// Opens an input, which may be one to be replaced; `None` if it is one that is not.
    pub(crate) fn open(&mut self, path: &Path) -> io::Result<Option<(Content, Option<Original>)>> {
        if is_standard_input(path) {
            self.is_no_output(identity(&io::stdin()))?;
            let (reader, _) =
                decompressed(self.progress.count(io::stdin().lock()), &mut self.head)?;
            return Ok(Some((self.content(reader)?, None)));
        }
        let real = match &mut self.in_place {
            None => None,
            Some(in_place) => match in_place.resolve(path)? {
                None => return Ok(None),
                real => real,
            },
        };
        let file = match File::open(path) {
            Err(_) if self.is_text(path) => {
                // The text is a line, as on a terminal.
                let end = if self.are_text { "\n" } else { "" };
                let text = path.to_string_lossy().into_owned() + end;
                let content = Content::any(Box::new(io::Cursor::new(text)));
                return Ok(Some((content, None)));
            }
            file => file?,
        };
        self.is_no_output(identity(&file))?;
        let (reader, compression) = decompressed(self.progress.count(file), &mut self.head)?;
        let content = self.content(reader)?;
        if content.is_converted && real.is_some() {
            return Err(io::Error::other(
                "it is UTF-16, which -i would convert to UTF-8; -o writes another file",
            ));
        }
        if let Some(doubt) = content.doubt.as_ref().filter(|_| real.is_some()) {
            return Err(not_replaced(doubt));
        }
        let original = real.map(|real| Original { name: path.into(), path: real, compression });
        Ok(Some((content, original)))
    }

    /// True if a name that no file has is the value to read: it has a character that names of files
    /// seldom have, is not a pattern of a shell, and is not in a folder that exists.
    pub(crate) fn is_text(&self, name: &Path) -> bool {
        let Some(text) = name.to_str().filter(|_| self.in_place.is_none()) else { return false };
        let is_of_text = |char: char| "%=&+\"<>#".contains(char) || !char.is_ascii();
        // Most names of files that have spaces also have an extension.
        let are_words = text.contains(' ') && !text.contains('.');
        let in_folder =
            name.parent().is_some_and(|folder| folder.parent().is_some() && folder.is_dir());
        (text.contains(is_of_text) || are_words)
            && !text.contains(|char| char == '*' || control::is_control(char))
            && !in_folder
            && !name.exists()
    }

    fn content(&mut self, reader: Box<dyn Read>) -> io::Result<Content> {
        if self.are_text { content(reader, &mut self.head) } else { Ok(Content::any(reader)) }
    }

    /// Refuses an input that is also the output: it would grow while it is read.
    fn is_no_output(&self, input: Option<Identity>) -> io::Result<()> {
        if input.is_some() && input == self.output {
            return Err(io::Error::other(
                "it is also the output; -i or -o replaces a file with its result",
            ));
        }
        Ok(())
    }
}

/// The error for a file that is not text, for this reason: decoding would destroy it.
pub(crate) fn not_replaced(doubt: &str) -> io::Error {
    io::Error::other(format!("{doubt}; -i replaces text only (-o writes another file)"))
}

pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A regular file of a folder: not a symbolic link, a device, a FIFO or a temporary file.
fn regular_file(entry: walkdir::Result<DirEntry>) -> Option<Result<PathBuf, Failure>> {
    match entry {
        Ok(entry) if entry.file_type().is_file() && !is_temporary(entry.file_name()) => {
            Some(Ok(entry.into_path()))
        }
        Ok(_) => None,
        Err(error) => {
            let name = error.path().unwrap_or(Path::new("")).into();
            // Without links there are no loops, so there is always an error of the system.
            Some(Err((
                name,
                error.into_io_error().unwrap_or_else(|| io::Error::other("it cannot be read")),
            )))
        }
    }
}

fn is_temporary(name: &OsStr) -> bool {
    let (name, (prefix, suffix)) = (name.as_encoded_bytes(), TEMPORARY);
    name.starts_with(prefix.as_bytes()) && name.ends_with(suffix.as_bytes())
}

/// The number of a device, and of a regular file on it.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &impl std::os::fd::AsFd) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;

    metadata(file).ok().filter(Metadata::is_file).map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity<T>(_: &T) -> Option<Identity> {
    None
}

#[cfg(unix)]
pub(crate) fn metadata(file: &impl std::os::fd::AsFd) -> io::Result<Metadata> {
    File::from(file.as_fd().try_clone_to_owned()?).metadata()
}

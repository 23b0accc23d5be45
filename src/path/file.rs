//! The file of a path.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Resolved, SegmentError, SegmentErrorKind};
use crate::syntax::WindowsName;

/// The action for names that begin with `.`, such as `.git` and `.htaccess`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum DotFiles {
    /// Such names are an error.
    #[default]
    Refuse,
    /// Such names are like any other.
    Allow,
}

impl Resolved<'_> {
    /// The file of this path in the folder `base`: each segment, decoded to the end, is one name
    /// below it. Nothing is looked up, so symbolic links are the caller's. A `/` at the end of the
    /// path counts for nothing here.
    ///
    /// # Errors
    /// For a segment that is no single name: one with `/`, `\` or NUL in it (a kept `%2F` is a `/`),
    /// one that is empty and not the last, a dot segment; on Windows one that is
    /// [read as another name](super::PathPolicy::windows_names), and elsewhere than on Unix one that
    /// is not UTF-8. For one that begins with `.`, unless `dot_files` allows that.
    ///
    /// ```
    /// use std::path::Path;
    /// use percent_simd::path::{self, DotFiles, SegmentErrorKind};
    ///
    /// let base = Path::new("/srv/www");
    /// let file = |path| path::ENVOY_KEEP.resolve(path).unwrap().file_under(base, DotFiles::Refuse);
    /// assert_eq!(file("/docs/./a%20b.html").unwrap(), base.join("docs").join("a b.html"));
    ///
    /// let error = file("/docs/private%2Fx.txt").unwrap_err();
    /// assert_eq!((error.segment(), error.kind()), (1, SegmentErrorKind::Separator));
    /// assert!(file("/.git/config").is_err());
    /// ```
    #[inline]
    pub fn file_under(&self, base: &Path, dot_files: DotFiles) -> Result<PathBuf, SegmentError> {
        let mut file = base.to_path_buf();
        let mut segments = self.segments().enumerate().peekable();
        while let Some((index, segment)) = segments.next() {
            if segment.is_empty() && segments.peek().is_none() {
                break;
            }
            let name = check(&segment, dot_files, cfg!(windows)).and_then(|()| name(&segment));
            file.push(name.map_err(|kind| SegmentError::new(index, kind))?);
        }
        Ok(file)
    }
}

/// Checks that a decoded segment is a name in one folder.
#[inline]
fn check(segment: &[u8], dot_files: DotFiles, on_windows: bool) -> Result<(), SegmentErrorKind> {
    if segment.is_empty() {
        return Err(SegmentErrorKind::Empty);
    }
    if matches!(segment, b"." | b"..") {
        return Err(SegmentErrorKind::DotSegment);
    }
    if segment.iter().any(|byte| matches!(byte, b'/' | b'\\' | 0)) {
        return Err(SegmentErrorKind::Separator);
    }
    if segment[0] == b'.' && dot_files == DotFiles::Refuse {
        return Err(SegmentErrorKind::DotFile);
    }
    if on_windows {
        let mut name = WindowsName::default();
        segment.iter().for_each(|&byte| name.push(byte));
        if name.is_changed() {
            return Err(SegmentErrorKind::WindowsName);
        }
    }
    Ok(())
}

#[cfg(unix)]
#[inline]
fn name(segment: &[u8]) -> Result<&OsStr, SegmentErrorKind> {
    Ok(std::os::unix::ffi::OsStrExt::from_bytes(segment))
}

#[cfg(not(unix))]
#[inline]
fn name(segment: &[u8]) -> Result<&OsStr, SegmentErrorKind> {
    core::str::from_utf8(segment).map(OsStr::new).map_err(|_| SegmentErrorKind::Utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As on Windows, on every system.
    #[test]
    fn names_on_windows() {
        let kind = |segment: &[u8]| check(segment, DotFiles::Allow, true);
        assert_eq!(kind(b"con"), Err(SegmentErrorKind::WindowsName));
        assert_eq!((kind(b"cone"), kind(b".git")), (Ok(()), Ok(())));
        assert_eq!(kind(b".."), Err(SegmentErrorKind::DotSegment));
        assert_eq!(kind(b"a\0"), Err(SegmentErrorKind::Separator));
        assert_eq!(check(b"con", DotFiles::Allow, false), Ok(()));
    }
}

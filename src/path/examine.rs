//! The checks: the first error of a path, or what resolving it has to change.

use super::policy::PathPolicy;
use super::segments::{self, Kind, Segments};
use super::{
    DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathError, PathErrorKind, Semicolon,
};
use crate::decode::{Decoder, Malformed};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::find::find_ascii;
use crate::kernel::scalar;
use crate::sets::AsciiSet;
use crate::uri::DotSegment;

/// What resolving has to change.
#[derive(Clone, Copy)]
pub(super) struct Changes {
    /// Segments are removed, or separators are not written as `/`.
    pub(super) reshapes: bool,
    /// Decodes what remains; it refuses nothing.
    pub(super) decoder: Decoder,
    pub(super) decodes: bool,
}

impl PathPolicy {
    /// The first error, or the changes to be made, if any.
    pub(super) fn examine(&self, path: &[u8]) -> Result<Option<Changes>, PathError> {
        if path.first() != Some(&b'/') {
            return Err(PathError::new(0, PathErrorKind::NotAbsolute));
        }
        let segments_matter = segments::may_matter(self, path);
        if !segments_matter && self.finding(self.marks).find(path).is_none() {
            return Ok(None);
        }
        self.examine_closely(path, segments_matter)
    }

    #[inline(never)]
    fn examine_closely(
        &self,
        path: &[u8],
        segments_matter: bool,
    ) -> Result<Option<Changes>, PathError> {
        let reshapes = if segments_matter { self.check_segments(path) } else { Ok(false) };
        let errors = [self.check_raw(path).err(), self.check_triplets(path).err(), reshapes.err()];
        if let Some(first) = errors.into_iter().flatten().min_by_key(|error| error.position()) {
            return Err(first);
        }
        let decoder = self.output_decoder();
        let changes = Changes {
            reshapes: reshapes == Ok(true),
            decoder,
            decodes: decoder.find(path).is_some(),
        };
        Ok((changes.reshapes || changes.decodes).then_some(changes))
    }

    fn check_raw(&self, path: &[u8]) -> Result<(), PathError> {
        let finder = self.finding(self.refused_raw);
        let found = if self.raw_non_ascii { find_ascii(finder, path) } else { finder.find(path) };
        let Some(at) = found else { return Ok(()) };
        let kind = match path[at] {
            b'\\' => PathErrorKind::Backslash,
            b';' => PathErrorKind::Semicolon,
            delimiter @ (b'?' | b'#') => PathErrorKind::Delimiter(delimiter),
            byte if byte >= 0x80 => PathErrorKind::NonAscii(byte),
            control => PathErrorKind::Control(control),
        };
        Err(PathError::new(at, kind))
    }

    /// Refused triplets, and a malformed `%` that is kept but begins a triplet in the output.
    fn check_triplets(&self, path: &[u8]) -> Result<(), PathError> {
        if self.malformed == Malformed::Error || self.escaped_percent != EscapedPercent::Keep {
            return self.check_decoding(self.decoder, path);
        }
        // One pass finds the first error of both kinds, as long as no `%` is malformed.
        match self.check_decoding(self.decoder.malformed(Malformed::Error), path) {
            Err(malformed)
                if matches!(malformed.kind(), PathErrorKind::Truncated | PathErrorKind::BadHex) =>
            {
                let hidden = find_hidden_triplet(path, malformed.position())
                    .map(|at| PathError::new(at, PathErrorKind::HiddenTriplet));
                let refused = self.check_decoding(self.decoder, path).err();
                hidden
                    .into_iter()
                    .chain(refused)
                    .min_by_key(|error| error.position())
                    .map_or(Ok(()), Err)
            }
            result => result,
        }
    }

    fn check_decoding(&self, decoder: Decoder, path: &[u8]) -> Result<(), PathError> {
        let result = if self.must_be_utf8 { decoder.check_utf8(path) } else { decoder.check(path) };
        result.map_err(|error| PathError::new(error.position(), self.kind_of(error)))
    }

    fn kind_of(&self, error: DecodeError) -> PathErrorKind {
        match error.kind() {
            DecodeErrorKind::Truncated => PathErrorKind::Truncated,
            DecodeErrorKind::BadHex => PathErrorKind::BadHex,
            DecodeErrorKind::Rejected(b'\\')
                if self.escaped_backslash != EscapedSlashes::Reject =>
            {
                PathErrorKind::Backslash
            }
            DecodeErrorKind::Rejected(slash @ (b'/' | b'\\')) => PathErrorKind::EscapedSlash(slash),
            DecodeErrorKind::Rejected(b'%') => PathErrorKind::EscapedPercent,
            DecodeErrorKind::Rejected(b'.') => PathErrorKind::EscapedDot,
            DecodeErrorKind::Rejected(b';') => PathErrorKind::Semicolon,
            DecodeErrorKind::Rejected(control) => PathErrorKind::Control(control),
            // No other kind is left.
            _ => PathErrorKind::Utf8,
        }
    }

    /// Whether segments are removed or separators are respelled.
    fn check_segments(&self, path: &[u8]) -> Result<bool, PathError> {
        let mut segments = Segments::new(self, path);
        let (mut depth, mut reshapes) = (0_usize, false);
        while let Some(segment) = segments.next(path) {
            let segment = segment?;
            let refuse = |kind| Err(PathError::new(segment.start, kind));
            reshapes |= segment.is_respelled;
            match segment.kind {
                Kind::Empty if segment.is_last => {}
                Kind::Empty if self.empty_segments == EmptySegments::Merge => reshapes = true,
                Kind::Empty if self.empty_segments == EmptySegments::Reject => {
                    return refuse(PathErrorKind::EmptySegment);
                }
                Kind::Dots(_) if self.dot_segments == DotSegments::Reject => {
                    return refuse(PathErrorKind::DotSegment);
                }
                Kind::Dots(DotSegment::Parent)
                    if depth == 0 && self.dot_segments == DotSegments::Resolve =>
                {
                    return refuse(PathErrorKind::ClimbsAboveRoot);
                }
                Kind::Dots(dots) => {
                    depth = depth.saturating_sub(usize::from(dots == DotSegment::Parent));
                    reshapes = true;
                }
                Kind::Empty | Kind::Name => depth += 1,
            }
        }
        Ok(reshapes)
    }

    /// Decodes a path in which nothing is refused.
    fn output_decoder(&self) -> Decoder {
        let mut keep = AsciiSet::EMPTY;
        if self.escaped_slashes == EscapedSlashes::Keep {
            keep = keep.add(b'/');
        }
        if self.escaped_backslash == EscapedSlashes::Keep {
            keep = keep.add(b'\\');
        }
        if self.escaped_percent == EscapedPercent::Keep {
            keep = keep.add(b'%');
        }
        if self.semicolon == Semicolon::Guard && self.escaped_percent != EscapedPercent::Decode {
            keep = keep.add(b';');
        }
        self.decoding(Decoder::new().keep(keep))
    }
}

/// The first `%`, from `from` on, that begins no triplet as written but is followed by two hex
/// digits once these are decoded.
fn find_hidden_triplet(path: &[u8], from: usize) -> Option<usize> {
    // The end of the byte or triplet at `at`, if it decodes to a hex digit.
    let digit_end = |at: usize| match *path.get(at)? {
        b'%' => {
            scalar::triplet(&path[at..]).filter(u8::is_ascii_hexdigit).map(|_| at + "%41".len())
        }
        byte => byte.is_ascii_hexdigit().then_some(at + 1),
    };
    let mut at = from;
    loop {
        at += path[at..].iter().position(|&byte| byte == b'%')?;
        if scalar::triplet(&path[at..]).is_some() {
            at += "%41".len();
        } else if digit_end(at + 1).and_then(digit_end).is_some() {
            return Some(at);
        } else {
            at += 1;
        }
    }
}

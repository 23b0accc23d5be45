//! The expected result for a path, by the steps in the documentation of `percent_simd::path`, with
//! a `Vec` for each segment.

mod options;
mod windows;

use percent_simd::Malformed;
use percent_simd::path::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathErrorKind,
    PathPolicy, Reserved, Semicolon,
};

pub use options::{ACTIONS, Options, PRESETS};
use windows::windows_reads_another;

/// A byte of the path, or a triplet.
#[derive(Clone, Copy, Debug)]
struct Unit {
    at: usize,
    value: u8,
    is_triplet: bool,
}

fn units(path: &[u8]) -> Vec<Unit> {
    let digit = |at: usize| path.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut units = Vec::new();
    let mut at = 0;
    while at < path.len() {
        let triplet = (path[at] == b'%')
            .then(|| Some(16 * digit(at + 1)? as u8 + digit(at + 2)? as u8))
            .flatten();
        units.push(Unit { at, value: triplet.unwrap_or(path[at]), is_triplet: triplet.is_some() });
        at += if triplet.is_some() { 3 } else { 1 };
    }
    units
}

pub type Refusal = (usize, PathErrorKind);

pub struct Expected {
    pub output: Vec<u8>,
    /// The output, decoded until nothing changes.
    pub value: Vec<u8>,
    pub target: String,
    pub redirect: bool,
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// RFC 3986 3.3: *pchar* as a raw byte, or the `/` between segments.
fn is_of_path(byte: u8) -> bool {
    is_unreserved(byte) || b"!$&'()*+,;=:@/".contains(&byte)
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 || byte == 0x7F
}

impl Options {
    /// The action for the triplet of this slash.
    fn action(self, slash: u8) -> EscapedSlashes {
        if slash == b'/' { self.escaped_slashes } else { self.escaped_backslash }
    }

    /// `true` if the triplet of this slash becomes the raw byte.
    fn unescapes(self, slash: u8) -> bool {
        matches!(
            self.action(slash),
            EscapedSlashes::Redirect | EscapedSlashes::Unescape | EscapedSlashes::UnescapeLast
        )
    }

    /// A kept raw `\` is `%5C` in a target, so an error of either is an error of both.
    fn refuses_backslash(self) -> bool {
        self.backslash == Backslash::Reject
            || (self.backslash == Backslash::Keep
                && self.escaped_backslash == EscapedSlashes::Reject)
    }

    /// A kept malformed `%` is `%25` in a target, so an error of either is an error of both.
    fn refuses_malformed(self) -> bool {
        self.malformed == Malformed::Error || self.escaped_percent == EscapedPercent::Reject
    }

    /// The error for this raw byte.
    fn refused_raw(self, byte: u8) -> Option<PathErrorKind> {
        match byte {
            b'?' | b'#' => Some(PathErrorKind::Delimiter(byte)),
            b'\\' if self.refuses_backslash() => Some(PathErrorKind::Backslash),
            b';' if self.semicolon == Semicolon::Reject => Some(PathErrorKind::Semicolon),
            0x80.. if !self.raw_non_ascii => Some(PathErrorKind::NonAscii(byte)),
            _ if is_control(byte) => Some(PathErrorKind::Control(byte)),
            // A stray `%` is malformed first.
            b'%' if self.refuses_malformed() => None,
            _ => (self.reject.contains(byte) && !self.holds_raw(byte))
                .then_some(PathErrorKind::Rejected(byte)),
        }
    }

    /// The error for the triplet of this value.
    fn refused_triplet(self, value: u8) -> Option<PathErrorKind> {
        match value {
            b'/' | b'\\' if self.action(value) == EscapedSlashes::Reject => {
                Some(PathErrorKind::EscapedSlash(value))
            }
            b'\\' if self.unescapes(b'\\') && self.backslash == Backslash::Reject => {
                Some(PathErrorKind::Backslash)
            }
            b'%' if self.escaped_percent == EscapedPercent::Reject => {
                Some(PathErrorKind::EscapedPercent)
            }
            b'.' if !self.escaped_dots => Some(PathErrorKind::EscapedDot),
            b';' if self.semicolon == Semicolon::Reject => Some(PathErrorKind::Semicolon),
            0 => Some(PathErrorKind::Control(0)),
            _ if is_control(value) && !self.escaped_controls => Some(PathErrorKind::Control(value)),
            _ => self.reject.contains(value).then_some(PathErrorKind::Rejected(value)),
        }
    }

    fn is_separator(self, unit: Unit) -> bool {
        match (unit.value, unit.is_triplet) {
            (b'/', false) => true,
            (b'\\', false) => self.backslash == Backslash::Slash,
            (b'/', true) => self.unescapes(b'/'),
            (b'\\', true) => self.unescapes(b'\\') && self.backslash == Backslash::Slash,
            _ => false,
        }
    }

    /// True for a slash that separates nothing here, and that a target holds as a triplet.
    fn is_kept_slash(self, unit: Unit) -> bool {
        match unit.value {
            b'/' | b'\\' if unit.is_triplet => self.action(unit.value) == EscapedSlashes::Keep,
            b'\\' => {
                self.backslash == Backslash::Keep && self.escaped_backslash == EscapedSlashes::Keep
            }
            _ => false,
        }
    }

    /// The values whose triplets stay.
    fn stays(self, value: u8) -> bool {
        match value {
            b'%' => self.escaped_percent == EscapedPercent::Keep,
            b'/' | b'\\' => self.action(value) == EscapedSlashes::Keep,
            b';' => {
                matches!(self.semicolon, Semicolon::Guard | Semicolon::Drop)
                    && self.escaped_percent != EscapedPercent::Decode
            }
            _ => false,
        }
    }

    pub fn resolve(self, path: &[u8]) -> Result<Expected, Refusal> {
        if path.first() != Some(&b'/') {
            return Err((0, PathErrorKind::NotAbsolute));
        }
        let units = units(path);
        let is_malformed = |unit: &&Unit| !unit.is_triplet && unit.value == b'%';
        // In the order of precedence at one position.
        let mut errors: Vec<Refusal> = Vec::new();
        errors.extend(
            units
                .iter()
                .filter(|unit| !unit.is_triplet)
                .find_map(|unit| Some((unit.at, self.refused_raw(unit.value)?))),
        );
        errors.extend(
            units
                .iter()
                .filter(|unit| unit.is_triplet)
                .find_map(|unit| Some((unit.at, self.refused_triplet(unit.value)?))),
        );
        if self.refuses_malformed() {
            errors.extend(units.iter().find(is_malformed).map(|unit| {
                let next = &path[unit.at + 1..path.len().min(unit.at + 3)];
                let is_bad = next.iter().any(|byte| !byte.is_ascii_hexdigit());
                (unit.at, if is_bad { PathErrorKind::BadHex } else { PathErrorKind::Truncated })
            }));
        } else if self.escaped_percent != EscapedPercent::Decode {
            // A malformed `%` becomes a triplet with decoded digits after it.
            let hidden = |units: &&[Unit]| {
                is_malformed(&&units[0])
                    && units[1..].iter().all(|unit| unit.value.is_ascii_hexdigit())
            };
            errors.extend(
                units
                    .windows(3)
                    .find(hidden)
                    .map(|units| (units[0].at, PathErrorKind::HiddenTriplet)),
            );
        }
        if self.must_be_utf8 {
            let decoded: Vec<u8> = units.iter().map(|unit| unit.value).collect();
            errors.extend(
                std::str::from_utf8(&decoded)
                    .err()
                    .map(|error| (units[error.valid_up_to()].at, PathErrorKind::Utf8)),
            );
        }
        let segments = self.segments(&units[1..], path.len());
        errors.extend(segments.as_ref().err());
        if self.windows_names {
            errors
                .extend(self.windows_name(&units[1..]).map(|at| (at, PathErrorKind::WindowsName)));
        }
        // The first error at the smallest position.
        if let Some(&first) = errors.iter().min_by_key(|(position, _)| position) {
            return Err(first);
        }

        let (names, ends_with_slash) = segments.expect("there is no error");
        let (mut output, mut value, mut target) = (Vec::new(), Vec::new(), String::new());
        for name in &names {
            output.push(b'/');
            value.push(b'/');
            target.push('/');
            for unit in name {
                if unit.is_triplet && self.stays(unit.value) {
                    output.extend(path[unit.at..unit.at + 3].to_ascii_uppercase())
                } else {
                    output.push(unit.value)
                }
                value.push(unit.value);
                let is_raw = if unit.is_triplet {
                    is_unreserved(unit.value)
                } else {
                    self.holds_raw(unit.value)
                };
                push_target(&mut target, unit.value, is_raw);
            }
        }
        if ends_with_slash || names.is_empty() {
            output.push(b'/');
            value.push(b'/');
            target.push('/');
        }
        if self.decodes_reserved() {
            target = String::new();
            for Unit { at, value, is_triplet } in self::units(&output) {
                if is_triplet {
                    target.push_str(&String::from_utf8_lossy(&output[at..at + 3]));
                } else {
                    push_target(&mut target, value, is_of_path(value));
                }
            }
        }
        let redirects = |unit: &Unit| {
            unit.is_triplet
                && self.is_separator(*unit)
                && self.action(unit.value) == EscapedSlashes::Redirect
        };
        let redirect = units.iter().any(redirects);
        Ok(Expected { output, value, target, redirect })
    }

    /// `true` if equal resolved paths have equal targets.
    pub fn decodes_reserved(self) -> bool {
        self.reserved == Reserved::Decode && self.escaped_percent != EscapedPercent::Decode
    }

    /// `true` if a raw byte of this value is raw in a target, too.
    fn holds_raw(self, byte: u8) -> bool {
        is_of_path(byte) && !(byte == b'+' && self.escapes_plus())
    }

    /// `true` if a raw `+` is `%2B` in the target.
    pub fn escapes_plus(self) -> bool {
        self.reserved == Reserved::EscapePlus
    }

    /// `true` if the slash separates segments only in the last pass.
    fn is_last(self, unit: Unit) -> bool {
        self.is_separator(unit)
            && unit.is_triplet
            && self.action(unit.value) == EscapedSlashes::UnescapeLast
    }

    /// The end of a segment before a separator; `None` if it is the last one.
    fn segment_len(self, rest: &[Unit], is_separator: impl Fn(Unit) -> bool) -> Option<usize> {
        let mut in_parameters = false;
        rest.iter().position(|&unit| {
            in_parameters |=
                self.semicolon == Semicolon::Drop && unit.value == b';' && !unit.is_triplet;
            // Parameters are removed first.
            is_separator(unit) && !(in_parameters && self.is_last(unit))
        })
    }

    /// The position of the first segment that Windows reads as another name.
    fn windows_name(self, units: &[Unit]) -> Option<usize> {
        let mut rest = units;
        loop {
            let len = self.segment_len(rest, |unit| self.is_separator(unit));
            let mut segment: Vec<u8> =
                rest[..len.unwrap_or(rest.len())].iter().map(|unit| unit.value).collect();
            if self.semicolon == Semicolon::Drop {
                let raw = rest.iter().position(|unit| unit.value == b';' && !unit.is_triplet);
                segment.truncate(raw.unwrap_or(usize::MAX));
            }
            let is_dots = matches!(&segment[..], b"." | b"..");
            let mut names: Vec<&[u8]> = segment.split(|&byte| byte == b'/').collect();
            if self.semicolon == Semicolon::Guard {
                let of_piece = |piece: &[u8]| piece.iter().position(|&byte| byte == b';');
                for piece in names.clone() {
                    // Servers may cut the name at any of these positions.
                    let mut end = of_piece(piece);
                    while let Some(at) = end {
                        names.push(&piece[..at]);
                        end = of_piece(&piece[at + 1..]).map(|next| at + 1 + next);
                    }
                }
            }
            if !is_dots && names.iter().any(|name| windows_reads_another(name)) {
                return rest.first().map(|unit| unit.at);
            }
            rest = &rest[len? + 1..];
        }
    }

    /// The remaining segments, and whether a `/` follows the last one. `units` follow the first
    /// `/`.
    fn segments(self, units: &[Unit], end: usize) -> Result<(Vec<Vec<Unit>>, bool), Refusal> {
        if !units.iter().any(|&unit| self.is_last(unit)) {
            return self.pass(units, end, |unit| self.is_separator(unit));
        }
        // A pass over all separators reports every error but climbing.
        let last = match self.dot_segments {
            DotSegments::Resolve => Options { dot_segments: DotSegments::Clamp, ..self },
            _ => self,
        };
        let all = last.pass(units, end, |unit| self.is_separator(unit));
        let first = self.pass(units, end, |unit| self.is_separator(unit) && !self.is_last(unit));
        let errors = [all.err(), first.as_ref().err().copied()];
        if let Some(error) = errors.into_iter().flatten().min_by_key(|(position, _)| *position) {
            return Err(error);
        }
        let (names, ends_with_slash) = first.expect("there is no error");
        let slash = Unit { at: 0, value: b'/', is_triplet: false };
        let mut units = names.join(&slash);
        if ends_with_slash && !names.is_empty() {
            units.push(slash);
        }
        last.pass(&units, end, |unit| self.is_separator(unit))
    }

    /// The remaining segments, with each dot segment between the given separators resolved.
    fn pass(
        self,
        units: &[Unit],
        end: usize,
        is_separator: impl Fn(Unit) -> bool,
    ) -> Result<(Vec<Vec<Unit>>, bool), Refusal> {
        let dots = |units: &[Unit]| {
            (units.iter().all(|unit| unit.value == b'.') && matches!(units.len(), 1 | 2))
                .then_some(units.len())
        };
        // The position of the rest, even if it is empty.
        let place = |rest: &[Unit]| rest.first().map_or(end, |unit| unit.at);
        let mut names: Vec<Vec<Unit>> = Vec::new();
        let mut rest = units;
        loop {
            let len = self.segment_len(rest, &is_separator);
            let mut segment = &rest[..len.unwrap_or(rest.len())];
            let at = place(rest);
            if self.semicolon == Semicolon::Drop {
                let parameters = |unit: &Unit| unit.value == b';' && !unit.is_triplet;
                segment = &segment[..segment.iter().position(parameters).unwrap_or(segment.len())];
            }

            let pieces: Vec<&[Unit]> = segment.split(|&unit| self.is_kept_slash(unit)).collect();
            for piece in &pieces {
                let parameters = piece.iter().position(|unit| unit.value == b';');
                let name = parameters
                    .filter(|_| self.semicolon == Semicolon::Guard)
                    .map(|len| &piece[..len]);
                if name.is_some_and(<[Unit]>::is_empty) {
                    return Err((piece[0].at, PathErrorKind::Semicolon));
                }
                if name.and_then(dots).is_some() || (pieces.len() > 1 && dots(piece).is_some()) {
                    return Err((piece[0].at, PathErrorKind::HiddenDotSegment));
                }
            }
            let mut ends_with_slash = true;
            match (dots(segment), segment.is_empty()) {
                (Some(_), _) if self.dot_segments == DotSegments::Reject => {
                    return Err((at, PathErrorKind::DotSegment));
                }
                (Some(2), _) if names.is_empty() && self.dot_segments == DotSegments::Resolve => {
                    return Err((at, PathErrorKind::ClimbsAboveRoot));
                }
                (Some(2), _) => drop(names.pop()),
                (Some(_), _) => {}
                (None, true) if len.is_none() || self.empty_segments == EmptySegments::Merge => {}
                (None, true) if self.empty_segments == EmptySegments::Reject => {
                    return Err((at, PathErrorKind::EmptySegment));
                }
                (None, _) => {
                    names.push(segment.to_vec());
                    ends_with_slash = false;
                }
            }
            match len {
                Some(len) => rest = &rest[len + 1..],
                None => return Ok((names, ends_with_slash)),
            }
        }
    }
}

/// One more decoding (WHATWG URL 1.3): a malformed `%` stays.
pub fn decoded(bytes: &[u8]) -> Vec<u8> {
    units(bytes).iter().map(|unit| unit.value).collect()
}

/// Returns whether the path has no dot segment and no NUL: nothing climbs.
pub fn is_safe(options: Options, path: &[u8]) -> bool {
    let keeps_backslash =
        options.backslash == Backslash::Keep && options.escaped_backslash != EscapedSlashes::Keep;
    let is_slash = |&byte: &u8| byte == b'/' || (byte == b'\\' && !keeps_backslash);
    !path.contains(&0) && !path.split(is_slash).any(|segment| matches!(segment, b"." | b".."))
}

fn push_target(target: &mut String, value: u8, is_raw: bool) {
    if is_raw {
        target.push(char::from(value));
    } else {
        target.push_str(&format!("%{value:02X}"));
    }
}

/// The claims for every accepted path. The resolved one contains only triplets that stay. The
/// target is a path of a URI, stands for the same value, and is accepted unchanged. `Err` names the
/// broken claim.
pub fn forwarded(
    options: Options,
    policy: PathPolicy,
    input: &[u8],
    value: &[u8],
) -> Result<(), String> {
    let resolved = policy.resolve(input).map_err(|error| error.to_string())?;
    let output = &*resolved.path;
    let decodes = options.escaped_percent == EscapedPercent::Decode;
    if let Some(unit) =
        units(output).iter().find(|unit| !decodes && unit.is_triplet && !options.stays(unit.value))
    {
        return Err(format!("the output holds the triplet %{:02X}", unit.value));
    }
    let target = policy.target(input).map_err(|error| error.to_string())?;
    if let Some(unit) =
        units(target.as_bytes()).iter().find(|unit| !unit.is_triplet && !is_of_path(unit.value))
    {
        return Err(format!("the target {target} holds {:?} raw", char::from(unit.value)));
    }
    if decoded(target.as_bytes()) != value {
        return Err(format!("the target {target} stands for something else"));
    }
    if policy.is_resolved(&*target) != Ok(true) {
        return Err(format!("the target {target} is changed or refused"));
    }
    match policy.target(&*target) {
        Ok(std::borrow::Cow::Borrowed(same)) if *same == *target => {}
        other => return Err(format!("the target {target} is forwarded as {other:?}")),
    }
    match policy.resolve(&*target) {
        Err(error) => Err(format!("the target {target} is refused: {error}")),
        Ok(again) if again.redirect => Err(format!("the target {target} is redirected")),
        // A raw `\` or `%` may have become a kept triplet; all other bytes are unchanged.
        Ok(again)
            if !output.contains(&b'\\')
                && (decodes
                    || units(output).iter().all(|unit| unit.is_triplet || unit.value != b'%'))
                && *again.path != *output =>
        {
            Err(format!("the target {target} resolves to b\"{}\"", again.path.escape_ascii()))
        }
        Ok(_) => Ok(()),
    }
}

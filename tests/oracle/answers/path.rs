//! The result for a path by the steps in the documentation of `percent_simd::path`, with a `Vec`
//! for each segment.

use percent_simd::Malformed;
use percent_simd::path::{
    self, Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathErrorKind,
    PathPolicy, Semicolon,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) escaped_slashes: EscapedSlashes,
    pub(crate) escaped_backslash: EscapedSlashes,
    pub(crate) backslash: Backslash,
    pub(crate) escaped_percent: EscapedPercent,
    pub(crate) dot_segments: DotSegments,
    pub(crate) empty_segments: EmptySegments,
    pub(crate) semicolon: Semicolon,
    pub(crate) malformed: Malformed,
    pub(crate) escaped_controls: bool,
    pub(crate) escaped_dots: bool,
    pub(crate) raw_non_ascii: bool,
    pub(crate) must_be_utf8: bool,
}

const STRICT: Options = Options {
    escaped_slashes: EscapedSlashes::Reject,
    escaped_backslash: EscapedSlashes::Reject,
    backslash: Backslash::Reject,
    escaped_percent: EscapedPercent::Keep,
    dot_segments: DotSegments::Resolve,
    empty_segments: EmptySegments::Merge,
    semicolon: Semicolon::Guard,
    malformed: Malformed::Error,
    escaped_controls: false,
    escaped_dots: true,
    raw_non_ascii: false,
    must_be_utf8: true,
};

/// Envoy has one action for both escaped slashes.
const fn envoy(action: EscapedSlashes) -> Options {
    Options { escaped_slashes: action, escaped_backslash: action, ..ENVOY }
}

const ENVOY: Options = Options {
    backslash: Backslash::Slash,
    dot_segments: DotSegments::Clamp,
    malformed: Malformed::Keep,
    escaped_controls: true,
    raw_non_ascii: true,
    must_be_utf8: false,
    ..STRICT
};

const fn nginx_or_apache(escaped_slashes: EscapedSlashes) -> Options {
    Options {
        escaped_slashes,
        escaped_backslash: EscapedSlashes::Unescape,
        backslash: Backslash::Keep,
        semicolon: Semicolon::Keep,
        escaped_controls: true,
        raw_non_ascii: true,
        must_be_utf8: false,
        ..STRICT
    }
}

/// The presets, spelled out a second time.
pub(crate) const PRESETS: [(&str, PathPolicy, Options); 12] = [
    ("STRICT", path::STRICT, STRICT),
    ("ENVOY_KEEP", path::ENVOY_KEEP, envoy(EscapedSlashes::Keep)),
    ("ENVOY_REJECT", path::ENVOY_REJECT, envoy(EscapedSlashes::Reject)),
    ("ENVOY_REDIRECT", path::ENVOY_REDIRECT, envoy(EscapedSlashes::Redirect)),
    ("ENVOY_UNESCAPE", path::ENVOY_UNESCAPE, envoy(EscapedSlashes::Unescape)),
    (
        "SPRING",
        path::SPRING,
        Options {
            escaped_percent: EscapedPercent::Reject,
            dot_segments: DotSegments::Reject,
            empty_segments: EmptySegments::Reject,
            semicolon: Semicolon::Reject,
            escaped_dots: false,
            ..STRICT
        },
    ),
    ("NGINX", path::NGINX, nginx_or_apache(EscapedSlashes::Unescape)),
    ("APACHE_REJECT", path::APACHE_REJECT, nginx_or_apache(EscapedSlashes::Reject)),
    ("APACHE_KEEP", path::APACHE_KEEP, nginx_or_apache(EscapedSlashes::Keep)),
    ("APACHE_UNESCAPE", path::APACHE_UNESCAPE, nginx_or_apache(EscapedSlashes::UnescapeLast)),
    (
        "HAPROXY",
        path::HAPROXY,
        Options {
            escaped_slashes: EscapedSlashes::Keep,
            escaped_backslash: EscapedSlashes::Keep,
            backslash: Backslash::Keep,
            dot_segments: DotSegments::Clamp,
            escaped_controls: true,
            must_be_utf8: false,
            ..STRICT
        },
    ),
    (
        "TOMCAT",
        path::TOMCAT,
        Options { semicolon: Semicolon::Drop, escaped_controls: true, ..STRICT },
    ),
];

impl Options {
    /// The library's policy with these options.
    pub(crate) fn policy(self) -> PathPolicy {
        PathPolicy::new()
            .escaped_slashes(self.escaped_slashes)
            .escaped_backslash(self.escaped_backslash)
            .backslash(self.backslash)
            .escaped_percent(self.escaped_percent)
            .dot_segments(self.dot_segments)
            .empty_segments(self.empty_segments)
            .semicolon(self.semicolon)
            .malformed(self.malformed)
            .escaped_controls(self.escaped_controls)
            .escaped_dots(self.escaped_dots)
            .raw_non_ascii(self.raw_non_ascii)
            .must_be_utf8(self.must_be_utf8)
    }
}

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

pub(crate) type Refusal = (usize, PathErrorKind);

pub(crate) struct Expected {
    pub(crate) output: Vec<u8>,
    /// The output, decoded to the end.
    pub(crate) value: Vec<u8>,
    pub(crate) redirect: bool,
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 || byte == 0x7F
}

impl Options {
    /// The action for the triplet of this slash.
    fn action(self, slash: u8) -> EscapedSlashes {
        if slash == b'/' { self.escaped_slashes } else { self.escaped_backslash }
    }

    /// Whether the triplet of this slash becomes the raw byte.
    fn unescapes(self, slash: u8) -> bool {
        matches!(
            self.action(slash),
            EscapedSlashes::Redirect | EscapedSlashes::Unescape | EscapedSlashes::UnescapeLast
        )
    }

    /// A raw `\` that is kept is `%5C` in a target, so an error of the one is an error of the
    /// other.
    fn refuses_backslash(self) -> bool {
        self.backslash == Backslash::Reject
            || (self.backslash == Backslash::Keep
                && self.escaped_backslash == EscapedSlashes::Reject)
    }

    /// A malformed `%` that is kept is `%25` in a target, so an error of the one is an error of the
    /// other.
    fn refuses_malformed(self) -> bool {
        self.malformed == Malformed::Error || self.escaped_percent == EscapedPercent::Reject
    }

    /// Why the path must not contain this byte raw.
    fn refused_raw(self, byte: u8) -> Option<PathErrorKind> {
        match byte {
            b'?' | b'#' => Some(PathErrorKind::Delimiter(byte)),
            b'\\' if self.refuses_backslash() => Some(PathErrorKind::Backslash),
            b';' if self.semicolon == Semicolon::Reject => Some(PathErrorKind::Semicolon),
            0x80.. if !self.raw_non_ascii => Some(PathErrorKind::NonAscii(byte)),
            _ => is_control(byte).then_some(PathErrorKind::Control(byte)),
        }
    }

    /// Why the path must not contain this byte as a triplet.
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
            _ => (is_control(value) && !self.escaped_controls)
                .then_some(PathErrorKind::Control(value)),
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

    /// A slash that separates nothing here, and that a target holds as a triplet.
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

    pub(crate) fn resolve(self, path: &[u8]) -> Result<Expected, Refusal> {
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
            // With what is decoded after it, a malformed `%` becomes a triplet.
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
        // At equal positions, the first.
        if let Some(&first) = errors.iter().min_by_key(|(position, _)| position) {
            return Err(first);
        }

        let (names, ends_with_slash) = segments.expect("there is no error");
        let (mut output, mut value) = (Vec::new(), Vec::new());
        for name in &names {
            output.push(b'/');
            value.push(b'/');
            for unit in name {
                if unit.is_triplet && self.stays(unit.value) {
                    output.extend(path[unit.at..unit.at + 3].to_ascii_uppercase())
                } else {
                    output.push(unit.value)
                }
                value.push(unit.value);
            }
        }
        if ends_with_slash || names.is_empty() {
            output.push(b'/');
            value.push(b'/');
        }
        let redirects = |unit: &Unit| {
            unit.is_triplet
                && self.is_separator(*unit)
                && self.action(unit.value) == EscapedSlashes::Redirect
        };
        let redirect = units.iter().any(redirects);
        Ok(Expected { output, value, redirect })
    }

    /// The segments that stay, and whether a `/` follows the last one. `units` follow the first
    /// `/`.
    fn segments(self, units: &[Unit], end: usize) -> Result<(Vec<Vec<Unit>>, bool), Refusal> {
        let is_last = |unit: &Unit| {
            self.is_separator(*unit)
                && unit.is_triplet
                && self.action(unit.value) == EscapedSlashes::UnescapeLast
        };
        if !units.iter().any(is_last) {
            return self.pass(units, end, |unit| self.is_separator(unit));
        }
        // Everything but climbing is an error beside any slash.
        let last = match self.dot_segments {
            DotSegments::Resolve => Options { dot_segments: DotSegments::Clamp, ..self },
            _ => self,
        };
        let all = last.pass(units, end, |unit| self.is_separator(unit));
        let first = self.pass(units, end, |unit| self.is_separator(unit) && !is_last(&unit));
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

    /// The same, with each dot segment between the given separators resolved.
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
        // The position where the rest begins, even if it is empty.
        let place = |rest: &[Unit]| rest.first().map_or(end, |unit| unit.at);
        let mut names: Vec<Vec<Unit>> = Vec::new();
        let mut rest = units;
        loop {
            let len = rest.iter().position(|&unit| is_separator(unit));
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
pub(crate) fn decoded(bytes: &[u8]) -> Vec<u8> {
    units(bytes).iter().map(|unit| unit.value).collect()
}

/// Whether there is no dot segment, so nothing climbs, and no NUL.
pub(crate) fn is_safe(options: Options, path: &[u8]) -> bool {
    let keeps_backslash =
        options.backslash == Backslash::Keep && options.escaped_backslash != EscapedSlashes::Keep;
    let is_slash = |&byte: &u8| byte == b'/' || (byte == b'\\' && !keeps_backslash);
    !path.contains(&0) && !path.split(is_slash).any(|segment| matches!(segment, b"." | b".."))
}

/// What holds for every output (except with `EscapedPercent::Decode`): it contains no triplets but
/// those that stay, and written as a target it is accepted, resolves to itself, and stands for the
/// same value. `Err` says what does not hold.
pub(crate) fn forwarded(options: Options, policy: PathPolicy, output: &[u8]) -> Result<(), String> {
    if let Some(unit) =
        units(output).iter().find(|unit| unit.is_triplet && !options.stays(unit.value))
    {
        return Err(format!("the output holds the triplet %{:02X}", unit.value));
    }
    let target = path::TARGET.encode(output).into_owned();
    if decoded(target.as_bytes()) != decoded(output) {
        return Err(format!("the target {target} stands for something else"));
    }
    match policy.resolve(target.as_bytes()) {
        Err(error) => Err(format!("the target {target} is refused: {error}")),
        Ok(again) if path::TARGET.encode(&again.path) != target => {
            Err(format!("the target {target} resolves to b\"{}\"", again.path.escape_ascii()))
        }
        Ok(again) if again.redirect => Err(format!("the target {target} is redirected")),
        // A raw `\` or `%` may have become a triplet that is kept; all other bytes are as they
        // were.
        Ok(again)
            if !output.contains(&b'\\')
                && units(output).iter().all(|unit| unit.is_triplet || unit.value != b'%')
                && *again.path != *output =>
        {
            Err(format!("the output becomes b\"{}\"", again.path.escape_ascii()))
        }
        Ok(_) => Ok(()),
    }
}

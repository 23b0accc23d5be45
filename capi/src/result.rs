//! The results of the library's functions.
#![allow(non_camel_case_types)] // the names are those of C

use core::ffi::CStr;

use percent_simd::path::{PathError, PathErrorKind, PathIntoError};
use percent_simd::request_line::{RequestLineError, RequestLineErrorKind};
use percent_simd::{DecodeError, DecodeErrorKind, DecodeIntoError, OutputTooSmall};

/// Lists the results: number, name in Rust, name in text, message. The header has the comment of
/// each.
macro_rules! results {
    ($($(#[$doc:meta])* $number:literal $variant:ident $name:literal $message:literal;)+) => {
        /// The result of each number, with its name and its message.
        static TEXTS: &[(u32, &CStr, &CStr)] = &[
            $((percent_simd_result::$variant as u32, $name, $message),)+
        ];

        $(const _: () = assert!(percent_simd_result::$variant as u32 == $number);)+
    };
}

/// The result of a function. 1 to 15 are general; 16 to 31 are about escapes, 32 to 63 about paths,
/// 64 to 95 about request lines.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum percent_simd_result {
    /// Success.
    Ok = 0,
    /// A pointer is NULL or misaligned, a length exceeds PTRDIFF_MAX, or a value has an undefined
    /// bit.
    InvalidArgument = 1,
    /// Input and output overlap.
    Overlap = 2,
    /// The output's capacity does not suffice; the length out-parameter becomes a sufficient
    /// length.
    OutputTooSmall = 3,
    /// Nothing has this name.
    UnknownName = 4,
    /// A bug in the library, in a build that unwinds; the C library aborts the process instead.
    Panic = 5,
    /// Refused for a reason that is newer than this enum.
    Refused = 6,
    /// The input ends after `%`, or after `%` and one hex digit.
    Truncated = 16,
    /// A byte after the `%` is not a hex digit.
    BadHex = 17,
    /// An escaped or raw byte in the policy's reject set; for paths, too.
    Rejected = 18,
    /// The decoded bytes are not UTF-8.
    Utf8 = 19,
    /// A raw byte that the encoder escapes.
    Raw = 20,
    /// The path does not begin with `/`.
    NotAbsolute = 32,
    /// A `%` becomes a triplet when the following bytes are decoded: `%%32%65`.
    HiddenTriplet = 33,
    /// A control character, raw or escaped.
    Control = 34,
    /// `%2F` or `%5C`.
    EscapedSlash = 35,
    /// `\`, or a `%5C` that would become one.
    Backslash = 36,
    /// `%25`.
    EscapedPercent = 37,
    /// `%2E`.
    EscapedDot = 38,
    /// `;` or `%3B`.
    Semicolon = 39,
    /// A raw byte >= 0x80.
    NonAscii = 40,
    /// A raw `?` or `#`: query and fragment are not part of the path.
    Delimiter = 41,
    /// A dot segment, in any spelling.
    DotSegment = 42,
    /// A dot segment for servers that read `%2F` or `%5C` as a slash, or `;` as the end of a name.
    HiddenDotSegment = 43,
    /// An empty segment.
    EmptySegment = 44,
    /// A `..` that climbs above the root.
    ClimbsAboveRoot = 45,
    /// A segment that Windows reads as another name.
    WindowsName = 46,
    /// Not a prefix of paths: see percent_simd_path_is_under.
    Prefix = 47,
    /// The line does not start with a method and a space.
    Method = 64,
    /// A control character in the target.
    TargetControl = 65,
    /// A space in the target.
    Space = 66,
    /// A `#` in the target.
    Fragment = 67,
    /// The target has none of the four forms, or one that does not fit the method.
    Form = 68,
    /// Userinfo where it is not allowed, or a byte that userinfo may not contain.
    Userinfo = 69,
    /// An invalid host.
    Host = 70,
    /// An invalid port.
    Port = 71,
    /// No HTTP version and end of the line after the target.
    Version = 72,
}

results! {
    0 Ok c"ok" c"done";
    1 InvalidArgument c"invalid-argument" c"invalid argument: a NULL or misaligned pointer, a length above PTRDIFF_MAX, or an unknown option";
    2 Overlap c"overlap" c"input and output overlap: use other memory, or a function named _in_place";
    3 OutputTooSmall c"output-too-small" c"the output is too small: the length that suffices is in the length parameter";
    4 UnknownName c"unknown-name" c"nothing has this name";
    5 Panic c"panic" c"a defect of percent-simd: please report it with the input";
    6 Refused c"refused" c"refused for a reason that this version cannot name";
    16 Truncated c"truncated" c"malformed triplet: the input ends before the second hex digit";
    17 BadHex c"bad-hex" c"malformed triplet: `%` is not followed by two hex digits";
    18 Rejected c"rejected" c"rejected byte: the policy refuses it";
    19 Utf8 c"utf8" c"not UTF-8: the decoded bytes that begin there are ill-formed";
    20 Raw c"raw" c"raw byte: it must be escaped";
    32 NotAbsolute c"not-absolute" c"path refused: it does not start with `/`";
    33 HiddenTriplet c"hidden-triplet" c"path refused: decoding turns this `%` into a new triplet; write a literal `%` as %25";
    34 Control c"control" c"path refused: control character; remove it";
    35 EscapedSlash c"escaped-slash" c"path refused: escaped slash %2F or %5C; another preset may allow it";
    36 Backslash c"backslash" c"path refused: backslash; separate segments with `/`";
    37 EscapedPercent c"escaped-percent" c"path refused: escaped percent sign %25; another preset may allow it";
    38 EscapedDot c"escaped-dot" c"path refused: escaped dot %2E; write `.`";
    39 Semicolon c"semicolon" c"path refused: semicolon; another preset may allow it";
    40 NonAscii c"non-ascii" c"path refused: raw byte >= 0x80; percent-encode it";
    41 Delimiter c"delimiter" c"path refused: raw `?` or `#`; split the query and fragment off first, or escape it";
    42 DotSegment c"dot-segment" c"path refused: dot segment; send the path without `.` and `..`";
    43 HiddenDotSegment c"hidden-dot-segment" c"path refused: dot segment beside an escaped slash or before a semicolon; other servers resolve it";
    44 EmptySegment c"empty-segment" c"path refused: empty segment; send the path without repeated slashes";
    45 ClimbsAboveRoot c"climbs-above-root" c"path refused: `..` climbs above the root";
    46 WindowsName c"windows-name" c"path refused: Windows reads this segment as another name; choose another one";
    47 Prefix c"prefix" c"no prefix: begin with `/`, and write decoded UTF-8 without `//`, dot segments, NUL and triplets";
    64 Method c"method" c"request refused: expected a method and a space";
    65 TargetControl c"target-control" c"request refused: control character in the target; escape it";
    66 Space c"space" c"request refused: space in the target; write it as %20";
    67 Fragment c"fragment" c"request refused: fragment in the target; remove it, or write `#` as %23";
    68 Form c"form" c"request refused: expected `/path` or `http://host/path`, `host:port` with CONNECT, or `*` with OPTIONS";
    69 Userinfo c"userinfo" c"request refused: userinfo in the target; remove it";
    70 Host c"host" c"request refused: invalid host";
    71 Port c"port" c"request refused: invalid port: expected `:` and a number from 1 to 65535";
    72 Version c"version" c"request refused: expected an HTTP version and the end of the line; write a space in the target as %20";
}

/// The name and the message of the result with this number.
pub(crate) fn texts(number: u32) -> Option<(&'static CStr, &'static CStr)> {
    TEXTS.iter().find(|text| text.0 == number).map(|&(_, name, message)| (name, message))
}

/// The reason for a failure, and the new values of the out-parameters `position` and length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    pub(crate) result: percent_simd_result,
    pub(crate) position: Option<usize>,
    pub(crate) needed: Option<usize>,
}

impl Failure {
    pub(crate) const fn at(position: usize, result: percent_simd_result) -> Self {
        Self { result, position: Some(position), needed: None }
    }
}

// These functions are cold, so the code of successful calls comes first.

impl From<percent_simd_result> for Failure {
    #[cold]
    fn from(result: percent_simd_result) -> Self {
        Self { result, position: None, needed: None }
    }
}

impl From<OutputTooSmall> for Failure {
    #[cold]
    fn from(error: OutputTooSmall) -> Self {
        let result = percent_simd_result::OutputTooSmall;
        Self { result, position: None, needed: Some(error.needed()) }
    }
}

impl From<DecodeError> for Failure {
    #[cold]
    fn from(error: DecodeError) -> Self {
        Self::at(error.position(), of_decode(error.kind()))
    }
}

impl From<DecodeIntoError> for Failure {
    #[cold]
    fn from(error: DecodeIntoError) -> Self {
        match error {
            DecodeIntoError::Decode(error) => error.into(),
            DecodeIntoError::OutputTooSmall(error) => error.into(),
            _ => percent_simd_result::Refused.into(),
        }
    }
}

impl From<PathError> for Failure {
    #[cold]
    fn from(error: PathError) -> Self {
        Self::at(error.position(), of_path(error.kind()))
    }
}

impl From<PathIntoError> for Failure {
    #[cold]
    fn from(error: PathIntoError) -> Self {
        match error {
            PathIntoError::Path(error) => error.into(),
            PathIntoError::OutputTooSmall(error) => error.into(),
            _ => percent_simd_result::Refused.into(),
        }
    }
}

impl From<RequestLineError> for Failure {
    #[cold]
    fn from(error: RequestLineError) -> Self {
        Self::at(error.position(), of_request(error.kind()))
    }
}

/// The kind of a decoder's error.
pub(crate) const fn of_decode(kind: DecodeErrorKind) -> percent_simd_result {
    match kind {
        DecodeErrorKind::Truncated => percent_simd_result::Truncated,
        DecodeErrorKind::BadHex => percent_simd_result::BadHex,
        DecodeErrorKind::Rejected(_) => percent_simd_result::Rejected,
        DecodeErrorKind::Utf8 => percent_simd_result::Utf8,
        DecodeErrorKind::Raw(_) => percent_simd_result::Raw,
        _ => percent_simd_result::Refused,
    }
}

/// The kind of a path's error.
pub(crate) const fn of_path(kind: PathErrorKind) -> percent_simd_result {
    match kind {
        PathErrorKind::NotAbsolute => percent_simd_result::NotAbsolute,
        PathErrorKind::Truncated => percent_simd_result::Truncated,
        PathErrorKind::BadHex => percent_simd_result::BadHex,
        PathErrorKind::HiddenTriplet => percent_simd_result::HiddenTriplet,
        PathErrorKind::Utf8 => percent_simd_result::Utf8,
        PathErrorKind::Control(_) => percent_simd_result::Control,
        PathErrorKind::EscapedSlash(_) => percent_simd_result::EscapedSlash,
        PathErrorKind::Backslash => percent_simd_result::Backslash,
        PathErrorKind::EscapedPercent => percent_simd_result::EscapedPercent,
        PathErrorKind::EscapedDot => percent_simd_result::EscapedDot,
        PathErrorKind::Semicolon => percent_simd_result::Semicolon,
        PathErrorKind::NonAscii(_) => percent_simd_result::NonAscii,
        PathErrorKind::Delimiter(_) => percent_simd_result::Delimiter,
        PathErrorKind::Rejected(_) => percent_simd_result::Rejected,
        PathErrorKind::WindowsName => percent_simd_result::WindowsName,
        PathErrorKind::DotSegment => percent_simd_result::DotSegment,
        PathErrorKind::HiddenDotSegment => percent_simd_result::HiddenDotSegment,
        PathErrorKind::EmptySegment => percent_simd_result::EmptySegment,
        PathErrorKind::ClimbsAboveRoot => percent_simd_result::ClimbsAboveRoot,
        _ => percent_simd_result::Refused,
    }
}

/// The kind of a request line's error.
const fn of_request(kind: RequestLineErrorKind) -> percent_simd_result {
    match kind {
        RequestLineErrorKind::Method => percent_simd_result::Method,
        RequestLineErrorKind::Control(_) => percent_simd_result::TargetControl,
        RequestLineErrorKind::Space => percent_simd_result::Space,
        RequestLineErrorKind::Fragment => percent_simd_result::Fragment,
        RequestLineErrorKind::Form => percent_simd_result::Form,
        RequestLineErrorKind::Userinfo => percent_simd_result::Userinfo,
        RequestLineErrorKind::Host => percent_simd_result::Host,
        RequestLineErrorKind::Port => percent_simd_result::Port,
        RequestLineErrorKind::Version => percent_simd_result::Version,
        _ => percent_simd_result::Refused,
    }
}

//! The options of a policy: the treatment of each part that a path may contain.

use crate::sets::{self, AsciiSet};

/// The bytes < 0x80 that a path (RFC 3986 3.3) may not contain raw.
pub(super) const ESCAPED: AsciiSet = sets::URI_SEGMENT.remove(b'/');

/// The action for `%2F`, or for `%5C`: the four values of Envoy's
/// `path_with_escaped_slashes_action`, and that of Apache's `AllowEncodedSlashes On`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EscapedSlashes {
    /// The triplet stays as it is written and separates nothing. A program that decodes the output
    /// sees a slash there, so a dot segment beside one is an error:
    /// [`HiddenDotSegment`](super::PathErrorKind::HiddenDotSegment). (Envoy: `KEEP_UNCHANGED`, which
    /// lets `/a%2F..%2Fb` pass.)
    ///
    /// Only for servers that read it as a part of a name: stores with one segment for a name, such as
    /// CouchDB and Google's Cloud Storage (JSON API), and routers that decode each segment by itself.
    /// Others read a slash there, which no [`Prefix`](super::Prefix) of segments sees: Amazon S3
    /// ([`OBJECTS`](super::OBJECTS) is for it), and servers of files. tower-http's `ServeDir` serves
    /// `/private%2Fx` as the file `private/x`, which a rule on `/private` has let pass. Use
    /// [`Resolved::file_under`](super::Resolved::file_under) for files.
    Keep,
    /// The triplet is an error. (Envoy: `REJECT_REQUEST`.)
    #[default]
    Reject,
    /// The triplet is unescaped, and the result asks for the client to be redirected to the new
    /// path, so that everyone on the way sees it. (Envoy: `UNESCAPE_AND_REDIRECT`.)
    Redirect,
    /// `%2F` is a `/` that separates segments; `%5C` is treated as a raw [`\`](Backslash). (Envoy:
    /// `UNESCAPE_AND_FORWARD`.)
    Unescape,
    /// The triplet is unescaped after dot segments are resolved: at first it is part of a name,
    /// which a raw `..` removes, so `/a%2Fb/../c` is `/c`. Then it separates segments, and dot
    /// segments are resolved once more: `/a%2F../b` is `/b`. A `..` that would climb above the root
    /// only then stays there. (Apache: `AllowEncodedSlashes On`.)
    UnescapeLast,
}

/// The action for a raw `\`, and for a `%5C` that is unescaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Backslash {
    /// The `\` is an error. RFC 3986 allows no raw `\`.
    #[default]
    Reject,
    /// The `\` is an ordinary byte. Not for servers that treat it as a separator, as those on
    /// Windows may. A target can hold it only as `%5C`: it is an error if `%5C` is one, and a dot
    /// segment beside it is an error if `%5C` is kept.
    Keep,
    /// The `\` is a `/`, as in browsers and the URL Standard.
    Slash,
}

/// The action for `%25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EscapedPercent {
    /// The `%25` stays as it is written, so that decoding the output once more gives the value and
    /// nothing else: no new NUL and no new dot segment.
    #[default]
    Keep,
    /// The `%25` becomes `%`: **the resolved path must not be decoded again**. `%252e%252e%252f`
    /// becomes `%2e%2e%2f` there. The [target](super::PathPolicy::target) holds `%25` as before.
    Decode,
    /// The `%25` is an error, and so is every malformed `%`, which a target can hold only as `%25`.
    Reject,
}

/// The action for dot segments, in every spelling: `.`, `%2e`, `..`, `.%2e`, `%2e.`, `%2e%2e`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum DotSegments {
    /// Dot segments are resolved; one that climbs above the root is an error:
    /// [`ClimbsAboveRoot`](super::PathErrorKind::ClimbsAboveRoot).
    #[default]
    Resolve,
    /// Dot segments are resolved; `..` at the root stays there (RFC 3986 5.2.4).
    Clamp,
    /// Dot segments are an error.
    Reject,
}

/// The action for empty segments, as in `//`. The segment after the last `/` may always be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EmptySegments {
    /// Empty segments are removed before dot segments are resolved: `//` is `/`.
    #[default]
    Merge,
    /// Empty segments stay, and `..` removes one like any other (RFC 3986 5.2.4). Only for servers
    /// that treat `//` as an empty name, such as an object store. A server of files reads `//` as `/`:
    /// tower-http's `ServeDir` serves `//private/x` as the file `private/x`, which a rule on `/private`
    /// has let pass. A path that begins with `//` is a reference to another host where it is used
    /// alone, for example in a `Location`.
    Keep,
    /// Empty segments are an error.
    Reject,
}

/// The action for `;`, raw or as `%3B`. For some servers a raw one starts the parameters of a
/// segment (RFC 3986 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Semicolon {
    /// A `;` may start parameters. A `%3B`, which starts none, stays escaped in the output (except
    /// with [`EscapedPercent::Decode`]). A segment that a server drops or resolves after cutting it
    /// there is an error: `..;` and `.;a=1`, which Tomcat reads as `..` and `.`, are
    /// [`HiddenDotSegment`](super::PathErrorKind::HiddenDotSegment); a segment that begins with a
    /// semicolon, as in `/;/admin`, is [`Semicolon`](super::PathErrorKind::Semicolon). In front of
    /// a server that drops parameters, [`Drop`](Self::Drop) or [`Reject`](Self::Reject) is safer:
    /// there `/admin;x` is `/admin`, which rules on paths do not match.
    #[default]
    Guard,
    /// A raw one starts parameters, which end with the segment and are removed before anything is
    /// decoded: `/;/admin;x` is `/admin`, and `/a/..;/b` is `/b`. A `%3B` starts none and stays
    /// escaped in the output, as with [`Guard`](Self::Guard). (Tomcat.)
    Drop,
    /// A `;` is an ordinary byte, and `%3B` is equivalent to it.
    Keep,
    /// A `;` is an error.
    Reject,
}

/// The spelling in [`PathPolicy::target`](super::PathPolicy::target) of reserved characters (RFC
/// 3986 2.2) that a path may hold raw and as triplets: ``!$&'()*+,;=:@``.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Reserved {
    /// Reserved characters stay as the client wrote them: `/a%2Bb` and `/a+b` are two resources
    /// (RFC 3986 2.2, 6.2.2.2), and many servers treat them so. S3 and CouchDB read a raw `+` as a
    /// space.
    #[default]
    Keep,
    /// As [`Keep`](Self::Keep), but a raw `+`, which is a plus here, is written as `%2B`: servers
    /// that read a raw one as a space read the plus, too.
    EscapePlus,
    /// Raw, except for a `%3B` that [stays](Semicolon) in the resolved path: one spelling for each
    /// resolved path. For a router in the same process that compares undecoded paths, and whose
    /// routes or rules hold such characters: `/%40admin` reaches the route `/@admin`. Not for a
    /// target that is forwarded to another server. With [`EscapedPercent::Decode`] it acts as
    /// [`Keep`](Self::Keep): there is no single spelling.
    Decode,
}

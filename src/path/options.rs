//! What a policy can say of each thing that a path may hold.

/// What becomes of `%2F`, or of `%5C`: the four values of Envoy's `path_with_escaped_slashes_action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EscapedSlashes {
    /// The triplet stays as it is written, and separates nothing. Whoever decodes the output sees a slash there, so a dot segment beside one is an error:
    /// [`HiddenDotSegment`](super::PathErrorKind::HiddenDotSegment). (Envoy: `KEEP_UNCHANGED`, which lets `/a%2F..%2Fb` pass.)
    Keep,
    /// It is an error. (Envoy: `REJECT_REQUEST`.)
    #[default]
    Reject,
    /// As [`Unescape`](Self::Unescape), and the result says that the client should be sent to the new path, so that everybody on the way sees it.
    /// (Envoy: `UNESCAPE_AND_REDIRECT`.)
    Redirect,
    /// `%2F` is a `/` that separates segments; `%5C` is what the policy says of a raw [`\`](Backslash). (Envoy: `UNESCAPE_AND_FORWARD`.)
    Unescape,
}

/// What becomes of a raw `\`, and of a `%5C` that is unescaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Backslash {
    /// It is an error. RFC 3986 knows no raw `\`.
    #[default]
    Reject,
    /// It is a byte like others. Not for servers that take it for a separator, as those on Windows may. As a target holds it as `%5C` only, it is an error
    /// if `%5C` is one, and has no dot segment beside it if `%5C` is kept.
    Keep,
    /// It is a `/`, as browsers and the URL Standard have it.
    Slash,
}

/// What becomes of `%25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EscapedPercent {
    /// It stays as it is written, so that decoding the output once more gives the value and nothing else: no new NUL or dot segment.
    #[default]
    Keep,
    /// It becomes `%`: **the output must never be decoded again**, by nobody behind. `%252e%252e%252f` is `%2e%2e%2f` then, in the output.
    Decode,
    /// It is an error, and so is every malformed `%`, which a target would hold as `%25`.
    Reject,
}

/// What becomes of dot segments, in every spelling: `.`, `%2e`, `..`, `.%2e`, `%2e.`, `%2e%2e`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum DotSegments {
    /// They are resolved; one that climbs above the root is an error: [`ClimbsAboveRoot`](super::PathErrorKind::ClimbsAboveRoot).
    #[default]
    Resolve,
    /// They are resolved; `..` at the root stays there (RFC 3986 5.2.4).
    Clamp,
    /// They are an error.
    Reject,
}

/// What becomes of empty segments, as in `//`. (What follows the last `/` may always be empty.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum EmptySegments {
    /// They go, before dot segments are resolved: `//` is `/`.
    #[default]
    Merge,
    /// They stay, and `..` takes one away like any other (RFC 3986 5.2.4). Mind that a path that begins with `//` is a reference to another host where
    /// it stands alone, in a `Location` for example.
    Keep,
    /// They are an error.
    Reject,
}

/// What becomes of `;`, raw or as `%3B`, which begins the parameters of a segment for some servers (RFC 3986 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Semicolon {
    /// It may begin parameters: a `%3B`, which begins none, stays as it is written in the output (not with [`EscapedPercent::Decode`]), and neither may
    /// follow a dot segment. `..;` and `.;a=1`, which Tomcat takes for `..` and `.`, are an error: [`HiddenDotSegment`](super::PathErrorKind::HiddenDotSegment).
    /// Before a server that drops parameters, [`Reject`](Self::Reject) is safer: there `/admin;x` is `/admin`, which rules on paths do not see.
    #[default]
    Guard,
    /// It is a byte like others, and `%3B` is as good.
    Keep,
    /// It is an error.
    Reject,
}

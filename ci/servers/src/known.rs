//! The known differences. Each predicts exactly the server's reading of the target, so no other
//! difference passes under its reason.

use percent_simd::path::{APACHE_UNESCAPE, NGINX, PathErrorKind, TOMCAT};
use percent_simd::request_line::RequestLineErrorKind;

use crate::client::Answer;
use crate::envoy;
use crate::preset::{Accepted, Ours, Refusal, escaped, ours, shows, value};
use crate::servers::{Kind, Server};

/// The known reason why a server's answer to a target differs from its preset's, if any.
pub(crate) fn of_target(
    server: &Server,
    target: &[u8],
    ours_is: &Ours,
    theirs: &Answer,
) -> Option<&'static str> {
    let kind = server.kind;
    if let Kind::Envoy(action) = kind {
        return of_envoy(action, target, ours_is, theirs);
    }
    let origin = without_authority(target);
    match (ours_is, theirs) {
        // Tomcat treats the text after the authority as an origin form, so paths are compared
        // without an authority.
        (Ok(output), Answer::Path(seen)) if kind == Kind::Tomcat => {
            drops_last_slash(target, &output.output, seen)
        }
        (Ok(_), Answer::Path(seen)) => {
            (kind == Kind::HaProxy && seen.is_empty() && origin.as_deref() == Some(b"/"))
                .then_some("an absolute form without a path has an empty one there")
        }
        (Ok(_), Answer::Refused(_)) if kind == Kind::HaProxy && has_query_only(target) => {
            Some("an absolute form with a query and without a path is refused there")
        }
        (Ok(_), Answer::Refused(400)) if kind == Kind::Tomcat && !has_bytes_of_uris(target) => {
            Some("a raw byte that no URI may hold is refused there")
        }
        (Ok(_), Answer::Refused(_)) => {
            // Tomcat requires the authority of the field `Host`, byte for byte.
            (origin.is_some() && (kind == Kind::Tomcat || !names_plain_host(target)))
                .then_some("that host is refused there")
        }
        (Err(refusal), Answer::Path(seen)) => {
            accepted_there(server, target, *refusal, seen, origin.as_deref())
        }
        _ => None,
    }
}

/// Envoy forwards, or redirects to, the path of its [model](envoy::model).
fn of_envoy(
    action: envoy::Action,
    target: &[u8],
    ours: &Ours,
    theirs: &Answer,
) -> Option<&'static str> {
    let absolute = without_authority(target);
    let origin = absolute.clone().unwrap_or_else(|| target.trim_ascii_end().to_vec());
    let path = origin.split(|byte| b"?#".contains(byte)).next()?;
    if path.first() != Some(&b'/') {
        return None;
    }
    if *theirs == Answer::Refused(400) && !path.is_ascii() {
        return Some("a raw byte >= 0x80 is refused there");
    }
    if *theirs == Answer::Refused(404) && has_query_only(target) {
        return Some("an absolute form with a query and without a path is refused there");
    }
    if *theirs == Answer::Refused(400) && (has_empty_port(target) || !names_plain_host(target)) {
        return absolute.map(|_| "that host is refused there");
    }
    let predicted = escaped(&envoy::model(action, path));
    let (Answer::Path(seen) | Answer::Redirected(seen)) = theirs else { return None };
    if escaped(seen) != predicted {
        return None;
    }
    match ours {
        Ok(_) if predicted == b"//" => Some("slashes alone become `//` there"),
        Ok(_) => Some("dot segments are resolved before slashes are merged there"),
        Err(Refusal::Path(error)) => match error.kind() {
            PathErrorKind::HiddenDotSegment if action == envoy::Action::Keep => Some(
                "a dot segment beside a kept slash is a name there, and raw dots before `;` are one",
            ),
            PathErrorKind::HiddenDotSegment => Some("raw dots before `;` are a dot segment there"),
            PathErrorKind::Semicolon => Some("a segment that begins with `;` is a name there"),
            PathErrorKind::HiddenTriplet => Some("a `%` before escaped digits is `%25` there"),
            _ => None,
        },
        Err(Refusal::Line(error)) => match error.kind() {
            RequestLineErrorKind::Version | RequestLineErrorKind::Control(b'\t' | b'\r') => {
                Some("whitespace before the version is skipped there")
            }
            RequestLineErrorKind::Host
            | RequestLineErrorKind::Port
            | RequestLineErrorKind::Userinfo => Some("that authority is accepted there"),
            RequestLineErrorKind::Fragment => Some("the target is cut at `#` there"),
            _ => None,
        },
        Err(Refusal::NoPath) => None,
    }
}

/// The target that another preset forwards, at Envoy.
fn of_forwarded_to_envoy(
    action: envoy::Action,
    accepted: &Accepted,
    theirs: &Answer,
) -> Option<&'static str> {
    let has_slash = without(SLASHES, &accepted.target) != accepted.target;
    match (action, theirs) {
        (envoy::Action::Reject, Answer::Refused(400)) => {
            has_slash.then_some("an escaped slash is refused there")
        }
        (envoy::Action::Redirect, Answer::Redirected(_)) if !has_slash => None,
        (envoy::Action::Redirect, Answer::Path(_)) if has_slash => None,
        _ => {
            let reason = of_envoy(action, &accepted.target, &Ok(accepted.clone()), theirs)?;
            let unescapes = matches!(action, envoy::Action::Redirect | envoy::Action::Forward);
            Some(if has_slash && unescapes {
                "an escaped slash is a slash there"
            } else if accepted.target.contains(&b';') {
                "raw dots before `;` are a dot segment there"
            } else {
                reason
            })
        }
    }
}

/// Escaped slashes, with a replacement.
const SLASHES: &[(&str, &str)] = &[("%2F", "!"), ("%2f", "!"), ("%5C", "!"), ("%5c", "!")];

/// A target that the preset refuses and the server accepts.
fn accepted_there(
    server: &Server,
    target: &[u8],
    refusal: Refusal,
    seen: &[u8],
    origin: Option<&[u8]>,
) -> Option<&'static str> {
    let kind = server.kind;
    let is_seen_as =
        |other: &[u8]| ours(server.policy, other).is_ok_and(|output| shows(kind, seen, &output));
    if let Refusal::Line(error) = refusal {
        match error.kind() {
            RequestLineErrorKind::Fragment if kind == Kind::Nginx => {
                let end = target.iter().position(|&byte| byte == b'#')?;
                return is_seen_as(&target[..end]).then_some("the target is cut at `#` there");
            }
            RequestLineErrorKind::Host
            | RequestLineErrorKind::Port
            | RequestLineErrorKind::Userinfo => {
                let origin = origin?;
                let is_known = match ours(server.policy, origin) {
                    Ok(_) if kind == Kind::HaProxy && seen.is_empty() => origin == b"/",
                    Ok(output) => shows(kind, seen, &output),
                    Err(refusal) => accepted_there(server, origin, refusal, seen, None).is_some(),
                };
                return is_known.then_some("that authority is accepted there");
            }
            RequestLineErrorKind::Form => {
                let is_root = matches!(kind, Kind::HaProxy if target == b"*" && seen.is_empty())
                    || (!target.starts_with(b"/") && seen == b"/");
                return is_root.then_some("a target that is none with GET is accepted there");
            }
            RequestLineErrorKind::Version | RequestLineErrorKind::Control(b'\t') => {
                let trimmed = target.trim_ascii_end();
                return (trimmed != target && is_seen_as(trimmed))
                    .then_some("whitespace before the version is skipped there");
            }
            _ => {}
        }
    }
    match kind {
        Kind::Nginx | Kind::Envoy(_) => None,
        Kind::Tomcat => {
            let rest = without_parameters(target);
            match ours(TOMCAT, &rest) {
                Ok(output) if rest != target => (shows(kind, seen, &output)
                    || drops_last_slash(&rest, &output.output, seen).is_some())
                .then_some("text in parameters is ignored there"),
                _ => replaced_by_tomcat(&rest, seen),
            }
        }
        Kind::ApacheOff | Kind::ApacheNoDecode | Kind::ApacheOn => {
            let rest = without_removed(target);
            match ours(server.policy, &rest) {
                Ok(output) => shows(kind, seen, &output)
                    .then_some("what a raw `..` removes is not checked there"),
                Err(refusal) if kind == Kind::ApacheNoDecode => {
                    if refusal.path_kind() != Some(PathErrorKind::HiddenDotSegment) {
                        return None;
                    }
                    // Names without slashes replace the triplets.
                    let output = ours(server.policy, &without(KEPT_BY_APACHE, &rest)).ok()?;
                    let output = without(KEPT_BY_APACHE, &value(kind, &output.output)); // `%252F`
                    (without(KEPT_BY_APACHE, seen) == output)
                        .then_some("a dot segment beside a kept slash is a name there")
                }
                Err(_) => None,
            }
        }
        Kind::HaProxy => {
            let (target, seen) = (without(KEPT_BY_HAPROXY, target), without(KEPT_BY_HAPROXY, seen));
            let (target, seen) = (ascii(&target), ascii(&seen));
            let output = ours(server.policy, &target).ok()?;
            if !shows(kind, &seen, &output) {
                return None;
            }
            match (refusal, refusal.path_kind()) {
                (_, Some(PathErrorKind::Control(0))) => Some("`%00` is kept there"),
                (_, Some(PathErrorKind::HiddenDotSegment)) => {
                    Some("a dot segment beside a kept slash or before `;` is a name there")
                }
                (_, Some(PathErrorKind::Semicolon)) => {
                    Some("a segment that begins with `;` is a name there")
                }
                (_, Some(PathErrorKind::NonAscii(_))) => Some(OVERLOOKED),
                (Refusal::Line(error), _)
                    if error.kind() == RequestLineErrorKind::Control(0x7F) =>
                {
                    Some(OVERLOOKED)
                }
                _ => None,
            }
        }
    }
}

/// HAProxy 2.6 tests four bytes at once, by a subtraction whose borrow hides some of these.
const OVERLOOKED: &str = "a raw byte of 0x7F or above is overlooked there, in some places";

/// Triplets next to which a dot segment is an error, each with a harmless replacement.
const KEPT_BY_APACHE: &[(&str, &str)] = &[("%2F", "!"), ("%2f", "!")];
const KEPT_BY_HAPROXY: &[(&str, &str)] = &[
    ("%2F", "!"),
    ("%2f", "!"),
    ("%5C", "!"),
    ("%5c", "!"),
    ("\\", "!"),
    ("%3B", "="),
    ("%3b", "="),
    (";", "="),
    ("%00", "%01"),
];

fn without(kept: &[(&str, &str)], bytes: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        match kept.iter().find(|(from, _)| rest.starts_with(from.as_bytes())) {
            Some((from, to)) => {
                output.extend_from_slice(to.as_bytes());
                rest = &rest[from.len()..];
            }
            None => {
                output.push(*byte);
                rest = after;
            }
        }
    }
    output
}

fn ascii(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|&byte| if byte < 0x7F { byte } else { b'~' }).collect()
}

/// The origin form in an absolute form, whatever the authority.
fn without_authority(target: &[u8]) -> Option<Vec<u8>> {
    let start = target.windows(3).position(|bytes| bytes == b"://")? + 3;
    if target[..start].contains(&b'/') && target.starts_with(b"/") {
        return None;
    }
    let rest = &target[start..];
    let end = rest.iter().position(|byte| b"/?".contains(byte)).unwrap_or(rest.len());
    let slash: &[u8] = if rest.get(end) == Some(&b'/') { b"" } else { b"/" };
    Some([slash, &rest[end..]].concat())
}

/// True if the target has no raw byte that Tomcat refuses and its preset accepts.
fn has_bytes_of_uris(target: &[u8]) -> bool {
    !target.iter().any(|byte| b"\"<>[]^`{|}".contains(byte))
}

fn has_query_only(target: &[u8]) -> bool {
    without_authority(target).is_some_and(|origin| origin.starts_with(b"/?"))
}

fn has_empty_port(target: &[u8]) -> bool {
    let start = target.windows(3).position(|bytes| bytes == b"://").map_or(0, |at| at + 3);
    target[start..]
        .split(|byte| b"/?".contains(byte))
        .next()
        .is_some_and(|host| host.ends_with(b":"))
}

/// True if the authority of an absolute form is the host of the requests, with or without a port.
fn names_plain_host(target: &[u8]) -> bool {
    let start = target.windows(3).position(|bytes| bytes == b"://").map_or(0, |at| at + 3);
    matches!(target[start..], [b'x' | b'X'] | [b'x' | b'X', b'/' | b'?' | b':', ..])
}

/// The target without each segment that a later `..` removes. Apache's httpd removes them before
/// any other check: between raw slashes, with `%2e` as a dot.
fn without_removed(target: &[u8]) -> Vec<u8> {
    let target = without_authority(target).unwrap_or_else(|| target.to_vec());
    let end = target.iter().position(|&byte| byte == b'?').unwrap_or(target.len());
    let mut names: Vec<&[u8]> = Vec::new();
    let mut segments = target[1.min(end)..end].split(|&byte| byte == b'/').peekable();
    let mut ends_with_slash = true;
    while let Some(segment) = segments.next() {
        let dots = without(&[("%2e", "."), ("%2E", ".")], segment);
        ends_with_slash = true;
        match &dots[..] {
            b"" | b"." => {}
            b".." => drop(names.pop()),
            _ => {
                names.push(segment);
                ends_with_slash = segments.peek().is_some();
            }
        }
    }
    let mut output = b"/".to_vec();
    output.extend(names.join(&b'/'));
    if ends_with_slash && !names.is_empty() {
        output.push(b'/');
    }
    output
}

/// The target without the text after a raw `;` in each segment of its path: Tomcat drops it.
fn without_parameters(target: &[u8]) -> Vec<u8> {
    let end = target.iter().position(|&byte| byte == b'?').unwrap_or(target.len());
    let names: Vec<&[u8]> = target[..end]
        .split(|&byte| byte == b'/')
        .map(|segment| segment.split(|&byte| byte == b';').next().unwrap_or_default())
        .collect();
    [&names.join(&b'/'), &target[end..]].concat()
}

/// True if Tomcat sees the output without its last slash, because the path ends with a dot segment.
fn drops_last_slash(target: &[u8], output: &[u8], seen: &[u8]) -> Option<&'static str> {
    let output = value(Kind::Tomcat, output);
    (ends_with_dots(target) && output.strip_suffix(b"/") == Some(seen))
        .then_some("a last dot segment is removed with the slash before it there")
}

fn ends_with_dots(target: &[u8]) -> bool {
    let rest = without_parameters(target);
    let path = rest.split(|&byte| byte == b'?').next().unwrap_or_default();
    let last = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    matches!(value(Kind::Tomcat, last)[..], [b'.'] | [b'.', b'.'])
}

/// True if Tomcat sees the path of the target with U+FFFD for ill-formed UTF-8.
fn replaced_by_tomcat(target: &[u8], seen: &[u8]) -> Option<&'static str> {
    let output = ours(TOMCAT.must_be_utf8(false), target).ok()?;
    // The number of U+FFFD for several bytes is left open.
    let single = |text: &[u8]| {
        let mut text: Vec<char> = String::from_utf8_lossy(text).chars().collect();
        text.dedup_by(|a, b| a == b && *a == char::REPLACEMENT_CHARACTER);
        text
    };
    let is_seen = |output: &[u8]| single(output) == single(seen);
    let output = value(Kind::Tomcat, &output.output);
    let without_slash = output.strip_suffix(b"/").filter(|_| ends_with_dots(target));
    (is_seen(&output) || without_slash.is_some_and(is_seen))
        .then_some("ill-formed UTF-8 is replaced there")
}

/// True if a path holds `%2F`.
pub(crate) fn has_kept_slash(output: &[u8]) -> bool {
    without(KEPT_BY_APACHE, output) != output
}

/// The reason why a server reads a preset's target as another path.
pub(crate) fn of_forwarded(
    kind: Kind,
    accepted: &Accepted,
    theirs: &Answer,
) -> Option<&'static str> {
    let target = &accepted.target;
    if let Kind::Envoy(action) = kind {
        return of_forwarded_to_envoy(action, accepted, theirs);
    }
    if kind == Kind::Tomcat {
        let rest = without_parameters(target);
        return match (ours(TOMCAT, &rest), theirs) {
            (Ok(output), Answer::Path(seen)) if shows(kind, seen, &output) => {
                Some("what follows `;` is dropped there")
            }
            (Ok(output), Answer::Path(seen)) => drops_last_slash(&rest, &output.output, seen),
            (Err(_), Answer::Refused(400)) => Some("what its own preset refuses is refused there"),
            (Err(_), Answer::Path(seen)) => replaced_by_tomcat(&rest, seen),
            _ => None,
        };
    }
    if !has_kept_slash(target) {
        return None;
    }
    let is_seen_as = |policy| matches!((ours(policy, target), theirs), (Ok(output), Answer::Path(seen)) if shows(kind, seen, &output));
    match kind {
        Kind::Nginx => is_seen_as(NGINX).then_some("a kept %2F is a slash there"),
        Kind::ApacheOn => is_seen_as(APACHE_UNESCAPE).then_some("a kept %2F is a slash there"),
        Kind::ApacheOff => {
            (*theirs == Answer::Refused(404)).then_some("a kept %2F is refused there")
        }
        Kind::ApacheNoDecode | Kind::HaProxy | Kind::Tomcat | Kind::Envoy(_) => None,
    }
}

//! RFC 3986: a reference's components, its normal form (6.2.2) and its resolution (5.2), each by
//! the text of its section, on separate buffers.

/// RFC 3986 2.3.
pub const UNRESERVED: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

/// The rules of a normal form.
#[derive(Clone, Debug)]
pub struct Normal {
    /// 6.2.2.1, scheme and host.
    pub case: bool,
    /// 6.2.2.1, hex digits, and 6.2.2.2.
    pub triplets: bool,
    /// 6.2.2.3.
    pub dot_segments: bool,
}

impl Normal {
    pub const ALL: Self = Self { case: true, triplets: true, dot_segments: true };
    pub const TRIPLETS: Self = Self { case: false, triplets: true, dot_segments: false };

    /// All combinations of the options.
    pub fn each() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            case: bits & 1 == 0,
            triplets: bits & 2 == 0,
            dot_segments: bits & 4 == 0,
        })
    }
}

/// RFC 3986 2.1: `"%" HEXDIG HEXDIG`, in either case.
pub fn triplet(input: &[u8]) -> Option<u8> {
    match *input {
        [b'%', high, low, ..] => {
            Some(16 * char::from(high).to_digit(16)? as u8 + char::from(low).to_digit(16)? as u8)
        }
        _ => None,
    }
}

/// The components of a reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
    pub scheme: Option<Vec<u8>>,
    pub authority: Option<Vec<u8>>,
    pub path: Vec<u8>,
    pub query: Option<Vec<u8>>,
    pub fragment: Option<Vec<u8>>,
}

impl Components {
    /// Appendix B, with 3.1's grammar of a scheme.
    pub fn of(reference: &[u8]) -> Self {
        let mut rest = reference.to_vec();
        let fragment = cut(&mut rest, b'#');
        let query = cut(&mut rest, b'?');
        let scheme = rest.iter().position(|&byte| byte == b':').filter(|&colon| {
            rest[0].is_ascii_alphabetic()
                && rest[..colon].iter().all(|&b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        });
        let scheme = scheme.map(|colon| {
            let scheme = rest[..colon].to_vec();
            drop(rest.drain(..=colon));
            scheme
        });
        let authority = rest.starts_with(b"//").then(|| {
            let end = rest[2..].iter().position(|&byte| byte == b'/');
            let end = end.map_or(rest.len(), |slash| 2 + slash);
            rest.drain(..end).skip(2).collect()
        });
        Self { scheme, authority, path: rest, query, fragment }
    }

    /// 5.3.
    pub fn recomposed(&self) -> Vec<u8> {
        let mut result = Vec::new();
        if let Some(scheme) = &self.scheme {
            result.extend([&scheme[..], b":"].concat());
        }
        if let Some(authority) = &self.authority {
            result.extend([b"//", &authority[..]].concat());
        }
        result.extend(&self.path);
        if let Some(query) = &self.query {
            result.extend([b"?", &query[..]].concat());
        }
        if let Some(fragment) = &self.fragment {
            result.extend([b"#", &fragment[..]].concat());
        }
        result
    }

    /// 5.2.2, strict, without the call of `remove_dot_segments`, which is the caller's.
    pub fn merged_with(&self, base: &Self) -> Self {
        let mut target = self.clone();
        if target.scheme.is_some() {
            return target;
        }
        target.scheme.clone_from(&base.scheme);
        if target.authority.is_some() {
            return target;
        }
        target.authority.clone_from(&base.authority);
        if self.path.is_empty() {
            target.path.clone_from(&base.path);
            target.query = self.query.clone().or_else(|| base.query.clone());
        } else if self.path[0] != b'/' {
            // 5.2.3.
            let directory = base.path.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
            target.path = [&base.path[..directory], &self.path].concat();
            if base.authority.is_some() && base.path.is_empty() {
                target.path.insert(0, b'/');
            }
        }
        target
    }
}

/// Cuts the text at the first `delimiter`, and returns the bytes after it.
fn cut(text: &mut Vec<u8>, delimiter: u8) -> Option<Vec<u8>> {
    let at = text.iter().position(|&byte| byte == delimiter)?;
    let after = text.split_off(at + 1);
    text.pop();
    Some(after)
}

/// The normal form of a reference. A component has one, too, if neither case nor dot segments are
/// normalized.
pub fn normalized(input: &[u8], how: &Normal) -> Vec<u8> {
    let triplets = |part: &[u8]| normal_triplets(part, how);
    if !(how.case || how.dot_segments) {
        return triplets(input);
    }
    let read = Components::of(input);
    let is_urn = read.scheme.as_ref().is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"urn"));
    // RFC 8141 3.1: "Percent-encoded characters MUST NOT be decoded".
    let triplets = |part: &Vec<u8>| {
        if is_urn && how.triplets { upper_triplets(part) } else { triplets(part) }
    };
    let mut normal = Components {
        scheme: read.scheme.clone(),
        authority: read.authority.as_ref().map(triplets),
        path: triplets(&read.path),
        query: read.query.as_ref().map(triplets),
        fragment: read.fragment.as_ref().map(triplets),
    };
    if how.case {
        normal.scheme = normal.scheme.map(|scheme| scheme.to_ascii_lowercase());
        normal.authority = normal.authority.map(|authority| lower_host(&authority));
        if is_urn && normal.authority.is_none() {
            lower_namespace(&mut normal.path);
        }
    }
    if how.dot_segments && normal.path.starts_with(b"/") {
        normal.path = without_dot_segments(&normal.path);
        // 3.3: "If a URI does not contain an authority component, then the path cannot begin with
        // two slash characters"; URL Standard, URL serializing, step 3.
        if normal.authority.is_none() && normal.path.starts_with(b"//") {
            normal.path.splice(..0, *b"/.");
        }
    }
    let result = normal.recomposed();
    // 4.2: "must be preceded by a dot-segment (e.g., "./this:that")".
    if read.scheme.is_none() && Components::of(&result).scheme.is_some() {
        return [b"./", &result[..]].concat();
    }
    result
}

/// 3.2: user information, host and port; 3.2.2: the host is case-insensitive. The zone of an
/// address (RFC 6874) is not.
fn lower_host(authority: &[u8]) -> Vec<u8> {
    let host = authority.iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    let text = &authority[host..];
    let bracket = text.iter().position(|&byte| byte == b']');
    let end = match bracket {
        Some(bracket) if text.starts_with(b"[") => {
            text[..bracket].iter().position(|&byte| byte == b'%').unwrap_or(bracket)
        }
        _ => text.iter().position(|&byte| byte == b':').unwrap_or(text.len()),
    };
    let mut result = authority[..host].to_vec();
    let mut at = 0;
    while at < end {
        let len = if triplet(&text[at..]).is_some() { 3 } else { 1 };
        result.extend(&text[at..at + len]);
        if len == 1 {
            result.last_mut().unwrap().make_ascii_lowercase();
        }
        at += len;
    }
    result.extend(&text[at..]);
    result
}

/// RFC 8141 2: `NID = (alphanum) 0*30(ldh) (alphanum)`, without regard to its length and ends.
fn lower_namespace(path: &mut [u8]) {
    let end = path.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
    if let Some(end) = end.filter(|&end| path[end] == b':') {
        path[..end].make_ascii_lowercase();
    }
}

/// True if the bytes end in a `%` that begins no triplet, alone or with one hex digit.
fn ends_in_stray_percent(output: &[u8]) -> bool {
    let mut at = 0;
    while at < output.len() {
        if triplet(&output[at..]).is_some() {
            at += 3;
        } else if output[at] == b'%' && output[at + 1..].iter().all(u8::is_ascii_hexdigit) {
            return true;
        } else {
            at += 1;
        }
    }
    false
}

/// 6.2.2.1 (hex digits) and 6.2.2.2; the result has no triplet that the input lacks.
fn normal_triplets(input: &[u8], how: &Normal) -> Vec<u8> {
    if !how.triplets {
        return input.to_vec();
    }
    let mut output = Vec::new();
    // The output after its last triplet: only a stray `%` there matters.
    let mut tail = 0;
    let mut at = 0;
    while at < input.len() {
        let Some(value) = triplet(&input[at..]) else {
            output.push(input[at]);
            at += 1;
            continue;
        };
        at += 3;
        let is_decoded = UNRESERVED.contains(&value);
        if is_decoded && !(value.is_ascii_hexdigit() && ends_in_stray_percent(&output[tail..])) {
            output.push(value);
        } else {
            output.extend(format!("%{value:02X}").bytes());
            tail = output.len();
        }
    }
    output
}

/// 6.2.2.1, hex digits alone.
fn upper_triplets(input: &[u8]) -> Vec<u8> {
    let mut output = input.to_vec();
    for at in 0..input.len() {
        if triplet(&input[at..]).is_some() {
            output[at..at + 3].make_ascii_uppercase();
        }
    }
    output
}

/// The number of levels that a dot segment goes up: `.`, `..`, and with `%2e`.
fn dots(segment: &[u8]) -> Option<usize> {
    match segment.to_ascii_lowercase().as_slice() {
        b"." | b"%2e" => Some(0),
        b".." | b".%2e" | b"%2e." | b"%2e%2e" => Some(1),
        _ => None,
    }
}

/// 5.2.4, step by step, with the input buffer and the output buffer of its text.
pub fn without_dot_segments(path: &[u8]) -> Vec<u8> {
    let mut input = path.to_vec();
    let mut output: Vec<u8> = Vec::new();
    while !input.is_empty() {
        let starts_with_slash = input[0] == b'/';
        let first = usize::from(starts_with_slash);
        let end = first
            + input[first..].iter().position(|&byte| byte == b'/').unwrap_or(input.len() - first);
        let is_whole = end == input.len();
        match dots(&input[first..end]) {
            // A. "../" or "./" as a prefix is removed. D. "." or ".." alone is removed.
            Some(_) if !starts_with_slash => {
                drop(input.drain(..if is_whole { end } else { end + 1 }));
            }
            // B. and C.: "/./", "/.", "/../" and "/.." are replaced with "/".
            Some(up) => {
                input.splice(..if is_whole { end } else { end + 1 }, [b'/']);
                if up > 0 {
                    output.truncate(output.iter().rposition(|&byte| byte == b'/').unwrap_or(0));
                }
            }
            // E. "move the first path segment in the input buffer to the end of the output buffer".
            None => output.extend(input.drain(..end)),
        }
    }
    output
}

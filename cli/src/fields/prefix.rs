//! Prefixes that programs add to the lines that they forward: syslog and container runtimes.

use std::net::Ipv6Addr;

use clap::ValueEnum;

use super::template::{is_address, strip};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Prefix {
    /// RFC 3164 and 5424, with or without a priority
    Syslog,
    /// The time and stream of container runtimes
    Cri,
    /// docker's JSON with the line in `log`; the time of docker logs -t, kubectl logs --timestamps,
    /// alone or after a name
    Docker,
    /// The name of docker compose logs, kubectl logs --prefix
    Compose,
    /// The file name of grep -H and zgrep, the line number of -n
    Grep,
    /// Any of these or none, in each line
    Auto,
}

impl Prefix {
    pub(super) fn all_of(line: &[u8]) -> impl Iterator<Item = Self> {
        let all = [Self::Syslog, Self::Cri, Self::Docker, Self::Compose, Self::Grep];
        all.into_iter().filter(|prefix| prefix.after(line).is_some())
    }

    pub(super) fn len(self, line: &[u8]) -> Option<usize> {
        self.after(line).map(|rest| line.len() - rest.len())
    }

    pub(super) const fn missing(self) -> &'static str {
        match self {
            Self::Syslog => "no syslog header; leave out --prefix syslog if lines have none",
            Self::Cri => "no time stamp and stream; leave out --prefix cri if lines have none",
            Self::Docker => "no time stamp; leave out --prefix docker if lines have none",
            Self::Compose => "no name before ` | `; leave out --prefix compose if lines have none",
            Self::Grep => "no file name and colon; leave out --prefix grep if lines have none",
            Self::Auto => "no prefix",
        }
    }

    fn after(self, line: &[u8]) -> Option<&[u8]> {
        match self {
            Self::Syslog => syslog(line),
            // `2026-11-12T06:00:00.123456789Z stdout F `.
            Self::Cri => {
                let (stream, rest) = word(stamp(line)?)?;
                let rest = rest.strip_prefix(b"F ").or_else(|| rest.strip_prefix(b"P "));
                rest.filter(|_| matches!(stream, b"stdout" | b"stderr"))
            }
            // `2026-11-12T06:00:00.123456789Z `, after the name that compose or kubectl has put before it.
            Self::Docker => stamp(line).or_else(|| stamp(compose(line)?)),
            Self::Compose => compose(line),
            Self::Grep => grep(line),
            Self::Auto => Self::all_of(line).next().map_or(Some(line), |prefix| prefix.after(line)),
        }
    }
}

/// `web-1  | ` or `[pod/web-1/nginx] `.
fn compose(line: &[u8]) -> Option<&[u8]> {
    if let Some(pod) = line.strip_prefix(b"[") {
        let (_, rest) = split(pod, b']').filter(|(pod, _)| pod.contains(&b'/'))?;
        return rest.strip_prefix(b" ");
    }
    let (name, rest) = word(line)?;
    let rest = rest.trim_ascii_start().strip_prefix(b"| ")?;
    (!name.contains(&b'"')).then_some(rest)
}

/// `access.log:` or `access.log:17:`. Before an address of IPv6, digits are its first group, unless
/// the text after them is a client's address. In doubt (`access.log:2001:2003::1`), the line
/// has no prefix.
fn grep(line: &[u8]) -> Option<&[u8]> {
    let (name, rest) = split(line, b':')?;
    let is_name = !name.is_empty() && !name.iter().any(|byte| b"\"'=[{<\t".contains(byte));
    let is_file = name == b"(standard input)"
        || !name.contains(&b' ') && name.iter().any(|byte| b"./".contains(byte));
    let (first, _) = word(rest).unwrap_or((rest, b""));
    // A port is no line number.
    if !is_name || !is_file || is_number(first, 5) || is_address(name) {
        return None;
    }
    let numbered = split(rest, b':').filter(|(digits, _)| is_number(digits, 19));
    let Some((_, after)) = numbered else { return Some(rest) };
    // Clients have addresses from 0x2000 on, global ones below 0x4000 (RFC 4291 2.4).
    let first_group = |text| {
        let (word, _) = word(text).unwrap_or((text, b""));
        Some(str::from_utf8(word).ok()?.parse::<Ipv6Addr>().ok()?.segments()[0])
    };
    match (first_group(rest), first_group(after)) {
        (Some(0x2000..0x4000), Some(0x2000..)) => None,
        (Some(_), None | Some(..0x2000)) => Some(rest),
        _ => Some(after),
    }
}

/// RFC 3164 as rsyslog writes it, `Nov 12 06:00:00 web1 nginx[7]: `, optionally after `<190>` or with
/// an RFC 3339 time stamp; or RFC 5424, `<190>1 2026-11-12T06:00:00Z web1 nginx 7 - - `. Servers leave
/// out the host, and some the tag. Over TCP a count of bytes precedes `<` (RFC 6587).
fn syslog(line: &[u8]) -> Option<&[u8]> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let line = if line[digits..].starts_with(b" <") { &line[digits + 1..] } else { line };
    let rest = line
        .strip_prefix(b"<")
        .and_then(|rest| split(rest, b'>'))
        .filter(|(digits, _)| is_number(digits, 3))
        .map_or(line, |(_, rest)| rest);
    match rest.strip_prefix(b"1 ") {
        Some(header) if rest.len() < line.len() => rfc5424(header),
        _ => {
            let time = rfc3164_time(rest);
            let (first, rest) = word(time.or_else(|| stamp(rest))?)?;
            if is_tag(first) {
                return Some(rest);
            }
            let tagged = word(rest).filter(|(second, _)| is_tag(second)).map(|(_, rest)| rest);
            // Without a tag, only this time differs from that of a container.
            tagged.or_else(|| time.map(|_| rest))
        }
    }
}

/// True for `nginx[7]:`, which is neither an address of IPv6 nor a key of JSON.
fn is_tag(word: &[u8]) -> bool {
    word.ends_with(b":") && !word.ends_with(b"::") && !word.contains(&b'"')
}

/// `STAMP HOST APP PROCID MSGID STRUCTURED-DATA `, if no element of the data contains `] `.
fn rfc5424(header: &[u8]) -> Option<&[u8]> {
    let mut rest = stamp(header)?;
    for _ in 0..4 {
        (_, rest) = word(rest)?;
    }
    if let Some(rest) = rest.strip_prefix(b"- ") {
        return Some(rest);
    }
    let end = rest.windows(2).position(|pair| pair == b"] ").filter(|_| rest[0] == b'[')?;
    Some(&rest[end + 2..])
}

/// `Nov 12 06:00:00 `, and with the year.
fn rfc3164_time(line: &[u8]) -> Option<&[u8]> {
    const MONTHS: &[u8] = b"JanFebMarAprMayJunJulAugSepOctNovDec";
    MONTHS.chunks(3).find(|month| line.starts_with(month))?;
    let day = strip(&line[3..], b" _9 ")?;
    strip(strip(day, b"9999 ").unwrap_or(day), b"99:99:99 ")
}

/// An RFC 3339 time stamp as a word.
fn stamp(line: &[u8]) -> Option<&[u8]> {
    let (stamp, rest) = word(line)?;
    strip(stamp, b"9999-99-99T99:99:99")?;
    Some(rest)
}

fn is_number(digits: &[u8], most: usize) -> bool {
    (1..=most).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

fn split(bytes: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().position(|&other| other == byte)?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

/// The next word, which is not empty, and the bytes after its space.
fn word(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    split(bytes, b' ').filter(|(word, _)| !word.is_empty())
}

//! The host and the port of a URI.

/// Whether the text is a name, or an IP address, which is in brackets if it is one of version 6.
pub(super) fn is_host(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(address) => is_ipv6_with_zone(address),
        None => is_ipv4(text) || is_name(text),
    }
}

/// Whether the text is empty, or a colon and a number of 31 bits, which may be missing.
pub(super) fn is_port(text: &str) -> bool {
    let Some(number) = text.strip_prefix(':') else { return text.is_empty() };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    number.is_empty() || is_number && number.parse::<i32>().is_ok()
}

/// Labels with dots between them. The last one of several begins with a letter, and a dot may follow
/// it.
fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(is_allowed)
    };
    let text = text.strip_suffix('.').unwrap_or(text);
    let has_letter = match text.rsplit_once('.') {
        Some((_, last)) => last.starts_with(|char: char| char.is_ascii_alphabetic()),
        None => true,
    };
    has_letter && text.split('.').all(is_label)
}

/// Four numbers of a byte. They may have any number of leading zeros: the documentation of
/// `java.net.URI` allows three digits, but the JDK takes more.
fn is_ipv4(text: &str) -> bool {
    let is_byte = |number: &str| {
        number.bytes().all(|byte| byte.is_ascii_digit()) && number.parse::<u8>().is_ok()
    };
    text.split('.').count() == 4 && text.split('.').all(is_byte)
}

/// An IPv6 address, which a `%` and the name of a network interface may follow.
fn is_ipv6_with_zone(text: &str) -> bool {
    let (address, zone) = text.split_once('%').unwrap_or((text, "0"));
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    !zone.is_empty() && zone.bytes().all(is_allowed) && is_ipv6(address)
}

/// RFC 2373: sixteen bytes, or fewer and one `::`.
fn is_ipv6(text: &str) -> bool {
    let Some((before, after)) = text.split_once("::") else { return ipv6_len(text) == Some(16) };
    let len = |groups: &str| if groups.is_empty() { Some(0) } else { ipv6_len(groups) };
    // An IPv4 address is at the end alone.
    !before.contains('.')
        && len(before).zip(len(after)).is_some_and(|(before, after)| before + after < 16)
}

/// The number of bytes of groups with colons between them, of which the last may be an IPv4 address.
fn ipv6_len(text: &str) -> Option<usize> {
    let is_group = |group: &str| {
        (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let (groups, ipv4) = match text.rsplit_once(':') {
        Some((groups, last)) if is_ipv4(last) => (groups, 4),
        None if is_ipv4(text) => return Some(4),
        _ => (text, 0),
    };
    groups.split(':').all(is_group).then(|| 2 * groups.split(':').count() + ipv4)
}

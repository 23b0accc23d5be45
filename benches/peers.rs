//! The names of tables and rows that others refer to, and the peers' rows that are equivalent to
//! ours.

/// The names of generated lines, in the order of `support::traffic::KINDS`.
pub const TRAFFIC: [&str; 3] = ["web URLs", "wiki links", "log targets"];
/// The file of lines that is in the repository.
pub const SAMPLE: &str = "access.log";
/// Kinds of tables: lines without `%`, bytes >= 0x80 and `..`, and the other lines.
pub const CLEAN: &str = "inspect, clean";
pub const DIRTY: &str = "inspect, dirty";
/// All lines in their order: the rare ones are mispredicted.
pub const MIXED: &str = "inspect, mixed";
pub const REQUESTS: &str = "requests";
/// A policy that is written in several ways: no call has a peer.
pub const POLICIES: &str = "policies";
/// Calls of published crates, as they make them and with percent-simd.
pub const PORTS: &str = "ports";
pub const ORIGINAL: &str = "the crate's call";
pub const PORTED: &str = "with percent-simd";

pub const MEMCPY: &str = "memcpy";
pub const PEER: &str = "percent-encoding, Cow";
pub const ITERATOR: &str = "percent-encoding, iterator into a buffer";
pub const EXTENDS_VEC: &str = "percent-encoding, iterator, extends a Vec";
pub const EXTENDS_STRING: &str = "percent-encoding, iterator, extends a String";
pub const DISPLAY: &str = "percent-encoding, display";
pub const TO_STRING: &str = "percent-encoding, to_string";
pub const PEER_UTF8: &str = "percent-encoding, decode_utf8";
pub const PEER_LOSSY: &str = "percent-encoding, decode_utf8_lossy";
/// The way without `inspect`.
pub const LOOK: &str = "percent-encoding, Cow, and a look at it";
/// It parses a request line, and resolves no path; the call below does both, so it has no peer.
pub const HTTPARSE: &str = "httparse";
pub const PARSED_AND_RESOLVED: &str = "RequestLine::parse, path::STRICT.resolve";

/// The peers' calls with the same result and the same kind of destination as a row of ours, that of
/// `percent-encoding` first. A policy is compared with the peer's call without a policy.
pub fn peers(row: &str) -> &'static [&'static str] {
    match row.split_once(", ").map_or(row, |(entry, _)| entry) {
        // No peer checks a path.
        _ if row == PARSED_AND_RESOLVED || row.starts_with("path::") => &[],
        "decode_into" | "decode_in_place" | "encode_into" => &[ITERATOR],
        "decode_append" | "decode_batch" => &[EXTENDS_VEC],
        "encode_append" | "encode_append_bytes" | "encode_batch" => &[EXTENDS_STRING],
        "decode (Cow)" => &[PEER, "urlencoding::decode_binary"],
        "encode (Cow)" => &[PEER, "urlencoding::encode_binary"],
        "decode_utf8" | "decode_utf8_append" | "decode_str" => &[PEER_UTF8],
        "lossy text" => &[PEER_LOSSY],
        PORTED => &[ORIGINAL],
        "RequestLine::parse" => &[HTTPARSE],
        "form::parse" => &["form_urlencoded::parse"],
        "form::Serializer" => &["form_urlencoded::Serializer"],
        "form::from_bytes" => &["serde_urlencoded::from_bytes"],
        "form::to_string" => &["serde_urlencoded::to_string"],
        // Encoding or decoding: a table has one of them.
        "display" => &[PEER_LOSSY, DISPLAY, EXTENDS_STRING],
        "to_string" => &[TO_STRING],
        // A user of the peer has to decode before any inspection.
        _ => &[PEER],
    }
}

//! RFC 8141 *Uniform Resource Names (URNs)*: equivalence.

use crate::syntax::is_triplet;

/// Compares two URNs (RFC 8141 3.1): they are equivalent if their assigned names are equal but for
/// the case of `urn`, of the namespace identifier, and of hex digits in triplets. Triplets are not
/// decoded, and r-, q- and f-components are ignored. False for a text that is no URN. Nothing is
/// allocated.
///
/// ([`uri::equivalent`](crate::uri::equivalent) decodes triplets of unreserved characters, as
/// RFC 3986 allows, and so equates more than this.)
///
/// ```
/// use percent_simd::scheme::urn;
/// assert!(urn::equivalent("urn:example:a%2fb", "URN:Example:a%2Fb?=q#f"));
/// assert!(!urn::equivalent("urn:example:a%41", "urn:example:aA"));
/// assert!(!urn::equivalent("urn:example:A", "urn:example:a"));
/// ```
#[must_use]
#[inline]
pub fn equivalent<I: AsRef<[u8]> + ?Sized, J: AsRef<[u8]> + ?Sized>(one: &I, other: &J) -> bool {
    match (assigned_name(one.as_ref()), assigned_name(other.as_ref())) {
        (Some((nid, nss)), Some((other_nid, other_nss))) => {
            nid.eq_ignore_ascii_case(other_nid) && is_same_nss(nss, other_nss)
        }
        _ => false,
    }
}

/// The namespace identifier and the namespace-specific string of a URN; neither may be empty.
#[inline]
fn assigned_name(urn: &[u8]) -> Option<(&[u8], &[u8])> {
    let (scheme, rest) = urn.split_at_checked(4)?;
    let end = rest.iter().position(|byte| b"?#".contains(byte)).unwrap_or(rest.len());
    let name = &rest[..end];
    let colon = name.iter().position(|&byte| byte == b':')?;
    let (nid, nss) = (&name[..colon], &name[colon + 1..]);
    let is_nid = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let is_urn = scheme.eq_ignore_ascii_case(b"urn:")
        && !nid.is_empty()
        && nid.iter().all(is_nid)
        && !nss.is_empty();
    is_urn.then_some((nid, nss))
}

/// Returns whether they differ only in the case of hex digits of triplets.
#[inline]
fn is_same_nss(nss: &[u8], other: &[u8]) -> bool {
    let begins = |at: Option<usize>| at.is_some_and(|at| is_triplet(&nss[at..]));
    let is_in_triplet = |at: usize| begins(at.checked_sub(1)) || begins(at.checked_sub(2));
    nss.len() == other.len()
        && nss.iter().zip(other).enumerate().all(|(at, (byte, other))| {
            byte == other || byte.eq_ignore_ascii_case(other) && is_in_triplet(at)
        })
}

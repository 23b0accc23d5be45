//! The target that is forwarded: the path that remains, as the client spelled it.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};

use super::examine::Changes;
use super::options::ESCAPED;
use super::policy::PathPolicy;
use super::resolve::upper_case;
use super::{EscapedPercent, PathError, PathIntoError, Reserved};
use crate::decode::Decoder;
use crate::encode::{Encoder, triplet};
use crate::error::OutputTooSmall;
use crate::sets::{self, AsciiSet};
use crate::syntax;

impl PathPolicy {
    /// The path to forward: the segments of the resolved path, in the client's spelling. Borrowed,
    /// without allocation, if the path can be forwarded as it is.
    ///
    /// Segments are removed, merged and resolved as [`resolve`](Self::resolve) does it, and each
    /// separator is written as `/`. Of the triplets that remain, those of unreserved characters are
    /// decoded, and the others stay, in upper case: they may name another resource (RFC 3986 2.2,
    /// 6.2.2). A raw byte that no path may hold is escaped, and so is a stray `%`.
    /// [`Reserved::Decode`] writes one spelling for each resolved path instead. The
    /// [module](super#guarantees-for-every-accepted-path) has the guarantees for every target.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path::{self, Reserved};
    ///
    /// let target = path::STRICT.target("/x/../a+b/libc%2b%2B/%7Eme/caf%c3%a9//");
    /// assert_eq!(target.unwrap(), "/a+b/libc%2B%2B/~me/caf%C3%A9/");
    /// let for_router = path::STRICT.reserved(Reserved::Decode);
    /// assert_eq!(for_router.target("/users/a%40b.example").unwrap(), "/users/a@b.example");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn target<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<Cow<'_, str>, PathError> {
        let path = path.as_ref();
        Ok(match self.examine(path)? {
            None => self.encoder().encode(path),
            Some(changes) => match self.as_target::<true>(path, changes) {
                Some(target) => Cow::Borrowed(target),
                None => Cow::Owned(self.rewritten::<true>(path, changes)),
            },
        })
    }

    /// Writes the [target](Self::target) to the front of `output` and returns its length; allocates
    /// nothing. The rest of `output` is unspecified: it may be written to, too.
    ///
    /// A buffer of three times the path's length suffices. So does one of the path's length if no
    /// byte is escaped. One of the target's length may not suffice, because segments are removed and
    /// triplets decoded within the buffer.
    ///
    /// # Errors
    /// The first [`PathError`], or else [`OutputTooSmall`] with a length that suffices. All of
    /// `output` is then unspecified.
    ///
    /// ```
    /// use percent_simd::path::{self, PathIntoError};
    ///
    /// let mut buffer = [0; 32];
    /// let len = path::STRICT.target_into("/x/../libc%2b%2B.rpm", &mut buffer).unwrap();
    /// assert_eq!(&buffer[..len], b"/libc%2B%2B.rpm");
    /// let error = path::STRICT.target_into("/a b", &mut buffer[..4]).unwrap_err();
    /// assert!(matches!(error, PathIntoError::OutputTooSmall(error) if error.needed() == 6));
    /// ```
    pub fn target_into<I: AsRef<[u8]> + ?Sized>(
        self,
        path: &I,
        output: &mut [u8],
    ) -> Result<usize, PathIntoError> {
        let path = path.as_ref();
        let Some(changes) = self.examine(path)? else {
            return Ok(self.encoder().encode_into(path, output)?);
        };
        let is_target = self.as_target::<true>(path, changes).is_some();
        let needed = if is_target { path.len() } else { self.encoder().encoded_len(path) };
        let room = output.get_mut(..needed).ok_or(OutputTooSmall::new(needed))?;
        room[..path.len()].copy_from_slice(path);
        Ok(if is_target { needed } else { self.rewrite::<true>(room, path.len(), changes) })
    }

    /// Returns whether the path is its own [target](Self::target), so that it can be forwarded
    /// unchanged. Writes and allocates nothing.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// assert_eq!(path::STRICT.is_resolved("/caf%C3%A9/a%40b.example"), Ok(true));
    /// for other in ["/x/../menu", "//menu", "/%6Denu", "/caf%c3%a9", "/\"menu\""] {
    ///     assert_eq!(path::STRICT.is_resolved(other), Ok(false));
    /// }
    /// ```
    #[inline]
    pub fn is_resolved<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<bool, PathError> {
        let path = path.as_ref();
        Ok(match self.examine(path)? {
            Some(changes) => self.as_target::<true>(path, changes).is_some(),
            None => self.encoder().find(path).is_none(),
        })
    }

    /// Returns whether the path as received, decoded once, differs from its [target](Self::target),
    /// decoded once: it has a dot segment, slashes that merge, parameters that are dropped, or a `\`
    /// or `%5C` that is a slash; or a raw `+` under [`Reserved::EscapePlus`], because some servers
    /// read it as a space. A server that gets such a path as received may serve another resource
    /// than the one that rules have judged. Writes and allocates nothing.
    ///
    /// `Ok(false)` means that the two differ in their escapes alone, if at all: that includes a
    /// `%2F` that separates segments under the policy.
    ///
    /// # Errors
    /// The first [`PathError`].
    ///
    /// ```
    /// use percent_simd::path;
    ///
    /// assert_eq!(["/a/../b", "/a//b"].map(|path| path::STRICT.changes_segments(path)), [Ok(true); 2]);
    /// assert_eq!(["/%61/b", "/a b"].map(|path| path::STRICT.changes_segments(path)), [Ok(false); 2]);
    /// assert_eq!(path::TOMCAT.changes_segments("/admin;x=1"), Ok(true));
    /// ```
    pub fn changes_segments<I: AsRef<[u8]> + ?Sized>(self, path: &I) -> Result<bool, PathError> {
        let path = path.as_ref();
        let changes = self.examine(path)?;
        Ok(self.escapes_plus() && path.contains(&b'+')
            || changes.is_some_and(|changes| changes.rearranges))
    }

    /// Escapes the bytes that a target does not hold raw, and leaves triplets as they are. Where a
    /// malformed one is refused, every `%` begins a triplet, and the encoder need not ask.
    #[inline(always)]
    fn encoder(&self) -> Encoder {
        const fn encoders(set: AsciiSet) -> [Encoder; 2] {
            [Encoder::new(set).keep_escapes(true), Encoder::new(set.remove(b'%'))]
        }
        const ENCODERS: [[Encoder; 2]; 2] = [encoders(ESCAPED), encoders(ESCAPED.add(b'+'))];
        let encoders = &ENCODERS[usize::from(self.escapes_plus())];
        encoders[usize::from(self.refuses_malformed())].on(self.backend())
    }

    /// Returns whether the target has one spelling for each resolved path.
    const fn decodes_reserved(&self) -> bool {
        matches!(self.reserved, Reserved::Decode)
            && !matches!(self.bytes.escaped_percent, EscapedPercent::Decode)
    }

    /// The path as text if it is its own target. Bytes are compared one by one: where triplets are
    /// frequent, that is faster than a kernel.
    #[inline(never)]
    fn as_target<'a, const LAZY: bool>(&self, path: &'a [u8], changes: Changes) -> Option<&'a str> {
        let triplets = if self.decodes_reserved() {
            ESCAPED.remove(b'%').union(self.derived.decoder.rules.keep)
        } else {
            sets::URI_COMPONENT
        };
        if changes.reshapes {
            return None;
        }
        let escaped = self.escaped();
        let mut at = 0;
        while let Some(&byte) = path.get(at) {
            let is_kept = if byte == b'%' {
                let triplet = &path[at..];
                at += "%41".len();
                syntax::triplet(triplet).is_some_and(|value| {
                    let is_upper_case = triplet[1] < b'a' && triplet[2] < b'a';
                    is_upper_case && triplets.or_non_ascii(value)
                })
            } else {
                at += 1;
                !escaped.or_non_ascii(byte)
            };
            if !is_kept {
                return None;
            }
        }
        core::str::from_utf8(path).ok()
    }

    /// Returns the target of a path that changes. Callers inline the case of an unchanged path.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn rewritten<const LAZY: bool>(&self, path: &[u8], changes: Changes) -> String {
        let mut target = path.to_vec();
        target.resize(self.encoder().encoded_len(path), 0);
        let len = self.rewrite::<true>(&mut target, path.len(), changes);
        target.truncate(len);
        String::from_utf8(crate::memory::trimmed(target)).expect("every byte is ASCII")
    }

    /// Turns the path at the front of the buffer into its target and returns the target's length.
    /// The buffer is as long as the path, encoded: no step needs more, because only `escape` adds
    /// bytes, and it sees no byte that the path does not hold raw or as a triplet.
    #[inline(never)]
    fn rewrite<const LAZY: bool>(&self, buffer: &mut [u8], len: usize, changes: Changes) -> usize {
        let path = &mut buffer[..len];
        if self.decodes_reserved() {
            let len = self.apply::<true>(changes, path);
            return self.escape(buffer, len);
        }
        let len = if changes.reshapes { self.reshape(path, changes.is_spelled) } else { len };
        let len = self.escape(buffer, len);
        // Only triplets hold a `%` now, so decoding makes none.
        let target = &mut buffer[..len];
        upper_case(target);
        let decoder = Decoder::new().keep(sets::URI_COMPONENT).keep_non_ascii(true);
        self.decoding(decoder).decode_in_place(target).expect("this decoder refuses nothing")
    }

    /// Escapes the bytes that no path may contain, of the first `len`, and returns the new length. The
    /// buffer holds the result.
    #[inline]
    fn escape(&self, buffer: &mut [u8], len: usize) -> usize {
        let Some(start) = self.encoder().find(&buffer[..len]) else { return len };
        let escaped = self.escaped();
        // The rest is read from the end of the buffer, which the result reaches last: the unread
        // part is never longer than the unwritten one.
        let mut from = start + buffer.len() - len;
        buffer.copy_within(start..len, from);
        let mut to = start;
        while let Some(&byte) = buffer.get(from) {
            let rest = &buffer[from..];
            let is_kept = if byte == b'%' {
                syntax::triplet(rest).is_some()
            } else {
                !escaped.or_non_ascii(byte)
            };
            from += 1;
            if is_kept {
                buffer[to] = byte;
                to += 1;
            } else {
                buffer[to..to + 3].copy_from_slice(triplet(byte).as_bytes());
                to += 3;
            }
        }
        to
    }
}

//! The options of an [`Encoder`].

use super::Encoder;
use crate::backend::Backend;
use crate::kernel::rules::EncodeRules;
use crate::sets::AsciiSet;

impl Encoder {
    /// Escapes the members of `set` and every byte >= 0x80, in upper-case hex.
    #[inline]
    pub const fn new(set: AsciiSet) -> Self {
        // Nothing looks into the set, so that it is copied as a whole: see `EncodeRules`.
        let rules = EncodeRules {
            set,
            space_as_plus: false,
            lowercase_hex: false,
            keep_escapes: false,
            keep_non_ascii: false,
            ucschar_only: false,
        };
        Self { rules, escapes_space: false, escapes_plus: false, backend: None }
    }

    /// Sets whether SP is written as `+`, as in forms. Then every `+` is escaped, whatever the set
    /// says, so that the two stay apart.
    #[inline]
    pub const fn space_as_plus(mut self, yes: bool) -> Self {
        if yes == self.rules.space_as_plus {
            return self;
        }
        let set = self.rules.set.remove(b' ').remove(b'+');
        if yes {
            self.escapes_space = self.rules.set.contains(b' ');
            self.escapes_plus = self.rules.set.contains(b'+');
            self.rules.set = set.add(b'+');
        } else {
            let set = if self.escapes_space { set.add(b' ') } else { set };
            self.rules.set = if self.escapes_plus { set.add(b'+') } else { set };
            (self.escapes_space, self.escapes_plus) = (false, false);
        }
        self.rules.space_as_plus = yes;
        self
    }

    /// Sets whether triplets are written with `a` to `f`. The standards ask for upper case (RFC
    /// 3986 2.1), which is the default.
    #[inline]
    pub const fn lowercase_hex(mut self, yes: bool) -> Self {
        self.rules.lowercase_hex = yes;
        self
    }

    /// Sets whether valid triplets of the input stay as written, whatever the set says of their
    /// bytes: no double encoding. A stray `%` follows the set.
    #[inline]
    pub const fn keep_escapes(mut self, yes: bool) -> Self {
        self.rules.keep_escapes = yes;
        self
    }

    /// Keeps well-formed UTF-8 outside ASCII raw, for output that people read. A byte >= 0x80 that
    /// belongs to no well-formed sequence is escaped, so the output of every input is text.
    ///
    /// In a legacy charset (module `charset`) it has no effect. Runs of ASCII are encoded by the
    /// kernels; the characters between them are validated and copied by the scalar code.
    #[inline]
    pub const fn keep_non_ascii(mut self, yes: bool) -> Self {
        self.rules.keep_non_ascii = yes;
        self.rules.ucschar_only = false;
        self
    }

    /// Keeps the characters outside ASCII that an IRI may hold (RFC 3987 2.2, *ucschar*), and escapes
    /// the others: controls, private use, noncharacters, and the bidirectional formatting characters,
    /// which section 4.1 forbids. A byte >= 0x80 that belongs to no well-formed sequence is escaped.
    /// A query of an IRI may hold private-use characters, too (*iprivate*); they are escaped here,
    /// which every IRI admits.
    ///
    /// It replaces [`keep_non_ascii`](Self::keep_non_ascii), which keeps every character: the last
    /// call of the two holds.
    #[inline]
    pub const fn keep_ucschar(mut self, yes: bool) -> Self {
        self.rules.keep_non_ascii = yes;
        self.rules.ucschar_only = yes;
        self
    }

    /// Sets the backend of the policy, whatever [`Backend::active`] is. The results are the same
    /// on all.
    #[inline]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    /// The greatest length in bytes that any encoder gives for an input of this length: three times
    /// this length; `None` if that overflows.
    #[must_use]
    pub const fn max_encoded_len(input_len: usize) -> Option<usize> {
        input_len.checked_mul(3)
    }
}

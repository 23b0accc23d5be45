//! What a decoding minds, as a parameter of functions, since it costs something.

use crate::kernel::DecodeRules;

/// Nothing: every valid triplet is decoded, every other `%` stays.
pub(crate) const PLAIN: u8 = 0;
/// A `%` that begins no triplet halts it.
pub(crate) const STRICT: u8 = 1;
/// What becomes of a triplet depends on its value.
pub(crate) const SELECTIVE: u8 = 2;
pub(crate) const BOTH: u8 = STRICT | SELECTIVE;

impl DecodeRules {
    /// What must be minded.
    #[inline]
    pub(crate) const fn mode(&self) -> u8 {
        let strict = if self.strict { STRICT } else { PLAIN };
        strict | if self.has_sets { SELECTIVE } else { PLAIN }
    }
}

/// Calls a function with the mode of the rules as its last parameter, behind those in brackets.
macro_rules! with_mode {
    ($rules:expr, $function:ident[$($parameter:tt),*]($($argument:expr),*)) => {{
        use crate::kernel::vector::mode;
        match $rules.mode() {
            mode::PLAIN => $function::<$($parameter,)* { mode::PLAIN }>($($argument),*),
            mode::STRICT => $function::<$($parameter,)* { mode::STRICT }>($($argument),*),
            mode::SELECTIVE => $function::<$($parameter,)* { mode::SELECTIVE }>($($argument),*),
            _ => $function::<$($parameter,)* { mode::BOTH }>($($argument),*),
        }
    }};
}
pub(crate) use with_mode;

//! Decode mode, monomorphised: each check costs time.

use crate::kernel::DecodeRules;
pub(crate) use crate::kernel::rules::{SELECTIVE, STRICT};

/// Every valid triplet is decoded, every other `%` stays.
pub(crate) const PLAIN: u8 = 0;
pub(crate) const BOTH: u8 = STRICT | SELECTIVE;

impl DecodeRules {
    /// What has to be checked: [`STRICT`], [`SELECTIVE`], [`BOTH`] or nothing ([`PLAIN`]).
    #[inline]
    pub(crate) const fn mode(&self) -> u8 {
        self.summary & BOTH
    }
}

/// Calls a function with the mode of the rules as its last parameter, after those in brackets.
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

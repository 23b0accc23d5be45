//! What a decoding minds, as a parameter of functions, since it costs something.

/// Nothing: every valid triplet is decoded, every other `%` stays.
pub(crate) const PLAIN: u8 = 0;
/// A `%` that begins no triplet halts it.
pub(crate) const STRICT: u8 = 1;
/// What becomes of a triplet depends on its value.
pub(crate) const SELECTIVE: u8 = 2;
pub(crate) const BOTH: u8 = STRICT | SELECTIVE;

/// Calls a function with the mode of the rules as its last parameter, behind those in brackets.
macro_rules! with_mode {
    ($rules:expr, $function:ident[$($parameter:tt),*]($($argument:expr),*)) => {{
        use crate::kernel::mode;
        match ($rules.is_strict(), $rules.has_sets()) {
            (false, false) => $function::<$($parameter,)* { mode::PLAIN }>($($argument),*),
            (true, false) => $function::<$($parameter,)* { mode::STRICT }>($($argument),*),
            (false, true) => $function::<$($parameter,)* { mode::SELECTIVE }>($($argument),*),
            (true, true) => $function::<$($parameter,)* { mode::BOTH }>($($argument),*),
        }
    }};
}
pub(crate) use with_mode;

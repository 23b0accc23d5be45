//! Floating-point numbers as text.

use core::fmt::{self, Display, LowerExp};

/// The shortest digits that give the number again, with a point or an exponent in any case: what `ryu`, and so `serde_urlencoded`, writes.
pub(super) struct Float<T> {
    number: T,
    notation: Notation,
}

enum Notation {
    /// `0.00001`
    Digits,
    /// `1e-7`
    Exponent,
    /// `1.0`, and what is no number
    DigitsAndPoint,
}

macro_rules! from_float {
    ($($float:ty: from $least:literal to $limit:literal;)*) => {$(
        impl From<$float> for Float<$float> {
            fn from(number: $float) -> Self {
                let notation = match number.abs() {
                    size if size >= $limit && size.is_finite() || size > 0.0 && size < $least => Notation::Exponent,
                    size if size > 0.0 && size < 1.0 => Notation::Digits,
                    _ => Notation::DigitsAndPoint,
                };
                Self { number, notation }
            }
        }
    )*};
}

// Outside of this range an exponent is shorter, or the digits are more than the number has.
from_float! {
    f32: from 1e-6 to 1e13;
    f64: from 1e-5 to 1e16;
}

impl<T: Display + LowerExp + fmt::Debug> Display for Float<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.notation {
            Notation::Digits => write!(f, "{}", self.number),
            Notation::Exponent => write!(f, "{:e}", self.number),
            Notation::DigitsAndPoint => write!(f, "{:?}", self.number), // from 1 to 1e16 that has a point, and no exponent
        }
    }
}

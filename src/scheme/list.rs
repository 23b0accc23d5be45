//! The schemes by name.

use core::{fmt, str::FromStr};

use super::{SCHEMES, Scheme};
use crate::error::UnknownName;

impl Scheme {
    /// The scheme with that [`name`](Self::name), spelled exactly.
    #[must_use]
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        SCHEMES.iter().find(|scheme| scheme.name == name).copied()
    }
}

/// [`Scheme::from_name`], with an error for an unknown name.
///
/// ```
/// let error = "URL_PATH".parse::<percent_simd::scheme::Scheme>().unwrap_err();
/// assert_eq!(error.to_string(), "no scheme is named \"URL_PATH\"; names are like \"url-path\"");
/// ```
impl FromStr for Scheme {
    type Err = ParseSchemeError;

    #[inline]
    fn from_str(name: &str) -> Result<Self, ParseSchemeError> {
        Self::from_name(name).ok_or_else(|| ParseSchemeError(UnknownName::new(name)))
    }
}

/// The error of parsing an unknown [`Scheme`] name. [`SCHEMES`] lists all schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseSchemeError(UnknownName);

impl fmt::Display for ParseSchemeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no scheme is named {}; names are like \"url-path\"", self.0)
    }
}

impl core::error::Error for ParseSchemeError {}

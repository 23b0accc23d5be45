//! RFC 3875 *The Common Gateway Interface*; see [`cgi`](crate::scheme::cgi).

use crate::scheme::Scheme;
use crate::sets;

/// Escapes the excluded characters (RFC 3875 2.3). Characters of ``;/?:@&=+$,[]`` must be escaped
/// if they are reserved in the context, and must stay raw otherwise: name the reserved ones with
/// [`cgi::set`](crate::scheme::cgi::set).
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme::CGI;
/// assert_eq!(CGI.encode("a<b>[c]; d"), "a%3Cb%3E[c];%20d");
/// # }
/// ```
pub const CGI: Scheme =
    Scheme::new("cgi", sets::CGI, "RFC 3875 2.3", ("a<b>[c]; d", "a%3Cb%3E[c];%20d"));

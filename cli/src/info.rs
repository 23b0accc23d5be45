//! `pct info`.

use percent_simd::Backend;

use crate::args::available_backends;

/// The version, the backends that there are, and the one that is used.
pub(crate) fn text() -> String {
    format!(
        "version   {}\nbackends  {}\nactive    {}\n",
        env!("CARGO_PKG_VERSION"),
        available_backends(),
        Backend::active()
    )
}

//! Numbers on the command line.

/// How often values are decoded.
pub(crate) fn times(text: &str) -> Result<u32, &'static str> {
    let times = text.parse().ok().filter(|times| (1..=16).contains(times));
    times.ok_or("it must be a whole number from 1 to 16")
}

//! Numbers on the command line.

/// The number of decoding rounds.
pub(crate) fn times(text: &str) -> Result<u32, &'static str> {
    let times = text.parse().ok().filter(|times| (1..=16).contains(times));
    times.ok_or("must be a whole number from 1 to 16")
}

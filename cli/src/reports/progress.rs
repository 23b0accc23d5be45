//! The progress of a run, shown on a terminal.

use std::io::{self, Read};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A shorter run shows no bar.
const DELAY: Duration = Duration::from_millis(500);

const OF_TOTAL: &str =
    "{wide_bar} {binary_bytes}/{binary_total_bytes} {binary_bytes_per_sec} ETA {eta}";
const SO_FAR: &str = "{spinner} {binary_bytes} {binary_bytes_per_sec} {elapsed}";

#[derive(Clone, Default)]
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar on standard error, with the bytes that are there to be read, if that is known.
    pub(crate) fn new(total: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let template = if total.is_some() { OF_TOTAL } else { SO_FAR };
        Self(Some(bar.with_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        )))
    }

    pub(crate) fn count(&self, reader: impl Read + 'static) -> Box<dyn Read> {
        match &self.0 {
            Some(bar) => {
                let bar = bar.clone();
                Box::new(Counted(reader, move |len| {
                    if bar.is_hidden() && bar.elapsed() >= DELAY {
                        bar.set_draw_target(ProgressDrawTarget::stderr());
                    }
                    bar.inc(len as u64);
                }))
            }
            None => Box::new(reader),
        }
    }

    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    pub(crate) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Passes the number of bytes of each read to a function.
pub(crate) struct Counted<R, F>(pub(crate) R, pub(crate) F);

impl<R: Read, F: FnMut(usize)> Read for Counted<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.0.read(buffer)?;
        (self.1)(len);
        Ok(len)
    }
}

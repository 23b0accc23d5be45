//! What `--stats` counts.

/// What `--stats` counts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) records: u64,
    pub(crate) changed: u64,
    pub(crate) malformed: u64,
    pub(crate) bytes_in: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, more: Self) {
        self.records += more.records;
        self.changed += more.changed;
        self.malformed += more.malformed;
        self.bytes_in += more.bytes_in;
    }
}

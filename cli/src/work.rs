//! What a verb does with a block of records, and what comes out of it.

use std::fmt::Display;
use std::io::Write;

use percent_simd::AsciiSet;
use percent_simd_cli::fields::{Fields, Header};

use crate::args::OnError;
use crate::name::Name;
use crate::records::{Cut, Place, Records};

/// A piece of an input.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    /// What is known already of what follows.
    pub(crate) ahead: &'a [u8],
    /// The input ends with it.
    pub(crate) last: bool,
    /// The name of the input, for reports.
    pub(crate) input: &'a Name,
    /// Where in the input it begins.
    pub(crate) place: Place,
    /// How many blocks of all inputs stand before it.
    pub(crate) index: u64,
    /// What is known of the fields of its records, if fields are meant.
    pub(crate) header: Option<&'a Header>,
}

impl Block<'_> {
    /// Gives each record to `each`, with its place, its value and what ends it, as `split_first`
    /// tells them; stops where the run ends.
    pub(crate) fn each_record<'a>(
        &'a self,
        split_first: impl Fn(&'a [u8]) -> (&'a [u8], &'a [u8], &'a [u8]),
        records: Records,
        done: &mut Done,
        mut each: impl FnMut(&Block<'_>, &[u8], &[u8], &mut Done),
    ) {
        let (mut place, mut rest) = (self.place, self.bytes);
        while !rest.is_empty() && !done.ends {
            let (value, end, others) = split_first(rest);
            let record = &rest[..value.len() + end.len()];
            let (ahead, last) =
                if others.is_empty() { (self.ahead, self.last) } else { (others, false) };
            each(&Block { bytes: record, ahead, last, place, ..*self }, value, end, done);
            place = place.after(record, records);
            rest = others;
        }
    }
}

/// What came out of a block. Made to be used again: clearing keeps the room.
#[derive(Default)]
pub(crate) struct Done {
    pub(crate) output: Vec<u8>,
    /// Lines for standard error, to be written before the output.
    pub(crate) messages: Vec<u8>,
    /// Something malformed was met: exit status 1.
    pub(crate) malformed: bool,
    /// Where the first malformed `%` is that was kept.
    pub(crate) first_kept: Option<String>,
    /// A record was refused: it does not change, whether it is passed on or left out.
    pub(crate) refused: bool,
    /// A record was refused, and that ends the run.
    pub(crate) ends: bool,
    /// Where in the output each problem ends, if a number of them ends the run.
    pub(crate) problem_ends: Vec<usize>,
    /// The output is not the input. Known only where files are replaced.
    pub(crate) differs: bool,
    pub(crate) counts: Counts,
    /// Reused where the result is text, and between rounds of decoding.
    pub(crate) text: String,
    pub(crate) scratch: Vec<u8>,
    /// What becomes of the value of a field.
    pub(crate) value: Vec<u8>,
}

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

impl Done {
    pub(crate) fn clear(&mut self) {
        self.output.clear();
        self.messages.clear();
        self.problem_ends.clear();
        (self.malformed, self.first_kept, self.counts) = (false, None, Counts::default());
        (self.refused, self.ends, self.differs) = (false, false, false);
    }

    /// Says something on standard error, before the output of this block is written.
    pub(crate) fn tell(&mut self, what: impl Display) {
        // Writing to a Vec cannot fail.
        let _ = writeln!(self.messages, "{what}");
    }
}

/// What a verb does. Blocks are handled by several threads, in any order.
pub(crate) trait Work: Sync {
    /// Where inputs may be cut into blocks.
    fn cut(&self) -> Cut;

    /// The fields that are meant, if not whole records are.
    fn fields(&self) -> Option<&Fields> {
        None
    }

    /// Whether what comes out is a list of what was found: no record changes then.
    fn lists(&self) -> bool {
        false
    }

    /// Handles a block: what comes out is added to `done`.
    fn block(&self, block: &Block<'_>, done: &mut Done);

    /// Adds what is to be said at the end: all blocks have been handled.
    fn end(&self, _done: &mut Done) {}
}

/// Work that makes a value of a value.
pub(crate) trait Transform: Work {
    /// Appends what becomes of one value to `done.output`. Escapes of `kept` stay as they are.
    ///
    /// # Errors
    /// Why the value is refused; then nothing is appended.
    fn value(&self, value: &[u8], kept: AsciiSet, done: &mut Done) -> Result<(), Refusal>;
}

/// Why and where a value is refused.
pub(crate) struct Refusal {
    pub(crate) position: usize,
    pub(crate) what: String,
}

/// What one value is, and what becomes of one that is refused.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) records: Records,
    pub(crate) on_error: OnError,
}

impl Rules {
    /// The first record of a block without what ends it, that, and the others.
    pub(crate) fn split_first(self, bytes: &[u8]) -> (&[u8], &[u8], &[u8]) {
        let (record, others) = self.records.split_first(bytes);
        let (value, end) = self.records.split_value(record);
        (value, end, others)
    }

    /// Handles a block value by value.
    pub(crate) fn each_value(
        self,
        block: &Block<'_>,
        done: &mut Done,
        mut each: impl FnMut(&[u8], &mut Done) -> Result<(), Refusal>,
    ) {
        block.each_record(
            |rest| self.split_first(rest),
            self.records,
            done,
            |record, value, end, done| match each(value, done) {
                Ok(()) => done.output.extend_from_slice(end),
                Err(refusal) => self.refuse(record, value, &refusal, done),
            },
        );
    }

    /// The same for what must not be left out.
    pub(crate) fn keeping(self) -> Self {
        let on_error = if self.on_error == OnError::Drop { OnError::Keep } else { self.on_error };
        Self { on_error, ..self }
    }

    /// What becomes of a record that is refused.
    pub(crate) fn refuse(
        self,
        record: &Block<'_>,
        value: &[u8],
        refusal: &Refusal,
        done: &mut Done,
    ) {
        (done.malformed, done.refused) = (true, true);
        let Place { line, column } =
            record.place.after(&value[..refusal.position.min(value.len())], self.records);
        let (what, outcome) = (&refusal.what, self.on_error);
        done.tell(format_args!("{}:{line}:{column}: {what}; {outcome}", record.input));
        match outcome {
            OnError::Keep => done.output.extend_from_slice(record.bytes),
            OnError::Drop => {}
            OnError::Fail => done.ends = true,
        }
    }
}

//! Calls to compare: each is verified once, then all are timed in turn, round by round, so that a
//! drift of the machine affects all of them.

use std::borrow::Cow;
use std::str::Utf8Error;
use std::time::{Duration, Instant};

use percent_simd::path::PathError;
use percent_simd::request_line::RequestLineError;
use percent_simd::{Backend, DecodeError, DecodeIntoError, OutputTooSmall};

use percent_simd_benches::figures::Row;

/// The result of a call, or the position of its error.
pub(crate) type Expected = Result<Vec<u8>, usize>;

/// Calls that run untimed before each pass: the previous call has evicted code and branch history.
const WARM_UP: usize = 64;

/// The least duration of a pass, in ns; a shorter one is repeated, because reading the clock takes
/// time.
const PASS: f64 = 20_000.0;

/// The backend of a call.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    /// The backend's name, `active`, or nothing for limits and peers.
    pub(crate) name: &'static str,
    /// By name; `None`: the active one, found by the call.
    pub(crate) backend: Option<Backend>,
}

impl Column {
    pub(crate) const OTHERS: Self = Self { name: "", backend: None };

    /// Every backend by name, and the active one; or only the named one.
    pub(crate) fn all(only: Option<Backend>) -> Vec<Self> {
        let named = Backend::available().filter(|&backend| only.is_none_or(|only| only == backend));
        let named = named.map(|backend| Self { name: backend.name(), backend: Some(backend) });
        named.chain(only.is_none().then_some(Self { name: "active", backend: None })).collect()
    }
}

/// Runs the first calls of a pass, this many at most, and repeats that; the time of all.
type Pass<'a> = Box<dyn FnMut(usize, usize) -> Duration + 'a>;

/// One call in one column.
struct Call<'a> {
    name: String,
    column: Column,
    pass: Pass<'a>,
    repeats: usize,
    least: f64,
}

/// Calls on the same inputs.
pub(crate) struct Set<'a> {
    /// Limits, peers, and the column that receives new rows.
    column: Column,
    /// Inputs in a pass.
    calls: usize,
    rows: Vec<Call<'a>>,
    /// The active backend, which calls without a policy use.
    active: Backend,
}

impl<'a> Set<'a> {
    pub(crate) fn new(calls: usize) -> Self {
        let active = Backend::active();
        Self { column: Column::OTHERS, calls, rows: Vec::new(), active }
    }

    /// The column of the rows that follow. Its backend is the active one while they are verified
    /// and timed, because some calls take no backend.
    pub(crate) fn enter(&mut self, column: Column) {
        self.column = column;
        column.backend.unwrap_or(self.active).set_active();
    }

    /// Adds a row whose output was verified. A pass runs the first calls, this many at most.
    pub(crate) fn push(&mut self, name: &str, mut pass: impl FnMut(usize) + 'a) {
        self.push_timed(name, move |calls, repeats| {
            let start = Instant::now();
            (0..repeats).for_each(|_| pass(calls));
            start.elapsed()
        });
    }

    /// Adds a row whose pass measures its own time.
    pub(crate) fn push_timed(
        &mut self,
        name: &str,
        pass: impl FnMut(usize, usize) -> Duration + 'a,
    ) {
        let (name, column, pass) = (name.to_owned(), self.column, Box::new(pass));
        self.rows.push(Call { name, column, pass, repeats: 1, least: f64::INFINITY });
    }

    /// Times all rows in each round. Nanoseconds per call.
    pub(crate) fn measure(mut self, rounds: usize) -> Vec<Row> {
        for round in 0..rounds + 1 {
            for row in &mut self.rows {
                row.column.backend.unwrap_or(self.active).set_active();
                row.round(self.calls, round == 0);
            }
        }
        self.active.set_active();
        let row = |Call { name, column, least, .. }| Row {
            row: name,
            backend: column.name.to_owned(),
            least: vec![(least * 100.0_f64).round() / 100.0],
        };
        self.rows.into_iter().map(row).collect()
    }

    /// Ends a set that is only verified.
    pub(crate) fn verified(self) -> usize {
        self.active.set_active();
        self.rows.len()
    }
}

impl Call<'_> {
    /// Times a pass; the first one only determines the number of repetitions.
    fn round(&mut self, calls: usize, is_first: bool) {
        (self.pass)(WARM_UP, 1);
        let time = (self.pass)(usize::MAX, self.repeats).as_nanos() as f64;
        if is_first {
            self.repeats = (PASS / time.max(1.0)).ceil() as usize;
        } else {
            self.least = self.least.min(time / (self.repeats * calls) as f64);
        }
    }
}

/// The result of a call, for its verification.
pub(crate) trait Answer {
    fn answer(&self) -> Result<&[u8], usize>;
}

impl<T: Answer, E: Position> Answer for Result<T, E> {
    fn answer(&self) -> Result<&[u8], usize> {
        self.as_ref().map_or_else(|error| Err(error.at()), Answer::answer)
    }
}

/// The position that an error names.
pub(crate) trait Position {
    fn at(&self) -> usize;
}

macro_rules! answers {
    ($($kind:ty: |$answer:ident| $bytes:expr),+ $(,)?) => {$(
        impl Answer for $kind {
            fn answer(&self) -> Result<&[u8], usize> {
                let $answer = self;
                Ok($bytes)
            }
        }
    )+};
}

macro_rules! positions {
    ($($kind:ty: |$error:ident| $at:expr),+ $(,)?) => {$(
        impl Position for $kind {
            fn at(&self) -> usize {
                let $error = self;
                $at
            }
        }
    )+};
}

answers! {
    (): |_nothing| &[],
    &[u8]: |bytes| bytes,
    Vec<u8>: |bytes| bytes,
    &Vec<u8>: |bytes| bytes,
    Cow<'_, [u8]>: |bytes| bytes,
    String: |text| text.as_bytes(),
    &String: |text| text.as_bytes(),
    Cow<'_, str>: |text| text.as_bytes(),
}

positions! {
    usize: |at| *at,
    // Counts decoded bytes.
    Utf8Error: |error| error.valid_up_to(),
    DecodeError: |error| error.position(),
    PathError: |error| error.position(),
    RequestLineError: |error| error.position(),
    OutputTooSmall: |error| panic!("{error}"),
    DecodeIntoError: |error| match error {
        DecodeIntoError::Decode(error) => error.position(),
        error => panic!("{error}"),
    },
}

/// Adds a row: a call for each input. Its output is compared with the expected one: as bytes and
/// positions of errors, or with `==`.
macro_rules! row {
    ($set:expr, $name:expr, $inputs:expr, == $expected:expr, |$input:ident| $call:expr) => {{
        for (&$input, expected) in $inputs.iter().zip($expected) {
            assert!($call == *expected, "{}: wrong output for {:?}", $name, $input);
        }
        row!(@time $set, $name, $inputs, |$input| $call);
    }};
    ($set:expr, $name:expr, $inputs:expr, $expected:expr, |$input:ident| $call:expr) => {{
        for (&$input, expected) in $inputs.iter().zip($expected) {
            let output = $call;
            let output = $crate::set::Answer::answer(&output);
            let expected = expected.as_deref().map_err(|&at| at);
            assert!(output == expected, "{}: {:?}: {output:?}, not {expected:?}", $name, $input);
        }
        row!(@time $set, $name, $inputs, |$input| $call);
    }};
    (@time $set:expr, $name:expr, $inputs:expr, |$input:ident| $call:expr) => {{
        let inputs = $inputs;
        $set.push(&$name, move |calls| {
            for &$input in inputs.iter().take(calls) {
                let $input = std::hint::black_box($input);
                let _ = std::hint::black_box($call);
            }
        });
    }};
}
pub(crate) use row;

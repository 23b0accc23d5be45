//! Calls to compare: each is verified once, then all are timed in turn, round by round, so that a
//! drift of the machine affects all of them.

use std::borrow::Cow;
use std::str::Utf8Error;
use std::time::Instant;

use percent_simd::path::PathError;
use percent_simd::request_line::RequestLineError;
use percent_simd::{Backend, DecodeError, DecodeIntoError, OutputTooSmall};

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

/// The step that a row performs.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Untimed: restore the inputs, if calls change them in place.
    Prepare,
    /// The first calls of a pass, this many at most.
    Run(usize),
}

/// One call in one column.
struct Row<'a> {
    name: String,
    column: Column,
    /// Whether it has to prepare each pass.
    prepares: bool,
    pass: Box<dyn FnMut(Step) + 'a>,
    repeats: usize,
    least: f64,
}

/// Nanoseconds per call.
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) column: &'static str,
    pub(crate) least: f64,
}

/// Calls on the same inputs.
pub(crate) struct Set<'a> {
    /// Limits, peers, and the column that receives new rows.
    column: Column,
    /// Inputs in a pass.
    calls: usize,
    rows: Vec<Row<'a>>,
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
        self.add(name, false, move |step| match step {
            Step::Prepare => {}
            Step::Run(calls) => pass(calls),
        });
    }

    /// Adds a row that prepares before each pass.
    pub(crate) fn push_prepared(&mut self, name: &str, pass: impl FnMut(Step) + 'a) {
        self.add(name, true, pass);
    }

    fn add(&mut self, name: &str, prepares: bool, pass: impl FnMut(Step) + 'a) {
        let (name, pass) = (name.to_owned(), Box::new(pass));
        self.rows.push(Row {
            name,
            column: self.column,
            prepares,
            pass,
            repeats: 1,
            least: f64::INFINITY,
        });
    }

    /// Times all rows in each round.
    pub(crate) fn measure(mut self, rounds: usize) -> Vec<Figure> {
        for round in 0..rounds + 1 {
            for row in &mut self.rows {
                row.column.backend.unwrap_or(self.active).set_active();
                row.round(self.calls, round == 0);
            }
        }
        self.active.set_active();
        self.rows.into_iter().map(Row::figure).collect()
    }

    /// Ends a set that is only verified.
    pub(crate) fn verified(self) -> usize {
        self.active.set_active();
        self.rows.len()
    }
}

impl Row<'_> {
    /// Times a pass; the first one only determines the number of repetitions.
    fn round(&mut self, calls: usize, is_first: bool) {
        (self.pass)(Step::Prepare);
        (self.pass)(Step::Run(WARM_UP));
        // The clock stops while a row prepares.
        let passes = if self.prepares { 1 } else { self.repeats };
        let mut time = 0.0;
        for _ in 0..self.repeats / passes {
            (self.pass)(Step::Prepare);
            let start = Instant::now();
            (0..passes).for_each(|_| (self.pass)(Step::Run(usize::MAX)));
            time += start.elapsed().as_nanos() as f64;
        }
        if is_first {
            self.repeats = (PASS / time.max(1.0)).ceil() as usize;
        } else {
            self.least = self.least.min(time / (self.repeats * calls) as f64);
        }
    }

    fn figure(self) -> Figure {
        Figure { name: self.name, column: self.column.name, least: self.least }
    }
}

/// The results of calls, for their verification.
pub(crate) trait Answer {
    fn answer(&self) -> Result<&[u8], usize>;
}

impl<T: Answer, E: Position> Answer for Result<T, E> {
    fn answer(&self) -> Result<&[u8], usize> {
        self.as_ref().map_or_else(|error| Err(error.at()), Answer::answer)
    }
}

impl Answer for () {
    fn answer(&self) -> Result<&[u8], usize> {
        Ok(&[])
    }
}

macro_rules! answers {
    ($($kind:ty),+) => {$(
        impl Answer for $kind {
            fn answer(&self) -> Result<&[u8], usize> {
                Ok(self.as_ref())
            }
        }
    )+};
}

/// In what was decoded.
impl Position for Utf8Error {
    fn at(&self) -> usize {
        self.valid_up_to()
    }
}

answers!(&[u8], Vec<u8>, &Vec<u8>, &String, String, Cow<'_, [u8]>);

impl Answer for Cow<'_, str> {
    fn answer(&self) -> Result<&[u8], usize> {
        Ok(self.as_bytes())
    }
}

/// The position that an error names.
pub(crate) trait Position {
    fn at(&self) -> usize;
}

impl Position for usize {
    fn at(&self) -> usize {
        *self
    }
}

impl Position for DecodeIntoError {
    fn at(&self) -> usize {
        match self {
            Self::Decode(error) => error.position(),
            error => panic!("{error}"),
        }
    }
}

impl Position for OutputTooSmall {
    fn at(&self) -> usize {
        panic!("{self}")
    }
}

macro_rules! positions {
    ($($kind:ty),+) => {$(
        impl Position for $kind {
            fn at(&self) -> usize {
                self.position()
            }
        }
    )+};
}

positions!(DecodeError, PathError, RequestLineError);

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

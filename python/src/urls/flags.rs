//! `inspect`.

use percent_simd::Flags;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::input::Input;

/// The flags of a value, found in one pass without decoding it: NUL, line ends, escaped slashes and
/// dot segments, double encoding, look-alikes.
///
/// >>> Flags.NUL in inspect("/files/..%252f%00")
/// True
/// >>> bool(inspect("/clean/path"))
/// False
#[pyfunction]
pub(crate) fn inspect<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static FLAGS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let (py, input) = (value.py(), Input::of(value)?);
    let bits = input.run(py, |bytes| percent_simd::inspect(bytes).flags().bits());
    FLAGS.import(py, "percent_simd._flags", "flags_of")?.call1((bits,))
}

/// The names of all flags and their bits, for the test of the Python class.
#[pyfunction]
#[pyo3(name = "_flag_bits")]
pub(crate) fn flag_bits() -> Vec<(&'static str, u32)> {
    Flags::ALL.iter().filter_map(|flag| Some((flag.name()?, flag.bits()))).collect()
}

//! `inspect`.

use percent_simd::Flags;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::input::Input;
use crate::parse::work;

/// The sets that were met, by their bits: making one takes Python half a microsecond.
static MET: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

/// What the escapes of a value hide, in one pass and without decoding it: NUL, line ends, hidden slashes and dot segments, double
/// encoding, characters that are not what they seem.
///
/// >>> Flags.NUL in inspect("/files/..%252f%00")
/// True
/// >>> bool(inspect("/clean/path"))
/// False
#[pyfunction]
pub(crate) fn inspect<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, input) = (value.py(), Input::of(value)?);
    let flags = work(py, input.bytes().len(), || percent_simd::inspect(input.bytes()).flags());
    let met = MET.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    let bits = flags.bits();
    if let Some(found) = met.get_item(bits)? {
        return Ok(found);
    }
    let found = py.import("percent_simd._flags")?.getattr("Flags")?.call1((bits,))?;
    met.set_item(bits, &found)?;
    Ok(found)
}

/// The names of all flags, and their bits: what the class in Python is tested against.
#[pyfunction]
#[pyo3(name = "_flag_bits")]
pub(crate) fn flag_bits() -> Vec<(&'static str, u32)> {
    Flags::ALL.iter().filter_map(|flag| Some((flag.name()?, flag.bits()))).collect()
}

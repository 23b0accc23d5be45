//! `inspect`.

use percent_simd::Flags;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::input::Input;

/// A cache of flag sets by their bits, because Python takes half a microsecond to create one.
static CACHE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

/// The flags of a value, found in one pass without decoding it: NUL, line ends, escaped slashes and
/// dot segments, double encoding, look-alikes.
///
/// >>> Flags.NUL in inspect("/files/..%252f%00")
/// True
/// >>> bool(inspect("/clean/path"))
/// False
#[pyfunction]
pub(crate) fn inspect<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, input) = (value.py(), Input::of(value)?);
    let flags = input.run(py, |bytes| percent_simd::inspect(bytes).flags());
    let cache = CACHE.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    let bits = flags.bits();
    if let Some(found) = cache.get_item(bits)? {
        return Ok(found);
    }
    let found = py.import("percent_simd._flags")?.getattr("Flags")?.call1((bits,))?;
    cache.set_item(bits, &found)?;
    Ok(found)
}

/// The names of all flags and their bits, for the test of the Python class.
#[pyfunction]
#[pyo3(name = "_flag_bits")]
pub(crate) fn flag_bits() -> Vec<(&'static str, u32)> {
    Flags::ALL.iter().filter_map(|flag| Some((flag.name()?, flag.bits()))).collect()
}

//! Functions with Python's vectorcall protocol. It creates no tuple or dict of arguments, and a
//! function converts only the arguments that it reads.
//!
//! `#[pyfunction]` takes 5 to 16 ns more a call, of 18 to 66. And it would refuse, in its own words,
//! calls that the original has to refuse.

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice::from_raw_parts;

use pyo3::exceptions::{PyImportError, PyRuntimeError};
use pyo3::ffi::{
    METH_FASTCALL, METH_KEYWORDS, Py_ssize_t, PyCFunction_NewEx, PyInterpreterState_Get,
    PyInterpreterState_GetID, PyMethodDef, PyMethodDefPointer, PyObject,
};
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyTuple};
use pyo3::{Borrowed, prelude::*};

use super::text;

/// The greatest number of parameters of a function.
const MOST: usize = 7;

/// The arguments of a call, one for each parameter; `None` for an omitted one.
pub(crate) type Args<'a, 'py> = [Option<&'a Bound<'py, PyAny>>; MOST];

/// The result of a native function: `Ok(None)` delegates the call to the original.
pub(crate) type Answer<'py> = PyResult<Option<Bound<'py, PyAny>>>;

/// Refuses every interpreter except the main one: statics refer to objects of one interpreter, and
/// `PyGILState_Ensure`, which belongs to the main interpreter, never returns in another one.
pub(crate) fn check_interpreter() -> PyResult<()> {
    // SAFETY: a module is initialised by a thread that is attached to an interpreter, which both calls ask for.
    match unsafe { PyInterpreterState_GetID(PyInterpreterState_Get()) } {
        0 => Ok(()),
        _ => Err(PyImportError::new_err(
            "percent_simd cannot be imported in a subinterpreter: run the application in the main interpreter \
             (mod_wsgi: WSGIApplicationGroup %{GLOBAL})",
        )),
    }
}

/// The name of a function, the original, and ours.
pub(crate) type Named = (&'static str, [Py<PyAny>; 2]);

/// All functions. A list, since a dict would need a `str` of the name for each call.
pub(crate) static FUNCTIONS: PyOnceLock<Vec<Named>> = PyOnceLock::new();

/// The original with this name.
pub(crate) fn original<'py>(py: Python<'py>, name: &str) -> PyResult<&'py Bound<'py, PyAny>> {
    let found = FUNCTIONS.get(py).and_then(|all| all.iter().find(|(other, _)| *other == name));
    let unset = || PyRuntimeError::new_err("the originals are not set: this is a defect");
    found.map(|(_, [original, _])| original.bind(py)).ok_or_else(unset)
}

/// The name of an original, or of one of our functions.
pub(crate) fn known_name(object: &Bound<'_, PyAny>) -> Option<&'static str> {
    let mut all = FUNCTIONS.get(object.py())?.iter();
    all.find(|(_, both)| both.iter().any(|one| object.is(one))).map(|(name, _)| *name)
}

/// A function that handles most calls, and delegates the others to the original with the same name.
pub(crate) trait Function {
    /// Its name.
    const NAME: &'static CStr;
    /// The first line is the signature, the second `--`; the documentation follows after an empty line.
    const DOC: &'static CStr;
    /// The parameters, all positional or by name; the first has no default.
    const PARAMETERS: &'static [&'static str];

    /// Handles the call.
    fn call<'py>(py: Python<'py>, args: &Args<'_, 'py>) -> Answer<'py>;
}

/// The name of a function.
pub(crate) fn name_of<F: Function>() -> &'static str {
    F::NAME.to_str().expect("names are ASCII")
}

/// The function object, of the module with that name.
pub(crate) fn function<'py, F: Function>(
    py: Python<'py>,
    module: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    const { assert!(F::PARAMETERS.len() <= MOST) };
    let definition: &'static PyMethodDef = const {
        &PyMethodDef {
            ml_name: F::NAME.as_ptr(),
            ml_meth: PyMethodDefPointer { PyCFunctionFastWithKeywords: enter::<F> },
            ml_flags: METH_FASTCALL | METH_KEYWORDS,
            ml_doc: F::DOC.as_ptr(),
        }
    };
    // SAFETY: the definition is static, and Python only reads it; `module` is an object or its name, which is what
    // `__module__` becomes; the result is a new reference, or null with an exception set.
    unsafe {
        let object = PyCFunction_NewEx(
            ptr::from_ref(definition).cast_mut(),
            ptr::null_mut(),
            module.as_ptr(),
        );
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// The entry from Python: binds the arguments, and handles the call or delegates it to the
/// original.
///
/// # Safety
/// As for any `METH_FASTCALL | METH_KEYWORDS`: the caller is attached to the interpreter, `args` points to `len` objects and
/// one more for each name in `names`, which is null or a tuple of strings, and all of them outlive the call.
unsafe extern "C" fn enter<F: Function>(
    _: *mut PyObject,
    args: *const *mut PyObject,
    len: Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the caller is attached; `names` is null or a tuple that outlives the call.
    let (py, names) = unsafe {
        let py = Python::assume_attached();
        let names = Borrowed::from_ptr_or_opt(py, names);
        (py, names.map(|names| names.cast_unchecked::<PyTuple>()))
    };
    let count = len as usize + names.map_or(0, |names| names.len());
    // SAFETY: there are so many objects, and they outlive the call; a `Bound` is a pointer to an object. (Of no
    // arguments, the pointer may be null.)
    let all = if count == 0 { &[] } else { unsafe { from_raw_parts(args.cast(), count) } };
    let (args, named) = all.split_at(len as usize);
    // A panic must not unwind through Python's frames. The called functions never panic.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        if let Some(bound) = bind(F::PARAMETERS, args, named, names)
            && let Some(object) = F::call(py, &bound)?
        {
            return Ok(object.into_ptr());
        }
        leave::<F>(args, named, names)
    }));
    match answer.unwrap_or_else(|_| Err(PyRuntimeError::new_err("a panic: this is a defect"))) {
        Ok(object) => object,
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    }
}

/// The names of the last arguments of a call, if some have names.
type Names<'a, 'py> = Option<Borrowed<'a, 'py, PyTuple>>;

/// The arguments by parameter, or `None` if they do not fit the signature.
#[inline(always)]
fn bind<'a, 'py>(
    parameters: &[&str],
    args: &'a [Bound<'py, PyAny>],
    named: &'a [Bound<'py, PyAny>],
    names: Names<'_, 'py>,
) -> Option<Args<'a, 'py>> {
    let mut bound = [None; MOST];
    if args.len() > parameters.len() {
        return None;
    }
    for (place, value) in bound.iter_mut().zip(args) {
        *place = Some(value);
    }
    if let Some(names) = names {
        for (name, value) in names.iter_borrowed().zip(named) {
            let name = text(&name)?;
            let place = parameters.iter().position(|&parameter| parameter == name)?;
            if bound[place].replace(value).is_some() {
                return None;
            }
        }
    }
    bound[0].is_some().then_some(bound)
}

/// Calls the original with the unchanged arguments.
#[cold]
#[inline(never)]
fn leave<F: Function>(
    args: &[Bound<'_, PyAny>],
    named: &[Bound<'_, PyAny>],
    names: Names<'_, '_>,
) -> PyResult<*mut PyObject> {
    let call = |py: Python<'_>| {
        let kwargs = names.map(|names| names.iter_borrowed().zip(named).into_py_dict(py));
        let args = PyTuple::new(py, args)?;
        let original = original(py, name_of::<F>())?;
        original.call(args, kwargs.transpose()?.as_ref()).map(Bound::into_ptr)
    };
    // SAFETY: the thread is attached, as the arguments prove, also while the interpreter shuts down, when `attach` would
    // panic. (Without the guard that this makes, an error that is dropped would wait for the next one.)
    unsafe { Python::attach_unchecked(call) }
}

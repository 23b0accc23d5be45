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
    PyObject_CallFunctionObjArgs,
};
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyTuple};
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
    // SAFETY: a module is initialised by a thread that is attached to an interpreter, as both calls ask for.
    match unsafe { PyInterpreterState_GetID(PyInterpreterState_Get()) } {
        0 => Ok(()),
        _ => Err(PyImportError::new_err(
            "percent_simd cannot be imported in a subinterpreter: run the application in the main interpreter \
             (mod_wsgi: WSGIApplicationGroup %{GLOBAL})",
        )),
    }
}

/// A function of `urllib.parse`, and ours with its name.
pub(crate) struct Original {
    function: Py<PyAny>,
    ours: Py<PyAny>,
    /// The defaults of the parameters after the first, if the function is still that of the standard library.
    defaults: Option<Vec<Py<PyAny>>>,
}

/// All functions, each at its `PLACE`.
pub(crate) static ORIGINALS: [PyOnceLock<Original>; 9] = [const { PyOnceLock::new() }; 9];

/// The original of a function.
pub(crate) fn original<'py, F: Function>(py: Python<'py>) -> &'py Bound<'py, PyAny> {
    ORIGINALS[F::PLACE].get(py).expect("the import sets it").function.bind(py)
}

/// True if an object is the original of a function, or ours.
pub(crate) fn is_function<F: Function>(object: &Bound<'_, PyAny>) -> bool {
    let original = ORIGINALS[F::PLACE].get(object.py());
    original.is_some_and(|both| object.is(&both.function) || object.is(&both.ours))
}

/// A function that handles most calls, and delegates the others to the original with the same name.
pub(crate) trait Function {
    /// Its name.
    const NAME: &'static CStr;
    /// The first line is the signature, the second `--`; the documentation follows after an empty line.
    const DOC: &'static CStr;
    /// The parameters, all positional or by name; the first has no default.
    const PARAMETERS: &'static [&'static str];
    /// The place of its original.
    const PLACE: usize;

    /// Handles the call. A delegated call has the arguments as this function leaves them.
    fn call<'py>(py: Python<'py>, args: &mut Args<'_, 'py>) -> Answer<'py>;
}

/// Adds a function to a module, as one of the module with this name.
pub(crate) fn add<F: Function>(
    module: &Bound<'_, PyModule>,
    module_name: &Bound<'_, PyString>,
) -> PyResult<()> {
    const { assert!(F::PARAMETERS.len() <= MOST) };
    let definition: &'static PyMethodDef = const {
        &PyMethodDef {
            ml_name: F::NAME.as_ptr(),
            ml_meth: PyMethodDefPointer { PyCFunctionFastWithKeywords: enter::<F> },
            ml_flags: METH_FASTCALL | METH_KEYWORDS,
            ml_doc: F::DOC.as_ptr(),
        }
    };
    let py = module.py();
    // SAFETY: the definition is static, and Python only reads it; the name becomes `__module__`; the result is a new
    // reference, or null with an exception set.
    let ours = unsafe {
        let (definition, name) = (ptr::from_ref(definition).cast_mut(), module_name.as_ptr());
        let object = PyCFunction_NewEx(definition, ptr::null_mut(), name);
        Bound::from_owned_ptr_or_err(py, object)?
    };
    let name = F::NAME.to_str().expect("names are ASCII");
    module.add(name, &ours)?;
    let function = py.import("urllib.parse")?.getattr(name)?;
    let defaults = function.getattr("__defaults__").and_then(|all| all.extract::<Option<Vec<_>>>());
    let defaults = defaults.ok().map(Option::unwrap_or_default);
    let defaults = defaults.filter(|all| all.len() + 1 == F::PARAMETERS.len());
    let original = Original { function: function.unbind(), ours: ours.unbind(), defaults };
    // It is already set if the module is imported again.
    let _ = ORIGINALS[F::PLACE].set(py, original);
    Ok(())
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
    // SAFETY: the caller passes `count` objects, which outlive the call; a `Bound` is a pointer to an object. (The pointer may
    // be null if `count` is 0.)
    let all = if count == 0 { &[] } else { unsafe { from_raw_parts(args.cast(), count) } };
    let (args, named) = all.split_at(len as usize);
    // A panic must not unwind through Python's frames. The called functions never panic.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let Some(mut bound) = bind(F::PARAMETERS, args, named, names) else {
            let names = names.iter().flat_map(|names| names.iter_borrowed());
            return leave::<F>(py, args, names.zip(named).into_py_dict(py)?);
        };
        match F::call(py, &mut bound)? {
            Some(object) => Ok(object.into_ptr()),
            None => delegate::<F>(py, &bound),
        }
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

/// Calls the original with the arguments in the order of its parameters, which needs no tuple and no
/// dict. The result is a new reference, or null with an exception set.
#[cold]
#[inline(never)]
fn delegate<F: Function>(py: Python<'_>, bound: &Args<'_, '_>) -> PyResult<*mut PyObject> {
    let original = ORIGINALS[F::PLACE].get(py).expect("the import sets it");
    let Some(defaults) = &original.defaults else {
        let given = F::PARAMETERS.iter().zip(bound).filter(|(_, value)| value.is_some());
        return leave::<F>(py, &[], given.into_py_dict(py)?);
    };
    let given = 1 + bound.iter().rposition(Option::is_some).unwrap_or_default();
    let mut pointers = [ptr::null_mut(); MOST];
    for (at, pointer) in pointers.iter_mut().enumerate().take(given) {
        *pointer = bound[at].map_or_else(|| defaults[at - 1].as_ptr(), |value| value.as_ptr());
    }
    let [a, b, c, d, e, f, g] = pointers;
    let end = ptr::null_mut::<PyObject>();
    // SAFETY: the function and the arguments before the first null are objects that outlive the call, and the last argument
    // is null.
    Ok(unsafe {
        PyObject_CallFunctionObjArgs(original.function.as_ptr(), a, b, c, d, e, f, g, end)
    })
}

/// Calls the original with any arguments.
#[cold]
fn leave<F: Function>(
    py: Python<'_>,
    args: &[Bound<'_, PyAny>],
    kwargs: Bound<'_, PyDict>,
) -> PyResult<*mut PyObject> {
    original::<F>(py).call(PyTuple::new(py, args)?, Some(&kwargs)).map(Bound::into_ptr)
}

//! What Node calls: memory for inputs, and operations on many of them by one call, so that the way
//! into the module does not count. Nothing else in the module has the names of these functions.

use std::hint::black_box;

use percent_simd::Backend;

use crate::{OPERATIONS, Output};

/// Inputs that JavaScript has written, and where operations write.
struct State {
    bytes: Vec<u8>,
    /// Where each input ends.
    ends: Vec<u32>,
    out: Output,
}

static STATE: std::sync::Mutex<Option<State>> = std::sync::Mutex::new(None);

/// Runs with the state, which [`reserve`] has made.
fn with<T>(f: impl FnOnce(&mut State) -> T) -> T {
    let mut state = STATE.lock().expect("a panic ends the module");
    f(state.as_mut().expect("`reserve` comes first"))
}

/// Makes room for `inputs` inputs of `bytes` bytes in all.
#[unsafe(no_mangle)]
extern "C" fn reserve(bytes: usize, inputs: usize) {
    let state =
        State { bytes: vec![0; bytes], ends: vec![0; inputs], out: Output::for_inputs_of(bytes) };
    *STATE.lock().expect("a panic ends the module") = Some(state);
}

/// Where the inputs' bytes are.
#[unsafe(no_mangle)]
extern "C" fn bytes() -> *mut u8 {
    with(|state| state.bytes.as_mut_ptr())
}

/// Where the ends of inputs are.
#[unsafe(no_mangle)]
extern "C" fn ends() -> *mut u32 {
    with(|state| state.ends.as_mut_ptr())
}

/// Where operations write bytes.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    with(|state| state.out.bytes.as_ptr())
}

/// Where operations write text.
#[unsafe(no_mangle)]
extern "C" fn text() -> *const u8 {
    with(|state| state.out.text.as_ptr())
}

/// Runs an operation once on each input, and tells how many it accepts.
#[unsafe(no_mangle)]
extern "C" fn run(operation: usize) -> usize {
    let call = OPERATIONS[operation].call;
    let backend = Backend::active();
    with(|state| {
        let mut start = 0;
        let mut accepted = 0;
        for &end in &state.ends {
            let end = end as usize;
            accepted +=
                usize::from(call(backend, black_box(&state.bytes[start..end]), &mut state.out));
            start = end;
        }
        black_box(&state.out);
        accepted
    })
}

/// Runs an operation on the first `len` bytes, and gives the length of its output; -1 if it refuses
/// them.
#[unsafe(no_mangle)]
extern "C" fn one(operation: usize, len: usize) -> isize {
    with(|state| {
        state.out.text.clear();
        state.out.len = 0;
        let accepted =
            (OPERATIONS[operation].call)(Backend::active(), &state.bytes[..len], &mut state.out);
        let len = state.out.len.max(state.out.text.len());
        if accepted { len as isize } else { -1 }
    })
}

//! What Node calls: memory for inputs, and operations on many of them by one call, so that the way
//! into the module does not count. Nothing else in the module has the names of these functions.

use std::hint::black_box;
use std::sync::Mutex;

use percent_simd::Backend;

use crate::corpus::{Random, to_decode, to_encode};
use crate::{OPERATIONS, Output};

/// Inputs that JavaScript has written, and the place that operations write to.
struct State {
    bytes: Vec<u8>,
    /// The end of each input.
    ends: Vec<u32>,
    out: Output,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

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

/// The place of the inputs' bytes.
#[unsafe(no_mangle)]
extern "C" fn bytes() -> *mut u8 {
    with(|state| state.bytes.as_mut_ptr())
}

/// The place of the ends of inputs.
#[unsafe(no_mangle)]
extern "C" fn ends() -> *mut u32 {
    with(|state| state.ends.as_mut_ptr())
}

/// Fills the room with random text of a kind, escaped or to be encoded.
#[unsafe(no_mangle)]
extern "C" fn generate(kind: usize, escaped: bool) {
    let kind = ["clean", if escaped { "query-like" } else { "text" }, "cyrillic"][kind];
    let make = if escaped { to_decode } else { to_encode };
    with(|state| state.bytes = make(kind, state.bytes.len(), &mut Random::new(1)));
}

/// Runs an operation once on each input. The length of the last output; -1 if the last input is
/// refused.
#[unsafe(no_mangle)]
extern "C" fn run(operation: usize) -> isize {
    let call = OPERATIONS[operation].call;
    let backend = Backend::active();
    with(|state| {
        let (mut start, mut accepted) = (0, true);
        for &end in &state.ends {
            let end = end as usize;
            accepted = call(backend, black_box(&state.bytes[start..end]), &mut state.out);
            start = end;
        }
        black_box(&state.out);
        if accepted { state.out.last().len() as isize } else { -1 }
    })
}

/// The place of the last output.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    with(|state| state.out.last().as_ptr())
}

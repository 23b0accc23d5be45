//! The functions that Node calls: memory for inputs, and operations on many of them by one call, so
//! that the call into the module does not count. No other symbol of the module has these names.

use std::hint::black_box;
use std::sync::{Mutex, MutexGuard};

use percent_simd::Backend;

use crate::{OPERATIONS, Output, Takes, kinds, random};

/// Inputs that JavaScript has written, and the output of the last call.
struct State {
    bytes: Vec<u8>,
    /// The end of each input.
    ends: Vec<u32>,
    out: Output,
}

static STATE: Mutex<State> =
    Mutex::new(State { bytes: Vec::new(), ends: Vec::new(), out: Output::EMPTY });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().expect("a panic ends the module")
}

/// Makes room for `inputs` inputs of `bytes` bytes in all, and for their outputs: memory that grows
/// detaches JavaScript's views of it.
#[unsafe(no_mangle)]
extern "C" fn reserve(bytes: usize, inputs: usize) {
    let mut state = state();
    (state.bytes, state.ends) = (vec![0; bytes], vec![0; inputs]);
    state.out.reserve(3 * bytes + 64);
}

#[unsafe(no_mangle)]
extern "C" fn bytes() -> *mut u8 {
    state().bytes.as_mut_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn ends() -> *mut u32 {
    state().ends.as_mut_ptr()
}

/// Fills the room with random text of a kind, escaped or to be encoded.
#[unsafe(no_mangle)]
extern "C" fn generate(kind: usize, escaped: bool) {
    let takes = if escaped { Takes::Escaped } else { Takes::Raw };
    let mut state = state();
    state.bytes = random(takes, kinds(takes)[kind], state.bytes.len()).concat();
}

/// Runs an operation once on each input. The length of the last output; -1 if the last input is
/// refused.
#[unsafe(no_mangle)]
extern "C" fn run(operation: usize) -> isize {
    let (.., call) = OPERATIONS[operation];
    let backend = Backend::active();
    let State { bytes, ends, out } = &mut *state();
    let (mut start, mut accepted) = (0, true);
    for &end in ends.iter() {
        let end = end as usize;
        accepted = crate::run(call, backend, black_box(&bytes[start..end]), out);
        start = end;
    }
    if accepted { black_box(out.last()).len() as isize } else { -1 }
}

/// The last output.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    state().out.last().as_ptr()
}

//! Calls of the C library with Rust's slices: these keep the header's contract, so the calls are
//! safe.
//!
//! Each function goes through a pointer unknown to the optimizer, as in a C program.
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::hint::black_box;
use std::mem::MaybeUninit;

use percent_simd_capi::ffi;
use percent_simd_capi::path_policy::percent_simd_path_policy;
use percent_simd_capi::result::percent_simd_result as Outcome;
use percent_simd_capi::stream::percent_simd_stream;
use percent_simd_capi::values::{
    percent_simd_decoder, percent_simd_encoder, percent_simd_form, percent_simd_pair,
    percent_simd_report, percent_simd_request,
};

/// A failed call: the result, and the values written to `position` and to the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The call's result.
    pub result: Outcome,
    /// The position; `usize::MAX` if the call wrote none.
    pub position: usize,
    /// The length; `usize::MAX` if the call wrote none.
    pub len: usize,
}

type Answer<T> = Result<T, Failed>;

fn pointer(bytes: &[u8]) -> *const c_char {
    bytes.as_ptr().cast()
}

fn output(bytes: &mut [u8]) -> *mut c_char {
    bytes.as_mut_ptr().cast()
}

/// The length, or the failure.
fn answer(call: impl FnOnce(&mut usize, &mut usize) -> Outcome) -> Answer<usize> {
    let (mut len, mut position) = (usize::MAX, usize::MAX);
    match call(&mut len, &mut position) {
        Outcome::Ok => Ok(len),
        result => Err(Failed { result, position, len }),
    }
}

/// `percent_simd_encode`.
pub fn encode(encoder: &percent_simd_encoder, input: &[u8], room: &mut [u8]) -> Answer<usize> {
    let function: unsafe extern "C" fn(_, _, _, _, _, _) -> _ = black_box(ffi::percent_simd_encode);
    // SAFETY: pointers and lengths are those of slices and references, which do not overlap as `room` and the length are exclusive.
    answer(|len, _| unsafe {
        function(encoder, pointer(input), input.len(), output(room), room.len(), len)
    })
}

/// `percent_simd_encoded_len`.
pub fn encoded_len(encoder: &percent_simd_encoder, input: &[u8]) -> Answer<usize> {
    // SAFETY: pointers and lengths are those of slices and references.
    answer(|len, _| unsafe {
        ffi::percent_simd_encoded_len(encoder, pointer(input), input.len(), len)
    })
}

/// `percent_simd_decode`.
pub fn decode(decoder: &percent_simd_decoder, input: &[u8], room: &mut [u8]) -> Answer<usize> {
    let function: unsafe extern "C" fn(_, _, _, _, _, _, _) -> _ =
        black_box(ffi::percent_simd_decode);
    // SAFETY: pointers and lengths are those of slices and references, which do not overlap as `room` and the out-parameters are exclusive.
    answer(|len, position| unsafe {
        function(decoder, pointer(input), input.len(), output(room), room.len(), len, position)
    })
}

/// `percent_simd_decode_in_place`.
pub fn decode_in_place(decoder: &percent_simd_decoder, buffer: &mut [u8]) -> Answer<usize> {
    let function: unsafe extern "C" fn(_, _, _, _, _) -> _ =
        black_box(ffi::percent_simd_decode_in_place);
    // SAFETY: pointers and lengths are those of slices and references, all of them exclusive.
    answer(|len, position| unsafe {
        function(decoder, output(buffer), buffer.len(), len, position)
    })
}

/// `percent_simd_decode_utf8`.
pub fn decode_utf8(decoder: &percent_simd_decoder, input: &[u8], room: &mut [u8]) -> Answer<usize> {
    // SAFETY: pointers and lengths are those of slices and references, which do not overlap as `room` and the out-parameters are exclusive.
    answer(|len, position| unsafe {
        ffi::percent_simd_decode_utf8(
            decoder,
            pointer(input),
            input.len(),
            output(room),
            room.len(),
            len,
            position,
        )
    })
}

/// `percent_simd_decoded_len`.
pub fn decoded_len(decoder: &percent_simd_decoder, input: &[u8]) -> Answer<usize> {
    // SAFETY: pointers and lengths are those of slices and references.
    answer(|len, position| unsafe {
        ffi::percent_simd_decoded_len(decoder, pointer(input), input.len(), len, position)
    })
}

/// `percent_simd_inspect`.
#[must_use]
pub fn inspect(input: &[u8]) -> Option<percent_simd_report> {
    let function: unsafe extern "C" fn(_, _, _) -> _ = black_box(ffi::percent_simd_inspect);
    let mut report = MaybeUninit::uninit();
    // SAFETY: pointer and length are those of a slice; a report may be written to `report`.
    let result = unsafe { function(pointer(input), input.len(), report.as_mut_ptr()) };
    // SAFETY: OK means that the call has written it.
    (result == Outcome::Ok).then(|| unsafe { report.assume_init() })
}

/// `percent_simd_stream_encode`.
pub fn stream_encode(
    stream: &mut percent_simd_stream,
    encoder: &percent_simd_encoder,
    piece: &[u8],
    is_last: bool,
    room: &mut [u8],
) -> Answer<usize> {
    // SAFETY: pointers and lengths are those of slices and references, which do not overlap as `stream`, `room` and the length are exclusive.
    answer(|len, _| unsafe {
        ffi::percent_simd_stream_encode(
            stream,
            encoder,
            pointer(piece),
            piece.len(),
            is_last,
            output(room),
            room.len(),
            len,
        )
    })
}

/// `percent_simd_stream_decode`.
pub fn stream_decode(
    stream: &mut percent_simd_stream,
    decoder: &percent_simd_decoder,
    piece: &[u8],
    is_last: bool,
    room: &mut [u8],
) -> Answer<usize> {
    // SAFETY: pointers and lengths are those of slices and references, which do not overlap as `stream`, `room` and the out-parameters are
    // exclusive.
    answer(|len, position| unsafe {
        ffi::percent_simd_stream_decode(
            stream,
            decoder,
            pointer(piece),
            piece.len(),
            is_last,
            output(room),
            room.len(),
            len,
            position,
        )
    })
}

/// `percent_simd_path_resolve`.
pub fn path_resolve(
    policy: &percent_simd_path_policy,
    path: &[u8],
    room: &mut [u8],
) -> Answer<usize> {
    let function: unsafe extern "C" fn(_, _, _, _, _, _, _) -> _ =
        black_box(ffi::percent_simd_path_resolve);
    // SAFETY: pointers and lengths are those of slices and references, which do not overlap as `room` and the out-parameters are exclusive.
    answer(|len, position| unsafe {
        function(policy, pointer(path), path.len(), output(room), room.len(), len, position)
    })
}

/// `percent_simd_path_target`.
pub fn path_target(
    policy: &percent_simd_path_policy,
    path: &[u8],
    room: &mut [u8],
) -> Answer<usize> {
    // SAFETY: pointers and lengths are those of slices and references, which do not overlap as `room` and the out-parameters are exclusive.
    answer(|len, position| unsafe {
        ffi::percent_simd_path_target(
            policy,
            pointer(path),
            path.len(),
            output(room),
            room.len(),
            len,
            position,
        )
    })
}

/// `percent_simd_path_resolve_in_place`.
pub fn path_resolve_in_place(
    policy: &percent_simd_path_policy,
    buffer: &mut [u8],
) -> Answer<usize> {
    // SAFETY: pointers and lengths are those of slices and references, all of them exclusive.
    answer(|len, position| unsafe {
        ffi::percent_simd_path_resolve_in_place(policy, output(buffer), buffer.len(), len, position)
    })
}

/// The raw names and values, by `percent_simd_form_next` with room for `N` pairs at a time.
pub fn pairs<'a, const N: usize>(
    input: &'a [u8],
    options: u32,
    mut each: impl FnMut(&'a [u8], Option<&'a [u8]>),
) {
    let function: unsafe extern "C" fn(_, _, _, _) -> _ = black_box(ffi::percent_simd_form_next);
    let mut form: percent_simd_form =
        ffi::percent_simd_form_begin(pointer(input), input.len(), options);
    let mut room = [const { MaybeUninit::<percent_simd_pair>::uninit() }; N];
    loop {
        let mut count = 0;
        // SAFETY: the form's pointer and length are those of `input`; `room` takes N pairs.
        let result =
            unsafe { function(&raw mut form, room.as_mut_ptr().cast(), N, &raw mut count) };
        assert_eq!(result, Outcome::Ok);
        for pair in &room[..count] {
            // SAFETY: the call has written the first `count`.
            let pair = unsafe { pair.assume_init() };
            let slice = |data: *const c_char, len: usize| {
                let start = data.addr() - input.as_ptr().addr();
                &input[start..start + len]
            };
            let value =
                (!pair.value.data.is_null()).then(|| slice(pair.value.data, pair.value.len));
            each(slice(pair.name.data, pair.name.len), value);
        }
        if count < N {
            return;
        }
    }
}

/// True if `percent_simd_request_line` and `percent_simd_target` accept these, and the lengths of method, path and query.
#[must_use]
pub fn request(line: &[u8], is_line: bool) -> Option<[usize; 3]> {
    let mut request = MaybeUninit::<percent_simd_request>::uninit();
    let mut position = usize::MAX;
    let function = if is_line { ffi::percent_simd_request_line } else { ffi::percent_simd_target };
    // SAFETY: pointer and length are those of a slice; a request may be written to `request`.
    let result =
        unsafe { function(pointer(line), line.len(), request.as_mut_ptr(), &raw mut position) };
    if result != Outcome::Ok {
        assert!(position <= line.len(), "a position is within the line");
        return None;
    }
    // SAFETY: OK means that the call has written it.
    let request = unsafe { request.assume_init() };
    Some([request.method.len, request.path.len, request.query.len])
}

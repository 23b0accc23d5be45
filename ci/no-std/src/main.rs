//! Proves that the library works without the standard library and without an allocator, with its
//! choice of a backend at run time. No crate here links `std`, whose panic handler would clash with
//! the one below. None has a global allocator, without which `alloc` does not link.
//!
//! Prints `backends tested: scalar …` and ends with status 0. A wrong result panics, which ends the
//! program with status 101.
#![no_std]
#![no_main]

use core::ffi::{c_char, c_int, c_void};
use core::fmt::{self, Write};
use core::panic::PanicInfo;

use percent_simd::{AsciiSet, Backend, DecodeErrorKind, Decoder, Encoder, Malformed, sets};

#[link(name = "c")]
unsafe extern "C" {
    fn write(file: c_int, bytes: *const c_void, len: usize) -> isize;
    safe fn _exit(status: c_int) -> !;
}

struct Stdout;

impl Write for Stdout {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // SAFETY: the pointer and the length are those of one slice.
            let written = unsafe { write(1, rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(written) {
                Ok(written @ 1..) => rest = &rest[written..],
                _ => return Err(fmt::Error),
            }
        }
        Ok(())
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Stdout, "{info}");
    _exit(101)
}

/// The prebuilt `core` refers to this function for unwinding, which `panic = "abort"` rules out.
/// Usually the standard library defines it.
// SAFETY: no other definition exists in this program, and nothing calls it.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

// SAFETY: the program has one `main`, with C's signature.
#[unsafe(no_mangle)]
extern "C" fn main(_: c_int, _: *const *const c_char) -> c_int {
    let mut text = [0; 600];
    let mut bytes = [0; 600];
    let _ = write!(Stdout, "backends tested:");
    for backend in Backend::available() {
        // Long enough for the widest kernel's main loop, with every shorter length for the tails.
        let mut input = [0; 200];
        for (index, byte) in input.iter_mut().enumerate() {
            *byte = (index * 89 % 256) as u8;
        }
        for len in 0..=input.len() {
            let input = &input[..len];
            let encoder = Encoder::new(sets::URL_COMPONENT).on(backend);
            let written = encoder.encode_into(input, &mut text).unwrap();
            assert_eq!(written, encoder.encoded_len(input));
            assert!(text[..written].is_ascii());
            let decoder = Decoder::new().malformed(Malformed::Error).on(backend);
            let length = decoder.decode_into(&text[..written], &mut bytes).unwrap();
            assert_eq!(&bytes[..length], input, "{backend}");
            let length = decoder.decode_in_place(&mut text[..written]).unwrap();
            assert_eq!(&text[..length], input, "{backend}");
        }
        let error =
            Decoder::new().reject(AsciiSet::EMPTY.add(0)).on(backend).check(b"a%00b").unwrap_err();
        assert_eq!((error.position(), error.kind()), (1, DecodeErrorKind::Rejected(0)));
        let _ = write!(Stdout, " {backend}");
    }
    let _ = writeln!(Stdout, "; active: {}", Backend::active());
    0
}

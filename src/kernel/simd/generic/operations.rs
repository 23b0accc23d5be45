//! The macros in which registers list their methods.

/// Defines methods of a register that are one expression of intrinsics, over the register in
/// `self` and in each argument; with a type, the expression is of that type, and else a register.
macro_rules! operations {
    ($($name:ident($this:ident) -> $result:ty => $expression:expr;)+) => {
        $(
            #[inline(always)]
            fn $name(self) -> $result {
                let $this = self.0;
                // SAFETY: the intrinsics touch registers only, and `self` proves that the CPU has
                // the instructions.
                #[allow(unused_unsafe, reason = "where the instruction set is enabled for all code, intrinsics are safe")]
                unsafe { $expression }
            }
        )+
    };
    ($($name:ident($this:ident $(, $argument:ident)*) => $expression:expr;)+) => {
        $(
            #[inline(always)]
            fn $name(self $(, $argument: Self)*) -> Self {
                let $this = self.0;
                $(let $argument = $argument.0;)*
                // SAFETY: the intrinsics touch registers only, and `self` proves that the CPU has
                // the instructions.
                #[allow(unused_unsafe, reason = "where the instruction set is enabled for all code, intrinsics are safe")]
                Self(unsafe { $expression })
            }
        )+
    };
}
pub(in crate::kernel) use operations;

/// Defines methods of a register that make it of an argument, or store it from `self` to a pointer:
/// each is one expression of intrinsics.
macro_rules! accesses {
    ($($name:ident($argument:ident: $type:ty) => $expression:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($argument: $type) -> Self {
            // SAFETY: the CPU has the instructions, and a pointer is valid for reads of the bytes that
            // the method's name says, by the contract of the method in the trait.
            #[allow(unused_unsafe, reason = "where the instruction set is enabled for all code, intrinsics are safe")]
            Self(unsafe { $expression })
        }
    )*};
    ($($name:ident($this:ident, $dst:ident) => $expression:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name(self, $dst: *mut u8) {
            let $this = self.0;
            // SAFETY: `self` proves that the CPU has the instructions, and `$dst` is valid for writes of
            // the bytes that the method's name says, by the contract of the method in the trait.
            unsafe { $expression }
        }
    )*};
}
pub(in crate::kernel) use accesses;

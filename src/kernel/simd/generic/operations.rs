//! The macro in which registers list their methods.

/// Defines methods of a register that are one expression of intrinsics: over the register in `self`
/// and in each argument, or, with its type, over an argument alone. The result is a register, or of
/// the type that is named.
macro_rules! operations {
    (=> $expression:expr) => { Self($expression) };
    (=> $expression:expr, $result:ty) => { $expression };
    (->) => { Self };
    (-> $result:ty) => { $result };
    ($($name:ident($this:ident $(, $argument:ident)*) $(-> $result:ty)? => $expression:expr;)+) => {$(
        #[inline(always)]
        fn $name(self $(, $argument: Self)*) -> $crate::kernel::simd::generic::operations!(-> $($result)?) {
            let $this = self.0;
            $(let $argument = $argument.0;)*
            // SAFETY: the intrinsics touch registers only, and `self` proves that the CPU has the
            // instructions.
            #[allow(unused_unsafe, reason = "where the instruction set is enabled for all code, intrinsics are safe")]
            unsafe { $crate::kernel::simd::generic::operations!(=> $expression $(, $result)?) }
        }
    )+};
    ($($name:ident($argument:ident: $type:ty) => $expression:expr;)+) => {$(
        #[inline(always)]
        unsafe fn $name($argument: $type) -> Self {
            // SAFETY: the CPU has the instructions, and a pointer is valid for reads of the bytes that
            // the method's name says, by the contract of the method in the trait.
            #[allow(unused_unsafe, reason = "where the instruction set is enabled for all code, intrinsics are safe")]
            Self(unsafe { $expression })
        }
    )+};
}
pub(in crate::kernel) use operations;

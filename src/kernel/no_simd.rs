//! Replacement of `simd` for targets and builds without a vector kernel: the scalar kernel runs
//! everything.

pub(super) mod dispatch {
    /// Evaluates the expression for the scalar kernel.
    macro_rules! dispatch {
        ($backend:expr, $kernel:ident, $call:expr, $scalar:expr) => {{
            let _ = $backend;
            #[cfg(test)]
            crate::kernel::tests::trace::ran(crate::backend::Kind::Scalar);
            $scalar
        }};
    }
    pub(in crate::kernel) use dispatch;

    /// No look is quicker than the scalar kernel.
    macro_rules! look {
        ($backend:expr, $look:expr) => {{
            let _ = $backend;
            None
        }};
    }
    pub(in crate::kernel) use look;

    const _: () = assert!(
        !crate::backend::Kind::ANY_VECTOR,
        "the table of backends in src/backend.rs has a kernel for this build, and src/kernel/mod.rs has none"
    );
}

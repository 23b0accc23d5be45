//! Kernels of this architecture.

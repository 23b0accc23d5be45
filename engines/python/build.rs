//! What a linker needs to leave Python's symbols to the interpreter: macOS wants options.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}

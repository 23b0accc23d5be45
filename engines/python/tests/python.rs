//! The extension module in Python, where the wheel would put it.

use std::env::{self, consts};
use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "it needs Python's datafusion: DATAFUSION_PYTHON=… cargo test -p percent-simd-datafusion-python -- --ignored"]
fn programs() {
    let python =
        env::var_os("DATAFUSION_PYTHON").expect("DATAFUSION_PYTHON names a Python with datafusion");
    let (prefix, suffix) = (consts::DLL_PREFIX, consts::DLL_SUFFIX);
    let library = format!("{prefix}percent_simd_datafusion_python{suffix}");
    let library = env::current_exe().unwrap().with_file_name(library);
    let folder = env!("CARGO_TARGET_TMPDIR");
    let module = Path::new(folder).join("percent_simd_datafusion.abi3.so");
    std::fs::copy(&library, module)
        .unwrap_or_else(|error| panic!("{}: {error}", library.display()));
    for program in ["example.py", "tests/functions.py"] {
        let mut python = Command::new(&python);
        let python = python.arg(program).current_dir(env!("CARGO_MANIFEST_DIR"));
        let status = python.env("PYTHONPATH", folder).status();
        assert!(status.expect("DATAFUSION_PYTHON can be run").success(), "{program}");
    }
}

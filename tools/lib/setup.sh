# Set-up shared by tools/certify and tools/test: what they need from Debian or
# Ubuntu, and a Go that is new enough for the harness. To be sourced; expects
# `root`, the top of the source tree, to be set.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # the sourcing script reads and sets these

# The module itself and the sealing tool: no network, any Go from 1.19 on.
packages_build=(binutils ca-certificates cmake gcc g++ libc6-dev ninja-build
  perl)
# The bench, and the published vectors that certify reads.
packages_certify=(libcli11-dev nlohmann-json3-dev python3-cryptography-vectors)
# All tests: oracles, the other compiler and linker, 32-bit, the audit, lint,
# the plots of the bench.
packages_test=(clang clang-format g++-multilib gcc-multilib git gnuplot-nox
  libc6-dbg
  libgmp-dev libgtest-dev libssl-dev lld openssl python3 shellcheck valgrind)

say() { printf '%s\n' "$*" >&2; }

die() {
  say "error: $*"
  exit 1
}

# as_root COMMAND... runs it as root, by sudo where needed.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "installing packages needs root: run this as root, or install sudo," \
      "or install these yourself: ${missing[*]}"
  fi
}

# install_packages NAME... installs those that are missing, and says so first.
install_packages() {
  local name
  missing=()
  command -v dpkg-query >/dev/null ||
    die "this set-up is for Debian and Ubuntu. Elsewhere install the" \
      "equivalents of: $*; then follow \"Building by hand\" in README.md"
  for name in "$@"; do
    if ! dpkg-query -W -f '${Status}\n' "$name" 2>/dev/null |
      grep -q '^install ok installed$'; then
      missing+=("$name")
    fi
  done
  [ ${#missing[@]} -eq 0 ] && return
  say "Installing packages: ${missing[*]}"
  as_root apt-get -q update >/dev/null ||
    die "the package lists cannot be updated: check the network and" \
      "/etc/apt/sources.list"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    --no-install-recommends install "${missing[@]}" >/dev/null ||
    die "these packages could not be installed: ${missing[*]}"
}

# go_minor PROGRAM prints the N of Go 1.N, or 0.
go_minor() {
  local version
  version=$("$1" env GOVERSION 2>/dev/null) || version=
  case $version in
    go1.*) version=${version#go1.}; version=${version%%[!0-9]*} ;;
    *) version=0 ;;
  esac
  printf '%s\n' "${version:-0}"
}

# find_go prints the Go to use: of PATH, or of its usual place.
find_go() {
  command -v go && return
  [ -x /usr/local/go/bin/go ] && printf '%s\n' /usr/local/go/bin/go
}

# setup_go sets GO_BUILD, any Go from 1.19 on, for the module, and GO_HARNESS,
# the one for acvp/ and tools/cordon/, whose dependencies ask for a newer one:
# if the installed Go is older, a toolchain is taken through the module proxy,
# like any module.
setup_go() {
  local want=1.26.8 cache dir
  GO_BUILD=$(find_go) || GO_BUILD=
  if [ -z "$GO_BUILD" ] || [ "$(go_minor "$GO_BUILD")" -lt 19 ]; then
    install_packages golang-go
    GO_BUILD=/usr/bin/go
    [ "$(go_minor "$GO_BUILD")" -ge 19 ] ||
      die "Go 1.19 or later is needed and this release has none: install" \
        "Go from its project's archives to /usr/local/go"
  fi
  GO_HARNESS=$GO_BUILD
  export GOTOOLCHAIN=local
  [ "$(go_minor "$GO_BUILD")" -ge 26 ] && return
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/cordon/go$want
  GO_HARNESS=$cache/bin/go
  if [ "$(go_minor "$GO_HARNESS")" -lt 26 ]; then
    say "Fetching the Go $want toolchain for the harness to $cache"
    dir=$(cd "$(mktemp -d)" && "$GO_BUILD" mod init x 2>/dev/null &&
      "$GO_BUILD" mod download -json \
        "golang.org/toolchain@v0.0.1-go$want.linux-amd64" |
      sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p') || dir=
    [ -n "$dir" ] ||
      die "the harness needs Go 1.26 or later, and no toolchain could be" \
        "fetched: install Go 1.26 to /usr/local/go and run this again"
    rm -rf "$cache"
    mkdir -p "$(dirname "$cache")"
    cp -r "$dir" "$cache"
    chmod -R u+w "$cache"
    chmod +x "$cache"/bin/* "$cache"/pkg/tool/*/*
  fi
}

# configure PRESET [OPTION...] and build PRESET.
configure() {
  local preset=$1
  shift
  (cd "$root" && cmake --preset "$preset" -DCORDON_GO="$GO_BUILD" \
    -DCORDON_GO_HARNESS="$GO_HARNESS" "$@") \
    >"$root/build/$preset-configure.log" 2>&1 ||
    { tail -n 30 "$root/build/$preset-configure.log" >&2
      die "the configuration of $preset failed:" \
        "build/$preset-configure.log has all of it"; }
}

build() {
  say "Building $1"
  cmake --build "$root/build/$1" >"$root/build/$1-build.log" 2>&1 ||
    { tail -n 40 "$root/build/$1-build.log" >&2
      die "the build of $1 failed: build/$1-build.log has all of it"; }
}

# build_driver builds build/acvp.
build_driver() {
  say "Building the ACVP driver"
  (cd "$root/acvp" && GOFLAGS='' "$GO_HARNESS" build -buildvcs=false \
    -trimpath -o "$root/build/acvp" ./cmd/acvp) ||
    die "the ACVP driver could not be built; its modules come through the" \
      "Go module proxy: check the network"
}

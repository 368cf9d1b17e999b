# shellcheck shell=bash
# Sourced by the other scripts: what they share, installing packages and building a preset. Messages go to stderr.
set -euo pipefail

root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")

# Packages of Debian and Ubuntu; the program behind a ':' may as well come from elsewhere.
needed=(
    g++:c++ cmake:cmake ninja-build:ninja glslang-tools:glslangValidator spirv-tools:spirv-val spirv-cross:spirv-cross
    libvulkan-dev libvulkan-volk-dev libcli11-dev libfmt-dev nlohmann-json3-dev libboost-dev libvulkan1
    glslang-dev spirv-headers libspirv-cross-c-shared-dev libtomlplusplus-dev libdrm-dev
)

# What the tests need, the sanitizers and analysers, the Windows program, a page in a browser, scripts/check-packages.sh.
# shellcheck disable=SC2034
{
    test_packages=(libgtest-dev libgmock-dev python3-jsonschema mesa-vulkan-drivers vulkan-validationlayers)
    analysis_packages=(clang-14:clang++-14 clang-tidy-14:clang-tidy-14 clang-format-14:clang-format-14 lld:ld.lld
        libclang-rt-14-dev git:git)
    windows_packages=(g++-mingw-w64-x86-64-posix:x86_64-w64-mingw32-g++-posix googletest wine64 xvfb:Xvfb)
    page_packages=(chromium chromium-driver python3-selenium)
    check_packages=(lintian:lintian man-db:man unzip:unzip python3:python3 mesa-vulkan-drivers wine64 xvfb:Xvfb)
}

say() { printf '%s\n' "$*" >&2; }

stop() {
    say "$(basename "$0"): $*"
    exit 1
}

# duration SECONDS: "48 s" or "2 min 31 s".
duration() {
    local minutes=""
    (($1 < 60)) || minutes="$(($1 / 60)) min "
    echo "$minutes$(($1 % 60)) s"
}

# quietly SENTENCE COMMAND…: shows the command's output, and then the sentence, only if it fails.
quietly() {
    local sentence=$1 output
    shift
    if ! output=$("$@" 2>&1 </dev/null); then
        say "$output"
        stop "$sentence"
    fi
}

# installed PACKAGE[:PROGRAM]. Without dpkg only programs are looked for; CMake then names a missing library.
installed() {
    if [[ $1 == *:* ]] && command -v "${1#*:}" >/dev/null; then return 0; fi
    if ! command -v dpkg-query >/dev/null; then [[ $1 != *:* ]] && return; fi
    [[ $(dpkg-query -W -f '${db:Status-Status}' "${1%:*}" 2>/dev/null) == installed* ]]
}

# apt_get COMMAND…: as root, asking nothing, waiting for another apt that is at work.
apt_get() {
    local sudo=()
    ((EUID == 0)) || sudo=(sudo)
    quietly "apt-get $1 failed, see above." \
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300 "$@"
}

# The version of the cmake in the PATH, or else of the one that apt would install.
cmake_version() {
    if command -v cmake >/dev/null; then
        cmake --version | sed -n '1s/.* //p'
    else
        LC_ALL=C apt-cache policy cmake | sed -n 's/^ *Candidate: //p'
    fi
}

require_cmake() {
    local version
    version=$(cmake_version)
    if [[ $(printf '%s\n' 3.25 "$version" | sort -V | head -n 1) != 3.25 ]]; then
        stop "CMake 3.25 or newer is needed, and this system has ${version:-none}:" \
            "use Debian 12, Ubuntu 24.04 or newer, or put a newer cmake into the PATH."
    fi
}

# install_packages PACKAGE…: those that are missing; leaves apt alone when none is.
install_packages() {
    local package missing=()
    for package; do
        installed "$package" || missing+=("${package%:*}")
    done
    ((${#missing[@]} > 0)) || return 0
    command -v apt-get >/dev/null ||
        stop "programs or libraries are missing, and there is no apt-get to install them:" \
            "install the contents of these Debian packages, then try again: ${*%:*}"
    ((EUID == 0)) || command -v sudo >/dev/null ||
        stop "packages are missing, and only root can install them (there is no sudo):" \
            "run as root: apt-get install --no-install-recommends ${missing[*]}"
    local begin=$SECONDS
    say "Installing ${missing[*]}"
    apt_get update
    [[ " ${missing[*]} " != *" cmake "* ]] || require_cmake
    apt_get install --no-install-recommends "${missing[@]}"
    say "Installed in $(duration $((SECONDS - begin)))"
}

# install_missing PACKAGE…: these and the needed ones.
install_missing() {
    ! command -v cmake >/dev/null || require_cmake
    install_packages "${needed[@]}" "$@"
}

# Where ccache is installed, what was compiled before is not compiled again.
use_ccache() {
    if command -v ccache >/dev/null; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
    fi
}

# Lines of ninja that count its steps become one line on a terminal; all others are passed on.
count_steps() {
    local line
    while IFS= read -r line; do
        if [[ ! $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
            echo "$line"
        elif [[ -t 2 ]]; then
            printf '\r\e[KStep %s of %s' "${BASH_REMATCH[@]:1}" >&2
        fi
    done
    [[ ! -t 2 ]] || printf '\r\e[K' >&2
}

# configure PRESET: warnings are errors with VKPERFTEST_WERROR=ON in the environment; a user's compiler may have new ones.
# Without it they are not, whatever the folder was configured with before.
configure() (
    cd "$root"
    quietly "CMake could not configure preset $1, see above." \
        cmake --preset "$1" -D "VKPERFTEST_WERROR=${VKPERFTEST_WERROR:-OFF}"
)

# build PRESET [TARGET…]: configures it and builds these targets, or the preset's.
build() (
    cd "$root"
    local begin=$SECONDS output
    [[ -e build/$1.built ]] || say "Building vkperftest ($1), which takes some minutes the first time"
    configure "$1"
    if ! output=$(NINJA_STATUS='[%f/%t] ' cmake --build --preset "$1" ${2:+--target "${@:2}"} 2>&1 </dev/null | count_steps); then
        say "$output"
        stop "Building preset $1 failed, see above."
    fi
    touch "build/$1.built"
    ((SECONDS - begin < 2)) || say "Built in $(duration $((SECONDS - begin)))"
)

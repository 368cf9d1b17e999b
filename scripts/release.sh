#!/usr/bin/env bash
# Builds all packages of the last commit in a clean clone, and checks them.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

usage() {
    cat <<'END'
Usage: scripts/release.sh [--into FOLDER] [--packager 'NAME <MAIL>']

Clones the last commit of this checkout into a folder of its own, builds the programs for Linux and Windows there, makes
the .deb, the .tar.gz and the .zip with a SHA-256 file each, and checks all of them (check-packages.sh). What is
missing is installed with apt, which needs root or sudo. Written for Debian 12.

  scripts/release.sh                        into build/packages
  scripts/release.sh --into /tmp/packages   into this folder; packages that lie there are replaced
  scripts/release.sh --packager 'NAME <MAIL>'

--packager names who answers for the packages, in the .deb. Without it they name nobody's mail address, as
Debian's policy wants it.
END
}

into=$root/build/packages
packager=()
while (($# > 0)); do
    case $1 in
    --help | -h) usage; exit ;;
    --into) into=${2:?--into needs a folder}; shift 2 ;;
    --packager) packager=(-D "VKPERFTEST_PACKAGER=${2:?--packager needs 'NAME <MAIL>'}"); shift 2 ;;
    *) stop "there is no option '$1'; see --help." ;;
    esac
done
[[ -z $(git -C "$root" status --porcelain --untracked-files=no) ]] ||
    say "Note: changes that are not committed are left out of the packages."

install_missing git:git g++-mingw-w64-x86-64-posix:x86_64-w64-mingw32-g++-posix dpkg-dev:dpkg-shlibdeps help2man:help2man \
    "${check_packages[@]}"
version=$(sed -n 's/^project(vkperftest VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
for place in "vcpkg.json:\"version\": \"$version\"" "CHANGELOG.md:## $version" \
    "docs/install.md:vkperftest-$version-linux"; do
    grep -q "${place#*:}" "$root/${place%%:*}" || stop "CMakeLists.txt has version $version, but ${place%%:*} another."
done
mkdir -p "$into"
into=$(realpath "$into")
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
quietly "The commit could not be cloned, see above." git clone -q "$root" "$clone/vkperftest"
quietly "The commit could not be checked out, see above." \
    git -C "$clone/vkperftest" checkout -q --detach "$(git -C "$root" rev-parse HEAD)"
cd "$clone/vkperftest"
# All times in the packages are the commit's; a .zip holds local times.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC
begin=$SECONDS

# preset NAME [CMAKE'S ARGUMENTS]: builds the preset, and its packages.
preset() {
    local name=$1 start=$SECONDS
    quietly "CMake could not configure preset $name, see above." cmake --preset "$@" "${packager[@]}"
    quietly "Building preset $name failed, see above." cmake --build --preset "$name"
    quietly "The packages of preset $name could not be made, see above." cpack --preset "$name" -B "$clone/packages"
    say "Preset $name: built and packed in $(duration $((SECONDS - start)))"
}

preset release
preset windows-cross -D BUILD_TESTING=OFF
rm -f "$into"/vkperftest*.{deb,tar.gz,zip}{,.sha256}
mv "$clone"/packages/vkperftest*.{deb,tar.gz,zip}{,.sha256} "$into"
say "All packages: built in $(duration $((SECONDS - begin)))"
scripts/check-packages.sh "$into"
ls -l "$into"

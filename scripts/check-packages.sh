#!/usr/bin/env bash
# Checks packages that scripts/release.sh has built: installs, runs and removes them.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"
# shellcheck source=SCRIPTDIR/wine-display.sh
source "$root/scripts/wine-display.sh"

if (($# != 1)) || [[ $1 == -* ]]; then
    cat <<'END'
Usage: scripts/check-packages.sh FOLDER

Checks the packages in the folder: their SHA-256 files; the .deb by lintian, and as installed by dpkg in a root of its own;
the .tar.gz and the .zip unpacked. Each program must name its commit and
measure a row on lavapipe, the Windows program under Wine. Links in the documents must lead somewhere, man must not warn,
and nothing may remain of a removed package. Needs root (dpkg asks for it), or fakeroot.

  scripts/check-packages.sh build/packages
END
    [[ ${1:-} == --help || ${1:-} == -h ]]
    exit
fi

install_packages "${check_packages[@]}"
folder=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$folder"
deb=$(echo vkperftest_*.deb) tar=$(echo vkperftest-*.tar.gz) zip=$(echo vkperftest-*.zip)
for package in "$deb" "$tar" "$zip"; do
    [[ -e $package ]] || stop "the folder $folder holds no file '$package', or several."
    quietly "The SHA-256 of $package is wrong." sha256sum --check "$package.sha256"
done
row=ByteAddressBuffer.Load4
manifest=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' | head -n 1)

# expect NAME PATTERN COMMAND…: what it prints must match.
expect() {
    local name=$1 pattern=$2 printed
    shift 2
    printed=$("$@" 2>&1 </dev/null) || stop "$name failed: $*: $printed"
    [[ $printed =~ $pattern ]] || stop "$name does not print '$pattern': $*: $printed"
}

# check_tree NAME TOP SHARE: of a package for Linux that lies below TOP, with its documents below SHARE.
check_tree() {
    local name=$1 program=$2/bin/vkperftest share=$2/share page
    expect "$name" 'vkperftest [0-9.]+ \([0-9a-f]{12}\).*built by .*kernels compiled by ' "$program" --version
    expect "$name" "$row +[0-9.]+x" "$program" --driver "$manifest" --quick --filter "$row linear"
    expect "$name" 'fastest' "$program" advise "$share/doc/vkperftest/results/nvidia-h100.json"
    page=$(LC_ALL=C.UTF-8 man -l --warnings -E UTF-8 "$share/man/man1/vkperftest.1.gz" 2>&1 >/dev/null)
    [[ -z $page ]] || stop "$name: man warns of its page: $page"
    check_documents "$name" "$share/doc/vkperftest"
    sha256sum <"$program" >>"$work/programs"
    say "$name: installed, runs, its documents are there"
}

check_documents() {
    local files
    [[ -s $2/NOTICES.txt ]] || stop "$1 lacks NOTICES.txt, the notices of the libraries in the program."
    mapfile -t files < <(find "$2" -name '*.md')
    quietly "Links in the documents of $1 are broken, see above." python3 "$root/tests/docs/check_links.py" "$2" "${files[@]}"
}

# nothing_left NAME ROOT: no file of the removed package.
nothing_left() {
    local left
    left=$(find "$2" -path '*vkperftest*' ! -path '*/var/lib/*')
    [[ -z $left ]] || stop "removing $1 leaves: $left"
    say "$1: removed, and nothing is left"
}

accepted=""
if [[ $(dpkg-deb --field "$deb" Maintainer) != *@* ]]; then
    accepted=malformed-contact,bogus-mail-host-in-debian-changelog
    say "$deb: nobody answers for it (release.sh --packager), so lintian may report $accepted"
fi
found=$(lintian --allow-root --tag-display-limit 0 ${accepted:+--suppress-tags "$accepted"} "$deb") || true
[[ -z $found ]] || stop "lintian finds: $found"
say "$deb: lintian finds nothing${accepted:+ else}"

# A root that knows of nothing but what the package depends on, in the versions of this machine.
system=$work/deb
mkdir -p "$system/var/lib/dpkg/"{info,updates,triggers}
dpkg-deb --field "$deb" Depends | sed 's/([^)]*)//g; s/[,|]/\n/g' | xargs dpkg-query --status >"$system/var/lib/dpkg/status"
apt_root=(dpkg --root "$system" --force-not-root --force-script-chrootless --log /dev/null)
quietly "dpkg could not install $deb, see above." "${apt_root[@]}" --install "$deb"
check_tree "$deb" "$system/usr"
quietly "dpkg could not remove $deb, see above." "${apt_root[@]}" --purge vkperftest
nothing_left "$deb" "$system"

tar -C "$work" -xzf "$tar"
check_tree "$tar" "$work/${tar%.tar.gz}"
[[ $(sort -u "$work/programs" | wc -l) == 1 ]] || stop "the packages hold different programs."

quietly "$zip cannot be unpacked, see above." unzip -q -d "$work" "$zip"
windows=$work/${zip%.zip}
export WINEPREFIX=$work/wine
begin_wine
trap 'end_all; rm -rf "$work"' EXIT
program=("$root/scripts/wine.sh" "$windows/vkperftest.exe")
expect "$zip" 'vkperftest [0-9.]+ \([0-9a-f]{12}\).*for Windows' "${program[@]}" --version
VK_DRIVER_FILES=$manifest expect "$zip" "$row +[0-9.]+x" "${program[@]}" --quick --filter "$row linear"
[[ -s $windows/USAGE.txt && -s $windows/LICENSE.md ]] || stop "$zip lacks USAGE.txt or LICENSE.md."
check_documents "$zip" "$windows"
say "$zip: unpacked, runs under Wine, its documents are there"

#!/usr/bin/env bash
# Fetches Mesa's Vulkan drivers in several versions, side by side and without installing them.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"
# shellcheck source=SCRIPTDIR/debian-packages.sh
source "$root/scripts/debian-packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/mesa-versions.sh

Fetches Mesa's drivers from the Debian mirror that this machine uses, unpacks them and makes an ICD manifest for each:

  build/mesa/DRIVER-VERSION.json          lavapipe, radv, anv and hasvk of Debian 12 (bookworm) and of its backports
  build/mesa/trixie/DRIVER-VERSION.json   nvk of Debian 13 (trixie) and of its backports, and the latter's anv and
                                          hasvk; they need the newer C library beside them
  build/mesa/trixie/run PROGRAM …         runs a program with that library in place of the system's

Prints the manifests, and how to use them: `isa` compiles for GPUs with them, `ab` compares two versions of lavapipe on
this machine. Needs Debian 12 or newer, but not root; 80 MB are downloaded, and 330 MB kept. Nothing is installed, and
the system's apt is not changed. Delete build/mesa to fetch everything again.
END
    exit
fi
(($# == 0)) || stop "this script takes no arguments; see --help."

elsewhere="use ICD manifests of drivers that you have"
folder=$root/build/mesa
apt=$folder/apt
suites=(bookworm bookworm-backports)
newer=$folder/trixie
newer_suites=(trixie trixie-backports)

# mesa_version: 25.0.7 of the Debian version 1:25.0.7-2~bpo12+1 on the standard input.
mesa_version() { sed 's/^[^:]*://; s/-.*//'; }

# set_library_path LIBRARY: makes it and the libraries that it needs look for others beside them first.
set_library_path() {
    local patchelf=$folder/tools/usr/bin/patchelf beside file
    beside=$(dirname "$1")
    # A RUNPATH, such as LLVM's, would keep a library from looking where the one that needs it does.
    for file in "$beside"/*.so*; do
        [[ -L $file || -z $("$patchelf" --print-rpath "$file") ]] ||
            quietly "patchelf failed, see above." "$patchelf" --remove-rpath "$file"
    done
    quietly "patchelf failed, see above." \
        "$patchelf" --force-rpath --set-rpath "\$ORIGIN:\$ORIGIN/../../../lib/$(basename "$beside")" "$1"
}

# fetch SUITE: unpacks its drivers, with what this system lacks of the libraries that they need, into a folder named by
# the version.
fetch() {
    local unpacked=$folder/unpacking package version mesa='' wanted=() library trouble
    while read -r package version; do
        if [[ $package == mesa-vulkan-drivers ]]; then
            mesa=$(mesa_version <<<"$version")
        elif [[ $package != libdrm* ]] && installed "$package"; then # the system's libdrm may be too old for it
            continue
        fi
        wanted+=("$package=$version")
    done < <(closure "$1" mesa-vulkan-drivers)
    [[ -n $mesa ]] || stop "$1 of the configured mirror has no mesa-vulkan-drivers for this processor."
    say "Fetching lavapipe $mesa of $1 (${#wanted[@]} packages)"
    rm -rf "$unpacked"
    unpack "$unpacked" "${wanted[@]}"
    library=$(compgen -G "$unpacked/usr/lib/*/libvulkan_lvp.so") || stop "mesa-vulkan-drivers $mesa has no lavapipe."
    set_library_path "$library"
    if trouble=$(ldd -r "$library" 2>&1 | grep -m 5 -E 'not found|undefined symbol'); then
        say "$trouble"
        stop "lavapipe $mesa cannot be loaded on this system, see above."
    fi
    rm -rf "${folder:?}/$mesa"
    mv "$unpacked" "$folder/$mesa"
}

# fetch_root: unpacks the drivers of both newer suites, each into a folder named by its version, into a root with all
# the libraries that they need, in the newer suite's versions.
fetch_root() {
    local unpacked=$folder/unpacking suite package version mesa wanted=() link
    while read -r package version; do
        case $package in
        mesa-vulkan-drivers) ;;
        libllvm* | libz3*) ;; # large, and needed by lavapipe and RADV alone
        *) wanted+=("$package=$version") ;;
        esac
    done < <(closure "${newer_suites[1]}" mesa-vulkan-drivers)
    say "Fetching the libraries of ${newer_suites[1]} (${#wanted[@]} packages)"
    rm -rf "$unpacked"
    unpack "$unpacked" "${wanted[@]}"
    for suite in "${newer_suites[@]}"; do
        version=$(closure "$suite" mesa-vulkan-drivers | sed -n 's/^mesa-vulkan-drivers //p')
        [[ -n $version ]] || stop "$suite of the configured mirror has no mesa-vulkan-drivers for this processor."
        mesa=$(mesa_version <<<"$version")
        say "Fetching Mesa $mesa of $suite"
        unpack "$unpacked/$mesa" "mesa-vulkan-drivers=$version"
    done
    for link in "$unpacked"/usr/lib*; do # Debian's package base-files, which nothing needs, would bring them
        ln -s "usr/$(basename "$link")" "$unpacked/$(basename "$link")"
    done
    rm -rf "$newer" "$unpacked/usr/share/doc" "$unpacked/usr/share/locale"
    mv "$unpacked" "$newer"
}

# versions_in FOLDER: those that are there.
versions_in() {
    local path
    for path in "$1"/[0-9]*/; do
        [[ ! -d $path ]] || basename "$path"
    done | sort -V
}

# write_manifest NAME MESAS_NAME VERSION FOLDER: of the driver of that version in that folder; left alone if it says
# where the library is.
write_manifest() {
    local packaged library manifest=$4/$1-$3.json
    packaged=$(compgen -G "$4/$3/usr/share/vulkan/icd.d/$2_icd*.json" | head -n 1)
    library=$(compgen -G "$4/$3/usr/lib/*/libvulkan_$2.so") || return 0 # such as Intel's, of another processor
    ! grep -qsF "\"$library\"" "$manifest" || return 0
    cat >"$manifest" <<END
{
    "file_format_version": "1.0.0",
    "ICD": {
        "library_path": "$library",
        "api_version": "$(sed -n 's/.*"api_version": *"\([^"]*\)".*/\1/p' "$packaged")"
    }
}
END
}

mapfile -t found < <(versions_in "$folder")
if ((${#found[@]} < ${#suites[@]})); then
    prepare_apt "${suites[@]}"
    # Fetched like the rest, so that root is not needed.
    unpack "$folder/tools" patchelf
    for suite in "${suites[@]}"; do
        fetch "$suite"
    done
    mapfile -t found < <(versions_in "$folder")
fi
if [[ ! -d $newer ]]; then
    prepare_apt "${newer_suites[@]}"
    fetch_root
fi
rm -rf "$apt" "$folder/tools"

example="build/release/vkperftest ab"
for version in "${found[@]}"; do
    write_manifest lavapipe lvp "$version" "$folder"
    for driver in radv=radeon anv=intel hasvk=intel_hasvk; do
        write_manifest "${driver%=*}" "${driver#*=}" "$version" "$folder"
    done
    example+=" --driver build/mesa/lavapipe-$version.json"
done
cat >"$newer/run" <<'END'
#!/bin/sh
exec unshare -rm sh -c 'mount --bind "$0" "/usr/lib/${0##*/}" && exec "$@"' "${0%/*}"/usr/lib/*-linux-gnu "$@"
END
chmod +x "$newer/run"
mapfile -t newer_found < <(versions_in "$newer")
for version in "${newer_found[@]}"; do
    write_manifest nvk nouveau "$version" "$newer"
    [[ -d $folder/$version ]] && continue # the other drivers are there already
    write_manifest anv intel "$version" "$newer"
    write_manifest hasvk intel_hasvk "$version" "$newer"
done

# manifests NAME: the driver's, the oldest version first.
manifests() {
    local place
    for place in "$folder" "$newer"; do
        compgen -G "$place/$1-[0-9]*.json" | sort -V || true
    done
}

# compile_example NAME TARGET: a command that compiles for the target with the driver's newest version.
compile_example() {
    local newest run=''
    newest=$(manifests "$1" | tail -n 1)
    [[ $newest != "$newer"/* ]] || run='build/mesa/trixie/run '
    [[ -z $newest ]] || echo "  ${run}build/release/vkperftest isa --target $2 --driver ${newest#"$root"/}"
}

for driver in lavapipe radv anv hasvk nvk; do
    manifests "$driver"
done
echo "Compile for AMD, Intel and NVIDIA GPUs that you don't have, with the newest of these drivers:"
compile_example radv navi31
compile_example anv dg2
compile_example nvk ada
echo "See what changed from one driver to another: isa with two --driver. Compare their speed:"
echo "  $example"

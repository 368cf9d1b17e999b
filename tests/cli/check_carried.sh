#!/usr/bin/env bash
# Runs the program in a root that holds nothing else but the C library; then with Vulkan's loader; then with a driver, too.
#   check_carried.sh PROGRAM MANIFEST
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
program=$1
manifest=$2

enter=(chroot)
((EUID == 0)) || enter=(unshare --user --map-root-user chroot)
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
"${enter[@]}" / true 2>/dev/null || { echo "skipped: a root of its own needs root, or user namespaces"; exit 77; }

# take FILE…: puts them, and the libraries that they need, where the root has them, too.
take() {
    local file
    for file in "$@" $(ldd "$@" | grep -oE '/[^ :]+' | sort -u); do
        [[ -e $probe$file ]] || cp -L --parents "$file" "$probe"
    done
}

# expect CODE PATTERN ARGUMENTS: runs it, and judges its exit code and all that it says.
expect() {
    local code=0 said
    said=$("${enter[@]}" "$probe" /vkperftest "${@:3}" 2>&1) || code=$?
    if [[ $code != "$1" || ! $said =~ $2 ]]; then
        echo "vkperftest ${*:3}: exit code $code instead of $1, or no '$2': $said"
        exit 1
    fi
    echo "vkperftest ${*:3}: exit code $code, as it should be"
}

mkdir "$probe/tmp"
for file in $(ldd "$program" | grep -oE '/[^ :]+'); do
    case ${file##*/} in
    libc.so.* | libm.so.* | libpthread.so.* | libdl.so.* | ld-linux*) take "$file" ;;
    *) echo "it needs $file"; exit 1 ;;
    esac
done
cp "$program" "$probe/vkperftest"
expect 0 'ByteAddressBuffer.Load4 random' list --suite matrix
expect 3 'no Vulkan loader was found; install .*libvulkan1' run

# Programs open the loader, and the loader opens the driver.
take "$(ldconfig -p | sed -n 's/.*libvulkan\.so\.1 .*=> //p' | head -n 1)"
expect 3 'no Vulkan driver was found' run

library=$(sed -n 's/.*"library_path": *"\(.*\)".*/\1/p' "$manifest")
[[ $library == /* ]] || library=$(ldconfig -p | sed -n "s/.*$library .*=> //p" | head -n 1)
take "$library"
cp --parents "$manifest" "$probe"
expect 0 'cbuffer.float4. load +([0-9.]+x|\?)' --driver "$manifest" --quick --filter 'cbuffer* linear'

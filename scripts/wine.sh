#!/usr/bin/env bash
# Runs a Windows program under Wine, with its output and its exit code.
#   scripts/wine.sh PROGRAM.exe [ARGUMENTS]
# Wine 8 needs an X display for Vulkan; scripts/test-windows.sh brings one.
set -euo pipefail

# A crash then ends with an exit code, instead of a dialog or of 0; nothing is asked or installed.
export WINEDLLOVERRIDES='winedbg.exe=d;mscoree,mshtml=' WINEDEBUG=${WINEDEBUG:--all} LC_ALL=C.UTF-8
export WINEPREFIX=${WINEPREFIX:-$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")/build/wine}
mkdir -p "$WINEPREFIX"
wine=$(command -v wine64 /usr/lib/wine/wine64 wine | head -n 1) || true
[[ -n $wine ]] || { echo "wine was not found (Debian and Ubuntu: apt install wine64)" >&2; exit 127; }

# Wine's servers outlive the program and would hold a captured pipe open.
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
run() {
    code=0
    "$wine" "$@" >"$output/stdout" 2>"$output/stderr" || code=$?
}
run "$@"
# Seen once, on a busy machine, and in none of 13,000 starts that sought it: a process ended with 1 and not a word.
# No program of ours does, so begin it again.
if [[ $code == 1 && ! -s $output/stdout && ! -s $output/stderr ]]; then
    echo "wine.sh: the process ended with 1 and not a word; once more" >&2
    run "$@"
fi
cat "$output/stdout"
cat "$output/stderr" >&2
exit "$code"

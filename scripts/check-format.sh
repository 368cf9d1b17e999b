#!/usr/bin/env bash
# Installs clang-format 14 if it is missing, and checks that all C++ and JavaScript is formatted as .clang-format says.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/check-format.sh [--fix]

Checks that all C++ and JavaScript files are formatted as .clang-format says, or with --fix formats them. With the
same settings, versions of clang-format differ in their results: this script uses version 14, that of Debian 12, and
installs it there if it is missing.
END
    exit
fi
[[ $# == 0 || $* == --fix ]] || stop "the only argument is --fix; see --help."

install_packages clang-format-14:clang-format-14
cd "$root"
mapfile -t files < <(find cmake source tests third_party -name '*.cpp' -o -name '*.h' -o -name '*.js' | sort)
if [[ ${1:-} == --fix ]]; then
    exec clang-format-14 -i "${files[@]}"
fi
# GoogleTest's own regular expressions know no brackets on Windows; only the tests there would tell.
! grep -rnE 'MatchesRegex|testing::ContainsRegex' tests ||
    stop "use ContainsRegex of tests/regular_expressions.h instead of these lines"
clang-format-14 --dry-run -Werror "${files[@]}" || stop "some files are not formatted, see above: run scripts/check-format.sh --fix"

#!/usr/bin/env bash
# Fetches axe-core, which finds what people with disabilities cannot use in a page, for the test page:
# axe.min.js in the FOLDER. Needs npm. Does nothing where it is there already.
#   scripts/fetch-axe.sh FOLDER
set -euo pipefail

version=4.10.3
sha256=880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb

mkdir -p "$1"
cd "$1"
! sha256sum --check --status <<<"$sha256  axe.min.js" 2>/dev/null || exit 0
timeout 60 npm pack --silent "axe-core@$version" >/dev/null
tar --extract --strip-components=1 --file "axe-core-$version.tgz" package/axe.min.js
rm "axe-core-$version.tgz"
sha256sum --check --status <<<"$sha256  axe.min.js" || {
    rm axe.min.js
    echo "fetch-axe.sh: this is not axe-core $version: its checksum differs" >&2
    exit 1
}

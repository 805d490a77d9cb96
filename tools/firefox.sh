#!/bin/sh
# Firefox for a short test of the page: installed where that is possible, otherwise one line says that it is left out.
# It never fails, and a slow download is given up: the other tests run all the same.
set -u

have() {
    command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1
}

# Fetched first, so that nothing is cut off while it is unpacked.
get_firefox() {
    export DEBIAN_FRONTEND=noninteractive
    set -- -q -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 -o DPkg::Lock::Timeout=60
    apt-get "$@" update && timeout 120 apt-get "$@" install -y --no-install-recommends --download-only firefox-esr fonts-dejavu-core &&
        apt-get "$@" install -y --no-install-recommends firefox-esr fonts-dejavu-core
}

without() {
    echo "$1: the test in Firefox is left out"
    exit 0
}

if have; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    without "Firefox is not here"
fi
echo "installing Firefox for a test of the page"
log=$(mktemp) || without "Firefox could not be installed (no temporary file)"
trap 'rm -f "$log"' EXIT
if ! get_firefox >"$log" 2>&1 </dev/null || ! have; then
    without "Firefox could not be installed ($(tail -n 1 "$log"))"
fi

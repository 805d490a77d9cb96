#!/bin/sh
# Chromium for the tests of the page: installed where that is possible, otherwise one line says that they are left out.
set -u

have() {
    command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
        command -v google-chrome >/dev/null 2>&1
}

if have; then
    exit 0
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing Chromium for the tests of the page"
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    if { apt-get update -q && apt-get install -q -y --no-install-recommends chromium fonts-dejavu-core; } >"$log" 2>&1 && have; then
        rm -f "$log"
        exit 0
    fi
    echo "Chromium could not be installed ($(tail -n 1 "$log")): the tests in a browser are left out"
    rm -f "$log"
    exit 0
fi
echo "Chromium is not here: the tests in a browser are left out"

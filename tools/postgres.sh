#!/bin/sh
# PostgreSQL for the storage tests: installed where that is possible, otherwise one line says that they go without.
# It never fails: the other tests run all the same.
set -u

have() {
    command -v "$1" >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1
}

# No cluster and no service: the tests start a server of their own. Where there is no network it does not wait for long.
get_postgres() {
    conf=/etc/postgresql-common/createcluster.conf
    made=
    if [ ! -e "$conf" ]; then
        mkdir -p "${conf%/*}" && echo "create_main_cluster = false" >"$conf" || return
        made=$conf
    fi
    export DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1
    set -- -q -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 -o DPkg::Lock::Timeout=60
    apt-get "$@" update && apt-get "$@" install -y --no-install-recommends postgresql
}

without() {
    echo "$1: the storage tests run on SQLite only"
    exit 0
}

if have initdb && have postgres; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    without "PostgreSQL (initdb, postgres) is not here"
fi
echo "installing PostgreSQL for the storage tests"
log=$(mktemp) || without "PostgreSQL could not be installed (no temporary file)"
trap 'rm -f "$log"' EXIT
if ! get_postgres >"$log" 2>&1 </dev/null || ! have initdb || ! have postgres; then
    if [ -n "${made:-}" ]; then
        rm -f "$made" # a PostgreSQL that somebody installs later makes its cluster
    fi
    without "PostgreSQL could not be installed ($(tail -n 1 "$log"))"
fi

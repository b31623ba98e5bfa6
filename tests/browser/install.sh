#!/bin/sh
# Brings what the browser tests need: chromium, a font with Chinese characters, node, and the node modules of package.json.
# On Debian and Ubuntu it installs what is missing (as root); elsewhere install it yourself and set CHROMIUM=/path/to/chromium.
set -eu
cd -- "$(dirname -- "$0")/../.."
wanted=
command -v "${CHROMIUM:-/usr/bin/chromium}" >/dev/null || wanted="$wanted chromium"
command -v node >/dev/null || wanted="$wanted nodejs"
command -v npm >/dev/null || wanted="$wanted npm"
fc-list 2>/dev/null | grep -qi cjk || wanted="$wanted fonts-noto-cjk"
if [ -n "$wanted" ]; then
    command -v apt-get >/dev/null || { echo "please install:$wanted" >&2; exit 1; }
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted >/dev/null
fi
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
fi

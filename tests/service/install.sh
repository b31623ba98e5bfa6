#!/bin/sh
# Brings what the proxy tests need: nginx. On Debian and Ubuntu it is installed (as root); elsewhere install it yourself.
set -eu
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] && exit 0
command -v apt-get >/dev/null || { echo "please install: nginx" >&2; exit 1; }
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light >/dev/null

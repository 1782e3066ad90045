#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD [OPTION…]: opens report pages in Debian's Chromium; options are node's, such as
# --test-name-pattern=hostile. Packages go into the build folder, at the versions of the lock file.
# 77 says that there is no Chromium: `make test-browser` installs it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1/browser
shift
: "${CHROMIUM:=/usr/bin/chromium}"
[ -x "$CHROMIUM" ] || { echo "skipped: $CHROMIUM is missing; make test-browser installs it"; exit 77; }
mkdir -p "$work/pages"
if ! cmp -s "$here/package-lock.json" "$work/installed-lock.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$work"
  npm --prefix "$work" ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
  cp "$here/package-lock.json" "$work/installed-lock.json"
fi
cp "$here"/*.mjs "$work"
"$work/make_pages" "$work/pages"
export CHROMIUM TRENA_PAGES="$work/pages"
cd "$work"
exec node --test --test-reporter=spec "$@"

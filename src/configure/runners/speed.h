// SPDX-License-Identifier: Apache-2.0
// Nobody runs handicapped. How fast a framework multiplies and convolves here (mode `probe`),
// beside the best of them on this machine: one that is more than twice as slow has a handicap that
// may be none of its own. Where the cause can be told from what the runner says of its libraries,
// it is, and so is the fix. The library study met a TensorFlow without AVX, 4–8 times slower;
// OpenBLAS 0.3.21 and older take CPUs they do not know for a Prescott, 5 times slower.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"

namespace trena {

constexpr double kSlow = 2;  // times the best

// The variables that frameworks are mended by. Where the user has set one, that stays.
inline constexpr const char* kCoreType = "OPENBLAS_CORETYPE";
inline constexpr const char* kMklCpu = "MKL_DEBUG_CPU_TYPE";

// What was set to mend a framework, and what that gained.
struct Workaround {
  std::string variable;
  std::string value;
  std::string cause;
  std::optional<double> product_before;
  std::optional<double> convolution_before;
};

struct Speed {
  std::string framework;                             // "caffe@1.0"
  std::optional<double> product = std::nullopt;      // of matrices, GFLOP/s
  std::optional<double> convolution = std::nullopt;  // GFLOP/s
  int threads = 0;                                   // that it says it uses
  std::optional<double> cpus = std::nullopt;         // that its matrix products kept busy
  Json facts = nullptr;                              // its `start` event
  std::optional<Workaround> mended = std::nullopt;
  std::string failure = {};  // why it could not be timed; empty otherwise
};

// What decides how fast it could be.
struct SpeedSurroundings {
  std::string cpu;                               // the model
  std::string vendor;                            // "GenuineIntel", "AuthenticAMD"
  int vectors = 0;                               // its widest: 0 SSE, 1 AVX, 2 AVX2, 3 AVX-512
  int cpus = 1;                                  // that a run may use
  std::map<std::string, std::string> variables;  // of ours, that slow a library down or mend it
  static SpeedSurroundings Here(const std::string& proc = "/proc");
};

struct Cause {
  std::string cause;
  std::string fix;
  std::string variable = {};  // setting it to `value` is all of the fix
  std::string value = {};
};

// Why it is slower than it could be, from what it says of itself; empty when nothing tells.
std::optional<Cause> FindCause(const Speed& speed, const SpeedSurroundings& around);

struct Handicap {
  std::string framework;
  std::string operation;  // "matrix products", "convolutions"
  double times = 1;       // slower than the best
  std::string best;       // framework
  std::optional<Cause> cause;
};

// Those more than kSlow times slower than the best of `all`; the worse operation of each. Where
// only convolutions are slow it may be the framework's own way to compute them.
std::vector<Handicap> FindHandicaps(const std::vector<Speed>& speeds, const std::vector<Speed>& all,
                                    const SpeedSurroundings& around);

// "caffe@1.0 does matrix products 5.0 times slower than …: OpenBLAS took … Mend it: …".
std::string ToText(const Handicap& handicap);
// "caffe@1.0: OpenBLAS took this CPU for a Prescott, so … 67 → 334 GFLOP/s".
std::string ToText(const std::string& framework, const Workaround& workaround);

Json ToJson(const Workaround& workaround);
Result<Workaround> WorkaroundFromJson(const Json& json);
Json ToJson(const Speed& speed);
Result<Speed> SpeedFromJson(const Json& json);

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Nobody runs handicapped. What a runner says of its libraries and how fast it multiplies and
// convolves here (mode `probe`) may give a cause to suspect; a handicap is what the first steps of
// a training show of it: they are quicker without the cause, or, where it cannot be taken away for
// a try, much slower than another framework's. The library study met a TensorFlow without AVX, 4–8
// times slower; OpenBLAS 0.3.21 and older take CPUs they do not know for a Prescott, 5 times slower
// in matrix products, which a training whose convolutions are oneDNN's does not feel.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/text/told.h"

namespace trena {

constexpr double kSlow = 2;      // times another framework's training
constexpr double kHelped = 1.1;  // times as fast: less is noise

// The variables that frameworks are mended by. Where the user has set one, that stays.
inline constexpr const char* kCoreType = "OPENBLAS_CORETYPE";
inline constexpr const char* kMklCpu = "MKL_DEBUG_CPU_TYPE";

// What was set to mend a framework, and what that gained.
struct Workaround {
  std::string variable;
  std::string value;
  std::string cause = {};
  std::optional<double> product_before = std::nullopt;
  std::optional<double> convolution_before = std::nullopt;
  std::optional<double> training_gain = std::nullopt;  // times as fast with it
};

// What a training showed and nothing of ours mends.
struct Handicap {
  std::string cause;
  std::string fix;
  double times = 1;         // as fast: the training without the cause, or that of `beside`
  std::string beside = {};  // a framework; empty: it was compared with itself without the cause
};

struct Speed {
  std::string framework;                             // "caffe@1.0"
  std::optional<double> product = std::nullopt;      // of matrices, GFLOP/s
  std::optional<double> convolution = std::nullopt;  // GFLOP/s
  int threads = 0;                                   // that it says it uses
  std::optional<double> cpus = std::nullopt;         // that its matrix products kept busy
  Json facts = nullptr;                              // its `start` event
  std::optional<Workaround> mended = std::nullopt;
  std::optional<Handicap> handicap = std::nullopt;
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

// The widest vectors (as in SpeedSurroundings) of an OpenBLAS kernel of this name; those that are
// not known are older than AVX.
int VectorsOfKernel(const std::string& kernel);

// In English, as records keep it: TellCause has both languages.
struct Cause {
  std::string cause;
  std::string fix;
  std::string variable = {};  // with it set to `value` the cause is gone;
  std::string value = {};
  bool users = false;  // but the user has set it otherwise: it is tried, and left as it is
};

// What may make it slower than it could be, from what it says of itself; a training tells.
std::vector<Cause> FindCauses(const Speed& speed, const SpeedSurroundings& around);

// "caffe@1.0: OpenBLAS took … Without that its training here is 3.1 times as fast. Mend it: …".
Told ToText(const std::string& framework, const Handicap& handicap);
// "caffe@1.0: OpenBLAS took this CPU for a Prescott, so … 67 → 334 GFLOP/s".
Told ToText(const std::string& framework, const Workaround& workaround);
// A cause or a fix as it is kept; what is neither stays as it is.
Told TellCause(const std::string& kept);

Json ToJson(const Workaround& workaround);
Result<Workaround> WorkaroundFromJson(const Json& json);
Json ToJson(const Handicap& handicap);
std::optional<Handicap> HandicapFromJson(const Json& json);  // none where it is no such object
Json ToJson(const Speed& speed);
Result<Speed> SpeedFromJson(const Json& json);

}  // namespace trena

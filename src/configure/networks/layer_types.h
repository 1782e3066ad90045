// SPDX-License-Identifier: Apache-2.0
// What a network can be made of: one row per layer type, with its settings, the number of inputs it
// takes, and how the shape of its output and its weights follow from its inputs. Adding a type is
// adding a row (and teaching it to the runners).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/npy/npy.h"
#include "core/result.h"

namespace trena {

// Shapes here are without the batch: [C, H, W] of images, or [C]; of text [T], its tokens, or
// [T, C], a sequence of T positions.
//
// The number of elements, capped at the largest int64_t instead of overflowing.
int64_t Elements(const Shape& shape);

// "3×32×32".
std::string Dimensions(const Shape& shape);

struct NamedShape {
  std::string name;
  Shape shape;
  std::optional<double> deviation = std::nullopt;  // of its initial numbers; none: weights.h's rule
};

enum class SettingKind {
  kWhole,
  kOdd,
  kSizes,
  kPadding,
  kOutputs,
  kTruth,
  kRate,
  kShare,
  kNumber,
  kRounding,
  kMultiples
};

// A window over an image, of the settings k, s and p. `k` and `s` are one number, or that of the
// height and that of the width; `p` is one number, or what is padded above, below, to the left and
// to the right.
struct SlidingWindow {
  explicit SlidingWindow(const Json& settings);

  // Axis 0 is the height, 1 the width.
  int64_t k[2], s[2], before[2], after[2];
};

inline constexpr const char* kSame = "same";
inline constexpr int64_t kMostKernel = 1024;
inline constexpr int64_t kMostOutputs = 1'000'000;

// Numbers that are all alike are one.
Json Shortest(const Json& numbers);

// `p: same` pads so that only the stride makes an image smaller, more behind than before where it
// cannot be both alike (as TensorFlow): settings of the layer with the numbers that it means.
Json WithoutSame(Json settings, const Shape& input);

// By how much the learning rate and the weight decay are multiplied: a number for all weights of a
// layer, or one for the first (weight, scale) and one for the second (bias, shift).
inline constexpr const char* kRates = "rates";
inline constexpr const char* kDecays = "decays";
inline constexpr int64_t kMostMultiple = 1000;

struct LayerSetting {
  std::string key;
  SettingKind kind = SettingKind::kWhole;
  int64_t least = 0;         // of a whole number
  int64_t most = 0;          // of a whole number, or of any
  Json otherwise = nullptr;  // when it is not written: a value, the key of another; null: required
  bool optional = false;     // not there where it is not written
};

// What a layer makes of its inputs.
struct LayerShapes {
  Shape out;
  std::vector<NamedShape> weights;  // names without the layer's: "weight", "bias"
};

// `settings` are complete. The error says what does not fit, without the layer's name.
using InferShapes = Result<LayerShapes> (*)(const Json& settings, const std::vector<Shape>& inputs);

struct LayerType {
  std::string name;
  std::vector<LayerSetting> settings;
  bool joins = false;  // takes two or more inputs; the others take one
  InferShapes infer = nullptr;
  Json constants = Json::object();  // told to the runners, not open to change
};

const std::vector<LayerType>& LayerTypes();

// nullptr when there is none of that name.
const LayerType* FindLayerType(const std::string& name);

}  // namespace trena

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

// Shapes here are without the batch: [C, H, W] of images, or [C].
//
// The number of elements, capped at the largest int64_t instead of overflowing.
int64_t Elements(const Shape& shape);

// "3×32×32".
std::string Dimensions(const Shape& shape);

struct NamedShape {
  std::string name;
  Shape shape;
};

enum class SettingKind { kWhole, kOutputs, kTruth, kRate, kRounding };

struct LayerSetting {
  std::string key;
  SettingKind kind = SettingKind::kWhole;
  int64_t least = 0;         // of a whole number
  int64_t most = 0;          // of a whole number
  Json otherwise = nullptr;  // when it is not written: a value, the key of another; null: required
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

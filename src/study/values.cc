// SPDX-License-Identifier: Apache-2.0
#include "study/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/text.h"

namespace trena {

const std::vector<KnownValue>& KnownValues() {
  static const std::vector<KnownValue> values = {
      {"environment", ValueKind::kWord, nullptr, false, "where it runs"},
      {"framework", ValueKind::kWord, nullptr, true, "name or name@version"},
      {"network", ValueKind::kWord, nullptr, true, "networks/NAME.yaml"},
      {"dataset", ValueKind::kWord, nullptr, true, "name of a data set"},
      {"image", ValueKind::kCount, "32", false, "side of the square images, in pixels"},
      {"images", ValueKind::kCount, nullptr, false, "train on the first so many images"},
      {"epochs", ValueKind::kCount, nullptr, true, "passes over the images"},
      {"batch", ValueKind::kCount, nullptr, true, "images per step"},
      {"threads", ValueKind::kCount, nullptr, false, "compute threads; all CPUs when not said"},
      {"workers", ValueKind::kCountOrZero, nullptr, false, "input pipeline processes"},
      {"precision",
       ValueKind::kWord,
       "float32",
       false,
       "of the numbers",
       {"float32", "float64", "float16", "bfloat16"}},
      {"optimizer", ValueKind::kWord, "sgd", false, "sgd or adam", {"sgd", "adam"}},
      {"learning_rate", ValueKind::kPositive, "0.01", false, "step size"},
      {"momentum", ValueKind::kFraction, "0.9", false, "of sgd"},
      {"weight_decay", ValueKind::kNotNegative, "0", false, "L2 penalty"},
      {"evaluate", ValueKind::kWord, nullptr, false, "end (default) or epoch", {"end", "epoch"}},
  };
  return values;
}

const KnownValue* FindKnownValue(const std::string& name) {
  for (const KnownValue& known : KnownValues()) {
    if (name == known.name) return &known;
  }
  return nullptr;
}

std::vector<std::string> KnownValueNames() {
  std::vector<std::string> names;
  for (const KnownValue& known : KnownValues()) names.emplace_back(known.name);
  return names;
}

bool IsPlainName(const std::string& name) {
  constexpr size_t kLongestName = 200;
  auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && name.size() <= kLongestName && (name[0] < '0' || name[0] > '9') &&
         std::all_of(name.begin(), name.end(), plain);
}

bool HasLevel(const std::vector<Value>& levels, const Value& value) {
  auto same = [&](const Value& level) { return level.ToString() == value.ToString(); };
  return std::any_of(levels.begin(), levels.end(), same);
}

namespace {

bool Holds(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::optional<std::string> Objection(const KnownValue& known, const Value& value) {
  constexpr double kLargestCount = 1e9;
  auto number = value.number();
  auto must = [&](const char* what) {
    return fmt::format("{} must be {}, not `{}`", known.name, what, value.ToString());
  };
  double x = number.value_or(0);
  bool whole = number && std::trunc(x) == x && x <= kLargestCount;
  switch (known.kind) {
    case ValueKind::kWord:
      if (!value.word() || value.word()->empty()) return must("a word");
      if (!known.choices.empty() && !Holds(known.choices, *value.word())) {
        return must(("one of " + Join(known.choices, ", ")).c_str());
      }
      break;
    case ValueKind::kCount:
      if (!whole || x < 1) return must("a whole number from 1");
      break;
    case ValueKind::kCountOrZero:
      if (!whole || x < 0) return must("a whole number from 0");
      break;
    case ValueKind::kPositive:
      if (!number || x <= 0) return must("a number above 0");
      break;
    case ValueKind::kNotNegative:
      if (!number || x < 0) return must("a number from 0");
      break;
    case ValueKind::kFraction:
      if (!number || x < 0 || x >= 1) return must("a number from 0 to below 1");
      break;
  }
  return std::nullopt;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A level or a fixed value of a study: a number, a truth value or a word. Numbers compare as
// numbers (64 == 64.0) and have one canonical spelling, which goes into a scenario's key.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace trena {

class Value {
 public:
  Value() : data_(std::string()) {}
  Value(double number) : data_(number) {}                    // NOLINT(google-explicit-constructor)
  Value(int number) : data_(static_cast<double>(number)) {}  // NOLINT(google-explicit-constructor)
  Value(bool truth) : data_(truth) {}                        // NOLINT(google-explicit-constructor)
  Value(std::string word) : data_(std::move(word)) {}        // NOLINT(google-explicit-constructor)
  Value(const char* word) : data_(std::string(word)) {}      // NOLINT(google-explicit-constructor)

  // As a plain YAML scalar or a -P argument would be understood: "64" is a number, "true" a truth
  // value, anything else a word.
  static Value Parse(const std::string& text);

  std::optional<double> number() const;
  std::optional<bool> truth() const;
  // Set only for a word.
  std::optional<std::string> word() const;
  // Canonical: shortest decimal that reads back as the same number; true/false; the word itself.
  std::string ToString() const;

  friend bool operator==(const Value&, const Value&) = default;

 private:
  std::variant<std::string, double, bool> data_;
};

// Named values in the order they were written: levels of a scenario, fixed values.
using Values = std::vector<std::pair<std::string, Value>>;

// The value under `name`, or nullptr.
const Value* Find(const Values& values, const std::string& name);

nlohmann::ordered_json ToJson(const Value& value);
nlohmann::ordered_json ToJson(const Values& values);
// A JSON scalar; anything else becomes its dump as a word.
Value ValueFromJson(const nlohmann::ordered_json& json);
Values ValuesFromJson(const nlohmann::ordered_json& json);

}  // namespace trena

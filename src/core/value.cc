// SPDX-License-Identifier: Apache-2.0
#include "core/value.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "core/json.h"

namespace trena {
namespace {

constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53

bool IsInteger(double number) {
  return std::trunc(number) == number && std::abs(number) < kLargestExactInteger;
}

}  // namespace

Value Value::Parse(const std::string& text) {
  if (text == "true") return true;
  if (text == "false") return false;
  double number = 0;
  bool plus = text.starts_with('+') && !text.starts_with("+-");
  const char* begin = text.data() + (plus ? 1 : 0);
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(begin, end, number);
  bool whole = begin != end && stop == end && error == std::errc() && std::isfinite(number);
  return whole ? Value(number) : Value(text);
}

std::optional<double> Value::number() const {
  auto number = std::get_if<double>(&data_);
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<bool> Value::truth() const {
  auto truth = std::get_if<bool>(&data_);
  return truth ? std::optional(*truth) : std::nullopt;
}

std::optional<std::string> Value::word() const {
  auto word = std::get_if<std::string>(&data_);
  return word ? std::optional(*word) : std::nullopt;
}

std::string Value::ToString() const {
  if (auto truth = this->truth()) return *truth ? "true" : "false";
  if (auto number = this->number()) {
    if (IsInteger(*number)) return fmt::format_int(static_cast<int64_t>(*number)).str();
    return fmt::format("{}", *number);
  }
  return std::get<std::string>(data_);
}

const Value* Find(const Values& values, const std::string& name) {
  for (const auto& [key, value] : values) {
    if (key == name) return &value;
  }
  return nullptr;
}

Json ToJson(const Value& value) {
  if (auto truth = value.truth()) return *truth;
  if (auto number = value.number()) {
    if (IsInteger(*number)) return static_cast<int64_t>(*number);
    return *number;
  }
  return *value.word();
}

Json ToJson(const Values& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = ToJson(value);
  return object;
}

Value ValueFromJson(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return Dump(json);
}

Values ValuesFromJson(const Json& json) {
  Values values;
  if (!json.is_object()) return values;
  for (const auto& [name, value] : json.items()) values.emplace_back(name, ValueFromJson(value));
  return values;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "measure/import/log_name.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "core/source.h"

namespace trena {
namespace {

constexpr size_t kMostParts = 20;

Error NameError(const std::string& pattern, size_t at, size_t length, const std::string& message) {
  Source source("--name", pattern);
  source.Add({1, static_cast<int>(at) + 1, static_cast<int>(std::max<size_t>(1, length))}, message,
             "like 'train_{network}_{mode}_{batch}.log'");
  return source.ToError();
}

bool IsName(const std::string& name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && name.size() <= 64 && name[0] >= 'a' &&
         std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

Result<LogName> LogName::Parse(const std::string& pattern) {
  LogName parsed;
  std::string expression;
  for (size_t at = 0; at < pattern.size();) {
    const size_t open = std::min(pattern.find('{', at), pattern.size());
    expression += re2::RE2::QuoteMeta(pattern.substr(at, open - at));
    if (open == pattern.size()) break;
    const size_t close = pattern.find('}', open);
    if (close == std::string::npos) return NameError(pattern, open, 1, "`{` is not closed");
    const std::string name = pattern.substr(open + 1, close - open - 1);
    if (!IsName(name)) {
      return NameError(pattern, open, close - open + 1,
                       "a part is named by small letters, digits and _");
    }
    auto& names = parsed.names_;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return NameError(pattern, open, close - open + 1, "this part is there twice");
    }
    names.push_back(name);
    expression += "(.+)";
    at = close + 1;
  }
  if (parsed.names_.empty() || parsed.names_.size() > kMostParts) {
    return NameError(pattern, 0, pattern.size(), "it names no part of a file's name");
  }
  parsed.expression_ = std::make_shared<re2::RE2>("(?s)" + expression, re2::RE2::Latin1);
  return parsed;
}

std::optional<std::vector<std::string>> LogName::Match(const std::string& file) const {
  std::vector<std::string> parts(names_.size());
  std::vector<re2::RE2::Arg> arguments;
  std::vector<const re2::RE2::Arg*> pointers;
  for (std::string& part : parts) arguments.emplace_back(&part);
  for (const re2::RE2::Arg& argument : arguments) pointers.push_back(&argument);
  const bool matches =
      re2::RE2::FullMatchN(file, *expression_, pointers.data(), static_cast<int>(pointers.size()));
  return matches ? std::optional(std::move(parts)) : std::nullopt;
}

}  // namespace trena

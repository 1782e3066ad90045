// SPDX-License-Identifier: Apache-2.0
#include "study/billing/repricing.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/source.h"
#include "core/text/text.h"
#include "study/study.h"

namespace trena {
namespace {

Error PriceError(const std::string& argument, size_t offset, size_t length,
                 const std::string& message, const std::string& suggestion = "") {
  Source source("--price", argument);
  source.Add({1, static_cast<int>(offset) + 1, static_cast<int>(length)}, message, suggestion);
  return source.ToError();
}

Error UnknownEnvironment(const std::string& argument, const std::string& name, const Study& study) {
  std::vector<std::string> names;
  for (const Environment& environment : study.environments) names.push_back(environment.name);
  const auto nearest = Nearest(name, names);
  std::string suggestion = "the study describes no environments: give it one with a name";
  if (!names.empty()) suggestion = "the study has: " + Join(names, ", ");
  if (nearest) suggestion = fmt::format("did you mean `{}`?", *nearest);
  return PriceError(argument, 0, std::max<size_t>(1, name.size()),
                    fmt::format("unknown environment `{}`", name), suggestion);
}

Result<Repricing> ParseOne(const std::string& argument, const Study& study) {
  const size_t equals = argument.find('=');
  if (equals == std::string::npos) {
    return PriceError(argument, 0, argument.size(), "expected environment=price",
                      "like --price f4s_v2=0.169USD/h");
  }
  const std::string name(Trim(argument.substr(0, equals)));
  const Environment* environment = study.environment(name);
  if (environment == nullptr) return UnknownEnvironment(argument, name, study);
  const std::string text(Trim(argument.substr(equals + 1)));
  const size_t length = std::max<size_t>(1, text.size());
  if (text.starts_with('-')) {
    return PriceError(argument, equals + 1, length, "a price cannot be negative");
  }
  Result<Price> price = ParsePrice(text);
  if (!price.ok()) return PriceError(argument, equals + 1, length, price.error().message());
  return Repricing{name, environment->price, price.value()};
}

}  // namespace

Status ApplyPrices(const std::vector<std::string>& arguments, Study& study) {
  std::vector<Repricing> all;
  for (const std::string& argument : arguments) {
    TRENA_ASSIGN(Repricing one, ParseOne(argument, study));
    for (const Repricing& earlier : all) {
      if (earlier.environment != one.environment) continue;
      return PriceError(argument, 0, one.environment.size(),
                        fmt::format("`{}` is given two prices", one.environment));
    }
    all.push_back(std::move(one));
  }
  for (const Repricing& one : all) {
    for (Environment& environment : study.environments) {
      if (environment.name == one.environment) environment.price = one.now;
    }
  }
  study.repriced = std::move(all);
  return Done{};
}

}  // namespace trena

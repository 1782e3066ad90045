// SPDX-License-Identifier: Apache-2.0
#include "runner_common/learning_rate.h"

#include <cmath>

namespace trena {
namespace {

Error WrongRate(const std::string& field, const std::string& expected) {
  return InputError("`" + field + "` of `learning_rate` must be " + expected);
}

Status ReadRateNumber(const Json& json, const char* field, double& target) {
  auto found = json.find(field);
  if (found == json.end()) return Done{};
  const double number = found->is_number() ? found->get<double>() : -1;
  if (!std::isfinite(number) || number < 0) return WrongRate(field, "a number of at least 0");
  target = number;
  return Done{};
}

Status ReadRateCount(const Json& json, const char* field, int64_t& target) {
  auto found = json.find(field);
  if (found == json.end()) return Done{};
  const double number = found->is_number() ? found->get<double>() : 0;
  if (!(number >= 1 && number <= 1e15 && std::trunc(number) == number)) {
    return WrongRate(field, "a whole number of at least 1");
  }
  target = static_cast<int64_t>(number);
  return Done{};
}

}  // namespace

double LearningRate::At(int64_t step, int64_t steps) const {
  const auto now = static_cast<double>(step);
  if (policy == "step") return base * std::pow(gamma, static_cast<double>(step / step_size));
  if (policy == "inv") return base * std::pow(1 + gamma * now, -power);
  if (policy == "poly") {
    return base * std::pow(1 - now / static_cast<double>(most_steps.value_or(steps)), power);
  }
  return base;
}

Status LearningRate::Check(int64_t steps) const {
  if (policy != "poly" || !most_steps || *most_steps >= steps) return Done{};
  return InputError("`max_iter` of `learning_rate` is " + std::to_string(*most_steps) +
                    ", but the training has " + std::to_string(steps) + " steps");
}

Result<LearningRate> ParseLearningRate(const Json& json) {
  LearningRate rate;
  if (!json.is_object()) {
    rate.base = json.is_number() ? json.get<double>() : -1;
    if (std::isfinite(rate.base) && rate.base >= 0) return rate;
    return InputError("`learning_rate` must be a number of at least 0");
  }
  rate.policy = Get<std::string>(json, "policy").value_or("");
  if (rate.policy != "fixed" && rate.policy != "step" && rate.policy != "poly" &&
      rate.policy != "inv") {
    return WrongRate("policy", "fixed, step, poly or inv");
  }
  TRENA_CHECK(ReadRateNumber(json, "base", rate.base));
  TRENA_CHECK(ReadRateNumber(json, "gamma", rate.gamma));
  TRENA_CHECK(ReadRateNumber(json, "power", rate.power));
  TRENA_CHECK(ReadRateCount(json, "stepsize", rate.step_size));
  int64_t most = 0;
  TRENA_CHECK(ReadRateCount(json, "max_iter", most));
  if (most > 0) rate.most_steps = most;
  return rate;
}

}  // namespace trena

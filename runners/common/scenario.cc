// SPDX-License-Identifier: Apache-2.0
#include "runner_common/scenario.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/files.h"

namespace trena {
namespace {

constexpr int64_t kLargestExact = int64_t{1} << 53;  // of the whole numbers JSON can carry
constexpr size_t kLargestScenario = size_t{16} << 20;

Error Wrong(const std::string& field, const std::string& expected) {
  return InputError("`" + field + "` must be " + expected);
}

// The readers below leave `target` as it is when the field is absent or null.
const Json* Field(const Json& json, const std::string& field) {
  auto it = json.find(field);
  return it == json.end() || it->is_null() ? nullptr : &*it;
}

Status ReadText(const Json& json, const std::string& field, std::string& target) {
  const Json* found = Field(json, field);
  if (!found) return Done{};
  if (!found->is_string()) return Wrong(field, "text");
  target = found->get<std::string>();
  return Done{};
}

Status ReadPath(const Json& json, const std::string& field, std::filesystem::path& target) {
  std::string text = target.string();
  TRENA_CHECK(ReadText(json, field, text));
  if (text.find('\0') != std::string::npos) return Wrong(field, "a path");
  target = text;
  return Done{};
}

// 64.0 is a whole number too.
Status ReadWhole(const Json& json, const std::string& field, int64_t least, int64_t& target) {
  const Json* found = Field(json, field);
  if (!found) return Done{};
  double number = found->is_number() ? found->get<double>() : std::nan("");
  if (!(std::trunc(number) == number) || number < static_cast<double>(least) ||
      number > static_cast<double>(kLargestExact)) {
    return Wrong(field, "a whole number of at least " + std::to_string(least));
  }
  target = static_cast<int64_t>(number);
  return Done{};
}

Status ReadNumber(const Json& json, const std::string& field, double& target) {
  const Json* found = Field(json, field);
  if (!found) return Done{};
  if (!found->is_number() || !std::isfinite(found->get<double>()) || found->get<double>() < 0) {
    return Wrong(field, "a number of at least 0");
  }
  target = found->get<double>();
  return Done{};
}

Result<Mode> ReadMode(const Json& json) {
  std::string mode;
  TRENA_CHECK(ReadText(json, "mode", mode));
  if (mode == "train") return Mode::kTrain;
  if (mode == "verify") return Mode::kVerify;
  if (mode == "probe") return Mode::kProbe;
  if (mode == "pilot") return Mode::kPilot;
  return Wrong("mode", "train, verify, probe or pilot");
}

Status ReadPaths(const Json& json, Scenario& scenario) {
  TRENA_CHECK(ReadPath(json, "network", scenario.network));
  TRENA_CHECK(ReadPath(json, "data", scenario.data));
  TRENA_CHECK(ReadPath(json, "order", scenario.order));
  TRENA_CHECK(ReadPath(json, "weights", scenario.weights));
  return ReadPath(json, "output", scenario.output);
}

Status ReadTraining(const Json& json, Scenario& scenario) {
  TRENA_CHECK(ReadWhole(json, "epochs", 1, scenario.epochs));
  TRENA_CHECK(ReadWhole(json, "batch", 1, scenario.batch));
  TRENA_CHECK(ReadWhole(json, "seed", 0, scenario.seed));
  TRENA_CHECK(ReadText(json, "device", scenario.device));
  TRENA_CHECK(ReadText(json, "precision", scenario.precision));
  TRENA_CHECK(ReadText(json, "optimizer", scenario.optimizer));
  if (const Json* rate = Field(json, "learning_rate")) {
    TRENA_ASSIGN(scenario.rate, ParseLearningRate(*rate));
  }
  scenario.learning_rate = scenario.rate.base;
  TRENA_CHECK(ReadNumber(json, "momentum", scenario.momentum));
  TRENA_CHECK(ReadNumber(json, "weight_decay", scenario.weight_decay));
  int64_t threads = 0;
  TRENA_CHECK(ReadWhole(json, "threads", 1, threads));
  if (threads > std::numeric_limits<int>::max()) return Wrong("threads", "a sensible number");
  if (threads > 0) scenario.threads = threads;
  return Done{};
}

Status ReadPilot(const Json& json, PilotLimits& limits) {
  const Json* pilot = Field(json, "pilot");
  if (!pilot) return Done{};
  if (!pilot->is_object()) return Wrong("pilot", "an object");
  TRENA_CHECK(ReadNumber(*pilot, "share", limits.share));
  TRENA_CHECK(ReadWhole(*pilot, "at_least", 1, limits.at_least));
  TRENA_CHECK(ReadWhole(*pilot, "groups", 1, limits.groups));
  TRENA_CHECK(ReadNumber(*pilot, "settle", limits.settle));
  TRENA_CHECK(ReadWhole(*pilot, "settle_steps", 1, limits.settle_steps));
  return ReadNumber(*pilot, "seconds", limits.seconds);
}

}  // namespace

Result<Scenario> ParseScenario(const Json& json) {
  if (!json.is_object()) return InputError("a scenario must be a JSON object");
  if (Get<double>(json, "protocol") != 1) return Wrong("protocol", "1");
  Scenario scenario;
  TRENA_ASSIGN(scenario.mode, ReadMode(json));
  TRENA_CHECK(ReadPaths(json, scenario));
  TRENA_CHECK(ReadTraining(json, scenario));
  TRENA_CHECK(ReadPilot(json, scenario.pilot));
  std::string detail = "epoch";
  TRENA_CHECK(ReadText(json, "detail", detail));
  if (detail != "epoch" && detail != "step") return Wrong("detail", "epoch or step");
  scenario.every_step = detail == "step";
  if (const Json* values = Field(json, "values")) {
    if (!values->is_object()) return Wrong("values", "an object");
    scenario.values = *values;
  }
  return scenario;
}

Result<Scenario> ReadScenario(const std::filesystem::path& path) {
  Result<std::string> text = ReadFile(path, kLargestScenario);
  if (!text.ok()) return InputError(text.error().message());
  Result<Json> json = ParseJson(text.value());
  if (!json.ok()) return InputError(path.string() + ": " + json.error().message());
  Result<Scenario> scenario = ParseScenario(json.value());
  if (!scenario.ok()) return scenario.error().While(path.string());
  return scenario;
}

Status Need(const std::filesystem::path& path, const std::string& field) {
  if (!path.empty()) return Done{};
  return InputError("the scenario does not name its `" + field + "`");
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/training_json.h"

#include <algorithm>

namespace trena {
namespace {

// Fields of scenario.json by name; every other value goes under `values`.
constexpr const char* kProtocolFields[] = {"epochs",    "batch",       "threads",
                                           "precision", "optimizer",   "learning_rate",
                                           "momentum",  "weight_decay"};

}  // namespace

Json TrainingJson(const Scenario& scenario, const RunInputs& inputs, const std::string& device,
                  int threads) {
  Json json = {{"protocol", 1}, {"mode", "train"}};
  for (auto [name, path] : {std::pair("network", &inputs.network),
                            {"data", &inputs.data},
                            {"order", &inputs.order},
                            {"weights", &inputs.weights}}) {
    if (!path->empty()) json[name] = path->string();
  }
  json["device"] = device;
  json["threads"] = threads;
  json["seed"] = inputs.seed;
  Json values = Json::object();
  for (const auto& [name, value] : scenario.values) {
    bool field = std::find(std::begin(kProtocolFields), std::end(kProtocolFields), name) !=
                 std::end(kProtocolFields);
    (field ? json : values)[name] = ToJson(value);
  }
  json["values"] = std::move(values);
  if (!inputs.maps.empty()) json["maps"] = inputs.maps;
  if (inputs.maps.contains("learning_rate")) json["learning_rate"] = inputs.maps["learning_rate"];
  return json;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// One combination of levels. A run belongs to a scenario by its key, never by its label, so adding
// a level or running with `-P epochs=1` never mixes results.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/text/units.h"
#include "core/value.h"
#include "study/study.h"

namespace trena {

struct Scenario {
  std::string id;         // C1 …: its place in the full crossing
  std::string key;        // SHA-256, 64 digits
  Values levels;          // of the factors, in the study's order
  Values values;          // levels and fixed values together, with `environment` always there
  std::string framework;  // without its version
  std::string framework_version;  // resolved; empty where nothing here can resolve it
  std::string twin_of = {};       // C1 of C1b, its equal under another label; empty: it is none

  std::string environment() const;  // its name
  // What its runs are held to; empty: all there is.
  std::optional<Bytes> memory_limit() const;
};

// Frameworks known here and the versions they resolve to: "libtorch" → {"1.13.1"}, newest first.
using FrameworkVersions = std::map<std::string, std::vector<std::string>>;

// Splits "pytorch@2.2.0" into its name and version (empty when there is none).
std::pair<std::string, std::string> SplitFramework(const std::string& level);

// The values of a scenario: levels over fixed values, `environment` always there, computed values
// computed; an InputError where one cannot be.
Result<Values> ScenarioValues(const Study& study, const Values& levels);

// A scenario of the study from its levels: values merged, framework resolved, key computed.
Result<Scenario> MakeScenario(const Study& study, std::string id, Values levels,
                              const FrameworkVersions& versions);

// What the key is a hash of: canonical JSON, so that anyone can compute it.
std::string CanonicalScenario(const Study& study, const Scenario& scenario);

// "batch 64, image 32, network1": what varies, in the study's order, for people.
std::string Describe(const Values& levels);

}  // namespace trena

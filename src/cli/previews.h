// SPDX-License-Identifier: Apache-2.0
// What was seen of a study's runs before they were made, to tell what whole ones will take: pilots
// (pilots/). The steps and commands ask for it here and know nothing else of it; previews.cc has
// its row. Without a row nothing is seen before.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/study_options.h"
#include "core/json.h"
#include "core/result.h"
#include "plan/forecast/price_tag.h"

namespace trena {

// Those kept in a results folder; by itself, none.
class Previews {
 public:
  virtual ~Previews() = default;
  // What those of this machine tell of whole runs, and what all of them cost.
  virtual ForetoldTimes Told() const { return {}; }
  virtual std::vector<PaidTime> Paid() const { return {}; }
  // Bytes that scenarios took in them, by key.
  virtual std::map<std::string, double> Memory() const { return {}; }
  // Fields of the forecast of `trena plan --json`.
  virtual Json ToJson() const { return Json::object(); }
  // What each told: a screen's worth, or all; empty without any.
  virtual std::string Text(bool /*all*/) const { return ""; }
  // A sentence with the command that would tell what the forecast does not, in a line; empty where
  // there is none. `command` is the plan's own: "trena plan first.yaml --only 'batch == 32'".
  virtual std::string Hint(const PriceTag& /*tag*/, const std::string& /*command*/) const {
    return "";
  }
};

// Makes some where the option asks for them, beside the runs that are there, and says on stderr how
// that went. The exit code.
using PreviewStep = std::function<Result<int>(const Workspace&, const std::vector<RunRecord>&)>;

// Declares the option of `trena plan`.
PreviewStep AddPreviews(CLI::App& app);

// The most bytes that a scenario, by its key, took on this machine in what was run of it before:
// previews, and short runs of `trena fit`. Reads only.
std::map<std::string, double> KnownMemory(const Workspace& workspace, const Previews& previews);

// Reads only. The workspace must outlive them.
std::unique_ptr<Previews> FindPreviews(const Workspace& workspace);

}  // namespace trena

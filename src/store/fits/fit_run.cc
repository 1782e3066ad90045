// SPDX-License-Identifier: Apache-2.0
#include "store/fits/fit_run.h"

#include <fmt/format.h>

#include <cmath>

#include "core/files.h"
#include "core/sha256.h"
#include "store/run.h"

namespace trena {
namespace {

constexpr size_t kLargestFitJson = size_t{1} << 20;
constexpr size_t kMachineDigits = 6;

Result<FitRun> LoadFit(const fs::path& folder) {
  TRENA_ASSIGN(std::string text, ReadOwnFile(folder / "fit.json", kLargestFitJson));
  TRENA_ASSIGN(Json json, ParseJson(text));
  TRENA_ASSIGN(FitRun run, FitRunFromJson(json));
  run.folder = folder.filename().string();
  return run;
}

bool IsAmount(const std::optional<double>& bytes) {
  return !bytes || (std::isfinite(*bytes) && *bytes >= 0);
}

}  // namespace

Json ToJson(const FitRun& run) {
  return {{"format", kFitFormat},
          {"scenario", run.scenario},
          {"key", run.key},
          {"machine", run.machine},
          {"environment", run.environment},
          {"started", run.started},
          {"seconds", run.seconds},
          {"held_to_bytes", run.held_to ? Json(run.held_to->value) : Json()},
          {"simulated", run.simulated},
          {"stand_in", run.stand_in},
          {"lifted", run.lifted},
          {"fits", run.fits},
          {"reason", run.reason},
          {"memory_bytes", OrNull(run.memory)}};
}

Result<FitRun> FitRunFromJson(const Json& json) {
  if (Get<int>(json, "format") != kFitFormat) {
    return InputError(fmt::format("not a short run of format {}", kFitFormat));
  }
  const auto text = [&](const char* field) { return Get<std::string>(json, field).value_or(""); };
  FitRun run;
  run.scenario = text("scenario");
  run.key = text("key");
  run.machine = text("machine");
  run.environment = text("environment");
  run.started = text("started");
  run.reason = text("reason");
  run.seconds = Get<double>(json, "seconds").value_or(-1);
  run.simulated = Get<bool>(json, "simulated").value_or(false);
  const Json stand_in = json.value("stand_in", Json::array());
  for (const Json& difference : stand_in) {
    if (difference.is_string()) run.stand_in.push_back(difference.get<std::string>());
  }
  run.lifted = Get<bool>(json, "lifted").value_or(false);
  const auto fits = Get<bool>(json, "fits");
  if (run.key.empty() || !fits) return InputError("`key` or `fits` is missing");
  run.fits = *fits;
  const auto held = Get<double>(json, "held_to_bytes");
  run.memory = Get<double>(json, "memory_bytes");
  if (!IsAmount(held) || !IsAmount(run.memory) || !IsAmount(run.seconds)) {
    return InputError("a number of it cannot be");
  }
  if (held) run.held_to = Bytes{static_cast<uint64_t>(*held)};
  return run;
}

std::string FitFolderName(const FitRun& run) {
  return fmt::format("{}-{}-{}{}", run.scenario, run.key.substr(0, kKeyDigits),
                     Sha256(run.machine).substr(0, kMachineDigits), run.lifted ? "-lifted" : "");
}

LoadedFits LoadFits(const fs::path& results) {
  LoadedFits loaded;
  std::error_code ignored;
  if (!fs::is_directory(results / "fits", ignored)) return loaded;
  Result<std::vector<std::string>> names = ListFolder(results / "fits");
  if (!names.ok()) {
    loaded.set_aside.push_back("fits: " + names.error().message());
    return loaded;
  }
  for (const std::string& name : names.value()) {
    Result<FitRun> run = LoadFit(results / "fits" / name);
    if (run.ok()) {
      loaded.runs.push_back(std::move(run).value());
    } else {
      loaded.set_aside.push_back(fmt::format("fits/{}: {}", name, run.error().message()));
    }
  }
  return loaded;
}

const FitRun* FindFit(const std::vector<FitRun>& runs, const std::string& key,
                      const std::string& machine, bool lifted) {
  for (const FitRun& run : runs) {
    if (run.key == key && run.machine == machine && run.lifted == lifted) return &run;
  }
  return nullptr;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "measure/events.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>

namespace trena {
namespace {

constexpr size_t kMostEpochs = 100'000;
constexpr size_t kMostPhases = 10'000;
constexpr size_t kLongestMessage = 2000;

std::optional<double> Finite(const Json& event, const std::string& field) {
  auto number = Get<double>(event, field);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

// Times and counts; a negative one is no reading.
std::optional<double> NotNegative(const Json& event, const std::string& field) {
  auto number = Finite(event, field);
  return number && *number >= 0 ? number : std::nullopt;
}

void TakePhase(const Json& event, RunEvents& events) {
  auto name = Get<std::string>(event, "name");
  auto seconds = NotNegative(event, "seconds");
  if (!name || !seconds || events.phases.size() >= kMostPhases) return;
  events.phases.push_back({*name, *seconds});
  if (*name == "train") events.train_end = Finite(event, "t");
}

void TakeEpoch(const Json& event, RunEvents& events) {
  if (events.epochs.size() >= kMostEpochs) return;
  EpochEvent epoch;
  epoch.epoch = Get<int>(event, "epoch").value_or(static_cast<int>(events.epochs.size()) + 1);
  epoch.t = Finite(event, "t");
  epoch.seconds = NotNegative(event, "seconds");
  epoch.loss = Finite(event, "loss");
  epoch.accuracy = Finite(event, "accuracy");
  epoch.images = NotNegative(event, "images");
  epoch.from_output = Get<std::string>(event, "from") == "output";
  if (epoch.accuracy) events.accuracy = epoch.accuracy;
  if (epoch.loss && *epoch.loss < 0) events.negative_loss = true;
  if (event.contains("loss") && !epoch.loss) events.diverged = true;
  events.epochs.push_back(epoch);
}

void TakeMemory(const Json& event, RunEvents& events) {
  auto keep = [&](const Json& value) {
    if (!value.is_number() || value.get<double>() <= 0) return;
    events.peak_memory = std::max(events.peak_memory.value_or(0), value.get<double>());
  };
  if (!event.contains("peak")) return;
  const Json& peak = event["peak"];
  keep(peak);
  if (peak.is_object()) {
    for (const auto& [device, value] : peak.items()) keep(value);
  }
}

// One row per event that is understood; all others are passed over.
void Take(const Json& event, RunEvents& events) {
  using Handler = std::function<void(const Json&, RunEvents&)>;
  static const std::map<std::string, Handler> handlers = {
      {"start", [](const Json& e, RunEvents& out) { out.start = e; }},
      {"phase", TakePhase},
      {"epoch", TakeEpoch},
      {"memory", TakeMemory},
      {"error",
       [](const Json& e, RunEvents& out) {
         out.error_kind = Get<std::string>(e, "kind").value_or("unknown");
         out.error_message = Get<std::string>(e, "message").value_or("").substr(0, kLongestMessage);
       }},
      {"end", [](const Json& e, RunEvents& out) {
         out.ended = true;
         if (auto accuracy = Finite(e, "accuracy")) out.accuracy = accuracy;
       }}};
  auto found = handlers.find(Get<std::string>(event, "event").value_or(""));
  if (found != handlers.end()) found->second(event, events);
}

// What the program says itself counts before what its output was found to say.
void PreferOwnEpochs(RunEvents& events) {
  auto& epochs = events.epochs;
  auto own = [](const EpochEvent& epoch) { return !epoch.from_output; };
  if (std::none_of(epochs.begin(), epochs.end(), own)) return;
  std::erase_if(epochs, [](const EpochEvent& epoch) { return epoch.from_output; });
}

}  // namespace

std::optional<double> RunEvents::train_seconds() const {
  for (const Phase& phase : phases) {
    if (phase.name == "train") return phase.seconds;
  }
  double sum = 0;
  for (const EpochEvent& epoch : epochs) {
    if (!epoch.seconds) return std::nullopt;
    sum += *epoch.seconds;
  }
  return epochs.empty() ? std::nullopt : std::optional(sum);
}

std::optional<double> RunEvents::images() const {
  double sum = 0;
  for (const EpochEvent& epoch : epochs) {
    if (!epoch.images) return std::nullopt;
    sum += *epoch.images;
  }
  return epochs.empty() ? std::nullopt : std::optional(sum);
}

Result<RunEvents> ReadEvents(const std::filesystem::path& path) {
  RunEvents events;
  std::ifstream file(path, std::ios::binary);
  if (!file) return events;
  std::string line(kLongestEvent + 1, '\0');
  while (file) {
    file.getline(line.data(), static_cast<std::streamsize>(line.size()));
    auto length = static_cast<size_t>(file.gcount());
    if (file.fail() && length == 0) break;
    bool too_long = file.fail() && !file.eof();
    if (too_long) {
      file.clear();
      file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
      ++events.rejected;
      continue;
    }
    if (!file.eof() && length > 0) --length;  // the newline is counted
    if (length == 0) continue;
    Result<Json> event = ParseJson(std::string_view(line.data(), length));
    if (event.ok() && event.value().is_object()) {
      Take(event.value(), events);
    } else {
      ++events.rejected;
    }
  }
  PreferOwnEpochs(events);
  return events;
}

}  // namespace trena

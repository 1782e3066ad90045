// SPDX-License-Identifier: Apache-2.0
#include "measure/record/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

#include "core/files.h"

namespace trena {
namespace {

constexpr size_t kMostEpochs = 100'000;
constexpr size_t kMostPhases = 10'000;
constexpr size_t kLongestMessage = 2000;
constexpr size_t kLeastChunk = size_t{4} << 10;
constexpr size_t kMostChunk = size_t{256} << 10;

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
  if (epoch.from_output) epoch.begin = Finite(event, "begin");
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

void TakeTime(const Json& event, RunEvents& events) {
  auto t = Finite(event, "t");
  if (!t) return;
  events.most_back = std::max(events.most_back, events.latest.value_or(*t) - *t);
  events.earliest = std::min(events.earliest.value_or(*t), *t);
  events.latest = std::max(events.latest.value_or(*t), *t);
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
  TakeTime(event, events);
}

// What the program says itself counts before what its output was found to say.
void PreferOwnEpochs(RunEvents& events) {
  auto& epochs = events.epochs;
  auto own = [](const EpochEvent& epoch) { return !epoch.from_output; };
  if (std::none_of(epochs.begin(), epochs.end(), own)) return;
  std::erase_if(epochs, [](const EpochEvent& epoch) { return epoch.from_output; });
}

// Lines out of chunks of a file, each at most kLongestEvent long.
class LineReader {
 public:
  explicit LineReader(RunEvents& events) : events_(events) { line_.reserve(kLongestEvent); }

  void Take(std::string_view chunk) {
    while (!chunk.empty()) {
      size_t end = chunk.find('\n');
      Append(chunk.substr(0, end));
      if (end == std::string_view::npos) return;
      Finish();
      chunk.remove_prefix(end + 1);
    }
  }

  // Zeros without end make no event, however few they are.
  void TakeHole() { too_long_ = true; }

  // The line is whole.
  void Finish() {
    if (too_long_) {
      ++events_.rejected;
    } else if (!line_.empty()) {
      TakeLine();
    }
    line_.clear();
    too_long_ = false;
  }

 private:
  void Append(std::string_view part) {
    too_long_ = too_long_ || line_.size() + part.size() > kLongestEvent;
    if (!too_long_) line_.append(part);
  }

  void TakeLine() {
    Result<Json> event = ParseJson(line_);
    if (event.ok() && event.value().is_object()) {
      trena::Take(event.value(), events_);
    } else {
      ++events_.rejected;
    }
  }

  RunEvents& events_;
  std::string line_;
  bool too_long_ = false;
};

constexpr size_t kMostAtOnce = size_t{256} << 10;

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

void RunEvents::EndAt(double ended) {
  for (EpochEvent& epoch : epochs) {
    if (!epoch.from_output || !epoch.t || *epoch.t <= ended) continue;
    epoch.t = ended;
    if (epoch.begin) epoch.seconds = std::max(0.0, ended - *epoch.begin);
  }
}

std::optional<double> RunEvents::images() const {
  double sum = 0;
  for (const EpochEvent& epoch : epochs) {
    if (!epoch.images) return std::nullopt;
    sum += *epoch.images;
  }
  return epochs.empty() ? std::nullopt : std::optional(sum);
}

bool RunEvents::ClockIsSane(double started, double ended, double slack) const {
  if (!earliest || !latest) return true;
  return most_back <= slack && *earliest >= started - slack && *latest <= ended + slack;
}

Result<RunEvents> ReadEvents(const std::filesystem::path& path) {
  RunEvents events;
  RegularFile file(path);
  if (!file.ok()) return events;
  LineReader lines(events);
  std::vector<char> chunk(std::clamp<size_t>(file.size(), kLeastChunk, kMostChunk));
  ssize_t got = 0;
  for (off_t at = 0;; at += got) {
    off_t data = file.NextData(at);
    if (data > at) lines.TakeHole();
    at = data;
    got = file.ReadAt(at, chunk.data(), chunk.size());
    if (got <= 0) break;
    lines.Take({chunk.data(), static_cast<size_t>(got)});
  }
  if (got < 0) {
    return Error(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  lines.Finish();
  PreferOwnEpochs(events);
  return events;
}

void EventTail::Read() {
  file_.clear();  // the end of last time is not the end any more
  char buffer[1 << 14];
  for (size_t taken = 0; taken < kMostAtOnce;) {
    file_.read(buffer, sizeof buffer);
    auto got = static_cast<size_t>(file_.gcount());
    if (got == 0) return;
    taken += got;
    for (size_t i = 0; i < got; ++i) {
      if (buffer[i] == '\n') {
        TakeLine();
      } else if (line_.size() <= kLongestEvent) {
        line_ += buffer[i];
      }
    }
  }
}

void EventTail::TakeLine() {
  if (line_.size() <= kLongestEvent && line_.find("\"epoch\"") != std::string::npos) {
    Result<Json> event = ParseJson(line_);
    if (event.ok() && Get<std::string>(event.value(), "event") == "epoch") {
      epoch_ = Get<int>(event.value(), "epoch");
      loss_ = Get<double>(event.value(), "loss");
    }
  }
  line_.clear();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "store/event_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

#include "core/files.h"
#include "store/own_time.h"
#include "study/metrics.h"

namespace trena {
namespace {

constexpr size_t kMostEpochs = 100'000;
constexpr size_t kMostPhases = 10'000;
constexpr size_t kLongestMessage = 2000;
constexpr size_t kLeastChunk = size_t{4} << 10;
constexpr size_t kMostChunk = size_t{256} << 10;
constexpr size_t kMostAtOnce = size_t{256} << 10;  // of a file that grows
constexpr int64_t kLargestWithSteps = int64_t{1} << 30;

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

// What cannot be an accuracy is none, and is kept as such; it takes the place of the last one.
std::optional<double> TakeAccuracy(const Json& event, RunEvents& events) {
  auto accuracy = Finite(event, "accuracy");
  if (!accuracy) return std::nullopt;
  events.accuracy.reset();
  if (CanBe("accuracy", *accuracy)) return events.accuracy = accuracy;
  events.impossible["accuracy"] = *accuracy;
  return std::nullopt;
}

void TakeEpoch(const Json& event, RunEvents& events) {
  if (events.epochs.size() >= kMostEpochs) return;
  EpochEvent epoch;
  epoch.epoch = Get<int>(event, "epoch").value_or(static_cast<int>(events.epochs.size()) + 1);
  epoch.t = Finite(event, "t");
  epoch.seconds = NotNegative(event, "seconds");
  epoch.loss = Finite(event, "loss");
  epoch.accuracy = TakeAccuracy(event, events);
  epoch.images = NotNegative(event, "images");
  epoch.from_output = Get<std::string>(event, "from") == "output";
  if (epoch.from_output) epoch.begin = Finite(event, "begin");
  if (epoch.loss && *epoch.loss < 0) events.negative_loss = true;
  if (event.contains("loss") && !epoch.loss) events.diverged = true;
  events.epochs.push_back(epoch);
}

// The mean over an epoch hides a single step's.
void TakeStep(const Json& event, RunEvents& events) {
  const auto loss = Finite(event, "loss");
  if (loss && *loss < 0) events.negative_loss = true;
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
      {"step", TakeStep},
      {"memory", TakeMemory},
      {"error",
       [](const Json& e, RunEvents& out) {
         out.error_kind = Get<std::string>(e, "kind").value_or("unknown");
         out.error_message = Get<std::string>(e, "message").value_or("").substr(0, kLongestMessage);
       }},
      {"end", [](const Json& e, RunEvents& out) {
         out.ended = true;
         TakeAccuracy(e, out);
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

// Puts a run's events on its own clock, one after the other in the order of the file.
class EventCutter {
 public:
  explicit EventCutter(OwnTime own) : own_(std::move(own)) {}

  Json Cut(Json event) {
    const auto t = Finite(event, "t");
    const auto until = Finite(event, "until") ? Finite(event, "until") : t;
    const auto seconds = NotNegative(event, "seconds");
    if (seconds && until) {
      const double lived = own_.Between(*until - *seconds, *until);
      event["seconds"] = lived;
      CountEpoch(event, *seconds - lived, t.value_or(*until), *until);
    }
    for (const char* name : {"t", "begin", "until"}) {
      if (const auto time = Finite(event, name)) event[name] = own_.At(*time);
    }
    return event;
  }

  // These phases are sums with other things between their parts: they were frozen for as long as
  // their parts were.
  void CutSums(RunEvents& events) const {
    for (Phase& phase : events.phases) {
      const auto raw = raw_.find(phase.name);
      const auto& frozen = phase.name == "train" ? in_epochs_ : in_evaluations_;
      if (raw == raw_.end() || !frozen) continue;
      phase.seconds = std::max(0.0, raw->second - *frozen);
    }
  }

 private:
  void CountEpoch(const Json& event, double frozen, double t, double until) {
    const auto kind = Get<std::string>(event, "event");
    if (kind == "epoch") in_epochs_ = in_epochs_.value_or(0) + frozen;
    if (kind == "epoch" && event.contains("until")) {
      in_evaluations_ = in_evaluations_.value_or(0) + t - until - own_.Between(until, t);
    }
    const auto name = Get<std::string>(event, "name");
    if (kind == "phase" && (name == "train" || name == "evaluate")) {
      raw_[*name] = Finite(event, "seconds").value_or(0) + frozen;
    }
  }

  OwnTime own_;
  std::optional<double> in_epochs_;       // seconds frozen; missing where none is told
  std::optional<double> in_evaluations_;  // likewise
  std::map<std::string, double> raw_;
};

// Events of other kinds, most of a file's lines elsewhere, are not parsed.
bool MayBe(std::string_view kind, std::string_view line) {
  return line.find(kind) != std::string_view::npos;
}

}  // namespace

EventLines::EventLines(Take take) : take_(std::move(take)) { line_.reserve(kLongestEvent); }

void EventLines::Add(std::string_view part) {
  while (!part.empty()) {
    size_t end = part.find('\n');
    Append(part.substr(0, end));
    if (end == std::string_view::npos) return;
    Finish();
    part.remove_prefix(end + 1);
  }
}

void EventLines::Append(std::string_view part) {
  is_too_long_ = is_too_long_ || line_.size() + part.size() > kLongestEvent;
  if (!is_too_long_) line_.append(part);
}

void EventLines::Finish() {
  if (is_too_long_) {
    ++too_long_;
  } else if (!line_.empty()) {
    take_(line_);
  }
  line_.clear();
  is_too_long_ = false;
}

Result<size_t> ForEachEventLine(const std::filesystem::path& path, const EventLines::Take& take,
                                int64_t largest) {
  RegularFile file(path);
  if (!file.ok()) return size_t{0};
  if (file.size() > largest) {
    return Error(fmt::format("{} is larger than {} bytes", path.string(), largest));
  }
  EventLines lines(take);
  std::vector<char> chunk(std::clamp<size_t>(file.size(), kLeastChunk, kMostChunk));
  ssize_t got = 0;
  for (off_t at = 0;; at += got) {
    off_t data = file.NextData(at);
    if (data > at) lines.AddHole();
    at = data;
    got = file.ReadAt(at, chunk.data(), chunk.size());
    if (got <= 0) break;
    lines.Add({chunk.data(), static_cast<size_t>(got)});
  }
  if (got < 0) {
    return FileError("read", path);
  }
  lines.Finish();
  return lines.too_long();
}

Result<size_t> ForEachEvent(const std::filesystem::path& path,
                            const std::function<void(const Json& event)>& take, int64_t largest) {
  size_t rejected = 0;
  auto parse = [&](std::string_view line) {
    Result<Json> event = ParseJson(line);
    bool is_event = event.ok() && event.value().is_object();
    if (is_event) take(event.value());
    if (!is_event) ++rejected;
  };
  TRENA_ASSIGN(size_t too_long, ForEachEventLine(path, parse, largest));
  return rejected + too_long;
}

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
  OwnTime own = ReadOwnTime(path.parent_path());
  if (own.empty()) {
    TRENA_ASSIGN(events.rejected,
                 ForEachEvent(path, [&](const Json& event) { Take(event, events); }));
  } else {
    EventCutter cutter(std::move(own));
    TRENA_ASSIGN(events.rejected,
                 ForEachEvent(path, [&](const Json& event) { Take(cutter.Cut(event), events); }));
    cutter.CutSums(events);
  }
  PreferOwnEpochs(events);
  return events;
}

std::vector<StepLoss> ReadStepLosses(const std::filesystem::path& path) {
  std::vector<StepLoss> losses;
  double iteration = 0;
  auto take = [&](std::string_view line) {
    if (!MayBe("\"step\"", line)) return;
    Result<Json> event = ParseJson(line);
    if (!event.ok() || Get<std::string>(event.value(), "event") != "step") return;
    ++iteration;
    if (auto loss = Finite(event.value(), "loss")) losses.push_back({iteration, *loss});
  };
  Result<size_t> read = ForEachEventLine(path, take, kLargestWithSteps);
  return read.ok() ? losses : std::vector<StepLoss>{};
}

EventTail::EventTail(const std::filesystem::path& path)
    : file_(path), lines_([this](std::string_view line) { TakeLine(line); }) {}

void EventTail::Read() {
  if (!file_.ok()) return;
  char buffer[1 << 14];
  for (size_t taken = 0; taken < kMostAtOnce;) {
    const ssize_t got = file_.ReadAt(read_, buffer, sizeof buffer);
    if (got <= 0) return;
    read_ += got;
    taken += static_cast<size_t>(got);
    lines_.Add({buffer, static_cast<size_t>(got)});
  }
}

void EventTail::TakeLine(std::string_view line) {
  if (!MayBe("\"epoch\"", line)) return;
  Result<Json> event = ParseJson(line);
  if (!event.ok() || Get<std::string>(event.value(), "event") != "epoch") return;
  epoch_ = Get<int>(event.value(), "epoch");
  loss_ = Get<double>(event.value(), "loss");
}

}  // namespace trena

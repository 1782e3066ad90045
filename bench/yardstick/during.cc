// SPDX-License-Identifier: Apache-2.0
#include "during.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "store/event_file.h"

namespace trena {
namespace {

constexpr size_t kFewestBeats = 4;  // of one piece in a run, on all CPUs together

using Numbers = std::vector<double>;

// Linear between the values around it (Hyndman and Fan 1996, type 7, as R's quantile); missing
// without values.
std::optional<double> Quantile(Numbers values, double p) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], place - static_cast<double>(below));
}

std::optional<double> Mean(const Numbers& values) { return Summarize(values).mean; }

std::optional<double> Log(std::optional<double> value) {
  return value && *value > 0 ? std::optional(std::log(*value)) : std::nullopt;
}

// From the first step's beginning to the last one's end; without steps what the phase says, which
// is right where no evaluation comes between two epochs.
std::optional<Window> TrainingOf(const RunEvents& events, const Numbers& begins,
                                 const Numbers& ends) {
  if (!begins.empty()) return Window{begins.front(), ends.back()};
  if (!events.train_end || !events.train_seconds()) return std::nullopt;
  return Window{*events.train_end - *events.train_seconds(), *events.train_end};
}

// A figure of the beats of one piece; of a piece that beat less often than a few times, none.
struct BeatFigure {
  const char* name;
  double BeatReading::* clock;
  std::optional<double> (*of)(const Numbers& values);
};

const BeatFigure kBeatFigures[] = {
    {"median", &BeatReading::wall_s, [](const Numbers& v) { return Quantile(v, 0.5); }},
    {"mean", &BeatReading::wall_s, Mean},
    {"10 % quantile", &BeatReading::wall_s, [](const Numbers& v) { return Quantile(v, 0.1); }},
    {"median, CPU time", &BeatReading::cpu_s, [](const Numbers& v) { return Quantile(v, 0.5); }},
    {"mean, CPU time", &BeatReading::cpu_s, Mean}};

std::optional<double> LogFigure(const During& run, size_t piece, const BeatFigure& figure) {
  Numbers values;
  for (const BeatReading& beat : run.beats) {
    if (beat.piece == piece) values.push_back(beat.*figure.clock);
  }
  return values.size() < kFewestBeats ? std::nullopt : Log(figure.of(values));
}

void AddBeats(const std::vector<During>& during, std::vector<Regressor>& regressors) {
  for (const BeatFigure& figure : kBeatFigures) {
    Regressor both{"beat", fmt::format("both, {}", figure.name), {}};
    for (size_t piece = 0; piece < std::size(kBeatPieces); ++piece) {
      Regressor one{"beat", fmt::format("{}, {}", kBeatPieces[piece], figure.name), {}};
      for (const During& run : during) one.values.push_back(LogFigure(run, piece, figure));
      regressors.push_back(one);
    }
    // ln of the geometric mean of the two.
    for (const During& run : during) {
      auto first = LogFigure(run, 0, figure);
      auto second = LogFigure(run, 1, figure);
      both.values.push_back(first && second ? std::optional((*first + *second) / 2) : std::nullopt);
    }
    regressors.push_back(both);
  }
}

// Sums of `size` steps one after the other. The first is left out: what is made and loaded at the
// first step is in it. A rest that fills no group is dropped.
Numbers Groups(const Numbers& steps, size_t size) {
  Numbers groups;
  for (size_t begin = size; begin + size <= steps.size(); begin += size) {
    double sum = 0;
    for (size_t i = begin; i < begin + size; ++i) sum += steps[i];
    groups.push_back(sum);
  }
  return groups;
}

void AddSteps(const std::vector<During>& during, std::vector<Regressor>& regressors) {
  struct Share {
    const char* name;
    double p;
  };
  for (size_t size : {size_t{1}, size_t{4}}) {
    for (const Share& share : {Share{"5 % quantile", 0.05}, Share{"10 % quantile", 0.1},
                               Share{"25 % quantile", 0.25}, Share{"median", 0.5}}) {
      const std::string of = size == 1 ? "single steps" : fmt::format("groups of {} steps", size);
      Regressor regressor{"steps", fmt::format("{}, {}", of, share.name), {}};
      for (const During& run : during) {
        regressor.values.push_back(Log(Quantile(Groups(run.steps, size), share.p)));
      }
      regressors.push_back(regressor);
    }
  }
}

void AddRates(const std::vector<During>& during, std::vector<Regressor>& regressors) {
  for (const std::string& name : RateNames()) {
    Regressor regressor{"counter", name, {}};
    for (const During& run : during) {
      auto rate = run.rates.find(name);
      regressor.values.push_back(rate == run.rates.end() ? std::nullopt
                                                         : std::optional(rate->second));
    }
    regressors.push_back(regressor);
  }
}

bool Varies(const Regressor& regressor) {
  std::optional<double> first;
  for (const auto& value : regressor.values) {
    if (!value) continue;
    if (first && *value != *first) return true;
    first = value;
  }
  return false;
}

Candidate Explained(const std::vector<const Regressor*>& parts, const Numbers& log_seconds) {
  Candidate candidate;
  candidate.kernel = parts.size() == 1 ? parts[0]->group : "together";
  candidate.place = "during";
  std::vector<std::vector<std::optional<double>>> values;
  for (const Regressor* part : parts) {
    if (!candidate.name.empty()) candidate.name += " + ";
    candidate.name += (parts.size() == 1 ? "" : part->group + " ") + part->name;
    values.push_back(part->values);
  }
  FitWhereRead(values, log_seconds, candidate);
  return candidate;
}

// The best so far of a group whose name begins so; null where none could be fitted.
const Regressor* BestOf(const std::vector<Regressor>& regressors,
                        const std::vector<Candidate>& candidates, const std::string& group,
                        const std::string& name = "") {
  const Regressor* best = nullptr;
  double most = 0;
  for (size_t i = 0; i < regressors.size(); ++i) {
    const auto& predicted = candidates[i].predicted_r2;
    if (regressors[i].group != group || !regressors[i].name.starts_with(name) || !predicted) {
      continue;
    }
    if (best == nullptr || *predicted > most) best = &regressors[i], most = *predicted;
  }
  return best;
}

// `regressors` and `candidates` go together, one by one.
std::vector<Candidate> Together(const std::vector<Regressor>& regressors,
                                const std::vector<Candidate>& candidates,
                                const Numbers& log_seconds) {
  std::vector<const Regressor*> counters;
  for (const Regressor& regressor : regressors) {
    if (regressor.group == "counter") counters.push_back(&regressor);
  }
  const Regressor* beat = BestOf(regressors, candidates, "beat");
  const Regressor* counter = BestOf(regressors, candidates, "counter");
  const Regressor* matrix = BestOf(regressors, candidates, "beat", kBeatPieces[0]);
  const Regressor* memory = BestOf(regressors, candidates, "beat", kBeatPieces[1]);
  std::vector<Candidate> together;
  if (beat && counter) together.push_back(Explained({beat, counter}, log_seconds));
  if (matrix && memory) together.push_back(Explained({matrix, memory}, log_seconds));
  auto add_all = [&](std::vector<const Regressor*> parts, const std::string& name) {
    Candidate all = Explained(parts, log_seconds);
    all.name = name;
    together.push_back(all);
  };
  if (counters.size() > 1) add_all(counters, "all counters");
  if (beat && counters.size() > 1) {
    counters.push_back(beat);
    add_all(counters, "beat " + beat->name + " + all counters");
  }
  return together;
}

}  // namespace

Result<During> ReadDuring(const std::filesystem::path& path, bool has_beat,
                          const std::vector<BeatReading>& beats, const Counted& counted) {
  During during;
  during.has_beat = has_beat;
  during.perf = counted.perf;
  Numbers begins;
  Numbers ends;
  TRENA_ASSIGN([[maybe_unused]] size_t rejected, ForEachEvent(path, [&](const Json& event) {
                 auto t = Get<double>(event, "t");
                 auto seconds = Get<double>(event, "seconds");
                 if (Get<std::string>(event, "event") != "step" || !t || !seconds) return;
                 during.steps.push_back(*seconds);
                 begins.push_back(*t - *seconds);
                 ends.push_back(*t);
               }));
  TRENA_ASSIGN(RunEvents events, ReadEvents(path));
  during.training = TrainingOf(events, begins, ends);
  if (!during.training) return during;
  for (const BeatReading& beat : beats) {
    const bool inside =
        beat.begin >= during.training->begin && beat.begin + beat.wall_s <= during.training->end;
    if (inside) during.beats.push_back(beat);
  }
  during.rates = RatesOf(counted, *during.training);
  return during;
}

std::vector<bool> DrawBeats(size_t runs) {
  std::mt19937 random(20);  // NOLINT(cert-msc51-cpp): the same plan for everyone
  std::vector<bool> has_beat;
  while (has_beat.size() < runs) {
    const bool first = random() % 2 == 0;
    has_beat.push_back(first);
    has_beat.push_back(!first);
  }
  has_beat.resize(runs);
  return has_beat;
}

Summary BeatCost(const std::vector<double>& seconds, const std::vector<During>& during) {
  Numbers differences;
  for (size_t i = 0; i + 1 < during.size(); i += 2) {
    if (during[i].has_beat == during[i + 1].has_beat) continue;
    const double difference = std::log(seconds[i]) - std::log(seconds[i + 1]);
    differences.push_back(during[i].has_beat ? difference : -difference);
  }
  return Summarize(differences);
}

std::vector<Regressor> RegressorsOf(const std::vector<During>& during) {
  std::vector<Regressor> regressors;
  AddBeats(during, regressors);
  AddSteps(during, regressors);
  AddRates(during, regressors);
  return regressors;
}

WhileItRuns Explain(const std::vector<double>& seconds, const std::vector<During>& during) {
  WhileItRuns found;
  found.cost = BeatCost(seconds, during);
  Numbers log_seconds;
  for (double each : seconds) log_seconds.push_back(std::log(each));
  std::vector<Regressor> kept;
  for (const Regressor& regressor : RegressorsOf(during)) {
    const bool read = std::any_of(regressor.values.begin(), regressor.values.end(),
                                  [](const auto& value) { return value.has_value(); });
    if (!read) {
      found.unavailable.push_back(regressor.name);
    } else if (!Varies(regressor)) {
      found.constant.push_back(regressor.name);
    } else {
      kept.push_back(regressor);
      found.candidates.push_back(Explained({&kept.back()}, log_seconds));
    }
  }
  for (const Candidate& candidate : Together(kept, found.candidates, log_seconds)) {
    found.candidates.push_back(candidate);
  }
  return found;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What was found while runs went on, as text and as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "during.h"

namespace trena {
namespace {

constexpr double kWorthIt = 0.5;  // predicted R² from which a reading is worth being taken

std::string CostText(const Summary& cost) {
  if (!cost.low) return "What the beat costs cannot be told from so few runs.";
  auto percent = [](double log_ratio) { return 100 * std::expm1(log_ratio); };
  return fmt::format(
      "What the beat costs: {:+.2f} % of the training's time, 95 % interval {:+.2f} to {:+.2f} % "
      "(ln {:+.4f} [{:+.4f}, {:+.4f}], {} pairs of runs with and without).",
      percent(*cost.mean), percent(*cost.low), percent(*cost.high), *cost.mean, *cost.low,
      *cost.high, cost.n);
}

// The best one that is no part of what it explains.
std::string Verdict(const std::vector<Candidate>& candidates) {
  const Candidate* best = nullptr;
  size_t tried = 0;
  for (const Candidate& candidate : candidates) {
    if (candidate.kernel == "steps" || !candidate.predicted_r2) continue;
    ++tried;
    if (best == nullptr || *candidate.predicted_r2 > *best->predicted_r2) best = &candidate;
  }
  if (best == nullptr) return "Too few runs to predict one from the others.";
  return fmt::format(
      "The best of {} that are no part of the run's time: {}, {}, predicted R² {:.2f} (n = {}); "
      "{:.1f} is {}.",
      tried, best->kernel, best->name, *best->predicted_r2, best->n, kWorthIt,
      *best->predicted_r2 >= kWorthIt ? "reached" : "not reached");
}

// What a piece took within trainings, in words; its data are out of the caches there.
std::string PieceText(size_t piece, const std::vector<During>& during) {
  std::vector<double> seconds;
  for (const During& run : during) {
    for (const BeatReading& beat : run.beats) {
      if (beat.piece == piece) seconds.push_back(beat.wall_s);
    }
  }
  auto median = Summarize(seconds).median;
  return median ? fmt::format(", {:.2f} ms within trainings", 1000 * *median) : "";
}

std::string BeatText(const BeatSize& size, const std::vector<During>& during) {
  size_t runs = 0;
  size_t beats = 0;
  for (const During& run : during) {
    runs += run.has_beat ? 1 : 0;
    beats += run.beats.size() / std::size(kBeatPieces);
  }
  return fmt::format(
      "The beat: every {:.0f} ms on each CPU {} rows of a product of 128 × 128 matrices ({:.2f} ms "
      "between runs{}) and {} KiB of memory read ({:.2f} ms{}), in {} of {} runs; {:.1f} beats a "
      "run fell into the training, all CPUs together.",
      1000 * kBeatPeriod, size.matrix_rows, 1000 * size.matrix_s, PieceText(0, during),
      64 * size.memory_chunks, 1000 * size.memory_s, PieceText(1, during), runs, during.size(),
      runs == 0 ? 0 : static_cast<double>(beats) / static_cast<double>(runs));
}

std::string ListText(const std::string& what, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("{}: {}.\n", what, fmt::join(names, "; "));
}

Json SummaryJson(const Summary& summary) {
  return {{"pairs", summary.n},
          {"mean_ln", OrNull(summary.mean)},
          {"low", OrNull(summary.low)},
          {"high", OrNull(summary.high)}};
}

Json RunJson(const During& run) {
  Json json = {{"beat", run.has_beat},
               {"training", nullptr},
               {"steps_s", run.steps},
               {"rates", Json::object()},
               {"beats", Json::array()}};
  if (run.training) json["training"] = {run.training->begin, run.training->end};
  for (const auto& [name, rate] : run.rates) json["rates"][name] = rate;
  for (const BeatReading& beat : run.beats) {
    json["beats"].push_back({{"piece", kBeatPieces[beat.piece]},
                             {"cpu", beat.cpu},
                             {"t", beat.begin},
                             {"wall_s", beat.wall_s},
                             {"cpu_s", beat.cpu_s}});
  }
  return json;
}

}  // namespace

std::string Markdown(const WhileItRuns& found, const BeatSize& size,
                     const std::vector<During>& during) {
  std::string out = "\n## While it runs\n\n";
  out += BeatText(size, during) + "\n" + CostText(found.cost) + "\n";
  out += fmt::format("Cycles and cache misses by perf_event_open: {}.\n",
                     during.empty() ? "none" : during.front().perf);
  out += ListText("Not to be had here", found.unavailable);
  out += ListText("The same in all runs, so that they explain nothing", found.constant);
  out +=
      "Steps are parts of the time that they explain: a high R² of their median is no news. A low "
      "quantile\nthat explains as much says that the machine was slow throughout, one that does "
      "not that it was at moments.\nWhat stands together was chosen after the fact, so its "
      "predicted R² flatters it.\n\n";
  out += MarkdownTableOfGroups(found.candidates);
  return out + "\n" + Verdict(found.candidates) + "\n";
}

Json ToJson(const WhileItRuns& found, const BeatSize& size, const std::vector<During>& during) {
  Json json = {{"beat",
                {{"period_s", kBeatPeriod},
                 {"matrix_rows", size.matrix_rows},
                 {"matrix_s", size.matrix_s},
                 {"memory_chunks", size.memory_chunks},
                 {"memory_s", size.memory_s},
                 {"cost", SummaryJson(found.cost)}}},
               {"perf", during.empty() ? Json() : Json(during.front().perf)},
               {"unavailable", found.unavailable},
               {"constant", found.constant},
               {"candidates", Json::array()},
               {"runs", Json::array()}};
  for (const Candidate& candidate : found.candidates) {
    Json one = {{"group", candidate.kernel}};
    one.update(ToJson(candidate));
    for (const char* without : {"threads", "place", "length_s"}) one.erase(without);
    json["candidates"].push_back(one);
  }
  for (const During& run : during) json["runs"].push_back(RunJson(run));
  return json;
}

}  // namespace trena

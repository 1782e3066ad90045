// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/column_profile.h"

#include <algorithm>
#include <array>

#include "core/text/text.h"

namespace trena {
namespace {

// Names that number, label or date a run. Compared in small letters, with _ for space and hyphen.
constexpr auto kIdentifiers = std::to_array<std::string_view>(
    {"",       "id",        "run",       "run_id",   "runid",     "key",        "folder",
     "uuid",   "hash",      "replicate", "rep",      "repeat",    "repetition", "replication",
     "trial",  "iteration", "attempt",   "order",    "run_order", "index",      "row",
     "number", "seed",      "label",     "scenario", "name",      "comment",    "note",
     "notes",  "message",   "error",     "host",     "currency",  "commit",     "observation",
     "sample", "subject"});
constexpr auto kMoments =
    std::to_array<std::string_view>({"date", "time", "timestamp", "datetime", "start", "started",
                                     "ended", "finished", "created", "when", "day"});
constexpr auto kMetrics =
    std::to_array<std::string_view>({"accuracy", "loss", "cost", "bill", "price", "seconds",
                                     "duration", "throughput", "latency", "energy", "speed"});
constexpr auto kMetricEndings =
    std::to_array<std::string_view>({"_s", "_ms", "_us", "_ns", "_pct", "_percent", "_bytes", "_mb",
                                     "_gb", "_max", "_usd", "_seconds", "_time"});
constexpr auto kWell =
    std::to_array<std::string_view>({"ok", "success", "succeeded", "successful", "pass", "passed",
                                     "complete", "completed", "finished", "done"});
// What is not over is no observation either.
constexpr auto kNotWell = std::to_array<std::string_view>(
    {"failed",      "failure",   "fail",       "error",      "errored",       "crash",
     "crashed",     "killed",    "preempted",  "oom",        "timed_out",     "timeout",
     "interrupted", "cancelled", "canceled",   "aborted",    "refused",       "skipped",
     "censored",    "missing",   "incomplete", "unfinished", "running",       "pending",
     "queued",      "stopped",   "diverged",   "not_ok",     "out_of_memory", "unsuccessful"});
constexpr auto kYes = std::to_array<std::string_view>({"true", "yes", "y", "1"});
constexpr auto kNo = std::to_array<std::string_view>({"false", "no", "n", "0"});

constexpr auto kOutcomeNames = std::to_array<std::string_view>(
    {"outcome", "status", "state", "result", "conclusion", "verdict", "run_status", "run_state",
     "job_status", "job_state", "test_result"});
constexpr auto kSuccessNames =
    std::to_array<std::string_view>({"success", "succeeded", "successful", "is_success", "passed",
                                     "pass", "ok", "is_ok", "completed"});
constexpr auto kFailureNames =
    std::to_array<std::string_view>({"failed", "is_failed", "has_failed", "failure", "crashed"});
constexpr auto kExitCodeNames = std::to_array<std::string_view>(
    {"exit_code", "exitcode", "exit_status", "return_code", "returncode", "rc"});

template <typename Words>
bool Among(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string Plain(std::string_view text) {
  std::string plain(Trim(text));
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    if (c == ' ' || c == '-') c = '_';
  }
  return plain;
}

// 2026-11-16, with or without a time: as ISO 8601 writes a day.
bool IsMoment(std::string_view text) {
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return false;
  for (size_t i : {0, 1, 2, 3, 5, 6, 8, 9}) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

bool IsMetricName(const std::string& name) {
  return Among(kMetrics, name) ||
         std::any_of(kMetricEndings.begin(), kMetricEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

OutcomeKind OutcomeKindOf(std::string_view column) {
  const std::string name = Plain(column);
  if (Among(kOutcomeNames, name)) return OutcomeKind::kWords;
  if (Among(kSuccessNames, name)) return OutcomeKind::kSuccess;
  if (Among(kFailureNames, name)) return OutcomeKind::kFailure;
  if (Among(kExitCodeNames, name)) return OutcomeKind::kExitCode;
  return OutcomeKind::kNone;
}

std::optional<bool> EndedWell(std::string_view outcome, OutcomeKind kind) {
  const std::string word = Plain(outcome);
  const NumberText number = ReadNumber(outcome);
  if (kind == OutcomeKind::kExitCode && number.kind == NumberKind::kNumber) {
    return number.value == 0;
  }
  // A bare 1 says nothing where the name does not ask yes or no.
  const bool bare = number.kind == NumberKind::kNumber && kind != OutcomeKind::kSuccess &&
                    kind != OutcomeKind::kFailure;
  const bool failure = kind == OutcomeKind::kFailure;
  if (!bare && Among(kYes, word)) return !failure;
  if (!bare && Among(kNo, word)) return failure;
  if (failure) return std::nullopt;
  if (Among(kWell, word)) return true;
  if (Among(kNotWell, word)) return false;
  return std::nullopt;
}

ColumnProfile::ColumnProfile(std::string name, DecimalMark mark)
    : name_(std::move(name)), mark_(mark), outcome_kind_(OutcomeKindOf(name_)) {}

ColumnProfile::Facts ColumnProfile::FactsOf(std::string_view field) const {
  const NumberKind kind = ReadNumber(field, mark_).kind;
  if (kind == NumberKind::kMissing) return {.missing = true};
  return {.number = kind == NumberKind::kNumber || kind == NumberKind::kNotFinite,
          .moment = IsMoment(Trim(field)),
          .outcome = outcome_kind_ != OutcomeKind::kNone && EndedWell(field, outcome_kind_)};
}

// Most columns have few different values: each is looked at once.
void ColumnProfile::Add(std::string_view field) {
  ++rows_;
  Facts facts;
  if (levels_.levels().size() > kMostLevels) {
    facts = FactsOf(field);
  } else if (const uint32_t level = levels_.Find(field); level == LevelIndex::kEmpty) {
    facts.missing = true;
  } else {
    if (level == facts_.size()) facts_.push_back(FactsOf(field));
    facts = facts_[level];
  }
  empty_ += facts.missing ? 1 : 0;
  numbers_ += facts.number ? 1 : 0;
  moments_ += facts.moment ? 1 : 0;
  outcomes_ += facts.outcome ? 1 : 0;
}

bool ColumnProfile::is_outcome() const { return outcomes_ == rows_ && rows_ > 0; }

std::optional<LeftOut> ColumnProfile::WhyNoFactor() const {
  const std::string name = Plain(name_);
  const size_t values = rows_ - empty_;
  if (Among(kIdentifiers, name) || name.ends_with("_id")) return LeftOut::kIdentifier;
  if (Among(kMoments, name) || (moments_ == values && moments_ > 0)) return LeftOut::kTimestamp;
  if (all_numbers() && IsMetricName(name)) return LeftOut::kMeasured;
  if (empty_ > 0) return LeftOut::kEmptyFields;
  const size_t levels = levels_.levels().size();
  const size_t most = all_numbers() ? kMostNumberLevels : kMostLevels;
  if (levels > most) return LeftOut::kTooManyLevels;
  return std::nullopt;
}

}  // namespace trena

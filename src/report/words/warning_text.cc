// SPDX-License-Identifier: Apache-2.0
#include "report/words/warning_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "analyze/warnings.h"
#include "core/text.h"

namespace trena {
namespace {

// `{0}`, `{1}` … are the arguments before the list, `{list}` what follows them.
struct WarningRow {
  const char* code;
  size_t before_list;
  Sentence seen;
  Sentence why;
  Sentence advice;
};

constexpr WarningRow kWarnings[] = {
    {warning::kNoPrice, 0, "No price is given for {list}.",
     "What training costs there in money is not known.",
     "Add `price: 0.169 USD/h` (or `price: free`) to the environment in the study file."},
    {warning::kNoRate, 2, "There is no exchange rate from {0} to {1}.",
     "Amounts in {0} could not be brought into {1}.",
     "Add the rate of {0} to `rate:` under `report:` in the study file."},
    {warning::kMixedCurrencies, 0, "Prices are in several currencies: {list}.",
     "Costs in different currencies cannot be compared.",
     "Name one under `report:` in the study file, with the rates to it."},
    {warning::kNotBilled, 1, "For {0} attempts the time or the price is not known.",
     "What was spent is more than the amount shown.",
     "Look at those run folders; an interrupted run may have left no time."},
    {warning::kOverBudget, 3, "The measurements cost {0} {2}, over the budget of {1} {2}.",
     "More was spent than the study allows.",
     "Raise the budget, or take fewer levels or replications."},
    {warning::kNoReplication, 0, "Only one run ended well in {list}.",
     "Without a second run there is no interval: chance cannot be told from effect.",
     "Measure at least 3 replications."},
    {warning::kFewReplications, 1, "There are {0} replications at the fewest.",
     "With so few the intervals are wide, and small differences stay unseen.",
     "Measure more replications: 5 or more tell more scenarios apart."},
    {warning::kNoisy, 1, "Replications differ by up to {0}% (coefficient of variation) in {list}.",
     "Something beside the factors moves the time there.",
     "Close other programs, look at the machine's load in the run folders, measure again."},
    {warning::kNoTrainingTime, 0, "No runner told its training time: the whole run is analysed.",
     "Start-up and clean-up are part of the times and costs shown.",
     "Let the program write events to the file named by TRENA_EVENTS."},
    {warning::kImpossibleTime, 1,
     "In {0} runs the training time told is longer than the run itself: {list}.",
     "It cannot be true, so it was left out.", "Mend the seconds that the runner reports."},
    {warning::kRejectedEvents, 1, "In {0} runs some lines are no events: {list}.",
     "What they should have told is missing.",
     "Look at events.jsonl in the run folders: one JSON object per line."},
    {warning::kOddClock, 1, "In {0} runs the times of the events cannot be: {list}.",
     "They lie before or after the run or go back, so they are not used; what the run used is "
     "shown over the whole of it.",
     "Let the runner take `t` from CLOCK_MONOTONIC, in seconds."},
    {warning::kNegativeLoss, 1, "In {0} runs the loss went below zero: {list}.",
     "A cross-entropy cannot be negative: the framework computes something else.",
     "Do not trust that loss; look at the events in the run folders."},
    {warning::kDiverged, 1, "In {0} runs the loss is no number any more: {list}.",
     "The training diverged: its time is real, but it learned nothing.",
     "Lower the learning rate."},
    {warning::kOutlier, 4,
     "A run of {0} is far from the others: {2} against a median of {3} ({1}).",
     "It widens the interval and may move the mean; it is kept in the analysis.",
     "Look at its log and samples. If the machine was disturbed, measure more replications."},
    {warning::kMachineSpeed, 3, "The machine's own speed moved by {0}% over {2} runs of {1}.",
     "The same work takes longer at one time than at another, whatever the factors are.",
     "Look at the chart of the machine's speed; measure more replications in random order, or on a "
     "machine of one's own."},
    {warning::kOffSpeed, 1,
     "During these runs of {0} the machine was far from its usual speed: {list}.",
     "Their times are of a slower or faster machine; they are kept in the analysis.",
     "See what else ran then; measure more replications."},
    {warning::kDrift, 3,
     "From the first run to the last the values of one and the same scenario changed by {0}% ({1} "
     "runs, p = {2}).",
     "What is measured later is not comparable with what was measured before; a random order "
     "spreads this over all scenarios and widens their intervals.",
     "Look for heat, a filling disk or growing load; keep `order: random`."},
    {warning::kWarmUp, 1,
     "The first step or epoch takes longer than the later ones: up to {0}% of the training time, "
     "in {list}.",
     "A short training overstates what a long one costs per image.",
     "Train for more epochs before scaling these times up."},
    {warning::kSteal, 1, "The host took up to {0}% of the CPU time away (steal), in {list}.",
     "Another virtual machine ran on these CPUs meanwhile.",
     "Measure again at another time, or on CPUs of one's own."},
    {warning::kCpuPressure, 1, "Programs waited for a CPU up to {0}% of the time, in {list}.",
     "More threads wanted to run than there are CPUs: the run's own, or another program's.",
     "Close other programs; compare `threads` and `workers` with the CPUs there are."},
    {warning::kMemoryPressure, 1, "Programs waited for memory up to {0}% of the time, in {list}.",
     "Memory was short: the times are those of reclaiming and swapping.",
     "Free memory, or take a smaller batch or a machine with more."},
    {warning::kDiskPressure, 1, "Programs waited for a disk up to {0}% of the time, in {list}.",
     "The times depend on the disk and on what is cached.",
     "Use a local disk, or data that fit in memory."},
    {warning::kQuota, 1, "A CPU quota held the runs back up to {0}% of the time, in {list}.",
     "The container may use less than the CPUs it sees: threads stop and wait in turns.",
     "Raise the quota, or show the container only as many CPUs."},
    {warning::kBusyMachine, 1, "Other programs used up to {0}% of the machine's CPUs, in {list}.",
     "They took time from the training; threads that spin while they wait (OpenMP) lose many times "
     "that.",
     "Close them; `trena doctor` names the busiest."},
    {warning::kThrottled, 1, "In {0} runs the processor was slowed down: {list}.",
     "Heat or a power limit lowered its frequency: the times are of a slower machine.",
     "Cool the machine, wait between runs, or fix the frequency."},
    {warning::kClockSet, 1, "During {0} runs the calendar was set or the machine slept: {list}.",
     "Durations are by another clock and stay right; dates and the order of the runs may not.",
     "Let the clock be set before a study, and keep the machine awake."},
    {warning::kStandIn, 1, "Runs of {0} were made on another machine: {list}.",
     "Their times and costs are of the stand-in, not of {0}.",
     "Measure on the machine that the study names before deciding."},
    {warning::kSyntheticData, 0, "The data are synthetic: {list}.",
     "Times are real, but accuracy says nothing about real images.",
     "Use a real data set where accuracy matters."},
    {warning::kSimulatedRunner, 0, "The runs are simulated: {list} trains nothing.",
     "No number here is a measurement.", "Name a real framework in the study file."},
    {warning::kMixedMachines, 1, "Runs of {0} come from different processors: {list}.",
     "Differences between machines are mixed with those of the factors.",
     "Measure an environment on one kind of machine."},
    {warning::kNotEqual, 0, "Not the same training: {list} differs from the reference.",
     "It was measured because someone insisted; its times are not comparable with the others'.",
     "See the verification table, mend the runner or leave the framework out."},
    {warning::kNotVerified, 1, "{0} comparisons with the reference were not made.",
     "Whether these frameworks train the same network is not proven.",
     "Run `trena verify` on the study where the libtorch runner is installed."},
    {warning::kFailedRuns, 1, "{0} runs failed, in {list}.",
     "Their scenarios have fewer values than planned, or none.",
     "Read stderr.log in their run folders; then measure with `--retry`."},
    {warning::kOutOfMemory, 1, "{0} runs did not fit in memory, in {list}.",
     "This is a result: these scenarios cannot be trained here.",
     "Take a smaller batch or image, or a machine with more memory."},
    {warning::kSkippedAfterOom, 2,
     "{0} runs were not made, in {list}: a smaller batch ran out of memory ({1}).",
     "A larger batch needs more memory: it would be the same result, paid for again.",
     "The study asks for this by `skip_larger_after_oom`; without it they are run."},
    {warning::kTimedOut, 1, "{0} runs reached the time limit, in {list}.",
     "Their time is known only to be longer than the limit.",
     "Raise `timeout` in the study file, or leave these scenarios out."},
    {warning::kRefusedRuns, 1, "{0} runs could not start, in {list}.",
     "Their scenarios have fewer values than planned, or none.",
     "Read the reason in the table of failures, mend it, and measure again."},
    {warning::kMissingRuns, 2, "{0} of {1} planned runs are missing.",
     "The answer rests on a part of the plan.",
     "Measure again: it takes up exactly what is missing."},
    {warning::kPendingEnvironments, 0, "Nothing was measured yet in {list}.",
     "The answer says nothing about these environments.",
     "Measure there, on a machine that is what the study says."},
    {warning::kForeignRuns, 1, "{0} runs belong to no scenario of this plan.",
     "They were made with other levels, fixed values or versions, and are left out.",
     "Nothing has to be done; they are kept."},
    {warning::kExtraReplications, 1, "{0} runs are of replications that not every scenario has.",
     "They are left out, to keep the design balanced.",
     "Measure with more replications to use them."},
    {warning::kSetAside, 0, "Run folders that could not be read were set aside: {list}.",
     "What was measured there is missing from the answer.",
     "Look at these folders; measure again if they are lost."},
};

struct CodeRow {
  const char* code;
  size_t before_list;
  Sentence text;
};

constexpr CodeRow kWhyNots[] = {
    {why_not::kNoFactor, 0,
     "No factor has more than one level, so there is no variation to allocate."},
    {why_not::kNothingMeasured, 0, "No run ended well yet, so there is no variation to allocate."},
    {why_not::kUnknownResponse, 0, "No run reports {list}."},
    {why_not::kPendingEnvironments, 0,
     "Nothing was measured yet in {list}, so no factor has two levels to compare."},
    {why_not::kMissingRuns, 0,
     "Runs of {list} are missing, so no factor has two levels to compare."},
    {why_not::kFailedScenarios, 0,
     "No run ended well in {list}, so no factor has two levels to compare."},
    {why_not::kNotPositive, 0, "Values of {list} have no logarithm."},
    {why_not::kNotComputable, 0, "The allocation of variation could not be computed: {list}."},
};

constexpr CodeRow kReasons[] = {
    {verdict_reason::kNothingMeasured, 0, "no run ended well"},
    {verdict_reason::kMostlyFailed, 0, "most runs failed"},
    {verdict_reason::kMissingRuns, 0, "planned runs are missing"},
    {verdict_reason::kPendingEnvironments, 0, "environments are still to be measured"},
    {verdict_reason::kFailedRuns, 0, "runs failed or reached the time limit"},
    {verdict_reason::kNoResponse, 0, "runs that ended well lack the metric analysed"},
    {verdict_reason::kNoReplication, 0, "there are scenarios with a single run"},
    {verdict_reason::kNoEffect, 0, "no factor can be told from chance"},
};

template <typename Row, size_t size>
const Row* FindRow(const Row (&rows)[size], const std::string& code) {
  auto found = std::find_if(rows, rows + size, [&](const Row& row) { return code == row.code; });
  return found == rows + size ? nullptr : found;
}

// Of a number as it is written, four at most: "0.425" has three.
int DigitsOf(const std::string& number) {
  size_t first = number.find_first_of("123456789");
  if (first == std::string::npos) return 1;
  const std::string rest = number.substr(first, number.find('e') - first);
  return static_cast<int>(std::clamp<std::ptrdiff_t>(
      std::count_if(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; }), 1, 4));
}

// Arguments are plain numbers or names; a number is shown as the language writes it.
std::string Shown(const std::string& argument, const Words& words) {
  double number = 0;
  const char* end = argument.data() + argument.size();
  auto [stop, error] = std::from_chars(argument.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) return argument;
  return number == std::round(number) ? words.Fixed(number, 0)
                                      : words.Significant(number, DigitsOf(argument));
}

std::vector<Words::Argument> Named(const std::vector<std::string>& arguments, size_t before_list,
                                   const Words& words) {
  static constexpr std::string_view kNames[] = {"0", "1", "2", "3"};
  std::vector<Words::Argument> named;
  std::vector<std::string> list;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string text = Shown(arguments[i], words);
    if (i < before_list && i < std::size(kNames)) {
      named.emplace_back(kNames[i], text);
    } else {
      list.push_back(text);
    }
  }
  named.emplace_back("list", words.List(list));
  return named;
}

}  // namespace

WarningText Explain(const Warning& warning, const Words& words) {
  const WarningRow* row = FindRow(kWarnings, warning.code);
  if (row == nullptr) return {warning.code + ": " + Join(warning.arguments, ", "), "", ""};
  auto arguments = Named(warning.arguments, row->before_list, words);
  return {words.Say(row->seen, arguments), words.Say(row->why, arguments),
          words.Say(row->advice, arguments), "docs/warnings.md#" + warning.code};
}

std::string ExplainWhyNot(const ResponseAnalysis& response, const Words& words) {
  const CodeRow* row = FindRow(kWhyNots, response.why_not);
  if (row == nullptr) return response.why_not;
  return words.Say(row->text, Named(response.why_not_details, row->before_list, words));
}

std::string ExplainReason(const std::string& verdict_reason, const Words& words) {
  const CodeRow* row = FindRow(kReasons, verdict_reason);
  return row == nullptr ? verdict_reason : words.Say(row->text);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/bill.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "analyze/cost/pricing.h"

namespace trena {
namespace {

// A simulated run has no time but the one it tells.
std::optional<double> RunSeconds(const RunRecord& run) {
  const auto wall = run.metric("wall_s");
  const auto train = run.metric("train_s");
  if (!run.simulated || !train) return wall;
  return std::max(wall.value_or(0), *train);
}

class Attempt {
 public:
  Attempt(const RunRecord& run, const Environment& environment, const Pricing& pricing)
      : run_(run), environment_(environment), pricing_(pricing) {}

  std::vector<BillLine> Lines(double seconds) {
    AddMeasured(seconds);
    const bool ended_well = run_.outcome == Outcome::kOk;
    for (Charge& charge : ChargesBeside(environment_.billing, seconds, ended_well)) {
      Add(std::move(charge));
    }
    return std::move(lines_);
  }

 private:
  void AddMeasured(double seconds) {
    if (run_.outcome != Outcome::kOk) return Add({BillItem::kFailed, seconds, ""});
    const double training = std::min(seconds, run_.metric("train_s").value_or(0));
    if (training > 0) Add({BillItem::kTraining, training, ""});
    Add({BillItem::kAround, seconds - training, ""});
  }

  void Add(Charge charge) {
    const auto amount = Amount(charge);
    lines_.push_back(
        {environment_.name, charge.item, 1, charge.seconds, amount, std::move(charge.setting)});
  }

  std::optional<double> Amount(const Charge& charge) const {
    const Billing& billing = environment_.billing;
    if (charge.item == BillItem::kData) return pricing_.Convert(*billing.data);
    if (charge.item == BillItem::kDisk && billing.disk->free) return 0;
    if (!charge.seconds) return std::nullopt;
    if (charge.item != BillItem::kDisk) return pricing_.Cost(environment_.name, *charge.seconds);
    return pricing_.Convert(billing.disk->For(Seconds{*charge.seconds}));
  }

  const RunRecord& run_;
  const Environment& environment_;
  const Pricing& pricing_;
  std::vector<BillLine> lines_;
};

std::optional<double> SumOf(const std::vector<BillLine>& lines) {
  if (lines.empty()) return std::nullopt;
  double sum = 0;
  for (const BillLine& line : lines) {
    if (!line.amount) return std::nullopt;
    sum += *line.amount;
  }
  return sum;
}

void AddTo(std::optional<double>& sum, const std::optional<double>& addend) {
  if (sum && addend) {
    *sum += *addend;
  } else {
    sum.reset();
  }
}

bool IsMachineTime(const BillLine& line) {
  return line.item != BillItem::kDisk && line.item != BillItem::kData;
}

// What a second more of every attempt, and of all machine time, would cost.
InvoiceGap GapOf(double invoice, const BillAnalysis& bill, const std::vector<RunRecord>& runs,
                 const Study& study, const Pricing& pricing) {
  InvoiceGap gap{invoice, invoice - *bill.total, std::nullopt, std::nullopt};
  double second = 0;
  for (const RunRecord& run : runs) {
    if (!BillOf(run, study, pricing).empty()) second += *pricing.Cost(run.environment, 1);
  }
  double machine = 0;
  for (const BillLine& line : bill.lines) machine += IsMachineTime(line) ? *line.amount : 0;
  if (gap.gap > 0 && second > 0) gap.seconds_per_attempt = gap.gap / second;
  if (gap.gap > 0 && machine > 0) gap.percent_of_time = 100 * gap.gap / machine;
  return gap;
}

}  // namespace

bool BillAnalysis::HasMore() const {
  return invoice || std::any_of(lines.begin(), lines.end(), [](const BillLine& line) {
           return line.item != BillItem::kTraining && line.item != BillItem::kAround;
         });
}

std::vector<BillLine> BillOf(const RunRecord& run, const Study& study, const Pricing& pricing) {
  const Environment* environment = study.environment(run.environment);
  const auto seconds = RunSeconds(run);
  if (environment == nullptr || !seconds || !pricing.Cost(run.environment, 1)) return {};
  return Attempt(run, *environment, pricing).Lines(*seconds);
}

BillAnalysis MakeBill(const Study& study, const Pricing& pricing,
                      const std::vector<RunRecord>& runs, const std::vector<PaidTime>& pilots) {
  BillAnalysis bill;
  std::map<std::pair<const Environment*, BillItem>, BillLine> lines;  // in the study's order
  auto add = [&](const BillLine& line) {
    const Environment* place = study.environment(line.environment);
    auto [found, is_new] = lines.emplace(std::pair(place, line.item), line);
    if (is_new) return;
    ++found->second.attempts;
    AddTo(found->second.seconds, line.seconds);
    AddTo(found->second.amount, line.amount);
  };
  for (const RunRecord& run : runs) {
    const std::vector<BillLine> of_run = BillOf(run, study, pricing);
    if (!of_run.empty()) ++bill.attempts;
    for (const BillLine& line : of_run) add(line);
  }
  for (const PaidTime& pilot : pilots) {
    const auto amount = pricing.Cost(pilot.environment, pilot.seconds);
    if (amount) add({pilot.environment, BillItem::kPilots, 1, pilot.seconds, amount, ""});
  }
  for (auto& [key, line] : lines) bill.lines.push_back(std::move(line));
  bill.total = SumOf(bill.lines);
  const auto invoice = study.invoice ? pricing.Convert(*study.invoice) : std::nullopt;
  if (invoice && bill.total) bill.invoice = GapOf(*invoice, bill, runs, study, pricing);
  return bill;
}

Bills BillsWithFailures(const Study& study, const Pricing& pricing,
                        const std::vector<RunRecord>& runs) {
  std::map<std::tuple<Interned, int, int>, const RunRecord*> attempts;
  for (const RunRecord& run : runs) attempts[{run.key, run.replication, run.attempt}] = &run;
  Bills bills;
  double sum = 0;
  bool known = true;
  const RunRecord* before = nullptr;
  for (const auto& [key, run] : attempts) {
    const bool again =
        before != nullptr && before->key == run->key && before->replication == run->replication;
    if (!again) sum = 0;
    known = known || !again;
    before = run;
    if (run->outcome == Outcome::kRefused && !RunSeconds(*run)) continue;
    const auto bill = SumOf(BillOf(*run, study, pricing));
    known = known && bill;
    sum += bill.value_or(0);
    if (known) bills[run->folder] = sum;
  }
  return bills;
}

}  // namespace trena

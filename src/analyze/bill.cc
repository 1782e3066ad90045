// SPDX-License-Identifier: Apache-2.0
#include "analyze/bill.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "analyze/pricing.h"
#include "analyze/spot.h"

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
      : run_(run), billing_(environment.billing), environment_(environment), pricing_(pricing) {}

  std::vector<BillLine> Lines(double seconds) {
    AddMeasured(seconds);
    AddTime(BillItem::kSetup, billing_.setup, "bill.setup");
    AddTime(BillItem::kIdle, billing_.idle, "bill.idle");
    if (billing_.spot && run_.outcome == Outcome::kOk) AddInterruptions(seconds);
    if (billing_.unit || billing_.minimum) AddRounding();
    if (billing_.reserved_use) AddUnused();
    AddMoney();
    return std::move(lines_);
  }

 private:
  // Machine time at the price.
  void Add(BillItem item, std::optional<double> seconds, const std::string& setting) {
    BillLine line{environment_.name, item, 1, seconds, std::nullopt, setting};
    if (seconds) line.amount = pricing_.Cost(environment_.name, *seconds);
    if (seconds && charged_) *charged_ += *seconds;
    if (!seconds) charged_.reset();
    lines_.push_back(std::move(line));
  }

  void AddMeasured(double seconds) {
    if (run_.outcome != Outcome::kOk) return Add(BillItem::kFailed, seconds, "");
    const double training = std::min(seconds, run_.metric("train_s").value_or(0));
    if (training > 0) Add(BillItem::kTraining, training, "");
    Add(BillItem::kAround, seconds - training, "");
  }

  void AddTime(BillItem item, const std::optional<Seconds>& time, const char* key) {
    if (time) Add(item, time->value, key + (": " + ToString(*time)));
  }

  void AddInterruptions(double seconds) {
    const auto expected = ExpectedSpotSeconds(seconds, *billing_.spot);
    const auto more = expected ? std::optional(*expected - seconds) : std::nullopt;
    Add(BillItem::kInterruptions, more,
        "spot.interrupted_every: " + ToString(billing_.spot->interrupted_every));
  }

  void AddRounding() {
    std::string setting;
    std::optional<double> rounded = charged_;
    if (billing_.minimum) {
      setting = "bill.minimum: " + ToString(*billing_.minimum);
      if (rounded) *rounded = std::max(*rounded, billing_.minimum->value);
    }
    if (billing_.unit) {
      setting += (setting.empty() ? "" : ", ") + ("bill.unit: " + ToString(*billing_.unit));
      // A time that is a whole number of units but for its last digits is that number.
      const double unit = billing_.unit->value;
      if (rounded) *rounded = std::ceil(*rounded / unit * (1 - 1e-12)) * unit;
    }
    if (rounded) rounded = std::max(0.0, *rounded - *charged_);
    Add(BillItem::kRounding, rounded, setting);
  }

  void AddUnused() {
    const double use = *billing_.reserved_use;
    const auto unused = charged_ ? std::optional(*charged_ * (1 / use - 1)) : std::nullopt;
    // Disk is for the time of this attempt, not for that of nobody.
    const auto charged = charged_;
    Add(BillItem::kUnused, unused, "reserved.used: " + Value(100 * use).ToString() + " %");
    charged_ = charged;
  }

  void AddMoney() {
    if (billing_.disk) {
      BillLine line{environment_.name, BillItem::kDisk, 1,
                    charged_,          std::nullopt,    "bill.disk: " + ToString(*billing_.disk)};
      if (charged_) line.amount = pricing_.Convert(billing_.disk->For(Seconds{*charged_}));
      if (billing_.disk->free) line.amount = 0;
      lines_.push_back(std::move(line));
    }
    if (billing_.data) {
      lines_.push_back({environment_.name, BillItem::kData, 1, std::nullopt,
                        pricing_.Convert(*billing_.data),
                        "bill.data: " + ToString(*billing_.data)});
    }
  }

  const RunRecord& run_;
  const Billing& billing_;
  const Environment& environment_;
  const Pricing& pricing_;
  std::vector<BillLine> lines_;
  std::optional<double> charged_ = 0;  // seconds so far; missing once one of them is
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

std::string ToString(BillItem item) {
  static constexpr const char* kNames[] = {"training",      "around",   "failed", "setup", "idle",
                                           "interruptions", "rounding", "unused", "disk",  "data"};
  return kNames[static_cast<size_t>(item)];
}

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
                      const std::vector<RunRecord>& runs) {
  BillAnalysis bill;
  std::map<std::pair<size_t, BillItem>, BillLine> lines;
  for (const RunRecord& run : runs) {
    const std::vector<BillLine> of_run = BillOf(run, study, pricing);
    if (of_run.empty()) continue;
    ++bill.attempts;
    const auto place =
        static_cast<size_t>(study.environment(run.environment) - study.environments.data());
    for (const BillLine& line : of_run) {
      auto [found, is_new] = lines.emplace(std::pair(place, line.item), line);
      if (is_new) continue;
      ++found->second.attempts;
      AddTo(found->second.seconds, line.seconds);
      AddTo(found->second.amount, line.amount);
    }
  }
  for (auto& [key, line] : lines) bill.lines.push_back(std::move(line));
  bill.total = SumOf(bill.lines);
  const auto invoice = study.invoice ? pricing.Convert(*study.invoice) : std::nullopt;
  if (invoice && bill.total) bill.invoice = GapOf(*invoice, bill, runs, study, pricing);
  return bill;
}

std::map<std::string, double> BillsWithFailures(const Study& study, const Pricing& pricing,
                                                const std::vector<RunRecord>& runs) {
  std::map<std::tuple<std::string, int, int>, const RunRecord*> attempts;
  for (const RunRecord& run : runs) attempts[{run.key, run.replication, run.attempt}] = &run;
  std::map<std::string, double> bills;
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

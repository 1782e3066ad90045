// SPDX-License-Identifier: Apache-2.0
// What one attempt is charged beside its own time (docs/methods/cost.md). Each attempt is charged
// as a start of its machine:
//
//   time   = set-up + run (+ expected interruptions) + idle, at least the minimum, in whole units
//   amount = time × price ÷ share used (reserved) + time × disk + data
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "study/billing/billing.h"
#include "study/study.h"

namespace trena {

enum class BillItem {
  kTraining,  // measured: train_s of attempts that ended well
  kAround,    // measured: the rest of their wall_s
  kFailed,    // measured: wall_s of attempts that did not end well
  kPilots,    // measured: of pilots, all their time
  kSetup,     // the study's, as all below
  kIdle,
  kInterruptions,  // expected, of spot
  kRounding,       // up to the minimum and to whole units
  kUnused,         // of a reserved machine
  kDisk,
  kData,
};
// "training", "around", …
std::string ToString(BillItem item);

struct Charge {
  BillItem item = BillItem::kSetup;
  // Of machine, at its price (kDisk: at the disk's); missing for data, and where it has no bound.
  std::optional<double> seconds;
  std::string setting;  // of the study file, "bill.setup: 5 min 00 s"
};

// Beside the `seconds` that an attempt ran.
std::vector<Charge> ChargesBeside(const Billing& billing, double seconds, bool ended_well);

// Time of a machine that is paid for beside the runs: of pilots.
struct PaidTime {
  std::string environment;
  double seconds = 0;
};

// Price × time alone, in the study's reporting currency; missing without a price or a rate.
std::optional<Money> CostOfTime(const Study& study, const std::string& environment, double seconds);

// All that an attempt of so many seconds costs there, in the study's reporting currency; missing
// without a price, a rate, or a bound.
std::optional<Money> CostOfAttempt(const Study& study, const std::string& environment,
                                   double seconds, bool ended_well);

// The same sum in the currency that `convert` brings amounts into; missing where it brings none.
using Conversion = std::function<std::optional<Money>(const Money&)>;
std::optional<Money> CostOfAttempt(const Study& study, const std::string& environment,
                                   double seconds, bool ended_well, const Conversion& convert);

// An amount in the study's reporting currency; empty when there is no rate for it.
std::optional<Money> InReportCurrency(const Study& study, const Money& money);

// How long a training occupies a machine that is taken away at times. Interruptions come at random,
// on average every M; each loses what was trained since the last checkpoint and costs a restart R,
// which may be interrupted too. A stretch of work s between checkpoints then takes, on average,
//
//   M · e^(R/M) · (e^(s/M) − 1)
//
// (Daly, Future Generation Computer Systems 22, 2006; writing checkpoints is part of the measured
// time). Without checkpoints the whole training is one stretch.

// Expected seconds of machine for `seconds` of work; missing when interruptions come so often that
// it would practically never end (a million times the work).
std::optional<double> ExpectedSpotSeconds(double seconds, const SpotTerms& terms);

}  // namespace trena

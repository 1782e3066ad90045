// SPDX-License-Identifier: Apache-2.0
// All pairs of a factor's least-squares means, corrected for their number: by Tukey's studentized
// range (Tukey-Kramer when counts differ; Kramer, Biometrics 12, 1956) or by Holm (Scandinavian J.
// of Statistics 6, 1979). With Holm's p-values go Bonferroni's intervals, for Holm's own procedure
// has none that are simple.
//
// The verdict is read from the interval of the ratio, and of nothing else: faster or slower when it
// leaves out 1, the same when all of it is within a stated percentage (two one-sided tests;
// Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15, 1987), else the data cannot tell. A
// difference that is certain but all within the percentage is "the same": it does not matter.
#pragma once

#include <optional>
#include <vector>

#include "stats/model/linear_model.h"

namespace trena {

enum class Adjustment { kTukey, kHolm };
enum class PairVerdict { kFaster, kSlower, kSame, kCannotTell };

struct PairOptions {
  Adjustment adjustment = Adjustment::kTukey;
  // The response is a logarithm: the ratio is exp(difference). Otherwise it is the quotient of the
  // two means, with Fieller's interval, which is not below 0.
  bool log_scale = false;
  double same_within = 0.05;  // ratios from 1 ÷ 1.05 to 1.05 are the same
};

// The second mean against the first. Responses are times or costs: less is faster.
struct PairComparison {
  size_t first = 0;  // indices into ModelAnalysis::means
  size_t second = 0;
  double difference = 0;  // second - first
  std::optional<double> standard_error;
  // Adjusted. Where the residuals do not spread at all there is neither interval nor p: the verdict
  // is of the ratio alone.
  std::optional<double> low;
  std::optional<double> high;
  std::optional<double> p;      // adjusted
  std::optional<double> ratio;  // second ÷ first; missing when a mean is not above zero
  std::optional<double> ratio_low;
  std::optional<double> ratio_high;  // missing beside a ratio_low: the first may be next to nothing
  PairVerdict verdict = PairVerdict::kCannotTell;
};

// Of the means of `factors` (one or two, as the analysis has them), those that can be estimated.
// Pairs are (first, second), (first, third), …; none for a single mean.
std::vector<PairComparison> ComparePairs(const ModelAnalysis& analysis,
                                         const std::vector<size_t>& factors,
                                         const PairOptions& options = {});

// Many to one by Dunnett's method (stats/comparisons/many_to_one.h): each of `others` is the second
// of a pair whose first is `control`, all of them one family, with the correlation that the model
// gives their differences. Indices into ModelAnalysis::means; those without a mean are left out.
// The adjustment of `options` is not looked at.
std::vector<PairComparison> CompareWithControl(const ModelAnalysis& analysis, size_t control,
                                               const std::vector<size_t>& others,
                                               const PairOptions& options = {});

// Simple effects: all pairs of the levels of `factor` at one level of `by`, one family at each, as
// emmeans has pairs(~ factor | by). `first` and `second` are means of both factors.
std::vector<PairComparison> ComparePairsAt(const ModelAnalysis& analysis, size_t factor, size_t by,
                                           uint32_t level, const PairOptions& options = {});

// An end that is missing leaves that side open.
PairVerdict VerdictOf(std::optional<double> ratio_low, std::optional<double> ratio_high,
                      double same_within);

// Holm's adjustment, in the order given: never below the p-values themselves, never above 1.
std::vector<double> HolmAdjusted(const std::vector<double>& p_values);

// The same for the `p` of each item; one without is none of the family.
template <typename Item>
void AdjustByHolm(std::vector<Item>& items) {
  std::vector<double> p_values;
  for (const Item& item : items) {
    if (item.p) p_values.push_back(*item.p);
  }
  const std::vector<double> adjusted = HolmAdjusted(p_values);
  size_t next = 0;
  for (Item& item : items) {
    if (item.p) item.p = adjusted[next++];
  }
}

}  // namespace trena

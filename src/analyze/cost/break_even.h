// SPDX-License-Identifier: Apache-2.0
// Below which price does one environment beat another? Scenarios that differ by their environment
// alone are compared: with times t and prices p per hour, A costs less than B where
//
//   p_A < p_B · (sum of B's mean times) ÷ (sum of A's)
//
// The ratio has Fieller's interval (stats/comparisons/ratio_interval.h) with Satterthwaite's
// degrees of freedom; where runs are in whole plots, by how plots differ. The formula is the
// papers', price × time; bills have more in them (bill.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trena {

class Pricing;
struct Analysis;

enum class Standing { kNoPrice, kWins, kLoses, kCannotTell };
// "no_price", "wins", "loses", "cannot_tell".
std::string ToString(Standing standing);

struct BreakEven {
  std::string environment;
  std::string against;
  double against_price = 0;         // per hour, in the analysis' currency, as all prices here
  std::optional<double> price;      // of `environment` now
  double below = 0;                 // it is the cheaper one below this price
  std::optional<double> low, high;  // interval of `below`; missing without replications
  double least = 0, most = 0;       // of `below` over single scenarios
  size_t scenarios = 0;             // compared
  Standing standing = Standing::kNoPrice;  // of `environment` at its price now
};

// Every environment against every other with a price above 0, where scenarios of both were
// measured. Needs the analysis' scenarios, runs, main response, time and confidence.
std::vector<BreakEven> FindBreakEvens(const Analysis& analysis, const Pricing& pricing);

}  // namespace trena

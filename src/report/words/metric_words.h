// SPDX-License-Identifier: Apache-2.0
// How each metric is shown to people, with the words of its row in study/metrics.cc.
#pragma once

#include <optional>
#include <string>

#include "report/words/words.h"
#include "stats/summary.h"
#include "study/metrics.h"

namespace trena {

// What amounts are shown in: so much of a currency for so many trainings.
struct MoneyUnit {
  MoneyUnit(std::string currency, double trainings = 1)  // NOLINT: a currency alone is one, too
      : currency(std::move(currency)), trainings(trainings) {}
  MoneyUnit(const char* currency) : MoneyUnit(std::string(currency)) {}  // NOLINT
  std::string currency;
  double trainings;
};

// One metric in one language: names, units, numbers. A fraction is shown in percent, the cost of a
// training in its unit of money.
class MetricText {
 public:
  MetricText(const Words& words, std::string metric, MoneyUnit money);

  const std::string& name() const { return metric_; }
  // "training (s)", "cost (USD per 1,000)".
  std::string Title() const;
  // "training time".
  std::string Phrase() const;
  // "the training time".
  std::string ThePhrase() const;
  // "s", "images/s", "%", "J", the currency; empty for a number of no known unit.
  std::string Unit() const;
  // What values are multiplied by before they are shown.
  double Scale() const;

  // "12.34 ± 0.05"; without an interval "12.34". A missing mean is "—".
  std::string Number(const Summary& summary) const;
  // "12.34 ± 0.05 s (n = 3)", "0.0024 ± 0.0001 USD (n = 3)"; without an interval it says n alone.
  std::string Quantity(const Summary& summary) const;
  // "12.3 s", "0.0024 USD".
  std::string Value(double value) const;
  // "from 1.02 to 1.10", in the metric's unit.
  std::string Range(double low, double high) const;
  // A number with its half-width, to the digits that its uncertainty leaves; "12 (from 0 to 31)"
  // where the interval ends at what is possible.
  std::string WithHalfWidth(double mean, std::optional<double> low,
                            std::optional<double> high) const;
  // A number alone, to the digits that this interval leaves.
  std::string Rounded(double value, std::optional<double> low, std::optional<double> high) const;
  // A number already written, with the metric's unit.
  std::string WithUnit(const std::string& number) const;

 private:
  bool IsMoney() const;
  // " per 1,000 trainings", or nothing.
  std::string PerTrainings() const;

  Words words_;
  std::string metric_;
  MoneyUnit money_;
  const KnownMetric* known_;  // nullptr: shown by its own name
};

}  // namespace trena

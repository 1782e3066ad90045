// SPDX-License-Identifier: Apache-2.0
// How metrics are shown: names and units by kind, and as many digits as an interval leaves.
#include "report/words/metric_words.h"

#include <gtest/gtest.h>

#include <limits>

namespace trena {
namespace {

MetricText Shown(const std::string& metric, Language language = Language::kEnglish) {
  return MetricText(Words(language), metric, "USD");
}

// n = 3, with the mean in the middle.
Summary Between(double low, double high) {
  Summary summary;
  summary.n = 3;
  summary.mean = (low + high) / 2;
  summary.low = low;
  summary.high = high;
  return summary;
}

TEST(MetricTextTest, ATitleHasItsUnit) {
  EXPECT_EQ(Shown("train_s").Title(), "training (s)");
  EXPECT_EQ(Shown("images_per_s").Title(), "speed (images/s)");
  EXPECT_EQ(Shown("accuracy").Title(), "accuracy (%)") << "a fraction is shown in percent";
  EXPECT_EQ(Shown("cpu_pct").Title(), "CPU (%)");
  EXPECT_EQ(Shown("cost").Title(), "cost (USD)");
  EXPECT_EQ(Shown("gpu_energy_j").Unit(), "J");
  EXPECT_EQ(Shown("images_per_s", Language::kPortuguese).Title(), "velocidade (imagens/s)");
  EXPECT_EQ(Shown("cost", Language::kPortuguese).ThePhrase(), "o custo de um treinamento");
}

TEST(MetricTextTest, AMetricWithoutWordsIsCalledByItsName) {
  for (const char* name : {"my_own_metric", "first_step_s", "<b>"}) {
    const MetricText text = Shown(name);
    EXPECT_EQ(text.Title(), name);
    EXPECT_EQ(text.Phrase(), name);
    EXPECT_EQ(text.ThePhrase(), name);
    EXPECT_EQ(text.Unit(), "") << "nobody said what it is measured in";
    EXPECT_EQ(text.Scale(), 1);
    EXPECT_EQ(text.Value(1.234), "1.23");
  }
}

TEST(MetricTextTest, OnlyFractionsAreMultiplied) {
  EXPECT_EQ(Shown("accuracy").Scale(), 100);
  for (const char* name : {"train_s", "cpu_pct", "cost"}) EXPECT_EQ(Shown(name).Scale(), 1) << name;
  EXPECT_EQ(Shown("accuracy").Value(0.875), "87.5%");
  EXPECT_EQ(Shown("cpu_pct").Value(0.875), "0.875%");
}

// The half-width keeps two significant digits, and the mean as many decimals as it.
TEST(MetricTextTest, AnIntervalDecidesTheDigits) {
  const MetricText time = Shown("train_s");
  EXPECT_EQ(time.Number(Between(7.25, 7.75)), "7.50 ± 0.25");
  EXPECT_EQ(time.Number(Between(6.5, 8.5)), "7.5 ± 1.0") << "a half-width of exactly 1";
  EXPECT_EQ(time.Number(Between(90, 110)), "100 ± 10");
  EXPECT_EQ(time.Number(Between(1000, 3000)), "2,000 ± 1,000");
  EXPECT_EQ(time.Number(Between(1, 1 + 2e-12)), "1.000000000 ± 0.000000000")
      << "nine decimals are the most";
  EXPECT_EQ(Shown("accuracy").Number(Between(0.79, 0.81)), "80.0 ± 1.0");
  EXPECT_EQ(Shown("train_s", Language::kPortuguese).Number(Between(7.25, 7.75)), "7,50 ± 0,25");
}

TEST(MetricTextTest, ASingleRunHasFourDigitsAndNoInterval) {
  Summary single;
  single.n = 1;
  single.mean = 7.5;
  EXPECT_EQ(Shown("train_s").Number(single), "7.500");
  EXPECT_EQ(Shown("train_s").Quantity(single), "7.500 s (n = 1)");
  EXPECT_EQ(Shown("cost").Quantity(single), "7.500 USD (n = 1)");
  EXPECT_EQ(Shown("cost", Language::kPortuguese).Quantity(single), "US$ 7,500 (n = 1)");
  EXPECT_EQ(Shown("accuracy").Quantity(single), "750.0% (n = 1)") << "no blank before a percent";
  single.low = 7;
  EXPECT_EQ(Shown("train_s").Number(single), "7.500") << "half an interval is none";
}

TEST(MetricTextTest, EqualRunsDifferByNothing) {
  EXPECT_EQ(Shown("train_s").Number(Between(7.5, 7.5)), "7.500 ± 0");
  EXPECT_EQ(Shown("train_s").Quantity(Between(7.5, 7.5)), "7.500 ± 0 s (n = 3)");
}

TEST(MetricTextTest, NothingMeasuredIsADash) {
  EXPECT_EQ(Shown("train_s").Number(Summary{}), "—");
  EXPECT_EQ(Shown("train_s").Quantity(Summary{}), "— s (n = 0)");
  EXPECT_EQ(Shown("train_s").Value(std::numeric_limits<double>::quiet_NaN()), "— s");
}

// Two digits of the whole width.
TEST(MetricTextTest, ARangeIsToTheDigitsOfItsWidth) {
  const MetricText time = Shown("train_s");
  EXPECT_EQ(time.Range(1.957, 2.043), "from 1.957 to 2.043");
  EXPECT_EQ(time.Range(1.9, 2.9), "from 1.9 to 2.9") << "a width of exactly 1";
  EXPECT_EQ(time.Range(20, 45), "from 20 to 45");
  EXPECT_EQ(time.Range(2, 2), "from 2.00 to 2.00");
  EXPECT_EQ(time.Range(-0.25, 0.25), "from −0.25 to 0.25");
  EXPECT_EQ(Shown("accuracy").Range(0.5, 0.75), "from 50 to 75");
  EXPECT_EQ(Shown("train_s", Language::kPortuguese).Range(1.957, 2.043), "de 1,957 a 2,043");
}

TEST(MetricTextTest, MoneyKeepsThreeDigitsBelowOne) {
  EXPECT_EQ(Shown("cost").Value(0.00123), "0.00123 USD");
  EXPECT_EQ(Shown("cost").Value(12.345), "12.35 USD") << "and two decimals above";
  EXPECT_EQ(Shown("cost", Language::kPortuguese).WithUnit("−5,00"), "−US$ 5,00");
  EXPECT_EQ(MetricText(Words(Language::kEnglish), "cost", "").Value(2), "2.00") << "no currency";
}

}  // namespace
}  // namespace trena

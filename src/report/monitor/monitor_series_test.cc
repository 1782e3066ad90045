// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_series.h"

#include <gtest/gtest.h>

#include "core/text/text.h"

namespace trena {
namespace {

MonitorSeries SeriesOf(const std::vector<double>& seconds, int asked) {
  MonitorSeries series{asked, {}};
  for (double duration : seconds) {
    Monitored run;
    run.record.command = {"sleep", "1"};
    run.begin = 100;
    run.end = 100 + duration;
    run.price = Price{3600, "USD", false};
    run.cost = run.price->For(Seconds{duration});
    series.runs.push_back(run);
  }
  return series;
}

std::string Told(const MonitorSeries& series, Language language = Language::kEnglish) {
  return Join(SeriesSummary(series, Words(language)), "\n");
}

bool HasText(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Of 1, 2 and 3 s: mean 2, sd 1, t(0.975, 2) = 4.3027, so half the interval is 2.4841.
TEST(MonitorSeriesTest, MeanAndInterval) {
  const std::string text = Told(SeriesOf({1, 2, 3}, 3));
  EXPECT_TRUE(HasText(text, "sleep 1\n  3 of 3 runs ended well")) << text;
  EXPECT_TRUE(HasText(text, "duration: 2.00 s in the mean, 95% interval from ")) << text;
  EXPECT_TRUE(HasText(text, " to 4.48 s (n = 3); 1.00 s to 3.00 s")) << text;
  EXPECT_TRUE(HasText(text, "cost: 2.00 USD in the mean")) << text;
  const Json json = SeriesJson(SeriesOf({1, 2, 3}, 3), "out");
  EXPECT_NEAR(json["figures"]["duration_s"]["high"].get<double>(), 2 + 2.484138, 1e-5);
  EXPECT_EQ(json["runs"].size(), 3u);
}

TEST(MonitorSeriesTest, OneRunHasNoInterval) {
  EXPECT_TRUE(HasText(Told(SeriesOf({1}, 1)), "duration: 1.00 s (n = 1: no interval)"));
}

TEST(MonitorSeriesTest, ARunThatFailedIsNoObservation) {
  MonitorSeries series = SeriesOf({1, 2, 9}, 5);
  series.runs[2].record.outcome = Outcome::kFailed;
  const std::string text = Told(series);
  EXPECT_TRUE(HasText(text, "2 of 5 runs ended well")) << text;
  EXPECT_TRUE(HasText(text, "Stopped at run 3, which did not end well.")) << text;
  EXPECT_TRUE(HasText(text, "duration: 1.50 s in the mean")) << text;
  EXPECT_TRUE(HasText(Told(series, Language::kPortuguese), "2 de 5 execuções terminaram bem"));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "cli/price_text.h"

#include <gtest/gtest.h>

#include "cli/talk.h"
#include "configure/testing.h"

namespace trena {
namespace {

TEST(TimeText, HasItsIntervalWhereThereIsOne) {
  EXPECT_EQ(TimeText({3.41, {}, {}}), ToString(Seconds{3.41}));
  EXPECT_EQ(TimeText({3.41, 3.33, 3.49}), "3.41 s [3.33 s, 3.49 s]");
  EXPECT_EQ(TimeText({3.41, 3.33, {}}), "3.41 s") << "half an interval is none";
}

TEST(MoneyText, NamesTheCurrencyOnce) {
  EXPECT_EQ(MoneyText({{2, {}, {}}, "USD"}), "2.00 USD");
  EXPECT_EQ(MoneyText({{2, 1.5, 2.5}, "USD"}), "2.00 USD [1.50, 2.50]");
  EXPECT_EQ(MoneyText({{0, {}, {}}, ""}), "free");
}

size_t& From(Expected& expected, TimeSource source) {
  return expected.by_source[static_cast<size_t>(source)];
}

// Twelve runs, ten of them known.
Forecast Example() {
  Forecast forecast;
  forecast.remaining_runs = 12;
  Expected& all = forecast.together;
  all.runs = 12;
  all.time = Estimated{200, 190, 210};
  all.money = EstimatedMoney{{2, 1.5, 2.5}, "USD"};
  From(all, TimeSource::kRuns) = 6;
  From(all, TimeSource::kPilot) = 3;
  From(all, TimeSource::kModel) = 1;
  From(all, TimeSource::kNothing) = 2;
  forecast.model_scenarios = 1;
  forecast.deviation = RunDeviation{0.021, 4};
  forecast.places = {all};
  forecast.places[0].environment = "here";
  return forecast;
}

TEST(PriceText, InTheStudysLanguage) {
  TalkIn("pt-BR");
  const std::string text = PriceText(Example());
  TalkIn("en");
  EXPECT_TRUE(Has(text, {"12 execuções a fazer. 10 delas: cerca de ",
                         "6 de execuções anteriores do mesmo cenário, 3 de pilotos, 1 de um modelo "
                         "sobre 1 cenário",
                         "Ainda não se sabe quanto as outras 2 demoram.",
                         "desvio padrão, 4 graus de liberdade"}))
      << text;
}

TEST(PriceText, SaysWhatItIsKnownFrom) {
  const std::string known =
      "about " + TimeText({200, 190, 210}) +
      ", 2.00 USD [1.50, 2.50] (6 from earlier runs of the same scenario, 3 from pilots, "
      "1 from a model over 1 scenario)";
  const std::string sure =
      "In brackets: 90 % intervals; runs of a scenario lie 2.1 % apart (standard "
      "deviation, 4 degrees of freedom).\n";
  Forecast forecast = Example();
  EXPECT_EQ(PriceText(forecast), "12 runs to do. 10 of them: " + known +
                                     ". How long the other 2 take is not known yet.\n" + sure);
  // Only what is known of all is said of the whole.
  forecast.together.runs = 10;
  From(forecast.together, TimeSource::kNothing) = 0;
  EXPECT_EQ(PriceText(forecast), "10 runs to do: " + known + ".\n" + sure);
}

TEST(PriceText, WhatAPersonSaysHasNoInterval) {
  Forecast forecast;
  forecast.together.runs = From(forecast.together, TimeSource::kGiven) = 4;
  forecast.together.time = Estimated{360, {}, {}};
  EXPECT_EQ(PriceText(forecast), "4 runs to do: about " + TimeText({360, {}, {}}) +
                                     " (4 as --run-takes says).\nNo interval: what --run-takes "
                                     "says is taken as it is.\n");
}

TEST(PriceText, OneIsNotSeveral) {
  Forecast forecast = Example();
  forecast.deviation->df = 1;
  forecast.model_scenarios = 20;
  From(forecast.together, TimeSource::kNothing) = 1;
  std::string text = PriceText(forecast);
  EXPECT_TRUE(Has(text, {"11 of them: ", "a model over 20 scenarios", "1 degree of freedom).",
                         "How long the other takes is not known yet.\n"}));
}

TEST(PriceText, WithoutAnIntervalItSaysWhy) {
  Forecast forecast = Example();
  forecast.together.time = Estimated{200, {}, {}};
  EXPECT_TRUE(Has(PriceText(forecast), {"No interval: the model has as many effects as"}));
  forecast.deviation.reset();
  EXPECT_TRUE(
      Has(PriceText(forecast), {"No interval: no scenario was measured or piloted twice."}));
}

TEST(PriceText, WhatIsNotKnownIsNotGuessed) {
  Forecast forecast;
  forecast.together.runs = 3;
  EXPECT_EQ(PriceText(forecast),
            "3 runs to do. How long they take is not known yet: nothing of this study was measured "
            "here.\n");
  forecast.rough_time = Seconds{30};
  EXPECT_TRUE(Has(PriceText(forecast), {"At the mean of the scenarios that were, they would take " +
                                        ToString(Seconds{30}) + "."}));
  forecast.together.runs = 0;
  EXPECT_EQ(PriceText(forecast), "Nothing is left to run.\n");
}

TEST(PlacesText, IsATableOfPlaces) {
  Forecast forecast = Example();
  forecast.places.push_back(forecast.places[0]);
  forecast.places[1].environment = "far";
  forecast.places[1].runs = 7;
  forecast.places[1].money.reset();
  forecast.places.push_back({});
  forecast.places[2].environment = "dark";
  std::string text = PlacesText(forecast);
  EXPECT_TRUE(Has(text, {"environment", "runs whose time is known", "here", "far", "no price",
                         "dark", "not known", "together"}));
  EXPECT_TRUE(Has(text, {"10 of them: " + TimeText({200, 190, 210}),
                         "10 of them: 2.00 USD [1.50, 2.50]", ", 2 not known\n"}))
      << text;
  EXPECT_EQ(PlacesText(Example()), "") << "one needs no table";
  forecast.together.time.reset();
  EXPECT_EQ(PlacesText(forecast), "") << "nothing is known";
}

TEST(SpendingLimitsText, NothingWithoutLimits) {
  EXPECT_EQ(SpendingLimitsText({}, Example(), "trena plan a.yaml"), "");
}

TEST(SpendingLimitsText, SaysWhetherTheRestFits) {
  SpendingLimits limits;
  limits.budget = Money{5, "USD"};
  Forecast forecast = Example();
  forecast.spent = forecast.spent_at_least = Money{0.4, "USD"};
  const auto said = [&](Fit fit) {
    limits.money = fit;
    return SpendingLimitsText(limits, forecast, "trena plan a.yaml");
  };
  EXPECT_EQ(said(Fit::kFits), "Budget: 5.00 USD, spent 0.400 USD; the rest fits.\n");
  limits.given_budget = Money{4.5, "EUR"};
  EXPECT_EQ(said(Fit::kFits), "Budget: 4.50 EUR (5.00 USD), spent 0.400 USD; the rest fits.\n");
  limits.given_budget.reset();
  EXPECT_TRUE(Has(said(Fit::kUnsure), {"; the rest is expected to fit, but may not.\n"}));
  EXPECT_TRUE(Has(said(Fit::kUnknown), {"; whether the rest fits is not known.\n"}));
  // 5 - 0.4: the command asks for what that buys.
  EXPECT_EQ(said(Fit::kDoesNot),
            "Budget: 5.00 USD, spent 0.400 USD; the rest does NOT fit.\n"
            "Which designs 4.60 USD buy, or what the cheapest costs: trena plan a.yaml --within "
            "4.60USD\n");
  forecast.without_price = {"far"};
  EXPECT_FALSE(Has(said(Fit::kDoesNot), {"--within"})) << "a price is missing";
  forecast.without_price.clear();
  forecast.spent_at_least = Money{5, "USD"};
  EXPECT_FALSE(Has(said(Fit::kDoesNot), {"--within"})) << "nothing is left";
}

TEST(SpendingLimitsText, AttemptsWithoutAPriceAreNamed) {
  SpendingLimits limits;
  limits.budget = Money{5, "USD"};
  Forecast forecast = Example();
  forecast.attempts_without_price = 2;
  forecast.spent_at_least = Money{0.4, "USD"};
  EXPECT_TRUE(Has(SpendingLimitsText(limits, forecast, ""),
                  {", spent at least 0.400 USD (2 attempts have no price);"}));
  forecast.attempts_without_price = 1;
  forecast.spent_at_least.reset();
  EXPECT_TRUE(Has(SpendingLimitsText(limits, forecast, ""),
                  {", what was spent is not known (1 attempt has no price);"}));
}

TEST(SpendingLimitsText, TheDeadlineIsAMomentOfTheCalendar) {
  SpendingLimits limits;
  limits.deadline = Seconds{0};
  limits.time = Fit::kDoesNot;
  EXPECT_EQ(SpendingLimitsText(limits, Example(), ""),
            "Deadline: 1970-01-01 00:00 UTC; the rest does NOT fit.\n");
}

}  // namespace
}  // namespace trena

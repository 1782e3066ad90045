// SPDX-License-Identifier: Apache-2.0
// Each section on its own, at the bounds of what it takes. What whole files say is in
// study_reader_test.cc and study_errors_test.cc.
#include "study/sections/sections.h"

#include <gtest/gtest.h>

#include <functional>

namespace trena {
namespace {

// A piece of YAML, read by a section; what the source then says.
class Piece {
 public:
  explicit Piece(const std::string& text) : source_("s.yaml", text), node_(YAML::Load(text)) {}

  Source& source() { return source_; }
  const YAML::Node& node() const { return node_; }
  size_t problems() const { return source_.diagnostics().size(); }
  std::string message(size_t i = 0) const {
    return i < problems() ? source_.diagnostics()[i].message : "(none)";
  }
  std::string suggestion(size_t i = 0) const {
    return i < problems() ? source_.diagnostics()[i].suggestion : "(none)";
  }
  Place place(size_t i = 0) const { return source_.diagnostics().at(i).place; }

 private:
  Source source_;
  YAML::Node node_;
};

std::optional<double> CountOf(const std::string& text, double least, double most) {
  Piece piece(text);
  auto count = ReadCount(piece.source(), piece.node(), "runs", least, most);
  EXPECT_EQ(piece.problems(), count ? 0u : 1u) << text;
  return count;
}

TEST(ReadCountTest, BothBoundsAreIn) {
  EXPECT_EQ(CountOf("2", 2, 5), 2);
  EXPECT_EQ(CountOf("5", 2, 5), 5);
  EXPECT_EQ(CountOf("1", 2, 5), std::nullopt);
  EXPECT_EQ(CountOf("6", 2, 5), std::nullopt);
  EXPECT_EQ(CountOf("0", 0, 0), 0);
  EXPECT_EQ(CountOf("-3", -3, 5), -3);
}

TEST(ReadCountTest, OnlyWholeNumbers) {
  for (const char* text : {"2.5", "4.999", "'3'", "three", "true", "[3]", "{a: 3}", "", ".nan"}) {
    EXPECT_EQ(CountOf(text, 0, 10), std::nullopt) << text;
  }
  EXPECT_EQ(CountOf("3.0", 0, 10), 3);
  EXPECT_EQ(CountOf("1e1", 0, 10), 10);
}

TEST(ReadCountTest, SaysTheBounds) {
  Piece piece("11");
  ReadCount(piece.source(), piece.node(), "runs", 1, 1e6);
  ASSERT_EQ(piece.problems(), 0u);
  ReadCount(piece.source(), piece.node(), "runs", 12, 1e6);
  EXPECT_EQ(piece.message(), "runs must be a whole number from 12 to 1000000");
}

TEST(ReadChoiceTest, ATargetStaysWhereTheWordIsNone) {
  std::string target = "before";
  Piece good("two");
  ReadChoice(good.source(), good.node(), "kind", {"one", "two"}, target);
  EXPECT_EQ(target, "two");
  EXPECT_EQ(good.problems(), 0u);
  Piece near("tow");
  ReadChoice(near.source(), near.node(), "kind", {"one", "two"}, target);
  EXPECT_EQ(target, "two");
  EXPECT_EQ(near.message(), "kind cannot be `tow`");
  EXPECT_EQ(near.suggestion(), "did you mean `two`?");
  Piece far("elephant");
  ReadChoice(far.source(), far.node(), "kind", {"one", "two"}, target);
  EXPECT_EQ(far.suggestion(), "known: one, two");
  Piece list("[two]");
  ReadChoice(list.source(), list.node(), "kind", {"one", "two"}, target);
  EXPECT_EQ(list.message(), "kind cannot be ``");
  EXPECT_EQ(target, "two");
}

TEST(ReadValueTest, AScalarWithinWhatIsKnownOfTheName) {
  Piece free("what-ever");
  EXPECT_EQ(ReadValue(free.source(), free.node(), "mine"), Value("what-ever"));
  Piece zero("0");
  EXPECT_EQ(ReadValue(zero.source(), zero.node(), "workers"), Value(0));
  EXPECT_EQ(ReadValue(zero.source(), zero.node(), "batch"), std::nullopt);
  EXPECT_EQ(zero.message(), "batch must be a whole number from 1, not `0`");
  Piece list("[1]");
  EXPECT_EQ(ReadValue(list.source(), list.node(), "batch"), std::nullopt);
  EXPECT_EQ(list.message(), "a value of batch must be a number or a word");
  // What is computed is checked when it is known.
  Piece computed("= 0 * epochs");
  EXPECT_TRUE(ReadValue(computed.source(), computed.node(), "batch"));
  EXPECT_EQ(computed.problems(), 0u);
}

TEST(ReadFactorsTest, LevelsInOrderWithTheirPlaces) {
  Piece piece("batch: [16, 64]\nimage: 32\n");
  Study study;
  Places places;
  ReadFactors(piece.source(), piece.node(), study, places);
  EXPECT_EQ(piece.problems(), 0u);
  ASSERT_EQ(study.factors.size(), 2u);
  EXPECT_EQ(study.factors[0].levels, (std::vector<Value>{16, 64}));
  EXPECT_EQ(study.factors[1].levels, std::vector<Value>{32});
  EXPECT_EQ(places.at("factors.batch").line, 1);
  EXPECT_EQ(places.at("factors.batch").column, 1);
  EXPECT_EQ(places.at("factors.batch.0.value").column, 9);   // b-a-t-c-h-:-space-[ are eight
  EXPECT_EQ(places.at("factors.batch.1.value").column, 13);  // 16, comma and space are four
  EXPECT_EQ(places.at("factors.image.0.value").line, 2);
  EXPECT_EQ(places.size(), 5u);
}

TEST(ReadFactorsTest, AQuotedRangeIsAWord) {
  Piece piece("mine: [1..3, '1..3']\n");
  Study study;
  Places places;
  ReadFactors(piece.source(), piece.node(), study, places);
  EXPECT_EQ(piece.problems(), 0u);
  ASSERT_EQ(study.factors.size(), 1u);
  EXPECT_EQ(study.factors[0].levels, (std::vector<Value>{1, 2, 3, Value("1..3")}));
}

TEST(ReadFactorsTest, WhatIsReadOfABadListIsKept) {
  Piece piece("batch: [16, 0, 16, 64]\nimage: []\nworkers: {a: 1}\n");
  Study study;
  Places places;
  ReadFactors(piece.source(), piece.node(), study, places);
  ASSERT_EQ(piece.problems(), 4u);
  EXPECT_EQ(piece.message(0), "batch must be a whole number from 1, not `0`");
  EXPECT_EQ(piece.message(1), "level `16` of batch is given twice");
  EXPECT_EQ(piece.message(2), "image has no levels");
  EXPECT_EQ(piece.message(3), "the levels of workers must be a list");
  EXPECT_EQ(piece.suggestion(3), "write `workers: [first, second]`");
  ASSERT_EQ(study.factors.size(), 1u);
  EXPECT_EQ(study.factors[0].levels, (std::vector<Value>{16, 64}));
}

TEST(ReadFactorsTest, ARangeEndsAtItsFirstLevelThatCannotBe) {
  Piece piece("batch: 0..3\n");
  Study study;
  Places places;
  ReadFactors(piece.source(), piece.node(), study, places);
  EXPECT_EQ(piece.problems(), 1u) << "said once, not for each level";
  EXPECT_TRUE(study.factors.empty());
}

TEST(ReadFactorsTest, ShortNamesAreNobodysMisspelling) {
  // `bath` is one letter from `batch`; three letters are near to too much.
  Piece piece("bat: [1, 2]\nbath: [1, 2]\n");
  Study study;
  Places places;
  ReadFactors(piece.source(), piece.node(), study, places);
  ASSERT_EQ(piece.problems(), 1u);
  EXPECT_EQ(piece.message(), "unknown value `bath`");
  ASSERT_EQ(study.factors.size(), 1u);
  EXPECT_EQ(study.factors[0].name, "bat");
}

TEST(ReadFixedTest, OneValueEach) {
  Piece piece("batch: 64\nmine: word\nimage: [32, 64]\nepochs: none\n");
  Study study;
  Places places;
  ReadFixed(piece.source(), piece.node(), study, places);
  EXPECT_EQ(study.fixed, (Values{{"batch", 64}, {"mine", "word"}}));
  ASSERT_EQ(piece.problems(), 2u);
  EXPECT_EQ(piece.message(0), "image has several values");
  EXPECT_EQ(piece.suggestion(0), "what varies belongs under `factors:`");
  EXPECT_EQ(places.at("fixed.batch").column, 1);
  EXPECT_EQ(places.at("fixed.batch.value").column, 8);
  EXPECT_TRUE(places.contains("fixed.image") && !places.contains("fixed.image.value"));
}

TEST(ReadTogetherTest, AListOrAListOfLists) {
  Study study;
  Places places;
  Piece one("[a, b]");
  ReadTogether(one.source(), one.node(), study, places);
  Piece two("[[c, d], [e, f, g]]");
  ReadTogether(two.source(), two.node(), study, places);
  using Groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(study.together, (Groups{{"a", "b"}, {"c", "d"}, {"e", "f", "g"}}));
  EXPECT_EQ(one.problems() + two.problems(), 0u);
  EXPECT_EQ(places.at("together.0.0").column, 2);
  EXPECT_EQ(places.at("together.0.1").column, 5);
  EXPECT_EQ(places.at("together.2.2").column, 17);
  EXPECT_EQ(places.size(), 7u);
}

TEST(ReadTogetherTest, NeedsTwo) {
  for (const char* text : {"[a]", "[[a]]", "[[]]", "[a, [b]]"}) {
    Study study;
    Places places;
    Piece piece(text);
    ReadTogether(piece.source(), piece.node(), study, places);
    EXPECT_GE(piece.problems(), 1u) << text;
  }
  for (const char* text : {"[]", "a", "{a: b}"}) {
    Study study;
    Places places;
    Piece piece(text);
    ReadTogether(piece.source(), piece.node(), study, places);
    EXPECT_EQ(piece.message(), "together must be a list of factors") << text;
    EXPECT_TRUE(study.together.empty());
  }
}

TEST(ReadEnvironmentsTest, EveryWordOfOne) {
  Piece piece(
      "here: { device: tpu, vcpus: 1, memory: 1 GB, gpu: T4, machine: big, price: 2 USD/h }\n"
      "there: {}\n");
  Study study;
  Places places;
  ReadEnvironments(piece.source(), piece.node(), study, places);
  EXPECT_EQ(piece.problems(), 0u) << piece.message();
  ASSERT_EQ(study.environments.size(), 2u);
  const Environment& here = study.environments[0];
  EXPECT_EQ(here.device, "tpu");
  EXPECT_EQ(here.vcpus, 1);
  EXPECT_EQ(here.memory, Bytes{1'000'000'000});
  EXPECT_EQ(here.gpu, "T4");
  EXPECT_EQ(here.machine, "big");
  EXPECT_EQ(here.price, (Price{2, "USD", false}));
  const Environment& there = study.environments[1];
  EXPECT_EQ(there.device, "cpu");
  EXPECT_FALSE(there.vcpus || there.memory || there.gpu || there.machine || there.price);
  EXPECT_EQ(places.at("environments.there").line, 2);
}

TEST(ReadEnvironmentsTest, CountsOfProcessorsHaveBounds) {
  for (auto [text, fits] : {std::pair("1", true),
                            {"1000000", true},
                            {"0", false},
                            {"1000001", false},
                            {"1.5", false},
                            {"-1", false}}) {
    Piece piece(std::string("here: { vcpus: ") + text + " }");
    Study study;
    Places places;
    ReadEnvironments(piece.source(), piece.node(), study, places);
    EXPECT_EQ(piece.problems(), fits ? 0u : 1u) << text;
    EXPECT_EQ(study.environments.at(0).vcpus.has_value(), fits) << text;
  }
}

MeasureOptions Measured(const std::string& text, size_t problems, const std::string& message = "") {
  Piece piece(text);
  MeasureOptions measure;
  ReadMeasure(piece.source(), piece.node(), measure);
  EXPECT_EQ(piece.problems(), problems) << text;
  if (problems > 0) {
    EXPECT_EQ(piece.message(), message) << text;
  }
  return measure;
}

TEST(ReadMeasureTest, LeastTimesAndSizes) {
  EXPECT_EQ(Measured("sample_every: 10ms", 0).sample_every, Seconds{0.01});
  Measured("sample_every: 9.9ms", 1, "sample_every must be at least 10ms");
  EXPECT_EQ(Measured("timeout: 1ms", 0).timeout, Seconds{0.001});
  Measured("timeout: 0s", 1, "a timeout must be above 0");
  EXPECT_EQ(Measured("hang_after: 1ms", 0).hang_after, Seconds{0.001});
  Measured("hang_after: 0s", 1, "hang_after must be above 0");
  Measured("thrash_after: 0s", 1, "thrash_after must be above 0");
  EXPECT_EQ(Measured("thrash_after: never", 0).thrash_after, std::nullopt);
  EXPECT_EQ(Measured("hang_after: never", 0).hang_after, std::nullopt);
  EXPECT_EQ(Measured("largest_output: 1 MB", 0).largest_output, Bytes{1'000'000});
  Measured("largest_output: 999999 B", 1, "largest_output must be at least 1 MB");
}

TEST(ReadMeasureTest, TruthsAndWords) {
  EXPECT_TRUE(Measured("skip_larger_after_oom: true", 0).skip_larger_after_oom);
  EXPECT_FALSE(Measured("skip_larger_after_oom: false", 0).skip_larger_after_oom);
  EXPECT_FALSE(Measured("yardstick: false", 0).yardstick);
  // What cannot be read leaves what was.
  EXPECT_TRUE(Measured("yardstick: 7", 1, "yardstick cannot be `7`").yardstick);
  EXPECT_FALSE(Measured("skip_larger_after_oom: 7", 1, "skip_larger_after_oom cannot be `7`")
                   .skip_larger_after_oom);
  EXPECT_EQ(Measured("detail: step", 0).detail, "step");
}

AnalyzeOptions Analyzed(const std::string& text, size_t problems) {
  Piece piece(text);
  AnalyzeOptions analyze;
  Places places;
  ReadAnalyze(piece.source(), piece.node(), analyze, places);
  EXPECT_EQ(piece.problems(), problems) << text << ": " << piece.message();
  return analyze;
}

TEST(ReadAnalyzeTest, AnAccuracyIsAboveNoneAndUpToAll) {
  EXPECT_EQ(Analyzed("target_accuracy: 1", 0).target_accuracy, 1);
  EXPECT_EQ(Analyzed("target_accuracy: 0.001", 0).target_accuracy, 0.001);
  for (const char* wrong : {"0", "1.0001", "-0.5", "97", "97%", "high", "[0.5]"}) {
    const std::string text = std::string("target_accuracy: ") + wrong;
    EXPECT_EQ(Analyzed(text, 1).target_accuracy, std::nullopt) << wrong;
  }
}

TEST(ReadAnalyzeTest, EveryMetricCanBeTheResponse) {
  for (const char* metric : {"train_s", "wall_s", "image_s", "images_per_s", "tokens_per_s",
                             "accuracy", "cpu_pct", "mem_pct", "gpu_pct", "gpu_mem_pct", "cost",
                             "bill", "first_step_s", "cpu_energy_j", "gpu_energy_j"}) {
    EXPECT_EQ(Analyzed(std::string("response: ") + metric, 0).response, metric);
  }
  EXPECT_EQ(Analyzed("response: loss", 1).response, "train_s");
  EXPECT_EQ(Analyzed("scale: log", 0).scale, "log");
}

TEST(ReadAnalyzeTest, HowTheModelIsMade) {
  EXPECT_EQ(Analyzed("ss: 1", 0).ss_type, 1);
  EXPECT_EQ(Analyzed("ss: 3", 0).ss_type, 3);
  EXPECT_EQ(Analyzed("ss: 0", 1).ss_type, 2);
  EXPECT_EQ(Analyzed("ss: 4", 1).ss_type, 2);
  EXPECT_EQ(Analyzed("same_within: 5%", 0).same_within, 0.05);
  EXPECT_EQ(Analyzed("covariate: order", 0).covariates, std::vector<std::string>{"order"});
  EXPECT_EQ(Analyzed("covariate: [order, [x], yardstick]", 1).covariates,
            (std::vector<std::string>{"order", "yardstick"}));
  EXPECT_EQ(Analyzed("contrasts: [\"a: x - y\", \"b: 1 - 2\"]", 0).contrasts,
            (std::vector<std::string>{"a: x - y", "b: 1 - 2"}));
  EXPECT_TRUE(Analyzed("model: [a]", 1).model.empty());
}

TEST(ReadCommandTest, AListOfAtLeastTheProgram) {
  Study study;
  Places places;
  Piece piece("[python3, [x], train.py]");
  ReadCommand(piece.source(), piece.node(), study, places);
  EXPECT_EQ(piece.problems(), 1u);
  EXPECT_EQ(study.command, (std::vector<std::string>{"python3", "train.py"}));
  EXPECT_EQ(places.at("command.0").column, 2);
  EXPECT_EQ(places.at("command.1").column, 16);  // numbered by what was read
  for (const char* text : {"[]", "python3 train.py", "{a: b}"}) {
    Study none;
    Piece wrong(text);
    ReadCommand(wrong.source(), wrong.node(), none, places);
    EXPECT_EQ(wrong.message(), "command must be a list: the program, then its arguments") << text;
    EXPECT_TRUE(none.command.empty());
  }
}

TEST(ReadPatternsTest, AScalarIsTheEpochsPattern) {
  Study study;
  Places places;
  Piece piece("epoch (?P<epoch>\\d+)");
  ReadPatterns(piece.source(), piece.node(), study, places);
  EXPECT_EQ(piece.problems(), 0u);
  ASSERT_EQ(study.patterns.Texts().size(), 1u);
  EXPECT_EQ(study.patterns.Texts()[0].first, "epoch");
}

TEST(ReadPatternsTest, AMapNeedsOneForTheEpoch) {
  Study study;
  Places places;
  Piece piece("{ loss: 'loss (.*)' }");
  ReadPatterns(piece.source(), piece.node(), study, places);
  ASSERT_EQ(piece.problems(), 1u);
  EXPECT_EQ(piece.message(), "patterns need one for `epoch`: the line that ends an epoch");
  // Said only when nothing else is wrong: the broken one may be the epoch's.
  Piece broken("{ epohc: x }");
  ReadPatterns(broken.source(), broken.node(), study, places);
  ASSERT_EQ(broken.problems(), 1u);
  EXPECT_EQ(broken.suggestion(), "did you mean `epoch`?");
  Piece both("{ epoch: done, loss: 'loss (.*)' }");
  ReadPatterns(both.source(), both.node(), study, places);
  EXPECT_EQ(both.problems(), 0u);
}

TEST(ReadPatternsTest, TheCaretStandsUnderTheBadPart) {
  // In `abc [z-a]` the bad range z-a is at byte 5; plain text begins at column 1, quoted at 2.
  Study study;
  Places places;
  Piece plain("abc [z-a]");
  ReadPatterns(plain.source(), plain.node(), study, places);
  ASSERT_EQ(plain.problems(), 1u);
  EXPECT_EQ(plain.place().column, 1 + 5);
  EXPECT_EQ(plain.place().length, 3);
  Piece quoted("'abc [z-a]'");
  ReadPatterns(quoted.source(), quoted.node(), study, places);
  ASSERT_EQ(quoted.problems(), 1u);
  EXPECT_EQ(quoted.place().column, 1 + 1 + 5);
  EXPECT_TRUE(study.patterns.empty());
}

ReportOptions Reported(const std::string& text, size_t problems, const std::string& message = "") {
  Piece piece(text);
  ReportOptions report;
  Places places;
  ReadReport(piece.source(), piece.node(), report, places);
  EXPECT_EQ(piece.problems(), problems) << text << ": " << piece.message();
  if (!message.empty()) {
    EXPECT_EQ(piece.message(), message) << text;
  }
  return report;
}

TEST(ReadReportTest, RatesWithADayOfAllOrOfEach) {
  const ReportOptions report = Reported(
      "{ currency: BRL, rate: { USD: 4.865, EUR: { rate: 5.31, date: 2024-02-01 },\n"
      "  date: 2024-01-15 }, language: pt-BR }",
      0);
  EXPECT_EQ(report.currency, "BRL");
  EXPECT_EQ(report.rates, (std::map<std::string, double>{{"USD", 4.865}, {"EUR", 5.31}}));
  EXPECT_EQ(report.rate_date, "2024-01-15");
  EXPECT_EQ(report.rate_dates, (std::map<std::string, std::string>{{"EUR", "2024-02-01"}}));
  EXPECT_EQ(report.language, "pt-BR");
}

TEST(ReadReportTest, ARateIsAboveNothing) {
  for (const char* wrong : {"0", "-1", "many", "'2'", "[2]"}) {
    const std::string text = std::string("rate: { USD: ") + wrong + " }";
    EXPECT_TRUE(Reported(text, 1, "the rate of USD must be a number above 0").rates.empty());
  }
  EXPECT_EQ(Reported("rate: { USD: 1e-9 }", 0).rates.at("USD"), 1e-9);
}

TEST(ReadReportTest, ARateOfItsOwnDayNeedsTheRate) {
  const ReportOptions report =
      Reported("rate: { USD: { date: 2024-01-15 } }", 1, "the rate of USD is missing");
  EXPECT_TRUE(report.rates.empty());
  EXPECT_TRUE(Reported("rate: { USD: { rate: 2 } }", 0).rate_dates.empty());
  Reported("rate: { USD: { rate: 2, dat: 2024-01-15 } }", 1,
           "unknown key `dat` in the rate of USD");
}

TEST(ReadReportTest, DaysAreOfTheCalendar) {
  for (const char* day : {"2024-02-29", "2023-12-31", "2000-02-29"}) {
    EXPECT_EQ(Reported(std::string("rate: { date: ") + day + " }", 0).rate_date, day);
  }
  // 2023 and 1900 were no leap years (Gregorian rule), April has thirty days.
  for (const char* day : {"2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-10",
                          "2024-01-00", "24-01-15", "2024-1-15x"}) {
    EXPECT_EQ(Reported(std::string("rate: { date: ") + day + " }", 1).rate_date, std::nullopt)
        << day;
  }
}

TEST(ReadReportTest, CurrenciesAreThreeCapitals) {
  EXPECT_EQ(Reported("currency: USD", 0).currency, "USD");
  for (const char* wrong : {"usd", "US", "USDX", "U$D", "''"}) {
    EXPECT_EQ(Reported(std::string("currency: ") + wrong, 1).currency, std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace trena

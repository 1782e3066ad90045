// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/study_match.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"

namespace trena {
namespace {

TestStudy StudyMatchMeasured(std::vector<Factor> factors, const Values& fixed = {},
                             const std::string& version = "1.13.1") {
  TestStudy test = CrossingOf(std::move(factors), 1);
  for (size_t i = 0; i < test.plan.scenarios.size(); ++i) {
    RunRecord& run = test.AddRun(i, 1, 10);
    run.fixed = fixed;
    run.framework_version = version;
  }
  return test;
}

// "C1=C2 C2=C1": which is which.
std::string Pairs(const StudyMatch& match) {
  std::string text;
  for (const MatchedPair& pair : match.pairs) {
    text += (text.empty() ? "" : " ") + pair.first.scenario->id + "=" + pair.second.scenario->id;
  }
  return text;
}

std::string Match(const TestStudy& first, const TestStudy& second,
                  const std::vector<std::string>& across = {}) {
  const Analysis a = first.Analyze(), b = second.Analyze();
  const auto match = MatchStudies(a, b, across);
  return match.ok() ? Pairs(match.value()) : match.error().message();
}

TEST(StudyMatch, ByValuesWhateverTheLabel) {
  EXPECT_EQ(
      Match(StudyMatchMeasured({{"batch", {64, 128}}}), StudyMatchMeasured({{"batch", {128, 64}}})),
      "C1=C2 C2=C1");
}

TEST(StudyMatch, AFactorHereMayBeFixedThere) {
  EXPECT_EQ(Match(StudyMatchMeasured({{"batch", {64, 128}}}, {{"image", 32}}),
                  StudyMatchMeasured({{"image", {64, 32}}}, {{"batch", 128}})),
            "C2=C2");
}

TEST(StudyMatch, SaysWhatIsInOneAlone) {
  const Analysis a = StudyMatchMeasured({{"batch", {32, 64}}}).Analyze();
  const Analysis b = StudyMatchMeasured({{"batch", {64, 128, 256}}}).Analyze();
  const auto match = MatchStudies(a, b);
  ASSERT_TRUE(match.ok());
  EXPECT_EQ(Pairs(match.value()), "C2=C1");
  ASSERT_EQ(match.value().only_first.size(), 1u);
  EXPECT_EQ(match.value().only_first[0].scenario->id, "C1");
  ASSERT_EQ(match.value().only_second.size(), 2u);
  EXPECT_EQ(match.value().only_second[1].scenario->id, "C3");
}

TEST(StudyMatch, AScenarioThatWasNeverRunIsMissing) {
  TestStudy first = StudyMatchMeasured({{"batch", {64, 128}}});
  TestStudy second = first;
  second.Remove(1, 1);
  const Analysis a = first.Analyze(), b = second.Analyze();
  const auto match = MatchStudies(a, b);
  ASSERT_TRUE(match.ok());
  EXPECT_EQ(Pairs(match.value()), "C1=C1");
  EXPECT_EQ(match.value().only_first.size(), 1u);
  EXPECT_TRUE(match.value().only_second.empty());
}

TEST(StudyMatch, AcrossAnUpgrade) {
  EXPECT_EQ(Match(StudyMatchMeasured({{"batch", {64}}}),
                  StudyMatchMeasured({{"batch", {64}}}, {}, "2.0.0")),
            "C1=C1");
}

// Two versions in one study are two things: then each goes with its own.
TEST(StudyMatch, VersionsCountWhereAStudyHasSeveral) {
  TestStudy both = StudyMatchMeasured({{"framework", {"libtorch@1.13.1", "libtorch@2.0.0"}}});
  both.runs[1].framework_version = "2.0.0";
  EXPECT_EQ(Match(both, StudyMatchMeasured({{"framework", {"libtorch"}}}, {}, "2.0.0")), "C2=C1");
}

TEST(StudyMatch, AcrossMachines) {
  TestStudy other = StudyMatchMeasured({{"batch", {64}}});
  other.runs[0].environment = "there";
  EXPECT_EQ(Match(StudyMatchMeasured({{"batch", {64}}}), other), "C1=C1");
}

TEST(StudyMatch, EnvironmentsCountWhereAStudyHasSeveral) {
  TestStudy two = StudyMatchMeasured({{"environment", {"here", "there"}}});
  two.study.environments.push_back(EnvironmentOf("there"));
  TestStudy one = StudyMatchMeasured({{"environment", {"there"}}});
  one.study.environments = {EnvironmentOf("there")};
  EXPECT_EQ(Match(two, one), "C2=C1");
}

TEST(StudyMatch, OtherWorkIsRefusedAndNamed) {
  const std::string said =
      Match(StudyMatchMeasured({{"batch", {64}}}, {{"epochs", 2}, {"image", 32}}),
            StudyMatchMeasured({{"batch", {64}}}, {{"epochs", 10}, {"images", 512}}));
  EXPECT_EQ(said,
            "the two studies have no scenario in common: they differ in epochs (2 against 10); "
            "image (32 against not stated); images (not stated against 512)\nTimes of different "
            "work tell little; to compare all the same: --across epochs,image,images");
}

TEST(StudyMatch, AcrossWhatIsAskedFor) {
  const TestStudy two = StudyMatchMeasured({{"batch", {64}}}, {{"epochs", 2}});
  const TestStudy ten = StudyMatchMeasured({{"batch", {64}}}, {{"epochs", 10}});
  EXPECT_EQ(Match(two, ten, {"epochs"}), "C1=C1");
  EXPECT_NE(Match(two, ten, {"epohcs"}).find("did you mean `epochs`?"), std::string::npos);
}

TEST(StudyMatch, AcrossWhatTellsScenariosApartIsRefused) {
  const std::string said = Match(StudyMatchMeasured({{"batch", {64, 128}}}),
                                 StudyMatchMeasured({{"batch", {64, 128}}}), {"batch"});
  EXPECT_NE(said.find("C1 and C2 differ in batch alone"), std::string::npos) << said;
}

TEST(StudyMatch, NothingMeasured) {
  TestStudy none = CrossingOf({{"batch", {64}}}, 1);
  EXPECT_NE(Match(none, StudyMatchMeasured({{"batch", {64}}})).find("no runs"), std::string::npos);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/overrides.h"

#include <gtest/gtest.h>

#include "study/test_design_study.h"

namespace trena {
namespace {

using Levels = std::vector<Value>;

Study Read(const std::vector<std::string>& parameters, const std::string& text = kDesignStudy) {
  Result<Study> study = ReadStudyText("s.yaml", text, {parameters, std::nullopt});
  EXPECT_TRUE(study.ok()) << (study.ok() ? "" : study.error().message());
  return study.ok() ? study.value() : Study{};
}

std::string OverridesErrorOf(const std::string& parameter) {
  Result<Study> study = ReadStudyText("s.yaml", kDesignStudy, {{parameter}, std::nullopt});
  EXPECT_FALSE(study.ok()) << parameter;
  if (study.ok()) return "";
  EXPECT_EQ(study.error().kind(), ErrorKind::kInput);
  return study.error().message();
}

bool OverridesHas(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(OverridesTest, LevelsAreReplacedInPlace) {
  Study study = Read({"image=128, 256", "network=network1"});
  ASSERT_EQ(study.factors.size(), 5u);
  EXPECT_EQ(study.factors[3].name, "image");
  EXPECT_EQ(study.factors[3].levels, (Levels{128, 256}));
  EXPECT_EQ(study.factors[4].levels, (Levels{"network1"}));
}

TEST(OverridesTest, AFixedValueIsReplacedAndSeveralMakeAFactor) {
  Study one = Read({"epochs=1"});
  EXPECT_EQ(*Find(one.fixed, "epochs"), Value(1));
  EXPECT_EQ(one.factors.size(), 5u);
  Study two = Read({"batch=64,128"});
  EXPECT_EQ(Find(two.fixed, "batch"), nullptr);
  ASSERT_NE(two.factor("batch"), nullptr);
  EXPECT_EQ(two.factor("batch")->levels, (Levels{64, 128}));
  EXPECT_EQ(two.factors.back().name, "batch");
}

TEST(OverridesTest, ANewNameIsAdded) {
  Study study = Read({"threads=2", "prefetch=1,2"});
  EXPECT_EQ(*Find(study.fixed, "threads"), Value(2));
  EXPECT_EQ(study.factor("prefetch")->levels, (Levels{1, 2}));
}

TEST(OverridesTest, GiveWhatTheFileDoesNotSay) {
  Study study = Read({"framework=fake"}, "study: x\n");
  EXPECT_EQ(study.fixed, (Values{{"framework", "fake"}}));
}

TEST(OverridesTest, ErrorsPointIntoTheArgument) {
  EXPECT_EQ(OverridesErrorOf("bacth=64"),
            "-P:1:1: unknown value `bacth`\n"
            "    1 | bacth=64\n"
            "      | ^~~~~\n"
            "      = did you mean `batch`?");
  EXPECT_EQ(OverridesErrorOf("batch=64,0"),
            "-P:1:10: batch must be a whole number from 1, not `0`\n"
            "    1 | batch=64,0\n"
            "      |          ^");
  EXPECT_TRUE(
      OverridesHas(OverridesErrorOf("batch=64,128,64.0"), "-P:1:14: level `64` is given twice"));
  EXPECT_TRUE(OverridesHas(OverridesErrorOf("batch=64,"), "an empty value"));
  EXPECT_TRUE(OverridesHas(OverridesErrorOf("batch="), "an empty value"));
  EXPECT_TRUE(OverridesHas(OverridesErrorOf("batch"), "expected name=value"));
  EXPECT_TRUE(OverridesHas(OverridesErrorOf("=64"), "expected name=value"));
  EXPECT_TRUE(OverridesHas(OverridesErrorOf("a b c d=1"), "`a b c d` cannot be a name"));
  EXPECT_TRUE(OverridesHas(OverridesErrorOf("environment=moon"),
                           "-P:1:13: environment `moon` is not described"));
}

TEST(OverridesTest, AMisspeltNameIsShownInTheArgument) {
  KnownNames known;
  known.networks = {"network1", "network2"};
  Result<Study> study =
      ReadStudyText("s.yaml", kDesignStudy, {{"network=network1,netwrk2"}, std::nullopt}, known);
  ASSERT_FALSE(study.ok());
  EXPECT_EQ(study.error().message(),
            "-P:1:18: unknown network `netwrk2`\n"
            "    1 | network=network1,netwrk2\n"
            "      |                  ^~~~~~~\n"
            "      = did you mean `network2`?");
}

// What shows later only is said in words: the line in the file is not what was meant.
TEST(OverridesTest, LaterErrorsDoNotPointToWhatWasReplaced) {
  const Study study = Read({"image=128,256", "epochs=1"});
  const std::string error = study.ErrorAt("factors.image", "too large").message();
  EXPECT_EQ(error, "s.yaml: too large");
  EXPECT_EQ(study.file->places.count("fixed.epochs.value"), 0u);
  EXPECT_EQ(study.file->places.count("factors.network"), 1u);
}

TEST(OverridesTest, AnExcludeOfALevelTakenAwayStaysRight) {
  std::string text = std::string(kDesignStudy) + "exclude: framework == mxnet and image > 32\n";
  Study study = Read({"framework=pytorch@2.2.0"}, text);
  ASSERT_EQ(study.exclude.size(), 1u);
  Values values = {{"framework", "pytorch@2.2.0"}, {"image", 64}};
  EXPECT_FALSE(study.exclude[0].Holds(values).value());
}

TEST(OverridesTest, Replications) {
  Result<Study> study = ReadStudyText("s.yaml", kDesignStudy, {{}, 9});
  ASSERT_TRUE(study.ok());
  EXPECT_EQ(study.value().design.replications, 9);
  Result<Study> none = ReadStudyText("s.yaml", kDesignStudy, {{}, 0});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message(), "--replications must be at least 1");
}

}  // namespace
}  // namespace trena

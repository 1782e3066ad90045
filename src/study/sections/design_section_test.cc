// SPDX-License-Identifier: Apache-2.0
#include "study/sections/design_section.h"

#include <gtest/gtest.h>

#include "study/axes.h"
#include "study/study_reader.h"

namespace trena {
namespace {

const std::string kBase =
    "fixed: { framework: fake }\n"
    "factors: { batch: [16, 32, 64], rate: [1, 2, 3], network: [one, two] }\n";

Study StudyOf(const std::string& text) {
  Result<Study> study = ReadStudyText("s.yaml", text);
  EXPECT_TRUE(study.ok()) << study.error().message();
  return study.ok() ? study.value() : Study();
}

void ExpectError(const std::string& text, const std::string& part, const std::string& hint = "") {
  Result<Study> study = ReadStudyText("s.yaml", text);
  ASSERT_FALSE(study.ok()) << text;
  EXPECT_NE(study.error().message().find(part), std::string::npos) << study.error().message();
  EXPECT_NE(study.error().message().find(hint), std::string::npos) << study.error().message();
}

TEST(DesignSectionTest, RunsThatTakeTurns) {
  DesignOptions design = StudyOf(kBase + "design: { order: in_turns, turn: 500ms }\n").design;
  EXPECT_TRUE(design.random_order);
  ASSERT_TRUE(design.turn);
  EXPECT_EQ(design.turn->value, 0.5);
  EXPECT_EQ(StudyOf(kBase + "design: { order: in_turns }\n").design.turn->value, 0.2);
  EXPECT_FALSE(StudyOf(kBase + "design: { order: random }\n").design.turn);
  for (const char* turn : {"0s", "0", "0.01", "60", "49ms", "1h", "11s"}) {
    ExpectError(kBase + "design: { order: in_turns, turn: " + turn + " }\n", "from 50ms to 10s");
  }
  ExpectError(kBase + "design: { order: in_turns, turn: 5 }\n", "no unit of time", "5s");
  ExpectError(kBase + "design: { turn: 200ms }\n", "says nothing unless runs take turns",
              "order: in_turns");
  ExpectError(kBase + "design: { order: in_turns, hard_to_change: network }\n",
              "whole plots cannot take turns");
  ExpectError(kBase + "environments: { a: {}, b: {} }\ndesign: { order: in_turns }\n",
              "several environments cannot take turns");
  ExpectError(kBase + "environments: { a: { device: cuda } }\ndesign: { order: in_turns }\n",
              "runs on cuda cannot take turns");
}

TEST(DesignSectionTest, ReplicationsThatStopByThemselves) {
  DesignOptions design =
      StudyOf(kBase + "design: { replications: { at_least: 4, at_most: 20, until: 2 % } }\n")
          .design;
  EXPECT_EQ(design.replications, 4);
  ASSERT_TRUE(design.stop);
  EXPECT_EQ(design.stop->at_most, 20);
  EXPECT_DOUBLE_EQ(design.stop->half_width, 0.02);
  design = StudyOf(kBase + "design: { replications: { at_most: 9, until: 0.5% } }\n").design;
  EXPECT_EQ(design.replications, 5) << "the first look is after five";
  design = StudyOf(kBase + "design: { replications: 4 }\n").design;
  EXPECT_FALSE(design.stop);
  auto exactly = ReadStudyText(
      "s.yaml", kBase + "design: { replications: { at_most: 9, until: 2 % } }\n", {{}, 7});
  EXPECT_EQ(exactly.value().design.replications, 7);
  EXPECT_FALSE(exactly.value().design.stop) << "--replications is exactly so many";
  for (auto [text, part] :
       {std::pair("{ at_least: 4 }", "s.yaml:3:25: replications that stop by themselves need"),
        {"{ at_most: 9, until: 2 }", "s.yaml:3:46: `2` has no unit; write it like 2 %"},
        {"{ at_most: 9, until: 200 % }", "`200 %` is not between 0 % and 100 %"},
        {"{ at_most: 3, until: 2 % }", "s.yaml:3:36: at_most is 3, below at_least, 5"},
        {"{ at_least: 1, at_most: 9, until: 2 % }", "at_least must be a whole number from 2"},
        {"{ at_mots: 9, until: 2 % }", "did you mean `at_most`?"},
        {"[1, 2]", "replications must be a whole number"}}) {
    ExpectError(kBase + "design: { replications: " + text + " }\n", part);
  }
}

TEST(DesignSectionTest, EveryOptionIsRead) {
  DesignOptions design =
      StudyOf(
          kBase +
          "design: { kind: fraction, resolution: iv, runs: 8, generators: [C = AB], blocks: 2,\n"
          "  centre_points: 3, hard_to_change: network, levels: { batch: [16, 32] } }\n")
          .design;
  EXPECT_EQ(design.kind, "fraction");
  EXPECT_EQ(design.resolution, 4);
  EXPECT_EQ(design.runs, 8);
  EXPECT_EQ(design.generators, std::vector<std::string>{"C = AB"});
  EXPECT_EQ(design.blocks, 2);
  EXPECT_EQ(design.centre_points, 3);
  EXPECT_EQ(design.hard_to_change, std::vector<std::string>{"network"});
  EXPECT_EQ(design.levels.at("batch"), (std::vector<Value>{16, 32}));
  EXPECT_EQ(StudyOf(kBase + "design: { kind: simple, base: { batch: 32 } }\n").design.base,
            (Values{{"batch", 32}}));
  design = StudyOf(kBase + "design: { kind: optimal, runs: 9, model: 2way, sweeps: 4 }\n").design;
  EXPECT_TRUE(design.two_way);
  EXPECT_EQ(design.sweeps, 4);
  EXPECT_FALSE(StudyOf(kBase + "design: { kind: optimal, model: main }\n").design.two_way);
  EXPECT_EQ(StudyOf(kBase + "design: { kind: fraction, resolution: 5 }\n").design.resolution, 5);
}

TEST(DesignSectionTest, OptionsOfOtherKindsAreMistakes) {
  ExpectError(kBase + "design: { kind: full, resolution: IV }\n",
              "s.yaml:3:23: `resolution` says nothing to a design of kind full",
              "it belongs to kind: fraction");
  ExpectError(kBase + "design: { base: { batch: 16 } }\n", "`base` says nothing");
  ExpectError(kBase + "design: { kind: simple, runs: 3 }\n", "`runs` says nothing",
              "fraction, plackett_burman, optimal");
}

TEST(DesignSectionTest, BadValues) {
  ExpectError(kBase + "design: { kind: fraction, resolution: II }\n",
              "s.yaml:3:39: resolution must be III, IV, V");
  ExpectError(kBase + "design: { kind: two_level, levels: { batch: [16] } }\n",
              "batch needs two levels here");
  ExpectError(kBase + "design: { kind: two_level, levels: { batch: [16, 16] } }\n",
              "s.yaml:3:38: the two levels of batch are the same");
  ExpectError(kBase + "design: { kind: two_level, levels: { batch: [16, 33] } }\n",
              "s.yaml:3:38: `33` is not a level of batch", "levels: 16, 32, 64");
  ExpectError(kBase + "design: { kind: simple, base: { bacth: 16 } }\n",
              "s.yaml:3:33: `bacth` is not a factor", "did you mean `batch`?");
  ExpectError(kBase + "design: { hard_to_change: [environment] }\n",
              "s.yaml:3:28: `environment` is not a factor", "factors: batch, rate, network");
  ExpectError(kBase + "design: { blocks: 0 }\n", "blocks must be a whole number from 1");
  ExpectError(kBase + "design: { centre_points: -1 }\n", "centre_points must be a whole number");
  ExpectError(kBase + "design: { kind: latin }\n", "kind cannot be `latin`", "known: full, simple");
}

TEST(TogetherTest, FactorsInStepAreOneAxis) {
  Study study = StudyOf(kBase + "together: [batch, rate]\n");
  std::vector<Axis> axes = AxesOf(study);
  ASSERT_EQ(axes.size(), 2u);
  EXPECT_EQ(axes[0].factors, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(axes[0].size, 3u);
  EXPECT_EQ(axes[0].name, "batch");
  EXPECT_EQ(axes[1].factors, std::vector<size_t>{2});
  EXPECT_FALSE(Follows(study, "batch"));
  EXPECT_TRUE(Follows(study, "rate"));
  EXPECT_FALSE(Follows(study, "network"));
  EXPECT_EQ(AxesOf(StudyOf(kBase)).size(), 3u);
  // The order of the list does not matter, that of the factors does.
  EXPECT_EQ(AxesOf(StudyOf(kBase + "together: [[rate, batch]]\n"))[0].name, "batch");
}

TEST(TogetherTest, BadGroups) {
  ExpectError(kBase + "together: [batch, network]\n",
              "s.yaml:3:19: network has 2 levels and batch has 3: they cannot move together");
  ExpectError(kBase + "together: [batch, rats]\n", "s.yaml:3:19: `rats` is not a factor",
              "did you mean `rate`?");
  ExpectError(kBase + "together: [batch]\n", "together needs two factors or more");
  ExpectError(kBase + "together: batch\n", "s.yaml:3:11: together must be a list of factors");
  ExpectError(kBase + "together: [[batch, rate], [rate, batch]]\n",
              "s.yaml:3:28: rate moves together with others already");
}

}  // namespace
}  // namespace trena

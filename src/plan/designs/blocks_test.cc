// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/blocks.h"

#include <gtest/gtest.h>

#include <map>

#include "plan/test_study.h"

namespace trena {
namespace {

std::vector<std::string> Lost(const Fraction& fraction, int count) {
  std::vector<std::string> words;
  for (FactorWord word : ConfoundedWords(fraction, BlockColumns(fraction, count))) {
    words.push_back(Letters(word));
  }
  return words;
}

// Box, Hunter & Hunter (2005), table 5A.1, and Montgomery (2013), table 7.9: what a 2^k in blocks
// gives up. Counted by length where several choices are as good.
TEST(BlocksTest, WholeDesignsGiveUpTheHighestInteractions) {
  EXPECT_EQ(Lost({3, {}}, 1), std::vector<std::string>{"ABC"});
  EXPECT_EQ(Lost({4, {}}, 1), std::vector<std::string>{"ABCD"});
  EXPECT_EQ(Lost({5, {}}, 1), std::vector<std::string>{"ABCDE"});
  auto lengths = [](int factors, int count) {
    std::map<size_t, int> lengths;
    for (const std::string& word : Lost({factors, {}}, count)) ++lengths[word.size()];
    return lengths;
  };
  // 2^3 in 4 blocks: AB, AC, BC. 2^4 in 4: one of two letters, two of three (ABC, ABD, CD).
  EXPECT_EQ(lengths(3, 2), (std::map<size_t, int>{{2, 3}}));
  EXPECT_EQ(lengths(4, 2), (std::map<size_t, int>{{2, 1}, {3, 2}}));
  // 2^5 in 4: ABC, CDE, ABDE. 2^6 in 4: ABCF, CDEF, ABDE.
  EXPECT_EQ(lengths(5, 2), (std::map<size_t, int>{{3, 2}, {4, 1}}));
  EXPECT_EQ(lengths(6, 2), (std::map<size_t, int>{{4, 3}}));
}

// Every level of every factor is in every block equally often.
void ExpectEven(const Study& study) {
  Design design = DesignOf(study);
  std::vector<Axis> axes = AxesOf(study);
  std::map<int, std::vector<std::map<size_t, int>>> counts;
  for (const DesignPoint& point : design.points) {
    auto& block = counts[point.block];
    block.resize(axes.size());
    LevelIndices indices = IndicesOf(axes, *point.combination);
    for (size_t i = 0; i < axes.size(); ++i) ++block[i][indices[i]];
  }
  ASSERT_EQ(counts.size(), static_cast<size_t>(study.design.blocks));
  for (const auto& [block, axis_counts] : counts) EXPECT_EQ(axis_counts, counts.begin()->second);
}

TEST(BlocksTest, BlocksAreBalanced) {
  ExpectEven(StudyOf(FactorsText(4, 2, "kind: two_level, blocks: 4")));
  ExpectEven(StudyOf(FactorsText(4, 2, "kind: full, blocks: 2")));
  ExpectEven(StudyOf(FactorsText(6, 2, "kind: fraction, resolution: IV, blocks: 2")));
  ExpectEven(StudyOf(FactorsText(3, 3, "kind: full, blocks: 3")));
  ExpectEven(StudyOf(FactorsText(5, 2, "kind: plackett_burman, runs: 12, blocks: 2")));
}

TEST(BlocksTest, AreSaidAndNumberedOverThePlan) {
  Plan plan = PlanOf(StudyOf(FactorsText(3, 2, "kind: two_level, blocks: 2, replications: 3")));
  EXPECT_EQ(plan.details["confounded_with_blocks"], Json::array({"ABC"}));
  EXPECT_NE(plan.notes.back().english.find("2 blocks of 4 runs; given up for that"),
            std::string::npos);
  std::map<int, int> sizes;
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    ++sizes[plan.runs[i].block];
    EXPECT_EQ(plan.runs[i].block, static_cast<int>(i / 4) + 1);
    EXPECT_EQ(plan.runs[i].replication, static_cast<int>(i / 8) + 1);
  }
  EXPECT_EQ(sizes.size(), 6u);
  plan = PlanOf(StudyOf(FactorsText(2, 3, "kind: full, blocks: 2, replications: 1")));
  EXPECT_EQ(plan.details["blocks_are_even"], false);
}

TEST(BlocksTest, NumbersThatCannotBe) {
  ExpectPlanError(FactorsText(3, 2, "kind: two_level, blocks: 3"),
                  "s.yaml:6:36: a two-level design cannot be 3 blocks", "2, 4, 8, … can");
  ExpectPlanError(FactorsText(3, 2, "kind: two_level, blocks: 8"),
                  "8 runs a replication cannot be 8 blocks", "two runs or more");
  ExpectPlanError(FactorsText(7, 2, "kind: fraction, runs: 8, blocks: 2"),
                  "8 runs cannot be in 2 blocks without losing a main effect");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/problems.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

const std::vector<std::string> kColumns = {"framework", "time_s"};

TEST(TableProblemsTest, NoneAtFirst) {
  const TableProblems none;
  EXPECT_FALSE(none.any());
  EXPECT_EQ(none.count(ProblemKind::kText), 0u);
}

TEST(TableProblemsTest, OneIsShownWithItsPlaceAndWhatToDo) {
  TableProblems problems;
  problems.Add(ProblemKind::kText, {3, 4, 1, "fast"});
  EXPECT_TRUE(problems.any());
  const Error error = problems.ToError("runs.csv", kColumns);
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.message(),
            "runs.csv: text where a number should be, in 1 row\n"
            "  row 3 (line 4), column `time_s`: `fast`\n"
            "  = mend the value, or leave it empty: then the row counts as missing");
}

TEST(TableProblemsTest, ThreeAreShownAndAllAreCounted) {
  TableProblems problems;
  for (size_t i = 1; i <= 4; ++i) problems.Add(ProblemKind::kNotFinite, {i, i + 1, 1, "nan"});
  EXPECT_EQ(problems.count(ProblemKind::kNotFinite), 4u);
  const std::string message = problems.ToError("t", kColumns).message();
  EXPECT_NE(message.find(", in 4 rows\n"), std::string::npos) << message;
  EXPECT_NE(message.find("row 3 (line 4)"), std::string::npos) << message;
  EXPECT_EQ(message.find("row 4 (line 5)"), std::string::npos) << message;
}

TEST(TableProblemsTest, KindsStandOneBelowTheOther) {
  TableProblems problems;
  problems.Add(ProblemKind::kUnknownOutcome, {1, 2, 0, "fine"});
  problems.Add(ProblemKind::kBrokenRow, {2, 3, 0, "a quote is never closed"});
  problems.Add(ProblemKind::kFieldCount, {5, 6, 0, "3"});
  const std::string message = problems.ToError("t", kColumns).message();
  const size_t broken = message.find("  row 2 (line 3): a quote is never closed\n");
  const size_t fields = message.find("  row 5 (line 6): 3 fields, 2 names\n");
  const size_t outcome = message.find("  row 1 (line 2), column `framework`: `fine`\n");
  ASSERT_TRUE(broken != std::string::npos && fields != std::string::npos &&
              outcome != std::string::npos)
      << message;
  EXPECT_TRUE(broken < fields && fields < outcome) << message;
  EXPECT_FALSE(message.ends_with('\n'));
}

TEST(TableProblemsTest, EveryKindHasWords) {
  for (size_t kind = 0; kind < static_cast<size_t>(ProblemKind::kCount); ++kind) {
    TableProblems problems;
    problems.Add(static_cast<ProblemKind>(kind), {1, 1, 0, "x"});
    EXPECT_FALSE(problems.ToError("t", kColumns).message().empty()) << kind;
  }
}

TEST(TableProblemsTest, LongTextIsCutAndNoneDrivesTheTerminal) {
  TableProblems problems;
  problems.Add(ProblemKind::kText, {1, 2, 1, std::string(40, 'a')});
  problems.Add(ProblemKind::kText, {2, 3, 1, std::string(41, 'b')});
  problems.Add(ProblemKind::kText, {3, 4, 1, "\x1b[2J"});
  const std::string message = problems.ToError("t", kColumns).message();
  EXPECT_NE(message.find("`" + std::string(40, 'a') + "`"), std::string::npos) << message;
  EXPECT_EQ(message.find(std::string(40, 'b')), std::string::npos) << message;
  EXPECT_NE(message.find(std::string(39, 'b')), std::string::npos) << message;
  EXPECT_EQ(message.find('\x1b'), std::string::npos) << message;
}

TEST(TableProblemsTest, ThoseOfLaterRowsAreMovedBehind) {
  TableProblems first, later;
  first.Add(ProblemKind::kText, {2, 3, 1, "one"});
  later.Add(ProblemKind::kText, {1, 1, 1, "two"});
  later.Add(ProblemKind::kEmptyLevel, {4, 5, 0, ""});
  first.Append(later, 10, 11);
  EXPECT_EQ(first.count(ProblemKind::kText), 2u);
  EXPECT_EQ(first.count(ProblemKind::kEmptyLevel), 1u);
  const std::string message = first.ToError("t", kColumns).message();
  EXPECT_NE(message.find("row 2 (line 3), column `time_s`: `one`"), std::string::npos) << message;
  EXPECT_NE(message.find("row 11 (line 12), column `time_s`: `two`"), std::string::npos) << message;
  EXPECT_NE(message.find("row 14 (line 16), column `framework`: ``"), std::string::npos) << message;
}

TEST(TableProblemsTest, OfManyPartsTheFirstThreeAreShown) {
  TableProblems whole;
  for (size_t part = 0; part < 3; ++part) {
    TableProblems two;
    two.Add(ProblemKind::kText, {1, 1, 1, "x"});
    two.Add(ProblemKind::kText, {2, 2, 1, "x"});
    whole.Append(two, 2 * part, 2 * part);
  }
  EXPECT_EQ(whole.count(ProblemKind::kText), 6u);
  const std::string message = whole.ToError("t", kColumns).message();
  EXPECT_NE(message.find("in 6 rows"), std::string::npos);
  EXPECT_NE(message.find("row 3 (line 3)"), std::string::npos) << message;
  EXPECT_EQ(message.find("row 4 (line 4)"), std::string::npos) << message;
  TableProblems none;
  none.Append(TableProblems(), 5, 5);
  EXPECT_FALSE(none.any());
}

}  // namespace
}  // namespace trena

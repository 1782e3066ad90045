// SPDX-License-Identifier: Apache-2.0
#include "analyze/warnings.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "analyze/verdict_reasons.h"
#include "core/files.h"

namespace trena {
namespace {

using Codes = std::set<std::string>;

// The codes that a namespace of one of the two headers declares.
Codes DeclaredIn(const std::string& name) {
  const fs::path folder = fs::path(TRENA_SOURCE_DIR) / "src/analyze";
  std::string text = ReadFile(folder / "warnings.h").value();
  text += ReadFile(folder / "verdict_reasons.h").value();
  const size_t begin = text.find("namespace trena::" + name + " {");
  text = text.substr(begin, text.find("}  // namespace trena::" + name) - begin);
  Codes codes;
  for (size_t at = text.find("const char* k"); at != text.npos;
       at = text.find("const char* k", at + 1)) {
    const size_t open = text.find('"', at);
    codes.insert(text.substr(open + 1, text.find('"', open + 1) - open - 1));
  }
  return codes;
}

template <typename Rows>
Codes CodesOf(const Rows& rows) {
  Codes codes;
  for (const auto& row : rows) {
    EXPECT_TRUE(codes.insert(row.code).second) << row.code << " has two rows";
  }
  return codes;
}

TEST(WarningRowsTest, EveryCodeHasItsRow) {
  EXPECT_EQ(CodesOf(WarningRows()), DeclaredIn("warning"));
  EXPECT_EQ(CodesOf(WhyNotRows()), DeclaredIn("why_not"));
  EXPECT_EQ(CodesOf(VerdictReasonRows()), DeclaredIn("verdict_reason"));
  EXPECT_EQ(CodesOf(ReservationRows()), DeclaredIn("reservation"));
  EXPECT_TRUE(DeclaredIn("warning").contains("no_price"));
}

TEST(WarningRowsTest, TheRulesOfTheVerdictAreDocumented) {
  const std::string page = ReadFile(fs::path(TRENA_SOURCE_DIR) / "docs/verdict.md").value();
  for (const auto& rows : {VerdictReasonRows(), ReservationRows()}) {
    for (const ReasonRow& row : rows) {
      EXPECT_NE(page.find(std::string("| `") + row.code + "` |"), std::string::npos) << row.code;
    }
  }
}

TEST(WarningRowsTest, ARowIsFoundByItsCode) {
  for (const WarningRow& row : WarningRows()) EXPECT_EQ(FindWarning(row.code), &row);
  EXPECT_EQ(FindWarning("new_code"), nullptr);
  for (const ReasonRow& row : VerdictReasonRows()) {
    EXPECT_EQ(FindReason(VerdictReasonRows(), row.code), &row);
  }
  EXPECT_EQ(FindReason(WhyNotRows(), verdict_reason::kMostlyFailed), nullptr);
}

// A sentence speaks only of arguments that the row counts, and some sentence speaks of each.
TEST(WarningRowsTest, SentencesSpeakOfTheArgumentsThereAre) {
  for (const WarningRow& row : WarningRows()) {
    std::string all;
    for (const Sentence& sentence : {row.seen, row.why, row.advice}) {
      all += sentence.In(Language::kEnglish);
    }
    for (size_t i = 0; i < 10; ++i) {
      const bool named = all.find("{" + std::to_string(i) + "}") != all.npos;
      EXPECT_EQ(named, i < row.before_list) << row.code << " {" << i << "}";
    }
  }
}

// What the numbers are of belongs into the answer; how they came to be does not.
TEST(WarningRowsTest, CaveatsAreOfWhatTheNumbersAreOf) {
  Codes caveats;
  for (const WarningRow& row : WarningRows()) {
    if (row.caveat) caveats.insert(row.code);
  }
  EXPECT_EQ(caveats, (Codes{"no_price", "stand_in", "synthetic_data", "simulated_runner",
                            "mixed_machines", "pending_environments", "out_of_memory",
                            "unfinished_round", "similar_levels", "failed_rows", "observed"}));
}

}  // namespace
}  // namespace trena

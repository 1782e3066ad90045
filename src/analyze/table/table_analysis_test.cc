// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/table_analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analyze/table/kept_rows.h"
#include "analyze/table/test_file.h"
#include "analyze/verdict_reasons.h"

namespace trena {
namespace {

class TableAnalysisTest : public TableFileTest {
 protected:
  TableAnalysis Analyze(const std::string& text, TableRequest request = {},
                        ModelRequest model = {}) {
    request.path = (folder_ / "runs.csv").string();
    request.response = "y";
    std::ofstream(request.path, std::ios::binary) << text;
    model.block = request.block;
    model.plot = request.plot;
    auto analysis = AnalyzeTable(request, model);
    EXPECT_TRUE(analysis.ok()) << (analysis.ok() ? "" : analysis.error().message());
    return analysis.ok() ? std::move(analysis).value() : TableAnalysis{};
  }
};

const AnovaRow& RowOf(const TableAnalysis& analysis, const std::string& term) {
  for (const AnovaRow& row : analysis.stated.model.rows) {
    if (row.term == term) return row;
  }
  ADD_FAILURE() << "no row " << term;
  return analysis.stated.model.rows.back();
}

// Correct digits: minus the decimal logarithm of the relative error.
double Digits(double actual, double certified) {
  return std::min(16.0, -std::log10(std::abs(actual / certified - 1)));
}

// NIST's SmLs01 to 09 by their rule, read from text: as many digits as base R reaches.
TEST_F(TableAnalysisTest, NistThroughTheReader) {
  const char* bases[] = {"1", "1000000", "1000000000000"};
  const double digits[3][2] = {{14.5, 14.5}, {9.9, 9.9}, {4.0, 3.9}};
  const int counts[] = {21, 201};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      std::string text = "treatment,y\n";
      int treatment = 0;
      for (int centre : {4, 3, 5, 3, 5, 3, 5, 3, 5}) {
        ++treatment;
        for (int k = 0; k < counts[j]; ++k) {
          const int tenths = centre + (k == 0 ? 0 : k % 2 == 1 ? -1 : 1);
          text += "t" + std::to_string(treatment) + "," + bases[i] + "." + std::to_string(tenths) +
                  "\n";
        }
      }
      SCOPED_TRACE(testing::Message() << "base " << bases[i] << ", r " << counts[j]);
      const TableAnalysis analysis = Analyze(text);
      EXPECT_GE(Digits(RowOf(analysis, "treatment").ss, 0.08 * counts[j]), digits[i][j]);
      EXPECT_GE(Digits(RowOf(analysis, "residuals").ss, 0.09 * (counts[j] - 1)), digits[i][j]);
      EXPECT_GE(Digits(*RowOf(analysis, "treatment").f, counts[j]), digits[i][j]);
    }
  }
}

constexpr const char* kWithACrash =
    "f,State,y\na,finished,1\na,finished,1.1\na,crashed,9\nb,finished,5\nb,finished,5.2\n";

// A crashed run is a failed observation, no factor's level, and nothing that can be mended any
// more.
TEST_F(TableAnalysisTest, FailedRowsAreCountedAndDoNotDecideForEver) {
  const TableAnalysis analysis = Analyze(kWithACrash);
  ASSERT_EQ(analysis.stated.cells.factors.size(), 1u);
  EXPECT_EQ(analysis.stated.cells.factors[0].name, "f");
  EXPECT_EQ(analysis.read.not_ok, (std::map<std::string, size_t>{{"crashed", 1}}));
  EXPECT_EQ(analysis.verdict, Verdict::kValidWithReservations) << "one of five rows";
  ASSERT_EQ(analysis.warnings.size(), 2u);
  EXPECT_EQ(analysis.warnings[0].code, "failed_rows");
  EXPECT_EQ(analysis.warnings[0].arguments,
            (std::vector<std::string>{"1", "5", "State", "crashed (1)"}));
  EXPECT_EQ(analysis.warnings[1].code, "observed") << "nobody is known to have randomised it";
}

// Four rows that ended well, and five that were lost.
TEST_F(TableAnalysisTest, MoreLostThanThereAreIsNoAnswer) {
  std::string failed = "f,State,y\na,finished,1\na,finished,1.1\nb,finished,5\nb,finished,5.2\n";
  std::string empty = "f,y\na,1\na,1.1\nb,5\nb,5.2\n";
  for (int i = 0; i < 5; ++i) {
    failed += "a,failed,\n";
    empty += "b,\n";
  }
  EXPECT_EQ(Analyze(failed).verdict, Verdict::kInvalid);
  EXPECT_EQ(Analyze(empty).verdict, Verdict::kInvalid);
}

// As in DAWNBench's published entries.
TEST_F(TableAnalysisTest, LevelsThatDifferInCaseOrSpacesAreNamed) {
  const TableAnalysis analysis = Analyze(
      "framework,y\nPyTorch,1\nPyTorch,2\nPytorch,3\nPytorch,4\npy torch,5\npy torch,6\n"
      "MXNet,7\nMXNet,8\n");
  ASSERT_FALSE(analysis.warnings.empty());
  EXPECT_EQ(analysis.warnings[0].code, "similar_levels");
  EXPECT_EQ(analysis.warnings[0].arguments,
            (std::vector<std::string>{"framework", "PyTorch", "Pytorch", "py torch"}));
}

// A level twice in each block: the block is no reason to give up the interaction.
TEST_F(TableAnalysisTest, BlocksDoNotHideRepetitions) {
  std::string text = "day,f,g,y\n";
  for (int i = 0; i < 12; ++i) {
    text += std::to_string(i / 4) + "," + "ab"[i % 2] + "," + "pq"[i / 2 % 2] + "," +
            std::to_string(i * i % 13) + "\n";
  }
  TableRequest request;
  request.block = "day";
  const TableAnalysis analysis = Analyze(text, request);
  EXPECT_FALSE(analysis.stated.choice.without_highest);
  EXPECT_EQ(RowOf(analysis, "residuals").df, 6u);  // 12 - 1 - 2 - 3
}

TEST_F(TableAnalysisTest, TheVerdictAndItsReasons) {
  using Reasons = std::vector<std::string>;
  struct Row {
    std::string rows;
    Verdict verdict;
    Reasons reasons;
  };
  const std::string effect = "p,10,ok\np,11,ok\nq,20,ok\nq,21,ok\n";
  const std::string memory = effect + "q,,oom\nq,,oom\nq,,oom\nq,,oom\nq,,oom\n";
  const std::string one_failed = effect + "q,,failed\n";
  const std::string half_failed = one_failed + "q,,failed\nq,,failed\nq,,failed\n";
  const std::string most_failed = half_failed + "q,,failed\n";
  const std::string missing = effect + "q,,ok\n";
  for (const Row& row : {
           // F = 100/0.5 on 1 and 2 degrees of freedom: p = 0.005.
           Row{effect, Verdict::kValid, {}},
           Row{"p,1,ok\np,3,ok\nq,1,ok\nq,3,ok\n",
               Verdict::kInconclusive,
               {verdict_reason::kNoEffect}},
           // Without any noise there is nothing to test by; what differs, differs.
           Row{"p,1,ok\np,1,ok\nq,2,ok\nq,2,ok\n", Verdict::kValid, {}},
           Row{"p,1,ok\np,1,ok\nq,1,ok\nq,1,ok\n",
               Verdict::kInconclusive,
               {verdict_reason::kNoEffect}},
           Row{memory, Verdict::kValid, {}},
           Row{one_failed, Verdict::kValidWithReservations, {}},
           Row{half_failed, Verdict::kValidWithReservations, {}},
           Row{most_failed, Verdict::kInvalid, {verdict_reason::kMostlyFailed}},
           Row{missing, Verdict::kValidWithReservations, {}},
       }) {
    TableRequest request;
    request.factors = {"f"};
    const TableAnalysis analysis = Analyze("f,y,outcome\n" + row.rows, request);
    EXPECT_EQ(analysis.verdict, row.verdict) << row.rows;
    EXPECT_EQ(analysis.verdict_reasons, row.reasons) << row.rows;
  }
}

// One of twenty rows is a twentieth; one of twenty-one is less.
TEST_F(TableAnalysisTest, LostRowsAreAReservationFromATwentiethOn) {
  std::string rows;
  for (int i = 0; i < 19; ++i) rows += i % 2 == 0 ? "p,10,ok\n" : "q,20.5,ok\n";
  TableRequest request;
  request.factors = {"f"};
  const TableAnalysis lost = Analyze("f,y,outcome\n" + rows + "q,,failed\n", request);
  ASSERT_EQ(lost.reservations.size(), 1u);
  EXPECT_EQ(lost.reservations[0].code, reservation::kShareLost);
  EXPECT_EQ(lost.reservations[0].arguments, (std::vector<std::string>{"1", "20"}));
  EXPECT_TRUE(
      Analyze("f,y,outcome\n" + rows + "p,10.1,ok\nq,,failed\n", request).reservations.empty());
}

// The example of stats/model/strata/error_strata_test.cc, worked by hand.
TEST_F(TableAnalysisTest, WholePlotsOfATable) {
  TableRequest request;
  request.plot = "plot";
  const TableAnalysis analysis = Analyze(
      "plot,a,b,y\n1,x,p,1\n1,x,q,3\n2,x,p,2\n2,x,q,6\n3,z,p,6\n3,z,q,8\n4,z,p,6\n4,z,q,12\n",
      request);
  EXPECT_NEAR(*RowOf(analysis, "a").f, 12.5, 1e-10);
  EXPECT_EQ(RowOf(analysis, "a").error, "plot");
  EXPECT_NEAR(*RowOf(analysis, "b").f, 24.5 / 2.5, 1e-10);
}

TEST_F(TableAnalysisTest, RowsAreKeptForTheChecksUnlessTheyAreMany) {
  std::string text = "f,y\n";
  for (size_t i = 0; i < KeptRows::kMost; ++i) {
    text += (i % 2 == 0 ? "a," : "b,") + std::to_string(i * i % 101) + "\n";
  }
  const TableAnalysis few = Analyze(text);
  EXPECT_TRUE(few.stated.checks.made);
  ASSERT_EQ(few.stated.checks.points.size(), KeptRows::kMost);
  EXPECT_EQ(few.stated.checks.points[6].order, 7);
  const TableAnalysis many = Analyze(text + "a,5\n");
  EXPECT_TRUE(many.stated.checks.points.empty());
  EXPECT_EQ(many.stated.pairs.size(), 1u) << "comparisons need the cells alone";
}

TEST_F(TableAnalysisTest, ObservationsAreOfTheirCellsWhateverIsLeftOut) {
  TableRequest request;
  std::string text = "id,f,same,g,y\n";
  for (int i = 0; i < 16; ++i) {
    text += std::to_string(i) + "," + "ab"[i % 2] + "," + "AB"[i % 2] + "," + "pq"[i / 2 % 2] +
            "," + std::to_string(10 * (i % 2) + i / 2 % 2 + i % 3) + "\n";
  }
  const TableAnalysis analysis = Analyze(text);
  const auto& cells = analysis.stated.cells;
  ASSERT_EQ(cells.factors.size(), 2u);
  double sum = 0;
  for (const ResidualPoint& point : analysis.stated.checks.points) sum += point.residual;
  ASSERT_EQ(analysis.stated.checks.points.size(), 16u);
  EXPECT_NEAR(sum, 0, 1e-10);
  EXPECT_NEAR(analysis.stated.checks.points[1].fitted + analysis.stated.checks.points[1].residual,
              10 + 0 + 1, 1e-10);
}

// One rule for a plan, a study and a table: Montgomery's example 6.2 as rows (see lenth_test.cc).
TEST_F(TableAnalysisTest, OneRowOfEachIsJudgedByLenth) {
  const int rates[] = {45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96};
  std::string text = "A,B,C,D,y\n";
  for (int i = 0; i < 16; ++i) {
    for (int factor = 0; factor < 4; ++factor) text += (i >> factor & 1) != 0 ? "high," : "low,";
    text += std::to_string(rates[i]) + "\n";
  }
  const TableAnalysis analysis = Analyze(text);
  ASSERT_TRUE(analysis.stated.model.pseudo_error);
  EXPECT_NEAR(analysis.stated.model.pseudo_error->standard_error, 2.625, 1e-12);
  // R: 2*pt(-21.625/2.625, 5).
  EXPECT_NEAR(*RowOf(analysis, "A").p, 0.000429476393691, 1e-12);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// `trena analyze --table`: a table that trena did not measure, in a pipe and from standard input.
#include <gtest/gtest.h>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

// Jain (1991), chapter 18: of 7032 memory explains 5547, cache 1083, both together 300.
constexpr const char* kJain =
    "memory,cache,status,time_s\r\n"
    "4,1,ok,15\r\n4,1,ok,18\r\n4,1,ok,12\r\n16,1,ok,45\r\n16,1,ok,48\r\n16,1,ok,51\r\n"
    "4,2,ok,25\r\n4,2,ok,28\r\n4,2,ok,19\r\n16,2,ok,75\r\n16,2,ok,75\r\n16,2,ok,81\r\n";

TEST(AnalyzeTable, FromAFile) {
  Session session;
  session.Write("runs.csv", kJain);
  const ProcessResult result =
      session.Trena({"analyze", "--table", "runs.csv", "--response", "time_s"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "Factors: memory and cache.")) << result.output;
  EXPECT_TRUE(Has(result.output, "78.9%")) << result.output;
  EXPECT_TRUE(Has(result.output, "The answer is valid: 12 of 12 rows are analysed."));
}

TEST(AnalyzeTable, ForPrograms) {
  Session session;
  session.Write("runs.csv", kJain);
  const ProcessResult result =
      session.Trena({"analyze", "--table", "runs.csv", "--response", "time_s", "--factors",
                     "cache,memory", "--model", "main", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const auto json = ParseJson(result.output);
  ASSERT_TRUE(json.ok());
  const Json& anova = json.value()["anova"];
  ASSERT_EQ(anova.size(), 3u);
  EXPECT_EQ(anova[0]["term"], "cache");
  EXPECT_NEAR(anova[0]["ss"].get<double>(), 1083, 1e-9);
  EXPECT_NEAR(anova[2]["ss"].get<double>(), 402, 1e-9) << "the interaction and the error";
  EXPECT_EQ(anova[2]["df"], 9);
}

TEST(AnalyzeTable, InPortugueseWithDecimalCommas) {
  Session session;
  session.Write("runs.csv", "rede;tempo\na;1.234,5\na;1.235,5\nb;2,5\nb;3,5\n");
  const ProcessResult refused =
      session.Trena({"analyze", "--table", "runs.csv", "--response", "tempo"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(Has(refused.errors, "--decimal-comma")) << refused.errors;
  const ProcessResult result = session.Trena({"analyze", "--table", "runs.csv", "--response",
                                              "tempo", "--decimal-comma", "--language", "pt-BR"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "1.235")) << result.output;
}

TEST(AnalyzeTable, NamesWithCommasQuotesAndUnicode) {
  Session session;
  session.Write("runs.csv",
                "\"o \"\"tipo\"\", é\",g,y\na,1,1\na,2,2\nb,1,5\nb,2,6\na,1,2\nb,2,7\n");
  const ProcessResult result =
      session.Trena({"analyze", "--table", "runs.csv", "--response", "y", "--factors",
                     "\"o \"\"tipo\"\", é\",g", "--model", "main"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "o \"tipo\", é")) << result.output;
}

// Means of memory 4 and 16 are 19.5 and 62.5.
TEST(AnalyzeTable, ComparesLevelsAndContrasts) {
  Session session;
  session.Write("runs.csv", kJain);
  const ProcessResult text =
      session.Trena({"analyze", "--table", "runs.csv", "--response", "time_s", "--contrast",
                     "memory: 16 - 4", "--same-within", "10%", "--all"});
  EXPECT_EQ(text.exit_code, 0) << text.errors;
  EXPECT_TRUE(Has(text.output, "Levels compared")) << text.output;
  EXPECT_TRUE(Has(text.output, "16 against 4")) << text.output;
  EXPECT_TRUE(Has(text.output, "slower")) << text.output;
  EXPECT_TRUE(Has(text.output, "Whether to believe it")) << text.output;
  const ProcessResult result = session.Trena({"analyze", "--table", "runs.csv", "--response",
                                              "time_s", "--contrast", "memory: 16 - 4", "--json"});
  const auto json = ParseJson(result.output);
  ASSERT_TRUE(json.ok());
  const Json& pair = json.value()["pairs"][0];
  EXPECT_EQ(pair["verdict"], "slower");
  EXPECT_NEAR(pair["difference"].get<double>(), 43, 1e-9);
  EXPECT_NEAR(pair["ratio"].get<double>(), 62.5 / 19.5, 1e-9);
  EXPECT_NEAR(json.value()["contrasts"][0]["estimate"].get<double>(), 43, 1e-9);
  EXPECT_EQ(json.value()["checks"]["points"].size(), 12u);
  const ProcessResult wrong = session.Trena(
      {"analyze", "--table", "runs.csv", "--response", "time_s", "--contrast", "memory: 16 - 5"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(Has(wrong.errors, "no level of memory")) << wrong.errors;
}

TEST(AnalyzeTable, WithCovariatesAndWithout) {
  Session session;
  session.Write("runs.csv",
                "f,load,y\na,1,10.1\na,2,12\na,3,13.9\na,4,16.1\nb,1,15.1\nb,2,16.9\n"
                "b,3,19\nb,4,21.1\n");
  const ProcessResult result = session.Trena({"analyze", "--table", "runs.csv", "--response", "y",
                                              "--factors", "f", "--covariate", "load", "--all"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "With covariates and without")) << result.output;
  EXPECT_TRUE(Has(result.output, "narrower")) << result.output;
}

TEST(AnalyzeTable, BadUsage) {
  Session session;
  session.Write("runs.csv", kJain);
  const ProcessResult nothing = session.Trena({"analyze"});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_TRUE(Has(nothing.errors, "--table")) << nothing.errors;
  const ProcessResult which = session.Trena({"analyze", "--table", "runs.csv"});
  EXPECT_EQ(which.exit_code, 2);
  EXPECT_TRUE(Has(which.errors, "`time_s`")) << which.errors;
  const ProcessResult both =
      session.Trena({"analyze", "s.yaml", "--table", "runs.csv", "--response", "time_s"});
  EXPECT_EQ(both.exit_code, 2);
  const ProcessResult alone = session.Trena({"analyze", "s.yaml", "--response", "time_s"});
  EXPECT_EQ(alone.exit_code, 2);
  const ProcessResult missing =
      session.Trena({"analyze", "--table", "none.csv", "--response", "time_s"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_TRUE(Has(missing.errors, "cannot open none.csv")) << missing.errors;
}

}  // namespace
}  // namespace trena

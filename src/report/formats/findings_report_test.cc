// SPDX-License-Identifier: Apache-2.0
// What is said and shown of limits, a target accuracy and scaling.
#include <gtest/gtest.h>

#include <set>

#include "analyze/test_series.h"
#include "report/answer/bottleneck_words.h"
#include "report/answer/scaling_words.h"
#include "report/answer/target_words.h"
#include "report/formats/example_analysis.h"
#include "report/words/test_words.h"

namespace trena {
namespace {

const Words kWords(Language::kEnglish);

Analysis WithLimits() {
  Analysis analysis = ExampleAnalysis();
  analysis.limits.runs = {
      {"C1-r1-a1", "C1", LimitKind::kCpu, {{"cpu_pct", 94.44, 85, true}}},
      {"C1-r2-a1", "C1", LimitKind::kCpu, {{"cpu_pct", 95, 85, true}}},
      {"C1-r3-a1", "C1", LimitKind::kDisturbed, {{"host_steal_pct", 12, 10, true}}},
      {"C2-r1-a1", "C2", LimitKind::kCannotTell, {{"cpu_pct", 50, 85, false}}}};
  analysis.limits.uses = {{"cpu_pct", 8, 0.12, -0.64, 0.76}, {"mem_pct", 8, 0.92, 0.61, 0.99}};
  return analysis;
}

TEST(LimitsReport, OneRowPerVerdictOfAScenario) {
  const ReportTable table = BottleneckTable(WithLimits(), kWords);
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0][0].text, "C1");
  EXPECT_EQ(table.rows[0][1].text, "CPU-bound (2 of 3 runs)");
  EXPECT_EQ(table.rows[0][2].text, "cpu_pct 94.4 (≥ 85.0)");
  EXPECT_EQ(table.rows[1][0].text, "") << "the same scenario";
  EXPECT_EQ(table.rows[1][1].text, "disturbed (1 of 3 runs)");
  EXPECT_EQ(table.rows[2][2].text, "cpu_pct 50.0 (< 85.0)");
}

TEST(LimitsReport, TellsWhetherUseExplainsTime) {
  const auto said = Said(SayBottlenecks, WithLimits());
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(
      said[0],
      "What limits the runs: CPU-bound (2 of 4 runs), disturbed (1 of 4 runs) and cannot tell "
      "(1 of 4 runs).");
  EXPECT_EQ(said[1],
            "Whether the use of the CPU goes with the time across scenarios cannot be told (r = "
            "0.12, 95% interval "
            "from −0.64 to 0.76, 8 scenarios).");
  EXPECT_TRUE(Has(said[2], "The use of memory goes with the time across scenarios (r = 0.92"));
  EXPECT_TRUE(Said(SayBottlenecks, ExampleAnalysis()).empty());
  EXPECT_TRUE(Has(Said(SayBottlenecks, WithLimits(), Language::kPortuguese),
                  "Não se sabe se o uso da CPU"));
  EXPECT_EQ(BottlenecksJson(WithLimits().limits)["runs"][2]["limit"], "disturbed");
}

Analysis WithTarget() {
  Analysis analysis = ExampleAnalysis();
  TargetAnalysis target;
  target.accuracy = 0.97;
  const std::vector<double> seconds = {4.9, 5, 5.1}, costs = {0.00049, 0.0005, 0.00051};
  ScenarioTarget all;
  all.id = "C1";
  all.runs.resize(3);
  all.reached = 3;
  all.seconds = Summarize(seconds);
  all.cost = Summarize(costs);
  all.best = 0.98;
  ScenarioTarget some;
  some.id = "C2";
  some.runs.resize(3);
  some.reached = 2;
  some.censored = 1;
  some.median_seconds = 7;
  some.best = 0.975;
  ScenarioTarget unknown;
  unknown.id = "C3";
  unknown.runs.resize(3);
  unknown.unknown = 3;
  target.scenarios = {all, some, unknown};
  target.fastest = target.cheapest = "C1";
  analysis.target = target;
  return analysis;
}

// ± 4.30265 × 0.1 ÷ √3 = 0.25.
TEST(TargetReport, MeansMediansAndWhoNeverReachedIt) {
  const ReportTable table = TargetTable(WithTarget(), kWords);
  EXPECT_EQ(table.title, "Time and cost to an accuracy of 97.0%");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0][1].text, "3 of 3");
  EXPECT_EQ(table.rows[0][2].text, "5.00 ± 0.25");
  EXPECT_EQ(table.rows[1][1].text, "2 of 3");
  EXPECT_EQ(table.rows[1][2].text, "median 7.000");
  EXPECT_EQ(table.rows[1][3].text, "—");
  EXPECT_EQ(table.rows[2][1].text, "0 of 3, 3 not known");
  EXPECT_TRUE(TargetTable(ExampleAnalysis(), kWords).rows.empty());
}

TEST(TargetReport, SaysWhoWasCensored) {
  const auto said = Said(SayTarget, WithTarget());
  ASSERT_EQ(said.size(), 4u);
  EXPECT_EQ(said[0],
            "Accuracy of 97.0% is reached soonest by C1 (batch 64, image 32, network1), in 5.00 ± "
            "0.25 s (n = 3).");
  EXPECT_TRUE(Has(said[1], "at the least cost by C1"));
  EXPECT_EQ(said[2], "1 of 9 runs never reach it; they are counted as censored, not left out: C2.");
  EXPECT_TRUE(Has(said[3], "Of 3 of 9 runs it is not known"));
  Analysis nobody = WithTarget();
  nobody.target->fastest.reset();
  EXPECT_EQ(Said(SayTarget, nobody)[0], "No scenario reaches an accuracy of 97.0% in every run.");
  EXPECT_TRUE(Said(SayTarget, ExampleAnalysis()).empty());
  EXPECT_TRUE(TargetJson(std::nullopt).is_null());
  EXPECT_EQ(TargetJson(WithTarget().target)["scenarios"][1]["censored"], 1);
}

TEST(ScalingReport, LawExponentAndWhereItJumps) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Said(SayScaling, analysis).empty());
  const std::vector<double> sizes = {16, 16, 32, 32, 64, 64, 128, 128};
  const std::vector<double> times = {2.57, 2.55, 10.2, 10.3, 41, 40.9, 163, 164.5};
  FactorScaling scaling;
  scaling.factor = "image";
  scaling.levels = {16, 32, 64, 128};
  ScalingGroup group;
  group.others = {{"network", "network1"}, {"batch", 64}};
  group.runs = 8;
  group.time = AnalyzeScaling(sizes, times).value();
  group.change = ChangePoint{32, 64, 1.5, 0.01, 9};
  scaling.groups = {group};
  scaling.exponent = Coefficient{"exponent", 2, 0.01, 1.97, 2.03, 0.0};
  scaling.law = ScalingChoice{ScalingLaw::kPower, std::nullopt};
  analysis.scaling = {scaling};
  const auto said = Said(SayScaling, analysis);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[0],
            "Time grows with image to the power of 2.00 (95% interval from 1.97 to 2.03, 8 runs).");
  EXPECT_TRUE(Has(said[1], "jumps up by 50.0% between image 32 and 64 (network1, batch 64)"));
  Analysis swaps = analysis;
  swaps.scaling[0].groups[0].change = ChangePoint{64, 128, 3.96, 0.001, 30};
  EXPECT_EQ(Said(SayScaling, swaps)[1],
            "From image 128 on 4.0 times as long per image (network1, batch 64), which no smooth "
            "law explains.");
  swaps.scaling[0].groups[0].swapping = true;
  EXPECT_EQ(Said(SayScaling, swaps)[1],
            "From image 128 on 4.0 times as long per image (network1, batch 64), which no smooth "
            "law explains: swapping.");
  EXPECT_EQ(Said(SayScaling, swaps, Language::kPortuguese)[1],
            "A partir de image 128, 4,0 vezes mais tempo por imagem (network1, batch 64), o que "
            "nenhuma lei suave explica: swap.");
  EXPECT_EQ(ScalingTables(swaps, kWords)[0].rows[0][5].text, "between 64 and 128: swapping");
  EXPECT_EQ(ScalingJson(swaps.scaling)[0]["groups"][0]["change"]["swapping"], true);
  analysis.scaling[0].exponent->low = -0.1;
  EXPECT_EQ(Said(SayScaling, analysis).size(), 1u) << "an exponent that may be 0 is not said";
  const ReportTable table = ScalingTables(analysis, kWords)[0];
  EXPECT_EQ(table.rows[0][2].text, "power law");
  EXPECT_TRUE(table.rows[0][4].text.starts_with("x^2.0")) << table.rows[0][4].text;
  EXPECT_EQ(table.rows[0][5].text, "between 32 and 64");
  const Json json = ScalingJson(analysis.scaling);
  EXPECT_EQ(json[0]["groups"][0]["best"], "power");
  EXPECT_EQ(json[0]["groups"][0]["fits"].size(), 4u);
}

// From the recorded samples to the sentence.
TEST(ScalingReport, ASweepWhoseLastBatchSwapsSaysSo) {
  const Analysis swaps =
      SweepThatJumps(RecordedMetrics("made_swapping.csv"), {{"host_swap_bytes_max", 0}}).Analyze();
  const auto said = Said(SayScaling, swaps);
  ASSERT_FALSE(said.empty());
  EXPECT_TRUE(Has(said.back(), "From batch 256 on ")) << said.back();
  EXPECT_TRUE(Has(said.back(), " times as long per image")) << said.back();
  EXPECT_TRUE(said.back().ends_with(": swapping.")) << said.back();
}

constexpr LimitKind kLimits[] = {LimitKind::kSwapping, LimitKind::kThrottled, LimitKind::kDisturbed,
                                 LimitKind::kGpu,      LimitKind::kCpu,       LimitKind::kMemory,
                                 LimitKind::kInput,    LimitKind::kCannotTell};

Analysis WithLimit(LimitKind limit) {
  Analysis analysis = ExampleAnalysis();
  analysis.limits.runs = {{"C1-r1-a1", "C1", limit, {}}};
  return analysis;
}

TEST(LimitsReport, EveryLimitHasAWordOfItsOwn) {
  std::set<std::string> words, codes;
  for (LimitKind limit : kLimits) {
    for (Language language : {Language::kEnglish, Language::kPortuguese}) {
      const auto said = Said(SayBottlenecks, WithLimit(limit), language);
      ASSERT_EQ(said.size(), 1u) << "no use was compared with the time";
      EXPECT_TRUE(words.insert(said[0]).second) << said[0];
      EXPECT_TRUE(Has(said[0], "(1 ")) << said[0];
    }
    codes.insert(BottlenecksJson(WithLimit(limit).limits)["runs"][0]["limit"]);
  }
  EXPECT_EQ(codes.size(), std::size(kLimits));
}

TEST(LimitsReport, TheMostFrequentLimitComesFirst) {
  Analysis analysis = WithLimit(LimitKind::kSwapping);
  analysis.limits.runs.push_back({"C2-r1-a1", "C2", LimitKind::kCpu, {}});
  analysis.limits.runs.push_back({"C2-r2-a1", "C2", LimitKind::kCpu, {}});
  const std::string said = Said(SayBottlenecks, analysis)[0];
  EXPECT_LT(said.find("CPU-bound (2 of 3 runs)"), said.find("swapping (1 of 3 runs)")) << said;
}

// Zero at an end of the interval is still in it.
TEST(LimitsReport, UseGoesWithTimeWhereTheIntervalLeavesOutZero) {
  const auto explains = [](double low, double high) {
    Analysis analysis = WithLimit(LimitKind::kCpu);
    analysis.limits.uses = {{"cpu_pct", 8, 0.5, low, high}};
    const std::string said = Said(SayBottlenecks, analysis)[1];
    EXPECT_NE(said.starts_with("Whether "), !Has(said, "cannot be told")) << said;
    return !Has(said, "cannot be told");
  };
  EXPECT_TRUE(explains(0.1, 0.9));
  EXPECT_TRUE(explains(-0.9, -0.1));
  EXPECT_FALSE(explains(-0.1, 0.9));
  EXPECT_FALSE(explains(0, 0.9));
  EXPECT_FALSE(explains(-0.9, 0));
}

TEST(LimitsReport, UsesAreSaidAtTheAnalysissConfidence) {
  Analysis analysis = WithLimits();
  analysis.confidence = 0.9;
  EXPECT_TRUE(Has(Said(SayBottlenecks, analysis), "90% interval from 0.61 to 0.99, 8 scenarios"));
  EXPECT_TRUE(Has(Said(SayBottlenecks, analysis, Language::kPortuguese),
                  "O uso de memória acompanha o tempo entre os cenários (r = 0,92, intervalo de "
                  "90% de 0,61 a 0,99, 8 cenários)."));
}

TEST(LimitsReport, EvidenceIsOfTheFirstRunOfALimit) {
  Analysis analysis = WithLimits();
  analysis.limits.runs[0].evidence.push_back({"gpu_pct", 12.34, 70, false});
  const ReportTable table = BottleneckTable(analysis, kWords);
  EXPECT_EQ(table.rows[0][2].text, "cpu_pct 94.4 (≥ 85.0), gpu_pct 12.3 (< 70.0)");
  EXPECT_EQ(BottleneckTable(analysis, Words(Language::kPortuguese)).rows[0][2].text,
            "cpu_pct 94,4 (≥ 85,0), gpu_pct 12,3 (< 70,0)");
  EXPECT_TRUE(BottleneckTable(ExampleAnalysis(), kWords).rows.empty());
}

TEST(LimitsReport, ProgramsReadTheEvidence) {
  const Json json = BottlenecksJson(WithLimits().limits);
  EXPECT_EQ(json["runs"].size(), 4u);
  EXPECT_EQ(json["runs"][0]["evidence"][0],
            Json({{"metric", "cpu_pct"}, {"value", 94.44}, {"threshold", 85}, {"above", true}}));
  EXPECT_EQ(json["runs"][3]["evidence"][0]["above"], false);
  EXPECT_EQ(json["use_and_time"][1]["low"], 0.61);
}

TEST(TargetReport, TheCheapestIsNamedByItselfAndOnlyWhereThereIsOne) {
  Analysis analysis = WithTarget();
  analysis.target->scenarios[1].seconds = analysis.target->scenarios[0].seconds;
  analysis.target->fastest = "C2";
  auto said = Said(SayTarget, analysis);
  EXPECT_TRUE(Has(said[0], "soonest by C2 (batch 64, image 32, network2)")) << said[0];
  // 0.00049, 0.0005 and 0.00051: ± 4.30265 × 0.00001 ÷ √3 = 0.000025.
  EXPECT_TRUE(Has(
      said[1], "by C1 (batch 64, image 32, network1), for 0.500 ± 0.025 USD per 1,000 trainings"))
      << said[1];
  analysis.target->cheapest.reset();
  EXPECT_FALSE(Has(Said(SayTarget, analysis), "at the least cost"));
  EXPECT_TRUE(Has(Said(SayTarget, analysis), "soonest by C2"));
}

TEST(TargetReport, WhoIsCensoredOrUnknownIsSaidOnlyThen) {
  Analysis analysis = WithTarget();
  analysis.target->scenarios.resize(1);
  auto said = Said(SayTarget, analysis);
  EXPECT_EQ(said.size(), 2u) << "every run of C1 reached it";
  analysis = WithTarget();
  analysis.target->scenarios.pop_back();
  said = Said(SayTarget, analysis);
  EXPECT_TRUE(Has(said, "1 of 6 runs"));
  EXPECT_FALSE(Has(said, "not known"));
  analysis.target->scenarios[0].censored = 3;
  EXPECT_TRUE(Has(Said(SayTarget, analysis), "4 of 6 runs"));
  EXPECT_TRUE(Has(Said(SayTarget, analysis), ": C1 and C2."));
  analysis.target->scenarios.clear();
  EXPECT_TRUE(Said(SayTarget, analysis).empty());
}

TEST(TargetReport, SpeaksPortuguese) {
  const auto said = Said(SayTarget, WithTarget(), Language::kPortuguese);
  ASSERT_EQ(said.size(), 4u);
  EXPECT_TRUE(Has(said[0], "A acurácia de 97,0% é atingida mais cedo por C1")) << said[0];
  EXPECT_TRUE(Has(said[1], "US$ 0,500 ± 0,025 por 1.000 treinamentos (n = 3)")) << said[1];
  EXPECT_TRUE(Has(said[2], "1 de 9 execuções")) << said[2];
  EXPECT_TRUE(Has(said[3], "De 3 de 9 execuções não se sabe")) << said[3];
  const ReportTable table = TargetTable(WithTarget(), Words(Language::kPortuguese));
  EXPECT_EQ(table.rows[1][2].text, "mediana 7,000");
  EXPECT_EQ(table.rows[2][1].text, "0 de 3, 3 sem saber");
}

TEST(TargetReport, WithoutPricesThereIsNoColumnOfCosts) {
  Analysis analysis = WithTarget();
  const size_t priced = TargetTable(analysis, kWords).columns.size();
  analysis.cost.currency.clear();
  const ReportTable table = TargetTable(analysis, kWords);
  EXPECT_EQ(table.columns.size(), priced - 1);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  EXPECT_EQ(table.rows[0].back().text, "98.0%") << "the best accuracy is still the last";
  EXPECT_EQ(table.rows[2].back().text, "—");
}

TEST(TargetReport, ProgramsReadHowEachRunEnded) {
  Analysis analysis = WithTarget();
  auto& runs = analysis.target->scenarios[1].runs;
  runs[0] = {"C2-r1", TargetEnd::kReached, 6.5, 3, 0.975};
  runs[1] = {"C2-r2", TargetEnd::kCensored, 9, 0, 0.95};
  runs[2] = {"C2-r3", TargetEnd::kUnknown, 0, 0, std::nullopt};
  const Json json = TargetJson(analysis.target);
  EXPECT_EQ(json["accuracy"], 0.97);
  EXPECT_EQ(json["fastest"], "C1");
  const Json& some = json["scenarios"][1];
  EXPECT_TRUE(some["seconds"].is_null()) << "a mean only where all reached it";
  EXPECT_EQ(some["median_seconds"], 7);
  EXPECT_EQ(some["runs"][0], Json({{"run", "C2-r1"},
                                   {"end", "reached"},
                                   {"seconds", 6.5},
                                   {"epoch", 3},
                                   {"best_accuracy", 0.975}}));
  EXPECT_EQ(some["runs"][1]["end"], "censored");
  EXPECT_EQ(some["runs"][1]["seconds"], 9) << "how long it trained";
  EXPECT_TRUE(some["runs"][1]["epoch"].is_null());
  EXPECT_EQ(some["runs"][2]["end"], "unknown");
  EXPECT_TRUE(some["runs"][2]["seconds"].is_null()) << "not known, and not 0";
  EXPECT_NEAR(json["scenarios"][0]["seconds"]["mean"], 5, 1e-12);
  EXPECT_EQ(json["scenarios"][0]["seconds"]["n"], 3);
  analysis.target->fastest.reset();
  EXPECT_TRUE(TargetJson(analysis.target)["fastest"].is_null());
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/paper/paper.h"

#include <gtest/gtest.h>

#include "report/charts/loss_charts.h"
#include "report/formats/example_analysis.h"
#include "report/paper/paper_charts.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);

// The example's scenarios as if C5–C8 had run elsewhere.
Analysis TwoEnvironments() {
  Analysis analysis = ExampleAnalysis();
  for (size_t i = 4; i < 8; ++i) analysis.scenarios[i].environment = "server";
  return analysis;
}

const Json& Values(const Chart& chart) { return chart.spec["data"]["values"]; }

TEST(PaperChartsTest, EachEnvironmentHasItsBars) {
  auto charts = MeanTimeCharts(TwoEnvironments(), kEnglish);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].title, "Mean training time: C1–C4, laptop");
  EXPECT_EQ(charts[1].title, "Mean training time: C5–C8, server");
  EXPECT_EQ(charts[1].caption, "Bars are means over 3 runs each, lines their 95% intervals.");
  ASSERT_EQ(Values(charts[1]).size(), 4u);
  EXPECT_EQ(Values(charts[1])[0]["scenario"], "C5");
  EXPECT_NEAR(Values(charts[1])[0]["mean"], 6.5, 1e-9);
  Analysis elsewhere = TwoEnvironments();
  elsewhere.scenarios[0].stand_in = true;
  charts = MeanTimeCharts(elsewhere, kEnglish);
  EXPECT_TRUE(charts[0].title.ends_with("C1–C4, laptop*"));
  EXPECT_TRUE(charts[0].caption.ends_with("* measured on a stand-in machine."));
  EXPECT_FALSE(Has(charts[1].caption, "stand-in"));
  auto one = MeanTimeCharts(ExampleAnalysis(), kEnglish);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].title, "Mean training time: C1–C8");
}

TEST(PaperChartsTest, ScenariosThatAreNotInARowAreNamedByTheirEnvironment) {
  Analysis analysis = ExampleAnalysis();
  for (size_t i = 0; i < 8; i += 2) analysis.scenarios[i].environment = "server";
  EXPECT_EQ(MeanTimeCharts(analysis, kEnglish)[0].title, "Mean training time: server");
}

// 6.4 + 6.5 + 6.6 s at 0.0001 USD a second.
TEST(PaperChartsTest, TheLineIsTheTotalCostOfTheRuns) {
  auto charts = TimeAndTotalCostCharts(TwoEnvironments(), kEnglish);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_NEAR(Values(charts[1])[0]["total"], 0.00195, 1e-9);
  EXPECT_EQ(charts[1].spec["resolve"]["scale"]["y"], "independent");
  EXPECT_TRUE(Has(charts[1].caption, "cost together (right axis, USD)"));
  Analysis free = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : free.scenarios) scenario.metrics.erase("cost");
  EXPECT_TRUE(TimeAndTotalCostCharts(free, kEnglish).empty()) << "a cost that is missing is";
}

TEST(PaperChartsTest, UseIsShownWhereThereAreReadings) {
  Analysis analysis = ExampleAnalysis();
  auto charts = MeanUseCharts(analysis, kEnglish);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].name, "mean-cpu");
  EXPECT_EQ(charts[1].title, "Mean use of memory: C1–C8");
  analysis.scenarios[0].metrics["gpu_pct"].summary = Summarize(std::vector<double>{50, 60});
  charts = MeanUseCharts(analysis, kEnglish);
  ASSERT_EQ(charts.size(), 3u);
  EXPECT_NEAR(Values(charts[2])[0]["mean"], 55, 1e-9);
  EXPECT_FALSE(Values(charts[2])[1].contains("mean")) << "its place is kept, empty";
  EXPECT_TRUE(Has(charts[2].caption, "over 2 runs each"));
}

TEST(PaperChartsTest, WithoutScenariosThereIsNothing) {
  EXPECT_TRUE(PaperCharts(Analysis{}, {}).empty());
  Analysis one = ExampleAnalysis();
  one.scenarios.resize(1);
  EXPECT_TRUE(PaperCharts(one, {}).empty());
}

class LossTest : public testing::Test {
 protected:
  static constexpr const char* kFirst = "C1-r1-a1-aaaaaaaaaaaa";

  std::vector<Chart> Charts() const {
    std::vector<Chart> charts = PaperCharts(analysis_, {});
    std::erase_if(charts,
                  [](const Chart& chart) { return !chart.name.starts_with("loss-iteration"); });
    return charts;
  }

  static EpochEvent EpochOf(int number, double loss, double images) {
    EpochEvent epoch;
    epoch.epoch = number;
    epoch.loss = loss;
    epoch.images = images;
    return epoch;
  }

  Analysis analysis_ = ExampleAnalysis();
};

TEST_F(LossTest, EveryStepIsAnIteration) {
  analysis_.series.steps[kFirst] = {{1, 3}, {3, 1.5}};
  auto charts = Charts();
  ASSERT_EQ(charts.size(), 1u) << "the other runs reported nothing";
  EXPECT_EQ(charts[0].title, "Loss against iteration: image 32, network1");
  ASSERT_EQ(Values(charts[0]).size(), 2u);
  EXPECT_EQ(Values(charts[0])[1]["iteration"], 3) << "a step without a loss counts";
  EXPECT_EQ(Values(charts[0])[1]["loss"], 1.5);
  EXPECT_EQ(Values(charts[0])[1]["group"], "64");
  EXPECT_TRUE(Has(charts[0].caption, "At most 300 points a line"));
}

TEST_F(LossTest, WithoutStepsAnEpochIsAsManyIterationsAsItHasBatches) {
  analysis_.series.epochs[kFirst] = {EpochOf(1, 2, 640), EpochOf(2, 1, 640)};
  auto charts = Charts();
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(Values(charts[0])[0]["iteration"], 10);
  EXPECT_EQ(Values(charts[0])[1]["iteration"], 20);
  EXPECT_TRUE(Has(charts[0].caption, "steps were not recorded"));
  analysis_.series.epochs[kFirst][0].images.reset();
  EXPECT_TRUE(Charts().empty()) << "steps cannot be counted";
}

TEST_F(LossTest, OnePointIsNoLine) {
  analysis_.series.steps[kFirst] = {{1, 3}};
  EXPECT_TRUE(Charts().empty());
}

// Of each scenario the first replication that ended well.
TEST_F(LossTest, NamesTheRunsThatItDraws) {
  auto runs = LossRuns(analysis_);
  ASSERT_EQ(runs.size(), 8u);
  EXPECT_EQ(runs[0]->folder, kFirst);
  analysis_.runs[0].outcome = Outcome::kFailed;
  EXPECT_EQ(LossRuns(analysis_)[0]->replication, 2);
  for (ScenarioAnalysis& scenario : analysis_.scenarios) scenario.levels[0].second = 64;
  EXPECT_TRUE(LossRuns(analysis_).empty()) << "one batch size";
  analysis_.series.steps[kFirst] = {{1, 3}, {2, 1}};
  EXPECT_TRUE(Charts().empty());
}

TEST(UseOverTimeTest, TakesOneRunOfEachFrameworkAndTheGpuWhereThereIsOne) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs[1].framework_version = "2.0";
  for (size_t i : {0, 1, 2}) {
    RunSeries series;
    series.folder = analysis.runs[i].folder;
    series.scenario = "C1";
    series.replication = static_cast<int>(i) + 1;
    series.seconds = 8;
    series.samples = 2;
    series.columns = {{"cpu_pct", {{8, 90, 95, 99}}}};
    analysis.series.runs.push_back(series);
  }
  analysis.series.runs[1].columns.push_back({"gpu_pct", {{8, 40, 60, 100}}});
  auto charts = UseOverTimeCharts(analysis, kEnglish);
  ASSERT_EQ(charts.size(), 2u) << "the third run is of the first one's framework";
  EXPECT_EQ(charts[0].name, "use-1-cpu");
  EXPECT_EQ(charts[1].name, "use-2-gpu");
  EXPECT_EQ(charts[1].title, "GPU (%) over time: C1 (batch 64, image 32, network1), replication 2");
  EXPECT_TRUE(UseOverTimeCharts(ExampleAnalysis(), kEnglish).empty());
}

TEST(StepLossesTest, ThinningTakesMeansOfNeighbours) {
  std::vector<StepLoss> losses = {{1, 4}, {2, 2}, {3, 9}, {4, 1}, {5, 7}};
  auto thin = Thinned(losses, 3);
  ASSERT_EQ(thin.size(), 3u);
  EXPECT_EQ(thin[0].iteration, 2);
  EXPECT_EQ(thin[0].loss, 3);
  EXPECT_EQ(thin[2].loss, 7);
  EXPECT_EQ(Thinned(losses, 5).size(), 5u);
  EXPECT_TRUE(Thinned({}, 5).empty());
}

// 7.4, 7.5 and 7.6 s: mean 7.5, deviation 0.1.
TEST(TrainingsTableTest, HasEveryTrainingAndTheirMean) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(TrainingsTable(analysis, kEnglish).rows.empty()) << "eight are too many";
  analysis.scenarios.resize(2);
  analysis.scenarios[1].metrics.erase("train_s");
  ReportTable table = TrainingsTable(analysis, kEnglish);
  ASSERT_EQ(table.rows.size(), 7u);
  EXPECT_EQ(table.columns[1].title, "C1 (network1)");
  EXPECT_EQ(table.rows[0][1].text, "7.400");
  EXPECT_EQ(table.rows[0][2].text, "—");
  EXPECT_EQ(table.rows[4][0].text, "mean");
  EXPECT_EQ(table.rows[4][1].text, "7.500");
  EXPECT_EQ(table.rows[5][1].text, "0.1000");
  EXPECT_EQ(table.rows[6][1].text, "from 7.25 to 7.75");
}

// A column each beside the number of the training.
TEST(TrainingsTableTest, FourScenariosFitAndFiveDoNot) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios.resize(5);
  EXPECT_TRUE(TrainingsTable(analysis, kEnglish).rows.empty());
  analysis.scenarios.resize(4);
  EXPECT_EQ(TrainingsTable(analysis, kEnglish).columns.size(), 5u);
}

TEST(PaperTest, SaysWhatTheSeedsShowAndTheRecordCannot) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(PartsOfPaper(analysis, {}).notes.size(), 1u) << "no losses, though batches vary";
  for (size_t i = 0; i < 8; ++i) {
    analysis.scenarios[i].levels.emplace_back("framework", i < 4 ? "caffe" : "tensorflow");
  }
  analysis.runs[0].device = "cuda";
  analysis.runs[1].device = "tpu";
  const auto notes = PartsOfPaper(analysis, {}).notes;
  ASSERT_EQ(notes.size(), 4u);
  EXPECT_TRUE(Has(notes[1], "SGEMM"));
  EXPECT_TRUE(Has(notes[2], "No reading of the GPU"));
  EXPECT_TRUE(Has(notes[3], "no interval of its means is possible"));
}

TEST(PaperTest, PutsInEveryFigureAndTable) {
  const Analysis analysis = ExampleAnalysis();
  const PaperParts parts = PartsOfPaper(analysis, {});
  const std::string content = PaperContent(analysis, parts, kEnglish);
  for (const auto* charts : {&parts.seeds, &parts.more}) {
    for (const Chart& chart : *charts) {
      EXPECT_TRUE(Has(content, "{figures/" + chart.name + ".pdf}")) << chart.name;
    }
  }
  for (const NamedTable& named : parts.tables) {
    EXPECT_TRUE(Has(content, "\\input{tables/" + named.name + "}")) << named.name;
  }
  EXPECT_TRUE(Has(content, "The answer is valid: 24 of 24 planned runs are done."));
}

TEST(PaperTest, TheFrameIsInTheReadersLanguage) {
  ReportContext context;
  context.language = Language::kPortuguese;
  Analysis analysis = ExampleAnalysis();
  analysis.question = "\\input{/etc/passwd} 100%";
  const std::string text = PaperMain(analysis, context);
  EXPECT_TRUE(Has(text, "\\renewcommand{\\tablename}{Tabela}"));
  EXPECT_TRUE(Has(text, "\\title{\\textbackslash{}input\\{/etc/passwd\\} 100\\%}"));
}

// vl-convert draws them, or it is said that it is missing; a folder without its figures is no
// paper.
TEST(PaperTest, HasItsFiguresOrIsNotMade) {
  const auto made = MakePaper(ExampleAnalysis(), {});
  if (!made.ok()) {
    EXPECT_EQ(made.error().kind(), ErrorKind::kInput);
    EXPECT_TRUE(Has(made.error().message(), "vl-convert"));
    return;
  }
  EXPECT_TRUE(made.value().front().name.starts_with("figures/"));
}

TEST(PaperTest, ARecordOfNothingNeedsNoFigures) {
  ReportContext context;
  context.trena_version = "trena\n\\input{x}";
  const auto made = MakePaper(Analysis{}, context);
  ASSERT_TRUE(made.ok()) << made.error().message();
  ASSERT_EQ(made.value().size(), 2u);
  EXPECT_EQ(made.value()[0].name, "content.tex");
  EXPECT_FALSE(Has(made.value()[0].bytes, "\n\\input{x}")) << "a comment is one line";
  EXPECT_FALSE(made.value()[0].readers) << "written anew each time";
  EXPECT_EQ(made.value()[1].name, "main.tex");
  EXPECT_TRUE(made.value()[1].readers);
}

TEST(PaperChartsTest, BarsOfDifferentCountsSayFromHowManyToHowMany) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[2].metrics["train_s"].summary = Summarize(std::vector<double>{11, 12});
  EXPECT_TRUE(Has(MeanTimeCharts(analysis, kEnglish)[0].caption, "over 2 to 3 runs each"));
  EXPECT_TRUE(Has(MeanTimeCharts(analysis, Words(Language::kPortuguese))[0].caption,
                  "médias de 2 a 3 execuções cada"));
}

TEST(PaperChartsTest, TwelveLabelsStandUpright) {
  Analysis analysis = ExampleAnalysis();
  const auto angle = [&](size_t scenarios) {
    analysis.scenarios.resize(scenarios, analysis.scenarios[0]);
    const Json spec = MeanTimeCharts(analysis, kEnglish)[0].spec;
    return spec["layer"][0]["encoding"]["x"]["axis"]["labelAngle"];
  };
  EXPECT_EQ(angle(12), 0);
  EXPECT_EQ(angle(13), -90);
}

TEST(PaperChartsTest, ColoursTellTheFirstFactorOfFewLevelsButTheEnvironment) {
  Analysis analysis = ExampleAnalysis();
  const auto colour = [&] {
    const Json spec = MeanTimeCharts(analysis, kEnglish)[0].spec;
    const Json& encoding = spec["layer"][0]["encoding"];
    return encoding.contains("color") ? encoding["color"]["title"] : Json();
  };
  EXPECT_EQ(colour(), "batch");
  for (size_t i = 0; i < 8; ++i) analysis.scenarios[i].levels[0].second = static_cast<int>(i);
  EXPECT_EQ(colour(), "image") << "eight batches are more than there are colours";
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    scenario.levels = {{"environment", scenario.levels[1].second}};
  }
  EXPECT_TRUE(colour().is_null()) << "it has charts of its own";
}

TEST(UseOverTimeTest, FourFrameworksAtMostAndOnlyRunsThatEndedWell) {
  Analysis analysis = ExampleAnalysis();
  for (size_t i = 0; i < 6; ++i) {
    analysis.runs[i].framework_version = std::to_string(i);
    RunSeries series;
    series.folder = analysis.runs[i].folder;
    series.scenario = "C1";
    series.seconds = 8;
    series.columns = {{"cpu_pct", {{8, 90, 95, 99}}}};
    analysis.series.runs.push_back(series);
  }
  EXPECT_EQ(UseOverTimeCharts(analysis, kEnglish).size(), 4u);
  for (size_t i : {0, 1}) analysis.runs[i].outcome = Outcome::kFailed;
  analysis.series.runs[2].columns.clear();
  analysis.series.runs[3].folder = "of no run";
  EXPECT_EQ(UseOverTimeCharts(analysis, kEnglish).size(), 2u);
}

}  // namespace
}  // namespace trena

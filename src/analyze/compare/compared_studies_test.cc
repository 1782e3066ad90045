// SPDX-License-Identifier: Apache-2.0
// Results folders on disk, named by themselves and by study files.
#include "analyze/compare/compared_studies.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "store/results.h"
#include "study/study_reader.h"

namespace trena {
namespace {

constexpr const char* kPriced = R"(
study: a priced study
factors: { batch: [16, 32] }
fixed: { framework: fake }
environments: { here: { device: cpu, price: 3.6 USD/h } }
design: { replications: 3 }
analyze: { same_within: 10% }
report: { language: pt-BR }
)";

class OpenStudiesTest : public testing::Test {
 protected:
  // As `trena compare` opens a study file.
  StudyOpener Opener() {
    return [this](const std::string& path) -> Result<OpenedStudy> {
      ++opened_;
      OpenedStudy opened;
      TRENA_ASSIGN(opened.study, ReadStudy(path));
      TRENA_ASSIGN(opened.plan, MakePlan(opened.study, {}));
      opened.results = opened.study.results_folder();
      opened.measure = "trena measure " + path;
      return opened;
    };
  }

  Result<ComparedStudies> Open(const std::string& first, const std::string& second) {
    return OpenStudies(Path(first), Path(second), Opener());
  }
  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }

  // Runs of all scenarios of the study file, `seconds` each, in its results folder or in `results`.
  void Measure(const std::string& study_file, double seconds, std::string results = "") {
    Result<Study> study = ReadStudy(Path(study_file));
    ASSERT_TRUE(study.ok()) << study.error().message();
    Plan plan = MakePlan(study.value(), {}).value();
    ResultsFolder folder(results.empty() ? study.value().results_folder()
                                         : fs::path(Path(results)));
    ASSERT_TRUE(folder.Prepare().ok());
    for (const PlannedRun& planned : plan.runs) {
      RunRecord run;
      const Scenario& scenario = plan.scenarios[planned.scenario];
      run.scenario = scenario.id;
      run.key = scenario.key;
      run.levels = scenario.levels;
      run.framework = scenario.framework;
      run.environment = scenario.environment();
      run.replication = planned.replication;
      run.metrics = {{"train_s", seconds}, {"wall_s", seconds}};
      Result<fs::path> under_way = folder.Begin(run);
      ASSERT_TRUE(under_way.ok()) << under_way.error().message();
      ASSERT_TRUE(folder.Finish(under_way.value(), run).ok());
    }
  }

  std::string ErrorOf(const std::string& first, const std::string& second) {
    Result<ComparedStudies> studies = Open(first, second);
    if (studies.ok()) return "";
    EXPECT_EQ(studies.error().kind(), ErrorKind::kInput);
    return studies.error().message();
  }

  TestFolder folder_;
  int opened_ = 0;
};

TEST_F(OpenStudiesTest, AFileIsItsStudyAndAFolderAllThatIsInIt) {
  folder_.Write("now.yaml", kPriced);
  Measure("now.yaml", 10);
  Measure("now.yaml", 20, "before.trena");
  Result<ComparedStudies> studies = Open("before.trena", "now.yaml");
  ASSERT_TRUE(studies.ok()) << studies.error().message();
  EXPECT_EQ(opened_, 1) << "only the study file";
  const StudySide& before = studies.value().first;
  const StudySide& now = studies.value().second;
  EXPECT_EQ(before.name, Path("before.trena")) << "as the person named it";
  EXPECT_EQ(before.analysis.study, "before") << "no study is beside it";
  EXPECT_EQ(now.analysis.study, "a priced study");
  EXPECT_EQ(before.analysis.runs.size(), 6u) << "two scenarios, three replications";
  EXPECT_EQ(now.analysis.runs.size(), 6u);
  EXPECT_EQ(now.other_runs, 0u);
  // 20 s at 0.001 USD/s: the folder has no prices of its own.
  EXPECT_TRUE(before.other_prices);
  EXPECT_FALSE(now.other_prices);
  EXPECT_NEAR(before.analysis.cost.spent.value(), 6 * 20 * 0.001, 1e-9);
  EXPECT_NEAR(now.analysis.cost.spent.value(), 6 * 10 * 0.001, 1e-9);
  EXPECT_EQ(studies.value().same_within, 0.1) << "what the one study states";
  EXPECT_EQ(studies.value().language, "pt-BR");
}

TEST_F(OpenStudiesTest, AFolderTakesThePricesOfTheStudyBesideIt) {
  folder_.Write("now.yaml", kPriced);
  Measure("now.yaml", 10);
  std::string dearer = kPriced;
  dearer.replace(dearer.find("3.6 USD/h"), 9, "7.2 USD/h");
  dearer.replace(dearer.find("10%"), 3, "20%");
  folder_.Write("before.yaml", dearer);
  Measure("before.yaml", 20);
  Result<ComparedStudies> studies = Open("before.trena/", "now.trena");
  ASSERT_TRUE(studies.ok()) << studies.error().message();
  EXPECT_EQ(opened_, 0) << "folders are read as they are";
  EXPECT_FALSE(studies.value().first.other_prices);
  EXPECT_EQ(studies.value().first.analysis.study, "a priced study");
  EXPECT_NEAR(studies.value().first.analysis.cost.spent.value(), 6 * 20 * 0.002, 1e-9);
  EXPECT_NEAR(studies.value().second.analysis.cost.spent.value(), 6 * 10 * 0.001, 1e-9);
  EXPECT_EQ(studies.value().same_within, 0.2) << "the first before the second";
}

TEST_F(OpenStudiesTest, RunsOfOtherScenariosAreCountedBesideAStudy) {
  folder_.Write("now.yaml", kPriced);
  Measure("now.yaml", 10);
  Measure("now.yaml", 10, "before.trena");
  std::string fewer = kPriced;
  fewer.replace(fewer.find("[16, 32]"), 8, "[16]");
  folder_.Write("now.yaml", fewer);
  Result<ComparedStudies> studies = Open("before.trena", "now.yaml");
  ASSERT_TRUE(studies.ok()) << studies.error().message();
  EXPECT_EQ(studies.value().first.analysis.runs.size(), 6u) << "a folder is all of it";
  EXPECT_EQ(studies.value().second.analysis.runs.size(), 3u);
  EXPECT_EQ(studies.value().second.other_runs, 3u);
}

TEST_F(OpenStudiesTest, WhatHasNoResultsIsSaidWithWhatToDo) {
  folder_.Write("now.yaml", kPriced);
  folder_.Write("never.yaml", kPriced);
  Measure("now.yaml", 10);
  fs::create_directories(folder_.path() / "plain");
  fs::create_directories(folder_.path() / "empty.trena" / "runs");
  EXPECT_TRUE(Has(ErrorOf("never.yaml", "now.yaml"),
                  {"never.yaml: nothing was measured yet; first: trena measure "}));
  EXPECT_TRUE(Has(ErrorOf("now.yaml", "plain"), {"is no results folder", "no runs/"}));
  EXPECT_TRUE(
      Has(ErrorOf("now.yaml", "empty.trena"), {"there are no runs in this results folder"}));
  EXPECT_TRUE(Has(ErrorOf("now.yaml", "nowhere.yaml"), {"nowhere.yaml"}));
}

TEST_F(OpenStudiesTest, FoldersThatCannotBeReadAreNoRuns) {
  folder_.Write("now.yaml", kPriced);
  Measure("now.yaml", 10);
  fs::create_directories(folder_.path() / "bad.trena" / "runs" / "C1-r1-a1-0123456789ab");
  EXPECT_TRUE(Has(ErrorOf("bad.trena", "now.yaml"),
                  {"none of its 1 run folders can be read; the first is ", "C1-r1-a1"}));
}

TEST_F(OpenStudiesTest, OneThingNamedTwiceIsNoComparison) {
  folder_.Write("now.yaml", kPriced);
  Measure("now.yaml", 10);
  EXPECT_TRUE(Has(ErrorOf("now.yaml", "now.trena"), {"are the same results", " --again`"}));
  EXPECT_TRUE(Has(ErrorOf("now.trena", "now.trena"), {"are the same results"}));
}

TEST_F(OpenStudiesTest, RunsOfNoScenarioAreNotThatStudys) {
  folder_.Write("now.yaml", kPriced);
  Measure("now.yaml", 10);
  Measure("now.yaml", 10, "before.trena");
  std::string other = kPriced;
  other.replace(other.find("[16, 32]"), 8, "[64]");
  folder_.Write("now.yaml", other);
  EXPECT_TRUE(Has(ErrorOf("before.trena", "now.yaml"),
                  {"none of the 6 runs in ", "is of a scenario of this study"}));
}

}  // namespace
}  // namespace trena

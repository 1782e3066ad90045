// SPDX-License-Identifier: Apache-2.0
// The activities over a small study with the fake runner, and what they say in a pipe.
#include "cli/steps.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "cli/test_workspace.h"
#include "core/text/text.h"

namespace trena {
namespace {

// docs/exit-codes.md.
TEST(ExitCodeOf, AMeasurementEndsByWhatStoppedIt) {
  MeasureSummary summary;
  EXPECT_EQ(ExitCodeOf(summary), 0);
  summary.failed = 1;
  EXPECT_EQ(ExitCodeOf(summary), 3);
  summary.end = MeasureEnd::kBudget;
  EXPECT_EQ(ExitCodeOf(summary), 5) << "before a run that failed";
  summary.end = MeasureEnd::kDeadline;
  EXPECT_EQ(ExitCodeOf(summary), 5);
  summary.end = MeasureEnd::kInterrupted;
  EXPECT_EQ(ExitCodeOf(summary), 130);
  summary = {};
  summary.skipped = 2;
  summary.pending_environments = {"far"};
  EXPECT_EQ(ExitCodeOf(summary), 0) << "neither is a failure";
}

TEST(ExitCodeOf, OnlyAValidAnalysisIsAnAnswer) {
  EXPECT_EQ(ExitCodeOf(Verdict::kValid, false), 0);
  EXPECT_EQ(ExitCodeOf(Verdict::kValid, true), 0);
  EXPECT_EQ(ExitCodeOf(Verdict::kValidWithReservations, false), 0);
  EXPECT_EQ(ExitCodeOf(Verdict::kValidWithReservations, true), 4);
  for (Verdict verdict : {Verdict::kInconclusive, Verdict::kInvalid}) {
    EXPECT_EQ(ExitCodeOf(verdict, false), 4);
    EXPECT_EQ(ExitCodeOf(verdict, true), 4);
  }
}

// Each switches on what it names, and nothing else.
TEST(AddMeasureOptions, AreOffUnlessTyped) {
  const std::pair<const char*, std::array<bool, 3>> typed[] = {{"", {false, false, false}},
                                                               {"--again", {true, false, false}},
                                                               {"--retry", {false, true, false}},
                                                               {"--insist", {false, false, true}}};
  for (const auto& [words, expected] : typed) {
    CLI::App app;
    StudyOptions options;
    auto how = AddMeasureOptions(app, options);
    app.parse(words);
    EXPECT_EQ((std::array<bool, 3>{options.again, how->retry, how->insist}), expected) << words;
  }
}

TEST(AnalyzeStep, ReadsOfRunFoldersWhatIsAskedFor) {
  StudyFolder folder;
  ASSERT_EQ(RunCommand("measure", {folder.options().study}).code, kExitDone);
  auto workspace = folder.Open();
  const auto read = [&](const std::optional<RecordedParts>& parts) {
    auto analysis = AnalyzeStep(*workspace, folder.options(), parts);
    EXPECT_TRUE(analysis.ok());
    return analysis.ok() ? std::move(analysis.value().series) : SeriesAnalysis{};
  };
  for (const std::optional<RecordedParts>& none : {std::optional<RecordedParts>(), {{}}}) {
    const SeriesAnalysis series = read(none);
    EXPECT_TRUE(series.epochs.empty() && series.steps.empty() && series.samples.empty());
  }
  const SeriesAnalysis epochs = read(RecordedParts{.epochs = true});
  EXPECT_EQ(epochs.epochs.size(), 4u) << "every run";
  EXPECT_TRUE(epochs.steps.empty() && epochs.samples.empty());
  const SeriesAnalysis samples = read(RecordedParts{.samples = true});
  EXPECT_EQ(samples.samples.size(), 4u);
  EXPECT_TRUE(samples.steps.empty() && samples.epochs.empty());
  // The losses of one run of each batch size, by epochs where its steps told none.
  const SeriesAnalysis steps = read(RecordedParts{.steps = true});
  EXPECT_EQ(steps.steps.size() + steps.epochs.size(), 2u);
  EXPECT_TRUE(steps.samples.empty());
}

TEST(CheckFormats, WhatIsThereAndWhatIsNot) {
  EXPECT_TRUE(CheckFormats({{"html", "markdown", "runs"}, "", ""}).ok());
  EXPECT_TRUE(CheckFormats({{}, "", ""}).ok());
  Status unknown = CheckFormats({{"html", "markdwon"}, "", ""});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(
      unknown.error().message(),
      {"there is no format `markdwon` (did you mean `markdown`?); there are: ", "html", "latex"}));
}

TEST(CheckFormats, OnePlaceTakesOneFormat) {
  EXPECT_TRUE(CheckFormats({{"html"}, "", "page.html"}).ok());
  Status several = CheckFormats({{"html", "json"}, "", "-"});
  ASSERT_FALSE(several.ok());
  EXPECT_TRUE(
      Has(several.error().message(), {"several formats cannot go to one place", "html, json"}));
  // csv names all the tables that are.
  EXPECT_FALSE(CheckFormats({{"csv"}, "", "-"}).ok());
  EXPECT_TRUE(CheckFormats({{"csv"}, "", ""}).ok());
}

class StepsTest : public testing::Test {
 protected:
  void Use(const std::string& text = kTwoScenarios) {
    folder_.Write(text);
    workspace_ = folder_.Open();
    ASSERT_NE(workspace_, nullptr);
    configuration_ = std::make_unique<Configuration>(workspace_->study, workspace_->installation,
                                                     workspace_->runners);
    options_ = folder_.options();
    options_.study = "s.yaml";  // as a person types it
  }

  MeasureSummary Measure(const MeasureHow& how = {}) {
    Result<MeasureSummary> summary =
        MeasureStep(*workspace_, options_, *configuration_, how, heard_.terminal());
    EXPECT_TRUE(summary.ok()) << summary.error().message();
    return summary.ok() ? summary.value() : MeasureSummary();
  }

  Analysis AnalyzeAll() {
    Result<Analysis> analysis = AnalyzeStep(*workspace_, options_);
    EXPECT_TRUE(analysis.ok()) << analysis.error().message();
    return analysis.ok() ? analysis.value() : Analysis();
  }

  StudyFolder folder_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Configuration> configuration_;
  StudyOptions options_;
  Heard heard_;
};

TEST_F(StepsTest, EveryRunIsALineInAPipe) {
  Use();
  MeasureSummary summary = Measure();
  EXPECT_EQ(summary.measured, 4u);
  std::vector<std::string> lines = Split(heard_.text(), '\n');
  ASSERT_EQ(lines.size(), 6u) << heard_.text();
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(lines[i].find("[" + std::to_string(i + 1) + "/4] C"), 0u) << lines[i];
  }
  EXPECT_EQ(lines[4], "Measured 4 runs.");
}

TEST_F(StepsTest, WhatIsThereIsNotMeasuredAgain) {
  Use();
  Measure();
  Use();
  EXPECT_EQ(Measure().measured, 0u);
  EXPECT_TRUE(
      heard_.text().ends_with("Nothing left to measure: all 4 runs are there.\n"
                              "Measure anew with: trena measure s.yaml --again\n"))
      << heard_.text();
  std::string more = kTwoScenarios;
  Use(more.replace(more.find("replications: 2"), 15, "replications: 3"));
  EXPECT_EQ(Measure().measured, 2u);
  EXPECT_TRUE(Has(heard_.text(),
                  {"Changed since the last measure: ", "Measured 2 runs (4 were there).\n"}));
}

TEST_F(StepsTest, AFailureSaysHowToTryAgain) {
  std::string failing = kTwoScenarios;
  Use(failing.replace(failing.find("epochs: 1"), 9, "epochs: 1, fake_outcome: fail"));
  MeasureSummary summary = Measure();
  EXPECT_EQ(summary.failed, 4u);
  EXPECT_TRUE(Has(heard_.text(), {": failed (",
                                  "4 runs failed; the logs are kept. Try again with: "
                                  "trena measure s.yaml --retry\n"}));
  EXPECT_EQ(ExitCodeOf(summary), kExitRunFailed);
  summary = Measure();
  EXPECT_EQ(summary.failed, 0u);
  EXPECT_EQ(summary.failed_before, 4u);
  EXPECT_TRUE(Has(heard_.text(), {"all 4 runs are there, failed ones included.\n4 runs failed (4 "
                                  "before); the logs are kept. Try again with: trena measure "
                                  "s.yaml --retry\n"}));
  EXPECT_EQ(ExitCodeOf(summary), kExitRunFailed) << "as the first time";
}

TEST_F(StepsTest, TheBudgetEndsItWithTheCommandThatGoesOn) {
  Use(std::string(kTwoScenarios) + "budget: 0 USD\n");
  if (workspace_ == nullptr) return;
  Result<MeasureSummary> summary =
      MeasureStep(*workspace_, options_, *configuration_, {}, heard_.terminal());
  ASSERT_TRUE(summary.ok()) << summary.error().message();
  EXPECT_EQ(summary.value().end, MeasureEnd::kBudget);
  EXPECT_TRUE(Has(heard_.text(), {"Stopped: the next run would pass the budget. With a larger one, "
                                  "go on with: trena measure s.yaml\n"}));
}

TEST_F(StepsTest, TheDeadlineLikewise) {
  Use(std::string(kTwoScenarios) + "deadline: 2020-01-01\n");
  EXPECT_EQ(Measure().end, MeasureEnd::kDeadline);
  EXPECT_TRUE(Has(heard_.text(), {"Stopped: the next run would end after the deadline. With a "
                                  "later one, go on with: trena measure s.yaml\n"}));
}

TEST_F(StepsTest, AnotherMachinesRunsArePending) {
  Use(R"(
factors: { environment: [here, far] }
fixed: { framework: fake, images: 100 }
environments: { here: { device: cpu }, far: { device: tpu } }
design: { replications: 1 }
)");
  Status configured = ConfigureStep(*workspace_, *configuration_, heard_.terminal());
  ASSERT_TRUE(configured.ok()) << configured.error().message();
  EXPECT_TRUE(Has(heard_.text(), {"Not this machine, so nothing was prepared for: far\n"}));
  EXPECT_EQ(Measure().measured, 1u);
  EXPECT_TRUE(Has(heard_.text(),
                  {"Measured 1 run.\n", "Pending, since this machine is not theirs: far\n"}));
}

TEST_F(StepsTest, TheAnalysisNamesThisCallsCommands) {
  Use();
  Measure();
  options_.only = "batch == 32";
  options_.replications = 2;
  Analysis analysis = AnalyzeAll();
  EXPECT_EQ(analysis.runs.size(), 4u);
  EXPECT_EQ(analysis.repeat_command, "trena run s.yaml --only 'batch == 32' --replications 2");
}

TEST_F(StepsTest, ReportsAreBesideTheRuns) {
  Use();
  Measure();
  Analysis analysis = AnalyzeAll();
  Result<std::vector<std::string>> paths =
      ReportStep(*workspace_, options_, analysis, {{"markdown", "runs"}, "", ""});
  ASSERT_TRUE(paths.ok()) << paths.error().message();
  EXPECT_EQ(paths.value(), (std::vector<std::string>{folder_.path("s.trena/report.md").string(),
                                                     folder_.path("s.trena/report.csv").string()}));
  // A part of the study, or another question, has files of its own: the whole's stay.
  const std::string whole = ReadFile(paths.value()[0]).value();
  std::set<std::string> names = {paths.value()[0]};
  std::vector<StudyOptions> parts(4, options_);
  parts[0].only = "batch == 32";
  parts[1].parameters = {"batch=32"};
  parts[2].prices = {"here=1USD/h"};
  parts[3].target_accuracy = 0.5;
  for (const StudyOptions& part : parts) {
    paths = ReportStep(*workspace_, part, analysis, {{"markdown"}, "", ""});
    ASSERT_TRUE(paths.ok());
    const std::string name = fs::path(paths.value()[0]).filename().string();
    EXPECT_EQ(name.size(), std::string("report-5f0c9a1e.md").size()) << name;
    EXPECT_TRUE(name.starts_with("report-")) << name;
    EXPECT_TRUE(names.insert(paths.value()[0]).second) << name << " is there twice";
    // The same part again is the same file.
    EXPECT_EQ(ReportStep(*workspace_, part, analysis, {{"markdown"}, "", ""}).value(),
              paths.value());
  }
  EXPECT_EQ(ReadFile(folder_.path("s.trena/report.md")).value(), whole);
  // --replications and --out ask for nothing else.
  StudyOptions same = options_;
  same.replications = 2;
  same.out = "x";
  EXPECT_EQ(ReportStep(*workspace_, same, analysis, {{"markdown"}, "", ""}).value()[0],
            folder_.path("s.trena/report.md").string());
}

TEST_F(StepsTest, AReportGoesWhereItIsSent) {
  Use();
  Measure();
  Analysis analysis = AnalyzeAll();
  const std::string file = folder_.path("mine.md").string();
  EXPECT_EQ(ReportStep(*workspace_, options_, analysis, {{"markdown"}, "", file}).value(),
            std::vector<std::string>{file});
  testing::internal::CaptureStdout();
  auto printed = ReportStep(*workspace_, options_, analysis, {{"markdown"}, "", "-"});
  std::string text = testing::internal::GetCapturedStdout();
  ASSERT_TRUE(printed.ok());
  EXPECT_TRUE(printed.value().empty()) << "stdout is no path";
  EXPECT_TRUE(Has(text, {"batch"}));
  Result<std::vector<std::string>> nowhere =
      ReportStep(*workspace_, options_, analysis, {{"markdown"}, "", "/nowhere/at/all.md"});
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().kind(), ErrorKind::kInput);
}

TEST_F(StepsTest, TheLanguageIsTheCallsOrTheStudys) {
  Use(std::string(kTwoScenarios) + "report: { language: pt-BR }\n");
  EXPECT_EQ(ContextFor(*workspace_, "", nullptr).language, LanguageFromCode("pt-BR"));
  EXPECT_EQ(ContextFor(*workspace_, "en", nullptr).language, LanguageFromCode("en"));
  EXPECT_TRUE(ContextFor(*workspace_, "", nullptr).trena_version.starts_with("trena "));
}

}  // namespace
}  // namespace trena

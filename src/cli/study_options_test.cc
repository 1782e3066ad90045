// SPDX-License-Identifier: Apache-2.0
#include "cli/study_options.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/test_workspace.h"

namespace trena {
namespace {

TEST(CommandWith, NamesTheStudyAndThisCallsOwnOptions) {
  StudyOptions options;
  options.study = "first.yaml";
  EXPECT_EQ(CommandWith(options, "measure"), "trena measure first.yaml");
  options.parameters = {"batch=64,128", "epochs=1"};
  options.only = "image == 32";
  options.replications = 5;
  options.out = "/tmp/results";
  EXPECT_EQ(CommandWith(options, "run"),
            "trena run first.yaml -P batch=64,128 -P epochs=1 --only 'image == 32' "
            "--replications 5 --out /tmp/results");
  // What only this call asks is not measured otherwise for it.
  options.json = true;
  options.prices = {"here=1USD/h"};
  options.target_accuracy = 0.9;
  EXPECT_EQ(CommandWith(options, "run").find("USD"), std::string::npos);
}

// A shell reads each back as the one word it was.
TEST(CommandWith, QuotesWhatAShellWouldTakeApart) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a.yaml", "a.yaml"},
      {"my study.yaml", "'my study.yaml'"},
      {"$HOME/a.yaml", "'$HOME/a.yaml'"},
      {"it's.yaml", "'it'\\''s.yaml'"},
      {"", "''"},
      {"a;b", "'a;b'"},
      {"São.yaml", "'São.yaml'"},
      {"./dir_1/x-y@2:3+4.yaml", "./dir_1/x-y@2:3+4.yaml"},
      {"*", "'*'"},
  };
  for (const auto& [name, quoted] : cases) {
    StudyOptions options;
    options.study = name;
    EXPECT_EQ(CommandWith(options, "plan"), "trena plan " + quoted);
  }
}

bool Names(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(NamesHere, FrameworksAreThoseOfTheRunnersThatWereFound) {
  Result<std::vector<Runner>> runners = FindRunners({fs::path(TRENA_SOURCE_DIR) / "runners"});
  ASSERT_TRUE(runners.ok()) << runners.error().message();
  KnownNames known = NamesHere({}, runners.value());
  for (const char* name : {"mxnet", "pytorch", "tensorflow", "caffe", "jax", "paddlepaddle"}) {
    EXPECT_TRUE(Names(known.frameworks, name)) << name;
  }
  KnownNames none = NamesHere({}, {});
  EXPECT_EQ(none.frameworks, (std::vector<std::string>{"libtorch", "command"}))
      << "a study may name them whatever is here";
  for (const char* name : {"mnist", "fashion_mnist", "cifar10"}) {
    EXPECT_TRUE(Names(none.datasets, name)) << name;
  }
}

TEST(NamesHere, NetworksAreThoseOfItsFolders) {
  TestFolder folder;
  folder.Write("mine.yaml", "");
  folder.Write("notes.txt", "");
  Installation installation;
  installation.networks = {folder.path(), folder.path() / "nowhere"};
  KnownNames known = NamesHere(installation, {});
  EXPECT_EQ(known.networks, (std::vector<std::string>{"inception_v3", "mine"}));
}

TEST(OpenWorkspace, IsTheStudyPlannedBesideItsResults) {
  StudyFolder folder;
  auto workspace = folder.Open();
  ASSERT_NE(workspace, nullptr);
  EXPECT_EQ(workspace->study.name, "two");
  EXPECT_EQ(workspace->plan.scenarios.size(), 2u);
  EXPECT_EQ(workspace->plan.runs.size(), 4u);
  EXPECT_EQ(workspace->results->folder(), folder.path("s.trena"));
  EXPECT_FALSE(fs::exists(folder.path("s.trena"))) << "nothing is written";
  ASSERT_FALSE(workspace->runners.empty());
  EXPECT_EQ(workspace->runners[0].framework, "fake") << "from beside the study";
}

TEST(OpenWorkspace, TakesTheOptionsOfTheCommandLine) {
  StudyFolder folder;
  StudyOptions options = folder.options();
  options.parameters = {"batch=8,16,24"};
  options.replications = 3;
  options.only = "batch > 8";
  options.out = folder.path("elsewhere").string();
  options.prices = {"here=7.2USD/h"};
  options.target_accuracy = 0.5;
  auto workspace = StudyFolder::Open(options);
  ASSERT_NE(workspace, nullptr);
  EXPECT_EQ(workspace->plan.scenarios.size(), 2u) << "16 and 24";
  EXPECT_EQ(workspace->plan.runs.size(), 6u);
  EXPECT_EQ(workspace->results->folder(), folder.path("elsewhere"));
  EXPECT_EQ(workspace->study.environments[0].price->per_hour, 7.2);
  EXPECT_EQ(workspace->study.analyze.target_accuracy, 0.5);
}

std::string ErrorOf(const StudyOptions& options) {
  auto workspace = OpenWorkspace(options);
  if (workspace.ok()) return "";
  EXPECT_EQ(workspace.error().kind(), ErrorKind::kInput);
  return workspace.error().message();
}

TEST(OpenWorkspace, WhatIsWrongIsTheUsers) {
  StudyFolder folder;
  StudyOptions options = folder.options();
  for (double accuracy : {0.0, -0.1, 1.01}) {
    options.target_accuracy = accuracy;
    EXPECT_TRUE(Has(ErrorOf(options), {"--target-accuracy must be above 0 and up to 1"}));
  }
  options.target_accuracy = 1;
  EXPECT_EQ(ErrorOf(options), "");
  options = folder.options();
  options.only = "batch = 8";
  EXPECT_NE(ErrorOf(options), "");
  options.only = "batch == 8";
  EXPECT_NE(ErrorOf(options), "") << "nothing is left to run";
  options = folder.options();
  options.study = folder.path("nowhere.yaml").string();
  EXPECT_TRUE(Has(ErrorOf(options), {"nowhere.yaml"}));
}

TEST(OpenWorkspace, AMisspeltFrameworkIsCaught) {
  StudyFolder folder("factors: { batch: [1, 2] }\nfixed: { framework: fakee }\n");
  EXPECT_TRUE(Has(ErrorOf(folder.options()), {"fakee", "fake"}));
}

TEST(FindChanges, APartOfTheStudyIsNotComparedWithTheWhole) {
  StudyFolder folder;
  auto before = folder.Open();
  ASSERT_TRUE(before->results->Prepare().ok());
  ASSERT_TRUE(before->results->WritePlan(PlanJson(before->plan)).ok());
  EXPECT_TRUE(FindChanges(*before, folder.options(), {}).sentences.empty());
  std::string other = kTwoScenarios;
  other.replace(other.find("[32, 64]"), 8, "[32, 96]");
  folder.Write(other);
  auto now = folder.Open();
  StudyChanges changes = FindChanges(*now, folder.options(), {});
  EXPECT_EQ(changes.plan.added.size(), 1u);
  EXPECT_EQ(changes.plan.gone.size(), 1u);
  EXPECT_FALSE(changes.sentences.empty());
  StudyOptions part = folder.options();
  part.only = "batch == 32";
  EXPECT_TRUE(FindChanges(*now, part, {}).sentences.empty());
  part = folder.options();
  part.parameters = {"batch=32"};
  EXPECT_TRUE(FindChanges(*now, part, {}).sentences.empty());
}

TEST(ShowSearch, InAPipeNothingIsShownAndNothingStops) {
  Heard heard;
  auto show = ShowSearch(heard.terminal(), false);
  SearchProgress progress;
  EXPECT_TRUE(show(progress));
  EXPECT_TRUE(show(progress));
  EXPECT_EQ(heard.text(), "");
}

TEST(ShowSearch, IsSaidInBothLanguages) {
  SearchProgress search;
  search.restart = 2;
  search.restarts = 10;
  search.sweeps = 6;
  search.efficiency_percent = 93.14;
  EXPECT_EQ(SearchText(search, false, Words(Language::kEnglish)),
            "searching: start 2 of 10, sweep 7, 93.1 % efficient");
  EXPECT_EQ(SearchText(search, true, Words(Language::kPortuguese)),
            "procurando: início 2 de 10, passada 7, 93,1 % de eficiência; Ctrl-C fica com o melhor "
            "até agora");
}

TEST(StudyOptionsDeclared, AreReadFromTheLine) {
  CLI::App app;
  auto options = AddStudyOptions(app);
  AddQuestions(app, *options);
  auto language = AddLanguage(app);
  app.parse(
      "a.yaml -P batch=1,2 -P x=3 --only 'a == 1' --replications 4 --out d --json "
      "--price gpu=1USD/h --target-accuracy 0.97 --language pt-BR");
  EXPECT_EQ(options->study, "a.yaml");
  EXPECT_EQ(options->parameters, (std::vector<std::string>{"batch=1,2", "x=3"}));
  EXPECT_EQ(options->only, "a == 1");
  EXPECT_EQ(options->replications, 4);
  EXPECT_EQ(options->out, "d");
  EXPECT_TRUE(options->json);
  EXPECT_EQ(options->prices, std::vector<std::string>{"gpu=1USD/h"});
  EXPECT_EQ(options->target_accuracy, 0.97);
  EXPECT_EQ(*language, "pt-BR");
  EXPECT_THROW(app.parse("a.yaml --language fr"), CLI::ParseError);
  EXPECT_THROW(app.parse(""), CLI::ParseError) << "STUDY is required";
}

}  // namespace
}  // namespace trena

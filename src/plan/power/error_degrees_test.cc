// SPDX-License-Identifier: Apache-2.0
// By hand, and as R's aov() has them where R is installed (`make test-r` installs it).
#include "plan/power/error_degrees.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "plan/test_study.h"
#include "stats/model/test_table.h"

namespace trena {
namespace {

struct Answer {
  double within, between, without_plots;
};

void ExpectDegrees(const std::string& text, const Answer& expected) {
  Study study = StudyOf(text);
  Plan plan = PlanOf(study);
  ErrorDegrees degrees(study, plan);
  EXPECT_EQ(degrees.Within(plan.replications), expected.within) << text;
  EXPECT_EQ(degrees.BetweenPlots(plan.replications), expected.between) << text;
  EXPECT_EQ(degrees.WithoutPlots(plan.replications), expected.without_plots) << text;
}

std::string Machines(const std::string& design) {
  return "factors: { machine: [a, b], batch: [1, 2, 4] }\nfixed: { framework: fake }\n" + design;
}

TEST(ErrorDegreesTest, RunsThatRepeatAScenario) {
  ExpectDegrees(Machines("design: { replications: 4 }\n"), {18, 0, 18});
  ExpectDegrees(Machines("design: { replications: 1 }\n"), {0, 0, 0});
  ExpectDegrees("fixed: { framework: fake }\ndesign: { replications: 5 }\n", {4, 0, 4});
}

// 24 runs in 8 plots: 16 within, of which batch and machine:batch take 4; 7 between plots, of which
// 3 are between blocks and 1 is machine.
TEST(ErrorDegreesTest, PlotsAreTakenOff) {
  ExpectDegrees(Machines("design: { replications: 4, hard_to_change: machine }\n"), {12, 3, 18});
  ExpectDegrees(Machines("design: { replications: 1, hard_to_change: machine }\n"), {0, 0, 0});
  // All of it is hard to change: every run is a plot.
  ExpectDegrees(Machines("design: { replications: 4, hard_to_change: [machine, batch] }\n"),
                {0, 15, 18});
}

TEST(ErrorDegreesTest, BlocksAreTakenOffWhereTheAnalysisHasThem) {
  ExpectDegrees(Machines("design: { replications: 4 }\nanalyze: { block: replication }\n"),
                {15, 0, 15});
  // 2^3 in two blocks by ABC, twice: 16 − 4 blocks − 6 effects.
  ExpectDegrees(FactorsText(3, 2, "kind: two_level, blocks: 2, replications: 2"), {6, 0, 6});
  // Three times, A hard to change: ABC is between blocks, A and BC between plots, the other four
  // effects within.
  ExpectDegrees(
      FactorsText(3, 2, "kind: two_level, blocks: 2, replications: 3, hard_to_change: f0"),
      {8, 4, 12});
}

TEST(ErrorDegreesTest, MoreReplicationsAreForetold) {
  for (const char* design : {"", ", blocks: 2", ", hard_to_change: f0",
                             ", blocks: 2, hard_to_change: [f0, f1]", ", hard_to_change: f2"}) {
    auto text = [&](int n) {
      return FactorsText(3, 2, fmt::format("replications: {}{}", n, design));
    };
    Study few = StudyOf(text(2)), many = StudyOf(text(7));
    ErrorDegrees foretold(few, PlanOf(few)), made(many, PlanOf(many));
    EXPECT_EQ(foretold.Within(7), made.Within(7)) << design;
    EXPECT_EQ(foretold.BetweenPlots(7), made.BetweenPlots(7)) << design;
    EXPECT_EQ(foretold.WithoutPlots(7), made.WithoutPlots(7)) << design;
  }
}

// Studies with plots, blocks, or both; each as one file for R.
std::vector<std::string> StudiesForR() {
  const std::string large =
      "factors: { machine: [a, b], batch: [1, 2, 4], image: [28, 32] }\nfixed: { framework: fake "
      "}\n";
  return {
      Machines("design: { replications: 4, hard_to_change: machine }\n"),
      Machines("design: { replications: 2, hard_to_change: batch }\n"),
      Machines("design: { replications: 4 }\nanalyze: { block: replication }\n"),
      large + "design: { replications: 3, hard_to_change: machine }\n",
      large + "design: { replications: 3, hard_to_change: [machine, image] }\n",
      large + "design: { replications: 2, blocks: 2, hard_to_change: machine }\n",
      large + "design: { replications: 2, blocks: 3, hard_to_change: [machine, image] }\n",
      large +
          "design: { replications: 3, blocks: 2, hard_to_change: image }\nanalyze: { block: "
          "replication }\n",
      large +
          "design: { replications: 2, hard_to_change: machine }\nexclude: batch == 4 and image "
          "== 32 or machine == a and batch == 1\n",
      FactorsText(3, 2, "kind: two_level, blocks: 2, replications: 2"),
      FactorsText(3, 2, "kind: two_level, blocks: 2, replications: 3, hard_to_change: f0"),
      FactorsText(3, 2, "kind: two_level, blocks: 4, replications: 2, hard_to_change: f1"),
      FactorsText(4, 2, "kind: fraction, resolution: IV, replications: 2, hard_to_change: f3"),
      FactorsText(3, 3, "kind: latin_square, replications: 3, hard_to_change: f0"),
  };
}

constexpr const char* kScript = R"R(
folder <- commandArgs(TRUE)[1]
left <- function(fit, stratum) if (is.null(fit[[stratum]])) 0 else fit[[stratum]]$df.residual
degrees <- function(file) {
  data <- read.csv(file.path(folder, file), colClasses = "factor")
  set.seed(1)
  data$y <- rnorm(nrow(data))
  terms <- paste(setdiff(names(data), c("case", "block", "plot", "blocked", "y")), collapse = " * ")
  blocked <- data$blocked[1] == "yes"
  whole <- aov(as.formula(paste("y ~", if (blocked) "block +" else "", terms)), data)
  within <- whole$df.residual
  between <- 0
  if (nlevels(data$plot) > 1) {
    strata <- aov(as.formula(paste("y ~", terms, "+ Error(block/plot)")), data)
    within <- left(strata, "Within")
    between <- left(strata, "block:plot")
  }
  data.frame(case = data$case[1], within, between, without = whole$df.residual)
}
answers <- suppressWarnings(do.call(rbind, lapply(list.files(folder, "^case"), degrees)))
write.csv(answers, file.path(folder, "degrees.csv"), row.names = FALSE, quote = FALSE)
)R";

void WriteRuns(const std::string& path, size_t number, const Study& study, const Plan& plan) {
  std::ofstream file(path);
  file << "case,block,plot,blocked";
  for (const Factor& factor : study.factors) file << "," << factor.name;
  const bool by_replication = study.analyze.block == "replication";
  const bool blocked = study.design.blocks > 1 || by_replication;
  for (const PlannedRun& run : plan.runs) {
    file << fmt::format("\n{},{},{},{}", number, by_replication ? run.replication : run.block,
                        run.plot, blocked ? "yes" : "no");
    for (const auto& [name, level] : plan.scenarios[run.scenario].levels) {
      file << "," << level.ToString();
    }
  }
  file << "\n";
}

TEST(ErrorDegreesTest, EqualsRsAov) {
  if (std::system("command -v Rscript >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "R is not installed: make test-r installs it";
  }
  std::string folder = testing::TempDir() + "trena-degrees-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::vector<std::string> texts = StudiesForR();
  for (size_t i = 0; i < texts.size(); ++i) {
    Study study = StudyOf(texts[i]);
    WriteRuns(fmt::format("{}/case{}.csv", folder, i), i, study, PlanOf(study));
  }
  std::ofstream(folder + "/degrees.R") << kScript;
  const std::string command =
      fmt::format("Rscript '{0}/degrees.R' '{0}' >/dev/null 2>'{0}/errors'", folder);
  const int code = std::system(command.c_str());
  std::vector<TestRow> rows = ReadTestTableAt(folder + "/degrees.csv");
  std::filesystem::remove_all(folder);
  ASSERT_EQ(code, 0);
  ASSERT_EQ(rows.size(), texts.size());
  for (const TestRow& row : rows) {
    ExpectDegrees(
        texts[std::stoul(row.at("case"))],
        {std::stod(row.at("within")), std::stod(row.at("between")), std::stod(row.at("without"))});
  }
}

}  // namespace
}  // namespace trena

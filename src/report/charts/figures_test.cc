// SPDX-License-Identifier: Apache-2.0
#include "report/charts/figures.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "core/process/process.h"
#include "core/scratch_folder.h"
#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

// A variable of the environment as it is for one test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

class FiguresTest : public testing::Test {
 protected:
  // A program of this name in a folder that is PATH.
  void WriteProgram(const std::string& name, const std::string& text) {
    ASSERT_TRUE(WriteFile(scratch_.path() / name, text).ok());
    fs::permissions(scratch_.path() / name, fs::perms::owner_all);
  }

  ScratchFolder scratch_{MakeTemporaryFolder(testing::TempDir(), "figures-").value()};
  std::vector<Chart> charts_ = StudyCharts(ExampleAnalysis(), Words(Language::kEnglish));
};

TEST_F(FiguresTest, NamesOfFilesAreSafeAndNoneIsTwice) {
  std::set<std::string> names;
  for (const Chart& chart : StudyCharts(HostileAnalysis(), Words(Language::kEnglish))) {
    EXPECT_EQ(chart.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-"),
              std::string::npos)
        << chart.name;
    EXPECT_TRUE(names.insert(chart.name).second) << chart.name;
  }
  EXPECT_GE(names.size(), 3u);
}

TEST_F(FiguresTest, AnUnknownFormatIsRefused) {
  auto drawn = DrawFigures(charts_, {"svg", "pmg"}, Language::kEnglish);
  ASSERT_FALSE(drawn.ok());
  EXPECT_EQ(drawn.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(drawn.error().message(), "`pmg` (did you mean `png`?)"));
}

TEST_F(FiguresTest, WithoutItsToolItSaysHowToInstallIt) {
  Variable path("PATH", scratch_.path().string());
  Variable cache("TRENA_CACHE", (scratch_.path() / "cache").string());
  auto drawn = DrawFigures(charts_, {"svg"}, Language::kEnglish);
  ASSERT_FALSE(drawn.ok());
  EXPECT_EQ(drawn.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(drawn.error().message(), "/cache/figures/bin/pip install vl-convert-python=="));
}

TEST_F(FiguresTest, AToolThatFailsIsOurFailure) {
  Variable path("PATH", scratch_.path().string());
  Variable cache("TRENA_CACHE", (scratch_.path() / "cache").string());
  WriteProgram("python3", "#!/bin/sh\necho some trace >&2\necho 'ValueError: no' >&2\nexit 1\n");
  auto drawn = DrawFigures(charts_, {"svg"}, Language::kEnglish);
  ASSERT_FALSE(drawn.ok());
  EXPECT_EQ(drawn.error().kind(), ErrorKind::kFailure);
  EXPECT_TRUE(Has(drawn.error().message(), "(exit code 1): ValueError: no"));
}

// The tool's part is played by a script: it is given the charts and leaves a file for each.
TEST_F(FiguresTest, WhatTheToolDrewIsWrittenWhole) {
  Variable path("PATH", scratch_.path().string() + ":/usr/bin:/bin");
  Variable cache("TRENA_CACHE", (scratch_.path() / "cache").string());
  WriteProgram(
      "python3",
      "#!/bin/sh\ncp \"$4/job.json\" \"$4/time.svg\"\ncp \"$4/job.json\" \"$4/time.pdf\"\n");
  charts_.resize(1);
  auto drawn = DrawFigures(charts_, {"svg", "pdf"}, Language::kPortuguese);
  ASSERT_TRUE(drawn.ok()) << drawn.error().message();
  ASSERT_EQ(drawn.value().size(), 2u);
  Json job = ParseJson(drawn.value()[1].bytes).value();
  EXPECT_EQ(job["locale"], "pt-BR");
  EXPECT_EQ(job["charts"][0]["spec"]["width"], 480) << "a file has no place to be as wide as";
  EXPECT_FALSE(job["charts"][0]["spec"].contains("autosize"));
  auto paths = WriteFiles(drawn.value(), scratch_.path() / "out" / "deep");
  ASSERT_TRUE(paths.ok());
  EXPECT_EQ(ReadFile(paths.value()[0]).value(), drawn.value()[0].bytes);
  EXPECT_FALSE(WriteFiles(drawn.value(), scratch_.path() / "python3").ok()) << "it is a file";
}

TEST_F(FiguresTest, CaptionsNameEachFigure) {
  std::string captions = FigureCaptions(charts_);
  EXPECT_TRUE(captions.starts_with("time: Training time of each scenario. Dots are single runs;"));
  EXPECT_TRUE(Has(captions, "\nvariation: What drives the training time. "));
}

TEST_F(FiguresTest, DrawsWithVlConvert) {
  auto drawn = DrawFigures(charts_, {"svg", "png", "pdf"}, Language::kPortuguese);
  if (!drawn.ok() && drawn.error().kind() == ErrorKind::kInput) {
    GTEST_SKIP() << "vl-convert is not installed (make test-paper does)";
  }
  ASSERT_TRUE(drawn.ok()) << drawn.error().message();
  ASSERT_EQ(drawn.value().size(), 3 * charts_.size());
  EXPECT_TRUE(drawn.value()[0].bytes.starts_with("<svg"));
  EXPECT_TRUE(drawn.value()[1].bytes.starts_with("\x89PNG"));
  EXPECT_TRUE(drawn.value()[2].bytes.starts_with("%PDF-"));
  EXPECT_TRUE(Has(drawn.value()[0].bytes, "C5"));
}

}  // namespace
}  // namespace trena

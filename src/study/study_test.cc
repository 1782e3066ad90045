// SPDX-License-Identifier: Apache-2.0
#include "study/study.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(StudyTest, FactorsAndEnvironmentsAreFoundByTheirWholeNames) {
  Study study;
  EXPECT_EQ(study.factor("batch"), nullptr);
  EXPECT_EQ(study.environment("here"), nullptr);
  study.factors = {{"batch", {64}}, {"batch2", {1, 2}}};
  study.environments.resize(2);
  study.environments[0].name = "here";
  study.environments[1].name = "there";
  EXPECT_EQ(study.factor("batch"), &study.factors[0]);
  EXPECT_EQ(study.factor("batch2"), &study.factors[1]);
  EXPECT_EQ(study.factor("batc"), nullptr);
  EXPECT_EQ(study.factor(""), nullptr);
  EXPECT_EQ(study.environment("there"), &study.environments[1]);
  EXPECT_EQ(study.environment("Here"), nullptr);
}

TEST(StudyTest, ResultsStandBesideTheFileInAFolderOfItsName) {
  Study study;
  study.path = "/home/someone/first.yaml";
  EXPECT_EQ(study.results_folder(), "/home/someone/first.trena");
  study.path = "a.b/first.study.yml";  // only the last ending is replaced
  EXPECT_EQ(study.results_folder(), "a.b/first.study.trena");
  study.path = "a.b/first";
  EXPECT_EQ(study.results_folder(), "a.b/first.trena");
  EXPECT_EQ(study.path, "a.b/first") << "the study's own path stays";
}

TEST(StudyTest, WithoutAFileAnErrorIsWordsAlone) {
  const Study study;
  EXPECT_EQ(study.ErrorAt("design.kind", "no such kind").message(), "no such kind");
  const Error error = study.ErrorAt("design.kind", "no such kind", "say full");
  EXPECT_EQ(error.message(), "no such kind; say full");
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
}

TEST(StudyTest, WithAFileAnErrorIsShownAtItsPlace) {
  Study study;
  auto file = std::make_shared<StudyFile>();
  file->name = "s.yaml";
  file->text = "design:\n  kind: odd\n";
  file->places["design.kind"] = Place{2, 9, 3};
  study.file = file;
  const Error error = study.ErrorAt("design.kind", "no such kind", "say full");
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(error.message(),
            "s.yaml:2:9: no such kind\n"
            "    2 |   kind: odd\n"
            "      |         ^~~\n"
            "      = say full");
  // A place that the file does not have: the file as a whole.
  EXPECT_EQ(study.ErrorAt("design.runs", "too few").message(), "s.yaml: too few");
}

}  // namespace
}  // namespace trena

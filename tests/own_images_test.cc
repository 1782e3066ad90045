// SPDX-License-Identifier: Apache-2.0
// A folder of images of one's own, trained on by the built program: what makes it the same data
// set, what makes it another, and what is refused before anything is spent.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/json.h"
#include "session.h"
#include "small_image.h"

namespace trena {
namespace {

class OwnImages : public testing::Test {
 protected:
  OwnImages() {
    for (int i = 0; i < 12; ++i) WriteSmallImage(session_, fmt::format("pets/{}/{}.bmp", i % 2, i));
  }

  void WriteStudy(const std::string& map) const {
    session_.Write("s.yaml",
                   "fixed:\n  framework: libtorch\n  network: lenet\n  epochs: 1\n  batch: 4\n"
                   "  threads: 1\n  dataset: { name: pets, " +
                       map +
                       " }\n"
                       "design: { replications: 1 }\n");
  }
  ProcessResult Run() const { return session_.Trena({"run", "s.yaml"}); }
  Json RunJson(size_t run) const {
    const std::string name = session_.Runs("s.trena").at(run);
    return ParseJson(session_.Read("s.trena/runs/" + name + "/run.json")).value();
  }

  Session session_;
};

TEST_F(OwnImages, TheSameImagesElsewhereAreTheSameDataSet) {
  WriteStudy("folder: pets");
  const ProcessResult first = Run();
  ASSERT_EQ(session_.Runs("s.trena").size(), 1u) << first.errors << first.output;
  const Json run = RunJson(0);
  EXPECT_EQ(run["outcome"], "ok");
  EXPECT_EQ(run["fixed"]["dataset"], "pets");
  EXPECT_FALSE(run["metrics"].contains("accuracy")) << "there is no test part";
  EXPECT_FALSE(run["synthetic"]);
  EXPECT_EQ(Dump(run).find(session_.folder().string() + "/pets"), std::string::npos);

  fs::rename(session_.folder() / "pets", session_.folder() / "moved");
  WriteStudy("folder: moved");
  Run();
  EXPECT_EQ(session_.Runs("s.trena").size(), 1u) << "nothing was left to do";

  // Without the images what was measured can still be told, and nothing can be measured.
  fs::rename(session_.folder() / "moved", session_.folder() / "gone");
  const ProcessResult told = session_.Trena({"analyze", "s.yaml", "--all"});
  EXPECT_TRUE(Has(told.output, "C1")) << told.errors << told.output;
  EXPECT_TRUE(Has(told.output, "1 of 1 planned run is done")) << told.output;
  EXPECT_TRUE(Has(session_.Trena({"plan", "s.yaml"}).output, "there is no folder "));

  // Another image is another data set.
  fs::rename(session_.folder() / "gone", session_.folder() / "moved");
  session_.Write("moved/0/0.bmp", SmallImage("another"));
  Run();
  ASSERT_EQ(session_.Runs("s.trena").size(), 2u);
  EXPECT_NE(RunJson(0)["key"], RunJson(1)["key"]);
  EXPECT_NE(RunJson(0)["inputs"]["data"], RunJson(1)["inputs"]["data"]);
}

TEST_F(OwnImages, ATestPartGivesAnAccuracy) {
  WriteStudy("folder: pets, test: 0.34, classes: 5");
  const ProcessResult done = Run();
  ASSERT_EQ(session_.Runs("s.trena").size(), 1u) << done.errors << done.output;
  EXPECT_TRUE(RunJson(0)["metrics"].contains("accuracy"));
}

TEST_F(OwnImages, WhatOnlyStandsForOthersIsSaidToBeSo) {
  WriteStudy("folder: pets, made_of: bitmaps of their own names");
  Run();
  ASSERT_EQ(session_.Runs("s.trena").size(), 1u);
  EXPECT_TRUE(Has(session_.Trena({"analyze", "s.yaml", "--all"}).output,
                  "The data are synthetic: pets (bitmaps of their own names)."));
}

TEST_F(OwnImages, BrokenOnesEndItBeforeTheFirstRunUnlessSkipped) {
  session_.Write("pets/0/broken.jpg", "no image");
  WriteStudy("folder: pets");
  const ProcessResult refused = Run();
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(Has(refused.errors,
                  "1 of 13 images cannot be read: 0/broken.jpg is no JPEG, PNG, "
                  "BMP or TIFF"))
      << refused.errors;
  EXPECT_TRUE(session_.Runs("s.trena").empty());
  WriteStudy("folder: pets, skip_broken: true");
  const ProcessResult done = Run();
  EXPECT_EQ(session_.Runs("s.trena").size(), 1u) << done.errors;
  EXPECT_TRUE(Has(done.errors, "Note: 1 of 13 images cannot be read: 0/broken.jpg")) << done.errors;
}

TEST_F(OwnImages, ABatchLargerThanTheImagesIsRefusedByPlan) {
  WriteStudy("folder: pets");
  const ProcessResult plan = session_.Trena({"plan", "s.yaml", "-P", "batch=8,16"});
  EXPECT_TRUE(Has(plan.output, "batch 16 is larger than the 12 images it trains on"))
      << plan.output;
  EXPECT_FALSE(Has(plan.output, "Next: "));
}

TEST_F(OwnImages, ALinkThatLeavesTheFolderIsRefused) {
  session_.Write("secret.jpg", "x");
  fs::create_symlink("../../secret.jpg", session_.folder() / "pets" / "0" / "link.jpg");
  WriteStudy("folder: pets");
  EXPECT_TRUE(Has(session_.Trena({"plan", "s.yaml"}).output, "0/link.jpg leads out of "));
  const ProcessResult refused = Run();
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(Has(refused.errors, "0/link.jpg leads out of ")) << refused.errors;
}

}  // namespace
}  // namespace trena

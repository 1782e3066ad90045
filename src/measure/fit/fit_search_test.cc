// SPDX-License-Identifier: Apache-2.0
// With the fake runner, whose memory is a + b · batch as its script says: the truth is known.
#include "measure/fit/fit_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/process/memory_group.h"
#include "study/study_reader.h"

namespace trena {
namespace {

constexpr double kA = 30e6, kB = 4e6;  // bytes: before any image, and each image

class FitSearchTest : public testing::Test {
 protected:
  FitSearchTest() : results_(folder_.path() / "test.trena") {
    runners_ = FindRunners({fs::path(TRENA_BUILD_DIR) / "runners"}).value();
  }
  void SetUp() override {
    if (!CanLimitMemory().ok()) GTEST_SKIP() << CanLimitMemory().error().message();
  }

  FitsFound Find(const std::string& text) {
    fs::path path = folder_.Write("test.yaml", text);
    study_ = ReadStudy(path).value();
    plan_ = MakePlan(study_, VersionsOf(runners_)).value();
    Installation places;
    places.cache = folder_.path() / "cache";
    Configuration configuration(study_, places, runners_);
    FitListener listener;
    listener.starting = [&](const FitState& state) { tried_.push_back(state.scenario->id); };
    tried_.clear();
    auto found =
        FindFits({&study_, &configuration, FitSeriesOf(study_, plan_, "batch").value(), "test"},
                 results_, listener);
    EXPECT_TRUE(found.ok()) << found.error().message();
    return found.ok() ? found.value() : FitsFound();
  }

  static std::string Text(const std::string& limits, const std::string& more = "") {
    return fmt::format(
        "factors: {{ memory_limit: [{}], batch: 1..64 by x2 }}\n"
        "fixed: {{ framework: fake, epochs: 1, images: 64, fake_memory: = {} + {} * batch, "
        "fake_seconds: 0.5,"
        " fake_sleep: true{} }}\n",
        limits, kA, kB, more);
  }

  TestFolder folder_;
  ResultsFolder results_;
  std::vector<Runner> runners_;
  Study study_;
  Plan plan_;
  std::vector<std::string> tried_;
};

// 100 MB hold 16 images (94 MB) and not 32 (158 MB); 200 MB hold 32 and not 64 (286 MB). The
// runner itself has some million bytes.
TEST_F(FitSearchTest, TheLargestThatFitsIsFoundUnderEachLimit) {
  const FitsFound found = Find(Text("110 MB, 200 MB"));
  ASSERT_EQ(found.series.size(), 2u);
  const double fits[] = {16, 32};
  for (size_t i = 0; i < 2; ++i) {
    const FitFound& one = found.series[i];
    ASSERT_TRUE(one.largest.fits && one.largest.does_not) << one.problem;
    EXPECT_EQ(one.series.levels[*one.largest.fits], fits[i]);
    EXPECT_EQ(one.series.levels[*one.largest.does_not], 2 * fits[i]);
    for (size_t level = 0; level < one.runs.size(); ++level) {
      if (!one.runs[level] || !one.runs[level]->fits) continue;
      const double scripted = kA + kB * one.series.levels[level];
      EXPECT_GE(*one.runs[level]->memory, scripted);
      EXPECT_LT(*one.runs[level]->memory, scripted + 20e6);
    }
  }
  EXPECT_EQ(found.made, tried_.size());
  EXPECT_EQ(found.already, 0u);
}

TEST_F(FitSearchTest, NothingIsMadeTwice) {
  const FitsFound first = Find(Text("110 MB"));
  EXPECT_GT(first.made, 0u);
  const FitsFound second = Find(Text("110 MB"));
  EXPECT_EQ(second.made, 0u);
  EXPECT_EQ(second.already, first.made);
  EXPECT_EQ(second.series[0].largest.fits, first.series[0].largest.fits);
  // One that was lost is made again, and it alone.
  const auto names = ListFolder(results_.folder() / "fits").value();
  ASSERT_EQ(names.size(), first.made);
  fs::remove_all(results_.folder() / "fits" / names[0]);
  EXPECT_EQ(Find(Text("110 MB")).made, 1u);
  EXPECT_TRUE(ListFolder(results_.folder() / "under-way").value().empty());
}

// Less than it needs to start: one run without the limit tells how much that is.
TEST_F(FitSearchTest, ALimitBelowAllNamesTheNeed) {
  const FitsFound found = Find(Text("20 MB"));
  const FitFound& one = found.series[0];
  EXPECT_FALSE(one.largest.fits);
  EXPECT_EQ(one.largest.does_not, 0u);
  ASSERT_TRUE(one.need && one.need->fits);
  EXPECT_TRUE(one.need->lifted);
  EXPECT_GE(*one.need->memory, kA + kB);
  EXPECT_LT(*one.need->memory, kA + kB + 20e6);
}

// Without a limit of its own it is held to what the machine has free.
TEST_F(FitSearchTest, WithoutLimitTheMachineIsTheLimit) {
  const FitsFound found =
      Find("factors: { batch: [1, 2] }\nfixed: { framework: fake, epochs: 1, fake_memory: 1e7 }\n");
  const FitFound& one = found.series[0];
  EXPECT_EQ(one.largest.fits, 1u);
  EXPECT_FALSE(one.largest.does_not);
  ASSERT_TRUE(one.runs[1]);
  EXPECT_GT(one.runs[1]->held_to.value_or(Bytes{0}).value, 100'000'000u);
}

// What fails otherwise says nothing of memory, and is not kept.
TEST_F(FitSearchTest, AnotherFailureEndsTheSearchWithItsReason) {
  const FitsFound found = Find(Text("110 MB", ", fake_outcome: fail"));
  EXPECT_EQ(found.series[0].problem.substr(2), ": exit code 1: failed as the script says")
      << found.series[0].problem;
  EXPECT_TRUE(found.series[0].largest.stopped);
  EXPECT_FALSE(fs::exists(results_.folder() / "fits"));
}

// The framework's own word counts as well as the kernel's.
TEST_F(FitSearchTest, AnAllocationThatFailsIsOutOfMemoryToo) {
  const FitsFound found = Find(Text("110 MB", ", fake_outcome: oom"));
  EXPECT_FALSE(found.series[0].largest.fits);
  EXPECT_FALSE(found.series[0].largest.stopped);
}

}  // namespace
}  // namespace trena

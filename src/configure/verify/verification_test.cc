// SPDX-License-Identifier: Apache-2.0
// Frameworks here are shell scripts that give what the test has put ready: FRAMEWORK-PRECISION.npz.
#include "configure/verify/verification.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/npy/npz.h"
#include "study/study_reader.h"

namespace trena {
namespace {

// Standard deviation of the logits is 1, norm of the gradient 5.
Arrays TrainedArrays(double first_logit = 1, double gradient = 3) {
  return {{"logits", Array::Of<double>({2, 2}, {first_logit, -1, 1, -1})},
          {"grad/fc1.weight", Array::Of<double>({2}, {gradient, 4})},
          {"losses", Array::Of<double>({2}, {2, 0.5})},
          {"indices", Array::Of<int32_t>({3}, {2, 0, 1})}};
}

class VerificationTest : public testing::Test {
 protected:
  VerificationTest() {
    places_.cache = cache_;
    places_.trena_data = fs::path(TRENA_BUILD_DIR) / "trena-data";
    places_.networks = {fs::path(TRENA_SOURCE_DIR) / "networks"};
    Give("libtorch-float64", TrainedArrays());
    Give("libtorch-float32", TrainedArrays());
    Give("caffe-float32", TrainedArrays());
    script_ = folder_.Write("runner.sh", "here=" + folder_.path().string() + R"sh(
framework=$1; scenario=$2
echo $framework >> $here/asked
precision=$(grep -o 'float[0-9]*' "$scenario" | head -n 1)
if [ -e $here/$framework-fails ]; then echo broken; exit 1; fi
cp $here/$framework-$precision.npz "$(dirname "$scenario")/verify.npz"
echo '{"event":"verify","parameters":7}' > "$TRENA_EVENTS"
)sh");
    runners_ = {{"libtorch", "1.13", {"/bin/sh", script_.string(), "libtorch"}, {"cpu"}},
                {"caffe", "1.0", {"/bin/sh", script_.string(), "caffe"}, {"cpu"}}};
    Use("[libtorch, caffe]");
  }

  void Give(const std::string& name, const Arrays& arrays) {
    ASSERT_TRUE(WriteNpz(folder_.path() / (name + ".npz"), {arrays.begin(), arrays.end()}).ok());
  }

  void Use(const std::string& frameworks) {
    study_ = ReadStudyText("test.yaml", "factors: { framework: " + frameworks + R"( }
fixed: { network: lenet, dataset: synthetic, images: 100, epochs: 1, batch: 16 }
)")
                 .value();
    plan_ = MakePlan(study_, VersionsOf(runners_)).value();
    scenarios_.clear();
    for (const Scenario& scenario : plan_.scenarios) scenarios_.push_back(&scenario);
    configuration_.emplace(study_, places_, runners_);
  }

  Verification Run() {
    progress_.clear();
    auto found =
        Verifier(*configuration_, cache_, {})
            .Run(scenarios_, [&](const std::string& what, size_t done, size_t total) {
              progress_.push_back(what + " " + std::to_string(done) + "/" + std::to_string(total));
            });
    EXPECT_TRUE(found.ok()) << found.error().message();
    return found.ok() ? found.value() : Verification();
  }

  Verification Known() {
    auto found = Verifier(*configuration_, cache_, {}).Known(scenarios_);
    EXPECT_TRUE(found.ok()) << found.error().message();
    return found.ok() ? found.value() : Verification();
  }

  const VerifyRow& RowOf(const Verification& verification, const std::string& framework) {
    for (const VerifyRow& row : verification.rows) {
      if (row.framework == framework) return row;
    }
    ADD_FAILURE() << "no row of " << framework;
    static const VerifyRow none;
    return none;
  }

  // How often a framework was started.
  int Asked(const std::string& framework) {
    auto text = ReadFile(folder_.path() / "asked");
    int times = 0;
    std::string word = framework + "\n";
    for (size_t at = 0; text.ok() && (at = text.value().find(word, at)) != std::string::npos;
         ++at) {
      ++times;
    }
    return times;
  }

  TestFolder folder_;
  fs::path cache_ = folder_.path() / "cache";
  fs::path script_;
  Installation places_;
  std::vector<Runner> runners_;
  Study study_;
  Plan plan_;
  std::vector<const Scenario*> scenarios_;
  std::optional<Configuration> configuration_;
  std::vector<std::string> progress_;
};

TEST_F(VerificationTest, WhatTrainsAlikeIsEqual) {
  Verification found = Run();
  ASSERT_EQ(found.rows.size(), 2u);
  EXPECT_EQ(found.unknown, 0u);
  const VerifyRow& caffe = RowOf(found, "caffe@1.0");
  EXPECT_TRUE(caffe.equal()) << WhyNotEqual(caffe);
  EXPECT_TRUE(caffe.training.starts_with("lenet, synthetic ")) << caffe.training;
  EXPECT_EQ(caffe.equivalence.parameters, 7);
  EXPECT_EQ(caffe.equivalence.expected_parameters, 7);
  EXPECT_EQ(Asked("libtorch"), 3) << "float64 and float32 as the reference, and as a framework";
  EXPECT_EQ(Asked("caffe"), 1);
  ASSERT_EQ(progress_.size(), 2u);
  EXPECT_TRUE(progress_[0].ends_with(" 0/2")) << progress_[0];
  EXPECT_TRUE(progress_[1].ends_with(" 1/2")) << progress_[1];
}

// A sweep over batches is one training to prove, of as many images as are enough to tell.
TEST_F(VerificationTest, BatchesThatDifferAreProvenOnce) {
  study_ = ReadStudyText("test.yaml", R"(factors: { framework: [caffe], batch: [1, 2, 16, 64] }
fixed: { network: lenet, dataset: synthetic, images: 100, epochs: 1 }
)")
               .value();
  plan_ = MakePlan(study_, VersionsOf(runners_)).value();
  scenarios_.clear();
  for (const Scenario& scenario : plan_.scenarios) scenarios_.push_back(&scenario);
  configuration_.emplace(study_, places_, runners_);
  EXPECT_EQ(Run().rows.size(), 1u);
  EXPECT_EQ(Asked("caffe"), 1);
  scenarios_.resize(1);
  EXPECT_EQ(Known().unknown, 0u) << "and known of each of them";
}

TEST_F(VerificationTest, WhatWasFoundIsKept) {
  EXPECT_EQ(Known().unknown, 2u) << "nothing was compared yet";
  Run();
  int before = Asked("libtorch");
  EXPECT_TRUE(RowOf(Run(), "caffe@1.0").equal());
  EXPECT_EQ(Asked("libtorch"), before) << "nothing is run again";
  Verification known = Known();
  EXPECT_EQ(known.unknown, 0u);
  EXPECT_EQ(known.rows.size(), 2u);
}

// Before anything is run, and of what is still to be run.
TEST_F(VerificationTest, ItsMemoryIsSaidFirst) {
  std::vector<std::string> told;
  int asked = 0;
  const auto run = [&] {
    return Verifier(*configuration_, cache_, {}).Run(scenarios_, {}, [&](const VerifyMemory& one) {
      told.push_back(one.training);
      asked += Asked("libtorch") + Asked("caffe");
      // Four times Caffe's LeNet: weights, gradients, velocities and the gradients that are kept.
      EXPECT_GT(one.reference, 4 * 431'080 * 8);
      EXPECT_LT(one.reference, 1e9);
    });
  };
  ASSERT_TRUE(run().ok());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(told[0].starts_with("lenet, synthetic ")) << told[0];
  EXPECT_EQ(asked, 0) << "nothing had been started";
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(told.size(), 1u) << "nothing was left to run";
}

TEST_F(VerificationTest, OtherLogitsAreNoMatterOfRounding) {
  Give("caffe-float32", TrainedArrays(1.5));
  const VerifyRow row = RowOf(Run(), "caffe@1.0");
  EXPECT_FALSE(row.equal());
  EXPECT_TRUE(Has(WhyNotEqual(row), {"logits differ by"}));
  EXPECT_EQ(Asked("libtorch"), 3) << "so the reference is not perturbed";
}

TEST_F(VerificationTest, GradientsAreLookedAtAgainWithPerturbedWeights) {
  Give("caffe-float32", TrainedArrays(1, 3.5));
  const VerifyRow row = RowOf(Run(), "caffe@1.0");
  EXPECT_FALSE(row.equal()) << "0.5 ÷ 5 is far beyond rounding";
  EXPECT_TRUE(Has(WhyNotEqual(row), {"gradients of fc1.weight differ by"}));
  EXPECT_EQ(Asked("libtorch"), 3 + 4) << "four times from perturbed weights";
}

TEST_F(VerificationTest, AFailureIsARowAndNotKept) {
  folder_.Write("caffe-fails", "");
  const VerifyRow row = RowOf(Run(), "caffe@1.0");
  EXPECT_EQ(row.failure, "it ended with code 1: broken");
  EXPECT_FALSE(row.equal());
  fs::remove(folder_.path() / "caffe-fails");
  EXPECT_TRUE(RowOf(Run(), "caffe@1.0").equal()) << "it is asked again";
}

TEST_F(VerificationTest, WithoutTheReferenceNothingIsKnown) {
  runners_[0].command[0] = "/no/such/program";
  Use("[libtorch, caffe]");
  Verification found = Run();
  EXPECT_TRUE(found.rows.empty());
  EXPECT_EQ(found.unknown, 2u);
  EXPECT_EQ(Asked("caffe"), 0);
}

TEST_F(VerificationTest, AReferenceThatFailsIsAnError) {
  folder_.Write("libtorch-fails", "");
  auto found = Verifier(*configuration_, cache_, {}).Run(scenarios_, {});
  ASSERT_FALSE(found.ok());
  EXPECT_TRUE(Has(found.error().message(), {"the reference, libtorch@1.13", "broken"}));
}

TEST_F(VerificationTest, TheReferenceAloneHasNothingToCompare) {
  Use("[libtorch]");
  EXPECT_TRUE(Run().rows.empty());
  EXPECT_EQ(Asked("libtorch"), 0);
}

TEST_F(VerificationTest, SimulatedRunnersAreNotCompared) {
  runners_[1].simulated = true;
  Use("[libtorch, caffe]");
  EXPECT_TRUE(Run().rows.empty());
  EXPECT_EQ(Asked("libtorch") + Asked("caffe"), 0);
}

TEST_F(VerificationTest, ARecordThatIsBrokenIsMadeAgain) {
  Run();
  for (const auto& entry : fs::directory_iterator(cache_ / "verify")) {
    ASSERT_TRUE(WriteFile(entry.path(), "{").ok());
  }
  EXPECT_EQ(Known().unknown, 2u);
  EXPECT_TRUE(RowOf(Run(), "caffe@1.0").equal());
}

TEST_F(VerificationTest, NothingHalfMadeStaysBehind) {
  Give("caffe-float32", TrainedArrays(1, 3.5));
  Run();
  for (const auto& entry : fs::directory_iterator(cache_ / "verify")) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("making-")) << entry.path();
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "framework_networks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/clock.h"
#include "core/json.h"

namespace trena {
namespace {

constexpr const char* kData = "dataset: { name: few, synthetic: { images: 64, classes: 10 } }";

// All but text's, on images of 20×20. Strides of 2 over an even size make `same` uneven.
constexpr const char* kEvery = R"(network: every
losses: { early: 0.3, middle: 0.5 }
rates: [1, 2]
decays: [1, 0]
layers:
  - conv: { k: 5, s: 2, p: SAME, o: 8 }
  - relu
  - lrn: { n: 3, alpha: 0.5, beta: 0.75, k: 2 }
  - conv: { k: [3, 1], s: [2, 1], p: SIDES, o: 12, groups: 2, rates: [2, 1], decays: [0.5, 1] }
  - relu: { name: trunk }
  - global_pool
  - fc: { o: classes, name: early }
  - max_pool: { k: 3, s: 2, rounding: up, from: trunk, name: largest }
  - avg_pool: { k: 3, s: 2, rounding: up, from: trunk, name: mean }
  - concat: { from: [largest, mean], name: both }
  - conv: { k: 1, o: 24, bias: false }
  - batch_norm: { name: scaled }
  - conv: { k: 3, p: 1, o: 24, bias: false, from: both }
  - batch_norm: { scale: false, epsilon: 0.001, name: shifted }
  - add: { from: [scaled, shifted, both], name: sum }
  - global_pool
  - fc: { o: classes, name: middle }
  - max_pool: { k: 2, s: 1, from: sum }
  - fc: { o: 32 }
  - relu
  - dropout: { rate: 0.5 }
  - fc: { o: classes, rates: 3 }
)";

constexpr const char* kHinge = R"(network: hinge
loss: hinge
losses: { early: 0.25 }
layers:
  - conv: { k: 3, p: 1, o: 8 }
  - relu: { name: trunk }
  - global_pool
  - fc: { o: classes, name: early }
  - max_pool: { k: 2, from: trunk }
  - fc: { o: classes }
)";

bool IsCaffe(const std::string& framework) { return framework.starts_with("caffe@"); }

std::string Replaced(std::string text, const std::string& word, const std::string& by) {
  return text.replace(text.find(word), word.size(), by);
}

// Caffe pads both sides alike.
std::string EveryLayerOf(const std::string& framework) {
  const std::string same = IsCaffe(framework) ? "2" : "same";
  const std::string sides = IsCaffe(framework) ? "[1, 0]" : "[1, 2, 0, 1]";
  return Replaced(Replaced(kEvery, "SAME", same), "SIDES", sides);
}

// Prints how long it lived.
class Seconds {
 public:
  explicit Seconds(std::string what) : what_(std::move(what)) {}
  ~Seconds() { fmt::print("[ {:6.0f} s ] {}\n", MonotonicNow() - began_, what_); }
  Seconds(const Seconds&) = delete;
  Seconds& operator=(const Seconds&) = delete;

 private:
  std::string what_;
  double began_ = MonotonicNow();
};

void ExpectEqualRows(Session& session, const std::string& study, size_t trainings) {
  const Json verified = ParseJson(session.Read(study + ".trena/verify.json")).value();
  EXPECT_EQ(verified["unknown"], 0);
  EXPECT_EQ(verified["rows"].size(), trainings);
  for (const Json& row : verified["rows"]) {
    EXPECT_TRUE(row["equal"]) << row;
    EXPECT_TRUE(row["same_images"]) << row;
  }
}

void ExpectEqualAndTrained(Session& session, const std::string& framework, const std::string& study,
                           const std::string& text, size_t trainings) {
  session.Write(study + ".yaml", "study: " + study + "\n" + text + "design: { replications: 1 }\n");
  {
    const Seconds seconds(fmt::format("{}: {} proven equal", framework, study));
    const ProcessResult configured = session.Trena({"configure", study + ".yaml"});
    ASSERT_EQ(configured.exit_code, 0) << configured.output << configured.errors;
  }
  ExpectEqualRows(session, study, trainings);
  const Seconds seconds(fmt::format("{}: {} trained", framework, study));
  const ProcessResult measured = session.Trena({"measure", study + ".yaml"});
  EXPECT_EQ(measured.exit_code, 0) << measured.errors;
  EXPECT_EQ(session.Runs(study + ".trena").size(), trainings);
  for (const std::string& name : session.Runs(study + ".trena")) {
    const Json run = ParseJson(session.Read(study + ".trena/runs/" + name + "/run.json")).value();
    EXPECT_EQ(run["outcome"], "ok") << run;
  }
}

// Its first convolution pads unevenly: 64 − 1 = 31·2 + 1, so 2 before and 3 behind.
void ExpectInceptionRefused(Session& session, const std::string& framework) {
  session.Write("inception.yaml",
                fmt::format("fixed: {{ framework: {}, network: inception_v1, image: 64, batch: 8, "
                            "epochs: 1, {} }}\n",
                            framework, kData));
  const std::string place = "inception_v1.yaml:8:5: layer `conv1`: caffe pads both sides alike";
  const ProcessResult configured = session.Trena({"configure", "inception.yaml"});
  EXPECT_EQ(configured.exit_code, 2);
  EXPECT_TRUE(Has(configured.errors, place)) << configured.errors;
  const ProcessResult plan = session.Trena({"plan", "inception.yaml"});
  EXPECT_TRUE(Has(plan.output, place)) << plan.output;
}

}  // namespace

// Factors that go together have each level once, so no two images are of one size.
void ExpectNetworks(Session& session, const std::string& framework) {
  const bool caffe = IsCaffe(framework);
  ExpectEqualAndTrained(
      session, framework, "networks",
      fmt::format(
          "factors:\n"
          "  network: [alexnet, googlenet, resnet18, resnet50, vgg16, vgg19, alexnet_v2{}]\n"
          "  image:   [67, 79, 32, 33, 34, 35, 195{}]\n"
          "together: [network, image]\n"
          "fixed: {{ framework: {}, images: 32, batch: 8, epochs: 1, learning_rate: 0.001, "
          "momentum: 0.9, weight_decay: 0.0005, {} }}\n",
          caffe ? "" : ", inception_v1", caffe ? "" : ", 64", framework, kData),
      caffe ? 7 : 8);
  if (caffe) ExpectInceptionRefused(session, framework);
}

void ExpectEveryLayer(Session& session, const std::string& framework) {
  session.Write("networks/every.yaml", EveryLayerOf(framework));
  session.Write("networks/hinge.yaml", kHinge);
  const std::string fixed =
      fmt::format("framework: {}, image: 20, images: 64, batch: 16, epochs: 1, momentum: 0.9, {}",
                  framework, kData);
  ExpectEqualAndTrained(session, framework, "policies",
                        "factors:\n  learning_rate:\n    - 0.01\n"
                        "    - { name: drop, policy: step, base: 0.02, gamma: 0.5, stepsize: 4 }\n"
                        "    - { name: slower, policy: inv, base: 0.02, gamma: 0.2, power: 0.75 }\n"
                        "    - { name: falling, policy: poly, base: 0.02, power: 2 }\n"
                        "fixed: { network: every, weight_decay: 0.05, " +
                            fixed + " }\n",
                        4);
  ExpectEqualAndTrained(session, framework, "optimizers",
                        "factors:\n  network: [every, hinge]\n  optimizer: [adam, sgd]\n"
                        "  learning_rate: [0.001, 0.01]\n"
                        "together: [network, optimizer, learning_rate]\n"
                        "fixed: { weight_decay: 0.05, " +
                            fixed + " }\n",
                        2);
  if (!framework.starts_with("tensorflow@2.")) return;
  // Without oneDNN there is no gradient of convolutions in groups.
  setenv("TF_ENABLE_ONEDNN_OPTS", "0", 1);
  ExpectEqualAndTrained(session, framework, "without_onednn",
                        "fixed: { network: every, learning_rate: 0.005, " + fixed + " }\n", 1);
  unsetenv("TF_ENABLE_ONEDNN_OPTS");
}

}  // namespace trena

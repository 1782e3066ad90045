// SPDX-License-Identifier: Apache-2.0
// The real thing, small: real images, a real framework, a network that learns.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/json.h"
#include "core/process/memory_group.h"
#include "core/text/text.h"
#include "session.h"

namespace trena {
namespace {

const char* const kStudy =
    "study: small\n"
    "factors: { batch: [32, 64] }\n"
    "fixed: { framework: libtorch, network: lenet, dataset: fashion_mnist, image: 28, images: "
    "512,\n"
    "         epochs: 3, learning_rate: 0.01 }\n"
    "environments: { here: { device: cpu, price: 1 USD/h } }\n"
    "design: { replications: 2 }\n"
    "measure: { sample_every: 50ms }\n";

TEST(Training, RealImagesRealFrameworkRealNumbers) {
  Session session;
  session.Write("small.yaml", kStudy);
  ProcessResult run = session.Trena({"run", "small.yaml"});
  ASSERT_EQ(session.Runs("small.trena").size(), 4u) << run.errors;
  for (const std::string& name : session.Runs("small.trena")) {
    std::string folder = "small.trena/runs/" + name + "/";
    Json record = ParseJson(session.Read(folder + "run.json")).value();
    ASSERT_EQ(record["outcome"], "ok") << session.Read(folder + "stderr.log");
    const Json& metrics = record["metrics"];
    double train = metrics["train_s"].get<double>();
    EXPECT_GT(train, 0);
    EXPECT_LT(train, metrics["wall_s"].get<double>());
    // 512 images × 3 epochs; ⌊512 ÷ batch⌋ steps drop nothing at 32 and 64.
    EXPECT_NEAR(metrics["image_s"].get<double>(), train / 1536, 1e-9);
    EXPECT_NEAR(metrics["images_per_s"].get<double>(), 1536 / train, 1e-6);
    EXPECT_GT(metrics["accuracy"].get<double>(), 0.3) << "chance is 0.1";
    EXPECT_LE(metrics["accuracy"].get<double>(), 1.0);
    EXPECT_GT(metrics["cpu_pct"].get<double>(), 0);
    EXPECT_LE(metrics["cpu_pct"].get<double>(), 101);
    EXPECT_FALSE(metrics.contains("gpu_pct")) << "no GPU was used: missing, not 0";
    EXPECT_EQ(record["versions"]["parameters"], 431080) << "LeNet's published size";
    EXPECT_TRUE(record["versions"].contains("blas")) << "what decides its speed is recorded";
    EXPECT_FALSE(record["facts"]["cpu"]["model"].is_null());
    EXPECT_EQ(record["inputs"].size(), 4u) << "checksums of data, network, order and weights";
    EXPECT_TRUE(session.Read(folder + "samples.csv").starts_with("cpu_pct,mem_pct,gpu_pct,"));
  }
}

TEST(Training, SameSeedSameLossOtherReplicationOtherLoss) {
  Session session;
  session.Write("small.yaml", kStudy);
  std::vector<std::string> measure = {"measure",     "small.yaml", "--only",
                                      "batch == 64", "-P",         "threads=1"};
  std::vector<std::string> elsewhere = measure;
  elsewhere.insert(elsewhere.end(), {"--out", "again.trena"});
  ASSERT_EQ(session.Trena(measure).exit_code, 0);
  ASSERT_EQ(session.Trena(elsewhere).exit_code, 0);
  auto loss = [&](const std::string& results, size_t run) {
    std::string name = session.Runs(results)[run];
    Json record = ParseJson(session.Read(results + "/runs/" + name + "/run.json")).value();
    return record["metrics"]["loss"].get<double>();
  };
  EXPECT_NEAR(loss("small.trena", 0), loss("again.trena", 0), 1e-5);
  EXPECT_NE(loss("small.trena", 0), loss("small.trena", 1));
}

class FitOfLenet : public testing::Test {
 protected:
  ProcessResult Fit(const std::string& batches, std::vector<std::string> more = {}) const {
    session_.Write("s.yaml", "factors: { batch: " + batches +
                                 " }\n"
                                 "fixed: { framework: libtorch, network: lenet, image: 28, images: "
                                 "1024, epochs: 1,\n"
                                 "         threads: 1, dataset: synthetic }\n");
    more.insert(more.begin(), {"fit", "s.yaml"});
    return session_.Trena(more);
  }
  Session session_;
};

TEST_F(FitOfLenet, ABatchLargerThanTheImagesIsBadInput) {
  const ProcessResult refused = Fit("[1024, 1025]");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(Has(refused.errors, "batch 1025 is larger than the 1024 images")) << refused.errors;
  EXPECT_FALSE(session_.Exists("s.trena/fits"));
}

TEST_F(FitOfLenet, ItsLineIsHeldAgainstItsLayers) {
  const std::string batches = "[64, 128, 256, 512, 1024]";
  const Json found = ParseJson(Fit(batches, {"--json"}).output).value();
  EXPECT_EQ(found["combinations"][0]["fits"], 1024) << "the whole machine is there";
  const Json& line = found["lines"][0];
  // 431,080 parameters, with their gradients, of 4 bytes.
  EXPECT_GE(line["layers_fixed_bytes"], 2 * 431080 * 4);
  EXPECT_FALSE(line["of_layers"].is_null()) << Dump(line);
  const ProcessResult said = Fit(batches);
  EXPECT_EQ(said.exit_code, 0) << said.errors;
  EXPECT_TRUE(Has(said.output, "\nAn image took ")) << said.output;
  EXPECT_FALSE(Has(said.output, "Simulated")) << said.output;
}

// Less than libtorch needs to start: nothing of it was told, and what ended it is known.
TEST(Training, AMemoryLimitBelowWhatTheFrameworkNeedsToStart) {
  const Status can = CanLimitMemory();
  if (!can.ok()) GTEST_SKIP() << can.error().message();
  Session session;
  session.Write("small.yaml",
                "study: small\n"
                "fixed: { framework: libtorch, network: lenet, dataset: synthetic, image: 28,\n"
                "         images: 64, batch: 32, epochs: 1, memory_limit: 10 MB }\n"
                "design: { replications: 1 }\n");
  const ProcessResult run = session.Trena({"run", "small.yaml"});
  ASSERT_EQ(session.Runs("small.trena").size(), 1u) << run.errors << run.output;
  const std::string folder = "small.trena/runs/" + session.Runs("small.trena")[0];
  const Json record = ParseJson(session.Read(folder + "/run.json")).value();
  EXPECT_EQ(record["outcome"], "out_of_memory") << record;
  EXPECT_FALSE(Has(session.Read(folder + "/events.jsonl"), "\"start\""));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// A study of text: a transformer that learns, its length as a factor, speed in tokens; and what is
// refused before a run.
#include "core/text/text.h"

#include <gtest/gtest.h>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

const char* const kTinyGpt =
    "network: tiny_gpt\n"
    "layers:\n"
    "  - embedding: { o: 32 }\n"
    "  - positions\n"
    "  - repeat: 2\n"
    "    layers:\n"
    "      - layer_norm\n"
    "      - fc: { o: 96, deviation: 0.02 }\n"
    "      - attention: { heads: 2 }\n"
    "      - fc: { o: 32, deviation: 0.01, name: attended }\n"
    "      - add: { from: [attended, entry], name: middle }\n"
    "      - layer_norm\n"
    "      - fc: { o: 128, deviation: 0.02 }\n"
    "      - gelu\n"
    "      - fc: { o: 32, deviation: 0.01, name: fed_forward }\n"
    "      - add: { from: [fed_forward, middle] }\n"
    "  - layer_norm\n"
    "  - fc: { o: classes, deviation: 0.02 }\n";

std::string StudyOfText(const std::string& fixed) {
  return "study: text\nfactors: { sequence: [16, 32] }\nfixed: { network: tiny_gpt, images: 128, "
         "batch: 16, epochs: 2, " +
         fixed + " }\ndesign: { replications: 1 }\n";
}

TEST(Text, ATransformerLearnsAndItsSpeedIsOfTokens) {
  Session session;
  session.Write("networks/tiny_gpt.yaml", kTinyGpt);
  session.Write("text.yaml", StudyOfText("framework: libtorch, dataset: synthetic_text, optimizer: "
                                         "adam, learning_rate: 0.01"));
  const ProcessResult ran = session.Trena({"run", "text.yaml"});
  const std::vector<std::string> runs = session.Runs("text.trena");
  ASSERT_EQ(runs.size(), 2u) << ran.errors;
  for (const std::string& name : runs) {
    const Json run = ParseJson(session.Read("text.trena/runs/" + name + "/run.json")).value();
    ASSERT_EQ(run["outcome"], "ok") << run;
    const double length = run["levels"]["sequence"].get<double>();
    const Json& metrics = run["metrics"];
    const double train = metrics["train_s"].get<double>();
    EXPECT_NEAR(metrics["images_per_s"].get<double>() * train, 256, 1e-6) << "sequences";
    EXPECT_NEAR(metrics["tokens_per_s"].get<double>() * train, 256 * length, 1e-3);
    // A guess among 256 bytes loses ln 256 = 5.5, and is right in 0.4 %.
    EXPECT_LT(metrics["loss"].get<double>(), 3.5);
    EXPECT_GT(metrics["accuracy"].get<double>(), 0.1);
    EXPECT_FALSE(run["fixed"].contains("image")) << "of images alone";
    // 256·32 + T·32; twice 3·32² + 96, 32² + 32, 4·32² + 128, 4·32² + 32, 4·32; 64; 256·33.
    EXPECT_EQ(run["versions"]["parameters"],
              256 * 32 + length * 32 + 2 * (12 * 1024 + 416) + 64 + 256 * 33);
  }
  const ProcessResult report = session.Trena({"analyze", "text.yaml", "--all"});
  EXPECT_NE(report.output.find("speed (tokens/s)"), std::string::npos) << report.output;
  EXPECT_EQ(report.output.find("images/s"), std::string::npos) << report.output;
}

TEST(Text, WhatCannotRunIsRefusedByPlan) {
  Session session;
  session.Write("networks/tiny_gpt.yaml", kTinyGpt);
  auto refusal = [&](const std::string& fixed) {
    session.Write("text.yaml", StudyOfText(fixed));
    const ProcessResult plan = session.Trena({"plan", "text.yaml"});
    EXPECT_EQ(plan.exit_code, 0) << plan.errors;
    EXPECT_EQ(plan.output.find("Next:"), std::string::npos) << plan.output;
    EXPECT_EQ(session.Trena({"run", "text.yaml"}).exit_code, 2);
    return plan.output.substr(std::min(plan.output.find("Cannot run:"), plan.output.size()));
  };
  const std::string caffe = refusal("framework: caffe@1.0, dataset: moby_dick");
  EXPECT_NE(caffe.find("tiny_gpt.yaml:3:5: layer `embedding1`: caffe has no attention"),
            std::string::npos)
      << caffe;
  const std::string image = refusal("framework: libtorch, dataset: moby_dick, image: 32");
  EXPECT_NE(image.find("moby_dick is text, without `image`: leave it out"), std::string::npos)
      << image;
  const std::string data = refusal("framework: libtorch, dataset: mnist");
  EXPECT_NE(data.find("mnist has images: `sequence` is of text"), std::string::npos) << data;
  session.Write("text.yaml",
                "study: text\nfixed: { framework: libtorch, network: tiny_gpt, dataset: moby_dick, "
                "batch: 4, epochs: 1 }\ndesign: { replications: 1 }\n");
  const ProcessResult length = session.Trena({"plan", "text.yaml"});
  EXPECT_NE((length.output + length.errors).find("`sequence: 64`"), std::string::npos)
      << length.output << length.errors;
}

}  // namespace
}  // namespace trena

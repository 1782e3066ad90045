// SPDX-License-Identifier: Apache-2.0
// What Caffe's runner keeps with a run, by a library in Caffe's place that ends where it would
// train: net.prototxt is the network that was given, by Caffe's words, and trena reads it again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

class CaffeFiles : public testing::Test {
 protected:
  CaffeFiles() {
    session_.Write("runners/like_caffe/runner.yaml",
                   "framework: like_caffe\nversion: 1\ncommand: [run]\ndevices: [cpu]\n");
    session_.Write("runners/like_caffe/run",
                   "#!/bin/sh\nexec " TRENA_BUILD_DIR
                   "/runners/caffe/trena-caffe " TRENA_CAFFE_STANDIN " \"$@\"\n");
  }

  // The only run's folder.
  std::string RunOf(const std::string& study, const std::string& network, int image) const {
    session_.Write(
        study + ".yaml",
        fmt::format("study: {}\nfixed: {{ framework: like_caffe, network: {}, image: {}, "
                    "batch: 2, epochs: 1, weight_decay: 0.0005, dataset: {{ name: few, "
                    "synthetic: {{ images: 8, classes: 10 }} }} }}\n"
                    "design: {{ replications: 1 }}\nmeasure: {{ detail: step }}\n",
                    study, network, image));
    const ProcessResult measured = session_.Trena({"measure", study + ".yaml"});
    EXPECT_EQ(measured.exit_code, 3) << "it ends where it would train: " << measured.errors;
    const std::vector<std::string> runs = session_.Runs(study + ".trena");
    EXPECT_EQ(runs.size(), 1u);
    return runs.empty() ? "" : study + ".trena/runs/" + runs[0];
  }

  // Of the network that a run was given.
  Json Parameters(const std::string& run) const {
    const Json scenario = ParseJson(session_.Read(run + "/scenario.json")).value();
    return ParseJson(ReadFile(scenario["network"].get<std::string>()).value())
        .value()["parameters"];
  }

  Session session_;
};

TEST_F(CaffeFiles, TheNetworkThatIsKeptIsTheOneThatWasGiven) {
  int number = 0;
  for (const auto& [network, image] : {std::pair("lenet", 28),
                                       {"network2", 32},
                                       {"alexnet", 67},
                                       {"googlenet", 79},
                                       {"resnet18", 32}}) {
    SCOPED_TRACE(network);
    const std::string first = RunOf(fmt::format("given{}", ++number), network, image);
    const std::string kept = fmt::format("kept{}", number);
    session_.Write(kept + ".prototxt", session_.Read(first + "/net.prototxt"));
    const std::string second = RunOf(kept, kept + ".prototxt", image);
    EXPECT_GT(Parameters(first), 100'000);
    EXPECT_EQ(Parameters(first), Parameters(second));
  }
}

TEST_F(CaffeFiles, TheSolverNamesTheNetworkAndShowsEveryStep) {
  const std::string solver = session_.Read(RunOf("one", "lenet", 28) + "/solver.prototxt");
  EXPECT_TRUE(solver.starts_with("net: \"net.prototxt\"\n")) << solver;
  EXPECT_TRUE(Has(solver, " display: 1 ") || Has(solver, "\ndisplay: 1 ")) << solver;
  EXPECT_TRUE(Has(solver, "weight_decay: 0.0005")) << solver;
  EXPECT_TRUE(Has(solver, "max_iter: 4 ")) << "eight images in batches of two: " << solver;
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/caffe_solver.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/test_fuzz.h"

namespace trena {
namespace {

// As bvlc_alexnet's: the numbers of Krizhevsky's paper, in Caffe's words.
constexpr const char* kAlexSolver = R"(net: "models/bvlc_alexnet/train_val.prototxt"
test_iter: 1000
test_interval: 1000
base_lr: 0.01
lr_policy: "step"
gamma: 0.1
stepsize: 100000
display: 20
max_iter: 450000
momentum: 0.9
weight_decay: 0.0005
snapshot: 10000
snapshot_prefix: "models/bvlc_alexnet/caffe_alexnet_train"
solver_mode: GPU
)";

Result<CaffeSolver> Solver(const std::string& text) {
  TestFolder folder;
  return ReadCaffeSolver(folder.Write("solver.prototxt", text));
}

std::string SolverComplaint(const std::string& text) {
  const Result<CaffeSolver> solver = Solver(text);
  EXPECT_FALSE(solver.ok()) << text;
  return solver.ok() ? "" : solver.error().message();
}

TEST(CaffeSolver, BvlcsAlexNet) {
  const CaffeSolver solver = Solver(kAlexSolver).value();
  EXPECT_EQ(*Find(solver.values, "optimizer"), Value("sgd"));
  EXPECT_EQ(*Find(solver.values, "momentum"), Value(0.9));
  EXPECT_EQ(*Find(solver.values, "weight_decay"), Value(0.0005));
  EXPECT_EQ(Dump(solver.learning_rate),
            R"({"policy":"step","base":0.01,"gamma":0.1,"stepsize":100000.0})");
}

TEST(CaffeSolver, PoliciesTakeTheirNumbers) {
  const auto rate = [](const std::string& text) {
    return Dump(Solver(text).value().learning_rate);
  };
  EXPECT_EQ(rate("base_lr: 0.01 lr_policy: \"poly\" power: 0.5 max_iter: 2400000"),
            R"({"policy":"poly","base":0.01,"power":0.5,"max_iter":2400000.0})");
  EXPECT_EQ(rate("base_lr: 0.01 lr_policy: \"inv\" gamma: 0.0001 power: 0.75 max_iter: 10000"),
            R"({"policy":"inv","base":0.01,"gamma":0.0001,"power":0.75})")
      << "max_iter is only how long it trains";
  EXPECT_EQ(rate("base_lr: 1 lr_policy: \"fixed\" gamma: 3"), R"({"policy":"fixed","base":1.0})");
}

TEST(CaffeSolver, AdamIsTheProtocolsOrRefused) {
  const std::string adam = "type: \"Adam\" base_lr: 0.001 lr_policy: \"fixed\" ";
  const CaffeSolver solver = Solver(adam + "momentum: 0.9 momentum2: 0.999 delta: 1e-8").value();
  EXPECT_EQ(*Find(solver.values, "optimizer"), Value("adam"));
  EXPECT_TRUE(Has(SolverComplaint(adam + "momentum: 0.95"),
                  {"`momentum: 0.95` has no counterpart here: Adam has 0.9"}));
}

TEST(CaffeSolver, WhatHasNoCounterpartIsRefusedWithItsLine) {
  const std::string good = "base_lr: 0.01 lr_policy: \"fixed\"\n";
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {good + "type: \"Nesterov\"", "solver.prototxt:2:7: the solver `Nesterov` has no"},
           {good + "iter_size: 4", "solver.prototxt:2:12: `iter_size: 4` has no counterpart"},
           {good + "clip_gradients: 35", "`clip_gradients: 35` has no counterpart"},
           {good + "regularization_type: \"L1\"", "only the regularization_type L2"},
           {good + "solver_type: ADAM", "upgrade_solver_proto_text"},
           {good + "stepvalue: 3", "`stepvalue` of a solver has no counterpart here"},
           {good + "momentun: 3", "did you mean `momentum`?"},
           {good + "momentum: 0.9 momentum: 0.8", "`momentum` is given twice"},
           {"base_lr: 0.01 lr_policy: \"exp\"", "the lr_policy `exp` has no counterpart"},
           {"base_lr: 0.01 lr_policy: \"step\" gamma: 1", "`step` needs `stepsize`"},
           {"base_lr: 0.01", "a solver needs an `lr_policy`"},
           {"lr_policy: \"fixed\"", "a solver needs a `base_lr` above 0"},
           {"base_lr: -1 lr_policy: \"fixed\"", "`base_lr` must be a number from 0"},
           {"base_lr: {", "the file ends where"}}) {
    EXPECT_TRUE(Has(SolverComplaint(text), {message})) << text;
  }
}

TEST(CaffeSolver, HostileFilesAreRefusedInWords) {
  TestFolder folder;
  size_t read = 0;
  FuzzedTexts(8, {kAlexSolver},
              {"base_lr: ", "0.01 ", "lr_policy: ", "\"step\" ", "\"poly\" ", "gamma: ", "1e999 ",
               "{ ", "} ", "stepsize: ", "-1 ", "type: ", "\"Adam\" ", "[", "]", "\"", "\n"})
      .For(2, [&](const std::string& text) {
        const auto solver = ReadCaffeSolver(folder.Write("s.prototxt", text));
        if (solver.ok()) {
          ++read;
          EXPECT_GT(solver.value().learning_rate["base"], 0) << text;
        } else {
          EXPECT_FALSE(solver.error().message().empty()) << text;
        }
      });
  EXPECT_GT(read, 10u);
}

}  // namespace
}  // namespace trena

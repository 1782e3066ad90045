// SPDX-License-Identifier: Apache-2.0
// Mode train, probe and the refusals, on the built trena-libtorch.
#include <gtest/gtest.h>
#include <sched.h>

#include <random>

#include "libtorch/test_net.h"

namespace trena {
namespace {

// Three classes of 8×8 images, told apart by which third of the rows is bright.
class Training : public testing::Test {
 protected:
  static constexpr int kImages = 100;

  Training() : net_({1, 8, 8}, 3) {
    net_.Add("conv1", "conv", {"input"}, {4, 8, 8}, {{"k", 3}, {"s", 1}, {"p", 1}, {"o", 4}},
             {{"weight", {4, 1, 3, 3}, Random(36, 0.4f)}, {"bias", {4}, Random(4, 0)}})
        .Add("relu1", "relu", {"conv1"}, {4, 8, 8})
        .Add("pool1", "max_pool", {"relu1"}, {4, 4, 4}, {{"k", 2}, {"s", 2}, {"p", 0}})
        .Add("drop1", "dropout", {"pool1"}, {4, 4, 4}, {{"rate", 0.1}})
        .Add("fc1", "fc", {"drop1"}, {3}, {{"o", 3}},
             {{"weight", {3, 64}, Random(192, 0.1f)}, {"bias", {3}, Random(3, 0)}});
    std::vector<uint8_t> pixels;
    std::vector<int32_t> labels;
    for (int image = 0; image < kImages; ++image) {
      labels.push_back(image % 3);
      for (int pixel = 0; pixel < 64; ++pixel) {
        bool bright = pixel / 8 / 3 == image % 3;
        pixels.push_back(static_cast<uint8_t>((bright ? 128 : 0) + engine_() % 100));
      }
    }
    net_.SetImages(kImages, pixels, labels);
  }
  std::vector<float> Random(int64_t count, float deviation) {
    std::vector<float> numbers(count);
    for (float& number : numbers) number = deviation * std::normal_distribution<float>()(engine_);
    return numbers;
  }
  RunnerRun Train(const Json& changes) {
    Json all = {{"batch", 16}, {"epochs", 5}, {"learning_rate", 0.05}, {"seed", 8}};
    all.update(changes);
    return net_.Run("train", all);
  }
  void ExpectRefused(const Json& changes, const std::string& words) {
    RunnerRun run = Train(changes);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.Find("error")["kind"], "bad_input");
    std::string message = Get<std::string>(run.Find("error"), "message").value_or("");
    EXPECT_NE(message.find(words), std::string::npos) << message;
    EXPECT_TRUE(run.Find("end").is_null());
  }

  std::mt19937 engine_{2};
  TestNet net_;
};

std::vector<double> EpochLosses(const RunnerRun& run) {
  std::vector<double> losses;
  for (const Json& event : run.events) {
    if (event["event"] == "epoch") losses.push_back(event["loss"]);
  }
  return losses;
}

// 100 images in batches of 16 are 6 steps an epoch, and 7 of an evaluation.
TEST_F(Training, APilotDoesTheFirstStepsInGroups) {
  Json limits = {{"share", 0.1}, {"at_least", 12}, {"groups", 2}, {"settle", 0}};
  RunnerRun run = net_.Run(
      "pilot", {{"batch", 16}, {"epochs", 5}, {"seed", 8}, {"pilot", limits}, {"threads", 1}});
  ASSERT_EQ(run.exit_code, 0) << run.text;
  EXPECT_EQ(run.Order(),
            "start setup load first_step group group group group group pilot memory teardown end");
  EXPECT_EQ(run.Find("pilot")["steps"], 30);
  EXPECT_EQ(run.Find("pilot")["evaluate_steps"], 7);
  EXPECT_EQ(run.Find("pilot")["evaluations"], 1);
  double steps = 0;
  for (const Json& event : run.events) {
    if (event["event"] == "group" && event["part"] == "train")
      steps += event["steps"].get<double>();
  }
  EXPECT_EQ(steps, 12);
}

TEST_F(Training, LearnsAndReportsInOrder) {
  RunnerRun run = Train({{"threads", 2}});
  ASSERT_EQ(run.exit_code, 0) << run.text;
  EXPECT_EQ(run.Order(),
            "start setup load first_step epoch epoch epoch epoch train evaluate epoch memory "
            "teardown end");
  std::vector<double> losses = EpochLosses(run);
  ASSERT_EQ(losses.size(), 5u);
  EXPECT_LT(losses[4], losses[0] / 2);
  EXPECT_GT(run.Find("end")["accuracy"].get<double>(), 0.9);
  EXPECT_EQ(run.Find("start")["parameters"], 36 + 4 + 192 + 3);
  EXPECT_EQ(run.Find("start")["threads"], 2);
  EXPECT_EQ(run.Find("epoch")["images"], 96) << "the partial batch is dropped";
  EXPECT_TRUE(run.Find("epoch")["accuracy"].is_null());
  EXPECT_GT(run.Find("memory")["peak"]["cpu"].get<double>(), 1e7);
}

TEST_F(Training, TimesFitIntoEachOther) {
  RunnerRun run = Train(Json::object());
  double train = run.Find("phase", "train")["seconds"];
  double sum = 0;
  for (const Json& event : run.events) {
    if (event["event"] == "epoch") sum += event["seconds"].get<double>();
  }
  EXPECT_DOUBLE_EQ(train, sum);
  EXPECT_LE(run.Find("phase", "first_step")["seconds"].get<double>(), train);
  EXPECT_LE(train, run.Find("end")["seconds"].get<double>());
  EXPECT_LE(run.Find("end")["seconds"].get<double>(), run.wall);
}

TEST_F(Training, StepsAddUpToTheirEpoch) {
  RunnerRun run = Train({{"detail", "step"}, {"epochs", 2}});
  double losses = 0;
  int steps = 0, second = 0;
  for (const Json& event : run.events) {
    if (event["event"] != "step") continue;
    ++steps;
    if (event["epoch"] == 1) losses += event["loss"].get<double>();
    if (event["epoch"] == 2) ++second;
    EXPECT_EQ(event["images"], 16);
  }
  EXPECT_EQ(steps, 12);
  EXPECT_EQ(second, 6);
  EXPECT_NEAR(EpochLosses(run)[0], losses / 6, 1e-6);
}

TEST_F(Training, EvaluatesEveryEpochWhenAsked) {
  RunnerRun run = Train({{"values", {{"evaluate", "epoch"}}}, {"epochs", 2}});
  for (const Json& event : run.events) {
    if (event["event"] != "epoch") continue;
    EXPECT_TRUE(event["accuracy"].is_number());
  }
}

TEST_F(Training, TheSameSeedGivesTheSameLosses) {
  std::vector<double> first = EpochLosses(Train({{"seed", 3}}));
  EXPECT_EQ(first, EpochLosses(Train({{"seed", 3}})));
  EXPECT_NE(first, EpochLosses(Train({{"seed", 4}}))) << "dropout is seeded";
}

TEST_F(Training, OtherPrecisionsAndAdam) {
  for (const Json& changes : {Json{{"precision", "float64"}}, Json{{"precision", "bfloat16"}},
                              Json{{"optimizer", "adam"}, {"learning_rate", 0.01}}}) {
    RunnerRun run = Train(changes);
    ASSERT_EQ(run.exit_code, 0) << changes << run.text;
    std::vector<double> losses = EpochLosses(run);
    EXPECT_LT(losses[4], losses[0]) << changes;
  }
}

TEST_F(Training, RefusesWhatItCannotDo) {
  ExpectRefused({{"device", "tpu"}}, "device tpu is not known");
  ExpectRefused(
      {{"precision", "float16"}},
      "precision float16 is not possible with libtorch: use float32, float64 or bfloat16");
  ExpectRefused({{"optimizer", "magic"}}, "optimizer magic is not known");
  ExpectRefused({{"batch", 101}}, "a batch of 101 is more than the 100 training images");
  ExpectRefused({{"epochs", 17}}, "has shape [16, 100], expected [17, 100]");
  ExpectRefused({{"weights", nullptr}}, "does not name its `weights`");
  ExpectRefused({{"data", "no/such/folder"}}, "cannot open no/such/folder");
}

TEST_F(Training, RefusesIndicesAndLabelsOutOfRange) {
  reinterpret_cast<int32_t*>(net_.order().bytes.data())[7] = 100;
  ExpectRefused(Json::object(), "indices in the order are not all within 0 to 99");
  net_.SetOrder(16);
  reinterpret_cast<int32_t*>(net_.labels().bytes.data())[99] = 3;
  ExpectRefused(Json::object(), "train labels are not all within 0 to 2");
}

TEST_F(Training, RefusesOtherWeights) {
  net_.weights()[0].second.shape = {4, 9};
  ExpectRefused(Json::object(), "weight conv1.weight is float32[4, 9], expected");
  net_.weights().erase(net_.weights().begin());
  ExpectRefused(Json::object(), "has no conv1.weight");
}

TEST_F(Training, CudaIsThereOrRefused) {
  RunnerRun run = Train({{"device", "cuda"}});
  if (run.exit_code == 0) return;  // a machine with a GPU
  EXPECT_EQ(run.Find("error")["kind"], "bad_input");
  EXPECT_EQ(run.Find("error")["message"],
            "device cuda is not available: this libtorch or this machine has none");
}

TEST(OutOfMemory, IsToldFromOtherFailures) {
  TestNet net({1, 64, 64}, 2);
  // The first layer's result is 64 × 512 × 64 × 64 float32: 537 MB, and its gradient as much again.
  net.Add("conv1", "conv", {"input"}, {512, 64, 64}, {{"k", 1}, {"o", 512}},
          {{"weight", {512, 1, 1, 1}, std::vector<float>(512, 1)}})
      .Add("mean", "global_pool", {"conv1"}, {512})
      .Add("fc1", "fc", {"mean"}, {2}, {{"o", 2}},
           {{"weight", {2, 512}, std::vector<float>(1024, 0)}});
  net.SetImages(64, std::vector<uint8_t>(64 * 64 * 64, 9), std::vector<int32_t>(64, 0));
  RunnerRun run = net.Run("train", {{"batch", 64}}, {"prlimit", "--as=900000000"});
  EXPECT_EQ(run.exit_code, 3) << run.text << run.errors;
  EXPECT_EQ(run.Find("error")["kind"], "out_of_memory");
}

// Mapped data takes address space, which a limit (`ulimit -v`) may not have.
TEST_F(Training, DataLargerThanTheAddressSpaceIsOutOfMemoryWithWhatToDo) {
  ASSERT_EQ(Train({{"epochs", 1}}).exit_code, 0);  // writes the files
  constexpr int64_t kMany = int64_t{1} << 26;
  std::string header = NpyHeaderBytes(DType::kUint8, {kMany, 8, 8, 1});
  fs::path path = net_.folder() / "train_images.npy";
  ASSERT_TRUE(WriteFile(path, header).ok());
  fs::resize_file(path, header.size() + kMany * 64);  // 4 GiB, of which the disk holds nothing
  RunnerRun run = RunRunner(LibtorchRunner(), net_.Scenario("train"), net_.folder(),
                            {"prlimit", "--as=900000000"});
  EXPECT_EQ(run.exit_code, 3) << run.text << run.errors;
  EXPECT_EQ(run.Find("error")["kind"], "out_of_memory");
  std::string message = Get<std::string>(run.Find("error"), "message").value_or("");
  EXPECT_NE(message.find("train_images.npy"), std::string::npos) << message;
  EXPECT_NE(message.find("raise `ulimit -v`"), std::string::npos) << message;
}

TEST(Probe, ReportsSpeeds) {
  TestFolder folder;
  RunnerRun run = RunRunner(LibtorchRunner(), {{"protocol", 1}, {"mode", "probe"}, {"threads", 1}},
                            folder.path());
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.Order(), "start setup probe end");
  EXPECT_GT(run.Find("probe")["gemm_gflops"].get<double>(), 0);
  EXPECT_GT(run.Find("probe")["conv_gflops"].get<double>(), 0);
  EXPECT_GT(run.Find("probe")["gemm_cpus"].get<double>(), 0);
}

// One thread, or two on one CPU: measured, and not what the scenario asks for.
TEST(Probe, MeasuresHowManyCpusItReallyUses) {
  const std::string here = std::to_string(sched_getcpu());
  for (const std::string& limit :
       {std::string("OMP_THREAD_LIMIT=1"), "GOMP_CPU_AFFINITY=" + here}) {
    TestFolder folder;
    RunnerRun run =
        RunRunner(LibtorchRunner(), {{"protocol", 1}, {"mode", "probe"}, {"threads", 2}},
                  folder.path(), {"env", limit});
    ASSERT_EQ(run.exit_code, 0) << limit << run.errors;
    EXPECT_LT(run.Find("probe")["gemm_cpus"].get<double>(), 1.2) << limit;
  }
}

TEST(Describe, NamesWhatDecidesTheSpeed) {
  Json facts = DescribeRunner(LibtorchRunner());
  EXPECT_EQ(facts["framework"], "libtorch");
  for (const char* field : {"version", "blas", "blas_library", "mkldnn", "openmp", "threads"}) {
    EXPECT_TRUE(facts.contains(field)) << field;
  }
}

}  // namespace
}  // namespace trena

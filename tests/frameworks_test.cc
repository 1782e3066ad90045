// SPDX-License-Identifier: Apache-2.0
// Every locked version of every framework, for real: installed into a cache of its own, proven
// equal on real MNIST and CIFAR-10, trained, and removed. Gigabytes and half an hour: `make
// test-frameworks`, not `make test`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "core/files.h"
#include "core/json.h"
#include "core/text/text.h"
#include "framework_networks.h"
#include "session.h"

namespace trena {
namespace {

// What a framework itself says of its first step: Caffe, and slim of TensorFlow 1.
std::string OwnLine(const std::string& framework) {
  if (framework.starts_with("caffe@")) return "Iteration 0 (";
  return framework.starts_with("tensorflow@1.") ? "INFO:tensorflow:global step 1: loss = " : "";
}

// A transformer on text, equal and trained; or refused with its line, by Caffe.
void ExpectText(Session& session, const std::string& framework) {
  session.Write("text.yaml",
                fmt::format("study: text\nfixed: {{ framework: {}, network: gpt_small, dataset: "
                            "moby_dick, sequence: 32, images: 32, batch: 4, epochs: 1, optimizer: "
                            "adam, learning_rate: 0.0003 }}\ndesign: {{ replications: 1 }}\n",
                            framework));
  const ProcessResult configured = session.Trena({"configure", "text.yaml"});
  if (framework.starts_with("caffe@")) {
    EXPECT_EQ(configured.exit_code, 2);
    EXPECT_NE(configured.errors.find("layer `embedding1`: caffe has no attention"),
              std::string::npos)
        << configured.errors;
    return;
  }
  ASSERT_EQ(configured.exit_code, 0) << configured.output << configured.errors;
  const Json verified = ParseJson(session.Read("text.trena/verify.json")).value();
  ASSERT_EQ(verified["rows"].size(), 1u);
  EXPECT_TRUE(verified["rows"][0]["equal"]) << verified;
  EXPECT_EQ(session.Trena({"measure", "text.yaml"}).exit_code, 0);
  for (const std::string& name : session.Runs("text.trena")) {
    const Json run = ParseJson(session.Read("text.trena/runs/" + name + "/run.json")).value();
    EXPECT_EQ(run["outcome"], "ok") << run;
    EXPECT_GT(run["metrics"]["tokens_per_s"].get<double>(), 0);
  }
}

// One version of each framework has the large networks too.
bool HasLargeNetworks(const std::string& framework) {
  static const std::set<std::string> those = {
      "caffe@1.0",        "mxnet@1.9.1",       "jax@0.10.2",   "paddlepaddle@3.3.1",
      "tensorflow@1.4.0", "tensorflow@2.14.0", "pytorch@2.2.0"};
  return those.contains(framework);
}

// What Caffe's runner keeps with a run is the network that it was given.
void ExpectKeptNetwork(Session& session, const std::string& run, const Json& scenario) {
  const Json& values = scenario["values"];
  session.Write("kept.prototxt", session.Read("study.trena/runs/" + run + "/net.prototxt"));
  EXPECT_TRUE(
      Has(session.Read("study.trena/runs/" + run + "/solver.prototxt"), "net: \"net.prototxt\"\n"));
  session.Write("kept.yaml",
                fmt::format("fixed: {{ framework: caffe, network: kept.prototxt, dataset: {}, "
                            "image: 32, images: 1024, batch: 128, epochs: 1 }}\n",
                            values["dataset"].get<std::string>()));
  const ProcessResult configured = session.Trena({"configure", "kept.yaml"});
  ASSERT_EQ(configured.exit_code, 0) << configured.errors;
  const Json kept = ParseJson(session.Read("kept.trena/verify.json")).value()["rows"];
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_TRUE(kept[0]["equal"]) << kept;
  const std::string training = fmt::format("{}, {} 32×32", values["network"].get<std::string>(),
                                           values["dataset"].get<std::string>());
  for (const Json& row : ParseJson(session.Read("study.trena/verify.json")).value()["rows"]) {
    if (row["training"] != training) continue;
    EXPECT_EQ(kept[0]["parameters"], row["parameters"]);
  }
}

// Of a finished run of `study`.
void ExpectTrained(Session& session, const std::string& framework, const std::string& name) {
  const std::string folder = "study.trena/runs/" + name;
  const Json run = ParseJson(session.Read(folder + "/run.json")).value();
  EXPECT_EQ(run["outcome"], "ok") << run;
  EXPECT_GT(run["metrics"]["train_s"].get<double>(), 0);
  EXPECT_EQ(run["versions"]["version"], Split(framework, '@')[1]);
  EXPECT_FALSE(run["installed"]["packages"].empty()) << "what was resolved travels with the run";
  const std::string log = session.Read(folder + "/stderr.log");
  if (const std::string line = OwnLine(framework); !line.empty()) {
    EXPECT_TRUE(Has(log, line)) << "the framework's own lines: " << log;
  }
  if (!framework.starts_with("caffe@")) return;
  EXPECT_TRUE(Has(log, "Iteration 1 (")) << "of each step: " << log;
  ExpectKeptNetwork(session, name, ParseJson(session.Read(folder + "/scenario.json")).value());
}

class Framework : public testing::TestWithParam<const char*> {};

TEST_P(Framework, IsInstalledEqualAndTrains) {
  Session session;
  session.Write("study.yaml",
                fmt::format("study: study\n"
                            "factors: {{ network: [network1, network2, lenet], "
                            "dataset: [mnist, cifar10] }}\n"
                            "fixed: {{ framework: {}, image: 32, images: 1024, batch: 128, "
                            "epochs: 1, learning_rate: 0.01, momentum: 0.9 }}\n"
                            "design: {{ replications: 1 }}\nmeasure: {{ detail: step }}\n",
                            GetParam()));
  ProcessResult configured = session.Trena({"configure", "study.yaml"});
  ASSERT_EQ(configured.exit_code, 0) << configured.output << configured.errors;
  Json verified = ParseJson(session.Read("study.trena/verify.json")).value();
  EXPECT_EQ(verified["unknown"], 0);
  ASSERT_EQ(verified["rows"].size(), 6u);
  for (const Json& row : verified["rows"]) {
    EXPECT_EQ(row["framework"], GetParam());
    EXPECT_TRUE(row["equal"]) << row;
    EXPECT_TRUE(row["same_images"]) << row;
  }
  ProcessResult measured = session.Trena({"measure", "study.yaml"});
  EXPECT_EQ(measured.exit_code, 0) << measured.errors;
  ASSERT_EQ(session.Runs("study.trena").size(), 6u);
  for (const std::string& name : session.Runs("study.trena")) {
    ExpectTrained(session, GetParam(), name);
  }
  ExpectEveryLayer(session, GetParam());
  if (HasLargeNetworks(GetParam())) ExpectNetworks(session, GetParam());
  ExpectText(session, GetParam());
  EXPECT_EQ(session.Trena({"configure", "--remove", GetParam()}).exit_code, 0);
}

// Whether `framework` is said to be slow because of that variable.
bool IsNamed(const std::string& said, const std::string& framework, const std::string& setting) {
  for (const std::string& line : Split(said, '\n')) {
    bool about = line.find("Slow here: " + framework + ":") != std::string::npos;
    if (about && line.find(setting) != std::string::npos) return true;
  }
  return false;
}

// Handicaps put in on purpose: what each does to a training is seen, and named; what a training
// does not feel is not (MXNet's convolutions are oneDNN's), nor is what it hardly feels (a second
// thread makes Caffe's training 1.2 times as fast), nor is anything where nothing was put in.
TEST(Handicaps, OnPurposeAreFoundAndNamed) {
  struct Case {
    const char* variable;
    const char* value;
    std::vector<std::string> slowed;
  };
  const std::vector<Case> cases = {{"OPENBLAS_CORETYPE", "Prescott", {"caffe@1.0"}},
                                   {"DNNL_MAX_CPU_ISA", "SSE41", {"mxnet@1.9.1"}},
                                   {"OMP_THREAD_LIMIT", "1", {"mxnet@1.9.1", "libtorch@1.13.1"}}};
  Session session;
  session.Write("study.yaml",
                "study: study\nfactors: { framework: [mxnet@1.9.1, caffe@1.0, libtorch] }\n"
                "fixed: { network: network1, dataset: synthetic, image: 32, images: 4096, batch: "
                "128, epochs: 1 }\ndesign: { replications: 1 }\n");
  // With the methodology's own three beside them.
  ProcessResult plain =
      session.Trena({"configure", "study.yaml", "-P",
                     "framework=mxnet@1.9.1,caffe@1.0,libtorch,pytorch@2.2.0,tensorflow@2.14.0"});
  ASSERT_EQ(plain.exit_code, 0) << plain.errors;
  EXPECT_EQ(plain.errors.find("Slow here"), std::string::npos) << plain.errors;
  for (const auto& [variable, value, slowed] : cases) {
    std::string setting = std::string(variable) + "=" + value;
    setenv(variable, value, 1);
    ProcessResult slow = session.Trena({"configure", "study.yaml"});
    unsetenv(variable);
    EXPECT_EQ(slow.exit_code, 0) << slow.errors;
    for (const std::string& framework : slowed) {
      EXPECT_TRUE(IsNamed(slow.errors, framework, setting)) << setting << "\n" << slow.errors;
      EXPECT_FALSE(IsNamed(plain.errors, framework, setting)) << plain.errors;
    }
  }
}

// The Python of an installed framework.
std::string PythonOf(const std::string& start) {
  for (const auto& entry :
       fs::directory_iterator(fs::path(std::getenv("TRENA_CACHE")) / "frameworks")) {
    if (entry.path().filename().string().starts_with(start)) return entry.path() / "bin/python";
  }
  return "no " + start;
}

// slim's own networks, in the TensorFlow that brought them, beside those of the same name.
TEST(Slim, ItsNetworksAreOurs) {
  Session session;
  session.Write("study.yaml",
                "study: study\nfactors: { network: [alexnet_v2, inception_v1] }\n"
                "fixed: { framework: tensorflow@1.4.0, dataset: synthetic, image: 224, images: 16, "
                "batch: 8, epochs: 1 }\ndesign: { replications: 1 }\n");
  ProcessResult configured = session.Trena({"configure", "study.yaml"});
  ASSERT_EQ(configured.exit_code, 0) << configured.output << configured.errors;
  ASSERT_EQ(session.Trena({"measure", "study.yaml"}).exit_code, 0);
  ASSERT_EQ(session.Runs("study.trena").size(), 2u);
  const std::string source = TRENA_SOURCE_DIR;
  for (const std::string& name : session.Runs("study.trena")) {
    const std::string scenario = "study.trena/runs/" + name + "/scenario.json";
    const Json values = ParseJson(session.Read(scenario)).value()["values"];
    ProcessResult told = session.Program(
        {PythonOf("tensorflow-1.4.0-"), "-E", "-s", "-B", source + "/tests/slim_oracle.py",
         values["network"], source + "/runners/tensorflow/tensorflow_runner.py", scenario});
    ASSERT_EQ(told.exit_code, 0) << told.errors;
    Json both = ParseJson(told.output).value();
    EXPECT_EQ(both["parameters"], both["slims_parameters"]);
    EXPECT_GE(both["shapes"], 8) << "as many layers of slim's were compared";
    EXPECT_EQ(both["shapes_not_ours"], Json::array());
    EXPECT_GT(both["deviation"].get<double>(), 0);
    EXPECT_LT(both["difference"].get<double>(), 1e-4 * both["deviation"].get<double>()) << both;
  }
}

// CONTRIBUTING.md followed to the letter: its folder and runners/common, copied beside a study
// under another name, since those of trena's own are taken.
TEST(Contributing, AFrameworkIsOneFolderBesideTheStudy) {
  Session session;
  fs::path source = fs::path(TRENA_SOURCE_DIR) / "runners", copy = session.folder() / "runners";
  fs::create_directories(copy);
  for (const char* name : {"common", "paddlepaddle"}) {
    fs::copy(source / name, copy / name, fs::copy_options::recursive);
  }
  std::string settings = session.Read("runners/paddlepaddle/runner.yaml");
  settings.replace(settings.find("framework: paddlepaddle"), 23, "framework: own_paddle");
  session.Write("runners/paddlepaddle/runner.yaml", settings);
  session.Write("study.yaml",
                "study: study\n"
                "factors: { network: [network1, network2, lenet] }\n"
                "fixed: { framework: own_paddle@3.3.1, dataset: mnist, image: 32, images: 1024,"
                " batch: 128, epochs: 1, learning_rate: 0.01, momentum: 0.9 }\n"
                "design: { replications: 1 }\n");
  ProcessResult configured = session.Trena({"configure", "study.yaml"});
  ASSERT_EQ(configured.exit_code, 0) << configured.output << configured.errors;
  Json verified = ParseJson(session.Read("study.trena/verify.json")).value();
  ASSERT_EQ(verified["rows"].size(), 3u);
  for (const Json& row : verified["rows"]) EXPECT_TRUE(row["equal"]) << row;
}

INSTANTIATE_TEST_SUITE_P(Every, Framework,
                         testing::Values("caffe@1.0", "mxnet@1.9.1", "jax@0.10.2",
                                         "paddlepaddle@3.3.1", "tensorflow@1.3.0",
                                         "tensorflow@1.4.0", "tensorflow@1.15.0",
                                         "tensorflow@2.14.0", "tensorflow@2.21.0", "pytorch@2.2.0",
                                         "pytorch@2.15.0"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = std::isalnum(c) ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/runners.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/files.h"
#include "core/text/text.h"

namespace trena {
namespace {

class Runners : public testing::Test {
 protected:
  void Add(const std::string& folder, const std::string& text) {
    fs::create_directories(folder_.path() / folder);
    folder_.Write(folder + "/runner.yaml", text);
  }
  std::vector<Runner> Find() {
    auto runners = FindRunners({folder_.path()});
    EXPECT_TRUE(runners.ok()) << runners.error().message();
    return runners.ok() ? runners.value() : std::vector<Runner>();
  }
  std::string Problem() {
    auto runners = FindRunners({folder_.path()});
    EXPECT_FALSE(runners.ok());
    if (runners.ok()) return "";
    EXPECT_EQ(runners.error().kind(), ErrorKind::kInput);
    return runners.error().message();
  }

  TestFolder folder_;
};

constexpr const char* kLibtorch = R"(
framework: libtorch
version: "1.13"
command: [bin/run, --quiet]
devices: [cpu, cuda]
)";

TEST_F(Runners, AreFoundByTheirFile) {
  Add("libtorch", kLibtorch);
  Add("a-fake", "framework: fake\ncommand: [/opt/fake]\ndevices: [cpu]\nsimulated: true\n");
  fs::create_directories(folder_.path() / "no-runner");
  folder_.Write("a-file", "");
  std::vector<Runner> runners = Find();
  ASSERT_EQ(runners.size(), 2u);
  EXPECT_EQ(runners[0].framework, "fake");
  EXPECT_EQ(runners[0].version, "");
  EXPECT_EQ(runners[0].command, std::vector<std::string>{"/opt/fake"});
  EXPECT_TRUE(runners[0].simulated);
  EXPECT_EQ(runners[1].framework, "libtorch");
  EXPECT_EQ(runners[1].version, "1.13");
  EXPECT_EQ(runners[1].command,
            (std::vector<std::string>{(folder_.path() / "libtorch/bin/run").string(), "--quiet"}));
  EXPECT_EQ(runners[1].devices, (std::vector<std::string>{"cpu", "cuda"}));
  EXPECT_FALSE(runners[1].simulated);
}

TEST_F(Runners, SeveralFoldersAreLookedInInTurn) {
  Add("one/x", "framework: first\ncommand: [x]\n");
  Add("two/a", "framework: second\ncommand: [x]\n");
  auto runners =
      FindRunners({folder_.path() / "one", folder_.path() / "none", folder_.path() / "two"});
  ASSERT_TRUE(runners.ok());
  ASSERT_EQ(runners.value().size(), 2u);
  EXPECT_EQ(runners.value()[0].framework, "first");
  EXPECT_EQ(runners.value()[1].framework, "second");
}

TEST_F(Runners, AFileThatIsWrongIsNamed) {
  Add("bad", "framework: libtorch\ncomand: [x]\n");
  EXPECT_TRUE(Has(Problem(), {"bad/runner.yaml", "comand", "command"}));
  Add("bad", "framework: libtorch\n");
  EXPECT_TRUE(Has(Problem(), {"bad/runner.yaml", "a runner needs `framework` and `command`"}));
  Add("bad", "framework: [libtorch]\ncommand: [x]\n");
  EXPECT_TRUE(Has(Problem(), {"bad/runner.yaml"}));
  Add("bad", "framework: libtorch\ncommand: x\n");
  EXPECT_TRUE(Has(Problem(), {"expected a list"}));
  Add("bad", "framework: [\n");
  EXPECT_TRUE(Has(Problem(), {"bad/runner.yaml"}));
  fs::remove(folder_.path() / "bad/runner.yaml");
  fs::create_directories(folder_.path() / "bad/runner.yaml");
  EXPECT_TRUE(Has(Problem(), {"bad/runner.yaml"}));
}

TEST_F(Runners, TheBlasThatCanBeChosen) {
  Add("one", "framework: one\ncommand: [./x]\nblas: { haswell: OPENBLAS_CORETYPE=HASWELL }\n");
  const Runner runner = Find().at(0);
  ASSERT_EQ(runner.blas.size(), 1u);
  EXPECT_EQ(runner.blas[0].word, "haswell");
  EXPECT_EQ(runner.blas[0].variable, "OPENBLAS_CORETYPE");
  EXPECT_EQ(runner.values, std::vector<std::string>{"blas"}) << "it understands the value";
  Add("one", "framework: one\ncommand: [./x]\nblas: { haswell: HASWELL }\n");
  EXPECT_TRUE(Has(Problem(), {"one/runner.yaml:3", "VARIABLE=VALUE"}));
}

constexpr const char* kInstalled = R"(
framework: tiny
command: [python, tiny.py, --fast]
devices: [cpu, cuda]
versions:
  2.10.0: { lock: 2.10.0.lock, python: 3.10-3.14, download: 2.9 GB, disk: 5.4 GB,
            cpu: { download: 200 MB, disk: 0.9 GB } }
  2.9: { lock: 2.9.lock, python: 3.8-3.12, download: 70 MB, disk: 0.3 GB,
         precisions: [float64], values: [], devices: [cpu] }
  2.10.0+gpu: { lock: g.lock, python: 3.10-3.14, download: 3 GB, disk: 6 GB }
precisions: [float32, float64]
values: [compile]
cpu_index: https://example.org/cpu
)";

TEST_F(Runners, OneWithSeveralVersionsIsAsManyRunners) {
  Add("tiny", kInstalled);
  folder_.Write("tiny/tiny.py", "");
  std::vector<Runner> runners = Find();
  ASSERT_EQ(runners.size(), 3u);
  const Runner& first = runners[0];
  EXPECT_EQ(first.framework, "tiny");
  EXPECT_EQ(first.version, "2.10.0");
  EXPECT_EQ(first.command, (std::vector<std::string>{
                               "python", (folder_.path() / "tiny/tiny.py").string(), "--fast"}))
      << "files of the folder by their path, other words as they are";
  ASSERT_TRUE(first.recipe.has_value());
  EXPECT_EQ(first.recipe->lock, folder_.path() / "tiny/2.10.0.lock");
  EXPECT_EQ(first.recipe->python, (PythonRange{10, 14}));
  EXPECT_EQ(first.recipe->size.download, Bytes{2'900'000'000});
  EXPECT_EQ(first.recipe->size.disk, Bytes{5'400'000'000});
  EXPECT_EQ(first.recipe->cpu_size->disk, Bytes{900'000'000});
  EXPECT_EQ(first.recipe->cpu_index, "https://example.org/cpu");
  EXPECT_EQ(runners[1].version, "2.9");
  EXPECT_FALSE(runners[1].recipe->cpu_size.has_value());
  EXPECT_EQ(first.precisions, (std::vector<std::string>{"float32", "float64"}));
  EXPECT_EQ(first.values, std::vector<std::string>{"compile"});
  EXPECT_EQ(runners[1].precisions, std::vector<std::string>{"float64"}) << "its own";
  EXPECT_TRUE(runners[1].values.empty());
  EXPECT_EQ(first.devices, (std::vector<std::string>{"cpu", "cuda"}));
  EXPECT_EQ(runners[1].devices, std::vector<std::string>{"cpu"});
  EXPECT_EQ(VersionsOf(runners)["tiny"], (std::vector<std::string>{"2.10.0", "2.9", "2.10.0+gpu"}))
      << "a bare `tiny` is no build for something";
}

TEST_F(Runners, ARecipeThatIsWrongIsNamed) {
  auto problem = [&](const std::string& versions, const std::string& rest = "") {
    Add("bad", "framework: tiny\ncommand: [python, x.py]\nversions:\n  " + versions + "\n" + rest);
    return Problem();
  };
  std::string good = "1.0: { lock: a.lock, python: 3.8-3.9, download: 1 MB, disk: 1 MB }";
  EXPECT_TRUE(
      Has(problem("1.0: { lock: a.lock, download: 1 MB }"), {"a version needs", "bad/runner"}));
  EXPECT_TRUE(Has(problem("1.0: { lok: a.lock }"), {"lok", "did you mean `lock`"}));
  EXPECT_TRUE(Has(problem("../../x: { lock: a }"), {"a version is letters"}));
  for (const char* lock : {"../a.lock", "/etc/passwd", "..", "''"}) {
    EXPECT_TRUE(Has(problem(std::string("1.0: { lock: ") + lock +
                            ", python: 3.8-3.9, download: 1 MB, disk: 1 MB }"),
                    {"own folder"}))
        << lock;
  }
  EXPECT_TRUE(Has(problem("1.0: { lock: a, python: 2.7, download: 1 MB, disk: 1 MB }"),
                  {"a range of Pythons"}));
  EXPECT_TRUE(Has(problem("1.0: { lock: a, python: 3.8, download: much, disk: 1 MB }"),
                  {"`much` is not an amount"}));
  EXPECT_TRUE(Has(problem(good, "version: 1.0\n"), {"`version` or `versions`"}));
  Add("bad", "framework: ../x\ncommand: [python, x.py]\nversions:\n  " + good + "\n");
  EXPECT_TRUE(Has(Problem(), {"the name of a framework"}));
  Add("bad", "framework: tiny\ncommand: [./x]\nversions:\n  " + good + "\n");
  EXPECT_TRUE(Has(Problem(), {"begins with `python`"}));
}

// The words of `precisions = ("float32", "float64")` in a file of Python; none where it has none.
std::vector<std::string> PrecisionsOfCode(const fs::path& path) {
  const std::string text = ReadFile(path).value();
  const std::string head = "\n    precisions = (";
  const size_t begin = text.find(head);
  if (begin == std::string::npos) return {};
  const size_t first = begin + head.size();
  std::vector<std::string> words;
  for (const std::string& word : Split(text.substr(first, text.find(')', first) - first), '"')) {
    if (word.starts_with("float") || word.starts_with("bfloat")) words.push_back(word);
  }
  return words;
}

// The code of a version's generation, else that of them all.
fs::path FrameworkCode(const fs::path& folder, const Runner& runner) {
  const fs::path own = folder / runner.framework;
  const fs::path generation =
      own / (runner.framework + Split(runner.version, '.')[0] + "_framework.py");
  return fs::exists(generation) ? generation : own / (runner.framework + "_framework.py");
}

// What trena refuses by runner.yaml is what the runners refuse.
TEST(OwnRunners, SayThePrecisionsOfTheirCode) {
  const fs::path folder = fs::path(TRENA_SOURCE_DIR) / "runners";
  const auto usual = PrecisionsOfCode(folder / "common/trena_runner.py");
  EXPECT_EQ(usual, (std::vector<std::string>{"float32", "float64", "bfloat16"}));
  const auto runners = FindRunners({folder});
  ASSERT_TRUE(runners.ok()) << runners.error().message();
  size_t in_python = 0;
  for (const Runner& runner : runners.value()) {
    EXPECT_FALSE(runner.precisions.empty()) << runner.framework;
    const fs::path code = FrameworkCode(folder, runner);
    if (!fs::exists(code)) continue;
    ++in_python;
    const auto own = PrecisionsOfCode(code);
    EXPECT_EQ(runner.precisions, own.empty() ? usual : own) << runner.framework;
  }
  EXPECT_EQ(in_python, 10u) << "two versions of PyTorch, five of TensorFlow, and three more";
}

TEST(NearestVersion, IsNearPartByPart) {
  EXPECT_EQ(NearestVersion("2.3.0", {"2.15.0", "2.2.0"}), "2.2.0");
  EXPECT_EQ(NearestVersion("2.14.5", {"2.15.0", "2.2.0"}), "2.15.0");
  EXPECT_EQ(NearestVersion("1.9", {"2.0.0", "1.9.1", "1.8"}), "1.9.1");
  EXPECT_EQ(NearestVersion("newest", {"2.0.0"}), "2.0.0");
}

TEST(RunnerVersions, TheNewestComesFirst) {
  Runner old{"libtorch", "1.9", {"x"}, {"cpu"}}, newer = old, other = old;
  newer.version = "1.13.1";
  other.framework = "fake";
  FrameworkVersions versions = VersionsOf({old, newer, other});
  EXPECT_EQ(versions["libtorch"], (std::vector<std::string>{"1.13.1", "1.9"}));
  EXPECT_EQ(versions["fake"], std::vector<std::string>{"1.9"});
  EXPECT_EQ(versions.size(), 2u);
}

TEST(FindRunner, FrameworkAndVersionMustBeEqual) {
  std::vector<Runner> runners = {{"libtorch", "1.9", {"x"}, {}}, {"libtorch", "1.13", {"y"}, {}}};
  Scenario scenario;
  scenario.framework = "libtorch";
  scenario.framework_version = "1.13";
  EXPECT_EQ(FindRunner(runners, scenario), &runners[1]);
  scenario.framework_version = "1.1";
  EXPECT_EQ(FindRunner(runners, scenario), nullptr);
  scenario.framework = "mxnet";
  scenario.framework_version = "1.13";
  EXPECT_EQ(FindRunner(runners, scenario), nullptr);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "configure/runners.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

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

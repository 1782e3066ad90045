// SPDX-License-Identifier: Apache-2.0
// A real Python environment, with a package put into it by hand.
#include "configure/install/environment_check.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/process/process.h"

namespace trena {
namespace {

constexpr const char* kRecord =
    "tiny/__init__.py,,22\ntiny/data.txt,,10\n../../../bin/tiny,,99\n"
    "tiny/__pycache__/x.pyc,,5\ntiny-1.0.dist-info/METADATA,,\n";

class EnvironmentCheck : public testing::Test {
 protected:
  void SetUp() override {
    environment_.folder = folder_.path() / "environment";
    ProcessOptions make;
    make.arguments = {"python3", "-m", "venv", "--without-pip", environment_.folder.string()};
    ASSERT_EQ(RunProcess(make).value().exit_code, 0);
    for (const auto& entry : fs::directory_iterator(environment_.folder / "lib")) {
      site_ = entry.path() / "site-packages";
    }
    fs::create_directories(site_ / "tiny");
    fs::create_directories(site_ / "tiny-1.0.dist-info");
    Put("tiny/__init__.py", "__version__ = '1.0'\n#\n");
    Put("tiny/data.txt", "0123456789");
    Put("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n");
    Put("tiny-1.0.dist-info/RECORD", kRecord);
    environment_.facts = {{"packages", {{"tiny", "1.0"}}}};
    runner_ = {
        "tiny", "1.0", {"python", folder_.Write("run.py", Program("tiny")).string()}, {"cpu"}};
    runner_.recipe = Recipe{};  // installed by pip
  }

  static std::string Program(const std::string& module) {
    return "import json, sys, " + module + "\nprint('talk', file=sys.stderr)\n" +
           "print(json.dumps({'version': " + module + ".__version__, 'asked': sys.argv[1]}))\n";
  }
  void Put(const std::string& name, const std::string& text) {
    ASSERT_TRUE(WriteFile(site_ / name, text).ok());
  }
  std::string Broken() {
    Result<std::string> broken = WhatIsBroken(environment_, runner_, tools_);
    EXPECT_TRUE(broken.ok());
    return broken.ok() ? broken.value() : "?";
  }

  TestFolder folder_;
  SignalWatch signals_;
  Tools tools_{signals_};
  FrameworkEnvironment environment_;
  fs::path site_;
  Runner runner_;
};

TEST_F(EnvironmentCheck, OneThatIsWholeIsWhole) {
  EXPECT_EQ(Broken(), "") << "scripts and compiled files may differ";
  Contents contents = LookInto(environment_.folder, tools_).value();
  EXPECT_EQ(contents.packages, (Json{{"tiny", "1.0"}}));
  EXPECT_TRUE(contents.python.starts_with("3."));
  Json described = Describe(WithEnvironment(runner_, environment_), tools_).value();
  EXPECT_EQ(described["version"], "1.0");
  EXPECT_EQ(described["asked"], "--describe");
}

TEST_F(EnvironmentCheck, AFileThatIsMissing) {
  fs::remove(site_ / "tiny/data.txt");
  EXPECT_TRUE(Has(Broken(), {"missing or changed", "tiny/data.txt"}));
}

TEST_F(EnvironmentCheck, AFileThatWasCutShort) {
  Put("tiny/data.txt", "012345678");
  EXPECT_TRUE(Has(Broken(), {"missing or changed", "tiny/data.txt"}));
}

TEST_F(EnvironmentCheck, APackageThatIsGoneWithItsList) {
  fs::remove_all(site_ / "tiny-1.0.dist-info");
  EXPECT_EQ(Broken(), "the package tiny is missing");
}

TEST_F(EnvironmentCheck, AListThatIsGone) {
  fs::remove(site_ / "tiny-1.0.dist-info/RECORD");
  EXPECT_TRUE(Has(Broken(), {"missing or changed", "tiny-1.0.dist-info"}));
}

TEST_F(EnvironmentCheck, APackageOfAnotherVersion) {
  environment_.facts["packages"]["tiny"] = "0.9";
  EXPECT_EQ(Broken(), "the package tiny is of another version");
}

TEST_F(EnvironmentCheck, ARunnerThatCannotLoadIt) {
  folder_.Write("run.py", Program("no_such_module"));
  EXPECT_TRUE(Has(Broken(), {"its runner cannot load it", "No module named 'no_such_module'"}));
}

TEST_F(EnvironmentCheck, APythonThatDoesNotStart) {
  fs::remove(environment_.folder / "bin/python");
  EXPECT_TRUE(Has(Broken(), {"cannot start"}));
}

TEST_F(EnvironmentCheck, NeitherTheWorkingFolderNorPythonpathIsLookedIn) {
  TestFolder elsewhere;
  elsewhere.Write("json.py", "raise SystemExit('the wrong json')\n");
  fs::path before = fs::current_path();
  fs::current_path(elsewhere.path());
  setenv("PYTHONPATH", elsewhere.path().c_str(), 1);
  EXPECT_EQ(Broken(), "");
  fs::current_path(before);
  unsetenv("PYTHONPATH");
}

TEST_F(EnvironmentCheck, ASignalEndsIt) {
  folder_.Write("run.py",
                "import os, signal, time\nos.kill(os.getppid(), signal.SIGTERM)\n"
                "time.sleep(600)\n");
  EXPECT_FALSE(WhatIsBroken(environment_, runner_, tools_).ok());
  EXPECT_EQ(tools_.interruption(), SIGTERM);
}

}  // namespace
}  // namespace trena

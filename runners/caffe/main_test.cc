// SPDX-License-Identifier: Apache-2.0
// The built trena-caffe where it must refuse: needs no Caffe.
#include <gtest/gtest.h>

#include "runner_common/test_run.h"

namespace trena {
namespace {

class CaffeProgram : public testing::Test {
 protected:
  static fs::path Program() { return fs::path(TRENA_BUILD_DIR) / "runners/caffe/trena-caffe"; }

  // With `library` in the place of the one that `trena configure` compiles.
  RunnerRun Run(const fs::path& library, const Json& changes = Json::object()) const {
    Json scenario = {{"protocol", 1}, {"mode", "train"}};
    scenario.update(changes);
    return RunRunner(library, scenario, folder_.path(), {Program().string()});
  }
  void ExpectError(const RunnerRun& run, const std::string& kind,
                   std::initializer_list<std::string> words) const {
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.Order(), "error") << run.text << run.errors;
    EXPECT_EQ(Get<std::string>(run.Find("error"), "kind"), kind);
    std::string message = Get<std::string>(run.Find("error"), "message").value_or("");
    for (const std::string& word : words) {
      EXPECT_NE(message.find(word), std::string::npos) << word << " is not in: " << message;
    }
  }

  TestFolder folder_;
  fs::path none_ = folder_.path() / "none.so";
};

TEST_F(CaffeProgram, OtherDevicesAndPrecisionsAreRefusedBeforeCaffeIsLoaded) {
  ExpectError(Run(none_, {{"device", "tpu"}}), "bad_input",
              {"device tpu is not available: use cpu or cuda"});
  for (const char* precision : {"float64", "bfloat16"}) {
    ExpectError(
        Run(none_, {{"precision", precision}}), "bad_input",
        {std::string("precision ") + precision + " is not possible with caffe: use float32"});
  }
}

// Whether it can use a GPU is what the library was compiled with.
TEST_F(CaffeProgram, AGpuIsRefusedByALibraryForTheCpuAndAskedOfOneForGpus) {
  ExpectError(Run(TRENA_CPU_LIBRARY, {{"device", "cuda"}}), "bad_input",
              {"device cuda is not available", "CPU only"});
  const auto asked = [&](const char* device) {
    return Run(TRENA_GPU_LIBRARY, {{"mode", "probe"}, {"device", device}});
  };
  ExpectError(asked("cuda"), "failed", {"the GPU was asked for"});
  ExpectError(asked("cpu"), "failed", {"the CPU was asked for"});
}

TEST_F(CaffeProgram, ALibraryThatIsMissingOrNoneIsSaidWithWhatToDo) {
  ExpectError(Run(none_), "failed",
              {"cannot load Caffe", "none.so", "run `trena configure` again"});
  fs::path text = folder_.path() / "text.so";
  ASSERT_TRUE(WriteFile(text, "no library").ok());
  ExpectError(Run(text), "failed", {"cannot load Caffe", "text.so", "`trena configure`"});
}

TEST_F(CaffeProgram, AForeignLibraryIsNotCalled) {
  ExpectError(Run("libm.so.6"), "failed",
              {"libm.so.6 is no library of trena's for Caffe", "run `trena configure` again"});
  ExpectError(Run(TRENA_OTHER_LIBRARY), "failed",
              {"was compiled for another trena", "run `trena configure` again"});
}

TEST_F(CaffeProgram, DescribeFailsWithTheReason) {
  ProcessOptions options;
  options.arguments = {Program().string(), none_.string(), "--describe"};
  ProcessResult result = RunProcess(options).value();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.errors.find("cannot load Caffe"), std::string::npos) << result.errors;
}

TEST_F(CaffeProgram, WithoutItsArgumentsItSaysHowItIsUsed) {
  ProcessOptions options;
  options.arguments = {Program().string()};
  ProcessResult result = RunProcess(options).value();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("usage: runner"), std::string::npos) << result.errors;
}

}  // namespace
}  // namespace trena

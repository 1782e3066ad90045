// SPDX-License-Identifier: Apache-2.0
// PyTorch comes from the CPU-only index where that answers, and from PyPI otherwise. Both are
// played by a server on this machine.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tiny_framework.h"

namespace trena {
namespace {

// Serves a folder on a free port of this machine, which it writes into a file.
const char* const kServe = R"(import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
with open(sys.argv[1] + "/port.part", "w") as file:
    file.write(str(server.server_address[1]))
import os
os.rename(sys.argv[1] + "/port.part", sys.argv[1] + "/port")
server.serve_forever()
)";

// Two indexes on this machine: PyPI's part is played by pypi/, the CPU-only one's by cpu/.
class CpuIndex : public TinyFramework {
 protected:
  void SetUp() override {
    TinyFramework::SetUp();
    std::string torch = Wheel("torch", "1.0", "web/pypi/torch");
    std::string nvidia = Wheel("nvidia-cublas", "1.0", "web/pypi/nvidia-cublas");
    std::string other = Wheel("other", "1.0", "web/pypi/other");
    Wheel("torch", "1.0+cpu", "web/cpu/torch");
    Framework(Locked("torch", "1.0", torch) + Locked("nvidia-cublas", "1.0", nvidia) +
                  Locked("other", "1.0", other),
              "3.8-3.20", "2 MB", "torch", "cpu_index: http://127.0.0.1:1/cpu\n");
    Serve();
    unsetenv("PIP_NO_INDEX");
    unsetenv("PIP_FIND_LINKS");
    setenv("PIP_INDEX_URL", Address("pypi").c_str(), 1);
  }
  void TearDown() override {
    kill(server_, SIGKILL);
    waitpid(server_, nullptr, 0);
  }
  void Serve() {
    std::string folder = (session_.folder() / "web").string();
    server_ = fork();
    if (server_ == 0) {
      freopen("/dev/null", "w", stderr);
      execlp("python3", "python3", "-c", kServe, folder.c_str(), nullptr);
      _exit(127);
    }
    ASSERT_TRUE(WaitUntil([&] { return session_.Exists("web/port"); }));
  }
  std::string Address(const std::string& index) const {
    return fmt::format("http://127.0.0.1:{}/{}", session_.Read("web/port"), index);
  }
  Json Facts() const {
    return ParseJson(ReadFile(Frameworks() / Installed().at(0) / "installed.json").value()).value();
  }

  pid_t server_ = -1;
};

TEST_F(CpuIndex, IsUsedWhereItAnswers) {
  setenv("TRENA_PYTORCH_CPU_INDEX", Address("cpu").c_str(), 1);
  ProcessResult result = session_.Trena({"configure", "s.yaml"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.errors.find("Installing tiny 1.0 from PyTorch's CPU-only index"),
            std::string::npos)
      << result.errors;
  ASSERT_EQ(Installed().size(), 1u);
  EXPECT_TRUE(Installed().at(0).ends_with("+cpu")) << Installed().at(0);
  Json facts = Facts();
  EXPECT_EQ(facts["source"], "cpu_index");
  EXPECT_EQ(facts["packages"]["torch"], "1.0+cpu");
  EXPECT_EQ(facts["packages"]["other"], "1.0") << "the rest is locked as before";
  EXPECT_FALSE(facts["packages"].contains("nvidia-cublas"));
  std::string wheel = "web/cpu/torch/torch-1.0+cpu-py3-none-any.whl";
  ProcessResult sum = session_.Program({"sha256sum", wheel});
  EXPECT_EQ(facts["cpu_wheel_sha256"], sum.output.substr(0, 64));
}

TEST_F(CpuIndex, PypiIsTakenWhereItDoesNotAnswer) {
  // Told apart by the disk it takes, before anything is installed.
  std::string recipe = session_.Read("runners/tiny/runner.yaml");
  recipe.replace(recipe.find("disk: 2 MB"), 10,
                 "disk: 700 TB, cpu: { download: 1 MB, disk: 800 TB }");
  session_.Write("runners/tiny/runner.yaml", recipe);
  Refused(2, {"takes 700 TB"});
  setenv("TRENA_PYTORCH_CPU_INDEX", Address("pypi").c_str(), 1);  // answers, without such a file
  Refused(2, {"takes 700 TB"});
  setenv("TRENA_PYTORCH_CPU_INDEX", "", 1);
  Refused(2, {"takes 700 TB"});
  setenv("TRENA_PYTORCH_CPU_INDEX", Address("cpu").c_str(), 1);
  Refused(2, {"takes 800 TB"});
}

TEST_F(CpuIndex, PypiIsTakenWhereItFailsAfterAll) {
  // The page names the file, and the file is not there.
  session_.Write("web/bad/torch/index.html",
                 "<!DOCTYPE html><a href=\"torch-1.0%2Bcpu-py3-none-any.whl\">"
                 "torch-1.0+cpu-py3-none-any.whl</a>\n");
  setenv("TRENA_PYTORCH_CPU_INDEX", Address("bad").c_str(), 1);
  ProcessResult result = session_.Trena({"configure", "s.yaml"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.errors.find("PyTorch's CPU-only index did not deliver"), std::string::npos)
      << result.errors;
  EXPECT_EQ(Facts()["source"], "pypi");
  EXPECT_EQ(Facts()["packages"]["torch"], "1.0");
  EXPECT_EQ(Facts()["packages"]["nvidia-cublas"], "1.0");
  EXPECT_EQ(Installed().size(), 1u);
}

}  // namespace
}  // namespace trena

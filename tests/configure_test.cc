// SPDX-License-Identifier: Apache-2.0
// Frameworks are installed, reused, repaired, listed and removed; nothing half-made stays.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tiny_framework.h"

namespace trena {
namespace {

class Configure : public TinyFramework {
 protected:
  // The run carries what was installed.
  void ExpectRecorded(const std::string& environment) {
    std::string run = "s.trena/runs/" + session_.Runs("s.trena").at(0) + "/";
    Json record = ParseJson(session_.Read(run + "run.json")).value();
    EXPECT_EQ(record["outcome"], "ok") << session_.Read(run + "stderr.log");
    EXPECT_EQ(record["versions"]["version"], "1.0") << "the installed module ran";
    const Json& installed = record["installed"];
    EXPECT_EQ(installed["packages"]["tiny"], "1.0");
    EXPECT_EQ(installed["source"], "pypi");
    EXPECT_EQ(installed["describe"]["blas"], "none");
    EXPECT_TRUE(environment.ends_with(installed["lock_sha256"].get<std::string>().substr(0, 12)));
    EXPECT_FALSE(installed.contains("python_path")) << "no paths of the user's";
  }

  // Scripts and compiled files name the place they stand in, not the one they were made in.
  void ExpectKnowsWhereItStands(const fs::path& folder) {
    Json facts = ParseJson(ReadFile(folder / "installed.json").value()).value();
    EXPECT_GT(facts["bytes"].get<double>(), 1e6) << "pip alone is larger";
    EXPECT_EQ(session_.Program({(folder / "bin/tiny-hello").string()}).output, "hello\n");
    ProcessResult where = session_.Program(
        {(folder / "bin/python").string(), "-c",
         "import tiny; print(tiny.__cached__); print(tiny.main.__code__.co_filename)"});
    std::vector<std::string> lines = Split(where.output, '\n');
    ASSERT_GE(lines.size(), 2u) << where.errors;
    std::string compiled = ReadFile(lines[0]).value();
    EXPECT_EQ(compiled.find(".staging-"), std::string::npos) << "it names its source";
    EXPECT_EQ(lines[1], Site(folder.filename()) + "/tiny/__init__.py");
    EXPECT_FALSE(fs::exists(folder / "tmp")) << "what was needed for a while is gone";
  }

  void ExpectListed(const fs::path& folder) {
    ProcessResult list = session_.Trena({"configure", "--list"});
    EXPECT_EQ(list.exit_code, 0);
    std::vector<std::string> shown = {"framework", "tiny",  "1.0", "3.",
                                      "PyPI",      "ready", " MB", folder.string()};
    for (const std::string& text : shown) {
      EXPECT_NE(list.output.find(text), std::string::npos) << text << "\n" << list.output;
    }
    Json json = ParseJson(session_.Trena({"configure", "--list", "--json"}).output).value();
    ASSERT_EQ(json.size(), 1u);
    EXPECT_EQ(json[0]["state"], "ready");
    EXPECT_EQ(json[0]["installed"]["packages"]["tiny"], "1.0");
    Json ready = ParseJson(session_.Trena({"configure", "s.yaml", "--json"}).output).value();
    EXPECT_EQ(ready["frameworks"][0]["folder"], folder.string());
  }

  void ExpectRemoved() {
    ProcessResult wrong = session_.Trena({"configure", "--remove", "tiny@0.9"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_NE(wrong.errors.find("tiny@0.9 is not installed (installed: tiny@1.0)"),
              std::string::npos);
    EXPECT_EQ(session_.Trena({"configure", "--remove", "tiny", "--list"}).exit_code, 2);
    ProcessResult removed = session_.Trena({"configure", "--remove", "tiny@1.0"});
    EXPECT_EQ(removed.exit_code, 0) << removed.errors;
    EXPECT_EQ(removed.output.find("Freed "), 0u) << removed.output;
    EXPECT_NE(removed.output.find("MB: tiny 1.0"), std::string::npos) << removed.output;
    EXPECT_TRUE(Installed().empty());
  }
};

TEST_F(Configure, InstallsOnceAndNeedsNoIndexThen) {
  Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
  ProcessResult measure = session_.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 2);
  EXPECT_NE(measure.errors.find("tiny 1.0 is not installed; do it with: trena configure s.yaml"),
            std::string::npos)
      << measure.errors;
  EXPECT_FALSE(session_.Exists("s.trena"));
  ProcessResult none = session_.Trena({"configure", "--list"});
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_NE(none.output.find("No framework is installed in"), std::string::npos) << none.output;

  ProcessResult first = session_.Trena({"configure", "s.yaml"});
  ASSERT_EQ(first.exit_code, 0) << first.errors;
  size_t announced = first.errors.find(
      "Installing tiny 1.0 from PyPI: 1 MB to download, 1 MB on disk, with Python 3.");
  size_t begun = first.errors.find("tiny 1.0: making an environment");
  EXPECT_LT(announced, begun) << "said before it is done: " << first.errors;
  ASSERT_NE(begun, std::string::npos) << first.errors;
  ASSERT_EQ(Installed().size(), 1u);
  std::string name = Installed().at(0);
  EXPECT_TRUE(name.starts_with("tiny-1.0-")) << name;

  fs::remove_all(session_.folder() / "wheels");
  ProcessResult again = session_.Trena({"configure", "s.yaml"});
  EXPECT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_EQ(again.errors, "") << "nothing to say, nothing to fetch";
  ASSERT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  ExpectRecorded(name);
  ExpectKnowsWhereItStands(Frameworks() / name);
  ExpectListed(Frameworks() / name);
  ExpectRemoved();
}

TEST_F(Configure, WhatIsBrokenIsMadeAgainAndATerminalHasOneProgressLine) {
  InstallTiny();
  std::string name = Installed().at(0), site = Site(name);
  ASSERT_TRUE(WriteFile(site + "/tiny/data.txt", "012345678").ok()) << "one byte less";
  ProcessResult repaired = session_.InTerminal({"configure", "s.yaml"});
  EXPECT_EQ(repaired.exit_code, 0) << repaired.output;
  std::vector<std::string> shown = {
      "tiny 1.0 is broken: files of its packages are missing or changed, like tiny/data.txt",
      "Installing again tiny 1.0", "\r\x1b[Ktiny 1.0: making an environment",
      "Installed tiny 1.0: "};
  for (const std::string& text : shown) {
    EXPECT_NE(repaired.output.find(text), std::string::npos) << text << "\n" << repaired.output;
  }
  EXPECT_EQ(ReadFile(site + "/tiny/data.txt").value(), "0123456789");
  EXPECT_EQ(Installed(), std::vector<std::string>{name});
}

TEST_F(Configure, AHashThatDoesNotMatchIsRefused) {
  Wheel("tiny", "1.0");
  Framework(Locked("tiny", "1.0", std::string(64, '0')));
  Refused(1, {"installing tiny 1.0: tiny==1.0 is not the file that was locked"});
}

TEST_F(Configure, NoNetwork) {
  Framework(Locked("tiny", "1.0", std::string(64, '0')));
  unsetenv("PIP_NO_INDEX");
  setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple", 1);  // a port nobody listens on
  setenv("PIP_RETRIES", "1", 1);
  Refused(1, {"the package index does not answer, so tiny==1.0 could not be fetched",
              "What is installed already works without"});
}

TEST_F(Configure, ARunnerThatCannotLoadItsFrameworkIsNotInstalled) {
  std::string lock = Locked("tiny", "1.0", Wheel("tiny", "1.0"));
  Framework(lock, "3.8-3.20", "1 MB", "no_such_module");
  Refused(1, {"its runner cannot load it", "No module named 'no_such_module'"});
}

TEST_F(Configure, BadInputChangesNothing) {
  std::string lock = Locked("tiny", "1.0", std::string(64, '0'));
  Framework(lock, "3.8-3.20", "900 TB");
  Refused(2, {"installing tiny 1.0 takes 900 TB of disk", "free"});
  Framework(lock, "3.90-3.91");
  Refused(2, {"tiny 1.0 needs Python 3.90 to 3.91", "$TRENA_PYTHON (/usr/bin/python3)",
              ".pyenv/versions", "/usr/bin/python3 (3."});
  Framework("tiny==1.0\n--index-url http://example.org\n");
  Refused(2, {"1.0.lock:2:1", "no hash for tiny"});
  Framework(lock);
  session_.Write("s.yaml", Study("tiny@1.1"));
  Refused(2, {"there is no tiny 1.1; the nearest is tiny@1.0 (there are: 1.0, 0.9)"});
  EXPECT_FALSE(fs::exists(Frameworks()));
}

TEST_F(Configure, ADeviceThatIsNotHereIsRefused) {
  if (fs::exists("/dev/nvidiactl")) GTEST_SKIP() << "this machine has an NVIDIA GPU";
  Framework(Locked("tiny", "1.0", std::string(64, '0')));
  session_.Write("s.yaml", Study("tiny") + "environments: { gpu: { device: cuda } }\n");
  Refused(2, {"this machine has no device cuda, which every scenario of the study needs"});
}

// An index that takes a call and never answers: pip waits for it, longer than the test does.
class SilentIndex {
 public:
  SilentIndex() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(socket_, 8), 0);
    EXPECT_EQ(getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    setenv("PIP_INDEX_URL", fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port)).c_str(), 1);
    setenv("PIP_DEFAULT_TIMEOUT", "100", 1);
    unsetenv("PIP_NO_INDEX");
  }
  SilentIndex(const SilentIndex&) = delete;
  SilentIndex& operator=(const SilentIndex&) = delete;
  ~SilentIndex() {
    close(socket_);
    setenv("PIP_NO_INDEX", "1", 1);
  }
  // Whether someone waits for an answer.
  bool called() const {
    pollfd waiting{socket_, POLLIN, 0};
    return poll(&waiting, 1, 0) > 0;
  }

 private:
  int socket_;
};

TEST_F(Configure, AKillLeavesNothingHalfMade) {
  Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
  {
    SilentIndex index;
    pid_t trena = session_.Start({"configure", "s.yaml"});
    ASSERT_TRUE(WaitUntil([&] { return index.called(); })) << "pip is at work";
    kill(trena, SIGKILL);
    EXPECT_EQ(WaitForExit(trena), 128 + SIGKILL);
    EXPECT_TRUE(WaitUntil([&] { return ProcessesWith(Frameworks().string()).empty(); }))
        << "pip ends with trena";
  }
  ASSERT_EQ(Installed().size(), 1u);
  EXPECT_TRUE(Installed().at(0).starts_with(".staging-"));
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 2) << "half-made is not installed";
  EXPECT_EQ(session_.Trena({"configure", "s.yaml"}).exit_code, 0);
  ASSERT_EQ(Installed().size(), 1u);
  EXPECT_TRUE(Installed().at(0).starts_with("tiny-1.0-"));
}

TEST_F(Configure, OneInstallationAtATime) {
  Framework(Locked("tiny", "1.0", std::string(64, '0')));
  fs::create_directories(Frameworks() / ".staging-of-another");
  FileLock held = FileLock::Take(Frameworks() / "lock").value();
  pid_t trena = session_.Start({"configure", "s.yaml"});
  auto waits = [&] {
    std::string said = session_.Read("started.log");
    return said.find("Waiting for another trena that installs frameworks") != std::string::npos;
  };
  ASSERT_TRUE(WaitUntil(waits));
  kill(trena, SIGTERM);
  EXPECT_EQ(WaitForExit(trena), 130) << "waiting can be interrupted too, by any signal";
  EXPECT_EQ(Installed(), std::vector<std::string>{".staging-of-another"}) << "not its to remove";
}

TEST_F(Configure, CtrlCEndsPipAndCleansUp) {
  Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
  SilentIndex index;
  pid_t trena = session_.Start({"configure", "s.yaml"});
  ASSERT_TRUE(WaitUntil([&] { return index.called(); })) << "pip is at work";
  kill(trena, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(trena, &status, 0), trena);
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself, not by a signal";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(Installed().empty());
  EXPECT_TRUE(ProcessesWith(Frameworks().string()).empty());
  const std::string said = session_.Read("started.log");
  EXPECT_NE(said.find("Stopped. What was installed until then is kept"), std::string::npos);
  EXPECT_EQ(said.find("trena: "), std::string::npos) << "no error: " << said;
}

}  // namespace
}  // namespace trena

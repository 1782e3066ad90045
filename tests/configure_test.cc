// SPDX-License-Identifier: Apache-2.0
// Frameworks are installed for real, by pip into a Python environment, but tiny ones: the packages
// are made here and served from a folder. No test needs a network.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "core/files.h"
#include "core/json.h"
#include "core/text.h"
#include "session.h"

namespace trena {
namespace {

// Makes a wheel with a module, a file of data and a script; prints its SHA-256.
const char* const kMakeWheel = R"(import hashlib, os, sys, zipfile
folder, name, version = sys.argv[1:]
module = name.replace("-", "_")
info = "%s-%s.dist-info/" % (module, version)
files = {module + "/__init__.py": "__version__ = '%s'\ndef main():\n    print('hello')\n" % version,
         module + "/data.txt": "0123456789",
         info + "METADATA": "Metadata-Version: 2.1\nName: %s\nVersion: %s\n" % (name, version),
         info + "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
         info + "entry_points.txt": "[console_scripts]\n%s-hello = %s:main\n" % (name, module)}
files[info + "RECORD"] = "".join(
    "%s,,%d\n" % (path, len(text)) for path, text in files.items()) + info + "RECORD,,\n"
os.makedirs(folder, exist_ok=True)
path = "%s/%s-%s-py3-none-any.whl" % (folder, module, version)
with zipfile.ZipFile(path, "w") as wheel:
    for name, text in files.items():
        wheel.writestr(zipfile.ZipInfo(name), text)
print(hashlib.sha256(open(path, "rb").read()).hexdigest())
)";

// Follows the protocol; which module it imports is its first argument.
const char* const kRunner = R"(import importlib, json, os, sys, time
name, scenario = sys.argv[1:]
module = importlib.import_module(name)
if scenario == "--describe":
    print("some library talks")
    print(json.dumps({"framework": "tiny", "version": module.__version__, "blas": "none",
                      "module": module.__file__}))
    sys.exit(0)
with open(os.environ["TRENA_EVENTS"], "a") as events:
    for event in ({"event": "start", "framework": "tiny", "version": module.__version__},
                  {"event": "phase", "name": "train", "seconds": 0.001},
                  {"event": "end", "seconds": 0.001}):
        events.write(json.dumps(dict(event, t=time.monotonic())) + "\n")
)";

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

class Configure : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TRENA_PYTHON", "/usr/bin/python3", 1);  // others are slower to start
    setenv("PIP_CONFIG_FILE", "/dev/null", 1);
    setenv("PIP_NO_INDEX", "1", 1);
    setenv("PIP_FIND_LINKS", (session_.folder() / "wheels").c_str(), 1);
    setenv("no_proxy", "127.0.0.1", 1);
    session_.Write("s.yaml", Study("tiny"));
  }

  static std::string Study(const std::string& framework) {
    return "fixed: { framework: " + framework + " }\ndesign: { replications: 1 }\n";
  }
  // The SHA-256 of a wheel made into `folder`.
  std::string Wheel(const std::string& name, const std::string& version,
                    const std::string& folder = "wheels") const {
    ProcessResult made = session_.Program({"python3", "-c", kMakeWheel, folder, name, version});
    EXPECT_EQ(made.exit_code, 0) << made.errors;
    return std::string(Trim(made.output));
  }
  static std::string Locked(const std::string& name, const std::string& version,
                            const std::string& sha256) {
    return fmt::format("{}=={} \\\n    --hash=sha256:{}\n    # via nothing\n", name, version,
                       sha256);
  }
  // A framework `tiny` beside the study, in one version or two.
  void Framework(const std::string& lock, const std::string& python = "3.8-3.20",
                 const std::string& disk = "1 MB", const std::string& module = "tiny",
                 const std::string& more = "") const {
    session_.Write(
        "runners/tiny/runner.yaml",
        fmt::format("framework: tiny\ncommand: [python, tiny_runner.py, {}]\n"
                    "devices: [cpu, cuda]\nversions:\n"
                    "  1.0: {{ lock: 1.0.lock, python: {}, download: 1 MB, disk: {} }}\n"
                    "  0.9: {{ lock: 1.0.lock, python: {}, download: 1 MB, disk: {} }}\n{}",
                    module, python, disk, python, disk, more));
    session_.Write("runners/tiny/tiny_runner.py", kRunner);
    session_.Write("runners/tiny/1.0.lock", lock);
  }
  void InstallTiny() {
    Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
    ProcessResult result = session_.Trena({"configure", "s.yaml"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
  }

  fs::path Frameworks() const { return session_.folder().string() + "-cache/frameworks"; }
  // The names of what stands in the cache, locks aside.
  std::vector<std::string> Installed() const {
    std::vector<std::string> names = ListFolder(Frameworks()).value();
    std::erase(names, "lock");
    return names;
  }
  std::string Site(const std::string& environment) const {
    fs::path library = Frameworks() / environment / "lib";
    for (const std::string& name : ListFolder(library).value()) {
      if (name.starts_with("python3")) return (library / name / "site-packages").string();
    }
    return "";
  }
  ProcessResult Refused(int exit_code, std::initializer_list<std::string> expected) {
    ProcessResult result = session_.Trena({"configure", "s.yaml"});
    EXPECT_EQ(result.exit_code, exit_code) << result.errors;
    for (const std::string& text : expected) {
      EXPECT_NE(result.errors.find(text), std::string::npos) << text << "\n" << result.errors;
    }
    EXPECT_TRUE(Installed().empty()) << "nothing is left behind";
    return result;
  }

  Session session_;
};

TEST_F(Configure, InstallsOnceAndNeedsNoIndexThen) {
  Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
  ProcessResult measure = session_.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 2);
  EXPECT_NE(measure.errors.find("tiny 1.0 is not installed; do it with: trena configure s.yaml"),
            std::string::npos)
      << measure.errors;
  EXPECT_FALSE(session_.Exists("s.trena"));

  ProcessResult first = session_.Trena({"configure", "s.yaml"});
  ASSERT_EQ(first.exit_code, 0) << first.errors;
  size_t announced = first.errors.find(
      "Installing tiny 1.0 from PyPI: 1 MB to download, 1 MB on disk, with Python 3.");
  size_t begun = first.errors.find("tiny 1.0: making an environment");
  EXPECT_LT(announced, begun) << "said before it is done: " << first.errors;
  ASSERT_NE(begun, std::string::npos) << first.errors;
  ASSERT_EQ(Installed().size(), 1u);
  std::string name = Installed()[0];
  EXPECT_TRUE(name.starts_with("tiny-1.0-")) << name;

  fs::remove_all(session_.folder() / "wheels");
  ProcessResult again = session_.Trena({"configure", "s.yaml"});
  EXPECT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_EQ(again.errors, "") << "nothing to say, nothing to fetch";

  ASSERT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  std::string run = "s.trena/runs/" + session_.Runs("s.trena")[0] + "/";
  Json record = ParseJson(session_.Read(run + "run.json")).value();
  EXPECT_EQ(record["outcome"], "ok") << session_.Read(run + "stderr.log");
  EXPECT_EQ(record["versions"]["version"], "1.0") << "the installed module ran";
  EXPECT_EQ(record["installed"]["packages"]["tiny"], "1.0");
  EXPECT_EQ(record["installed"]["source"], "pypi");
  EXPECT_EQ(record["installed"]["describe"]["blas"], "none");
  EXPECT_EQ(record["installed"]["lock_sha256"].get<std::string>().substr(0, 12),
            name.substr(9, 12));
  EXPECT_FALSE(record["installed"].contains("python_path"));
}

TEST_F(Configure, WhatIsInstalledKnowsWhereItStands) {
  InstallTiny();
  fs::path folder = Frameworks() / Installed()[0];
  Json facts = ParseJson(ReadFile(folder / "installed.json").value()).value();
  EXPECT_GT(facts["bytes"].get<double>(), 1e6) << "pip alone is larger";
  std::string script = ReadFile(folder / "bin/tiny-hello").value();
  EXPECT_NE(script.find((folder / "bin/python").string()), std::string::npos) << script;
  EXPECT_EQ(session_.Program({(folder / "bin/tiny-hello").string()}).output, "hello\n");
  // A compiled file names its source, for tracebacks.
  ProcessResult where = session_.Program(
      {(folder / "bin/python").string(), "-c",
       "import tiny; print(tiny.__cached__); print(tiny.main.__code__.co_filename)"});
  std::vector<std::string> lines = Split(where.output, '\n');
  ASSERT_GE(lines.size(), 2u) << where.errors;
  EXPECT_TRUE(fs::exists(lines[0])) << "compiled";
  EXPECT_EQ(lines[1], Site(Installed()[0]) + "/tiny/__init__.py");
  for (const auto& entry : fs::directory_iterator(folder)) {
    EXPECT_NE(entry.path().filename(), "tmp") << "what was needed for a while is gone";
  }
}

TEST_F(Configure, ListsAndRemoves) {
  ProcessResult none = session_.Trena({"configure", "--list"});
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_NE(none.output.find("No framework is installed in"), std::string::npos) << none.output;
  InstallTiny();
  ProcessResult list = session_.Trena({"configure", "--list"});
  EXPECT_EQ(list.exit_code, 0);
  for (const std::string& text : {"framework", "tiny", "1.0", "3.", "PyPI", "ready", " MB",
                                  (Frameworks() / Installed()[0]).c_str()}) {
    EXPECT_NE(list.output.find(text), std::string::npos) << text << "\n" << list.output;
  }
  Json json = ParseJson(session_.Trena({"configure", "--list", "--json"}).output).value();
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["state"], "ready");
  EXPECT_EQ(json[0]["installed"]["packages"]["tiny"], "1.0");
  Json ready = ParseJson(session_.Trena({"configure", "s.yaml", "--json"}).output).value();
  EXPECT_EQ(ready["frameworks"][0]["folder"], (Frameworks() / Installed()[0]).string());

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

TEST_F(Configure, WhatIsBrokenIsMadeAgain) {
  InstallTiny();
  std::string name = Installed()[0], site = Site(name);
  ASSERT_TRUE(WriteFile(site + "/tiny/data.txt", "012345678").ok()) << "one byte less";
  ProcessResult repaired = session_.Trena({"configure", "s.yaml"});
  EXPECT_EQ(repaired.exit_code, 0) << repaired.errors;
  EXPECT_NE(
      repaired.errors.find("tiny 1.0 is broken: files of its packages are missing or changed, "
                           "like tiny/data.txt"),
      std::string::npos)
      << repaired.errors;
  EXPECT_EQ(ReadFile(site + "/tiny/data.txt").value(), "0123456789");
  EXPECT_EQ(Installed(), std::vector<std::string>{name});
}

TEST_F(Configure, EveryKindOfDamageIsSeen) {
  InstallTiny();
  fs::path folder = Frameworks() / Installed()[0];
  std::string site = Site(Installed()[0]);
  setenv("PIP_FIND_LINKS", "/nowhere", 1);  // so that it says what is broken, and stops there
  auto broken = [&](const std::string& why) {
    ProcessResult result = session_.Trena({"configure", "s.yaml"});
    EXPECT_EQ(result.exit_code, 1) << result.errors;
    EXPECT_NE(result.errors.find(why), std::string::npos) << result.errors;
  };
  fs::rename(site + "/tiny-1.0.dist-info", site + "/away");
  broken("tiny 1.0 is broken: the package tiny is missing");
  fs::rename(site + "/away", site + "/tiny-1.0.dist-info");
  fs::rename(folder / "installed.json", folder / "away");
  broken("tiny 1.0 is broken: its installed.json or its Python is missing");
  fs::rename(folder / "away", folder / "installed.json");
  session_.Write("runners/tiny/tiny_runner.py", "import no_such_module\n");
  broken("tiny 1.0 is broken: its runner cannot load it");
  session_.Write("runners/tiny/tiny_runner.py", kRunner);
  EXPECT_EQ(session_.Trena({"configure", "s.yaml"}).exit_code, 0) << "what was there is untouched";
}

TEST_F(Configure, AHashThatDoesNotMatchIsRefused) {
  Wheel("tiny", "1.0");
  Framework(Locked("tiny", "1.0", std::string(64, '0')));
  Refused(1, {"installing tiny 1.0: tiny==1.0 is not the file that was locked"});
}

TEST_F(Configure, APackageThatCannotBeHad) {
  Framework(Locked("tiny", "1.0", std::string(64, '0')));
  Refused(1, {"the package index has no tiny==1.0 for this machine and Python"});
  unsetenv("PIP_NO_INDEX");
  setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple", 1);  // a port nobody listens on
  setenv("PIP_RETRIES", "0", 1);
  Refused(1, {"the package index does not answer, so tiny==1.0 could not be fetched"});
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

TEST_F(Configure, AKillLeavesNothingHalfMade) {
  Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
  // While pip is put into the environment, and when it begins to install packages.
  for (const char* file : {"pyvenv.cfg", "lock.txt"}) {
    pid_t trena = session_.Start({"configure", "s.yaml"});
    auto reached = [&] {
      for (const std::string& name : Installed()) {
        if (fs::exists(Frameworks() / name / file)) return true;
      }
      return false;
    };
    ASSERT_TRUE(WaitUntil(reached)) << file;
    SleepMilliseconds(100);
    kill(trena, SIGKILL);
    EXPECT_EQ(WaitForExit(trena), 128 + SIGKILL);
    EXPECT_TRUE(WaitUntil([&] { return ProcessesWith(Frameworks().string()).empty(); }))
        << "pip ends with trena";
    for (const std::string& name : Installed()) EXPECT_TRUE(name.starts_with(".staging-")) << name;
    EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 2) << "half-made is not installed";
  }
  EXPECT_EQ(session_.Trena({"configure", "s.yaml"}).exit_code, 0);
  ASSERT_EQ(Installed().size(), 1u);
  EXPECT_TRUE(Installed()[0].starts_with("tiny-1.0-"));
}

TEST_F(Configure, CtrlCEndsPipAndCleansUp) {
  Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
  pid_t trena = session_.Start({"configure", "s.yaml"});
  ASSERT_TRUE(WaitUntil([&] { return !Installed().empty(); }));
  SleepMilliseconds(300);
  kill(trena, SIGINT);
  EXPECT_EQ(WaitForExit(trena), 130);
  EXPECT_TRUE(Installed().empty());
  EXPECT_TRUE(ProcessesWith(Frameworks().string()).empty());
  EXPECT_NE(session_.Read("started.log").find("Stopped."), std::string::npos);
}

TEST_F(Configure, ATerminalHasOneProgressLine) {
  Framework(Locked("tiny", "1.0", Wheel("tiny", "1.0")));
  ProcessResult shown = session_.InTerminal({"configure", "s.yaml"});
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_NE(shown.output.find("\r\x1b[Ktiny 1.0: making an environment"), std::string::npos)
      << shown.output;
  EXPECT_NE(shown.output.find("Installed tiny 1.0: "), std::string::npos);
}

// Two indexes on this machine: PyPI's part is played by pypi/, the CPU-only one's by cpu/.
class CpuIndex : public Configure {
 protected:
  void SetUp() override {
    Configure::SetUp();
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
  EXPECT_TRUE(Installed()[0].ends_with("+cpu")) << Installed()[0];
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
  ProcessResult result = session_.Trena({"configure", "s.yaml"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.errors.find("Installing tiny 1.0 from PyPI"), std::string::npos)
      << result.errors;
  EXPECT_EQ(Facts()["source"], "pypi");
  EXPECT_EQ(Facts()["packages"]["torch"], "1.0");
  EXPECT_EQ(Facts()["packages"]["nvidia-cublas"], "1.0");
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
  EXPECT_EQ(Installed().size(), 1u);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// For tests: a framework that is installed for real, by pip into a Python environment, but tiny:
// its packages are made here and served from a folder, so that no test needs a network.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "core/text/text.h"
#include "session.h"

namespace trena {

// Makes a wheel with a module, a file of data and a script; prints its SHA-256.
inline constexpr const char* kMakeWheel = R"(import hashlib, os, sys, zipfile
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
inline constexpr const char* kTinyRunner = R"(import importlib, json, os, sys, time
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

class TinyFramework : public testing::Test {
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
    return "fixed: { network: lenet, dataset: synthetic, image: 28, images: 64, epochs: 1, batch: "
           "32, framework: " +
           framework + " }\ndesign: { replications: 1 }\n";
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
                    "devices: [cpu, cuda]\nsimulated: true\nversions:\n"
                    "  1.0: {{ lock: 1.0.lock, python: {}, download: 1 MB, disk: {} }}\n"
                    "  0.9: {{ lock: 1.0.lock, python: {}, download: 1 MB, disk: {} }}\n{}",
                    module, python, disk, python, disk, more));
    session_.Write("runners/tiny/tiny_runner.py", kTinyRunner);
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

}  // namespace trena

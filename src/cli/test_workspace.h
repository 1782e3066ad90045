// SPDX-License-Identifier: Apache-2.0
// For the tests of this folder: a study in a folder of its own with the fake runner beside it, a
// terminal whose words can be read back, and commands run without a process of their own.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/study_options.h"
#include "configure/testing.h"
#include "core/files.h"
#include "core/terminal/terminal.h"

namespace trena {

// Two scenarios of instant runs: 20 s, half of it at batch 64.
inline constexpr const char* kTwoScenarios = R"(study: two
question: Does the batch matter?
factors: { batch: [32, 64] }
fixed: { framework: fake, images: 20000, epochs: 1, fake_seconds: 20, fake_effect_batch_64: 0.5 }
environments: { here: { device: cpu, price: 3.6 USD/h } }
design: { replications: 2, seed: 7 }
)";

class StudyFolder {
 public:
  explicit StudyFolder(const std::string& text = kTwoScenarios) {
    setenv("TRENA_CACHE", (folder_.path() / "cache").c_str(), 1);
    fs::create_directories(folder_.path() / "runners");
    fs::create_directory_symlink(fs::path(TRENA_BUILD_DIR) / "runners" / "fake",
                                 folder_.path() / "runners" / "fake");
    Write(text);
  }
  ~StudyFolder() { unsetenv("TRENA_CACHE"); }
  StudyFolder(const StudyFolder&) = delete;
  StudyFolder& operator=(const StudyFolder&) = delete;

  void Write(const std::string& text) const { folder_.Write("s.yaml", text); }
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  StudyOptions options() const {
    StudyOptions options;
    options.study = path("s.yaml").string();
    return options;
  }
  std::unique_ptr<Workspace> Open() const { return Open(options()); }
  static std::unique_ptr<Workspace> Open(const StudyOptions& options) {
    auto workspace = OpenWorkspace(options);
    EXPECT_TRUE(workspace.ok()) << workspace.error().message();
    return workspace.ok() ? std::move(workspace).value() : nullptr;
  }

 private:
  TestFolder folder_;
};

// A pipe: no colour, no progress line.
class Heard {
 public:
  Heard() : file_(std::tmpfile()), terminal_(file_) {}
  ~Heard() { std::fclose(file_); }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;

  Terminal& terminal() { return terminal_; }
  std::string text() {
    std::fflush(file_);
    std::rewind(file_);
    std::string all;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) all += static_cast<char>(c);
    std::fseek(file_, 0, SEEK_END);
    return all;
  }

 private:
  std::FILE* file_;
  Terminal terminal_;
};

struct CommandEnd {
  int code = -1;
  std::string output;  // stdout
  std::string talk;    // stderr
  std::string error;   // that main would print
};

// What `trena NAME WORDS` does, up to what main prints.
inline CommandEnd RunCommand(const std::string& name, std::vector<std::string> words,
                             const std::vector<std::string>& program = {}) {
  CommandEnd end;
  for (const Command& command : Commands()) {
    if (name != command.name) continue;
    CLI::App app("", name);
    app.footer("");
    const Action action = command.add ? command.add(app) : command.add_program(app, program);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    try {
      std::vector<std::string> backwards(words.rbegin(), words.rend());
      app.parse(backwards);
      Result<int> code = action();
      if (code.ok()) end.code = code.value();
      if (!code.ok()) end.error = code.error().message();
      if (!code.ok())
        end.code = code.error().kind() == ErrorKind::kInput ? kExitInput : kExitFailure;
    } catch (const CLI::ParseError& error) {
      end.error = error.what();
      end.code = kExitInput;
    }
    std::fflush(stdout);
    end.output = testing::internal::GetCapturedStdout();
    end.talk = testing::internal::GetCapturedStderr();
    return end;
  }
  ADD_FAILURE() << "there is no command " << name;
  return end;
}

}  // namespace trena

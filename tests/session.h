// SPDX-License-Identifier: Apache-2.0
// The built program as a person uses it: a folder of one's own, commands in a pipe or in a terminal
// (pty), signals. Every test has its own folder and cache and leaves nothing behind.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/process/process.h"

namespace trena {

inline constexpr const char* kTrena = TRENA_BUILD_DIR "/trena";

inline bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  // Writes a file into the folder.
  void Write(const std::string& name, const std::string& text) const;
  std::string Read(const std::string& name) const;
  bool Exists(const std::string& name) const;
  // Names in runs/ of a results folder.
  std::vector<std::string> Runs(const std::string& results) const;
  // Every path below the folder with its size: to see that nothing changed.
  std::vector<std::string> Snapshot() const;

  // Runs trena in a pipe.
  ProcessResult Trena(const std::vector<std::string>& arguments) const;
  // Runs any program in the folder.
  ProcessResult Program(const std::vector<std::string>& arguments) const;
  // Runs trena in a terminal of 120 × 40; its exit code and all it showed.
  ProcessResult InTerminal(
      const std::vector<std::string>& arguments,
      const std::vector<std::pair<std::string, std::string>>& environment = {});

  // Starts trena and goes on. Its output goes to a file in the folder.
  pid_t Start(const std::vector<std::string>& arguments) const;

 private:
  std::filesystem::path folder_;
};

// Waits until `ready` or for 30 s; whether it became ready.
template <typename Ready>
bool WaitUntil(Ready ready);

// The exit code of a started process: 128 + signal when one ended it.
int WaitForExit(pid_t pid);

// Living processes (zombies aside) whose command line holds `text`.
std::vector<pid_t> ProcessesWith(const std::string& text);

void SleepMilliseconds(int milliseconds);

template <typename Ready>
bool WaitUntil(Ready ready) {
  for (int i = 0; i < 3000; ++i) {
    if (ready()) return true;
    SleepMilliseconds(10);
  }
  return false;
}

// A study over the fake runner: eight scenarios, instant, deterministic but for its noise.
std::string FakeStudy(const std::string& more_fixed = "", int replications = 3);

}  // namespace trena

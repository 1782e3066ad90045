// SPDX-License-Identifier: Apache-2.0
// A process that was running already, only looked at: nothing of it is ever ended. How it ends is
// known to its parent alone, so its exit code stays missing.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/result.h"
#include "measure/program/supervisor.h"

namespace trena {

class Attached : public Watched {
 public:
  // An InputError when there is no such process.
  static Result<Attached> To(pid_t pid);
  Attached(Attached&& other) noexcept;
  Attached& operator=(Attached&&) = delete;
  ~Attached() override;

  // As it was started, as far as the kernel tells.
  std::vector<std::string> Command() const;

  int descriptor() const override { return process_; }
  // Once the process has ended, or is to be looked at no more.
  std::optional<ProgramEnd> TakeEnd() override;
  // Both only stop looking.
  void Terminate() override { left_ = true; }
  void Kill() override { left_ = true; }

 private:
  Attached(pid_t pid, int process, double began) : pid_(pid), process_(process), began_(began) {}
  pid_t pid_;
  int process_;
  double began_;
  bool left_ = false;
};

}  // namespace trena

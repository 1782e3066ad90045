// SPDX-License-Identifier: Apache-2.0
#include "measure/program/supervisor.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "core/clock.h"
#include "core/open_file.h"
#include "core/process/spawn.h"
#include "measure/program/supervisor_channel.h"

namespace trena {
namespace {

Status OpenLog(int given, const std::filesystem::path& path, Descriptor& log) {
  log = Descriptor(given);
  if (log.ok()) return Done{};
  TRENA_ASSIGN(log, OpenToAppend(path));
  return Done{};
}

Result<SupervisorTask> TaskOf(const SupervisedOptions& options) {
  SupervisorTask task;
  task.arguments = options.arguments;
  task.folder = options.folder.string();
  task.environment = EnvironmentWith(options.environment);
  task.grace = options.grace.value;
  // Both are taken over, whatever happens.
  Status output = OpenLog(options.output_to, options.output, task.output);
  Status errors = OpenLog(options.errors_to, options.errors, task.errors);
  TRENA_CHECK(output);
  TRENA_CHECK(errors);
  if (options.group != nullptr) task.group = options.group->folders();
  return task;
}

}  // namespace

Result<Supervised> Supervised::Start(const SupervisedOptions& options) {
  TRENA_ASSIGN(SupervisorTask task, TaskOf(options));
  GroupDoor door = options.group != nullptr ? options.group->door() : GroupDoor{};
  std::unique_ptr<SupervisorChannel> line;
  if (options.pool != nullptr) line = options.pool->Take();
  // One that was killed meanwhile cannot be told anything.
  if (line == nullptr || !line->Run(task, door)) {
    TRENA_ASSIGN(line, SupervisorChannel::Start(options.foreground, options.ours));
    if (!line->Run(task, door)) return Error("cannot start a process: its supervisor was killed");
  }
  return Supervised(std::move(line), options.pool);
}

Supervised::Supervised(std::unique_ptr<SupervisorChannel> line, SupervisorPool* pool)
    : line_(std::move(line)),
      pool_(pool),
      root_before_(line_->before()),
      started_(MonotonicNow()) {}

Supervised::Supervised(Supervised&& other) noexcept = default;

Supervised::~Supervised() {
  if (line_ != nullptr && ended_ && pool_ != nullptr) pool_->Keep(std::move(line_));
}

pid_t Supervised::root() const { return line_->process(); }

RootUse Supervised::root_before() const { return root_before_; }

int Supervised::descriptor() const { return line_->descriptor(); }

std::optional<ProgramEnd> Supervised::TakeEnd() {
  pollfd waiting{line_->descriptor(), POLLIN, 0};
  if (ended_ || poll(&waiting, 1, 0) <= 0) return std::nullopt;
  if (auto end = line_->TakeReport()) {
    ended_ = true;
    return end;
  }
  // The supervisor itself was killed; the program died with it (PR_SET_PDEATHSIG).
  ProgramEnd end;
  end.exit_code = -1;
  end.signal = SIGKILL;
  end.started = started_;
  end.ended = MonotonicNow();
  end.supervisor_gone = true;
  return end;
}

void Supervised::Terminate() { line_->Say(&kTerminate, 1); }

void Supervised::Send(int signal) {
  char message[2] = {kSend, static_cast<char>(signal)};
  line_->Say(message, sizeof message);
}

void Supervised::Kill() { line_->Say(&kKill, 1); }

}  // namespace trena

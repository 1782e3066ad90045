// SPDX-License-Identifier: Apache-2.0
#include "measure/program/supervisor_channel.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "measure/program/supervisor_process.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

constexpr size_t kMostFiles = 5;
constexpr size_t kTextsBefore = 4;  // the arguments: the folder and the groups

// Follows the byte kProgram; then `size` bytes of texts, each with a zero behind it.
struct Head {
  uint64_t size = 0;
  uint64_t arguments = 0;  // how many of the texts
  double grace = 0;
  std::array<bool, kMostFiles> files{};  // which of them come along
};

std::string TextsOf(const SupervisorTask& task) {
  std::string texts;
  auto add = [&](const std::string& text) { texts.append(text.c_str(), text.size() + 1); };
  for (const std::string* text :
       {&task.folder, &task.group.unified, &task.group.cpu, &task.group.memory}) {
    add(*text);
  }
  for (const std::string& argument : task.arguments) add(argument);
  for (const std::string& variable : task.environment) add(variable);
  return texts;
}

bool SendAll(int line, const char* data, size_t size) {
  while (size > 0) {
    ssize_t sent = send(line, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<size_t>(sent);
  }
  return true;
}

bool ReceiveAll(int line, void* data, size_t size) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    ssize_t got = recv(line, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

union FileRoom {
  cmsghdr aligned;
  char bytes[CMSG_SPACE(kMostFiles * sizeof(int))];
};

// With room for files beside the part.
msghdr MessageOf(iovec& part, FileRoom& room) {
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.bytes;
  message.msg_controllen = sizeof room.bytes;
  return message;
}

// The kind of a task, and its files with it.
bool SendKind(int line, const std::vector<int>& files) {
  char kind = kProgram;
  iovec part{&kind, 1};
  FileRoom room{};
  msghdr message = MessageOf(part, room);
  message.msg_controllen = CMSG_SPACE(files.size() * sizeof(int));
  cmsghdr* head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
  std::memcpy(CMSG_DATA(head), files.data(), files.size() * sizeof(int));
  ssize_t sent = 0;
  while ((sent = sendmsg(line, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
  }
  return sent == 1;
}

// 0 when the other end is gone.
char ReceiveKind(int line, std::vector<Descriptor>& files) {
  char kind = 0;
  iovec part{&kind, 1};
  FileRoom room{};
  msghdr message = MessageOf(part, room);
  ssize_t got = 0;
  while ((got = recvmsg(line, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  if (got <= 0) return 0;
  cmsghdr* head = CMSG_FIRSTHDR(&message);
  if (head == nullptr || head->cmsg_type != SCM_RIGHTS) return kind;
  size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  for (size_t i = 0; i < count; ++i) {
    int number = -1;
    std::memcpy(&number, CMSG_DATA(head) + i * sizeof number, sizeof number);
    files.emplace_back(number);
  }
  return kind;
}

std::optional<SupervisorTask> ReceiveTask(int line, std::vector<Descriptor> files) {
  Head head;
  if (!ReceiveAll(line, &head, sizeof head)) return std::nullopt;
  std::string texts(head.size, '\0');
  if (!ReceiveAll(line, texts.data(), texts.size())) return std::nullopt;
  std::vector<std::string> all;
  for (size_t at = 0; at < texts.size(); at += all.back().size() + 1) {
    all.emplace_back(texts.c_str() + at);
  }
  if (all.size() < kTextsBefore + head.arguments) return std::nullopt;
  SupervisorTask task;
  task.folder = all[0];
  task.group.unified = all[1];
  task.group.cpu = all[2];
  task.group.memory = all[3];
  auto arguments = all.begin() + kTextsBefore;
  auto environment = arguments + static_cast<ptrdiff_t>(head.arguments);
  task.arguments.assign(arguments, environment);
  task.environment.assign(environment, all.end());
  task.grace = head.grace;
  size_t next = 0;
  std::array places = {&task.output, &task.errors, &task.unified, &task.entry, &task.memory};
  for (size_t i = 0; i < kMostFiles; ++i) {
    if (head.files[i] && next < files.size()) *places[i] = std::move(files[next++]);
  }
  return task;
}

}  // namespace

Result<std::unique_ptr<SupervisorChannel>> SupervisorChannel::Start(bool foreground,
                                                                    const std::vector<int>& ours) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Error(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  Descriptor near(ends[0]), far(ends[1]);
  // Should the supervisor be killed, its orphans come to us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::vector<pid_t> others = Descendants(getpid());
  pid_t process = fork();
  if (process == 0) {
    close(near.number());
    for (int end : ours) close(end);
    LiveAsSupervisor(far.number(), foreground);
  }
  if (process < 0) return Error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  return std::unique_ptr<SupervisorChannel>(
      new SupervisorChannel(process, std::move(near), std::move(others)));
}

SupervisorChannel::~SupervisorChannel() {
  socket_ = Descriptor();
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void SupervisorChannel::Say(const char* command, size_t size) const {
  if (send(socket_.number(), command, size, MSG_NOSIGNAL) < 0) return;  // it has ended already
}

std::optional<ProgramEnd> SupervisorChannel::TakeReport() {
  SupervisorReport report;
  ssize_t got = recv(socket_.number(), &report, sizeof report, MSG_WAITALL);
  if (got == static_cast<ssize_t>(sizeof report)) {
    before_ = report.waited_for;
    return report.end;
  }
  EndOrphans();
  return std::nullopt;
}

void SupervisorChannel::EndOrphans() const {
  for (int round = 0; round < kKillRounds; ++round) {
    std::vector<pid_t> orphans = Descendants(getpid());
    std::erase_if(orphans, [&](pid_t pid) {
      return std::find(others_.begin(), others_.end(), pid) != others_.end();
    });
    // The supervisor itself is waited for by the destructor.
    std::erase(orphans, process_);
    if (orphans.empty()) return;
    for (pid_t pid : orphans) kill(pid, SIGKILL);
    for (pid_t pid : orphans) waitpid(pid, nullptr, WNOHANG);
    usleep(1000);
  }
}

bool SendTask(int line, const SupervisorTask& task, const GroupDoor& door) {
  Head head;
  std::string texts = TextsOf(task);
  head.size = texts.size();
  head.arguments = task.arguments.size();
  head.grace = task.grace;
  std::array numbers = {task.output.number(), task.errors.number(), door.unified, door.entry,
                        door.memory};
  std::vector<int> files;
  for (size_t i = 0; i < kMostFiles; ++i) {
    head.files[i] = numbers[i] >= 0;
    if (head.files[i]) files.push_back(numbers[i]);
  }
  std::string rest(reinterpret_cast<const char*>(&head), sizeof head);
  rest += texts;
  return SendKind(line, files) && SendAll(line, rest.data(), rest.size());
}

std::optional<SupervisorCommand> ReceiveCommand(int line) {
  SupervisorCommand command;
  std::vector<Descriptor> files;
  command.kind = ReceiveKind(line, files);
  if (command.kind == 0) return std::nullopt;
  if (command.kind == kSend) {
    unsigned char number = 0;
    if (!ReceiveAll(line, &number, 1)) return std::nullopt;
    command.signal = number;
  }
  if (command.kind == kProgram) {
    command.task = ReceiveTask(line, std::move(files));
    if (!command.task) return std::nullopt;
  }
  return command;
}

}  // namespace trena

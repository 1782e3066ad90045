// SPDX-License-Identifier: Apache-2.0
#include "runner_common/events.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "core/clock.h"

namespace trena {
namespace {

constexpr size_t kMaxMessage = 4096;

}  // namespace

Result<EventWriter> EventWriter::FromEnvironment() {
  const char* path = std::getenv("TRENA_EVENTS");
  if (!path || !*path) return EventWriter(STDOUT_FILENO);
  int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return InputError(std::string("cannot open TRENA_EVENTS ") + path + ": " +
                      std::strerror(errno));
  }
  return EventWriter(descriptor, true);
}

EventWriter::EventWriter(EventWriter&& other) noexcept
    : descriptor_(other.descriptor_),
      owned_(std::exchange(other.owned_, false)),
      status_(std::move(other.status_)) {}

EventWriter::~EventWriter() {
  if (owned_) close(descriptor_);
}

void EventWriter::Write(const std::string& event, const Json& fields) {
  Json line = {{"event", event}, {"t", MonotonicNow()}};
  line.update(fields);
  WriteRaw(Dump(line));
}

void EventWriter::WriteRaw(const std::string& line) {
  std::string bytes = line + "\n";
  ssize_t written = 0;
  do {
    written = write(descriptor_, bytes.data(), bytes.size());
  } while (written < 0 && errno == EINTR);
  if (written == static_cast<ssize_t>(bytes.size()) || !status_.ok()) return;
  std::string reason = written < 0 ? std::strerror(errno) : "no space for a whole line";
  status_ = Error("cannot write events: " + reason);
}

void EventWriter::Start(const std::string& framework, const std::string& version,
                        const std::string& device, int64_t threads,
                        std::optional<int64_t> parameters, const Json& build) {
  Json fields = {
      {"framework", framework}, {"version", version}, {"device", device}, {"threads", threads}};
  fields["parameters"] = parameters ? Json(*parameters) : Json(nullptr);
  for (const auto& [name, value] : build.items()) {
    if (!fields.contains(name)) fields[name] = value;
  }
  Write("start", fields);
}

void EventWriter::Phase(const std::string& name, double seconds) {
  Write("phase", {{"name", name}, {"seconds", OrNull(seconds)}});
}

void EventWriter::Step(int64_t epoch, int64_t step, double loss, double seconds, int64_t images) {
  Write("step", {{"epoch", epoch},
                 {"step", step},
                 {"loss", OrNull(loss)},
                 {"seconds", OrNull(seconds)},
                 {"images", images}});
}

void EventWriter::Epoch(int64_t epoch, double seconds, std::optional<double> loss,
                        std::optional<double> accuracy, int64_t images,
                        std::optional<double> until) {
  Json fields = {{"epoch", epoch},
                 {"seconds", OrNull(seconds)},
                 {"accuracy", OrNull(accuracy)},
                 {"images", images}};
  // null says that the loss is no number any more, which is not the same as none.
  if (loss) fields["loss"] = OrNull(loss);
  if (until) fields["until"] = *until;
  Write("epoch", fields);
}

void EventWriter::Memory(const std::string& device, std::optional<int64_t> peak_bytes) {
  if (peak_bytes) Write("memory", {{"peak", {{device, *peak_bytes}}}});
}

void EventWriter::Failure(const std::string& kind, const std::string& message) {
  Write("error", {{"kind", kind}, {"message", message.substr(0, kMaxMessage)}});
}

void EventWriter::End(double seconds, std::optional<double> accuracy) {
  Write("end", {{"seconds", OrNull(seconds)}, {"accuracy", OrNull(accuracy)}});
}

std::optional<int64_t> PeakResidentBytes() {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    int64_t kibibytes = 0;
    if (word == "VmHWM:" && file >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

}  // namespace trena

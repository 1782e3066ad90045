// SPDX-License-Identifier: Apache-2.0
#include "measure/program/output_relay.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/clock.h"
#include "core/open_file.h"

namespace trena {
namespace {

constexpr size_t kChunk = size_t{64} << 10;
constexpr int kMostLeft = 64;  // chunks taken after the end, should somebody still print
constexpr size_t kLongestLine = size_t{64} << 10;  // what is beyond is not searched

void Close(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

void Raise(int event) {
  uint64_t one = 1;
  if (write(event, &one, sizeof one) < 0) return;  // it is raised already
}

bool IsRaised(int event) {
  pollfd waiting{event, POLLIN, 0};
  return poll(&waiting, 1, 0) > 0;
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::set<std::string> PurposesOf(const LineTold& told) {
  std::set<std::string> purposes;
  for (const auto& [is_told, purpose] : {std::pair(told.begins, "begin"),
                                         {told.ends, "epoch"},
                                         {told.loss || told.no_loss, "loss"},
                                         {told.accuracy.has_value(), "accuracy"},
                                         {told.seconds.has_value(), "seconds"},
                                         {told.images.has_value(), "images"}}) {
    if (is_told) purposes.insert(purpose);
  }
  return purposes;
}

}  // namespace

struct OutputRelay::Stream {
  OutputStream name;
  int read_end = -1;
  int write_end = -1;
  Descriptor file;
  std::string line;  // the beginning of one whose end has not come
};

OutputRelay::OutputRelay(RelayOptions options) : options_(std::move(options)) {}

Result<std::unique_ptr<OutputRelay>> OutputRelay::Open(RelayOptions options) {
  std::unique_ptr<OutputRelay> relay(new OutputRelay(std::move(options)));
  for (auto [name, path] : {std::pair(OutputStream::kOutput, &relay->options_.output),
                            {OutputStream::kErrors, &relay->options_.errors}}) {
    Stream& stream = relay->streams_.emplace_back();
    stream.name = name;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    }
    stream.read_end = ends[0];
    stream.write_end = ends[1];
    fcntl(stream.read_end, F_SETFL, O_NONBLOCK);
    TRENA_ASSIGN(stream.file, OpenToAppend(*path));
  }
  TRENA_ASSIGN(relay->events_, OpenToAppend(relay->options_.events));
  for (int* event : {&relay->stop_, &relay->done_, &relay->abandon_}) {
    *event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  }
  return relay;
}

OutputRelay::~OutputRelay() {
  Stop();
  for (Stream& stream : streams_) {
    Close(stream.read_end);
    Close(stream.write_end);
  }
  for (int* file : {&stop_, &done_, &abandon_}) Close(*file);
}

int OutputRelay::TakeOutput() { return std::exchange(streams_[0].write_end, -1); }
int OutputRelay::TakeErrors() { return std::exchange(streams_[1].write_end, -1); }

std::vector<int> OutputRelay::Ours() const { return {streams_[0].read_end, streams_[1].read_end}; }

void OutputRelay::Begin() {
  thread_ = std::thread([this] { Run(); });
}

bool OutputRelay::Finish(SignalWatch& signals) {
  if (!thread_.joinable()) return false;
  bool signalled = false;
  Raise(stop_);
  while (!IsRaised(done_)) {
    pollfd waiting[2] = {{done_, POLLIN, 0}, {signals.descriptor(), POLLIN, 0}};
    poll(waiting, 2, -1);
    if (signals.Take() == 0) continue;
    signalled = true;
    Raise(abandon_);
  }
  thread_.join();
  return signalled;
}

void OutputRelay::Stop() {
  if (!thread_.joinable()) return;
  Raise(abandon_);
  Raise(stop_);
  thread_.join();
}

PrintedEpochs OutputRelay::printed() const {
  const std::lock_guard<std::mutex> lock(printing_);
  return printed_;
}

std::vector<std::string> OutputRelay::Unmatched() const {
  std::vector<std::string> purposes;
  for (const auto& [purpose, text] : options_.patterns.Texts()) {
    if (!told_.contains(purpose)) purposes.push_back(purpose);
  }
  return purposes;
}

void OutputRelay::Run() {
  bool stopping = false;
  for (int left = kMostLeft; left > 0; left -= stopping ? 1 : 0) {
    pollfd waiting[3] = {
        {streams_[0].read_end, POLLIN, 0}, {streams_[1].read_end, POLLIN, 0}, {stop_, POLLIN, 0}};
    // Once asked to stop, what is there is taken without waiting for more.
    poll(waiting, stopping ? 2 : 3, stopping ? 0 : -1);
    bool any = false;
    for (Stream& stream : streams_) any |= stream.read_end >= 0 && ReadOnce(stream);
    if (stopping && !any) break;
    if (waiting[2].revents != 0) stopping = true;
  }
  for (Stream& stream : streams_) SearchLine(stream, MonotonicNow());
  Raise(done_);
}

// Whether there was something.
bool OutputRelay::ReadOnce(Stream& stream) {
  char buffer[kChunk];
  ssize_t got = read(stream.read_end, buffer, sizeof buffer);
  if (got < 0) return errno == EINTR;
  if (got == 0) {
    Close(stream.read_end);
    return false;
  }
  double now = MonotonicNow();
  std::string_view bytes(buffer, static_cast<size_t>(got));
  if (stream.file.ok() && !WriteAll(stream.file.number(), bytes)) {
    incomplete_ = true;
    stream.file = Descriptor();
  }
  if (!options_.patterns.empty() || options_.find_epochs) Search(stream, bytes, now);
  if (options_.pass && !options_.pass(stream.name, bytes, abandon_)) Close(stream.read_end);
  return true;
}

// A carriage return ends a line too: progress bars are rewritten with it.
void OutputRelay::Search(Stream& stream, std::string_view bytes, double t) {
  while (!bytes.empty()) {
    size_t end = bytes.find_first_of("\r\n");
    std::string_view part = bytes.substr(0, end);
    stream.line += part.substr(0, kLongestLine - std::min(kLongestLine, stream.line.size()));
    if (end == std::string_view::npos) return;
    SearchLine(stream, t);
    bytes.remove_prefix(end + 1);
  }
}

void OutputRelay::SearchLine(Stream& stream, double t) {
  if (stream.line.empty()) return;
  if (options_.find_epochs) {
    const std::lock_guard<std::mutex> lock(printing_);
    printed_.Take(stream.line, t);
  }
  auto told = options_.patterns.Match(stream.line);
  stream.line.clear();
  if (told) told_.merge(PurposesOf(*told));
  auto event = told ? tracker_.Take(*told, t) : std::nullopt;
  if (event && !WriteAll(events_.number(), Dump(*event) + "\n")) incomplete_ = true;
}

}  // namespace trena

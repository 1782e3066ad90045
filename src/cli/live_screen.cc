// SPDX-License-Identifier: Apache-2.0
#include "cli/live_screen.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace trena {
namespace {

// No more than a pipe takes at once when it says that it can take something.
constexpr size_t kPiece = 4096;

}  // namespace

bool LiveScreen::Pass(int to, std::string_view bytes, int abandon) {
  std::lock_guard<std::mutex> lock(mutex_);
  talk_.ClearProgress();
  while (!bytes.empty()) {
    pollfd waiting[2] = {{to, POLLOUT, 0}, {abandon, POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) return false;
    if (waiting[1].revents != 0 && (waiting[0].revents & POLLOUT) == 0) return false;
    if (waiting[0].revents == 0) continue;
    ssize_t written = write(to, bytes.data(), std::min(bytes.size(), kPiece));
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written < 0) return false;
    if (isatty(to) == 1) line_begins_ = bytes[static_cast<size_t>(written) - 1] == '\n';
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

void LiveScreen::Show(const std::string& line) {
  std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (lock.owns_lock() && line_begins_) talk_.Progress(line);
}

void LiveScreen::End() {
  std::lock_guard<std::mutex> lock(mutex_);
  talk_.ClearProgress();
  if (!line_begins_ && talk_.interactive()) talk_.Say("");
}

}  // namespace trena

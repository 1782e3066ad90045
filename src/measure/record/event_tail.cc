// SPDX-License-Identifier: Apache-2.0
#include "measure/record/event_tail.h"

#include "measure/record/events.h"

namespace trena {
namespace {

constexpr size_t kMostAtOnce = size_t{256} << 10;

}  // namespace

void EventTail::Read() {
  file_.clear();  // the end of last time is not the end any more
  char buffer[1 << 14];
  for (size_t taken = 0; taken < kMostAtOnce;) {
    file_.read(buffer, sizeof buffer);
    auto got = static_cast<size_t>(file_.gcount());
    if (got == 0) return;
    taken += got;
    for (size_t i = 0; i < got; ++i) {
      if (buffer[i] == '\n') {
        TakeLine();
      } else if (line_.size() <= kLongestEvent) {
        line_ += buffer[i];
      }
    }
  }
}

void EventTail::TakeLine() {
  if (line_.size() <= kLongestEvent && line_.find("\"epoch\"") != std::string::npos) {
    Result<Json> event = ParseJson(line_);
    if (event.ok() && Get<std::string>(event.value(), "event") == "epoch") {
      epoch_ = Get<int>(event.value(), "epoch");
      loss_ = Get<double>(event.value(), "loss");
    }
  }
  line_.clear();
}

}  // namespace trena

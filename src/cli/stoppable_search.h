// SPDX-License-Identifier: Apache-2.0
// A search for a design that is shown while it goes on, and that Ctrl-C ends with the best so far.
//
//   StoppableSearch search;
//   plan_options.progress = search.progress();
#pragma once

#include <cstdio>
#include <functional>

#include "cli/study_options.h"
#include "core/process/signals.h"
#include "core/terminal/terminal.h"
#include "plan/designs/design.h"

namespace trena {

class StoppableSearch {
 public:
  StoppableSearch() = default;
  ~StoppableSearch() { talk_.ClearProgress(); }
  StoppableSearch(const StoppableSearch&) = delete;
  StoppableSearch& operator=(const StoppableSearch&) = delete;

  // This must outlive it. Once stopped, the searches that follow end as soon as they have anything.
  std::function<bool(const SearchProgress&)> progress() {
    auto show = ShowSearch(talk_, true);
    return [this, show](const SearchProgress& search) {
      show(search);
      stopped_ = stopped_ || signals_.Take() != 0;
      return !stopped_;
    };
  }

 private:
  Terminal talk_{stderr};
  SignalWatch signals_;
  bool stopped_ = false;
};

}  // namespace trena

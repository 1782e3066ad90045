// SPDX-License-Identifier: Apache-2.0
// The table that Keras' CSVLogger writes, an epoch a line, counted from 0: epoch,accuracy,loss,
// val_accuracy,val_loss. A column `seconds` or `time`, which callbacks of one's own add, is its
// time.
#include <algorithm>

#include "core/text/text.h"
#include "measure/import/formats/log_formats.h"
#include "measure/import/log_numbers.h"

namespace trena {
namespace {

class KerasLog : public LogReader {
 public:
  void Take(std::string_view line, size_t number, LoggedRun& run) override {
    const char comma = line.find(';') != std::string_view::npos ? ';' : ',';
    const std::vector<std::string> cells = Split(line, comma);
    if (columns_.empty()) {
      columns_ = cells;
      if (!Has("epoch")) run.Odd("odd_line", number);
      return;
    }
    if (cells.size() != columns_.size()) return run.Odd("odd_line", number);
    const auto index = LogNumber(Cell(cells, {"epoch"}));
    if (!index || *index < 0 || *index > 1e6) return run.Odd("odd_line", number);
    LoggedEpoch epoch;
    epoch.epoch = static_cast<int>(*index) + 1;
    epoch.seconds = LogSeconds(Cell(cells, {"seconds", "time", "epoch_time"}));
    epoch.has_loss = Has("loss");
    epoch.loss = LogNumber(Cell(cells, {"loss"}));
    epoch.accuracy = LogNumber(Cell(cells, {"val_accuracy", "val_acc"}));
    run.Epoch(epoch);
  }

  void End(LoggedRun& run) override {
    run.Ended();  // the table is written line by line, and has no end of its own
  }

 private:
  bool Has(std::string_view name) const {
    return std::find(columns_.begin(), columns_.end(), name) != columns_.end();
  }

  std::string_view Cell(const std::vector<std::string>& cells,
                        std::initializer_list<std::string_view> names) const {
    for (std::string_view name : names) {
      const auto column = std::find(columns_.begin(), columns_.end(), name);
      if (column != columns_.end()) return cells[static_cast<size_t>(column - columns_.begin())];
    }
    return {};
  }

  std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<LogReader> MakeKerasLog(const ImportFormatOptions&) {
  return std::make_unique<KerasLog>();
}

}  // namespace trena

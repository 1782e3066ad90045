// SPDX-License-Identifier: Apache-2.0
// Any log, by a regular expression (RE2's, so that no line takes long) with named groups: `step` or
// `epoch`, `loss`, `seconds`, `accuracy`, `images`.
#include <re2/re2.h>

#include <array>
#include <charconv>

#include "measure/import/formats/log_formats.h"
#include "measure/import/log_numbers.h"

namespace trena {
namespace {

class GenericLog : public LogReader {
 public:
  explicit GenericLog(std::shared_ptr<const re2::RE2> line) : line_(std::move(line)) {
    const auto& groups = line_->NamedCapturingGroups();
    for (const auto& [name, group] : groups) groups_[name] = group;
    values_.resize(static_cast<size_t>(line_->NumberOfCapturingGroups()) + 1);
  }

  void Take(std::string_view line, size_t number, LoggedRun& run) override {
    const re2::StringPiece text(line.data(), line.size());
    if (!line_->Match(text, 0, text.size(), re2::RE2::UNANCHORED, values_.data(),
                      static_cast<int>(values_.size()))) {
      return;
    }
    if (groups_.contains("epoch") && !groups_.contains("step")) return TakeEpoch(number, run);
    LoggedStep step;
    const std::string_view iteration = Group("step");
    const auto [end, problem] = std::from_chars(iteration.begin(), iteration.end(), step.iteration);
    if (problem != std::errc() || end != iteration.end()) return run.Odd("odd_line", number);
    step.loss = Group("loss");
    step.seconds = Group("seconds");
    run.Step(step, number);
    if (const auto accuracy = LogNumber(Group("accuracy"))) run.Accuracy(*accuracy);
  }

  void End(LoggedRun& run) override { run.Ended(); }  // no line says so

 private:
  std::string_view Group(const std::string& name) const {
    const auto found = groups_.find(name);
    if (found == groups_.end()) return {};
    const re2::StringPiece& piece = values_[static_cast<size_t>(found->second)];
    return {piece.data(), piece.size()};
  }

  void TakeEpoch(size_t number, LoggedRun& run) {
    const auto index = LogNumber(Group("epoch"));
    if (!index || *index < 0 || *index > 1e6) return run.Odd("odd_line", number);
    LoggedEpoch epoch;
    epoch.epoch = static_cast<int>(*index);
    epoch.seconds = LogSeconds(Group("seconds"));
    epoch.has_loss = groups_.contains("loss");
    epoch.loss = LogNumber(Group("loss"));
    epoch.accuracy = LogNumber(Group("accuracy"));
    epoch.images = LogSeconds(Group("images"));
    run.Epoch(epoch);
  }

  std::shared_ptr<const re2::RE2> line_;
  std::map<std::string, int> groups_;
  std::vector<re2::StringPiece> values_;
};

}  // namespace

std::unique_ptr<LogReader> MakeGenericLog(const ImportFormatOptions& options) {
  return std::make_unique<GenericLog>(options.line);
}

}  // namespace trena

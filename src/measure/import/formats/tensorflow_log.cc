// SPDX-License-Identifier: Apache-2.0
// What slim's training and the sessions of TensorFlow 1 print:
//
//   INFO:tensorflow:global step 12: loss = 6.91 (0.290 sec/step)
//   2017-12-22 10:11:12.123456: step 10, loss = 4.68 (1234.5 examples/sec; 0.104 sec/batch)
//   2017-12-22 10:11:12.123456: step 10, duration = 0.027
#include <charconv>

#include "measure/import/formats/log_formats.h"
#include "measure/import/log_numbers.h"

namespace trena {
namespace {

class TensorFlowLog : public LogReader {
 public:
  void Take(std::string_view line, size_t number, LoggedRun& run) override {
    constexpr std::string_view kSlim = "global step ", kTutorial = ": step ";
    size_t at = line.find(kSlim);
    if (at != std::string_view::npos) return TakeStep(line.substr(at + kSlim.size()), number, run);
    at = line.find(kTutorial);
    if (at != std::string_view::npos) {
      return TakeStep(line.substr(at + kTutorial.size()), number, run);
    }
    if (line.find("Finished training") != std::string_view::npos) run.Ended();
    const bool memory = line.find("ResourceExhaustedError") != std::string_view::npos ||
                        line.find("OOM when allocating") != std::string_view::npos;
    if (memory) run.Failed(Outcome::kOutOfMemory, line, number);
  }

 private:
  static void TakeStep(std::string_view text, size_t number, LoggedRun& run) {
    LoggedStep step;
    const auto [end, problem] = std::from_chars(text.begin(), text.end(), step.iteration);
    if (problem != std::errc()) return;
    const std::string_view rest = text.substr(static_cast<size_t>(end - text.begin()));
    step.loss = Between(rest, "loss = ", " (");
    for (const char* unit : {" sec/step", " sec/batch"}) {
      const size_t at = rest.find(unit);
      if (at == std::string_view::npos) continue;
      const size_t begin = rest.find_last_of(" (", at - 1);
      if (begin != std::string_view::npos) step.seconds = rest.substr(begin + 1, at - begin - 1);
    }
    constexpr std::string_view kDuration = "duration = ";
    if (const size_t at = rest.find(kDuration); at != std::string_view::npos) {
      step.seconds = rest.substr(at + kDuration.size());
    }
    if (step.loss.empty() && step.seconds.empty()) return run.Odd("odd_line", number);
    run.Step(step, number);
  }
};

}  // namespace

std::unique_ptr<LogReader> MakeTensorFlowLog(const ImportFormatOptions&) {
  return std::make_unique<TensorFlowLog>();
}

}  // namespace trena

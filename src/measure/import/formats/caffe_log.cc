// SPDX-License-Identifier: Apache-2.0
// What Caffe's solver prints, with glog's prefix or without:
//
//   I1119 22:33:01.123456  1234 solver.cpp:239] Iteration 12 (3.45 iter/s, 0.29s/1 iters), loss
//   = 6.91 I1119 22:33:01.123456  1234 solver.cpp:414]     Test net output #0: accuracy = 0.71
//
// Iterations per second are not read: Caffe's first is often absurd (-4.41298e+18), and the seconds
// beside it are right. A run that was begun more than once tells its iterations more than once.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>

#include "measure/import/formats/log_formats.h"
#include "measure/import/log_numbers.h"

namespace trena {
namespace {

constexpr size_t kMomentLength = 21;

// "I1119 22:33:01.123456" of glog, in seconds since the beginning of a year.
std::optional<double> GlogMoment(std::string_view line) {
  if (line.size() < kMomentLength || line[5] != ' ' || line[8] != ':' || line[11] != ':')
    return std::nullopt;
  const auto number = [&](size_t at, size_t length) {
    int value = -1;
    const char* begin = line.data() + at;
    const auto [end, problem] = std::from_chars(begin, begin + length, value);
    return problem == std::errc() && end == begin + length ? value : -1;
  };
  const int month = number(1, 2), day = number(3, 2), hour = number(6, 2), minute = number(9, 2);
  const auto seconds = LogSeconds(line.substr(12, 9));
  if (month < 1 || day < 1 || hour < 0 || minute < 0 || !seconds) return std::nullopt;
  std::tm calendar{};
  calendar.tm_year = 100;  // 2000: the year is not told, and this one has a 29th of February
  calendar.tm_mon = month - 1;
  calendar.tm_mday = day;
  calendar.tm_hour = hour;
  calendar.tm_min = minute;
  return static_cast<double>(timegm(&calendar)) + *seconds;
}

class CaffeLog : public LogReader {
 public:
  void Take(std::string_view line, size_t number, LoggedRun& run) override {
    const size_t said = line.find("] ");
    const bool prefixed = said != std::string_view::npos && said < 80;
    if (prefixed) TakeMoment(line);
    const std::string_view text = prefixed ? line.substr(said + 2) : line;
    if (text.starts_with("Iteration ")) return TakeIteration(text.substr(10), number, run);
    if (text.starts_with("    Test net output #")) return TakeTest(text, run);
    if (text.starts_with("Optimization Done.")) run.Ended();
    if (text.starts_with("Check failed:")) TakeFailure(text, number, run);
  }

  void End(LoggedRun& run) override {
    const auto first = GlogMoment(first_);
    auto last = GlogMoment(last_);
    if (!first || !last) return;
    if (*last < *first) last = *last + 366 * 86400.0;  // past the end of the year
    run.Moment(*first);
    run.Moment(*last);
  }

 private:
  // They are looked into at the end: a log has millions.
  void TakeMoment(std::string_view line) {
    const std::string_view moment = line.substr(0, kMomentLength);
    if (first_.empty()) first_ = moment;
    last_ = moment;
  }

  // "12 (3.45 iter/s, 0.29s/1 iters), loss = 6.91", and of older ones "12, loss = 6.91".
  void TakeIteration(std::string_view text, size_t number, LoggedRun& run) {
    const size_t loss = text.find(", loss = ");
    if (loss == std::string_view::npos) return;  // ", lr = ", ", Testing net"
    LoggedStep step;
    const auto [end, problem] = std::from_chars(text.begin(), text.end(), step.iteration);
    if (problem != std::errc() || (*end != ' ' && *end != ',')) return run.Odd("odd_line", number);
    step.loss = text.substr(loss + 9);
    const std::string_view times = Between(text.substr(0, loss), "iter/s, ", " iters)");
    if (!times.empty()) {
      const size_t cut = times.find("s/");
      if (cut == std::string_view::npos) return run.Odd("odd_line", number);
      step.seconds = times.substr(0, cut);
      const std::string_view of = times.substr(cut + 2);
      std::from_chars(of.begin(), of.end(), step.iterations);
      step.iterations = std::max<int64_t>(1, step.iterations);
      if (step.iteration == 0) step.iterations = 1;  // the first alone, whatever is displayed
    }
    run.Step(step, number);
  }

  static void TakeTest(std::string_view text, LoggedRun& run) {
    const size_t name = text.find(": accuracy = ");
    if (name == std::string_view::npos) return;
    if (const auto accuracy = LogNumber(text.substr(name + 13))) run.Accuracy(*accuracy);
  }

  static void TakeFailure(std::string_view text, size_t number, LoggedRun& run) {
    const bool memory = text.find("out of memory") != std::string_view::npos ||
                        text.find("failed to allocate") != std::string_view::npos;
    run.Failed(memory ? Outcome::kOutOfMemory : Outcome::kFailed, text, number);
  }

  std::string first_, last_;  // as they stand there
};

}  // namespace

std::unique_ptr<LogReader> MakeCaffeLog(const ImportFormatOptions&) {
  return std::make_unique<CaffeLog>();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Texts made to break a reader: pieces strung together, and files that are right with a few bytes
// changed. The same from the same seed, as many as some seconds allow. The doors by which things
// come in (YAML, numbers, the files of a run) share a minute of `make test`.
//
//   FuzzedTexts texts(1, {"a: 1\n"}, {"[", ",", ": "});
//   texts.For(10, [](const std::string& text) { EXPECT_TRUE(Read(text)) << text; });
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/clock.h"

namespace trena {

class FuzzedTexts {
 public:
  FuzzedTexts(unsigned seed, std::vector<std::string> samples, std::vector<std::string> pieces)
      : random_(seed), samples_(std::move(samples)), pieces_(std::move(pieces)) {}

  // Calls `attempt` with text after text. A reader that does not end or takes all memory ends the
  // test, and not the machine.
  void For(double seconds, const std::function<void(const std::string&)>& attempt) {
    const Limit processor(RLIMIT_CPU, CpuSecondsFrom(seconds));
#ifndef __SANITIZE_ADDRESS__
    const Limit memory(RLIMIT_AS, rlim_t{4} << 30);
#endif
    for (double end = MonotonicNow() + seconds; MonotonicNow() < end;) attempt(Next());
  }

  std::string Next() { return samples_.empty() || Below(2) == 0 ? Strung() : Changed(); }

  size_t Below(size_t bound) {
    return std::uniform_int_distribution<size_t>(0, bound - 1)(random_);
  }

 private:
  std::string Piece() {
    if (Below(16) == 0) return std::string(1, static_cast<char>(Below(256)));
    return pieces_[Below(pieces_.size())];
  }

  std::string Strung() {
    std::string text;
    for (size_t count = Below(24); count > 0; --count) text += Piece();
    return text;
  }

  // One to four places of a sample replaced, removed, repeated or cut off.
  std::string Changed() {
    std::string text = samples_[Below(samples_.size())];
    for (size_t count = 1 + Below(4); count > 0; --count) {
      const size_t at = Below(text.size() + 1);
      const size_t length = Below(8);
      switch (Below(4)) {
        case 0:
          text.replace(at, length, Piece());
          break;
        case 1:
          text.insert(at, Piece());
          break;
        case 2:
          text.insert(at, text.substr(Below(text.size() + 1), Below(60)));
          break;
        default:
          text = Below(8) == 0 ? text.substr(0, at) : text.erase(at, length);
      }
    }
    return text;
  }

  // The soft limit of a resource, as long as this lives.
  class Limit {
   public:
    Limit(__rlimit_resource resource, rlim_t most) : resource_(resource) {
      getrlimit(resource_, &before_);
      const rlimit now{std::min(most, before_.rlim_max), before_.rlim_max};
      setrlimit(resource_, &now);
    }
    ~Limit() { setrlimit(resource_, &before_); }
    Limit(const Limit&) = delete;
    Limit& operator=(const Limit&) = delete;

   private:
    __rlimit_resource resource_;
    rlimit before_{};
  };

  static rlim_t CpuSecondsFrom(double seconds) {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           static_cast<rlim_t>(seconds) + 60;
  }

  std::mt19937 random_;
  std::vector<std::string> samples_;
  std::vector<std::string> pieces_;
};

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Watch over a program that is none: it ends when the test says so.
#include "measure/program/watch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "configure/testing.h"
#include "core/clock.h"

namespace trena {
namespace {

class PlayedProgram : public Watched {
 public:
  PlayedProgram() { EXPECT_EQ(pipe(line_), 0); }
  ~PlayedProgram() override {
    close(line_[0]);
    close(line_[1]);
  }

  int descriptor() const override { return line_[0]; }
  std::optional<ProgramEnd> TakeEnd() override {
    if (ends_when && ends_when()) End();
    if (!ended_) return std::nullopt;
    ProgramEnd end;
    end.exit_code = 42;
    return end;
  }
  void Terminate() override {
    ++terminated;
    if (on_terminate) on_terminate();
  }
  void Kill() override {
    ++killed;
    End();
  }

  void End() {
    ended_ = true;
    EXPECT_EQ(write(line_[1], "x", 1), 1);
  }

  int terminated = 0;
  int killed = 0;
  std::function<bool()> ends_when;
  std::function<void()> on_terminate = [this] { End(); };

 private:
  int line_[2] = {-1, -1};
  bool ended_ = false;
};

// Objects at the look that it is told, and counts them.
class PlayedGuard : public Guard {
 public:
  PlayedGuard(int* looks, std::optional<GuardObjection> objection)
      : looks_(looks), objection_(std::move(objection)) {}
  std::optional<GuardObjection> Look(double /*now*/) override {
    ++*looks_;
    return objection_;
  }

 private:
  int* looks_;
  std::optional<GuardObjection> objection_;
};

class WatchTest : public testing::Test {
 protected:
  WatchTest() {
    context_.machine = &machine_;
    context_.proc = folder_.path().string();
    options_.sample_every = Seconds{60};
  }

  ProgramEnd UntilEnd() {
    auto opened = Sampler::Open(folder_.path() / "samples.csv", context_, {"paging"});
    EXPECT_TRUE(opened.ok());
    Sampler sampler = std::move(opened).value();
    sampler_ = &sampler;
    RunTick tick = [this](double elapsed) { ticks_.push_back(elapsed); };
    watch_.emplace(options_, program_, sampler, signals_, tick);
    watch_->Guard(std::move(guards_));
    ProgramEnd end = watch_->UntilEnd();
    for (const Sample& sample : sampler.samples()) times_.push_back(sample.t);
    return end;
  }

  void AddGuard(std::optional<GuardObjection> objection) {
    guards_.push_back(std::make_unique<PlayedGuard>(&looks_, std::move(objection)));
  }

  TestFolder folder_;
  Machine machine_;
  SensorContext context_;
  WatchOptions options_;
  SignalWatch signals_;
  PlayedProgram program_;
  Sampler* sampler_ = nullptr;
  std::optional<Watch> watch_;
  std::vector<std::unique_ptr<trena::Guard>> guards_;
  std::vector<double> ticks_;
  std::vector<double> times_;
  int looks_ = 0;
};

TEST_F(WatchTest, AShortRunHasASampleAtItsStartAndAtItsEnd) {
  program_.End();
  double before = MonotonicNow();
  ProgramEnd end = UntilEnd();
  EXPECT_EQ(end.exit_code, 42) << "the program's own end";
  ASSERT_EQ(times_.size(), 2u);
  EXPECT_GE(times_[0], before);
  EXPECT_GE(times_[1], times_[0]);
  EXPECT_FALSE(watch_->interrupted());
  EXPECT_FALSE(watch_->timed_out());
  EXPECT_FALSE(watch_->objection());
  EXPECT_EQ(program_.terminated + program_.killed, 0);
}

// The first steps are an eighth, a quarter and a half of the period, then the whole of it: so the
// samples are due at least 1, 3, 7, 15 and 23 eighths after the first. A slow machine only makes
// them later.
TEST_F(WatchTest, SamplesGetLessDense) {
  options_.sample_every = Seconds{0.08};
  program_.ends_when = [this] { return sampler_->samples().size() >= 6; };
  UntilEnd();
  ASSERT_EQ(times_.size(), 7u) << "and one at the end";
  const int eighths[] = {0, 1, 3, 7, 15, 23};
  for (size_t i = 0; i < std::size(eighths); ++i) {
    EXPECT_GE(times_[i] - times_[0], 0.01 * eighths[i] - 1e-9) << i;
  }
}

TEST_F(WatchTest, ATimeoutAsksTheProgramToEndOnce) {
  options_.timeout = Seconds{0.005};
  int rounds = 0;
  program_.on_terminate = [] {};
  program_.ends_when = [&] { return program_.terminated > 0 && ++rounds > 3; };
  options_.sample_every = Seconds{0.008};  // wakes it up
  double before = MonotonicNow();
  UntilEnd();
  EXPECT_GE(MonotonicNow() - before, 0.005);
  EXPECT_TRUE(watch_->timed_out());
  EXPECT_FALSE(watch_->interrupted());
  EXPECT_EQ(program_.terminated, 1);
  EXPECT_EQ(program_.killed, 0);
}

// Its own clock stands still here all the time: no timeout is reached by it.
TEST_F(WatchTest, ItGoesByTheProgramsOwnClock) {
  const double before = MonotonicNow();
  const OwnTime own({{before, before + 1000}});
  options_.own_time = &own;
  options_.timeout = Seconds{0.005};
  program_.ends_when = [&] { return MonotonicNow() > before + 0.05; };
  UntilEnd();
  EXPECT_FALSE(watch_->timed_out());
  EXPECT_EQ(program_.terminated, 0);
  for (const double time : times_) EXPECT_EQ(time, before);
}

TEST_F(WatchTest, IsWithItAsLongAsItIsTold) {
  auto opened = Sampler::Open(folder_.path() / "samples.csv", context_, {"paging"});
  Sampler sampler = std::move(opened).value();
  const RunTick no_tick;
  Watch watch(options_, program_, sampler, signals_, no_tick);
  const double moment = MonotonicNow() + 0.02;
  EXPECT_FALSE(watch.Until(moment));
  EXPECT_GE(MonotonicNow(), moment);
  program_.End();
  ASSERT_TRUE(watch.Until(MonotonicNow() + 1000));
  EXPECT_EQ(sampler.samples().size(), 2u) << "at its start and at its end, not anew";
}

TEST_F(WatchTest, AFirstSignalAsksASecondKills) {
  program_.on_terminate = [] { raise(SIGINT); };
  raise(SIGINT);
  UntilEnd();
  EXPECT_TRUE(watch_->interrupted());
  EXPECT_EQ(program_.terminated, 1);
  EXPECT_EQ(program_.killed, 1);
}

TEST_F(WatchTest, ASignalCanBeSomebodyElsesAffair) {
  std::vector<int> heard;
  options_.on_signal = [&](int signal) {
    heard.push_back(signal);
    program_.End();
  };
  raise(SIGTERM);
  UntilEnd();
  EXPECT_EQ(heard, std::vector<int>{SIGTERM});
  EXPECT_TRUE(watch_->interrupted());
  EXPECT_EQ(program_.terminated + program_.killed, 0) << "it is not ended by us";
}

TEST_F(WatchTest, CtrlCThatEndedTheProgramTooIsSeen) {
  options_.on_signal = [](int) { ADD_FAILURE() << "there is nothing to do about it any more"; };
  raise(SIGINT);
  program_.End();
  UntilEnd();
  EXPECT_TRUE(watch_->interrupted());
  EXPECT_EQ(signals_.Take(), 0) << "it was taken";
}

TEST_F(WatchTest, ARunThatEndedBeforeTheSignalIsNotInterrupted) {
  raise(SIGINT);
  program_.End();
  UntilEnd();
  EXPECT_FALSE(watch_->interrupted());
  EXPECT_EQ(signals_.Take(), SIGINT) << "it waits for whoever looks next";
}

TEST_F(WatchTest, TheFirstTickComesAtOnceAndGuardsAreNotAskedYet) {
  AddGuard(GuardObjection{"hang", "for a test"});
  program_.ends_when = [this] { return !ticks_.empty(); };
  UntilEnd();
  EXPECT_EQ(ticks_.size(), 1u);
  EXPECT_GE(ticks_[0], 0);
  EXPECT_EQ(looks_, 0);
}

TEST_F(WatchTest, AnObjectionAsksTheProgramToEnd) {
  AddGuard(std::nullopt);
  AddGuard(GuardObjection{"hang", "for a test"});
  AddGuard(GuardObjection{"too_much_output", "not asked any more", true});
  UntilEnd();
  ASSERT_TRUE(watch_->objection());
  EXPECT_STREQ(watch_->objection()->cause, "hang");
  EXPECT_EQ(program_.terminated, 1);
  EXPECT_EQ(program_.killed, 0);
  EXPECT_EQ(looks_, 2) << "the first has nothing to say, the third is not needed";
  ASSERT_EQ(ticks_.size(), 2u);
  EXPECT_GE(ticks_[1] - ticks_[0], 0.5);
}

TEST_F(WatchTest, AnObjectionThatCannotWaitKills) {
  AddGuard(GuardObjection{"too_much_output", "for a test", true});
  UntilEnd();
  EXPECT_TRUE(watch_->objection()->at_once);
  EXPECT_EQ(program_.terminated, 0);
  EXPECT_EQ(program_.killed, 1);
}

}  // namespace
}  // namespace trena

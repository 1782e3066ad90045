// SPDX-License-Identifier: Apache-2.0
#include "core/process/signals.h"

#include <gtest/gtest.h>
#include <poll.h>

namespace trena {
namespace {

bool IsHeldBack(int number) {
  sigset_t held;
  sigprocmask(SIG_BLOCK, nullptr, &held);
  return sigismember(&held, number) == 1;
}

TEST(SignalWatchTest, TakesWhatWasSentOnce) {
  SignalWatch watch;
  EXPECT_EQ(watch.Take(), 0);
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    raise(number);
    EXPECT_EQ(watch.Take(), number);
    EXPECT_EQ(watch.Take(), 0);
  }
}

TEST(SignalWatchTest, CanBePolledFor) {
  SignalWatch watch;
  pollfd waiting = {watch.descriptor(), POLLIN, 0};
  EXPECT_EQ(poll(&waiting, 1, 0), 0);
  raise(SIGINT);
  EXPECT_EQ(poll(&waiting, 1, 0), 1);
  EXPECT_EQ(watch.Take(), SIGINT);
}

TEST(SignalWatchTest, HoldsBackOnlyWhileItLives) {
  EXPECT_FALSE(IsHeldBack(SIGINT));
  {
    SignalWatch watch;
    EXPECT_TRUE(IsHeldBack(SIGINT));
    EXPECT_FALSE(IsHeldBack(SIGUSR1));
  }
  EXPECT_FALSE(IsHeldBack(SIGINT));
}

}  // namespace
}  // namespace trena

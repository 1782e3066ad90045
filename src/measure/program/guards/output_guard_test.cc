// SPDX-License-Identifier: Apache-2.0
// The output guard at its limit: what the files take on disk is asked of stat(2), whose st_blocks
// are units of 512 bytes whatever the file system.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "configure/testing.h"
#include "measure/program/guards/guard.h"

namespace trena {
namespace {

class OutputGuardTest : public testing::Test {
 protected:
  OutputGuardTest() {
    context_.options = &options_;
    context_.folder = folder_.path();
  }

  uint64_t OnDisk(const std::string& name) {
    struct stat facts{};
    EXPECT_EQ(stat((folder_.path() / name).c_str(), &facts), 0);
    return static_cast<uint64_t>(facts.st_blocks) * 512;
  }

  std::optional<GuardObjection> LookWithLimit(uint64_t bytes) {
    options_.largest_output = Bytes{bytes};
    return MakeOutputGuard(context_)->Look(1);
  }

  TestFolder folder_;
  MeasureOptions options_;
  GuardContext context_;
};

TEST_F(OutputGuardTest, AsMuchAsTheLimitIsAllowed) {
  folder_.Write("stdout.log", std::string(100'000, 'x'));
  uint64_t taken = OnDisk("stdout.log");
  ASSERT_GT(taken, 1u);
  EXPECT_FALSE(LookWithLimit(taken));
  EXPECT_FALSE(LookWithLimit(taken + 1));
  EXPECT_TRUE(LookWithLimit(taken - 1));
}

TEST_F(OutputGuardTest, EventsAndBothLogsCountAndNothingElse) {
  uint64_t sum = 0;
  for (const char* name : {"events.jsonl", "stdout.log", "stderr.log"}) {
    folder_.Write(name, std::string(50'000, 'x'));
    sum += OnDisk(name);
    EXPECT_FALSE(LookWithLimit(sum)) << name;
    EXPECT_TRUE(LookWithLimit(sum - 1)) << name;
  }
  folder_.Write("checkpoint.bin", std::string(500'000, 'x'));
  EXPECT_FALSE(LookWithLimit(sum)) << "what a program saves is its own affair";
}

TEST_F(OutputGuardTest, NoFilesTakeNothing) { EXPECT_FALSE(LookWithLimit(0)); }

TEST_F(OutputGuardTest, ALinkIsNotFollowed) {
  folder_.Write("large", std::string(1'000'000, 'x'));
  fs::create_symlink(folder_.path() / "large", folder_.path() / "stdout.log");
  EXPECT_FALSE(LookWithLimit(100'000)) << "the file behind it is not the log's";
}

TEST_F(OutputGuardTest, SaysTheLimitAndDoesNotWait) {
  folder_.Write("stderr.log", std::string(200'000, 'x'));
  auto objection = LookWithLimit(100'000);
  ASSERT_TRUE(objection);
  EXPECT_STREQ(objection->cause, "too_much_output");
  EXPECT_EQ(objection->reason, "its events and logs took more than 100 kB on disk");
  EXPECT_TRUE(objection->at_once) << "a disk fills while one waits";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "store/recovery.h"

#include <gtest/gtest.h>

#include <chrono>

#include "core/files.h"

namespace trena {
namespace {

class Recovery : public testing::Test {
 protected:
  Recovery() : folder_(MakeTemporaryFolder(testing::TempDir(), "recovery-").value()) {}
  ~Recovery() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  void Write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(WriteFile(folder_ / name, text).ok());
  }
  // Sets a file's time of change, in seconds after that of scenario.json.
  void Changed(const std::string& name, int seconds) {
    Write(name, "");
    fs::last_write_time(folder_ / name, fs::last_write_time(folder_ / "scenario.json") +
                                            std::chrono::seconds(seconds));
  }
  fs::path folder_;
};

TEST_F(Recovery, FromTheFirstSampleToTheLast) {
  Write("samples.csv", "cpu_pct,mem_pct,t,more\n,1,100.5,\n50,2,101.5,\n60,,103.75,7\n");
  EXPECT_EQ(SecondsSeen(folder_), 3.25);
}

TEST_F(Recovery, ACutLineDoesNotCount) {
  Write("samples.csv", "cpu_pct,t\n1,100\n2,102\n3,109");
  EXPECT_EQ(SecondsSeen(folder_), 2) << "109 may be the beginning of 1093";
  Write("samples.csv", "cpu_pct,t\n1,100\nrubbish\n3,1x2\n2,102\n");
  EXPECT_EQ(SecondsSeen(folder_), 2);
}

TEST_F(Recovery, ATimeThatIsNoNumberDoesNotCount) {
  for (const char* last : {"3,110x\n", "3,x110\n", "3,1e999\n", "3,nan\n", "3,\n", "3\n"}) {
    Write("samples.csv", std::string("cpu_pct,t\n1,100\n2,102\n") + last);
    EXPECT_EQ(SecondsSeen(folder_), 2) << last;
  }
}

TEST_F(Recovery, WithoutTwoSamplesFilesTell) {
  Write("scenario.json", "{}");
  Changed("events.jsonl", 3);
  Changed("stdout.log", 4);
  Changed("stderr.log", -2);
  EXPECT_EQ(SecondsSeen(folder_), 4);
  Write("samples.csv", "cpu_pct,t\n1,100\n");
  Changed("stdout.log", 9);
  EXPECT_EQ(SecondsSeen(folder_), 9);
}

TEST_F(Recovery, WhereNothingIsKnownItIsMissing) {
  EXPECT_EQ(SecondsSeen(folder_), std::nullopt);
  Write("scenario.json", "{}");
  EXPECT_EQ(SecondsSeen(folder_), std::nullopt) << "never 0";
  Changed("events.jsonl", -5);
  EXPECT_EQ(SecondsSeen(folder_), std::nullopt) << "a clock that was set back";
}

}  // namespace
}  // namespace trena

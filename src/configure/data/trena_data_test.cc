// SPDX-License-Identifier: Apache-2.0
// The executable as trena runs it.
#include <gtest/gtest.h>
#include <signal.h>

#include <map>
#include <thread>

#include "configure/data_folder.h"
#include "configure/testing.h"
#include "core/process/process.h"
#include "core/text/text.h"

namespace trena {
namespace {

const std::string kTrenaData = TRENA_BUILD_DIR "/trena-data";

std::vector<std::string> Visible(const fs::path& folder) {
  std::vector<std::string> names;
  const std::vector<std::string> all = ListFolder(folder).value();
  for (const std::string& name : all) {
    if (!name.ends_with(".lock")) names.push_back(name);
  }
  return names;
}

// The holder's process number stands in the lock.
pid_t Holder(const fs::path& lock) { return std::stoi(ReadFile(lock).value()); }

TEST(TrenaData, KilledInMidWorkLeavesNothingHalfMade) {
  TestFolder cache;
  const fs::path data = cache.path() / "data";
  const std::vector<std::string> command{kTrenaData, "synthetic", "--image", "96",
                                         "--images", "2000",      "--cache", cache.path().string()};
  Result<int> killed = RunByLine(command, [&](std::string_view line) {
    if (line.starts_with("progress 501 ")) kill(Holder(data / "synthetic-96-2000.lock"), SIGKILL);
  });
  ASSERT_EQ(killed.value(), 128 + SIGKILL);
  EXPECT_FALSE(fs::exists(data / "synthetic-96-2000"));
  ASSERT_EQ(Visible(data).size(), 1u);
  EXPECT_TRUE(Has(Visible(data)[0], {".making-synthetic-96-2000~"}));
  ASSERT_EQ(RunByLine(command, [](std::string_view) {}).value(), 0);
  EXPECT_EQ(Visible(data), std::vector<std::string>{"synthetic-96-2000"});
  EXPECT_TRUE(ReadDataFolder(data / "synthetic-96-2000", true).ok());
}

TEST(TrenaData, TwoAtOnceMakeItOnce) {
  TestFolder cache;
  const std::vector<std::string> command{kTrenaData, "synthetic", "--image", "64",
                                         "--images", "3000",      "--cache", cache.path().string()};
  std::vector<std::map<std::string, int>> words(2);
  std::vector<std::thread> threads;
  for (auto& seen : words) {
    threads.emplace_back([&] {
      auto count = [&](std::string_view line) { ++seen[Split(line, ' ')[0]]; };
      EXPECT_EQ(RunByLine(command, count).value(), 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(words[0]["folder"] + words[1]["folder"], 2);
  // Only one of them worked.
  EXPECT_NE(words[0]["progress"] > 0, words[1]["progress"] > 0);
}

TEST(TrenaData, BadRequestsExitWith2) {
  TestFolder cache;
  auto run = [&](std::vector<std::string> arguments) {
    ProcessOptions options;
    options.arguments = {kTrenaData, "--cache", cache.path().string()};
    options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
    return RunProcess(options).value();
  };
  EXPECT_EQ(run({"mnits", "--image", "32"}).exit_code, 2);
  EXPECT_TRUE(Has(run({"mnits", "--image", "32"}).output,
                  {"failed unknown data set `mnits` (did you mean `mnist`?)"}));
  EXPECT_EQ(run({"mnist"}).exit_code, 2);
  EXPECT_EQ(run({"mnist", "--image", "many"}).exit_code, 2);
  EXPECT_EQ(run({"--version"}).exit_code, 0);
  EXPECT_TRUE(Visible(cache.path()).empty());
}

}  // namespace
}  // namespace trena

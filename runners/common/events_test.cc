// SPDX-License-Identifier: Apache-2.0
#include "runner_common/events.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "core/clock.h"
#include "core/files.h"

namespace trena {
namespace {

class Events : public testing::Test {
 protected:
  void SetUp() override {
    Result<fs::path> made = MakeTemporaryFolder(testing::TempDir(), "events");
    ASSERT_TRUE(made.ok());
    path_ = made.value() / "events.jsonl";
    setenv("TRENA_EVENTS", path_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("TRENA_EVENTS");
    fs::remove_all(path_.parent_path());
  }
  std::vector<Json> Lines() {
    std::vector<Json> lines;
    std::istringstream text(ReadFile(path_).value());
    for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
    return lines;
  }
  fs::path path_;
};

TEST_F(Events, OneObjectPerLineWithTheClock) {
  Result<EventWriter> events = EventWriter::FromEnvironment();
  ASSERT_TRUE(events.ok());
  double before = MonotonicNow();
  events.value().Start("fake", "1.0", "cpu", 2, 50);
  events.value().Phase("train", 1.5);
  events.value().Step(1, 2, 0.5, 0.1, 64);
  events.value().Epoch(1, 1.5, 0.25, std::nullopt, 640);
  events.value().Memory("cpu", 1 << 20);
  events.value().Memory("cuda", std::nullopt);
  events.value().End(2, 0.75);
  EXPECT_TRUE(events.value().status().ok());
  std::vector<Json> lines = Lines();
  ASSERT_EQ(lines.size(), 6u);
  double last = before;
  for (const Json& line : lines) {
    EXPECT_GE(line["t"].get<double>(), last);
    last = line["t"];
  }
  EXPECT_LE(last, MonotonicNow());
  EXPECT_EQ(lines[0]["parameters"], 50);
  EXPECT_EQ(lines[1]["name"], "train");
  EXPECT_EQ(lines[2]["step"], 2);
  EXPECT_TRUE(lines[3]["accuracy"].is_null());
  EXPECT_EQ(lines[4]["peak"]["cpu"], 1 << 20);
  EXPECT_EQ(lines[5]["event"], "end");
}

TEST_F(Events, NotANumberIsNullAndBadTextIsStillJson) {
  Result<EventWriter> events = EventWriter::FromEnvironment();
  events.value().Epoch(1, 1, std::nan(""), INFINITY, 1);
  events.value().Failure("failed", "\xff line\nbreak");
  std::vector<Json> lines = Lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0]["loss"].is_null());
  EXPECT_TRUE(lines[0]["accuracy"].is_null());
}

TEST_F(Events, AppendsToWhatIsThere) {
  ASSERT_TRUE(WriteFile(path_, "{\"event\":\"mine\"}\n").ok());
  Result<EventWriter> events = EventWriter::FromEnvironment();
  events.value().End(1, std::nullopt);
  EXPECT_EQ(Lines().size(), 2u);
}

TEST_F(Events, LongMessagesStayUnderTheLimitOfALine) {
  Result<EventWriter> events = EventWriter::FromEnvironment();
  events.value().Failure("failed", std::string(1'000'000, '\x01'));
  EXPECT_LT(fs::file_size(path_), 65536u);
}

TEST_F(Events, AFullDiskIsNotPassedOver) {
  setenv("TRENA_EVENTS", "/dev/full", 1);
  Result<EventWriter> events = EventWriter::FromEnvironment();
  ASSERT_TRUE(events.ok());
  events.value().End(1, std::nullopt);
  EXPECT_FALSE(events.value().status().ok());
}

TEST_F(Events, AFileThatCannotBeOpenedIsAnError) {
  setenv("TRENA_EVENTS", (path_ / "below" / "a file").c_str(), 1);
  EXPECT_FALSE(EventWriter::FromEnvironment().ok());
}

TEST_F(Events, PeakCoversWhatWasTouched) {
  std::vector<char> memory(64 << 20, 1);
  std::optional<int64_t> peak = PeakResidentBytes();
  ASSERT_TRUE(peak.has_value());
  EXPECT_GE(*peak, 64 << 20);
  EXPECT_EQ(memory[123], 1);
}

}  // namespace
}  // namespace trena

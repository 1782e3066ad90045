// SPDX-License-Identifier: Apache-2.0
#include "store/event_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

class Events : public testing::Test {
 protected:
  fs::path Written(const std::string& text) {
    EXPECT_TRUE(WriteFile(folder_.path() / "events.jsonl", text).ok());
    return folder_.path() / "events.jsonl";
  }
  RunEvents Read(const std::string& text) {
    Result<RunEvents> events = ReadEvents(Written(text));
    EXPECT_TRUE(events.ok());
    return events.value();
  }
  ScratchFolder folder_{MakeTemporaryFolder(testing::TempDir(), "events-").value()};
};

TEST_F(Events, AWholeRun) {
  RunEvents events =
      Read(R"({"event": "start", "t": 100, "framework": "libtorch", "version": "1.13"}
{"event": "phase", "t": 101, "name": "setup", "seconds": 0.5}
{"event": "phase", "t": 102, "name": "first_step", "seconds": 0.25}
{"event": "epoch", "t": 104, "epoch": 1, "seconds": 2, "loss": 1.5, "accuracy": 0.4, "images": 640}
{"event": "epoch", "t": 106, "epoch": 2, "seconds": 2, "loss": 0.5, "images": 640}
{"event": "phase", "t": 106.5, "name": "train", "seconds": 4.25}
{"event": "memory", "t": 107, "peak": {"cpu": 1000, "cuda:0": 5000, "cuda:1": 200}}
{"event": "end", "t": 108, "seconds": 8, "accuracy": 0.75}
)");
  EXPECT_EQ(events.start["framework"], "libtorch");
  ASSERT_EQ(events.phases.size(), 3u);
  EXPECT_EQ(events.phases[1].name, "first_step");
  EXPECT_EQ(events.phases[1].seconds, 0.25);
  ASSERT_EQ(events.epochs.size(), 2u);
  EXPECT_EQ(events.epochs[1].epoch, 2);
  EXPECT_EQ(events.epochs[1].t, 106);
  EXPECT_EQ(events.epochs[1].loss, 0.5);
  EXPECT_EQ(events.epochs[1].accuracy, std::nullopt);
  EXPECT_EQ(events.train_end, 106.5);
  EXPECT_EQ(events.train_seconds(), 4.25) << "the phase's, not the epochs' 4";
  EXPECT_EQ(events.images(), 1280);
  EXPECT_EQ(events.accuracy, 0.75) << "the end's, not the epoch's";
  EXPECT_EQ(events.peak_memory, 5000);
  EXPECT_TRUE(events.ended);
  EXPECT_EQ(events.rejected, 0u);
  EXPECT_EQ(events.error_kind, "");
}

TEST_F(Events, AnAccuracyThatCannotBeIsNoneAndKeptByItsName) {
  RunEvents events = Read(R"({"event": "epoch", "accuracy": 0.4}
{"event": "epoch", "accuracy": 97.5}
)");
  EXPECT_EQ(events.epochs[0].accuracy, 0.4);
  EXPECT_EQ(events.epochs[1].accuracy, std::nullopt);
  EXPECT_EQ(events.accuracy, std::nullopt) << "not that of an epoch before it";
  EXPECT_EQ(events.impossible, (std::map<std::string, double>{{"accuracy", 97.5}}));
  EXPECT_EQ(Read("{\"event\": \"end\", \"accuracy\": -0.1}\n").accuracy, std::nullopt);
  EXPECT_EQ(Read("{\"event\": \"end\", \"accuracy\": 1}\n").accuracy, 1);
}

TEST_F(Events, NothingSaidIsNothingKnown) {
  RunEvents missing = ReadEvents(folder_.path() / "no-such-file").value();
  for (const RunEvents& events : {missing, Read(""), Read("\n\n\n")}) {
    EXPECT_TRUE(events.start.is_null());
    EXPECT_EQ(events.train_seconds(), std::nullopt);
    EXPECT_EQ(events.images(), std::nullopt);
    EXPECT_EQ(events.accuracy, std::nullopt);
    EXPECT_EQ(events.peak_memory, std::nullopt);
    EXPECT_EQ(events.train_end, std::nullopt);
    EXPECT_FALSE(events.ended);
    EXPECT_EQ(events.rejected, 0u);
  }
}

TEST_F(Events, WithoutAPhaseTheEpochsTogetherTrained) {
  EXPECT_EQ(Read("{\"event\":\"epoch\",\"seconds\":2}\n{\"event\":\"epoch\",\"seconds\":3}\n")
                .train_seconds(),
            5);
  // One that is not known makes the sum unknown, never smaller.
  RunEvents events =
      Read("{\"event\":\"epoch\",\"seconds\":2,\"images\":64}\n{\"event\":\"epoch\"}\n");
  EXPECT_EQ(events.train_seconds(), std::nullopt);
  EXPECT_EQ(events.images(), std::nullopt);
  EXPECT_EQ(events.epochs[1].epoch, 2) << "counted where it is not said";
}

TEST_F(Events, RubbishIsCountedAndTheRestIsUsed) {
  using std::string_literals::operator""s;
  RunEvents events = Read("this is no JSON {\n\xff\xfe\x01\n[1, 2]\n7\nnull\n\0x\n"s +
                          "{\"event\": 7}\n{\"event\": \"comment\", \"text\": \"kept\"}\n{}\n"
                          "{\"event\":\"phase\",\"name\":\"train\",\"seconds\":2}\n");
  EXPECT_EQ(events.rejected, 6u) << "objects that are no known event are passed over, not rejected";
  EXPECT_EQ(events.train_seconds(), 2);
}

std::string LineOf(size_t length) {
  std::string line = R"({"event":"phase","name":"train","seconds":1,"x":"")";
  line.insert(line.size() - 1, length - line.size() - 1, 'x');
  return line + "}";
}

TEST_F(Events, LinesAreBoundedAt64KiB) {
  std::string end = "\n{\"event\":\"end\"}\n";
  ASSERT_EQ(LineOf(65536).size(), 65536u);
  RunEvents most = Read(LineOf(65536) + end);
  EXPECT_EQ(most.rejected, 0u);
  EXPECT_EQ(most.train_seconds(), 1);
  for (size_t length : {size_t{65537}, size_t{131072}, size_t{1'000'000}}) {
    RunEvents events = Read(LineOf(length) + end);
    EXPECT_EQ(events.rejected, 1u) << length;
    EXPECT_EQ(events.train_seconds(), std::nullopt);
    EXPECT_TRUE(events.ended) << "what follows a long line is read";
  }
  RunEvents last = Read("{\"event\":\"end\"}\n" + LineOf(1'000'000));
  EXPECT_EQ(last.rejected, 1u);
  EXPECT_TRUE(last.ended);
}

TEST_F(Events, TheLastLineNeedsNoNewline) {
  EXPECT_TRUE(Read("{\"event\":\"start\"}\n{\"event\":\"end\"}").ended);
  EXPECT_TRUE(Read(LineOf(65536)).train_seconds().has_value());
  // A runner that was killed while it wrote.
  RunEvents cut = Read("{\"event\":\"start\"}\n{\"event\":\"en");
  EXPECT_FALSE(cut.ended);
  EXPECT_EQ(cut.rejected, 1u);
}

TEST_F(Events, NumbersThatAreNoneAreMissing) {
  RunEvents events = Read(R"({"event":"phase","name":"train","seconds":NaN}
{"event":"phase","name":"train","seconds":1e999}
{"event":"phase","name":"train","seconds":-1}
{"event":"phase","name":"train","seconds":"2"}
{"event":"phase","name":"train","seconds":null}
{"event":"phase","name":7,"seconds":1}
{"event":"epoch","epoch":"one","t":"now","seconds":-3,"loss":null,"accuracy":[0.5],"images":-64}
{"event":"memory","peak":"much"}
{"event":"memory","peak":{"cpu":-5}}
{"event":"memory"}
{"event":"end","accuracy":"good"}
)");
  EXPECT_EQ(events.rejected, 2u) << "NaN and 1e999 are no JSON numbers";
  EXPECT_TRUE(events.phases.empty());
  ASSERT_EQ(events.epochs.size(), 1u);
  EXPECT_EQ(events.epochs[0].epoch, 1);
  EXPECT_EQ(events.epochs[0].t, std::nullopt);
  EXPECT_EQ(events.epochs[0].seconds, std::nullopt);
  EXPECT_EQ(events.epochs[0].loss, std::nullopt);
  EXPECT_EQ(events.epochs[0].images, std::nullopt);
  EXPECT_EQ(events.accuracy, std::nullopt);
  EXPECT_EQ(events.peak_memory, std::nullopt);
  EXPECT_EQ(events.train_seconds(), std::nullopt);
  EXPECT_TRUE(events.ended);
}

TEST_F(Events, PeakMemoryMayBeOneNumber) {
  EXPECT_EQ(
      Read("{\"event\":\"memory\",\"peak\":7}\n{\"event\":\"memory\",\"peak\":5}\n").peak_memory,
      7);
}

TEST_F(Events, ANegativeLossIsNoticed) {
  EXPECT_FALSE(Read("{\"event\":\"epoch\",\"loss\":0}\n").negative_loss);
  EXPECT_TRUE(Read("{\"event\":\"epoch\",\"loss\":-0.1}\n{\"event\":\"epoch\",\"loss\":1}\n")
                  .negative_loss);
  EXPECT_TRUE(Read("{\"event\":\"step\",\"loss\":-0.01}\n{\"event\":\"step\",\"loss\":0.2}\n"
                   "{\"event\":\"epoch\",\"loss\":0.095}\n")
                  .negative_loss)
      << "the epoch's mean is above zero";
  EXPECT_FALSE(Read("{\"event\":\"step\",\"loss\":0}\n{\"event\":\"step\"}\n").negative_loss);
}

TEST_F(Events, ALossThatIsNoNumberIsNoticed) {
  EXPECT_FALSE(Read("{\"event\":\"epoch\",\"loss\":1}\n{\"event\":\"epoch\"}\n").diverged);
  EXPECT_TRUE(Read("{\"event\":\"epoch\",\"loss\":null}\n").diverged);
}

TEST_F(Events, TimesOutsideTheRunOrGoingBackAreNotBelieved) {
  auto sane = [&](const std::string& text) { return Read(text).ClockIsSane(100, 200, 0.01); };
  EXPECT_TRUE(sane("{\"event\":\"start\",\"t\":100}\n{\"event\":\"end\",\"t\":200}\n"));
  EXPECT_TRUE(sane("{\"event\":\"start\"}\n")) << "nothing said, nothing odd";
  EXPECT_FALSE(sane("{\"event\":\"start\",\"t\":99}\n")) << "before the run";
  EXPECT_FALSE(sane("{\"event\":\"other\",\"t\":1e300}\n")) << "after it";
  EXPECT_FALSE(sane("{\"event\":\"epoch\",\"t\":150}\n{\"event\":\"epoch\",\"t\":149}\n"));
  EXPECT_TRUE(sane("{\"event\":\"epoch\",\"t\":150}\n{\"event\":\"epoch\",\"t\":149.995}\n"))
      << "two processes may write in turn";
}

TEST_F(Events, ALineOfAGigabyteIsPassedOver) {
  fs::path path = Written("{\"event\":\"start\"}\n");
  fs::resize_file(path, uint64_t{1} << 30);  // a hole: it reads as zeros and takes no disk
  std::ofstream(path, std::ios::app) << "\n{\"event\":\"end\"}\n";
  Result<RunEvents> events = ReadEvents(path);
  ASSERT_TRUE(events.ok());
  EXPECT_TRUE(events.value().ended);
  EXPECT_EQ(events.value().rejected, 1u);
  fs::resize_file(path, uint64_t{3} << 30);
  EXPECT_EQ(ReadEvents(path).value().rejected, 2u) << "up to the end of the file";
}

TEST_F(Events, OnlyARegularFileIsRead) {
  ASSERT_EQ(mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder_.path() / "link");
  for (const char* name : {"pipe", "link", "."}) {
    Result<RunEvents> events = ReadEvents(folder_.path() / name);
    ASSERT_TRUE(events.ok()) << name;
    EXPECT_TRUE(events.value().start.is_null());
  }
}

TEST_F(Events, TheLastErrorIsKeptAndBounded) {
  RunEvents events = Read(
      "{\"event\":\"error\",\"kind\":\"bad_input\",\"message\":\"first\"}\n"
      "{\"event\":\"error\",\"kind\":\"out_of_memory\",\"message\":\"" +
      std::string(10'000, 'm') + "\"}\n");
  EXPECT_EQ(events.error_kind, "out_of_memory");
  EXPECT_EQ(events.error_message, std::string(2000, 'm'));
  EXPECT_EQ(Read("{\"event\":\"error\"}\n").error_kind, "unknown");
}

TEST_F(Events, WhatTheProgramSaysCountsBeforeWhatItsOutputWasFoundToSay) {
  std::string found = R"({"event": "epoch", "t": 5, "epoch": 1, "loss": 9, "from": "output"})";
  std::string own = R"({"event": "epoch", "t": 4, "epoch": 1, "seconds": 2, "loss": 1})";
  ASSERT_EQ(Read(found + "\n" + found + "\n").epochs.size(), 2u);
  RunEvents events = Read(found + "\n" + own + "\n" + found + "\n");
  ASSERT_EQ(events.epochs.size(), 1u);
  EXPECT_EQ(events.epochs[0].loss, 1);
  EXPECT_EQ(events.train_seconds(), 2);
}

TEST_F(Events, NothingIsPrintedAfterTheEnd) {
  std::string found = R"({"event": "epoch", "t": 12, "begin": 8, "seconds": 4, "from": "output"})";
  std::string printed = R"({"event": "epoch", "t": 12, "seconds": 4, "from": "output"})";
  RunEvents events = Read(found + "\n" + printed + "\n");
  events.EndAt(10);
  EXPECT_EQ(events.epochs[0].t, 10);
  EXPECT_EQ(events.epochs[0].seconds, 2);
  EXPECT_EQ(events.epochs[1].t, 10);
  EXPECT_EQ(events.epochs[1].seconds, 4) << "the program's own word stays";
  events = Read(found + "\n");
  events.EndAt(20);
  EXPECT_EQ(events.epochs[0].seconds, 4);
}

TEST_F(Events, EveryLineIsHandedOnInTurn) {
  using Lines = std::vector<std::string>;
  Lines seen;
  auto take = [&](std::string_view line) { seen.emplace_back(line); };
  Result<size_t> too_long = ForEachEventLine(
      Written("one\n\n" + std::string(65537, 'x') + "\n" + std::string(65536, 'y') + "\nlast"),
      take);
  ASSERT_TRUE(too_long.ok());
  EXPECT_EQ(too_long.value(), 1u) << "the one of x";
  EXPECT_EQ(seen, (Lines{"one", std::string(65536, 'y'), "last"}));
}

TEST_F(Events, LinesComeInPartsOfAnySize) {
  const std::string text = "{\"a\": 1}\n\nsecond\nthe rest";
  for (size_t size : {1, 2, 3, 7, 100}) {
    std::vector<std::string> seen;
    EventLines lines([&](std::string_view line) { seen.emplace_back(line); });
    for (size_t at = 0; at < text.size(); at += size) lines.Add(text.substr(at, size));
    EXPECT_EQ(seen, (std::vector<std::string>{"{\"a\": 1}", "second"})) << size;
    lines.Finish();
    lines.Finish();
    ASSERT_EQ(seen.size(), 3u) << size;
    EXPECT_EQ(seen[2], "the rest");
    EXPECT_EQ(lines.too_long(), 0u);
  }
}

TEST_F(Events, OnlyObjectsAreEventsAndTheOthersAreCounted) {
  std::vector<Json> seen;
  auto take = [&](const Json& event) { seen.push_back(event); };
  std::string text = "{\"n\": 1}\nrubbish\n[2]\n" + std::string(70'000, ' ') + "\n{\"n\": 3}";
  Result<size_t> rejected = ForEachEvent(Written(text), take);
  ASSERT_TRUE(rejected.ok());
  EXPECT_EQ(rejected.value(), 3u);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0]["n"], 1);
  EXPECT_EQ(seen[1]["n"], 3);
  EXPECT_EQ(ForEachEvent(folder_.path() / "none", take).value(), 0u);
  EXPECT_EQ(seen.size(), 2u);
}

TEST_F(Events, AFileOfMoreThanTheLimitIsNotRead) {
  size_t seen = 0;
  auto take = [&](const Json&) { ++seen; };
  fs::path path = Written("{\"n\": 1}\n");  // eight characters and the newline
  EXPECT_TRUE(ForEachEvent(path, take, 9).ok());
  EXPECT_EQ(seen, 1u);
  Result<size_t> larger = ForEachEvent(path, take, 8);
  ASSERT_FALSE(larger.ok());
  EXPECT_NE(larger.error().message().find("events.jsonl is larger than 8 bytes"),
            std::string::npos);
  EXPECT_EQ(seen, 1u);
}

TEST_F(Events, StepsAreCountedAlsoWhereTheirLossIsMissing) {
  std::vector<StepLoss> losses = ReadStepLosses(Written(R"({"event": "start"}
{"event": "step", "loss": 4}
{"event": "step", "loss": null}
{"event": "epoch", "name": "step", "loss": 9}
{"event": "step", "loss": "2"}
not a "step"
{"event": "step", "loss": 1.5})"));
  ASSERT_EQ(losses.size(), 2u);
  EXPECT_EQ(losses[0].iteration, 1);
  EXPECT_EQ(losses[0].loss, 4);
  EXPECT_EQ(losses[1].iteration, 4);
  EXPECT_EQ(losses[1].loss, 1.5);
  EXPECT_TRUE(ReadStepLosses(folder_.path() / "none").empty());
  fs::create_symlink("events.jsonl", folder_.path() / "link");
  EXPECT_TRUE(ReadStepLosses(folder_.path() / "link").empty()) << "a link is not followed";
}

TEST_F(Events, TheTailFollowsAFileThatGrows) {
  fs::path path = Written("{\"event\": \"epoch\", \"epoch\": 1, \"loss\": 0.5}\n{\"event\": \"ep");
  EventTail tail(path);
  EXPECT_EQ(tail.epoch(), std::nullopt) << "nothing was read yet";
  tail.Read();
  EXPECT_EQ(tail.epoch(), 1);
  EXPECT_EQ(tail.loss(), 0.5);
  auto append = [&](const std::string& text) { std::ofstream(path, std::ios::app) << text; };
  append("och\", \"epoch\": 2}\n");
  tail.Read();
  EXPECT_EQ(tail.epoch(), 2) << "a line that came in two parts";
  EXPECT_EQ(tail.loss(), std::nullopt) << "of that epoch none was told";
  append("{\"event\": \"epoch\", \"epoch\": 3, \"x\": \"" + std::string(66'000, 'x') + "\"}\n");
  append("{\"event\": \"phase\", \"name\": \"epoch\", \"epoch\": 4}\n\"epoch\" 5\n");
  tail.Read();
  EXPECT_EQ(tail.epoch(), 2) << "too long, of another kind, and no event";
}

}  // namespace
}  // namespace trena

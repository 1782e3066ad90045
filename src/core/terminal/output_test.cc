// SPDX-License-Identifier: Apache-2.0
#include "core/terminal/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "core/terminal/terminal.h"

namespace trena {
namespace {

constexpr int kTold = 7;

// What a program does at its end, its stdout being `path`.
[[noreturn]] void PrintTo(const char* path, size_t size) {
  dup2(open(path, O_WRONLY), STDOUT_FILENO);
  PrintText(std::string(size, 'x'));
  Print("{} runs\n", 3);
  Status written = FinishOutput();
  if (!written.ok()) fmt::print(stderr, "{}", written.error().message());
  _exit(written.ok() ? 0 : kTold);
}

TEST(OutputTest, WhatCannotBeWrittenIsKnownInTheEnd) {
  const char* why = "cannot write to standard output: No space left on device";
  // Less than the library's buffer holds, and more.
  for (size_t size : {size_t{1}, size_t{1} << 20}) {
    EXPECT_EXIT(PrintTo("/dev/full", size), testing::ExitedWithCode(kTold), why);
    EXPECT_EXIT(PrintTo("/dev/null", size), testing::ExitedWithCode(0), "");
  }
}

TEST(OutputTest, WhoStopsReadingEndsTheProgramAsUsual) {
  auto print = [] {
    int ends[2];
    if (pipe(ends) != 0) _exit(1);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    PrepareStreams();
    PrintText("a line\n");
    FlushOutput();  // it is not here that it ends: there may be work to do
    fmt::print(stderr, "worked on");
    Status written = FinishOutput();
    _exit(written.ok() ? 0 : kTold);
  };
  EXPECT_EXIT(print(), testing::KilledBySignal(SIGPIPE), "worked on");
}

// A file that is opened next must not become what talk is written to.
TEST(OutputTest, ClosedStreamsAreNotTakenByFiles) {
  auto prepare = [] {
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
    PrepareStreams();
    const int next = open("/dev/null", O_RDWR);
    const bool told = write(STDOUT_FILENO, "x", 1) == 1 || write(STDERR_FILENO, "x", 1) == 1;
    _exit(next > STDERR_FILENO && !told ? kTold : 1);
  };
  EXPECT_EXIT(prepare(), testing::ExitedWithCode(kTold), "");
}

TEST(OutputTest, AFileSizeLimitIsAnErrorOfTheWrite) {
  auto prepare = [] {
    PrepareStreams();
    raise(SIGXFSZ);
    _exit(kTold);
  };
  EXPECT_EXIT(prepare(), testing::ExitedWithCode(kTold), "");
}

TEST(TerminalTest, TalkThatCannotBeSaidEndsNothing) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  Terminal talk(full);
  EXPECT_NO_THROW(talk.Say("a note"));
  EXPECT_NO_THROW(talk.Say(std::string(1 << 20, 'x')));
  std::fclose(full);
}

}  // namespace
}  // namespace trena

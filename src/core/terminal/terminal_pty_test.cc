// SPDX-License-Identifier: Apache-2.0
// The terminal's manners on a real one: a pseudo-terminal, of which the test is the screen.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "core/terminal/terminal.h"

namespace trena {
namespace {

class PtyTest : public testing::Test {
 protected:
  PtyTest() {
    for (const char* name : {"NO_COLOR", "TERM"}) {
      const char* value = std::getenv(name);
      if (value != nullptr) kept_.emplace_back(name, value);
      unsetenv(name);
    }
    screen_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    EXPECT_GE(screen_, 0);
    EXPECT_EQ(grantpt(screen_), 0);
    EXPECT_EQ(unlockpt(screen_), 0);
    int program = open(ptsname(screen_), O_RDWR | O_NOCTTY | O_CLOEXEC);
    EXPECT_GE(program, 0);
    termios manners{};
    tcgetattr(program, &manners);
    cfmakeraw(&manners);  // a newline stays one
    tcsetattr(program, TCSANOW, &manners);
    stream_ = fdopen(program, "w");
    Widen(80);
  }
  ~PtyTest() override {
    std::fclose(stream_);
    close(screen_);
    for (const char* name : {"NO_COLOR", "TERM"}) unsetenv(name);
    for (const auto& [name, value] : kept_) setenv(name.c_str(), value.c_str(), 1);
  }

  void Widen(unsigned short columns) {
    winsize size{};
    size.ws_col = columns;
    size.ws_row = 24;
    ASSERT_EQ(ioctl(screen_, TIOCSWINSZ, &size), 0);
  }

  std::string Screen() {
    char text[4096];
    ssize_t got = read(screen_, text, sizeof text);
    return {text, got > 0 ? static_cast<size_t>(got) : 0};
  }

  int screen_ = -1;
  std::FILE* stream_ = nullptr;
  std::vector<std::pair<std::string, std::string>> kept_;
};

TEST_F(PtyTest, KnowsItsWidth) {
  Terminal terminal(stream_);
  EXPECT_TRUE(terminal.interactive());
  EXPECT_EQ(terminal.width(), 80u);
  Widen(1);
  EXPECT_EQ(terminal.width(), 1u) << "it is asked each time";
  Widen(0);
  EXPECT_EQ(terminal.width(), 100u) << "one that does not tell";
}

TEST_F(PtyTest, StylesEndWithTheirText) {
  Terminal terminal(stream_);
  EXPECT_EQ(terminal.Styled(Style::kRed, "no"), "\x1b[31mno\x1b[0m");
  EXPECT_EQ(terminal.Styled(Style::kGreen, "yes"), "\x1b[32myes\x1b[0m");
  EXPECT_EQ(terminal.Styled(Style::kYellow, "so"), "\x1b[33mso\x1b[0m");
  EXPECT_EQ(terminal.Styled(Style::kBold, "b"), "\x1b[1mb\x1b[0m");
  EXPECT_EQ(terminal.Styled(Style::kDim, "d"), "\x1b[2md\x1b[0m");
  EXPECT_EQ(terminal.Styled(Style::kPlain, "p"), "p");
}

// no-color.org: present and not empty, whatever its value.
TEST_F(PtyTest, NoColourWhereItIsNotWanted) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(Terminal(stream_).Styled(Style::kRed, "no"), "no");
  setenv("NO_COLOR", "", 1);
  EXPECT_NE(Terminal(stream_).Styled(Style::kRed, "no"), "no") << "an empty one says nothing";
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  EXPECT_EQ(Terminal(stream_).Styled(Style::kRed, "no"), "no");
  setenv("TERM", "xterm", 1);
  EXPECT_NE(Terminal(stream_).Styled(Style::kRed, "no"), "no");
}

TEST_F(PtyTest, ProgressIsOneLineRewritten) {
  Terminal terminal(stream_);
  terminal.Progress("[1/2]");
  EXPECT_EQ(Screen(), "\r\x1b[K[1/2]");
  terminal.Progress("[2/2]");
  EXPECT_EQ(Screen(), "\r\x1b[K[2/2]");
  terminal.Say("done");
  EXPECT_EQ(Screen(), "\r\x1b[Kdone\n") << "a line of talk takes it off first";
  terminal.Say("again");
  EXPECT_EQ(Screen(), "again\n") << "there is nothing to take off";
  terminal.ClearProgress();
  terminal.Say("end");
  EXPECT_EQ(Screen(), "end\n");
}

TEST_F(PtyTest, ProgressNeverWraps) {
  Widen(10);
  Terminal terminal(stream_);
  terminal.Progress("123456789");
  EXPECT_EQ(Screen(), "\r\x1b[K123456789") << "a column is left free";
  terminal.Progress("1234567890");
  EXPECT_EQ(Screen(), "\r\x1b[K12345678…");
}

TEST(TextTableLimits, AHeaderAlone) {
  TextTable table({{"a"}, {"long title"}});
  EXPECT_EQ(table.rows(), 0u);
  EXPECT_EQ(table.Render(), "  a  long title\n");
  EXPECT_EQ(TextTable({}).Render(3), "\n") << "no line ends in blanks";
}

}  // namespace
}  // namespace trena

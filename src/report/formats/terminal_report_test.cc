// SPDX-License-Identifier: Apache-2.0
#include "report/formats/terminal_report.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "core/terminal/terminal.h"
#include "core/text/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

TEST(TerminalReportTest, FitsAHundredColumns) {
  for (Language language : {Language::kEnglish, Language::kPortuguese}) {
    ReportContext context;
    context.language = language;
    for (const std::string& line : Split(TerminalReport(ExampleAnalysis(), context), '\n')) {
      EXPECT_LE(DisplayWidth(line), 100u) << line;
    }
  }
}

TEST(TerminalReportTest, TellsTheWholeAnswer) {
  std::string text = TerminalReport(ExampleAnalysis(), {});
  for (const char* part :
       {"6.50 ± 0.25", "0.650 ± 0.025", "█", "76.1%", "<0.001", "from 1.957 to 2.043",
        "The cheapest is C5", "The answer is valid", "Next: `trena report examples/first.yaml`"}) {
    EXPECT_TRUE(Has(text, part));
  }
}

TEST(TerminalReportTest, WarningsSayWhatWhyAndWhatToDo) {
  Analysis analysis = ExampleAnalysis();
  analysis.warnings = {{"few_replications", {"3"}}};
  std::string text = TerminalReport(analysis, {});
  EXPECT_TRUE(Has(text, "! There are 3 replications at the fewest."));
  EXPECT_TRUE(Has(text, "5 or more tell more scenarios apart."));
}

TEST(TerminalReportTest, NothingFromAFileDrivesTheTerminal) {
  std::string text = TerminalReport(HostileAnalysis(), {});
  EXPECT_TRUE(Has(text, "\\u{1b}[2J"));
  for (const char* harm : {"\x1b", "\u202e", "\u2028"}) EXPECT_FALSE(Has(text, harm));
}

TEST(TerminalReportTest, HasAnAnswerToNothing) {
  EXPECT_TRUE(Has(TerminalReport(Analysis{}, {}), "inconclusive"));
}

// A terminal that shows colours, whatever the tests run in.
class Screen {
 public:
  Screen() {
    for (const char* name : {"NO_COLOR", "TERM"}) {
      if (const char* value = std::getenv(name)) before_.emplace_back(name, value);
      unsetenv(name);
    }
    int slave = -1;
    EXPECT_EQ(openpty(&master_, &slave, nullptr, nullptr, nullptr), 0);
    stream_ = fdopen(slave, "w");
    terminal_.emplace(stream_);
  }
  ~Screen() {
    std::fclose(stream_);
    close(master_);
    for (const auto& [name, value] : before_) setenv(name.c_str(), value.c_str(), 1);
  }

  std::string Show(const Analysis& analysis) const {
    ReportContext context;
    context.terminal = &*terminal_;
    return TerminalReport(analysis, context);
  }

 private:
  std::vector<std::pair<std::string, std::string>> before_;
  int master_ = -1;
  std::FILE* stream_ = nullptr;
  std::optional<Terminal> terminal_;
};

TEST(TerminalReportTest, TheVerdictHasItsColourOnAScreen) {
  const Screen screen;
  Analysis analysis = ExampleAnalysis();
  const auto verdict = [&](Verdict of) {
    analysis.verdict = of;
    const std::string text = screen.Show(analysis);
    const size_t at = text.find("The answer is ");
    EXPECT_NE(at, std::string::npos);
    return text.substr(at - 5, 5);
  };
  EXPECT_EQ(verdict(Verdict::kValid), "\x1b[32m") << "green";
  EXPECT_EQ(verdict(Verdict::kInconclusive), "\x1b[33m") << "yellow";
  EXPECT_EQ(verdict(Verdict::kInvalid), "\x1b[31m") << "red";
  EXPECT_FALSE(Has(TerminalReport(analysis, {}), "\x1b")) << "and none in a pipe";
}

TEST(TerminalReportTest, WarningsAreYellowAndWhatToDoIsPlain) {
  const Screen screen;
  Analysis analysis = ExampleAnalysis();
  EXPECT_FALSE(Has(screen.Show(analysis), "\x1b[33m"));
  analysis.warnings = {{"few_replications", {"3"}}};
  const std::string text = screen.Show(analysis);
  EXPECT_TRUE(Has(text, "\x1b[33m  ! There are 3 replications"));
  EXPECT_TRUE(Has(text, "\n    ")) << "below it, further in";
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What `trena report` writes beside the page: tables for spreadsheets, for LaTeX and for programs,
// figures, and the folder of a paper, which is compiled where pdflatex is installed.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/json.h"
#include "core/text/text.h"
#include "session.h"

namespace trena {
namespace {

class Report : public testing::Test {
 protected:
  void SetUp() override {
    session_.Write("s.yaml", FakeStudy());
    ASSERT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  }

  bool CanDraw() const {
    return session_.Program({"python3", "-I", "-c", "import vl_convert"}).exit_code == 0;
  }

  // What `report` prints in an environment of these variables.
  std::string Printed(const std::vector<std::string>& variables,
                      const std::vector<std::string>& options) const {
    std::vector<std::string> words = {"/usr/bin/env"};
    words.insert(words.end(), variables.begin(), variables.end());
    for (const char* word : {kTrena, "report", "s.yaml", "--file", "-"}) words.emplace_back(word);
    words.insert(words.end(), options.begin(), options.end());
    ProcessResult result = session_.Program(words);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return result.output;
  }

  Session session_;
};

TEST_F(Report, CsvIsFourTables) {
  ProcessResult result = session_.Trena({"report", "s.yaml", "--format", "csv"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  for (const char* file :
       {"report.csv", "report.epochs.csv", "report.samples.csv", "report.effects.csv"}) {
    EXPECT_TRUE(session_.Exists(std::string("s.trena/") + file)) << file;
    EXPECT_TRUE(Has(result.output, file));
  }
  // Every run has a sample at its start and one at its end.
  EXPECT_GE(Split(session_.Read("s.trena/report.samples.csv"), '\n').size(), 24u * 2 + 2);
  EXPECT_GE(Split(session_.Read("s.trena/report.epochs.csv"), '\n').size(), 24u + 2);
  EXPECT_TRUE(session_.Read("s.trena/report.effects.csv").starts_with("response,unit,scale,term,"));
}

// A sweep whose last batch takes four times as long per image. No run of it swapped: no cause.
TEST(ReportOfASweep, AJumpAtTheLastLevelIsSaid) {
  Session session;
  session.Write("sweep.yaml",
                "factors: { batch: 1..256 by x2 }\n"
                "fixed: { framework: fake, images: 256, epochs: 1, fake_seconds: 10, fake_noise: "
                "0.005, fake_effect_batch_256: 4 }\n"
                "design: { replications: 1 }\n");
  ASSERT_EQ(session.Trena({"measure", "sweep.yaml"}).exit_code, 0);
  ASSERT_EQ(session.Trena({"report", "sweep.yaml", "--format", "markdown"}).exit_code, 0);
  const std::string report = session.Read("sweep.trena/report.md");
  EXPECT_TRUE(Has(report, "From batch 256 on 4.0 times as long per image")) << report;
  EXPECT_FALSE(Has(report, "swapping")) << report;
}

TEST_F(Report, OneTableGoesToStdoutSeveralDoNot) {
  EXPECT_TRUE(Printed({}, {"--format", "epochs"}).starts_with("run,scenario,replication,attempt,"));
  EXPECT_TRUE(Has(Printed({}, {"--format", "latex"}), "\\toprule"));
  ProcessResult several = session_.Trena({"report", "s.yaml", "--format", "csv", "--file", "-"});
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_TRUE(Has(several.errors, "runs, epochs, samples, effects")) << several.errors;
}

TEST_F(Report, AFormatThatIsNotThereChangesNothing) {
  std::vector<std::string> before = session_.Snapshot();
  ProcessResult result = session_.Trena({"report", "s.yaml", "--format", "html,latx"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(Has(result.errors, "did you mean `latex`?")) << result.errors;
  EXPECT_EQ(session_.Snapshot(), before);
}

TEST_F(Report, NoLocaleChangesWhatProgramsRead) {
  const std::vector<std::string> brazilian = {"LC_ALL=pt_BR.UTF-8", "LANG=pt_BR.UTF-8"};
  for (const char* format : {"runs", "epochs", "samples", "effects"}) {
    std::string plain = Printed({"LC_ALL=C"}, {"--format", format});
    EXPECT_EQ(Printed(brazilian, {"--format", format, "--language", "pt-BR"}), plain) << format;
  }
  Json english = ParseJson(Printed({"LC_ALL=C"}, {"--format", "json"})).value();
  Json portuguese =
      ParseJson(Printed(brazilian, {"--format", "json", "--language", "pt-BR"})).value();
  EXPECT_NE(portuguese["answer"], english["answer"]) << "sentences are for people";
  for (const char* sentences : {"answer", "language", "warnings", "generated"}) {
    portuguese.erase(sentences);
    english.erase(sentences);
  }
  EXPECT_EQ(portuguese, english);
}

TEST_F(Report, FiguresWithoutTheToolSayHowToGetItAndChangeNothing) {
  std::vector<std::string> before = session_.Snapshot();
  for (const char* option : {"--figures", "--paper"}) {
    ProcessResult result = session_.Program({"/usr/bin/env", "PATH=/nowhere", kTrena, "report",
                                             "s.yaml", option, "drawn", "--format", "html"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(Has(result.errors, "pip install vl-convert-python==")) << result.errors;
  }
  EXPECT_EQ(session_.Snapshot(), before);
}

TEST_F(Report, FigureOptionsThatMakeNoSenseAreRefused) {
  std::vector<std::string> before = session_.Snapshot();
  EXPECT_EQ(session_.Trena({"report", "s.yaml", "--figure-format", "svg"}).exit_code, 2);
  ProcessResult unknown =
      session_.Trena({"report", "s.yaml", "--figures", "f", "--figure-format", "gif"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(Has(unknown.errors, "svg, png, pdf")) << unknown.errors;
  EXPECT_EQ(session_.Snapshot(), before);
}

TEST_F(Report, DrawsEveryChart) {
  if (!CanDraw()) GTEST_SKIP() << "vl-convert is not installed (make test-paper does)";
  ProcessResult result =
      session_.Trena({"report", "s.yaml", "--figures", "f", "--figure-format", "svg,png"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(session_.Read("f/time.svg").starts_with("<svg"));
  EXPECT_TRUE(session_.Read("f/time.png").starts_with("\x89PNG"));
  EXPECT_FALSE(session_.Exists("f/time.pdf"));
  EXPECT_TRUE(Has(session_.Read("f/captions.txt"), "time: "));
  EXPECT_FALSE(session_.Exists("s.trena/report.html")) << "figures alone were asked for";
  session_.Write("file", "");
  EXPECT_EQ(session_.Trena({"report", "s.yaml", "--figures", "file"}).exit_code, 2);
}

// A study whose names are commands, comments and characters that fonts lack.
constexpr const char* kHostileStudy =
    "study: hostile\n"
    "question: 'What does \\input{/etc/passwd} cost? 100 % of #1 ~ ^ & $x$ \u4e2d \U0001f600'\n"
    "factors:\n  network: ['\\input{/etc/passwd}', '50%_#&~^', '[1cm]']\n  batch: [32, 64]\n"
    "fixed: { framework: fake, fake_seconds: 2 }\n"
    "environments: { here: { price: 0.36 USD/h } }\ndesign: { replications: 2 }\n";

TEST_F(Report, APaperCompiles) {
  if (!CanDraw()) GTEST_SKIP() << "vl-convert is not installed (make test-paper does)";
  if (session_.Program({"pdflatex", "--version"}).exit_code != 0) {
    GTEST_SKIP() << "pdflatex is not installed (make test-paper does)";
  }
  session_.Write("hostile.yaml", kHostileStudy);
  ASSERT_EQ(session_.Trena({"measure", "hostile.yaml"}).exit_code, 0);
  for (const std::string study : {"s", "hostile"}) {
    for (const std::string language : {"en", "pt-BR"}) {
      const std::string folder = study + "-" + language;
      ProcessResult made =
          session_.Trena({"report", study + ".yaml", "--paper", folder, "--language", language});
      ASSERT_EQ(made.exit_code, 0) << made.errors;
      ProcessResult compiled =
          session_.Program({"/usr/bin/env", "-C", folder, "pdflatex", "-interaction=nonstopmode",
                            "-halt-on-error", "main.tex"});
      EXPECT_EQ(compiled.exit_code, 0) << compiled.output;
      EXPECT_TRUE(session_.Read(folder + "/main.pdf").starts_with("%PDF-"));
      EXPECT_FALSE(Has(compiled.output, "Overfull \\hbox (1")) << "nothing runs far out of a page";
    }
  }
}

TEST_F(Report, APapersFrameIsTheReadersToEdit) {
  if (!CanDraw()) GTEST_SKIP() << "vl-convert is not installed (make test-paper does)";
  session_.Write("p/main.tex", "mine");
  ProcessResult made = session_.Trena({"report", "s.yaml", "--paper", "p"});
  ASSERT_EQ(made.exit_code, 0) << made.errors;
  EXPECT_EQ(session_.Read("p/main.tex"), "mine");
  EXPECT_TRUE(Has(session_.Read("p/content.tex"), "\\includegraphics"));
  EXPECT_TRUE(Has(session_.Read("p/tables/scenarios.tex"), "\\toprule"));
}

}  // namespace
}  // namespace trena

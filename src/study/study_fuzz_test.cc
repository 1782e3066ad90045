// SPDX-License-Identifier: Apache-2.0
// Whatever a study file holds, it is a study or an error that says where, never a crash.
#include <gtest/gtest.h>

#include <cmath>

#include "core/files.h"
#include "core/test_fuzz.h"
#include "study/study_reader.h"
#include "study/test_design_study.h"

namespace trena {
namespace {

const std::vector<std::string> kStudyPieces = {"factors:", "fixed:",      "environments:",
                                               "design:",  "measure:",    "analyze:",
                                               "report:",  "exclude:",    "together:",
                                               "command:", "patterns:",   "budget:",
                                               "{",        "}",           "[",
                                               "]",        ",",           ": ",
                                               "\n",       "\n  ",        "- ",
                                               "batch",    "framework",   "fake",
                                               "1e400",    "-1",          "0",
                                               "64",       "1..9 by x2",  "= batch * ",
                                               "USD/h",    "10s",         "(",
                                               ")",        "'",           "\"",
                                               "model",    "a*b",         "&x ",
                                               "*x",       "true",        "null",
                                               "nan",      "{batch}",     "../../x",
                                               "~",        "replications"};

TEST(StudyFuzz, EveryFileIsAStudyOrSaysWhatIsWrong) {
  const std::string script =
      ReadFile(fs::path(TRENA_SOURCE_DIR) / "examples/own_script.yaml").value();
  size_t studies = 0;
  FuzzedTexts(4, {kDesignStudy, script}, kStudyPieces).For(8, [&](const std::string& text) {
    const Result<Study> study = ReadStudyText("f.yaml", text);
    if (!study.ok()) {
      EXPECT_FALSE(study.error().message().empty()) << text;
      return;
    }
    ++studies;
    for (const Factor& factor : study.value().factors) {
      EXPECT_FALSE(factor.levels.empty()) << text;
      for (const Value& level : factor.levels) {
        EXPECT_TRUE(std::isfinite(level.number().value_or(0))) << text;
      }
    }
  });
  EXPECT_GT(studies, 10u) << "some must go all the way";
}

}  // namespace
}  // namespace trena

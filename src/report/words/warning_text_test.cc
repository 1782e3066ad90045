// SPDX-License-Identifier: Apache-2.0
#include "report/words/warning_text.h"

#include <gtest/gtest.h>

#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"
#include "core/files.h"
#include "core/text/test_language.h"
#include "report/words/place_name.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);
const Words kPortuguese(Language::kPortuguese);

TEST(WarningTextTest, EveryCodeHasWordsForAllItsArguments) {
  for (const WarningRow& row : WarningRows()) {
    const std::string code = row.code;
    for (const Words& words : {kEnglish, kPortuguese}) {
      WarningText text = Explain({code, {"a", "b", "c", "d", "e"}}, words);
      EXPECT_NE(text.seen.find(code), 0u) << code << " has no words";
      for (const std::string& part : {text.seen, text.why, text.advice}) {
        EXPECT_FALSE(part.empty()) << code;
        EXPECT_EQ(part.find('{'), std::string::npos) << code << ": " << part;
      }
    }
  }
}

// docs/warnings.md has a section for each, under its code.
TEST(WarningTextTest, EveryCodeHasItsSection) {
  std::string page = "\n" + ReadFile(fs::path(TRENA_SOURCE_DIR) / "docs/warnings.md").value();
  for (const WarningRow& row : WarningRows()) {
    const std::string code = row.code;
    EXPECT_EQ(Explain({code, {"a"}}, kEnglish).page, "docs/warnings.md#" + code);
    EXPECT_NE(page.find("\n## " + code + "\n"), std::string::npos) << code;
  }
}

TEST(WarningTextTest, EveryReasonHasWords) {
  for (const ReasonRow& row : WhyNotRows()) {
    const std::string code = row.code;
    ResponseAnalysis response;
    response.why_not = code;
    response.why_not_details = {"a", "b"};
    std::string text = ExplainWhyNot(response, kEnglish);
    EXPECT_NE(text, code);
    EXPECT_EQ(text.find('{'), std::string::npos) << text;
  }
  for (const ReasonRow& row : VerdictReasonRows()) {
    EXPECT_NE(ExplainReason(row.code, kEnglish), row.code);
  }
}

TEST(WarningTextTest, ArgumentsStandWhereTheyBelong) {
  EXPECT_EQ(Explain({warning::kOutlier, {"C3", "C3-r1-a1-f00", "12.345", "9"}}, kEnglish).seen,
            "A run of C3 is far from the others: 12.35 against a median of 9 (C3-r1-a1-f00).");
  EXPECT_EQ(Explain({warning::kFailedRuns, {"3", "C1", "C2"}}, kEnglish).seen,
            "3 runs failed, in C1 and C2.");
  EXPECT_EQ(Explain({warning::kDrift, {"-12.5", "24", "0.003"}}, kEnglish).seen,
            "From the first run to the last the values of one and the same scenario changed by "
            "−12.5% (24 runs, p = 0.003).");
  EXPECT_EQ(Explain({warning::kOverBudget, {"0.425", "0.25", "USD"}}, kPortuguese).seen,
            "As medições custaram 0,425 USD, acima do orçamento de 0,25 USD.");
}

// The study has no environments: what stands for one is no word of its author's.
TEST(WarningTextTest, TheMachineWithoutANameIsInTheReadersLanguage) {
  const Warning moved{warning::kMachineSpeed, {"66.4", kThisMachine, "24"}};
  EXPECT_EQ(Explain(moved, kEnglish).seen,
            "The machine's own speed moved by 66.4% over 24 runs of this machine.");
  EXPECT_EQ(Explain(moved, kPortuguese).seen,
            "A velocidade da própria máquina variou 66,4% ao longo de 24 execuções de máquina "
            "local.");
  EXPECT_EQ(PlaceName("here", kPortuguese), "here") << "the author's own word";
}

// Runs keep the cause in English.
TEST(WarningTextTest, TheCauseOfAHandicapIsInTheReadersLanguage) {
  const Warning proven{
      warning::kHandicap,
      {"caffe@1.0", "3.1", "OpenBLAS took this CPU, which has AVX2, for a Prescott"}};
  EXPECT_EQ(Explain(proven, kEnglish).seen,
            "caffe@1.0 ran handicapped: OpenBLAS took this CPU, which has AVX2, for a Prescott; "
            "without that its training is 3.1 times as fast.");
  EXPECT_EQ(Explain(proven, kPortuguese).seen,
            "caffe@1.0 rodou em desvantagem: o OpenBLAS tomou esta CPU, que tem AVX2, por uma "
            "Prescott; sem isso seu treinamento é 3,1 vezes mais rápido.");
  const Warning likely{warning::kLikelyHandicap,
                       {"own@1", "2.5", "it says that it uses 1 of 8 CPUs", "jax@0.10.2"}};
  const std::string said = Explain(likely, kPortuguese).seen;
  EXPECT_EQ(
      said,
      "own@1 parece ter rodado em desvantagem: diz que usa 1 de 8 CPUs, e jax@0.10.2 treina a "
      "mesma rede 2,5 vezes mais rápido.");
  EXPECT_EQ(EnglishWordsIn(said), std::vector<std::string>{});
}

TEST(WarningTextTest, AnUnknownCodeIsShownAsItIs) {
  EXPECT_EQ(Explain({"new_code", {"x", "y"}}, kEnglish).seen, "new_code: x, y");
}

// A number is written as the language writes it, to the digits it came with and four at most; what
// only looks like one is a name.
TEST(WarningTextTest, NumbersAmongTheArgumentsAreTheReaders) {
  const auto begins = [](const std::string& argument, const std::string& shown,
                         const Words& words) {
    return Explain({warning::kFailedRuns, {argument, "C1"}}, words).seen.starts_with(shown + " ");
  };
  EXPECT_TRUE(begins("1500", "1,500", kEnglish));
  EXPECT_TRUE(begins("1500", "1.500", kPortuguese));
  EXPECT_TRUE(begins("1e3", "1,000", kEnglish));
  EXPECT_TRUE(begins("0.123456", "0.1235", kEnglish));
  EXPECT_TRUE(begins("0.10", "0.10", kEnglish)) << "two digits, as it was written";
  EXPECT_TRUE(begins("-0.5", "\u22120.5", kEnglish));
  for (const char* name : {"1.13.1", "12x", "nan", "inf", "", "C1"}) {
    EXPECT_TRUE(begins(name, name, kEnglish)) << name;
  }
}

TEST(WarningTextTest, TheRestOfTheArgumentsIsAList) {
  const Warning warning{warning::kFailedRuns, {"7", "C1", "C2", "C3"}};
  EXPECT_NE(Explain(warning, kEnglish).seen.find("C1, C2 and C3"), std::string::npos);
  EXPECT_NE(Explain(warning, kPortuguese).seen.find("C1, C2 e C3"), std::string::npos);
}

TEST(WarningTextTest, HowAStandInDiffersIsInBothLanguages) {
  for (auto [difference, portuguese] :
       {std::pair("2 CPUs instead of 4", "2 CPUs em vez de 4"),
        {"8 GB of memory instead of 28 GB", "8 GB de memória em vez de 28 GB"},
        {"a stand-in for the GPUs", "um substituto das GPUs"},
        {"something newer", "something newer"}}) {
    EXPECT_EQ(StandInText(difference, kEnglish), difference);
    EXPECT_EQ(StandInText(difference, kPortuguese), portuguese);
  }
  const Warning warning{warning::kStandIn, {"box", "2 CPUs instead of 4"}};
  EXPECT_NE(Explain(warning, kPortuguese).seen.find("2 CPUs em vez de 4"), std::string::npos);
}

TEST(WarningTextTest, ReasonsOfANewerTrenaAreShownAsTheyAre) {
  ResponseAnalysis response;
  response.why_not = "new_reason";
  response.why_not_details = {"x"};
  EXPECT_EQ(ExplainWhyNot(response, kEnglish), "new_reason");
  EXPECT_EQ(ExplainReason("new_reason", kPortuguese), "new_reason");
  EXPECT_EQ(Explain({"new_code", {}}, kEnglish).seen, "new_code: ");
  EXPECT_EQ(Explain({"new_code", {}}, kEnglish).page, "") << "no page tells of it";
}

TEST(WarningTextTest, ReasonsDifferByLanguage) {
  for (const ReasonRow& row : VerdictReasonRows()) {
    EXPECT_NE(ExplainReason(row.code, kEnglish), ExplainReason(row.code, kPortuguese)) << row.code;
  }
}

}  // namespace
}  // namespace trena

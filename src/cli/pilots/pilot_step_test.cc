// SPDX-License-Identifier: Apache-2.0
#include "cli/pilots/pilot_step.h"

#include <gtest/gtest.h>

#include "cli/pilots/pilot_previews.h"
#include "cli/steps.h"
#include "cli/talk.h"
#include "cli/test_workspace.h"
#include "core/text/test_language.h"
#include "core/text/text.h"

namespace trena {
namespace {

using Lines = std::vector<std::string>;

// Runs of 0.2 s, so that their first steps take hardly any time.
std::string Quick() {
  std::string text = kTwoScenarios;
  return text.replace(text.find("fake_seconds: 20"), 16, "fake_seconds: 0.2");
}

TEST(DescribePilots, SaysHowManyAndOfHowMany) {
  PilotsMade made;
  made.made = 8;
  made.scenarios = 4;
  made.took = Seconds{3.5};
  EXPECT_EQ(Describe(made), Lines{"8 pilots in 3.50 s, of 4 scenarios never measured; those that "
                                  "show most new levels came first."});
  made.made = made.scenarios = 1;
  EXPECT_EQ(Describe(made), Lines{"1 pilot in 3.50 s, of 1 scenario never measured; those that "
                                  "show most new levels came first."});
}

TEST(DescribePilots, SaysWhatDidNotGoWellFirst) {
  PilotsMade made;
  made.scenarios = 2;
  made.problems = {"C1: it \x1b[31mfailed"};
  made.crossed = Limit::kBudget;
  Lines lines = Describe(made);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].find("No pilot of C1: it "), 0u);
  EXPECT_EQ(lines[0].find('\x1b'), std::string::npos);
  EXPECT_EQ(lines[1], "No more pilots: the next would pass the budget.");
  EXPECT_EQ(lines[2].find("0 pilots in "), 0u);
  made.crossed = Limit::kDeadline;
  EXPECT_EQ(Describe(made)[1], "No more pilots: the next would end after the deadline.");
}

TEST(DescribePilots, NothingToPilotSaysWhy) {
  EXPECT_EQ(
      Describe(PilotsMade{}),
      Lines{"Nothing to pilot: what is left was measured before, is not of this machine, or is "
            "a program that tells no epochs (`patterns:`, or `epochs:` and trena.py)."});
}

TEST(PilotStep, TheTimeMustBeATime) {
  StudyFolder folder;
  auto workspace = folder.Open();
  EXPECT_EQ(PilotStep(*workspace, {}, "").value(), kExitDone);
  EXPECT_FALSE(fs::exists(folder.path("s.trena"))) << "nothing was asked for";
  for (const char* wrong : {"0s", "-1s", "soon"}) {
    Result<int> step = PilotStep(*workspace, {}, wrong);
    ASSERT_FALSE(step.ok()) << wrong;
    EXPECT_EQ(step.error().kind(), ErrorKind::kInput);
    EXPECT_TRUE(Has(step.error().message(), {"--pilot"}));
  }
}

TEST(PilotStep, WhatPilotsToldIsThereForTheForecastAndTheBill) {
  StudyFolder folder(Quick());
  auto workspace = folder.Open();
  const auto none = FindPreviews(*workspace);
  EXPECT_TRUE(none->Told().by_key.empty());
  EXPECT_TRUE(none->Paid().empty());
  EXPECT_EQ(none->Text(true), "");
  EXPECT_EQ(none->ToJson(), (Json{{"pilots", Json::array()}}));
  testing::internal::CaptureStderr();
  Result<int> step = PilotStep(*workspace, {}, "60s");
  std::string talk = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(step.ok()) << step.error().message();
  EXPECT_EQ(step.value(), kExitDone);
  EXPECT_TRUE(Has(talk, {"4 pilots in ", ", of 2 scenarios never measured"}));
  const KnownPilots known = FindPilots(workspace->results->folder());
  ASSERT_EQ(known.all.size(), 4u) << "two of each";
  const PilotPreviews previews(*workspace, known);
  ForetoldTimes told = previews.Told();
  for (const Scenario& scenario : workspace->plan.scenarios) {
    ASSERT_TRUE(told.by_key.contains(scenario.key)) << scenario.id;
    EXPECT_EQ(told.by_key[scenario.key].source, TimeSource::kPilot);
  }
  std::vector<PaidTime> paid = previews.Paid();
  ASSERT_EQ(paid.size(), 4u);
  for (size_t i = 0; i < paid.size(); ++i) {
    EXPECT_EQ(paid[i].environment, "here");
    EXPECT_EQ(paid[i].seconds, known.all[i].pilot_s);
  }
  std::string text = previews.Text(true);
  EXPECT_EQ(text.find("Pilots (the first steps only; kept apart from the runs"), 0u);
  EXPECT_TRUE(Has(text, {"start-up", "whole run", "C1 p1", "C1 p2", "C2 p1", "C2 p2", " ± "}));
  EXPECT_FALSE(Has(text, {"more: --all"}));
  const Json json = FindPreviews(*workspace)->ToJson()["pilots"];
  ASSERT_EQ(json.size(), 4u);
  EXPECT_EQ(json[0]["scenario"], "C1");
  EXPECT_EQ(json[0]["number"], 1);
  // 20,000 images in batches of 32, one epoch: 625 steps.
  EXPECT_EQ(json[0]["steps"], 625);
}

// Two of each scenario, beside the runs.
TEST(PilotStep, IsOnTheBillOfWhatIsMeasured) {
  StudyFolder folder(Quick());
  auto workspace = folder.Open();
  testing::internal::CaptureStderr();
  ASSERT_TRUE(PilotStep(*workspace, {}, "60s").ok());
  testing::internal::GetCapturedStderr();
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Heard heard;
  ASSERT_TRUE(MeasureStep(*workspace, folder.options(), configuration, {}, heard.terminal()).ok());
  Result<Analysis> analysis = AnalyzeStep(*workspace, folder.options());
  ASSERT_TRUE(analysis.ok()) << analysis.error().message();
  EXPECT_EQ(analysis.value().cost.bill.attempts, 4u) << "a pilot is no attempt";
  size_t pilots = 0;
  for (const BillLine& line : analysis.value().cost.bill.lines) {
    if (line.item == BillItem::kPilots) pilots += line.attempts;
  }
  EXPECT_EQ(pilots, 4u);
}

// So many pilots of the first scenario; a screen has six. Each of 2 s, a first step of 1 s, ten
// groups of four steps of 0.1 s, and 0.4 s; a whole run has 1001 steps.
KnownPilots PilotsOf(const Workspace& workspace, int count) {
  KnownPilots known;
  for (int number = 1; number <= count; ++number) {
    Pilot pilot;
    pilot.scenario = "C1";
    pilot.key = workspace.plan.scenarios[0].key;
    pilot.number = number;
    pilot.startup_s = 2;
    pilot.ending_s = 0.4;
    pilot.train = {{1, 1.0}};
    for (int i = 0; i < 10; ++i) pilot.train.push_back({4, 0.4});
    pilot.steps = 1001;
    known.here.push_back(pilot);
  }
  return known;
}

TEST(PilotPreviews, AScreenHasSix) {
  StudyFolder folder;
  auto workspace = folder.Open();
  KnownPilots known = PilotsOf(*workspace, 7);
  const std::string screen = PilotPreviews(*workspace, known).Text(false);
  EXPECT_TRUE(Has(screen, {"C1 p6", "\n  and 1 more: --all\n"})) << screen;
  EXPECT_FALSE(Has(screen, {"C1 p7"}));
  const std::string all = PilotPreviews(*workspace, known).Text(true);
  EXPECT_TRUE(Has(all, {"C1 p7", "1 min 43 s"})) << all;  // 2 + 1 + 100 + 0.4
  EXPECT_FALSE(Has(all, {"more: --all"}));
  known.here.resize(6);
  EXPECT_FALSE(Has(PilotPreviews(*workspace, known).Text(false), {"more: --all"}));
}

// The lines of a text with each run of blanks as one, and none at the ends.
Lines PlainLines(const std::string& text) {
  Lines lines;
  for (const std::string& line : Split(text, '\n')) {
    Lines words;
    for (const std::string& word : Split(line, ' ')) {
      if (!word.empty()) words.push_back(word);
    }
    lines.push_back(Join(words, " "));
  }
  return lines;
}

TEST(PilotPreviews, TheTableSpeaksTheReadersLanguage) {
  StudyFolder folder;
  auto workspace = folder.Open();
  KnownPilots known = PilotsOf(*workspace, 1);
  known.here[0].startup_s = 2.5;
  const PilotPreviews previews(*workspace, known);
  // The first step takes 0.9 s more; 2.5 + 0.9 + 1001 × 0.1 + 0.4 s = 103.9 s.
  EXPECT_EQ(
      PlainLines(previews.Text(true)),
      (Lines{"Pilots (the first steps only; kept apart from the runs, used until the study or "
             "the machine changes)",
             "pilot start-up warm-up steps a step evaluation ending whole run",
             "C1 p1 2.50 s 900 ms 1001 100 ms ± 0.0 % 0 ms 400 ms 1 min 44 s", ""}));
  TalkIn("pt-BR");
  const std::string said = previews.Text(true);
  TalkIn("en");
  EXPECT_EQ(
      PlainLines(said),
      (Lines{"Pilotos (só os primeiros passos; guardados à parte das execuções, usados até que "
             "o estudo ou a máquina mude)",
             "piloto início aquecimento passos um passo avaliação encerramento execução "
             "inteira",
             "C1 p1 2,50 s 900 ms 1001 100 ms ± 0,0 % 0 ms 400 ms 1 min 44 s", ""}));
  EXPECT_EQ(EnglishWordsIn(said), Lines{});
}

TEST(DescribePilots, SpeaksPortuguese) {
  PilotsMade made;
  made.problems = {"C1: x"};
  made.crossed = Limit::kBudget;
  made.made = 1;
  made.scenarios = 2;
  made.took = Seconds{3.5};
  TalkIn("pt-BR");
  Lines said = Describe(made);
  made.crossed = Limit::kDeadline;
  said.push_back(Describe(made)[1]);
  said.push_back(Describe(PilotsMade{})[0]);
  TalkIn("en");
  EXPECT_EQ(
      said,
      (Lines{"Nenhum piloto de C1: x", "Sem mais pilotos: o próximo passaria do orçamento.",
             "1 piloto em 3,50 s, de 2 cenários nunca medidos; primeiro os que mostram mais "
             "níveis novos.",
             "Sem mais pilotos: o próximo terminaria depois do prazo.",
             "Nada a pilotar: o que resta já foi medido, não é desta máquina ou é um programa "
             "que não diz suas épocas (`patterns:`, ou `epochs:` e trena.py)."}));
  EXPECT_EQ(EnglishWordsIn(Join(said, "\n")), Lines{});
}

TEST(PilotPreviews, AreSuggestedOfWhatWasAskedFor) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  CommandEnd end = RunCommand(
      "plan", {study, "--only", "batch == 32", "--replications", "3", "-P", "fake_seconds=10"});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  EXPECT_TRUE(Has(end.output, {"in a minute: trena plan " + study +
                               " -P fake_seconds=10 --only 'batch == 32' --replications 3 --pilot "
                               "60s\n"}))
      << end.output;
}

TEST(PilotPreviews, ThoseOfAnotherStudyAreLeftOut) {
  StudyFolder folder(Quick());
  auto workspace = folder.Open();
  testing::internal::CaptureStderr();
  ASSERT_TRUE(PilotStep(*workspace, {}, "60s").ok());
  testing::internal::GetCapturedStderr();
  std::string other = Quick();
  other.replace(other.find("[32, 64]"), 8, "[32, 96]");
  folder.Write(other);
  auto now = folder.Open();
  const auto previews = FindPreviews(*now);
  EXPECT_EQ(previews->Paid().size(), 4u) << "they are kept";
  EXPECT_EQ(previews->ToJson()["pilots"].size(), 2u) << "batch 64 is of no scenario any more";
  EXPECT_FALSE(Has(previews->Text(true), {"C2 p1"}));
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The questions without a terminal; tests/init_test.cc has the conversation on one.
#include "study/init/init_dialogue.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "study/study_reader.h"

namespace trena {
namespace {

bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Reads the study and counts the levels of its factors.
Result<std::string> Crossing(const std::string& text) {
  KnownNames known;
  known.frameworks = {"libtorch", "pytorch"};
  TRENA_ASSIGN(Study study, ReadStudyText("study.yaml", text, {}, known));
  size_t scenarios = 1;
  for (const auto& factor : study.factors) scenarios *= factor.levels.size();
  return std::to_string(scenarios) + " scenarios";
}

InitDialogue Dialogue(const std::string& device = "cpu") {
  return {Crossing, {device, {"libtorch", "paddlepaddle", "pytorch"}}};
}

// Answers until the question of this name is asked.
void GoTo(InitDialogue& dialogue, const std::string& name) {
  while (!dialogue.done() && dialogue.question().name != name) {
    ASSERT_TRUE(dialogue.Answer("").ok()) << dialogue.question().name;
  }
  ASSERT_FALSE(dialogue.done()) << "there is no question " << name;
}

TEST(InitDialogue, DefaultsAllTheWayAreAStudy) {
  InitDialogue dialogue = Dialogue();
  EXPECT_EQ(dialogue.number(), 1u);
  EXPECT_EQ(dialogue.count(), 14u) << "three, two about this machine, nine";
  for (size_t i = 0; i < 14; ++i) {
    ASSERT_FALSE(dialogue.done()) << i;
    ASSERT_TRUE(dialogue.Answer("").ok()) << dialogue.question().name;
  }
  EXPECT_TRUE(dialogue.done());
  // network1 and network2, batches of 64 and 128.
  EXPECT_EQ(dialogue.Summary(), "4 scenarios");
  EXPECT_TRUE(Holds(dialogue.StudyText(), "replications: 3"));
}

TEST(InitDialogue, TheFrameworksThatWereFoundAreOffered) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "frameworks");
  EXPECT_EQ(dialogue.question().choices,
            "libtorch, paddlepaddle, pytorch; or command: a program of your own");
  EXPECT_EQ(dialogue.standard(), "libtorch");
}

TEST(InitDialogue, WhatThisMachineTrainsOnIsTheDefault) {
  for (const char* device : {"cpu", "cuda"}) {
    InitDialogue dialogue = Dialogue(device);
    GoTo(dialogue, "device of here");
    EXPECT_EQ(dialogue.standard(), device);
  }
}

TEST(InitDialogue, MachinesDecideWhatIsAsked) {
  InitDialogue dialogue = Dialogue("cuda");
  GoTo(dialogue, "machines");
  ASSERT_TRUE(dialogue.Answer("f4s_v2, nc4as_t4_v3").ok());
  EXPECT_EQ(dialogue.count(), 12u) << "their devices and prices are known";
  EXPECT_EQ(dialogue.question().name, "frameworks");
  ASSERT_TRUE(dialogue.Answer("<").ok());
  EXPECT_EQ(dialogue.question().name, "machines");
  EXPECT_EQ(dialogue.standard(), "f4s_v2, nc4as_t4_v3") << "what was answered is the default now";
  ASSERT_TRUE(dialogue.Answer("box, here").ok());
  EXPECT_EQ(dialogue.count(), 16u);
  EXPECT_EQ(dialogue.question().name, "device of box");
  EXPECT_EQ(dialogue.standard(), "cpu") << "only of here is it known";
}

TEST(InitDialogue, TheFirstQuestionHasNoWayBack) {
  InitDialogue dialogue = Dialogue();
  ASSERT_TRUE(dialogue.Answer("<").ok());
  EXPECT_EQ(dialogue.number(), 1u);
}

TEST(InitDialogue, AMistakeStaysWithItsQuestion) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "frameworks");
  Status answered = dialogue.Answer("pytroch");
  ASSERT_FALSE(answered.ok());
  EXPECT_TRUE(Holds(answered.error().message(), "pytorch")) << answered.error().message();
  EXPECT_EQ(dialogue.question().name, "frameworks");
  EXPECT_EQ(dialogue.standard(), "libtorch") << "a mistake is not kept";
}

TEST(InitDialogue, EveryMetricIsChecked) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "response");
  EXPECT_EQ(dialogue.Answer(" , ").error().message(), "name at least one metric");
  EXPECT_FALSE(dialogue.Answer("train_s, csot").ok()) << "the second is misspelt";
  ASSERT_TRUE(dialogue.Answer("cost, accuracy, wall_s").ok());
  EXPECT_TRUE(Holds(dialogue.StudyText(),
                    "analyze: { response: cost }   # what the answer explains; beside it stand "
                    "accuracy, wall_s\n"))
      << dialogue.StudyText();
}

TEST(InitDialogue, ADashTakesBackOnlyWhatMayBeEmpty) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "price of here");
  ASSERT_TRUE(dialogue.Answer("0.10 USD/h").ok());
  EXPECT_TRUE(Holds(dialogue.StudyText(), "  here: { device: cpu, price: 0.10 USD/h }\n"));
  ASSERT_TRUE(dialogue.Answer("<").ok());
  ASSERT_TRUE(dialogue.Answer("-").ok());
  EXPECT_TRUE(Holds(dialogue.StudyText(), "  here: { device: cpu }   # no price"));
  GoTo(dialogue, "epochs");
  EXPECT_FALSE(dialogue.Answer("-").ok()) << "a run trains some epochs";
  GoTo(dialogue, "budget");
  ASSERT_TRUE(dialogue.Answer("20 USD").ok());
  EXPECT_TRUE(Holds(dialogue.StudyText(), "budget:  20 USD"));
}

// One level is fixed, several are a factor, and a range is several.
TEST(InitDialogue, LevelsAreFactorsOrFixed) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "networks");
  ASSERT_TRUE(dialogue.Answer("lenet").ok());
  ASSERT_TRUE(dialogue.Answer("32..128 by x2").ok());
  std::string text = dialogue.StudyText();
  const size_t fixed = text.find("fixed:");
  ASSERT_NE(fixed, text.npos);
  EXPECT_GT(text.find("  network: lenet "), fixed);
  EXPECT_LT(text.find("  batch: [32..128 by x2] "), fixed);
  EXPECT_EQ(dialogue.Summary(), "3 scenarios") << "32, 64, 128";
}

TEST(InitDialogue, WhatElseVariesIsNameAndLevels) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "more");
  for (const char* wrong : {"batch", "=1", "speed of=1", "threads="}) {
    Status answered = dialogue.Answer(wrong);
    ASSERT_FALSE(answered.ok()) << wrong;
    EXPECT_TRUE(Holds(answered.error().message(), "is not name=levels")) << wrong;
  }
  ASSERT_TRUE(dialogue.Answer("learning_rate=0.01,0.1; threads = 2; dropout=0.5;").ok());
  std::string text = dialogue.StudyText();
  for (const char* line : {"  learning_rate: [0.01, 0.1]   # step size\n", "  threads: 2   # ",
                           "  dropout: 0.5   # the runner's own\n"}) {
    EXPECT_TRUE(Holds(text, line)) << line << "\n" << text;
  }
}

// No questions about data and networks, which are the program's own.
TEST(InitDialogue, AProgramOfOnesOwn) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "frameworks");
  ASSERT_TRUE(dialogue.Answer("command").ok());
  EXPECT_EQ(dialogue.question().name, "more");
  EXPECT_EQ(dialogue.standard(), "batch=64,128");
  ASSERT_TRUE(dialogue.Answer("width=8,16; batch=32").ok());
  GoTo(dialogue, "command");
  EXPECT_EQ(dialogue.standard(),
            "python3 train.py --width={width} --batch={batch} --epochs={epochs}");
  ASSERT_TRUE(dialogue.Answer("python3  my.py --w {width}").ok());
  while (!dialogue.done()) ASSERT_TRUE(dialogue.Answer("").ok());
  const std::string text = dialogue.StudyText();
  EXPECT_TRUE(Holds(text, "command: [\"python3\", \"my.py\", \"--w\", \"{width}\"]\n")) << text;
  EXPECT_FALSE(Holds(text, "dataset"));
  Result<Study> study = ReadStudyText("s.yaml", text);
  ASSERT_TRUE(study.ok()) << study.error().message();
  ASSERT_EQ(study.value().factors.size(), 1u);
  EXPECT_EQ(study.value().factors[0].name, "width");
}

TEST(InitDialogue, KnownMachinesCarryTheirPriceAndItsDate) {
  InitDialogue dialogue = Dialogue();
  GoTo(dialogue, "machines");
  EXPECT_TRUE(Holds(dialogue.question().choices, "g5_xlarge (AWS, A10G, 1.006 USD/h)"));
  ASSERT_TRUE(dialogue.Answer("g5_xlarge, c7i_xlarge").ok());
  EXPECT_TRUE(Holds(dialogue.StudyText(),
                    "  g5_xlarge: { device: cuda, vcpus: 4, memory: 16 GB, gpu: A10G, price: 1.006 "
                    "USD/h }   # AWS, 2026-08\n"))
      << dialogue.StudyText();
  EXPECT_TRUE(Holds(dialogue.StudyText(),
                    "  c7i_xlarge: { device: cpu, vcpus: 4, memory: 8 GB, price: 0.1785 USD/h }"));
}

TEST(InitDialogue, TheQuestionIsQuotedForYaml) {
  InitDialogue dialogue = Dialogue();
  ASSERT_TRUE(dialogue.Answer("Is \"b\" faster: or a \\?").ok());
  Result<Study> study = ReadStudyText("s.yaml", dialogue.StudyText());
  ASSERT_TRUE(study.ok()) << study.error().message();
  EXPECT_EQ(study.value().question, "Is \"b\" faster: or a \\?");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/values.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "study/scenario.h"
#include "study/study_reader.h"

namespace trena {
namespace {

bool Takes(const char* name, const Value& value) {
  const KnownValue* known = FindKnownValue(name);
  EXPECT_NE(known, nullptr) << name;
  return known != nullptr && !Objection(*known, value);
}

TEST(ValuesTest, EachKindHasItsBounds) {
  EXPECT_TRUE(Takes("batch", 1) && Takes("batch", 1e9));
  EXPECT_FALSE(Takes("batch", 0) || Takes("batch", 1.5) || Takes("batch", 1e9 + 1));
  EXPECT_FALSE(Takes("batch", "64") || Takes("batch", true));
  EXPECT_TRUE(Takes("workers", 0));
  EXPECT_FALSE(Takes("workers", -1) || Takes("workers", 0.5));
  EXPECT_TRUE(Takes("learning_rate", 1e-9));
  EXPECT_FALSE(Takes("learning_rate", 0) || Takes("learning_rate", "fast"));
  EXPECT_TRUE(Takes("weight_decay", 0) && Takes("weight_decay", 5));
  EXPECT_FALSE(Takes("weight_decay", -1e-9));
  EXPECT_TRUE(Takes("momentum", 0) && Takes("momentum", 0.999));
  EXPECT_FALSE(Takes("momentum", 1) || Takes("momentum", -0.1));
  EXPECT_TRUE(Takes("network", "network1"));
  EXPECT_FALSE(Takes("network", 1) || Takes("network", ""));
}

TEST(ValuesTest, ItsOwnDefaultsAreAllowed) {
  for (const KnownValue& known : KnownValues()) {
    if (known.default_value == nullptr) continue;
    EXPECT_FALSE(Objection(known, Value::Parse(known.default_value))) << known.name;
    EXPECT_FALSE(known.required) << known.name;
  }
  EXPECT_EQ(KnownValueNames().size(), KnownValues().size());
  EXPECT_EQ(FindKnownValue("bacth"), nullptr);
}

TEST(ValuesTest, PlainNames) {
  EXPECT_TRUE(IsPlainName("learning_rate") && IsPlainName("_x2") &&
              IsPlainName(std::string(200, 'x')));
  for (const std::string& name : {std::string(), std::string("2x"), std::string("a b"),
                                  std::string("a-b"), std::string("é"), std::string(201, 'x')}) {
    EXPECT_FALSE(IsPlainName(name)) << name;
  }
}

TEST(ValuesTest, LevelsAreTheSameByTheirSpelling) {
  std::vector<Value> levels = {64, "word"};
  EXPECT_TRUE(HasLevel(levels, 64.0) && HasLevel(levels, "64") && HasLevel(levels, "word"));
  EXPECT_FALSE(HasLevel(levels, 65) || HasLevel({}, 64));
}

TEST(ValuesTest, OneAmountOfMemoryHasOneSpelling) {
  const std::pair<const char*, const char*> cases[] = {
      {"2 GB", "2 GB"},      {"2GB", "2 GB"},      {"2000 MB", "2 GB"},  {"2048 MB", "2.048 GB"},
      {"2048 MiB", "2 GiB"}, {"1.5GB", "1.5 GB"},  {"100 MB", "100 MB"}, {"1536 MiB", "1536 MiB"},
      {"0.1GB", "100 MB"},   {"2500 kB", "2.5 MB"}};
  for (const auto& [written, canonical] : cases) {
    EXPECT_EQ(Canonical("memory_limit", written), Value(canonical)) << written;
    EXPECT_EQ(Canonical("network", written), Value(written)) << "only where memory is meant";
  }
  EXPECT_EQ(Canonical("memory_limit", "much"), Value("much"));
}

// Two spellings are one scenario, whose limit is read from its values.
TEST(ValuesTest, AMemoryLimitIsReadFromFileAndCommandLineAlike) {
  const char* text = "fixed: { framework: fake, memory_limit: 2000MB }\n";
  const StudyOverrides overrides{{"memory_limit=1GB, 2 GB"}, {}};
  const Study written = ReadStudyText("s.yaml", text).value();
  const Study overridden = ReadStudyText("s.yaml", text, overrides).value();
  const Scenario one = MakeScenario(written, "C1", {}, {}).value();
  const Scenario two = MakeScenario(overridden, "C1", {{"memory_limit", "2 GB"}}, {}).value();
  EXPECT_EQ(one.memory_limit(), Bytes{2'000'000'000});
  EXPECT_EQ(overridden.factor("memory_limit")->levels, (std::vector<Value>{"1 GB", "2 GB"}));
  EXPECT_EQ(one.key, two.key);
  EXPECT_EQ(
      MakeScenario(ReadStudyText("s.yaml", "fixed: { framework: fake }\n").value(), "C1", {}, {})
          .value()
          .memory_limit(),
      std::nullopt);
}

std::string ValuesLevels(const std::string& text) {
  Result<std::vector<Value>> levels = ParseRange(text);
  if (!levels.ok()) return levels.error().message();
  std::vector<std::string> words;
  for (const Value& level : levels.value()) words.push_back(level.ToString());
  return Join(words, " ");
}

TEST(RangesTest, AddOrMultiply) {
  EXPECT_EQ(ValuesLevels("16..64 by 16"), "16 32 48 64");
  EXPECT_EQ(ValuesLevels("1..512 by x2"), "1 2 4 8 16 32 64 128 256 512");
  EXPECT_EQ(ValuesLevels("1..4"), "1 2 3 4");
  EXPECT_EQ(ValuesLevels("0.1..0.5 by 0.1"), "0.1 0.2 0.3 0.4 0.5");
  EXPECT_EQ(ValuesLevels("0.001..1 by x10"), "0.001 0.01 0.1 1");
  EXPECT_EQ(ValuesLevels("-2..2 by 2"), "-2 0 2");
  EXPECT_EQ(ValuesLevels("5..5"), "5");
  // The end is a level only where a step reaches it.
  EXPECT_EQ(ValuesLevels("1..500 by x2"), "1 2 4 8 16 32 64 128 256");
  EXPECT_EQ(ValuesLevels("1 .. 10 by 4"), "1 5 9");
}

TEST(RangesTest, WhatCannotBe) {
  EXPECT_NE(ValuesLevels("64..16 by 16").find("goes down"), std::string::npos);
  EXPECT_NE(ValuesLevels("0..512 by x2").find("must start above 0"), std::string::npos);
  EXPECT_NE(ValuesLevels("1..9 by 0").find("leads nowhere"), std::string::npos);
  EXPECT_NE(ValuesLevels("1..9 by -1").find("leads nowhere"), std::string::npos);
  EXPECT_NE(ValuesLevels("1..9 by x1").find("multiply by more than 1"), std::string::npos);
  EXPECT_NE(ValuesLevels("1..9 by two").find("is not a range"), std::string::npos);
  EXPECT_NE(ValuesLevels("1..many").find("is not a range"), std::string::npos);
  EXPECT_NE(ValuesLevels("1..1e9").find("more than 10000 levels"), std::string::npos);
}

TEST(RangesTest, WordsAreNotRanges) {
  for (const char* text : {"network1", "a..b", "..", "1..", "../x", "1...3", "2.5", ""}) {
    EXPECT_FALSE(IsRange(text)) << text;
  }
}

TEST(RangesTest, InAStudyAndOnTheCommandLine) {
  std::string text =
      "factors: { batch: 16..64 by x2, image: [28, 32..64 by 16] }\nfixed: { framework: fake }\n";
  Study study = ReadStudyText("s.yaml", text).value();
  EXPECT_EQ(study.factor("batch")->levels, (std::vector<Value>{16, 32, 64}));
  EXPECT_EQ(study.factor("image")->levels, (std::vector<Value>{28, 32, 48, 64}));
  StudyOverrides overrides{{"batch=1..3,8"}, {}};
  EXPECT_EQ(ReadStudyText("s.yaml", text, overrides).value().factor("batch")->levels,
            (std::vector<Value>{1, 2, 3, 8}));
}

TEST(RangesTest, ErrorsAreShownInTheFile) {
  auto error = [](const std::string& levels) {
    Result<Study> study =
        ReadStudyText("s.yaml", "fixed: { framework: fake }\nfactors: { batch: " + levels + " }\n");
    return study.ok() ? "" : study.error().message();
  };
  EXPECT_NE(error("[64..16 by 16]").find("s.yaml:2:20: the range `64..16 by 16` goes down"),
            std::string::npos);
  EXPECT_NE(error("[16, 1..32 by x2]").find("s.yaml:2:24: level `16` of batch is given twice"),
            std::string::npos);
  EXPECT_NE(error("0..4").find("batch must be a whole number from 1, not `0`"), std::string::npos);
}

TEST(ValuesTest, WhatIsWrittenAsANumberIsOne) {
  EXPECT_EQ(NumberObjection("1e400"), "`1e400` is larger than any number");
  EXPECT_EQ(NumberObjection("-1e400"), "`-1e400` is larger than any number");
  EXPECT_EQ(NumberObjection("1e-400"), "`1e-400` is nearer to 0 than any number");
  for (const char* text : {"nan", "inf", "-inf", ".inf", "-.inf", ".NaN"}) {
    EXPECT_EQ(NumberObjection(text), "`" + std::string(text) + "` is not a finite number");
  }
  for (const char* fine : {"1e308", "-5", "network1", "", "1,5", "info", "nano", ".hidden", "."}) {
    EXPECT_EQ(NumberObjection(fine), std::nullopt) << fine;
  }
}

}  // namespace

}  // namespace trena

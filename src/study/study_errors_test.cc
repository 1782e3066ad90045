// SPDX-License-Identifier: Apache-2.0
// What is wrong inside a study file: each with its place and the likely intention, all at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/text/text.h"
#include "study/study_reader.h"

namespace trena {
namespace {

const std::string kStudyErrorsBase =
    "fixed: { framework: libtorch, network: network1, dataset: mnist, epochs: 2, batch: 64 }\n";

std::string StudyErrorsErrorsOf(const std::string& text) {
  Result<Study> study = ReadStudyText("s.yaml", text);
  EXPECT_FALSE(study.ok()) << text;
  if (study.ok()) return "";
  EXPECT_EQ(study.error().kind(), ErrorKind::kInput);
  return study.error().message();
}

// How many problems were shown: each begins with the file's name.
size_t StudyErrorsCount(const std::string& errors) {
  size_t count = 0;
  for (const std::string& line : Split(errors, '\n')) count += line.starts_with("s.yaml:");
  return count;
}

void StudyErrorsExpectError(const std::string& text, const std::string& message,
                            const std::string& suggestion = "") {
  std::string errors = StudyErrorsErrorsOf(text);
  EXPECT_EQ(StudyErrorsCount(errors), 1u) << errors;
  EXPECT_NE(errors.find(message), std::string::npos) << errors << "\nshould say: " << message;
  EXPECT_NE(errors.find(suggestion), std::string::npos) << errors << "\nshould say: " << suggestion;
}

TEST(StudyErrorsTest, UnknownKeysWithTheNearest) {
  StudyErrorsExpectError(kStudyErrorsBase + "desing: {}\n",
                         "s.yaml:2:1: unknown key `desing` in the study\n"
                         "    2 | desing: {}\n"
                         "      | ^~~~~~\n"
                         "      = did you mean `design`?");
  StudyErrorsExpectError(kStudyErrorsBase + "design: { replicatons: 3 }\n",
                         "s.yaml:2:11: unknown key `replicatons` in design",
                         "did you mean `replications`?");
  StudyErrorsExpectError(kStudyErrorsBase + "environments: { a: { pirce: free } }\n",
                         "unknown key `pirce` in environment a", "did you mean `price`?");
  StudyErrorsExpectError(kStudyErrorsBase + "measure: { sample_evry: 1s }\n", "unknown key",
                         "did you mean `sample_every`?");
  StudyErrorsExpectError(kStudyErrorsBase + "analyze: { respons: cost }\n", "unknown key",
                         "did you mean `response`?");
  StudyErrorsExpectError(kStudyErrorsBase + "report: { curency: USD }\n", "unknown key",
                         "did you mean `currency`?");
  StudyErrorsExpectError(kStudyErrorsBase + "zzz: 1\n", "unknown key `zzz`",
                         "known keys: analyze, budget, command");
}

TEST(StudyErrorsTest, RepeatedKeysAndLevels) {
  StudyErrorsExpectError(kStudyErrorsBase + "design: {}\ndesign: {}\n",
                         "s.yaml:3:1: `design` is given twice in the study");
  StudyErrorsExpectError(kStudyErrorsBase + "factors: { image: [32], image: [64] }\n",
                         "`image` is given twice in factors");
  StudyErrorsExpectError(kStudyErrorsBase + "environments: { a: {}, a: {} }\n",
                         "`a` is given twice in environments");
  StudyErrorsExpectError(kStudyErrorsBase + "factors: { image: [32, 64, 32.0] }\n",
                         "s.yaml:2:28: level `32` of image is given twice");
  // They would be two scenarios with one key.
  StudyErrorsExpectError(kStudyErrorsBase + "factors: { prefetch: [2, '2'] }\n",
                         "level `2` of prefetch is given twice");
}

TEST(StudyErrorsTest, WordsThatAreNoChoice) {
  for (const char* wrong : {"optimizer: sdg", "precision: flota32", "evaluate: never"}) {
    Result<Study> study =
        ReadStudyText("s.yaml", std::string("fixed: { framework: fake, ") + wrong + " }\n");
    ASSERT_FALSE(study.ok()) << wrong;
    EXPECT_NE(study.error().message().find("must be one of"), std::string::npos) << wrong;
  }
}

TEST(StudyErrorsTest, BadValuesOfKnownNames) {
  const std::pair<const char*, const char*> cases[] = {
      {"image: 0", "image must be a whole number from 1, not `0`"},
      {"image: 1.5", "image must be a whole number from 1, not `1.5`"},
      {"images: -1", "images must be a whole number from 1, not `-1`"},
      {"images: many", "images must be a whole number from 1, not `many`"},
      {"threads: 1e12", "threads must be a whole number from 1"},
      {"workers: -1", "workers must be a whole number from 0, not `-1`"},
      {"learning_rate: 0", "learning_rate must be a number above 0, not `0`"},
      {"momentum: 1", "momentum must be a number from 0 to below 1, not `1`"},
      {"weight_decay: -0.1", "weight_decay must be a number from 0, not `-0.1`"},
      {"memory_limit: 2", "memory_limit must be an amount of memory from 1 MB, like 2 GB, not `2`"},
      {"memory_limit: 0.5 MB", "memory_limit must be an amount of memory from 1 MB"},
      {"memory_limit: much", "memory_limit must be an amount of memory from 1 MB"},
      {"memory_limit: [2 GB, 2000 MB]", "level `2 GB` of memory_limit is given twice"},
      {"memory_limit: '=2*batch'", "memory_limit cannot be computed: it is an amount of memory"},
      {"optimizer: 3", "optimizer must be a word, not `3`"},
      {"optimizer: ''", "optimizer must be a word, not ``"},
      {"precision: [float32, [b]]", "a value of precision must be a number or a word"},
      {"image: []", "image has no levels"},
      {"image: { a: 1 }", "the levels of image must be a list"},
  };
  for (const auto& [text, message] : cases) {
    StudyErrorsExpectError(kStudyErrorsBase + "factors: { " + text + " }\n", message);
  }
  StudyErrorsExpectError("fixed: { framework: fake, image: [32, 64] }\n",
                         "image has several values", "what varies belongs under `factors:`");
  StudyErrorsExpectError("fixed: { framework: fake, images: few }\n",
                         "s.yaml:1:35: images must be");
}

TEST(StudyErrorsTest, NamesThatCannotBe) {
  for (const char* name : {"1x", "a-b", "'a b'", "'a.b'", "é", "''"}) {
    StudyErrorsExpectError(fmt::format("fixed: {{ framework: fake, {}: 2 }}\n", name),
                           "cannot be the name of a fixed value", "not starting with a digit");
  }
  StudyErrorsExpectError(
      fmt::format("fixed: {{ framework: fake, {}: 2 }}\n", std::string(201, 'x')),
      "cannot be the name");
  StudyErrorsExpectError("fixed: { framework: fake, epoch: 3 }\n", "unknown value `epoch`",
                         "did you mean `epochs`?");
  StudyErrorsExpectError("factors: { framework: fake, lerning_rate: [1, 2] }\n",
                         "unknown value `lerning_rate`", "did you mean `learning_rate`?");
}

TEST(StudyErrorsTest, BadOptions) {
  struct Case {
    const char *text, *message, *suggestion;
  };
  const Case cases[] = {
      {"design: { kind: fulll }", "kind cannot be `fulll`", "did you mean `full`?"},
      {"design: { replications: 0 }", "must be a whole number from 1 to 100000", ""},
      {"design: { replications: 2.5 }", "replications must be a whole number", ""},
      {"design: { replications: '3' }", "replications must be a whole number", ""},
      {"design: { order: radnom }", "order cannot be `radnom`", "did you mean `random`?"},
      {"design: { seed: -1 }", "seed must be a whole number from 0 to 1000000000", ""},
      {"measure: { sample_every: 10 }", "`10` has no unit of time", "write `10s`"},
      {"measure: { sample_every: 9ms }", "sample_every must be at least 10ms", ""},
      {"measure: { timeout: 0s }", "a timeout must be above 0", "leave it out for no limit"},
      {"measure: { timeout: [3h] }", "expected a time, like 3h", ""},
      {"measure: { hang_after: 0s }", "hang_after must be above 0", "or `never`"},
      {"measure: { hang_after: 5 }", "`5` has no unit of time", "write `5s`"},
      {"measure: { thrash_after: [1s] }", "expected a time, like 10min, or never", ""},
      {"measure: { largest_output: 1 kB }", "largest_output must be at least 1 MB", ""},
      {"measure: { skip_larger_after_oom: ture }", "skip_larger_after_oom cannot be `ture`",
       "did you mean `true`?"},
      {"measure: { detail: steps }", "detail cannot be `steps`", "did you mean `step`?"},
      {"analyze: { response: trains }", "response cannot be `trains`", "did you mean `train_s`?"},
      {"analyze: { scale: linear }", "scale cannot be `linear`", "known: raw, log"},
      {"analyze: { ss: 4 }", "ss must be a whole number from 1 to 3", ""},
      {"analyze: { block: day }", "block cannot be `day`", "known: replication"},
      {"analyze: { adjust: tuky }", "adjust cannot be `tuky`", "did you mean `tukey`?"},
      {"analyze: { same_within: much }", "`much` is not a percentage", "write it like 2 %"},
      {"analyze: { same_within: 200% }", "`200%` is not between 0 % and 100 %", ""},
      {"analyze: { same_within: 0.05 }", "`0.05` has no unit", "write it like 5 %"},
      {"analyze: { covariate: { a: b } }", "expected yardstick, order or a metric", ""},
      {"report: { currency: usd }", "`usd` is not a currency", "three capital letters"},
      {"report: { rate: { USD: 0 } }", "the rate of USD must be a number above 0", ""},
      {"report: { rate: { usd: 2 } }", "`usd` is not a currency", ""},
      {"report: { rate: { date: yesterday } }", "`yesterday` is not a date", "2024-01-15"},
      {"report: { rate: { date: 2024-02-30 } }", "`2024-02-30` is not a date", ""},
      {"report: { language: fr }", "language cannot be `fr`", "known: en, pt-BR"},
      {"budget: 200", "`200` has no currency", "write `200 USD`"},
      {"budget: [1]", "expected an amount of money", ""},
      {"deadline: 3h", "`3h` is not a moment", "2024-01-15 18:00"},
      {"deadline: [1]", "expected a moment", ""},
      {"question: [a]", "expected text", ""},
      {"factors: 3", "factors must be a map", ""},
      {"exclude: { a: b }", "expected an expression", ""},
  };
  for (const Case& one : cases)
    StudyErrorsExpectError(kStudyErrorsBase + one.text + "\n", one.message, one.suggestion);
}

TEST(StudyErrorsTest, BadEnvironments) {
  struct Case {
    const char *text, *message, *suggestion;
  };
  const Case cases[] = {
      {"price: 0", "a price of 0 is ambiguous", "`free`"},
      {"price: 0 USD/h", "a price of 0 is ambiguous", "leave it out"},
      {"price: 0.169", "`0.169` has no currency", "write `0.169 USD/h`"},
      {"price: 0.169 USD", "is not a price", "like 0.169 USD/h"},
      {"price: -1 USD/h", "is not a price", "like 0.169 USD/h"},
      {"memory: 8", "`8` is not an amount of memory", "like 8 GB"},
      {"vcpus: 0", "vcpus must be a whole number from 1 to 1000000", ""},
      {"device: gpu", "device cannot be `gpu`", "did you mean `cuda`?"},
      {"device: cdua", "device cannot be `cdua`", "did you mean `cuda`?"},
      {"gpu: [T4]", "expected a word", ""},
  };
  for (const Case& one : cases) {
    StudyErrorsExpectError(kStudyErrorsBase + "environments: { here: { " + one.text + " } }\n",
                           one.message, one.suggestion);
  }
  StudyErrorsExpectError(kStudyErrorsBase + "environments: { here: cpu }\n",
                         "environment here must be a map");
}

TEST(StudyErrorsTest, EmptyFilesAndOtherThings) {
  StudyErrorsExpectError("", "s.yaml: the study file is empty", "`trena init`");
  StudyErrorsExpectError("# nothing yet\n", "the study file is empty");
  StudyErrorsExpectError("just words\n", "the study must be a map of `key: value`");
  StudyErrorsExpectError("[1, 2]\n", "the study must be a map");
  StudyErrorsExpectError("a: [1\n", "not valid YAML");
}

TEST(StudyErrorsTest, AllAtOnceInTheOrderOfTheFile) {
  std::string errors = StudyErrorsErrorsOf(
      "studdy: x\n"                                               // 1 unknown key
      "factors: { image: [32, 32], batch: [0, 64], epoch: 3 }\n"  // 2 twice, 3 bad value, 4 unknown
      "fixed: { framework: libtorch, momentum: 2 }\n"             // 5 bad value
      "environments: { a: { price: 0 }, b: { devise: cpu } }\n"   // 6 price, 7 unknown key
      "design: { replications: none, order: sorted }\n"           // 8, 9 bad values
      "measure: { timeout: 3 }\n"                                 // 10 no unit
      "measure: {}\n"                                             // 11 given twice
      "budget: 5\n");                                             // 12 no currency
  EXPECT_EQ(StudyErrorsCount(errors), 12u) << errors;
  EXPECT_LT(errors.find("studdy"), errors.find("`32`"));
  EXPECT_LT(errors.find("`32`"), errors.find("momentum must be"));
  EXPECT_LT(errors.find("momentum must be"), errors.find("`5` has no currency"));
}

TEST(StudyErrorsTest, ExpressionsAreMarkedInside) {
  StudyErrorsExpectError(kStudyErrorsBase + "exclude: epochs > 1 and framework == libtroch\n",
                         "s.yaml:2:38: `libtroch` is not a level of framework\n"
                         "    2 | exclude: epochs > 1 and framework == libtroch\n"
                         "      |                                      ^~~~~~~~\n"
                         "      = did you mean `libtorch`?");
  StudyErrorsExpectError(kStudyErrorsBase + "only: \"framework == libtroch\"\n",
                         "s.yaml:2:21: `libtroch` is not a level of framework\n"
                         "    2 | only: \"framework == libtroch\"\n"
                         "      |                     ^~~~~~~~\n");
  StudyErrorsExpectError(kStudyErrorsBase + "only:\n  - epochs > 1\n  - epohs > 1\n",
                         "s.yaml:4:5: `epohs` is not a factor", "did you mean `epochs`?");
  StudyErrorsExpectError(kStudyErrorsBase + "exclude: epochs = 1\n", "s.yaml:2:17: expected",
                         "equality is written ==");
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/study_reader.h"

#include <gtest/gtest.h>

#include <random>

#include "core/files.h"
#include "core/sha256.h"
#include "study/test_design_study.h"

namespace trena {
namespace {

const std::string kStudyReaderBase =
    "fixed: { framework: libtorch, network: network1, dataset: mnist, epochs: 2, batch: 64 }\n";

using StudyReaderLevels = std::vector<Value>;

Study StudyReaderRead(const std::string& text) {
  Result<Study> study = ReadStudyText("s.yaml", text);
  EXPECT_TRUE(study.ok()) << (study.ok() ? "" : study.error().message());
  return study.ok() ? study.value() : Study{};
}

TEST(StudyReaderTest, TheDesignsExampleReadsAsItSays) {
  Study study = StudyReaderRead(kDesignStudy);
  EXPECT_EQ(study.name, "methodology");
  EXPECT_EQ(study.question, "What does training cost on CPU and on GPU, and what drives it?");
  ASSERT_EQ(study.factors.size(), 5u);
  EXPECT_EQ(study.factors[0].name, "environment");
  EXPECT_EQ(study.factors[0].levels, (StudyReaderLevels{"f4s_v2", "nc4as_t4_v3"}));
  EXPECT_EQ(study.factors[1].name, "framework");
  EXPECT_EQ(study.factors[1].levels,
            (StudyReaderLevels{"mxnet@1.9.1", "pytorch@2.2.0", "tensorflow@2.14.0"}));
  EXPECT_EQ(study.factors[2].levels, (StudyReaderLevels{"mnist", "cifar10"}));
  EXPECT_EQ(study.factors[3].levels, (StudyReaderLevels{32, 64}));
  EXPECT_EQ(study.factors[4].name, "network");
  EXPECT_EQ(study.factors[4].levels, (StudyReaderLevels{"network1", "network2"}));
  // What is said, then the defaults of what is not: precision and weight decay.
  EXPECT_EQ(study.fixed, (Values{{"epochs", 10},
                                 {"batch", 128},
                                 {"optimizer", "sgd"},
                                 {"learning_rate", 0.01},
                                 {"momentum", 0.9},
                                 {"precision", "float32"},
                                 {"weight_decay", 0}}));
  EXPECT_EQ(study.hash, Sha256(kDesignStudy));
  EXPECT_TRUE(study.exclude.empty() && study.only.empty() && study.command.empty());
}

TEST(StudyReaderTest, TheDesignsEnvironmentsReadAsTheySay) {
  Study study = StudyReaderRead(kDesignStudy);
  ASSERT_EQ(study.environments.size(), 2u);
  const Environment& cpu = study.environments[0];
  EXPECT_EQ(cpu.name, "f4s_v2");
  EXPECT_EQ(cpu.device, "cpu");
  EXPECT_EQ(cpu.vcpus, 4);
  EXPECT_EQ(cpu.memory, Bytes{8'000'000'000});
  EXPECT_EQ(cpu.gpu, std::nullopt);
  EXPECT_EQ(cpu.machine, std::nullopt);
  EXPECT_EQ(cpu.price, (Price{0.169, "USD", false}));
  const Environment* gpu = study.environment("nc4as_t4_v3");
  ASSERT_NE(gpu, nullptr);
  EXPECT_EQ(gpu->device, "cuda");
  EXPECT_EQ(gpu->memory, Bytes{28'000'000'000});
  EXPECT_EQ(gpu->gpu, "T4");
  EXPECT_EQ(gpu->price, (Price{0.526, "USD", false}));
  EXPECT_EQ(study.environment("other"), nullptr);
}

TEST(StudyReaderTest, TheDesignsOptionsReadAsTheySay) {
  Study study = StudyReaderRead(kDesignStudy);
  EXPECT_EQ(study.design.kind, "full");
  EXPECT_EQ(study.design.replications, 5);
  EXPECT_TRUE(study.design.random_order);
  EXPECT_EQ(study.design.seed, 7u);
  EXPECT_EQ(study.measure.sample_every, Seconds{10});
  EXPECT_EQ(study.measure.timeout, Seconds{10800});
  EXPECT_EQ(study.measure.detail, "epoch");
  EXPECT_EQ(study.analyze.response, "train_s");
  EXPECT_EQ(study.analyze.scale, "raw");
  EXPECT_EQ(study.budget, (Money{200, "USD"}));
  EXPECT_EQ(study.report.currency, "BRL");
  EXPECT_EQ(study.report.rates, (std::map<std::string, double>{{"USD", 4.865}}));
  EXPECT_EQ(study.report.rate_date, "2024-01-15");
  EXPECT_EQ(study.report.language, "pt-BR");
}

TEST(StudyReaderTest, HowItIsAnalysed) {
  const Study study = StudyReaderRead(
      kStudyReaderBase +
      "factors: { a: [1, 2], b: [1, 2] }\n"
      "analyze: { covariate: [yardstick, order], model: a*b, ss: 1, block: replication,\n"
      "  same_within: 2.5%, adjust: holm, contrasts: \"a: 1 - 2\" }\n");
  EXPECT_EQ(study.analyze.covariates, (std::vector<std::string>{"yardstick", "order"}));
  EXPECT_EQ(study.analyze.model, "a*b");
  EXPECT_EQ(study.analyze.ss_type, 1);
  EXPECT_EQ(study.analyze.block, "replication");
  EXPECT_EQ(study.analyze.same_within, 0.025);
  EXPECT_EQ(study.analyze.adjust, "holm");
  EXPECT_EQ(study.analyze.contrasts, std::vector<std::string>{"a: 1 - 2"});
}

TEST(StudyReaderTest, WhatARunIsEndedForCanBeSet) {
  Study study = StudyReaderRead(kStudyReaderBase +
                                "measure: { hang_after: 10min, thrash_after: never,\n"
                                "  largest_output: 20 MB, skip_larger_after_oom: true }\n");
  EXPECT_EQ(study.measure.hang_after, Seconds{600});
  EXPECT_EQ(study.measure.thrash_after, std::nullopt);
  EXPECT_EQ(study.measure.largest_output, Bytes{20'000'000});
  EXPECT_TRUE(study.measure.skip_larger_after_oom);
}

TEST(StudyReaderTest, TheLeastStudyHasDefaultsAndSaysThem) {
  Study study = StudyReaderRead(kStudyReaderBase);
  EXPECT_EQ(study.name, "s");
  EXPECT_EQ(study.results_folder(), fs::path("s.trena"));
  EXPECT_TRUE(study.factors.empty() && study.environments.empty());
  EXPECT_EQ(study.measure.sample_every, Seconds{1});
  EXPECT_EQ(study.measure.timeout, std::nullopt);
  EXPECT_EQ(study.measure.hang_after, std::nullopt);
  EXPECT_EQ(study.measure.thrash_after, std::nullopt) << "what swapping costs is a result";
  EXPECT_EQ(study.measure.largest_output, Bytes{1'000'000'000});
  EXPECT_FALSE(study.measure.skip_larger_after_oom);
  EXPECT_EQ(study.budget, std::nullopt);
  EXPECT_EQ(*Find(study.fixed, "image"), Value(32));
  EXPECT_EQ(*Find(study.fixed, "optimizer"), Value("sgd"));
  EXPECT_EQ(Find(study.fixed, "images"), nullptr);
}

TEST(StudyReaderTest, TheYardstickIsOnUnlessTheStudySaysNo) {
  EXPECT_TRUE(StudyReaderRead(kStudyReaderBase).measure.yardstick);
  EXPECT_TRUE(
      StudyReaderRead(kStudyReaderBase + "measure: { yardstick: true }\n").measure.yardstick);
  EXPECT_FALSE(
      StudyReaderRead(kStudyReaderBase + "measure: { yardstick: false }\n").measure.yardstick);
  Result<Study> wrong =
      ReadStudyText("s.yaml", kStudyReaderBase + "measure: { yardstick: flase }\n");
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message().find("did you mean `false`?"), std::string::npos);
}

TEST(StudyReaderTest, PriceIsMissingFreeOrStated) {
  Study study =
      StudyReaderRead(kStudyReaderBase +
                      "factors: { environment: [a, b, c] }\n"
                      "environments: { a: {}, b: { price: free }, c: { price: 0.1 USD/min } }\n");
  EXPECT_EQ(study.environment("a")->price, std::nullopt);
  EXPECT_EQ(study.environment("b")->price, (Price{0, "", true}));
  EXPECT_EQ(study.environment("c")->price, (Price{6, "USD", false}));
}

TEST(StudyReaderTest, AnyNameCanBeAValueAndZeroIsLegalWhereItMakesSense) {
  Study study = StudyReaderRead(kStudyReaderBase +
                                "factors: { prefetch: [1, 2], workers: [0, 2], momentum: 0 }\n");
  EXPECT_EQ(study.factor("prefetch")->levels, (StudyReaderLevels{1, 2}));
  EXPECT_EQ(study.factor("workers")->levels, (StudyReaderLevels{0, 2}));
  EXPECT_EQ(study.factor("momentum")->levels, (StudyReaderLevels{0}));
}

TEST(StudyReaderTest, FakeAndCommandNeedNoNetwork) {
  EXPECT_EQ(StudyReaderRead("fixed: { framework: fake }\n").fixed, (Values{{"framework", "fake"}}));
  Study study = StudyReaderRead(
      "fixed: { framework: command, size: 3 }\n"
      "command: [python3, train.py, \"--size={size}\", \"{scenario}{seed}{device}\"]\n");
  EXPECT_EQ(study.command, (std::vector<std::string>{"python3", "train.py", "--size={size}",
                                                     "{scenario}{seed}{device}"}));
  EXPECT_EQ(study.fixed.size(), 2u);
}

TEST(StudyReaderTest, ExpressionsAreOneOrAList) {
  Study study = StudyReaderRead(kStudyReaderBase +
                                "factors: { image: [32, 64], precision: [float32, bfloat16] }\n"
                                "exclude: image == 64 and precision == bfloat16\n"
                                "only: [image < 100, \"framework == libtorch\"]\n");
  ASSERT_EQ(study.exclude.size(), 1u);
  EXPECT_EQ(study.exclude[0].text(), "image == 64 and precision == bfloat16");
  ASSERT_EQ(study.only.size(), 2u);
  EXPECT_EQ(study.only[1].text(), "framework == libtorch");
  // A default, too, is a value an expression may speak of.
  EXPECT_EQ(StudyReaderRead(kStudyReaderBase + "only: optimizer == sgd\n").only.size(), 1u);
}

TEST(StudyReaderTest, ReadsFilesAndSaysWhyItCannot) {
  fs::path folder = MakeTemporaryFolder(testing::TempDir(), "study-").value();
  ASSERT_TRUE(WriteFile(folder / "first.yaml", kStudyReaderBase).ok());
  Result<Study> study = ReadStudy(folder / "first.yaml");
  ASSERT_TRUE(study.ok());
  EXPECT_EQ(study.value().results_folder(), folder / "first.trena");
  for (const fs::path& path : {folder / "missing.yaml", folder / std::string(5000, 'x')}) {
    Result<Study> missing = ReadStudy(path);
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().kind(), ErrorKind::kInput);
    EXPECT_TRUE(missing.error().message().ends_with("`trena init` writes one"));
  }
  Result<Study> a_folder = ReadStudy(folder);
  ASSERT_FALSE(a_folder.ok());
  EXPECT_TRUE(a_folder.error().message().ends_with("it is a folder"));
  fs::remove_all(folder);
}

TEST(StudyReaderTest, TheExamplesAreStudies) {
  for (const char* name : {"accelerators", "command", "first", "libraries", "methodology"}) {
    fs::path path = fs::path(TRENA_SOURCE_DIR) / "examples" / (std::string(name) + ".yaml");
    Result<Study> study = ReadStudy(path);
    ASSERT_TRUE(study.ok()) << study.error().message();
    EXPECT_EQ(study.value().name, name);
  }
}

TEST(ParseOnlyTest, ErrorsCarryACaret) {
  Study study = StudyReaderRead(kDesignStudy);
  EXPECT_TRUE(ParseOnly(study, "framework == pytorch and batch == 128").ok());
  Result<Expression> bad = ParseOnly(study, "network == netwrk1");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message(),
            "--only:1:12: `netwrk1` is not a level of network\n"
            "    1 | network == netwrk1\n"
            "      |            ^~~~~~~\n"
            "      = did you mean `network1`?");
}

// Bytes changed, left out, doubled: it reads or says why, and never crashes.
TEST(StudyReaderTest, SurvivesDamagedFiles) {
  std::mt19937 random(5);
  auto below = [&](size_t bound) {
    return std::uniform_int_distribution<size_t>(0, bound - 1)(random);
  };
  static const std::string marks = "{}[]:,&*!|>'\"%@`#-? \n\t\xc3\xff";
  for (int i = 0; i < 1'000; ++i) {
    std::string text = kDesignStudy;
    for (size_t n = 1 + below(6); n > 0; --n) {
      size_t at = below(text.size());
      size_t length = 1 + below(20);
      switch (below(3)) {
        case 0:
          text[at] = marks[below(marks.size())];
          break;
        case 1:
          text.erase(at, length);
          break;
        default:
          text.insert(below(text.size()), text.substr(at, length));
      }
    }
    Result<Study> study = ReadStudyText("s.yaml", text);
    EXPECT_TRUE(study.ok() || study.error().message().starts_with("s.yaml")) << text;
  }
}

}  // namespace
}  // namespace trena

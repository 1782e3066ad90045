// SPDX-License-Identifier: Apache-2.0
// Whatever stands in the files of a run, what is read of them is possible.
#include <gtest/gtest.h>

#include <fstream>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "core/test_fuzz.h"
#include "store/event_file.h"
#include "store/run_reader.h"
#include "store/sample_file.h"
#include "study/metrics.h"

namespace trena {
namespace {

const std::vector<std::string> kJsonPieces = {"{",
                                              "}",
                                              "[",
                                              "]",
                                              ":",
                                              ",",
                                              "\"",
                                              "\n",
                                              "null",
                                              "true",
                                              "-5",
                                              "1e9",
                                              "1e400",
                                              "-0.0",
                                              "0",
                                              "1e308",
                                              "\"event\"",
                                              "\"epoch\"",
                                              "\"accuracy\"",
                                              "\"seconds\"",
                                              "\"images\"",
                                              "\"train_s\"",
                                              "\"metrics\"",
                                              "\"phases\"",
                                              "\"replication\"",
                                              "\\u0000",
                                              "\xff",
                                              "NaN"};

constexpr const char* kRun =
    R"({"format": 1, "key": "k", "scenario": "C1", "replication": 1, "attempt": 1, "outcome": "ok",
"fixed": {"images": 64, "epochs": 1}, "phases": [{"name": "train", "seconds": 2}],
"metrics": {"train_s": 2, "wall_s": 3, "accuracy": 0.5, "images_per_s": 32, "cpu_pct": 50}})";

constexpr const char* kTold =
    "{\"event\": \"phase\", \"t\": 1, \"name\": \"train\", \"seconds\": 2}\n"
    "{\"event\": \"epoch\", \"t\": 2, \"seconds\": 2, \"accuracy\": 0.5, \"images\": 64}\n"
    "{\"event\": \"memory\", \"peak\": {\"cpu\": 5000}}\n{\"event\": \"end\", \"accuracy\": 1}\n";

constexpr const char* kSampled = "cpu_pct,mem_pct,t\n50,1,100\n51,,101\n52,3,102.5\n";

void ExpectPossible(const RunRecord& run, const std::string& text) {
  for (const auto& [name, value] : run.metrics) {
    EXPECT_TRUE(CanBe(name.text(), value)) << name << " of " << text;
  }
  for (const Phase& phase : run.phases) EXPECT_GE(phase.seconds, 0) << text;
  EXPECT_GE(run.replication, 1) << text;
}

void ExpectPossible(const RunEvents& events, const std::string& text) {
  for (const EpochEvent& epoch : events.epochs) {
    EXPECT_TRUE(CanBe("accuracy", epoch.accuracy.value_or(0))) << text;
    EXPECT_GE(epoch.seconds.value_or(0), 0) << text;
    EXPECT_GE(epoch.images.value_or(0), 0) << text;
  }
  EXPECT_TRUE(CanBe("accuracy", events.accuracy.value_or(0))) << text;
  EXPECT_GE(events.train_seconds().value_or(0), 0) << text;
}

TEST(FilesFuzz, WhatIsReadOfARunIsPossible) {
  const ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "fuzz-").value());
  const fs::path path = folder.path() / "file";
  const std::vector<std::string_view> wanted = {"cpu_pct", "mem_pct"};
  size_t runs = 0;
  RunReader reader;
  FuzzedTexts(6, {kRun, kTold, kSampled}, kJsonPieces).For(10, [&](const std::string& text) {
    const Result<RunRecord> run = reader.Read(text);
    if (run.ok()) {
      ExpectPossible(run.value(), text);
      EXPECT_TRUE(ParseJson(text).ok()) << text;
    }
    runs += run.ok() ? 1 : 0;
    std::ofstream(path, std::ios::binary) << text;  // WriteFile waits for the disk: too few texts
    ExpectPossible(ReadEvents(path).value(), text);
    const Result<SampleTable> samples = ReadSamples(path, wanted);
    for (size_t i = 1; i < samples.value().samples.size(); ++i) {
      EXPECT_LE(samples.value().samples[i - 1].t, samples.value().samples[i].t) << text;
    }
  });
  EXPECT_GT(runs, 10u);
}

}  // namespace
}  // namespace trena

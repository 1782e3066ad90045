// SPDX-License-Identifier: Apache-2.0
// `trena compare`: two studies of the fake runner, from their files and from results folders.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

namespace fs = std::filesystem;

// One scenario for each batch; a training takes `seconds`, more or less.
std::string TwoBatches(double seconds, const std::string& more = "") {
  return fmt::format(
      "study: speed\nfactors: {{ batch: [64, 128] }}\n"
      "fixed: {{ framework: fake, fake_seconds: {}, fake_noise: 0.01 }}\n"
      "environments:\n  here: {{ device: cpu, price: 3.6 USD/h }}\n"
      "design: {{ replications: 3 }}\n{}",
      seconds, more);
}

class Compare : public testing::Test {
 protected:
  void Measure(const std::string& name, const std::string& study) {
    session_.Write(name, study);
    const ProcessResult result = session_.Trena({"measure", name});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
  }

  // An error with this in it, exit code 2, and nothing changed.
  void ExpectRefused(std::vector<std::string> arguments, const std::string& part) {
    const auto before = session_.Snapshot();
    arguments.insert(arguments.begin(), "compare");
    const ProcessResult result = session_.Trena(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.output << result.errors;
    EXPECT_TRUE(Has(result.errors, part)) << result.errors;
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(session_.Snapshot(), before);
  }

  Session session_;
};

// The fake runner's times are a setting of the study: so they are compared across it.
TEST_F(Compare, TwoStudiesAndTheirFolders) {
  Measure("before.yaml", TwoBatches(2));
  Measure("after.yaml", TwoBatches(3));
  const ProcessResult text =
      session_.Trena({"compare", "before.yaml", "after.yaml", "--across", "fake_seconds"});
  EXPECT_EQ(text.exit_code, 0) << text.errors;
  EXPECT_TRUE(Has(text.output, "A is before.yaml (speed): 6 runs compared")) << text.output;
  EXPECT_TRUE(Has(text.output, "Over 2 scenarios B takes 1.5")) << text.output;
  EXPECT_TRUE(Has(text.output, "slower: 2")) << text.output;
  EXPECT_TRUE(Has(text.output, "simulated: nothing was trained")) << text.output;
  EXPECT_TRUE(Has(text.output, "setting  fake_seconds  2")) << text.output;
  EXPECT_TRUE(Has(text.output, "Costs changed as times did")) << text.output;

  const ProcessResult folders = session_.Trena(
      {"compare", "before.trena", "after.trena/", "--across", "fake_seconds", "--json"});
  EXPECT_EQ(folders.exit_code, 0) << folders.errors;
  const auto json = ParseJson(folders.output);
  ASSERT_TRUE(json.ok()) << folders.output;
  EXPECT_EQ(json.value()["metrics"][0]["scenarios"].size(), 2u);
  EXPECT_NEAR(json.value()["metrics"][0]["overall"]["ratio"].get<double>(), 1.5, 0.05);
}

TEST_F(Compare, GuardsACi) {
  Measure("before.yaml", TwoBatches(2));
  Measure("after.yaml", TwoBatches(3));
  const auto guarded = [&](const std::string& a, const std::string& b) {
    return session_.Trena({"compare", a, b, "--across", "fake_seconds", "--threshold", "5%"});
  };
  const ProcessResult slower = guarded("before.yaml", "after.yaml");
  EXPECT_EQ(slower.exit_code, 4);
  EXPECT_TRUE(Has(slower.output, "Threshold of 5.0%: crossed by all scenarios together"));
  const ProcessResult faster = guarded("after.yaml", "before.yaml");
  EXPECT_EQ(faster.exit_code, 0) << faster.output;
  EXPECT_TRUE(Has(faster.output, "Threshold of 5.0%: kept by every scenario")) << faster.output;
}

// What was not measured, or cannot be judged, is no pass.
TEST_F(Compare, AGuardDoesNotPassWhatItCannotSee) {
  Measure("before.yaml", TwoBatches(2));
  const auto guarded = [&](const std::string& b) {
    return session_.Trena({"compare", "before.yaml", b, "--threshold", "50%"});
  };
  session_.Write("fewer.yaml", TwoBatches(2));
  ASSERT_EQ(session_.Trena({"measure", "fewer.yaml", "--only", "batch == 64"}).exit_code, 0);
  const ProcessResult missing = guarded("fewer.yaml");
  EXPECT_EQ(missing.exit_code, 4) << missing.output;
  EXPECT_TRUE(Has(missing.output, "cannot be judged for C2 (not measured in B)")) << missing.output;

  session_.Write("single.yaml", TwoBatches(2));
  ASSERT_EQ(session_.Trena({"measure", "single.yaml", "--replications", "1"}).exit_code, 0);
  const ProcessResult single = guarded("single.yaml");
  EXPECT_EQ(single.exit_code, 4) << single.output;
  EXPECT_TRUE(Has(single.output, "a side has fewer than two runs")) << single.output;

  std::string noisy = TwoBatches(2);
  noisy.replace(noisy.find("fake_noise: 0.01"), 16, "fake_noise: 0.8");
  Measure("noisy.yaml", noisy);
  const ProcessResult wide = session_.Trena(
      {"compare", "before.yaml", "noisy.yaml", "--threshold", "5%", "--across", "fake_noise"});
  EXPECT_EQ(wide.exit_code, 4) << wide.output;
  EXPECT_TRUE(Has(wide.output, "could have seen a change of")) << wide.output;
}

// What docs/compare.md tells to do around an upgrade. A setting of the machine stands for it.
TEST_F(Compare, RoundsAreComparedAroundAnUpgrade) {
  Measure("s.yaml", TwoBatches(2));
  const auto runs = session_.Runs("s.trena");
  session_.Write("old.txt", session_.Read("s.trena/runs/" + runs[0] + "/run.json"));
  setenv("OMP_NUM_THREADS", "1", 1);
  const ProcessResult again = session_.Trena({"measure", "s.yaml", "--again"});
  unsetenv("OMP_NUM_THREADS");
  EXPECT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_TRUE(Has(again.errors, "Measured 6 runs of round 2.")) << again.errors;
  EXPECT_EQ(session_.Runs("s.trena").size(), 12u) << "both rounds are there";
  EXPECT_EQ(session_.Read("s.trena/runs/" + runs[0] + "/run.json"), session_.Read("old.txt"))
      << "nothing of the first was touched";
  for (const char* name : {"s.trena", "s.yaml"}) {
    const ProcessResult result = session_.Trena({"compare", std::string(name) + "@1", name});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_TRUE(Has(result.output, "6 runs compared")) << result.output;
    EXPECT_TRUE(Has(result.output, "The machine's facts differ in variables.OMP_NUM_THREADS."))
        << result.output;
  }
  ExpectRefused({"s.trena@2", "s.trena"}, "are the same results, round 2 of s.trena");
  ExpectRefused({"s.trena@1", "s.trena@3"}, "there is no round 3; the last that was measured is 2");
}

// Copy the results, upgrade, measure what is all there already: nothing changed since.
TEST_F(Compare, TheSameRunsOnBothSidesAreRefused) {
  Measure("s.yaml", TwoBatches(2));
  fs::copy(session_.folder() / "s.trena", session_.folder() / "before.trena",
           fs::copy_options::recursive);
  ExpectRefused({"before.trena", "s.yaml"},
                "6 of the 6 runs of s.yaml are the very runs of before.trena: nothing was measured "
                "in between. Measure anew with: trena measure s.yaml --again");
  ASSERT_EQ(session_.Trena({"measure", "s.yaml", "--replications", "4"}).exit_code, 0);
  ExpectRefused({"before.trena", "s.trena"}, "6 of the 8 runs of s.trena are the very runs");
  ASSERT_EQ(session_.Trena({"measure", "s.yaml", "--again"}).exit_code, 0);
  const ProcessResult result = session_.Trena({"compare", "before.trena", "s.yaml@2"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "The machine's facts do not differ.")) << result.output;
}

// A folder that came without its study: times and prices from the runs.
TEST_F(Compare, AFolderWithoutItsStudy) {
  Measure("before.yaml", TwoBatches(2));
  Measure("after.yaml", TwoBatches(2));
  session_.Write("after.yaml", TwoBatches(2).replace(TwoBatches(2).find("3.6 USD"), 7, "7.2 USD"));
  fs::rename(session_.folder() / "before.trena", session_.folder() / "kept");
  const ProcessResult result =
      session_.Trena({"compare", "kept", "after.yaml", "--metric", "cost", "--format", "markdown"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "| C1 | 64 | 3, 3 |")) << result.output;
  EXPECT_FALSE(Has(result.output, "has no study beside it that tells prices")) << result.output;
  EXPECT_TRUE(Has(result.output, "B costs 2.0")) << "at the price it was measured at";
  for (const std::string& name : session_.Runs("kept")) {
    const std::string path = "kept/runs/" + name + "/run.json";
    Json run = ParseJson(session_.Read(path)).value();
    run.erase("price");  // as before prices were kept
    session_.Write(path, Dump(run));
  }
  const ProcessResult borrowed =
      session_.Trena({"compare", "kept", "after.yaml", "--metric", "cost", "--format", "markdown"});
  EXPECT_TRUE(Has(borrowed.output, "has no study beside it that tells prices")) << borrowed.output;
  const ProcessResult none =
      session_.Trena({"compare", "kept", "after.trena", "--language", "pt-BR"});
  EXPECT_EQ(none.exit_code, 0) << none.errors;
  EXPECT_TRUE(Has(none.output, "Resposta")) << none.output;
}

// What was measured before the framework was another version is still the study's.
TEST_F(Compare, AcrossAnUpgrade) {
  Measure("before.yaml", TwoBatches(2));
  Measure("after.yaml", TwoBatches(2));
  for (const std::string& name : session_.Runs("before.trena")) {
    const std::string path = "before.trena/runs/" + name + "/run.json";
    Json run = ParseJson(session_.Read(path)).value();
    run["framework_version"] = "0.9";
    run["key"] = "9" + run["key"].get<std::string>().substr(1);
    session_.Write(path, Dump(run));
  }
  const ProcessResult result = session_.Trena({"compare", "before.yaml", "after.yaml"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "6 runs compared")) << result.output;
  EXPECT_TRUE(Has(result.output, "0.9")) << result.output;
}

TEST_F(Compare, MissingScenariosAndOtherRunsAreSaid) {
  Measure("before.yaml", TwoBatches(2));
  session_.Write("after.yaml", TwoBatches(2));
  ASSERT_EQ(session_.Trena({"measure", "after.yaml", "--only", "batch == 64"}).exit_code, 0);
  ASSERT_EQ(session_.Trena({"measure", "after.yaml", "-P", "batch=256"}).exit_code, 0);
  const ProcessResult result = session_.Trena({"compare", "before.yaml", "after.yaml"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(Has(result.output, "Not measured in B: C2 (batch 128).")) << result.output;
  EXPECT_TRUE(Has(result.output, "3 runs in the results of after.yaml are of no scenario"));
  const ProcessResult folder = session_.Trena({"compare", "before.yaml", "after.trena"});
  EXPECT_TRUE(Has(folder.output, "Not measured in A: C1 (batch 256).")) << folder.output;
}

TEST_F(Compare, ClearErrors) {
  Measure("a.yaml", TwoBatches(2));
  Measure("b.yaml", TwoBatches(4));
  session_.Write("none.yaml", TwoBatches(2));
  session_.Write("folder/notes.txt", "");
  fs::create_directories(session_.folder() / "empty.trena/runs");
  ExpectRefused({"a.yaml", "none.yaml"},
                "nothing was measured yet; first: trena measure none.yaml");
  ExpectRefused({"a.yaml", "empty.trena"}, "there are no runs in this results folder");
  ExpectRefused({"a.yaml", "folder"}, "it has no runs/ in it");
  ExpectRefused({"a.yaml", "gone.yaml"}, "gone.yaml");
  ExpectRefused({"a.yaml", "a.trena"}, "are the same results");
  ExpectRefused({"a.yaml", "b.yaml"}, "they differ in fake_seconds (2 against 4)");
  ExpectRefused({"a.yaml", "b.yaml", "--across", "fake_second"}, "did you mean `fake_seconds`?");
  ExpectRefused({"a.yaml", "b.yaml", "--threshold", "5"}, "write it like 5 %");
  ExpectRefused({"a.yaml", "b.yaml", "--metric", "speed"}, "--metric");
  ExpectRefused({"a.yaml"}, "B is required");
}

TEST_F(Compare, ResultsOfANewerTrenaAreRefused) {
  Measure("a.yaml", TwoBatches(2));
  Measure("b.yaml", TwoBatches(2));
  const auto runs = session_.Runs("b.trena");
  for (const std::string& name : runs) {
    const std::string path = "b.trena/runs/" + name + "/run.json";
    Json run = ParseJson(session_.Read(path)).value();
    run["format"] = 2;
    session_.Write(path, Dump(run));
  }
  ExpectRefused({"a.yaml", "b.yaml"}, "it was written by a newer trena (format 2)");
}

TEST_F(Compare, AFolderOfAnotherStudyIsRefused) {
  Measure("a.yaml", TwoBatches(2));
  Measure("b.yaml", TwoBatches(2));
  session_.Write("b.yaml", "factors: { image: [32, 64] }\nfixed: { framework: fake }\n");
  ExpectRefused({"a.yaml", "b.yaml"},
                "none of the 6 runs in b.trena is of a scenario of this study");
}

TEST_F(Compare, CurrenciesWithoutADatedRate) {
  Measure("a.yaml", TwoBatches(2));
  std::string reais = TwoBatches(2);
  reais.replace(reais.find("USD"), 3, "BRL");
  Measure("b.yaml", reais);
  ExpectRefused({"a.yaml", "b.yaml", "--metric", "cost"}, "a.yaml is in USD and b.yaml in BRL");
  session_.Write("b.yaml",
                 reais + "report: { currency: BRL, rate: { USD: 5, date: 2024-01-15 } }\n");
  const ProcessResult result =
      session_.Trena({"compare", "a.yaml", "b.yaml", "--metric", "cost", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const auto json = ParseJson(result.output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json.value()["metrics"][0]["currency"], "BRL");
  EXPECT_NEAR(json.value()["metrics"][0]["overall"]["ratio"].get<double>(), 0.2, 0.01);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What programs read fits its schema: plan and analysis as JSON, and the record of a run.
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/json.h"
#include "core/process/memory_group.h"
#include "session.h"

namespace trena {
namespace {

// Validates a file against schemas/NAME with Python's jsonschema; its complaint when it does not
// fit.
ProcessResult Validate(const Session& session, const std::string& schema, const std::string& file) {
  static const char* const program =
      "import json, sys, jsonschema\n"
      "schema = json.load(open(sys.argv[1])); data = json.load(open(sys.argv[2]))\n"
      "jsonschema.Draft7Validator.check_schema(schema)\n"
      "jsonschema.validate(data, schema)\n";
  std::string path = std::string(TRENA_SOURCE_DIR) + "/schemas/" + schema;
  return session.Program({"/usr/bin/python3", "-c", program, path, file});
}

class Schema : public testing::Test {
 protected:
  void SetUp() override {
    if (session_.Program({"/usr/bin/python3", "-c", "import jsonschema"}).exit_code != 0) {
      GTEST_SKIP() << "python3-jsonschema is not installed (cmake/setup.sh test does)";
    }
    session_.Write("s.yaml", FakeStudy());
    ASSERT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  }

  void ExpectFits(const std::string& schema, const std::string& text) {
    session_.Write("out.json", text);
    ProcessResult result = Validate(session_, schema, "out.json");
    EXPECT_EQ(result.exit_code, 0) << result.errors;
  }

  Session session_;
};

TEST_F(Schema, Plan) {
  ExpectFits("plan.schema.json", session_.Trena({"plan", "s.yaml", "--json"}).output);
  ExpectFits("plan.schema.json", session_.Read("s.trena/plan.json"));
  ExpectFits("affordable.schema.json",
             session_.Trena({"plan", "s.yaml", "--within", "3h", "--json"}).output);
}

// Labels of scenarios that are measured twice are labels too.
TEST_F(Schema, EqualTrainings) {
  const std::string text = FakeStudy();
  const size_t design = text.find("design: {");
  ASSERT_NE(design, std::string::npos);
  session_.Write("twins.yaml", text.substr(0, design) + "design: { same_twice: 1," +
                                   text.substr(design + std::string("design: {").size()));
  ASSERT_EQ(session_.Trena({"measure", "twins.yaml"}).exit_code, 0);
  ExpectFits("plan.schema.json", session_.Trena({"plan", "twins.yaml", "--json"}).output);
  ExpectFits("analysis.schema.json", session_.Trena({"analyze", "twins.yaml", "--json"}).output);
  int twins = 0;
  for (const std::string& name : session_.Runs("twins.trena")) {
    if (!name.starts_with("C1b-")) continue;
    ++twins;
    ExpectFits("run.schema.json", session_.Read("twins.trena/runs/" + name + "/run.json"));
  }
  EXPECT_GT(twins, 0);
}

TEST_F(Schema, Analysis) {
  ExpectFits("analysis.schema.json", session_.Trena({"analyze", "s.yaml", "--json"}).output);
  ExpectFits("analysis.schema.json",
             session_.Trena({"analyze", "s.yaml", "--json", "--price", "here=1EUR/h"}).output);
  ExpectFits("analysis.schema.json",
             session_.Trena({"report", "s.yaml", "--format", "json", "--file", "-"}).output);
  // One replication: no intervals, no F. Nothing measured: nothing but the frame.
  ExpectFits("analysis.schema.json",
             session_.Trena({"analyze", "s.yaml", "--json", "--out", "none.trena"}).output);
}

TEST_F(Schema, AnalysisOfATable) {
  session_.Write("runs.csv",
                 "f,g,outcome,y\na,1,ok,3\na,2,ok,4\nb,1,ok,5\nb,1,failed,\nb,1,ok,7\n");
  ExpectFits(
      "analysis.schema.json",
      session_.Trena({"analyze", "--table", "runs.csv", "--response", "y", "--json"}).output);
}

TEST_F(Schema, Comparison) {
  session_.Write("t.yaml", FakeStudy("  fake_effect_batch_64: 2"));
  ASSERT_EQ(session_.Trena({"measure", "t.yaml"}).exit_code, 0);
  ExpectFits("comparison.schema.json",
             session_
                 .Trena({"compare", "s.yaml", "t.yaml", "--across", "fake_effect_batch_64",
                         "--threshold", "5%", "--json"})
                 .output);
}

TEST_F(Schema, Run) {
  for (const std::string& name : session_.Runs("s.trena")) {
    ExpectFits("run.schema.json", session_.Read("s.trena/runs/" + name + "/run.json"));
  }
}

// A run that trains, or may, is held against the yardstick unless the study says no.
TEST_F(Schema, RunWithAYardstick) {
  const std::string study =
      "fixed: { framework: command }\ncommand: [\"true\"]\n"
      "design: { replications: 2 }\n";
  session_.Write("with.yaml", study);
  session_.Write("without.yaml", study + "measure: { yardstick: false }\n");
  for (const char* name : {"with", "without"}) {
    ASSERT_EQ(session_.Trena({"measure", std::string(name) + ".yaml"}).exit_code, 0);
    std::string results = std::string(name) + ".trena";
    for (const std::string& run : session_.Runs(results)) {
      std::string text = session_.Read(results + "/runs/" + run + "/run.json");
      ExpectFits("run.schema.json", text);
      Json json = ParseJson(text).value();
      EXPECT_EQ(json["yardstick"].is_null(), std::string(name) == "without");
      EXPECT_EQ(json["metrics"].contains("yardstick"), std::string(name) == "with");
    }
  }
  std::string analysis = session_.Trena({"analyze", "with.yaml", "--json"}).output;
  ExpectFits("analysis.schema.json", analysis);
  EXPECT_EQ(ParseJson(analysis).value()["machine_speed"][0]["runs"].size(), 2u);
}

TEST_F(Schema, Doctor) {
  ProcessResult result = session_.Trena({"doctor", "--for", "20ms", "--json"});
  ExpectFits("doctor.schema.json", result.output);
  bool bad = ParseJson(result.output).value()["bad"].get<int>() > 0;
  EXPECT_EQ(result.exit_code, bad ? 4 : 0);
}

TEST_F(Schema, Duel) {
  ProcessResult result =
      session_.Trena({"duel", "sleep 0.01", "sleep 0.1", "--within", "50%", "--json"});
  ExpectFits("duel.schema.json", result.output);
  EXPECT_EQ(result.exit_code, 0);
  result = session_.Trena({"duel", "sleep 100", "sleep 100", "--for", "200ms", "--json"});
  ExpectFits("duel.schema.json", result.output);
  EXPECT_EQ(result.exit_code, 4);
}

// Nothing needs a control group here; with one, nothing fits under 20 MB, and little under 110.
TEST_F(Schema, Fit) {
  const bool limits = CanLimitMemory().ok();
  session_.Write("fit.yaml", std::string("factors: { batch: 1..64 by x2") +
                                 (limits ? ", memory_limit: [20 MB, 110 MB] }\n" : " }\n") +
                                 "fixed: { framework: fake, epochs: 1, images: 64, fake_memory: = "
                                 "3e7 + 4e6 * batch, fake_seconds: 0.2, fake_sleep: true }\n");
  ProcessResult result = session_.Trena({"fit", "fit.yaml", "--memory", "1 GB", "--json"});
  ExpectFits("fit.schema.json", result.output);
  EXPECT_EQ(result.exit_code, 0);
  // Two points have no interval.
  ExpectFits("fit.schema.json",
             session_.Trena({"fit", "fit.yaml", "-P", "batch=1,2", "--json"}).output);
}

TEST_F(Schema, WhatDoesNotFitIsRefused) {
  session_.Write("out.json", R"({"scenarios": 3})");
  for (const char* schema :
       {"plan.schema.json", "analysis.schema.json", "run.schema.json", "doctor.schema.json",
        "comparison.schema.json", "duel.schema.json", "fit.schema.json"}) {
    EXPECT_NE(Validate(session_, schema, "out.json").exit_code, 0) << schema;
  }
}

}  // namespace
}  // namespace trena

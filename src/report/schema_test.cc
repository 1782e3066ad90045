// SPDX-License-Identifier: Apache-2.0
// What programs read fits schemas/*.json, whatever is in the record or missing from it: a check of
// the part of JSON Schema (draft 7) that those files use, so that it runs everywhere.
// tests/schema_test.cc asks Python's jsonschema about what the program writes.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <fstream>
#include <limits>
#include <set>

#include "analyze/table/table_analysis.h"
#include "core/files.h"
#include "core/json.h"
#include "core/scratch_folder.h"
#include "report/compare/comparison_json.h"
#include "report/compare/example_comparison.h"
#include "report/formats/example_analysis.h"
#include "report/formats/json_report.h"
#include "report/monitor/monitor_report.h"
#include "report/table/table_json.h"

namespace trena {
namespace {

class SchemaCheck {
 public:
  explicit SchemaCheck(const std::string& name)
      : root_(ParseJson(ReadFile(TRENA_SOURCE_DIR "/schemas/" + name + ".schema.json").value())
                  .value()) {}

  // Where a document does not fit, and why; empty where it does.
  std::vector<std::string> Complaints(const Json& document) const {
    std::vector<std::string> out;
    Check(root_, document, "", out);
    return out;
  }

 private:
  using Out = std::vector<std::string>;

  static bool IsOfType(const std::string& type, const Json& value) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "array") return value.is_array();
    EXPECT_EQ(type, "object");
    return value.is_object();
  }

  static bool IsOfTypes(const Json& types, const Json& value) {
    if (types.is_string()) return IsOfType(types.get<std::string>(), value);
    return std::any_of(types.begin(), types.end(),
                       [&](const Json& type) { return IsOfType(type.get<std::string>(), value); });
  }

  void Check(const Json& schema, const Json& value, const std::string& at, Out& out) const {
    static const std::set<std::string> kKnown = {"$schema",     "title",
                                                 "description", "definitions",
                                                 "$ref",        "type",
                                                 "const",       "enum",
                                                 "anyOf",       "pattern",
                                                 "format",      "properties",
                                                 "required",    "additionalProperties",
                                                 "items",       "minimum",
                                                 "minItems",    "maximum"};
    for (const auto& [word, of_it] : schema.items()) {
      EXPECT_TRUE(kKnown.contains(word)) << word << " is not checked here";
    }
    if (schema.contains("$ref")) {
      const std::string place = schema["$ref"].get<std::string>().substr(1);
      return Check(root_.at(Json::json_pointer(place)), value, at, out);
    }
    const auto complain = [&](const std::string& why) {
      out.push_back(at + ": " + why + ": " + value.dump().substr(0, 60));
    };
    if (schema.contains("type") && !IsOfTypes(schema["type"], value)) return complain("type");
    if (schema.contains("const") && schema["const"] != value) complain("const");
    if (schema.contains("enum")) {
      const Json& values = schema["enum"];
      if (std::find(values.begin(), values.end(), value) == values.end()) complain("enum");
    }
    if (schema.contains("minimum") && value.is_number() && value < schema["minimum"]) {
      complain("minimum");
    }
    if (schema.contains("maximum") && value.is_number() && value > schema["maximum"]) {
      complain("maximum");
    }
    if (schema.contains("pattern") && value.is_string() &&
        !RE2::PartialMatch(value.get<std::string>(), schema["pattern"].get<std::string>())) {
      complain("pattern");
    }
    if (schema.contains("anyOf")) {
      const auto fits = [&](const Json& one) {
        Out inner;
        Check(one, value, at, inner);
        return inner.empty();
      };
      if (std::none_of(schema["anyOf"].begin(), schema["anyOf"].end(), fits)) complain("anyOf");
    }
    if (value.is_array()) CheckItems(schema, value, at, out);
    if (value.is_object()) CheckFields(schema, value, at, out);
  }

  void CheckItems(const Json& schema, const Json& value, const std::string& at, Out& out) const {
    if (schema.contains("minItems") && value.size() < schema["minItems"].get<size_t>()) {
      out.push_back(at + ": minItems");
    }
    if (!schema.contains("items")) return;
    for (size_t i = 0; i < value.size(); ++i) {
      Check(schema["items"], value[i], at + "/" + std::to_string(i), out);
    }
  }

  void CheckFields(const Json& schema, const Json& value, const std::string& at, Out& out) const {
    for (const Json& name : schema.value("required", Json::array())) {
      if (!value.contains(name.get<std::string>())) {
        out.push_back(at + ": " + name.get<std::string>() + " is missing");
      }
    }
    const Json properties = schema.value("properties", Json::object());
    const Json others = schema.value("additionalProperties", Json(true));
    for (const auto& [name, field] : value.items()) {
      if (properties.contains(name)) {
        Check(properties[name], field, at + "/" + name, out);
      } else if (others.is_object()) {
        Check(others, field, at + "/" + name, out);
      } else if (others == false) {
        out.push_back(at + "/" + name + ": not in the schema");
      }
    }
  }

  Json root_;
};

void ExpectFits(const std::string& schema, const std::string& text) {
  const auto json = ParseJson(text);
  ASSERT_TRUE(json.ok());
  for (const std::string& complaint : SchemaCheck(schema).Complaints(json.value())) {
    ADD_FAILURE() << schema << complaint;
  }
}

// A check that nothing fails is none.
TEST(SchemaCheckTest, WhatDoesNotFitIsFound) {
  const SchemaCheck check("analysis");
  const Json good = ParseJson(JsonReport(ExampleAnalysis(), {})).value();
  EXPECT_TRUE(check.Complaints(good).empty());
  const auto complaints = [&](auto change) {
    Json json = good;
    change(json);
    return check.Complaints(json).size();
  };
  EXPECT_EQ(complaints([](Json& json) { json.erase("verdict"); }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["verdict"] = "perhaps"; }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["format"] = 2; }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["scenarios"][0]["id"] = "X1"; }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["scenarios"][0]["levels"]["batch"] = nullptr; }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["runs"]["planned"] = 1.5; }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["runs"]["more"] = 1; }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["scenarios"][0]["price"] = "cheap"; }), 1u);
  EXPECT_EQ(complaints([](Json& json) { json["anova"][0]["ss"] = "much"; }), 1u);
}

// Everything that a record can hold beside what the example has.
Analysis WithAllFindings() {
  Analysis analysis = WithEverything(ExampleAnalysis());
  CostAnalysis& cost = analysis.cost;
  cost.bill.lines = {{"laptop", BillItem::kTraining, 24, 240.0, 0.024, ""},
                     {"laptop", BillItem::kData, 24, std::nullopt, std::nullopt, "bill.data"},
                     {"laptop", BillItem::kInterruptions, 24, 10.0, 0.001, "spot"}};
  cost.bill.total = 0.025;
  cost.bill.invoice = InvoiceGap{0.04, 0.015, std::nullopt, 60};
  cost.break_evens = {{"t4", "cpu", 0.2, std::nullopt, 2.5, std::nullopt, std::nullopt, 2, 3, 8,
                       Standing::kNoPrice},
                      {"t4", "cpu", 0.2, 0.5, 2.5, 2.0, 3.0, 2, 3, 8, Standing::kLoses}};
  cost.rates = {{"EUR", 1.09, "2024-01-15"}, {"BRL", 0.2, std::nullopt}};
  cost.repriced = {{"t4", Price{0, "", true}, Price{1, "USD", false}},
                   {"cpu", std::nullopt, Price{1, "USD", false}}};
  analysis.limits.runs = {{"C1-r1", "C1", LimitKind::kCpu, {{"cpu_pct", 94, 85, true}}}};
  analysis.limits.uses = {{"cpu_pct", 8, 0.5, -0.2, 0.9}};
  analysis.warnings = {{"few_replications", {"3"}}, {"of_a_newer_trena", {}}};
  analysis.verdict = Verdict::kInvalid;
  analysis.verdict_reasons = {"failed_runs"};
  analysis.runs[0].outcome = Outcome::kOutOfMemory;
  analysis.set_aside = {"C9: no run.json"};
  analysis.pending_environments = {"cloud"};
  return analysis;
}

Analysis WithTargetAndScaling() {
  Analysis analysis = ExampleAnalysis();
  ScenarioTarget reached, unknown;
  reached.id = "C1";
  reached.runs = {{"C1-r1", TargetEnd::kReached, 5, 2, 0.9},
                  {"C1-r2", TargetEnd::kCensored, 9, 0, 0.7},
                  {"C1-r3", TargetEnd::kUnknown, 0, 0, std::nullopt}};
  reached.seconds = Summarize(std::vector<double>{5});
  reached.median_seconds = 5;
  unknown.id = "C2";
  analysis.target = TargetAnalysis{0.8, {reached, unknown}, "C1", std::nullopt};
  const std::vector<double> sizes = {16, 16, 32, 32, 64, 64}, times = {1, 1.1, 4, 4.1, 16, 16.5};
  ScalingGroup group, bare;
  group.others = {{"network", "network1"}};
  group.runs = 6;
  bare.runs = 3;
  group.time = AnalyzeScaling(sizes, times).value();
  group.change = ChangePoint{32, 64, 1.5, 0.01, 9};
  analysis.scaling = {{"image", {16, 32, 64}, {group, bare}, std::nullopt, std::nullopt},
                      {"batch",
                       {16, 32, 64},
                       {group},
                       std::nullopt,
                       ScalingChoice{ScalingLaw::kPower, std::nullopt}}};
  return analysis;
}

// With contrasts, a covariate and checks, of which some could not be made.
Analysis WithModelFindings() {
  Analysis analysis = ExampleAnalysis();
  StatedAnalysis& stated = *analysis.main.stated;
  StatedContrast bad;
  bad.text = "image: 1 - 2";
  bad.problem = "no level 1";
  stated.contrasts = {bad, {"image: 64 - 32", "", {4, 0.1, 3.8, 4.2, 40, 0.001}}};
  stated.without_covariates = stated.model;
  stated.model.slopes = {{"speed", -1, std::nullopt, std::nullopt}};
  stated.narrower = 0.25;
  stated.model.inestimable = {{"a:b", {0, 1}, 1, 2}};
  stated.choice.aliases = {{false, {{{0}, 1}, {{1, 2}, -1}}}};
  stated.checks.spread_level = SpreadLevel{.slope = 1, .low = 0.5, .high = 1.5, .cells = 8};
  stated.checks.log_changes = {{"image", {}, {}, 50, 0.5, true}};
  stated.checks.normal_w.reset();
  stated.model.residual_sd = std::numeric_limits<double>::quiet_NaN();
  analysis.main.scale = "log";
  return analysis;
}

TEST(ReportSchemaTest, AnyAnalysisFits) {
  Analysis no_model = ExampleAnalysis();
  no_model.main.stated.reset();
  no_model.main.why_not = "missing_runs";
  no_model.main.why_not_details = {"C3"};
  no_model.cost = {};
  for (const Analysis& analysis :
       {Analysis{}, ExampleAnalysis(), no_model, WithAllFindings(), WithTargetAndScaling(),
        WithModelFindings(), HostileAnalysis(), WithEverything(HostileAnalysis())}) {
    for (Language language : {Language::kEnglish, Language::kPortuguese}) {
      ReportContext context;
      context.language = language;
      ExpectFits("analysis", JsonReport(analysis, context));
    }
  }
}

// Infinities and what is no number have no place in JSON: null stands for them.
TEST(ReportSchemaTest, WhatIsNoNumberIsNull) {
  Analysis analysis = ExampleAnalysis();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  analysis.scenarios[0].metrics["train_s"].values = {nan, 7.5, -infinity};
  analysis.scenarios[0].metrics["train_s"].summary.mean = nan;
  analysis.main.stated->model.rows[0].f = infinity;
  const Json json = ParseJson(JsonReport(analysis, {})).value();
  const Json& time = json["scenarios"][0]["metrics"]["train_s"];
  EXPECT_EQ(time["values"], Json({nullptr, 7.5, nullptr}));
  EXPECT_TRUE(time["mean"].is_null());
  EXPECT_TRUE(json["anova"][0]["f"].is_null());
}

TEST(ReportSchemaTest, AnyComparisonFits) {
  ExpectFits("comparison", ComparisonJson(ExampleComparison(1), {}));
  ExpectFits("comparison", ComparisonJson(ExampleComparison(1.5, {.threshold = 0.05}), {}));
  Analysis after = ExampleAnalysis();
  after.scenarios[0].metrics.clear();
  after.scenarios[0].outcomes = {{Outcome::kFailed, 3}};
  after.scenarios.pop_back();
  after.cost.currency = "";
  for (RunRecord& run : after.runs) run.framework_version = "2.0 <b>";
  StudyComparison comparison =
      CompareStudies(ExampleSide("a", 1, ExampleAnalysis()), ExampleSide("b", 2, after), {})
          .value();
  ExpectFits("comparison", ComparisonJson(comparison, {}));
  comparison.rate = ExchangeRate{"BRL", 0.2, "2024-01-15"};
  comparison.speed = 1.5;
  comparison.metrics[0].overall.reset();
  ExpectFits("comparison", ComparisonJson(comparison, {}));
}

TEST(ReportSchemaTest, AnyTableFits) {
  const ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "schema-").value());
  TableRequest request;
  request.path = (folder.path() / "runs.csv").string();
  request.response = "y";
  for (const char* text :
       {"f,g,outcome,y\na,1,ok,3\na,2,ok,4\nb,1,ok,5\nb,1,failed,\nb,1,ok,7\nb,2,ok,\n",
        "f,y\na,5\na,5\nb,5\nb,5\n", "a,b,y\n1,1,3\n1,2,5\n2,1,4\n2,2,7\n"}) {
    std::ofstream(request.path) << text;
    for (bool log : {false, true}) {
      request.log = log;
      const auto analysis = AnalyzeTable(request, {});
      ASSERT_TRUE(analysis.ok()) << analysis.error().message();
      ExpectFits("analysis", TableJson(analysis.value(), {}));
    }
  }
}

TEST(ReportSchemaTest, AnyMonitoredProgramFits) {
  Monitored monitored;
  monitored.record.command = {"true"};
  ExpectFits("monitor", Dump(MonitorJson(monitored, "out")));
  monitored.pid = 42;
  monitored.exit_code = 137;
  monitored.record.outcome = Outcome::kFailed;
  monitored.record.metrics = {{"cpu_s", 1.5}};
  monitored.record.notes = {"diverged"};
  monitored.price = Price{0.36, "USD", false};
  monitored.cost = Money{0.1, "USD"};
  monitored.epochs = {EpochEvent{}, {2, 104, 1, 0.5, 0.25, 64}};
  ExpectFits("monitor", Dump(MonitorJson(monitored, "out")));
}

}  // namespace
}  // namespace trena

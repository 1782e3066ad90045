// SPDX-License-Identifier: Apache-2.0
// schemas/study.schema.json and the reader must agree. The schema is applied by Python's
// jsonschema, to the YAML as ours reads it.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/files.h"
#include "core/json.h"
#include "core/process/process.h"
#include "core/text/text.h"
#include "core/yaml.h"
#include "study/metrics.h"
#include "study/study_reader.h"
#include "study/test_design_study.h"
#include "study/values.h"

namespace trena {
namespace {

constexpr const char* kValidate = R"(
import json, sys
try:
    import jsonschema
except ImportError:
    sys.exit(77)
schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
for document in json.load(open(sys.argv[2])):
    errors = list(jsonschema.Draft7Validator(schema).iter_errors(document))
    print('valid' if not errors else '/'.join(str(part) for part in errors[0].absolute_path) or '.')
)";

fs::path SchemaPath() { return fs::path(TRENA_SOURCE_DIR) / "schemas" / "study.schema.json"; }

Json FromYaml(const YAML::Node& node) {
  if (node.IsScalar()) return ToJson(ScalarValue(node));
  if (node.IsSequence()) {
    Json list = Json::array();
    for (const auto& item : node) list.push_back(FromYaml(item));
    return list;
  }
  if (!node.IsMap()) return nullptr;
  Json object = Json::object();
  for (const auto& entry : node) object[entry.first.Scalar()] = FromYaml(entry.second);
  return object;
}

// For each text "valid", or the path of what the schema refuses; nothing without jsonschema.
std::vector<std::string> Validate(const std::vector<std::string>& texts) {
  Json documents = Json::array();
  for (const std::string& text : texts) documents.push_back(FromYaml(YAML::Load(text)));
  fs::path folder = MakeTemporaryFolder(testing::TempDir(), "schema-").value();
  EXPECT_TRUE(WriteFile(folder / "studies.json", Dump(documents)).ok());
  ProcessOptions options;
  options.arguments = {"/usr/bin/python3", "-c", kValidate, SchemaPath(), folder / "studies.json"};
  Result<ProcessResult> ran = RunProcess(options);
  fs::remove_all(folder);
  if (!ran.ok() || ran.value().exit_code == 77) return {};
  EXPECT_EQ(ran.value().exit_code, 0) << ran.value().errors;
  return Split(Trim(ran.value().output), '\n');
}

TEST(SchemaTest, AcceptsWhatTheReaderAccepts) {
  std::vector<std::string> texts = {
      kDesignStudy,
      "fixed: { framework: fake }\n",
      "fixed: { framework: command }\ncommand: [a]\npatterns: done\n",
      "fixed: { framework: command }\ncommand: [a]\npatterns: { begin: a, epoch: b, loss: (c) }\n",
      "fixed: { framework: fake, prefetch: 2, shuffle: true, workers: 0, momentum: 0 }\n"
      "factors: { image: 32, batch: [1, 2] }\nexclude: [image > 3, batch == 1]\nonly: image < 99\n",
      "fixed: { framework: fake }\nenvironments: { a: { price: 0.1 USD / min, memory: 8GiB } }\n"
      "measure: { sample_every: 10ms, timeout: 1h30m, detail: step, hang_after: 10min,\n"
      "  thrash_after: never, largest_output: 20 MB, skip_larger_after_oom: true }\nbudget: .5EUR\n"
      "deadline: 2024-01-15 18:00-03:00\n"
      "report: { currency: EUR, rate: { USD: 0.9 } }\nanalyze: { response: cost, scale: log }\n",
      "fixed: { framework: fake }\nenvironments: { a: { price: 1 USD/h, bill: { unit: 1min,\n"
      "  minimum: 10min, setup: 5min, idle: 30s, disk: 0.01 USD/h, data: 0.05 EUR },\n"
      "  spot: { interrupted_every: 20h, checkpoint_every: 10min, restart: 3min } } }\n"
      "analyze: { target_accuracy: 0.97 }\ninvoice: 158 BRL\n"
      "report: { currency: BRL, rate: { USD: 4.8, EUR: { rate: 5.3, date: 2024-02-01 } } }\n",
      "fixed: { framework: fake }\nenvironments: { a: { reserved: { used: 62.5 % } } }\n",
      "fixed: { framework: fake }\nfactors: { a: [b, c] }\n"
      "analyze: { covariate: yardstick, model: main, ss: 3,\n"
      "  block: replication, same_within: 5%, adjust: holm, contrasts: ['a: b - c'] }\n",
      "fixed: { framework: fake, learning_rate: = 0.01 * batch / 128, momentum: 0.5 }\n"
      "factors: { batch: 1..512 by x2, image: [28, 32..64 by 16], weight_decay: 0.1..0.3 by 0.1,\n"
      "  own: [1, = batch * 2] }\n"
      "design: { kind: simple, base: { batch: 8 }, blocks: 2, hard_to_change: batch }\n",
      "fixed: { framework: fake }\nfactors: { a: [1, 2], b: [1, 2], c: [1, 2], d: [x, y] }\n"
      "together: [[a, b]]\n"
      "design: { kind: fraction, resolution: III, runs: 4, generators: [C = AB], centre_points: "
      "0,\n"
      "  hard_to_change: [a, d], levels: { d: [y, x] } }\n",
      "fixed: { framework: fake }\nfactors: { dataset: [mnist, { name: own-1, folder: 2017,\n"
      "  labels: a/b.csv, classes: 1000, test: 0.2, skip_broken: true, made_of: a few }, { name: other,\n"
      "  folder: x, test: y }, { name: s, synthetic: { images: 9, classes: 2, channels: 1 } }] }\n",
      "fixed: { framework: fake, dataset: { name: s, synthetic: { images: 9, classes: 2 } } }\n",
      "fixed: { framework: fake, learning_rate: { name: f, policy: fixed, base: 1 } }\n"
      "solver: a_solver.prototxt\n",
      "fixed: { framework: fake }\nfactors: { learning_rate: [0.1, 1..3, { name: s, policy: step,\n"
      "  base: 1, gamma: 0.1, stepsize: 9 }, { name: p, policy: poly, base: 1, power: 0.5,\n"
      "  max_iter: 9 }, { name: i, policy: inv, base: 1, gamma: 0.1, power: 0 }] }\n",
      "fixed: { framework: fake }\nfactors: { a: [1, 2], b: [1, 2] }\ntogether: [a, b]\n"
      "design: { kind: optimal, runs: 4, model: 2way, sweeps: 3 }\n",
  };
  fs::path examples = fs::path(TRENA_SOURCE_DIR) / "examples";
  for (const std::string& name : ListFolder(examples).value()) {
    if (name.ends_with(".yaml")) texts.push_back(ReadFile(examples / name).value());
  }
  ASSERT_GE(texts.size(), 9u);
  for (const std::string& text : texts) {
    Result<Study> study = ReadStudyText("s.yaml", text);
    EXPECT_TRUE(study.ok()) << study.error().message();
  }
  std::vector<std::string> verdicts = Validate(texts);
  if (verdicts.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  ASSERT_EQ(verdicts.size(), texts.size());
  for (size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(verdicts[i], "valid") << texts[i];
}

// A line that is refused, and where.
constexpr std::pair<const char*, const char*> kRefused[] = {
    {"desing: {}", "."},
    {"design: { replicatons: 3 }", "design"},
    {"design: { replications: 0 }", "design/replications"},
    {"design: { kind: half }", "design/kind"},
    {"design: { order: sorted }", "design/order"},
    {"design: { seed: 1.5 }", "design/seed"},
    {"design: { kind: fraction, resolution: II }", "design/resolution"},
    {"design: { kind: optimal, model: all }", "design/model"},
    {"design: { kind: optimal, runs: 0 }", "design/runs"},
    {"design: { blocks: 0 }", "design/blocks"},
    {"design: { kind: two_level, levels: { a: [1] } }", "design/levels/a"},
    {"together: batch", "together"},
    {"factors: { batch: 64..16 by }", "factors/batch"},
    {"measure: { sample_every: 10 }", "measure/sample_every"},
    {"measure: { timeout: 3 weeks }", "measure/timeout"},
    {"measure: { detail: all }", "measure/detail"},
    {"measure: { hang_after: 10 }", "measure/hang_after"},
    {"measure: { thrash_after: off }", "measure/thrash_after"},
    {"measure: { largest_output: 1000 }", "measure/largest_output"},
    {"measure: { skip_larger_after_oom: yes please }", "measure/skip_larger_after_oom"},
    {"analyze: { response: speed }", "analyze/response"},
    {"analyze: { ss: 4 }", "analyze/ss"},
    {"analyze: { adjust: none }", "analyze/adjust"},
    {"analyze: { block: day }", "analyze/block"},
    {"budget: 200", "budget"},
    {"budget: US$ 200", "budget"},
    {"deadline: 3h", "deadline"},
    {"environments: { a: { price: 0 } }", "environments/a/price"},
    {"environments: { a: { price: 0.00 USD/h } }", "environments/a/price"},
    {"environments: { a: { price: 0.169 USD } }", "environments/a/price"},
    {"environments: { a: { device: gpu } }", "environments/a/device"},
    {"environments: { a: { memory: 8 } }", "environments/a/memory"},
    {"environments: { a: { vcpus: 0 } }", "environments/a/vcpus"},
    {"environments: { a: { bill: { units: 1min } } }", "environments/a/bill"},
    {"environments: { a: { bill: { unit: 60 } } }", "environments/a/bill/unit"},
    {"environments: { a: { bill: { data: 3 } } }", "environments/a/bill/data"},
    {"environments: { a: { spot: {} } }", "environments/a/spot"},
    {"environments: { a: { reserved: { used: 120 % } } }", "environments/a/reserved/used"},
    {"analyze: { target_accuracy: 97 }", "analyze/target_accuracy"},
    {"invoice: 158", "invoice"},
    {"report: { rate: { USD: { date: 2024-01-15 } } }", "report/rate/USD"},
    {"factors: { image: [] }", "factors/image"},
    {"factors: { image: [32, 32] }", "factors/image"},
    {"factors: { batch: [0] }", "factors/batch"},
    {"factors: { a-b: [1] }", "factors"},
    {"factors: { dataset: [{ folder: x }] }", "factors/dataset"},
    {"factors: { dataset: { name: 1st, folder: x } }", "factors/dataset"},
    {"factors: { learning_rate: [{ name: a, policy: exp, base: 1, gamma: 1 }] }",
     "factors/learning_rate"},
    {"report: { currency: usd }", "report/currency"},
    {"report: { rate: { USD: 0 } }", "report/rate/USD"},
    {"report: { rate: { date: soon } }", "report/rate/date"},
    {"report: { language: fr }", "report/language"},
    {"exclude: { a: b }", "exclude"},
    {"command: ls -l", "command"},
    {"patterns: { loss: x }", "patterns"},
    {"patterns: { epoch: x, los: x }", "patterns"},
};

TEST(SchemaTest, RefusesWhatTheReaderRefuses) {
  std::vector<std::string> texts;
  for (const auto& [text, path] : kRefused) {
    texts.push_back(std::string("fixed: { framework: fake }\n") + text + "\n");
    EXPECT_FALSE(ReadStudyText("s.yaml", texts.back()).ok()) << text;
  }
  for (const char* fixed :
       {"momentum: 1",
        "epochs: 1.5",
        "learning_rate: 0",
        "image: [32]",
        "dataset: { name: a }",
        "dataset: { name: a, folder: [x] }",
        "dataset: { name: a, folder: x, classes: 0 }",
        "dataset: { name: a, folder: x, test: 1 }",
        "dataset: { name: a, folder: x, lables: y }",
        "dataset: { name: a, folder: x, skip_broken: 1 }",
        "dataset: { name: a, synthetic: { images: 9 } }",
        "learning_rate: { name: a, policy: fixed }",
        "learning_rate: { policy: fixed, base: 1 }",
        "learning_rate: { name: a, policy: fixed, base: 1, gamma: 1 }",
        "learning_rate: { name: a, policy: step, base: 1, gamma: 1 }",
        "learning_rate: { name: a, policy: step, base: 1, gamma: 0, stepsize: 1 }",
        "learning_rate: { name: a, policy: poly, base: 0, power: 1 }",
        "learning_rate: { name: a, policy: poly, base: 1, power: -1 }",
        "learning_rate: { name: a, policy: poly, base: 1, power: 1, max_iter: 1.5 }",
        "learning_rate: { name: a, policy: inv, base: 1, power: 1 }",
        "learning_rate: poly",
        "dataset: { name: a, synthetic: { images: 9, classes: 1.5 } }"}) {
    texts.push_back(std::string("fixed: { framework: fake, ") + fixed + " }\n");
    EXPECT_FALSE(ReadStudyText("s.yaml", texts.back()).ok()) << fixed;
  }
  std::vector<std::string> verdicts = Validate(texts);
  if (verdicts.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  ASSERT_EQ(verdicts.size(), texts.size());
  for (size_t i = 0; i < std::size(kRefused); ++i)
    EXPECT_EQ(verdicts[i], kRefused[i].second) << texts[i];
  for (size_t i = std::size(kRefused); i < texts.size(); ++i) {
    EXPECT_TRUE(verdicts[i].starts_with("fixed/")) << texts[i] << verdicts[i];
  }
}

TEST(SchemaTest, DescribesEveryValueTrenaKnows) {
  Json schema = ParseJson(ReadFile(SchemaPath()).value()).value();
  for (const char* section : {"factors", "fixed"}) {
    const Json& values = schema["properties"][section]["properties"];
    for (const std::string& name : KnownValueNames()) {
      ASSERT_TRUE(values.contains(name)) << section << " " << name;
      EXPECT_TRUE(Get<std::string>(values[name], "description")) << name;
    }
    EXPECT_EQ(values.size(), KnownValueNames().size());
  }
}

TEST(SchemaTest, HasTheResponsesAStudyMayName) {
  Json schema = ParseJson(ReadFile(SchemaPath()).value()).value();
  const Json& response = schema["properties"]["analyze"]["properties"]["response"];
  EXPECT_EQ(response["enum"].get<std::vector<std::string>>(), ResponseMetrics());
}

// The reader names its keys when it meets one it does not know: the schema must have the same.
TEST(SchemaTest, HasTheReadersKeys) {
  std::string message = ReadStudyText("s.yaml", "zzzzzzzz: 1\n").error().message();
  std::string known = message.substr(message.find("known keys: ") + 12);
  Json properties = ParseJson(ReadFile(SchemaPath()).value()).value()["properties"];
  std::vector<std::string> names;
  for (const auto& [name, property] : properties.items()) {
    names.push_back(name);
    EXPECT_TRUE(Get<std::string>(property, "description")) << name;
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(Join(names, ", "), known);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// `trena verify` with real frameworks: MXNet equals the reference, and every fault put into it on
// purpose (tests/faults) is caught. MXNet is installed once, into the user's own cache.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "core/files.h"
#include "core/json.h"
#include "core/text/text.h"
#include "session.h"

namespace trena {
namespace {

// Something in it for every fault: padding, a square kernel, biases, a pooling that leaves a rest
// (29 → 14), dropout.
const char* const kNetwork =
    "network: small\n"
    "layers:\n"
    "  - conv: { k: 3, p: 1, o: 8 }\n"
    "  - relu\n"
    "  - max_pool: { k: 2 }\n"
    "  - conv: { k: 3, p: 1, o: 8 }\n"
    "  - relu\n"
    "  - max_pool: { k: 2 }\n"
    "  - fc: { o: 32 }\n"
    "  - relu\n"
    "  - dropout: { rate: 0.5 }\n"
    "  - fc: { o: classes }\n";

const std::vector<std::string> kFaults = {"padding_off_by_one",
                                          "transposed_weights",
                                          "missing_bias",
                                          "wrong_momentum",
                                          "nesterov",
                                          "missing_scale",
                                          "shuffled_labels",
                                          "wrong_pooling_rounding",
                                          "dropout_left_on",
                                          "wrong_order",
                                          "sum_instead_of_mean_loss"};

std::string StudyOf(const std::vector<std::string>& frameworks) {
  return fmt::format(
      "study: likeness\n"
      "factors: {{ framework: [{}] }}\n"
      "fixed: {{ network: small, dataset: fashion_mnist, image: 29, images: 1024, batch: 64,\n"
      "         epochs: 1, learning_rate: 0.05, momentum: 0.9 }}\n"
      "design: {{ replications: 2 }}\n",
      Join(frameworks, ", "));
}

class Verify : public testing::Test {
 protected:
  void SetUp() override {
    fs::path own = CacheFolder() / "frameworks";  // this session's, still to be made
    unsetenv("TRENA_CACHE");
    fs::path shared = CacheFolder() / "frameworks";
    setenv("TRENA_CACHE", own.parent_path().c_str(), 1);
    fs::create_directories(shared);
    fs::create_directories(own.parent_path());
    fs::create_directory_symlink(shared, own);
    fs::create_directories(session_.folder() / "networks");
    session_.Write("networks/small.yaml", kNetwork);
  }

  // A runner that is MXNet's with a fault, started by the Python that MXNet is installed for.
  void AddFaulty(const std::string& fault) {
    fs::path folder = session_.folder() / "runners" / fault;
    fs::create_directories(folder);
    session_.Write(
        "runners/" + fault + "/runner.yaml",
        fmt::format("framework: {}\nversion: 1\ncommand: [run]\ndevices: [cpu]\n", fault));
    session_.Write("runners/" + fault + "/run",
                   fmt::format("#!{}\nimport runpy, sys\nsys.argv.insert(1, '{}')\n"
                               "runpy.run_path('{}/tests/faults/faulty_runner.py', "
                               "run_name='__main__')\n",
                               Python(), fault, TRENA_SOURCE_DIR));
    fs::permissions(folder / "run", fs::perms::owner_all);
  }

  std::string Python() {
    ProcessResult list = session_.Trena({"configure", "--list", "--json"});
    for (const Json& one : ParseJson(list.output).value()) {
      std::string folder = Get<std::string>(one, "folder").value_or("");
      if (one["framework"] == "mxnet") return folder + "/bin/python";
    }
    return "";
  }

  Session session_;
};

std::map<std::string, Json> RowsOf(const std::string& output) {
  std::map<std::string, Json> rows;
  Json verification = ParseJson(output).value();
  for (const Json& row : verification["rows"]) {
    rows[Split(row["framework"].get<std::string>(), '@')[0]] = row;
  }
  return rows;
}

TEST_F(Verify, MxnetIsEqualAndEveryFaultIsCaught) {
  session_.Write("mxnet.yaml", StudyOf({"mxnet"}));
  ProcessResult installed = session_.Trena({"configure", "mxnet.yaml"});
  ASSERT_EQ(installed.exit_code, 0) << installed.errors << installed.output;
  for (const std::string& fault : kFaults) AddFaulty(fault);
  std::vector<std::string> frameworks = kFaults;
  frameworks.insert(frameworks.end(), {"mxnet", "libtorch"});
  session_.Write("all.yaml", StudyOf(frameworks));
  ProcessResult verified = session_.Trena({"verify", "all.yaml", "--json"});
  EXPECT_EQ(verified.exit_code, 3) << verified.errors;
  std::map<std::string, Json> rows = RowsOf(verified.output);
  ASSERT_EQ(rows.size(), frameworks.size());
  for (const char* right : {"mxnet", "libtorch"}) {
    EXPECT_TRUE(rows[right]["equal"]) << rows[right];
    EXPECT_TRUE(rows[right]["same_images"]) << "the first 1,000";
    // 1·8·9 + 8, 8·8·9 + 8, 7·7·8·32 + 32, 32·10 + 10
    EXPECT_EQ(rows[right]["parameters"], 80 + 584 + 12576 + 330);
  }
  for (const std::string& fault : kFaults) {
    EXPECT_FALSE(rows[fault]["equal"]) << fault;
    EXPECT_EQ(rows[fault]["failure"], "") << fault << " must run, and be seen";
  }
  EXPECT_FALSE(rows["wrong_order"]["same_images"]);
  // Until the rate changes both conventions of momentum are the same.
  std::string where = rows["wrong_momentum"]["losses"]["where"];
  EXPECT_GT(std::stoi(where.substr(5)), 10) << where;
}

// Logits are of each position.
TEST_F(Verify, MxnetIsEqualOnText) {
  session_.Write("networks/tiny_gpt.yaml",
                 "network: tiny_gpt\nlayers:\n  - embedding: { o: 12 }\n  - positions\n"
                 "  - layer_norm\n  - fc: { o: 36 }\n  - attention: { heads: 2 }\n"
                 "  - fc: { o: 12, name: out }\n  - add: { from: [out, positions1] }\n"
                 "  - gelu\n  - fc: { o: classes }\n");
  session_.Write("text.yaml",
                 "study: text\nfixed: { framework: mxnet, network: tiny_gpt, dataset: "
                 "synthetic_text, sequence: 16, images: 512, batch: 32, epochs: 1 }\n");
  const ProcessResult installed = session_.Trena({"configure", "text.yaml"});
  ASSERT_EQ(installed.exit_code, 0) << installed.errors << installed.output;
  const ProcessResult verified = session_.Trena({"verify", "text.yaml", "--json"});
  EXPECT_EQ(verified.exit_code, 0) << verified.errors;
  const Json row = RowsOf(verified.output)["mxnet"];
  EXPECT_TRUE(row["equal"]) << row;
  EXPECT_TRUE(row["same_images"]) << row;
  EXPECT_EQ(row["training"], "tiny_gpt, synthetic_text 16");
  // 256·12, 16·12, 2·12, 36·13, 12·13, 256·13
  EXPECT_EQ(row["parameters"], 3072 + 192 + 24 + 468 + 156 + 3328);
}

TEST_F(Verify, WhatDiffersIsRefusedUnlessInsistedOn) {
  session_.Write("mxnet.yaml", StudyOf({"mxnet"}));
  ASSERT_EQ(session_.Trena({"configure", "mxnet.yaml"}).exit_code, 0);
  AddFaulty("missing_bias");
  session_.Write("two.yaml", StudyOf({"mxnet", "missing_bias"}));
  ProcessResult refused = session_.Trena({"run", "two.yaml"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("missing_bias@1 does not train small, fashion_mnist 29×29 as the "
                                "reference does: logits differ by"),
            std::string::npos)
      << refused.errors;
  EXPECT_TRUE(session_.Runs("two.trena").empty());
  EXPECT_EQ(session_.Trena({"measure", "two.yaml"}).exit_code, 2) << "it is remembered";
  ProcessResult insisted = session_.Trena({"run", "two.yaml", "--insist"});
  EXPECT_EQ(session_.Runs("two.trena").size(), 4u) << insisted.errors;
  EXPECT_NE(insisted.output.find("missing_bias@1 differs from the reference"), std::string::npos);
  std::string page = session_.Read("two.trena/report.html");
  EXPECT_NE(page.find("missing_bias@1 differs from the reference"), std::string::npos);
  EXPECT_NE(page.find("The same network in every framework"), std::string::npos);
  EXPECT_EQ(ParseJson(session_.Read("two.trena/verify.json")).value()["rows"].size(), 2u);
}

TEST_F(Verify, MxnetTrainsAsFarAsLibtorch) {
  session_.Write("both.yaml", StudyOf({"mxnet", "libtorch"}));
  ProcessResult run = session_.Trena({"run", "both.yaml", "-P", "epochs=3"});
  std::map<std::string, std::vector<double>> losses;
  for (const std::string& name : session_.Runs("both.trena")) {
    std::string text = session_.Read("both.trena/runs/" + name + "/run.json");
    Json record = ParseJson(text).value();
    ASSERT_EQ(record["outcome"], "ok") << text;
    EXPECT_GT(record["metrics"]["accuracy"].get<double>(), 0.2) << "chance is 0.1";
    losses[record["framework"]].push_back(record["metrics"]["loss"]);
  }
  ASSERT_EQ(losses.size(), 2u) << run.errors;
  // Dropout's masks differ, the rest does not.
  EXPECT_NEAR(losses["mxnet"][0], losses["libtorch"][0], 0.3);
}

}  // namespace
}  // namespace trena

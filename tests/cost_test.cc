// SPDX-License-Identifier: Apache-2.0
// Money through the built program, with the fake runner: bills, prices of the command line.
#include <gtest/gtest.h>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

// The CPU takes 100 s at 1 USD/h, the GPU 10 s at 3 USD/h; both are here.
constexpr const char* kTwoPlaces = R"(study: places
factors:
  environment: [slow, quick]
  image: [32, 64]
fixed:
  framework: fake
  fake_seconds: 10
  fake_noise: 0.01
  fake_effect_environment_slow: 10
  fake_effect_image_64: 2
environments:
  slow:  { price: 1 USD/h, bill: { setup: 2min, unit: 1min } }
  quick: { price: 3 USD/h, spot: { interrupted_every: 1h, restart: 1min } }
design: { replications: 3, seed: 2 }
)";

class Cost : public testing::Test {
 protected:
  void SetUp() override {
    session_.Write("s.yaml", kTwoPlaces);
    ASSERT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  }

  Json CostOf(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"analyze", "s.yaml", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ParseJson(session_.Trena(arguments).output).value()["cost"];
  }

  Session session_;
};

TEST_F(Cost, TheBillHasEveryItemWithItsSource) {
  const Json bill = CostOf({})["bill"];
  EXPECT_EQ(bill["attempts"], 12);
  std::vector<std::string> items;
  for (const Json& line : bill["lines"]) items.push_back(line["item"]);
  EXPECT_EQ(items, (std::vector<std::string>{"training", "around", "setup", "rounding", "training",
                                             "around", "interruptions"}));
  ProcessResult shown = session_.Trena({"analyze", "s.yaml", "--all"});
  EXPECT_NE(shown.output.find("bill.setup: 2 min 00 s"), std::string::npos) << shown.output;
  EXPECT_NE(shown.output.find("Break-even prices"), std::string::npos) << shown.output;
}

// 100 + 200 s against 10 + 20 s: the quick one costs less below ten times the slow one's price.
TEST_F(Cost, AnotherPriceNeedsNoOtherRun) {
  const Json before = CostOf({});
  EXPECT_EQ(before["repriced"].size(), 0u);
  const Json& quick = before["break_even"][1];
  EXPECT_EQ(quick["environment"], "quick");
  EXPECT_NEAR(quick["below"].get<double>(), 10, 0.3);
  EXPECT_EQ(quick["standing"], "wins");
  const Json after = CostOf({"--price", "quick=12USD/h", "--price", "slow=free"});
  EXPECT_EQ(after["repriced"].size(), 2u);
  EXPECT_EQ(after["repriced"][0]["study_price"]["per_hour"], 3);
  const Json dear = CostOf({"--price", "quick=12USD/h"});
  EXPECT_EQ(dear["break_even"][1]["standing"], "loses");
  EXPECT_EQ(dear["cheapest"], "C1");
  ProcessResult shown = session_.Trena({"analyze", "s.yaml", "--price", "quick=12USD/h"});
  EXPECT_NE(shown.output.find("prices given on the command line"), std::string::npos)
      << shown.output;
}

TEST_F(Cost, AReportOfAPartOrAtOtherPricesDoesNotReplaceTheStudys) {
  ASSERT_EQ(session_.Trena({"report", "s.yaml", "--format", "markdown"}).exit_code, 0);
  const std::string before = session_.Read("s.trena/report.md");
  const std::pair<const char*, const char*> asked[] = {
      {"--price", "quick=9USD/h"}, {"--only", "environment == quick"}, {"-P", "environment=quick"}};
  for (const auto& [option, value] : asked) {
    ProcessResult report =
        session_.Trena({"report", "s.yaml", "--format", "markdown", option, value});
    EXPECT_EQ(report.exit_code, 0) << report.errors;
    EXPECT_EQ(session_.Read("s.trena/report.md"), before) << option;
    EXPECT_NE(report.output.find("report-"), std::string::npos) << report.output;
  }
}

TEST_F(Cost, BadPricesAreShownAndNothingIsWritten) {
  const auto before = session_.Snapshot();
  const std::pair<const char*, const char*> cases[] = {
      {"quik=1USD/h", "did you mean `quick`?"}, {"quick=1", "has no currency"},
      {"quick=-1USD/h", "cannot be negative"},  {"quick", "expected environment=price"},
      {"quick=1 USD", "is not a price"},        {"=1USD/h", "unknown environment"},
  };
  for (const auto& [price, message] : cases) {
    for (const char* command : {"analyze", "report"}) {
      ProcessResult result = session_.Trena({command, "s.yaml", "--price", price});
      EXPECT_EQ(result.exit_code, 2) << price;
      EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
      EXPECT_EQ(result.output, "");
    }
  }
  EXPECT_EQ(session_.Snapshot(), before);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "cli/model_options.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

TEST(SplitNames, CommasSeparateAndQuotesHoldThem) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(SplitNames("").value(), Names{});
  EXPECT_EQ(SplitNames("a, b ,c").value(), (Names{"a", "b", "c"}));
  EXPECT_EQ(SplitNames("a,\"c, d\"").value(), (Names{"a", "c, d"}));
  Result<Names> open = SplitNames("a,\"b");
  ASSERT_FALSE(open.ok());
  EXPECT_EQ(open.error().kind(), ErrorKind::kInput);
  EXPECT_EQ(open.error().message(), "`a,\"b`: a quote is not closed");
}

class ModelOptionsTest : public testing::Test {
 protected:
  ModelOptionsTest() {
    AddModelOptions(app_, options_);
    study_.factors = {{"a", {"x", "y", "z"}}, {"b", {1, 2}}};
  }

  Status Apply(const std::string& line) {
    app_.parse(line);
    return ApplyModelOptions(app_, options_, study_);
  }

  CLI::App app_;
  TypedModel options_;
  Study study_;
  AnalyzeOptions& analyze_ = study_.analyze;
};

TEST_F(ModelOptionsTest, WhatIsNotTypedIsTheStudys) {
  analyze_.response = "cost";
  analyze_.model = "main";
  analyze_.ss_type = 3;
  analyze_.scale = "log";
  analyze_.adjust = "holm";
  analyze_.same_within = 0.2;
  analyze_.covariates = {"order"};
  analyze_.contrasts = {"a: x - y"};
  analyze_.block = "replication";
  const AnalyzeOptions before = analyze_;
  ASSERT_TRUE(Apply("").ok());
  EXPECT_EQ(analyze_.response, before.response);
  EXPECT_EQ(analyze_.model, before.model);
  EXPECT_EQ(analyze_.ss_type, before.ss_type);
  EXPECT_EQ(analyze_.scale, before.scale);
  EXPECT_EQ(analyze_.adjust, before.adjust);
  EXPECT_EQ(analyze_.same_within, before.same_within);
  EXPECT_EQ(analyze_.covariates, before.covariates);
  EXPECT_EQ(analyze_.contrasts, before.contrasts);
  EXPECT_EQ(analyze_.block, before.block);
}

TEST_F(ModelOptionsTest, WhatIsTypedTakesItsPlace) {
  ASSERT_TRUE(Apply("--response cost --model 'a*b' --ss 1 --log --adjust holm --same-within 10% "
                    "--covariate 'yardstick, order' --block replication --contrast 'a: x - y' "
                    "--contrast 'a: x - z'")
                  .ok());
  EXPECT_EQ(analyze_.response, "cost");
  EXPECT_EQ(analyze_.model, "a*b");
  EXPECT_EQ(analyze_.ss_type, 1);
  EXPECT_EQ(analyze_.scale, "log");
  EXPECT_EQ(analyze_.adjust, "holm");
  EXPECT_DOUBLE_EQ(analyze_.same_within, 0.1);
  EXPECT_EQ(analyze_.covariates, (std::vector<std::string>{"yardstick", "order"}));
  EXPECT_EQ(analyze_.block, "replication");
  EXPECT_EQ(analyze_.contrasts, (std::vector<std::string>{"a: x - y", "a: x - z"}));
}

TEST_F(ModelOptionsTest, ABaselineIsTypedByItsLevels) {
  EXPECT_EQ(SplitBaseline("framework=pytorch, batch=64").value(),
            (Values{{"framework", "pytorch"}, {"batch", 64}}));
  for (const char* typed : {"pytorch", "=pytorch", "framework=", "a=x,b"}) {
    const auto levels = SplitBaseline(typed);
    ASSERT_FALSE(levels.ok()) << typed;
    EXPECT_TRUE(Has(levels.error().message(), {"written FACTOR=LEVEL"})) << typed;
  }
  EXPECT_TRUE(Has(SplitBaseline("a=x,a=y").error().message(), {"`a` is named twice"}));
}

TEST_F(ModelOptionsTest, AStudysBlocksAreItsDesigns) {
  Status applied = Apply("--block day");
  ASSERT_FALSE(applied.ok());
  EXPECT_TRUE(Has(applied.error().message(), {"`--block day`", "`--block replication`"}));
}

// A model of what is no factor would be analysed as none at all, and nothing be found amiss.
TEST_F(ModelOptionsTest, NamesOfNothingAreRefusedWithWhatThereIs) {
  EXPECT_TRUE(Has(Apply("--model 'nosuch*(('").error().message(),
                  {"--model:1:1: ", "`nosuch` in the formula is no factor", "a formula of a, b"}));
  EXPECT_TRUE(Has(Apply("--model 'a*(('").error().message(), {"a factor is missing"}));
  EXPECT_TRUE(Has(Apply("--response nosuch").error().message(),
                  {"`nosuch` is no metric of a run", "train_s, wall_s"}));
  EXPECT_TRUE(Has(Apply("--covariate order,nosuch").error().message(),
                  {"--covariate:1:1: `nosuch` is neither yardstick nor order nor a metric"}));
  EXPECT_TRUE(Has(Apply("--contrast 'weather: x - y'").error().message(),
                  {"`weather` is no factor", "there are a, b"}));
  EXPECT_EQ(Apply("--model 'a*b + block' --covariate cpu_pct").ok(), true);
}

TEST_F(ModelOptionsTest, AnErrorNamesItsOption) {
  EXPECT_TRUE(Has(Apply("--same-within 0.05").error().message(), {"--same-within"}));
  EXPECT_THROW(app_.parse("--ss 4"), CLI::ParseError);
  EXPECT_THROW(app_.parse("--adjust bonferroni"), CLI::ParseError);
}

}  // namespace
}  // namespace trena

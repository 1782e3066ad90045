// SPDX-License-Identifier: Apache-2.0
#include "study/billing/repricing.h"

#include <gtest/gtest.h>

#include "study/study.h"

namespace trena {
namespace {

Study TwoPlaces() {
  Study study;
  study.environments.resize(2);
  study.environments[0].name = "f4s_v2";
  study.environments[0].price = Price{0.169, "USD", false};
  study.environments[1].name = "t4";
  return study;
}

TEST(Repricing, PutsPricesAndKeepsWhatTheyWere) {
  Study study = TwoPlaces();
  ASSERT_TRUE(ApplyPrices({"f4s_v2=0.11USD/h", "t4 = free"}, study).ok());
  EXPECT_EQ(study.environments[0].price, (Price{0.11, "USD", false}));
  EXPECT_TRUE(study.environments[1].price->free);
  ASSERT_EQ(study.repriced.size(), 2u);
  EXPECT_EQ(study.repriced[0].before, (Price{0.169, "USD", false}));
  EXPECT_EQ(study.repriced[1].before, std::nullopt);
}

TEST(Repricing, BadArgumentsChangeNothing) {
  const std::pair<std::string, std::string> cases[] = {
      {"f4s_v3=1USD/h", "did you mean `f4s_v2`?"},
      {"moon=1USD/h", "the study has: f4s_v2, t4"},
      {"t4=0.11", "has no currency"},
      {"t4=-1USD/h", "cannot be negative"},
      {"t4=0USD/h", "write `free`"},
      {"t4=1USD", "is not a price"},
      {"t4", "expected environment=price"},
      {"f4s_v2=2USD/h", "two prices"},
  };
  for (const auto& [argument, message] : cases) {
    Study study = TwoPlaces();
    const Status status = ApplyPrices({"f4s_v2=1USD/h", argument}, study);
    ASSERT_FALSE(status.ok()) << argument;
    EXPECT_EQ(status.error().kind(), ErrorKind::kInput);
    EXPECT_NE(status.error().message().find(message), std::string::npos)
        << status.error().message();
    EXPECT_EQ(study.environments[0].price, (Price{0.169, "USD", false}));
    EXPECT_TRUE(study.repriced.empty());
  }
}

TEST(Repricing, AStudyWithoutEnvironmentsSaysWhatToDo) {
  Study study;
  EXPECT_NE(ApplyPrices({"here=1USD/h"}, study).error().message().find("describes no environments"),
            std::string::npos);
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/optimal/kept_search.h"

#include <gtest/gtest.h>

#include <map>

#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kFactors =
    "factors: { batch: [16, 32, 64], image: [32, 48, 64], network: [one, two] }\n"
    "fixed: { framework: fake }\n";
const std::string kDesign = "design: { kind: optimal, runs: 9, replications: 2 }\n";

// Searches in memory, counted.
class Kept {
 public:
  PlanOptions options() {
    PlanOptions options;
    options.kept.find = [this](const std::string& key) -> std::optional<Json> {
      auto found = searches.find(key);
      return found != searches.end() ? std::optional(found->second) : std::nullopt;
    };
    options.kept.keep = [this](const std::string& key, const Json& search) -> Status {
      searches[key] = search;
      return Done{};
    };
    options.progress = [this](const SearchProgress&) {
      ++steps;
      return !stop;
    };
    return options;
  }

  std::map<std::string, Json> searches;
  int steps = 0;
  bool stop = false;
};

TEST(KeptSearchTest, ASearchIsMadeOnce) {
  Study study = StudyOf(kFactors + kDesign);
  Kept kept;
  Plan first = PlanOf(study, kept.options());
  EXPECT_GT(kept.steps, 0);
  ASSERT_EQ(kept.searches.size(), 1u);
  kept.steps = 0;
  Plan again = PlanOf(study, kept.options());
  EXPECT_EQ(kept.steps, 0);
  EXPECT_EQ(Ids(again), Ids(first));
  EXPECT_EQ(again.details, first.details);
  EXPECT_EQ(again.notes, first.notes);
}

TEST(KeptSearchTest, WhatWasStoppedStaysAsItWas) {
  Study study = StudyOf(kFactors + kDesign);
  Kept kept;
  kept.stop = true;
  Plan stopped = PlanOf(study, kept.options());
  EXPECT_EQ(stopped.search_stopped, true);
  kept.stop = false;
  Plan later = PlanOf(study, kept.options());
  EXPECT_EQ(later.search_stopped, true);
  EXPECT_EQ(Ids(later), Ids(stopped));
}

TEST(KeptSearchTest, WhatTheSearchDependsOnIsInItsKey) {
  std::string base = SearchKey(StudyOf(kFactors + kDesign));
  EXPECT_EQ(SearchKey(StudyOf("# a comment\n" + kFactors + kDesign + "budget: 2 USD\n")), base);
  EXPECT_EQ(SearchKey(StudyOf(kFactors + "design: { kind: optimal, runs: 9, replications: 5 }\n")),
            base)
      << "replications repeat the design, they do not change it";
  for (const std::string& other :
       {kFactors + "design: { kind: optimal, runs: 10 }\n",
        kFactors + "design: { kind: optimal, runs: 9, seed: 2 }\n",
        kFactors + "design: { kind: optimal, runs: 9, sweeps: 1 }\n",
        kFactors + "exclude: batch == 64 and image == 64\n" + kDesign,
        kFactors + "only: batch < 64 or image < 64\n" + kDesign,
        "factors: { batch: [16, 32, 128], image: [32, 48, 64], network: [one, two] }\n"
        "fixed: { framework: fake }\n" +
            kDesign}) {
    EXPECT_NE(SearchKey(StudyOf(other)), base) << other;
  }
}

TEST(KeptSearchTest, WhatDoesNotFitIsSearchedForAgain) {
  Study study = StudyOf(kFactors + "exclude: batch == 64 and image == 64\n" + kDesign);
  Kept kept;
  Plan right = PlanOf(study, kept.options());
  std::string key = kept.searches.begin()->first;
  Json good = kept.searches[key];
  auto with = [&](const char* field, const Json& value) {
    Json bad = good;
    bad[field] = value;
    return bad;
  };
  auto with_points = [&](const char* points) { return with("points", Json::parse(points)); };
  // The factors cross to 18. Points 16 and 17 are 64, 64 and either network: excluded.
  kept.searches[key] = with_points("[0, 1, 2, 3, 4, 5, 6, 7, 15]");
  kept.steps = 0;
  PlanOf(study, kept.options());
  EXPECT_EQ(kept.steps, 0) << "what fits is taken";
  for (const Json& bad :
       {Json("text"), Json::object(), with("format", 2), with_points("[1, 2]"),
        with_points("[0, 1, 2, 3, 4, 5, 6, 7, 16]"), with_points("[0, 1, 2, 3, 4, 5, 6, 7, 18]"),
        with_points("[0, 1, 2, 3, 4, 5, 6, 7, 99]"), with_points("[0, 1, 2, 3, 4, 5, 6, 7, -1]"),
        with("sweeps", "many")}) {
    kept.searches[key] = bad;
    kept.steps = 0;
    EXPECT_EQ(Ids(PlanOf(study, kept.options())), Ids(right)) << bad;
    EXPECT_GT(kept.steps, 0) << bad;
  }
}

TEST(KeptSearchTest, WhatCannotBeKeptIsSaid) {
  PlanOptions options;
  options.kept.keep = [](const std::string&, const Json&) -> Status { return Error("read-only"); };
  Plan plan = PlanOf(StudyOf(kFactors + kDesign), options);
  EXPECT_NE(plan.notes.back().english.find("searched for again next time: read-only"),
            std::string::npos);
}

}  // namespace
}  // namespace trena

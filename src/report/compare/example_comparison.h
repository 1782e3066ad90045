// SPDX-License-Identifier: Apache-2.0
// Comparisons for tests: the example study against itself, with its times multiplied.
#pragma once

#include <string>
#include <utility>

#include "analyze/compare/study_comparison.h"
#include "report/formats/example_analysis.h"

namespace trena {

// The example, its times multiplied.
inline StudySide ExampleSide(const std::string& name, double times, Analysis analysis) {
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    for (const char* metric : {"train_s", "cost"}) {
      for (double& value : scenario.metrics[metric].values) value *= times;
    }
    scenario.metrics["wall_s"].folders = scenario.metrics["cost"].folders;
  }
  return {.name = name, .analysis = std::move(analysis)};
}

inline StudyComparison ExampleComparison(double times, const ComparisonRequest& request = {}) {
  return CompareStudies(ExampleSide("before.trena", 1, ExampleAnalysis()),
                        ExampleSide("first.yaml", times, ExampleAnalysis()), request)
      .value();
}

}  // namespace trena

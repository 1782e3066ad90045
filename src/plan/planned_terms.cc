// SPDX-License-Identifier: Apache-2.0
#include "plan/planned_terms.h"

#include "study/design_kinds.h"

namespace trena {

std::string PlannedTerms(const Study& study, const Plan& plan) {
  if (!study.analyze.model.empty()) return study.analyze.model;
  const DesignKind* kind = FindDesignKind(plan.design);
  switch (kind == nullptr ? DesignModel::kFull : kind->model) {
    case DesignModel::kMain:
      return "main";
    case DesignModel::kOwn:
      return study.design.two_way ? "2way" : "main";
    case DesignModel::kFull:
      break;
  }
  return "";
}

}  // namespace trena

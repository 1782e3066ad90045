// SPDX-License-Identifier: Apache-2.0
#include "report/formats/anova_json.h"

namespace trena {

namespace {

// The row that a term is judged by; none for the errors themselves.
Json ErrorOf(const AnovaRow& row) {
  if (!row.error.empty()) return row.error;
  return row.p ? Json("residuals") : Json();
}

}  // namespace

Json AnovaJson(const std::vector<AnovaRow>& rows) {
  Json json = Json::array();
  for (const AnovaRow& row : rows) {
    json.push_back({{"term", row.term},
                    {"df", row.df},
                    {"ss", OrNull(row.ss)},
                    {"ms", OrNull(row.ms)},
                    {"f", OrNull(row.f)},
                    {"p", OrNull(row.p)},
                    {"percent", OrNull(row.percent)},
                    {"error", ErrorOf(row)}});
  }
  return json;
}

Json EffectJson(const Effect& effect, Json levels) {
  return {
      {"term", effect.term},       {"levels", std::move(levels)}, {"effect", OrNull(effect.effect)},
      {"low", OrNull(effect.low)}, {"high", OrNull(effect.high)}, {"mean", OrNull(effect.mean)}};
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/level_pairs.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "analyze/model/stated_analysis.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kMostLevels = 20;  // 190 pairs

// What factors are compared by: the model, or of whole plots each stratum.
class Views {
 public:
  explicit Views(const StatedAnalysis& stated) : stated_(stated) {
    if (!stated.strata) return;
    for (const ErrorStratum& stratum : stated.strata->strata) {
      strata_.push_back(ViewOf(*stated.strata, stratum));
    }
  }

  // That with the factor's means; nullptr when none has them.
  const ModelAnalysis* Of(size_t factor) const {
    if (!stated_.strata) return &stated_.model;
    for (const ModelAnalysis& view : strata_) {
      const bool there = std::any_of(
          view.means.begin(), view.means.end(),
          [&](const LevelMean& mean) { return mean.factors == std::vector<size_t>{factor}; });
      if (there) return &view;
    }
    return nullptr;
  }

 private:
  const StatedAnalysis& stated_;
  std::vector<ModelAnalysis> strata_;
};

std::optional<double> NumberIn(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

// One weighted level, as "0.5 mxnet" or "mxnet".
struct WeightedLevel {
  double weight = 1;
  std::string level;
};

std::vector<WeightedLevel> SplitContrast(const std::string& sum) {
  std::vector<WeightedLevel> parts;
  double sign = 1;
  bool begins = true;
  for (const std::string& word : Split(sum, ' ')) {
    if (word.empty()) continue;
    if (word == "+" || word == "-") {
      sign = word == "+" ? 1 : -1;
      begins = true;
    } else if (begins) {
      parts.push_back({sign, word});
      begins = false;
    } else {
      WeightedLevel& part = parts.back();
      const auto number = NumberIn(part.level);
      const bool weight = number && std::abs(part.weight) == 1;
      part = weight ? WeightedLevel{part.weight * *number, word}
                    : WeightedLevel{part.weight, part.level + " " + word};
    }
  }
  return parts;
}

Result<Contrast> ParseContrast(const Cells& cells, const ModelAnalysis& model, size_t factor,
                               const std::string& sum) {
  Contrast contrast;
  double total = 0;
  for (const WeightedLevel& part : SplitContrast(sum)) {
    const auto level = FindLevel(cells.factors[factor], part.level);
    if (!level) {
      return InputError("`" + part.level + "` is no level of " + cells.factors[factor].name +
                        DidYouMean(part.level, cells.factors[factor].levels));
    }
    const auto mean =
        std::find_if(model.means.begin(), model.means.end(), [&](const LevelMean& candidate) {
          return candidate.factors == std::vector<size_t>{factor} && candidate.levels[0] == *level;
        });
    if (mean == model.means.end()) return InputError("the model has no mean of " + part.level);
    contrast.means.push_back(static_cast<size_t>(mean - model.means.begin()));
    contrast.weights.push_back(part.weight);
    total += part.weight;
  }
  if (contrast.means.size() < 2 || std::abs(total) > 1e-9) {
    return InputError(
        "the weights of a contrast add up to 0, as in `framework: a - 0.5 b - 0.5 c`");
  }
  return contrast;
}

Result<ContrastEstimate> Estimate(const StatedAnalysis& stated, const Views& views,
                                  const std::string& text) {
  const size_t colon = text.find(": ");
  if (colon == std::string::npos) {
    return InputError("a contrast is written FACTOR: LEVEL - LEVEL");
  }
  const std::string name(Trim(text.substr(0, colon)));
  const size_t factor = FactorIndex(stated.cells, name);
  if (factor == stated.cells.factors.size()) {
    std::vector<std::string> names;
    for (const CellFactor& known : stated.cells.factors) names.push_back(known.name);
    return InputError("`" + name + "` is no factor of the analysis" + DidYouMean(name, names));
  }
  const ModelAnalysis* model = views.Of(factor);
  if (model == nullptr) return InputError("the model has no means of " + name);
  TRENA_ASSIGN(const Contrast contrast,
               ParseContrast(stated.cells, *model, factor, text.substr(colon + 2)));
  return EstimateContrast(*model, contrast);
}

// The other factor of the largest interaction of two that `factor` is in and that is an effect.
std::optional<size_t> InteractsWith(const StatedAnalysis& stated, size_t factor) {
  std::optional<size_t> other;
  double share = 0;
  for (const AnovaRow& row : stated.model.rows) {
    if (row.factors.size() != 2 || !IsEffect(stated, row) || !(*row.percent > share)) continue;
    if (row.factors[0] != factor && row.factors[1] != factor) continue;
    other = row.factors[0] == factor ? row.factors[1] : row.factors[0];
    share = *row.percent;
  }
  return other;
}

bool IsTold(PairVerdict verdict) {
  return verdict == PairVerdict::kFaster || verdict == PairVerdict::kSlower;
}

bool Depends(const LevelPair& pair) {
  bool told = false, same = false, faster = false, slower = false;
  for (const SimplePair& simple : pair.simple) {
    told |= IsTold(simple.comparison.verdict);
    same |= simple.comparison.verdict == PairVerdict::kSame;
    faster |= simple.comparison.verdict == PairVerdict::kFaster;
    slower |= simple.comparison.verdict == PairVerdict::kSlower;
  }
  return (faster && slower) || (told && (same || !IsTold(pair.comparison.verdict)));
}

void AddSimple(const StatedAnalysis& stated, const PairOptions& options, FactorPairs& pairs) {
  pairs.by = InteractsWith(stated, pairs.factor);
  if (!pairs.by || stated.strata) return;
  const size_t place = *pairs.by < pairs.factor ? 1 : 0;  // of the factor among the two
  const auto& means = stated.model.means;
  for (uint32_t level = 0; level < stated.cells.factors[*pairs.by].levels.size(); ++level) {
    for (const PairComparison& found :
         ComparePairsAt(stated.model, pairs.factor, *pairs.by, level, options)) {
      for (LevelPair& pair : pairs.pairs) {
        if (means[found.first].levels[place] != pair.first) continue;
        if (means[found.second].levels[place] != pair.second) continue;
        pair.simple.push_back({level, found});
      }
    }
  }
  for (LevelPair& pair : pairs.pairs) pair.depends = Depends(pair);
}

}  // namespace

std::optional<ModelAnalysis> ModelOf(const StatedAnalysis& stated, size_t factor) {
  const Views views(stated);
  const ModelAnalysis* model = views.Of(factor);
  if (model == nullptr) return std::nullopt;
  return *model;
}

std::optional<uint32_t> FindLevel(const CellFactor& factor, const std::string& written) {
  for (uint32_t i = 0; i < factor.levels.size(); ++i) {
    if (factor.levels[i] == written) return i;
  }
  for (uint32_t i = 0; i < factor.levels.size(); ++i) {
    if (factor.levels[i].substr(0, factor.levels[i].find('@')) == written) return i;
  }
  return std::nullopt;
}

std::vector<FactorPairs> CompareLevels(const StatedAnalysis& stated) {
  std::vector<FactorPairs> all;
  const Views views(stated);
  const PairOptions options{.adjustment = stated.request.adjustment,
                            .log_scale = stated.request.log_scale,
                            .same_within = stated.request.same_within};
  for (size_t factor : TreatmentsOf(stated.cells, stated.request)) {
    if (stated.cells.factors[factor].levels.size() > kMostLevels) continue;
    const ModelAnalysis* model = views.Of(factor);
    if (model == nullptr) continue;
    FactorPairs pairs{.factor = factor, .by = {}, .pairs = {}};
    for (const PairComparison& pair : ComparePairs(*model, {factor}, options)) {
      pairs.pairs.push_back(
          {model->means[pair.first].levels[0], model->means[pair.second].levels[0], pair});
    }
    if (pairs.pairs.empty()) continue;
    AddSimple(stated, options, pairs);
    all.push_back(std::move(pairs));
  }
  return all;
}

std::vector<StatedContrast> EstimateContrasts(const StatedAnalysis& stated) {
  std::vector<StatedContrast> contrasts;
  const Views views(stated);
  for (const std::string& text : stated.request.contrasts) {
    StatedContrast contrast{.text = text, .problem = {}, .estimate = {}};
    auto estimate = Estimate(stated, views, text);
    if (estimate.ok()) {
      contrast.estimate = std::move(estimate).value();
    } else {
      contrast.problem = estimate.error().message();
    }
    contrasts.push_back(std::move(contrast));
  }
  return contrasts;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// `kind: optimal`: so many runs as asked, chosen to know the effects best, whatever the numbers of
// levels and whatever is excluded.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/text/text.h"
#include "plan/designs/design.h"
#include "plan/designs/information.h"
#include "plan/designs/optimal/kept_search.h"
#include "plan/designs/optimal/optimal_search.h"
#include "plan/pruning.h"

namespace trena {
namespace {

constexpr double kMostListed = 20'000;  // combinations that are all asked whether they are allowed
constexpr size_t kMostParameters = 400;

// Between the study's axes and the factors of the search: those that vary, at the levels that
// exclude and only leave somewhere.
class Space {
 public:
  explicit Space(const DesignRequest& request) : request_(request) {
    for (const Axis& axis : request.axes) {
      levels_.emplace_back();
      for (size_t level = 0; level < axis.size; ++level) levels_.back().push_back(level);
    }
  }

  Status List() {
    if (CrossingSize(request_.study) > kMostListed) return Done{};
    std::vector<Combination> left;
    for (Combination i = 0; i < static_cast<size_t>(CrossingSize(request_.study)); ++i) {
      TRENA_ASSIGN(bool allowed, request_.allowed(i));
      if (allowed) left.push_back(i);
    }
    if (left.empty()) {
      return NothingLeft(request_.study, CrossingSize(request_.study));
    }
    KeepLevelsOf(left);
    for (Combination combination : left) candidates_.push_back(ToSearch(combination));
    return Done{};
  }

  SearchSpace ToSearchSpace() {
    SearchSpace space;
    for (const auto& levels : levels_) {
      if (levels.size() > 1) space.sizes.push_back(levels.size());
    }
    space.two_way = request_.study.design.two_way;
    space.runs = static_cast<size_t>(request_.study.design.runs.value_or(0));
    space.candidates = candidates_;
    space.allowed = [this](const LevelIndices& point) { return Allowed(ToCombination(point)); };
    space.seed = request_.study.design.seed;
    space.most_sweeps = request_.study.design.sweeps;
    space.progress = request_.progress;
    return space;
  }

  Combination ToCombination(const LevelIndices& point) const {
    LevelIndices indices;
    size_t at = 0;
    for (const auto& levels : levels_) {
      indices.push_back(levels.size() > 1 ? levels[point[at++]] : levels[0]);
    }
    return CombinationOf(request_.axes, indices);
  }

  // Of an expression that could not be evaluated during the search.
  const std::optional<Error>& error() const { return error_; }

 private:
  void KeepLevelsOf(const std::vector<Combination>& left) {
    std::vector<std::vector<bool>> seen;
    for (const Axis& axis : request_.axes) seen.emplace_back(axis.size, false);
    for (Combination combination : left) {
      LevelIndices indices = IndicesOf(request_.axes, combination);
      for (size_t i = 0; i < indices.size(); ++i) seen[i][indices[i]] = true;
    }
    for (size_t i = 0; i < levels_.size(); ++i) {
      std::erase_if(levels_[i], [&](size_t level) { return !seen[i][level]; });
    }
  }

  LevelIndices ToSearch(Combination combination) const {
    LevelIndices indices = IndicesOf(request_.axes, combination);
    LevelIndices point;
    for (size_t i = 0; i < indices.size(); ++i) {
      if (levels_[i].size() < 2) continue;
      auto found = std::find(levels_[i].begin(), levels_[i].end(), indices[i]);
      point.push_back(static_cast<size_t>(found - levels_[i].begin()));
    }
    return point;
  }

  bool Allowed(Combination combination) {
    auto known = known_.find(combination);
    if (known != known_.end()) return known->second;
    Result<bool> allowed = request_.allowed(combination);
    if (!allowed.ok() && !error_) error_ = allowed.error();
    return known_[combination] = allowed.ok() && allowed.value();
  }

  const DesignRequest& request_;
  std::vector<std::vector<size_t>> levels_;  // in use, by axis
  std::vector<LevelIndices> candidates_;
  std::unordered_map<Combination, bool> known_;
  std::optional<Error> error_;
};

Status CheckRuns(const DesignRequest& request, const SearchSpace& space) {
  const Study& study = request.study;
  size_t parameters = CountParameters(space.sizes, space.two_way);
  std::string effects = space.two_way ? "effects and two-factor interactions" : "main effects";
  if (space.sizes.empty()) {
    return study.ErrorAt("design.kind", "no factor has two levels, so nothing varies",
                         "give a factor two levels, or use `kind: full`");
  }
  if (parameters > kMostParameters) {
    return study.ErrorAt("design.kind",
                         fmt::format("{} {} are too many for the search", parameters, effects),
                         fmt::format("at most {}; give factors fewer levels", kMostParameters));
  }
  if (space.runs >= parameters) return Done{};
  std::string asked = study.design.runs ? fmt::format("{} runs are too few", space.runs)
                                        : "an optimal design needs `runs:`";
  return study.ErrorAt(study.design.runs ? "design.runs" : "design.kind", asked,
                       fmt::format("{} {} (with the mean) need at least {}; {} leave some to judge "
                                   "the error by",
                                   parameters, effects, parameters, parameters + parameters / 2));
}

Told ModelText(bool two_way) {
  return two_way ? Told("main effects and two-factor interactions",
                        "efeitos principais e interações de dois fatores")
                 : Told("main effects", "efeitos principais");
}

Design ToDesign(const SearchSpace& searched, const FoundDesign& found) {
  Design design;
  for (Combination point : found.points) design.points.push_back({point, 1, 0});
  SortPoints(design.points);
  size_t parameters = CountParameters(searched.sizes, searched.two_way);
  design.details = {{"model", searched.two_way ? "2way" : "main"},
                    {"runs", searched.runs},
                    {"parameters", parameters},
                    {"efficiency_percent", found.efficiency_percent},
                    {"sweeps", found.sweeps},
                    {"stopped", found.stopped}};
  design.search_stopped = found.stopped;
  design.notes.push_back(
      Tell({"D-optimal for {model} ({parameters} parameters) in {runs} runs: {efficiency} % as "
            "efficient as a design of so many runs with all effects orthogonal, which may not "
            "exist.",
            "D-ótimo para {model} ({parameters} parâmetros) em {runs} execuções: {efficiency} % "
            "da eficiência de um plano de tantas execuções com todos os efeitos ortogonais, que "
            "talvez não exista."},
           {{"model", ModelText(searched.two_way)},
            {"parameters", std::to_string(parameters)},
            {"runs", std::to_string(searched.runs)},
            {"efficiency", Decimal(fmt::format("{:.1f}", found.efficiency_percent))}}));
  if (!searched.two_way) {
    design.notes.push_back(
        Tell({"Interactions are taken to be absent.", "Supõe-se que não há interações."}));
  }
  if (found.stopped) {
    design.notes.push_back(
        Tell({"The search was stopped; `sweeps: {sweeps}` under design gives this plan again.",
              "A busca foi interrompida; `sweeps: {sweeps}` em design dá este plano de novo."},
             {{"sweeps", std::to_string(found.sweeps)}}));
  }
  return design;
}

// By a search, which may take long.
Result<FoundDesign> SearchFor(const DesignRequest& request, const Space& space,
                              const SearchSpace& search) {
  std::optional<SearchResult> result = FindOptimal(search);
  if (space.error()) return *space.error();
  if (!result) {
    return request.study.ErrorAt(
        "design.kind",
        fmt::format("what exclude and only leave cannot tell all {} apart in {} runs",
                    ModelText(search.two_way).english, search.runs),
        search.two_way ? "exclude less, ask for more runs, or use `model: main`"
                       : "exclude less, or ask for more runs");
  }
  FoundDesign found{{}, result->efficiency_percent, result->sweeps, result->stopped};
  for (const LevelIndices& point : result->points) {
    found.points.push_back(space.ToCombination(point));
  }
  return found;
}

// Found before, by this request or the same elsewhere.
std::optional<FoundDesign> FindKept(const DesignRequest& request, const std::string& key) {
  if (!request.kept.find) return std::nullopt;
  std::optional<Json> kept = request.kept.find(key);
  return kept ? FoundDesignFromJson(*kept, request) : std::nullopt;
}

}  // namespace

Result<Design> ChooseOptimal(const DesignRequest& request) {
  Space space(request);
  TRENA_CHECK(space.List());
  SearchSpace search = space.ToSearchSpace();
  TRENA_CHECK(CheckRuns(request, search));
  std::string key = SearchKey(request.study);
  if (auto kept = FindKept(request, key)) return ToDesign(search, *kept);
  TRENA_ASSIGN(FoundDesign found, SearchFor(request, space, search));
  Design design = ToDesign(search, found);
  if (!request.kept.keep) return design;
  Status kept = request.kept.keep(key, ToJson(found));
  if (!kept.ok()) {
    design.notes.push_back(
        Tell({"The design could not be kept and is searched for again next time: {why}",
              "O plano não pôde ser guardado e será buscado de novo da próxima vez: {why}"},
             {{"why", kept.error().message()}}));
  }
  return design;
}

}  // namespace trena

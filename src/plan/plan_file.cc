// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_file.h"

#include <fmt/format.h>

#include <iterator>
#include <unordered_map>

namespace trena {
namespace {

constexpr int kFormat = 1;

Json HeadJson(const Plan& plan, const Json& more) {
  Json head = more;
  head.update(Json{{"format", kFormat},
                   {"design", plan.design},
                   {"seed", plan.seed},
                   {"order", plan.random_order ? "random" : "listed"},
                   {"replications", plan.replications},
                   {"crossing", plan.crossing},
                   {"study_sha256", plan.study_hash},
                   {"fixed", ToJson(plan.fixed)},
                   {"hard_to_change", plan.hard_to_change},
                   {"plots", plan.plots},
                   {"details", plan.details},
                   {"notes", plan.notes}});
  return head;
}

// A member of the outermost object that is a list, a row a line.
template <typename Row>
void AddList(const char* name, size_t count, Row row, fmt::memory_buffer& out) {
  fmt::format_to(std::back_inserter(out), ",\n \"{}\": [\n", name);
  for (size_t i = 0; i < count; ++i) {
    out.append(std::string_view("  "));
    row(i);
    out.append(std::string_view(i + 1 < count ? ",\n" : "\n"));
  }
  out.append(std::string_view(" ]"));
}

// Reads the two long lists row by row, so that they are never there as a tree.
class PlanParser {
 public:
  Result<SavedPlan> Parse(std::string_view text) {
    auto on = [this](int depth, Json::parse_event_t event, Json& parsed) {
      return Take(depth, event, parsed);
    };
    Json head = Json::parse(text.begin(), text.end(), on, /*allow_exceptions=*/false);
    if (broken_ || head.is_discarded() || !ReadHead(head)) return Error("not a plan of this trena");
    return std::move(plan_);
  }

 private:
  // False leaves a row out of the tree.
  bool Take(int depth, Json::parse_event_t event, Json& parsed) {
    if (depth == 1 && event == Json::parse_event_t::key) list_ = parsed.get<std::string>();
    bool row = depth == 2 && event == Json::parse_event_t::object_end;
    if (row && list_ == "scenarios") return TakeScenario(parsed);
    if (row && list_ == "runs") return TakeRun(parsed);
    return true;
  }

  bool TakeScenario(const Json& row) {
    auto id = Get<std::string>(row, "id");
    auto key = Get<std::string>(row, "key");
    broken_ |= !id || !key || !row.contains("levels");
    if (broken_) return false;
    by_id_.emplace(*id, plan_.scenarios.size());
    plan_.scenarios.push_back({*id, *key, ValuesFromJson(row["levels"])});
    return false;
  }

  bool TakeRun(const Json& row) {
    auto scenario = by_id_.find(Get<std::string>(row, "scenario").value_or(""));
    auto replication = Get<int>(row, "replication");
    auto block = Get<int>(row, "block");
    auto plot = Get<int>(row, "plot");
    broken_ |= scenario == by_id_.end() || !replication || !block || !plot;
    if (!broken_) plan_.runs.push_back({scenario->second, *replication, *block, *plot});
    return false;
  }

  bool ReadHead(const Json& head) {
    auto design = Get<std::string>(head, "design");
    auto seed = Get<uint64_t>(head, "seed");
    auto replications = Get<int>(head, "replications");
    auto order = Get<std::string>(head, "order");
    bool whole = Get<int>(head, "format") == kFormat && design && seed && replications && order &&
                 !plan_.scenarios.empty();
    if (!whole) return false;
    plan_.design = *design;
    plan_.seed = *seed;
    plan_.replications = *replications;
    plan_.random_order = *order == "random";
    plan_.study_hash = Get<std::string>(head, "study_sha256").value_or("");
    if (head.contains("fixed")) plan_.fixed = ValuesFromJson(head["fixed"]);
    return true;
  }

  SavedPlan plan_;
  std::string list_;  // the outermost object's member that is being read
  std::unordered_map<std::string, size_t> by_id_;
  bool broken_ = false;
};

}  // namespace

std::string PlanJson(const Plan& plan, const Json& more) {
  std::string head = Dump(HeadJson(plan, more), 1);
  head.erase(head.rfind('\n'));  // and the closing brace
  fmt::memory_buffer out;
  out.append(head);
  auto scenario = [&](size_t i) {
    const Scenario& one = plan.scenarios[i];
    fmt::format_to(std::back_inserter(out),
                   R"({{"id": "{}", "key": "{}", "levels": {}, "framework_version": {}}})", one.id,
                   one.key, Dump(ToJson(one.levels)), Dump(one.framework_version));
  };
  auto run = [&](size_t i) {
    const PlannedRun& one = plan.runs[i];
    fmt::format_to(std::back_inserter(out),
                   R"({{"scenario": "{}", "replication": {}, "block": {}, "plot": {}}})",
                   plan.scenarios[one.scenario].id, one.replication, one.block, one.plot);
  };
  AddList("scenarios", plan.scenarios.size(), scenario, out);
  AddList("runs", plan.runs.size(), run, out);
  out.append(std::string_view("\n}\n"));
  return fmt::to_string(out);
}

Result<SavedPlan> ReadPlanJson(std::string_view text) { return PlanParser().Parse(text); }

}  // namespace trena

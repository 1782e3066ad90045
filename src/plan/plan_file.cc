// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

constexpr double kMostPlain = 1e9;

// For programs, in English.
Json NotesJson(const Plan& plan) {
  Json notes = Json::array();
  for (const Told& note : plan.notes) notes.push_back(note.english);
  return notes;
}

Json HeadJson(const Plan& plan, const Json& more) {
  Json head = more;
  head.update(Json{{"format", kPlanFormat},
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
                   {"notes", NotesJson(plan)}});
  if (!plan.maps.empty()) head["maps"] = plan.maps;
  return head;
}

// A member of the outermost object that is a list, a row a line.
template <typename Row>
void AddList(const char* name, size_t count, Row row, std::string& out) {
  out.append(",\n \"").append(name).append("\": [\n");
  for (size_t i = 0; i < count; ++i) {
    out.append("  ");
    row(i);
    out.append(i + 1 < count ? ",\n" : "\n");
  }
  out.append(" ]");
}

// Words and whole numbers, which nearly all values are, need no tree of JSON.
void AddWord(std::string_view word, std::string& out) {
  auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (std::all_of(word.begin(), word.end(), plain)) {
    out.append(1, '"').append(word).append(1, '"');
  } else {
    out.append(Dump(Json(word)));
  }
}

void AddNumber(int number, std::string& out) {
  const fmt::format_int text(number);
  out.append(text.data(), text.size());
}

void AddValues(const Values& values, std::string& out) {
  out += '{';
  for (const auto& [name, value] : values) {
    if (out.back() != '{') out += ',';
    AddWord(name, out);
    out += ':';
    const auto number = value.number();
    if (number && *number == std::trunc(*number) && std::abs(*number) < kMostPlain) {
      AddNumber(static_cast<int>(*number), out);
    } else if (const auto word = value.word()) {
      AddWord(*word, out);
    } else {
      out.append(Dump(ToJson(value)));
    }
  }
  out += '}';
}

}  // namespace

std::string PlanJson(const Plan& plan, const Json& more) {
  std::string out = Dump(HeadJson(plan, more), 1);
  out.erase(out.rfind('\n'));  // and the closing brace
  auto scenario = [&](size_t i) {
    const Scenario& one = plan.scenarios[i];
    out.append("{\"id\": \"").append(one.id).append("\", \"key\": \"").append(one.key);
    out.append("\", \"levels\": ");
    AddValues(one.levels, out);
    out.append(", \"framework_version\": ");
    AddWord(one.framework_version, out);
    if (!one.twin_of.empty()) out.append(", \"twin_of\": \"").append(one.twin_of).append("\"");
    out += '}';
  };
  auto run = [&](size_t i) {
    const PlannedRun& one = plan.runs[i];
    out.append("{\"scenario\": \"").append(plan.scenarios[one.scenario].id);
    out.append("\", \"replication\": ");
    AddNumber(one.replication, out);
    out.append(", \"block\": ");
    AddNumber(one.block, out);
    out.append(", \"plot\": ");
    AddNumber(one.plot, out);
    out += '}';
  };
  AddList("scenarios", plan.scenarios.size(), scenario, out);
  AddList("runs", plan.runs.size(), run, out);
  return out.append("\n}\n");
}

}  // namespace trena

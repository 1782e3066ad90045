// SPDX-License-Identifier: Apache-2.0
// A wing is a capability that the rest can do without: a set of folders named after it, one per
// layer, and its commands. Deleting them and the wing's rows leaves the rest building. Here every
// `#include` of src/ is walked: outside a wing only the files that hold its rows may include or
// name it. Each wing says what its rows are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace trena {
namespace {

namespace fs = std::filesystem;

struct Wing {
  std::string name;
  std::vector<std::string> rooms;  // what their paths below src/ begin with
  std::vector<std::string> rows;   // files outside that may include it, or name its doors
  std::vector<std::string> doors;  // functions that a row calls without an include
};

const std::vector<Wing>& Wings() {
  static const std::vector<Wing> wings = {
      {"foreign tables",
       {"core/table/", "analyze/table/", "report/table/", "cli/commands/analyze_table"},
       {"cli/commands/analyze_command.cc", "report/schema_test.cc"},
       {"AddTableInput"}},
      {"compare",
       {"analyze/compare/", "report/compare/", "cli/commands/compare_command"},
       {"cli/commands.cc", "report/schema_test.cc"},
       {"AddCompare"}},
      {"monitor",
       {"measure/monitor/", "report/monitor/", "cli/commands/monitor_command"},
       {"cli/commands.cc", "report/schema_test.cc"},
       {"AddMonitor"}},
      {"duel",
       {"measure/duel/", "analyze/duel/", "report/duel/", "cli/commands/duel_command"},
       {"cli/commands.cc"},
       {"AddDuel"}},
      {"fit",
       {"plan/fit/", "store/fits/", "measure/fit/", "analyze/fit/", "report/fit/",
        "cli/commands/fit_command"},
       {"cli/commands.cc", "cli/previews.cc", "cli/previews_test.cc"},
       {"AddFit", "MemoryOfFits"}},
      {"import",
       {"measure/import/", "cli/commands/import_command"},
       {"cli/commands.cc"},
       {"AddImport"}},
      {"doctor",
       {"measure/doctor/", "cli/commands/doctor_command"},
       {"cli/commands.cc"},
       {"AddDoctor"}},
      {"init", {"study/init/", "cli/commands/init_command"}, {"cli/commands.cc"}, {"AddInit"}},
      {"paper", {"report/paper/"}, {"cli/commands/report_command.cc"}, {"MakePaper"}},
      // The forecast is told times (plan/forecast/time_sum.h) and the bill paid time, and neither
      // knows of what; the commands ask for both in cli/previews.h.
      {"pilots",
       {"store/pilots/", "plan/pilots/", "measure/pilots/", "cli/pilots/"},
       {"cli/previews.cc"},
       {"AddPilots", "FindPilotPreviews", "MakePilots", "FindPilots"}},
      // Every kind of design beside the full crossing; its other row, in study/design_kinds.h, is a
      // name and its traits.
      {"the design simple",
       {"plan/designs/one_at_a_time"},
       {"plan/designs/design.cc"},
       {"ChooseSimple"}},
      {"the design two_level",
       {"plan/designs/fraction/two_level_design"},
       {"plan/designs/design.cc"},
       {"ChooseTwoLevel"}},
      {"the design fraction",
       {"plan/designs/fraction/fraction_design", "plan/designs/fraction/fraction_table"},
       {"plan/designs/design.cc"},
       {"ChooseFraction", "KnownFractions"}},
      {"the design plackett_burman",
       {"plan/designs/fraction/plackett_burman"},
       {"plan/designs/design.cc"},
       {"ChoosePlackettBurman"}},
      {"the design latin_square",
       {"plan/designs/latin_square"},
       {"plan/designs/design.cc"},
       {"ChooseLatinSquare"}},
      {"the design optimal",
       {"plan/designs/optimal/"},
       {"plan/designs/design.cc"},
       {"ChooseOptimal"}},
  };
  return wings;
}

// A room that is no wing, because the rest needs what is in it; the files that meet it are listed
// all the same, so that they become fewer and not more (docs/architecture.md says why).
const std::vector<Wing>& OtherRooms() {
  static const std::vector<Wing> rooms = {
      {"billing",
       {"study/billing/"},
       {"study/study.h", "study/sections/sections.cc", "plan/forecast/forecast.h",
        "measure/run_request.cc", "measure/monitor/monitor.cc", "analyze/cost/bill.h",
        "analyze/measured/measured_study.cc"},
       {}},
  };
  return rooms;
}

using Sources = std::map<std::string, std::string>;  // path below src/ → text

bool IsIn(const Wing& wing, const std::string& path) {
  return std::any_of(wing.rooms.begin(), wing.rooms.end(),
                     [&](const std::string& room) { return path.starts_with(room); });
}

bool IsOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether the word stands in the line, not as a part of another.
bool Names(const std::string& line, const std::string& word) {
  for (size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !IsOfName(line[at - 1]);
    if (begins && (end == line.size() || !IsOfName(line[end]))) return true;
  }
  return false;
}

// The path of `#include "…"`; empty for any other line.
std::string IncludedBy(const std::string& line) {
  const size_t hash = line.find_first_not_of(" \t");
  if (hash == line.npos || line.compare(hash, 8, "#include") != 0) return "";
  const size_t open = line.find('"', hash);
  const size_t close = open == line.npos ? open : line.find('"', open + 1);
  return close == line.npos ? "" : line.substr(open + 1, close - open - 1);
}

// What a line outside the wing knows of it; empty when nothing.
std::string KnownOf(const Wing& wing, const std::string& line) {
  const std::string included = IncludedBy(line);
  if (!included.empty()) return IsIn(wing, included) ? "includes " + included : "";
  for (const std::string& door : wing.doors) {
    if (Names(line, door)) return "names " + door;
  }
  return "";
}

// "src/plan/plan.cc:12: includes …", for each file that knows a wing and holds no row of it.
std::vector<std::string> Trespasses(const Wing& wing, const Sources& sources) {
  std::vector<std::string> found;
  for (const auto& [path, text] : sources) {
    if (IsIn(wing, path)) continue;
    const bool row = std::find(wing.rows.begin(), wing.rows.end(), path) != wing.rows.end();
    if (row) continue;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      const std::string known = KnownOf(wing, line);
      if (known.empty()) continue;
      found.push_back("src/" + path + ":" + std::to_string(number) + ": " + known +
                      ", of the wing " + wing.name);
    }
  }
  return found;
}

// Rows that no longer know the wing: the list would allow what nobody needs.
std::vector<std::string> IdleRows(const Wing& wing, const Sources& sources) {
  std::vector<std::string> idle;
  for (const std::string& row : wing.rows) {
    const auto found = sources.find(row);
    std::istringstream lines(found == sources.end() ? "" : found->second);
    bool knows = false;
    for (std::string line; std::getline(lines, line);)
      knows = knows || !KnownOf(wing, line).empty();
    if (!knows) idle.push_back(row);
  }
  return idle;
}

Sources ReadSources() {
  const fs::path root = fs::path(TRENA_SOURCE_DIR) / "src";
  Sources sources;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".cc" && ending != ".h" && ending != ".in") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    sources[fs::relative(entry.path(), root).string()] = text.str();
  }
  return sources;
}

void ExpectOnlyRowsKnow(const std::vector<Wing>& wings) {
  const Sources sources = ReadSources();
  ASSERT_GT(sources.size(), 300u);
  for (const Wing& wing : wings) {
    for (const std::string& room : wing.rooms) {
      EXPECT_TRUE(std::any_of(sources.begin(), sources.end(),
                              [&](const auto& source) { return source.first.starts_with(room); }))
          << "nothing is in src/" << room << " of the wing " << wing.name;
    }
    for (const std::string& trespass : Trespasses(wing, sources)) ADD_FAILURE() << trespass;
    for (const std::string& row : IdleRows(wing, sources)) {
      ADD_FAILURE() << "src/" << row << " knows nothing of the wing " << wing.name
                    << " any more: take it off its rows";
    }
  }
}

TEST(Wings, OnlyTheirRowsKnowThem) { ExpectOnlyRowsKnow(Wings()); }

TEST(Wings, OtherRoomsAreMetInTheFilesListed) { ExpectOnlyRowsKnow(OtherRooms()); }

// The page that says why has the same files.
TEST(Wings, TheArchitectureNamesWhereOtherRoomsAreMet) {
  std::ifstream file(fs::path(TRENA_SOURCE_DIR) / "docs" / "architecture.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const Wing& room : OtherRooms()) {
    for (const std::string& row : room.rows) {
      EXPECT_NE(page.str().find("`src/" + row + "`"), std::string::npos) << row;
    }
  }
}

// The check itself: a file that includes or names a wing is found, with its line.
TEST(Wings, ATrespassIsFoundWithFileAndLine) {
  const Wing wing{"attic", {"report/attic/"}, {"cli/commands.cc"}, {"AddAttic"}};
  const Sources sources = {
      {"report/attic/box.cc", "#include \"report/attic/box.h\"\n"},
      {"report/attics.cc", "#include \"report/attics.h\"\n"},
      {"cli/commands.cc", "Action AddAttic(CLI::App& app);\n"},
      {"plan/plan.cc", "// one\n  #include \"report/attic/box.h\"\n"},
      {"cli/other.cc", "AddAttics();\nreturn AddAttic(app);\n"},
  };
  EXPECT_EQ(Trespasses(wing, sources),
            (std::vector<std::string>{
                "src/cli/other.cc:2: names AddAttic, of the wing attic",
                "src/plan/plan.cc:2: includes report/attic/box.h, of the wing attic"}));
  EXPECT_TRUE(IdleRows(wing, sources).empty());
  EXPECT_EQ(IdleRows({"attic", {"report/attic/"}, {"report/attics.cc"}, {}}, sources),
            std::vector<std::string>{"report/attics.cc"});
}

}  // namespace
}  // namespace trena

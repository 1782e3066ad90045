// SPDX-License-Identifier: Apache-2.0
// What a harness adds to a run that does nothing: trena beside the bare spawn with the same durable
// write, and beside JUBE, ReFrame and hyperfine, in turns. `make bench-harness`; --long adds 20,000
// runs. Prints a table and writes the figures as JSON.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>

#include "core/clock.h"
#include "core/files.h"
#include "core/json.h"
#include "core/process/process.h"
#include "core/terminal/terminal.h"

namespace trena {
namespace {

constexpr const char* kNothing = "/bin/true";

struct Places {
  fs::path trena;
  fs::path reframe;  // the program in its own environment
  fs::path scratch;
  std::vector<std::pair<std::string, std::string>> files;  // of one of trena's run folders
};

double ChildrenCpu() {
  rusage use{};
  getrusage(RUSAGE_CHILDREN, &use);
  auto seconds = [](timeval t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

Status Run(const fs::path& folder, std::vector<std::string> arguments) {
  ProcessOptions options;
  options.arguments = std::move(arguments);
  options.folder = folder;
  TRENA_ASSIGN(ProcessResult result, RunProcess(options));
  if (result.exit_code == 0) return Done{};
  return Error(fmt::format("{} ended with code {}: {}", options.arguments[0], result.exit_code,
                           result.errors + result.output));
}

// trena itself, with one scenario and as many replications.
Status RunTrena(const Places& places, const fs::path& folder, int runs) {
  TRENA_CHECK(
      WriteFile(folder / "study.yaml", fmt::format("study: noop\nfixed: {{ framework: command }}\n"
                                                   "command: [{}]\ndesign: {{ replications: {} }}\n"
                                                   "measure: {{ yardstick: false }}\n",
                                                   kNothing, runs)));
  return Run(folder, {places.trena.string(), "measure", "study.yaml"});
}

// The files of a run, to be written again by the bare arm.
Status TakeFiles(Places& places) {
  fs::path folder = places.scratch / "sample";
  TRENA_CHECK(MakeFolder(folder));
  TRENA_CHECK(RunTrena(places, folder, 1));
  TRENA_ASSIGN(auto names, ListFolder(folder / "study.trena" / "runs"));
  fs::path run = folder / "study.trena" / "runs" / names.at(0);
  TRENA_ASSIGN(auto parts, ListFolder(run));
  for (const std::string& part : parts) {
    TRENA_ASSIGN(std::string text, ReadFile(run / part));
    places.files.emplace_back(part, text);
  }
  return Done{};
}

Status SpawnAndWait() {
  std::string program = kNothing;
  char* arguments[] = {program.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, kNothing, nullptr, nullptr, arguments, environ) != 0) {
    return Error("cannot start a process");
  }
  waitpid(child, nullptr, 0);
  return Done{};
}

// A spawn, and the files of a run written and made durable, with nothing else around them.
Status RunBare(const Places& places, const fs::path& folder, int runs) {
  TRENA_CHECK(MakeFolder(folder / "runs"));
  for (int i = 0; i < runs; ++i) {
    TRENA_CHECK(SpawnAndWait());
    fs::path begun = folder / "under-way";
    TRENA_CHECK(MakeFolder(begun));
    for (const auto& [name, text] : places.files) TRENA_CHECK(WriteFile(begun / name, text));
    TRENA_CHECK(PutFolderInPlace(begun, folder / "runs" / std::to_string(i)));
  }
  return Done{};
}

Status RunHyperfine(const Places&, const fs::path& folder, int runs) {
  return Run(folder, {"hyperfine", "-N", "--style", "none", "--runs", std::to_string(runs),
                      "--export-json", "times.json", kNothing});
}

Status RunJube(const Places&, const fs::path& folder, int runs) {
  std::string values;
  for (int i = 0; i < runs; ++i) values += fmt::format("{}{}", i > 0 ? "," : "", i);
  TRENA_CHECK(WriteFile(
      folder / "noop.xml",
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<jube><benchmark name=\"noop\" "
                  "outpath=\"out\"><parameterset name=\"p\"><parameter name=\"i\" type=\"int\">"
                  "{}</parameter></parameterset><step name=\"run\"><use>p</use><do>{}</do></step>"
                  "</benchmark></jube>\n",
                  values, kNothing)));
  return Run(folder, {"jube", "run", "noop.xml", "--hide-animation"});
}

Status RunReframe(const Places& places, const fs::path& folder, int runs) {
  TRENA_CHECK(
      WriteFile(folder / "noop.py", fmt::format("import reframe as rfm\n\n\n@rfm.simple_test\n"
                                                "class Noop(rfm.RunOnlyRegressionTest):\n"
                                                "    i = parameter(range({}))\n"
                                                "    valid_systems = ['*']\n"
                                                "    valid_prog_environs = ['*']\n"
                                                "    executable = '{}'\n\n"
                                                "    @sanity_function\n"
                                                "    def ended(self):\n"
                                                "        return True\n",
                                                runs, kNothing)));
  return Run(folder, {places.reframe.string(), "-c", "noop.py", "-r", "--exec-policy=serial",
                      "--prefix", "out"});
}

struct Arm {
  const char* name;
  const char* keeps;
  std::function<Status(const Places&, const fs::path&, int)> run;
  std::vector<int> sizes;  // runs in one call
};

std::vector<Arm> Arms(bool longer, bool alone) {
  std::vector<int> ours = {100, 400, 2000};
  if (longer) ours.push_back(20'000);
  std::vector<Arm> arms = {{"bare spawn and write", "the same files, durable", RunBare, ours},
                           {"trena measure", "run folders, durable", RunTrena, ours}};
  if (alone) return arms;
  arms.push_back({"hyperfine -N", "times, at the end", RunHyperfine, {100, 400, 2000}});
  arms.push_back({"JUBE", "folders", RunJube, {100, 500}});
  arms.push_back({"ReFrame", "folders", RunReframe, {100}});
  return arms;
}

struct Cell {
  const Arm* arm;
  int size;
  std::vector<double> wall_ms;  // per run, one of each round
  std::vector<double> cpu_ms;
};

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Status MeasureCell(const Places& places, Cell& cell) {
  TRENA_ASSIGN(fs::path folder, MakeTemporaryFolder(places.scratch, "runs-"));
  double begin = MonotonicNow();
  double cpu = ChildrenCpu() + OwnCpuTime().value;
  Status ran = cell.arm->run(places, folder, cell.size);
  double wall = MonotonicNow() - begin;
  cpu = ChildrenCpu() + OwnCpuTime().value - cpu;
  // The folder stays until the end: for some seconds, ext4 passes over the places of files that
  // were deleted, one by one, whenever a new file needs one.
  if (!ran.ok()) return ran.error().While(cell.arm->name);
  cell.wall_ms.push_back(1000 * wall / cell.size);
  cell.cpu_ms.push_back(1000 * cpu / cell.size);
  return Done{};
}

// Small sizes in several rounds, in turns; large ones are long enough to be told from one.
Status MeasureAll(const Places& places, int rounds, std::vector<Cell>& cells) {
  for (int round = 0; round < rounds; ++round) {
    for (Cell& cell : cells) {
      if (round > 0 && cell.size > 500) continue;
      fmt::print(stderr, "round {}: {}, {} runs\n", round + 1, cell.arm->name, cell.size);
      TRENA_CHECK(MeasureCell(places, cell));
    }
  }
  return Done{};
}

void Print(const std::vector<Cell>& cells) {
  using Align = TextTable::Align;
  TextTable table({{"harness"},
                   {"runs", Align::kRight},
                   {"calls", Align::kRight},
                   {"wall ms a run", Align::kRight},
                   {"CPU ms a run", Align::kRight},
                   {"above bare, ms", Align::kRight},
                   {"keeps"}});
  for (const Cell& cell : cells) {
    std::string above = "";
    for (const Cell& bare : cells) {
      bool same = bare.arm->name == cells[0].arm->name && bare.size == cell.size;
      if (same && &bare != &cell) {
        above = fmt::format("{:+.2f}", Median(cell.wall_ms) - Median(bare.wall_ms));
      }
    }
    table.Add({cell.arm->name, std::to_string(cell.size), std::to_string(cell.wall_ms.size()),
               fmt::format("{:.2f}", Median(cell.wall_ms)),
               fmt::format("{:.2f}", Median(cell.cpu_ms)), above, cell.arm->keeps});
  }
  fmt::print("{}", table.Render(0));
}

Json ToJson(const std::vector<Cell>& cells) {
  Json rows = Json::array();
  for (const Cell& cell : cells) {
    rows.push_back({{"harness", cell.arm->name},
                    {"runs", cell.size},
                    {"wall_ms", cell.wall_ms},
                    {"cpu_ms", cell.cpu_ms}});
  }
  return {{"bench", "harness"}, {"rows", rows}};
}

Status Bench(Places places, int rounds, const std::vector<Arm>& arms, const fs::path& output) {
  std::vector<Cell> cells;
  for (const Arm& arm : arms) {
    for (int size : arm.sizes) cells.push_back({&arm, size, {}, {}});
  }
  TRENA_CHECK(TakeFiles(places));
  Status measured = MeasureAll(places, rounds, cells);
  fs::remove_all(places.scratch);
  TRENA_CHECK(measured);
  Print(cells);
  TRENA_CHECK(MakeFolder(output.parent_path()));
  return WriteFileWhole(output, Dump(ToJson(cells), 1) + "\n");
}

}  // namespace
}  // namespace trena

int main(int argc, char** argv) {
  CLI::App app("What a harness adds to a run that does nothing");
  trena::Places places;
  std::string output = "harness.json";
  int rounds = 5;
  bool longer = false;
  bool alone = false;
  app.add_option("--trena", places.trena, "the program")->required();
  app.add_option("--reframe", places.reframe, "ReFrame's program")->required();
  app.add_option("--scratch", places.scratch, "a folder on the disk to measure on")->required();
  app.add_option("--output", output, "where the figures go");
  app.add_option("--rounds", rounds, "turns of the short arms");
  app.add_flag("--long", longer, "20,000 runs too");
  app.add_flag("--alone", alone, "without the rivals");
  CLI11_PARSE(app, argc, argv);
  trena::Status done = trena::Bench(places, rounds, trena::Arms(longer, alone), output);
  if (done.ok()) return 0;
  fmt::print(stderr, "{}\n", done.error().message());
  return 1;
}

// SPDX-License-Identifier: Apache-2.0
// plan_bench SCENARIOS REPLICATIONS FOLDER: a plan made, saved and loaded again. Prints the seconds
// of each and the peak of memory as one JSON object. SCENARIOS is a power of ten.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "plan/plan_file.h"
#include "store/results.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class StopWatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

std::string StudyText(long scenarios, const char* replications) {
  std::string text = "factors:\n";
  for (char name = 'a'; scenarios > 1; scenarios /= 10, ++name) {
    text += fmt::format("  {0}{0}: 1..10\n", name);
  }
  return text +
         "fixed: { framework: libtorch, network: lenet, dataset: fashion_mnist, epochs: 1, " +
         fmt::format("batch: 32 }}\ndesign: {{ replications: {} }}\n", replications);
}

Status Bench(const char* scenarios, const char* replications, const std::string& folder) {
  std::string text = StudyText(std::strtol(scenarios, nullptr, 10), replications);
  ResultsFolder results(folder);
  TRENA_CHECK(results.Prepare());
  TRENA_ASSIGN(Study study, ReadStudyText("bench.yaml", text));
  StopWatch make;
  TRENA_ASSIGN(Plan plan, MakePlan(study, {}));
  double made = make.Seconds();
  StopWatch save;
  TRENA_CHECK(results.WritePlan(PlanJson(plan)));
  double saved = save.Seconds();
  StopWatch load;
  TRENA_ASSIGN(std::string written, results.ReadPlan());
  TRENA_ASSIGN(SavedPlan back, ReadPlanJson(written));
  double loaded = load.Seconds();
  if (back.runs.size() != plan.runs.size()) return Error("not what was saved");
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print(R"({{"make_s": {}, "save_s": {}, "load_s": {}, "peak_mb": {}}})"
             "\n",
             made, saved, loaded, static_cast<double>(usage.ru_maxrss) / 1000);
  return Done{};
}

}  // namespace
}  // namespace trena

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  trena::Status done = trena::Bench(argv[1], argv[2], argv[3]);
  if (!done.ok()) fmt::print(stderr, "{}\n", done.error().message());
  return done.ok() ? 0 : 1;
}

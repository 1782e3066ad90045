// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/runner_variables.h"

#include <cstdlib>

namespace trena {
namespace {

struct WaitVariable {
  const char* name;
  const char* value;
  bool open_mp;  // it would overrule OMP_WAIT_POLICY
};

// About a millisecond each. By themselves: 200 ms, 300 000 rounds (9 ms on an EPYC, 30 ns each) and
// 2^26 cycles (some 25 ms).
constexpr WaitVariable kWaiting[] = {
    {"KMP_BLOCKTIME", "1", true},              // LLVM's and Intel's OpenMP: milliseconds
    {"GOMP_SPINCOUNT", "25000", true},         // GNU's OpenMP: rounds with one `pause` each
    {"OPENBLAS_THREAD_TIMEOUT", "21", false},  // OpenBLAS's own threads: 2^21 cycles
};
constexpr const char* kWaitPolicy = "OMP_WAIT_POLICY";

}  // namespace

Variables RunnerVariables(const Runner& runner) {
  Variables variables;
  bool policy = std::getenv(kWaitPolicy) != nullptr;
  for (const WaitVariable& wait : kWaiting) {
    bool decided = std::getenv(wait.name) != nullptr || (policy && wait.open_mp);
    if (!decided) variables.emplace_back(wait.name, wait.value);
  }
  variables.insert(variables.end(), runner.variables.begin(), runner.variables.end());
  return variables;
}

Json VariablesOnRecord(const Runner& runner) {
  Json record = Json::object();
  auto add = [&](const char* name) {
    if (const char* value = std::getenv(name)) record[name] = value;
  };
  add(kWaitPolicy);
  for (const WaitVariable& wait : kWaiting) add(wait.name);
  for (const auto& [name, value] : RunnerVariables(runner)) record[name] = value;
  return record;
}

}  // namespace trena

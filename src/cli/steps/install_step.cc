// SPDX-License-Identifier: Apache-2.0
#include "cli/steps/install_step.h"

#include <fmt/format.h>

#include "configure/install/install.h"
#include "core/text/text.h"

namespace trena {
namespace {

InstallListener InstallTalk(Terminal& talk) {
  InstallListener listener;
  listener.say = [&talk](const std::string& text) {
    for (const std::string& line : Split(text, '\n')) talk.Say(ForTerminal(line));
  };
  listener.look = [&talk](const std::string& step) { talk.Progress(ForTerminal(step)); };
  listener.step = [&talk](const std::string& step) {
    if (talk.interactive()) talk.Progress(ForTerminal(step));
    if (!talk.interactive()) talk.Say(ForTerminal(step));
  };
  return listener;
}

// What is half-made has no note that tells its size.
Bytes SizeOf(const FrameworkEnvironment& environment) {
  bool noted = environment.state == EnvironmentState::kReady;
  return noted ? environment.bytes() : DiskUse(environment.folder);
}

}  // namespace

Status InstallStep(const Configuration& configuration,
                   const std::vector<const Scenario*>& scenarios, const fs::path& cache,
                   Terminal& talk) {
  TRENA_CHECK(configuration.CheckBeforeInstall(scenarios));
  Result<InstallSummary> summary =
      InstallFrameworks(configuration.Needs(scenarios), cache, InstallTalk(talk));
  talk.ClearProgress();
  if (!summary.ok()) return summary.error();
  if (summary.value().interruption == 0) return Done{};
  return Error("Stopped. What was installed until then is kept; the same command goes on.",
               ErrorKind::kInterrupted);
}

std::string EnvironmentsText(const std::vector<FrameworkEnvironment>& environments,
                             const fs::path& cache) {
  if (environments.empty()) {
    return fmt::format("No framework is installed in {}\n",
                       ForTerminal(FrameworksFolder(cache).string()));
  }
  TextTable table({{"framework"},
                   {"version"},
                   {"size", TextTable::Align::kRight},
                   {"python"},
                   {"source"},
                   {"state"},
                   {"where"}});
  Bytes total;
  for (const FrameworkEnvironment& one : environments) {
    Bytes size = SizeOf(one);
    total.value += size.value;
    bool half_made = one.state == EnvironmentState::kHalfMade;
    table.Add({one.framework, one.version, ToString(size), one.python(),
               half_made ? "" : ToString(one.source), ToString(one.state), one.folder.string()});
  }
  return table.Render(0) + fmt::format("{} in all\n", ToString(total));
}

Json ToJson(const std::vector<FrameworkEnvironment>& environments) {
  Json list = Json::array();
  auto or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  for (const FrameworkEnvironment& one : environments) {
    list.push_back({{"framework", or_null(one.framework)},
                    {"version", or_null(one.version)},
                    {"state", ToString(one.state)},
                    {"source", CodeOf(one.source)},
                    {"python", or_null(one.python())},
                    {"bytes", SizeOf(one).value},
                    {"folder", one.folder.string()},
                    {"installed", one.facts}});
  }
  return list;
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/steps.h"
#include "cli/steps/install_step.h"
#include "cli/steps/speed_step.h"
#include "cli/steps/verify_step.h"
#include "cli/talk.h"
#include "core/json.h"
#include "core/terminal/output.h"
#include "core/text/text.h"

namespace trena {
namespace {

struct ConfigureOptions {
  bool list = false;
  bool probe = false;
  std::string remove;
};

// Environments that the study's frameworks run in.
std::vector<FrameworkEnvironment> EnvironmentsOf(const Workspace& workspace,
                                                 const Configuration& configuration) {
  std::vector<FrameworkEnvironment> used;
  for (const FrameworkNeed& need : configuration.Needs(ScenariosHere(workspace))) {
    auto found = FindEnvironment(workspace.installation.cache, *need.runner, need.cuda);
    if (found) used.push_back(std::move(*found));
  }
  return used;
}

// A study none of whose devices is here is refused, rather than found ready.
Status CheckDevices(const Workspace& workspace, const Configuration& configuration) {
  const std::vector<Scenario>& all = workspace.plan.scenarios;
  if (all.empty() || !ScenariosHere(workspace).empty()) return Done{};
  return InputError(
      fmt::format("this machine has no device {}, which every scenario of the study needs",
                  configuration.DeviceOf(all[0])));
}

Result<int> Configure(const StudyOptions& options, bool probe_again) {
  TRENA_ASSIGN(auto workspace, OpenWorkspace(options));
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Terminal talk(stderr);
  TRENA_CHECK(CheckDevices(*workspace, configuration));
  TRENA_CHECK(ConfigureStep(*workspace, configuration, talk, probe_again));
  TRENA_ASSIGN(Verification verification, VerifyStep(*workspace, configuration, talk));
  TRENA_ASSIGN(auto different, Different(verification, true));
  const int code = different.empty() ? kExitDone : kExitRunFailed;
  if (options.json) {
    Json ready = {{"scenarios", workspace->plan.scenarios.size()},
                  {"cache", workspace->installation.cache.string()},
                  {"frameworks", ToJson(EnvironmentsOf(*workspace, configuration))},
                  {"speed", SpeedJson(*workspace, configuration)},
                  {"verification", ToJson(verification)}};
    Print("{}\n", Dump(ready));
    return code;
  }
  if (!verification.rows.empty()) Print("{}\n", VerificationText(verification));
  PrintText(SpeedText(*workspace, configuration));
  if (!different.empty()) {
    PrintText(
        Talk().Say({"Not ready: {names} will not be measured, unless with --insist.",
                    "Não está pronto: {names} não serão medidos, a não ser com --insist."},
                   {{"names", ForTerminal(Join({different.begin(), different.end()}, ", "))}}) +
        "\n");
    return code;
  }
  const size_t scenarios = workspace->plan.scenarios.size();
  const Words::Argument cache{"cache", ForTerminal(workspace->installation.cache.string())};
  const Words::Argument next{"next", CommandWith(options, "measure")};
  PrintText(
      Talk().Say({"Ready: {count} [scenario|scenarios]. Prepared data is in {cache}\nNext: {next}",
                  "Pronto: {count} [cenário|cenários]. Os dados preparados estão em {cache}\nA "
                  "seguir: {next}"},
                 {{"count", std::to_string(scenarios)}, cache, next}) +
      "\n");
  return code;
}

Result<int> List(bool json) {
  fs::path cache = CacheFolder();
  TRENA_ASSIGN(auto environments, ListEnvironments(cache));
  PrintText(json ? Dump(ToJson(environments)) + "\n" : EnvironmentsText(environments, cache));
  return kExitDone;
}

Result<int> Remove(const std::string& what, bool json) {
  TRENA_ASSIGN(auto removed, RemoveEnvironments(CacheFolder(), what));
  Bytes freed;
  std::vector<std::string> names;
  for (const FrameworkEnvironment& one : removed) {
    freed.value += one.bytes().value;
    if (!one.framework.empty()) names.push_back(one.framework + " " + one.version);
  }
  if (json) {
    Print("{}\n", Dump(Json{{"removed", names}, {"bytes", freed.value}}));
  } else {
    Print("Freed {}: {}\n", ToString(freed), ForTerminal(Join(names, ", ")));
  }
  return kExitDone;
}

}  // namespace

Action AddConfigure(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto more = std::make_shared<ConfigureOptions>();
  auto* list = app.add_flag("--list", more->list, "show the frameworks that are installed");
  app.add_flag("--probe", more->probe, "time the frameworks again")->excludes(list);
  app.add_option("--remove", more->remove, "remove an installed framework, or `all`")
      ->type_name("NAME[@VERSION]")
      ->excludes(list);
  app.get_option("STUDY")->required(false);
  return [=]() -> Result<int> {
    if (more->list) return List(options->json);
    if (!more->remove.empty()) return Remove(more->remove, options->json);
    if (options->study.empty())
      return InputError("STUDY is required\nTry `trena configure --help`.");
    return Configure(*options, more->probe);
  };
}

}  // namespace trena

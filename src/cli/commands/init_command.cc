// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <optional>
#include <set>

#include "cli/command.h"
#include "cli/plan_text.h"
#include "cli/study_options.h"
#include "configure/values_used.h"
#include "core/files.h"
#include "core/terminal/output.h"
#include "core/text/text.h"
#include "measure/machine/machine.h"
#include "plan/plan.h"
#include "study/init/init_dialogue.h"
#include "study/init/templates.h"
#include "study/study_reader.h"

namespace trena {
namespace {

Status CheckIsNew(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return Done{};
  return InputError(fmt::format("{} exists already; name another file", path.string()));
}

std::vector<Runner> RunnersHere(const Installation& installation) {
  Result<std::vector<Runner>> found = RunnersOf(installation);
  return found.ok() ? found.value() : std::vector<Runner>();
}

// The answers so far in runs, or what is wrong with them.
InitDialogue::Preview PreviewAs(const fs::path& path) {
  Installation installation = Installation::Here(path);
  std::vector<Runner> runners = RunnersHere(installation);
  KnownNames known = NamesHere(installation, runners);
  FrameworkVersions versions = VersionsOf(runners);
  return [=](const std::string& text) -> Result<std::string> {
    TRENA_ASSIGN(Study study, ReadStudyText(path.string(), text, {}, known));
    TRENA_CHECK(CheckValuesUsed(study, runners));
    TRENA_ASSIGN(Plan plan, MakePlan(study, versions));
    return PlanCounts(plan);
  };
}

InitSurroundings Here(const fs::path& path) {
  Environment gpu;
  gpu.device = "cuda";
  InitSurroundings here;
  here.device = IsHere(gpu) ? gpu.device : "cpu";
  std::set<std::string> frameworks;
  for (const Runner& runner : RunnersHere(Installation::Here(path))) {
    if (!runner.simulated) frameworks.insert(runner.framework);
  }
  here.frameworks.assign(frameworks.begin(), frameworks.end());
  return here;
}

// Asks until all is answered; false where the input ends before.
bool Ask(InitDialogue& dialogue) {
  Print("Enter takes what is in brackets, < goes back, Ctrl-C leaves without writing.\n");
  std::string typed;
  while (!dialogue.done()) {
    const InitQuestion& question = dialogue.question();
    Print("\n{}/{} {}\n", dialogue.number(), dialogue.count(), ForTerminal(question.text));
    if (!question.choices.empty()) Print("     {}\n", question.choices);
    Print("     [{}] > ", ForTerminal(dialogue.standard()));
    FlushOutput();
    if (!std::getline(std::cin, typed)) return false;
    Status answered = dialogue.Answer(typed);
    Print("     {}\n", answered.ok() ? "= " + dialogue.Summary()
                                     : "That does not work: " + answered.error().message());
  }
  return true;
}

Result<int> AskForStudy(const fs::path& path) {
  TRENA_CHECK(CheckIsNew(path));
  InitDialogue dialogue(PreviewAs(path), Here(path));
  if (!Ask(dialogue)) {
    Print("\nNothing was written.\n");
    return kExitInterrupted;
  }
  TRENA_CHECK(WriteFileWhole(path, dialogue.StudyText()));
  Print("\nWrote {}: {}.\nLook at it, then: trena plan {}\n", path.string(), dialogue.Summary(),
        path.string());
  return kExitDone;
}

Result<int> WriteTemplate(const std::string& name, const std::string& file) {
  const StudyTemplate* found = FindTemplate(name);
  if (found == nullptr) {
    std::vector<std::string> names;
    for (const StudyTemplate& known : StudyTemplates()) names.emplace_back(known.name);
    return InputError(fmt::format("there is no template `{}`{}; there are: {}", name,
                                  DidYouMean(name, names), Join(names, ", ")));
  }
  if (file == "-") {
    PrintText(found->text);
    return kExitDone;
  }
  fs::path path = file.empty() ? fs::path(name + ".yaml") : fs::path(file);
  TRENA_CHECK(CheckIsNew(path));
  TRENA_CHECK(WriteFileWhole(path, found->text));
  Print("Wrote {}: {}.\nLook at it, then: trena plan {}\n", path.string(), found->meaning,
        path.string());
  return kExitDone;
}

}  // namespace

Action AddInit(CLI::App& app) {
  auto name = std::make_shared<std::optional<std::string>>();
  auto file = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const StudyTemplate& known : StudyTemplates()) names.emplace_back(known.name);
  app.add_option("--template", *name, Join(names, ", "))->type_name("NAME");
  app.add_option("FILE", *file, "where to write it (default: NAME.yaml; - is stdout)");
  return [=]() -> Result<int> {
    bool person = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    if (person && !*name && *file != "-") return AskForStudy(file->empty() ? "study.yaml" : *file);
    return WriteTemplate(name->value_or("first"), *file);
  };
}

}  // namespace trena

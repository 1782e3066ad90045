// SPDX-License-Identifier: Apache-2.0
#include "configure/values_used.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/files.h"
#include "core/source.h"
#include "core/text/text.h"
#include "study/command_template.h"
#include "study/scenario.h"

namespace trena {
namespace {

constexpr size_t kLargestScript = size_t{4} << 20;
constexpr const char* kAny = "*";

using Names = std::set<std::string>;

Names FrameworksOf(const Study& study) {
  std::vector<Value> levels;
  if (const Factor* factor = study.factor("framework")) levels = factor->levels;
  if (const Value* value = Find(study.fixed, "framework")) levels = {*value};
  Names names;
  for (const Value& level : levels) names.insert(SplitFramework(level.ToString()).first);
  return names;
}

bool HasWord(const std::string& text, const std::string& word) {
  const auto is_part = [&](size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return true;
  }
  return false;
}

// What a command reads: by its arguments, and by the scripts that they name.
class CommandUse {
 public:
  explicit CommandUse(const Study& study) : folder_(study.path.parent_path()) {
    for (const std::string& argument : study.command) Look(argument);
  }

  bool Uses(const std::string& name) const {
    if (everything_ || names_.contains(name)) return true;
    return std::any_of(asking_.begin(), asking_.end(),
                       [&](const std::string& text) { return HasWord(text, name); });
  }

 private:
  void Look(const std::string& argument) {
    for (const TemplatePiece& piece : ParseTemplate(argument)) {
      if (!piece.is_name) continue;
      names_.insert(piece.text);
      if (piece.text == "scenario_file") everything_ = true;
    }
    LookInto(argument);
    const fs::path path = folder_ / argument;
    std::error_code error;
    if (fs::is_regular_file(path, error)) {
      const auto text = ReadFile(path, kLargestScript);
      if (text.ok()) LookInto(text.value());
      if (!text.ok()) everything_ = true;  // too large to know
    } else if (LooksLikeAFile(argument) && !fs::exists(path, error)) {
      everything_ = true;  // it is not there to be looked into; its run will say so
    }
  }

  static bool LooksLikeAFile(const std::string& argument) {
    if (argument.starts_with('-') || argument.find_first_of(" {\n") != argument.npos) return false;
    const std::string extension = fs::path(argument).extension().string();
    return argument.find('/') != argument.npos ||
           (extension.size() > 1 && std::isalpha(static_cast<unsigned char>(extension[1])) != 0);
  }

  void LookInto(const std::string& text) {
    if (HasWord(text, "TRENA_SCENARIO")) everything_ = true;
    if (HasWord(text, "trena")) asking_.push_back(text);
  }

  fs::path folder_;
  Names names_;                      // of placeholders
  std::vector<std::string> asking_;  // texts that ask trena for values by their names
  bool everything_ = false;          // the whole scenario is read, or may be
};

class UseCheck {
 public:
  UseCheck(const Study& study, const std::vector<Runner>& runners)
      : study_(study),
        source_(study.file ? study.file->name : study.path.string(),
                study.file ? study.file->text : "") {
    const Names frameworks = FrameworksOf(study);
    has_command_ = frameworks.contains("command");
    if (has_command_) command_.emplace(study);
    for (const std::string& framework : frameworks) {
      if (framework != "command") AddRunners(framework, runners);
    }
  }

  Status Check() {
    for (const Factor& factor : study_.factors) CheckOne(factor.name, "factors." + factor.name);
    // What a command does not use may be there to be told to people.
    for (const auto& [name, value] : study_.fixed) {
      if (!has_command_) CheckOne(name, "fixed." + name);
    }
    if (source_.diagnostics().empty()) return Done{};
    return source_.ToError();
  }

 private:
  // Versions that are not here understand what those that are do.
  void AddRunners(const std::string& framework, const std::vector<Runner>& runners) {
    known_.insert(std::begin(kProtocolValues), std::end(kProtocolValues));
    who_.push_back(framework);
    for (const Runner& runner : runners) {
      if (runner.framework != framework) continue;
      known_.insert(runner.values.begin(), runner.values.end());
      if (runner.kind == RunnerKind::kStudy) own_ = runner.folder / "runner.yaml";
    }
  }

  bool IsUsed(const std::string& name) const {
    // What trena itself sees to.
    if (name == "environment" || name == "framework" || name == "memory_limit") return true;
    if (known_.contains(name) || known_.contains(kAny)) return true;
    if (command_ && command_->Uses(name)) return true;
    return std::any_of(study_.computed.begin(), study_.computed.end(), [&](const Computed& one) {
      const std::vector<std::string> needs = one.expression.names();
      return std::find(needs.begin(), needs.end(), name) != needs.end();
    });
  }

  void CheckOne(const std::string& name, const std::string& where) {
    if (IsUsed(name)) return;
    Place place;
    if (study_.file && study_.file->places.contains(where)) place = study_.file->places.at(where);
    if (who_.empty()) {
      source_.Add(place, fmt::format("the command does not use `{}`", name), CommandFix(name));
    } else {
      source_.Add(place, fmt::format("`{}` is nothing that {} understands", name, Join(who_, ", ")),
                  RunnerFix(name));
    }
  }

  static std::string CommandFix(const std::string& name) {
    return fmt::format(
        "write {{{}}} into an argument, or let the script ask trena.value(\"{}\"); a program that "
        "reads TRENA_SCENARIO is given \"{{scenario_file}}\"",
        name, name);
  }

  std::string RunnerFix(const std::string& name) const {
    const std::vector<std::string> names(known_.begin(), known_.end());
    const auto nearest = Nearest(name, names);
    std::string fix = nearest ? fmt::format("did you mean `{}`? ", *nearest) : "";
    fix += "there are " + Join(names, ", ");
    if (!own_.empty()) fix += fmt::format("; {} may list more under `values`", own_.string());
    return fix;
  }

  const Study& study_;
  Source source_;
  Names known_;
  std::vector<std::string> who_;  // frameworks with runners
  fs::path own_;                  // the runner.yaml that the person can change
  bool has_command_ = false;
  std::optional<CommandUse> command_;
};

}  // namespace

Status CheckValuesUsed(const Study& study, const std::vector<Runner>& runners) {
  return UseCheck(study, runners).Check();
}

bool CommandUses(const Study& study, const std::string& name) {
  return !study.command.empty() && CommandUse(study).Uses(name);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "study/study_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.h"
#include "core/sha256.h"
#include "core/source.h"
#include "core/text/moment.h"
#include "core/text/text.h"
#include "core/yaml.h"
#include "study/checks.h"
#include "study/computed.h"
#include "study/overrides.h"
#include "study/sections/design_section.h"
#include "study/sections/read_unit.h"
#include "study/sections/sections.h"
#include "study/values.h"

namespace trena {
namespace {

// An `exclude:` or `only:` kept until all names are known.
struct PendingExpression {
  YAML::Node node;
  std::vector<Expression>* target;
};

class StudyReader {
 public:
  explicit StudyReader(Source& source) : source_(source) {}

  // Fills the study; problems go to the source.
  void Read(const YAML::Node& root) {
    if (root.IsNull()) {
      source_.Add({}, "the study file is empty", "`trena init` writes one to start from");
      return;
    }
    ReadMap(source_, root, "the study", Fields());
  }

  // `written` is the scope before overrides: an `exclude:` about a level that -P took away stays
  // right, it only has nothing to exclude.
  void ReadExpressions(const ExpressionScope& written) {
    ExpressionScope scope = ScopeOf(study_);
    for (auto& [name, levels] : scope) {
      auto before = written.find(name);
      if (before == written.end()) continue;
      levels.insert(levels.end(), before->second.begin(), before->second.end());
    }
    for (const PendingExpression& pending : pending_) {
      if (pending.node.IsSequence()) {
        for (const auto& one : pending.node) ReadExpression(one, scope, *pending.target);
      } else {
        ReadExpression(pending.node, scope, *pending.target);
      }
    }
  }

  Study& study() { return study_; }
  Places& places() { return places_; }

 private:
  YamlFields Fields() {
    return {
        {"study", [&](auto& n) { ReadText(n, study_.name); }},
        {"question", [&](auto& n) { ReadText(n, study_.question); }},
        {"factors", [&](auto& n) { ReadFactors(source_, n, study_, places_); }},
        {"fixed", [&](auto& n) { ReadFixed(source_, n, study_, places_); }},
        {"environments", [&](auto& n) { ReadEnvironments(source_, n, study_, places_); }},
        {"exclude", [&](auto& n) { Postpone("exclude", n, study_.exclude); }},
        {"only", [&](auto& n) { Postpone("only", n, study_.only); }},
        {"together", [&](auto& n) { ReadTogether(source_, n, study_, places_); }},
        {"design", [&](auto& n) { ReadDesign(source_, n, study_.design, places_); }},
        {"measure", [&](auto& n) { ReadMeasure(source_, n, study_.measure); }},
        {"analyze", [&](auto& n) { ReadAnalyze(source_, n, study_.analyze, places_); }},
        {"report", [&](auto& n) { ReadReport(source_, n, study_.report, places_); }},
        {"command", [&](auto& n) { ReadCommand(source_, n, study_, places_); }},
        {"patterns", [&](auto& n) { ReadPatterns(source_, n, study_, places_); }},
        {"solver",
         [&](auto& n) {
           places_["solver"] = PlaceOf(n);
           ReadText(n, study_.solver);
         }},
        {"budget", [&](auto& n) { ReadMoney("budget", n, study_.budget); }},
        {"invoice", [&](auto& n) { ReadMoney("invoice", n, study_.invoice); }},
        {"deadline", [&](auto& n) { ReadDeadline(n); }},
    };
  }

  void Postpone(const std::string& name, const YAML::Node& node, std::vector<Expression>& target) {
    places_[name] = PlaceOf(node.IsSequence() && node.size() > 0 ? node[0] : node);
    places_[name + ".0"] = places_[name];
    for (size_t i = 1; node.IsSequence() && i < node.size(); ++i) {
      places_[fmt::format("{}.{}", name, i)] = PlaceOf(node[i]);
    }
    pending_.push_back({node, &target});
  }

  void ReadText(const YAML::Node& node, std::string& target) {
    auto text = ScalarText(source_, node, "text");
    if (text) target = *text;
  }

  void ReadMoney(const std::string& name, const YAML::Node& node, std::optional<Money>& target) {
    places_[name] = PlaceOf(node);
    ReadUnit(source_, node, "an amount of money, like 200 USD", ParseMoney, target);
  }

  void ReadDeadline(const YAML::Node& node) {
    auto text = ScalarText(source_, node, "a moment, like 2024-01-15 18:00");
    if (!text) return;
    Result<Seconds> moment = ParseMoment(*text);
    if (!moment.ok()) {
      source_.Add(PlaceOf(node), moment.error().message());
    } else {
      study_.deadline = moment.value();
    }
  }

  void ReadExpression(const YAML::Node& node, const ExpressionScope& scope,
                      std::vector<Expression>& target) {
    auto text = ScalarText(source_, node, "an expression, like `batch > 128`");
    if (!text) return;
    std::vector<ExpressionProblem> problems;
    auto expression = Expression::Parse(*text, scope, problems);
    if (expression) target.push_back(*expression);
    for (const ExpressionProblem& problem : problems) {
      Place place = PlaceOf(node);
      int quote = node.Tag() == "!" ? 1 : 0;
      place.column += static_cast<int>(problem.offset) + quote;
      place.length = static_cast<int>(problem.length);
      source_.Add(place, problem.message, problem.suggestion);
    }
  }

  Source& source_;
  Study study_;
  Places places_;
  std::vector<PendingExpression> pending_;
};

}  // namespace

ExpressionScope ScopeOf(const Study& study) {
  ExpressionScope scope;
  for (const auto& [name, value] : study.fixed) scope[name] = {value};
  for (const Factor& factor : study.factors) scope[factor.name] = factor.levels;
  if (!scope.contains("environment")) {
    scope["environment"] = {study.environments.empty() ? Value(kThisMachine)
                                                       : Value(study.environments[0].name)};
  }
  return scope;
}

Result<Study> ReadStudyText(const std::string& name, const std::string& text,
                            const StudyOverrides& overrides, const KnownNames& known) {
  Source source(name, text);
  auto root = LoadYaml(source);
  if (!root) return source.ToError();
  StudyReader reader(source);
  reader.Read(*root);
  // Later checks would only repeat what is wrong already.
  if (!source.diagnostics().empty()) return source.ToError();
  Study& study = reader.study();
  study.path = name;
  study.hash = Sha256(text);
  if (study.name.empty()) study.name = study.path.stem().string();
  ExpressionScope written = ScopeOf(study);
  TRENA_CHECK(ApplyOverrides(overrides, known, study, reader.places()));
  CheckStudy(source, reader.places(), known, study);
  FillDefaults(study);
  CheckDesign(source, reader.places(), study);
  ReadComputed(source, reader.places(), study);
  reader.ReadExpressions(written);
  if (!source.diagnostics().empty()) return source.ToError();
  study.file = std::make_shared<const StudyFile>(StudyFile{name, text, reader.places()});
  return study;
}

Result<Study> ReadStudy(const std::filesystem::path& path, const StudyOverrides& overrides,
                        const KnownNames& known) {
  Result<std::string> text = ReadFile(path, size_t{64} << 20);
  if (!text.ok()) {
    std::error_code ignored;
    bool there = std::filesystem::exists(path, ignored);
    std::string hint = there ? "" : "; `trena init` writes one";
    return InputError(text.error().message() + hint);
  }
  return ReadStudyText(path.string(), text.value(), overrides, known);
}

Result<Expression> ParseOnly(const Study& study, const std::string& text) {
  std::vector<ExpressionProblem> problems;
  auto expression = Expression::Parse(text, ScopeOf(study), problems);
  if (expression) return *expression;
  Source source("--only", text);
  for (const ExpressionProblem& problem : problems) {
    source.Add({1, static_cast<int>(problem.offset) + 1, static_cast<int>(problem.length)},
               problem.message, problem.suggestion);
  }
  return source.ToError();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Reads a study file (docs/study-file.md). All that is wrong is reported at
// once, each with file, line, caret and suggestion. Reading never runs or writes anything.
//
//   TRENA_ASSIGN(Study study, ReadStudy("first.yaml", {}));
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/study.h"

namespace trena {

// What the command line changes: `-P batch=64,128`, `--replications N`.
struct StudyOverrides {
  std::vector<std::string> parameters;  // "name=level,level"
  std::optional<int> replications;
};

// Names this trena knows, so that a misspelt level is caught when it is read. A level that is near
// none of them passes: it may be a network or a data set of the person's own.
struct KnownNames {
  std::vector<std::string> frameworks;
  std::vector<std::string> networks;
  std::vector<std::string> datasets;
};

// The study with its overrides. InputError with all diagnostics rendered.
Result<Study> ReadStudy(const std::filesystem::path& path, const StudyOverrides& overrides = {},
                        const KnownNames& known = {});

// The same from text; `name` is shown in errors.
Result<Study> ReadStudyText(const std::string& name, const std::string& text,
                            const StudyOverrides& overrides = {}, const KnownNames& known = {});

// Parses `--only EXPR` against the study's names; errors carry a caret.
Result<Expression> ParseOnly(const Study& study, const std::string& text);

// The names an expression of this study may use, with the values they take.
ExpressionScope ScopeOf(const Study& study);

}  // namespace trena

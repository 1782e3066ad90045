// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/problems.h"

#include <fmt/format.h>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kShown = 3;
constexpr size_t kWidestText = 40;

struct KindWords {
  ProblemKind kind;
  const char* what;
  const char* advice;
};

constexpr KindWords kWords[] = {
    {ProblemKind::kBrokenRow, "rows that cannot be read",
     "quote a field that holds separators, quotes or newlines, and double the quotes in it"},
    {ProblemKind::kFieldCount, "another number of fields than the first row has names",
     "is a field with a separator in it not quoted, or a decimal comma among commas?"},
    {ProblemKind::kText, "text where a number should be",
     "mend the value, or leave it empty: then the row counts as missing"},
    {ProblemKind::kDecimalComma, "numbers with a decimal comma",
     "say --decimal-comma, and 1.234,56 is understood"},
    {ProblemKind::kThousands, "numbers with marks between the thousands",
     "write 1234.56, or say --decimal-comma where the comma is the decimal mark"},
    {ProblemKind::kNotFinite, "NaN or infinity where a number should be",
     "leave the value empty if it is missing; if the run failed, say so in a column `outcome`"},
    {ProblemKind::kTooLarge, "numbers beyond what a double can hold", "choose another unit"},
    {ProblemKind::kNotPositive, "numbers that have no logarithm",
     "leave --log out, or mend the values: only positive ones have a logarithm"},
    {ProblemKind::kEmptyLevel, "no level of a factor",
     "write a level, or leave the rows or the factor out"},
    {ProblemKind::kUnknownOutcome, "an outcome that is not known",
     "use ok, failed, out_of_memory, timed_out, interrupted, refused or censored"},
};

std::string Where(ProblemKind kind, const TableProblem& problem,
                  const std::vector<std::string>& columns) {
  std::string place = fmt::format("  row {} (line {})", problem.row, problem.line);
  const std::string text = Shorten(ForTerminal(problem.text), kWidestText);
  if (kind == ProblemKind::kBrokenRow) return fmt::format("{}: {}", place, problem.text);
  if (kind == ProblemKind::kFieldCount) {
    return fmt::format("{}: {} fields, {} names", place, text, columns.size());
  }
  return fmt::format("{}, column `{}`: `{}`", place, ForTerminal(columns[problem.column]), text);
}

}  // namespace

void TableProblems::Add(ProblemKind kind, const TableProblem& problem) {
  Kind& known = kinds_[static_cast<size_t>(kind)];
  ++known.count;
  ++total_;
  if (known.first.size() < kShown) known.first.push_back(problem);
}

void TableProblems::Append(const TableProblems& later, size_t rows, size_t lines) {
  for (size_t i = 0; i < kinds_.size(); ++i) {
    for (TableProblem problem : later.kinds_[i].first) {
      if (kinds_[i].first.size() == kShown) break;
      problem.row += rows;
      problem.line += lines;
      kinds_[i].first.push_back(std::move(problem));
    }
    kinds_[i].count += later.kinds_[i].count;
  }
  total_ += later.total_;
}

Error TableProblems::ToError(const std::string& path,
                             const std::vector<std::string>& columns) const {
  std::string message;
  for (const KindWords& words : kWords) {
    const Kind& known = kinds_[static_cast<size_t>(words.kind)];
    if (known.count == 0) continue;
    if (!message.empty()) message += "\n";
    message += fmt::format("{}: {}, in {} row{}\n", ForTerminal(path), words.what, known.count,
                           known.count == 1 ? "" : "s");
    for (const TableProblem& problem : known.first) {
      message += Where(words.kind, problem, columns) + "\n";
    }
    message += fmt::format("  = {}", words.advice);
  }
  return InputError(message);
}

}  // namespace trena

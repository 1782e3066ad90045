// SPDX-License-Identifier: Apache-2.0
#include "configure/install/tools.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kMostOutput = size_t{16} << 20;
constexpr size_t kTailLines = 8;
// PYTHON…: another Python's modules. PIP_…: another place to install to.
constexpr const char* kLeftOut[] = {"PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "VIRTUAL_ENV",
                                    "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT",      "PIP_USER"};

}  // namespace

std::optional<Json> ToolResult::Answer() const {
  std::vector<std::string> lines = Split(output, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (!line->starts_with('{')) continue;
    Result<Json> answer = ParseJson(*line);
    if (answer.ok() && answer.value().is_object()) return answer.value();
  }
  return std::nullopt;
}

std::string ToolResult::Tail() const {
  std::vector<std::string> lines = Split(Trim(output), '\n');
  size_t first = lines.size() - std::min(lines.size(), kTailLines);
  std::vector<std::string> last(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end());
  for (std::string& line : last) line = "  " + ForTerminal(line);
  return Join(last, "\n");
}

Result<ToolResult> Tools::Run(const std::vector<std::string>& arguments, const fs::path& scratch,
                              const LineListener& on_line) {
  LineProcess process;
  process.arguments = arguments;
  process.without = {std::begin(kLeftOut), std::end(kLeftOut)};
  process.environment = {{"PYTHONNOUSERSITE", "1"}};
  if (!scratch.empty()) process.environment.emplace_back("TMPDIR", scratch.string());
  process.folder = scratch;
  process.with_errors = true;
  process.signals = &signals_;
  ToolResult result;
  TRENA_ASSIGN(LineProcessEnd end, RunByLine(process, [&](std::string_view line) {
                 if (result.output.size() < kMostOutput) result.output.append(line).append("\n");
                 if (on_line) on_line(line);
               }));
  if (end.interruption != 0) interruption_ = end.interruption;
  if (interruption() != 0) return Error("interrupted");
  result.exit_code = end.exit_code;
  return result;
}

int Tools::interruption() {
  if (int came = signals_.Take(); came != 0) interruption_ = came;
  return interruption_;
}

void Tools::Pause(int milliseconds) {
  pollfd waiting{signals_.descriptor(), POLLIN, 0};
  poll(&waiting, 1, milliseconds);
}

}  // namespace trena

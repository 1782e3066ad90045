// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "core/files.h"
#include "core/output.h"
#include "core/terminal.h"
#include "core/text/text.h"
#include "core/text/units.h"
#include "core/version.h"
#include "measure/doctor/doctor.h"

namespace trena {
namespace {

constexpr int kDoctorFormat = 1;
constexpr double kLongestLook = 3600;

size_t CountOf(const std::vector<Finding>& findings, FindingLevel level) {
  return static_cast<size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& finding) { return finding.level == level; }));
}

std::string Verdict(const std::vector<Finding>& findings) {
  size_t bad = CountOf(findings, FindingLevel::kBad);
  size_t notes = CountOf(findings, FindingLevel::kNote);
  if (bad == 0 && notes == 0) return "Nothing was seen that would disturb a study.";
  if (bad == 0) {
    return fmt::format("Nothing was seen that would disturb a study; {} to know.",
                       notes == 1 ? "one thing" : fmt::format("{} things", notes));
  }
  return fmt::format("{} will disturb a study here.",
                     bad == 1 ? "One thing" : fmt::format("{} things", bad));
}

Style StyleOf(FindingLevel level) {
  if (level == FindingLevel::kGood) return Style::kGreen;
  return level == FindingLevel::kNote ? Style::kYellow : Style::kRed;
}

std::string Text(const std::vector<Finding>& findings, const Terminal& terminal) {
  std::string out;
  for (const Finding& finding : findings) {
    out += fmt::format("  {}  {:<10}  {}\n",
                       terminal.Styled(StyleOf(finding.level), ToString(finding.level)) +
                           (finding.level == FindingLevel::kBad ? " " : ""),
                       finding.check, ForTerminal(finding.seen));
    if (finding.level == FindingLevel::kGood) continue;
    for (const std::string& line : {finding.why, finding.advice}) {
      out += fmt::format("{:20}{}\n", "", line);
    }
  }
  return out + "\n" + Verdict(findings) + "\n";
}

Result<double> LookingTime(const std::string& text) {
  TRENA_ASSIGN(Seconds seconds, ParseSeconds(text));
  if (seconds.value >= 0 && seconds.value <= kLongestLook) return seconds.value;
  return InputError("--for must be between 0s and 1h");
}

}  // namespace

Action AddDoctor(CLI::App& app) {
  auto time = std::make_shared<std::string>("4s");
  auto out = std::make_shared<std::string>(".");
  auto json = std::make_shared<bool>(false);
  app.add_option("--for", *time, "how long to look: half of it watching, half measuring")
      ->capture_default_str();
  app.add_option("--out", *out, "where results will be, to see whether there is room");
  app.add_flag("--json", *json, "print for programs");
  return [=]() -> Result<int> {
    TRENA_ASSIGN(double seconds, LookingTime(*time));
    DoctorOptions options{
        seconds / 2, seconds / 2, {{"the cache", CacheFolder()}, {"results", fs::path(*out)}}};
    Terminal terminal(stdout);
    std::vector<Finding> findings = Examine(LookAround(options));
    size_t bad = CountOf(findings, FindingLevel::kBad);
    if (*json) {
      Json report = {{"format", kDoctorFormat},
                     {"trena", VersionText()},
                     {"bad", bad},
                     {"notes", CountOf(findings, FindingLevel::kNote)},
                     {"findings", ToJson(findings)}};
      Print("{}\n", Dump(report, 1));
    } else {
      PrintText(Text(findings, terminal));
    }
    return bad > 0 ? kExitInconclusive : kExitDone;
  };
}

}  // namespace trena

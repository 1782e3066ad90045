// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/study_options.h"
#include "cli/talk.h"
#include "core/files.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
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

std::string VerdictOf(const std::vector<Finding>& findings) {
  size_t bad = CountOf(findings, FindingLevel::kBad);
  size_t notes = CountOf(findings, FindingLevel::kNote);
  if (bad == 0 && notes == 0) {
    return Talk().Say({"Nothing was seen that would disturb a study.",
                       "Não se viu nada que perturbe um estudo."});
  }
  if (bad == 0) {
    return notes == 1
               ? Talk().Say({"Nothing was seen that would disturb a study; one thing to know.",
                             "Não se viu nada que perturbe um estudo; há uma coisa a saber."})
               : Talk().Say({"Nothing was seen that would disturb a study; {count} things to know.",
                             "Não se viu nada que perturbe um estudo; há {count} coisas a saber."},
                            {{"count", std::to_string(notes)}});
  }
  return bad == 1 ? Talk().Say({"One thing will disturb a study here.",
                                "Uma coisa vai perturbar um estudo aqui."})
                  : Talk().Say({"{count} things will disturb a study here.",
                                "{count} coisas vão perturbar um estudo aqui."},
                               {{"count", std::to_string(bad)}});
}

Style StyleOf(FindingLevel level) {
  if (level == FindingLevel::kGood) return Style::kGreen;
  return level == FindingLevel::kNote ? Style::kYellow : Style::kRed;
}

constexpr size_t kLevelWidth = 4;

std::string LevelWord(FindingLevel level) {
  if (level == FindingLevel::kGood) return Talk().Say({"good", "bom"});
  return level == FindingLevel::kNote ? Talk().Say({"note", "nota"}) : Talk().Say({"bad", "ruim"});
}

std::string Text(const std::vector<Finding>& findings, const Terminal& terminal) {
  const Language language = Talk().language();
  std::string out;
  for (const Finding& finding : findings) {
    const std::string level = LevelWord(finding.level);
    out += fmt::format("  {}  {:<10}  {}\n",
                       terminal.Styled(StyleOf(finding.level), level) +
                           std::string(kLevelWidth - level.size(), ' '),
                       finding.check, ForTerminal(finding.seen.In(language)));
    if (finding.level == FindingLevel::kGood) continue;
    for (const std::string& line : {finding.why.In(language), finding.advice.In(language)}) {
      out += fmt::format("{:20}{}\n", "", line);
    }
  }
  return out + "\n" + VerdictOf(findings) + "\n";
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
  auto language = AddLanguage(app, "en");
  return [=]() -> Result<int> {
    TRENA_ASSIGN(double seconds, LookingTime(*time));
    TalkIn(*language);
    DoctorOptions options{
        seconds / 2,
        seconds / 2,
        {{{"the cache", "o cache"}, CacheFolder()}, {{"results", "os resultados"}, fs::path(*out)}},
        CacheFolder()};
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

// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_end_text.h"

#include "core/text/text.h"

namespace trena {
namespace {

std::string RunCount(size_t count, const Words& words) {
  return words.Say({"{count} [run|runs]", "{count} [execução|execuções]"},
                   {{"count", std::to_string(count)}});
}

std::string OfRound(int round, const Words& words) {
  if (round <= 1) return "";
  return words.Say({" of round {round}", " da rodada {round}"}, {{"round", std::to_string(round)}});
}

bool NothingToDo(const MeasureSummary& summary) {
  return summary.measured == 0 && summary.pending_environments.empty() && summary.skipped == 0;
}

std::vector<std::string> AllThere(const MeasureSummary& summary, const std::string& resume,
                                  int round, const Words& words) {
  const Words::Argument runs{"runs", std::to_string(summary.already)};
  const Words::Argument of_round{"of_round", OfRound(round, words)};
  if (summary.failed_before > 0) {
    return {words.Say(
        {"Nothing left to measure{of_round}: all {runs} [run is|runs are] there, failed ones "
         "included.",
         "Nada a medir{of_round}: {runs} [execução já existe|execuções já existem], incluídas as "
         "que "
         "falharam."},
        {runs, of_round})};
  }
  return {words.Say({"Nothing left to measure{of_round}: all {runs} [run is|runs are] there.",
                     "Nada a medir{of_round}: {runs} [execução já existe|execuções já existem]."},
                    {runs, of_round}),
          words.Say({"Measure anew with: {command} --again", "Meça de novo com: {command} --again"},
                    {{"command", resume}})};
}

std::vector<std::string> HowItEnded(const MeasureSummary& summary, const std::string& resume,
                                    int round, const Words& words) {
  const Words::Argument command{"command", resume};
  switch (summary.end) {
    case MeasureEnd::kInterrupted:
      return {words.Say({"Stopped. What was measured is kept; go on with: {command}",
                         "Interrompido. O que foi medido está guardado; continue com: {command}"},
                        {command})};
    case MeasureEnd::kBudget:
      return {words.Say(
          {"Stopped: the next run would pass the budget. With a larger one, go on with: {command}",
           "Parado: a próxima execução passaria do orçamento. Com um maior, continue com: "
           "{command}"},
          {command})};
    case MeasureEnd::kDeadline:
      return {words.Say({"Stopped: the next run would end after the deadline. With a later one, go "
                         "on with: {command}",
                         "Parado: a próxima execução terminaria depois do prazo. Com um prazo "
                         "maior, continue com: {command}"},
                        {command})};
    default:
      break;
  }
  if (NothingToDo(summary)) return AllThere(summary, resume, round, words);
  std::string there;
  if (summary.already > 0) {
    there = words.Say({" ({count} were there)", " ({count} já existiam)"},
                      {{"count", std::to_string(summary.already)}});
  }
  return {words.Say({"Measured {runs}{of_round}{there}.", "Medido: {runs}{of_round}{there}."},
                    {{"runs", RunCount(summary.measured, words)},
                     {"of_round", OfRound(round, words)},
                     {"there", there}})};
}

std::string Failures(const MeasureSummary& summary, const std::string& resume, const Words& words) {
  std::string before, again;
  if (summary.failed_before > 0) {
    before = words.Say({" ({count} before)", " ({count} antes)"},
                       {{"count", std::to_string(summary.failed_before)}});
  }
  if (summary.retryable > 0) {
    again =
        words.Say({" Try again with: {command} --retry", " Tente de novo com: {command} --retry"},
                  {{"command", resume}});
  }
  return words.Say({"{runs} failed{before}; the logs are kept.{again}",
                    "Com falha: {runs}{before}; os registros estão guardados.{again}"},
                   {{"runs", RunCount(summary.failed + summary.failed_before, words)},
                    {"before", before},
                    {"again", again}});
}

}  // namespace

std::vector<std::string> EndInWords(const MeasureSummary& summary, const std::string& resume,
                                    int round, const Words& words) {
  std::vector<std::string> lines = HowItEnded(summary, resume, round, words);
  if (summary.skipped > 0) {
    lines.push_back(
        words.Say({"Skipped {runs}: a smaller batch of the same scenario ran out of memory.",
                   "Sem medir: {runs}; um lote menor do mesmo cenário ficou sem memória."},
                  {{"runs", RunCount(summary.skipped, words)}}));
  }
  if (!summary.pending_environments.empty()) {
    lines.push_back(words.Say({"Pending, since this machine is not theirs: {list}",
                               "Pendentes, pois esta máquina não é a deles: {list}"},
                              {{"list", ForTerminal(Join(summary.pending_environments, ", "))}}));
  }
  if (summary.failed + summary.failed_before > 0) lines.push_back(Failures(summary, resume, words));
  return lines;
}

}  // namespace trena

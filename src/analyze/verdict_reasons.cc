// SPDX-License-Identifier: Apache-2.0
#include "analyze/verdict_reasons.h"

#include <algorithm>

namespace trena {
namespace {

constexpr ReasonRow kWhyNots[] = {
    {why_not::kNoFactor,
     {"No factor has more than one level, so there is no variation to allocate.",
      "Nenhum fator tem mais de um nível; não há variação a alocar."}},
    {why_not::kNothingMeasured,
     {"No run ended well yet, so there is no variation to allocate.",
      "Nenhuma execução terminou bem ainda; não há variação a alocar."}},
    {why_not::kUnknownResponse, {"No run reports {list}.", "Nenhuma execução informa {list}."}},
    {why_not::kPendingEnvironments,
     {"Nothing was measured yet in {list}, so no factor has two levels to compare.",
      "Nada foi medido ainda em {list}, e nenhum fator tem dois níveis para comparar."}},
    {why_not::kMissingRuns,
     {"Runs of {list} are missing, so no factor has two levels to compare.",
      "Faltam execuções de {list}, e nenhum fator tem dois níveis para comparar."}},
    {why_not::kFailedScenarios,
     {"No run ended well in {list}, so no factor has two levels to compare.",
      "Nenhuma execução terminou bem em {list}, e nenhum fator tem dois níveis para comparar."}},
    {why_not::kNotPositive,
     {"Values of {list} have no logarithm.", "Valores de {list} não têm logaritmo."}},
    {why_not::kNotComputable,
     {"The allocation of variation could not be computed: {list}.",
      "A alocação da variação não pôde ser calculada: {list}."}},
};

constexpr ReasonRow kReasons[] = {
    {verdict_reason::kNothingMeasured, {"no run ended well", "nenhuma execução terminou bem"}},
    {verdict_reason::kMostlyFailed, {"most runs failed", "a maioria das execuções falhou"}},
    {verdict_reason::kMissingRuns, {"planned runs are missing", "faltam execuções planejadas"}},
    {verdict_reason::kPendingEnvironments,
     {"environments are still to be measured", "há ambientes ainda não medidos"}},
    {verdict_reason::kFailedRuns,
     {"there are scenarios whose runs all failed", "há cenários cujas execuções falharam todas"}},
    {verdict_reason::kTimedOut,
     {"runs reached the time limit", "execuções atingiram o limite de tempo"}},
    {verdict_reason::kNoResponse,
     {"there are scenarios that ended well without the metric analysed",
      "há cenários que terminaram bem sem a métrica analisada"}},
    {verdict_reason::kNotComputed,
     {"the analysis that was asked for could not be computed",
      "a análise pedida não pôde ser calculada"}},
    {verdict_reason::kNoReplication,
     {"there are scenarios with a single run", "há cenários com uma única execução"}},
    {verdict_reason::kNoEffect,
     {"no factor can be told from chance", "nenhum fator se distingue do acaso"}},
};

// Noun phrases: a verdict lists them.
constexpr ReasonRow kReservations[] = {
    {reservation::kStandIn,
     {"another machine in the place of {list}", "outra máquina no lugar de {list}"}},
    {reservation::kHandicap, {"a handicap of {list}", "uma desvantagem de {list}"}},
    {reservation::kFailedChecks, {"failed checks ({list})", "verificações reprovadas ({list})"}},
    {reservation::kShareLost,
     {"runs that gave no value ({0} of {1})", "execuções que não deram valor ({0} de {1})"},
     2},
    {reservation::kDisturbedRuns,
     {"disturbed runs ({0} of {1})", "execuções perturbadas ({0} de {1})"},
     2},
    {reservation::kMachineSpeed,
     {"the machine's own speed (it moved by {list}%)",
      "a velocidade da própria máquina (variou {list}%)"}},
    {reservation::kDrift,
     {"drift ({0}% from the first run to the last)", "deriva ({0}% da primeira à última execução)"},
     1},
    {reservation::kFewReplications, {"few replications ({0})", "poucas repetições ({0})"}, 1},
};

}  // namespace

std::span<const ReasonRow> WhyNotRows() { return kWhyNots; }

std::span<const ReasonRow> VerdictReasonRows() { return kReasons; }

std::span<const ReasonRow> ReservationRows() { return kReservations; }

const ReasonRow* FindReason(std::span<const ReasonRow> rows, std::string_view code) {
  auto found = std::find_if(rows.begin(), rows.end(),
                            [&](const ReasonRow& row) { return code == row.code; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace trena

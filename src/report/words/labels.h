// SPDX-License-Identifier: Apache-2.0
// Sentences and labels that are said in several places; what is said in one place stands there.
#pragma once

#include "report/words/words.h"

namespace trena::label {

inline constexpr Sentence kAndMoreWithAll{"and {count} more: --all", "e mais {count}: --all"};
inline constexpr Sentence kMeasuredOnAStandInMachine{"* measured on a stand-in machine.",
                                                     "* medido em uma máquina substituta."};
inline constexpr Sentence kASingleRunHasNoInterval{"A single run has no interval.",
                                                   "Uma única execução não tem intervalo."};
inline constexpr Sentence kAccuracy{"accuracy", "acurácia"};
inline constexpr Sentence kAnswer{"Answer", "Resposta"};
inline constexpr Sentence kCannotTell{"cannot tell", "não se sabe"};
inline constexpr Sentence kCost{"cost", "custo"};
inline constexpr Sentence kDf{"df", "gl"};
inline constexpr Sentence kEffect{"effect", "efeito"};
inline constexpr Sentence kEnvironment{"environment", "ambiente"};
inline constexpr Sentence kEpoch{"epoch", "época"};
inline constexpr Sentence kFactor{"factor", "fator"};
inline constexpr Sentence kFramework{"framework", "biblioteca"};
inline constexpr Sentence kFree{"free", "gratuito"};
inline constexpr Sentence kAtLeast{"at least {low}", "pelo menos {low}"};
inline constexpr Sentence kFromLowToHigh{"from {low} to {high}", "de {low} a {high}"};
inline constexpr Sentence kGeometricMean{"geometric mean", "média geométrica"};
inline constexpr Sentence kGPU{"GPU", "GPU"};
inline constexpr Sentence kHowToRepeatIt{"How to repeat it", "Como repetir"};
inline constexpr Sentence kIteration{"iteration", "iteração"};
inline constexpr Sentence kLevel{"level", "nível"};
inline constexpr Sentence kLevels{"levels", "níveis"};
inline constexpr Sentence kLoss{"loss", "perda"};
inline constexpr Sentence kMainEffectsMetric{"Main effects: {metric}",
                                             "Efeitos principais: {metric}"};
inline constexpr Sentence kMean{"mean", "média"};
inline constexpr Sentence kMemory{"memory", "memória"};
inline constexpr Sentence kNone{"none", "nenhum"};
inline constexpr Sentence kNoneR1{"none (r = 1)", "nenhum (r = 1)"};
inline constexpr Sentence kNotCompared{"not compared", "não comparado"};
inline constexpr Sentence kOrderOfTheRun{"order of the run", "ordem da execução"};
inline constexpr Sentence kOutcome{"outcome", "desfecho"};
inline constexpr Sentence kOverTime{"Over time", "Ao longo do tempo"};
inline constexpr Sentence kPart{"part", "parte"};
inline constexpr Sentence kPrice{"price", "preço"};
inline constexpr Sentence kRatio{"ratio", "razão"};
inline constexpr Sentence kResiduals{"residuals", "resíduos"};
inline constexpr Sentence kResidualsReplications{"residuals (replications)",
                                                 "resíduos (repetições)"};
inline constexpr Sentence kRunFolder{"run folder", "pasta da execução"};
inline constexpr Sentence kScenario{"scenario", "cenário"};
inline constexpr Sentence kSeed{"seed", "semente"};
inline constexpr Sentence kSpeed{"speed", "velocidade"};
inline constexpr Sentence kSpeedPercentOfItsMedian{"speed (% of its median)",
                                                   "velocidade (% da mediana)"};
inline constexpr Sentence kSpeedUps{"Speed-ups", "Acelerações"};
inline constexpr Sentence kStudyName{"Study {name}", "Estudo {name}"};
inline constexpr Sentence kSumOfSquares{"sum of squares", "soma dos quadrados"};
inline constexpr Sentence kTerm{"term", "termo"};
inline constexpr Sentence kTheLogarithmOfResponse{"the logarithm of {response}",
                                                  "o logaritmo de {response}"};
inline constexpr Sentence kTheMachine{"The machine", "A máquina"};
inline constexpr Sentence kTraining{"training", "treino"};
inline constexpr Sentence kVariation{"variation", "variação"};
inline constexpr Sentence kVerdict{"verdict", "veredito"};
inline constexpr Sentence kVersions{"Versions", "Versões"};
inline constexpr Sentence kWarnings{"Warnings", "Avisos"};
inline constexpr Sentence kWhatDiffers{"What differs", "O que difere"};
inline constexpr Sentence kWhatDrivesMetricInPercentOf{
    "What drives {metric}, in percent of its variation: {drivers}.",
    "O que determina {metric}, em porcentagem da variação: {drivers}."};
inline constexpr Sentence kWhatRunSaidLast{"What {run} said last", "O que {run} disse por último"};
inline constexpr Sentence kWhetherToBelieveIt{"Whether to believe it", "Se é de acreditar"};
inline constexpr Sentence kConfidencePercentInterval{"{confidence}% interval",
                                                     "intervalo de {confidence}%"};
inline constexpr Sentence kCountMoreAreInJson{"{count} more are in --json.",
                                              "Outras {count} estão em --json."};
inline constexpr Sentence kPriceH{"{price}/h", "{price}/h"};
inline constexpr Sentence kSecondAgainstFirst{"{second} against {first}",
                                              "{second} em relação a {first}"};

}  // namespace trena::label

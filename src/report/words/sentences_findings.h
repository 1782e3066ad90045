// SPDX-License-Identifier: Apache-2.0
// Sentences and labels about what limits runs, a target accuracy and how time grows (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kFindingSentences[] = {
    {"What limits each scenario", "O que limita cada cenário"},
    {"limit", "limite"},
    {"evidence", "evidência"},
    {"swapping", "trocando páginas (swap)"},
    {"throttled", "contido por calor, energia ou cota"},
    {"disturbed", "perturbado por outros"},
    {"GPU-bound", "limitado pela GPU"},
    {"CPU-bound", "limitado pela CPU"},
    {"memory-bound", "limitado pela memória"},
    {"input-bound", "limitado pela entrada de dados"},
    {"{limit} ({count} of {runs} runs)", "{limit} ({count} de {runs} execuções)"},
    {"By the rules of docs/methods/limits.md, from means and peaks over training; the evidence is "
     "of "
     "one run.",
     "Pelas regras de docs/methods/limits.md, de médias e picos durante o treinamento; a evidência "
     "é de uma execução."},
    {"What limits the runs: {limits}.", "O que limita as execuções: {limits}."},
    {"{metric} goes with the time across scenarios (r = {r}, {confidence}% interval {interval}, "
     "{n} "
     "scenarios).",
     "{metric} acompanha o tempo entre os cenários (r = {r}, intervalo de {confidence}% "
     "{interval}, "
     "{n} cenários)."},
    {"{metric} does not explain the time across scenarios (r = {r}, {confidence}% interval "
     "{interval}, {n} scenarios).",
     "{metric} não explica o tempo entre os cenários (r = {r}, intervalo de {confidence}% "
     "{interval}, {n} cenários)."},
    {"Time and cost to an accuracy of {accuracy}", "Tempo e custo até a acurácia de {accuracy}"},
    {"reached", "atingiram"},
    {"time to it (s)", "tempo até ela (s)"},
    {"cost to it ({currency})", "custo até ela ({currency})"},
    {"best accuracy", "melhor acurácia"},
    {"{reached} of {runs}", "{reached} de {runs}"},
    {"{reached} of {runs}, {unknown} not known", "{reached} de {runs}, {unknown} sem saber"},
    {"median {value}", "mediana {value}"},
    {"Mean ± half-width of its {confidence}% interval where every run reached it; else the median, "
     "where more than half did (Kaplan and Meier).",
     "Média ± metade do intervalo de {confidence}% onde todas as execuções a atingiram; senão a "
     "mediana, onde mais da metade a atingiu (Kaplan e Meier)."},
    {"Accuracy of {accuracy} is reached soonest by {scenario}, in {time}.",
     "A acurácia de {accuracy} é atingida mais cedo por {scenario}, em {time}."},
    {"Accuracy of {accuracy} is reached at the least cost by {scenario}, for {cost}.",
     "A acurácia de {accuracy} é atingida com o menor custo por {scenario}, por {cost}."},
    {"No scenario reaches an accuracy of {accuracy} in every run.",
     "Nenhum cenário atinge a acurácia de {accuracy} em todas as execuções."},
    {"{count} of {runs} runs never reach it; they are counted as censored, not left out: "
     "{scenarios}.",
     "{count} de {runs} execuções nunca a atingem; contam como censuradas, não são omitidas: "
     "{scenarios}."},
    {"Of {count} of {runs} runs it is not known when they reached it: they need `evaluate: epoch`.",
     "De {count} de {runs} execuções não se sabe quando a atingiram: precisam de `evaluate: "
     "epoch`."},
    {"How time grows with {factor}", "Como o tempo cresce com {factor}"},
    {"where", "onde"},
    {"all", "tudo"},
    {"best law", "melhor lei"},
    {"exponent", "expoente"},
    {"AICc ahead of the next", "AICc à frente da seguinte"},
    {"time per image jumps", "o tempo por imagem salta"},
    {"power law", "lei de potência"},
    {"constant + linear", "constante + linear"},
    {"constant + share of 1/x (Amdahl)", "constante + parcela de 1/x (Amdahl)"},
    {"not decided", "não decidido"},
    {"between {before} and {after}", "entre {before} e {after}"},
    {"Fitted over single runs, chosen by AICc; an advantage below 2 is hardly any.",
     "Ajustadas sobre execuções individuais, escolhidas por AICc; uma vantagem menor que 2 é quase "
     "nenhuma."},
    {"Time grows with {factor} to the power of {exponent} ({confidence}% interval {interval}, {n} "
     "runs).",
     "O tempo cresce com {factor} elevado a {exponent} (intervalo de {confidence}% {interval}, {n} "
     "execuções)."},
    {"The time per image jumps between {factor} {before} and {after} ({where}).",
     "O tempo por imagem salta entre {factor} {before} e {after} ({where})."},
};

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Sentences of the answer and of the verdict (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kAnswerSentences[] = {
    {"No run ended well, so there is no training time to tell.",
     "Nenhuma execução terminou bem; não há tempo de treinamento a informar."},
    {"Training {scenario} takes {time}.", "Treinar {scenario} leva {time}."},
    {"Training takes from {low} in {fastest} to {high} in {slowest}, {ratio} times as long.",
     "O treinamento leva de {low} em {fastest} a {high} em {slowest}, {ratio} vezes o menor "
     "tempo."},
    {"Training is free in every environment measured.",
     "O treinamento é gratuito em todos os ambientes medidos."},
    {"One training costs {cost}.", "Um treinamento custa {cost}."},
    {"One training costs from {low} in {cheapest} to {high} in {dearest}.",
     "Um treinamento custa de {low} em {cheapest} a {high} em {dearest}."},
    {"The cheapest is {scenario}, but a single run has no interval: it may be chance.",
     "O mais barato é {scenario}, mas uma única execução não tem intervalo: pode ser acaso."},
    {"The cheapest is {scenario}; its interval overlaps with that of no other scenario.",
     "O mais barato é {scenario}; seu intervalo não se sobrepõe ao de nenhum outro cenário."},
    {"The cheapest is {scenario}, but it cannot be told apart from {others}: their intervals "
     "overlap.",
     "O mais barato é {scenario}, mas não se distingue de {others}: os intervalos se sobrepõem."},
    {"What drives {metric}, in percent of its variation: {drivers}.",
     "O que determina {metric}, em porcentagem da variação: {drivers}."},
    {"No effect can be told from chance for: {factors}.",
     "Não se distingue do acaso nenhum efeito de: {factors}."},
    {"Differences between replications account for {percent}.",
     "As diferenças entre repetições respondem por {percent}."},
    {"{level} adds {effect} ({confidence}% interval {interval}, n = {n})",
     "{level} acrescenta {effect} (intervalo de {confidence}% {interval}, n = {n})"},
    {"{level} adds {effect} (n = {n}; no interval without replications)",
     "{level} acrescenta {effect} (n = {n}; sem repetições não há intervalo)"},
    {"To the mean of {mean}, {effects}.", "À média de {mean}, {effects}."},
    {"Measuring all this cost {spent} of a budget of {budget}.",
     "Medir tudo isso custou {spent} de um orçamento de {budget}."},
    {"Measuring all this cost {spent}.", "Medir tudo isso custou {spent}."},
    {"The answer is valid: {done} of {planned} planned runs are done.",
     "A resposta é válida: {done} de {planned} execuções planejadas estão concluídas."},
    {"The answer is {verdict}: {reasons} ({done} of {planned} planned runs are done).",
     "A resposta é {verdict}: {reasons} ({done} de {planned} execuções planejadas estão "
     "concluídas)."},
    {"Next: `{command}`.", "Próximo passo: `{command}`."},
    {"valid", "válida"},
    {"inconclusive", "inconclusiva"},
    {"invalid", "inválida"},
    {"from {low} to {high}", "de {low} a {high}"},
    {"{items} and {last}", "{items} e {last}"},
    {"no run ended well", "nenhuma execução terminou bem"},
    {"most runs failed", "a maioria das execuções falhou"},
    {"planned runs are missing", "faltam execuções planejadas"},
    {"environments are still to be measured", "há ambientes ainda não medidos"},
    {"runs failed or reached the time limit", "execuções falharam ou atingiram o limite de tempo"},
    {"runs that ended well lack the metric analysed",
     "execuções que terminaram bem não têm a métrica analisada"},
    {"there are scenarios with a single run", "há cenários com uma única execução"},
    {"no factor can be told from chance", "nenhum fator se distingue do acaso"},
};

}  // namespace trena

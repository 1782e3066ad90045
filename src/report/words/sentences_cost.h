// SPDX-License-Identifier: Apache-2.0
// Sentences and labels about money: the bill, prices of the command line, break-even prices, what
// is worth choosing from (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kCostSentences[] = {
    {"The bill", "A conta"},
    {"environment", "ambiente"},
    {"item", "item"},
    {"machine time", "tempo de máquina"},
    {"amount ({currency})", "valor ({currency})"},
    {"source", "origem"},
    {"around training", "em torno do treino"},
    {"attempts that did not end well", "tentativas que não terminaram bem"},
    {"pilots", "pilotos"},
    {"set-up", "preparação"},
    {"idle", "ociosidade"},
    {"interruptions", "interrupções"},
    {"minimum and whole units", "mínimo e unidades inteiras"},
    {"reserved, not used", "reservado e não usado"},
    {"disk", "disco"},
    {"data", "dados"},
    {"total", "total"},
    {"invoice", "fatura"},
    {"not on the bill", "fora da conta"},
    {"measured × {price}", "medido × {price}"},
    {"study file: {setting}", "arquivo do estudo: {setting}"},
    {"expected, not measured (Daly 2006): {setting}",
     "esperado, não medido (Daly 2006): {setting}"},
    {"invoice less total", "fatura menos o total"},
    {"Each attempt is charged as a start of its machine.",
     "Cada tentativa é cobrada como um início de sua máquina."},
    {"{one} = {amount} ({date}).", "{one} = {amount} ({date})."},
    {"no date given", "sem data"},
    {"Costs are at prices given on the command line, not at the study's: {prices}.",
     "Os custos usam preços dados na linha de comando, não os do estudo: {prices}."},
    {"{environment} at {now} instead of {before}", "{environment} a {now} em vez de {before}"},
    {"{environment} at {now} (the study has no price)",
     "{environment} a {now} (o estudo não tem preço)"},
    {"{price}/h", "{price}/h"},
    {"The fastest cannot be told apart from {others}.",
     "O mais rápido não se distingue de {others}."},
    {"{scenario} is both the fastest and the cheapest.",
     "{scenario} é ao mesmo tempo o mais rápido e o mais barato."},
    {"Worth choosing from, since no other is both faster and cheaper: {choices}.",
     "Vale a pena escolher entre estes, pois nenhum outro é mais rápido e mais barato: {choices}."},
    {"{scenario} ({time}, {cost})", "{scenario} ({time}, {cost})"},
    {"{count} more", "mais {count}"},
    {"The bill of all {attempts} attempts comes to {total}; {more} of it is not training.",
     "A conta de todas as {attempts} tentativas chega a {total}; {more} dela não é treino."},
    {"By the bill of a run the cheapest is {scenario}, not {other}.",
     "Pela conta de uma execução, o mais barato é {scenario}, não {other}."},
    {"The invoice of {invoice} is {gap} ({percent} of it) above the bill.",
     "A fatura de {invoice} está {gap} ({percent} dela) acima da conta."},
    {"The invoice of {invoice} is {gap} below the bill.",
     "A fatura de {invoice} está {gap} abaixo da conta."},
    {"{time} more of machine time for each of {attempts} attempts, or {percent} more of all "
     "machine "
     "time, would close the gap: a hypothesis, not a finding.",
     "{time} a mais de máquina em cada uma de {attempts} tentativas, ou {percent} a mais do tempo "
     "total de máquina, fechariam a diferença: uma hipótese, não uma constatação."},
    {"Break-even prices", "Preços de equilíbrio"},
    {"against", "contra"},
    {"its price", "preço dele"},
    {"price", "preço"},
    {"cheaper below", "mais barato abaixo de"},
    {"in single scenarios", "em cenários isolados"},
    {"scenarios", "cenários"},
    {"now", "agora"},
    {"is the cheaper one", "é o mais barato"},
    {"is the dearer one", "é o mais caro"},
    {"cannot be told", "não se pode dizer"},
    {"has no price", "não tem preço"},
    {"Price × training time, summed over scenarios that differ by their environment alone; prices "
     "are per hour.",
     "Preço × tempo de treinamento, somados sobre cenários que só diferem no ambiente; preços por "
     "hora."},
    {"{environment} costs less than {against} (at {against_price}/h) below {below}/h "
     "({confidence}% "
     "interval {interval}, {n} scenarios compared)",
     "{environment} custa menos que {against} (a {against_price}/h) abaixo de {below}/h (intervalo "
     "de {confidence}% {interval}, {n} cenários comparados)"},
    {"{environment} costs less than {against} (at {against_price}/h) below {below}/h (no interval "
     "without replications, {n} scenarios compared)",
     "{environment} custa menos que {against} (a {against_price}/h) abaixo de {below}/h (sem "
     "repetições não há intervalo, {n} cenários comparados)"},
    {"{point}; it has no price yet.", "{point}; ainda não tem preço."},
    {"{point}; at {price}/h it is the cheaper one.", "{point}; a {price}/h é o mais barato."},
    {"{point}; at {price}/h it is the dearer one.", "{point}; a {price}/h é o mais caro."},
    {"{point}; at {price}/h the two cannot be told apart.",
     "{point}; a {price}/h os dois não se distinguem."},
    {"What drives time and cost", "O que determina o tempo e o custo"},
    {"share of time", "parcela do tempo"},
    {"p of time", "p do tempo"},
    {"share of cost", "parcela do custo"},
    {"p of cost", "p do custo"},
    {"Percent of variation; a factor may drive one and not the other.",
     "Porcentagem da variação; um fator pode determinar um e não o outro."},
    {"{term} accounts for {time} of the variation of time and {cost} of that of cost",
     "{term} responde por {time} da variação do tempo e {cost} da do custo"},
    {"Time and cost are not driven alike: {terms}.",
     "Tempo e custo não têm os mesmos determinantes: {terms}."},
};

}  // namespace trena

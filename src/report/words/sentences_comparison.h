// SPDX-License-Identifier: Apache-2.0
// What is said about two studies that are compared (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kComparisonSentences[] = {
    {"{side} is {name} ({study}): {runs} runs compared, measured {days}.",
     "{side} é {name} ({study}): {runs} execuções comparadas, medidas {days}."},
    {"on {day}", "em {day}"},
    {"Scenarios compared: {metric}", "Cenários comparados: {metric}"},
    {"Ratios are B ÷ A of geometric means: above 1 is more in B.",
     "As razões são B ÷ A de médias geométricas: acima de 1 é mais em B."},
    {"The intervals of {count} scenarios hold all together (Bonferroni), and p allows for their "
     "number (Holm).",
     "Os intervalos de {count} cenários valem todos juntos (Bonferroni), e p leva em conta seu "
     "número (Holm)."},
    {"Over {count} scenarios B takes {ratio} times as long as A",
     "Em {count} cenários, B leva {ratio} vezes o tempo de A"},
    {"B takes {ratio} times as long as A", "B leva {ratio} vezes o tempo de A"},
    {"Over {count} scenarios B costs {ratio} times as much as A",
     "Em {count} cenários, B custa {ratio} vezes o que A custa"},
    {"B costs {ratio} times as much as A", "B custa {ratio} vezes o que A custa"},
    {"{change} (geometric mean of the ratios; {confidence}% interval from {low} to {high}): "
     "{verdict}.",
     "{change} (média geométrica das razões; intervalo de {confidence}% de {low} a {high}): "
     "{verdict}."},
    {"{change} (ratio of geometric means; {confidence}% interval from {low} to {high}): {verdict}.",
     "{change} (razão de médias geométricas; intervalo de {confidence}% de {low} a {high}): "
     "{verdict}."},
    {"{change} (geometric mean; there is no interval, so nothing is certain).",
     "{change} (média geométrica; não há intervalo, e nada é certo)."},
    {"That interval is of how the ratios differ between scenarios, for not every scenario has two "
     "runs on both sides.",
     "Esse intervalo é de como as razões diferem entre cenários, pois nem em todos há duas "
     "execuções dos dois lados."},
    {"Scenario by scenario: {list}.", "Cenário a cenário: {list}."},
    {"not compared", "não comparado"},
    {"The largest change is in {scenario}: {ratio} times, from {low} to {high}.",
     "A maior mudança é em {scenario}: {ratio} vezes, de {low} a {high}."},
    {"Costs changed as times did: prices are the same on both sides.",
     "Os custos mudaram como os tempos: os preços são os mesmos dos dois lados."},
    {"Costs are not compared: {name} has no price.",
     "Os custos não são comparados: {name} não tem preço."},
    {"Costs are not compared: {first} is in {currency} and {second} in {other}, and neither study "
     "states a dated rate between them.",
     "Os custos não são comparados: {first} está em {currency} e {second} em {other}, e nenhum dos "
     "estudos informa uma taxa de câmbio com data."},
    {"Costs are not compared: one is of training alone, the other of the whole run.",
     "Os custos não são comparados: um é só do treinamento, o outro da execução inteira."},
    {"Amounts in {currency} are converted at {rate} {target}, the rate of {date}.",
     "Valores em {currency} são convertidos a {rate} {target}, taxa de {date}."},
    {"{name} has no study beside it that tells prices: those of {other} are taken.",
     "{name} não tem ao lado um estudo que informe preços: valem os de {other}."},
    {"Not measured in {side}: {list}.", "Não medido em {side}: {list}."},
    {"Ended well in {side}, and never in {other}: {list}.",
     "Terminou bem em {side}, e nunca em {other}: {list}."},
    {"{count} runs in the results of {name} are of no scenario of that study, and are left out.",
     "{count} execuções nos resultados de {name} não são de nenhum cenário desse estudo, e ficam "
     "de fora."},
    {"{count} run folders of {name} could not be read, and are left out; the first is {why}.",
     "{count} pastas de execução de {name} não puderam ser lidas, e ficam de fora; a primeira é "
     "{why}."},
    {"Runs of {name} are simulated: nothing was trained.",
     "Há execuções simuladas em {name}: nada foi treinado."},
    {"Runs of {name} trained on generated data.", "Há execuções de {name} com dados gerados."},
    {"Runs of {name} were made on a stand-in machine.",
     "Há execuções de {name} feitas em uma máquina substituta."},
    {"By the yardstick the machine of B was {ratio} times as fast as that of A (medians over the "
     "runs).",
     "Pelo padrão de velocidade, a máquina de B foi {ratio} vezes tão rápida quanto a de A "
     "(medianas das execuções)."},
    {"What differs", "O que difere"},
    {"what", "o quê"},
    {"of", "de"},
    {"Nothing that the runs recorded differs: machine, versions, settings, inputs, seeds and "
     "prices are the same.",
     "Nada do que as execuções registraram difere: máquina, versões, configuração, entradas, "
     "sementes e preços são os mesmos."},
    {"setting", "configuração"},
    {"package", "pacote"},
    {"machine", "máquina"},
    {"input", "entrada"},
    {"Threshold of {percent}: not crossed with certainty.",
     "Limite de {percent}: não ultrapassado com certeza."},
    {"Threshold of {percent}: crossed by {list}.", "Limite de {percent}: ultrapassado por {list}."},
    {"Threshold of {percent}: it cannot be judged, for no scenario has two runs on both sides.",
     "Limite de {percent}: não pode ser julgado, pois nenhum cenário tem duas execuções dos dois "
     "lados."},
    {"all scenarios together", "todos os cenários juntos"},
    {"{scenario} (it never ended well in B)", "{scenario} (nunca terminou bem em B)"},
};

}  // namespace trena

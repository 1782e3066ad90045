// SPDX-License-Identifier: Apache-2.0
// What is said about a table that trena did not measure (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kTableSentences[] = {
    {"{table} ({format}): {rows} rows, {used} analysed.",
     "{table} ({format}): {rows} linhas, {used} analisadas."},
    {"standard input", "entrada padrão"},
    {"{count} rows are left out: {list}.", "{count} linhas ficam de fora: {list}."},
    {"without a value of {response} ({count})", "sem valor de {response} ({count})"},
    {"If the runs left out were the slow ones, the means are too low.",
     "Se as execuções deixadas de fora eram as lentas, as médias ficam baixas demais."},
    {"Factors found: {factors}. A factor is a column of text, or of at most 10 different numbers, "
     "with two rows or more for each level; never an identifier, a time or a metric. --factors "
     "names others.",
     "Fatores encontrados: {factors}. Um fator é uma coluna de texto, ou de no máximo 10 números "
     "diferentes, com duas linhas ou mais por nível; nunca um identificador, uma data ou uma "
     "métrica. --factors indica outros."},
    {"Columns that are no factors: {list}.", "Colunas que não são fatores: {list}."},
    {"{column} (always {value})", "{column} (sempre {value})"},
    {"{column} (too many different values)", "{column} (valores diferentes demais)"},
    {"{column} (empty in some rows)", "{column} (vazia em algumas linhas)"},
    {"{column} (an identifier)", "{column} (um identificador)"},
    {"{column} (a time)", "{column} (uma data)"},
    {"{column} (a metric)", "{column} (uma métrica)"},
    {"{column} (goes with {other} one to one)", "{column} (acompanha {other} um a um)"},
    {"{column} (labels the combinations)", "{column} (rotula as combinações)"},
    {"Analysis of variance of {response}", "Análise de variância de {response}"},
    {"mean square", "quadrado médio"},
    {"Means of {response}", "Médias de {response}"},
    {"Geometric means of {response}", "Médias geométricas de {response}"},
    {"{count} more are in --json.", "Outras {count} estão em --json."},
    {"geometric mean", "média geométrica"},
    {"{response} is the same in all rows: there is nothing to explain.",
     "{response} é igual em todas as linhas: não há nada a explicar."},
    {"the logarithm of {response}", "o logaritmo de {response}"},
    {"{response} goes from {low} at {lowest} to {high} at {highest}.",
     "{response} vai de {low} em {lowest} a {high} em {highest}."},
    {"No effect of any factor can be told from chance.",
     "Não se distingue do acaso o efeito de nenhum fator."},
    {"The answer is valid: {used} of {rows} rows are analysed.",
     "A resposta é válida: {used} de {rows} linhas foram analisadas."},
    {"The answer is {verdict}: {reasons} ({used} of {rows} rows are analysed).",
     "A resposta é {verdict}: {reasons} ({used} de {rows} linhas foram analisadas)."},
};

}  // namespace trena

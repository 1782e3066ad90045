// SPDX-License-Identifier: Apache-2.0
// What is said in figures and tables for papers (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kPaperSentences[] = {
    {"{title} (continued)", "{title} (continuação)"},
    {"Figure", "Figura"},
    {"Figures", "Figuras"},
    {"Table", "Tabela"},
    {"Tables", "Tabelas"},
    {"{least} to {most}", "{least} a {most}"},
    {"Mean {metric}: {scenarios}", "Média de {metric}: {scenarios}"},
    {"Bars are means over {n} runs each, lines their {confidence}% intervals.",
     "As barras são médias de {n} execuções cada; as linhas, seus intervalos de {confidence}%."},
    {"Mean training time and total cost: {scenarios}",
     "Tempo médio de treinamento e custo total: {scenarios}"},
    {"The line is what these runs cost together (right axis, {currency}).",
     "A linha é o que essas execuções custaram juntas (eixo da direita, {currency})."},
    {"total cost ({currency})", "custo total ({currency})"},
    {"Loss against iteration", "Perda em função da iteração"},
    {"The first replication of each batch size (n = 1 each).",
     "A primeira repetição de cada tamanho de lote (n = 1 cada)."},
    {"At most {points} points a line, each the mean of its neighbours.",
     "No máximo {points} pontos por linha, cada um a média de seus vizinhos."},
    {"One point per epoch, at its last iteration: steps were not recorded (detail: step records "
     "them).",
     "Um ponto por época, em sua última iteração: os passos não foram registrados (detail: step os "
     "registra)."},
    {"{use} over time: {scenario}, replication {k}",
     "{use} ao longo do tempo: {scenario}, repetição {k}"},
    {"batch size", "tamanho do lote"},
    {"iteration", "iteração"},
    {"Every training: {metric}", "Todos os treinamentos: {metric}"},
    {"standard deviation", "desvio-padrão"},
    {"What this record cannot show", "O que este registro não pode mostrar"},
    {"No run reported its losses: there is no loss against iteration.",
     "Nenhuma execução informou suas perdas: não há perda em função da iteração."},
    {"No run was profiled by kernel: the library study's table of SGEMM variants (tile, "
     "transposition, calls, seconds) has no counterpart here.",
     "Nenhuma execução foi perfilada por kernel: a tabela de variantes de SGEMM do estudo de "
     "bibliotecas (bloco, transposição, chamadas, segundos) não tem equivalente aqui."},
    {"No reading of the GPU was had: its use is missing.",
     "Não houve leitura da GPU: falta o seu uso."},
    {"The accelerator study (Araújo et al. 2024) prints the means of ten trainings, 51.33 min on "
     "two T4 and 33.24 min on the TPU, and only the ratio of their deviations, 2: no interval of "
     "its means is possible, and none is drawn.",
     "O estudo de aceleradores (Araújo et al. 2024) publica as médias de dez treinamentos, 51,33 "
     "min em duas T4 e 33,24 min na TPU, e só a razão entre os desvios, 2: nenhum intervalo de "
     "suas médias é possível, e nenhum é desenhado."},
};

}  // namespace trena

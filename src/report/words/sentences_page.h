// SPDX-License-Identifier: Apache-2.0
// Charts and their captions, and what a page's controls say (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kPageSentences[] = {
    {"n = {n} runs.", "n = {n} execuções."},
    {"Unit: {unit}; n = {n} runs.", "Unidade: {unit}; n = {n} execuções."},
    {"n = {n} epochs.", "n = {n} épocas."},
    {"Cost of a training in each scenario", "Custo de um treinamento em cada cenário"},
    {"Parts of the whole variation, by term.", "Partes da variação total, por termo."},
    {"No scenario beats those on the dashed line (the Pareto front) in both, by their means.",
     "Nenhum cenário supera nos dois os da linha tracejada (a fronteira de Pareto), pelas médias."},
    {"The mean at each level with its {confidence}% interval, other factors averaged; the dashed "
     "line is the mean of all runs.",
     "A média em cada nível com seu intervalo de {confidence}%, os outros fatores em média; a "
     "linha "
     "tracejada é a média de todas as execuções."},
    {"Means with {confidence}% intervals; parallel lines are no interaction. It has {percent} of "
     "the variation.",
     "Médias com intervalos de {confidence}%; linhas paralelas significam nenhuma interação. Ela "
     "tem {percent} da variação."},
    {"Not drawn: {missing} of {all} interactions of two factors. Of each metric there are the "
     "{most} with the largest parts of the variation, and none with more than {lines} lines.",
     "Não desenhadas: {missing} de {all} interações de dois fatores. De cada métrica há as {most} "
     "com as maiores partes da variação, e nenhuma com mais de {lines} linhas."},
    {"{first} and {second}: {metric}", "{first} e {second}: {metric}"},
    {"{first} over {second}", "{first} sobre {second}"},
    {"How many times less time the first level takes than the second, other factors averaged, with "
     "{confidence}% intervals for all pairs of a factor together; an interval with 1 in it tells "
     "nothing.",
     "Quantas vezes menos tempo o primeiro nível leva que o segundo, os outros fatores em média, "
     "com intervalos de {confidence}% para todos os pares de um fator juntos; um intervalo que "
     "contém 1 nada diz."},
    {"The largest {shown} of {all}; all are in the table.",
     "As {shown} maiores de {all}; todas estão na tabela."},
    {"times", "vezes"},
    {"Speed-ups", "Acelerações"},
    {"speed-up (times)", "aceleração (vezes)"},
    {"residual", "resíduo"},
    {"fitted value", "valor ajustado"},
    {"normal quantile", "quantil normal"},
    {"Residuals against fitted values", "Resíduos em função dos valores ajustados"},
    {"Residuals against normal quantiles", "Resíduos em função dos quantis normais"},
    {"Residuals in the order of running", "Resíduos na ordem de execução"},
    {"One dot per run. A spread that grows to one side asks for another scale.",
     "Um ponto por execução. Uma dispersão que cresce para um lado pede outra escala."},
    {"One dot per run. Normal residuals lie along the line.",
     "Um ponto por execução. Resíduos normais ficam ao longo da linha."},
    {"One dot per run. A trend says that the machine changed meanwhile.",
     "Um ponto por execução. Uma tendência diz que a máquina mudou nesse meio-tempo."},
    {"Batch size", "Tamanho do lote"},
    {"Time per image against batch size", "Tempo por imagem em função do tamanho do lote"},
    {"batch size (images)", "tamanho do lote (imagens)"},
    {"{count} of {all} did not fit", "{count} de {all} não couberam"},
    {"The mean of each scenario with its {confidence}% interval; a line for each combination of "
     "the other factors.",
     "A média de cada cenário com seu intervalo de {confidence}%; uma linha para cada combinação "
     "dos outros fatores."},
    {"Crosses are batches that did not fit into memory, or that were not tried because a smaller "
     "one did not.",
     "As cruzes são lotes que não couberam na memória, ou que não foram tentados porque um menor "
     "não coube."},
    {"Loss over time", "Perda ao longo do tempo"},
    {"Accuracy over time", "Acurácia ao longo do tempo"},
    {"A line for each run, a point at the end of each epoch.",
     "Uma linha por execução, um ponto no fim de cada época."},
    {"GPU memory (%)", "memória da GPU (%)"},
    {"Of what the run could use.", "Do que a execução podia usar."},
    {"Unit: %; n = {n} samples.", "Unidade: %; n = {n} amostras."},
    {"Unit: %; n = {n} samples, drawn as the least, mean and most of every {each}.",
     "Unidade: %; n = {n} amostras, desenhadas como mínimo, média e máximo de cada {each}."},
    {"Of what the run could use. Unit: %; n = the samples of the chosen run. Vertical lines are "
     "ends of epochs.",
     "Do que a execução podia usar. Unidade: %; n = as amostras da execução escolhida. As linhas "
     "verticais são fins de épocas."},
    {"What each run used", "O que cada execução usou"},
    {"Run", "Execução"},
    {"{run}: {n} samples", "{run}: {n} amostras"},
    {"{run}: {n} samples, in parts of {each}", "{run}: {n} amostras, em partes de {each}"},
    {"A line is what was sampled. Where a run has more than {parts} samples, as many as it takes "
     "make a part, whose mean is the line and whose least and most are the band around it. Every "
     "sample is in samples.csv of the run's folder.",
     "A linha é o que foi amostrado. Onde uma execução tem mais de {parts} amostras, tantas "
     "quantas "
     "for preciso formam uma parte, cuja média é a linha e cujos mínimo e máximo são a faixa ao "
     "redor. Todas as amostras estão em samples.csv na pasta da execução."},
    {"{count} more runs are not among these, there being so many; their series are in their "
     "folders.",
     "Outras {count} execuções não estão entre estas, por serem muitas; suas séries estão em suas "
     "pastas."},
    {"Interactions", "Interações"},
    {"Dark colours", "Cores escuras"},
    // For who does not read the page's own language.
    {"Ler em português", "Read in English"},
    {"Filter the rows", "Filtrar as linhas"},
    {"Columns", "Colunas"},
    {"{shown} of {all} rows", "{shown} de {all} linhas"},
};

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// What is said about a stated analysis, of a study and of a table alike (words.h).
#pragma once

#include "report/words/translation.h"

namespace trena {

inline constexpr Translation kModelSentences[] = {
    {"Sums of squares of type {type}.", "Somas de quadrados do tipo {type}."},
    {"The design is balanced: every type of sum of squares gives the same.",
     "O experimento é balanceado: todos os tipos de soma de quadrados dão o mesmo."},
    {"The design is not balanced, so the percentages need not add up to 100; means are of the "
     "model, with equal weight for every level of the other factors (least squares).",
     "O experimento não é balanceado, e as porcentagens podem não somar 100; as médias são do "
     "modelo, com peso igual para cada nível dos outros fatores (mínimos quadrados)."},
    {"Not all of these can be estimated from the combinations measured: {list}.",
     "Nem todos estes podem ser estimados com as combinações medidas: {list}."},
    {"{items} and {count} more", "{items} e mais {count}"},
    {"No combination of levels was repeated: the highest interaction serves as the error.",
     "Nenhuma combinação de níveis foi repetida: a interação mais alta serve de erro."},
    {"Nothing is left over to judge the effects by: there is neither F nor p.",
     "Não sobra nada com que julgar os efeitos: não há F nem p."},
    {"Interactions are not in the model: there are too many of them for the runs measured.",
     "As interações não estão no modelo: são muitas para as execuções medidas."},
    {"Interactions of more than {order} factors are not in the model: there are too many of them "
     "for the runs measured.",
     "As interações de mais de {order} fatores não estão no modelo: são muitas para as execuções "
     "medidas."},
    {"This is a fraction of the combinations, so some effects cannot be told apart; the first of "
     "each is taken for the cause: {list}.",
     "Esta é uma fração das combinações, e alguns efeitos não se distinguem; o primeiro de cada é "
     "tomado como a causa: {list}."},
    {"Differences between blocks ({percent} of the variation) are taken out of the error.",
     "As diferenças entre blocos ({percent} da variação) são retiradas do erro."},
    {"{term} compares the centre of the design with its corners: whether the effects of numbers "
     "are straight lines.",
     "{term} compara o centro do experimento com seus cantos: se os efeitos de números são linhas "
     "retas."},
    {"What changes only between whole plots is judged by how plots differ ({df} degrees of "
     "freedom), and not by how runs differ: {terms}.",
     "O que só muda entre parcelas inteiras é julgado pela diferença entre parcelas ({df} graus de "
     "liberdade), e não pela diferença entre execuções: {terms}."},
    {"There is one whole plot for each level of {terms}, so nothing tells its effect from that of "
     "the plot: it has no F, p or interval.",
     "Há uma só parcela inteira para cada nível de {terms}, e nada distingue seu efeito do efeito "
     "da parcela: não há F, p nem intervalo."},
    {"Only one level was measured of: {factors}. They are not analysed.",
     "Só um nível foi medido de: {factors}. Não são analisados."},
    {"Not accounted for, because some runs lack it: {list}.",
     "Não considerado, porque falta em algumas execuções: {list}."},
    {"What the model leaves over accounts for {percent}.",
     "O que o modelo não explica responde por {percent}."},
    {"An effect is what a level multiplies the geometric mean of all runs, {mean}, by.",
     "Um efeito é aquilo por que um nível multiplica a média geométrica de todas as execuções, "
     "{mean}."},
    {"{level} multiplies it by {ratio} (n = {n}; no interval without replications)",
     "{level} a multiplica por {ratio} (n = {n}; sem repetições não há intervalo)"},
    {"{level} multiplies it by {ratio} ({confidence}% interval from {low} to {high}, n = {n})",
     "{level} a multiplica por {ratio} (intervalo de {confidence}% de {low} a {high}, n = {n})"},
    {"The geometric mean is {mean}; {effects}.", "A média geométrica é {mean}; {effects}."},
    {"Levels compared", "Níveis comparados"},
    {"factor", "fator"},
    {"levels", "níveis"},
    {"ratio", "razão"},
    {"verdict", "veredito"},
    {"{second} against {first}", "{second} em relação a {first}"},
    {"Ratios of the means of the model; intervals and p allow for the number of pairs of each "
     "factor (Tukey).",
     "Razões das médias do modelo; intervalos e p levam em conta o número de pares de cada fator "
     "(Tukey)."},
    {"Ratios of the means of the model; intervals and p allow for the number of pairs of each "
     "factor (Holm, with Bonferroni's intervals).",
     "Razões das médias do modelo; intervalos e p levam em conta o número de pares de cada fator "
     "(Holm, com intervalos de Bonferroni)."},
    {"faster", "mais rápido"},
    {"slower", "mais lento"},
    {"cheaper", "mais barato"},
    {"dearer", "mais caro"},
    {"lower", "menor"},
    {"higher", "maior"},
    {"same within {percent}", "igual, a menos de {percent}"},
    {"cannot tell", "não se sabe"},
    {"Contrasts", "Contrastes"},
    {"contrast", "contraste"},
    {"estimate", "estimativa"},
    {"With covariates and without", "Com covariáveis e sem"},
    {"without", "sem"},
    {"with", "com"},
    {"What the logarithm would change", "O que o logaritmo mudaria"},
    {"raw", "original"},
    {"logarithm", "logaritmo"},
    {"Beside it, by ranks", "Ao lado, por postos"},
    {"p of the ranks", "p dos postos"},
    {"Spread at the levels", "Dispersão nos níveis"},
    {"standard deviation of the residuals", "desvio padrão dos resíduos"},
    {"Equality of variances by Brown and Forsythe's test.",
     "Igualdade de variâncias pelo teste de Brown e Forsythe."},
    {"There are too many observations to look at their residuals one by one.",
     "Há observações demais para olhar seus resíduos um a um."},
    {"Whether to believe it", "Se é de acreditar"},
    {"The residuals are not normal (W′ = {w}, {p}): intervals and p are approximate.",
     "Os resíduos não são normais (W′ = {w}, {p}): intervalos e p são aproximados."},
    {"The residuals may well be normal (W′ = {w}, {p}).",
     "Os resíduos podem bem ser normais (W′ = {w}, {p})."},
    {"They do not spread alike in all scenarios (Brown and Forsythe, {p}): intervals are too "
     "narrow for some and too wide for others.",
     "Eles não se espalham igualmente em todos os cenários (Brown e Forsythe, {p}): os intervalos "
     "são estreitos demais para uns e largos demais para outros."},
    {"Nothing says that they spread more in some scenarios than in others (Brown and Forsythe, "
     "{p}).",
     "Nada indica que se espalhem mais em uns cenários que em outros (Brown e Forsythe, {p})."},
    {"They drift with the order (rank correlation {rho}, {p}): something changed meanwhile, and a "
     "covariate may account for it.",
     "Eles derivam com a ordem (correlação de postos {rho}, {p}): algo mudou nesse meio tempo, e "
     "uma covariável pode dar conta disso."},
    {"They do not drift with the order (rank correlation {rho}, {p}).",
     "Eles não derivam com a ordem (correlação de postos {rho}, {p})."},
    {"The spread grows with the level (exponent {slope}, from {low} to {high}): effects multiply "
     "rather than add. The logarithm is recommended (--log); nothing was switched.",
     "A dispersão cresce com o nível (expoente {slope}, de {low} a {high}): os efeitos se "
     "multiplicam em vez de se somar. Recomenda-se o logaritmo (--log); nada foi trocado."},
    {"{term} ({p} becomes {other})", "{term} ({p} passa a {other})"},
    {"On that scale no conclusion about chance would change.",
     "Nessa escala nenhuma conclusão sobre o acaso mudaria."},
    {"On that scale the conclusion about chance would change for: {list}.",
     "Nessa escala a conclusão sobre o acaso mudaria para: {list}."},
    {"{term} ({p}; by ranks {other})", "{term} ({p}; por postos {other})"},
    {"An analysis by ranks, which no outlier can sway, disagrees about: {list}. Do not rely on "
     "these.",
     "Uma análise por postos, que nenhum valor extremo desvia, discorda sobre: {list}. Não confie "
     "nestes."},
    {"An analysis by ranks, which no outlier can sway, agrees about every term.",
     "Uma análise por postos, que nenhum valor extremo desvia, concorda sobre todos os termos."},
    {"Of the {pairs} pairs of levels of {factor}, {told} are told apart, {same} are the same "
     "within {percent}, and {unclear} cannot be told.",
     "Dos {pairs} pares de níveis de {factor}, {told} se distinguem, {same} são iguais a menos de "
     "{percent}, e de {unclear} não se sabe."},
    {"{factor}: {levels} is {ratio} times as much ({confidence}% interval from {low} to {high}): "
     "{verdict}.",
     "{factor}: {levels} é {ratio} vezes (intervalo de {confidence}% de {low} a {high}): "
     "{verdict}."},
    {"For each unit of {covariate} the response changes by {slope} (interval from {low} to "
     "{high}).",
     "Para cada unidade de {covariate} a resposta muda {slope} (intervalo de {low} a {high})."},
    {"Accounting for covariates made the intervals {percent} narrower.",
     "Considerar as covariáveis deixou os intervalos {percent} mais estreitos."},
    {"Accounting for covariates made the intervals {percent} wider: they explain nothing that "
     "pays for their degrees of freedom.",
     "Considerar as covariáveis deixou os intervalos {percent} mais largos: elas nada explicam "
     "que pague seus graus de liberdade."},
    {"none", "nenhum"},
};

}  // namespace trena

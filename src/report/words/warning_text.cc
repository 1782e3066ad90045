// SPDX-License-Identifier: Apache-2.0
#include "report/words/warning_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "analyze/warnings.h"
#include "core/text.h"
#include "report/words/labels.h"
namespace trena {
namespace {

// `{0}`, `{1}` … are the arguments before the list, `{list}` what follows them.
struct WarningRow {
  const char* code;
  size_t before_list;
  Sentence seen;
  Sentence why;
  Sentence advice;
};

constexpr WarningRow kWarnings[] = {
    {warning::kNoPrice,
     0,
     {"No price is given for {list}.", "Não há preço para {list}."},
     {"What training costs there in money is not known.",
      "Não se sabe quanto custa, em dinheiro, treinar ali."},
     {"Add `price: 0.169 USD/h` (or `price: free`) to the environment in the study file.",
      "Acrescente `price: 0.169 USD/h` (ou `price: free`) ao ambiente no arquivo do estudo."}},
    {warning::kNoRate,
     2,
     {"There is no exchange rate from {0} to {1}.", "Não há taxa de câmbio de {0} para {1}."},
     {"Amounts in {0} could not be brought into {1}.",
      "Valores em {0} não puderam ser convertidos para {1}."},
     {"Add the rate of {0} to `rate:` under `report:` in the study file.",
      "Acrescente a taxa de {0} a `rate:`, em `report:`, no arquivo do estudo."}},
    {warning::kMixedCurrencies,
     0,
     {"Prices are in several currencies: {list}.", "Os preços estão em várias moedas: {list}."},
     {"Costs in different currencies cannot be compared.",
      "Custos em moedas diferentes não podem ser comparados."},
     {"Name one under `report:` in the study file, with the rates to it.",
      "Indique uma delas em `report:` no arquivo do estudo, com as taxas de câmbio."}},
    {warning::kNotBilled,
     1,
     {"For {0} attempts the time or the price is not known.",
      "De {0} tentativas não se sabe o tempo ou o preço."},
     {"What was spent is more than the amount shown.",
      "O que se gastou é mais do que o valor mostrado."},
     {"Look at those run folders; an interrupted run may have left no time.",
      "Veja as pastas dessas execuções; uma execução interrompida pode não ter deixado o tempo."}},
    {warning::kOverBudget,
     3,
     {"The measurements cost {0} {2}, over the budget of {1} {2}.",
      "As medições custaram {0} {2}, acima do orçamento de {1} {2}."},
     {"More was spent than the study allows.", "Gastou-se mais do que o estudo permite."},
     {"Raise the budget, or take fewer levels or replications.",
      "Aumente o orçamento, ou use menos níveis ou repetições."}},
    {warning::kNoReplication,
     0,
     {"Only one run ended well in {list}.", "Só uma execução terminou bem em {list}."},
     {"Without a second run there is no interval: chance cannot be told from effect.",
      "Sem uma segunda execução não há intervalo: não se distingue acaso de efeito."},
     {"Measure at least 3 replications.", "Meça pelo menos 3 repetições."}},
    {warning::kFewReplications,
     1,
     {"There are {0} replications at the fewest.", "Há cenários com apenas {0} repetições."},
     {"With so few the intervals are wide, and small differences stay unseen.",
      "Com tão poucas, os intervalos são largos e diferenças pequenas não aparecem."},
     {"Measure more replications: 5 or more tell more scenarios apart.",
      "Meça mais repetições: com 5 ou mais, distinguem-se mais cenários."}},
    {warning::kNoisy,
     1,
     {"Replications differ by up to {0}% (coefficient of variation) in {list}.",
      "As repetições diferem em até {0}% (coeficiente de variação) em {list}."},
     {"Something beside the factors moves the time there.",
      "Algo além dos fatores altera o tempo ali."},
     {"Close other programs, look at the machine's load in the run folders, measure again.",
      "Feche outros programas, veja a carga da máquina nas pastas das execuções e meça de novo."}},
    {warning::kNoTrainingTime,
     0,
     {"No runner told its training time: the whole run is analysed.",
      "Nenhum executor informou seu tempo de treinamento: analisa-se a execução inteira."},
     {"Start-up and clean-up are part of the times and costs shown.",
      "O início e o encerramento fazem parte dos tempos e custos mostrados."},
     {"Let the program write events to the file named by TRENA_EVENTS.",
      "Faça o programa escrever eventos no arquivo indicado por TRENA_EVENTS."}},
    {warning::kImpossibleTime,
     1,
     {"In {0} runs the training time told is longer than the run itself: {list}.",
      "Em {0} execuções o tempo de treinamento informado é maior que o da própria execução: "
      "{list}."},
     {"It cannot be true, so it was left out.", "Não pode ser verdade, por isso foi descartado."},
     {"Mend the seconds that the runner reports.", "Corrija os segundos que o executor informa."}},
    {warning::kRejectedEvents,
     1,
     {"In {0} runs some lines are no events: {list}.",
      "Em {0} execuções há linhas que não são eventos: {list}."},
     {"What they should have told is missing.", "Falta o que elas deveriam ter informado."},
     {"Look at events.jsonl in the run folders: one JSON object per line.",
      "Veja events.jsonl nas pastas das execuções: um objeto JSON por linha."}},
    {warning::kOddClock,
     1,
     {"In {0} runs the times of the events cannot be: {list}.",
      "Em {0} execuções os tempos dos eventos são impossíveis: {list}."},
     {"They lie before or after the run or go back, so they are not used; what the run used is "
      "shown over the whole of it.",
      "Ficam antes ou depois da execução, ou andam para trás, e por isso não são usados; o que a "
      "execução usou é mostrado para ela inteira."},
     {"Let the runner take `t` from CLOCK_MONOTONIC, in seconds.",
      "Faça o executor tirar `t` de CLOCK_MONOTONIC, em segundos."}},
    {warning::kNegativeLoss,
     1,
     {"In {0} runs the loss went below zero: {list}.",
      "Em {0} execuções a perda ficou abaixo de zero: {list}."},
     {"A cross-entropy cannot be negative: the framework computes something else.",
      "Uma entropia cruzada não pode ser negativa: o framework calcula outra coisa."},
     {"Do not trust that loss; look at the events in the run folders.",
      "Não confie nessa perda; veja os eventos nas pastas das execuções."}},
    {warning::kDiverged,
     1,
     {"In {0} runs the loss is no number any more: {list}.",
      "Em {0} execuções a perda deixou de ser um número: {list}."},
     {"The training diverged: its time is real, but it learned nothing.",
      "O treinamento divergiu: o tempo é real, mas nada foi aprendido."},
     {"Lower the learning rate.", "Diminua a taxa de aprendizado."}},
    {warning::kOutlier,
     4,
     {"A run of {0} is far from the others: {2} against a median of {3} ({1}).",
      "Uma execução de {0} está longe das outras: {2}, contra uma mediana de {3} ({1})."},
     {"It widens the interval and may move the mean; it is kept in the analysis.",
      "Ela alarga o intervalo e pode deslocar a média; continua na análise."},
     {"Look at its log and samples. If the machine was disturbed, measure more replications.",
      "Veja seu registro e suas amostras. Se a máquina foi perturbada, meça mais repetições."}},
    {warning::kMachineSpeed,
     3,
     {"The machine's own speed moved by {0}% over {2} runs of {1}.",
      "A velocidade da própria máquina variou {0}% ao longo de {2} execuções de {1}."},
     {"The same work takes longer at one time than at another, whatever the factors are.",
      "O mesmo trabalho demora mais em um momento do que em outro, quaisquer que sejam os "
      "fatores."},
     {"Look at the chart of the machine's speed; measure more replications in random order, or on "
      "a machine of one's own.",
      "Veja o gráfico da velocidade da máquina; meça mais repetições em ordem aleatória, ou em uma "
      "máquina exclusiva."}},
    {warning::kOffSpeed,
     1,
     {"During these runs of {0} the machine was far from its usual speed: {list}.",
      "Durante estas execuções de {0} a máquina estava longe de sua velocidade habitual: {list}."},
     {"Their times are of a slower or faster machine; they are kept in the analysis.",
      "Seus tempos são de uma máquina mais lenta ou mais rápida; elas continuam na análise."},
     {"See what else ran then; measure more replications.",
      "Veja o que mais era executado então; meça mais repetições."}},
    {warning::kDrift,
     3,
     {"From the first run to the last the values of one and the same scenario changed by {0}% ({1} "
      "runs, p = {2}).",
      "Da primeira à última execução, os valores de um mesmo cenário mudaram {0}% ({1} execuções, "
      "p = {2})."},
     {"What is measured later is not comparable with what was measured before; a random order "
      "spreads this over all scenarios and widens their intervals.",
      "O que se mede depois não é comparável ao que se mediu antes; a ordem aleatória espalha isso "
      "por todos os cenários e alarga seus intervalos."},
     {"Look for heat, a filling disk or growing load; keep `order: random`.",
      "Procure calor, disco enchendo ou carga crescente; mantenha `order: random`."}},
    {warning::kWarmUp,
     1,
     {"The first step or epoch takes longer than the later ones: up to {0}% of the training time, "
      "in {list}.",
      "O primeiro passo ou época demora mais que os seguintes: até {0}% do tempo de treinamento, "
      "em {list}."},
     {"A short training overstates what a long one costs per image.",
      "Um treinamento curto superestima o custo por imagem de um longo."},
     {"Train for more epochs before scaling these times up.",
      "Treine por mais épocas antes de extrapolar esses tempos."}},
    {warning::kSteal,
     1,
     {"The host took up to {0}% of the CPU time away (steal), in {list}.",
      "O hospedeiro tomou até {0}% do tempo de CPU (steal), em {list}."},
     {"Another virtual machine ran on these CPUs meanwhile.",
      "Outra máquina virtual usava essas CPUs."},
     {"Measure again at another time, or on CPUs of one's own.",
      "Meça de novo em outro momento, ou em CPUs exclusivas."}},
    {warning::kCpuPressure,
     1,
     {"Programs waited for a CPU up to {0}% of the time, in {list}.",
      "Programas esperaram por uma CPU até {0}% do tempo, em {list}."},
     {"More threads wanted to run than there are CPUs: the run's own, or another program's.",
      "Havia mais threads prontas do que CPUs: da própria execução ou de outro programa."},
     {"Close other programs; compare `threads` and `workers` with the CPUs there are.",
      "Feche outros programas; compare `threads` e `workers` com as CPUs que existem."}},
    {warning::kMemoryPressure,
     1,
     {"Programs waited for memory up to {0}% of the time, in {list}.",
      "Programas esperaram por memória até {0}% do tempo, em {list}."},
     {"Memory was short: the times are those of reclaiming and swapping.",
      "Faltou memória: os tempos são de liberação de páginas e de troca com o disco."},
     {"Free memory, or take a smaller batch or a machine with more.",
      "Libere memória, use um lote menor ou uma máquina com mais memória."}},
    {warning::kDiskPressure,
     1,
     {"Programs waited for a disk up to {0}% of the time, in {list}.",
      "Programas esperaram pelo disco até {0}% do tempo, em {list}."},
     {"The times depend on the disk and on what is cached.",
      "Os tempos dependem do disco e do que está em cache."},
     {"Use a local disk, or data that fit in memory.",
      "Use um disco local, ou dados que caibam na memória."}},
    {warning::kQuota,
     1,
     {"A CPU quota held the runs back up to {0}% of the time, in {list}.",
      "Uma cota de CPU deteve as execuções até {0}% do tempo, em {list}."},
     {"The container may use less than the CPUs it sees: threads stop and wait in turns.",
      "O contêiner pode usar menos do que as CPUs que vê: as threads param e esperam."},
     {"Raise the quota, or show the container only as many CPUs.",
      "Aumente a cota, ou mostre ao contêiner só esse número de CPUs."}},
    {warning::kBusyMachine,
     1,
     {"Other programs used up to {0}% of the machine's CPUs, in {list}.",
      "Outros programas usaram até {0}% das CPUs da máquina, em {list}."},
     {"They took time from the training; threads that spin while they wait (OpenMP) lose many "
      "times that.",
      "Eles tiraram tempo do treinamento; threads que giram enquanto esperam (OpenMP) perdem "
      "muitas vezes isso."},
     {"Close them; `trena doctor` names the busiest.",
      "Feche-os; `trena doctor` diz quais são os mais ocupados."}},
    {warning::kThrottled,
     1,
     {"In {0} runs the processor was slowed down: {list}.",
      "Em {0} execuções o processador foi desacelerado: {list}."},
     {"Heat or a power limit lowered its frequency: the times are of a slower machine.",
      "Calor ou limite de potência baixou sua frequência: os tempos são de uma máquina mais "
      "lenta."},
     {"Cool the machine, wait between runs, or fix the frequency.",
      "Resfrie a máquina, espere entre as execuções ou fixe a frequência."}},
    {warning::kClockSet,
     1,
     {"During {0} runs the calendar was set or the machine slept: {list}.",
      "Durante {0} execuções o calendário foi ajustado ou a máquina dormiu: {list}."},
     {"Durations are by another clock and stay right; dates and the order of the runs may not.",
      "As durações são de outro relógio e continuam certas; as datas e a ordem das execuções, "
      "talvez não."},
     {"Let the clock be set before a study, and keep the machine awake.",
      "Ajuste o relógio antes do estudo e não deixe a máquina dormir."}},
    {warning::kStandIn,
     1,
     {"Runs of {0} were made on another machine: {list}.",
      "Execuções de {0} foram feitas em outra máquina: {list}."},
     {"Their times and costs are of the stand-in, not of {0}.",
      "Seus tempos e custos são da máquina substituta, não de {0}."},
     {"Measure on the machine that the study names before deciding.",
      "Antes de decidir, meça na máquina que o estudo indica."}},
    {warning::kSyntheticData,
     0,
     {"The data are synthetic: {list}.", "Os dados são sintéticos: {list}."},
     {"Times are real, but accuracy says nothing about real images.",
      "Os tempos são reais, mas a acurácia nada diz sobre imagens reais."},
     {"Use a real data set where accuracy matters.",
      "Use um conjunto de dados real quando a acurácia importar."}},
    {warning::kSimulatedRunner,
     0,
     {"The runs are simulated: {list} trains nothing.",
      "As execuções são simuladas: {list} não treina nada."},
     {"No number here is a measurement.", "Nenhum número aqui é uma medição."},
     {"Name a real framework in the study file.",
      "Indique um framework real no arquivo do estudo."}},
    {warning::kMixedMachines,
     1,
     {"Runs of {0} come from different processors: {list}.",
      "Execuções de {0} vêm de processadores diferentes: {list}."},
     {"Differences between machines are mixed with those of the factors.",
      "Diferenças entre máquinas se misturam às dos fatores."},
     {"Measure an environment on one kind of machine.",
      "Meça cada ambiente em um só tipo de máquina."}},
    {warning::kNotEqual,
     0,
     {"Not the same training: {list} differs from the reference.",
      "Não é o mesmo treinamento: {list} difere da referência."},
     {"It was measured because someone insisted; its times are not comparable with the others'.",
      "Foi medido porque alguém insistiu; seus tempos não são comparáveis aos dos outros."},
     {"See the verification table, mend the runner or leave the framework out.",
      "Veja a tabela de verificação, corrija o executor ou deixe a biblioteca de fora."}},
    {warning::kNotVerified,
     1,
     {"{0} comparisons with the reference were not made.",
      "{0} comparações com a referência não foram feitas."},
     {"Whether these frameworks train the same network is not proven.",
      "Não está provado que essas bibliotecas treinam a mesma rede."},
     {"Run `trena verify` on the study where the libtorch runner is installed.",
      "Execute `trena verify` com o estudo onde o executor libtorch está instalado."}},
    {warning::kFailedRuns,
     1,
     {"{0} runs failed, in {list}.", "{0} execuções falharam, em {list}."},
     label::kTheirScenariosHaveFewerValuesThan,
     {"Read stderr.log in their run folders; then measure with `--retry`.",
      "Leia stderr.log nas pastas dessas execuções; depois meça com `--retry`."}},
    {warning::kOutOfMemory,
     1,
     {"{0} runs did not fit in memory, in {list}.",
      "{0} execuções não couberam na memória, em {list}."},
     {"This is a result: these scenarios cannot be trained here.",
      "Isto é um resultado: esses cenários não podem ser treinados aqui."},
     {"Take a smaller batch or image, or a machine with more memory.",
      "Use um lote ou uma imagem menor, ou uma máquina com mais memória."}},
    {warning::kSkippedAfterOom,
     2,
     {"{0} runs were not made, in {list}: a smaller batch ran out of memory ({1}).",
      "{0} execuções não foram feitas, em {list}: um lote menor não coube na memória ({1})."},
     {"A larger batch needs more memory: it would be the same result, paid for again.",
      "Um lote maior precisa de mais memória: seria o mesmo resultado, pago outra vez."},
     {"The study asks for this by `skip_larger_after_oom`; without it they are run.",
      "O estudo pede isto com `skip_larger_after_oom`; sem isso elas são executadas."}},
    {warning::kTimedOut,
     1,
     {"{0} runs reached the time limit, in {list}.",
      "{0} execuções atingiram o limite de tempo, em {list}."},
     {"Their time is known only to be longer than the limit.",
      "De seu tempo só se sabe que passa do limite."},
     {"Raise `timeout` in the study file, or leave these scenarios out.",
      "Aumente `timeout` no arquivo do estudo, ou deixe esses cenários de fora."}},
    {warning::kRefusedRuns,
     1,
     {"{0} runs could not start, in {list}.", "{0} execuções não puderam começar, em {list}."},
     label::kTheirScenariosHaveFewerValuesThan,
     {"Read the reason in the table of failures, mend it, and measure again.",
      "Leia o motivo na tabela de falhas, corrija-o e meça de novo."}},
    {warning::kMissingRuns,
     2,
     {"{0} of {1} planned runs are missing.", "Faltam {0} de {1} execuções planejadas."},
     {"The answer rests on a part of the plan.", "A resposta se apoia em uma parte do plano."},
     {"Measure again: it takes up exactly what is missing.",
      "Meça de novo: só o que falta será executado."}},
    {warning::kPendingEnvironments,
     0,
     {"Nothing was measured yet in {list}.", "Nada foi medido ainda em {list}."},
     {"The answer says nothing about these environments.",
      "A resposta nada diz sobre esses ambientes."},
     {"Measure there, on a machine that is what the study says.",
      "Meça lá, em uma máquina como a que o estudo descreve."}},
    {warning::kForeignRuns,
     1,
     {"{0} runs belong to no scenario of this plan.",
      "{0} execuções não pertencem a nenhum cenário deste plano."},
     {"They were made with other levels, fixed values or versions, and are left out.",
      "Foram feitas com outros níveis, valores fixos ou versões, e ficam de fora."},
     {"Nothing has to be done; they are kept.", "Nada precisa ser feito; elas são guardadas."}},
    {warning::kExtraReplications,
     1,
     {"{0} runs are of replications that not every scenario has.",
      "{0} execuções são de repetições que nem todos os cenários têm."},
     {"They are left out, to keep the design balanced.",
      "Ficam de fora, para manter o experimento balanceado."},
     {"Measure with more replications to use them.", "Meça com mais repetições para usá-las."}},
    {warning::kSetAside,
     0,
     {"Run folders that could not be read were set aside: {list}.",
      "Pastas de execução que não puderam ser lidas foram deixadas de lado: {list}."},
     {"What was measured there is missing from the answer.",
      "O que foi medido ali falta na resposta."},
     {"Look at these folders; measure again if they are lost.",
      "Veja essas pastas; meça de novo se estiverem perdidas."}},
};

struct CodeRow {
  const char* code;
  size_t before_list;
  Sentence text;
};

constexpr CodeRow kWhyNots[] = {
    {why_not::kNoFactor,
     0,
     {"No factor has more than one level, so there is no variation to allocate.",
      "Nenhum fator tem mais de um nível; não há variação a alocar."}},
    {why_not::kNothingMeasured,
     0,
     {"No run ended well yet, so there is no variation to allocate.",
      "Nenhuma execução terminou bem ainda; não há variação a alocar."}},
    {why_not::kUnknownResponse, 0, {"No run reports {list}.", "Nenhuma execução informa {list}."}},
    {why_not::kPendingEnvironments,
     0,
     {"Nothing was measured yet in {list}, so no factor has two levels to compare.",
      "Nada foi medido ainda em {list}, e nenhum fator tem dois níveis para comparar."}},
    {why_not::kMissingRuns,
     0,
     {"Runs of {list} are missing, so no factor has two levels to compare.",
      "Faltam execuções de {list}, e nenhum fator tem dois níveis para comparar."}},
    {why_not::kFailedScenarios,
     0,
     {"No run ended well in {list}, so no factor has two levels to compare.",
      "Nenhuma execução terminou bem em {list}, e nenhum fator tem dois níveis para comparar."}},
    {why_not::kNotPositive,
     0,
     {"Values of {list} have no logarithm.", "Valores de {list} não têm logaritmo."}},
    {why_not::kNotComputable,
     0,
     {"The allocation of variation could not be computed: {list}.",
      "A alocação da variação não pôde ser calculada: {list}."}},
};

constexpr CodeRow kReasons[] = {
    {verdict_reason::kNothingMeasured, 0, {"no run ended well", "nenhuma execução terminou bem"}},
    {verdict_reason::kMostlyFailed, 0, {"most runs failed", "a maioria das execuções falhou"}},
    {verdict_reason::kMissingRuns, 0, {"planned runs are missing", "faltam execuções planejadas"}},
    {verdict_reason::kPendingEnvironments,
     0,
     {"environments are still to be measured", "há ambientes ainda não medidos"}},
    {verdict_reason::kFailedRuns,
     0,
     {"runs failed or reached the time limit",
      "execuções falharam ou atingiram o limite de tempo"}},
    {verdict_reason::kNoResponse,
     0,
     {"runs that ended well lack the metric analysed",
      "execuções que terminaram bem não têm a métrica analisada"}},
    {verdict_reason::kNoReplication,
     0,
     {"there are scenarios with a single run", "há cenários com uma única execução"}},
    {verdict_reason::kNoEffect,
     0,
     {"no factor can be told from chance", "nenhum fator se distingue do acaso"}},
};

template <typename Row, size_t size>
const Row* FindRow(const Row (&rows)[size], const std::string& code) {
  auto found = std::find_if(rows, rows + size, [&](const Row& row) { return code == row.code; });
  return found == rows + size ? nullptr : found;
}

// Of a number as it is written, four at most: "0.425" has three.
int DigitsOf(const std::string& number) {
  size_t first = number.find_first_of("123456789");
  if (first == std::string::npos) return 1;
  const std::string rest = number.substr(first, number.find('e') - first);
  return static_cast<int>(std::clamp<std::ptrdiff_t>(
      std::count_if(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; }), 1, 4));
}

// Arguments are plain numbers or names; a number is shown as the language writes it.
std::string Shown(const std::string& argument, const Words& words) {
  double number = 0;
  const char* end = argument.data() + argument.size();
  auto [stop, error] = std::from_chars(argument.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) return argument;
  return number == std::round(number) ? words.Fixed(number, 0)
                                      : words.Significant(number, DigitsOf(argument));
}

std::vector<Words::Argument> Named(const std::vector<std::string>& arguments, size_t before_list,
                                   const Words& words) {
  static constexpr std::string_view kNames[] = {"0", "1", "2", "3"};
  std::vector<Words::Argument> named;
  std::vector<std::string> list;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string text = Shown(arguments[i], words);
    if (i < before_list && i < std::size(kNames)) {
      named.emplace_back(kNames[i], text);
    } else {
      list.push_back(text);
    }
  }
  named.emplace_back("list", words.List(list));
  return named;
}

}  // namespace

WarningText Explain(const Warning& warning, const Words& words) {
  const WarningRow* row = FindRow(kWarnings, warning.code);
  if (row == nullptr) return {warning.code + ": " + Join(warning.arguments, ", "), "", ""};
  auto arguments = Named(warning.arguments, row->before_list, words);
  return {words.Say(row->seen, arguments), words.Say(row->why, arguments),
          words.Say(row->advice, arguments), "docs/warnings.md#" + warning.code};
}

std::string ExplainWhyNot(const ResponseAnalysis& response, const Words& words) {
  const CodeRow* row = FindRow(kWhyNots, response.why_not);
  if (row == nullptr) return response.why_not;
  return words.Say(row->text, Named(response.why_not_details, row->before_list, words));
}

std::string ExplainReason(const std::string& verdict_reason, const Words& words) {
  const CodeRow* row = FindRow(kReasons, verdict_reason);
  return row == nullptr ? verdict_reason : words.Say(row->text);
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyze/noise/find_noise.h"
#include "core/text/shell_word.h"
#include "core/text/text.h"
#include "report/words/cause_words.h"
#include "report/words/labels.h"
#include "report/words/price_words.h"
#include "store/notes.h"
namespace trena {
namespace {

std::string MemoryText(const Monitored& monitored, double percent, const Words& words) {
  if (!monitored.memory) return words.Percent(percent);
  return words.Memory(static_cast<double>(monitored.memory->value) * percent / 100);
}

std::string EndText(const Monitored& monitored, const Words& words) {
  if (monitored.pid) {
    return words.Say({"how it ended is not known: process {pid} was only looked at",
                      "não se sabe como terminou: o processo {pid} foi apenas observado"},
                     {{"pid", std::to_string(*monitored.pid)}});
  }
  if (monitored.record.exit_code) {
    return words.Say({"exit code {code}", "código de saída {code}"},
                     {{"code", std::to_string(*monitored.record.exit_code)}});
  }
  int signal = monitored.exit_code.value_or(128) - 128;
  return words.Say({"ended by signal {number}", "encerrado pelo sinal {number}"},
                   {{"number", std::to_string(signal)}});
}

class FigureList {
 public:
  FigureList(const Monitored& monitored, const Words& words)
      : monitored_(monitored), run_(monitored.record), words_(words) {}

  std::vector<MonitorFigure> All() {
    std::vector<std::string> end = {EndText(monitored_, words_)};
    if (!monitored_.pid) end.insert(end.begin(), OutcomeWord(run_.outcome, words_));
    Add(words_.Say({"duration", "duração"}), words_.Time(monitored_.end - monitored_.begin), end);
    AddCpu();
    AddMemory();
    AddGpu();
    AddEnergy();
    AddCost();
    AddEpochs();
    if (auto own = run_.metric("monitor_cpu_s")) {
      Add(words_.Say({"the monitor itself", "o próprio monitor"}), words_.Time(*own),
          {words_.Say({"of CPU time", "de tempo de CPU"})});
    }
    return std::move(figures_);
  }

 private:
  void Add(std::string name, std::string value, std::vector<std::string> details) {
    figures_.push_back({std::move(name), std::move(value), std::move(details)});
  }

  std::optional<double> Metric(const std::string& name) const { return run_.metric(name); }

  void AddCpu() {
    auto seconds = Metric("cpu_s");
    auto mean = Metric("cpu_pct");
    if (!seconds && !mean) return;
    std::vector<std::string> details;
    if (mean) {
      std::string most = words_.Percent(Metric("cpu_pct_max").value_or(*mean));
      details.push_back(monitored_.cpus == 1
                            ? words_.Say({"{mean} of 1 CPU in the mean, {most} at most",
                                          "{mean} de 1 CPU em média, {most} no máximo"},
                                         {{"mean", words_.Percent(*mean)}, {"most", most}})
                            : words_.Say({"{mean} of {cpus} CPUs in the mean, {most} at most",
                                          "{mean} de {cpus} CPUs em média, {most} no máximo"},
                                         {{"mean", words_.Percent(*mean)},
                                          {"cpus", std::to_string(monitored_.cpus)},
                                          {"most", most}}));
    }
    Add(words_.Say({"CPU time", "tempo de CPU"}), seconds ? words_.Time(*seconds) : "—", details);
  }

  void AddMemory() {
    auto mean = Metric("mem_pct");
    if (!mean) return;
    Add(words_.Say(label::kMemory),
        MemoryText(monitored_, Metric("mem_pct_max").value_or(*mean), words_),
        {words_.Say({"at most; {mean} in the mean", "no máximo; {mean} em média"},
                    {{"mean", MemoryText(monitored_, *mean, words_)}})});
  }

  void AddGpu() {
    auto mean = Metric("gpu_pct");
    if (!mean) return;
    std::vector<std::string> details = {
        words_.Say({"in the mean, {most} at most", "em média, {most} no máximo"},
                   {{"most", words_.Percent(Metric("gpu_pct_max").value_or(*mean))}})};
    if (auto memory = Metric("gpu_mem_pct")) {
      details.push_back(
          words_.Say({"GPU memory: {mean} in the mean, {most} at most",
                      "memória da GPU: {mean} em média, {most} no máximo"},
                     {{"mean", words_.Percent(*memory)},
                      {"most", words_.Percent(Metric("gpu_mem_pct_max").value_or(*memory))}}));
    }
    Add(words_.Say(label::kGPU), words_.Percent(*mean), details);
  }

  // Counters of the processors count everyone's work; the GPU's are those of the run's devices.
  void AddEnergy() {
    std::vector<std::string> parts;
    double sum = 0;
    for (const auto& [name, title] :
         {std::pair("cpu_energy_j", words_.Say({"processors of the whole machine",
                                                "processadores da máquina inteira"})),
          {"dram_energy_j",
           words_.Say({"memory of the whole machine", "memória da máquina inteira"})},
          {"gpu_energy_j", words_.Say(label::kGPU)}}) {
      auto joules = Metric(name);
      if (!joules) continue;
      sum += *joules;
      parts.push_back(words_.Significant(*joules, 3) + " J " + title);
    }
    if (!parts.empty())
      Add(words_.Say({"energy", "energia"}), words_.Significant(sum, 3) + " J", parts);
  }

  void AddCost() {
    if (!monitored_.price || !monitored_.cost) return;
    if (monitored_.price->free) return Add(words_.Say(label::kCost), words_.Say(label::kFree), {});
    std::string price =
        PriceInWords(monitored_.price->per_hour, monitored_.price->currency, words_) + "/h";
    Add(words_.Say(label::kCost), words_.Money(monitored_.cost->amount, monitored_.cost->currency),
        {words_.Say({"price × duration, at {price}", "preço × duração, a {price}"},
                    {{"price", price}})});
  }

  void AddEpochs() {
    if (monitored_.epochs.empty()) return;
    double sum = 0;
    int known = 0;
    for (const EpochEvent& epoch : monitored_.epochs) {
      sum += epoch.seconds.value_or(0);
      known += epoch.seconds ? 1 : 0;
    }
    std::vector<std::string> details;
    if (known > 0) {
      details.push_back(
          words_.Say({"{time} each in the mean (n = {n})", "{time} cada, em média (n = {n})"},
                     {{"time", words_.Time(sum / known)}, {"n", std::to_string(known)}}));
    }
    const EpochEvent& last = monitored_.epochs.back();
    if (last.loss) {
      details.push_back(words_.Say({"last loss {loss}", "última perda {loss}"},
                                   {{"loss", words_.Significant(*last.loss, 4)}}));
    }
    if (last.accuracy) {
      details.push_back(words_.Say({"last accuracy {accuracy}", "última acurácia {accuracy}"},
                                   {{"accuracy", words_.Percent(100 * *last.accuracy)}}));
    }
    Add(words_.Say({"epochs", "épocas"}), std::to_string(monitored_.epochs.size()), details);
  }

  const Monitored& monitored_;
  const RunRecord& run_;
  const Words& words_;
  std::vector<MonitorFigure> figures_;
};

// Others that wanted the CPUs when it began, or took them while it ran.
std::optional<std::string> LoadRemark(const Monitored& monitored, const Words& words) {
  constexpr double kMuch = 10;  // percent of all CPUs
  const Json moment = MomentOf(monitored.record);
  std::optional<double> load;
  if (moment.is_object() && moment.contains("load") && !moment["load"].empty() &&
      moment["load"][0].is_number()) {
    load = moment["load"][0].get<double>();
  }
  const std::optional<double> others = OthersPercent(monitored.record);
  const bool crowded = load && *load > monitored.cpus;
  if (!crowded && others.value_or(0) <= kMuch) return std::nullopt;
  std::string text =
      words.Say({"The machine was busy with other work", "A máquina estava ocupada"});
  if (crowded) {
    text += words.Say(
        {": a load of {load} on {cpus} CPUs when it began",
         ": carga de {load} em {cpus} CPUs quando começou"},
        {{"load", words.Significant(*load, 3)}, {"cpus", std::to_string(monitored.cpus)}});
  }
  if (others) {
    text += words.Say({"; others took {others} of the CPUs while it ran",
                       "; outros usaram {others} das CPUs enquanto executava"},
                      {{"others", words.Percent(*others)}});
  }
  return text + words.Say({". It took longer than it would alone.",
                           ". Demorou mais do que demoraria sozinho."});
}

}  // namespace

std::vector<MonitorFigure> MonitorFigures(const Monitored& monitored, const Words& words) {
  return FigureList(monitored, words).All();
}

std::vector<std::string> MonitorRemarks(const Monitored& monitored, const Words& words) {
  const auto& notes = monitored.record.notes;
  auto noted = [&](const char* code) {
    return std::find(notes.begin(), notes.end(), code) != notes.end();
  };
  std::vector<std::string> remarks;
  if (!monitored.record.reason.empty()) remarks.push_back(monitored.record.reason);
  struct Remark {
    const char* code;
    Sentence sentence;
  };
  static constexpr Remark kRemarks[] = {
      {"left_children",
       {"It left processes behind; they were ended with it.",
        "Ele deixou processos para trás; foram encerrados com ele."}},
      {"output_lost",
       {"Not all that it printed could be kept.",
        "Nem tudo o que ele imprimiu pôde ser guardado."}},
      {"rejected_events",
       {"Some lines of its event file are no events.",
        "Algumas linhas do seu arquivo de eventos não são eventos."}},
      {"diverged",
       {"A loss was printed that is no number.", "Foi informada uma perda que não é um número."}},
      {"negative_loss", {"A loss was negative.", "Uma perda foi negativa."}},
      {"first_epoch_untimed",
       {"The first epoch has no time, for its beginning was not told.",
        "A primeira época não tem tempo, pois seu início não foi informado."}},
      {"short_run",
       {"It ended within the time between two samples: what it used rests on few readings "
        "(--every 50ms takes more).",
        "Terminou dentro do intervalo entre duas amostras: o que usou vem de poucas leituras "
        "(--every 50ms faz mais)."}}};
  for (const auto& [code, sentence] : kRemarks) {
    if (noted(code)) remarks.push_back(words.Say(sentence));
  }
  for (const std::string& note : notes) {
    if (!note.starts_with(kUnmatchedNote)) continue;
    remarks.push_back(words.Say({"No line that it printed matched the pattern `{purpose}`.",
                                 "Nenhuma linha impressa casou com o padrão `{purpose}`."},
                                {{"purpose", note.substr(std::string(kUnmatchedNote).size())}}));
  }
  if (auto loaded = LoadRemark(monitored, words)) remarks.push_back(*loaded);
  return remarks;
}

std::string CommandText(const std::vector<std::string>& command) {
  std::vector<std::string> words;
  for (const std::string& word : command) words.push_back(ShellWord(word));
  return Join(words, " ");
}

std::vector<std::string> MonitorSummary(const Monitored& monitored, const Words& words) {
  constexpr size_t kCommandWidth = 90;
  std::vector<MonitorFigure> figures = MonitorFigures(monitored, words);
  size_t names = 0, values = 0;
  for (const MonitorFigure& figure : figures) {
    names = std::max(names, DisplayWidth(figure.name));
    values = std::max(values, DisplayWidth(figure.value));
  }
  auto padded = [](const std::string& text, size_t width) {
    return text + std::string(width - std::min(width, DisplayWidth(text)), ' ');
  };
  std::vector<std::string> lines = {
      Shorten(ForTerminal(CommandText(monitored.record.command)), kCommandWidth)};
  for (const MonitorFigure& figure : figures) {
    std::string line = fmt::format("  {}  {}  {}", padded(figure.name, names),
                                   padded(figure.value, values), Join(figure.details, " · "));
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(ForTerminal(line));
  }
  for (const std::string& remark : MonitorRemarks(monitored, words)) {
    lines.push_back("  ! " + ForTerminal(remark));
  }
  return lines;
}

Json MonitorJson(const Monitored& monitored, const std::string& folder) {
  const RunRecord& run = monitored.record;
  Json epochs = Json::array();
  for (const EpochEvent& epoch : monitored.epochs) {
    auto after = epoch.t ? std::optional(*epoch.t - monitored.begin) : std::nullopt;
    epochs.push_back({{"epoch", epoch.epoch},
                      {"ended_after_s", OrNull(after)},
                      {"seconds", OrNull(epoch.seconds)},
                      {"loss", OrNull(epoch.loss)},
                      {"accuracy", OrNull(epoch.accuracy)},
                      {"images", OrNull(epoch.images)}});
  }
  Json cost;
  if (monitored.cost) {
    cost = {{"amount", monitored.cost->amount}, {"currency", monitored.cost->currency}};
  }
  return {{"format", 1},
          {"trena", run.trena_version},
          {"command", run.command},
          {"pid", monitored.pid ? Json(*monitored.pid) : Json()},
          {"folder", folder},
          {"started", run.started},
          {"outcome", monitored.pid ? Json() : Json(ToString(run.outcome))},
          {"exit_code", monitored.exit_code ? Json(*monitored.exit_code) : Json()},
          {"reason", run.reason},
          {"duration_s", monitored.end - monitored.begin},
          {"metrics", run.metrics},
          {"price", monitored.price ? Json(ToString(*monitored.price)) : Json()},
          {"cost", cost},
          {"epochs", epochs},
          {"notes", run.notes}};
}

}  // namespace trena

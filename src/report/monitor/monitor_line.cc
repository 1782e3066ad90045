// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_line.h"

#include <cmath>

namespace trena {
namespace {

bool IsMoney(const std::optional<Money>& money) { return money && !money->currency.empty(); }

std::string LeftText(const MonitorState& state, const Words& words) {
  const std::string left = words.Time(std::round(state.outlook->left_s));
  const std::string whole = words.Time(std::round(state.outlook->whole_s));
  if (!IsMoney(state.whole_cost)) {
    return words.Say(
        {"about {left} left, {whole} in all", "faltam cerca de {left}, {whole} ao todo"},
        {{"left", left}, {"whole", whole}});
  }
  return words.Say({"about {left} left, {whole} and {cost} in all",
                    "faltam cerca de {left}, {whole} e {cost} ao todo"},
                   {{"left", left},
                    {"whole", whole},
                    {"cost", words.Money(state.whole_cost->amount, state.whole_cost->currency)}});
}

// Of lines of output it is known which epoch is over, and not what it told.
std::string EpochText(const MonitorState& state, const Words& words) {
  if (!state.outlook) {
    if (!state.epoch) return "";
    return words.Say({" · epoch {epoch}", " · época {epoch}"},
                     {{"epoch", std::to_string(*state.epoch)}});
  }
  return words.Say({" · epoch {epoch} of {all} · {left}", " · época {epoch} de {all} · {left}"},
                   {{"epoch", std::to_string(state.epoch.value_or(state.outlook->done))},
                    {"all", words.Fixed(state.outlook->epochs, 0)},
                    {"left", LeftText(state, words)}});
}

}  // namespace

std::string MonitorLine(const MonitorState& state, const Words& words) {
  std::string line = words.Time(std::floor(state.elapsed));
  if (state.cpu_pct) line += " · CPU " + words.Fixed(*state.cpu_pct, 0) + "%";
  if (state.memory_bytes) {
    line += words.Say({" · memory {memory}", " · memória {memory}"},
                      {{"memory", words.Memory(*state.memory_bytes)}});
  }
  if (state.gpu_pct) line += " · GPU " + words.Fixed(*state.gpu_pct, 0) + "%";
  if (IsMoney(state.cost)) {
    line += words.Say({" · {cost} so far", " · {cost} até agora"},
                      {{"cost", words.Money(state.cost->amount, state.cost->currency)}});
  }
  line += EpochText(state, words);
  if (state.loss) {
    line += words.Say({" · loss {loss}", " · perda {loss}"},
                      {{"loss", words.Significant(*state.loss, 4)}});
  }
  return line;
}

std::string MonitorOutlook(const MonitorState& state, const Words& words) {
  return words.Say(
      {"{done} of {all} epochs are done: {left}", "{done} de {all} épocas prontas: {left}"},
      {{"done", std::to_string(state.outlook->done)},
       {"all", words.Fixed(state.outlook->epochs, 0)},
       {"left", LeftText(state, words)}});
}

}  // namespace trena

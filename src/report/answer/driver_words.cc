// SPDX-License-Identifier: Apache-2.0
#include "report/answer/driver_words.h"

#include <algorithm>

#include "core/text/text.h"
#include "report/answer/model_words.h"
#include "report/words/labels.h"

namespace trena {
namespace {

constexpr size_t kMostNamed = 3;

std::string TermInWords(const Driver& driver, const Words& words) {
  const std::string p = driver.p ? ", " + words.Probability(*driver.p) : "";
  return driver.term + " (" + words.Percent(driver.percent) + p + ")";
}

// Terms by what is said of them.
struct Sorted {
  std::vector<std::string> drive;    // the largest
  std::vector<std::string> small;    // told from chance, and less than kLeastShare
  std::vector<std::string> chance;   // factors
  std::vector<std::string> alone;    // that would pass if they were the only term
  std::vector<std::string> unknown;  // there is no error to judge them by
};

// A factor of an interaction that is an effect matters, whatever its mean over the other says.
bool MattersInPart(const std::vector<Driver>& drivers, const std::string& factor) {
  return std::any_of(drivers.begin(), drivers.end(), [&](const Driver& driver) {
    const std::vector<std::string> factors = Split(driver.term, ':');
    return driver.evidence == Evidence::kEffect && factors.size() > 1 &&
           std::find(factors.begin(), factors.end(), factor) != factors.end();
  });
}

Sorted SortDrivers(const std::vector<Driver>& drivers, double significance, const Words& words,
                   const std::vector<std::string>& equal) {
  Sorted sorted;
  for (const Driver& driver : drivers) {
    const bool factor = driver.term.find(':') == std::string::npos;
    if (driver.evidence == Evidence::kChance) {
      if (driver.curvature) continue;
      const bool alone = driver.p && *driver.p <= significance;
      if (alone) sorted.alone.push_back(TermInWords(driver, words));
      const bool shown = std::find(equal.begin(), equal.end(), driver.term) != equal.end();
      const bool none = !alone && factor && !shown && !MattersInPart(drivers, driver.term);
      if (none) sorted.chance.push_back(driver.term);
    } else if (driver.evidence == Evidence::kUntested) {
      if (driver.percent >= kLeastShare) sorted.unknown.push_back(TermInWords(driver, words));
    } else if (driver.percent < kLeastShare) {
      sorted.small.push_back(driver.term);
    } else if (sorted.drive.size() < kMostNamed) {
      sorted.drive.push_back(TermInWords(driver, words));
    }
  }
  return sorted;
}

const Driver* Curve(const std::vector<Driver>& drivers) {
  const auto found = std::find_if(drivers.begin(), drivers.end(), [](const Driver& driver) {
    return driver.curvature && driver.evidence == Evidence::kEffect;
  });
  return found == drivers.end() ? nullptr : &*found;
}

// What a straight line does not show a curve may hide.
Sentence NoEffectSentence(bool curved) {
  if (!curved) {
    return {"No effect can be told from chance for: {factors}.",
            "Não se distingue do acaso nenhum efeito de: {factors}."};
  }
  return {"No straight-line effect can be told from chance for: {factors}.",
          "Não se distingue do acaso nenhum efeito em linha reta de: {factors}."};
}

}  // namespace

std::vector<std::string> DriversInWords(const std::vector<Driver>& drivers,
                                        const std::string& metric, double significance,
                                        const Words& words, const std::vector<std::string>& equal) {
  const Sorted sorted = SortDrivers(drivers, significance, words, equal);
  std::vector<std::string> out;
  if (!sorted.drive.empty()) {
    out.push_back(words.Say(label::kWhatDrivesMetricInPercentOf,
                            {{"metric", metric}, {"drivers", words.List(sorted.drive)}}));
  }
  if (!sorted.small.empty()) {
    out.push_back(words.Say(
        {"Told from chance, but less than {least} of the variation each: {terms}.",
         "Distinguem-se do acaso, mas são menos de {least} da variação cada: {terms}."},
        {{"least", words.Fixed(kLeastShare, 0) + "%"}, {"terms", ShortList(sorted.small, words)}}));
  }
  if (!sorted.alone.empty()) {
    out.push_back(words.Say(
        {"Of {count} terms chance alone shows as much in some, so these are not told from it: "
         "{terms}.",
         "Entre {count} termos o acaso sozinho mostra tanto em algum, e destes não se distingue: "
         "{terms}."},
        {{"count", std::to_string(drivers.size())}, {"terms", ShortList(sorted.alone, words)}}));
  }
  if (!sorted.unknown.empty()) {
    out.push_back(words.Say(
        {"There is no error to judge these by, so nothing tells them from chance (percent of the "
         "variation): {terms}.",
         "Não há erro com que julgar estes, e nada os distingue do acaso (em porcentagem da "
         "variação): {terms}."},
        {{"terms", ShortList(sorted.unknown, words)}}));
  }
  const Driver* curve = Curve(drivers);
  if (curve != nullptr) {
    out.push_back(words.Say(
        {"The effects are no straight lines: the centre of the design differs from what its "
         "corners "
         "say ({curvature}). At least one factor that is a number bends {metric}; levels between "
         "the corners tell which.",
         "Os efeitos não são linhas retas: o centro do experimento difere do que dizem seus cantos "
         "({curvature}). Pelo menos um fator numérico faz uma curva em {metric}; níveis entre os "
         "cantos dizem qual."},
        {{"curvature", TermInWords(*curve, words)}, {"metric", metric}}));
  }
  if (!sorted.chance.empty()) {
    out.push_back(
        words.Say(NoEffectSentence(curve != nullptr), {{"factors", words.List(sorted.chance)}}));
  }
  return out;
}

}  // namespace trena

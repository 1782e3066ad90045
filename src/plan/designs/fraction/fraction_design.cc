// SPDX-License-Identifier: Apache-2.0
// `kind: fraction`: 2^(k−p) by resolution, number of runs or generators.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/text/text.h"
#include "plan/designs/design.h"
#include "plan/designs/fraction/fraction.h"
#include "plan/designs/fraction/fraction_table.h"
#include "plan/designs/fraction/two_level.h"

namespace trena {
namespace {

using Varying = std::vector<TwoLevelAxis>;

// "2^(7−4) in 8 runs, resolution III".
Told NameInBoth(const Fraction& fraction) {
  return Tell({"2^({factors}−{generators}) in {runs} runs, resolution {resolution}",
               "2^({factors}−{generators}) em {runs} execuções, resolução {resolution}"},
              {{"factors", std::to_string(fraction.factors)},
               {"generators", std::to_string(fraction.generators.size())},
               {"runs", std::to_string(fraction.runs())},
               {"resolution", Roman(Resolution(fraction))}});
}

std::string Name(const Fraction& fraction) { return NameInBoth(fraction).english; }

Error NoSuchFraction(const DesignRequest& request, const std::string& place,
                     const std::string& message, int factors) {
  std::vector<std::string> known;
  for (const Fraction& fraction : KnownFractions(factors)) known.push_back(Name(fraction));
  std::string all = fmt::format("all 2^{} = {:.0f} are `kind: two_level`", factors,
                                static_cast<double>(uint64_t{1} << factors));
  std::string hint = known.empty()
                         ? std::string("use `generators:`, `kind: plackett_burman` or `optimal`")
                         : "there are: " + Join(known, "; ") + "; " + all;
  return request.study.ErrorAt(place, message, hint);
}

// A side of a generator: letters (ABC), or the names of factors with `*` between them.
std::optional<FactorWord> ParseSide(const DesignRequest& request, const Varying& varying,
                                    const std::string& text) {
  auto letters = ParseLetters(text, static_cast<int>(varying.size()));
  if (letters) return letters;
  FactorWord word = 0;
  for (const std::string& part : Split(text, '*')) {
    std::string name(Trim(part));
    bool found = false;
    for (size_t i = 0; i < varying.size(); ++i) {
      const Axis& axis = request.axes[varying[i].axis];
      bool named = std::any_of(axis.factors.begin(), axis.factors.end(), [&](size_t factor) {
        return request.study.factors[factor].name == name;
      });
      if (!named && name != std::string(1, varying[i].letter)) continue;
      word ^= FactorWord{1} << i;
      found = true;
    }
    if (!found) return std::nullopt;
  }
  return word == 0 ? std::nullopt : std::optional(word);
}

Result<Generator> ParseGenerator(const DesignRequest& request, const Varying& varying,
                                 size_t index) {
  const std::string& text = request.study.design.generators[index];
  auto wrong = [&](const std::string& message) {
    return request.study.ErrorAt(
        fmt::format("design.generators.{}", index), message,
        fmt::format("write it like `D = ABC` or `{} = {} * {}`; here {}",
                    request.axes[varying.back().axis].name, request.axes[varying[0].axis].name,
                    request.axes[varying[varying.size() > 1 ? 1 : 0].axis].name,
                    LettersText(request, varying)));
  };
  size_t equals = text.find('=');
  if (equals == std::string::npos) return wrong(fmt::format("`{}` has no `=`", text));
  std::string left(Trim(text.substr(0, equals)));
  std::string right(Trim(text.substr(equals + 1)));
  bool negative = right.starts_with('-');
  if (negative) right = std::string(Trim(right.substr(1)));
  auto defined = ParseSide(request, varying, left);
  auto product = ParseSide(request, varying, right);
  if (!defined || std::popcount(*defined) != 1) {
    return wrong(fmt::format("`{}` is not one of the factors that vary", left));
  }
  if (!product) return wrong(fmt::format("`{}` is not a product of factors that vary", right));
  if ((*defined & *product) != 0)
    return wrong(fmt::format("`{}` defines {} by itself", text, left));
  return Generator{*defined | *product, negative};
}

Result<Fraction> ByGenerators(const DesignRequest& request, const Varying& varying) {
  const auto& given = request.study.design.generators;
  auto factors = static_cast<int>(varying.size());
  if (factors > kMostFractionFactors || given.size() > kMostFractionGenerators ||
      static_cast<int>(given.size()) >= factors) {
    return request.study.ErrorAt(
        "design.generators", fmt::format("{} generators for {} factors", given.size(), factors),
        fmt::format("at most {} factors, {} generators, and fewer of these than of those",
                    kMostFractionFactors, kMostFractionGenerators));
  }
  std::vector<Generator> generators;
  for (size_t i = 0; i < given.size(); ++i) {
    TRENA_ASSIGN(Generator generator, ParseGenerator(request, varying, i));
    generators.push_back(generator);
  }
  Result<Fraction> fraction = MakeFraction(factors, generators);
  if (!fraction.ok()) {
    return request.study.ErrorAt("design.generators", fraction.error().message(),
                                 "each must say something new");
  }
  bool main_aliased = Resolution(fraction.value()) < 3;
  if (!main_aliased) return fraction;
  return request.study.ErrorAt(
      "design.generators",
      fmt::format("with these, {} = I: some factors could not be told apart at all",
                  Letters(DefiningRelation(fraction.value())[0].word)),
      "the shortest word must have three letters or more");
}

Result<Fraction> FromTable(const DesignRequest& request, const Varying& varying) {
  const DesignOptions& asked = request.study.design;
  auto factors = static_cast<int>(varying.size());
  const char* place = asked.runs ? "design.runs" : "design.resolution";
  std::vector<Fraction> known = KnownFractions(factors);
  if (known.empty()) {
    return NoSuchFraction(
        request, place,
        fmt::format("{} factors vary; fractions are known for 3 to {}", factors, kMostTableFactors),
        factors);
  }
  for (const Fraction& fraction : known) {
    bool runs = !asked.runs || static_cast<size_t>(*asked.runs) == fraction.runs();
    bool resolution = !asked.resolution || Resolution(fraction) >= *asked.resolution;
    if (runs && resolution) return fraction;
  }
  std::string of = asked.runs ? fmt::format(" in {} runs", *asked.runs) : "";
  if (asked.resolution) of += fmt::format(" of resolution {}", Roman(*asked.resolution));
  return NoSuchFraction(request, place, fmt::format("{} factors have no fraction{}", factors, of),
                        factors);
}

Result<Fraction> FindFraction(const DesignRequest& request, const Varying& varying) {
  const DesignOptions& asked = request.study.design;
  if (!asked.generators.empty()) {
    TRENA_ASSIGN(Fraction fraction, ByGenerators(request, varying));
    bool agrees = (!asked.runs || static_cast<size_t>(*asked.runs) == fraction.runs()) &&
                  (!asked.resolution || Resolution(fraction) >= *asked.resolution);
    if (agrees) return fraction;
    return request.study.ErrorAt("design.generators", "the generators give " + Name(fraction),
                                 "leave out `runs:` and `resolution:`");
  }
  if (asked.runs || asked.resolution) return FromTable(request, varying);
  return NoSuchFraction(request, "design.kind",
                        "a fraction needs `resolution:`, `runs:` or `generators:`",
                        static_cast<int>(varying.size()));
}

std::string Signed(const Generator& word) {
  return (word.negative ? "−" : "") + Letters(word.word);
}

Json FractionJson(const Fraction& fraction) {
  Json generators = Json::array(), relation = Json::array(), aliases = Json::array();
  for (const Generator& word : fraction.generators) generators.push_back("I=" + Signed(word));
  for (const Generator& word : DefiningRelation(fraction)) relation.push_back(Signed(word));
  for (const std::vector<FactorWord>& chain : AliasChains(fraction)) {
    Json effects = Json::array();
    for (FactorWord word : chain) effects.push_back(Letters(word));
    aliases.push_back(std::move(effects));
  }
  std::vector<int> pattern = WordLengthPattern(fraction);
  pattern.erase(pattern.begin(), pattern.begin() + 3);
  return {{"runs", fraction.runs()},
          {"resolution", Resolution(fraction)},
          {"generators", std::move(generators)},
          {"defining_relation", std::move(relation)},
          {"word_lengths_from_3", pattern},
          {"aliases", std::move(aliases)}};
}

Told RelationText(const Fraction& fraction) {
  constexpr size_t kMostShown = 15;
  std::vector<std::string> words = {"I"};
  for (const Generator& word : DefiningRelation(fraction)) words.push_back(Signed(word));
  size_t count = words.size();
  if (count > kMostShown + 1) words.resize(kMostShown + 1);
  const std::string shown = Join(words, " = ");
  if (count <= kMostShown + 1) return shown;
  return Tell({"{shown} = … ({count} words)", "{shown} = … ({count} palavras)"},
              {{"shown", shown}, {"count", std::to_string(count - 1)}});
}

// What cannot be told apart, and what can: the table of aliases up to two-factor interactions.
std::vector<Told> AliasText(const Fraction& fraction) {
  std::vector<std::string> lines, clear;
  for (const std::vector<FactorWord>& chain : AliasChains(fraction)) {
    std::vector<std::string> effects;
    for (FactorWord word : chain) effects.push_back(Letters(word));
    if (chain.size() == 1) {
      clear.push_back(effects[0]);
    } else {
      lines.push_back("  " + Join(effects, " = "));
    }
  }
  std::vector<Told> notes;
  if (!lines.empty()) {
    notes.push_back(Tell({"Aliases up to two-factor interactions (what is joined by = cannot be "
                          "told apart):\n{lines}",
                          "Confundidos, até interações de dois fatores (o que está unido por = não "
                          "se distingue):\n{lines}"},
                         {{"lines", Join(lines, "\n")}}));
  }
  if (clear.empty()) {
    notes.push_back(Tell({"No effect is clear of two-factor interactions.",
                          "Nenhum efeito está livre de interações de dois fatores."}));
  } else {
    notes.push_back(Tell({"Clear of each other up to two-factor interactions: {effects}.",
                          "Livres uns dos outros até interações de dois fatores: {effects}."},
                         {{"effects", Join(clear, ", ")}}));
  }
  return notes;
}

Told PatternText(const Fraction& fraction) {
  std::vector<Told> parts;
  std::vector<int> pattern = WordLengthPattern(fraction);
  for (size_t length = 3; length < pattern.size(); ++length) {
    if (pattern[length] == 0) continue;
    parts.push_back(
        Tell({"{count} of {length} letters", "{count} de {length} letras"},
             {{"count", std::to_string(pattern[length])}, {"length", std::to_string(length)}}));
  }
  return JoinTold(parts, ", ");
}

}  // namespace

Result<Design> ChooseFraction(const DesignRequest& request) {
  TRENA_ASSIGN(Varying varying, TwoLevelAxes(request));
  TRENA_ASSIGN(Fraction fraction, FindFraction(request, varying));
  if (fraction.runs() > kMostScenarios) {
    return request.study.ErrorAt("design.kind", Name(fraction) + ": too many to plan",
                                 "add generators");
  }
  Design design;
  for (FactorWord high : Runs(fraction)) {
    design.points.push_back({TwoLevelCombination(request, varying, high), 1, high});
  }
  SortPoints(design.points);
  design.regular = fraction;
  design.resolution = Resolution(fraction);
  design.details = FractionJson(fraction);
  design.details["factors"] = LettersJson(request, varying);
  design.notes.push_back(
      Tell({"Fraction {name}: {letters}.", "Fração {name}: {letters}."},
           {{"name", NameInBoth(fraction)}, {"letters", LettersText(request, varying)}}));
  design.notes.push_back(
      Tell({"Defining relation {relation} (words: {pattern}).",
            "Relação de definição {relation} (palavras: {pattern})."},
           {{"relation", RelationText(fraction)}, {"pattern", PatternText(fraction)}}));
  for (Told& note : AliasText(fraction)) design.notes.push_back(std::move(note));
  return design;
}

}  // namespace trena

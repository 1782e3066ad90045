// SPDX-License-Identifier: Apache-2.0
// What designs say of themselves, in both languages.
#include <gtest/gtest.h>

#include "core/text/test_language.h"
#include "core/text/text.h"
#include "plan/test_study.h"

namespace trena {
namespace {

using Lines = std::vector<std::string>;

Lines NotesIn(Language language, const std::string& study) {
  Lines lines;
  for (const Told& note : PlanOf(StudyOf(study)).notes) lines.push_back(note.In(language));
  return lines;
}

void ExpectNotes(const std::string& study, const Lines& english, const Lines& portuguese) {
  EXPECT_EQ(NotesIn(Language::kEnglish, study), english) << study;
  const Lines said = NotesIn(Language::kPortuguese, study);
  EXPECT_EQ(said, portuguese) << study;
  EXPECT_EQ(EnglishWordsIn(Join(said, "\n")), Lines{}) << study;
}

// Three machines with two runs each, in two replications: 6 plots with one start each for 12 runs,
// 6 starts fewer. Degrees of freedom: (3 − 1)(2 − 1) between plots; within them 12 runs − 6 plots −
// (6 scenarios − 3); without plots 12 runs − 6 scenarios.
std::string SplitPlot(const std::string& environment) {
  return "factors: { environment: [a, b, c], x: [1, 2] }\nfixed: { framework: fake }\n"
         "environments: { a: " +
         environment + ", b: " + environment + ", c: " + environment +
         " }\ndesign: { hard_to_change: environment, replications: 2 }\n";
}

TEST(DesignNotes, OneFactorAtATime) {
  ExpectNotes(
      FactorsText(2, 3, "kind: simple, replications: 1") + "exclude: f0 == 2 and f1 == 0\n",
      {"One factor at a time from C1: what two factors do together cannot be seen, and each "
       "effect holds only at the base's levels of the others.",
       "Excluded: C7. Their levels are not compared with the base; `design: { kind: optimal, "
       "runs: 5 }` plans around what is excluded."},
      {"Um fator de cada vez a partir de C1: não se vê o que dois fatores fazem juntos, e "
       "cada efeito vale só nos níveis da base para os demais.",
       "Excluídos: C7. Seus níveis não são comparados com a base; `design: { kind: optimal, "
       "runs: 5 }` planeja sem o que foi excluído."});
}

TEST(DesignNotes, Fraction) {
  ExpectNotes(FactorsText(3, 2, "kind: fraction, resolution: III, replications: 1"),
              {"Fraction 2^(3−1) in 4 runs, resolution III: A f0, B f1, C f2.",
               "Defining relation I = ABC (words: 1 of 3 letters).",
               "Aliases up to two-factor interactions (what is joined by = cannot be told apart):\n"
               "  A = BC\n  B = AC\n  C = AB",
               "No effect is clear of two-factor interactions."},
              {"Fração 2^(3−1) em 4 execuções, resolução III: A f0, B f1, C f2.",
               "Relação de definição I = ABC (palavras: 1 de 3 letras).",
               "Confundidos, até interações de dois fatores (o que está unido por = não se "
               "distingue):\n  A = BC\n  B = AC\n  C = AB",
               "Nenhum efeito está livre de interações de dois fatores."});
}

// ABCDE has five letters: all effects and interactions of two are clear.
TEST(DesignNotes, FractionWithClearEffects) {
  const Lines said = NotesIn(Language::kPortuguese,
                             FactorsText(5, 2, "kind: fraction, resolution: V, replications: 1"));
  ASSERT_EQ(said.size(), 3u);
  EXPECT_TRUE(
      said[2].starts_with("Livres uns dos outros até interações de dois fatores: A, B, C, "
                          "D, E, AB, "))
      << said[2];
  EXPECT_EQ(EnglishWordsIn(Join(said, "\n")), Lines{});
}

// 2^(15−11) has 2^11 − 1 words in its relation, of which 15 are shown.
TEST(DesignNotes, ALongRelationIsCounted) {
  const std::string study = FactorsText(15, 2,
                                        "kind: fraction, runs: 16, replications: 1, generators: "
                                        "[E=AB, F=AC, G=AD, H=BC, J=BD, K=CD, L=ABC, M=ABD, N=ACD, "
                                        "O=BCD, P=ABCD]");
  EXPECT_NE(NotesIn(Language::kEnglish, study).at(1).find(" = … (2047 words) (words: "),
            std::string::npos);
  EXPECT_NE(NotesIn(Language::kPortuguese, study).at(1).find(" = … (2047 palavras) (palavras: "),
            std::string::npos);
}

TEST(DesignNotes, PlackettBurman) {
  ExpectNotes(
      FactorsText(11, 2, "kind: plackett_burman, replications: 1"),
      {"Plackett–Burman in 12 runs: the main effects of 11 factors are clear of each other, "
       "but not of interactions: each two-factor interaction leaks in part into many main "
       "effects."},
      {"Plackett–Burman em 12 execuções: os efeitos principais de 11 fatores se distinguem "
       "entre si, mas não das interações: cada interação de dois fatores entra em parte em "
       "muitos efeitos principais."});
  ExpectNotes(FactorsText(7, 2, "kind: plackett_burman, replications: 1"),
              {"Plackett–Burman in 8 runs: the main effects of 7 factors are clear of each other, "
               "but not of interactions: as in a fraction of resolution III, some two-factor "
               "interactions are whole in a main effect."},
              {"Plackett–Burman em 8 execuções: os efeitos principais de 7 fatores se distinguem "
               "entre si, mas não das interações: como em uma fração de resolução III, algumas "
               "interações de dois fatores estão inteiras em um efeito principal."});
}

TEST(DesignNotes, LatinSquare) {
  ExpectNotes(
      FactorsText(3, 4, "kind: latin_square, replications: 1"),
      {"A random Latin square: each level of f0 meets each of f1 and of f2 once, in 16 of 64 "
       "combinations; interactions are taken to be absent."},
      {"Um quadrado latino aleatório: cada nível de f0 encontra cada um de f1 e de f2 uma "
       "vez, em 16 de 64 combinações; supõe-se que não há interações."});
}

// Of two factors with two levels, four runs are orthogonal: 100 %.
TEST(DesignNotes, Optimal) {
  ExpectNotes(FactorsText(2, 2, "kind: optimal, model: main, runs: 4, replications: 1"),
              {"D-optimal for main effects (3 parameters) in 4 runs: 100.0 % as efficient as a "
               "design of so many runs with all effects orthogonal, which may not exist.",
               "Interactions are taken to be absent."},
              {"D-ótimo para efeitos principais (3 parâmetros) em 4 execuções: 100,0 % da "
               "eficiência de um plano de tantas execuções com todos os efeitos ortogonais, que "
               "talvez não exista.",
               "Supõe-se que não há interações."});
}

TEST(DesignNotes, BlocksAndCentre) {
  ExpectNotes(
      FactorsText(3, 2, "kind: two_level, blocks: 2, replications: 1"),
      {"Each replication is 2 blocks of 4 runs; given up for that, since they cannot be told "
       "from differences between blocks: ABC."},
      {"Cada repetição são 2 blocos de 4 execuções; em troca se perde, pois não se "
       "distingue de diferenças entre blocos: ABC."});
  ExpectNotes(FactorsText(2, 3, "blocks: 3, replications: 1"),
              {"Each replication is 3 blocks, and every level is in all of them equally often: "
               "blocks do not touch main effects."},
              {"Cada repetição são 3 blocos, e cada nível está em todos com a mesma frequência: os "
               "blocos não tocam os efeitos principais."});
  ExpectNotes(
      FactorsText(2, 3, "blocks: 2, replications: 1"),
      {"Each replication is 2 blocks. Levels are spread over them as evenly as their numbers "
       "allow, not perfectly: main effects are mixed with blocks to a small part."},
      {"Cada repetição são 2 blocos. Os níveis se espalham por eles tão por igual quanto "
       "seus números permitem, não perfeitamente: os efeitos principais se misturam um pouco "
       "com os blocos."});
  const std::string centre = "kind: two_level, replications: 1, centre_points: ";
  ExpectNotes(FactorsText(1, 3, centre + "1"), {"1 centre point a replication (C2: f0 1)."},
              {"1 ponto central por repetição (C2: f0 1)."});
  ExpectNotes(FactorsText(1, 3, centre + "2"), {"2 centre points a replication (C2: f0 1)."},
              {"2 pontos centrais por repetição (C2: f0 1)."});
}

// 95.7 % as in holes_test.cc.
TEST(DesignNotes, Holes) {
  const std::string full = FactorsText(2, 3, "replications: 1");
  ExpectNotes(
      full + "exclude: f0 == 2 and f1 == 2\n",
      {"What is excluded leaves 8 of 9 combinations, so the factors are no longer crossed in "
       "full: effects are estimated partly together, and less sharply (main effects 95.7 % "
       "as efficiently as by an orthogonal design of 8 runs). `design: { kind: optimal, "
       "runs: 7 }` plans around what is excluded."},
      {"O que foi excluído deixa 8 de 9 combinações, e os fatores já não estão cruzados por "
       "inteiro: os efeitos são estimados em parte juntos, e com menos nitidez (os efeitos "
       "principais com 95,7 % da eficiência de um plano ortogonal de 8 execuções). `design: "
       "{ kind: optimal, runs: 7 }` planeja sem o que foi excluído."});
  const Lines apart =
      NotesIn(Language::kPortuguese, FactorsText(2, 2, "replications: 1") + "only: f0 == f1\n");
  EXPECT_EQ(apart,
            Lines{"O que foi excluído deixa 2 de 4 combinações, e os fatores já não estão cruzados "
                  "por inteiro: alguns efeitos principais já não se distinguem. Exclua menos."});
  const Lines orthogonal = NotesIn(Language::kPortuguese, FactorsText(3, 2, "replications: 1") +
                                                              "only: (f0 + f1 + f2) % 2 == 0\n");
  EXPECT_TRUE(
      orthogonal.at(0).ends_with("os efeitos principais seguem ortogonais, mas nem todas as "
                                 "interações se distinguem."));
}

TEST(DesignNotes, MoreThanFiveExcludedAreCounted) {
  // Of one factor at a time from C1, C2 to C8 of one factor with eight levels are alternatives.
  const std::string study =
      FactorsText(1, 8, "kind: simple, replications: 1") + "exclude: f0 > 1\n";
  EXPECT_TRUE(NotesIn(Language::kEnglish, study)
                  .at(1)
                  .starts_with("Excluded: C3, C4, C5, C6, C7 and 1 more. "));
  EXPECT_TRUE(NotesIn(Language::kPortuguese, study)
                  .at(1)
                  .starts_with("Excluídos: C3, C4, C5, C6, C7 e mais 1. "));
}

TEST(DesignNotes, SplitPlots) {
  ExpectNotes(
      SplitPlot("{}"),
      {"Split-plot: environment changes 6 times instead of with every run: 6 starts of a "
       "machine for 12 runs. How much time 6 starts fewer save is not said: `bill: { setup: "
       "5min }` of an environment says it.",
       "The price is certainty about environment: its levels are compared between 6 whole "
       "plots (2 degrees of freedom for their error), not between 12 runs. All else is "
       "compared within plots: 3 degrees of freedom, not 6."},
      {"Parcelas subdivididas: environment muda 6 vezes em vez de a cada execução: 6 "
       "partidas de máquina para 12 execuções. Quanto tempo 6 partidas a menos poupam não "
       "foi dito: `bill: { setup: 5min }` de um ambiente o diz.",
       "O preço é a certeza sobre environment: seus níveis são comparados entre 6 parcelas "
       "inteiras (2 graus de liberdade para seu erro), não entre 12 execuções. Todo o resto "
       "é comparado dentro das parcelas: 3 graus de liberdade, não 6."});
}

// 6 × 90 s = 9 min, at 1 USD/h 0.15 USD.
TEST(DesignNotes, WhatSplitPlotsSave) {
  const std::string study = SplitPlot("{ price: 1 USD/h, bill: { setup: 90s } }");
  EXPECT_TRUE(NotesIn(Language::kEnglish, study)
                  .at(0)
                  .ends_with(" 6 starts fewer save 9 min 00 s of set-up (0.150 USD). The forecast "
                             "and the bill count a start for every run: what is saved is not taken "
                             "off there."));
  const std::string said = NotesIn(Language::kPortuguese, study).at(0);
  EXPECT_TRUE(
      said.ends_with(" 6 partidas a menos poupam 9 min 00 s de preparação (0,150 USD). A "
                     "previsão e a conta têm uma partida por execução: o que se poupa não é "
                     "descontado lá."))
      << said;
  EXPECT_EQ(EnglishWordsIn(said), Lines{});
}

// 0.01 × 128 / 128 is 0.01.
TEST(DesignNotes, OfTheSameValues) {
  ExpectNotes(
      "factors: { batch: [64, 128], learning_rate: [0.01, = 0.01 * batch / 128] }\n"
      "fixed: { framework: fake }\ndesign: { replications: 1 }\n",
      {"C4 has the same values as C3 and is measured as that."},
      {"C4 tem os mesmos valores que C3 e é medido como esse."});
}

}  // namespace
}  // namespace trena

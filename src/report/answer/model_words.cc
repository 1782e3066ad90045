// SPDX-License-Identifier: Apache-2.0
#include "report/answer/model_words.h"

#include <algorithm>
#include <cmath>

#include "core/text/text.h"
#include "report/words/labels.h"
namespace trena {
namespace {

constexpr size_t kMostListed = 8;
constexpr size_t kOrderOfAliases = 2;  // of more factors than two hardly anything is expected

using Sentences = std::vector<std::string>;

// How effects of runs that repeat nothing were judged.
void SayPseudoError(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  if (!stated.model.pseudo_error) return;
  const PseudoError& error = *stated.model.pseudo_error;
  out.push_back(words.Say(
      {"No combination of levels was repeated: the {count} effects are judged by each other, most "
       "of them taken for chance (Lenth's pseudo standard error {error}); an effect is one beyond "
       "{margin}, the margin for all of them together.",
       "Nenhuma combinação de níveis foi repetida: os {count} efeitos são julgados uns pelos "
       "outros, a maioria tomada por acaso (pseudoerro-padrão de Lenth, {error}); um efeito é o "
       "que passa de {margin}, a margem para todos juntos."},
      {{"count", std::to_string(error.effects)},
       {"error", words.Significant(error.standard_error, 3)},
       {"margin", words.Significant(error.simultaneous_margin, 3)}}));
}

void SayTerms(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const ModelChoice& choice = stated.choice;
  SayPseudoError(stated, words, out);
  if (choice.without_highest) {
    out.push_back(words.Say(
        {"No combination of levels was repeated: the highest interaction serves as the error.",
         "Nenhuma combinação de níveis foi repetida: a interação mais alta serve de erro."}));
  }
  if (choice.highest_order == 1) {
    out.push_back(words.Say(
        {"Interactions are not in the model: there are too many of them for the runs measured.",
         "As interações não estão no modelo: são muitas para as execuções medidas."}));
  } else if (choice.highest_order > 1) {
    out.push_back(words.Say({"Interactions of more than {order} factors are not in the model: "
                             "there are too many of them for the runs measured.",
                             "As interações de mais de {order} fatores não estão no modelo: são "
                             "muitas para as execuções medidas."},
                            {{"order", std::to_string(choice.highest_order)}}));
  }
}

void SayBalance(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const ModelAnalysis& model = stated.model;
  const bool as_planned =
      stated.strata || !stated.choice.aliases.empty() || !stated.request.curvature.empty();
  if (!model.orthogonal && !as_planned) {
    static constexpr const char* kTypes[] = {"", "I", "II", "III"};
    out.push_back(
        words.Say({"Sums of squares of type {type}.", "Somas de quadrados do tipo {type}."},
                  {{"type", kTypes[model.ss_type]}}));
    out.push_back(words.Say(
        {"The design is not balanced, so the percentages need not add up to 100; means are of the "
         "model, with equal weight for every level of the other factors (least squares).",
         "O experimento não é balanceado, e as porcentagens podem não somar 100; as médias são do "
         "modelo, com peso igual para cada nível dos outros fatores (mínimos quadrados)."}));
  }
  if (model.inestimable.empty()) return;
  std::vector<std::string> terms;
  for (const InestimableTerm& term : model.inestimable) {
    const auto& gone = stated.choice.given_up;
    const bool said = std::find(gone.begin(), gone.end(), term.factors) != gone.end();
    if (!said) terms.push_back(term.term);
  }
  if (terms.empty()) return;
  out.push_back(
      words.Say({"Not all of these can be estimated from the combinations measured: {list}.",
                 "Nem todos estes podem ser estimados com as combinações medidas: {list}."},
                {{"list", ShortList(terms, words)}}));
}

void SayDesignFactors(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  for (const AnovaRow& row : stated.model.rows) {
    if (row.term == stated.request.block && row.percent) {
      out.push_back(words.Say(
          {"Differences between blocks ({percent} of the variation) are taken out of the error.",
           "As diferenças entre blocos ({percent} da variação) são retiradas do erro."},
          {{"percent", words.Percent(*row.percent)}}));
    }
    if (row.term == stated.request.curvature) {
      out.push_back(words.Say({"{term} compares the centre of the design with its corners: whether "
                               "the effects of numbers are straight lines.",
                               "{term} compara o centro do experimento com seus cantos: se os "
                               "efeitos de números são linhas retas."},
                              {{"term", row.term}}));
    }
  }
}

// The plots' stratum, where it has terms.
const ErrorStratum* PlotsOf(const StatedAnalysis& stated) {
  if (!stated.strata) return nullptr;
  for (const ErrorStratum& stratum : stated.strata->strata) {
    if (stratum.name == stated.request.plot && stratum.rows.size() > 1) return &stratum;
  }
  return nullptr;
}

std::vector<std::string> TermsIn(const ErrorStratum& stratum) {
  std::vector<std::string> terms;
  for (const AnovaRow& row : stratum.rows) {
    if (!row.factors.empty()) terms.push_back(row.term);
  }
  return terms;
}

// Only of runs in turns: other blocks were planned for what is known to differ.
void SayTurns(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const auto narrower = stated.request.in_turns ? NarrowerByBlocks(stated) : std::nullopt;
  if (!narrower) return;
  const Words::Argument percent{"percent", words.Percent(100 * std::abs(*narrower))};
  out.push_back(
      *narrower > 0
          ? words.Say(
                {"The runs of a block were measured in turns: with the blocks taken out, intervals "
                 "are {percent} narrower.",
                 "As execuções de um bloco foram medidas em turnos: descontados os blocos, os "
                 "intervalos são {percent} mais estreitos."},
                {percent})
          : words.Say(
                {"The runs of a block were measured in turns, which helped nothing here: with the "
                 "blocks taken out, intervals are {percent} wider.",
                 "As execuções de um bloco foram medidas em turnos, o que nada ajudou aqui: "
                 "descontados os blocos, os intervalos são {percent} mais largos."},
                {percent}));
}

void SayPlots(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const ErrorStratum* plots = PlotsOf(stated);
  if (plots == nullptr || plots->no_test == NoTest::kOneWholePlot) return;
  out.push_back(words.Say(
      {"What changes only between whole plots is judged by how plots differ ({df} [degree|degrees] "
       "of "
       "freedom), and not by how runs differ: {terms}.",
       "O que só muda entre parcelas inteiras é julgado pela diferença entre parcelas ({df} "
       "[grau|graus] "
       "de liberdade), e não pela diferença entre execuções: {terms}."},
      {{"df", std::to_string(plots->rows.back().df)}, {"terms", words.List(TermsIn(*plots))}}));
}

// Plots that are not balanced: a mixed model.
void SayVariances(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  if (stated.variances.empty()) return;
  std::vector<std::string> spreads;
  for (const VarianceComponent& part : stated.variances) {
    const bool residuals = &part == &stated.variances.back();
    spreads.push_back((residuals ? words.Say({"runs", "execuções"}) : part.name) + " " +
                      words.Significant(std::sqrt(part.variance), 3));
  }
  out.push_back(words.Say(
      {"The whole plots are not balanced, so effects are judged by a mixed model (REML, "
       "Satterthwaite's degrees of freedom); standard deviations: {spreads}.",
       "As parcelas inteiras não são balanceadas, e os efeitos são julgados por um modelo misto "
       "(REML, graus de liberdade de Satterthwaite); desvios-padrão: {spreads}."},
      {{"spreads", words.List(spreads)}}));
}

void SayOnePlot(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const ErrorStratum* plots = PlotsOf(stated);
  if (plots == nullptr || plots->no_test != NoTest::kOneWholePlot) return;
  out.push_back(words.Say({"There is one whole plot for each level of {terms}, so nothing tells "
                           "its effect from that of the plot: it has no F, p or interval.",
                           "Há uma só parcela inteira para cada nível de {terms}, e nada distingue "
                           "seu efeito do efeito da parcela: não há F, p nem intervalo."},
                          {{"terms", words.List(TermsIn(*plots))}}));
}

void SayHoles(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  std::vector<std::string> terms;
  for (const ModelTerm& term : stated.choice.given_up) {
    terms.push_back(TermName(stated.cells, term));
  }
  if (!terms.empty()) {
    out.push_back(words.Say(
        {"Not every combination of levels was measured: so that all levels can be compared, the "
         "model takes it that these interactions do nothing: {list}.",
         "Nem toda combinação de níveis foi medida: para que todos os níveis se comparem, o modelo "
         "supõe que estas interações nada fazem: {list}."},
        {{"list", ShortList(terms, words)}}));
  }
  std::vector<std::string> levels;
  for (const LevelMean& mean : stated.model.means) {
    if (mean.factors.size() != 1 || mean.mean || !(mean.n > 0)) continue;
    const CellFactor& factor = stated.cells.factors[mean.factors[0]];
    levels.push_back(factor.name + " " + factor.levels[mean.levels[0]]);
  }
  if (levels.empty()) return;
  out.push_back(words.Say(
      {"These levels are not compared, for the combinations measured do not tell them from other "
       "factors: {list}.",
       "Estes níveis não são comparados, pois as combinações medidas não os distinguem de outros "
       "fatores: {list}."},
      {{"list", ShortList(levels, words)}}));
}

void SayTogether(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  for (const std::vector<size_t>& group : stated.choice.together) {
    std::vector<std::string> names;
    for (size_t factor : group) names.push_back(stated.cells.factors[factor].name);
    out.push_back(words.Say(
        {"{factors} always change together, so nothing tells their effects apart: what is said of "
         "{first} is said of all of them.",
         "{factors} sempre mudam juntos, e nada distingue seus efeitos: o que se diz de {first} se "
         "diz de todos eles."},
        {{"factors", words.List(names)}, {"first", names[0]}}));
  }
}

// Factors of which the others leave nothing: no row has them.
void SayInseparable(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  std::vector<std::string> factors;
  for (const InestimableTerm& term : stated.model.inestimable) {
    const bool block = term.term == stated.request.block;
    if (term.factors.size() == 1 && term.df == 0 && !block) factors.push_back(term.term);
  }
  if (factors.empty()) return;
  out.push_back(words.Say(
      {"Nothing tells the effects of these from those of the other factors, which may be theirs: "
       "{list}.",
       "Nada distingue os efeitos destes dos efeitos dos outros fatores, que podem ser deles: "
       "{list}."},
      {{"list", ShortList(factors, words)}}));
}

void SayExact(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  if (stated.model.no_test != NoTest::kNoResidualVariation) return;
  out.push_back(
      words.Say({"No replication differs from another, so nothing says how far chance goes: there "
                 "are no p, and no interval can be believed.",
                 "Nenhuma repetição difere de outra, e nada diz até onde vai o acaso: não há p, e "
                 "em nenhum intervalo se pode confiar."}));
}

void SayAliases(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  std::vector<std::string> chains;
  for (const AliasChain& chain : stated.choice.aliases) {
    const auto near = std::count_if(
        chain.terms.begin(), chain.terms.end(),
        [](const SignedTerm& term) { return term.factors.size() <= kOrderOfAliases; });
    if (near > 1) chains.push_back(ChainInWords(stated, chain, kOrderOfAliases));
  }
  if (chains.empty()) return;
  out.push_back(words.Say({"This is a fraction of the combinations, so some effects cannot be told "
                           "apart; the first of each is taken for the cause: {list}.",
                           "Esta é uma fração das combinações, e alguns efeitos não se distinguem; "
                           "o primeiro de cada é tomado como a causa: {list}."},
                          {{"list", ShortList(chains, words)}}));
}

}  // namespace

std::string ShortList(const std::vector<std::string>& items, const Words& words) {
  if (items.size() <= kMostListed) return words.List(items);
  const std::vector<std::string> first(items.begin(), items.begin() + kMostListed);
  return words.Say(
      {"{items} and {count} more", "{items} e mais {count}"},
      {{"items", Join(first, ", ")}, {"count", std::to_string(items.size() - kMostListed)}});
}

std::string PairInWords(const StatedAnalysis& stated, size_t factor, const LevelPair& pair,
                        const Words& words) {
  const auto& levels = stated.cells.factors[factor].levels;
  return words.Say(label::kSecondAgainstFirst,
                   {{"second", levels[pair.second]}, {"first", levels[pair.first]}});
}

std::string ChainInWords(const StatedAnalysis& stated, const AliasChain& chain, size_t order) {
  std::string text = chain.of_mean ? "1" : "";
  for (const SignedTerm& term : chain.terms) {
    if (term.factors.size() > order) continue;
    text += (text.empty() ? "" : " = ") + std::string(term.sign < 0 ? "−" : "") +
            TermName(stated.cells, term.factors);
  }
  return text;
}

std::vector<std::string> CaveatsInWords(const StatedAnalysis& stated, const Words& words) {
  Sentences out;
  SayAliases(stated, words, out);
  SayOnePlot(stated, words, out);
  SayHoles(stated, words, out);
  SayTogether(stated, words, out);
  SayInseparable(stated, words, out);
  SayExact(stated, words, out);
  return out;
}

std::vector<std::string> ModelInWords(const StatedAnalysis& stated, const Words& words) {
  Sentences out;
  SayTerms(stated, words, out);
  SayBalance(stated, words, out);
  SayDesignFactors(stated, words, out);
  SayTurns(stated, words, out);
  SayPlots(stated, words, out);
  SayVariances(stated, words, out);
  for (std::string& caveat : CaveatsInWords(stated, words)) out.push_back(std::move(caveat));
  if (stated.model.residual_df == 0 && !stated.model.pseudo_error) {
    out.push_back(
        words.Say({"Nothing is left over to judge the effects by: there is neither F nor p.",
                   "Não sobra nada com que julgar os efeitos: não há F nem p."}));
  }
  return out;
}

}  // namespace trena

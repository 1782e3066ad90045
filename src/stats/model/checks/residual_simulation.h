// SPDX-License-Identifier: Apache-2.0
// Residuals as a right model would leave them. Residuals of a fitted model are neither independent
// nor equally spread (of two replications they are each other's opposite), so that a check that
// takes them for a sample raises false alarms, or none where it should. Here errors are drawn,
// normal and of equal spread, the same model is fitted to them, and a figure of the residuals seen
// is held against the same figure of the residuals drawn: a Monte Carlo test, whose rate of false
// alarms is exact whatever the design (Barnard, J. Royal Statistical Society B 25, 1963; Dufour,
// J. Econometrics 133, 2006). Draws are from a fixed seed: the same data give the same p.
//
//   ResidualSimulation simulation(cells, terms, observations);
//   const NullFigures null(simulation, {figure});
//   null.P(0, *figure(residuals));
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "stats/model/cells.h"
#include "stats/model/model_terms.h"

namespace trena {

class ResidualSimulation {
 public:
  // No draws (`draws` is 0) of a model that cannot be fitted, where they would take too long, and
  // where observations are so many that residuals are as good as independent.
  ResidualSimulation(const Cells& cells, const std::vector<ModelTerm>& terms,
                     const Observations& observations);

  size_t draws() const { return draws_; }

  // The residuals of one draw. Errors of observation i are `spreads[i]` as large; empty: alike.
  std::vector<double> Draw(std::mt19937_64& random, std::span<const double> spreads = {}) const;

 private:
  void MakeBasis(const Cells& cells, const std::vector<ModelTerm>& terms,
                 const Observations& observations);
  void TakeCellMeans(std::vector<double>& errors) const;
  void TakeProjection(std::vector<double>& errors) const;

  size_t draws_ = 0;
  std::vector<size_t> cell_of_;
  std::vector<double> counts_;  // of the cells
  // What the model spans, one observation after the other in each row. None where the model has a
  // parameter for each cell, so that residuals are what observations differ from their cell's mean.
  std::vector<std::vector<double>> basis_;
};

// Larger is further from what a right model leaves; missing where residuals do not have it.
using ResidualFigure = std::function<std::optional<double>(const std::vector<double>&)>;

// What figures are where nothing is wrong.
class NullFigures {
 public:
  NullFigures(const ResidualSimulation& simulation, std::span<const ResidualFigure> figures);

  // The share of draws, the data among them, whose figure is at least `seen`. Missing without
  // draws.
  std::optional<double> P(size_t figure, double seen) const;

  // How often the figure is found (p of at most `significance`) where errors are as `spreads` says:
  // called for each of some hundred draws.
  using Spreads = std::function<std::vector<double>(std::mt19937_64&)>;
  std::optional<double> Power(size_t figure, const Spreads& spreads, double significance) const;

 private:
  const ResidualSimulation& simulation_;
  std::span<const ResidualFigure> figures_;
  std::vector<std::vector<double>> drawn_;  // of each figure, ascending
};

}  // namespace trena

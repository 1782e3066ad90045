// SPDX-License-Identifier: Apache-2.0
#include "stats/model/strata/reml.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "stats/distributions.h"
#include "stats/model/model_matrix.h"
#include "stats/model/model_means.h"
#include "stats/model/ordered_basis.h"

namespace trena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostPlots = 400;
constexpr int kScanned = 24;
constexpr int kSections = 60;
constexpr int kMostRounds = 40;
constexpr int kMostSteps = 30;
constexpr double kSameDeviance = 1e-10;
constexpr double kNearEnough = 1e-6;  // for Newton's steps, which end the search

// The columns that say in which plot a row is: [first, first + count) of all random columns.
struct RandomColumns {
  std::string name;
  Index first = 0;
  Index count = 0;
};

// Everything that the likelihood needs, in the coordinates of an orthonormal basis Q of the fixed
// columns: few numbers, whatever the rows.
struct Products {
  MatrixXd zz, zq;  // Z'Z, Z'Q
  VectorXd zy, qy;  // Z'y, Q'y
  double yy = 0;    // with what is within cells
  double n = 0;     // observations
  std::vector<RandomColumns> random;
};

// What follows from variances of plots as multiples of the residuals': all in units of the latter.
struct Whitened {
  double deviance = 0;  // −2 × the restricted log-likelihood, but for a constant
  double variance = 0;  // of the residuals
  MatrixXd covariance;  // of the coefficients of Q
  VectorXd coefficients;
  MatrixXd qvz;    // Q'V⁻¹Z
  MatrixXd zpz;    // Z'PZ, with P what is left of V⁻¹ beside Q
  VectorXd zpy;    // Z'Py
  double ypy = 0;  // y'Py
};

VectorXd RootsOf(const Products& products, const std::vector<double>& ratios) {
  VectorXd roots(products.zz.rows());
  for (size_t i = 0; i < ratios.size(); ++i) {
    roots.segment(products.random[i].first, products.random[i].count)
        .setConstant(std::sqrt(ratios[i]));
  }
  return roots;
}

// By Woodbury's identity: V⁻¹ = I − Z T Z'.
Whitened WhitenedAt(const Products& products, const std::vector<double>& ratios) {
  Whitened at;
  const Index q = products.zz.rows();
  const Index p = products.qy.size();
  const VectorXd roots = RootsOf(products, ratios);
  const MatrixXd inner =
      MatrixXd::Identity(q, q) + roots.asDiagonal() * products.zz * roots.asDiagonal();
  const Eigen::LLT<MatrixXd> factor(inner);
  // T·Z'Z, T·Z'Q and T·Z'y.
  const auto shrink = [&](const MatrixXd& of) -> MatrixXd {
    return roots.asDiagonal() * factor.solve(roots.asDiagonal() * of);
  };
  const MatrixXd tzz = shrink(products.zz), tzq = shrink(products.zq), tzy = shrink(products.zy);
  const MatrixXd qvq = MatrixXd::Identity(p, p) - products.zq.transpose() * tzq;
  const VectorXd qvy = products.qy - products.zq.transpose() * tzy;
  at.qvz = products.zq.transpose() - products.zq.transpose() * tzz;
  const Eigen::LLT<MatrixXd> fixed(qvq);
  at.covariance = fixed.solve(MatrixXd::Identity(p, p));
  at.coefficients = fixed.solve(qvy);
  at.zpz = products.zz - products.zz * tzz - at.qvz.transpose() * fixed.solve(at.qvz);
  at.zpy = products.zy - products.zz * tzy - at.qvz.transpose() * at.coefficients;
  at.ypy = products.yy - products.zy.dot(tzy.col(0)) - qvy.dot(at.coefficients);
  const double degrees = products.n - static_cast<double>(p);
  at.variance = at.ypy / degrees;
  const auto log_determinant = [](const Eigen::LLT<MatrixXd>& of) {
    return 2 * of.matrixLLT().diagonal().array().log().sum();
  };
  at.deviance = log_determinant(factor) + log_determinant(fixed) + degrees * std::log(at.ypy);
  return at;
}

// Ratios of variances from 0 to beyond all bounds, as numbers from 0 to 1.
double RatioAt(double place) { return std::pow(place / (1 - place), 2); }

// The best ratio of one component, the others as they are: a scan, then golden sections about its
// least; exactly 0 where nothing is better.
void BestRatio(const Products& products, size_t component, std::vector<double>& ratios) {
  const auto deviance = [&](double place) {
    ratios[component] = RatioAt(place);
    return WhitenedAt(products, ratios).deviance;
  };
  const double step = 1.0 / (kScanned + 1);
  double least = deviance(0), best = 0;
  for (int i = 1; i <= kScanned; ++i) {
    const double here = deviance(i * step);
    if (here < least) {
      least = here;
      best = i * step;
    }
  }
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double low = std::max(0.0, best - step), high = std::min(best + step, 1 - 1e-9);
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double at_a = deviance(a), at_b = deviance(b);
  for (int i = 0; i < kSections; ++i) {
    if (at_a < at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - golden * (high - low);
      at_a = deviance(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + golden * (high - low);
      at_b = deviance(b);
    }
  }
  const double place = (low + high) / 2;
  const double nothing = deviance(0);
  ratios[component] = deviance(place) < nothing - kSameDeviance ? RatioAt(place) : 0;
}

std::vector<double> BestRatios(const Products& products) {
  std::vector<double> ratios(products.random.size(), 0);
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMostRounds; ++round) {
    for (size_t i = 0; i < ratios.size(); ++i) BestRatio(products, i, ratios);
    const double now = WhitenedAt(products, ratios).deviance;
    if (ratios.size() == 1 || before - now < kNearEnough) break;
    before = now;
  }
  return ratios;
}

// First and second derivatives of the deviance by the variances that are not 0, last the residuals'
// (Harville, J. American Statistical Association 72, 1977): with V = Σ θᵢVᵢ
//   tr(PVᵢ) − y'PVᵢPy   and   −tr(PVᵢPVⱼ) + 2 y'PVᵢPVⱼPy.
// Those of the residuals follow from PVP = P.
struct Derivatives {
  std::vector<size_t> active;  // components that are not 0
  VectorXd variances;          // theirs, last the residuals'
  VectorXd first;
  MatrixXd second;
};

class DerivativesOf {
 public:
  DerivativesOf(const Products& products, const Whitened& at, const std::vector<double>& ratios)
      : products_(products), at_(at) {
    for (size_t i = 0; i < ratios.size(); ++i) {
      if (ratios[i] > 0) result_.active.push_back(i);
    }
    const Index k = static_cast<Index>(result_.active.size());
    result_.variances = VectorXd(k + 1);
    for (Index i = 0; i < k; ++i) {
      result_.variances[i] = ratios[result_.active[static_cast<size_t>(i)]] * at.variance;
    }
    result_.variances[k] = at.variance;
    Fill(k);
  }

  Derivatives Take() { return std::move(result_); }

 private:
  const RandomColumns& Of(Index i) const {
    return products_.random[result_.active[static_cast<size_t>(i)]];
  }

  auto Block(Index i, Index j) const {
    return at_.zpz.block(Of(i).first, Of(j).first, Of(i).count, Of(j).count);
  }

  auto Part(Index i) const { return at_.zpy.segment(Of(i).first, Of(i).count); }

  // The last of a row of sums, from what the row adds up to.
  double Rest(double sum, const VectorXd& parts, Index k) const {
    return (sum - result_.variances.head(k).dot(parts.head(k))) / result_.variances[k];
  }

  void Fill(Index k) {
    const double s = at_.variance;
    VectorXd trace(k + 1), square(k + 1);  // tr(PVᵢ), y'PVᵢPy
    MatrixXd traces(k + 1, k + 1), squares(k + 1, k + 1);
    for (Index i = 0; i < k; ++i) {
      trace[i] = Block(i, i).trace() / s;
      square[i] = Part(i).squaredNorm() / (s * s);
      for (Index j = 0; j < k; ++j) {
        traces(i, j) = Block(i, j).squaredNorm() / (s * s);
        squares(i, j) = Part(i).dot(Block(i, j) * Part(j)) / (s * s * s);
      }
    }
    const double degrees = products_.n - static_cast<double>(products_.qy.size());
    trace[k] = Rest(degrees, trace, k);
    square[k] = Rest(at_.ypy / s, square, k);
    for (Index i = 0; i < k; ++i) {
      traces(i, k) = traces(k, i) = Rest(trace[i], traces.row(i).transpose(), k);
      squares(i, k) = squares(k, i) = Rest(square[i], squares.row(i).transpose(), k);
    }
    traces(k, k) = Rest(trace[k], traces.row(k).transpose(), k);
    squares(k, k) = Rest(square[k], squares.row(k).transpose(), k);
    result_.first = trace - square;
    result_.second = 2 * squares - traces;
  }

  const Products& products_;
  const Whitened& at_;
  Derivatives result_;
};

// Newton's steps from where the sections ended, as long as they lead down.
void Polish(const Products& products, std::vector<double>& ratios) {
  Whitened at = WhitenedAt(products, ratios);
  for (int step = 0; step < kMostSteps; ++step) {
    const Derivatives here = DerivativesOf(products, at, ratios).Take();
    if (here.active.empty()) return;
    const Eigen::LLT<MatrixXd> factor(here.second);
    if (factor.info() != Eigen::Success) return;
    const VectorXd next = here.variances - factor.solve(here.first);
    if (!(next.minCoeff() > 0)) return;
    std::vector<double> moved = ratios;
    for (size_t i = 0; i < here.active.size(); ++i) {
      moved[here.active[i]] = next[static_cast<Index>(i)] / next[next.size() - 1];
    }
    Whitened there = WhitenedAt(products, moved);
    if (!(there.deviance < at.deviance + kSameDeviance)) return;
    const double change = (next - here.variances).norm() / here.variances.norm();
    ratios = std::move(moved);
    at = std::move(there);
    if (change < 1e-12) return;
  }
}

// The fixed columns as an orthonormal basis, in the coordinates of the fit.
MatrixXd BasisOf(const ModelMatrix& matrix, const OrderedFit& fit) {
  MatrixXd kept(matrix.columns.rows(), static_cast<Index>(fit.kept.size()));
  MatrixXd triangle(kept.cols(), kept.cols());
  for (Index i = 0; i < kept.cols(); ++i) {
    kept.col(i) = matrix.columns.col(fit.kept[static_cast<size_t>(i)]);
    triangle.col(i) = fit.columns.col(fit.kept[static_cast<size_t>(i)]);
  }
  return triangle.triangularView<Eigen::Upper>().transpose().solve(kept.transpose()).transpose();
}

std::vector<VectorXd> PlotColumns(const Cells& cells, const ModelTerm& error, Index rows) {
  std::map<std::vector<uint32_t>, VectorXd> plots;
  for (size_t i = 0; i < cells.cells.size(); ++i) {
    std::vector<uint32_t> plot;
    for (size_t factor : error) plot.push_back(cells.cells[i].levels[factor]);
    auto& column = plots.try_emplace(std::move(plot), VectorXd::Zero(rows)).first->second;
    column[static_cast<Index>(i)] = std::sqrt(cells.cells[i].n);
  }
  std::vector<VectorXd> columns;
  for (auto& [plot, column] : plots) columns.push_back(std::move(column));
  return columns;
}

// What the errors have beyond the terms and each other: squares and degrees of freedom.
struct Beyond {
  std::vector<AnovaRow> rows;
  double ss = 0;
  Index df = 0;
};

class MixedModel {
 public:
  MixedModel(const Cells& cells, const MixedOptions& options, const ModelMatrix& matrix)
      : cells_(cells),
        options_(options),
        matrix_(matrix),
        fit_(FitInOrder(matrix.columns, matrix.y)),
        basis_(BasisOf(matrix, fit_)) {
    total_ss_ = matrix.y.squaredNorm() + matrix.beyond_ss;
  }

  Result<MixedAnalysis> Analyze() {
    TRENA_CHECK(AddRandom());
    std::vector<double> ratios = BestRatios(products_);
    Polish(products_, ratios);
    at_ = WhitenedAt(products_, ratios);
    SetDegrees(ratios);
    SetComponents(ratios);
    AddRows();
    AddAllMeans();
    return std::move(result_);
  }

 private:
  Status AddRandom();
  void SetDegrees(const std::vector<double>& ratios);
  void SetComponents(const std::vector<double>& ratios);
  MatrixXd HypothesisOf(const ColumnGroup& group) const;
  void AddRow(const ColumnGroup& group);
  void AddRows();
  void AddEffect(const ColumnGroup& group, const std::vector<uint32_t>& at);
  void AddMean(const ColumnGroup& group, const std::vector<uint32_t>& at);
  void AddAllMeans();

  std::vector<double> Scaled(const VectorXd& direction) const {
    const VectorXd scaled = root_.transpose() * direction;
    return {scaled.begin(), scaled.end()};
  }

  // An estimate's standard error, and how far its interval reaches.
  struct Reach {
    double standard_error = 0;
    std::optional<double> half_width;
  };
  Reach ReachOf(const std::vector<double>& direction) const {
    double squared = 0;
    for (double part : direction) squared += part * part;
    Reach reach{std::sqrt(at_.variance * squared), {}};
    const double df = DegreesOf(result_.model, direction);
    const auto t = StudentQuantile((1 + options_.confidence) / 2, df);
    if (t) reach.half_width = *t * reach.standard_error;
    return reach;
  }

  template <typename Interval>
  void SetInterval(double centre, const Reach& reach, Interval& interval) const {
    if (!reach.half_width) return;
    interval.low = centre - *reach.half_width;
    interval.high = centre + *reach.half_width;
  }

  const Cells& cells_;
  const MixedOptions& options_;
  const ModelMatrix& matrix_;
  const OrderedFit fit_;
  const MatrixXd basis_;
  double total_ss_ = 0;
  Products products_;
  Beyond beyond_;
  Whitened at_;
  MatrixXd root_;  // of the coefficients' covariance, in units of the residuals' variance
  MixedAnalysis result_;
};

// An error that the terms leave nothing of has no variance to estimate: the outer one is left out,
// of the innermost nothing could be told.
Status MixedModel::AddRandom() {
  const Index rows = matrix_.columns.rows();
  OrderedBasis known(rows);
  for (Index i = 0; i < basis_.cols(); ++i) known.Add(basis_.col(i));
  std::vector<VectorXd> all;
  for (const ModelTerm& error : options_.errors) {
    const Index before = known.Rank();
    std::vector<VectorXd> columns = PlotColumns(cells_, error, rows);
    for (const VectorXd& column : columns) known.Add(column);
    const Index df = known.Rank() - before;
    if (df == 0 && &error == &options_.errors.back()) {
      return InputError("nothing tells how plots differ");
    }
    if (df == 0) continue;
    const double ss = (known.Columns().rightCols(df).transpose() * matrix_.y).squaredNorm();
    beyond_.rows.push_back(
        MakeRow(TermName(cells_, error), {}, static_cast<size_t>(df), ss, total_ss_));
    beyond_.ss += ss;
    beyond_.df += df;
    products_.random.push_back({TermName(cells_, error), static_cast<Index>(all.size()),
                                static_cast<Index>(columns.size())});
    all.insert(all.end(), columns.begin(), columns.end());
  }
  if (static_cast<Index>(all.size()) > kMostPlots) return InputError("there are too many plots");
  MatrixXd z(rows, static_cast<Index>(all.size()));
  for (size_t i = 0; i < all.size(); ++i) z.col(static_cast<Index>(i)) = all[i];
  products_.zz = z.transpose() * z;
  products_.zq = z.transpose() * basis_;
  products_.zy = z.transpose() * matrix_.y;
  products_.qy = basis_.transpose() * matrix_.y;
  products_.yy = total_ss_;
  products_.n = matrix_.observations;
  const double left = products_.n - static_cast<double>(basis_.cols() + beyond_.df);
  if (!(left > 0)) return InputError("nothing is left over within plots");
  const VectorXd residuals =
      matrix_.y - known.Columns() * (known.Columns().transpose() * matrix_.y);
  if (!(residuals.squaredNorm() + matrix_.beyond_ss > kSquaresRounding * total_ss_)) {
    return InputError("the residuals within plots do not vary");
  }
  return Done{};
}

void MixedModel::SetDegrees(const std::vector<double>& ratios) {
  const Derivatives derivatives = DerivativesOf(products_, at_, ratios).Take();
  const Index k = static_cast<Index>(derivatives.active.size());
  const double s = at_.variance;
  root_ = at_.covariance.llt().matrixL();
  ModelAnalysis& model = result_.model;
  model.confidence = options_.confidence;
  model.residual_sd = std::sqrt(s);
  // The derivative of d'Cd by a variance is d'C(Q'V⁻¹VᵢV⁻¹Q)Cd.
  MatrixXd rest = at_.covariance.inverse() / s;
  VarianceDegrees degrees;
  const auto keep = [&](const MatrixXd& inner) {
    const MatrixXd gradient = s * s * root_.transpose() * inner * root_;
    degrees.gradients.emplace_back(gradient.data(), gradient.data() + gradient.size());
  };
  for (Index i = 0; i < k; ++i) {
    const RandomColumns& random = products_.random[derivatives.active[static_cast<size_t>(i)]];
    const MatrixXd part = at_.qvz.middleCols(random.first, random.count);
    const MatrixXd inner = part * part.transpose() / (s * s);
    rest -= derivatives.variances[i] * inner;
    keep(inner);
  }
  keep(rest / s);
  const MatrixXd covariance =
      2 * derivatives.second.completeOrthogonalDecomposition().pseudoInverse();
  degrees.covariance.assign(covariance.data(), covariance.data() + covariance.size());
  model.variance_degrees = std::move(degrees);
}

void MixedModel::SetComponents(const std::vector<double>& ratios) {
  for (size_t i = 0; i < ratios.size(); ++i) {
    result_.components.push_back({products_.random[i].name, ratios[i] * at_.variance});
  }
  result_.components.push_back({"residuals", at_.variance});
}

// Rows that are 0 where the term has no effect, in the coordinates of the basis: what the term has
// beyond those that its type of squares puts before it.
MatrixXd MixedModel::HypothesisOf(const ColumnGroup& group) const {
  OrderedBasis before(matrix_.columns.rows());
  before.Add(matrix_.columns.col(0));
  for (const ColumnGroup& other : matrix_.groups) {
    if (&other == &group) continue;
    const bool contains =
        !group.factors.empty() && std::includes(other.factors.begin(), other.factors.end(),
                                                group.factors.begin(), group.factors.end());
    if (options_.ss_type == 1 && other.first > group.first) continue;
    if (options_.ss_type == 2 && contains) continue;
    for (Index i = 0; i < other.count; ++i) before.Add(matrix_.columns.col(other.first + i));
  }
  const Index rank = before.Rank();
  for (Index i = 0; i < group.count; ++i) before.Add(matrix_.columns.col(group.first + i));
  return before.Columns().rightCols(before.Rank() - rank).transpose() * basis_;
}

// Of several contrasts, each with degrees of freedom of its own: those of an F with the same mean
// as the mean of their squared t (Fai and Cornelius 1996).
double JointDegrees(const std::vector<double>& each) {
  const auto [least, most] = std::minmax_element(each.begin(), each.end());
  if (*most - *least < 1e-8) return *least;
  if (*least <= 2) return 2;
  double sum = 0;
  for (double df : each) sum += df / (df - 2);
  return 2 * sum / (sum - static_cast<double>(each.size()));
}

void MixedModel::AddRow(const ColumnGroup& group) {
  const MatrixXd rows = HypothesisOf(group);
  const size_t df = static_cast<size_t>(rows.rows());
  if (df < static_cast<size_t>(group.count)) {
    result_.model.inestimable.push_back({.term = group.name,
                                         .factors = group.factors,
                                         .df = df,
                                         .full_df = static_cast<size_t>(group.count)});
  }
  if (df == 0) return;
  AnovaRow row =
      MakeRow(group.name, group.factors, df, (rows * products_.qy).squaredNorm(), total_ss_);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> axes(rows * at_.covariance * rows.transpose());
  const MatrixXd turned = axes.eigenvectors().transpose() * rows;
  double f = 0;
  std::vector<double> each;
  for (Index i = 0; i < turned.rows(); ++i) {
    const double estimate = turned.row(i).dot(at_.coefficients);
    f += estimate * estimate / (axes.eigenvalues()[i] * at_.variance);
    each.push_back(DegreesOf(result_.model, Scaled(turned.row(i).transpose())));
  }
  row.f = f / static_cast<double>(df);
  row.error = "mixed_model";
  row.error_df = JointDegrees(each);
  row.p = FTail(*row.f, static_cast<double>(df), *row.error_df);
  // As large as the squares would be of runs that vary by the error that F has.
  if (*row.f > 0) SetOmega(*row.ms / *row.f, total_ss_, row);
  result_.model.rows.push_back(std::move(row));
}

void MixedModel::AddRows() {
  ModelAnalysis& model = result_.model;
  model.ss_type = options_.ss_type;
  model.observations = matrix_.observations;
  model.total_ss = total_ss_;
  for (const ColumnGroup& group : matrix_.groups) AddRow(group);
  model.rows.insert(model.rows.end(), beyond_.rows.begin(), beyond_.rows.end());
  const double explained = products_.qy.squaredNorm() + beyond_.ss;
  const double left = products_.n - static_cast<double>(basis_.cols() + beyond_.df);
  model.residual_df = static_cast<size_t>(std::llround(left));
  model.rows.push_back(
      MakeRow("residuals", {}, model.residual_df, std::max(0.0, total_ss_ - explained), total_ss_));
  if (total_ss_ > 0) model.r_squared = explained / total_ss_;
}

void MixedModel::AddEffect(const ColumnGroup& group, const std::vector<uint32_t>& at) {
  std::optional<FittedEffect> fitted = EffectAt(cells_, matrix_, fit_, group, at);
  if (!fitted) return;
  const Eigen::Map<const VectorXd> direction(fitted->direction.data(),
                                             static_cast<Index>(fitted->direction.size()));
  Effect& effect = fitted->effect;
  effect.effect = direction.dot(at_.coefficients);
  SetInterval(effect.effect, ReachOf(Scaled(direction)), effect);
  result_.model.effects.push_back(std::move(effect));
}

void MixedModel::AddMean(const ColumnGroup& group, const std::vector<uint32_t>& at) {
  LevelMean mean = ObservedAt(cells_, group.factors, at);
  const VectorXd direction = DirectionOf(fit_, MeanFunction(matrix_, group.factors, at));
  if (direction.size() > 0) {
    mean.mean = matrix_.mean.high + (matrix_.mean.low + direction.dot(at_.coefficients));
    mean.direction = Scaled(direction);
    const Reach reach = ReachOf(mean.direction);
    mean.standard_error = reach.standard_error;
    SetInterval(*mean.mean, reach, mean);
  }
  result_.model.means.push_back(std::move(mean));
}

void MixedModel::AddAllMeans() {
  ModelAnalysis& model = result_.model;
  VectorXd all = VectorXd::Zero(basis_.cols());
  all[0] = 1 / std::sqrt(matrix_.observations);
  model.grand_mean.mean = matrix_.mean.high + (matrix_.mean.low + all.dot(at_.coefficients));
  SetInterval(model.grand_mean.mean, ReachOf(Scaled(all)), model.grand_mean);
  for (const ColumnGroup& group : matrix_.groups) {
    for (const auto& at : ToldLevels(matrix_, group)) {
      AddEffect(group, at);
      AddMean(group, at);
    }
  }
}

}  // namespace

Result<MixedAnalysis> AnalyzeMixed(const Cells& cells, const MixedOptions& options) {
  if (!(options.confidence > 0 && options.confidence < 1)) {
    return InputError("a confidence must be between 0 and 1");
  }
  if (options.errors.empty()) return InputError("no plots or blocks are named");
  TRENA_ASSIGN(const ModelMatrix matrix, MakeModelMatrix(cells, options.terms));
  return MixedModel(cells, options, matrix).Analyze();
}

}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// Tables of what a stated analysis found beside the analysis of variance, of a study and of a table
// alike: pairs of levels, contrasts, with and without covariates, both scales, spreads.
#pragma once

#include <limits>

#include "analyze/model/stated_analysis.h"
#include "report/tables/tables.h"
#include "report/words/metric_words.h"
#include "report/words/words.h"

namespace trena {

inline constexpr size_t kAllPairs = std::numeric_limits<size_t>::max();

// Levels in pairs with their ratio and verdict, those of the factor that drives most first; at most
// `most` of them.
ReportTable PairTable(const StatedAnalysis& stated, const Words& words, size_t most);

// All others against the baseline that was named; no rows where none was, or nothing compares.
ReportTable BaselineTable(const StatedAnalysis& stated, const MetricText& metric,
                          const Words& words);

ReportTable ContrastTable(const StatedAnalysis& stated, const Words& words);

// Each term's share and p, with the covariates and without.
ReportTable CovarianceTable(const StatedAnalysis& stated, const Words& words);

// Each term's share and p on the raw scale and on the recommended one; no rows otherwise.
ReportTable ScaleTable(const StatedAnalysis& stated, const Words& words);

// Each term's p beside that of the ranks.
ReportTable RankTable(const StatedAnalysis& stated, const Words& words);

// How residuals spread at the levels of each factor, and whether alike.
ReportTable SpreadTable(const StatedAnalysis& stated, const Words& words);

// All of them, as they are shown; `most_pairs` of the first.
std::vector<ReportTable> ModelTables(const StatedAnalysis& stated, const Words& words,
                                     size_t most_pairs);

// "faster", "cheaper", "lower", "same within 5%", "cannot tell", by what the response is.
std::string VerdictOfPair(const StatedAnalysis& stated, PairVerdict verdict, const Words& words);
std::string VerdictInWords(PairVerdict verdict, const std::string& response, double same_within,
                           const Words& words);

}  // namespace trena

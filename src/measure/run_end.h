// SPDX-License-Identifier: Apache-2.0
// What the end of a program puts into its record, be it a study's run or one that was monitored:
// how it ended, what it told of itself, and its numbers.
#pragma once

#include <filesystem>

#include "measure/outcome.h"
#include "measure/program/guards/memory_kills.h"
#include "measure/program/output_relay.h"
#include "measure/program/watch.h"
#include "measure/record/series_metrics.h"
#include "store/event_file.h"
#include "store/run.h"

namespace trena {

// All that tells how the program of this folder ended, but for what it said itself: asked at once.
OutcomeEvidence CollectEvidence(const std::filesystem::path& folder, const ProgramEnd& end,
                                const Watch& watch, MemoryKills& kills);

// Outcome, cause, reason and exit code; what it said last where it did not end well.
void AddOutcome(OutcomeEvidence evidence, const RunEvents& events,
                const std::filesystem::path& folder, RunRecord& run);

// Phases, versions, and notes on what was odd.
void AddTold(const RunEvents& events, const ProgramEnd& end, RunRecord& run);

// What the events and the end of a program give as numbers of its run.
void AddMetrics(const RunEvents& events, const ProgramEnd& end, RunRecord& run);

// The time over which the run trained; the whole run where the runner does not tell, or tells what
// cannot be.
// What of it could not be seen as it was meant: patterns that no line matched, and a run that ended
// before the time between two samples had passed.
void AddUnseen(const OutputRelay* relay, const ProgramEnd& end, Seconds every, RunRecord& run);

Window TrainingWindow(const RunEvents& events, const ProgramEnd& end, const RunRecord& run);

}  // namespace trena

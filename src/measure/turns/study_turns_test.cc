// SPDX-License-Identifier: Apache-2.0
// Whole measurements in turns, with programs that say themselves when they worked.
#include "measure/turns/study_turns.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "configure/testing.h"
#include "core/clock.h"
#include "measure/machine/machine.h"
#include "measure/measure.h"
#include "store/cause.h"
#include "store/own_time.h"
#include "store/sample_file.h"
#include "study/study_reader.h"

namespace trena {
namespace {

// Trains two epochs of some CPU seconds each, and tells of them by a clock that jumps. Beside the
// events it writes the pieces in which it worked, and the CPU time of each epoch.
constexpr const char* kTrainer = R"(
import json, os, sys, time
events = open(os.environ["TRENA_EVENTS"], "a", buffering=1)
pieces = open(os.path.join(os.path.dirname(os.environ["TRENA_EVENTS"]), "pieces"), "w")
def emit(event, **fields):
    events.write(json.dumps({"event": event, "t": time.monotonic(), **fields}) + "\n")
def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        began = time.monotonic()
        for i in range(20000): pass
        pieces.write("%.6f %.6f\n" % (began, time.monotonic()))
seconds = float(sys.argv[1])
if seconds == -1: sys.exit(3)
if seconds == -2:
    emit("error", kind="out_of_memory", message="2 GB could not be had")
    sys.exit(1)
if seconds == -3: time.sleep(1000)
if seconds == -4:  # tells somebody that it is there, as often as it can
    import socket
    peer = socket.socket(socket.AF_UNIX)
    peer.connect("peer")
    until = time.process_time() + 0.4
    while time.process_time() < until:
        peer.send(b".")
        work(0.002)
total = 0
for epoch in (1, 2):
    began = time.monotonic()
    work(seconds)
    until = time.monotonic()
    total += until - began
    work(seconds / 2)  # an evaluation
    if epoch == 2: emit("phase", name="train", seconds=total)
    emit("epoch", epoch=epoch, seconds=until - began, until=until, images=10)
)";

class StudyTurns : public testing::Test {
 protected:
  StudyTurns() : results_(folder_.path() / "test.trena") { folder_.Write("train.py", kTrainer); }

  MeasureSummary MeasureWork(const std::string& work, const std::string& more = "") {
    const fs::path path = folder_.Write(
        "test.yaml", "factors: { work: [" + work + "] }\nfixed: { framework: command }\n" +
                         "design: { replications: 1, order: in_turns, turn: 50ms }\n" + more +
                         "command: [python3, train.py, \"{work}\"]\n");
    study_ = ReadStudy(path).value();
    plan_ = MakePlan(study_, {}).value();
    Installation places;
    places.cache = folder_.path() / "cache";
    Configuration configuration(study_, places, {});
    KeptRuns runs(results_);
    Result<MeasureSummary> summary = Measure(RequestOf(configuration), runs, listener_);
    EXPECT_TRUE(summary.ok()) << summary.error().message();
    return summary.ok() ? summary.value() : MeasureSummary();
  }

  MeasureRequest RequestOf(Configuration& configuration) const {
    MeasureRequest request{&study_, &plan_, &configuration, false, {}, "test 1.0"};
    request.available = available_;
    if (each_needs_) {
      for (const Scenario& scenario : plan_.scenarios) request.memory[scenario.key] = *each_needs_;
    }
    return request;
  }

  std::vector<RunRecord> Runs() const { return results_.Load().value().runs; }
  fs::path FolderOf(const RunRecord& run) const {
    return results_.folder() / "runs" / run.folder.text();
  }

  std::multiset<std::string> OutcomesOf() const {
    std::multiset<std::string> outcomes;
    for (const RunRecord& run : Runs()) outcomes.insert(ToString(run.outcome));
    return outcomes;
  }

  using Pieces = std::vector<std::pair<double, double>>;
  Pieces PiecesOf(const RunRecord& run) const {
    std::istringstream text(ReadFile(FolderOf(run) / "pieces").value());
    Pieces pieces;
    double began = 0, ended = 0;
    while (text >> began >> ended) pieces.emplace_back(began, ended);
    return pieces;
  }

  TestFolder folder_;
  ResultsFolder results_;
  Study study_;
  Plan plan_;
  MeasureListener listener_;
  AvailableMemory available_;
  std::optional<double> each_needs_;  // bytes, as pilots tell it
};

double MachineMemory() { return static_cast<double>(ReadMachine().memory.value().value); }

int TurnsOf(const RunRecord& run) { return Get<int>(*run.turns, "count").value_or(0); }

TEST_F(StudyTurns, OneAtATimeAndEachByItsOwnClock) {
  const double began = MonotonicNow();
  EXPECT_EQ(MeasureWork("0.2, 0.21, 0.22", "measure: { sample_every: 50ms }\n").measured, 3u);
  const double elapsed = MonotonicNow() - began;
  const std::vector<RunRecord> runs = Runs();
  ASSERT_EQ(runs.size(), 3u);
  double charged = 0;
  for (const RunRecord& run : runs) {
    ASSERT_EQ(run.outcome, Outcome::kOk) << run.reason;
    const OwnTime own = ReadOwnTime(FolderOf(run));
    // At no moment of which it tells was it frozen.
    for (const auto& [from, to] : PiecesOf(run)) {
      for (const FrozenSpan& span : own.spans()) {
        EXPECT_FALSE(span.from < from && from < span.to);
        EXPECT_FALSE(span.from < to && to < span.to);
      }
    }
    EXPECT_GE(Get<int>(*run.turns, "count"), 3);
    EXPECT_NEAR(*Get<double>(*run.turns, "frozen_s"), own.frozen(), 1e-9);
    EXPECT_GT(own.frozen(), 0.1);
    // Three epochs' worth of CPU, of which two were training.
    const double work = *Find(run.levels, "work")->number();
    EXPECT_GE(*run.metric("wall_s"), 3 * work);
    EXPECT_GE(*run.metric("train_s"), 2 * work);
    EXPECT_LE(*run.metric("train_s"), *run.metric("wall_s") - work);
    EXPECT_EQ(run.notes, std::vector<std::string>()) << "its clock is sane";
    charged += *run.metric("wall_s");
  }
  EXPECT_LE(charged, elapsed) << "no second is charged twice";
}

TEST_F(StudyTurns, SamplesHaveNoFrozenTime) {
  MeasureWork("0.3, 0.31", "measure: { sample_every: 100ms }\n");
  for (const RunRecord& run : Runs()) {
    const std::vector<std::string_view> wanted = {"cpu_pct"};
    const SampleTable table = ReadSamples(FolderOf(run) / "samples.csv", wanted).value();
    ASSERT_GE(table.samples.size(), 5u);
    const double seen = table.samples.back().t - table.samples.front().t;
    const double frozen = *Get<double>(*run.turns, "frozen_s");
    EXPECT_LT(seen, *run.metric("wall_s") + frozen / 2);
  }
}

// The trainer keeps one CPU busy. Were a sample's time that before its freezing was taken off, it
// would have seen it all in an instant.
TEST_F(StudyTurns, SamplesOfCpuAreOfItsOwnTime) {
  cpu_set_t ours;
  ASSERT_EQ(sched_getaffinity(0, sizeof ours, &ours), 0);
  const double most = 100.0 / CPU_COUNT(&ours);
  MeasureWork("0.3, 0.31", "measure: { sample_every: 100ms }\n");
  for (const RunRecord& run : Runs()) {
    const std::vector<std::string_view> wanted = {"cpu_pct"};
    const SampleTable table = ReadSamples(FolderOf(run) / "samples.csv", wanted).value();
    const auto told = std::count_if(table.samples.begin(), table.samples.end(),
                                    [](const Sample& one) { return one.readings[0].has_value(); });
    EXPECT_GE(told, std::ssize(table.samples) / 2) << "all but the first tell of the time before";
    ASSERT_TRUE(run.metric("cpu_pct"));
    // The kernel counts in ticks of 10 ms.
    EXPECT_LE(*run.metric("cpu_pct"), 1.2 * most);
    EXPECT_GT(*run.metric("cpu_pct"), 0);
  }
}

TEST_F(StudyTurns, OneThatFailsAtOnceLeavesTheOthersAlone) {
  const MeasureSummary summary = MeasureWork("0.1, -1, 0.11");
  EXPECT_EQ(summary.measured, 3u);
  EXPECT_EQ(summary.failed, 1u);
  EXPECT_EQ(OutcomesOf(), (std::multiset<std::string>{"failed", "ok", "ok"}));
}

// Were frozen time counted, each would have trained for half as long.
TEST_F(StudyTurns, ATimeoutIsOfItsOwnTurns) {
  EXPECT_EQ(MeasureWork("50, 51", "measure: { timeout: 1s }\n").measured, 2u);
  for (const RunRecord& run : Runs()) {
    EXPECT_EQ(run.outcome, Outcome::kTimedOut) << run.reason;
    EXPECT_GE(*run.metric("wall_s"), 0.9) << "the watch may begin a moment before the program";
    EXPECT_GE(Get<int>(*run.turns, "count"), 3);
  }
}

TEST_F(StudyTurns, MemoryThatIsShortIsAnOutcomeOfThatRunAlone) {
  MeasureWork("0.1, -2");
  EXPECT_EQ(OutcomesOf(), (std::multiset<std::string>{"ok", "out_of_memory"}));
}

// Outside, and so never standing still itself: it hangs up once it has heard nothing for 20 ms.
class ImpatientPeer {
 public:
  explicit ImpatientPeer(const fs::path& path) : line_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{AF_UNIX, {}};
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    listens_ = bind(line_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
               listen(line_, 1) == 0;
    thread_ = std::thread([this] { Hear(); });
  }
  ~ImpatientPeer() {
    shutdown(line_, SHUT_RDWR);
    thread_.join();
    close(line_);
  }
  ImpatientPeer(const ImpatientPeer&) = delete;
  ImpatientPeer& operator=(const ImpatientPeer&) = delete;
  bool listens() const { return listens_; }

 private:
  void Hear() const {
    const int one = accept(line_, nullptr, nullptr);
    const timeval patience{0, 20'000};
    setsockopt(one, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    char heard = 0;
    while (recv(one, &heard, 1, 0) == 1) continue;
    close(one);
  }

  int line_;
  bool listens_ = false;
  std::thread thread_;
};

// A slow run would be a wrong time; one that has lost its peer has none.
TEST_F(StudyTurns, OneWhosePeerTimesOutIsFailed) {
  const ImpatientPeer peer(folder_.path() / "peer");
  ASSERT_TRUE(peer.listens());
  EXPECT_EQ(MeasureWork("0.2, -4").failed, 1u);
  ASSERT_EQ(OutcomesOf(), (std::multiset<std::string>{"failed", "ok"}));
  for (const RunRecord& run : Runs()) {
    EXPECT_EQ(run.metric("train_s").has_value(), run.outcome == Outcome::kOk);
    if (run.outcome != Outcome::kOk) {
      EXPECT_NE(run.reason.find("Broken pipe"), std::string::npos) << run.reason;
    }
  }
}

// One that waits for ever is ended; one that stands still because it is another's turn does not
// hang, though its own clock is asked about it.
TEST_F(StudyTurns, OneThatHangsIsEndedAndTheOtherDoesNot) {
  MeasureWork("0.6, -3", "measure: { hang_after: 1s }\n");
  EXPECT_EQ(OutcomesOf(), (std::multiset<std::string>{"failed", "ok"}));
  for (const RunRecord& run : Runs()) {
    EXPECT_EQ(run.cause, run.outcome == Outcome::kOk ? "" : cause::kHang) << run.reason;
  }
}

TEST_F(StudyTurns, ASignalInterruptsAllAndTheNextCallGoesOn) {
  listener_.running = [](const MeasureState& state) {
    if (state.elapsed > 0.2) raise(SIGINT);
  };
  EXPECT_EQ(MeasureWork("5, 6").end, MeasureEnd::kInterrupted);
  ASSERT_EQ(Runs().size(), 2u);
  for (const RunRecord& run : Runs()) EXPECT_EQ(run.outcome, Outcome::kInterrupted);
  EXPECT_TRUE(fs::is_empty(results_.folder() / "under-way"));
}

// What a killed trena leaves of several runs at once.
TEST_F(StudyTurns, AllThatWereUnderWayAreRecovered) {
  ASSERT_TRUE(results_.Prepare().ok());
  for (const int replication : {1, 2, 3}) {
    RunRecord run;
    run.scenario = "C1";
    run.key = std::string(64, 'a');
    run.replication = replication;
    run.outcome = Outcome::kInterrupted;
    const fs::path folder = results_.Begin(run).value();
    ASSERT_TRUE(results_.KeepBegun(folder, run).ok());
    ASSERT_TRUE(WriteFile(folder / "stdout.log", "it began").ok());
  }
  EXPECT_EQ(results_.Recover().value(), 3);
  std::set<int> replications;
  for (const RunRecord& run : Runs()) replications.insert(run.replication);
  EXPECT_EQ(replications, (std::set<int>{1, 2, 3}));
}

// Two that need half of the machine each: what pilots told is known before the first run.
TEST_F(StudyTurns, WhatIsToldOfMemoryMakesThemWaitForEachOther) {
  available_ = [] { return 0.95 * MachineMemory(); };
  each_needs_ = 0.5 * MachineMemory();
  EXPECT_EQ(MeasureWork("0.2, 0.21").measured, 2u);
  for (const RunRecord& run : Runs()) {
    EXPECT_EQ(run.outcome, Outcome::kOk) << run.reason;
  }
  const Pieces first = PiecesOf(Runs()[0]), second = PiecesOf(Runs()[1]);
  EXPECT_TRUE(first.back().second < second.front().first ||
              second.back().second < first.front().first);
}

TEST_F(StudyTurns, WithRoomForAllNobodyWaits) {
  available_ = [] { return 0.95 * MachineMemory(); };
  each_needs_ = 0.3 * MachineMemory();
  MeasureWork("0.2, 0.21");
  for (const RunRecord& run : Runs()) EXPECT_GE(TurnsOf(run), 3);
}

// Of nothing is it known what it takes; the second begins, and then all memory is gone.
TEST_F(StudyTurns, WhereMemoryRunsShortOneFinishesAlone) {
  int looks = 0;
  std::optional<double> short_since;
  bool one_ended = false;
  listener_.finished = [&](const MeasureState&, const RunRecord&) { one_ended = true; };
  available_ = [&]() -> std::optional<double> {
    if (one_ended || ++looks < 6) return 0.5 * MachineMemory();
    if (!short_since) short_since = MonotonicNow();
    return 0.04 * MachineMemory();
  };
  EXPECT_EQ(MeasureWork("0.4, 0.41").measured, 2u);
  ASSERT_TRUE(short_since);
  double ended_first = std::numeric_limits<double>::infinity();
  std::optional<RunRecord> first;
  for (const RunRecord& run : Runs()) {
    ASSERT_EQ(run.outcome, Outcome::kOk) << run.reason;
    const double ended = PiecesOf(run).back().second;
    if (ended < ended_first) first = run;
    ended_first = std::min(ended_first, ended);
  }
  for (const RunRecord& run : Runs()) {
    const OwnTime own = ReadOwnTime(FolderOf(run));
    const auto covers = [&](const FrozenSpan& span) {
      return span.from < *short_since && ended_first < span.to;
    };
    const auto later = [&](const FrozenSpan& span) { return span.from > *short_since; };
    if (run.folder == first->folder) {
      EXPECT_TRUE(std::none_of(own.spans().begin(), own.spans().end(), later)) << "it went on";
    } else {
      EXPECT_TRUE(std::any_of(own.spans().begin(), own.spans().end(), covers)) << "it stood still";
    }
  }
}

TEST(IsShort, IsLessThanATwentieth) {
  EXPECT_TRUE(IsShort(4.9, 100));
  EXPECT_FALSE(IsShort(5, 100));
}

TEST(HasRoom, ATenthOfTheMachineStaysFree) {
  const MemoryRoom room{100, 90, 70, {20}};
  EXPECT_TRUE(HasRoom(room, 60));
  EXPECT_FALSE(HasRoom(room, 61));
  // Those that have begun may not have taken yet what they need.
  EXPECT_TRUE(HasRoom({100, 90, 90, {20, 30}}, 30));
  EXPECT_FALSE(HasRoom({100, 90, 90, {20, 30}}, 31));
  EXPECT_TRUE(HasRoom({100, 60, 60, {25}}, std::nullopt)) << "as much as the largest";
  EXPECT_FALSE(HasRoom({100, 59, 60, {25}}, std::nullopt));
}

}  // namespace
}  // namespace trena

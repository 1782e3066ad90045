// SPDX-License-Identifier: Apache-2.0
#include "measure/monitor/monitor.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/clock.h"
#include "core/sha256.h"
#include "measure/machine/machine.h"
#include "measure/program/attached.h"
#include "measure/program/own_program.h"
#include "measure/program/watch.h"
#include "measure/record/series_metrics.h"
#include "measure/run_end.h"
#include "measure/sensors/kernel/group_maker.h"
#include "store/event_file.h"
#include "store/impossible.h"
#include "study/billing/price_record.h"

namespace trena {
namespace {

// A pager that was left must not end us, nor Ctrl-\, which is the program's to heed.
class IgnoredSignals {
 public:
  IgnoredSignals() : pipe_(signal(SIGPIPE, SIG_IGN)), quit_(signal(SIGQUIT, SIG_IGN)) {}
  ~IgnoredSignals() {
    signal(SIGPIPE, pipe_);
    signal(SIGQUIT, quit_);
  }
  IgnoredSignals(const IgnoredSignals&) = delete;
  IgnoredSignals& operator=(const IgnoredSignals&) = delete;

 private:
  void (*pipe_)(int);
  void (*quit_)(int);
};

Status MakeNewFolder(const fs::path& folder) {
  if (folder.has_parent_path()) TRENA_CHECK(MakeKeptFolder(folder.parent_path()));
  if (mkdir(folder.c_str(), 0777) == 0) return Done{};
  if (errno == EEXIST) {
    return InputError(fmt::format("{} is there already; nothing is overwritten", folder.string()));
  }
  return ElsewhereWith(FileError("make", folder), "--out");
}

Reading Last(const Sampler& sampler, const char* column) {
  const auto& names = sampler.columns();
  auto found = std::find(names.begin(), names.end(), column);
  if (found == names.end() || sampler.samples().empty()) return std::nullopt;
  return sampler.samples().back().readings[static_cast<size_t>(found - names.begin())];
}

class Monitoring {
 public:
  Monitoring(const MonitorRequest& request, SignalWatch& signals, const MonitorListener& listener)
      : request_(request), signals_(signals), listener_(listener), machine_(ReadMachine()) {}

  Result<Monitored> Run() {
    if (request_.pid) {
      TRENA_ASSIGN(Attached process, Attached::To(*request_.pid));
      TRENA_CHECK(BeginFolder(process.Command()));
      SensorContext context{*request_.pid, &machine_};
      context.root_counts = true;
      TRENA_CHECK(WatchOver(process, context, [&](int) { process.Terminate(); }));
      return Finish();
    }
    TRENA_CHECK(BeginFolder(request_.command));
    TRENA_CHECK(RunCommand());
    if (end_.start_error == 0) return Finish();
    std::error_code ignored;
    fs::remove_all(request_.folder, ignored);
    done_.start_error = end_.start_error;
    return std::move(done_);
  }

 private:
  Status BeginFolder(const std::vector<std::string>& command) {
    TRENA_CHECK(MakeNewFolder(request_.folder));
    folder_ = fs::absolute(request_.folder);
    RunRecord& run = done_.record;
    run.folder = folder_.filename().string();
    run.scenario = "monitor";
    run.command = command;
    run.key = Sha256(Dump(Json(command)));
    run.replication = request_.replication;
    if (request_.price) {
      Environment here;
      here.price = request_.price;
      run.price = PriceRecord(here);
    }
    run.framework = "command";
    run.environment = kThisMachine;
    run.device = "cpu";
    run.outcome = Outcome::kInterrupted;
    run.reason = "trena ended while it ran";
    run.started = CalendarNow();
    run.facts = machine_.facts;
    run.moment = Dump(ReadMoment());
    run.boot_id = machine_.boot_id;
    run.trena_version = request_.trena_version;
    TRENA_CHECK(WriteFile(folder_ / "events.jsonl", ""));
    return WriteRecord();
  }

  Status WriteRecord() {
    return WriteFileWhole(folder_ / "run.json", Dump(ToJson(done_.record), 1) + "\n");
  }

  Status RunCommand() {
    SupervisedOptions options;
    options.arguments = request_.command;
    options.environment = {{"TRENA_EVENTS", (folder_ / "events.jsonl").string()}};
    AddOwnProgramVariables(true, options.environment);
    options.foreground = true;
    TRENA_ASSIGN(auto relay, OutputRelay::Open({folder_ / "stdout.log", folder_ / "stderr.log",
                                                folder_ / "events.jsonl", request_.patterns,
                                                listener_.pass, true}));
    relay_ = relay.get();
    options.output_to = relay->TakeOutput();
    options.errors_to = relay->TakeErrors();
    options.ours = relay->Ours();
    std::optional<RunGroup> group = groups_.Make();
    options.group = group ? &*group : nullptr;
    TRENA_ASSIGN(Supervised program, Supervised::Start(options));
    relay->Begin();
    auto pass_on = [&](int signal) {
      if (!signals_.from_terminal()) program.Send(signal);
    };
    SensorContext context{program.root(), &machine_};
    context.group = options.group;
    TRENA_CHECK(WatchOver(program, context, pass_on));
    relay->Finish(signals_);
    relay_ = nullptr;
    if (relay->incomplete()) done_.record.notes.emplace_back("output_lost");
    if (end_.start_error == 0) AddUnseen(relay.get(), end_, request_.every, done_.record);
    return Done{};
  }

  // Until the program's end, with samples and ticks.
  Status WatchOver(Watched& program, const SensorContext& context,
                   const std::function<void(int)>& on_signal) {
    TRENA_ASSIGN(Sampler sampler, Sampler::Open(folder_ / "samples.csv", context));
    EventTail tail(folder_ / "events.jsonl");
    auto tick = [&](double elapsed) {
      if (listener_.running) listener_.running(StateAt(elapsed, sampler, tail));
    };
    WatchOptions options;
    options.sample_every = request_.every;
    options.on_signal = on_signal;
    RunTick run_tick = tick;
    Watch watch(options, program, sampler, signals_, run_tick);
    MemoryKills kills(groups_.parents());
    kills.Begin(context.group);
    end_ = watch.UntilEnd();
    evidence_ = CollectEvidence(folder_, end_, watch, kills);
    if (!request_.pid) evidence_.program = request_.command[0];
    done_.columns = sampler.columns();
    done_.samples = sampler.samples();
    return Done{};
  }

  MonitorState StateAt(double elapsed, const Sampler& sampler, EventTail& tail) {
    tail.Read();
    MonitorState state{elapsed,
                       Last(sampler, "cpu_pct"),
                       Last(sampler, "tree_rss_bytes"),
                       Last(sampler, "gpu_pct"),
                       std::nullopt,
                       tail.epoch(),
                       tail.loss()};
    if (request_.price) state.cost = request_.price->For(Seconds{elapsed});
    AddOutlook(tail, state);
    return state;
  }

  void AddOutlook(const EventTail& tail, MonitorState& state) {
    const double now = MonotonicNow();
    epochs_.See(tail.epoch(), now);
    const PrintedEpochs printed = relay_ == nullptr ? PrintedEpochs() : relay_->printed();
    const std::optional<int> in_all = request_.epochs ? request_.epochs : printed.in_all();
    if (!in_all) return;
    // What the program or a pattern told is surer than what lines look like.
    const bool by_lines = epochs_.count == 0 && printed.in_all();
    state.outlook = FindOutlook(by_lines ? printed.so_far() : epochs_, *in_all, state.elapsed, now);
    if (state.outlook && request_.price) {
      state.whole_cost = request_.price->For(Seconds{state.outlook->whole_s});
    }
  }

  Result<Monitored> Finish() {
    TRENA_ASSIGN(RunEvents events, ReadEvents(folder_ / "events.jsonl"));
    events.EndAt(end_.ended);
    FinishRecord(events);
    done_.pid = request_.pid;
    done_.price = request_.price;
    done_.begin = end_.started;
    done_.end = end_.ended;
    done_.memory = machine_.memory;
    done_.cpus = machine_.cpus;
    if (request_.price) done_.cost = request_.price->For(Seconds{end_.ended - end_.started});
    done_.epochs = std::move(events.epochs);
    for (const char* name : {"stdout.log", "stderr.log", "events.jsonl", "samples.csv"}) {
      std::error_code ignored;
      if (fs::exists(folder_ / name, ignored)) TRENA_CHECK(Sync(folder_ / name));
    }
    TRENA_CHECK(WriteRecord());
    return std::move(done_);
  }

  void FinishRecord(const RunEvents& events) {
    RunRecord& run = done_.record;
    if (request_.pid) {  // how it ended is not ours to know
      run.outcome = Outcome::kOk;
      run.notes.emplace_back("looked_at");
      run.reason.clear();
      end_.cpu_s = CpuSinceTheFirstSample();
    } else {
      AddOutcome(evidence_, events, folder_, run);
      done_.exit_code = end_.signal != 0 ? 128 + end_.signal : end_.exit_code;
    }
    AddTold(events, end_, run);
    AddMetrics(events, end_, run);
    Window whole{end_.started, end_.ended};
    run.AddMetrics(SeriesMetrics(done_.columns, done_.samples, whole));
    if (run.metrics.contains("gpu_pct")) run.device = "cuda";
    run.metrics["monitor_cpu_s"] = OwnCpuTime().value - own_before_.value;
    LeaveOutImpossible(run);
  }

  std::optional<double> CpuSinceTheFirstSample() const {
    auto found = std::find(done_.columns.begin(), done_.columns.end(), "tree_cpu_s");
    auto index = static_cast<size_t>(found - done_.columns.begin());
    std::optional<double> first, last;
    for (const Sample& sample : done_.samples) {
      if (found == done_.columns.end() || !sample.readings[index]) continue;
      if (!first) first = sample.readings[index];
      last = sample.readings[index];
    }
    return first ? std::optional(*last - *first) : std::nullopt;
  }

  const MonitorRequest& request_;
  SignalWatch& signals_;
  const MonitorListener& listener_;
  Machine machine_;
  IgnoredSignals ignored_;
  Seconds own_before_ = OwnCpuTime();
  fs::path folder_;
  ProgramEnd end_;
  GroupMaker groups_;
  OutcomeEvidence evidence_;
  EpochsSoFar epochs_;
  const OutputRelay* relay_ = nullptr;  // of a command, while it runs
  Monitored done_;
};

}  // namespace

Result<Monitored> Monitor(const MonitorRequest& request, SignalWatch& signals,
                          const MonitorListener& listener) {
  return Monitoring(request, signals, listener).Run();
}

}  // namespace trena

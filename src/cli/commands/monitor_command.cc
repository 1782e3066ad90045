// SPDX-License-Identifier: Apache-2.0
// trena monitor: any program measured, with no study. The exit code is the program's.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <mutex>
#include <string_view>

#include "cli/command.h"
#include "cli/study_options.h"
#include "cli/talk.h"
#include "core/clock.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
#include "core/text/text.h"
#include "core/version.h"
#include "measure/monitor/monitor.h"
#include "report/monitor/monitor_line.h"
#include "report/monitor/monitor_page.h"
#include "report/monitor/monitor_report.h"
#include "report/monitor/monitor_series.h"

namespace trena {
namespace {

constexpr double kShortestSampling = 0.01;
constexpr int kMostRunsOfAProgram = 100'000;
// As shells say it.
constexpr int kExitNotFound = 127;
constexpr int kExitNotStarted = 126;

// No more than a pipe takes at once when it says that it can take something.
constexpr size_t kPiece = 4096;

// A terminal shared by a program's output and the one line that tells how it does: the line goes
// away before the program prints, and comes back only where a line begins. For two threads.
class LiveScreen {
 public:
  explicit LiveScreen(Terminal& talk) : talk_(talk) {}

  // Writes the bytes as they are, all of them; false when nobody reads there any more, or when the
  // descriptor `abandon` became readable meanwhile.
  bool Pass(int to, std::string_view bytes, int abandon);
  // Rewrites the line, unless the program is in the middle of one of its own or is printing.
  void Show(const std::string& line);
  // Takes the line off the screen; what comes next begins a line.
  void End();

 private:
  Terminal& talk_;
  std::mutex mutex_;
  bool line_begins_ = true;
};

bool LiveScreen::Pass(int to, std::string_view bytes, int abandon) {
  std::lock_guard<std::mutex> lock(mutex_);
  talk_.ClearProgress();
  while (!bytes.empty()) {
    pollfd waiting[2] = {{to, POLLOUT, 0}, {abandon, POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) return false;
    if (waiting[1].revents != 0 && (waiting[0].revents & POLLOUT) == 0) return false;
    if (waiting[0].revents == 0) continue;
    ssize_t written = write(to, bytes.data(), std::min(bytes.size(), kPiece));
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written < 0) return false;
    if (isatty(to) == 1) line_begins_ = bytes[static_cast<size_t>(written) - 1] == '\n';
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

void LiveScreen::Show(const std::string& line) {
  std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (lock.owns_lock() && line_begins_) talk_.Progress(line);
}

void LiveScreen::End() {
  std::lock_guard<std::mutex> lock(mutex_);
  talk_.ClearProgress();
  if (!line_begins_ && talk_.interactive()) talk_.Say("");
}

struct MonitorOptions {
  std::string every = "1s";
  std::optional<std::string> price, pattern, out;
  std::optional<int> pid;
  bool json = false;
  std::optional<int> runs;
  std::optional<int> epochs;
  std::vector<std::string> program;
};

std::string Example(const std::vector<std::string>& words) {
  return "trena monitor -- " + (words.empty() ? "python3 train.py" : CommandText(words));
}

// Exactly one of a command and a process, and nothing that is neither.
Status CheckTarget(const CLI::App& app, const MonitorOptions& options) {
  std::vector<std::string> rest = app.remaining();
  if (!rest.empty() && rest[0].starts_with("-")) {
    std::vector<std::string> known = {"--every",    "--price", "--epoch-pattern",
                                      "--out",      "--pid",   "--json",
                                      "--language", "--runs",  "--epochs"};
    return InputError(fmt::format("there is no option `{}`{}; what the program gets comes after --",
                                  ForTerminal(rest[0]), DidYouMean(rest[0], known)));
  }
  if (!rest.empty()) {
    return InputError(fmt::format("put -- before the command: {}", ForTerminal(Example(rest))));
  }
  if (options.pid && !options.program.empty()) {
    return InputError("a command and --pid: only one program can be monitored");
  }
  if (options.pid && options.runs) {
    return InputError("--runs starts a command several times; a process of --pid is there once");
  }
  if (options.pid && options.epochs) {
    return InputError("--epochs are told by what a program prints, which --pid cannot see");
  }
  if (options.epochs && *options.epochs < 1) return InputError("--epochs must be at least 1");
  if (options.runs && (*options.runs < 1 || *options.runs > kMostRunsOfAProgram)) {
    return InputError(fmt::format("--runs must be from 1 to {}", kMostRunsOfAProgram));
  }
  if (!options.pid && (options.program.empty() || options.program[0].empty())) {
    return InputError(fmt::format("what is to be monitored? Write the command after --, like\n  {}",
                                  Example({})));
  }
  return Done{};
}

// "trena-monitor-2026-11-15T21-37-04Z", and the first number that makes it new.
fs::path NewFolder() {
  std::string name = "trena-monitor-" + CalendarNow();
  std::replace(name.begin(), name.end(), ':', '-');
  std::error_code ignored;
  fs::path folder = name;
  for (int k = 2; fs::exists(folder, ignored); ++k) folder = fmt::format("{}-{}", name, k);
  return folder;
}

Result<MonitorRequest> MakeRequest(const MonitorOptions& options) {
  MonitorRequest request;
  request.command = options.program;
  request.pid = options.pid;
  Result<Seconds> every = ParseSeconds(options.every);
  if (!every.ok()) return every.error().While("--every");
  request.every = every.value();
  if (request.every.value < kShortestSampling) {
    return InputError("--every must be at least 10ms");
  }
  if (options.price) {
    Result<Price> price = ParsePrice(*options.price);
    if (!price.ok()) return price.error().While("--price");
    request.price = price.value();
  }
  if (options.pattern && options.pid) {
    return InputError("--epoch-pattern reads what a program prints, which --pid cannot see");
  }
  if (options.pattern) {
    TRENA_ASSIGN(request.patterns, ParseEpochPattern("--epoch-pattern", *options.pattern));
  }
  request.folder = options.out ? fs::path(*options.out) : NewFolder();
  if (!request.folder.has_filename()) request.folder = request.folder.parent_path();
  request.epochs = options.epochs;
  request.trena_version = VersionText();
  return request;
}

// In a pipe there is no line to rewrite, so that it is said at the second epoch, and again whenever
// twice as many are done.
std::function<void(const MonitorState&)> SayOutlook(Terminal& talk) {
  return [&talk, next = 2.0](const MonitorState& state) mutable {
    if (!state.outlook || state.outlook->done < next) return;
    talk.Say("trena: " + MonitorOutlook(state, Talk()));
    next = 2 * state.outlook->done;
  };
}

// With --json what the program prints goes to stderr: stdout is the JSON's.
MonitorListener ListenerFor(const MonitorOptions& options, Terminal& talk, LiveScreen& screen) {
  MonitorListener listener;
  if (talk.interactive()) {
    listener.running = [&](const MonitorState& state) {
      screen.Show("trena: " + MonitorLine(state, Talk()));
    };
  } else {
    listener.running = SayOutlook(talk);
  }
  int output = options.json ? STDERR_FILENO : STDOUT_FILENO;
  listener.pass = [&screen, output](OutputStream stream, std::string_view bytes, int abandon) {
    return screen.Pass(stream == OutputStream::kOutput ? output : STDERR_FILENO, bytes, abandon);
  };
  return listener;
}

Result<int> NotStarted(const MonitorOptions& options, const Monitored& monitored, Terminal& talk) {
  int reason = monitored.start_error;
  talk.Say(talk.Styled(Style::kRed, "trena: ") + fmt::format("cannot start {}: {}",
                                                             ForTerminal(options.program[0]),
                                                             std::strerror(reason)));
  return reason == ENOENT ? kExitNotFound : kExitNotStarted;
}

// The page and the JSON into the folder.
Result<Json> DrawRun(const Monitored& monitored, const fs::path& folder,
                     const std::string& language) {
  ReportContext context;
  context.language = LanguageFromCode(language);
  context.trena_version = "trena " + VersionText();
  context.generated = CalendarNow();
  Json json = MonitorJson(monitored, folder.string());
  TRENA_CHECK(WriteFileWhole(folder / "summary.json", Dump(json, 1) + "\n"));
  TRENA_CHECK(WriteFileWhole(folder / "report.html", MonitorPage(monitored, context)));
  return json;
}

// The same, and the summary to the person.
Status Tell(const MonitorOptions& options, const Monitored& monitored, const fs::path& folder,
            const std::string& language, Terminal& talk) {
  TRENA_ASSIGN(const Json json, DrawRun(monitored, folder, language));
  const Words words(LanguageFromCode(language));
  for (const std::string& line : MonitorSummary(monitored, words)) talk.Say(line);
  talk.Say(words.Say({"The page: {page}", "A página: {page}"},
                     {{"page", ForTerminal((folder / "report.html").string())}}));
  if (options.json) Print("{}\n", Dump(json));
  return Done{};
}

// What several runs of the command took, in one folder that `trena compare` takes.
Status TellSeries(const MonitorOptions& options, const MonitorSeries& series,
                  const fs::path& folder, const std::string& language, Terminal& talk) {
  const Json json = SeriesJson(series, folder.string());
  TRENA_CHECK(WriteFileWhole(folder / "summary.json", Dump(json, 1) + "\n"));
  const Words words(LanguageFromCode(language));
  for (const std::string& line : SeriesSummary(series, words)) talk.Say(line);
  talk.Say(words.Say({"The runs: {folder}", "As execuções: {folder}"},
                     {{"folder", ForTerminal((folder / "runs").string())}}));
  if (options.json) PrintText(Dump(json) + "\n");
  return Done{};
}

// One run after the other, until one does not end well.
Result<int> MonitorRuns(const MonitorOptions& options, MonitorRequest request,
                        const std::string& language, Terminal& talk, LiveScreen& screen) {
  const fs::path folder = request.folder;
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(folder, ignored))) {
    return InputError(fmt::format("{} is there already; nothing is overwritten", folder.string()));
  }
  MonitorSeries series{*options.runs, {}};
  SignalWatch signals;
  for (int run = 1; run <= *options.runs; ++run) {
    request.replication = run;
    request.folder = folder / "runs" / fmt::format("monitor-r{}", run);
    TRENA_ASSIGN(Monitored monitored,
                 Monitor(request, signals, ListenerFor(options, talk, screen)));
    screen.End();
    if (monitored.start_error != 0) {
      fs::remove(folder / "runs", ignored);
      fs::remove(folder, ignored);
      return NotStarted(options, monitored, talk);
    }
    TRENA_CHECK(DrawRun(monitored, request.folder, language));
    monitored.samples.clear();  // drawn, and kept in its folder
    series.runs.push_back(std::move(monitored));
    if (series.runs.back().record.outcome != Outcome::kOk) break;
  }
  TRENA_CHECK(TellSeries(options, series, folder, language, talk));
  return series.runs.back().exit_code.value_or(kExitDone);
}

Result<int> MonitorProgram(const CLI::App& app, const MonitorOptions& options,
                           const std::string& language) {
  TRENA_CHECK(CheckTarget(app, options));
  TRENA_ASSIGN(MonitorRequest request, MakeRequest(options));
  TalkIn(language);
  Terminal talk(stderr);
  LiveScreen screen(talk);
  if (options.runs) return MonitorRuns(options, std::move(request), language, talk, screen);
  SignalWatch signals;
  TRENA_ASSIGN(Monitored monitored, Monitor(request, signals, ListenerFor(options, talk, screen)));
  screen.End();
  if (monitored.start_error != 0) return NotStarted(options, monitored, talk);
  TRENA_CHECK(Tell(options, monitored, request.folder, language, talk));
  return monitored.exit_code.value_or(kExitDone);
}

}  // namespace

Action AddMonitor(CLI::App& app, const std::vector<std::string>& program) {
  auto options = std::make_shared<MonitorOptions>();
  options->program = program;
  app.footer("The command comes after --, or --pid names a process.\n" + app.get_footer());
  app.allow_extras();
  app.add_option("--every", options->every, "time between samples (default: 1s)")
      ->type_name("TIME");
  app.add_option("--price", options->price, "of this machine: 0.526USD/h, or free")
      ->type_name("PRICE");
  app.add_option("--epoch-pattern", options->pattern,
                 "what it prints to end an epoch: 'epoch (?P<epoch>\\d+)'")
      ->type_name("REGEX");
  app.add_option("--epochs", options->epochs, "it will train, where it prints no 'Epoch 3/90'")
      ->type_name("N");
  app.add_option("--out", options->out, "folder to make (default: trena-monitor-TIME)")
      ->type_name("DIR");
  app.add_option("--pid", options->pid, "look at a process that is running already")
      ->type_name("PID");
  app.add_option("--runs", options->runs, "start it so often, one after the other; sums them up")
      ->type_name("N");
  app.add_flag("--json", options->json, "the summary as JSON on stdout; what it prints on stderr");
  auto language = AddLanguage(app);
  return [&app, options, language] { return MonitorProgram(app, *options, *language); };
}

}  // namespace trena

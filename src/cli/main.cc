// SPDX-License-Identifier: Apache-2.0
// The command line as a whole: finds the command, parses its options, runs it, prints an error once
// and gives the exit code.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <initializer_list>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
#include "core/text/text.h"
#include "core/version.h"

namespace trena {
namespace {

// Room for `-P,--parameter NAME=VALUES ...` on a line with what it is.
constexpr size_t kOptionWidth = 33;

constexpr const char* kDescription =
    "trena: what does this training cost here, in time and money; what drives that cost?";
constexpr const char* kFooter =
    "Everywhere: -P batch=64,128 overrides a value, --only EXPR selects scenarios,\n"
    "--json prints for programs. `trena COMMAND --help` tells the rest.\n"
    "Exit codes: 0 done, 1 failure, 2 bad usage or study, 3 a run failed,\n"
    "4 inconclusive, 5 budget reached, 130 interrupted.\n"
    "Start with: trena init --template first && trena run first.yaml";

// Whatever a message quotes, from a file or from the command line, only its line breaks come
// through as they are.
std::string SafeLines(const std::string& message) {
  std::vector<std::string> lines = Split(message, '\n');
  for (std::string& line : lines) line = ForTerminal(line);
  return Join(lines, "\n");
}

void PrintError(const std::string& message) {
  Terminal terminal(stderr);
  terminal.Say(terminal.Styled(Style::kRed, "trena: ") + SafeLines(message));
}

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.emplace_back(command.name);
  return names;
}

// "--replicatons" → " (did you mean `--replications`?)", over the options of the command used.
std::string OptionHint(const CLI::App& app, const std::string& message) {
  std::vector<std::string> options;
  for (const CLI::App* used : app.get_subcommands()) {
    for (const CLI::Option* option : used->get_options()) {
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    }
  }
  size_t begin = message.find("--");
  if (begin == std::string::npos) return "";
  std::string word = message.substr(begin, message.find_first_of(" =\n", begin) - begin);
  return DidYouMean(word, options);
}

int UsageError(const CLI::App& app, const CLI::ParseError& error) {
  std::string message = ForTerminal(error.what());
  std::string where;
  for (const CLI::App* used : app.get_subcommands()) where = " " + used->get_name();
  PrintError(
      fmt::format("{}{}\nTry `trena{} --help`.", message, OptionHint(app, error.what()), where));
  return kExitInput;
}

// A command that does not exist is told before CLI11 would call it an unexpected argument.
bool IsUnknownCommand(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  std::vector<std::string> names = CommandNames();
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return false;
  PrintError(fmt::format("there is no command `{}`{}\nThe commands are: {}", ForTerminal(argv[1]),
                         DidYouMean(argv[1], names), Join(names, ", ")));
  return true;
}

// Words after the first `--` of a command that runs a program are that program's: they are taken
// from the line as they are, before anything looks at them.
std::vector<std::string> TakeProgram(int& argc, char** argv) {
  auto named = [&](const Command& command) {
    return argc > 1 && command.name == std::string(argv[1]);
  };
  auto command = std::find_if(Commands().begin(), Commands().end(), named);
  if (command == Commands().end() || command->add_program == nullptr) return {};
  for (int i = 2; i < argc; ++i) {
    if (std::string(argv[i]) != "--") continue;
    std::vector<std::string> program(argv + i + 1, argv + argc);
    argc = i;
    return program;
  }
  return {};
}

// Whether the line may be about a command: only then are its options worth making.
bool IsNamed(const Command& command, int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc,
                     [&](const char* word) { return std::string_view(word) == command.name; });
}

// An answer that nobody got is none.
Result<int> Answer(const Action& action) {
  TRENA_ASSIGN(int code, action());
  TRENA_CHECK(FinishOutput());
  return code;
}

int Perform(const Action& action) {
  Result<int> code = Answer(action);
  if (code.ok()) return code.value();
  if (code.error().kind() == ErrorKind::kInterrupted) {
    Terminal(stderr).Say(SafeLines(code.error().message()));  // asked for, so nothing went wrong
    return kExitInterrupted;
  }
  PrintError(code.error().message());
  return code.error().kind() == ErrorKind::kInput ? kExitInput : kExitFailure;
}

// --help and --version.
Result<int> PrintHelp(const CLI::App& app, const CLI::Success& asked) {
  std::ostringstream text, errors;
  int code = app.exit(asked, text, errors);
  PrintText(text.str());
  return code;
}

// One empty line between the parts of a help, so that it fits a screen.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    for (size_t at = help.find("\n\n\n"); at != help.npos; at = help.find("\n\n\n", at)) {
      help.erase(at, 1);
    }
    return help;
  }
};

int RunCommandLine(int argc, char** argv) {
  if (IsUnknownCommand(argc, argv)) return kExitInput;
  CLI::App app(kDescription, "trena");
  auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(kOptionWidth);
  app.formatter(std::move(formatter));
  app.set_version_flag("--version", "trena " + VersionText());
  app.footer(kFooter);
  app.require_subcommand(0, 1);
  std::vector<std::string> program = TakeProgram(argc, argv);
  std::map<CLI::App*, Action> actions;
  for (const Command& command : Commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    if (!IsNamed(command, argc, argv)) continue;
    sub->footer(fmt::format("Example: {}", command.example));
    actions[sub] = command.add ? command.add(*sub) : command.add_program(*sub, program);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return Perform([&] { return PrintHelp(app, help); });
  } catch (const CLI::ParseError& error) {
    return UsageError(app, error);
  }
  std::vector<CLI::App*> chosen = app.get_subcommands();
  if (chosen.empty()) {
    std::string help = app.help();
    if (help.ends_with('\n')) help.pop_back();
    Terminal(stderr).Say(help);
    return kExitInput;
  }
  return Perform(actions[chosen[0]]);
}

// What no edge of a library caught: an end with a word, not by a signal.
int RunOrTell(int argc, char** argv) {
  try {
    return RunCommandLine(argc, argv);
  } catch (const std::bad_alloc&) {
    PrintError("there is not enough memory for this");
  } catch (const std::exception& problem) {
    PrintError(fmt::format("a mistake in trena: {}", problem.what()));
  }
  return kExitFailure;
}

// An interruption is 130, whichever signal brought it. What has something to put in order takes
// signals itself (core/process/signals.h), and they do not come here.
void EndAsByCtrlC(int /*signal*/) {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  _exit(128 + SIGINT);  // where it is held back
}

}  // namespace
}  // namespace trena

int main(int argc, char** argv) {
  trena::PrepareStreams();
  for (int number : {SIGTERM, SIGHUP}) {
    // nohup's wish stays.
    if (std::signal(number, trena::EndAsByCtrlC) == SIG_IGN) std::signal(number, SIG_IGN);
  }
  return trena::RunOrTell(argc, argv);
}

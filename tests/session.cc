// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "core/files.h"
#include "core/text/text.h"

namespace trena {
namespace {

const char* const kProgram = TRENA_BUILD_DIR "/trena";

int ExitCode(int state) { return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state); }

std::vector<char*> Pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

Session::Session() {
  folder_ = MakeTemporaryFolder(fs::temp_directory_path(), "trena-e2e-").value();
  setenv("TRENA_CACHE", (folder_.string() + "-cache").c_str(), 1);
}

Session::~Session() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::remove_all(folder_.string() + "-cache", ignored);
}

void Session::Write(const std::string& name, const std::string& text) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name) << text;
  if (text.starts_with("#!")) fs::permissions(folder_ / name, fs::perms(0755));
}

std::string Session::Read(const std::string& name) const {
  auto text = ReadFile(folder_ / name);
  return text.ok() ? text.value() : "";
}

bool Session::Exists(const std::string& name) const { return fs::exists(folder_ / name); }

std::vector<std::string> Session::Runs(const std::string& results) const {
  std::vector<std::string> names = ListFolder(folder_ / results / "runs").value();
  std::erase_if(names, [](const std::string& name) { return name.starts_with("."); });
  return names;
}

std::vector<std::string> Session::Snapshot() const {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    auto size = entry.is_regular_file() ? entry.file_size() : 0;
    paths.push_back(fmt::format("{} {}", entry.path().string(), size));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

ProcessResult Session::Trena(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {kProgram};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return Program(words);
}

ProcessResult Session::Program(const std::vector<std::string>& arguments) const {
  ProcessOptions options;
  options.arguments = arguments;
  options.folder = folder_;
  auto result = RunProcess(options);
  return result.ok() ? result.value() : ProcessResult{-1, "", result.error().message()};
}

ProcessResult Session::InTerminal(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::string>>& environment) {
  std::vector<std::string> words = {kProgram};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv = Pointers(words);
  winsize size{40, 120, 0, 0};
  int screen = -1;
  pid_t child = forkpty(&screen, nullptr, nullptr, &size);
  if (child == 0) {
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    if (chdir(folder_.c_str()) == 0) execv(argv[0], argv.data());
    _exit(127);
  }
  ProcessResult result;
  char buffer[4096];
  ssize_t got = 0;
  while ((got = read(screen, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR)) {
    if (got > 0) result.output.append(buffer, static_cast<size_t>(got));
  }
  close(screen);
  result.exit_code = WaitForExit(child);
  return result;
}

pid_t Session::Start(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {kProgram};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv = Pointers(words);
  std::string output = (folder_ / "started.log").string();
  pid_t child = fork();
  if (child == 0) {
    int file = open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    if (chdir(folder_.c_str()) == 0) execv(argv[0], argv.data());
    _exit(127);
  }
  return child;
}

int WaitForExit(pid_t pid) {
  int state = 0;
  while (waitpid(pid, &state, 0) < 0 && errno == EINTR) {
  }
  return ExitCode(state);
}

std::vector<pid_t> ProcessesWith(const std::string& text) {
  std::vector<pid_t> found;
  for (const std::string& name : ListFolder("/proc").value()) {
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    auto line = ReadFile("/proc/" + name + "/cmdline");
    auto stat = ReadFile("/proc/" + name + "/stat");
    bool zombie = stat.ok() && stat.value().find(") Z ") != std::string::npos;
    bool holds = line.ok() && line.value().find(text) != std::string::npos;
    if (holds && !zombie) found.push_back(std::stoi(name));
  }
  return found;
}

void SleepMilliseconds(int milliseconds) { usleep(static_cast<useconds_t>(milliseconds) * 1000); }

std::string FakeStudy(const std::string& more_fixed, int replications) {
  return fmt::format(R"(study: fake
question: Does the machinery work?
factors:
  batch: [64, 128]
  image: [32, 64]
  network: [a, b]
fixed:
  framework: fake
  fake_seconds: 10
  fake_noise: 0.01
  fake_effect_image_64: 3
  fake_effect_network_b: 1.5
{}
environments:
  here: {{ device: cpu, price: 0.36 USD/h }}
design: {{ replications: {}, seed: 5 }}
)",
                     more_fixed, replications);
}

}  // namespace trena

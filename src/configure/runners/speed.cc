// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <set>
#include <thread>

#include "core/files.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kAvx = 1, kAvx2 = 2, kAvx512 = 3;
constexpr const char* kVectorNames[] = {"SSE", "AVX", "AVX2", "AVX-512"};
constexpr double kFewCpus = 0.6;  // of those it may use
// Not the number of threads: runners are told it, and set all variables of it themselves.
constexpr const char* kThreadVariables[] = {"OMP_THREAD_LIMIT", "OMP_PLACES", "GOMP_CPU_AFFINITY",
                                            "KMP_AFFINITY"};
constexpr const char* kVectorVariables[] = {"ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA",
                                            "ATEN_CPU_CAPABILITY", "XLA_FLAGS"};

// The widest vectors of OpenBLAS's kernels (its cpuid_x86.c and kernel/x86_64); those not named
// here are older and have SSE.
const std::map<std::string, int>& KernelVectors() {
  static const std::map<std::string, int> kernels = {
      {"sandybridge", kAvx},      {"bulldozer", kAvx},   {"piledriver", kAvx},
      {"steamroller", kAvx},      {"haswell", kAvx2},    {"zen", kAvx2},
      {"excavator", kAvx2},       {"skylakex", kAvx512}, {"cooperlake", kAvx512},
      {"sapphirerapids", kAvx512}};
  return kernels;
}

// What may be the cause and how it is mended; records keep the English.
constexpr Sentence kOtherKernels = {"{setting} makes OpenBLAS use kernels for another CPU",
                                    "{setting} faz o OpenBLAS usar rotinas de outra CPU"};
constexpr Sentence kOldKernels = {"OpenBLAS took this CPU, which has {vectors}, for a {kernel}",
                                  "o OpenBLAS tomou esta CPU, que tem {vectors}, por uma {kernel}"};
constexpr Sentence kOnIntelOnly = {"its MKL (libmklml) uses {vectors} on Intel's CPUs only",
                                   "seu MKL (libmklml) usa {vectors} só em CPUs da Intel"};
constexpr Sentence kKeptFromVectors = {"{setting} keeps it from this CPU's {vectors}",
                                       "{setting} o impede de usar {vectors} desta CPU"};
constexpr Sentence kUsedFewCpus = {"with {setting} it used {used} of {cpus} CPUs",
                                   "com {setting} usou {used} de {cpus} CPUs"};
constexpr Sentence kSaysFewCpus = {"it says that it uses {threads} of {cpus} CPUs",
                                   "diz que usa {threads} de {cpus} CPUs"};
constexpr Sentence kReferenceBlas = {"its BLAS is the reference implementation ({library})",
                                     "seu BLAS é a implementação de referência ({library})"};
constexpr Sentence kNoAvx = {"it uses no AVX, and this CPU has {vectors}",
                             "não usa AVX, e esta CPU tem {vectors}"};
constexpr Sentence kCompiledWithout = {"it was compiled without {unused}, which this CPU has",
                                       "foi compilado sem {unused}, que esta CPU tem"};
constexpr Sentence kSetIt = {"set {setting}", "defina {setting}"};
constexpr Sentence kUnsetIt = {"unset {variable}", "remova a variável {variable}"};
constexpr Sentence kThreadedBuild = {"install a build of it that uses threads",
                                     "instale uma compilação dele que use threads"};
constexpr Sentence kBuildForCpu = {"install a build for this CPU",
                                   "instale uma compilação para esta CPU"};
constexpr Sentence kInstallOpenBlas = {
    "install OpenBLAS (Debian: apt install libopenblas0-openmp)",
    "instale o OpenBLAS (Debian: apt install libopenblas0-openmp)"};
constexpr Sentence kCauseSentences[] = {
    kOtherKernels, kOldKernels,    kOnIntelOnly, kKeptFromVectors, kUsedFewCpus,
    kSaysFewCpus,  kReferenceBlas, kNoAvx,       kCompiledWithout, kSetIt,
    kUnsetIt,      kThreadedBuild, kBuildForCpu, kInstallOpenBlas};

std::string Say(Sentence sentence,
                std::initializer_list<std::pair<std::string_view, Told>> values = {}) {
  return Tell(sentence, values).english;
}

std::string Unset(const std::string& name) { return Say(kUnsetIt, {{"variable", name}}); }

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string Fact(const Speed& speed, const char* name) {
  return Get<std::string>(speed.facts, name).value_or("");
}

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// OpenBLAS with kernels for another CPU: its own choice, or OPENBLAS_CORETYPE's.
std::optional<Cause> OldKernel(const Speed& speed, const SpeedSurroundings& around) {
  std::string kernel = Fact(speed, "blas_kernel");
  if (kernel.empty()) return std::nullopt;
  if (VectorsOfKernel(kernel) >= around.vectors) return std::nullopt;
  std::string value = around.vectors == kAvx512 ? "SKYLAKEX"
                      : around.vectors == kAvx2 ? "HASWELL"
                                                : "SANDYBRIDGE";
  if (around.variables.contains(kCoreType)) {
    const std::string setting = fmt::format("{}={}", kCoreType, around.variables.at(kCoreType));
    return Cause{Say(kOtherKernels, {{"setting", setting}}), Unset(kCoreType), kCoreType, value,
                 true};
  }
  return Cause{Say(kOldKernels, {{"vectors", kVectorNames[around.vectors]}, {"kernel", kernel}}),
               Say(kSetIt, {{"setting", fmt::format("{}={}", kCoreType, value)}}), kCoreType,
               value};
}

// MKL as mklml, of 2019, gives its AVX2 kernels to Intel's CPUs only, unless told otherwise. (MKL
// itself ignores the variable from 2020.1 on and has kernels for AMD.)
std::optional<Cause> IntelsOnly(const Speed& speed, const SpeedSurroundings& around) {
  bool meant = around.vendor.empty() || around.vendor == "GenuineIntel";
  if (meant || around.vectors < kAvx2 || !Has(Fact(speed, "blas_library"), "libmklml")) {
    return std::nullopt;
  }
  if (around.variables.contains(kMklCpu)) return std::nullopt;
  return Cause{Say(kOnIntelOnly, {{"vectors", kVectorNames[kAvx2]}}),
               Say(kSetIt, {{"setting", fmt::format("{}=5", kMklCpu)}}), kMklCpu, "5"};
}

std::string WithoutFlag(const std::string& flags, std::string_view flag) {
  std::vector<std::string> kept = Split(flags, ' ');
  std::erase_if(kept, [&](const std::string& one) { return one.starts_with(flag); });
  return Join(kept, " ");
}

// A variable that keeps a library from the CPU's vectors.
std::optional<Cause> Forbidden(const Speed& speed, const SpeedSurroundings& around) {
  std::string framework = Split(speed.framework, '@')[0];
  bool torch = framework == "pytorch" || framework == "libtorch";
  bool onednn = speed.facts.contains("mkldnn") && !speed.facts["mkldnn"].is_null() &&
                speed.facts["mkldnn"] != false;
  for (const auto& [name, value] : around.variables) {
    bool one = (name == "ONEDNN_MAX_CPU_ISA" || name == "DNNL_MAX_CPU_ISA") && onednn &&
               Lower(value) != "all" && Lower(value) != "default";
    bool two = name == "ATEN_CPU_CAPABILITY" && torch;
    bool three = name == "XLA_FLAGS" && Has(value, "xla_cpu_max_isa");
    if (!one && !two && !three) continue;
    std::string free = "ALL";
    if (two) free = around.vectors == kAvx512 ? "avx512" : "avx2";
    if (three) free = WithoutFlag(value, "--xla_cpu_max_isa");
    return Cause{Say(kKeptFromVectors,
                     {{"setting", name + "=" + value}, {"vectors", kVectorNames[around.vectors]}}),
                 Unset(name), name, free, true};
  }
  return std::nullopt;
}

// Whether a variable can keep threads from the CPUs. A limit that leaves one for each cannot.
bool LimitsThreads(const std::string& name, const std::string& value, int cpus) {
  int limit = 0;
  auto error = std::from_chars(value.data(), value.data() + value.size(), limit).ec;
  return name != kThreadVariables[0] || error != std::errc() || limit < cpus;
}

// What one of them says where nothing is kept from a thread.
std::string AllCpus(std::string_view name, int cpus) {
  if (name == "OMP_THREAD_LIMIT") return std::to_string(cpus);
  if (name == "OMP_PLACES") return "threads";
  if (name == "GOMP_CPU_AFFINITY") return fmt::format("0-{}", cpus - 1);
  return "none";  // KMP_AFFINITY
}

// By a variable that keeps it from them, and what was measured then; without one, by the
// framework's own word alone: CPUs that are not busy may be taken by others.
std::optional<Cause> FewThreads(const Speed& speed, const SpeedSurroundings& around) {
  if (Fact(speed, "device") == "cuda") return std::nullopt;
  const double enough = kFewCpus * around.cpus;
  const double used = speed.cpus.value_or(speed.threads);
  for (const char* name : kThreadVariables) {
    auto set = around.variables.find(name);
    if (set == around.variables.end() || !LimitsThreads(name, set->second, around.cpus)) continue;
    if (used <= 0 || used >= enough) continue;
    return Cause{Say(kUsedFewCpus, {{"setting", fmt::format("{}={}", name, set->second)},
                                    {"used", fmt::format("{:.1f}", used)},
                                    {"cpus", std::to_string(around.cpus)}}),
                 Unset(name), name, AllCpus(name, around.cpus), true};
  }
  if (speed.threads <= 0 || speed.threads >= enough) return std::nullopt;
  return Cause{Say(kSaysFewCpus, {{"threads", std::to_string(speed.threads)},
                                  {"cpus", std::to_string(around.cpus)}}),
               Say(kThreadedBuild)};
}

std::optional<Cause> ReferenceBlas(const Speed& speed, const SpeedSurroundings&) {
  std::string library = Fact(speed, "blas_library");
  if (!Fact(speed, "blas").empty() || !Has(library, "libblas")) return std::nullopt;
  return Cause{Say(kReferenceBlas, {{"library", library}}), Say(kInstallOpenBlas)};
}

// Code compiled, or chosen, for CPUs without AVX.
std::optional<Cause> NoVectors(const Speed& speed, const SpeedSurroundings& around) {
  std::string chosen = Lower(Fact(speed, "cpu_capability"));
  bool none = chosen == "no avx" || chosen == "default";
  if (!none || around.vectors < kAvx2) return std::nullopt;
  const std::string unused = Fact(speed, "cpu_unused");  // by the framework's own word
  if (!unused.empty()) return Cause{Say(kCompiledWithout, {{"unused", unused}}), Say(kBuildForCpu)};
  return Cause{Say(kNoAvx, {{"vectors", kVectorNames[around.vectors]}}), Say(kBuildForCpu)};
}

using Rule = std::optional<Cause> (*)(const Speed&, const SpeedSurroundings&);
constexpr Rule kRules[] = {OldKernel, IntelsOnly, Forbidden, NoVectors, ReferenceBlas, FewThreads};

void AddVariable(const char* name, SpeedSurroundings& around) {
  const char* value = std::getenv(name);
  if (value != nullptr && *value != '\0') around.variables[name] = value;
}

}  // namespace

int VectorsOfKernel(const std::string& kernel) {
  auto known = KernelVectors().find(Lower(kernel));
  return known != KernelVectors().end() ? known->second : 0;
}

SpeedSurroundings SpeedSurroundings::Here(const std::string& proc) {
  SpeedSurroundings around;
  // Counts the affinity mask (glibc from 2.34 on).
  around.cpus = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  Result<std::string> text = ReadFile(fs::path(proc) / "cpuinfo");
  std::set<std::string> flags;
  for (const std::string& line : Split(text.ok() ? text.value() : "", '\n')) {
    size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string name(Trim(line.substr(0, colon))), value(Trim(line.substr(colon + 1)));
    if (name == "model name" && around.cpu.empty()) around.cpu = value;
    if (name == "vendor_id") around.vendor = value;
    if (name == "flags" && flags.empty()) {
      for (const std::string& flag : Split(value, ' ')) flags.insert(flag);
    }
  }
  if (flags.contains("avx")) around.vectors = kAvx;
  if (flags.contains("avx2") && flags.contains("fma")) around.vectors = kAvx2;
  if (flags.contains("avx512f") && flags.contains("avx512bw")) around.vectors = kAvx512;
  for (const char* name : {kCoreType, kMklCpu}) AddVariable(name, around);
  for (const char* name : kVectorVariables) AddVariable(name, around);
  for (const char* name : kThreadVariables) AddVariable(name, around);
  return around;
}

std::vector<Cause> FindCauses(const Speed& speed, const SpeedSurroundings& around) {
  std::vector<Cause> causes;
  if (!speed.facts.is_object()) return causes;
  for (Rule rule : kRules) {
    if (auto cause = rule(speed, around)) causes.push_back(std::move(*cause));
  }
  return causes;
}

Told TellCause(const std::string& kept) { return TellAgain(kept, kCauseSentences); }

Told ToText(const std::string& framework, const Handicap& handicap) {
  const Told times = Decimal(fmt::format("{:.1f}", handicap.times));
  const Told shown = handicap.beside.empty()
                         ? Tell({"without that its training here is {times} times as fast",
                                 "sem isso seu treinamento aqui é {times} vezes mais rápido"},
                                {{"times", times}})
                         : Tell({"{beside} trains the same network here {times} times as fast",
                                 "{beside} treina a mesma rede aqui {times} vezes mais rápido"},
                                {{"beside", handicap.beside}, {"times", times}});
  return Tell({"{framework}: {cause}; {shown}. Mend it: {fix}",
               "{framework}: {cause}; {shown}. Conserte: {fix}"},
              {{"framework", framework},
               {"cause", TellCause(handicap.cause)},
               {"shown", shown},
               {"fix", TellCause(handicap.fix)}});
}

Told ToText(const std::string& framework, const Workaround& workaround) {
  return Tell({"{framework}: {cause}; its runs get {variable}={value}",
               "{framework}: {cause}; suas execuções recebem {variable}={value}"},
              {{"framework", framework},
               {"cause", TellCause(workaround.cause)},
               {"variable", workaround.variable},
               {"value", workaround.value}});
}

Json ToJson(const Workaround& workaround) {
  return {{"variable", workaround.variable},
          {"value", workaround.value},
          {"cause", workaround.cause},
          {"gemm_gflops_before", OrNull(workaround.product_before)},
          {"conv_gflops_before", OrNull(workaround.convolution_before)},
          {"training_gain", OrNull(workaround.training_gain)}};
}

Result<Workaround> WorkaroundFromJson(const Json& json) {
  auto variable = Get<std::string>(json, "variable"), value = Get<std::string>(json, "value");
  if (!variable || !value) return Error("not a mending of a framework");
  return Workaround{*variable,
                    *value,
                    Get<std::string>(json, "cause").value_or(""),
                    Get<double>(json, "gemm_gflops_before"),
                    Get<double>(json, "conv_gflops_before"),
                    Get<double>(json, "training_gain")};
}

Json ToJson(const Handicap& handicap) {
  Json json = {{"cause", handicap.cause}, {"fix", handicap.fix}, {"times", handicap.times}};
  if (!handicap.beside.empty()) json["beside"] = handicap.beside;
  return json;
}

std::optional<Handicap> HandicapFromJson(const Json& json) {
  auto cause = Get<std::string>(json, "cause");
  auto times = Get<double>(json, "times");
  if (!cause || !times) return std::nullopt;
  return Handicap{*cause, Get<std::string>(json, "fix").value_or(""), *times,
                  Get<std::string>(json, "beside").value_or("")};
}

Json ToJson(const Speed& speed) {
  Json json = {{"framework", speed.framework},
               {"gemm_gflops", OrNull(speed.product)},
               {"conv_gflops", OrNull(speed.convolution)},
               {"threads", speed.threads},
               {"gemm_cpus", OrNull(speed.cpus)},
               {"facts", speed.facts}};
  if (!speed.failure.empty()) json["failure"] = speed.failure;
  if (speed.mended) json["mended"] = ToJson(*speed.mended);
  if (speed.handicap) json["handicap"] = ToJson(*speed.handicap);
  return json;
}

Result<Speed> SpeedFromJson(const Json& json) {
  Speed speed;
  auto framework = Get<std::string>(json, "framework");
  if (!framework) return Error("not a speed of a framework");
  speed.framework = *framework;
  speed.product = Get<double>(json, "gemm_gflops");
  speed.convolution = Get<double>(json, "conv_gflops");
  speed.threads = Get<int>(json, "threads").value_or(0);
  speed.cpus = Get<double>(json, "gemm_cpus");
  if (json.contains("facts")) speed.facts = json["facts"];
  if (json.contains("handicap")) speed.handicap = HandicapFromJson(json["handicap"]);
  if (!json.contains("mended")) return speed;
  TRENA_ASSIGN(speed.mended, WorkaroundFromJson(json["mended"]));
  return speed;
}

}  // namespace trena

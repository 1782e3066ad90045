// SPDX-License-Identifier: Apache-2.0
// A disk that fails, for tests: preloaded into trena (LD_PRELOAD), it lets the n-th fsync, rename,
// or write to a regular file fail, once or from then on. TRENA_FAULT is CALL:N:ERRNO, with a `+`
// after it for "and all later ones". Programs that trena starts have a disk that works.
// TRENA_SYNCED is a file to which the path of whatever is fsynced is added, one a line.
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Fault {
  char call[16] = "";
  int number = 0;
  int error = 0;
  char stays = 0;
  int calls = 0;
};

// Of this process, as the functions below are.
Fault& TheFault() {
  static Fault fault = [] {
    Fault read;
    const char* text = std::getenv("TRENA_FAULT");
    if (text == nullptr) return read;
    if (std::sscanf(text, "%15[a-z]:%d:%d%c", read.call, &read.number, &read.error, &read.stays) <
        3) {
      std::abort();
    }
    return read;
  }();
  return fault;
}

__attribute__((constructor)) void Load() {
  TheFault();
  unsetenv("LD_PRELOAD");
}

// Whether this call is the one to fail.
bool Fails(const char* call) {
  Fault& fault = TheFault();
  if (std::strcmp(call, fault.call) != 0) return false;
  ++fault.calls;
  if (fault.calls < fault.number || (fault.calls > fault.number && fault.stays != '+'))
    return false;
  errno = fault.error;
  return true;
}

template <typename Function>
Function Real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void TellSynced(int file) {
  const char* log = std::getenv("TRENA_SYNCED");
  char link[64], path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path);
  std::FILE* told = log != nullptr && size > 0 ? std::fopen(log, "a") : nullptr;
  if (told == nullptr) return;
  std::fprintf(told, "%.*s\n", static_cast<int>(size), path);
  std::fclose(told);
}

}  // namespace

extern "C" {

int fsync(int file) {
  if (Fails("fsync")) return -1;
  TellSynced(file);
  static const auto real = Real<int (*)(int)>("fsync");
  return real(file);
}

int rename(const char* from, const char* to) noexcept {
  if (Fails("rename")) return -1;
  static const auto real = Real<int (*)(const char*, const char*)>("rename");
  return real(from, to);
}

ssize_t write(int file, const void* data, size_t size) {
  static const auto real = Real<ssize_t (*)(int, const void*, size_t)>("write");
  struct stat facts{};
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && Fails("write")) {
    // A full disk takes what still fits.
    int error = errno;
    if (size > 1 && real(file, data, size / 2) < 0) return -1;
    errno = error;
    return -1;
  }
  return real(file, data, size);
}
}

// SPDX-License-Identifier: Apache-2.0
// Errors are values. A function that can fail returns Result<T>: a value, or an Error to which each
// layer adds what it was doing. main prints it once. Exceptions of libraries are caught at the
// library's edge and become an Error there.
//
//   Result<std::string> text = ReadFile(path);
//   if (!text.ok()) return text.error().While("reading the study");
//
//   TRENA_ASSIGN(std::string text, ReadFile(path));   // the same, returning the error as it is
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace trena {

// Why something failed, in the words of exit codes (docs/exit-codes.md): kInput is the user's to
// mend (exit 2), kFailure is ours or the machine's (exit 1), kInterrupted is what a signal ended
// (exit 130).
enum class ErrorKind { kFailure, kInput, kInterrupted };

class Error {
 public:
  explicit Error(std::string message, ErrorKind kind = ErrorKind::kFailure)
      : message_(std::move(message)), kind_(kind) {}

  const std::string& message() const { return message_; }
  ErrorKind kind() const { return kind_; }

  // "reading the study: cannot open x.yaml: No such file or directory".
  Error While(const std::string& doing) const { return Error(doing + ": " + message_, kind_); }

 private:
  std::string message_;
  ErrorKind kind_;
};

inline Error InputError(std::string message) {
  return Error(std::move(message), ErrorKind::kInput);
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(state_); }
  // Only after ok().
  T& value() & { return std::get<T>(state_); }
  const T& value() const& { return std::get<T>(state_); }
  T value() && { return std::get<T>(std::move(state_)); }  // by value: safe in a range-for
  // Only after !ok().
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

// Success without a value.
struct Done {};
using Status = Result<Done>;

}  // namespace trena

#define TRENA_CONCAT_INNER(a, b) a##b
#define TRENA_CONCAT(a, b) TRENA_CONCAT_INNER(a, b)
// Declares `target` with the value of `expression`, or returns its error from this function.
#define TRENA_ASSIGN(target, expression) \
  TRENA_ASSIGN_INNER(TRENA_CONCAT(trena_result_, __LINE__), target, expression)
#define TRENA_ASSIGN_INNER(result, target, expression) \
  auto result = (expression);                          \
  if (!result.ok()) return result.error();             \
  target = std::move(result).value()
// Returns the error of `expression`, a Status, if it has one.
#define TRENA_CHECK(expression)                                                              \
  do {                                                                                       \
    if (auto&& trena_status = (expression); !trena_status.ok()) return trena_status.error(); \
  } while (false)

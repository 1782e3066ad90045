// SPDX-License-Identifier: Apache-2.0
// A value that many records have alike, kept once: copies share it, and a change makes a copy of
// its own first. Reads like a pointer that is never null.
#pragma once

#include <memory>
#include <utility>

namespace trena {

template <typename T>
class Shared {
 public:
  Shared() : value_(Empty()) {}
  // No constructor takes a value: braces would mean two things.
  Shared& operator=(T value) {
    value_ = std::make_shared<T>(std::move(value));
    return *this;
  }

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  operator const T&() const { return *value_; }  // NOLINT(google-explicit-constructor)

  // To write into; what others share stays as it is.
  T& Change() {
    if (value_.use_count() > 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }

  friend bool operator==(const Shared& a, const Shared& b) {
    return a.value_ == b.value_ || *a.value_ == *b.value_;
  }

 private:
  static const std::shared_ptr<T>& Empty() {
    static const auto empty = std::make_shared<T>();
    return empty;
  }

  std::shared_ptr<T> value_;
};

}  // namespace trena

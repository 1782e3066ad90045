// SPDX-License-Identifier: Apache-2.0
// A word that many records have, kept once for as long as the program lives: the name of a metric,
// the key of a scenario. A hundred thousand runs name the same forty metrics. As small as a pointer
// and as quick to compare; its order is that of its letters. Any thread may make one.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <ostream>
#include <string>
#include <string_view>

namespace trena {

class Interned {
 public:
  Interned() : Interned(std::string_view()) {}
  Interned(std::string_view text);  // NOLINT(google-explicit-*)
  Interned(const std::string& text)
      : Interned(std::string_view(text)) {}                         // NOLINT(google-explicit-*)
  Interned(const char* text) : Interned(std::string_view(text)) {}  // NOLINT(google-explicit-*)

  const std::string& text() const { return *text_; }
  operator const std::string&() const { return *text_; }  // NOLINT(google-explicit-*)
  bool empty() const { return text_->empty(); }

  friend bool operator==(Interned a, Interned b) { return a.text_ == b.text_; }
  friend bool operator==(Interned a, const std::string& b) { return a.text() == b; }
  friend bool operator==(Interned a, std::string_view b) { return a.text() == b; }
  friend bool operator==(Interned a, const char* b) { return a.text() == b; }
  friend std::strong_ordering operator<=>(Interned a, Interned b) {
    return a == b ? std::strong_ordering::equal : a.text() <=> b.text();
  }
  friend std::strong_ordering operator<=>(Interned a, const std::string& b) {
    return a.text() <=> b;
  }
  friend std::strong_ordering operator<=>(Interned a, std::string_view b) {
    return std::string_view(a.text()) <=> b;
  }
  friend std::strong_ordering operator<=>(Interned a, const char* b) {
    return std::string_view(a.text()) <=> std::string_view(b);
  }
  friend std::ostream& operator<<(std::ostream& out, Interned name) { return out << name.text(); }

 private:
  const std::string* text_;
};

inline std::string operator+(const char* a, Interned b) { return a + b.text(); }
inline std::string operator+(const std::string& a, Interned b) { return a + b.text(); }
inline std::string operator+(Interned a, const char* b) { return a.text() + b; }

}  // namespace trena

template <>
struct fmt::formatter<trena::Interned> : fmt::formatter<std::string_view> {
  auto format(trena::Interned name, format_context& context) const {
    return formatter<std::string_view>::format(name.text(), context);
  }
};

template <>
struct std::hash<trena::Interned> {
  size_t operator()(trena::Interned name) const { return std::hash<const void*>()(&name.text()); }
};

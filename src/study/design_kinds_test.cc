// SPDX-License-Identifier: Apache-2.0
#include "study/design_kinds.h"

#include <gtest/gtest.h>

#include <set>

#include "core/files.h"
#include "core/json.h"
#include "core/text/text.h"
#include "study/study_reader.h"

namespace trena {
namespace {

using KindNames = std::vector<std::string>;

Json DesignSchema() {
  const fs::path path = fs::path(TRENA_SOURCE_DIR) / "schemas" / "study.schema.json";
  return ParseJson(ReadFile(path).value()).value()["properties"]["design"]["properties"];
}

TEST(DesignKindsTest, AKindIsFoundByItsName) {
  for (const std::string& name : DesignNames()) {
    ASSERT_NE(FindDesignKind(name), nullptr) << name;
    EXPECT_EQ(FindDesignKind(name)->name, name);
  }
  EXPECT_EQ(FindDesignKind("half"), nullptr);
  EXPECT_EQ(FindDesignKind(""), nullptr);
}

// docs/methods/designs.md says what each kind is.
TEST(DesignKindsTest, TraitsAreAsDocumented) {
  auto with = [](auto trait) {
    KindNames names;
    for (const DesignKind& kind : kDesignKinds) {
      if (trait(kind)) names.emplace_back(kind.name);
    }
    return names;
  };
  EXPECT_EQ(with([](const DesignKind& kind) { return kind.two_level; }),
            (KindNames{"two_level", "fraction", "plackett_burman"}));
  EXPECT_EQ(with([](const DesignKind& kind) { return kind.crossing; }),
            (KindNames{"full", "two_level"}));
  EXPECT_EQ(with([](const DesignKind& kind) { return kind.TakesEverything(); }), KindNames{"full"});
  EXPECT_EQ(with([](const DesignKind& kind) { return kind.needs_all; }),
            (KindNames{"fraction", "plackett_burman", "latin_square"}));
  EXPECT_EQ(with([](const DesignKind& kind) { return kind.model == DesignModel::kMain; }),
            (KindNames{"simple", "plackett_burman", "latin_square"}));
  EXPECT_EQ(with([](const DesignKind& kind) { return kind.model == DesignModel::kOwn; }),
            KindNames{"optimal"});
}

TEST(DesignKindsTest, OptionsBelongToKinds) {
  EXPECT_EQ(KindsThatTake("runs"), (KindNames{"fraction", "plackett_burman", "optimal"}));
  EXPECT_EQ(KindsThatTake("base"), KindNames{"simple"});
  EXPECT_EQ(KindsThatTake("blocks"), KindNames()) << "for all kinds";
}

// Every option of a row is one that the reader reads.
TEST(DesignKindsTest, TheReaderKnowsEveryOption) {
  for (const DesignKind& kind : kDesignKinds) {
    for (std::string_view option : kind.options) {
      auto study = ReadStudyText(
          "s.yaml", "fixed: { framework: fake }\ndesign: { kind: " + std::string(kind.name) + ", " +
                        std::string(option) + ": [] }\n");
      const std::string message = study.ok() ? "" : study.error().message();
      EXPECT_EQ(message.find("unknown key"), std::string::npos) << message;
      EXPECT_EQ(message.find("says nothing to"), std::string::npos) << message;
    }
  }
}

TEST(DesignKindsTest, TheSchemaHasTheSameKinds) {
  EXPECT_EQ(DesignSchema()["kind"]["enum"].get<KindNames>(), DesignNames());
}

// "fraction, optimal: …": an option that not all kinds take says first whose it is.
TEST(DesignKindsTest, TheSchemaSaysWhoseAnOptionIs) {
  std::set<std::string> own;
  for (const DesignKind& kind : kDesignKinds) {
    own.insert(kind.options.begin(), kind.options.end());
  }
  const Json schema = DesignSchema();
  for (const auto& [name, option] : schema.items()) {
    KindNames kinds = KindsThatTake(name);
    const std::string whose = kinds.empty() ? "" : Join(kinds, ", ") + ": ";
    EXPECT_TRUE(option["description"].get<std::string>().starts_with(whose)) << name;
    own.erase(name);
  }
  EXPECT_EQ(own, std::set<std::string>()) << "not in the schema";
}

TEST(DesignKindsTest, EveryFormHasATurnOfItsOwn) {
  std::set<int> turns;
  for (const DesignKind& kind : kDesignKinds) {
    EXPECT_FALSE(kind.forms.empty()) << kind.name;
    for (const DesignForm& form : kind.forms) {
      EXPECT_TRUE(turns.insert(form.turn).second) << kind.name;
      EXPECT_NE(form.estimates.In(Language::kEnglish), form.estimates.In(Language::kPortuguese))
          << kind.name;
    }
  }
}

}  // namespace
}  // namespace trena

// SPDX-License-Identifier: Apache-2.0
// The small readers and writers of text at their limits: as much as is allowed, and one more.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/csv.h"
#include "core/json.h"
#include "core/source.h"
#include "core/text/moment.h"
#include "core/text/number_text.h"
#include "core/text/text.h"
#include "core/text/units.h"
#include "core/value.h"
#include "core/yaml.h"

namespace trena {
namespace {

std::string Times(const std::string& text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

// ---- CSV: RFC 4180.

TEST(CsvLimits, LinesEndInCrlfAndCommasStandBetween) {
  EXPECT_EQ(CsvLine({}), "\r\n");
  EXPECT_EQ(CsvLine({"a"}), "a\r\n");
  EXPECT_EQ(CsvLine({"a", "", "b,c"}), "a,,\"b,c\"\r\n");
  EXPECT_EQ(CsvLine({"", ""}), ",\r\n");
}

TEST(CsvLimits, NumbersReadBackAndWhatIsNoneIsEmpty) {
  for (double number : {0.1, 1.0 / 3, 1e300, -5e-324, 123456789.125}) {
    EXPECT_EQ(std::strtod(CsvNumber(number).c_str(), nullptr), number);
  }
  EXPECT_EQ(CsvNumber(0), "0");
  EXPECT_EQ(CsvNumber(std::nullopt), "");
  EXPECT_EQ(CsvNumber(std::nan("")), "");
  EXPECT_EQ(CsvNumber(std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(CsvNumber(-std::numeric_limits<double>::infinity()), "");
}

TEST(CsvLimits, BlanksAloneAreNoFormula) {
  EXPECT_EQ(CsvCell("   "), "   ");
  EXPECT_EQ(CsvCell("\t"), "\t") << "there is nothing to compute";
  EXPECT_EQ(CsvCell("\tx"), "\"'\tx\"");
  EXPECT_EQ(CsvCell(" -5"), "\"' -5\"") << "a number is one from its first byte on";
  EXPECT_EQ(CsvCell("-5 "), "\"'-5 \"");
  EXPECT_EQ(CsvCell("-1e400"), "\"'-1e400\"") << "beyond a double it is no number";
  EXPECT_EQ(CsvCell("it's"), "\"it's\"");
}

// ---- JSON.

TEST(JsonLimits, SixtyFourDeepIsTheDeepest) {
  EXPECT_TRUE(ParseJson(Times("[", 64) + "1" + Times("]", 64)).ok());
  Result<Json> deeper = ParseJson(Times("[", 65) + "1" + Times("]", 65));
  ASSERT_FALSE(deeper.ok());
  EXPECT_EQ(deeper.error().message(), "not readable JSON: nested too deeply");
  EXPECT_FALSE(ParseJson(Times("{\"a\":", 65) + "1" + Times("}", 65)).ok());
}

TEST(JsonLimits, IntegersAtTheEdgesOfTheirTypes) {
  Json json = ParseJson(R"({"most": 2147483647, "more": 2147483648, "least": -2147483648,
                            "less": -2147483649, "half": 2.75, "big": 2147483647.5,
                            "u": 18446744073709551615, "minus": -1, "float": 2147483648.0})")
                  .value();
  EXPECT_EQ(Get<int>(json, "most"), 2147483647);
  EXPECT_EQ(Get<int>(json, "more"), std::nullopt);
  EXPECT_EQ(Get<int>(json, "least"), std::numeric_limits<int>::min());
  EXPECT_EQ(Get<int>(json, "less"), std::nullopt);
  EXPECT_EQ(Get<int>(json, "half"), 2);
  EXPECT_EQ(Get<int>(json, "float"), std::nullopt);
  EXPECT_EQ(Get<uint64_t>(json, "u"), 18446744073709551615u);
  EXPECT_EQ(Get<int64_t>(json, "u"), std::nullopt);
  EXPECT_EQ(Get<uint64_t>(json, "minus"), std::nullopt);
}

TEST(JsonLimits, DumpIndentsAsAsked) {
  EXPECT_EQ(Dump(Json{{"a", 1}}, 1), "{\n \"a\": 1\n}");
  EXPECT_EQ(Dump(Json::array()), "[]");
}

// ---- Moments: `date -u -d TEXT +%s` gives the seconds.

TEST(MomentLimits, TheLastOfEachUnit) {
  // 2024-12-31 23:59:59 UTC is 1735689599.
  EXPECT_EQ(ParseMoment("2024-12-31 23:59:59Z").value().value, 1735689599);
  EXPECT_EQ(ParseMoment("2024-12-31").value().value, 1735689600) << "the end of the year";
  EXPECT_EQ(ParseMoment("1970-01-01 00:00").value().value, 0);
  EXPECT_EQ(ParseMoment("1969-12-31 23:59").value().value, -60);
  for (const char* text :
       {"2024-12-32", "2024-00-10", "2024-10-00", "2024-04-31", "2024-01-01 00:60",
        "2024-01-01 24:00", "2024-01-01 00:00+24:00", "2024-01-01 00:00+00:60", "2024-01-01 00:0 ",
        "2024-01-01 00:00z", "2024-01-01  00:00", "2024-01-01 00:00:00 ", "2024-01-01 00:00:5Z"}) {
    EXPECT_FALSE(ParseMoment(text).ok()) << text;
  }
}

TEST(MomentLimits, OffsetsOfBothSigns) {
  EXPECT_EQ(ParseMoment("1970-01-02 00:00+23:59").value().value, 60);  // a day less 23 h 59 min
  EXPECT_EQ(ParseMoment("1970-01-01 00:00-00:01").value().value, 60);
  EXPECT_EQ(ParseMoment("1970-01-01T00:00:30+00:00").value().value, 30);
}

TEST(MomentLimits, IsShownWithAllItsZeros) {
  EXPECT_EQ(MomentText(Seconds{0}), "1970-01-01 00:00 UTC");
  EXPECT_EQ(MomentText(Seconds{59}), "1970-01-01 00:00 UTC");
  EXPECT_EQ(MomentText(Seconds{60}), "1970-01-01 00:01 UTC");
  EXPECT_EQ(MomentText(Seconds{1735689599}), "2024-12-31 23:59 UTC");
}

TEST(MomentLimits, LeapDays) {
  EXPECT_TRUE(ParseDay("2000-02-29")) << "every 400 years";
  EXPECT_FALSE(ParseDay("1900-02-29"));
  EXPECT_EQ(*ParseDay("2000-03-01") - *ParseDay("2000-02-28"), 2);
  EXPECT_EQ(ParseDay("1969-12-31"), -1);
}

// ---- Numbers in tables.

TEST(NumberTextLimits, GroupsAreOfThreeAfterOneToThree) {
  auto kind = [](const char* text) { return ReadNumber(text, DecimalMark::kComma).kind; };
  auto value = [](const char* text) { return ReadNumber(text, DecimalMark::kComma).value; };
  EXPECT_EQ(value("123.456"), 123456);
  EXPECT_EQ(value("+1.234"), 1234);
  EXPECT_EQ(value("-12.345,5"), -12345.5);
  EXPECT_EQ(value("0,5"), 0.5);
  EXPECT_EQ(value(",5"), 0.5) << "nothing before the comma";
  for (const char* text : {"1234.567", ".234", "1.23", "1.2345", "1..234", "1.234.", "1.a34",
                           "1.234.56", "12a", "1.234e5", "-.123"}) {
    EXPECT_EQ(kind(text), NumberKind::kText) << text;
  }
  EXPECT_EQ(value("2e3"), 2000) << "an exponent without groups";
}

TEST(NumberTextLimits, LargestAndSmallest) {
  EXPECT_EQ(ReadNumber("1.7976931348623157e308").value, std::numeric_limits<double>::max());
  EXPECT_EQ(ReadNumber("1.8e308").kind, NumberKind::kTooLarge);
  EXPECT_EQ(ReadNumber("-1.8e308").kind, NumberKind::kTooLarge);
  EXPECT_EQ(ReadNumber("5e-324").value, 5e-324);
  EXPECT_EQ(ReadNumber("-1e-999").kind, NumberKind::kNumber);
  EXPECT_EQ(ReadNumber("-1e-999").value, 0);
}

TEST(NumberTextLimits, SignsAndWords) {
  EXPECT_EQ(ReadNumber("+").kind, NumberKind::kText);
  EXPECT_EQ(ReadNumber("++1").kind, NumberKind::kText);
  EXPECT_EQ(ReadNumber("--").kind, NumberKind::kMissing);
  EXPECT_EQ(ReadNumber("<NA>").kind, NumberKind::kMissing);
  EXPECT_EQ(ReadNumber("NAN ").kind, NumberKind::kNotFinite);
  EXPECT_EQ(ReadNumber("nay").kind, NumberKind::kText);
  EXPECT_EQ(ReadNumber("1,234").kind, NumberKind::kDecimalComma) << "or thousands: not known";
  EXPECT_EQ(ReadNumber("1,234,567").kind, NumberKind::kThousands);
  EXPECT_EQ(ReadNumber("1,23,4").kind, NumberKind::kText);
}

// ---- Text.

TEST(TextLimits, WordsOf256AreComparedAndLongerOnesNot) {
  std::string longest(256, 'a');
  EXPECT_EQ(Nearest(longest, {std::string(255, 'a')}), std::string(255, 'a'));
  EXPECT_EQ(Nearest(std::string(255, 'a'), {longest}), longest);
  EXPECT_EQ(Nearest(std::string(256, 'a'), {std::string(257, 'a')}), std::nullopt);
  EXPECT_EQ(Nearest(std::string(257, 'a'), {longest}), std::nullopt);
}

TEST(TextLimits, ATieGoesToTheFirst) {
  EXPECT_EQ(Nearest("bat", {"cat", "hat"}), "cat");
  EXPECT_EQ(Nearest("bat", {"hat", "cat"}), "hat");
  EXPECT_EQ(Nearest("abcdef", {"abcdxy", "abcdez"}), "abcdez") << "one mistake before two";
}

TEST(TextLimits, ASwapIsOfNeighboursAlone) {
  EXPECT_EQ(Nearest("cba", {"abc"}), std::nullopt);
  EXPECT_EQ(Nearest("ba", {"ab"}), "ab");
}

TEST(TextLimits, OfOneLetterOneMistakeIsAll) {
  EXPECT_EQ(Nearest("", {"a"}), "a");
  EXPECT_EQ(Nearest("", {"ab"}), std::nullopt);
  EXPECT_EQ(Nearest("a", {""}), "");
}

TEST(TextLimits, PlainTextIsFromSpaceToTilde) {
  EXPECT_EQ(ForTerminal(" ~"), " ~");
  EXPECT_EQ(ForTerminal("\x1f"), "\\u{1f}");
  EXPECT_EQ(ForTerminal("\x7f"), "\\u{7f}");
  EXPECT_EQ(DisplayWidth("\x1f"), 0u);
  EXPECT_EQ(DisplayWidth(""), 0u);
}

// ---- Units.

TEST(UnitLimits, AHundredYearsAreTheLongestTime) {
  EXPECT_TRUE(ParseSeconds("36500 d").ok());
  EXPECT_FALSE(ParseSeconds("36500 d 1 s").ok());
  EXPECT_FALSE(ParseSeconds("36501 d").ok());
}

TEST(UnitLimits, PercentagesBetweenNothingAndAll) {
  EXPECT_DOUBLE_EQ(ParsePercent("0.001%").value(), 0.00001);
  EXPECT_DOUBLE_EQ(ParsePercent("99.999%").value(), 0.99999);
  EXPECT_NE(ParsePercent("1").error().message().find("write it like 1 %"), std::string::npos);
  EXPECT_NE(ParsePercent("0").error().message().find("write it like 0 %"), std::string::npos);
  EXPECT_NE(ParsePercent("0.999").error().message().find("write it like 99.9 %"),
            std::string::npos);
}

TEST(UnitLimits, BytesRoundAtAThousand) {
  EXPECT_EQ(ToString(Bytes{1'000'000}), "1 MB");
  EXPECT_EQ(ToString(Bytes{999'499}), "999 kB");
  EXPECT_EQ(ToString(Bytes{999'500}), "1 MB");
  EXPECT_EQ(ToString(Bytes{18'446'744'073'709'551'615u}), "18.4 EB") << "the largest there is";
}

// At the limit itself the next unit begins: 999.5 ms are a second to three digits.
TEST(UnitLimits, SecondsAtTheEdgeOfTheirUnit) {
  EXPECT_EQ(ToString(Seconds{0.9995}), "1.00 s");
  EXPECT_EQ(ToString(Seconds{59.995}), "1 min 00 s");
  EXPECT_EQ(ToString(Seconds{3599.5}), "1 h 00 min");
}

TEST(UnitLimits, MoneyAroundOne) {
  EXPECT_EQ(ToString(Money{1, "USD"}), "1.00 USD");
  EXPECT_EQ(ToString(Money{0.999, "USD"}), "0.999 USD");
  EXPECT_EQ(ToString(Money{-1, "USD"}), "-1.00 USD");
  EXPECT_EQ(ToString(Money{-0.5, "USD"}), "-0.500 USD");
}

// ---- Values.

TEST(ValueLimits, IntegersAreExactBelowTwoToTheFiftyThree) {
  EXPECT_EQ(Value(9007199254740991.0).ToString(), "9007199254740991");
  EXPECT_EQ(Value(-9007199254740991.0).ToString(), "-9007199254740991");
  EXPECT_EQ(Dump(ToJson(Value(9007199254740991.0))), "9007199254740991");
  EXPECT_EQ(Dump(ToJson(Value(2.5))), "2.5");
  EXPECT_TRUE(ToJson(Value(4.0)).is_number_integer());
  EXPECT_FALSE(ToJson(Value(9007199254740992.0)).is_number_integer())
      << "a neighbour of it would read back as the same";
}

TEST(ValueLimits, JsonOfEveryKind) {
  EXPECT_EQ(ValueFromJson(Json(true)), Value(true));
  EXPECT_EQ(ValueFromJson(Json(7)), Value(7));
  EXPECT_EQ(ValueFromJson(Json("7")), Value("7"));
  EXPECT_EQ(ValueFromJson(Json(nullptr)), Value("null"));
  EXPECT_EQ(ValueFromJson(Json::parse(R"({"a": 1})")), Value(R"({"a":1})"));
  EXPECT_EQ(Value().word(), "");
}

TEST(ValueLimits, TheFirstOfANameIsFound) {
  Values values = {{"a", 1}, {"a", 2}, {"", 3}};
  EXPECT_EQ(*Find(values, "a"), Value(1));
  EXPECT_EQ(*Find(values, ""), Value(3));
}

// ---- Places in a file.

TEST(SourceLimits, TwentyAreShownWithoutARest) {
  Source source("f", "a\n");
  for (int i = 0; i < 20; ++i) source.Add({}, "wrong");
  EXPECT_EQ(source.Render().find("more"), std::string::npos);
  source.Add({}, "wrong");
  EXPECT_TRUE(source.Render().ends_with("\n… and 1 more"));
  EXPECT_EQ(Source("f", "a").Render(), "");
}

TEST(SourceLimits, WithinALineTheColumnsDecide) {
  Source source("f", "abc\n");
  source.Add({1, 3, 1}, "second");
  source.Add({1, 1, 1}, "first");
  EXPECT_LT(source.Render().find("first"), source.Render().find("second"));
}

TEST(SourceLimits, AColumnBelowOneIsTheFirst) {
  Source source("f", "abc");
  source.Add({1, 0, 0}, "wrong");
  EXPECT_EQ(source.Render(), "f:1:1: wrong\n    1 | abc\n      | ^");
}

TEST(SourceLimits, TheLastLineNeedsNoEnd) {
  Source source("f", "a\nb\r");
  source.Add({2, 1, 1}, "wrong");
  EXPECT_EQ(source.Render(), "f:2:1: wrong\n    2 | b\n      | ^");
}

TEST(SourceLimits, ALineOf160IsShownWhole) {
  Source whole("f", std::string(160, 'x'));
  whole.Add({1, 160, 1}, "wrong");
  EXPECT_NE(whole.Render().find(std::string(160, 'x')), std::string::npos);
  EXPECT_TRUE(whole.Render().ends_with("| " + std::string(159, ' ') + "^"));
  Source cut("f", std::string(161, 'x'));
  cut.Add({1, 1, 161}, "wrong");
  EXPECT_EQ(cut.Render(), "f:1:1: wrong\n    1 | " + std::string(159, 'x') + "…\n      | ^" +
                              std::string(159, '~'));
}

// ---- YAML.

TEST(YamlLimits, ThirtyTwoDeepIsTheDeepest) {
  Source fits("f", Times("[", 32) + "a" + Times("]", 32));
  EXPECT_TRUE(LoadYaml(fits)) << fits.Render();
  Source deeper("f", Times("[", 33) + "a" + Times("]", 33));
  EXPECT_FALSE(LoadYaml(deeper));
}

// Counted with what aliases stand for: the map, its two keys and two lists are 5 nodes, the 98
// words of the first list 98, each alias 1 + 98: 5 + 98 + 1009 · 99 + 6 = 100,000.
TEST(YamlLimits, AHundredThousandNodesAreTheMost) {
  const std::string list = "a: &a [" + Times("x,", 98) + "]\n" + "b: [" + Times("*a ,", 1009);
  Source fits("f", list + Times("y,", 6) + "]\n");
  EXPECT_TRUE(LoadYaml(fits)) << fits.Render();
  Source more("f", list + Times("y,", 7) + "]\n");
  EXPECT_FALSE(LoadYaml(more));
}

TEST(YamlLimits, AMebibyteIsTheLargest) {
  Source fits("f", "# " + std::string(kLargestYaml - 2, 'x'));
  EXPECT_TRUE(LoadYaml(fits));
  Source more("f", "# " + std::string(kLargestYaml - 1, 'x'));
  EXPECT_FALSE(LoadYaml(more));
}

TEST(YamlLimits, AnEmptyScalarTakesOneColumn) {
  Source source("f", "a: ''\n");
  YAML::Node root = *LoadYaml(source);
  EXPECT_EQ(PlaceOf(root["a"]).length, 1);
  EXPECT_EQ(PlaceOf(YAML::Node()).line, 0) << "what was not read stands nowhere";
}

}  // namespace
}  // namespace trena

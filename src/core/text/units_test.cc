// SPDX-License-Identifier: Apache-2.0
#include "core/text/units.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

template <typename T>
std::string MessageOf(const Result<T>& result) {
  return result.ok() ? "no error" : result.error().message();
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ParseSecondsTest, KnowsEveryUnit) {
  const std::pair<const char*, double> cases[] = {
      {"250ms", 0.25},  {"10s", 10},        {"1 sec", 1},    {"2m", 120},
      {"2 min", 120},   {"3h", 10800},      {"1 hr", 3600},  {"1d", 86400},
      {"1 day", 86400}, {"2 days", 172800}, {"1h30m", 5400}, {"1h 30min 5s", 5405},
      {" 0.5 s ", 0.5}, {".5s", 0.5},       {"0s", 0}};
  for (const auto& [text, seconds] : cases) {
    Result<Seconds> parsed = ParseSeconds(text);
    ASSERT_TRUE(parsed.ok()) << MessageOf(parsed);
    EXPECT_DOUBLE_EQ(parsed.value().value, seconds) << text;
  }
}

TEST(ParseTest, SaysWhatIsOftenWrittenOtherwise) {
  EXPECT_TRUE(Has(MessageOf(ParsePrice("0,10 USD/h")), "not a comma"));
  EXPECT_TRUE(Has(MessageOf(ParseSeconds("1,5s")), "not a comma"));
  EXPECT_TRUE(Has(MessageOf(ParsePrice("0.10 usd/h")), "three capital letters"));
  EXPECT_TRUE(Has(MessageOf(ParseMoney("10 usd")), "three capital letters"));
  EXPECT_DOUBLE_EQ(ParsePrice("0.10 USD/hour").value().per_hour, 0.10);
  EXPECT_DOUBLE_EQ(ParseSeconds("5 minutes").value().value, 300);
}

TEST(ParseSecondsTest, ABareNumberSuggestsAUnit) {
  EXPECT_TRUE(Has(MessageOf(ParseSeconds("10")), "`10` has no unit of time; write `10s`"));
  EXPECT_TRUE(Has(MessageOf(ParseSeconds("1h30")), "no unit"));
}

TEST(ParseSecondsTest, RefusesWhatIsNoTime) {
  for (const char* text : {"", " ", "s", "-5s", "10 parsecs", "1e3s", "nan", "inf s", "10s x",
                           "10S", "1,5s", ".s", "s10"}) {
    Result<Seconds> parsed = ParseSeconds(text);
    EXPECT_FALSE(parsed.ok()) << text;
    EXPECT_TRUE(Has(MessageOf(parsed), "like 10s")) << MessageOf(parsed);
    EXPECT_EQ(parsed.error().kind(), ErrorKind::kInput);
  }
}

TEST(ParseSecondsTest, IsNeverInfinite) {
  EXPECT_FALSE(ParseSeconds(std::string(400, '9') + "s").ok());
  EXPECT_FALSE(ParseSeconds(std::string(308, '9') + "d").ok());
  EXPECT_FALSE(ParseSeconds("40000 d").ok());  // over a hundred years
  EXPECT_TRUE(ParseSeconds("36000 d").ok());
}

TEST(ParseBytesTest, KnowsEveryUnit) {
  const std::pair<const char*, uint64_t> cases[] = {{"1 B", 1},
                                                    {"2kB", 2000},
                                                    {"2 KB", 2000},
                                                    {"512 MB", 512'000'000},
                                                    {"8 GB", 8'000'000'000},
                                                    {"1.5 TB", 1'500'000'000'000},
                                                    {"1 KiB", 1024},
                                                    {"1 MiB", 1'048'576},
                                                    {"8 GiB", 8'589'934'592},
                                                    {"1TiB", 1'099'511'627'776}};
  for (const auto& [text, bytes] : cases) {
    Result<Bytes> parsed = ParseBytes(text);
    ASSERT_TRUE(parsed.ok()) << MessageOf(parsed);
    EXPECT_EQ(parsed.value().value, bytes) << text;
  }
}

TEST(ParseBytesTest, RefusesTheRestWithTheFormToUse) {
  for (const char* text : {"", "8", "GB", "8 gb", "-8 GB", "8 GB RAM", "8 Gb", "99999999999 TB"}) {
    EXPECT_TRUE(Has(MessageOf(ParseBytes(text)), "like 8 GB")) << text;
  }
}

TEST(ParseMoneyTest, NumberAndCurrency) {
  EXPECT_EQ(ParseMoney("200 USD").value(), (Money{200, "USD"}));
  EXPECT_EQ(ParseMoney("0.5BRL").value(), (Money{0.5, "BRL"}));
  EXPECT_EQ(ParseMoney(" 7 EUR ").value(), (Money{7, "EUR"}));
}

TEST(ParseMoneyTest, RefusesTheRestWithTheFormToUse) {
  EXPECT_TRUE(Has(MessageOf(ParseMoney("200")), "`200` has no currency; write `200 USD`"));
  for (const char* text :
       {"", "US$ 200", "USD 200", "200 usd", "200 USDT", "-5 USD", "1,000 USD", "200 USD/h"}) {
    EXPECT_TRUE(Has(MessageOf(ParseMoney(text)), "like 200 USD")) << text;
  }
}

TEST(ParsePriceTest, IsPerHourWhateverTheUnit) {
  EXPECT_EQ(ParsePrice("0.169 USD/h").value(), (Price{0.169, "USD", false}));
  EXPECT_EQ(ParsePrice("0.10USD/min").value(), (Price{6, "USD", false}));
  EXPECT_EQ(ParsePrice("0.001 USD/s").value(), (Price{3.6, "USD", false}));
  EXPECT_DOUBLE_EQ(ParsePrice("0.48 EUR/day").value().per_hour, 0.02);
  EXPECT_EQ(ParsePrice("0.169 USD / h").value(), (Price{0.169, "USD", false}));
}

TEST(ParsePriceTest, FreeIsStatedOnPurpose) {
  EXPECT_EQ(ParsePrice("free").value(), (Price{0, "", true}));
  for (const char* text : {"0", "0.00", "0 USD/h", "0.0 USD/min"}) {
    std::string message = MessageOf(ParsePrice(text));
    EXPECT_TRUE(Has(message, "write `free`") && Has(message, "leave it out")) << text << message;
  }
}

TEST(ParsePriceTest, ANumberAloneSuggestsACurrency) {
  EXPECT_EQ(MessageOf(ParsePrice("0.5")), "`0.5` has no currency; write `0.5 USD/h`");
  EXPECT_EQ(MessageOf(ParsePrice("0.5/h")), "`0.5/h` has no currency; write `0.5 USD/h`");
}

TEST(ParsePriceTest, RefusesTheRestWithTheFormToUse) {
  for (const char* text : {"", "USD/h", "0.5 USD", "0.5 usd/h", "0.5 USD/parsec", "0.5 USD/",
                           "-1 USD/h", "0.5 USD/h each", "Free", "US$ 0.5/h"}) {
    EXPECT_TRUE(Has(MessageOf(ParsePrice(text)), "like 0.169 USD/h, or free")) << text;
  }
  EXPECT_FALSE(ParsePrice(std::string(308, '9') + " USD/ms").ok());
}

TEST(PriceTest, CostIsPriceTimesTime) {
  // Half an hour at 0.169 USD/h.
  Money cost = ParsePrice("0.169 USD/h").value().For(Seconds{1800});
  EXPECT_DOUBLE_EQ(cost.amount, 0.0845);
  EXPECT_EQ(cost.currency, "USD");
}

TEST(ToStringTest, SecondsRoundUpIntoTheNextUnit) {
  const std::pair<double, const char*> cases[] = {{0, "0 ms"},
                                                  {0.25, "250 ms"},
                                                  {0.9994, "999 ms"},
                                                  {0.9996, "1.00 s"},
                                                  {3.41, "3.41 s"},
                                                  {59.99, "59.99 s"},
                                                  {59.996, "1 min 00 s"},
                                                  {125, "2 min 05 s"},
                                                  {3599.4, "59 min 59 s"},
                                                  {3599.6, "1 h 00 min"},
                                                  {3720, "1 h 02 min"},
                                                  {3629, "1 h 00 min"},
                                                  {3630, "1 h 01 min"},
                                                  {7170, "2 h 00 min"},
                                                  {-5, "-5.00 s"}};
  for (const auto& [seconds, text] : cases) EXPECT_EQ(ToString(Seconds{seconds}), text);
}

TEST(ToStringTest, BytesRoundUpIntoTheNextUnit) {
  const std::pair<uint64_t, const char*> cases[] = {
      {0, "0 B"},          {999, "999 B"},    {1000, "1 kB"},           {1'500'000'000, "1.5 GB"},
      {999'400, "999 kB"}, {999'600, "1 MB"}, {28'000'000'000, "28 GB"}};
  for (const auto& [bytes, text] : cases) EXPECT_EQ(ToString(Bytes{bytes}), text);
}

TEST(ToStringTest, MoneyKeepsThreeDigitsBelowOne) {
  EXPECT_EQ(ToString(Money{0, "USD"}), "0.00 USD");
  EXPECT_EQ(ToString(Money{3.5, "USD"}), "3.50 USD");
  EXPECT_EQ(ToString(Money{1234.5, "BRL"}), "1234.50 BRL");
  EXPECT_EQ(ToString(Money{0.0024, "USD"}), "0.00240 USD");
  EXPECT_EQ(ToString(Money{0.123456, "USD"}), "0.123 USD");
  EXPECT_EQ(ToString(Money{0.00000123, "USD"}), "0.00000123 USD");
  EXPECT_EQ(ToString(Money{1e15, ""}), "1000000000000000.00");
}

TEST(ToStringTest, PriceReadsBackAsItWasWritten) {
  EXPECT_EQ(ToString(Price{0.169, "USD", false}), "0.169 USD/h");
  EXPECT_EQ(ToString(Price{0, "", true}), "free");
  EXPECT_EQ(ToString(ParsePrice("0.7 USD/min").value()), "42 USD/h");
}

TEST(Percent, AsPeopleWriteIt) {
  EXPECT_DOUBLE_EQ(ParsePercent("2 %").value(), 0.02);
  EXPECT_DOUBLE_EQ(ParsePercent(" 0.5% ").value(), 0.005);
}

TEST(Percent, WhatItIsNot) {
  for (const char* bad : {"", "%", "two %", "2", "0 %", "-1%", "100%", "nan %", "2 % 3"}) {
    Result<double> percent = ParsePercent(bad);
    ASSERT_FALSE(percent.ok()) << bad;
    EXPECT_EQ(percent.error().kind(), ErrorKind::kInput);
  }
  EXPECT_NE(ParsePercent("2").error().message().find("write it like 2 %"), std::string::npos);
  EXPECT_NE(ParsePercent("0.05").error().message().find("write it like 5 %"), std::string::npos);
}

}  // namespace

}  // namespace trena

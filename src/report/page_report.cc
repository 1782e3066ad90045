// SPDX-License-Identifier: Apache-2.0
#include "report/page_report.h"

#include <charconv>

#include "core/sha256.h"
#include "report/html.h"
#include "report/page_assets.h"
#include "report/page_parts.h"
#include "report/page_sections.h"

namespace trena {
namespace {

std::string BytesOfHex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    int byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string Base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (size_t j = i; j < i + 3; ++j) {
      group = group << 8 | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0);
    }
    for (size_t j = 0; j < 4; ++j) {
      bool padding = i + j > bytes.size();
      out += padding ? '=' : kDigits[group >> (18 - 6 * j) & 63];
    }
  }
  return out;
}

void AddHead(const std::string& title, Html& html) {
  std::string policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '" +
      PolicyHash(PageScript()) + "'; base-uri 'none'; form-action 'none'";
  html.Open("head").Open("meta", {{"charset", "utf-8"}});
  html.Open("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}});
  html.Open("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  html.Open("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
  html.Element("title", title + " · trena");
  html.Open("style").Trusted(PageStyle()).Close("style").Close("head").Trusted("\n");
}

void AddTop(const Analysis& analysis, const Words& words, Html& html) {
  html.Element("a", words.Say("Skip to the answer"), {{"class", "skip"}, {"href", "#answer"}});
  html.Open("header", {{"class", "top"}});
  html.Element("p", words.Say("Study {name}", {{"name", analysis.study}}), {{"class", "study"}});
  html.Element("h1", analysis.question.empty() ? analysis.study : analysis.question);
  html.Close("header").Trusted("\n");
}

void AddFooter(const ReportContext& context, Html& html) {
  Words words(context.language);
  std::string made = words.Say("Made by {version}, {date}.",
                               {{"version", context.trena_version}, {"date", context.generated}});
  html.Open("footer").Element("p", made).Close("footer");
}

}  // namespace

std::string PolicyHash(std::string_view script) {
  return "sha256-" + Base64(BytesOfHex(Sha256(script)));
}

void BeginPage(const std::string& title, const ReportContext& context, Html& html) {
  html.Trusted("<!DOCTYPE html>\n").Open("html", {{"lang", CodeOf(context.language)}});
  AddHead(title, html);
  html.Open("body");
}

void EndPage(const ReportContext& context, Html& html) {
  AddFooter(context, html);
  html.Open("script").Trusted(PageScript()).Close("script");
  html.Close("body").Close("html").Trusted("\n");
}

std::string PageReport(const Analysis& analysis, const ReportContext& context) {
  Words words(context.language);
  Html html;
  BeginPage(analysis.study, context, html);
  AddTop(analysis, words, html);
  html.Open("main", {{"id", "answer"}});
  AddFirstScreen(analysis, words, html);
  AddScenarios(analysis, words, html);
  AddDrivers(analysis, words, html);
  AddTradeOffs(analysis, words, html);
  AddFindings(analysis, words, html);
  AddVerification(analysis, words, html);
  AddMachineSpeed(analysis, words, html);
  AddWarnings(analysis, words, html);
  AddFailures(analysis, words, html);
  AddHowToRepeat(analysis, words, html);
  html.Close("main");
  EndPage(context, html);
  return html.text();
}

}  // namespace trena

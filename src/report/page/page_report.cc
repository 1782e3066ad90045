// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_report.h"

#include "core/sha256.h"
#include "report/page/html.h"
#include "report/page/page_assets.h"
#include "report/page/page_parts.h"
#include "report/page/page_sections.h"
#include "report/words/labels.h"

namespace trena {
namespace {

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

// All that is in a language.
void AddContent(const Analysis& analysis, const ReportContext& context, const Words& words,
                Html& html) {
  AddTop(words.Say(label::kStudyName, {{"name", Cut(analysis.study)}}),
         analysis.question.empty() ? analysis.study : analysis.question, true, words, html);
  html.Open("main", {{"id", "answer"}});
  AddSections(analysis, words, html);
  html.Close("main");
  AddFooter(context, words, html);
}

Language OtherLanguage(Language language) {
  return language == Language::kEnglish ? Language::kPortuguese : Language::kEnglish;
}

}  // namespace

std::string PolicyHash(std::string_view script) { return "sha256-" + Sha256InBase64(script); }

void BeginPage(const std::string& title, const ReportContext& context, Html& html) {
  html.Trusted("<!DOCTYPE html>\n").Open("html", {{"lang", CodeOf(context.language)}});
  AddHead(title, html);
  html.Open("body");
}

void EndPage(Html& html) {
  html.Open("script").Trusted(PageScript()).Close("script");
  html.Close("body").Close("html").Trusted("\n");
}

void AddTop(const std::string& about, const std::string& title, bool other_language,
            const Words& words, Html& html) {
  html.Element("a", words.Say({"Skip to the answer", "Ir para a resposta"}),
               {{"class", "skip"}, {"href", "#answer"}});
  html.Open("header", {{"class", "top"}}).Open("div", {{"class", "tools"}, {"hidden", ""}});
  if (other_language) {
    html.Element("button", words.Say({"Ler em português", "Read in English"}),
                 {{"type", "button"},
                  {"class", "language"},
                  {"lang", CodeOf(OtherLanguage(words.language()))}});
  }
  html.Element("button", words.Say({"Dark colours", "Cores escuras"}),
               {{"type", "button"}, {"class", "theme"}});
  html.Close("div").Element("p", about, {{"class", "study"}}).Element("h1", Cut(title));
  html.Close("header").Trusted("\n");
}

void AddFooter(const ReportContext& context, const Words& words, Html& html) {
  std::string made =
      words.Say({"Made by {version}, {date}.", "Feito por {version}, {date}."},
                {{"version", context.trena_version}, {"date", words.Date(context.generated)}});
  html.Open("footer").Element("p", made).Close("footer");
}

// The other language waits in a template, which is no part of the page until it is asked for.
std::string PageInBothLanguages(const std::string& title, const ReportContext& context,
                                const std::function<void(const Words& words, Html& html)>& content,
                                const std::function<void(Html& html)>& data) {
  const Language other = OtherLanguage(context.language);
  Html html;
  BeginPage(Cut(title), context, html);
  html.Open("div", {{"id", "content"}});
  content(Words(context.language), html);
  html.Close("div").Open("template", {{"id", "other-language"}, {"lang", CodeOf(other)}});
  content(Words(other), html);
  html.Close("template").Trusted("\n");
  data(html);
  EndPage(html);
  return html.text();
}

std::string PageReport(const Analysis& analysis, const ReportContext& context) {
  return PageInBothLanguages(
      analysis.study, context,
      [&](const Words& words, Html& html) { AddContent(analysis, context, words, html); },
      [&](Html& html) { AddSeriesData(analysis, html); });
}

}  // namespace trena

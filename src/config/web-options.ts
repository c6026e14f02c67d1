import type { z } from "zod";
import { baseUrl } from "../text/base-url.ts";
import { listOf, oneOf, secret, text, url, yesNo } from "./option-values.ts";

/** What may be asked of the web, and of whom. */
export const outsideOptions = {
  web_search: oneOf("duckduckgo", "searxng", "brave", "off").default("duckduckgo"),
  searxng_url: url().optional(),
  brave_api_key: secret().optional(),
  read_pages: yesNo().default(false),
  sanitizer_words: listOf(text("a word or name of 2 to 80 characters", 2, 80), "a list of words, like a surname").default([]),
  address_languages: listOf(
    oneOf("en", "de", "fr", "es", "nl", "he", "it", "pt", "pl", "da", "sv", "nb", "fi", "cs", "hu"),
    "a list of languages, like en",
  ).default(["en", "de", "fr", "es", "nl", "he"]),
};

type OutsideOptions = z.output<z.ZodObject<typeof outsideOptions>>;

export function toOutsideOptions(options: OutsideOptions) {
  return {
    webSearch: options.web_search,
    searxngUrl: options.searxng_url && baseUrl(options.searxng_url),
    readPages: options.read_pages,
    sanitizerWords: options.sanitizer_words,
    addressLanguages: options.address_languages,
  };
}

/** The chosen search engine cannot be asked without what is its own. */
export function missingForSearch(given: Readonly<Record<string, unknown>>): string[] {
  const needed: Readonly<Record<string, string>> = { searxng: "searxng_url", brave: "brave_api_key" };
  const wanted = needed[String(given["web_search"])];
  if (wanted === undefined || given[wanted] !== undefined) return [];
  return [`${wanted}: nothing was given; it is needed because web_search is ${String(given["web_search"])}`];
}

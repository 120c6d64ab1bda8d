import { parse } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { currentLocale } from './current-locale.ts'
import { isolateBidiValues } from './isolate-bidi-values.ts'
import {
  toIntlLocale,
  type Language,
  type Locale,
  pseudoLocale,
  sourceLocale,
  getTextDirection,
} from './locales.ts'
import { pseudoLocalizePattern, pseudoLocalizeText } from './pseudo-locale.ts'
import { findTranslation } from './translations.ts'

/** Returns the string in the current locale. A string without a translation is returned in English. */
export function translateText(id: string, english: string): string {
  const locale = currentLocale()
  if (locale === sourceLocale) return english
  if (locale === pseudoLocale) return pseudoLocalizeText(english)
  return findTranslation(locale, id) ?? english
}

/** Formats a message in the current locale. A message without an id is always in English. */
export function formatMessage(id: string | null, english: string, values: object): string {
  const locale = id === null ? sourceLocale : currentLocale()
  const { pattern, language } = patternIn(locale, id, english)
  return formatMessageInLanguage(language, pattern, values)
}

/** Formats a message in ICU MessageFormat that is written in `language`. */
export function formatMessageInLanguage(language: Language, pattern: string, values: object): string {
  return formatterOf(language, pattern).format(values as Record<string, string>) as string
}

function patternIn(
  locale: Locale,
  id: string | null,
  english: string,
): { pattern: string; language: Language } {
  if (locale === pseudoLocale) return { pattern: pseudoLocalizePattern(english), language: sourceLocale }
  const translation = locale === sourceLocale ? null : findTranslation(locale, id!)
  return translation
    ? { pattern: translation, language: locale as Language }
    : { pattern: english, language: sourceLocale }
}

/** Parsed messages. The map has at most one entry per message and language, so entries are never removed. */
const formatters = new Map<string, IntlMessageFormat>()

function formatterOf(language: Language, pattern: string): IntlMessageFormat {
  const key = `${language}\n${pattern}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const elements = parse(pattern, { ignoreTag: true })
    const isolated = getTextDirection(language) === 'rtl' ? isolateBidiValues(elements) : elements
    formatter = new IntlMessageFormat(isolated, toIntlLocale(language))
    formatters.set(key, formatter)
  }
  return formatter
}

/** The languages of the interface, as BCP 47 tags. English is the source language of all messages. */
export const languages = ['en', 'es', 'fr', 'ar'] as const
export type Language = (typeof languages)[number]

/**
 * The pseudo-locale: English with accents and longer strings. The pseudo-locale reveals strings that cannot
 * be translated, and parts of the layout that are too narrow for other languages. Users cannot choose the
 * pseudo-locale in the interface.
 */
export const pseudoLocale = 'en-XA'
export type Locale = Language | typeof pseudoLocale

export const sourceLocale: Language = 'en'
export const locales: readonly Locale[] = [...languages, pseudoLocale]

/** The name of each language in the language itself. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
}

export function getTextDirection(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

export function isLocale(tag: unknown): tag is Locale {
  return locales.some((locale) => locale === tag)
}

export function isLanguage(tag: unknown): tag is Language {
  return languages.some((language) => language === tag)
}

/**
 * Returns the language tag for `Intl`. Arabic text always uses Western digits, because durations such as
 * "12:30" and numbers that people type also use Western digits.
 */
export function toIntlLocale(locale: string): string {
  if (locale === 'ar') return 'ar-u-nu-latn'
  return locale === pseudoLocale ? sourceLocale : locale
}

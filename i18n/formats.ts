import { currentLocale } from '#i18n/current-locale.ts'
import { toIntlLocale } from './locales.ts'

/*
 * Formats numbers, dates and lists in the current language. English dates use the British format, with the
 * day before the month. The formatters are cached, because creating one takes about 50 µs.
 */

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return formatterOf(Intl.NumberFormat, getNumberLocale(), options).format(value)
}

export function formatDate(date: Date | number | string, options: Intl.DateTimeFormatOptions): string {
  return getDateFormat(options).format(new Date(date))
}

/** Returns the formatter itself, for callers that need the parts of a date or range. */
export function getDateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatterOf(Intl.DateTimeFormat, getDateLocale(), options)
}

/** Formats a duration, for example "3 days". */
export function formatTimeAmount(count: number, unit: string): string {
  return formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' })
}

/** Formats a time in the past, for example "3 days ago". */
export function formatTimeSince(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return formatterOf(Intl.RelativeTimeFormat, getNumberLocale()).format(-count, unit)
}

/**
 * Joins the items in a list, for example "a, b and c". In Arabic, the text direction of each item is
 * isolated, as for the values in messages.
 */
export function formatList(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  const isolated = currentLocale() === 'ar' ? items.map((item) => `\u2068${item}\u2069`) : items
  return formatterOf(Intl.ListFormat, getDateLocale(), { type }).format(isolated)
}

/** The locale that `Intl` uses for numbers. */
export function getNumberLocale(): string {
  return toIntlLocale(currentLocale())
}

/** The locale that `Intl` uses for dates and lists. */
export function getDateLocale(): string {
  const tag = getNumberLocale()
  return tag === 'en' ? 'en-GB' : tag
}

type Formatter<Options, Made> = new (locale: string, options?: Options) => Made

const formatters = new Map<string, unknown>()

function formatterOf<Options, Made>(make: Formatter<Options, Made>, locale: string, options?: Options): Made {
  const key = `${make.name} ${locale} ${JSON.stringify(options)}`
  let formatter = formatters.get(key) as Made | undefined
  if (!formatter) {
    formatter = new make(locale, options)
    formatters.set(key, formatter)
  }
  return formatter
}

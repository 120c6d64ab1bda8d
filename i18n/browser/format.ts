import { toIntlLocale } from '../locales.ts'

/**
 * The functions that are called by compiled messages. The language of the page does not change while the page
 * is open.
 */
const language = toIntlLocale(globalThis.document?.documentElement.lang || 'en')

let rules: Intl.PluralRules | undefined
let numbers: Intl.NumberFormat | undefined

export function plural(count: number): Intl.LDMLPluralRule {
  rules ??= new Intl.PluralRules(language)
  return rules.select(count)
}

export function number(value: number): string {
  numbers ??= new Intl.NumberFormat(language)
  return numbers.format(value)
}

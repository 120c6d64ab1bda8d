import { isolateValues } from '../isolate-values.ts'
import { type Locale, textDirection } from '../locales.ts'
import {
  type MessageFormatElement,
  parse,
  type PluralElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser'

/** The names that the compiled code can use for the functions of `i18n/browser/format.ts`. */
export interface RuntimeNames {
  plural: string
  number: string
}

/**
 * Compiles a message in ICU MessageFormat to the source text of a JavaScript function, so that the browser needs no
 * parser. The function takes the values as an object. `locale` is the language of the pattern. Throws an error for syntax that messages may not use.
 */
export function compilePattern(pattern: string, names: RuntimeNames | null, locale: Locale): string {
  const elements = parse(pattern, { ignoreTag: true })
  const isolated = textDirection(locale) === 'rtl' ? isolateValues(elements) : elements
  return `v=>${concat(isolated, null, names)}`
}

function concat(
  elements: MessageFormatElement[],
  counted: string | null,
  names: RuntimeNames | null,
): string {
  const parts = elements.map((element) => compileElement(element, counted, names))
  // The first part is a string, so that two numbers are never added up.
  if (!parts[0]?.startsWith('"')) parts.unshift('""')
  return parts.join('+')
}

function compileElement(
  element: MessageFormatElement,
  counted: string | null,
  names: RuntimeNames | null,
): string {
  switch (element.type) {
    case TYPE.literal:
      return JSON.stringify(element.value)
    case TYPE.argument:
      return value(element.value)
    case TYPE.number:
      return `${runtimeOf(names).number}(${value(element.value)})`
    case TYPE.pound:
      return `${runtimeOf(names).number}(${counted!})`
    case TYPE.plural:
      return compilePlural(element, names)
    case TYPE.select: {
      const cases = Object.entries(element.options).filter(([key]) => key !== 'other')
      const other = concat(element.options['other']!.value, counted, names)
      return choose(
        cases.map(([key, option]) => [
          `String(${value(element.value)})===${JSON.stringify(key)}`,
          concat(option.value, counted, names),
        ]),
        other,
      )
    }
    default:
      throw new Error(`Messages cannot use this kind of value: ${JSON.stringify(element)}`)
  }
}

function compilePlural(element: PluralElement, names: RuntimeNames | null): string {
  if (element.offset !== 0 || element.pluralType === 'ordinal')
    throw new Error(`Messages cannot use ordinals or offsets: ${element.value}`)
  const count = value(element.value)
  const cases = Object.entries(element.options).filter(([key]) => key !== 'other')
  return choose(
    cases.map(([key, option]) => [
      key.startsWith('=') ? `${count}===${key.slice(1)}` : `${runtimeOf(names).plural}(${count})==="${key}"`,
      concat(option.value, count, names),
    ]),
    concat(element.options['other']!.value, count, names),
  )
}

function choose(cases: [condition: string, text: string][], other: string): string {
  return `(${cases.map(([condition, text]) => `${condition}?${text}:`).join('')}${other})`
}

/** Translations can use plurals only in messages that have one in English, because other scripts do not load it. */
function runtimeOf(names: RuntimeNames | null): RuntimeNames {
  if (!names) throw new Error('The English message must have a plural or a number too')
  return names
}

function value(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `v.${name}` : `v[${JSON.stringify(name)}]`
}

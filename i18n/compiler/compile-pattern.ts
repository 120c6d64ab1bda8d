import { isolateBidiValues } from '../isolate-bidi-values.ts'
import { type Locale, getTextDirection } from '../locales.ts'
import {
  type MessageFormatElement,
  parse,
  type PluralElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser'

/** The names under which compiled code can call the functions of `i18n/browser/format.ts`. */
export interface FormatFunctionNames {
  plural: string
  number: string
}

/**
 * Compiles a message in ICU MessageFormat to the source text of a JavaScript function, so that the browser
 * needs no parser. The function takes the values as an object. `locale` is the language of the pattern.
 * Throws an error for syntax that messages may not use.
 */
export function compilePattern(pattern: string, runtime: FormatFunctionNames | null, locale: Locale): string {
  const elements = parse(pattern, { ignoreTag: true })
  const isolated = getTextDirection(locale) === 'rtl' ? isolateBidiValues(elements) : elements
  // The parameter must not shadow the runtime functions, whose names the minifier has chosen.
  const values = ['v', 'w', 'x'].find((name) => name !== runtime?.plural && name !== runtime?.number)!
  return `${values}=>${concat(isolated, null, { runtime, values })}`
}

/** The names that are used in compiled code. `values` is the parameter of the compiled code. */
interface Scope {
  runtime: FormatFunctionNames | null
  values: string
}

function concat(elements: MessageFormatElement[], counted: string | null, scope: Scope): string {
  const parts = elements.map((element) => compileElement(element, counted, scope))
  // The first part is a string, so that two numbers are joined as text and not added.
  if (!parts[0]?.startsWith('"')) parts.unshift('""')
  return parts.join('+')
}

function compileElement(element: MessageFormatElement, counted: string | null, scope: Scope): string {
  switch (element.type) {
    case TYPE.literal:
      return JSON.stringify(element.value)
    case TYPE.argument:
      return valueOf(element.value, scope)
    case TYPE.number:
      return `${runtimeOf(scope).number}(${valueOf(element.value, scope)})`
    case TYPE.pound:
      return `${runtimeOf(scope).number}(${counted!})`
    case TYPE.plural:
      return compilePlural(element, scope)
    case TYPE.select: {
      const cases = Object.entries(element.options).filter(([key]) => key !== 'other')
      const other = concat(element.options['other']!.value, counted, scope)
      return choose(
        cases.map(([key, option]) => [
          `String(${valueOf(element.value, scope)})===${JSON.stringify(key)}`,
          concat(option.value, counted, scope),
        ]),
        other,
      )
    }
    default:
      throw new Error(`Messages cannot use this kind of value: ${JSON.stringify(element)}`)
  }
}

function compilePlural(element: PluralElement, scope: Scope): string {
  if (element.offset !== 0 || element.pluralType === 'ordinal')
    throw new Error(`Messages cannot use ordinals or offsets: ${element.value}`)
  const count = valueOf(element.value, scope)
  const cases = Object.entries(element.options).filter(([key]) => key !== 'other')
  return choose(
    cases.map(([key, option]) => [
      key.startsWith('=') ? `${count}===${key.slice(1)}` : `${runtimeOf(scope).plural}(${count})==="${key}"`,
      concat(option.value, count, scope),
    ]),
    concat(element.options['other']!.value, count, scope),
  )
}

function choose(cases: [condition: string, text: string][], other: string): string {
  return `(${cases.map(([condition, text]) => `${condition}?${text}:`).join('')}${other})`
}

/**
 * A translation can use a plural only if the English message has one, because scripts whose English messages
 * have no plurals do not load the plural functions.
 */
function runtimeOf({ runtime }: Scope): FormatFunctionNames {
  if (!runtime) throw new Error('The English message must have a plural or a number too')
  return runtime
}

function valueOf(name: string, { values }: Scope): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${values}.${name}` : `${values}[${JSON.stringify(name)}]`
}

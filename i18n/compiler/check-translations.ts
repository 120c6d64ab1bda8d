import { parse, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Language } from '../locales.ts'
import type { SourceMessage } from './source-messages.ts'

/**
 * Compares the translations of a language with the English messages. Returns one sentence per problem. An
 * untranslated string is not a problem, because it is shown in English.
 */
export function findTranslationProblems(
  language: Language,
  translations: ReadonlyMap<string, string>,
  source: ReadonlyMap<string, SourceMessage>,
): string[] {
  return [...translations].flatMap(([id, text]) => {
    const english = source.get(id)
    if (!english) return [`${language} ${id}: there is no English message with this key`]
    return (
      english.isPattern
        ? findPatternProblems(language, english.text, text)
        : findTextProblems(english.text, text)
    ).map((problem) => `${language} ${id}: ${problem}`)
  })
}

/** Plain strings can also contain placeholders such as `{size}`, which the code replaces. */
function findTextProblems(english: string, text: string): string[] {
  return compareNames(placeholdersOf(english), placeholdersOf(text))
}

function placeholdersOf(text: string): Set<string> {
  return new Set(text.match(/\{\w+\}/g))
}

function findPatternProblems(language: Language, english: string, text: string): string[] {
  try {
    const elements = parse(text, { ignoreTag: true })
    const [expected, found] = [collectNames(parse(english, { ignoreTag: true })), collectNames(elements)]
    const needsPlural = /, *(plural|number)/.test(text) && !/, *(plural|number)/.test(english)
    return [
      ...compareNames(expected, found),
      ...findPluralProblems(language, elements),
      ...(needsPlural ? ['has a plural or a number, which English does not have'] : []),
    ]
  } catch (error) {
    return [`cannot be parsed: ${(error as Error).message}`]
  }
}

function compareNames(expected: ReadonlySet<string>, found: ReadonlySet<string>): string[] {
  const missing = [...expected].filter((name) => !found.has(name))
  const unknown = [...found].filter((name) => !expected.has(name))
  return [
    ...(missing.length > 0 ? [`does not use ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`uses ${unknown.join(', ')}, which English does not have`] : []),
  ]
}

function collectNames(elements: readonly MessageFormatElement[], names = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    if ('value' in element) names.add(element.value)
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) collectNames(option.value, names)
  }
  return names
}

/**
 * Every plural must have all plural forms of the language, for example six forms in Arabic. Forms for exact
 * numbers are allowed in addition to the plural forms.
 */
function findPluralProblems(language: Language, elements: readonly MessageFormatElement[]): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  // Spanish and French use `many` only for millions, and no number on the site is that large.
  const needed = pluralCategories.filter((form) => form !== 'many' || language === 'ar')
  return elements.flatMap((element) => {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const inner = Object.values(element.options).flatMap((option) =>
      findPluralProblems(language, option.value),
    )
    if (element.type === TYPE.select) return inner
    const missing = needed.filter((form) => !(form in element.options))
    return missing.length > 0
      ? [`the plural of {${element.value}} lacks ${missing.join(', ')}`, ...inner]
      : inner
  })
}

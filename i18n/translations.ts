import { readdirSync, readFileSync } from 'node:fs'
import { flattenTranslations, type TranslationTree } from './flatten-translations.ts'
import type { Language } from './locales.ts'

const folder = new URL('./translations/', import.meta.url)
const translationsOf = new Map<Language, Map<string, string>>()

/** Returns the translation of a message, or undefined if there is none. */
export function findTranslation(language: Language, id: string): string | undefined {
  return loadTranslations(language).get(id)
}

/** Returns all translations into a language by message id, for example `watch/comments.post`. */
export function loadTranslations(language: Language): ReadonlyMap<string, string> {
  let loaded = translationsOf.get(language)
  if (!loaded) {
    loaded = readTranslations(language)
    translationsOf.set(language, loaded)
  }
  return loaded
}

function readTranslations(language: Language): Map<string, string> {
  const files = readdirSync(new URL(`${language}/`, folder)).filter((file) => file.endsWith('.json'))
  return new Map(
    files.flatMap((file) => {
      const topics = JSON.parse(
        readFileSync(new URL(`${language}/${file}`, folder), 'utf8'),
      ) as TranslationTree
      return flattenTranslations(file.slice(0, -'.json'.length), topics)
    }),
  )
}

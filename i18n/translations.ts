import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from './locales.ts'

/** Texts of one area, in nested objects like the messages that they translate. */
export interface TranslationTree {
  [key: string]: string | TranslationTree
}

const folder = new URL('./translations/', import.meta.url)
const translationsOf = new Map<Language, Map<string, string>>()

/** Returns the translation of a message, or undefined if it has none. */
export function findTranslation(language: Language, id: string): string | undefined {
  return loadTranslations(language).get(id)
}

/** Returns all translations of a language by the ids of their messages, for example `watch/comments.post`. */
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
      const topics = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as TranslationTree
      const area = file.slice(0, -'.json'.length)
      return Object.entries(topics).flatMap(([topic, tree]) => flatten(`${area}/${topic}`, tree))
    }),
  )
}

function flatten(id: string, tree: string | TranslationTree): [id: string, text: string][] {
  if (typeof tree === 'string') return tree === '' ? [] : [[id, tree]]
  return Object.entries(tree).flatMap(([key, child]) => flatten(`${id}.${key}`, child))
}

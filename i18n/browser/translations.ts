import type { Language } from '../locales.ts'
import { flattenTranslations, type TranslationTree } from '../flatten-translations.ts'

/*
 * Replaces `i18n/translations.ts` in the browser during development, where nothing is bundled and every page
 * loads the strings of all languages.
 */
const files = import.meta.glob<TranslationTree>('../translations/*/*.json', {
  eager: true,
  import: 'default',
})

const translations = new Map(
  Object.entries(files).flatMap(([path, topics]) => {
    const [, language, area] = /([\w-]+)\/([\w-]+)\.json$/.exec(path)!
    return flattenTranslations(area!, topics).map(([id, text]) => [`${language} ${id}`, text] as const)
  }),
)

export function findTranslation(language: Language, id: string): string | undefined {
  return translations.get(`${language} ${id}`)
}

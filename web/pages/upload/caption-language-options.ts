import { captionLanguageName, commonCaptionLanguages } from '#contract/content/caption-languages.ts'

/**
 * For use in loaders: the server creates the names of the languages, because browsers name some languages
 * differently.
 */
export const captionLanguageOptions = commonCaptionLanguages
  .map((tag) => ({ tag, name: captionLanguageName(tag) ?? tag }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

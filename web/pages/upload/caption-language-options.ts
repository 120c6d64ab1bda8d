import { captionLanguageName, commonCaptionLanguages } from '#contract/content/caption-languages.ts'

/**
 * Use this list only in loaders. The server must create the language names, because browsers name some
 * languages differently.
 */
export const captionLanguageOptions = commonCaptionLanguages
  .map((tag) => ({ tag, name: captionLanguageName(tag) ?? tag }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

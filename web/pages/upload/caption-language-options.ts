import { captionLanguageName, commonCaptionLanguages } from '#contract/content/caption-languages.ts'

/** For loaders: the names of languages are made on the server, because browsers name some languages differently. */
export const captionLanguageOptions = commonCaptionLanguages
  .map((tag) => ({ tag, name: captionLanguageName(tag) ?? tag }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

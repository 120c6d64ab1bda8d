import { z } from 'zod'

/** The languages that the interface offers for captions, as BCP 47 tags. The API accepts all languages. */
export const commonCaptionLanguages =
  'ar bg bn cs cy da de el en en-GB en-US es es-419 et fa fi fr fr-CA ga he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv sw ta th tl tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  )

/** A BCP 47 tag: a language and, optionally, a script and a region. */
export const CaptionLanguage = z
  .string('caption_language_unknown')
  .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z]{4})?(?:-(?:[a-zA-Z]{2}|\d{3}))?$/, 'caption_language_unknown')
  .transform((tag) => Intl.getCanonicalLocales(tag)[0]!)
  .refine((tag) => captionLanguageName(tag) !== null, 'caption_language_unknown')

/**
 * Returns the name that speakers of a language use for it, such as `Español`, or null if the language is
 * unknown.
 */
export function captionLanguageName(tag: string): string | null {
  // If the language's name is not known in the language itself, its English name is used.
  const name = languageNames(tag).of(tag) ?? languageNames('en').of(tag)
  return name ? name[0]!.toLocaleUpperCase(tag) + name.slice(1) : null
}

/**
 * Returns an `Intl.DisplayNames` object that names languages in the language `locale`. For an unknown
 * language, its `of` method returns undefined instead of the language tag.
 */
function languageNames(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames([locale, 'en'], { type: 'language', fallback: 'none' })
}

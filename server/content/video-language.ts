import { CaptionLanguage } from '#contract/content/caption-languages.ts'
import { ApiError } from '#contract/errors/api-error.ts'

/**
 * Returns the language of a video in the canonical form of its BCP 47 tag. The same tags are allowed as for
 * captions. Throws `video_language_unknown`.
 */
export function requireValidLanguage(tag: string | null): string | null {
  if (tag === null) return null
  const parsed = CaptionLanguage.safeParse(tag)
  if (!parsed.success) throw new ApiError('video_language_unknown')
  return parsed.data
}

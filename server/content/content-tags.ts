import { isTagLongEnough, normalizeTags, tagLimits } from '#contract/content/tag-rules.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { checkTags } from '#server/text-moderation/check-user-text.ts'
import type { Member } from '../platform/http/viewer.ts'

/** Returns the normalized tags. Throws if a tag is not allowed. */
export function requireValidTags(viewer: Member, typed: readonly string[]): string[] {
  const tags = normalizeTags(typed)
  if (!tags.every(isTagLongEnough)) throw new ApiError('tag_invalid')
  if (tags.length > tagLimits.perVideo) throw new ApiError('tags_too_many')
  checkTags(tags, viewer.band)
  return tags
}

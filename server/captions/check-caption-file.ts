import type { checkCaptionFile } from '#contract/content/captions/caption-checks.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import type { Member } from '../platform/http/viewer.ts'
import { readCaptionFile } from './read-caption-file.ts'

/**
 * Checks a caption file before its video is uploaded. The checks are the same as in `addCaptions`, except
 * that the file cannot be compared with the duration of the video, which is not known yet.
 */
export async function checkOwnCaptionFile(
  viewer: Member,
  options: ParsedInputOf<typeof checkCaptionFile>['query'],
  request: Request,
): Promise<ResponseOf<typeof checkCaptionFile>> {
  enforceRateLimit('captionChecks', viewer.id)
  const { columns } = await readCaptionFile(viewer, request, { duration_seconds: null }, options)
  return { cue_count: columns.cue_count }
}

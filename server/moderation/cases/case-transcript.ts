import type { CaseTranscript } from '#contract/moderation/case-transcripts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { logStaffAccess } from '#server/access-policy/staff-access-log.ts'
import { loadTranscriptWithoutAccessCheck } from '#server/captions/transcripts.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import { requireAccessibleCase } from './case-access.ts'

/**
 * Returns the captions of the video that a case is about, as a transcript. As with all other text in a case,
 * only the staff member who has claimed the open case can read the transcript. The transcript stays readable
 * if the owner deletes the video, and each access is logged.
 */
export async function loadCaseTranscript(
  viewer: StaffViewer,
  id: string,
  captionId: string | undefined,
): Promise<CaseTranscript> {
  const { subject, content_id, claimed_by, closed_at } = await requireAccessibleCase(viewer, id)
  if (claimed_by !== viewer.id || closed_at !== null) throw new ApiError('case_not_claimed')
  if (subject !== 'content' || content_id === null) return { tracks: [], transcript: null }
  await logStaffAccess(viewer.id, id, 'case')
  return loadTranscriptWithoutAccessCheck(content_id, captionId)
}

import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import type { ReportSubject } from '#contract/moderation/report-reasons.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { selectItemsWithReadableComments } from '#server/access-policy/content-queries.ts'
import { selectVisiblePeople, selectBlockedPeople } from '#server/access-policy/profile-queries.ts'
import { isUuid } from '#server/platform/uuid.ts'

/** The subject of a report or a case, with its owner. */
export interface ModerationSubject {
  subject: ReportSubject
  /** The id of the item. For a comment, the id of the item that the comment was posted on. */
  contentId: string | null
  commentId: string | null
  userId: string
}

const notFoundCodes: Record<ReportSubject, ApiErrorCode> = {
  content: 'content_not_found',
  comment: 'comment_not_found',
  profile: 'creator_not_found',
}

/** Returns the subject if the reporter can see it. People cannot report a subject that they cannot see. */
export async function requireReportableSubject(
  tx: Tx,
  viewer: Viewer,
  subject: ReportSubject,
  id: string,
): Promise<ModerationSubject> {
  const found = isUuid(id) ? await subjectFinders[subject](tx, viewer, id) : undefined
  if (!found) throw new ApiError(notFoundCodes[subject])
  return found
}

const subjectFinders = {
  content: findReportableItem,
  comment: findReportableComment,
  profile: findReportablePerson,
} satisfies Record<ReportSubject, unknown>

async function findReportableItem(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<ModerationSubject | undefined> {
  const found = await requireVisibleContent(viewer, id, tx).catch(undefinedIfApiError)
  return found && { subject: 'content', contentId: id, commentId: null, userId: found.user_id }
}

async function findReportableComment(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<ModerationSubject | undefined> {
  const found = await tx
    .selectFrom('comments')
    .innerJoin(selectVisiblePeople(viewer, tx).selectAll().as('author'), 'author.user_id', 'comments.user_id')
    .select(['comments.content_id', 'author.user_id'])
    .where('comments.id', '=', id)
    .where('comments.moderation', '=', 'approved')
    // The comment and the reporter's access to its item are checked in one statement, so that response times
    // do not reveal hidden comments.
    .where('comments.content_id', 'in', selectItemsWithReadableComments(viewer, tx).select('content.id'))
    .executeTakeFirst()
  return found && { subject: 'comment', contentId: found.content_id, commentId: id, userId: found.user_id }
}

/**
 * Returns the owner of the reported profile if the reporter can see the profile or has blocked its owner.
 * People can report someone they have blocked, because many users block people before reporting them.
 */
async function findReportablePerson(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<ModerationSubject | undefined> {
  const there = selectVisiblePeople(viewer, tx).select('profiles.user_id').where('profiles.user_id', '=', id)
  const keptOut =
    viewer.kind === 'member' &&
    selectBlockedPeople(viewer, tx).select('profiles.user_id').where('profiles.user_id', '=', id)
  const found = await (keptOut ? there.union(keptOut) : there).executeTakeFirst()
  return found && { subject: 'profile', contentId: null, commentId: null, userId: found.user_id }
}

function undefinedIfApiError(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

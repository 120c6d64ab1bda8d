import { sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import { getSiteHostForLinkChecks } from '#server/text-moderation/check-user-text.ts'
import {
  completesFragmentedContactDetail,
  maxRecentCommentsChecked,
} from '#server/text-moderation/fragmented-contact-details.ts'

/**
 * Returns whether a comment completes a contact detail that its author began in other comments on the same
 * video within the last hour. Comments held for moderators are ignored, because other people cannot read
 * them. `editedId` is the id of the comment if an existing comment is being edited.
 */
export async function isLastFragmentOfContactDetail(
  tx: Tx,
  userId: string,
  contentId: string,
  body: string,
  editedId?: string,
): Promise<boolean> {
  const recent = await tx
    .selectFrom('comments')
    .select('body')
    .where('content_id', '=', contentId)
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .where(({ eb, or }) => or([eb('moderation', '=', 'approved'), eb('held_for', '=', 'owner')]))
    .$if(editedId !== undefined, (comments) => comments.where('id', '!=', editedId!))
    .orderBy('created_at', 'desc')
    .limit(maxRecentCommentsChecked)
    .execute()
  return completesFragmentedContactDetail(
    recent.map((row) => row.body).toReversed(),
    body,
    getSiteHostForLinkChecks(),
  )
}

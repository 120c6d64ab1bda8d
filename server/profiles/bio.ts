import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { updateProfile } from '#contract/people/profiles.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { checkUserText } from '#server/text-moderation/check-user-text.ts'

interface BioState {
  bio: string
  held_bio: string | null
}

/**
 * Returns the columns to update for a new bio. A bio that needs approval is stored separately, and other
 * people still see the previous bio.
 */
export async function prepareBioUpdate(
  tx: Tx,
  viewer: Member,
  before: BioState,
  { bio, anyway }: ParsedInputOf<typeof updateProfile>['body'],
) {
  if (bio === undefined || bio === (before.held_bio ?? before.bio)) return {}
  const { text, held } = checkUserText('bio', bio, { band: viewer.band, anyway })
  const about = { subject: 'profile' as const, contentId: null, userId: viewer.id }
  if (held.length > 0) {
    await emitEvent(tx, { type: 'text_held', ...about, commentId: null, why: held })
    return { held_bio: text, held_bio_reasons: held }
  }
  if (before.held_bio !== null) await emitEvent(tx, { type: 'text_cleared', ...about })
  return { bio: text, held_bio: null, held_bio_reasons: [] }
}

/** Publishes or discards a held bio, depending on the moderator's decision. */
export async function resolveHeldBio(tx: Tx, userId: string, decision: 'approve' | 'remove'): Promise<void> {
  await tx
    .updateTable('profiles')
    .set(({ fn, ref, val }) => ({
      ...(decision === 'approve' && { bio: fn.coalesce(ref('held_bio'), ref('bio'), val('')) }),
      held_bio: null,
      held_bio_reasons: val([]),
    }))
    .where('user_id', '=', userId)
    .execute()
}

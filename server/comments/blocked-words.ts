import type { Tx } from '../platform/db/db.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { containsListedWord } from '#server/text-moderation/word-lists.ts'

/**
 * Whether a comment contains one of the video owner's blocked words and must therefore be held for approval.
 */
export async function containsBlockedWord(tx: Tx, ownerId: string, body: string): Promise<boolean> {
  const owner = await selectOwnProfile(ownerId, tx).select('held_words').executeTakeFirst()
  return owner !== undefined && owner.held_words !== '' && containsListedWord(body, owner.held_words)
}

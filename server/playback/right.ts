import { sql } from 'kysely'
import { type Viewer, anonymous, idOf } from '../platform/http/viewer.ts'
import { mayLeave } from '../safety/outside.ts'
import { watchable } from '../safety/visible.ts'
import { itemsInCaseOf, watchableItems } from '../safety/items.ts'
import { logLook } from '../safety/looks.ts'

export interface Playable {
  contentId: string
  playbackId: string
  /** Anybody may have it, so shared caches may keep it. */
  isPublic: boolean
  /** Search engines may list it. */
  isIndexable: boolean
  /** Seen by staff only because of their case: no cache keeps it. */
  isReview: boolean
}

const idForm = /^[A-Za-z0-9_][A-Za-z0-9_-]{9,63}$/
const keepMs = 5000
const keptMost = 5000

/** A player asks for a segment every few seconds: the policy's answer is kept for five. */
const kept = new Map<string, { until: number; answer: Promise<Playable | null> }>()

/** The item, if the policy lets this viewer watch it. */
export function playable(viewer: Viewer, playbackId: string): Promise<Playable | null> {
  if (!idForm.test(playbackId)) return Promise.resolve(null)
  const key = `${idOf(viewer) ?? ''} ${playbackId}`
  const now = Date.now()
  const known = kept.get(key)
  if (known && known.until > now) return known.answer
  if (kept.size >= keptMost) kept.clear()
  const answer = ask(viewer, playbackId)
  kept.set(key, { until: now + keepMs, answer })
  // A no is asked again: the item may become playable the next moment.
  answer.then((item) => item ?? kept.delete(key)).catch(() => kept.delete(key))
  return answer
}

async function ask(viewer: Viewer, playbackId: string): Promise<Playable | null> {
  const row = await watchableItems(viewer)
    .select(['content.id', sql<boolean>`${watchable(anonymous)}`.as('is_public')])
    .select(mayLeave().as('is_indexable'))
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  if (!row) return inReview(viewer, playbackId)
  const { id: contentId, is_public: isPublic, is_indexable: isIndexable } = row
  return { contentId, playbackId, isPublic, isIndexable, isReview: false }
}

/** Staff look at what they see only because of the case they have claimed, and that is written down. */
async function inReview(viewer: Viewer, playbackId: string): Promise<Playable | null> {
  if (viewer.kind === 'anonymous' || viewer.role === 'user') return null
  const row = await itemsInCaseOf(viewer)
    .innerJoin('cases', 'cases.content_id', 'content.id')
    .select(['content.id', 'cases.id as case_id'])
    .where('cases.claimed_by', '=', viewer.id)
    .where('cases.closed_at', 'is', null)
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  if (!row) return null
  await logLook(viewer.id, row.case_id, 'media')
  return { contentId: row.id, playbackId, isPublic: false, isIndexable: false, isReview: true }
}

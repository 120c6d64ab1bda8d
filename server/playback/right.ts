import { sql } from 'kysely'
import { type Viewer, anonymous, idOf } from '../platform/http/viewer.ts'
import { mayLeave } from '../safety/outside.ts'
import { watchable } from '../safety/visible.ts'
import { watchableItems } from '../safety/items.ts'

export interface Playable {
  contentId: string
  playbackId: string
  /** Anybody may have it, so shared caches may keep it. */
  isPublic: boolean
  /** Search engines may list it. */
  isIndexable: boolean
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
  return (
    (row && { contentId: row.id, playbackId, isPublic: row.is_public, isIndexable: row.is_indexable }) ?? null
  )
}

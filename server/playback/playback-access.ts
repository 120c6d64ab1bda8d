import { sql } from 'kysely'
import { type Viewer, anonymousViewer, viewerIdOf } from '../platform/http/viewer.ts'
import { isItemIndexable } from '#server/access-policy/indexing.ts'
import { isWatchable } from '#server/access-policy/visible-content.ts'
import { selectItemsInCase, selectWatchableItems } from '#server/access-policy/items.ts'
import { logStaffAccess } from '#server/access-policy/staff-access-log.ts'

export interface PlayableItem {
  contentId: string
  playbackId: string
  /** Anonymous visitors may watch it, so shared caches may keep it. */
  isPublic: boolean
  /** Search engines may list it. */
  isIndexable: boolean
  /** Visible to staff only because of their case; must not be cached. */
  isReview: boolean
}

const idForm = /^[A-Za-z0-9_][A-Za-z0-9_-]{9,63}$/
const cacheMs = 5000
const maxCacheEntries = 5000

/** A player requests a segment every few seconds, so the decision of the access policy is cached for 5 s. */
const accessCache = new Map<string, { until: number; answer: Promise<PlayableItem | null> }>()

/** Returns the item if the viewer may watch it, otherwise null. */
export function findPlayableItem(viewer: Viewer, playbackId: string): Promise<PlayableItem | null> {
  if (!idForm.test(playbackId)) return Promise.resolve(null)
  const key = `${viewerIdOf(viewer) ?? ''} ${playbackId}`
  const now = Date.now()
  const known = accessCache.get(key)
  if (known && known.until > now) return known.answer
  if (accessCache.size >= maxCacheEntries) accessCache.clear()
  const answer = checkPlaybackAccess(viewer, playbackId)
  accessCache.set(key, { until: now + cacheMs, answer })
  // A refusal is not cached: the item may become playable at any moment.
  answer.then((item) => item ?? accessCache.delete(key)).catch(() => accessCache.delete(key))
  return answer
}

async function checkPlaybackAccess(viewer: Viewer, playbackId: string): Promise<PlayableItem | null> {
  const row = await selectWatchableItems(viewer)
    .select(['content.id', sql<boolean>`${isWatchable(anonymousViewer)}`.as('is_public')])
    .select(isItemIndexable().as('is_indexable'))
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  if (!row) return findReviewItem(viewer, playbackId)
  const { id: contentId, is_public: isPublic, is_indexable: isIndexable } = row
  return { contentId, playbackId, isPublic, isIndexable, isReview: false }
}

/** Items that staff may watch only because of the case they have claimed. Each access is logged. */
async function findReviewItem(viewer: Viewer, playbackId: string): Promise<PlayableItem | null> {
  if (viewer.kind === 'anonymous' || viewer.role === 'user') return null
  const row = await selectItemsInCase(viewer)
    .innerJoin('cases', 'cases.content_id', 'content.id')
    .select(['content.id', 'cases.id as case_id'])
    .where('cases.claimed_by', '=', viewer.id)
    .where('cases.closed_at', 'is', null)
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  if (!row) return null
  await logStaffAccess(viewer.id, row.case_id, 'media')
  return { contentId: row.id, playbackId, isPublic: false, isIndexable: false, isReview: true }
}

import { sql } from 'kysely'
import { mediaAccessCacheMs } from '#contract/limits.ts'
import { type Member, type Viewer, anonymousViewer, getViewerId } from '../platform/http/viewer.ts'
import { isItemIndexable } from '#server/access-policy/search-indexing.ts'
import { isWatchable } from '#server/access-policy/visible-content.ts'
import {
  selectItemsInClaimedCase,
  selectWatchableItems,
  selectWatchableItemsForMembers,
} from '#server/access-policy/content-queries.ts'
import { logStaffAccess } from '#server/access-policy/staff-access-log.ts'
import { getCurrentMediaViewer, getMediaViewerExpiry } from './media-viewers.ts'
import { RenewalCache } from '#server/platform/renewal-cache.ts'

export interface PlayableItem {
  contentId: string
  playbackId: string
  creatorId: string
  /**
   * Whether anonymous visitors can watch the item. If the item is public, shared caches can store its media.
   */
  isPublic: boolean
  /** Whether search engines can list the item. */
  isIndexable: boolean
  /**
   * Whether the viewer can see the item only because the viewer is a staff member who has claimed a case
   * about it. If true, responses with the item's media must not be cached.
   */
  isReview: boolean
  /**
   * The fencing token of the newest transcode attempt for the item's upload. The item is cached, so the
   * current token can be higher than this token.
   */
  latestFence: number
}

const idForm = /^[A-Za-z0-9_][A-Za-z0-9_-]{9,63}$/
const maxCacheEntries = 5000

/** Caches the access policy's decisions for 5 s, because a player requests a segment every few seconds. */
const accessCache = new Map<string, { until: number; answer: Promise<PlayableItem | null> }>()

/** Returns the item if the viewer can watch it, otherwise null. */
export function findPlayableItem(viewer: Viewer, playbackId: string): Promise<PlayableItem | null> {
  if (!idForm.test(playbackId)) return Promise.resolve(null)
  if (viewer.kind === 'member' && getMediaViewerExpiry(viewer) !== undefined)
    return findItemForMember(viewer, playbackId)
  const key = `${getViewerId(viewer) ?? ''} ${playbackId}`
  const now = Date.now()
  const known = accessCache.get(key)
  if (known && known.until > now) return known.answer
  if (accessCache.size >= maxCacheEntries) accessCache.clear()
  const answer = checkPlaybackAccess(viewer, playbackId)
  accessCache.set(key, { until: now + mediaAccessCacheMs, answer })
  // A negative result is not cached, because the item can become playable at any moment.
  answer.then((item) => item ?? accessCache.delete(key)).catch(() => accessCache.delete(key))
  return answer
}

/**
 * The items that members are watching. A player requests a segment every few seconds, so the decisions are
 * renewed together. A decision is never used longer than the viewer on whose data it is based.
 */
const memberItems = new RenewalCache<{ viewer: Member; playbackId: string }, PlayableItem>({
  maxEntries: maxCacheEntries,
  async load(wanted) {
    const rows = await selectWatchableItemsForMembers(wanted).select(playableItemColumns).execute()
    const found = new Map(rows.map((row) => [row.nth, row]))
    return wanted.map(({ viewer, playbackId }, at) => {
      const row = found.get(at + 1)
      return row && { value: toPlayableItem(row, playbackId), until: getMediaViewerExpiry(viewer) ?? 0 }
    })
  },
  renewalInput({ viewer, playbackId }) {
    const current = getCurrentMediaViewer(viewer)
    return current && { viewer: current, playbackId }
  },
})

async function findItemForMember(viewer: Member, playbackId: string): Promise<PlayableItem | null> {
  const key = `${viewer.session.id} ${playbackId}`
  return (await memberItems.get(key, { viewer, playbackId })) ?? null
}

async function checkPlaybackAccess(viewer: Viewer, playbackId: string): Promise<PlayableItem | null> {
  const row = await selectWatchableItems(viewer)
    .select(playableItemColumns)
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  return row ? toPlayableItem(row, playbackId) : findItemForCaseReview(viewer, playbackId)
}

const latestFence =
  sql<number>`coalesce((select streams.fence from streams where streams.content_id = content.id), 0)`.as(
    'latest_fence',
  )

const playableItemColumns = [
  'content.id',
  'content.user_id',
  sql<boolean>`${isWatchable(anonymousViewer)}`.as('is_public'),
  isItemIndexable().as('is_indexable'),
  latestFence,
] as const

interface PlayableItemRow {
  id: string
  user_id: string
  is_public: boolean
  is_indexable: boolean
  latest_fence: number
}

function toPlayableItem(row: PlayableItemRow, playbackId: string): PlayableItem {
  const { id: contentId, user_id: creatorId, is_public: isPublic, is_indexable: isIndexable } = row
  return {
    contentId,
    playbackId,
    creatorId,
    isPublic,
    isIndexable,
    isReview: false,
    latestFence: row.latest_fence,
  }
}

/**
 * Returns the item if the viewer is a staff member who has claimed an open case about it, otherwise null.
 * Each access is logged.
 */
export async function findItemForCaseReview(
  viewer: Viewer,
  playbackId: string,
): Promise<PlayableItem | null> {
  if (viewer.kind === 'anonymous' || viewer.role === 'user') return null
  const row = await selectItemsInClaimedCase(viewer)
    .innerJoin('cases', 'cases.content_id', 'content.id')
    .select(['content.id', 'content.user_id', 'cases.id as case_id'])
    .select(latestFence)
    .where('cases.claimed_by', '=', viewer.id)
    .where('cases.closed_at', 'is', null)
    .where('content.playback_id', '=', playbackId)
    .executeTakeFirst()
  if (!row) return null
  await logStaffAccess(viewer.id, row.case_id, 'media')
  const { id: contentId, user_id: creatorId, latest_fence } = row
  return {
    contentId,
    playbackId,
    creatorId,
    isPublic: false,
    isIndexable: false,
    isReview: true,
    latestFence: latest_fence,
  }
}

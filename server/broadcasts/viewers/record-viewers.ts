import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'
import { log } from '#server/platform/log.ts'
import { broadcastViewersGauge } from '../broadcast-metrics.ts'

/** Players request a playlist every few seconds. Without a request in this time, a viewer no longer counts. */
const viewerTimeoutMs = 15_000
const flushIntervalMs = 3000

/** Identifies viewers who are not signed in. */
export interface ViewerClient {
  address: string
  userAgent: string
}

const processId = randomUUID()

/** For each broadcast, when this process last served a playlist to each viewer. */
const lastSeen = new Map<string, Map<string, number>>()
let flushTimer: NodeJS.Timeout | undefined

/**
 * Records that the viewer is watching a broadcast. This costs no query: every few seconds, the process stores all
 * viewers of a broadcast together. A member counts once, even with several players open. Viewers who are not signed
 * in count once per network and browser.
 */
export function recordBroadcastViewer(
  viewer: Viewer,
  contentId: string,
  { address, userAgent }: ViewerClient,
): void {
  if (viewer.kind === 'anonymous' && viewer.isCrawler) return
  const viewers = lastSeen.get(contentId) ?? new Map<string, number>()
  const key = viewer.kind === 'member' ? viewer.id : `${getClientNetworkAddress(address)} ${userAgent}`
  lastSeen.set(contentId, viewers.set(key, performance.now()))
  flushTimer ??= setTimeout(() => void flushInBackground(), flushIntervalMs).unref()
}

async function flushInBackground(): Promise<void> {
  try {
    await flushBroadcastViewers()
  } catch (error) {
    log.warn('storing the viewers of broadcasts failed', { error: (error as Error).message })
  }
  flushTimer =
    lastSeen.size > 0 ? setTimeout(() => void flushInBackground(), flushIntervalMs).unref() : undefined
}

/** Stores keyed hashes of the viewers of the last 15 seconds. */
export async function flushBroadcastViewers(now = performance.now()): Promise<void> {
  let total = 0
  for (const [contentId, viewers] of lastSeen) {
    for (const [key, at] of viewers) if (now - at > viewerTimeoutMs) viewers.delete(key)
    if (viewers.size === 0) lastSeen.delete(contentId)
    total += viewers.size
    await storeViewers(contentId, [...viewers.keys()])
  }
  broadcastViewersGauge.set(total)
}

async function storeViewers(contentId: string, viewers: string[]): Promise<void> {
  const hashes = viewers.map((viewer) => hashViewer(contentId, viewer))
  await sql`insert into broadcast_viewers (content_id, process_id, viewer_hashes)
    select content_id, ${processId}, ${hashes}::bigint[] from broadcasts
      where content_id = ${contentId} and state = 'on_air'
    on conflict (content_id, process_id)
      do update set viewer_hashes = excluded.viewer_hashes, seen_at = excluded.seen_at`.execute(db)
}

/**
 * Returns a 64-bit hash. All processes compute the same hash for a viewer. It differs between broadcasts, so the rows
 * do not reveal that two of them have the same viewer.
 */
function hashViewer(contentId: string, viewer: string): string {
  return Buffer.from(computeKeyedHash(`${contentId} ${viewer}`), 'base64url')
    .readBigInt64BE()
    .toString()
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'
import { log } from '#server/platform/log.ts'
import { broadcastViewersGauge } from '../broadcast-metrics.ts'

/** A player requests a playlist at least every few seconds. After this time, its viewer is not watching. */
const watchingMs = 15_000
const flushMs = 3000

/** Where a request comes from: this identifies viewers who are not signed in. */
export interface ViewerClient {
  address: string
  agent: string
}

const processId = randomUUID()

/** When this process last served a playlist to each viewer, per broadcast. */
const seenAt = new Map<string, Map<string, number>>()
let flushing: NodeJS.Timeout | undefined

/**
 * Counts the viewer of a broadcast for the next seconds. Costs no query: the process stores all viewers of a
 * broadcast together every few seconds. A member counts once, however many players they have open. Viewers who
 * are not signed in count once per network and browser.
 */
export function recordBroadcastViewer(
  viewer: Viewer,
  contentId: string,
  { address, agent }: ViewerClient,
): void {
  if (viewer.kind === 'anonymous' && viewer.isCrawler) return
  const viewers = seenAt.get(contentId) ?? new Map<string, number>()
  const key = viewer.kind === 'member' ? viewer.id : `${getClientNetworkAddress(address)} ${agent}`
  seenAt.set(contentId, viewers.set(key, performance.now()))
  flushing ??= setTimeout(() => void flushInBackground(), flushMs).unref()
}

async function flushInBackground(): Promise<void> {
  try {
    await flushBroadcastViewers()
  } catch (error) {
    log.warn('storing the viewers of broadcasts failed', { error: (error as Error).message })
  }
  flushing = seenAt.size > 0 ? setTimeout(() => void flushInBackground(), flushMs).unref() : undefined
}

/** Stores who has watched in the last 15 seconds. Only keyed hashes are stored. */
export async function flushBroadcastViewers(now = performance.now()): Promise<void> {
  let total = 0
  for (const [contentId, viewers] of seenAt) {
    for (const [key, at] of viewers) if (now - at > watchingMs) viewers.delete(key)
    if (viewers.size === 0) seenAt.delete(contentId)
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

/** All processes get the same 64 bits for the same viewer, and other bits in every broadcast. */
function hashViewer(contentId: string, viewer: string): string {
  return Buffer.from(computeKeyedHash(`${contentId} ${viewer}`), 'base64url')
    .readBigInt64BE()
    .toString()
}

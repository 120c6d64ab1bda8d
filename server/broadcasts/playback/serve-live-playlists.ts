import { ApiError } from '#contract/errors/api-error.ts'
import type { LiveRenditionName } from '#media/live/live-events.ts'
import { buildLiveMasterPlaylist } from '#media/live/playlists/live-master-playlist.ts'
import { buildLiveMediaPlaylist } from '#media/live/playlists/live-media-playlist.ts'
import {
  listVisibleSegments,
  type LivePlaylistView,
  visibleFrom,
} from '#media/live/playlists/live-playlist-view.ts'
import {
  decideLiveReload,
  type LiveReloadQuery,
  liveReloadTimeoutSeconds,
} from '#media/live/playlists/live-reload.ts'
import { respondWithUncachedPlaylist } from '#server/playback/media-response.ts'
import { SignalWatch } from '#server/platform/live-updates/signals.ts'
import { broadcastSignal } from '../broadcast-signals.ts'
import { holdBackSeconds } from '../hold-back.ts'
import type { BroadcastTimeline, TimelineRendition } from './broadcast-timeline.ts'
import type { LiveMediaContext } from './live-media-context.ts'
import { getTimeline } from './watched-broadcasts.ts'

/** A playlist request also looks for new parts after this many milliseconds, because signals can be lost. */
const pollMs = 1000

/**
 * Serves the multivariant playlist. Waits until the first segment is visible, because players give up on an
 * empty playlist.
 */
export function serveLiveMasterPlaylist(context: LiveMediaContext): Promise<Response> {
  return waitForTimeline(context, (timeline, now) => {
    const variants = timeline.renditions.map((rendition) => ({
      rendition: rendition.name,
      codecs: rendition.codecs,
      width: rendition.width,
      height: rendition.height,
      view: viewOf(timeline, rendition, now, context.isPreview),
    }))
    const isPlayable =
      variants.length > 0 &&
      variants.every(({ view }) => listVisibleSegments(view).some(({ isComplete }) => isComplete))
    if (isPlayable) return respondWithUncachedPlaylist(buildLiveMasterPlaylist(variants), context.request)
    const first = variants.map(({ view }) => nextVisibleAt(view)).filter((time) => time !== null)
    return { until: first.length > 0 ? new Date(Math.min(...first.map(Number))) : null }
  })
}

/**
 * Serves the playlist of a rendition. Waits for the part that the player requests (blocking playlist reload).
 */
export function serveLivePlaylist(context: LiveMediaContext, name: LiveRenditionName): Promise<Response> {
  const query = readReloadQuery(new URL(context.request.url).searchParams)
  return waitForTimeline(context, (timeline, now) => {
    const rendition = timeline.renditions.find((one) => one.name === name)
    if (!rendition) return { until: null }
    const view = viewOf(timeline, rendition, now, context.isPreview)
    const decision = decideLiveReload(query, view)
    if (decision.action === 'bad_request') throw new ApiError('invalid_input', { problem: 'no such part' })
    if (decision.action === 'wait') return { until: decision.until }
    const otherRenditions = timeline.renditions
      .filter((one) => one !== rendition)
      .map((one) => ({ uri: `../${one.name}/index.m3u8`, parts: one.parts }))
    const { isDelta, hidesEnd } = decision
    const hasEnded = view.hasEnded && !hidesEnd
    const text = buildLiveMediaPlaylist({ ...view, hasEnded }, { isDelta, otherRenditions })
    return respondWithUncachedPlaylist(text, context.request)
  })
}

type Decide = (timeline: BroadcastTimeline, now: Date) => Promise<Response> | { until: Date | null }

/**
 * Calls `decide` repeatedly until it returns a response: whenever the broadcast changes, and when the
 * requested part becomes visible. Throws an error if this takes too long (RFC 8216bis §6.2.5.2).
 */
async function waitForTimeline({ item, request }: LiveMediaContext, decide: Decide): Promise<Response> {
  const deadline = performance.now() + liveReloadTimeoutSeconds * 1000
  const changes = new SignalWatch(broadcastSignal(item.contentId))
  try {
    for (;;) {
      const timeline = await getTimeline(item.contentId)
      if (!timeline) throw new ApiError('content_not_found')
      const now = new Date(Date.now() + timeline.clockOffsetMs)
      const decided = decide(timeline, now)
      if (!('until' in decided)) return await decided
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) throw new ApiError('unavailable', {}, 1)
      const dueMs = decided.until ? decided.until.getTime() - now.getTime() + 1 : pollMs
      await changes.wait(Math.min(dueMs, pollMs, leftMs), request.signal).catch(() => {
        // The client has disconnected. The reason of the signal is a string, which would be logged as a bug.
        throw new ApiError('too_slow')
      })
    }
  } finally {
    changes.close()
  }
}

function viewOf(
  timeline: BroadcastTimeline,
  { parts }: TimelineRendition,
  now: Date,
  isPreview: boolean,
): LivePlaylistView {
  const holdSeconds = isPreview ? 0 : holdBackSeconds(timeline.delaySeconds)
  return { parts, hasEnded: timeline.isComplete, now, holdSeconds }
}

/** Returns the time at which the next delayed part becomes visible. */
function nextVisibleAt(view: LivePlaylistView): Date | null {
  const next = view.parts.find((part) => visibleFrom(part, view) > view.now)
  return next ? visibleFrom(next, view) : null
}

function readReloadQuery(query: URLSearchParams): LiveReloadQuery {
  const number = (name: string) => (query.has(name) ? Number(query.get(name) || NaN) : undefined)
  const skip = query.get('_HLS_skip')
  return {
    sequence: number('_HLS_msn'),
    partIndex: number('_HLS_part'),
    skip: skip === 'YES' || skip === 'v2' ? skip : undefined,
  }
}

import { ApiError } from '#contract/errors/api-error.ts'
import type { LiveRenditionName } from '#media/live/live-events.ts'
import { withMediaHeaders } from '#server/playback/media-gateway.ts'
import { findPlayableItem } from '#server/playback/playback-access.ts'
import { config } from '#server/platform/config.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { isOwnerOrStaff } from '../is-owner-or-staff.ts'
import { recordBroadcastViewer } from '../viewers/record-viewers.ts'
import type { LiveMediaContext } from './live-media-context.ts'
import { serveLiveMasterPlaylist, serveLivePlaylist } from './serve-live-playlists.ts'
import { serveLiveInit, serveLiveParts } from './serve-live-parts.ts'
import { getTimeline } from './watched-broadcasts.ts'

/**
 * Serves the low-latency HLS media of a broadcast (RFC 8216bis). `path` is the part of the URL after
 * `/media/{playback_id}/live/`. Access is checked on every request, as in the media gateway.
 */
export async function serveLiveMedia(
  viewer: Viewer,
  playbackId: string,
  path: string,
  request: Request,
  address: string,
): Promise<Response> {
  const item = config.live ? await findPlayableItem(viewer, playbackId) : null
  const timeline = item && (await getTimeline(item.contentId))
  if (!item || !timeline) throw new ApiError('content_not_found')
  const context = { item, request, isPreview: isOwnerOrStaff(viewer, timeline.ownerId) }
  if (!context.isPreview && path.endsWith('/index.m3u8'))
    recordBroadcastViewer(viewer, item.contentId, {
      address,
      userAgent: request.headers.get('user-agent') ?? '',
    })
  const [name = '', file = '', ...rest] = path.split('/')
  if (path === 'master.m3u8') return withMediaHeaders(await serveLiveMasterPlaylist(context), item)
  if ((name !== 'source' && name !== 'low') || rest.length > 0) throw new ApiError('content_not_found')
  return withMediaHeaders(await serveRenditionFile(context, name, file), item)
}

function serveRenditionFile(context: LiveMediaContext, rendition: LiveRenditionName, file: string) {
  if (file === 'index.m3u8') return serveLivePlaylist(context, rendition)
  if (file === 'init-0.mp4') return serveLiveInit(context, rendition)
  const [, sequence, partIndex] = /^(\d{1,6})(?:\.(\d{1,4}))?\.m4s$/.exec(file) ?? []
  if (sequence === undefined) throw new ApiError('content_not_found')
  return serveLiveParts(context, {
    contentId: context.item.contentId,
    rendition,
    sequence: Number(sequence),
    partIndex: partIndex === undefined ? undefined : Number(partIndex),
  })
}

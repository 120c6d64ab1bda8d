import { type Route, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { serveVideoDownload } from './download-video.ts'
import { serveMedia } from './media-gateway.ts'

export const playbackRoutes: Route[] = [
  defineRawRoute(['GET'], '/api/content/{id}/download', (c) =>
    serveVideoDownload(requireMember(c.var.viewer), c.req.param('id') ?? '', c.req.raw),
  ),
  defineRawRoute(['GET'], '/media/:playback_id/*', (c) => {
    const [, , playbackId = '', ...rest] = c.req.path.split('/')
    return serveMedia(c.var.viewer, playbackId, rest.join('/'), c.req.raw)
  }),
]

import { type Route, rawRoute } from '#server/platform/http/routes.ts'
import { serveMedia } from './media-gateway.ts'

export const playbackRoutes: Route[] = [
  rawRoute(['GET'], '/media/:playback_id/*', (c) => {
    const [, , playbackId = '', ...rest] = c.req.path.split('/')
    return serveMedia(c.var.viewer, playbackId, rest.join('/'), c.req.raw)
  }),
]

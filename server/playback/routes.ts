import { type Route, raw } from '../platform/http/mount.ts'
import { serveMedia } from './gateway.ts'

export const playbackRoutes: Route[] = [
  raw(['GET'], '/media/:playback_id/*', (c) => {
    const [, , playbackId = '', ...rest] = c.req.path.split('/')
    return serveMedia(c.var.viewer, playbackId, rest.join('/'), c.req.raw)
  }),
]

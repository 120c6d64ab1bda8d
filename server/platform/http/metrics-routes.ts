import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import { Hono } from 'hono'
import { ApiError } from '#contract/errors/api-error.ts'
import { type Config, config } from '../config.ts'
import { log } from '../log.ts'
import { metricsRegistry } from '../metrics/registry.ts'
import type { App } from './app.ts'
import { toErrorResponse } from './error-responses.ts'
import { healthRoutes } from './health-routes.ts'
import { startHttpServer } from './http-server.ts'
import { rawRoute } from './routes.ts'

/**
 * `/metrics` of Prometheus, for who shows METRICS_TOKEN. For everybody else, and where none is set, there is nothing: how busy a site is, and
 * with what, is its operator's to know.
 */
export const metricsRoutes = [
  rawRoute(['GET'], '/metrics', ({ req }) =>
    respondWithMetrics(hasMetricsToken(req.header('authorization'))),
  ),
]

/**
 * The same on a port of its own (METRICS_PORT), with what says that the process is well: a worker serves nothing else, and of several
 * processes behind one proxy each has to be read for itself. Where no token is set, it is for this machine alone (config.ts).
 */
export function startMetricsServer(where: NonNullable<Config['metrics']['listen']>): Promise<Server> {
  const app: App = new Hono()
  for (const { methods, path, answer: say } of healthRoutes) app.on(methods, path, say)
  app.get('/metrics', ({ req }) =>
    respondWithMetrics(!config.metrics.token || hasMetricsToken(req.header('authorization'))),
  )
  app.notFound(() => toErrorResponse(new ApiError('not_found')))
  app.onError((thrown) => toErrorResponse(thrown))
  return startHttpServer(app, where)
}

async function respondWithMetrics(mayRead: boolean): Promise<Response> {
  if (!mayRead) throw new ApiError('not_found')
  return new Response(await metricsRegistry.metrics(), {
    headers: { 'content-type': metricsRegistry.contentType, 'cache-control': 'no-store' },
  })
}

/** Does this header carry the token? Without one that is set nobody can. */
function hasMetricsToken(authorization = ''): boolean {
  const { token } = config.metrics
  const shown = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!token || !shown) return false
  const isRight = timingSafeEqual(digest(shown), digest(token))
  if (!isRight) log.warn('metrics were asked for with a token that is not METRICS_TOKEN')
  return isRight
}

const digest = (text: string) => createHash('sha256').update(text).digest()

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
import { defineRawRoute } from './routes.ts'

/**
 * Serves `/metrics` in Prometheus format to requests with METRICS_TOKEN. Requests without the token get
 * status 404. If no token is set, every request gets status 404, because only the operator may see a site's
 * load.
 */
export const metricsRoutes = [
  defineRawRoute(['GET'], '/metrics', ({ req }) =>
    respondWithMetrics(hasMetricsToken(req.header('authorization'))),
  ),
]

/**
 * Serves metrics and health checks on a separate port (METRICS_PORT). A worker needs the metrics port,
 * because it does not serve HTTP on any other port. If several processes run behind one proxy, each process
 * needs its own metrics port, because each process must be scraped separately. If METRICS_TOKEN is not set,
 * the metrics port is reachable from the same machine only (config.ts).
 */
export function startMetricsServer(where: NonNullable<Config['metrics']['listen']>): Promise<Server> {
  const app: App = new Hono()
  for (const { methods, path, respond: say } of healthRoutes) app.on(methods, path, say)
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

/** Returns whether the Authorization header contains METRICS_TOKEN. Returns false if no token is set. */
function hasMetricsToken(authorization = ''): boolean {
  const { token } = config.metrics
  const shown = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!token || !shown) return false
  const isRight = timingSafeEqual(digest(shown), digest(token))
  if (!isRight) log.warn('metrics request with a wrong token')
  return isRight
}

const digest = (text: string) => createHash('sha256').update(text).digest()

import type { Context, Next } from 'hono'
import { createHistogram } from '../metrics/registry.ts'
import { withSpan, tracer } from '../tracing/tracing.ts'
import type { TraceSpan } from '../tracing/trace-span.ts'
import type { HonoEnv } from './routes.ts'
import { getRoutePattern } from './page-route-patterns.ts'

export const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * The time in seconds until the first byte of a response. The time until the last byte is not measured,
 * because it depends on the client. API calls that a page makes in-process are part of the page's response
 * time and are not counted separately.
 */
export const requestDuration = createHistogram(
  'afterbell_http_request_duration_seconds',
  'Requests by route pattern, method and status class, and seconds until the response began',
  ['route', 'method', 'status'],
  latencyBuckets,
)

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Measures requests. This is the outermost middleware, so that rejected requests are measured too. */
export async function measureRequests(c: Context<HonoEnv>, next: Next): Promise<void> {
  const startedAt = performance.now()
  if (tracer)
    await withSpan(c.env?.passed ? 'internal' : 'server', 'request', {}, (span) =>
      traceRequest(c, next, span),
    )
  else await next()
  if (c.env?.passed) return
  const status = `${Math.floor(c.res.status / 100)}xx`
  requestDuration.observe(
    { route: routeOf(c), method: methodOf(c), status },
    (performance.now() - startedAt) / 1000,
  )
}

/** The span has the same request id as the log lines and the response header. */
async function traceRequest(c: Context<HonoEnv>, next: Next, span: TraceSpan): Promise<void> {
  await next()
  const [method, route] = [methodOf(c), routeOf(c)]
  span.rename(`${method} ${route}`)
  span.add({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': c.res.status,
    'afterbell.request_id': c.get('requestId'),
  })
  if (c.res.status >= 500) span.fail(String(c.res.status))
}

function routeOf(c: Context<HonoEnv>): string {
  return c.get('route') ?? getRoutePattern(c.req.path)
}

function methodOf({ req: { method } }: Context<HonoEnv>): string {
  return methods.has(method) ? method : 'other'
}

import { randomBytes, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { ApiError, describeApiError } from '#contract/errors/api-error.ts'
import { config } from '../config.ts'
import { renderServiceUnavailablePage, isPageNavigation } from './service-unavailable-page.ts'
import { toErrorResponse, createErrorResponse } from './error-responses.ts'
import { logSuspiciousRequest } from './security-log.ts'
import { getRequestAddress } from './client-address.ts'
import { sourceLocale } from '#i18n/locales.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { getRequestLocale } from '../locale/request-locale.ts'
import { setSecurityHeaders, apiSecurityHeaders } from './security-headers.ts'
import { rejectCrossOriginWrite } from './csrf.ts'
import type { HonoEnv, EndpointRoute, Route } from './routes.ts'
import { buildOpenApiDocument } from './openapi.ts'
import { anonymousViewer, type Viewer } from './viewer.ts'
import { measureRequests } from './request-metrics.ts'

interface AppOptions {
  routes: Route[]
  /** Identifies the viewer of a request for `path` from its headers and loads the viewer. Called once per request. */
  loadViewer(headers: Headers, path: string): Promise<Viewer>
  /**
   * Extends the session if enough of its lifetime has passed, and adds the new session cookie to the
   * response.
   */
  renewSession(viewer: Viewer, responseHeaders: Headers): Promise<void>
  /** Clears the session cookies of a person who signed out while the server was unreachable. */
  clearSignedOut?(responseHeaders: Headers): void
  /** Returns whether the pages for this viewer may load ads from other origins. */
  allowsExternalSources?(viewer: Viewer): boolean
  /**
   * Returns whether this path exists for this viewer. The path is checked before the request is parsed, so
   * that no error reveals hidden endpoints.
   */
  pageExists?(path: string, viewer: Viewer): boolean
  /** Whether the site's settings enable the endpoint with this path. The API description omits other endpoints. */
  isEndpointEnabled?(path: string): boolean
  site: { name: string; url: string }
}

export type App = Hono<HonoEnv>

/**
 * Creates the API as one Hono app. For each request, the app sets the request id and the viewer, checks
 * access and then calls the route. The `mountPages` function adds the pages later.
 */
export function createApp({
  routes,
  loadViewer,
  renewSession,
  clearSignedOut = () => {},
  allowsExternalSources = () => false,
  pageExists = () => true,
  isEndpointEnabled = () => true,
  site,
}: AppOptions): App {
  const app: App = new Hono()

  app.use(measureRequests)
  // Until the viewer is known, error messages are in the language that the browser requests.
  app.use((c, next) => runInLocale(getRequestLocale(c, null), next))
  app.use(async (c, next) => {
    const passed = c.env?.passed
    c.set('requestId', passed?.requestId ?? randomUUID())
    c.set('address', passed?.address ?? getRequestAddress(c))
    c.set('nonce', isPage(c.req.path) ? randomBytes(16).toString('base64') : '')
    if (!passed) rejectCrossOriginWrite(c.req.raw)
    const viewer =
      passed?.viewer ??
      (skipsSession(c.req.path) ? anonymousViewer : await loadViewer(c.req.raw.headers, c.req.path))
    c.set('viewer', viewer)
    c.set('securing', apiSecurityHeaders(allowsExternalSources(viewer)))
    const locale = getRequestLocale(c, viewer)
    c.set('locale', locale)
    await runInLocale(locale, next)
    if (!c.get('isSecured')) {
      setSecurityHeaders(c.res.headers, c.get('nonce'), c.req.path, allowsExternalSources(viewer))
      c.res.headers.set('x-request-id', c.get('requestId'))
    }
    // A response that a shared cache may store never sets a cookie.
    const isOwn = !passed && /private|no-store/.test(c.res.headers.get('cache-control') ?? '')
    if (isOwn && isRenewalDue(viewer)) await renewSession(viewer, c.res.headers)
    if (isOwn && viewer.kind === 'anonymous' && viewer.hasSignedOut) clearSignedOut(c.res.headers)
  })
  app.use((c, next) => {
    if (!pageExists(c.req.path, c.get('viewer'))) throw new ApiError('not_found')
    return next()
  })
  app.onError((thrown, c) => {
    const requestId = c.get('requestId')
    if (thrown instanceof ApiError) logSuspiciousRequest(thrown, { requestId, ...loggedRequester(c) })
    const failure = hasDisconnected(c)
      ? createErrorResponse(new ApiError('too_slow'), requestId)
      : toErrorResponse(thrown, requestId)
    const isHidden = failure.status === 503 && isPageNavigation(c.req.raw)
    const response = isHidden
      ? renderServiceUnavailablePage(describeApiError('unavailable'), failure)
      : failure
    setSecurityHeaders(response.headers, c.get('nonce') ?? '', c.req.path)
    response.headers.set('x-request-id', requestId)
    return response
  })

  const endpoints = routes
    .filter((route): route is EndpointRoute => route.kind === 'endpoint')
    .map(({ endpoint }) => endpoint)
  const listEnabledEndpoints = () => endpoints.filter(({ path }) => isEndpointEnabled(path))
  // The API description is built once, because building it takes as long as handling about fifty requests.
  // The API description depends only on the settings.
  let described: { by: typeof config; name: string; bytes: Uint8Array<ArrayBuffer> } | undefined
  app.get('/api/openapi.json', (c) => {
    if (described?.by !== config || described.name !== site.name)
      described = {
        by: config,
        name: site.name,
        bytes: new TextEncoder().encode(
          // The API description is the same for everyone, so it is in English.
          JSON.stringify(runInLocale(sourceLocale, () => buildOpenApiDocument(listEnabledEndpoints(), site))),
        ),
      }
    return c.body(described.bytes, 200, { 'content-type': 'application/json' })
  })
  for (const route of routes) {
    const [methods, path] =
      route.kind === 'endpoint' ? [[route.endpoint.method], route.endpoint.path] : [route.methods, route.path]
    app.on(
      methods,
      honoPath(path),
      withRoutePattern(path, (c) => route.respond(c)),
    )
  }
  rejectOtherMethods(app, routes)
  app.all('/api/*', async (c, next) => {
    if (c.req.path === '/api/docs') return next()
    return createErrorResponse(new ApiError('not_found'), c.var.requestId)
  })
  return app
}

/**
 * Returns whether the response is a page. Only pages run scripts; all other responses are data that programs
 * read.
 */
function isPage(path: string): boolean {
  return !path.startsWith('/api/') || path === '/api/docs'
}

function isRenewalDue(viewer: Viewer): boolean {
  return viewer.kind === 'member' && viewer.session.renewal !== null
}

/** Returns the values that the security log needs: the request's method and, if known, the user's id. */
function loggedRequester(c: Context<HonoEnv>) {
  const viewer = c.get('viewer') as Viewer | undefined
  return { method: c.req.method, userId: viewer?.kind === 'member' ? viewer.id : undefined }
}

/**
 * Returns whether the connection ended before the request was complete. A client that has disconnected cannot
 * receive a response, and its unfinished request is not a server error.
 */
function hasDisconnected({ env }: Context<HonoEnv>): boolean {
  return env?.incoming?.destroyed === true && !env.incoming.complete
}

/**
 * Returns whether the session lookup is skipped, because four kinds of requests need no session: built files
 * are the same for everyone, a heartbeat acknowledgement is identified by its stream, a token request carries
 * credentials in its body, and the metrics are protected by a separate token.
 */
function skipsSession(path: string): boolean {
  return /^\/(assets|api\/live)\//.test(path) || path === '/api/auth/token' || path === '/metrics'
}

function withRoutePattern(path: string, answer: Route['respond']): Route['respond'] {
  const route = path.replace(/:(\w+)/g, '{$1}')
  return (c) => {
    c.set('route', route)
    return answer(c)
  }
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * Responds with status 405 and an `Allow` header if the path exists but does not support the request's
 * method.
 */
function rejectOtherMethods(app: App, routes: Route[]): void {
  const byPath = new Map<string, string[]>()
  for (const route of routes) {
    const path = route.kind === 'endpoint' ? route.endpoint.path : route.path
    const methods = route.kind === 'endpoint' ? [route.endpoint.method] : route.methods
    byPath.set(path, [...(byPath.get(path) ?? []), ...methods])
  }
  for (const [path, methods] of byPath)
    app.all(
      honoPath(path),
      withRoutePattern(path, (c) =>
        createErrorResponse(new ApiError('method_not_allowed'), c.var.requestId, {
          allow: methods.join(', '),
        }),
      ),
    )
}

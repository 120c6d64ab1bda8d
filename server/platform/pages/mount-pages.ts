import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, MiddlewareHandler } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { RequestServices } from '#web/api/request-context.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../config.ts'
import type { App } from '../http/app.ts'
import { createErrorResponse } from '../http/error-responses.ts'
import type { HonoEnv } from '../http/routes.ts'
import { registerPageRoutes } from '../http/page-route-patterns.ts'
import { type ContentEncoding, getCachedPage, type CachedPage } from './page-cache.ts'
import { withParsedFormBody } from './form-body.ts'
import type { WebServerBuild } from './web-server-build.ts'
import type { Locale } from '#i18n/locales.ts'
import { localizeServerBuild } from '../locale/localized-build.ts'
import { getPageCacheKey } from './page-cache-key.ts'

const buildFolder = new URL('../../../build/', import.meta.url)

/** Adds the files of the web app and the server-rendered pages to the API. */
export async function mountPages(app: App): Promise<void> {
  const isDevelopment = process.env['NODE_ENV'] === 'development'
  const loadPages = isDevelopment ? await openDevServer(app) : await openBuild(app)
  const registered = loadPages().then(({ build }) =>
    registerPageRoutes(Object.values(build.routes).map((route) => route?.path)),
  )
  // In development, loading the pages compiles every page, which takes seconds.
  if (!isDevelopment) await registered
  const make = async (c: Context<HonoEnv>, ids?: Set<string>): Promise<PageResult> => {
    const { build, renderers } = await loadPages()
    const render = renderers(c.var.locale)
    const about = { cookies: [] as string[], isBroken: false, ids }
    const context = new RouterContextProvider()
    context.set(build.entry.module.requestServicesContext, servicesFor(app, c, about))
    const response = await withParsedFormBody(c, (request) => render(request, context))
    return { ...about, response }
  }
  app.all('*', async (c) => {
    if (!methods.includes(c.req.raw.method)) return rejectMethod(c)
    const name = isDevelopment ? undefined : getPageCacheKey(c)
    let own: PageResult | undefined
    const kept =
      name &&
      (await getCachedPage(name, async () => {
        const ids = new Set<string>()
        own = await make(c, ids)
        return { ...own, ids, nonce: c.var.nonce, isShareable: own.cookies.length === 0 && !own.isBroken }
      }))
    if (kept) return respondFromCache(kept, c)
    const { response, cookies } = own ?? (await make(c))
    return finishPageResponse(response, c, cookies)
  })
}

interface LoadedPages {
  build: WebServerBuild
  /** Returns the function that renders pages in the given locale. */
  renderers(locale: Locale): RequestHandler
}

type RequestHandler = ReturnType<typeof createRequestHandler>

/** Serves the files that `npm run build` has generated. */
async function openBuild(app: App): Promise<() => Promise<LoadedPages>> {
  const build = (await import(new URL('server/index.js', buildFolder).href)) as WebServerBuild
  app.use('/assets/*', serveFiles('public, max-age=31536000, immutable'))
  app.all('/assets/*', (c) => createErrorResponse(new ApiError('not_found'), c.var.requestId))
  // A new version of the service worker must reach browsers immediately.
  app.use('/service-worker.js', serveFiles('no-cache'))
  app.use('*', serveFiles('public, max-age=3600'))
  // There is one handler per locale, because each new handler derives the route tree from the build when it
  // handles its first request.
  const handlers = new Map<Locale, RequestHandler>()
  const renderers = (locale: Locale) => {
    const handler =
      handlers.get(locale) ?? createRequestHandler(localizeServerBuild(build, locale), 'production')
    handlers.set(locale, handler)
    return handler
  }
  return async () => ({ build, renderers })
}

/** Loaded only by `npm run dev`, because Vite is large. */
async function openDevServer(app: App): Promise<() => Promise<LoadedPages>> {
  const { startViteServer } = await import('./vite-server.ts')
  const { loadBuild } = await startViteServer(app)
  return async () => {
    const build = await loadBuild()
    const handler = createRequestHandler(build, 'development')
    return { build, renderers: () => handler }
  }
}

interface PageResult {
  response: Response
  /** The cookies set by the API calls that were made to render this page. */
  cookies: string[]
  /** Whether a part of the page could not be loaded and is missing from the page. */
  isBroken: boolean
  /** The ids in the API calls that were made to render this page, and in their responses, if the page is cached. */
  ids: Set<string> | undefined
}

/**
 * The caching rules for a CDN. A CDN may keep a page briefly and may serve the old page during revalidation,
 * whereas browsers always revalidate. A page can be 5 s old in our own cache, and a CDN keeps it for up to 5
 * s more, so visitors get pages that are at most 10 s old. Pages must not be older than 10 s, because a loss
 * of access must take effect within 10 s (docs/what-must-hold.md).
 */
const cdnCacheControl = 'max-age=3, stale-while-revalidate=2'

async function respondFromCache(page: CachedPage, c: Context<HonoEnv>): Promise<Response> {
  c.set('nonce', page.nonce)
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'private, no-cache')
  if (!c.req.header('cookie')) headers.set('cdn-cache-control', cdnCacheControl)
  headers.set('vary', 'cookie, accept-encoding, accept-language, sec-gpc')
  headers.set('content-language', c.var.locale)
  headers.set('etag', page.etag)
  if (c.req.header('if-none-match')?.includes(page.etag)) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(c)
  if (encoding) headers.set('content-encoding', encoding)
  return new Response((await page.encodedAs(encoding)) as BodyInit, { headers })
}

function serveFiles(cacheControl: string): MiddlewareHandler {
  const serve = serveStatic({
    root: new URL('client', buildFolder).pathname,
    precompressed: true,
    rewriteRequestPath: (path) => (path.endsWith('/') ? '/.no-index' : path),
  })
  return async (c, next) => {
    const answer = await serve(c, next)
    if (!(answer instanceof Response)) return
    // The header is set here because the `onFound` callback of `serveStatic` runs too late to set response
    // headers.
    answer.headers.set('cache-control', cacheControl)
    // Uncompressed files get a Vary header too, because a cache must not serve a compressed file to a client
    // that did not ask for one.
    answer.headers.set('vary', 'accept-encoding')
    return answer
  }
}

/** The HTTP methods of pages: GET to read a page, and POST to submit a form. */
const methods = ['GET', 'HEAD', 'POST']

function rejectMethod(c: Context<HonoEnv>): Response {
  return createErrorResponse(new ApiError('method_not_allowed'), c.var.requestId, {
    allow: methods.join(', '),
  })
}

/**
 * Returns the services that a page's loaders use. The services call the API in-process, with the viewer and
 * IP address of the HTTP request for the page. The cookies that these API calls set are sent with the page.
 */
function servicesFor(app: App, c: Context<HonoEnv>, about: Omit<PageResult, 'response'>): RequestServices {
  const { viewer, address, requestId, nonce, locale } = c.var
  const cookie = c.req.header('cookie')
  return {
    nonce,
    publicUrl: config.publicUrl,
    async fetch(path, init) {
      const headers = new Headers(init.headers)
      if (cookie) headers.set('cookie', cookie)
      const request = new Request(new URL(path, c.req.url), { ...init, headers })
      const response = await app.fetch(request, { ...c.env, passed: { viewer, address, requestId, locale } })
      about.cookies.push(...response.headers.getSetCookie())
      about.isBroken ||= response.status >= 500
      return about.ids ? collectIds(path, response, about.ids) : response
    },
  }
}

/** UUIDs, and the playback ids in the addresses of media. */
const shownIds = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=\/media\/)[\w-]+/gi

/**
 * Collects the ids of everything that a page shows. A page shows only what API responses contain, and they contain the ids
 * of the items, people and playlists that they describe, or the addresses of their media. No hand-written list of ids can
 * therefore become incomplete.
 */
async function collectIds(path: string, response: Response, ids: Set<string>): Promise<Response> {
  const text = await response.text()
  for (const [id] of `${path} ${text}`.matchAll(shownIds)) ids.add(id).add(id.toLowerCase())
  const { status, headers } = response
  return new Response(text || null, { status, headers })
}

function finishPageResponse(response: Response, c: Context<HonoEnv>, cookies: string[]): Response {
  const headers = new Headers(response.headers)
  headers.set('content-language', c.var.locale)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  const isPlain = cookies.length === 0 && response.status === 200
  if (!headers.has('cache-control'))
    headers.set('cache-control', `private, ${browserCacheControl(c, isPlain)}`)
  if (response.status === 503) headers.set('retry-after', '5')
  headers.append('vary', 'cookie, accept-encoding, accept-language')
  const encoding = encodingFor(c)
  if (!response.body || !encoding || headers.has('content-encoding'))
    return new Response(response.body, { status: response.status, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(compressStream(response.body, encoding), { status: response.status, headers })
}

/**
 * Prevents the browser from showing a signed-in page to the next person who uses this computer. A page that
 * the browser prefetched while the user hovered over its link can briefly be reused without revalidation.
 */
function browserCacheControl(c: Context<HonoEnv>, isPlain: boolean): string {
  if (c.var.viewer.kind === 'member') return 'no-store'
  return isPlain && c.req.header('sec-purpose')?.startsWith('prefetch') ? 'max-age=3' : 'no-cache'
}

function encodingFor(c: Context<HonoEnv>): ContentEncoding {
  const accepted = c.req.header('accept-encoding') ?? ''
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

/**
 * Compresses a page while it streams, flushing every chunk, so that the first paint does not wait for the end
 * of the page.
 */
function compressStream(body: ReadableStream, encoding: 'br' | 'gzip'): ReadableStream {
  const squeezer =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 })
  const from = Readable.fromWeb(body as import('node:stream/web').ReadableStream)
  from.on('error', (error) => squeezer.destroy(error))
  squeezer.on('close', () => from.destroy())
  return Readable.toWeb(from.pipe(squeezer)) as ReadableStream
}

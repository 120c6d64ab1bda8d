import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { requestServicesContext } from '#web/api/request-context.ts'
import { ScriptNonce } from '#web/player/skin/early-start-video.tsx'
import { createPageBody } from './server-rendering/page-body.ts'
import { getCachedMarkup } from './server-rendering/markup-cache.tsx'
import { setMarkupCache } from './ui/cache-markup.tsx'

// During development, a component can change while its markup is cached.
if (!import.meta.env.DEV) setMarkupCache(getCachedMarkup)

/** For tests, which compare pages with and without the cache. */
export { getCachedMarkup, setMarkupCache }

// The server stores the services of each request in the router's context, under the key
// `requestServicesContext`. The router compares keys by identity, so the server must import this key from
// this bundle.
export { requestServicesContext } from '#web/api/request-context.ts'

export const streamTimeout = 5000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const { nonce } = loadContext.get(requestServicesContext)
  // A crawler receives the page in one piece once it is complete. A browser first receives the shell of the
  // page, then the rest as a stream.
  const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(
      <ScriptNonce value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </ScriptNonce>,
      {
        nonce,
        // Sends the parts of a page in document order. By default, React sends large parts after the rest and
        // moves them with a script.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        [ready]() {
          const { writable, stream } = createPageBody()
          writable.on('close', () => clearTimeout(timer))
          pipe(writable)
          resolve(new Response(stream, { status: failed ? 500 : status, headers }))
        },
        onShellError: reject,
        onError() {
          failed = true
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1000)
  })
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { config } from '#server/platform/config.ts'
import { isPurgingReliable } from '#server/playback/shared-cache/purger-health.ts'
import { startMediaCachePurger } from '#server/playback/shared-cache/purge-worker.ts'
import { waitUntil } from '../async/wait-until.ts'
import { findFreePort } from '../processes/server-process.ts'
import { CachingProxy } from './caching-proxy.ts'
import { startVarnish } from './varnish.ts'
import { startTestApp, type TestApp, type TestUser } from '../app/test-app.ts'

interface SiteBehindCache {
  testApp: TestApp
  /** Null if the cache is Varnish. */
  proxy: CachingProxy | null
  cacheUrl: string
  /** How many requests for this path have reached the application. */
  countRequests(path: string): number
  /** Requests a path through the cache. Without a person, as an anonymous visitor. */
  get(path: string, person?: TestUser, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

export const purgeToken = 'token-of-the-test-cache'

/** Starts the application behind a shared cache that it purges. */
export async function startSiteBehindCache(cache: 'proxy' | 'varnish'): Promise<SiteBehindCache> {
  const cachePort = await findFreePort()
  const cacheUrl = `http://127.0.0.1:${cachePort}`
  const testApp = await startTestApp({
    env: {
      MEDIA_CACHE_PURGE: 'varnish',
      MEDIA_CACHE_PURGE_URL: cacheUrl,
      MEDIA_CACHE_PURGE_TOKEN: purgeToken,
    },
  })
  const requests = new Map<string, number>()
  const server = serve({
    fetch(request, ...rest) {
      const { pathname } = new URL(request.url)
      requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
      return testApp.app.fetch(request, ...rest)
    },
    port: 0,
    hostname: '127.0.0.1',
  })
  await once(server, 'listening')
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = { port: cachePort, appUrl, token: purgeToken }
  const proxy = cache === 'proxy' ? new CachingProxy(options) : null
  const varnish = cache === 'varnish' ? await startVarnish(options) : null
  await proxy?.start()
  const stopPurger = startMediaCachePurger(config.mediaCache!)
  await waitUntil(isPurgingReliable)
  return {
    testApp,
    proxy,
    cacheUrl,
    countRequests: (path) => requests.get(path) ?? 0,
    get: (path, person, headers = {}) =>
      fetch(cacheUrl + path, {
        headers: { ...headers, ...(person && { cookie: cookieHeaderOf(person) }) },
      }),
    async close() {
      await stopPurger()
      await proxy?.stop()
      await varnish?.stop()
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await testApp.close()
    },
  }
}

function cookieHeaderOf({ cookies }: TestUser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createServer } from 'vite'
import type { App } from '../http/app.ts'
import type { WebServerBuild } from './web-server-build.ts'

/**
 * Serves the web app from its sources for `npm run dev`. Vite compiles each module when it is requested, and
 * replaces changed modules in open pages. The returned `loadBuild` function returns the current version of
 * the pages.
 */
export async function startViteServer(
  app: App,
  hotReloadPort = 24678,
): Promise<{ loadBuild(): Promise<WebServerBuild>; stop(): Promise<void> }> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { port: hotReloadPort } },
    appType: 'custom',
    // All dependencies are bundled at startup, because Vite reloads the page whenever it finds another
    // dependency later.
    optimizeDeps: { entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/pages/**/*-page.tsx'] },
  })
  app.use('*', async (c, next) => {
    const { incoming, outgoing } = c.env as HttpBindings
    const isHandled = await new Promise<boolean>((resolve, reject) => {
      outgoing.once('finish', () => resolve(true))
      vite.middlewares(incoming as IncomingMessage, outgoing as ServerResponse, (error?: unknown) =>
        error ? reject(error) : resolve(false),
      )
    })
    if (isHandled) return RESPONSE_ALREADY_SENT
    await next()
    // In development, responses have no security headers, because hot reload needs inline scripts and a
    // connection to another port.
    c.set('isSecured', true)
  })
  return {
    loadBuild: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebServerBuild,
    stop: () => vite.close(),
  }
}

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { createServer } from 'vite'
import type * as Provider from './auth-provider.tsx'

const root = new URL('../../..', import.meta.url).pathname
const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
after(() => vite.close())

test('`loading` stays true until the page knows whether a user is signed in', async () => {
  const { AuthProvider, useAuth } = (await vite.ssrLoadModule(
    '/web/features/auth/auth-provider.tsx',
  )) as typeof Provider
  const seen = (me: undefined | null) => {
    const AuthDump = () => createElement('p', null, JSON.stringify(useAuth()))
    const Page = () => createElement(AuthProvider, { me } as never, createElement(AuthDump))
    const html = renderToString(createElement(createRoutesStub([{ path: '/', Component: Page }])))
    return html.replaceAll('&quot;', '"')
  }
  assert.match(seen(undefined), /"me":null,"loading":true/)
  assert.match(seen(null), /"me":null,"loading":false/)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import test, { after } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { HonoEnv } from '../http/routes.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { startViteServer } from './vite-server.ts'

process.env['NODE_ENV'] = 'development' // as in server/dev.ts

const app = new Hono<HonoEnv>()
let isSecured = false
app.use(async (c, next) => {
  await next()
  isSecured = c.get('isSecured') === true
})
const { loadBuild, stop } = await startViteServer(app, await findFreePort())
app.get('/', (c) => c.text('a page'))
const server = createAdaptorServer(app)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(async () => {
  server.close()
  await stop()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('the development server compiles modules of the web app on request, with support for hot reload', async () => {
  const response = await fetch(`${origin}/web/ui/skip-link.tsx`)
  assert.match(response.headers.get('content-type')!, /javascript/)
  assert.match(await response.text(), /import\.meta\.hot/)
})

test('the development server loads the page routes from the source files', async () => {
  const { routes } = await loadBuild()
  assert.ok(Object.values(routes).some((route) => route?.path === 'watch/:id'))
})

test('the development server serves pages without security headers, because they would block hot reload', async () => {
  assert.equal(await (await fetch(origin)).text(), 'a page')
  assert.ok(isSecured)
})

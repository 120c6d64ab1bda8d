import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { after, before, beforeEach } from 'node:test'
import { sendPurge } from './purge-request.ts'

const token = 'token-of-the-test-cache'
const tags = ['v-harbour', 'p-ada']

let received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = []
let answer: (path: string) => { status: number; headers?: Record<string, string> }
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { method = '', url = '', headers } = request
  received.push({ method, url, headers, body: Buffer.concat(parts).toString() })
  const { status, headers: own } = answer(url)
  response.writeHead(status, own).end()
})
let origin: string

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  received = []
  answer = () => ({ status: 200 })
})

test('Varnish gets the tags in a header of a PURGE request', async () => {
  assert.equal(await sendPurge({ purger: 'varnish', urls: [`${origin}/`], token }, tags), null)
  const [{ method, headers }] = received as [(typeof received)[0]]
  assert.deepEqual(
    [method, headers.authorization, headers['surrogate-key']],
    ['PURGE', `Bearer ${token}`, 'v-harbour p-ada'],
  )
})

test('Fastly gets the tags in a header, and the token in its own header', async () => {
  assert.equal(
    await sendPurge({ purger: 'fastly', urls: [`${origin}/service/abc/purge`], token }, tags),
    null,
  )
  const [{ method, url, headers }] = received as [(typeof received)[0]]
  assert.deepEqual([method, url], ['POST', '/service/abc/purge'])
  assert.deepEqual([headers['fastly-key'], headers['surrogate-key']], [token, 'v-harbour p-ada'])
})

test('Cloudflare gets the tags as JSON', async () => {
  assert.equal(
    await sendPurge({ purger: 'cloudflare', urls: [`${origin}/zones/abc/purge_cache`], token }, tags),
    null,
  )
  const [{ method, headers, body }] = received as [(typeof received)[0]]
  assert.deepEqual(
    [method, headers.authorization, headers['content-type']],
    ['POST', `Bearer ${token}`, 'application/json'],
  )
  assert.deepEqual(JSON.parse(body), { tags })
})

test('every cache gets the purge, and the purge fails if one cache refuses it', async () => {
  answer = (path) => ({ status: path === '/second' ? 503 : 200 })
  const urls = [`${origin}/first`, `${origin}/second`, `${origin}/third`]
  assert.equal(await sendPurge({ purger: 'varnish', urls, token }, tags), 503)
  assert.deepEqual(received.map(({ url }) => url).toSorted(), ['/first', '/second', '/third'])
})

test('a redirect is a failure, and does not get the token', async () => {
  answer = () => ({ status: 302, headers: { location: `${origin}/elsewhere` } })
  assert.equal(await sendPurge({ purger: 'varnish', urls: [origin], token }, tags), 302)
  assert.equal(received.length, 1)
})

test('a cache that cannot be reached is a failure', async () => {
  const unused = createServer()
  unused.listen(0, '127.0.0.1')
  await once(unused, 'listening')
  const { port } = unused.address() as AddressInfo
  unused.close()
  await once(unused, 'close')
  assert.equal(
    await sendPurge({ purger: 'varnish', urls: [`http://127.0.0.1:${port}`], token }, tags),
    'no response',
  )
})

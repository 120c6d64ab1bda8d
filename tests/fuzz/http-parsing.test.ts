import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import test, { after, before } from 'node:test'
import { startHttpServer, stopHttpServer } from '#server/platform/http/http-server.ts'
import { connectionTimeouts } from '#server/platform/http/slow-connections.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { findMissingSecurityHeaders } from './fuzz-invariants.ts'
import { openSlowConnections, pipelinedRequests, openSlowReadConnection } from './slow-connections.ts'

let testApp: TestApp
let server: Server
let port: number
before(async () => {
  testApp = await startTestApp()
  server = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  port = (server.address() as AddressInfo).port
})
after(async () => {
  await stopHttpServer(server, () => {})
  await testApp.close()
})

/** Writes to a socket and returns everything received until the socket is closed. */
function sendRaw(words: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.setTimeout(8000, () => socket.destroy(new Error('left without a word')))
    socket.on('data', (part) => (heard += part.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error))
    socket.on('close', () => resolve(heard))
    socket.write(words)
  })
}

interface Spoken {
  status: number
  headers: Record<string, string>
  body: string
}

function read(heard: string): Spoken {
  const [head = '', ...rest] = heard.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

const host = 'Host: localhost:3000\r\nConnection: close\r\n'
const post = `POST /api/session HTTP/1.1\r\n${host}Content-Type: application/json\r\n`

const unreadable: Record<string, [words: string | Buffer, status: number, code: string]> = {
  'not HTTP at all': [Buffer.from('16030100c8010000c40303', 'hex'), 405, 'method_not_allowed'],
  'an unknown method': [`FOO / HTTP/1.1\r\n${host}\r\n`, 405, 'method_not_allowed'],
  'a proxy method': [`CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, 405, 'method_not_allowed'],
  'no Host header': ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  'two Host headers': [
    `GET /api/session HTTP/1.1\r\nHost: evil.example\r\n${host}\r\n`,
    400,
    'malformed_request',
  ],
  'an invalid host': [
    'GET / HTTP/1.1\r\nHost: a b@c/\r\nConnection: close\r\n\r\n',
    400,
    'malformed_request',
  ],
  'a backslash in the path': [`GET /api\\session HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
  'an overlong address': [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'headers_too_large'],
  'overlong headers': [`GET / HTTP/1.1\r\n${host}x: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  'U+0000 in a header': [`GET / HTTP/1.1\r\n${host}x: a\0b\r\n\r\n`, 400, 'malformed_request'],
  'a folded header': [`GET / HTTP/1.1\r\n${host}x: a\r\n b\r\n\r\n`, 400, 'malformed_request'],
  'two Content-Length headers': [
    `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    'malformed_request',
  ],
  'Content-Length with Transfer-Encoding': [
    `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'malformed_request',
  ],
  'an invalid chunk size': [`${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`, 400, 'malformed_request'],
  'an unknown HTTP version': [`GET / HTTP/9.9\r\n${host}\r\n`, 400, 'malformed_request'],
}

for (const [name, [words, status, code]] of Object.entries(unreadable))
  test(`an unparsable request gets the API’s standard error response: ${name}`, async () => {
    const answer = read(await sendRaw(words))
    assert.equal(answer.status, status, answer.body)
    const body = JSON.parse(answer.body) as { error: Record<string, string>; requestId: string }
    assert.deepEqual(Object.keys(body), ['error', 'requestId'])
    assert.deepEqual(Object.keys(body.error), ['code', 'title', 'detail'])
    assert.equal(body.error['code'], code)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual(findMissingSecurityHeaders(answer.headers), [])
  })

test('unusual but valid requests get a normal response', async () => {
  const path = '/healthz'
  for (const words of [
    `GET ${path} HTTP/1.1\r\n${host}Expect: a miracle\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n`,
    `GET http://evil.example${path} HTTP/1.1\r\n${host}\r\n`,
    `get ${path} HTTP/1.1\r\n${host}\r\n`.replace('get', 'GET'),
  ])
    assert.equal(read(await sendRaw(words)).status, 200, words)
})

test('the server ignores a username and password in the request URL', async () => {
  const asked = `GET http://ada:secret@localhost:3000/api/spotlight HTTP/1.1\r\n${host}\r\n`
  assert.equal(read(await sendRaw(asked)).status, 200)
})

test('unparsable data after a request does not replace the response to that request', async () => {
  const heard = await sendRaw('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n')
  assert.doesNotMatch(heard, /^HTTP\/1\.1 4/)
})

test('a client that disconnects in the middle of a request causes no error in the log', async (t) => {
  const said: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  t.mock.method(process.stdout, 'write', (...line: Parameters<typeof write>) => {
    said.push(String(line[0]))
    return write(...line)
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`${post}Content-Length: 4000\r\n\r\n{"email":`)
  await new Promise((resolve) => server.once('request', resolve))
  const gone = new Promise((resolve) => server.once('connection', resolve))
  socket.resetAndDestroy()
  assert.equal(read(await sendRaw(`GET /healthz HTTP/1.1\r\n${host}\r\n`)).status, 200)
  await gone
  assert.deepEqual(
    said.filter((line) => line.includes('request failed')),
    [],
  )
})

test('answers a request that arrived while the process was blocked', async () => {
  const real = { ...connectionTimeouts }
  Object.assign(connectionTimeouts, { headers: 250 })
  const impatient = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  try {
    const one = connect((impatient.address() as AddressInfo).port, '127.0.0.1')
    const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    for (const standsStill of [0, connectionTimeouts.headers + 1600]) {
      one.write(ask)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, standsStill)
      const [answer] = (await once(one, 'data')) as [Buffer]
      assert.match(String(answer), /^HTTP\/1\.1 200/)
    }
    one.destroy()
  } finally {
    Object.assign(connectionTimeouts, real)
    await stopHttpServer(impatient, () => {})
  }
})

test('slow connections are closed without delaying other requests', async () => {
  // This test would take half a minute with the production timeouts, so it uses timeouts that are about four
  // times shorter.
  assert.deepEqual(
    [
      connectionTimeouts.headers,
      connectionTimeouts.grace,
      connectionTimeouts.total,
      connectionTimeouts.unread,
    ],
    [5000, 5000, 30_000, 7000],
  )
  const real = { ...connectionTimeouts }
  Object.assign(connectionTimeouts, { headers: 1250, grace: 1250, unread: 2000 })
  const impatient = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  try {
    const { port: at } = impatient.address() as AddressInfo
    // This client reads 64 KB a second, so the kernel's buffers stay full for longer than the timeout. The
    // server must still continue the response, because the client has not stopped reading.
    const steady = openSlowReadConnection(at, 16 * 1024)
    steady.write(pipelinedRequests)
    const slow = openSlowConnections(at, { count: 24, atMost: 6 })
    const over = new AbortController()
    void slow.finally(() => over.abort())
    const waits: number[] = []
    const one = connect(at, '127.0.0.1')
    while (!over.signal.aborted) {
      const askedAt = performance.now()
      assert.ok(!one.destroyed, 'a connection in use is not taken for an idle one')
      one.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      const [answer] = (await once(one, 'data')) as [Buffer]
      assert.match(String(answer), /^HTTP\/1\.1 200/)
      waits.push(performance.now() - askedAt)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    for (const { kind, ended } of await slow) assert.ok(ended < 5, `${kind}: ${ended} s`)
    const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]!
    assert.ok(median < 500, `others waited ${median} ms`)
    one.destroy()
    const lastsLong = 3 * connectionTimeouts.unread * 64
    await waitUntil(async () => steady.destroyed || steady.bytesRead > lastsLong, 10)
    assert.ok(!steady.destroyed, 'who reads steadily goes on')
    steady.destroy()
  } finally {
    Object.assign(connectionTimeouts, real)
    await stopHttpServer(impatient, () => {})
  }
})

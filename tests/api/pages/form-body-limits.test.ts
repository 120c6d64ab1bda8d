/* Tests how much server memory page forms can use if they are large, numerous or slow. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { config, loadConfig } from '#server/platform/config.ts'
import { startHttpServer } from '#server/platform/http/http-server.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const MB = 1024 ** 2
let testApp: TestApp
let server: Server
let port = 0
let ada: TestUser
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  server = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  port = (server.address() as AddressInfo).port
  loadConfig({ DATA_DIR: config.dataDir, PUBLIC_URL: `http://127.0.0.1:${port}` })
  ada = await testApp.signUpMember('ada')
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await testApp.close()
})

const boundary = 'a-boundary'
const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="intent"\r\n\r\nremove-avatar\r\n--${boundary}\r\n` +
    `content-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n`,
)
const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
const chunk = Buffer.alloc(MB)

interface Post {
  socket: Socket
  /** Resolves with the status when a response arrives. */
  status: Promise<number>
  send(bytes: Buffer): Promise<void>
}

function post(who: TestUser, path: string, size: number, more = ''): Post {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const length = more || `content-length: ${size}\r\n`
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n${length}content-type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
  )
  const status = new Promise<number>((resolve) => {
    socket.on('data', (text) => resolve(Number(text.toString('latin1').slice(9, 12))))
    socket.on('close', () => resolve(0))
  })
  let isAnswered = false
  void status.then(() => (isAnswered = true))
  const send = async (bytes: Buffer) => {
    if (!isAnswered && !socket.write(bytes)) await Promise.race([once(socket, 'drain'), status])
  }
  return { socket, status, send }
}

test('only two of a hundred concurrent slow form submissions by one member are accepted', async (t) => {
  const size = 18 * MB
  const rssBefore = process.memoryUsage().rss
  const posts = Array.from({ length: 100 }, () => post(ada, '/dashboard', size))
  const answered: number[] = []
  for (const { status } of posts) void status.then((code) => answered.push(code))
  await Promise.all(
    posts.map(async ({ send }) => {
      await send(head)
      for (let n = 0; n < 16; n += 1) await send(chunk)
    }),
  )
  const grown = (process.memoryUsage().rss - rssBefore) / MB
  t.diagnostic(`RSS grew by ${grown.toFixed(0)} MB`)
  assert.equal(answered.filter((code) => code === 429).length, 98)
  assert.ok(grown < 200, `${grown} MB`)
  for (const { socket } of posts) socket.destroy()
})

test('a picture sent with a dashboard form is stored without leaving a temporary file', async () => {
  const size = head.length + 3 * MB + tail.length
  // Uses another user, because some of ada's form requests from the previous test may still be open.
  const { send, status, socket } = post(await testApp.signUpMember('bea'), '/dashboard', size)
  await send(head)
  for (let n = 0; n < 3; n += 1) await send(chunk)
  await send(tail)
  assert.equal(await status, 200)
  socket.destroy()
  assert.deepEqual(await readdir(join(config.dataDir, 'forms')), [])
})

test('only pages that accept pictures accept large forms, and only from members', async () => {
  const video = await createPublishedVideo(ada)
  const size = 5 * MB
  for (const [n, path] of [`/dashboard/edit/${video}`, '/dashboard', '/dashboard.data'].entries()) {
    const { socket, status, send } = post(await testApp.signUpMember(`cleo_${n}`), path, size)
    await send(chunk)
    const first = await Promise.race([status, new Promise((resolve) => setImmediate(resolve, 'waits'))])
    assert.equal(first, 'waits', path)
    socket.destroy()
  }
  for (const path of ['/dashboard/data', '/dashboard/sign-in', '/dashboard/x', '/contact', '/login'])
    assert.equal(await post(ada, path, size).status, 413, path)
  for (const path of ['/dashboard', `/dashboard/edit/${video}`])
    assert.equal(await post(testApp.anonymousUser(), path, size).status, 413, path)
})

test('a form without a Content-Length header is refused as soon as it exceeds the size limit', async () => {
  const { send, status, socket } = post(ada, '/contact', 0, 'transfer-encoding: chunked\r\n')
  for (let n = 0; n < 3; n += 1)
    await send(Buffer.concat([Buffer.from('20000\r\n'), Buffer.alloc(0x20000), Buffer.from('\r\n')]))
  assert.equal(await status, 413)
  socket.destroy()
})

import { get, request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { contentEventsPath, heartbeatAckPath } from '#contract/live-updates.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { startHotPathSite } from './hot-path-site.ts'

const items = 40

/**
 * Anonymous visitors keep pages open while nothing changes. As behind a load balancer that sends each request to the
 * next process, half of the heartbeat acknowledgements reach a process that does not serve the stream.
 */
export async function benchNotify(pages: number, seconds: number): Promise<BenchMetric[]> {
  const { testApp, servers, close } = await startHotPathSite(2)
  const [creator] = await insertUsers(testApp, 'creator', 1)
  const ids = await Promise.all(Array.from({ length: items }, () => createPublishedVideo(creator!)))
  let notifications = 0
  const listener = new pg.Client({ connectionString: testApp.databaseUrl })
  await listener.connect()
  await listener.query('listen live; listen pages; listen upload_let_go')
  listener.on('notification', () => (notifications += 1))

  const streams: OpenPage[] = []
  let turn = 0
  const acknowledge = (stream: string) => {
    const { url } = servers[(turn += 1) % servers.length]!
    httpRequest(new URL(heartbeatAckPath(stream), url), { method: 'POST' }, (response) => response.resume())
      .on('error', () => {})
      .end()
  }
  // The pages are opened over one heartbeat interval, so that their heartbeats are spread over it too.
  for (let nth = 0; nth < pages; nth += 1) {
    const { url } = servers[nth % servers.length]!
    streams.push(openPage(new URL(contentEventsPath(ids[nth % items]!), url), acknowledge))
    await pause(20_000 / pages)
  }
  await pause(5000)
  const from = { notifications, at: performance.now() }
  await pause(seconds * 1000)
  const perSecond = ((notifications - from.notifications) * 1000) / (performance.now() - from.at)
  const closed = streams.filter((stream) => !stream.isOpen()).length
  for (const stream of streams) stream.close()
  await listener.end()
  await close()
  const who = `notify: ${pages} pages, 2 processes`
  return [
    {
      name: `${who}: NOTIFY per process`,
      value: perSecond / 2,
      unit: '/s',
      max: 1,
    },
    { name: `${who}: streams that ended`, value: closed, unit: '', max: 0 },
  ]
}

interface OpenPage {
  isOpen(): boolean
  close(): void
}

function openPage(url: URL, acknowledge: (stream: string) => void): OpenPage {
  let open = false
  const request = get(url, { agent: false }, (response) => {
    open = response.statusCode === 200
    response.setEncoding('utf8').on('data', (text: string) => {
      for (const [, stream] of text.matchAll(/"stream":"([0-9a-f-]{36})"/g)) acknowledge(stream!)
    })
    response.on('error', () => {}).on('close', () => (open = false))
  })
  request.on('error', () => (open = false))
  return { isOpen: () => open, close: () => request.destroy() }
}

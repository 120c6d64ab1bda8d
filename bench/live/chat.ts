import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { contentEventsPath } from '#contract/live-updates.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite } from '#tests/support/processes/test-site.ts'
import type { LiveBar } from './live-bar.ts'

interface ChatLoad {
  viewers: number
  /** Messages per second. */
  rate: number
  seconds: number
}

/**
 * Measures how long a chat message takes to reach viewers, and whether each viewer gets each message exactly once.
 * The viewers share the machine with the server, and this process plays them all.
 */
export async function benchChat({ viewers, rate, seconds }: ChatLoad): Promise<LiveBar[]> {
  const site = await startTestSite({ LIVE: 'on', PACE: '0' })
  const creator = await signUpOverHttp(site.url, 'chat_creator', 19)
  await runQuery(
    site.databaseUrl,
    `update users set email_verified = true, created_at = now() - interval '30 days'`,
  )
  // Register a worker here, because the worker process registers itself some time after it starts.
  await runQuery(
    site.databaseUrl,
    `insert into broadcast_workers (id, capacity, seen_at) values (gen_random_uuid(), 9, now() + interval '1 hour')`,
  )
  const { id } = await creator.call(createBroadcast, { body: { title: 'Chat', visibility: 'public' } })
  const members = await Promise.all(
    Array.from({ length: 10 }, (_, number) => signUpOverHttp(site.url, `chatter_${number}`)),
  )
  await runQuery(site.databaseUrl, `update users set created_at = now() - interval '30 days'`)

  const total = rate * seconds
  const sentAt: number[] = []
  const latencies: number[] = []
  const received = Array.from({ length: viewers }, () => new Uint8Array(total))
  const url = new URL(contentEventsPath(id), site.url)
  for (let viewer = 0; viewer < viewers; viewer += 50)
    await Promise.all(
      received.slice(viewer, viewer + 50).map((counts) =>
        listen(url, (number) => {
          counts[number]! += 1
          latencies.push(performance.now() - sentAt[number]!)
        }),
      ),
    )

  const posts: Promise<unknown>[] = []
  const responses: number[] = []
  const begin = performance.now()
  for (let number = 0; number < total; number += 1) {
    await pause(Math.max(0, begin + (number * 1000) / rate - performance.now()))
    sentAt[number] = performance.now()
    const body = { body: `Message number ${number}.` }
    const sent = members[number % members.length]!.call(postChatMessage, { params: { id }, body })
    posts.push(sent.then(() => responses.push(performance.now() - sentAt[number]!)))
  }
  await Promise.all(posts)
  await pause(3000)
  const wrong = received.flatMap((one) => [...one]).filter((count) => count !== 1).length
  await site.close()
  const load = `${viewers} viewers, ${rate} messages/s`
  return [
    { name: `chat: POST → viewer (${load})`, unit: 'ms', values: latencies, max: 500, judge: 'p95' },
    { name: 'chat: POST → response', unit: 'ms', values: responses },
    {
      name: `chat: not received exactly once, of ${viewers * total}`,
      unit: '',
      values: [wrong],
      max: 0,
    },
  ]
}

/** Opens the live updates of the broadcast, and resolves when the stream is open. */
function listen(url: URL, hear: (number: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        resolve()
        const events = (rest + text).split('\n\n')
        rest = events.pop()!
        for (const event of events) {
          const found = /Message number (\d+)\./.exec(event)
          if (found) hear(Number(found[1]))
        }
      })
      response.on('error', () => {}) // the site is closed at the end
    })
    request.on('error', reject)
  })
}

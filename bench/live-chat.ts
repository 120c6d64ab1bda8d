/*
 * `npm run bench:live-chat` measures how long a chat message takes to reach viewers, and whether each viewer gets
 * each message exactly once. `--viewers 300` sets the number of viewers, `--rate 20` the messages per second,
 * and `--seconds 20` the length. The viewers share the machine with the server, and one process plays them all.
 */
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { contentEventsPath } from '#contract/live-updates.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite } from '#tests/support/processes/test-site.ts'
import { printMachineInfo } from './machine-info.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'

const { values: asked } = parseArgs({
  options: {
    viewers: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
  },
})
const [viewers, rate, seconds] = [Number(asked.viewers), Number(asked.rate), Number(asked.seconds)]
const total = rate * seconds

printMachineInfo(`, ${viewers} viewers, ${rate} messages per second, ${seconds} s`)
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

const sentAt: number[] = []
const latencies: number[] = []
const received = Array.from({ length: viewers }, () => new Uint8Array(total))
for (let viewer = 0; viewer < viewers; viewer += 50)
  await Promise.all(
    Array.from({ length: Math.min(50, viewers - viewer) }, (_, at) => listen(received[viewer + at]!)),
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
const allCounts = received.flatMap((one) => [...one])
const once = allCounts.filter((count) => count === 1).length
console.log(`delivered exactly once: ${once} of ${allCounts.length}`)
console.log(`sent twice: ${allCounts.filter((count) => count > 1).length}`)
for (const [name, values] of Object.entries({ 'post to viewer': latencies, 'post to response': responses }))
  console.log(
    `${name}: median ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms, p99 ${quantile(values, 0.99).toFixed(0)} ms`,
  )
printMachineInfo()
await site.close()
process.exit(once === allCounts.length && quantile(latencies, 0.95) <= 500 ? 0 : 1)

/** Opens the live updates of the broadcast, and resolves when the stream is open. */
function listen(counts: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(new URL(contentEventsPath(id), site.url), { agent: false }, (response) => {
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        resolve()
        const now = performance.now()
        const events = (rest + text).split('\n\n')
        rest = events.pop()!
        for (const event of events) {
          const found = /Message number (\d+)\./.exec(event)
          if (!found) continue
          const number = Number(found[1])
          counts[number]! += 1
          latencies.push(now - sentAt[number]!)
        }
      })
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

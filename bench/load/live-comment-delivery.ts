import { get as httpGet } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { postComment } from '#contract/engagement/comments.ts'
import { contentEventsPath } from '#contract/live-updates.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { quantile } from '../statistics.ts'

const perSecond = 10
const members = 20

/**
 * Many simulated people keep one video's page open for `seconds` seconds and receive ten live comments per
 * second. Measures the time from sending a comment to receiving it, and checks that each listener receives
 * each comment once.
 */
export async function benchLiveCommentDelivery(
  url: string,
  contentId: string,
  { listeners, seconds }: { listeners: number; seconds: number },
): Promise<BenchMetric[]> {
  const writers: HttpTestClient[] = []
  for (let nth = 0; nth < members; nth++) writers.push(await signUpOverHttp(url, `writer_${nth}`))
  const sentAt = new Map<string, number>()
  const heard = Array.from({ length: listeners }, () => new Map<string, number>())
  const late: number[] = []
  const ears = await Promise.all(
    heard.map((mine) =>
      openListener(new URL(contentEventsPath(contentId), url), (text) => {
        mine.set(text, (mine.get(text) ?? 0) + 1)
        late.push(performance.now() - sentAt.get(text)!)
      }),
    ),
  )
  let refused = 0
  const writing: Promise<unknown>[] = []
  for (let nth = 0; nth < seconds * perSecond; nth++) {
    const text = `Lovely light at minute ${nth}`
    sentAt.set(text, performance.now())
    const posted = writers[nth % members]!.call(postComment, {
      params: { id: contentId },
      body: { body: text },
    })
    writing.push(posted.catch(() => (refused += 1)))
    await pause(1000 / perSecond)
  }
  await Promise.all(writing)
  await waitUntilAllReceived(heard, sentAt.size - refused)
  const broken = ears.filter(({ isOpen }) => !isOpen()).length
  for (const { end } of ears) end()
  const wrong = heard.reduce((sum, mine) => sum + countMissedOrRepeated(mine, sentAt), 0)
  const who = `${listeners} listeners`
  return [
    { name: `${who}: comments sent`, value: sentAt.size, unit: '' },
    { name: `${who}: comments rejected`, value: refused, unit: '', max: 0 },
    { name: `${who}: comments received by all listeners together`, value: late.length, unit: '' },
    { name: `${who}: comments missed or received twice`, value: wrong, unit: '', max: 0 },
    { name: `${who}: broken connections`, value: broken, unit: '', max: 0 },
    { name: `${who}: sent → received, p50`, value: quantile(late, 0.5), unit: 'ms' },
    { name: `${who}: sent → received, p95`, value: quantile(late, 0.95), unit: 'ms', max: 500 },
    { name: `${who}: sent → received, p99`, value: quantile(late, 0.99), unit: 'ms' },
  ]
}

function countMissedOrRepeated(mine: Map<string, number>, sent: Map<string, number>): number {
  return [...sent.keys()].filter((text) => mine.get(text) !== 1).length
}

/** Waits up to 15 seconds for all listeners to receive `count` comments. */
async function waitUntilAllReceived(heard: readonly Map<string, number>[], most: number): Promise<void> {
  const until = performance.now() + 15_000
  while (performance.now() < until && heard.some(({ size }) => size < most)) await pause(100)
}

interface LiveListener {
  isOpen(): boolean
  end(): void
}

/** Opens a connection that receives live comments. Resolves when the stream has opened. */
function openListener(url: URL, hear: (text: string) => void): Promise<LiveListener> {
  return new Promise((resolve, reject) => {
    let open = true
    const request = httpGet(url, { agent: false }, (answer) => {
      if (answer.statusCode !== 200)
        return reject(new Error(`the live updates responded with ${answer.statusCode}`))
      let rest = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        const messages = (rest + part).split('\n\n')
        rest = messages.pop()!
        for (const message of messages) {
          const [, data] = /^event: comment\ndata: (.*)$/m.exec(message) ?? []
          if (data) hear((JSON.parse(data) as { body: string }).body)
        }
      })
      answer.on('close', () => (open = false))
      answer.once('data', () => resolve({ isOpen: () => open, end: () => request.destroy() }))
    })
    request.on('error', (error) => (open ? reject(error) : undefined))
  })
}

import { get as httpGet } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pinComment } from '#contract/engagement/comment-reactions.ts'
import { deleteComment, editComment, postComment } from '#contract/engagement/comments.ts'
import { contentEventsPath } from '#contract/live-updates.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'

const storiesPerSecond = 2
const members = 20

/**
 * Many simulated viewers keep the page of one video open for `seconds` seconds. Twice a second, someone posts
 * a comment, someone else replies to it and edits the reply, the creator pins the comment, and the reply is
 * deleted. Measures the time from sending each of these five changes to receiving it, and checks that each
 * listener receives each change exactly once.
 */
export async function benchLiveCommentDelivery(
  creator: HttpTestClient,
  contentId: string,
  { listeners, seconds }: { listeners: number; seconds: number },
): Promise<BenchMetric[]> {
  const writers: HttpTestClient[] = []
  for (let nth = 0; nth < members; nth++) writers.push(await signUpOverHttp(creator.url, `writer_${nth}`))
  const sentAt = new Map<string, number>()
  const heard = Array.from({ length: listeners }, () => new Map<string, number>())
  const late: number[] = []
  const ears = await Promise.all(
    heard.map((mine) =>
      openListener(new URL(contentEventsPath(contentId), creator.url), (change) => {
        const sent = sentAt.get(change)
        if (sent === undefined) return
        mine.set(change, (mine.get(change) ?? 0) + 1)
        late.push(performance.now() - sent)
      }),
    ),
  )
  let refused = 0
  const stories: Promise<unknown>[] = []
  for (let nth = 0; nth < seconds * storiesPerSecond; nth++) {
    const [author, other] = [writers[nth % members]!, writers[(nth + 1) % members]!]
    const story = writeThread({ creator, author, other, contentId, nth, sentAt })
    stories.push(story.catch(() => (refused += 1)))
    await pause(1000 / storiesPerSecond)
  }
  await Promise.all(stories)
  await waitUntilAllReceived(heard, sentAt.size)
  const broken = ears.filter(({ isOpen }) => !isOpen()).length
  for (const { end } of ears) end()
  const wrong = heard.reduce((sum, mine) => sum + countMissedOrRepeated(mine, sentAt), 0)
  const who = `${listeners} listeners`
  return [
    { name: `${who}: comments, replies, edits, pins and removals sent`, value: sentAt.size, unit: '' },
    { name: `${who}: threads with a rejected request`, value: refused, unit: '', max: 0 },
    { name: `${who}: changes received, sum of all listeners`, value: late.length, unit: '' },
    { name: `${who}: changes missed or received twice`, value: wrong, unit: '', max: 0 },
    { name: `${who}: broken connections`, value: broken, unit: '', max: 0 },
    { name: `${who}: sent → received, p50`, value: quantile(late, 0.5), unit: 'ms' },
    { name: `${who}: sent → received, p95`, value: quantile(late, 0.95), unit: 'ms', max: 500 },
    { name: `${who}: sent → received, p99`, value: quantile(late, 0.99), unit: 'ms' },
  ]
}

interface ThreadStory {
  creator: HttpTestClient
  author: HttpTestClient
  other: HttpTestClient
  contentId: string
  nth: number
  /** The time at which each change was sent. The keys are the results of `changeOf`. */
  sentAt: Map<string, number>
}

/** Makes the five changes to one thread, one after another. */
async function writeThread({ creator, author, other, contentId, nth, sentAt }: ThreadStory): Promise<void> {
  const send = <T>(change: string, request: () => Promise<T>) => {
    sentAt.set(change, performance.now())
    return request()
  }
  const post = (who: HttpTestClient, body: string, replyTo?: string) =>
    send(body, () => who.call(postComment, { params: { id: contentId }, body: { body, reply_to: replyTo } }))
  const { id } = await post(author, `Lovely light at minute ${nth}`)
  const reply = await post(other, `I like the shadows at minute ${nth}`, id)
  const edited = `I like the clouds at minute ${nth}`
  await send(edited, () => other.call(editComment, { params: { id: reply.id }, body: { body: edited } }))
  await send(`pinned ${id}`, () => creator.call(pinComment, { params: { id } }))
  await send(`deleted ${reply.id}`, () => other.call(deleteComment, { params: { id: reply.id } }))
}

/**
 * Returns a key for the change in a live update: the text of a new or edited comment, or the action and the
 * id.
 */
function changeOf(event: string, data: { id: string; body?: string; pinned?: boolean }): string | undefined {
  if (event === 'comment') return data.body
  if (event === 'comment_deleted') return `deleted ${data.id}`
  return data.pinned ? `pinned ${data.id}` : undefined
}

function countMissedOrRepeated(mine: Map<string, number>, sent: Map<string, number>): number {
  return [...sent.keys()].filter((change) => mine.get(change) !== 1).length
}

/** Waits up to 15 seconds for all listeners to receive all changes. */
async function waitUntilAllReceived(heard: readonly Map<string, number>[], most: number): Promise<void> {
  const until = performance.now() + 15_000
  while (performance.now() < until && heard.some(({ size }) => size < most)) await pause(100)
}

interface LiveListener {
  isOpen(): boolean
  end(): void
}

/**
 * Opens a stream of live updates about comments. The returned promise resolves when the first data arrives.
 */
function openListener(url: URL, hear: (change: string) => void): Promise<LiveListener> {
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
          const [, event, data] =
            /^event: (comment|comment_deleted|comment_reactions)\ndata: (.*)$/m.exec(message) ?? []
          const change = event && data && changeOf(event, JSON.parse(data) as { id: string })
          if (change) hear(change)
        }
      })
      answer.on('close', () => (open = false))
      answer.once('data', () => resolve({ isOpen: () => open, end: () => request.destroy() }))
    })
    request.on('error', (error) => (open ? reject(error) : undefined))
  })
}

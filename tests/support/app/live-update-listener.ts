import type { LiveEventName } from '#contract/live-updates.ts'
import { contentEventsPath } from '#contract/live-updates.ts'
import type { TestUser } from './test-app.ts'

export interface ReceivedLiveUpdate {
  id: number
  name: LiveEventName | 'heartbeat'
  data: Record<string, unknown>
}

/**
 * Subscribes to an item's live updates as a browser does. `next(name)` resolves with the next message of that
 * name.
 */
export function listenToContentUpdates(person: TestUser, contentId: string, after?: number) {
  return listenToLiveUpdates(person, contentEventsPath(contentId), after)
}

export async function listenToLiveUpdates(person: TestUser, path: string, after?: number) {
  const stop = new AbortController()
  const query = after === undefined ? '' : `?after=${after}`
  const response = await person.fetch(path + query, { signal: stop.signal })
  if (response.status !== 200) throw new Error(`live updates answered ${response.status}`)
  const heard: ReceivedLiveUpdate[] = []
  const waiting: { name: string; resolve: (message: ReceivedLiveUpdate) => void }[] = []
  const ended = readMessages(response.body!, (message) => {
    heard.push(message)
    const at = waiting.findIndex(({ name }) => name === message.name)
    if (at >= 0) waiting.splice(at, 1)[0]!.resolve(message)
  })
  return {
    heard,
    ended,
    next(name: LiveEventName): Promise<ReceivedLiveUpdate> {
      return new Promise((resolve, reject) => {
        waiting.push({ name, resolve })
        ended.then(() => reject(new Error(`the stream ended before ${name}`)), reject)
      })
    },
    async stop() {
      stop.abort()
      await ended.catch(() => {})
    },
  }
}

async function readMessages(
  body: ReadableStream<Uint8Array>,
  hear: (message: ReceivedLiveUpdate) => void,
): Promise<void> {
  let rest = ''
  for await (const text of body.pipeThrough(
    new TextDecoderStream() as never,
  ) as unknown as AsyncIterable<string>) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) hear(parseMessage(block))
  }
}

function parseMessage(block: string): ReceivedLiveUpdate {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return {
    id: Number(field('id')),
    name: field('event') as LiveEventName,
    data: JSON.parse(field('data') || '{}'),
  }
}
